"""Scoring hands from Python: ``score`` for one, ``Scorer`` for many (MS-40 … MS-67)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from toolkit.games.masho.options import Options
from toolkit.games.masho.score_input import HandError, hand_row, read_rules
from toolkit.games.masho.score_result import Light, Meld, Score, Yaku, score_of
from toolkit.games.masho.scoring_rows import ANSWER_ROW, HAND_ROW, POINTS, explain_rows
from toolkit.games.masho.scoring_state import ScoringState

__all__ = ["HandError", "Light", "Meld", "Score", "Scorer", "Yaku", "score"]

NO_WIN = "no winning shape: the tiles are not a pair and four melds"
#: Fewer hands than this are scored interpreted, more compiled; more still are worth compiling for the first time.
WORTH_LOADING = 500
WORTH_COMPILING = 50_000


def score(
    tiles: str | Sequence[str],
    melds: Iterable[object] = (),
    seat: int = 1,
    rules: Mapping[str, object] | Options | None = None,
    players: int | None = None,
) -> Score:
    """The basic points of a winning hand, with their reason (MS-40).

    ``tiles``: the concealed tiles, the winning one included, as a list of words or one text (``空木1`` or ``Km1``).
    ``melds``: open melds as ``("pon", tiles)``, ``{"kind": "pon", "tiles": tiles}`` or ``"pon:空木1,空火1,空水1"``;
    three tiles each (of an ankan and a kakan those that are left).
    ``seat``: 1–5; the fifth has no own heaven (MS-3). ``rules``: options by name, or the options themselves.
    ``players``: if given, seat and tiles must belong to the game of so many players.
    Raises HandError where the hand cannot be read or does not win, OptionError for unknown options.
    """
    row = hand_row(tiles, melds, seat, players)
    o = rules if isinstance(rules, Options) else read_rules(rules or {})
    answer = [0] * ANSWER_ROW
    explain_rows([ScoringState()], o, row, 1, answer)
    if answer[POINTS] < 0:
        raise HandError(NO_WIN, "MS-30")
    return score_of(row, 0, answer, 0)


class Scorer:
    """Scores rows of many hands (see :mod:`.scoring_rows`): a few interpreted, many compiled."""

    def __init__(self, *, compiled: bool | None = None, announce: Callable[[], None] = lambda: None) -> None:
        """``compiled``: true or false forces one way; None decides by the number of hands.

        ``announce`` is called before something is compiled that does not lie on disk yet.
        """
        self._compiled = compiled
        self._announce = announce
        self._seen = 0

    def answers(self, rows: list[int], o: Options) -> list[int]:
        """The answer rows, one after the other, of hands whose rows are given one after the other."""
        count = len(rows) // HAND_ROW
        self._seen += count
        if not self.compiles():
            interpreted = [0] * (count * ANSWER_ROW)
            explain_rows([ScoringState()], o, rows, count, interpreted)
            return interpreted
        import numpy as np

        explain, states = compiled_rows()
        answers = np.zeros(count * ANSWER_ROW, dtype=np.int64)
        explain(states, o, np.array(rows, dtype=np.int64), count, answers)
        found: list[int] = answers.tolist()
        return found

    def compiles(self) -> bool:
        """Whether the hands seen so far are scored compiled."""
        if self._compiled is None:
            if self._seen >= WORTH_LOADING and is_compiled():
                self._compiled = True
            elif self._seen >= WORTH_COMPILING:
                self._announce()
                self._compiled = True
        return bool(self._compiled)


@cache
def is_compiled() -> bool:
    """Whether the compiled scorer lies on disk already."""
    from toolkit.engine.compiling import cache_folder

    folder = cache_folder("masho")
    return folder is not None and any(folder.rglob(f"*.{explain_rows.__qualname__}.entry-*.nbc"))


@cache
def compiled_rows() -> tuple[Any, Any]:
    """The compiled ``explain_rows`` and a row of states to work in."""
    import numpy as np

    from toolkit.engine.compiling import Compiler
    from toolkit.engine.state import dtype_of

    return Compiler("masho").twin(explain_rows), np.zeros(1, dtype=dtype_of(ScoringState))
