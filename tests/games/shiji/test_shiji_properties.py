"""What holds in every game, whatever is chosen."""

from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shiji_table import Table, full_stack, options, table_of
from shiji_variants import VARIANTS

from toolkit.engine.chance import STREAM_SIZE, open_stream
from toolkit.games.shiji import GAME
from toolkit.games.shiji.cards import KINDS, NAMES, PACK
from toolkit.games.shiji.choices import choice_at, count_choices, list_choices
from toolkit.games.shiji.decisions import DRAW
from toolkit.games.shiji.listing import count_legal, pick
from toolkit.games.shiji.rules import begin_match, begin_round, deal, get_deal
from toolkit.games.shiji.state import LAY, MOST_EVENTS, State

ROOM = [0] * GAME.most_legal
SEEDS = st.integers(0, 2**40)
#: Longer lists (choices of many cards) are compared by their numbers, see the tests of choices below.
MOST_COMPARED = 800
RULES = st.sampled_from(VARIANTS)


def stream_of(seed: int) -> list[int]:
    stream = [0] * STREAM_SIZE
    open_stream(stream, seed, 0, 0, 1)
    return stream


def begin(rules: dict[str, Any], seed: int) -> tuple[Table, list[int]]:
    o = options(**rules)
    s = State()
    s.players = 2
    begin_match(s, o)
    begin_round(s, o)
    s.log = 1
    stream = stream_of(seed)
    deal(s, o, stream)
    return Table(s, o), stream


@given(RULES, SEEDS)
@settings(max_examples=100, deadline=None)
def test_every_card_stays_with_its_player_after_every_decision(rules: dict[str, Any], seed: int) -> None:
    table, stream = begin(rules, seed)
    while not table.s.over:
        for seat in (0, 1):
            assert table.cards(seat) == list(PACK)
            assert table.s.hand_size[seat] == len(table.hands[seat])
            assert table.s.land_size[seat] == len(table.land(seat))
            assert table.s.veiled[seat] == table.s.face[seat * 64 : seat * 64 + 64].count(2)
        table.play(GAME.write(table.s.actor, pick(table.s, table.o, ROOM, stream)))
    for seat in (0, 1):
        assert table.cards(seat) == list(PACK)


@given(RULES, SEEDS)
@settings(max_examples=60, deadline=None)
def test_what_is_listed_is_exactly_what_is_accepted(rules: dict[str, Any], seed: int) -> None:
    table, stream = begin(rules, seed)
    while not table.s.over:
        seat = f"p{table.s.actor + 1}"
        if count_legal(table.s, table.o, ROOM) < MOST_COMPARED:
            listed = table.legal()
            assert len(listed) == len(set(listed)) == count_legal(table.s, table.o, ROOM)
            assert all(table.code(token) == 0 for token in listed)
            accepted = {token for token in tokens_to_try(seat, table) if table.code(token) == 0}
            assert accepted == {token for token in listed if token in accepted or is_tried(token)}
        table.play(GAME.write(table.s.actor, pick(table.s, table.o, ROOM, stream)))


def is_tried(token: str) -> bool:
    """Whether ``tokens_to_try`` would have tried a legal token."""
    _, verb, *cards = token.split()
    return verb in ("place", "recover", "pass", "veil") or (verb == "draw" and len(cards[0]) <= 2)


def tokens_to_try(seat: str, table: Table) -> set[str]:
    """All lays, recoveries and passes, all draws of one or two cards, and veils of any goods in the row."""
    tokens = {f"{seat} place {front}{back}" for front, back in product(NAMES, NAMES)}
    tokens |= {f"{seat} place 100", f"{seat} pass"} | {f"{seat} recover {card}" for card in NAMES}
    tokens |= {f"{seat} draw {card}" for card in NAMES}
    tokens |= {f"{seat} draw {first}{second}" for first, second in combinations_with_replacement(NAMES, 2)}
    if table.s.phase == LAY:
        row = table.market(table.s.actor).replace("(", "").replace(")", "")
        near = row[:4] if table.o.placement else row[-4:]
        words = {near[at : at + length] for length in (2, 3) for at in range(len(near) - length + 1)}
        words = {word for word in words if "_" not in word}
        tokens |= {f"{seat} veil {word}" for word in words}
        tokens |= {GAME.write(*GAME.parse(f"{seat} veil {a} {b}", 2)) for a, b in permutations(words, 2)}
        # Names that read the same both ways are legal in either order; the list has market order.
        tokens -= {f"{seat} veil {b} {a}" for a, b in permutations(words, 2) if near.find(a) < near.find(b)} - {
            f"{seat} veil {a} {b}" for a, b in permutations(words, 2) if near.find(a) < near.find(b)
        }
    return tokens


