"""Hidden cards of 猪牡忠臣 dealt anew: each possible arrangement is as likely as any other."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hidden_cards import Board, copied, fields_of, stream_of
from scipy.stats import chisquare
from shishibo_table import ENGINE, GAME, deal_of, match_of, say

from toolkit.engine.contract import RANDOM
from toolkit.games.shishibo.cards import CARDS, mask_of, words_of
from toolkit.games.shishibo.sampling import agrees, resample
from toolkit.games.shishibo.state import HIDDEN, PLAY_PHASE, SHOWN
from toolkit.games.shishibo.yaku import teyaku_of
from toolkit.replay.match import Match

PACK = (1 << CARDS) - 1


def last_turns(players: int, wanted: int, seed: int) -> tuple[Board, Any, int]:
    """A position before the last three turns with a 手役 that was said to be ``wanted``, and another player's seat."""
    while True:
        board = Board("shishibo", players, {}, seed)
        for s in board.positions(RANDOM):
            if s.phase == PLAY_PHASE and s.held[s.actor] == 1 and s.actor == s.places[0]:
                for seat in s.places:
                    if any(s.shown[other] == wanted for other in s.places if other != seat):
                        return board, copied(s), seat
        seed += 1


def arrangement(s: Any, seat: int) -> tuple[int, ...]:
    """Who has which card, and in which order the stock lies."""
    return (*(s.hands[other] for other in s.places if other != seat), *s.stock[s.stock_at : s.n_stock])


def possible(board: Board, view: Any, seat: int) -> set[tuple[int, ...]]:
    """Every arrangement that the seat cannot rule out: all orders of the unseen cards are tried."""
    seen = (
        view.on_field | sum(view.captured) | view.hands[seat] | sum(1 << card for card in view.stock[: view.stock_at])
    )
    others = [other for other in view.places if other != seat]
    for other in others:
        seen |= view.known[other]
    unseen = [card for card in range(CARDS) if (PACK & ~seen) >> card & 1]
    found = set()
    for order in permutations(unseen):
        made = copied(view)
        at = 0
        for other in others:
            for _ in range(view.held[other] - view.known[other].bit_count()):
                made.hands[other] |= 1 << order[at]
                made.dealt[other] |= 1 << order[at]
                at += 1
        made.stock[made.stock_at : made.n_stock] = order[at:]
        if all(agrees(made, board.o, other) for other in others):
            found.add(arrangement(made, seat))
    return found


@pytest.mark.parametrize(("wanted", "seed"), [(HIDDEN, 1), (HIDDEN, 500), (SHOWN, 1), (SHOWN, 700)])
def test_every_arrangement_that_agrees_with_what_was_said_is_equally_likely(wanted: int, seed: int) -> None:
    """SC-17, SC-18"""
    board, s, seat = last_turns(3, wanted, seed)
    view = board.view(s, seat)
    expected = possible(board, view, seat)
    assert arrangement(s, seat) in expected
    count = 30 * len(expected)
    found = Counter(arrangement(board.sample(view, seat, number), seat) for number in range(count))
    assert set(found) <= expected
    if len(expected) > 1:
        assert chisquare([found[each] for each in sorted(expected)]).pvalue > 0.001


def test_some_arrangements_are_ruled_out_by_what_was_said() -> None:
    """SC-17: the hidden 手役 of p1 needs a certain card, or has it already"""
    sizes = set()
    for seed in range(1, 3000, 250):
        board, s, seat = last_turns(3, HIDDEN, seed)
        sizes.add(len(possible(board, board.view(s, seat), seat)))
    assert len(sizes) > 1
    assert min(sizes) < 120


def test_hands_are_dealt_evenly_before_the_first_card() -> None:
    """SC-11, SC-14: of five players one folds; a seat that has not looked does not know its own hand either"""
    board = Board("shishibo", 5, {}, 3)
    s = board.state
    view = board.view(s, s.actor)
    places = Counter[tuple[str, int]]()
    card = (PACK & ~s.dealt_field).bit_length() - 1
    for number in range(3000):
        made = board.sample(view, s.actor, number)
        for seat in range(5):
            if made.hands[seat] >> card & 1:
                places["hand", seat] += 1
        if card in made.stock[: made.n_stock]:
            places["stock", made.stock.index(card)] += 1
    weights = [(("hand", seat), 7) for seat in range(5)] + [(("stock", index), 1) for index in range(7)]
    assert sum(places.values()) == 3000
    observed = [places[place] for place, _ in weights]
    assert chisquare(observed, [3000 * weight / 42 for _, weight in weights]).pvalue > 0.001


