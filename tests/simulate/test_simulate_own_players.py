"""Users' own players: found by name, given what their seat sees, and held to what is legal."""

from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hidden_cards import Board, stream_of

from toolkit.engine.chance import CHOICES, STREAM_SIZE
from toolkit.engine.choosing import STREAMS
from toolkit.engine.contract import FIRST_GUEST, GAME, GREEDY, STATES
from toolkit.engine.guests import Guest, hash_of
from toolkit.records.model import Record
from toolkit.records.reading import Entry
from toolkit.replay import Mode, Replayer
from toolkit.replay.match import engine_of
from toolkit.simulate import Sampler, players
from toolkit.simulate.experiment import Experiment, experiment
from toolkit.simulate.guests import bound
from toolkit.simulate.players import PlayerError, cast, guest_named, register
from toolkit.simulate.running import run
from toolkit.simulate.turn import PlayerFault, Turn

OWN = Path(__file__).with_name("own_players.py")
TABLES = {"shishibo": 3, "shiji": 2, "masho": 3}


def own(function: str) -> str:
    """The name of a player of the tests' own."""
    return f"{OWN}:{function}"


def records(game: str, names: list[str], count: int = 2, seed: int = 7) -> list[Record]:
    """Matches, interpreted."""
    return list(Sampler(game, names, seed, mode=Mode.INTERPRETED).records(count))


def one_round(game: str, *names: str) -> Experiment:
    """Rounds at a table of which the other seats play at random."""
    return experiment(game, [({}, [*names, *["random"] * (TABLES[game] - len(names))])], 5)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """What a test registers is forgotten afterwards."""
    yield
    players._registered.clear()


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("function", ["first", "by_lot", "fair"])
def test_what_an_own_player_plays_is_right_and_the_same_again(game: str, function: str) -> None:
    names = [own(function), *["random"] * (TABLES[game] - 1)]
    count = 1 if game == "masho" else 2
    made = records(game, names, count)
    assert made == records(game, names, count)
    entries = [Entry("own", line, record, None, 1) for line, record in enumerate(made, 1)]
    assert [each.fault for each in Replayer().outcomes(entries)] == [None] * count
    assert made[0].players[0] == f"{own(function)} p1"


def test_a_token_and_its_place_are_the_same_answer() -> None:
    register("token", lambda turn: turn.legal()[-1])
    register("place", lambda turn: len(turn.legal()) - 1)
    register("spelt", lambda turn: turn.legal()[-1].replace(" ", "  "))
    first, second = (records("shishibo", [name, "random", "random"])[0].rounds for name in ("token", "place"))
    assert first == second


@pytest.mark.parametrize("game", TABLES)
def test_a_compiled_player_that_asks_greedy_plays_like_greedy(game: str) -> None:
    others = ["random"] * (TABLES[game] - 1)
    first, second = (records(game, [name, *others], 1)[0].rounds for name in (own("like_greedy"), "greedy"))
    assert first == second


def test_compiled_and_interpreted_own_players_agree() -> None:
    made = one_round("shishibo", own("fair"), own("like_greedy"))
    assert (run(made, 30, compiled=True).own == run(made, 30, compiled=False).own).all()


@pytest.mark.parametrize("compiled", [False, True])
def test_what_is_not_legal_is_named_with_its_place(compiled: bool) -> None:
    with pytest.raises(PlayerFault) as found:
        run(one_round("shishibo", own("not_legal")), 3, compiled=compiled)
    assert str(found.value) == (
        f"player {own('not_legal')} decided for nothing that is legal in round 1, move 1 of p1, unit 0 of seed 5; "
        "legal: p1 look, p1 mizu"
    )


def test_writing_into_the_view_changes_nothing() -> None:
    fair, cheat = (run(one_round("shishibo", own(name)), 20, compiled=False).own for name in ("fair", "cheat"))
    assert (fair == cheat).all()


