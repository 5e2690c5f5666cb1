"""The rules page, the named rule sets and the shipped records say what the engine does."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from toolkit.games.game import options_of
from toolkit.games.rulebook import rule_sets, rules_of, text_of
from toolkit.games.shiji import GAME, checks
from toolkit.games.shiji.faults import explain
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.position import load_position
from toolkit.games.shiji.solver import solve
from toolkit.games.shiji.state import State
from toolkit.records.reading import read
from toolkit.replay import Mode, Replayer

RECORDS = Path(__file__).parents[3] / "records" / "shiji"


def test_every_rule_that_an_option_or_a_fault_names_is_on_the_page() -> None:
    rules = rules_of("shiji")
    assert {option.kind.rule for option in options_of(Options)} <= set(rules)
    codes = [value for name, value in vars(checks).items() if name.isupper() and isinstance(value, int) and value >= 8]
    s, o = State(), Options()
    for code in codes:
        assert explain(code, s, o, 0, 0).rule in rules


def test_the_page_has_every_rule() -> None:
    numbers = [*range(1, 7), *range(10, 23), *range(30, 33), *range(40, 45)]
    assert list(rules_of("shiji")) == [f"SJ-{number}" for number in numbers]


def test_every_fault_names_its_own_rule() -> None:
    s, o = State(), Options()
    expected = {
        "SJ-3": (checks.HAND_WANTED, checks.HAND_COUNT, checks.HAND_NOT_IN_LAND),
        "SJ-11": (checks.NOT_VEILABLE, checks.VEIL_LEAVES_NO_LAY),
        "SJ-12": (
            checks.LAY_WANTED, checks.LAY_SHAPE, checks.LAY_NOT_HELD, checks.LAY_NOT_BETTER, checks.LAY_STAR,
            checks.LAY_EMPTIES_HAND, checks.NO_THUNDER,
        ),
        "SJ-16": (checks.RELEASE_WANTED,),
        "SJ-17": (checks.RECOVERY_WANTED, checks.NOT_VEILED, checks.TAX_WANTED, checks.TAX_COUNT),
        "SJ-21": (checks.DRAWN_ALREADY, checks.DRAW_OVER_LIMIT, checks.REWARD_WANTED, checks.REWARD_COUNT),
        "SJ-22": (checks.DRAW_NOT_IN_LAND,),
        "SJ-42": (checks.PASS_WANTED, checks.PASS_WITH_LAY),
        "SJ-43": (checks.LAY_NO_GOODS, checks.NO_THUNDER_HANDLESS),
    }  # fmt: skip
    for rule, codes in expected.items():
        for code in codes:
            fault = explain(code, s, o, 0, 0)
            assert fault.rule == rule
            assert fault.message


def test_the_page_lists_the_options_with_their_rules() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| .* \| (SJ-\d+) \|$", text_of("shiji"), re.MULTILINE))
    assert table == {option.name: option.kind.rule for option in options_of(Options)}


@pytest.mark.parametrize("name", sorted(rule_sets("shiji")))
def test_a_named_rule_set_is_accepted_and_differs_from_the_defaults(name: str) -> None:
    given = tomllib.loads(rule_sets("shiji")[name])
    o = GAME.read_options(given, 2)
    assert GAME.write_options(o) == given
    assert f"`{name}`" in text_of("shiji")


def test_the_sample_records_are_good_and_show_every_end() -> None:
    paths = sorted(str(path) for path in RECORDS.glob("*.jsonl"))
    outcomes = list(Replayer(mode=Mode.INTERPRETED).outcomes(read(paths)))
    assert len(outcomes) >= 200
    assert [outcome.fault for outcome in outcomes if outcome.fault] == []
    assert {reason for outcome in outcomes for reason in outcome.round_reasons} == set(GAME.reasons)


def test_constructed_records_say_so() -> None:
    for path in RECORDS.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            meta = json.loads(line)["meta"]
            assert meta.get("constructed", False) == (path.name == "by-hand.jsonl")


TSUMI = sorted((RECORDS / "tsumi").glob("*.toml"))


def test_there_are_ten_positions_to_solve() -> None:
    assert len(TSUMI) == 10


@pytest.mark.parametrize("path", TSUMI, ids=lambda path: path.stem)
def test_a_shipped_position_has_the_solution_it_gives(path: Path) -> None:
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    solution = solve(load_position(path))
    assert solution.decided
    assert [list(win.turn) for win in solution.wins] == [entry["turn"] for entry in given["solution"]]
    assert [win.lays for win in solution.wins] == [entry["lays"] for entry in given["solution"]]
    assert "made for this project" in given["meta"]["source"]
