"""Compiled twins of plain functions, and where they are kept."""

import shutil
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from toolkit import games
from toolkit.engine import choosing, compiling, contract, loops
from toolkit.engine.binding import Engine
from toolkit.engine.compiling import Compiler, cache_folder, source_hash
from toolkit.engine.contract import GAME, STATES, VIEW
from toolkit.engine.state import EVENT_SIZE, MOST_SEATS, CommonState, copy_state, dtype_of, emit

SHISHIBO = games.get("shishibo")


@pytest.fixture
def fresh_folder() -> Iterator[None]:
    """Nothing that is known of the cache folder outlives the test."""
    for each in (source_hash, cache_folder):
        each.cache_clear()
    yield
    for each in (source_hash, cache_folder):
        each.cache_clear()


def count_bits(value: int) -> int:
    """A small function to compile."""
    return value.bit_count()


count_bits.__module__ = contract.__name__


def filled(offset: int) -> Any:
    """A state of 猪牡忠臣 with a different number in every place."""
    s: Any = SHISHIBO.State()
    number = offset
    for entry in fields(s):
        value = getattr(s, entry.name)
        if isinstance(value, list):
            setattr(s, entry.name, [number + place for place in range(len(value))])
            number += len(value)
        else:
            setattr(s, entry.name, number)
            number += 1
    return s


def as_dict(s: Any) -> dict[str, Any]:
    """The fields of a state as plain numbers and lists, from an object or a record."""
    found = {}
    for entry in fields(SHISHIBO.State):
        value = getattr(s, entry.name) if isinstance(s, CommonState) else s[entry.name]
        found[entry.name] = np.asarray(value).tolist()
    return found


def test_a_copy_of_a_state_has_everything_but_the_events_in_both_modes() -> None:
    plain = [filled(1), filled(10_000)]
    records = np.zeros(STATES, dtype_of(SHISHIBO.State))
    for row, s in enumerate(plain):
        for name, value in as_dict(s).items():
            records[row][name] = value
    events = as_dict(plain[VIEW])["events"]
    copy_state(plain, VIEW, GAME)
    Compiler("copy-test").twin(loops_copy)(records, VIEW, GAME)
    for row in (GAME, VIEW):
        assert as_dict(plain[row]) == as_dict(records[row])
    assert as_dict(plain[VIEW])["events"] == events
    assert {**as_dict(plain[VIEW]), "events": None} == {**as_dict(plain[GAME]), "events": None}


def loops_copy(states: Any, to: int, source: int) -> None:
    """`copy_state` as rules call it."""
    copy_state(states, to, source)


loops_copy.__module__ = choosing.__name__


def test_a_copied_list_is_no_second_name_for_the_first() -> None:
    plain = [filled(1), filled(10_000)]
    copy_state(plain, VIEW, GAME)
    plain[VIEW].hands[0] = -5
    assert plain[GAME].hands[0] != -5


def test_events_are_the_last_field_of_every_state() -> None:
    for name in games.NAMES:
        dtype = dtype_of(games.get(name).State)
        assert dtype.names is not None
        assert dtype.names[-1] == "events"
        assert dtype.names[0] == "players"


def test_an_event_is_recorded_only_when_events_are_wanted() -> None:
    s: Any = SHISHIBO.State()
    emit(s, 3, 1, 5, 7)
    assert s.n_events == 0
    s.log, s.move = 1, 9
    emit(s, 3, 1, 5, 7)
    emit(s, 2, -1, 6, 8)
    assert s.n_events == 2
    assert s.events[: 2 * EVENT_SIZE] == [9, 3, 1, 5, 7, 9, 2, -1, 6, 8]


def test_bits_are_counted_by_compiled_code() -> None:
    count = Compiler("bits-test").twin(count_bits)
    for value in (0, 1, 3, 0xFFFF, 2**48 - 1, 2**62, 2**63 - 1, 0x5555555555555555, 0x1234567890ABCDEF):
        assert count(value) == value.bit_count()