def test_what_cannot_be_compiled_is_said_in_a_line() -> None:
    with pytest.raises(PlayerFault, match="cannot be compiled: ") as found:
        run(one_round("shishibo", own("not_compilable")), 3, compiled=True)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("nonsense", "answered 'p1 nonsense', which is not legal; legal: p1 look, p1 mizu"),
        ("too_far", "answered the place 2; legal() has 2; legal: p1 look, p1 mizu"),
        ("silent", "answered None; expected a legal token, or its place in legal(); legal: p1 look, p1 mizu"),
        ("broken", "ZeroDivisionError: integer division or modulo by zero (own_players.py, line 41); legal: p1 look"),
    ],
)
def test_a_wrong_answer_is_one_clear_error(function: str, said: str) -> None:
    with pytest.raises(PlayerFault) as found:
        run(one_round("shishibo", own(function)), 3, compiled=False)
    message = str(found.value)
    assert said in message
    assert message.startswith(f"player {own(function)} ")
    assert "round 1, move 1 of p1" in message
    assert message.endswith("(unit 0 of seed 5)")


def test_the_unit_in_which_a_player_fails_is_named() -> None:
    seen: list[int] = []

    def late(turn: Turn) -> int:
        seen.append(turn.move)
        return 0 if len(seen) < 40 else 99

    register("late", late)
    with pytest.raises(PlayerFault) as found:
        run(one_round("shishibo", "late"), 10, compiled=False)
    rounds = sum(move <= before for before, move in pairwise(seen))
    assert f"(unit {rounds} of seed 5)" in str(found.value)


def test_a_python_player_cannot_be_compiled() -> None:
    with pytest.raises(PlayerFault, match="is a Python function, which runs with interpreted rules only"):
        run(one_round("shishibo", own("first")), 3, compiled=True)


def test_workers_in_other_processes_find_players_by_name() -> None:
    made = one_round("shishibo", own("by_lot"))
    assert (run(made, 24, compiled=False, workers=2).own == run(made, 24, compiled=False).own).all()


def test_registered_players_stay_in_this_process() -> None:
    register("mine", lambda turn: turn.random(len(turn.legal())))
    made = one_round("shishibo", "mine")
    assert not made.cast.movable
    assert (run(made, 24, compiled=False, workers=2).own == run(made, 24, compiled=False).own).all()


@pytest.mark.parametrize("game", TABLES)
def test_no_own_player_sees_hidden_cards(game: str) -> None:
    seats = TABLES[game]
    seen: list[Any] = []

    def spy(turn: Turn) -> int:
        values = [getattr(turn.view, each.name) for each in fields(turn.view) if each.name != "events"]
        seen.append((values, turn.legal(), turn.board(), turn.seat, turn.round, turn.move, turn.random(1000)))
        return 0

    board = Board(game, seats, {}, 3)
    guest = bound(board.game, Guest("spy", spy, compiled=False))
    engine = engine_of(board.game, guests=(guest,))
    different = 0
    for number, s in enumerate(board.positions(GREEDY)):
        if number % 5 or number > 60:
            continue
        seen.clear()
        for filling in range(3):
            states: list[Any] = [board.game.State() for _ in range(STATES)]
            states[GAME] = board.view(s, s.actor)
            engine.resample(states[GAME], board.o, s.actor, stream_of(9, filling, number))
            streams = [[0] * STREAM_SIZE for _ in range(STREAMS)]
            streams[CHOICES + s.actor] = stream_of(9, 0, CHOICES)
            engine.choose(FIRST_GUEST, states, board.o, s.actor, board.out, [0] * 256, streams)
            different += states[GAME] != s
        assert seen[0] == seen[1] == seen[2]
    assert different > 0


