"""What a seat sees, and the greedy player: hidden cards change neither."""

import random
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from shishibo_table import ENGINE, GAME, Table, deal_of, match_of, options, say

from toolkit.engine.chance import DEAL, STREAM_SIZE, below, open_stream
from toolkit.engine.contract import FINE
from toolkit.games.shishibo.cards import CARDS, words_of
from toolkit.games.shishibo.state import MIZU_PHASE, MOST_STOCK, SHOW_PHASE, State
from toolkit.games.shishibo.yaku import teyaku_of
from toolkit.replay import Mode
from toolkit.simulate import Sampler


def copied(s: State) -> State:
    """A copy of a whole state."""
    made: Any = State()
    for entry in fields(s):
        value = getattr(s, entry.name)
        setattr(made, entry.name, list(value) if isinstance(value, list) else value)
    return made  # type: ignore[no-any-return]


def view_of(s: State, o: Any, seat: int) -> dict[str, Any]:
    """The fields of a seat's view."""
    view = copied(s)
    ENGINE.hide(view, o, seat)
    return {entry.name: getattr(view, entry.name) for entry in fields(view) if entry.name != "events"}


def with_other_hidden_cards(s: State, o: Any, seat: int, source: random.Random) -> State:
    """The same position for a seat, with everything that it does not see dealt anew."""
    made = copied(s)
    blind = s.phase == MIZU_PHASE and seat in s.queue[s.asked : s.n_queue]
    hidden = {other: s.hands[other] & ~s.known[other] for other in range(s.players) if other != seat or blind}
    unseen = [card for cards in hidden.values() for card in range(CARDS) if cards >> card & 1]
    stock = s.stock[s.stock_at : s.n_stock]
    unseen += stock
    source.shuffle(unseen)
    for other, cards in hidden.items():
        new = sum(1 << unseen.pop() for _ in range(cards.bit_count()))
        made.hands[other] = made.known[other] | new
        # Cards that were played, and those that are open, are seen to have been dealt.
        played = s.dealt[other] & ~s.hands[other] | made.hands[other]
        made.dealt[other] = played if s.remaining >> other & 1 or other == s.white else source.getrandbits(40)
    for index in range(len(stock)):
        made.stock[s.stock_at + index] = unseen.pop()
    source.shuffle(made.priority)
    return made


@given(st.integers(3, 7), st.integers(0, 2**40))
def test_what_a_seat_cannot_see_changes_neither_its_view_nor_the_greedy_player(players: int, seed: int) -> None:
    """SC-11, SC-14, SC-17, SC-18"""
    source = random.Random(seed)
    o = options()
    s = State()
    stream, out = [0] * STREAM_SIZE, [0] * GAME.most_legal
    open_stream(stream, seed, 0, 0, DEAL)
    ENGINE.start_match(s, o, players)
    ENGINE.start_round(s, o, 0)
    ENGINE.deal(s, o, stream)
    while not s.over:
        for seat in range(players):
            made = with_other_hidden_cards(s, o, seat, source)
            if s.phase != SHOW_PHASE:
                for other in range(players):
                    if other != seat and s.shown[other] == 0:
                        made.teyaku[other] = source.getrandbits(3)
            assert view_of(made, o, seat) == view_of(s, o, seat)
            if seat == s.actor:
                choices = []
                for state in (s, made):
                    view = copied(state)
                    ENGINE.hide(view, o, seat)
                    choices.append(ENGINE.greedy(view, o, seat, out, list(stream)))
                assert choices[0] == choices[1]
                assert ENGINE.check(s, o, seat, choices[0]) == FINE
        number = ENGINE.legal(s, o, out)
        ENGINE.apply(s, o, s.actor, out[below(stream, number)])


def test_a_hand_is_not_seen_before_its_player_has_looked() -> None:
    """SC-14"""
    match = match_of(deal_of(field="1K 2K 3K 4K 6K 7K"))
    assert view_of(match.state, match.options, 0)["hands"][:3] == [0, 0, 0]
    say(match, "look")
    assert view_of(match.state, match.options, 0)["hands"][:3] == [match.state.hands[0], 0, 0]
    assert view_of(match.state, match.options, 1)["hands"][:3] == [0, 0, 0]
    say(match, "mizu", "look")
    for seat in range(3):
        expected = [match.state.hands[other] if other == seat else 0 for other in range(3)]
        assert view_of(match.state, match.options, seat)["hands"][:3] == expected


