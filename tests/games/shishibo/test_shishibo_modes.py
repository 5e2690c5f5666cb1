"""The compiled rules are the interpreted ones: rounds, decisions, deals, events and counts."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from shishibo_table import GAME

from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.records.model import Record
from toolkit.records.reading import Entry
from toolkit.replay import Mode
from toolkit.replay.batch import Arena, Wanted, run
from toolkit.replay.encoding import Encoded, encode
from toolkit.replay.match import engine_of
from toolkit.simulate import Sampler
from toolkit.simulate.playing import Played, UnitPlayer

VARIANTS: list[tuple[int, dict[str, object]]] = [
    *((players, {}) for players in range(3, 8)),
    (3, {"points_hikari": 7, "points_tane": 3, "points_tanzaku": 11, "points_kasu": 2, "fuke_limit": 40}),
    (3, {f"points_{name}": 1000 - 100 * place for place, name in enumerate(("shihon", "sanbon", "soppe", "toichi"))}),
    (3, {"points_tanichi": 9, "willow_kasu_counts": True, "show": "always"}),
    (3, {f"points_{name}": 9 * place for place, name in
         enumerate(("shishibochushin", "shishibo", "shishichu", "tsukihoto", "negishi", "kikushi", "getashi"))}),
    (3, {"mult_shiko": 5, "mult_akatan": 7, "mult_aotan": 11, "uchikiri_combine": "max"}),
    (4, {"max_passes": 1, "fuke_limit": -1}),
    (6, {"max_passes": 2, "redeal_field_triple": True}),
    (7, {"redeal_field_triple": True, "willow_kasu_counts": True, "fuke_limit": 270}),
]  # fmt: skip
ROUNDS = 12
PARTS = [field.name for field in fields(Played)]


class Kept:
    """Plays matches in one mode into fresh buffers."""

    def __init__(self, *, compiled: bool) -> None:
        self.compiled = compiled

    def play(self, players: int, o: Any, match: int, kinds: Sequence[int]) -> dict[str, list[int]]:
        """Everything that a match leaves behind."""
        seed = 1234567890123
        assert len(kinds) == players
        table = UnitPlayer(GAME, o, kinds, seed, whole=True, keep=True, events=True, compiled=self.compiled)
        played = table.play(match, 1)
        assert len(played.rounds) >= o.rounds
        return {name: np.asarray(getattr(played, name)).tolist() for name in PARTS}


@pytest.fixture(scope="module")
def both() -> tuple[Kept, Kept]:
    """Buffers of the interpreted and of the compiled rules."""
    return Kept(compiled=False), Kept(compiled=True)


@pytest.mark.parametrize(("players", "rules"), VARIANTS)
@pytest.mark.parametrize("kind", ["random", "greedy", "mixed"])
def test_a_compiled_match_is_the_interpreted_one(
    both: tuple[Kept, Kept], players: int, rules: dict[str, object], kind: str
) -> None:
    o = GAME.read_options({"rounds": ROUNDS, **rules}, players)
    kinds = [{"random": RANDOM, "greedy": GREEDY, "mixed": seat % 2}[kind] for seat in range(players)]
    for match in range(4):
        slow, fast = (each.play(players, o, match, kinds) for each in both)
        assert slow == fast


def test_another_variant_of_options_compiles_nothing_new(both: tuple[Kept, Kept]) -> None:
    fast = both[1]
    kinds = [RANDOM, GREEDY, RANDOM]
    fast.play(3, GAME.read_options({"rounds": 3}, 3), 0, kinds)
    function = engine_of(GAME, compiled=True).play_units.dispatcher
    known = len(function.signatures)
    for rules in ({"fuke_limit": -1}, {"show": "always", "max_passes": 3}, {"points_hikari": 999}):
        fast.play(3, GAME.read_options({"rounds": 3, **rules}, 3), 0, kinds)
    fast.play(4, GAME.read_options({"rounds": 2}, 4), 1, [*kinds, GREEDY])
    assert len(function.signatures) == known


def encoded(records: Iterable[Record]) -> list[Encoded]:
    """Records as the loops take them."""
    found = []
    for number, record in enumerate(records, 1):
        each = encode(Entry("a.jsonl", number, record, None, 1))
        assert isinstance(each, Encoded)
        found.append(each)
    return found


@pytest.mark.parametrize(("players", "rules"), VARIANTS)
def test_records_replay_to_the_same_rows_events_and_counts_in_both_modes(
    players: int, rules: dict[str, object]
) -> None:
    kinds = [("random", "greedy")[seat % 2] for seat in range(players)]
    sampler = Sampler("shishibo", kinds, 5, rules={"rounds": 4, **rules}, mode=Mode.COMPILED)
    batch = encoded(sampler.records(6))
    slow, fast = (run(Arena(GAME, compiled), batch, Wanted(counts=True, events=True)) for compiled in (False, True))
    for name in ("round_at", "move_at", "seats", "decisions", "verdicts", "matches", "rounds", "counts", "events"):
        assert getattr(slow, name).tolist() == getattr(fast, name).tolist(), name
    assert not slow.verdicts[:, 0].any()
    assert slow.counts.min() >= 1
    assert len(slow.events) == slow.rounds[:, 4].sum()


def test_bad_records_have_the_same_verdicts_in_both_modes() -> None:
    import msgspec

    record = Sampler("shishibo", ["random"] * 4, 8, rules={"rounds": 2}).record(0)
    spoiled = []
    for place in range(len(record.rounds[1].moves)):
        moves = list(record.rounds[1].moves)
        moves[place] = record.rounds[1].moves[place - 7]
        changed = [record.rounds[0], msgspec.structs.replace(record.rounds[1], moves=moves)]
        spoiled.append(msgspec.structs.replace(record, rounds=changed))
        spoiled.append(msgspec.structs.replace(record, rounds=[changed[0], msgspec.structs.replace(
            changed[1], moves=moves[:place])]))  # fmt: skip
    batch = encoded(spoiled)
    slow, fast = (run(Arena(GAME, compiled), batch, Wanted(counts=True, events=True)) for compiled in (False, True))
    assert slow.verdicts.tolist() == fast.verdicts.tolist()
    assert slow.rounds.tolist() == fast.rounds.tolist()
    assert slow.events.tolist() == fast.events.tolist()
    assert len({tuple(row) for row in slow.verdicts[:, [0, 2]].tolist()}) > 20