@pytest.mark.usefixtures("fresh_folder")
def test_a_changed_rule_gives_another_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "toolkit"
    for folder in ("engine", "games"):
        shutil.copytree(compiling.PACKAGE / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    original, own = source_hash("shishibo"), cache_folder("shishibo")
    monkeypatch.setattr(compiling, "PACKAGE", package)
    source_hash.cache_clear()
    cache_folder.cache_clear()
    assert source_hash("shishibo") == original, "the same sources elsewhere have the same hash"
    assert cache_folder("shishibo") == own
    for changed in ("games/shishibo/yaku.py", "engine/chance.py"):
        path = package / changed
        path.write_text(path.read_text(encoding="utf-8") + "\n# another rule\n", encoding="utf-8")
        source_hash.cache_clear()
        cache_folder.cache_clear()
        assert source_hash("shishibo") != original
        assert cache_folder("shishibo") != own
        original, own = source_hash("shishibo"), cache_folder("shishibo")
    shiji = package / "games" / "shiji" / "rules.py"
    shiji.write_text(shiji.read_text(encoding="utf-8") + "\n# another rule\n", encoding="utf-8")
    source_hash.cache_clear()
    assert source_hash("shishibo") == original, "another game's rules do not matter"
    (package / "games" / "shishibo" / "more.py").touch()
    source_hash.cache_clear()
    assert source_hash("shishibo") != original, "a new file counts as well"


@pytest.mark.usefixtures("fresh_folder")
def test_without_any_writable_folder_the_rules_compile_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked / "cache"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(blocked))
    assert cache_folder("shishibo") is None
    compiler = Compiler("shishibo")
    assert compiler.twin(count_bits)(7) == 3
    assert not compiler.is_cached()


@pytest.mark.usefixtures("fresh_folder")
def test_compiled_code_is_kept_in_the_folder_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiler = Compiler("shishibo")
    assert not compiler.is_cached()
    assert compiler.twin(count_bits)(255) == 8
    assert compiler.is_cached()
    folder = cache_folder("shishibo")
    assert folder is not None
    assert folder.is_relative_to(tmp_path)
    assert not Compiler("shiji").is_cached()


@pytest.mark.usefixtures("fresh_folder")
def test_a_temporary_folder_serves_where_the_users_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folder = cache_folder("shishibo")
    assert folder is not None
    assert folder.is_relative_to(tmp_path)


def test_the_loops_of_two_games_are_bound_apart() -> None:
    first, second = (Engine(name, games.get(name).rules) for name in ("shishibo", "shiji"))
    assert first.play_units is not second.play_units
    assert first.play_units is first.play_units
    assert first.legal is games.get("shishibo").rules[contract.legal]
    assert first.standing is not contract.standing or first.standing.__globals__ is vars(contract)
    with pytest.raises(AttributeError):
        _ = first.no_such_function


def test_the_contract_without_a_game_is_not_implemented() -> None:
    s = CommonState(players=3)
    for function, arguments in (
        (contract.begin_match, (s, None)), (contract.begin_round, (s, None)), (contract.deal, (s, None, [])),
        (contract.set_deal, (s, None, [], 0)), (contract.get_deal, (s, None, [], 0)), (contract.legal, (s, None, [])),
        (contract.check, (s, None, 0, 0)), (contract.apply, (s, None, 0, 0)), (contract.end_round, (s, None)),
        (contract.hide, (s, None, 0)), (contract.greedy, (s, None, 0, [], [])),
        (contract.resample, (s, None, 0, [])),
    ):  # fmt: skip
        call: Any = function
        with pytest.raises(NotImplementedError):
            call(*arguments)


@pytest.mark.parametrize(
    ("totals", "ranks"), [([9, 9, 1, 0], [1, 1, 3, 4]), ([1, 2, 2, 0], [3, 1, 1, 4]), ([0] * 4, [1] * 4)]
)
def test_equal_totals_share_a_rank(totals: list[int], ranks: list[int]) -> None:
    s = CommonState(players=4)
    s.totals[:4] = totals
    contract.standing(s, None)
    assert s.ranks == ranks + [0] * (MOST_SEATS - 4)


def test_a_round_that_is_started_is_clean() -> None:
    engine = Engine("shishibo", SHISHIBO.rules)
    s = filled(5)
    o = SHISHIBO.Options()
    engine.start_match(s, o, 3)
    engine.start_round(s, o, 0)
    assert s.points == s.totals == s.ranks == s.rank_points == [0] * MOST_SEATS
    assert (s.over, s.actor, s.fault, s.move, s.n_events, s.opener) == (0, -1, 0, 0, 0, 0)
    assert loops.ROUND_HEAD == 5 + MOST_SEATS