@given(RULES, SEEDS)
@settings(max_examples=60, deadline=None)
def test_every_token_that_is_written_reads_back_as_the_same_decision(rules: dict[str, Any], seed: int) -> None:
    table, stream = begin(rules, seed)
    while not table.s.over:
        decision = pick(table.s, table.o, ROOM, stream)
        token = GAME.write(table.s.actor, decision)
        assert GAME.parse(token, 2) == (table.s.actor, decision)
        table.play(token)


@given(RULES, SEEDS)
@settings(max_examples=100, deadline=None)
def test_a_game_ends_with_one_winner_or_a_draw_and_fits_its_buffers(rules: dict[str, Any], seed: int) -> None:
    table, stream = begin(rules, seed)
    moves = 0
    while not table.s.over:
        table.play(GAME.write(table.s.actor, pick(table.s, table.o, ROOM, stream)))
        moves += 1
    assert table.points in ([1, -1], [-1, 1], [0, 0])
    assert moves < GAME.most_moves
    assert table.s.n_events < MOST_EVENTS // 2
    assert [text for _, _, text in table.events("end")] == [table.reason]


SUPPLY = st.lists(st.integers(0, 2), min_size=KINDS, max_size=KINDS)


@given(SUPPLY, st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_choices_of_cards_are_counted_listed_and_numbered_alike(supply: list[int], size: int) -> None:
    expected = [
        cards
        for cards in combinations_with_replacement(range(KINDS), size)
        if all(cards.count(kind) <= supply[kind] for kind in cards)
    ]
    assert count_choices(supply, 0, size) == len(expected)
    list_choices(supply, 0, size, DRAW, ROOM, 0)
    for index, cards in enumerate(expected):
        token = f"p1 draw {''.join(NAMES[kind] for kind in cards)}"
        assert GAME.write(0, ROOM[index]) == token
        assert DRAW | choice_at(supply, 0, size, index) == ROOM[index]


def test_the_longest_list_fits_the_room_for_it() -> None:
    most = max(
        sum(
            count_choices([2] * doubles + [1] * singles + [0] * (KINDS - doubles - singles), 0, k) for k in range(1, 19)
        )
        for doubles in range(10)
        for singles in range(KINDS - doubles + 1)
        if 2 * doubles + singles <= 18
    )
    assert most + 15 * 15 + 8 < GAME.most_legal


def test_a_random_hand_is_uniform() -> None:
    table, stream = begin({}, 5)
    counts = [0] * 15
    for _ in range(4000):
        cards = GAME.write(0, pick(table.s, table.o, ROOM, stream)).split()[2]
        for card in set(cards):
            counts[NAMES.index(card)] += 1
    tokens = table.legal("hand")
    for kind, name in enumerate(NAMES):
        share = sum(name in token.split()[2] for token in tokens) / len(tokens)
        assert abs(counts[kind] / 4000 - share) < 0.05


@pytest.mark.parametrize("seed", range(3))
def test_a_deck_is_dealt_written_and_read_back(seed: int) -> None:
    table, _ = begin({"source": "deck"}, seed)
    out = [0] * GAME.most_deal
    assert get_deal(table.s, table.o, out, 0) == 48
    written = GAME.write_deal(out, 2, table.o)
    assert GAME.read_deal(written, 2, table.o) == out
    assert sorted(out[:24]) == full_stack("")


def test_recoveries_are_listed_by_kind() -> None:
    table = table_of(hands=("X123", "0345"), markets=("", "1(28)99(64)7")).play("p1 place X1")
    assert table.legal() == ["p2 recover 2", "p2 recover 4", "p2 recover 6", "p2 recover 8"]
