"""詰み札 (SJ-44): the solver against brute force, and its answers."""

from copy import deepcopy
from random import Random

import pytest
from shiji_table import rest

from toolkit.games.shiji.listing import legal
from toolkit.games.shiji.position import Position, PositionError, Side, read_position
from toolkit.games.shiji.rules import apply
from toolkit.games.shiji.solver import Solution, solve
from toolkit.games.shiji.state import State
from toolkit.games.shiji.tokens import parse, write
from toolkit.games.shiji.turn import start_turn

ROOM = [0] * (1 << 17)


def brute_force(s: State, o: object, attacker: int) -> int | None:
    """The lays within which the attacker wins by force, None if never; no memory, no cuts."""
    if s.over:
        return 0 if s.points[attacker] > 0 else None
    values: list[int | None] = []
    for decision in ROOM[: legal(s, o, ROOM)][:]:  # type: ignore[arg-type]
        child = deepcopy(s)
        apply(child, o, child.actor, decision)  # type: ignore[arg-type]
        value = brute_force(child, o, attacker)
        lay = write(s.actor, decision).split()[1] == "place"
        values.append(None if value is None else value + lay)
    if s.actor == attacker:
        return min((value for value in values if value is not None), default=None)
    return None if None in values else max(value for value in values if value is not None)


def first_turns(s: State, o: object, attacker: int) -> dict[tuple[str, ...], int | None]:
    """Every veil-and-lay of the player to move, with the lays it needs."""
    turns: dict[tuple[str, ...], int | None] = {}
    for decision in ROOM[: legal(s, o, ROOM)][:]:  # type: ignore[arg-type]
        child = deepcopy(s)
        token = write(s.actor, decision)
        apply(child, o, child.actor, decision)  # type: ignore[arg-type]
        if " veil " in token:
            for turn, value in first_turns(child, o, attacker).items():
                turns[token, *turn] = value
        else:
            value = brute_force(child, o, attacker)
            turns[token,] = None if value is None else value + 1
    return turns


def random_position(random: Random) -> Position:
    """A small position: two to four cards each, a pair or two in the markets, no or tiny lands."""
    draws = random.random() < 0.4
    sizes = random.choice(((2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)))
    sides = []
    for size in sizes:
        merchant = random.random() < 0.7
        pack = list(rest("", merchant=merchant))
        random.shuffle(pack)
        digits = [card for card in pack if card.isdigit()]
        market = "".join(digits[: random.choice((2, 4))])
        if len(market) == 4 and random.random() < 0.3:
            market = f"({market[:2]}){market[2:]}"
        for card in market.strip("()").replace(")", ""):
            pack.remove(card)
        land = "".join(pack[size : size + random.choice((1, 2))]) if draws else None
        sides.append(Side("".join(pack[:size]), land, market, merchant))
    order = random.choice(("ascending", "descending"))
    return Position((sides[0], sides[1]), random.choice((1, 2)), order, random.choice((None, *"朝昼夕夜")))


@pytest.mark.parametrize("seed", range(120))
def test_the_solver_agrees_with_brute_force_on_small_positions(seed: int) -> None:
    position = random_position(Random(seed))
    s = position.state()
    start_turn(s, position.options, s.actor)
    solution = solve(position)
    assert solution.decided
    if s.over:
        assert solution.over is not None
        assert solution.wins == ()
        return
    expected = first_turns(s, position.options, s.actor)
    assert {win.turn: win.lays for win in solution.wins} == {
        turn: value for turn, value in expected.items() if value is not None
    }
    assert solution.refuted == sum(value is None for value in expected.values())
    for win in solution.wins:
        assert played(position, win.line) == win.lays


def played(position: Position, line: tuple[str, ...]) -> int:
    """Play a line; the number of its lays, once the player to move has won."""
    s = position.state()
    attacker = s.actor
    start_turn(s, position.options, s.actor)
    for token in line:
        seat, decision = parse(token, 2)
        assert decision in ROOM[: legal(s, position.options, ROOM)]
        assert seat == s.actor
        apply(s, position.options, seat, decision)
    assert s.over
    assert s.points[attacker] == 1
    return sum(" place " in token for token in line)


def solved(**keys: object) -> Solution:
    return solve(read_position(keys))


def test_going_out_at_once_is_found_with_one_lay() -> None:
    solution = solved(p1={"hand": "78"}, p2={"hand": "12", "market": "45"})
    assert {win.turn: win.lays for win in solution.wins} == {("p1 place 78",): 1, ("p1 place 87",): 1}


def test_thunder_that_can_be_released_is_no_win() -> None:
    solution = solved(
        p1={"hand": "001", "merchant": False}, p2={"hand": "00", "market": "99", "merchant": False}
    )  # fmt: skip
    assert solution.wins == ()
    assert solution.decided
    assert solution.refuted == 1


