"""``fuda score``: hands and piles on the command line and as JSON lines."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from toolkit.cli.score import app

HAND = ["月木1", "月火2", "月木3", "月木4", "月火5", "月木6", "日木9", "日火9"]
MELDS = ["--meld", "chi:空火7,空水8,空金9", "--meld", "pon:Sm3,Sh3,Sk3"]
LINE = json.dumps(
    {
        "tiles": HAND,
        "melds": [
            {"kind": "chi", "tiles": ["空火7", "空水8", "空金9"]},
            {"kind": "pon", "tiles": ["Sm3", "Sh3", "Sk3"]},
        ],
        "seat": 3,
    }
)


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit code, stdout and stderr of ``fuda score`` with these arguments."""
    result = CliRunner().invoke(app, arguments, input=stdin)
    return result.exit_code, result.stdout, result.stderr


def test_a_hand_is_explained_in_a_table() -> None:
    code, out, _ = run("masho", *HAND, *MELDS, "--seat", "3")
    assert code == 0
    assert "三光 空789 → 月789" in out
    assert "三自筋順  +53" in out
    assert "53 points" in out


def test_a_rule_changes_the_score() -> None:
    _, out, _ = run("masho", *HAND, *MELDS, "--seat", "3", "--rule", "light=false", "--json")
    assert json.loads(out)["light"] == []
    assert json.loads(out)["points"] == 23


def test_hands_on_stdin_are_answered_line_by_line() -> None:
    code, out, _ = run("masho", "--json", stdin=f"{LINE}\n\n{LINE}")
    assert code == 0
    assert [json.loads(line)["points"] for line in out.splitlines()] == [53, 53]


def test_a_line_without_a_score_gets_an_error_and_exit_code_1() -> None:
    code, out, _ = run("masho", "--json", stdin=f'{LINE}\n{{"tiles": []}}\n{LINE}\n')
    assert code == 1
    answers = [json.loads(line) for line in out.splitlines()]
    assert [set(answer) == {"error"} for answer in answers] == [False, True, False]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["masho"], 2, "no tiles"),
        (["masho", "空木1"], 1, "1 concealed tiles"),
        (["masho", *HAND, *MELDS, "--rule", "lights=true"], 2, "unknown option 'lights'"),
        (["masho", "--json", "--rule", "light=false"], 2, "lines on stdin have their own rules"),
        (["shishibo"], 2, "no cards"),
        (["shishibo", "7X"], 1, "'7X' is no card"),
        (["shishibo", "--json", "--rule", "points_tane=1"], 2, "lines on stdin have their own rules"),
    ],
)
def test_what_cannot_be_scored_is_said_in_one_line(arguments: list[str], code: int, message: str) -> None:
    found, out, err = run(*arguments)
    assert found == code
    assert message in err
    assert out == ""
    assert len(err.splitlines()) == 1


def test_a_hand_without_a_score_is_an_error_object_with_json() -> None:
    code, out, err = run("masho", "空木1", "--json")
    assert code == 1
    assert "1 concealed tiles" in json.loads(out)["error"]
    assert err == ""


def test_a_pile_shows_its_card_points_and_yaku() -> None:
    code, out, _ = run("shishibo", "7T", "6T", "11M", "1S", "2S", "3S", "9K")
    assert code == 0
    assert "猪牡忠臣" in out
    assert "stake × 2" in out
    assert "145 points" in out


def test_piles_on_stdin_are_answered_line_by_line() -> None:
    lines = ['{"cards": ["8H", "4T"]}', '{"cards": ["8H", "8H"]}', '{"cards": ["8H"], "rules": {"points_hikari": 7}}']
    code, out, _ = run("shishibo", "--json", stdin="\n".join(lines))
    assert code == 1
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert first["points"] == 90
    assert first["yaku"] == [{"name": "tsukihoto", "japanese": "月ホト", "points": 50, "cards": ["4T", "8H"]}]
    assert "8H comes 2 times" in second["error"]
    assert third["points"] == 7


def test_a_program_that_waits_for_an_answer_gets_it() -> None:
    code = "from toolkit.cli.score import app; app()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "masho", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(LINE.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"] == 53
        process.stdin.close()
    assert process.returncode == 0
