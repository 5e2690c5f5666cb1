"""The deal, redeals and the stake: SC-10 to SC-13."""

from collections import Counter
from typing import Any

import pytest
from shishibo_table import ENGINE, GAME, NAMES, PACK, Deal, deal_of, match_of, options, play_out, played_by, say

from toolkit.engine.chance import DEAL, STREAM_SIZE, open_stream
from toolkit.games.game import DealError
from toolkit.games.shishibo.cards import words_of
from toolkit.games.shishibo.state import State
from toolkit.replay.match import Match

PLAYERS = range(3, 8)


def cards_of(deal: Deal, players: int) -> Counter[str]:
    """All cards of a deal; the field of seven players stands among the hands already."""
    field = [] if players == 7 else deal["field"]
    return Counter([*field, *(card for hand in deal["hands"] for card in hand), *deal["stock"]])


# SC-10


@pytest.mark.parametrize("players", [1, 2, 8])
def test_three_to_seven_players_take_part(players: int) -> None:
    """SC-10"""
    with pytest.raises(ValueError, match=f"{players} players"):
        Match("shishibo", [f"n{seat}" for seat in range(players)])


def test_a_year_has_twelve_rounds() -> None:
    """SC-10"""
    match = Match("shishibo", NAMES[:3])
    while not match.is_over:
        match.deal(seed=4)
        play_out(match)
    assert sum(each.result is not None and each.result.reason != "redeal" for each in match.rounds) == 12


@pytest.mark.parametrize("rounds", [1, 25])
def test_the_rounds_of_a_year_are_an_option(rounds: int) -> None:
    """SC-10"""
    match = match_of(rounds=rounds)
    count = 0
    while not match.is_over:
        match.deal(seed=count)
        play_out(match)
        count += match.rounds[-1].result is not None and match.rounds[-1].result.reason != "redeal"
    assert count == rounds


def test_the_first_oya_is_p1_and_then_the_winner_of_the_round_before() -> None:
    """SC-10"""
    match = match_of(players=4, rounds=12)
    oya = 1
    winners = set()
    while not match.is_over:
        match.deal(seed=7)
        if match.turn is not None:
            assert match.turn == f"p{oya}"
        play_out(match, choose=1)
        result = match.rounds[-1].result
        assert result is not None
        if result.reason != "redeal":
            oya = 1 + result.points.index(max(result.points))
            winners.add(oya)
    assert len(winners) > 1


# SC-11


@pytest.mark.parametrize("players", PLAYERS)
def test_six_cards_lie_on_the_field_and_seven_in_each_hand(players: int) -> None:
    """SC-11"""
    for seed in range(30):
        deal = Match("shishibo", NAMES[:players]).deal(seed=seed)
        assert len(deal["field"]) == 6
        assert [len(hand) for hand in deal["hands"]] == [7] * players
        assert cards_of(deal, players) == Counter([*PACK, "W"] if players == 7 else PACK)


def test_the_holder_of_the_white_card_sits_out_and_the_other_six_cards_are_the_field() -> None:
    """SC-11"""
    holders = set()
    for seed in range(40):
        match = match_of(players=7)
        deal = match.deal(seed=seed)
        holder = next(seat for seat, hand in enumerate(deal["hands"], 1) if "W" in hand)
        assert Counter(deal["hands"][holder - 1]) == Counter([*deal["field"], "W"])
        while match.turn is not None:
            assert match.turn != f"p{holder}"
            match.push(match.legal()[-1])
        holders.add(holder)
        points = match.rounds[-1].result.points if match.rounds[-1].result else [1]
        assert points[holder - 1] == 0
    assert len(holders) > 3


def test_an_oya_with_the_white_card_hands_the_place_on() -> None:
    """SC-11, SC-15"""
    field = "1K 2K 3K 4K 5K 6K"
    deal = seven_players(field, holder=1)
    match = match_of(played_by(deal, (2, 3, 4)), players=7)
    assert match.turn == "p2"
    say(match, *["look"] * 6)
    assert match.turn == "p2"
    say(match, "in", "in", "in", "out", "out", "out")
    assert match.turn == "p2", "p2 is 親 of this round"
    assert match.state.places == [1, 2, 3]


