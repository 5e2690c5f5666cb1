"""What captured cards are worth (SC-4, SC-31, SC-32)."""

import pytest

from toolkit.games.game import OptionError
from toolkit.games.shishibo.cards import WORDS
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.pile import PileError, score_pile


def test_the_pack_has_270_card_points_and_all_yaku() -> None:
    result = score_pile(list(WORDS[:-1]))
    assert result.card_points == 270
    assert [part.name for part in result.yaku] == ["shishibochushin", "tsukihoto", "negishi", "kikushi", "getashi"]
    assert result.points == 270 + 100 + 4 * 50
    assert [part.name for part in result.uchikiri] == ["shiko", "akatan", "aotan"]
    assert result.multiplier == 3 * 2 * 2


def test_ono_no_michikaze_is_a_tane_and_makes_shishichu() -> None:
    result = score_pile("11M 7T")
    assert (result.card_points, result.points) == (20, 70)
    assert [(part.japanese, part.points, part.cards) for part in result.yaku] == [("猪忠", 50, ("7T", "11M"))]


def test_shishibochushin_stands_in_place_of_its_halves() -> None:
    assert [part.name for part in score_pile("7T 6T 11M").yaku] == ["shishibochushin"]


def test_options_change_points_and_multipliers() -> None:
    result = score_pile("1S 2S 3S", {"mult_akatan": 5, "points_tanzaku": 2})
    assert (result.points, result.multiplier) == (6, 5)
    assert score_pile("1S 2S 3S 6S 9S 10S", Options(uchikiri_combine=1)).multiplier == 2
    with pytest.raises(OptionError, match="unknown option"):
        score_pile("1S", {"mult": 5})


def test_an_empty_pile_is_worth_nothing() -> None:
    result = score_pile([])
    assert (result.points, result.yaku, result.uchikiri, result.multiplier) == (0, (), (), 1)


@pytest.mark.parametrize(
    ("cards", "message"), [("W", "no card"), ("1H 1H", "comes 2 times; the pack has 1"), ("1", "no card")]
)
def test_cards_that_the_pack_does_not_have_are_refused(cards: str, message: str) -> None:
    with pytest.raises(PileError, match=message):
        score_pile(cards)


def test_a_score_prints_its_parts() -> None:
    assert str(score_pile("4T 8H 1S 2S 3S")) == (
        "  55  1S 2S 3S 4T 8H\n  50  月ホト tsukihoto: 4T 8H\n 105  points\n × 2  赤短 akatan: 1S 2S 3S"
    )
