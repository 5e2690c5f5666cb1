"""Scoring hands that come as JSON lines: a line in, a line out (``fuda score masho --json``)."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from toolkit.games.game import GameError
from toolkit.games.masho.options import Options
from toolkit.games.masho.score_hand import NO_WIN, Scorer
from toolkit.games.masho.score_input import hand_row, read_rules
from toolkit.games.masho.score_result import Score, score_of
from toolkit.games.masho.scoring_rows import ANSWER_ROW, HAND_ROW, POINTS

#: Hands that are read and scored at a time; memory does not grow with their number.
BATCH = 2048


class HandLine(msgspec.Struct):
    """A hand as a line describes it; keys that are not here are ignored."""

    tiles: list[str]
    seat: int
    melds: list[dict[str, Any]] = []
    rules: dict[str, Any] = {}
    players: int | None = None


class Failure(msgspec.Struct, frozen=True):
    """The answer to a line that cannot be scored."""

    error: str


class LineScorer:
    """Scores lines in batches; ``failures`` counts the lines without a score."""

    def __init__(self, scorer: Scorer) -> None:
        self.failures = 0
        self._scorer = scorer
        self._decoder = msgspec.json.Decoder(HandLine)
        self._options: dict[bytes, Options] = {}

    def answers(self, lines: Iterable[bytes]) -> Iterator[Score | Failure]:
        """An answer for each line that is not empty, in order."""
        wanted = (line for line in lines if line.strip())
        while batch := list(islice(wanted, BATCH)):
            yield from self.batch(batch)

    def batch(self, lines: list[bytes]) -> list[Score | Failure]:
        """Answers for some lines; hands under the same options are scored in one go."""
        answers: list[Score | Failure] = [Failure(NO_WIN)] * len(lines)
        rows: dict[Options, list[int]] = {}
        places: dict[Options, list[int]] = {}
        for index, line in enumerate(lines):
            try:
                hand = self._decoder.decode(line.lstrip(b"\xef\xbb\xbf"))
                o = self.options(hand.rules)
                row = hand_row(hand.tiles, hand.melds, hand.seat, hand.players)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                answers[index] = Failure(str(error))
            except GameError as error:
                answers[index] = Failure(error.message)
            else:
                rows.setdefault(o, []).extend(row)
                places.setdefault(o, []).append(index)
        for o, indices in places.items():
            found = self._scorer.answers(rows[o], o)
            for number, index in enumerate(indices):
                if found[number * ANSWER_ROW + POINTS] >= 0:
                    answers[index] = score_of(rows[o], number * HAND_ROW, found, number * ANSWER_ROW)
        self.failures += sum(type(answer) is Failure for answer in answers)
        return answers

    def options(self, rules: dict[str, Any]) -> Options:
        """The options for the rules of a line; read once for each different rules."""
        if not rules:
            return DEFAULTS
        key = msgspec.json.encode(rules)
        if key not in self._options:
            self._options[key] = read_rules(rules)
        return self._options[key]


DEFAULTS = Options()
