"""The rules page and the named rule sets."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import toolkit.games.masho as masho
from toolkit.games.masho import GAME
from toolkit.games.masho.faults import FAULTS
from toolkit.games.rulebook import rule_sets, rules_of, text_of

FOLDER = Path(masho.__file__).parent
NUMBERS = [*range(1, 4), *range(5, 9), *range(10, 15), *range(20, 25), *range(30, 34), 40, 41, *range(50, 55)]
NUMBERS += [*range(60, 68), *range(70, 74)]


def test_every_rule_stands_on_the_page_once() -> None:
    assert re.findall(r"^\*\*(MS-\d+)\*\*", text_of("masho"), re.M) == [f"MS-{number}" for number in NUMBERS]
    assert set(rules_of("masho")) == {f"MS-{number}" for number in NUMBERS}


def test_every_rule_that_a_message_or_an_option_names_can_be_looked_up() -> None:
    named = {fault.rule for fault in FAULTS.values()} | {option.kind.rule for option in GAME.options}
    assert named <= set(rules_of("masho"))


def test_every_rule_that_the_code_names_can_be_looked_up() -> None:
    for path in FOLDER.glob("*.py"):
        assert set(re.findall(r"MS-\d+", path.read_text(encoding="utf-8"))) <= set(rules_of("masho")), path.name


def test_every_check_has_its_explanation() -> None:
    tree = ast.parse((FOLDER / "checking.py").read_text(encoding="utf-8"))
    codes = next(
        len(node.targets[0].elts)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
    )
    assert len(FAULTS) == codes


@pytest.mark.parametrize("name", sorted(rule_sets("masho")))
def test_a_rule_set_changes_something_and_every_option_of_it_is_known(name: str) -> None:
    rules = tomllib.loads(rule_sets("masho")[name])
    o = GAME.read_options(rules, 4)
    assert GAME.write_options(o) == rules


def test_every_option_and_every_verb_is_on_the_page() -> None:
    text = text_of("masho")
    for option in GAME.options:
        assert f"`{option.name}`" in text
    for verb in ("set", "draw", "pon", "chi", "ron", "discard", "ankan", "kakan", "tsumo", "bury", "meld", "foul"):
        assert f"`{verb}`" in text or f" {verb} " in text
