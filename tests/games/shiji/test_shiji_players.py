"""The greedy player: sensible, legal, and blind to what its seat does not see."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shiji_table import Table, options, table_of
from shiji_variants import VARIANTS

from toolkit.engine.chance import STREAM_SIZE, below, open_stream
from toolkit.engine.state import copy_state
from toolkit.games.shiji import GAME
from toolkit.games.shiji.appraisal import CERTAIN, chance_of_none, chance_unanswered
from toolkit.games.shiji.cards import KINDS, LAND_SIZE
from toolkit.games.shiji.listing import pick
from toolkit.games.shiji.players import greedy
from toolkit.games.shiji.rules import begin_match, begin_round, deal
from toolkit.games.shiji.state import State
from toolkit.games.shiji.views import hide

ROOM = [0] * GAME.most_legal


def stream_of(seed: int) -> list[int]:
    stream = [0] * STREAM_SIZE
    open_stream(stream, seed, 0, 0, 1)
    return stream


def choice(table: Table, seed: int = 1) -> str:
    """What the greedy player does, from its view."""
    states = [table.s, State()]
    copy_state(states, 1, 0)
    seat = table.s.actor
    hide(states[1], table.o, seat)
    return GAME.write(seat, greedy(states[1], table.o, seat, ROOM, stream_of(seed)))


def test_it_goes_out_when_it_can() -> None:
    assert choice(table_of(hands=("78", "012345"), markets=("", "45"))) in ("p1 place 78", "p1 place 87")


def test_it_lays_thunder() -> None:
    assert choice(table_of(hands=("001", "012345"), merchants=(False, True))) == "p1 place 100"


def test_it_releases_thunder() -> None:
    table = table_of(hands=("001", "00"), merchants=(False, False)).play("p1 place 100")
    assert choice(table) == "p2 place 00"


def test_it_does_not_keep_two_cards_with_a_star() -> None:
    table = table_of(hands=("789朝", "012345"), markets=("", "45"))
    assert "朝" in choice(table)


def test_it_does_not_lay_goods_that_rot_its_hand() -> None:
    table = table_of(hands=("0112556899", "0123"), markets=("34", "12"))
    assert choice(table) not in ("p1 place 55", "p1 place 56")


def test_it_does_not_lay_goods_that_its_land_cannot_reward() -> None:
    table = table_of(hands=("556829", "012345"), markets=("34", "51"), lands=("1", "6"))
    assert choice(table) != "p1 place 55"


def test_it_veils_goods_that_would_ruin_its_next_lay() -> None:
    table = table_of(hands=("923456", "0123"), markets=("6791", "89"), lands=("7", "66"))
    assert choice(table) == "p1 veil 91"


def test_it_keeps_a_star_to_cancel_with() -> None:
    table = table_of(hands=("6789朝2", "012345"), markets=("", "45"))
    assert "朝" not in choice(table)


def test_its_hand_has_digits_for_pairs_and_a_star_or_two() -> None:
    for seed in range(20):
        table = Table(new_state(), options())
        cards = choice(table, seed).split()[2]
        stars = sum(not card.isdigit() for card in cards)
        assert len(cards) == 6
        assert 1 <= stars <= 3


def new_state(o: Any = None, seed: int = 1) -> State:
    o = o or options()
    s = State()
    s.players = 2
    begin_match(s, o)
    begin_round(s, o)
    deal(s, o, stream_of(seed))
    return s


@given(st.sampled_from(VARIANTS), st.integers(0, 2**40))
@settings(max_examples=80, deadline=None)
def test_whatever_it_chooses_is_legal(rules: dict[str, Any], seed: int) -> None:
    o = options(**rules)
    table, stream = Table(new_state(o, seed), o), stream_of(seed)
    while not table.s.over:
        if below(stream, 3) == 0:
            table.play(GAME.write(table.s.actor, pick(table.s, o, ROOM, stream)))
        else:
            table.play(choice(table, seed))


def reshuffle_hidden(s: State, seat: int, stream: list[int]) -> None:
    """Give the opponent another hand of the same size from the cards that ``seat`` cannot see, restack the decks."""
    other = 1 - seat
    cards = []
    for kind in range(KINDS):
        at = other * KINDS + kind
        cards += [kind] * (s.hand[at] + s.land[at])
        s.hand[at] = s.land[at] = 0
    for index in range(len(cards)):
        swap = index + below(stream, len(cards) - index)
        cards[index], cards[swap] = cards[swap], cards[index]
    for index, kind in enumerate(cards):
        (s.hand if index < s.hand_size[other] else s.land)[other * KINDS + kind] += 1
    for player in (0, 1):
        left = s.stack[player * LAND_SIZE + s.stack_top[player] : (player + 1) * LAND_SIZE]
        s.stack[player * LAND_SIZE + s.stack_top[player] : (player + 1) * LAND_SIZE] = left[::-1]


@given(st.sampled_from(VARIANTS), st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_other_hidden_cards_do_not_change_its_choice(rules: dict[str, Any], seed: int) -> None:
    o = options(**rules)
    table, stream = Table(new_state(o, seed), o), stream_of(seed)
    while not table.s.over:
        if not o.handless:
            states = [table.s, State()]
            copy_state(states, 1, 0)
            reshuffle_hidden(states[1], table.s.actor, stream)
            assert choice(Table(states[1], o), seed) == choice(table, seed)
        table.play(GAME.write(table.s.actor, pick(table.s, o, ROOM, stream)))


def test_the_chance_of_an_answer_counts_stars_and_better_digits() -> None:
    assert chance_of_none(0, 10, 3) == CERTAIN
    assert chance_of_none(8, 10, 3) == 0
    assert chance_of_none(1, 4, 2) == CERTAIN // 2
    table = table_of(hands=("99", "12"), lands=("", "34"))
    assert chance_unanswered(table.s, table.o, 1, 98) == CERTAIN
    assert chance_unanswered(table.s, table.o, 1, 11) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_its_own_cards_and_of_the_others_only_how_many(seat: int) -> None:
    table = table_of(hands=("3578朝X", "012345"), markets=("(46)17", "9(46)7"))
    before = [table.s.hand[seat * KINDS + kind] for kind in range(KINDS)]
    both = table.cards(1 - seat)
    hide(table.s, table.o, seat)
    assert [table.s.hand[seat * KINDS + kind] for kind in range(KINDS)] == before
    assert table.hands[1 - seat] == ""
    assert table.s.hand_size == [6, 6]
    assert table.cards(1 - seat) == both
    board = GAME.board(table.s, table.o, ("Aoi", "Ren"), seat)
    assert board.seats[1 - seat].hand is None
    assert board.seats[seat].hand is not None