def test_shown_cards_are_seen_by_all_and_hidden_teyaku_by_nobody() -> None:
    """SC-17"""
    hands = ["1H 1K 1K 2K 5S 8H 9T", "12K 12K 12K 2K 3S 4S 5T", ""]
    for word, seen in (("show", "1H 1K 1K"), ("hide", "")):
        table = Table(hands, asking_kotsu=True).push("p1 nashi", "p2 nashi", "p3 nashi", f"p1 {word}")
        view = view_of(table.s, table.o, 2)
        assert " ".join(words_of(view["hands"][0])) == seen
        assert bool(view["teyaku"][0]) == (word == "show")
        assert view["hands"][1] == 0
        assert view["teyaku"][1] == 0


def test_nobody_knows_who_will_be_asked_to_show_later() -> None:
    """SC-17"""
    one = "1H 1K 1S 2K 5S 8H 9T"
    views = []
    for other in ("12K 12K 12K 3S 4S 5T 6S", "12K 12K 11M 3S 4S 5T 6S"):
        table = Table([one, other, ""], asking_kotsu=True).push("p1 nashi", "p2 nashi", "p3 nashi")
        assert table.legal() == ["p1 show", "p1 hide"]
        views.append(view_of(table.s, table.o, 2))
    assert views[0] == views[1]


def test_the_stock_is_never_seen() -> None:
    """SC-18"""
    match = match_of(deal_of(field="1K 2K 3K 4K 6K 7K"))
    say(match, "look", "look", "look")
    view = view_of(match.state, match.options, 1)
    assert view["stock"] == [-1] * MOST_STOCK
    assert set(view["priority"]) == {-1}
    assert view["n_stock"] == 21


def test_hidden_teyaku_stay_hidden_after_the_round() -> None:
    """SC-17"""
    table = Table(["3K", "", ""], field="3S", captured=["1S 2S", "", ""], stock="9K")
    table.s.teyaku[1] = 0b10
    table.s.shown[1] = 2
    table.push("p1 play 3K 3S")
    assert table.s.over
    assert table.s.seat_features[8 + 4] == 50
    assert view_of(table.s, table.o, 0)["seat_features"][8 + 4] == -1
    assert view_of(table.s, table.o, 1)["seat_features"][8 + 4] == 50


@pytest.mark.parametrize("players", range(4, 8))
def test_greedy_players_do_not_raise_the_stake_for_ever(players: int) -> None:
    """SC-15: good hands all round end in a fold after some passes"""
    sampler = Sampler("shishibo", ["greedy"] * players, 1, rules={"rounds": 20}, mode=Mode.COMPILED)
    longest = max(len(each.moves) for record in sampler.records(20) for each in record.rounds)
    assert 45 < longest < GAME.most_moves


def test_greedy_says_show_and_never_raises_blind() -> None:
    sampler = Sampler("shishibo", ["greedy"] * 5, 3, rules={"rounds": 12})
    words = {token.split()[1] for record in sampler.records(6) for each in record.rounds for token in each.moves}
    assert words == {"look", "in", "out", "kotsu", "nashi", "show", "play", "flip"}


@pytest.mark.parametrize("players", [3, 5])
def test_greedy_beats_random(players: int) -> None:
    """Seats rotate; a greedy player at a table of random ones wins more rounds than its share."""
    won = played = 0
    for seat in range(players):
        kinds = ["greedy" if place == seat else "random" for place in range(players)]
        sampler = Sampler("shishibo", kinds, 99, rules={"rounds": 100}, mode=Mode.COMPILED)
        for record in sampler.records(3):
            for each in record.rounds:
                assert each.result is not None
                if each.result.reason != "redeal" and each.result.points[seat]:
                    played += 1
                    won += each.result.points[seat] > 0
    assert played > 250
    interval = binomtest(won, played).proportion_ci(0.999, method="wilson")
    assert interval.low > 1 / 3 + 0.05, "three play a round"


def test_a_teyaku_is_of_the_hand_as_it_was_dealt() -> None:
    """SC-30"""
    hand = "1K 1K 2K 2K 5K 7K 12K"
    table = Table([hand, "", ""], asking_kotsu=True, stock="9K 9K")
    assert table.s.teyaku[0] == teyaku_of(table.s.hands[0], table.o)
    table.push("p1 nashi", "p2 nashi", "p3 nashi", "p1 show", "p1 play 1K")
    assert table.s.teyaku[0] == 0b100
