"""What holds in every round: conservation, zero sums, and exactly the legal decisions are accepted."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shishibo_table import ENGINE, GAME

from toolkit.engine.chance import DEAL, STREAM_SIZE, below, open_stream
from toolkit.engine.contract import FINE, FIRST_FAULT, WRONG_ACTOR
from toolkit.games.shishibo.cards import CARDS, KIND, NO_CARD
from toolkit.games.shishibo.decisions import CAPTURED_AT, COUNT_AT, FLIP, PLAY, TOO_MANY, VERBS, with_card
from toolkit.games.shishibo.state import FIELD, FLIP_PHASE, HAND, MOST_EVENTS, PLAY_PHASE, State

WHOLE = (1 << CARDS) - 1


def drawn_options() -> st.SearchStrategy[dict[str, object]]:
    """Options of every kind."""
    return st.fixed_dictionaries(
        {"rounds": st.just(3)},
        optional={
            **{
                name: st.integers(0, 1000)
                for name in ("points_hikari", "points_kasu", "points_sanbon", "points_getashi")
            },
            **{name: st.integers(1, 100) for name in ("mult_shiko", "mult_akatan", "mult_aotan")},
            "uchikiri_combine": st.sampled_from(["product", "max"]),
            "fuke_limit": st.sampled_from([-1, 0, 15, 60, 270]),
            "willow_kasu_counts": st.booleans(),
            "redeal_field_triple": st.booleans(),
            "show": st.sampled_from(["choice", "always"]),
            "max_passes": st.integers(0, 3),
        },
    )


def cards_now(s: State) -> list[int]:
    """The sets of cards that must be disjoint and together the pack."""
    places = [s.on_field, *s.hands[: s.players], *s.captured[: s.players]]
    if s.turned >= 0:
        places.append(1 << s.turned)
    if s.phase >= PLAY_PHASE or s.places[0] >= 0:
        places += [1 << s.stock[index] for index in range(s.stock_at, s.n_stock)]
    return places


def assert_conserved(s: State) -> None:
    """48 cards, each in one place (SC-20); folded hands are in the stock once three remain."""
    places = cards_now(s)
    if s.places[0] < 0:
        places += [1 << s.stock[index] for index in range(s.n_stock)]
        folded = sum(s.dealt[seat] for seat in range(s.players) if not s.hands[seat] and seat != s.white)
        places.append(folded)
    together = 0
    for each in places:
        assert together & each == 0
        together |= each
    assert together == WHOLE
    for seat in range(s.players):
        assert s.held[seat] == s.hands[seat].bit_count()
        assert s.known[seat] & ~s.hands[seat] == 0


def readable(s: State) -> set[int]:
    """Every decision that a token of the present phase can spell, lists of up to three cards of the month.

    Cards of other months than the played one are sampled by the first card of each month, which may_place treats
    alike.
    """
    found = {with_card(verb, NO_CARD) for verb in range(len(VERBS))}
    kinds = sorted(set(KIND[:CARDS]))
    for verb, card in product((PLAY, FLIP), kinds):
        found.add(with_card(verb, card))
        month = [kind for kind in kinds if kind // 4 == card // 4]
        other = [(card // 4 * 4 + 4) % CARDS, 48]
        for count in (1, 2, 3):
            for captured in product(month + (other if count == 1 else []), repeat=count):
                decision = with_card(verb, card) | count << COUNT_AT
                for index, each in enumerate(captured):
                    decision |= each << (CAPTURED_AT + 6 * index)
                found.add(decision)
        found.add(with_card(verb, card) | TOO_MANY << COUNT_AT)
    return found


ALL_READABLE = readable(State())


def walk(players: int, rules: dict[str, object], seed: int, visit: Any) -> State:
    """Play three rounds at random and call ``visit`` with every position and its legal decisions."""
    o = GAME.read_options(rules, players)
    s = State()
    s.log = 1
    stream, out = [0] * STREAM_SIZE, [0] * GAME.most_legal
    ENGINE.start_match(s, o, players)
    for number in range(3):
        ENGINE.start_round(s, o, number)
        open_stream(stream, seed, 0, number, DEAL)
        ENGINE.deal(s, o, stream)
        while not s.over:
            legal = out[: ENGINE.legal(s, o, out)]
            visit(s, o, legal)
            s.move += 1
            ENGINE.apply(s, o, s.actor, legal[below(stream, len(legal))])
        visit(s, o, [])
        ENGINE.end_round(s, o)
        if s.match_over:
            break
    return s


@given(st.integers(3, 7), drawn_options(), st.integers(0, 2**40))
def test_48_cards_are_conserved_after_every_decision(players: int, rules: dict[str, object], seed: int) -> None:
    """SC-20"""

    def visit(s: State, o: Any, legal: list[int]) -> None:
        assert_conserved(s)
        if s.over and GAME.reasons[s.reason] in ("points", "fuke"):
            assert s.on_field == 0
            assert sum(s.captured) == WHOLE
        if s.over:
            assert s.n_events < MOST_EVENTS
            assert s.move <= GAME.most_moves

    walk(players, rules, seed, visit)


@given(st.integers(3, 7), drawn_options(), st.integers(0, 2**40))
def test_the_points_of_every_round_sum_to_zero(players: int, rules: dict[str, object], seed: int) -> None:
    """SC-43"""

    def visit(s: State, o: Any, legal: list[int]) -> None:
        assert sum(s.points) == 0
        if s.over and s.winner >= 0:
            amount = s.stake * s.multiplier
            paid = {seat: -amount for seat in s.places}
            paid[s.winner] = 2 * amount
            assert s.points[:players] == [paid.get(seat, 0) for seat in range(players)]

    walk(players, rules, seed, visit)


@settings(max_examples=6)
@given(st.integers(3, 7), drawn_options(), st.integers(0, 2**40))
def test_exactly_the_legal_decisions_are_accepted(players: int, rules: dict[str, object], seed: int) -> None:
    """Every decision that a record can spell is asked, in every position."""
    count = 0

    def visit(s: State, o: Any, legal: list[int]) -> None:
        nonlocal count
        count += 1
        if s.over or count % 5:
            return
        accepted = set()
        for decision in ALL_READABLE:
            code = ENGINE.check(s, o, s.actor, decision)
            if code == FINE:
                accepted.add(decision)
            else:
                assert code == FIRST_FAULT + s.phase
        assert accepted == set(legal)
        assert len(legal) == len(set(legal))
        assert legal
        for seat in range(players):
            if seat != s.actor:
                assert ENGINE.check(s, o, seat, legal[0]) == WRONG_ACTOR

    walk(players, rules, seed, visit)


@given(st.integers(3, 7), drawn_options(), st.integers(0, 2**40))
def test_every_legal_decision_has_a_token_that_reads_back(players: int, rules: dict[str, object], seed: int) -> None:
    """Tokens"""

    def visit(s: State, o: Any, legal: list[int]) -> None:
        for decision in legal:
            assert GAME.parse(GAME.write(s.actor, decision), players) == (s.actor, decision)

    walk(players, rules, seed, visit)


@pytest.mark.parametrize("players", range(3, 8))
def test_a_round_fits_into_the_room_that_the_game_names(players: int) -> None:
    most = 0

    def visit(s: State, o: Any, legal: list[int]) -> None:
        nonlocal most
        most = max(most, len(legal))
        if s.over:
            codes = [0] * GAME.most_deal
            assert ENGINE.get_deal(s, o, codes, 0) <= FIELD + 7 * HAND + 42 <= GAME.most_deal

    for seed in range(20):
        walk(players, {"rounds": 3}, seed, visit)
    assert 7 < most <= GAME.most_legal
    assert FLIP_PHASE > PLAY_PHASE
