"""Matches from a seed: the same whenever and however they are played, and valid records."""

from collections.abc import Iterable
from typing import Any

import pytest

from toolkit.engine.chance import ALGORITHM
from toolkit.games.game import OptionError
from toolkit.records.model import Record
from toolkit.records.reading import Entry
from toolkit.records.writing import to_line
from toolkit.replay import Mode, Replayer
from toolkit.simulate import PLAYERS, PlayerError, Sampler
from toolkit.simulate.playing import FIRST_ROOM


def sampler(players: int = 3, seed: int = 7, **more: Any) -> Sampler:
    """A sampler of random and greedy players by turns, interpreted unless said."""
    kinds = [("random", "greedy")[seat % 2] for seat in range(players)]
    return Sampler("shishibo", kinds, seed, **{"rules": {"rounds": 2}, "mode": Mode.INTERPRETED, **more})


def lines(records: Iterable[Record]) -> list[bytes]:
    """Records as they are written."""
    return [to_line(record) for record in records]


def test_the_same_seed_gives_the_same_records() -> None:
    assert lines(sampler().records(5)) == lines(sampler().records(5))
    assert lines(sampler().records(5)) != lines(sampler(seed=8).records(5))


def test_a_match_does_not_depend_on_how_many_are_sampled_or_in_which_order() -> None:
    whole = lines(sampler().records(6))
    assert lines(sampler().records(2, first=3)) == whole[3:5]
    one = sampler()
    assert [to_line(one.record(match)) for match in (5, 0, 3, 3)] == [whole[5], whole[0], whole[3], whole[3]]
    assert len(set(whole)) == 6


def test_variants_of_scoring_see_the_same_deals() -> None:
    """Common random numbers: the deal of a round depends on seed, match and round alone"""
    plain = list(sampler().records(3))
    other = list(sampler(rules={"rounds": 2, "points_kasu": 5}).records(3))
    random = list(Sampler("shishibo", ["random"] * 3, 7, rules={"rounds": 2}).records(3))
    for first, second, third in zip(plain, other, random, strict=True):
        assert first.rounds[0].deal == second.rounds[0].deal == third.rounds[0].deal
        assert first.rounds[1].deal == second.rounds[1].deal == third.rounds[1].deal


@pytest.mark.parametrize("players", range(3, 8))
def test_sampled_records_replay_to_what_they_claim(players: int) -> None:
    records = list(sampler(players).records(8))
    entries = [Entry("s", number, record, None, 1) for number, record in enumerate(records, 1)]
    for outcome in Replayer(mode=Mode.INTERPRETED).outcomes(entries):
        assert outcome.fault is None, str(outcome.fault)
        record = outcome.entry.record
        assert record is not None
        assert record.result == outcome.result
        assert all(each.result is not None for each in record.rounds)
        assert not record.unfinished


@pytest.mark.parametrize("players", [3, 4, 7])
def test_compiled_records_are_the_interpreted_ones(players: int) -> None:
    assert lines(sampler(players).records(6)) == lines(sampler(players, mode=Mode.COMPILED).records(6))


def test_a_long_sample_changes_to_compiled_rules_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    announced: list[str] = []
    monkeypatch.setattr("toolkit.simulate.sampling.PATIENCE", 200)
    auto = sampler(mode=Mode.AUTO, announce=lambda game: announced.append(game.name))
    assert lines(auto.records(8)) == lines(sampler().records(8))
    assert announced == ["shishibo"]


@pytest.mark.parametrize("mode", [Mode.INTERPRETED, Mode.COMPILED])
def test_a_match_of_more_rounds_than_there_is_room_for_is_played_to_its_end(mode: Mode) -> None:
    rounds = FIRST_ROOM + 5
    record = sampler(rules={"rounds": rounds}, mode=mode).record(0)
    counted = [each for each in record.rounds if each.result and each.result.reason != "redeal"]
    assert len(counted) == rounds


def test_a_record_says_where_it_comes_from() -> None:
    record = sampler(4, seed=2**63 - 1).record(11)
    assert record.id == f"shishibo-{2**63 - 1}-11"
    assert record.players == ["random p1", "greedy p2", "random p3", "greedy p4"]
    assert record.rules == {"rounds": 2}
    assert record.meta_value == {
        "source": "automatic players", "seed": 2**63 - 1, "match": 11, "chance": ALGORITHM,
    }  # fmt: skip


def test_wrong_samplers_are_refused() -> None:
    three = ["random"] * 3
    with pytest.raises(KeyError, match="poker"):
        Sampler("poker", three, 1)
    with pytest.raises(PlayerError, match="genius"):
        Sampler("shishibo", ["random", "random", "genius"], 1)
    with pytest.raises(ValueError, match=r"2 players; .* is for 3 to 7"):
        Sampler("shishibo", ["random"] * 2, 1)
    with pytest.raises(OptionError, match="rounds"):
        Sampler("shishibo", three, 1, rules={"rounds": 101})
    for seed in (-1, 2**63):
        with pytest.raises(ValueError, match="seed"):
            Sampler("shishibo", three, seed)
    assert set(PLAYERS) >= {"random", "greedy"}
