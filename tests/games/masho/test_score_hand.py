"""Scoring from Python and as JSON lines: what is read, what is answered, what is refused."""

import json
from io import StringIO
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.console import Console
from score_hands import draw_hands

from toolkit.engine.compiling import cache_folder
from toolkit.games.game import OptionError
from toolkit.games.masho.cards import tile_name
from toolkit.games.masho.options import Options
from toolkit.games.masho.score_hand import HandError, Light, Meld, Scorer, compiled_rows, is_compiled, score
from toolkit.games.masho.score_input import KIND_WORDS, hand_row
from toolkit.games.masho.score_json import Failure, LineScorer
from toolkit.games.masho.score_result import Score, meld_text
from toolkit.games.masho.scoring_rows import ANSWER_ROW, HAND_ROW

#: Three runs of 月 in a row for the seat of 月, one of them by light: 空火7 空水8 空金9 counts as 月789.
TILES = "月木1 月火2 月木3 月木4 月火5 月木6 日木9 日火9"
MELDS = ["chi:空火7,空水8,空金9", "pon:星木3,星火3,星金3"]


def test_a_score_names_its_melds_its_light_and_its_yaku() -> None:
    result = score(TILES, MELDS, seat=3)
    assert result.points == 53
    assert [(part.name, part.points, part.melds) for part in result.yaku] == [("三自筋順", 53, (0, 1, 2))]
    assert result.melds[0] == Meld("jun", ("月木1", "月火2", "月木3"))
    assert result.melds[2] == Meld("chi", ("空火7", "空水8", "空金9"))
    assert result.pair == ("日木9", "日火9")
    assert result.light == (Light(2, "sanko", "空789", "月789"),)


def test_a_score_prints_as_lines_and_as_a_table() -> None:
    result = score(TILES, MELDS, seat=3)
    assert str(result) == (
        "1   月木1 月火2 月木3  順\n"
        "2   月木4 月火5 月木6  順\n"
        "3   空火7 空水8 空金9  拾順  三光 空789 → 月789\n"
        "4   星木3 星火3 星金3  拾刻\n"
        "将  日木9 日火9\n"
        " 53  三自筋順 (1 + 2 + 3)\n"
        " 53  points"
    )
    out = StringIO()
    Console(width=100, file=out).print(result)
    text = out.getvalue()
    assert "三光 空789 → 月789" in text
    assert "三自筋順  +53" in text
    assert "53 points" in text


def test_tiles_and_melds_are_read_in_every_spelling() -> None:
    expected = score(TILES, MELDS, seat=3)
    ascii_tiles = ["Tm1", "Th2", "Tm3", "Tm4", "Th5", "Tm6", "Hm9", "Hh9"]
    assert score(ascii_tiles, ["chi:Kh7,Ks8,Kk9", "pon:Sm3,Sh3,Sk3"], 3) == expected
    assert (
        score(TILES.replace(" ", ","), [("chi", "空火7 空水8 空金9"), ("pon", ["星木3", "星火3", "星金3"])], 3)
        == expected
    )
    objects = [
        {"kind": "chi", "tiles": ["空火7", "空水8", "空金9"]},
        {"kind": "pon", "tiles": ["星木3", "星火3", "星金3"]},
    ]
    assert score(TILES, objects, 3, players=4) == expected


def test_melds_keep_the_order_of_their_tiles_and_any_order_scores_the_same() -> None:
    result = score(TILES, ["chi:空金9,空火7,空水8", MELDS[1]], seat=3)
    assert result.melds[2].tiles == ("空金9", "空火7", "空水8")
    assert (result.points, result.light) == (53, (Light(2, "sanko", "空789", "月789"),))


def test_rules_may_be_names_or_options() -> None:
    named = score(TILES, MELDS, 3, {"light_mapping": "commentary"})
    assert named == score(TILES, MELDS, 3, Options(light_mapping=1))
    assert named.points < 53
    with pytest.raises(OptionError, match="unknown option 'lights'"):
        score(TILES, MELDS, 3, {"lights": True})
    with pytest.raises(OptionError, match='"source" or "commentary"'):
        score(TILES, MELDS, 3, {"light_mapping": "other"})


@pytest.mark.parametrize(
    ("tiles", "melds", "seat", "players", "message"),
    [
        (TILES, MELDS[:1], 3, None, "8 concealed tiles beside 1 open melds; a winning hand has 11 there"),
        (TILES + " 月木9 月火9 月水9", MELDS[:1], 3, 2, "seat is 3; expected a whole number from 1 to 2"),
        (TILES, MELDS, 2, 2, "月木1 is not in the game of 2 players"),
        ("日木1 日土1", [], 1, None, "2 concealed tiles"),
        (TILES.replace("月木1", "月木2"), MELDS, 3, None, "no winning shape"),
        (TILES.replace("月木1", "月木3"), MELDS, 3, None, "月木3 comes twice"),
        (TILES.replace("月木1", "空火7"), MELDS, 3, None, "空火7 comes twice"),
        (TILES.replace("月木1", "月木0"), MELDS, 3, None, "'月木0' is no tile"),
        (TILES, ["kan:空火7,空水7,空金7", MELDS[1]], 3, None, "'kan' is no kind of meld"),
        (TILES, ["pon:空火7,空水8,空金7", MELDS[1]], 3, None, "not of one heaven and number"),
        (TILES, ["chi:空火8,空水9,日金1", MELDS[1]], 3, None, "not three numbers in a row of one heaven"),
        (TILES, ["chi:空火8,空水9", MELDS[1]], 3, None, "a meld has three tiles"),
        (TILES, ["ankan:空火8,空水8,空金8,空木8", MELDS[1]], 3, None, "a meld has three tiles"),
        (TILES, ["chi", MELDS[1]], 3, None, "a meld has three tiles"),
        (TILES, [7, MELDS[1]], 3, None, "7 is no meld"),
        (TILES, [{"kind": "pon"}, MELDS[1]], 3, None, "lacks kind or tiles"),
        (TILES, MELDS[0], 3, None, "expected a list of melds"),
        ("日木1 日火1", [*MELDS, *MELDS, *MELDS], 3, None, "6 open melds"),
        (TILES, MELDS, 0, None, "seat is 0"),
        (TILES, MELDS, True, None, "seat is True"),
        (TILES, MELDS, 3, 6, "players is 6"),
        (5, MELDS, 3, None, "tiles are 5"),
        ([*TILES.split()[1:], ["月木1"]], MELDS, 3, None, "is no tile"),
    ],
)
def test_a_hand_that_cannot_be_scored_is_refused_with_its_reason(
    tiles: str, melds: list[object], seat: int, players: int | None, message: str
) -> None:
    with pytest.raises(HandError, match=message):
        score(tiles, melds, seat, players=players)


