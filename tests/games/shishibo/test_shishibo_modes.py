"""The compiled rules are the interpreted ones: rounds, decisions, deals, events and counts."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from shishibo_table import GAME

from toolkit.engine import loops
from toolkit.engine.chance import STREAM_SIZE
from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.engine.state import EVENT_SIZE, MOST_SEATS
from toolkit.records.model import Record
from toolkit.records.reading import Entry
from toolkit.replay import Mode
from toolkit.replay.batch import Arena, Wanted, most_events, round_width, run
from toolkit.replay.encoding import Encoded, encode
from toolkit.replay.match import engine_of
from toolkit.simulate import Sampler

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


class Played:
    """One match played in one mode into fresh buffers."""

    def __init__(self, *, compiled: bool) -> None:
        self.arena = arena = Arena(GAME, compiled)
        room = 3 * ROUNDS
        self.width = round_width(GAME)
        self.deals = arena.zeros(room * GAME.most_deal)
        self.deal_at, self.move_at = arena.zeros(room + 1), arena.zeros(room + 1)
        self.seats, self.moves = arena.zeros(room * GAME.most_moves), arena.zeros(room * GAME.most_moves)
        self.events = arena.zeros(room * most_events(GAME) * EVENT_SIZE)
        self.rows, self.match = arena.zeros(room * self.width), arena.zeros(loops.MATCH_ROW)
        shape = (MOST_SEATS + 1, STREAM_SIZE)
        self.streams: Any = np.zeros(shape, np.int64) if compiled else [[0] * shape[1] for _ in range(shape[0])]

    def play(self, players: int, o: Any, match: int, kinds: Sequence[int]) -> dict[str, list[int]]:
        """Everything that a match leaves behind."""
        arena = self.arena
        rounds = arena.engine.play_match(
            arena.states, o, players, 1234567890123, match, arena.numbers(kinds), self.streams, 1, arena.out,
            self.deals, self.deal_at, self.seats, self.moves, self.move_at, self.events, self.rows, self.match,
        )  # fmt: skip
        assert rounds >= o.rounds
        moves, deals = int(self.move_at[rounds]), int(self.deal_at[rounds])
        events = sum(int(self.rows[number * self.width + 4]) for number in range(rounds))
        parts = {
            "deals": self.deals[:deals], "deal_at": self.deal_at[: rounds + 1], "seats": self.seats[:moves],
            "moves": self.moves[:moves], "move_at": self.move_at[: rounds + 1],
            "events": self.events[: events * EVENT_SIZE], "rows": self.rows[: rounds * self.width],
            "match": self.match, "streams": np.asarray(self.streams).reshape(-1),
        }  # fmt: skip
        return {name: np.asarray(part).tolist() for name, part in parts.items()}


@pytest.fixture(scope="module")
def both() -> tuple[Played, Played]:
    """Buffers of the interpreted and of the compiled rules."""
    return Played(compiled=False), Played(compiled=True)


@pytest.mark.parametrize(("players", "rules"), VARIANTS)
@pytest.mark.parametrize("kind", ["random", "greedy", "mixed"])
def test_a_compiled_match_is_the_interpreted_one(
    both: tuple[Played, Played], players: int, rules: dict[str, object], kind: str
) -> None:
    o = GAME.read_options({"rounds": ROUNDS, **rules}, players)
    kinds = [{"random": RANDOM, "greedy": GREEDY, "mixed": seat % 2}[kind] for seat in range(players)]
    for match in range(4):
        slow, fast = (each.play(players, o, match, kinds) for each in both)
        assert slow == fast


def test_another_variant_of_options_compiles_nothing_new(both: tuple[Played, Played]) -> None:
    fast = both[1]
    kinds = [RANDOM, GREEDY, RANDOM]
    fast.play(3, GAME.read_options({"rounds": 3}, 3), 0, kinds)
    function = engine_of(GAME, compiled=True).play_match
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