def test_a_view_that_is_kept_stays_what_it_was() -> None:
    kept: list[tuple[Any, list[Any]]] = []

    def hoarder(turn: Turn) -> int:
        for view, values in kept:
            assert [getattr(view, each.name) for each in fields(view)] == values
        kept.append((turn.view, [_copied(getattr(turn.view, each.name)) for each in fields(turn.view)]))
        return 0

    register("hoarder", hoarder)
    run(one_round("shishibo", "hoarder", "hoarder"), 2, compiled=False)
    assert len(kept) > 10


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value


def test_names_of_the_game_and_odd_names_cannot_be_registered() -> None:
    for name in ("random", "greedy", "", "a,b", "mc:3"):
        with pytest.raises(ValueError, match="player name"):
            register(name, lambda _turn: 0)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clever", "unknown player 'clever'; the players are random, greedy, mc:N"),
        ("mc:0", "unknown player 'mc:0'"),
        ("there/is/none.py:first", "there is no file there/is/none.py"),
        ("no_such_module_here:first", "there is no module no_such_module_here, installed or in this folder"),
        (f"{OWN}:frist", "has no function 'frist'; it has first, by_lot"),
        (f"{OWN}:SKIPPED", "has no function 'SKIPPED'"),
    ],
)
def test_a_name_that_leads_nowhere_is_explained(name: str, said: str) -> None:
    with pytest.raises(PlayerError) as found:
        guest_named(name) if not name.startswith("mc:") else cast([name])
    assert said in str(found.value)


def test_a_module_of_the_current_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder_players.py").write_text("def chosen(turn):\n    return 0\n")
    (tmp_path / "spoilt_players.py").write_text("def chosen(turn)\n    return 0\n")
    monkeypatch.chdir(tmp_path)
    assert guest_named("folder_players:chosen").function.__module__ == "folder_players"
    with pytest.raises(PlayerError, match="cannot be loaded: SyntaxError"):
        guest_named("spoilt_players:chosen")
    with pytest.raises(PlayerError, match="cannot be loaded: SyntaxError"):
        guest_named("spoilt_players.py:chosen")


def test_players_of_installed_packages_are_found_by_their_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Offered:
        name = "installed"

        def load(self) -> Any:
            return lambda _turn: 0

    def offered(group: str) -> list[Offered]:
        return [Offered()] if group == "fuda.players" else []

    monkeypatch.setattr(players, "entry_points", offered)
    assert not guest_named("installed").compiled


def test_there_are_eight_places_for_own_players() -> None:
    for number in range(9):
        register(f"own-{number}", lambda _turn: 0)
    assert cast([f"own-{number}" for number in range(8)]).kinds["own-7"] == FIRST_GUEST + 7
    with pytest.raises(PlayerError, match="9 players of your own; there is room for 8"):
        cast([f"own-{number}" for number in range(9)])


def test_compiled_code_is_kept_by_the_source_of_the_player(tmp_path: Path) -> None:
    source = (
        "from toolkit.simulate.players import compiled_player\n\n"
        "@compiled_player\ndef f(v, o, seat, out, stream):\n    return 0\n"
    )
    hashes = set()
    for number in range(2):
        path = tmp_path / f"player{number}.py"
        path.write_text(source + "#" * number)
        hashes.add(hash_of([guest_named(f"{path}:f")]))
    assert len(hashes) == 2
    assert None not in hashes


def test_a_compiled_player_has_to_stand_in_a_module() -> None:
    def inner(v: Any, o: Any, seat: int, out: Any, stream: Any) -> int:
        return 0

    with pytest.raises(PlayerError, match="has to be a plain function of a module"):
        register("inner", players.compiled_player(inner))


def test_own_players_cannot_play_on_from_a_position_or_play_a_deal_again() -> None:
    register("mine", lambda _turn: 0)
    for name in (own("first"), "mine"):
        with pytest.raises(PlayerError, match="cannot play here; expected random, greedy, mc:N"):
            players.built_in_kind(name)
    assert players.built_in_kind("greedy") == GREEDY
