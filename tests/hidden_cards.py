"""Rounds in play, what the seats see in them, and where every card is, for tests of hidden cards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from toolkit import games
from toolkit.engine.chance import CHOICES, DEAL, STREAM_SIZE, open_stream
from toolkit.engine.contract import RANDOM
from toolkit.engine.state import dtype_of
from toolkit.games.game import Game
from toolkit.games.masho.cards import pack_size
from toolkit.games.masho.state import ANKAN_MELD, HAND, MELD_TILES, MELDS, RIVER, SET_ASIDE
from toolkit.games.shiji.cards import KINDS, LAND_CARDS, LAND_SIZE, PACK
from toolkit.games.shiji.state import EMPTY, ROW
from toolkit.games.shishibo.cards import CARDS
from toolkit.games.shishibo.state import KOTSU_PHASE
from toolkit.replay.match import engine_of

#: Decisions after which a round counts as endless.
MOST_DECISIONS = 2000


class Board:
    """A round of a game in play, interpreted, with automatic players."""

    def __init__(self, name: str, players: int, rules: Mapping[str, object], seed: int) -> None:
        self.game: Game = games.get(name)
        self.engine: Any = engine_of(self.game)
        self.o = self.game.read_options(rules, players)
        self.out = [0] * self.game.most_legal
        self.seed = seed
        self.state: Any = self.game.State()
        self.engine.start_match(self.state, self.o, players)
        self.deal(0)

    def deal(self, number: int) -> None:
        """Begin another round with a new deal."""
        self.engine.start_round(self.state, self.o, number)
        self.engine.deal(self.state, self.o, stream_of(self.seed, number, DEAL))

    def decision(self, s: Any, kind: int, stream: list[int]) -> int:
        """The decision of a player of a kind."""
        seat = s.actor
        if kind == RANDOM:
            chosen = self.engine.pick(s, self.o, self.out, stream)
        else:
            chosen = self.engine.greedy(self.view(s, seat), self.o, seat, self.out, stream)
        return int(self.engine.complete(s, self.o, seat, chosen))

    def positions(self, kind: int) -> Iterator[Any]:
        """Every position of a round with a decision; players of ``kind`` go on from one to the next."""
        s = self.state
        stream = stream_of(self.seed, s.round, CHOICES)
        while not s.over:
            yield s
            self.engine.apply(s, self.o, s.actor, self.decision(s, kind, stream))

    def play_on(self, s: Any, kind: int, stream: list[int]) -> None:
        """Play a round to its end; every decision is checked."""
        decided = 0
        while not s.over:
            decision = self.decision(s, kind, stream)
            assert self.engine.check(s, self.o, s.actor, decision) == 0
            self.engine.apply(s, self.o, s.actor, decision)
            assert s.fault == 0
            decided += 1
            assert decided < MOST_DECISIONS

    def legal(self, s: Any) -> list[int]:
        """The legal decisions of the actor."""
        return self.out[: self.engine.legal(s, self.o, self.out)]

    def view(self, s: Any, seat: int) -> Any:
        """What a seat sees of a state."""
        made = copied(s)
        self.engine.hide(made, self.o, seat)
        return made

    def sample(self, view: Any, seat: int, number: int) -> Any:
        """A whole state made of a view."""
        made = copied(view)
        self.engine.resample(made, self.o, seat, stream_of(self.seed, number, CHOICES + seat))
        return made


def stream_of(seed: int, number: int, purpose: int) -> list[int]:
    """The start of a stream."""
    stream = [0] * STREAM_SIZE
    open_stream(stream, seed, 0, number, purpose)
    return stream


def copied(s: Any) -> Any:
    """A copy of a state, all but the recorded events; nothing is recorded in it."""
    made = type(s)()
    for entry in fields(s):
        if entry.name != "events":
            value = getattr(s, entry.name)
            setattr(made, entry.name, list(value) if isinstance(value, list) else value)
    made.log = 0
    return made


def recorded(s: Any) -> Any:
    """The state as a record of an array, which compiled rules work on."""
    states: Any = np.zeros(1, dtype_of(type(s)))
    for name, value in fields_of(s).items():
        states[0][name] = value
    return states[0]


def fields_of(s: Any) -> dict[str, Any]:
    """The fields of a state, all but the recorded events."""
    return {entry.name: getattr(s, entry.name) for entry in fields(s) if entry.name != "events"}


def assert_whole(name: str, s: Any) -> None:
    """Every card of the game is in one place."""
    {"shishibo": assert_whole_shishibo, "masho": assert_whole_masho, "shiji": assert_whole_shiji}[name](s)


def assert_whole_shishibo(s: Any) -> None:
    seats = [seat for seat in range(s.players) if seat != s.white]
    stock = [1 << card for card in s.stock[s.stock_at : s.n_stock]]
    turned = [1 << s.turned] if s.turned >= 0 else []
    in_play = [seat for seat in seats if s.remaining >> seat & 1]
    folded = [s.dealt[seat] for seat in seats if seat not in in_play]
    assert_pack([s.on_field, *s.captured, *s.hands, *stock, *turned, *(folded if s.phase < KOTSU_PHASE else [])])
    assert [hand.bit_count() for hand in s.hands] == s.held
    assert all(s.dealt[seat].bit_count() == 7 for seat in seats)
    assert all(s.hands[seat] & ~s.dealt[seat] == 0 for seat in seats)
    assert s.white < 0 or s.dealt[s.white] == s.dealt_field
    whole_stock = [1 << card for card in s.stock[: s.n_stock]]
    dealt = [s.dealt[seat] for seat in (seats if s.phase < KOTSU_PHASE else in_play)]
    assert_pack([s.dealt_field, *dealt, *whole_stock])
    if s.phase < KOTSU_PHASE:
        assert s.recorded or sorted(s.priority[:CARDS]) == list(range(CARDS))
    else:  # the folded hands were dealt from what is the stock now
        assert len(set(folded)) == len(folded)
        assert sum(folded) & ~sum(whole_stock) == 0
        assert sum(cards.bit_count() for cards in folded) == sum(folded).bit_count()


def assert_pack(parts: list[int]) -> None:
    """Sets of cards that have every card of the pack once."""
    assert sum(parts) == (1 << CARDS) - 1
    assert sum(cards.bit_count() for cards in parts) == CARDS


def assert_whole_masho(s: Any) -> None:
    gone: list[int] = []
    for seat in range(s.players):
        hand = s.hand[seat * HAND : seat * HAND + s.hand_n[seat]]
        assert hand == sorted(hand)
        assert s.drawn[seat] in (*hand, -1)
        gone += hand + s.set_aside[seat * SET_ASIDE : (seat + 1) * SET_ASIDE]
        gone += s.river[seat * RIVER : seat * RIVER + s.river_n[seat]]
        for at in range(seat * MELDS, seat * MELDS + s.meld_n[seat]):
            tiles = s.meld_tiles[at * MELD_TILES : (at + 1) * MELD_TILES]
            gone += tiles if s.meld_kind[at] == ANKAN_MELD else [*tiles[:2], s.meld_unseen[at]]
        assert_counts(s, seat, hand)
    gone = [tile for tile in gone if tile >= 0]
    assert len(gone) == s.wall_at
    assert sorted(gone) == sorted(s.wall[: s.wall_at])
    assert len(set(s.wall[: s.wall_size])) == s.wall_size == pack_size(s.players)
    assert min(s.wall[: s.wall_size]) >= 0


def assert_counts(s: Any, seat: int, hand: list[int]) -> None:
    kinds = Counter(tile // 45 * 9 + tile % 9 for tile in hand)
    assert s.counts[seat * 36 : seat * 36 + 36] == [kinds[kind] for kind in range(36)]
    heavens = Counter(tile // 45 for tile in hand)
    assert s.heavens[seat * 4 : seat * 4 + 4] == [heavens[heaven] for heaven in range(4)]
    assert s.quads[seat] == sum(count >= 4 for count in kinds.values())


def assert_whole_shiji(s: Any) -> None:
    for seat in range(2):
        hand, land = (cards[seat * KINDS : (seat + 1) * KINDS] for cards in (s.hand, s.land))
        assert min(hand + land) >= 0
        assert (sum(hand), sum(land)) == (s.hand_size[seat], s.land_size[seat])
        assert all(known <= held for known, held in zip(s.known[seat * KINDS :], hand, strict=False))
        counts = Counter(dict(enumerate(hand))) + Counter(dict(enumerate(land))) + Counter({0: s.merchant[seat]})
        places = range(seat * ROW + s.row_begin[seat], seat * ROW + s.row_end[seat])
        counts += Counter(s.row[place] for place in places if s.face[place] != EMPTY)
        assert [counts[kind] for kind in range(KINDS)] == list(PACK)
        if any(s.stack):
            stack = s.stack[seat * LAND_SIZE : (seat + 1) * LAND_SIZE]
            assert [stack.count(kind) for kind in range(KINDS)] == list(LAND_CARDS)
            rest = stack[s.stack_top[seat] :]
            assert [rest.count(kind) for kind in range(KINDS)] == land
