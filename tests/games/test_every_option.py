"""Every option of every game, at each of its words or limits: compiled play is interpreted play.

Options are numbers, so that all of them use the same compiled code.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from toolkit import games
from toolkit.games.game import Choice, Flag, Game, Option
from toolkit.records.reading import Entry
from toolkit.records.writing import to_line
from toolkit.replay import Mode, Outcome, Replayer
from toolkit.replay.batch import Wanted
from toolkit.simulate import Sampler

#: Rules that keep matches short, where they are not what is tested.
SHORT: dict[str, dict[str, Any]] = {"shiji": {}, "shishibo": {"rounds": 1}, "masho": {"turns": 4}}
#: What an option asks of the others.
NEEDED = {"handless": {"rounds": 13}, "max_passes": {}, "claim_once": {"turns": 6}}
#: Rules that let an option matter more often.
SHARPENED = {
    "closing_both": {"rounds": 10, "hand_limit": 25},
    "tax_bankrupt": {"rounds": 0, "hand_limit": 25},
    "payers": {"wins": 20, "turns": 8},
    "points_kasu": {"rounds": 2},
}
KINDS = ("random", "greedy")


def values_of(option: Option) -> list[Any]:
    """Every word or truth value of an option; of a number its limits and the default."""
    kind = option.kind
    if isinstance(kind, Flag):
        return [True, False]
    if isinstance(kind, Choice):
        return list(kind.words)
    if kind.values:
        return list(kind.values)
    return sorted({kind.low, option.default, kind.high})


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """Rules with one option at each of its values."""
    for option in game.options:
        for value in values_of(option):
            others = {**SHORT[game.name], **NEEDED.get(option.name, {}), **SHARPENED.get(option.name, {})}
            if option.name == "handless" and not value:
                others = SHORT[game.name]
            if option.name == "rounds" and game.name == "shishibo":
                value = min(value, 12)  # a hundred rounds are one round a hundred times
            yield {**others, option.name: value}


def figures(outcome: Outcome) -> Any:
    """Everything that replaying gives."""
    rows = outcome.rows
    assert rows is not None, outcome.fault
    return (
        rows.rounds.tolist(), rows.matches.tolist(), rows.counts.tolist(), rows.events.tolist(), rows.verdicts.tolist(),
    )  # fmt: skip


@pytest.mark.parametrize("name", games.NAMES)
def test_compiled_play_is_interpreted_play_under_every_option(name: str) -> None:
    game = games.get(name)
    replayers = [Replayer(Wanted(counts=True, events=True), mode) for mode in (Mode.INTERPRETED, Mode.COMPILED)]
    tried: dict[str, set[Any]] = {option.name: set() for option in game.options}
    for number, rules in enumerate(variants(game)):
        for option in game.options:
            tried[option.name].add(rules.get(option.name, option.encode(option.default)))
        players = game.seats[number % len(game.seats)]
        kinds = [KINDS[(number + seat) % 2] for seat in range(players)]
        records = [
            Sampler(name, kinds, number, rules=rules, mode=mode).record(number)
            for mode in (Mode.INTERPRETED, Mode.COMPILED)
        ]
        assert to_line(records[0]) == to_line(records[1]), rules
        entry = Entry("a.jsonl", 1, records[0], None, 1)
        plain, compiled = (figures(next(replayer.outcomes([entry]))) for replayer in replayers)
        assert plain == compiled, rules
    for option in game.options:
        assert len(tried[option.name]) >= 2, option.name


def test_limits_are_among_the_values_that_are_tried() -> None:
    by_name = {option.name: option for option in games.get("shishibo").options}
    assert values_of(by_name["fuke_limit"]) == [-1, 15, 270]
    assert values_of(by_name["show"]) == ["choice", "always"]
    assert values_of(by_name["mult_shiko"]) == [1, 3, 100]
    assert values_of(games.get("shiji").options[0]) == [10, 13, 0]