def asking(first: str, second: str = "", third: str = "") -> Match:
    """A round of three in which 手役 are asked for."""
    match = match_of(deal_of(hands=(first, second, third), field="4K 4S 6K 9K 10K 10S"))
    say(match, "look", "look", "look", "nashi", "nashi", "nashi")
    return match


def sample(match: Match, seat: int, number: int) -> Any:
    made = copied(match.state)
    ENGINE.hide(made, match.options, seat)
    resample(made, match.options, seat, stream_of(1, number, 1))
    return made


def test_who_was_not_asked_has_no_teyaku_and_who_is_asked_has_some() -> None:
    """SC-17"""
    hands = "1H 1K 1S 2K 5S 8H 9T", "12K 12K 11M 3S 4T 5T 6S", "11S 11T 11K 2S 3K 7T 8T"
    match = asking(*hands)
    assert match.turn == "p1"
    queues = Counter[int]()
    for number in range(60):
        made = sample(match, 0, number)
        queues[made.n_queue] += 1
        assert made.queue[: made.n_queue] == [0, *(seat for seat in (1, 2) if made.teyaku[seat])]
    assert set(queues) == {1, 2, 3}
    say(match, "hide")
    assert match.turn == "p3"
    for number in range(60):
        made = sample(match, 0, number)
        assert teyaku_of(made.dealt[1], match.options) == 0
        assert teyaku_of(made.dealt[2], match.options) == made.teyaku[2] != 0
        made = sample(match, 1, number)
        assert made.teyaku[0] != 0
        assert made.teyaku[2] != 0


def test_shown_cards_stay_where_they_are() -> None:
    """SC-17: an open 三本 stays in the hand, and the other cards of the hand make no further 手役"""
    match = asking("1H 1K 1S 2K 5S 8H 9T")
    say(match, "show")
    for number in range(60):
        made = sample(match, 1, number)
        assert made.known[0] == mask_of("1H 1K 1S")
        assert made.hands[0] & made.known[0] == made.known[0]
        assert teyaku_of(made.hands[0], match.options) == match.state.teyaku[0] == made.teyaku[0]


def test_a_recorded_round_can_be_played_on_from_before_three_remain() -> None:
    """SC-11: a recorded stock has the folded hands in it; other hands have another stock"""
    simulated = Board("shishibo", 5, {}, 11)
    table = simulated.state
    codes = [0] * GAME.most_deal
    simulated.play_on(table, RANDOM, stream_of(11, 0, 1))
    count = simulated.engine.get_deal(table, simulated.o, codes, 0)
    recorded = Board("shishibo", 5, {}, 11)
    recorded.engine.start_round(recorded.state, recorded.o, 0)
    recorded.engine.set_deal(recorded.state, recorded.o, codes, count)
    fresh = Board("shishibo", 5, {}, 11)
    for seat in range(5):
        view = recorded.view(recorded.state, seat)
        assert fields_of(view) == fields_of(fresh.view(fresh.state, seat))
        for number in range(5):
            made = recorded.sample(view, seat, number)
            recorded.play_on(made, RANDOM, stream_of(1, number, 9))
            assert sum(made.points) == 0


def test_a_round_that_was_played_on_makes_a_record_that_replays() -> None:
    """SC-11: open cards of the stock stay in their order, and the cards that were played in their hands"""
    match = match_of(deal_of(field="1K 2K 3K 4K 6K 7K"))
    say(match, "look", "look", "look", "nashi", "nashi", "nashi")
    board = Board("shishibo", 3, {}, 1)
    while not match.state.over and match.state.held[2] > 3:
        match.push(match.legal()[0])
    made = copied(match.state)
    ENGINE.hide(made, match.options, 0)
    resample(made, match.options, 0, stream_of(5, 1, 1))
    tokens = list(match.moves)
    codes = [0] * GAME.most_deal
    deal = GAME.write_deal(codes[: ENGINE.get_deal(made, match.options, codes, 0)], 3, match.options)
    again = match_of(deal)
    for token in tokens:
        again.push(token)
    assert [words_of(hand) for hand in again.state.hands] == [words_of(hand) for hand in made.hands]
    board.play_on(made, RANDOM, stream_of(5, 2, 1))
    assert sum(made.points) == 0