def seven_players(field: str, holder: int, seed: int = 0) -> Deal:
    """A deal of seven players in which a player (from 1) holds the white card and the field."""
    deal = deal_of(6, field=field, seed=seed)
    hands = deal["hands"]
    hands.insert(holder - 1, ["W", *field.split()])
    return {**deal, "hands": hands}


def test_with_more_than_three_players_the_stock_of_a_record_is_checked_once_three_remain() -> None:
    """SC-11"""
    deal = deal_of(4, seed=1)
    match = match_of(played_by(deal, (2, 3, 4)), players=4)
    say(match, *["look"] * 4, "out")
    assert match.turn == "p2", "the stock is the undealt cards and the hand of p1"
    wrong = match_of(played_by(deal, (1, 2, 3)), players=4)
    say(wrong, *["look"] * 4)
    with pytest.raises(DealError, match="stock"):
        say(wrong, "out")
    say(wrong, "in", "in", "in", "out")
    assert wrong.turn == "p1", "with p4 out it is the right stock"


@pytest.mark.parametrize("players", range(4, 8))
def test_folded_hands_go_back_to_the_stock(players: int) -> None:
    """SC-11, SC-15"""
    match = match_of(players=players)
    for seed in range(20):
        deal = match.deal(seed=seed)
        if match.turn is None:
            match.undo()
            continue
        play_out(match, choose=1)  # mizu, out, nashi, hide
        now = match.rounds[0].deal
        playing = [match.state.places[place] for place in range(3)]
        held = [card for seat in playing for card in now["hands"][seat]]
        assert Counter([*now["field"], *held, *now["stock"]]) == Counter(PACK)
        assert now["hands"] == deal["hands"]
        break
    else:
        pytest.fail("every deal was redealt")


def test_a_round_that_stops_before_three_remain_lists_the_undealt_rest() -> None:
    """SC-11"""
    match = match_of(players=5)
    dealt = match.deal(seed=2)
    say(match, *["look"] * 5, "in")
    deal = match.to_record().rounds[0].deal
    assert deal == dealt
    assert len(deal["stock"]) == 7
    assert cards_of(deal, 5) == Counter(PACK)


def spoiled(players: int = 3, **changes: Any) -> Deal:
    """A good deal with some keys replaced."""
    return {**deal_of(players, field="1K 2K 3K 4K 5K 6K", seed=5), **changes}


GOOD = deal_of(3, field="1K 2K 3K 4K 5K 6K", seed=5)
HANDS = GOOD["hands"]
FOUR = deal_of(4, field="1K 2K 3K 4K 5K 6K", seed=5)
SEVEN = seven_players("1K 2K 3K 4K 5K 6K", holder=2)


