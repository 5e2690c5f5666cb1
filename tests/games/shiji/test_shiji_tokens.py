"""Tokens and deals: what is read, what is refused, what is written."""

import pytest
from shiji_table import full_stack, new_table, options, table_of

from toolkit.games.game import DealError, TokenError
from toolkit.games.shiji import GAME
from toolkit.games.shiji.cards import NAMES


def written(token: str) -> str:
    return GAME.write(*GAME.parse(token, 2))


@pytest.mark.parametrize(
    "token",
    [
        "p1 hand 0158朝X", "p2 veil 345 55", "p1 veil 82 28", "p1 place 34", "p1 place 100", "p1 place X朝",
        "p2 draw 27", "p2 draw 0123456789朝昼夕夜X", "p1 recover 5", "p2 pass", "p1 resign", "p1 place 88",
    ],
)  # fmt: skip
def test_a_canonical_token_reads_back_to_itself(token: str) -> None:
    assert written(token) == token


@pytest.mark.parametrize(
    ("token", "canonical"),
    [
        ("p1 hand X朝8510", "p1 hand 0158朝X"),
        ("p1 hand DNEM1X", "p1 hand 1朝昼夕夜X"),
        ("p1 place MD", "p1 place 夜朝"),
        ("p2 draw 72", "p2 draw 27"),
        ("p1 veil 55 345", "p1 veil 345 55"),
        ("p1 veil 234 123", "p1 veil 123 234"),
        ("p1 veil 37 33", "p1 veil 33 37"),
    ],
)
def test_other_spellings_are_read_and_written_canonically(token: str, canonical: str) -> None:
    assert written(token) == canonical


@pytest.mark.parametrize(
    "token",
    [
        "", "p1", "p3 place 34", "p0 place 34", "p1  place 34", "p1 place  34", " p1 place 34", "p1 place 34 ",
        "P1 place 34",
        "p1 place", "p1 hand", "p1 draw", "p1 veil", "p1 recover", "p1 place 3 4", "p1 hand 012 345", "p1 draw 2 7",
        "p1 pass 3", "p1 resign now", "p1 lay 34", "p1 place 3x", "p1 place 3d", "p1 place ３４", "p1 place 3S",
        "p1\tplace 34", "p1 place 34\n", "p12 place 34", "p１ place 34", "p1 Place 34",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_a_token_error(token: str) -> None:
    with pytest.raises(TokenError):
        GAME.parse(token, 2)


def test_readable_tokens_with_wrong_cards_are_illegal_and_not_unreadable() -> None:
    table = table_of(hands=("3789", "012345"))
    for token in ("p1 place 3", "p1 place 37893789378937", "p1 place 44", "p1 veil 3", "p1 veil 3456 78 90 12 34"):
        assert table.rule(token) in ("SJ-11", "SJ-12")


def test_a_hand_named_in_another_order_is_the_same_hand() -> None:
    assert new_table().play("p1 hand X朝8510").hands[0] == "0158朝X"


def test_without_a_deck_the_deal_is_empty() -> None:
    assert GAME.read_deal({}, 2, options()) == []
    assert GAME.write_deal([], 2, options()) == {}
    with pytest.raises(DealError):
        GAME.read_deal({"decks": []}, 2, options())


def stacks(first: str, second: str) -> dict[str, object]:
    return {"decks": [[NAMES[kind] for kind in full_stack(deck)] for deck in (first, second)]}


def test_a_deck_deal_has_both_stacks_from_the_top() -> None:
    o = options(source="deck")
    deal = stacks("X1朝", "90夜")
    codes = GAME.read_deal(deal, 2, o)
    assert [NAMES[code] for code in codes[:3] + codes[24:27]] == list("X1朝90夜")
    assert GAME.write_deal(codes, 2, o) == deal
    aliased = {"decks": [["D" if card == "朝" else card for card in deck] for deck in deal["decks"]]}  # type: ignore[attr-defined]
    assert GAME.read_deal(aliased, 2, o) == codes


@pytest.mark.parametrize(
    "spoil",
    [
        lambda decks: decks.pop(),
        lambda decks: decks[0].pop(),
        lambda decks: decks[0].__setitem__(0, "Q"),
        lambda decks: decks[0].__setitem__(0, 3),
        lambda decks: decks[1].__setitem__(decks[1].index("X"), "0"),
        lambda decks: decks.__setitem__(0, "01234"),
        lambda decks: decks.append([]),
    ],
)
def test_a_deck_that_is_not_the_pack_is_refused(spoil: object) -> None:
    deal = stacks("", "")
    spoil(deal["decks"])  # type: ignore[operator]
    with pytest.raises(DealError):
        GAME.read_deal(deal, 2, options(source="deck"))


def test_a_deck_deal_has_no_other_keys_and_is_not_missing() -> None:
    for deal in ({}, {**stacks("", ""), "hands": []}):
        with pytest.raises(DealError):
            GAME.read_deal(deal, 2, options(source="deck"))


def test_a_message_says_what_would_be_legal() -> None:
    table = table_of(hands=("3789", "012345"), markets=("", "78"), order="descending")
    seat, decision = GAME.parse("p1 place 98", 2)
    fault = GAME.explain(table.code("p1 place 98"), table.s, table.o, seat, decision)
    assert fault.message == "the order is descending: a digit pair needs less than 78"
    table = table_of(hands=("5523", "0134"), markets=("34", "")).play("p1 place 55")
    seat, decision = GAME.parse("p1 draw 0", 2)
    fault = GAME.explain(table.code("p1 draw 0"), table.s, table.o, seat, decision)
    assert fault.message == "a reward of 7 cards is due: `draw`"
    table = table_of(hands=("X123", "0345"), markets=("", "1(28)9")).play("p1 place X1")
    seat, decision = GAME.parse("p2 recover 9", 2)
    fault = GAME.explain(table.code("p2 recover 9"), table.s, table.o, seat, decision)
    assert fault.message == "one own veiled card is taken back; veiled are 2 8"
