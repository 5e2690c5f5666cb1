"""``fuda rules`` and ``fuda sample``: what is told about a game, and matches made up."""

import ast
import re
from pathlib import Path

import pytest
from cli_driver import GAMES, ROOT, assert_one_line, check_golden, fuda

from toolkit import games
from toolkit.games.rulebook import rules_of, text_of
from toolkit.simulate import PLAYERS

IDENTIFIER = re.compile(r"\b(?:SJ|SC|MS)-\d+\b")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_games_are_those_of_the_registry() -> None:
    assert games.NAMES == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_in_the_table_and_its_rule_has_a_text(game: str) -> None:
    ran = fuda("rules", game)
    assert (ran.code, ran.err) == (0, "")
    found = fuda("rules", game, "--json").objects
    assert [each["name"] for each in found] == [option.name for option in games.get(game).options]
    for each in found:
        assert list(each) == ["name", "type", "values", "default", "meaning", "rule"]
        assert each["name"] in ran.out
        assert each["rule"] in rules_of(game), each
    check_golden(f"rules-{game}.txt", ran.out)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_message_can_cite_has_a_text(game: str) -> None:
    cited = set()
    for path in (ROOT / "toolkit" / "games" / game).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documentation = {
            ast.get_docstring(node, clean=False)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in documentation:
                cited |= set(IDENTIFIER.findall(node.value))
    assert len(cited) > 5
    assert cited <= rules_of(game).keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_printed_by_its_identifier(game: str) -> None:
    for name, text in rules_of(game).items():
        assert fuda("rules", game, name.lower(), "--json").objects == [{"game": game, "rule": name, "text": text}]
    assert name in fuda("rules", game, name).out


def test_a_rule_is_printed_for_people() -> None:
    check_golden("rule.txt", fuda("rules", "shishibo", "sc-33").out)


def test_the_whole_page_is_printed() -> None:
    assert all(name in text_of("masho") for name in rules_of("masho"))
    ran = fuda("rules", "masho", "--all")
    assert ran.code == 0
    assert all(name in ran.out for name in rules_of("masho"))


@pytest.mark.parametrize("name", ["SC-999", "MS-1", "nonsense", ""])
def test_an_unknown_rule_is_answered_with_the_known_ones(name: str) -> None:
    assert_one_line(fuda("rules", "shishibo", name), repr(name), "SC-1 to SC-4")


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    for arguments in (["rules", "go"], ["sample", "go"], ["chart", "-", "--game", "go", "-o", "a.png"]):
        assert_one_line(fuda(*arguments), "'go'", "shiji, shishibo, masho")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("player", PLAYERS)
def test_a_seed_gives_the_same_bytes_and_they_are_valid(game: str, player: str, tmp_path: Path) -> None:
    arguments = ["sample", game, "-n", "2", "--seed", "11", "--players", player, "--engine", "interpreted"]
    printed = fuda(*arguments)
    assert (printed.code, printed.err) == (0, "")
    written = fuda(*arguments, "-o", "a.jsonl")
    assert (written.code, written.out) == (0, "")
    assert (tmp_path / "a.jsonl").read_bytes() == printed.out.encode()
    assert fuda(*arguments, "--seed", "12").out != printed.out
    assert fuda(*arguments, "-n", "1").out == printed.out[: printed.out.index("\n") + 1]
    checked = fuda("validate", "a.jsonl", "--engine", "interpreted")
    assert checked.code == 0
    assert "2 records, 2 good, 0 faulty" in checked.out


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_seats_can_be_played(game: str) -> None:
    for seats in games.get(game).seats:
        made = fuda("sample", game, "-n", 1, "--seats", seats, "--engine", "interpreted")
        assert [len(record["players"]) for record in made.objects] == [seats]
        assert fuda("validate", "-", stdin=made.out.encode()).code == 0


def test_options_come_from_a_file_and_from_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text("rounds = 1\nfuke_limit = 20\n", encoding="utf-8")
    ran = fuda("sample", "shishibo", "-n", 1, "--rules", "short.toml", "--rule", "fuke_limit=25")
    assert ran.objects[0]["rules"] == {"rounds": 1, "fuke_limit": 25}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "greedy,genius,random"], ["'genius'", "random, greedy"]),
        (["--players", ""], ["''", "random, greedy"]),
        (["--players", "greedy,random"], ["2 players", "3 to 7"]),
        (["--players", "greedy,random,random", "--seats", "4"], ["3 players", "--seats says 4"]),
        (["--seats", "8"], ["--seats 8", "3 to 7"]),
        (["--seats", "0"], ["--seats"]),
        (["-n", "0"], ["-n"]),
        (["--seed", "-1"], ["--seed"]),
        (["--seed", str(2**63)], ["--seed"]),
        (["--rule", "joker=1"], ["'joker'", "fuda rules shishibo"]),
        (["--rule", "rounds"], ["'rounds'", "NAME=VALUE"]),
        (["--rule", "rounds=0"], ["rounds is 0", "1 to 100"]),
        (["--rule", "rounds=many"], ["'many'", "1 to 100"]),
        (["--rule", "rounds=１"], ["'１'", "1 to 100"]),
        (["--rule", "rounds=" + "9" * 5000], ["rounds", "1 to 100"]),
        (["--rule", "rounds=true"], ["rounds is True", "1 to 100"]),
        (["--rules", "club"], ["'club'", ".toml"]),
        (["--rules", ""], ["''", ".toml"]),
        (["--rules", "none.toml"], ["none.toml", "no such file"]),
        (["--rules", "broken.toml"], ["broken.toml", "TOML"]),
        (["--rules", "deep.toml"], ["deep.toml", "TOML"]),
        (["--rules", "latin.toml"], ["latin.toml", "TOML"]),
        (["--rules", "table.toml"], ["'rules'"]),
        (["--rules", "list.toml"], ["rounds is [1]"]),
        (["--rules", "folder.toml"], ["folder.toml", "directory"]),
        (["-o", "none/a.jsonl"], ["there is no folder none"]),
        (["-o", "folder.toml"], ["folder.toml is a folder"]),
        (["-o", "list.toml"], ["list.toml exists already", "--force"]),
        (["-o", ""], ["empty"]),
    ],
)
def test_wrong_arguments_of_sample_are_named(arguments: list[str], words: list[str], tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("rounds = [", encoding="utf-8")
    (tmp_path / "deep.toml").write_text("rounds = " + "[" * 5000, encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    (tmp_path / "table.toml").write_text("[rules]\nrounds = 1\n", encoding="utf-8")
    (tmp_path / "list.toml").write_text("rounds = [1]\n", encoding="utf-8")
    (tmp_path / "folder.toml").mkdir()
    before = sorted(tmp_path.iterdir())
    ran = fuda("sample", "shishibo", *arguments)
    assert_one_line(ran, *words)
    assert len(ran.err) < 400
    assert sorted(tmp_path.iterdir()) == before