@pytest.mark.parametrize(
    ("players", "deal", "message"),
    [
        (3, {}, "no 'field'"),
        (3, {**GOOD, "white": []}, "unknown key 'white'; a deal has field, hands, stock"),
        (3, {key: GOOD[key] for key in ("field", "hands")}, "no 'stock'"),
        (3, {**GOOD, "field": "1K"}, "the field is no list of cards"),
        (3, {**GOOD, "hands": HANDS[:2]}, "2 hands; expected one for each of the 3 players"),
        (3, {**GOOD, "hands": "1K"}, "no list of hands"),
        (3, {**GOOD, "hands": [*HANDS[:2], "1K"]}, "the hand of p3 is no list of cards"),
        (3, {**GOOD, "field": [*GOOD["field"][:5], "13K"]}, "'13K', which is no card"),
        (3, {**GOOD, "field": [*GOOD["field"][:5], 5]}, "which is no card"),
        (3, {**GOOD, "field": [*GOOD["field"][:5], "1M"]}, "'1M', which is no card"),
        (3, {**GOOD, "field": GOOD["field"][:5]}, "the field has 5 cards; expected 6"),
        (3, {**GOOD, "hands": [HANDS[0], HANDS[1][:6], HANDS[2]]}, "the hand of p2 has 6 cards; expected 7"),
        (3, {**GOOD, "stock": GOOD["stock"][:20]}, "the stock has 20 cards; expected 21"),
        (3, {**GOOD, "stock": [*GOOD["stock"], HANDS[0][0]]}, "the stock has 22 cards; expected 21"),
        (3, {**GOOD, "field": ["1K", "1K", "1K", "4K", "5K", "6K"]}, "1K is .* the pack has it 2 times"),
        (3, {**GOOD, "stock": ["1K", "1K", *GOOD["stock"][2:]]}, "1K is .* the pack has it 2 times"),
        (3, {**GOOD, "field": ["W", *GOOD["field"][1:]]}, "W lies outside the hands"),
        (3, {**GOOD, "hands": [["W", *HANDS[0][1:]], *HANDS[1:]]}, "W is dealt only with seven players"),
        (4, {**FOUR, "stock": FOUR["stock"][:13]}, "13 cards; expected the 21 .*or the 14 undealt"),
        (4, {**FOUR, "stock": FOUR["hands"][0] + FOUR["stock"][:7]}, "in the deal; the pack has it"),
        (7, {**SEVEN, "stock": ["W", *played_by(SEVEN, (1, 3, 4))["stock"][1:]]}, "W lies outside the hands"),
        (7, {**SEVEN, "field": ["7K", *SEVEN["field"][1:]]}, "not the six other cards of the hand with the white"),
        (7, {**SEVEN, "hands": [SEVEN["hands"][0]] * 7}, "0 white cards W; expected 1"),
    ],
)
def test_a_deal_that_is_not_the_pack_is_refused_with_the_reason(players: int, deal: Deal, message: str) -> None:
    """SC-1, SC-11"""
    match = match_of(players=players)
    with pytest.raises(DealError, match=message) as raised:
        match.deal(deal)
    assert raised.value.message
    assert not match.is_dealt
    with pytest.raises(ValueError, match="nothing to take back"):
        match.undo()


def test_a_good_deal_of_seven_is_read() -> None:
    """SC-11"""
    match = match_of(SEVEN, players=7)
    assert match.turn == "p1"
    assert match.state.white == 1


# SC-12


def reason_of(deal: Deal, players: int = 3, **rules: object) -> str:
    """The reason of a deal that is over at once; empty if it is played."""
    match = match_of(deal, players=players, **rules)
    result = match.rounds[0].result if match.rounds else None
    return "" if result is None else result.reason


@pytest.mark.parametrize("month", range(1, 13))
def test_a_field_with_all_four_of_any_month_is_redealt(month: int) -> None:
    """SC-12"""
    four = " ".join(PACK[4 * month - 4 : 4 * month])
    assert reason_of(deal_of(field=four)) == "redeal"


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("players", [3, 4])
def test_a_hand_with_all_four_of_month_5_9_or_12_is_redealt(month: int, players: int) -> None:
    """SC-12"""
    four = " ".join(PACK[4 * month - 4 : 4 * month])
    field = "1K 2K 3K 4K 6K 7K" if month in (5, 8, 9, 10, 11, 12) else "5K 8K 9K 10K 11K 12K"
    deal = deal_of(players, field=field, hands=["", four])
    assert reason_of(deal, players) == ("redeal" if month in (5, 9, 12) else "")


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("triple", [False, True])
def test_a_field_with_three_of_month_5_9_or_12_is_redealt_by_option(month: int, triple: bool) -> None:
    """SC-12, option redeal_field_triple"""
    three = " ".join(PACK[4 * month - 4 : 4 * month - 1])
    deal = deal_of(field=three + (" 4K 10K 2K" if month in (1, 3, 5, 6, 7, 8, 9, 11, 12) else " 9K 12K 8K"), seed=2)
    expected = "redeal" if triple and month in (5, 9, 12) else ""
    assert reason_of(deal, redeal_field_triple=triple) == expected


