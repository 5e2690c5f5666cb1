"""What all games share: the registry, options, features, rules pages."""

from typing import Annotated, NamedTuple

import pytest

from toolkit import games
from toolkit.engine import contract
from toolkit.engine.state import EVENT_SIZE
from toolkit.games.game import Choice, Flag, Number, Option, OptionError, options_of
from toolkit.games.rulebook import rule_sets, rules_of, text_of


class Options(NamedTuple):
    """Options of a game that is not there."""

    size: Annotated[int, Number(1, 9, "how large", "XX-1")] = 3
    step: Annotated[int, Number(0, 0, "how far", "XX-2", values=(2, 4, 8))] = 4
    open: Annotated[int, Flag("whether it is open", "XX-3")] = 1
    colour: Annotated[int, Choice(("red", "blue"), "which colour", "XX-4")] = 0


SIZE, STEP, OPEN, COLOUR = options_of(Options)


@pytest.mark.parametrize(
    ("option", "value", "number"),
    [
        (SIZE, 1, 1),
        (SIZE, 9, 9),
        (STEP, 8, 8),
        (OPEN, True, 1),
        (OPEN, False, 0),
        (COLOUR, "red", 0),
        (COLOUR, "blue", 1),
    ],
)
def test_a_value_of_a_record_is_a_number_of_the_engine_and_back(option: Option, value: object, number: int) -> None:
    assert option.decode(value) == number
    assert option.encode(number) == value
    assert type(option.encode(number)) is type(value)


@pytest.mark.parametrize(
    ("option", "value"),
    [(SIZE, 0), (SIZE, 10), (SIZE, True), (SIZE, "3"), (SIZE, 3.0), (SIZE, None), (STEP, 3), (STEP, True), (OPEN, 1),
     (OPEN, "true"), (OPEN, None), (COLOUR, "green"), (COLOUR, 0), (COLOUR, True)],
)  # fmt: skip
def test_a_wrong_value_names_the_option_the_rule_and_what_is_expected(option: Option, value: object) -> None:
    with pytest.raises(OptionError) as raised:
        option.decode(value)
    assert option.name in raised.value.message
    assert option.expected() in raised.value.message
    assert raised.value.rule == option.kind.rule


def test_options_describe_themselves() -> None:
    assert [option.type for option in (SIZE, STEP, OPEN, COLOUR)] == ["int", "int", "bool", "str"]
    assert [option.range() for option in (SIZE, STEP, OPEN, COLOUR)] == ["1–9", "2, 4, 8", "true, false", "red, blue"]
    assert COLOUR.expected() == '"red" or "blue"'
    assert [option.default for option in (SIZE, STEP, OPEN, COLOUR)] == [3, 4, 1, 0]


def test_games_are_found_by_name() -> None:
    assert games.NAMES == ("shiji", "shishibo", "masho")
    for name in games.NAMES:
        assert games.get(name).name == name
        assert games.get(name) is games.get(name)
    with pytest.raises(KeyError):
        games.get("poker")


@pytest.mark.parametrize("name", games.NAMES)
def test_options_read_back_as_they_were_written(name: str) -> None:
    game = games.get(name)
    players = game.seats[0]
    o = game.read_options({}, players)
    assert game.write_options(o) == {}
    with pytest.raises(OptionError, match="unknown option 'no_such'"):
        game.read_options({"no_such": 1}, players)
    for option in game.options:
        assert option.decode(option.encode(option.default)) == option.default
        assert option.kind.meaning
        assert option.kind.rule in rules_of(name), option.name


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_supplies_what_the_loops_call(name: str) -> None:
    game = games.get(name)
    needed = "begin_match begin_round deal set_deal get_deal legal check apply end_round hide resample greedy"
    assert {function.__name__ for function in game.rules} >= set(needed.split())
    for function in game.rules:
        assert getattr(contract, function.__name__) is function
    state = game.State()
    seats = game.seats[-1]
    assert len(state.round_features) >= len(game.round_features)  # type: ignore[attr-defined]
    assert len(state.seat_features) >= seats * len(game.seat_features)  # type: ignore[attr-defined]
    assert len(state.events) % EVENT_SIZE == 0  # type: ignore[attr-defined]
    names = [feature.name for feature in (*game.round_features, *game.seat_features)]
    assert all(feature.meaning for feature in (*game.round_features, *game.seat_features))
    assert len({feature.name for feature in game.seat_features}) == len(game.seat_features), names
    assert set(game.patterns) <= set(game.event_kinds)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_rule_of_a_page_has_a_text_of_its_own(name: str) -> None:
    rules = rules_of(name)
    assert len(rules) > 15
    for identifier, text in rules.items():
        assert f"**{identifier}**" in text
        assert text.count(f"**{identifier}**") == 1
        assert len(text) > len(identifier) + 20
    assert text_of(name).startswith("# ")


@pytest.mark.parametrize("name", games.NAMES)
def test_named_rule_sets_are_options_of_their_game(name: str) -> None:
    import tomllib

    game = games.get(name)
    for label, text in rule_sets(name).items():
        values = tomllib.loads(text)
        values = values.get("rules", values)
        assert set(values) <= {option.name for option in game.options}, label