def test_only_the_named_cards_make_the_first_lay() -> None:
    solution = solved(p1={"hand": "7899"}, p2={"hand": "12", "market": "45"}, use="9")
    assert [win.turn for win in solution.wins] == [("p1 place 99",)]
    assert solution.refuted == 0


def test_a_veil_belongs_to_the_turn() -> None:
    solution = solved(p1={"hand": "9678", "market": "1928"}, p2={"hand": "12", "market": "13"})
    assert any(len(win.turn) == 2 and win.turn[0].startswith("p1 veil") for win in solution.wins)


def test_what_is_not_decided_within_the_limit_is_said() -> None:
    position = read_position(
        {
            "p1": {"hand": "0123456789", "land": "朝昼夕夜"},
            "p2": {"hand": "012345678", "market": "12", "land": "朝昼夕夜"},
        }
    )
    solution = solve(position, max_nodes=50)
    assert not solution.decided
    assert solution.nodes == 50
    told: list[int] = []
    solve(position, max_nodes=4001, tell=told.append)
    assert told == [2000, 4000]


def test_a_win_whose_shortest_line_is_beyond_the_limit_is_still_a_win() -> None:
    first = {"hand": "1147X", "market": "朝960"}
    position = read_position({"p1": first, "p2": {"hand": "1168朝", "market": "3973"}, "last_star": "朝"})
    found = [solve(position, max_nodes=nodes) for nodes in range(100, 480, 20)]
    open_lines = [solution for solution in found if solution.decided and solution.wins[0].lays is None]
    assert open_lines
    assert open_lines[0].wins[0].line == ()
    assert solve(position).wins[0].lays == 5


def test_a_position_that_is_over_has_no_turn() -> None:
    assert solved(p1={"hand": "X7"}, p2={"hand": "12"}).over == "kinshi"


@pytest.mark.parametrize(
    ("keys", "part"),
    [
        ({"p1": {"hand": "12"}}, "p2 is missing"),
        ({"p1": {}, "p2": {"hand": "1"}}, "p1.hand is missing"),
        ({"p1": {"hand": "1a"}, "p2": {"hand": "1"}}, "p1.hand is '1a'"),
        ({"p1": {"hand": 12}, "p2": {"hand": "1"}}, "p1.hand has to be text"),
        ({"p1": {"hand": "111"}, "p2": {"hand": "1"}}, "p1 has 1 3 times"),
        ({"p1": {"hand": "00"}, "p2": {"hand": "1"}}, "p1 has 0 3 times"),
        ({"p1": {"hand": "12", "land": "3"}, "p2": {"hand": "1"}}, "both lands"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "turn": "p3"}, "turn is 'p3'"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "order": "up"}, "order is 'up'"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "last_star": "X"}, "last_star is 'X'"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "speed": 1}, "unknown key speed"),
        ({"p1": {"hand": "12", "x": 1}, "p2": {"hand": "1"}}, "unknown key p1.x"),
        ({"p1": {"hand": "12", "market": "123"}, "p2": {"hand": "1"}}, "p1.market has 3 places"),
        ({"p1": {"hand": "12", "market": "(12"}, "p2": {"hand": "1"}}, "parentheses do not match"),
        ({"p1": {"hand": "12", "market": "(1朝)"}, "p2": {"hand": "1"}}, "only digits can be veiled"),
        ({"p1": {"hand": "12", "latest": "123"}, "p2": {"hand": "1"}}, "p1.latest is '123'"),
        ({"p1": {"hand": "12", "market": "1)2"}, "p2": {"hand": "1"}}, "parentheses do not match"),
        ({"p1": {"hand": "12", "market": "34", "latest": "35"}, "p2": {"hand": "1"}}, "does not end the market"),
        ({"p1": {"hand": "12", "lays": -1}, "p2": {"hand": "1"}}, "p1.lays"),
        ({"p1": {"hand": "12", "merchant": 1}, "p2": {"hand": "1"}}, "p1.merchant"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "rules": {"motion": False}}, "no place in a 詰み札"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "rules": {"rounds": 3}}, "option rounds is 3"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "rules": 3}, "rules has to be a table"),
        ({"p1": {"hand": "12"}, "p2": {"hand": "1"}, "use": 3}, "use is 3"),
    ],
)
def test_a_position_that_cannot_be_says_why(keys: dict[str, object], part: str) -> None:
    with pytest.raises(PositionError) as caught:
        read_position(keys).state()
    assert part in caught.value.message


def test_a_position_reads_ascii_aliases_and_veiled_and_empty_places() -> None:
    position = read_position({"p1": {"hand": "DN12", "market": "9(33)_"}, "p2": {"hand": "1"}, "last_star": "M"})
    s = position.state()
    assert s.veiled == [2, 0]
    assert position.last_star == "夜"
    assert s.hand_size == [4, 1]