def test_the_white_card_does_not_hide_a_redeal_of_seven_players() -> None:
    """SC-11, SC-12"""
    assert reason_of(seven_players("8H 8T 8K 8K 1K 2K", holder=3), 7) == "redeal"
    deal = seven_players("8H 8T 1K 2K 3K 4K", holder=1, seed=8)
    assert reason_of(deal, 7) == ""


def test_a_redealt_round_has_no_moves_pays_nothing_and_does_not_count() -> None:
    """SC-12"""
    match = match_of(deal_of(field="1H 1S 1K 1K"))
    assert match.turn is None
    assert not match.is_over
    assert match.rounds[0].moves == []
    assert match.points == [0, 0, 0]
    with pytest.raises(ValueError, match="the round is over"):
        match.push("p1 look")
    match.deal(deal_of(field="1K 2K 3K 4K 5K 6K"))
    play_out(match)
    assert match.is_over
    assert len(match.rounds) == 2


def test_the_oya_stays_after_a_redeal() -> None:
    """SC-10, SC-12"""
    match = match_of(rounds=2)
    match.deal(deal_of(field="1K 2K 3K 4K 5K 6K", seed=1))
    play_out(match, choose=1)
    result = match.rounds[0].result
    assert result is not None
    winner = result.points.index(max(result.points))
    match.deal(deal_of(field="1H 1S 1K 1K"))
    match.deal(deal_of(field="1K 2K 3K 4K 5K 6K"))
    assert match.turn == f"p{winner + 1}"


# SC-13


@pytest.mark.parametrize(
    ("field", "stake"),
    [
        ("1K 2K 3K 4K 5K 6K", 1),
        ("11M 2K 3K 4K 5K 6K", 1),
        ("8H 2K 3K 4K 5K 6K", 2),
        ("8H 12H 5K 6S 9K 2T", 3),
        ("1H 3H 8H 4K 5K 6K", 4),
        ("1H 3H 8H 12H 11M 6K", 5),
    ],
)
def test_the_stake_is_one_more_than_the_hikari_on_the_field(field: str, stake: int) -> None:
    """SC-13, SC-2"""
    assert match_of(deal_of(field=field)).state.stake == stake


def test_a_deal_of_a_seed_is_read_back_as_it_was_dealt() -> None:
    """SC-11"""
    for players in PLAYERS:
        o = options()
        for seed in range(10):
            stream = [0] * STREAM_SIZE
            open_stream(stream, seed, 0, 0, DEAL)
            s = State()
            ENGINE.start_match(s, o, players)
            ENGINE.start_round(s, o, 0)
            ENGINE.deal(s, o, stream)
            codes = [0] * GAME.most_deal
            codes = codes[: ENGINE.get_deal(s, o, codes, 0)]
            deal = GAME.write_deal(codes, players, o)
            again = State()
            ENGINE.start_match(again, o, players)
            ENGINE.start_round(again, o, 0)
            numbers = GAME.read_deal(deal, players, o)
            ENGINE.set_deal(again, o, numbers, len(numbers))
            for name in ("stake", "over", "actor", "white", "remaining"):
                assert getattr(again, name) == getattr(s, name), name
            assert words_of(again.on_field) == words_of(s.on_field)
            assert GAME.write_deal(numbers, players, o) == deal


def test_the_undealt_rest_is_no_stock_once_three_remain() -> None:
    """SC-11: a round that went on lists the 21 cards that are turned over"""
    match = match_of(deal_of(4, field="1K 2K 3K 4K 6K 7K", seed=1), players=4)
    say(match, *["look"] * 4)
    with pytest.raises(DealError, match="folded hands"):
        say(match, "out")
    assert match.turn == "p1"
    assert match.moves == ["p1 look", "p2 look", "p3 look", "p4 look"]
    record = match.to_record()
    assert record.unfinished
    assert len(record.rounds[0].deal["stock"]) == 14