def test_numbers_outside_1_to_9_are_written_with_dots() -> None:
    assert meld_text(0, 1, True) == "空123"
    assert meld_text(3, 9, False) == "星999"
    assert meld_text(0, 8, True) == "空8.9.10"
    assert meld_text(0, 0, True) == "空0.1.2"
    assert meld_text(1, -3, False) == "日-3.-3.-3"


def test_lines_are_answered_in_order_whatever_their_rules() -> None:
    hand = {"tiles": TILES.split(), "melds": [{"kind": "chi", "tiles": ["空火7", "空水8", "空金9"]}], "seat": 3}
    hand["melds"].append({"kind": "pon", "tiles": ["星木3", "星火3", "星金3"], "from": 2})  # type: ignore[attr-defined]
    lines = [
        json.dumps({**hand, "rules": {"light_mapping": "commentary"}, "note": "unknown keys are ignored"}),
        json.dumps(hand),
        "",
        json.dumps({**hand, "seat": 9}),
        json.dumps({**hand, "rules": {"light": 1}}),
        json.dumps({**hand, "tiles": hand["tiles"][1:]}),  # type: ignore[index]
        '{"tiles": [',
        "[]",
        json.dumps({**hand, "players": 4}),
    ]
    scorer = LineScorer(Scorer())
    answers = list(scorer.answers([line.encode() for line in lines]))
    assert len(answers) == 8
    assert answers[1] == answers[7] == score(TILES, MELDS, 3)
    assert answers[0] == score(TILES, MELDS, 3, {"light_mapping": "commentary"})
    assert [isinstance(answer, Failure) for answer in answers] == [False, False, True, True, True, True, True, False]
    assert scorer.failures == 5


def test_a_json_answer_has_the_keys_of_the_design() -> None:
    found = json.loads(msgspec.json.encode(score(TILES, MELDS, seat=3)))
    assert list(found) == ["points", "yaku", "melds", "pair", "light"]
    assert found["yaku"] == [{"name": "三自筋順", "points": 53, "melds": [0, 1, 2]}]
    assert found["melds"][3] == {"kind": "pon", "tiles": ["星木3", "星火3", "星金3"]}
    assert found["light"] == [{"meld": 2, "kind": "sanko", "from": "空789", "to": "月789"}]


def test_one_bad_line_does_not_stop_the_others() -> None:
    lines = [b"\xff\xfe", b'{"tiles": 1, "seat": 1}', b"\xef\xbb\xbf" + json.dumps({"tiles": [], "seat": 1}).encode()]
    answers = list(LineScorer(Scorer()).answers(lines))
    assert all(isinstance(answer, Failure) for answer in answers)
    assert "0 concealed tiles" in json.loads(msgspec.json.encode(answers[2]))["error"]


def test_compiled_and_interpreted_scorers_answer_the_same() -> None:
    rows = [number for hand in islice(draw_hands(40), 60) for number in hand.row()]
    o = Options()
    assert Scorer(compiled=True).answers(rows, o) == Scorer(compiled=False).answers(rows, o)


def test_a_few_hands_are_scored_without_compiling() -> None:
    told: list[str] = []
    scorer = Scorer(announce=lambda: told.append("compiling"))
    hand = next(draw_hands(41))
    scorer.answers(hand.row(), Options())
    assert not scorer.compiles()
    assert told == []


def test_a_hand_in_words_is_the_row_that_was_drawn() -> None:
    for hand in islice(draw_hands(42), 30):
        melds = [(KIND_WORDS[kind], [tile_name(code) for code in three]) for kind, three in hand.melds]
        assert hand_row([tile_name(code) for code in hand.tiles], melds, hand.seat + 1, hand.players) == hand.row()
        assert isinstance(score([tile_name(code) for code in hand.tiles], melds, hand.seat + 1), Score)


def test_a_scorer_that_was_compiled_is_found_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the file that the compiler leaves is the one that is looked for."""
    monkeypatch.setattr("toolkit.engine.compiling.cache_folder", lambda _: tmp_path)
    is_compiled.cache_clear()
    assert not is_compiled()
    folder = tmp_path / "masho"
    folder.mkdir()
    kept = cache_folder("masho")
    assert kept is not None
    compiled_rows()[0](
        compiled_rows()[1], Options(), np.zeros(HAND_ROW, dtype=np.int64), 0, np.zeros(ANSWER_ROW, dtype=np.int64)
    )
    names = [path.name for path in kept.rglob("*explain_rows*.nbc")]
    for name in names:
        (folder / name).touch()
    is_compiled.cache_clear()
    assert is_compiled()
    is_compiled.cache_clear()
