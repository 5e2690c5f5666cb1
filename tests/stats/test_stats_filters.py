"""Conditions choose matches, rounds and seats, and what is no condition is refused before it can do anything."""

import ast
import os
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_tables import Round, tables

from toolkit.games import NAMES, get
from toolkit.replay.tables import TableBuilder, Tables
from toolkit.stats import compute
from toolkit.stats.conditions import DEEPEST, LONGEST, condition, names_of
from toolkit.stats.estimates import Estimate, rows
from toolkit.stats.filters import FilterError, UnknownNameError, check, where

PLAYERS = ["Aoi", "Ren", "Yui"]


def won_by(*winners: int, stake: int = 1, opener: int = 1) -> list[Round]:
    moves = [("mizu", 2), ("play 1K", 5)]
    events = [("teyaku", "三本", 50)]
    gains = [[2 if seat == winner else -1 for seat in (1, 2, 3)] for winner in winners]
    return [Round(gain, stake=stake, opener=opener, moves=moves, events=events) for gain in gains]


@pytest.fixture
def log() -> Tables:
    """Three matches of three players and one of four, with an event, dates and options."""
    four = [Round([3, -1, -1, -1], reason="fuke", stake=4)]
    made = tables([won_by(1, 2, 2), won_by(3, stake=3), won_by(1, opener=2), four], [*PLAYERS, "Kai"])
    made.matches = made.matches.with_columns(
        event=pl.Series(["club evening", "club evening", None, "cup"], dtype=pl.String),
        date=pl.Series(["2025-12-31", "2026-01-01", "2026-02-01", None], dtype=pl.String),
        rules=pl.Series(['{"fuke_limit":20}', "{}", '{"fuke_limit":20,"show":"always"}', "{}"]),
    )
    return made


def matches(made: Tables) -> list[str]:
    return made.matches["match_id"].to_list()


def measured(made: Tables, name: str) -> dict[str, Estimate]:
    return {each.group: each for each in rows(compute(made, [name]))}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('event == "club evening"', ["m1", "m2"]),
        ('event != "club evening"', ["m3", "m4"]),
        ("not event == 'club evening'", ["m3", "m4"]),
        ('date >= "2026-01-01"', ["m2", "m3"]),
        ('"2026-01-01" <= date < "2026-02-01"', ["m2"]),
        ("date is None", ["m4"]),
        ("date != None and players == 3", ["m1", "m2", "m3"]),
        ("players == 4", ["m4"]),
        ("players in [2, 4]", ["m4"]),
        ("players not in (2, 4)", ["m1", "m2", "m3"]),
        ("fuke_limit == 20", ["m1", "m3"]),
        ("rules.fuke_limit == 15", ["m2", "m4"]),
        ('show == "always" or players > 3', ["m3", "m4"]),
        ("matches.rounds >= 2", ["m1"]),
        ("finished and not willow_kasu_counts", ["m1", "m2", "m3", "m4"]),
        ("finished == false", []),
        ("  (players == 3)  and (fuke_limit < 20 or event is none)", ["m2", "m3"]),
        ("stake >= 3", ["m2", "m4"]),
        ('reason in ["fuke", "shiko"]', ["m4"]),
        ("opener != 1", ["m3"]),
        ('player == "Kai"', ["m4"]),
        ('player == "Yui" and won', ["m2"]),
        ("seat == opener and won", ["m1", "m4"]),
        ("points > stake", ["m1", "m3"]),
        ("players == -4", []),
        ("players < 3.5", ["m1", "m2", "m3"]),
    ],
)
def test_a_condition_keeps_the_matches_in_which_it_holds(log: Tables, text: str, kept: list[str]) -> None:
    assert matches(where(log, text)) == kept


def test_a_condition_on_matches_keeps_whole_matches(log: Tables) -> None:
    made = where(log, "fuke_limit == 20")
    assert type(made) is Tables
    assert [len(table) for _, table in made.items()] == [2, 4, 12, 8, 4]


def test_a_condition_on_rounds_keeps_rounds(log: Tables) -> None:
    made = where(log, "stake == 1 and round > 1")
    assert made.rounds.select("match_id", "round").rows() == [("m1", 2), ("m1", 3)]
    assert [len(table) for _, table in made.items()] == [1, 2, 6, 4, 2]


def test_a_condition_on_seats_keeps_rows_decisions_and_events_of_these_seats(log: Tables) -> None:
    made = where(log, "seat == 2")
    assert set(made.seats["player"]) == {"Ren"}
    assert [len(table) for _, table in made.items()] == [4, 6, 6, 0, 0]  # seat 1 made all decisions
    assert len(where(log, 'player == "Aoi"').events) == len(log.events)


def test_events_that_belong_to_no_seat_stay_with_their_round(log: Tables) -> None:
    log.events = log.events.with_columns(seat=pl.lit(None, pl.Int8))
    assert len(where(log, "seat == 2").events) == len(log.events)
    assert len(where(log, "seat == 2 and stake == 3").events) == 1


def test_conditions_one_after_the_other_are_joined_by_and(log: Tables) -> None:
    twice = where(where(log, 'player == "Ren"'), "won")
    once = where(log, 'player == "Ren" and won')
    assert twice.seats.equals(once.seats)
    assert twice.rounds.equals(once.rounds)
    assert where(where(log, "won"), "players == 3").seats.equals(where(log, "won and players == 3").seats)


def test_measures_of_seats_speak_of_the_chosen_seats(log: Tables) -> None:
    made = where(log, 'player == "Ren" and players == 3')
    assert {name: each.estimate for name, each in measured(made, "wins-by-player").items()} == {"Ren": 0.4}
    assert list(measured(made, "points-by-seat")) == ["seat 2"]


def test_measures_of_rounds_still_see_all_players_of_the_chosen_rounds(log: Tables) -> None:
    made = where(log, 'player == "Yui" and not won and players == 3')
    assert measured(made, "undecided")["3 players"].estimate == 0  # Yui did not win, but somebody did
    assert measured(made, "reasons")["points"].n == 4


def test_the_openers_advantage_of_one_player_is_against_all_players(log: Tables) -> None:
    made = where(log, 'player == "Ren"')
    found = measured(made, "opener-points")["3 players"]
    assert (found.n, found.estimate) == (1, -1)  # Ren opened the match m3 and lost 1; the mean of three is 0


def test_measures_of_matches_follow_the_whole_match(log: Tables) -> None:
    whole = where(log, "players == 3")
    for text in ('player == "Aoi" and players == 3', "round == 2 and players == 3"):
        made = where(log, text)
        kept = set(matches(made))
        for name in ("lead-changes", "drama", "decision-point", "killer-rounds"):
            same = {group: each._replace(matches=0) for group, each in measured(made, name).items()}
            assert same == {group: each._replace(matches=0) for group, each in measured(whole, name).items()}, name
        assert kept <= set(matches(whole))


def test_ratings_of_one_player_come_from_matches_against_all(log: Tables) -> None:
    whole = where(log, "players == 3")
    made = where(log, 'player == "Ren" and players == 3')
    assert measured(made, "ratings") == {"Ren": measured(whole, "ratings")["Ren"]}


@pytest.mark.parametrize("game", NAMES)
def test_every_name_of_every_game_can_be_asked_for(game: str) -> None:
    empty = TableBuilder(get(game)).take()
    for name in names_of(game):
        value = {"number": "1", "text": '"a"', "truth": "true", "word": repr(name.words[0] if name.words else "")}
        made = where(empty, f"{name.key} == {value[name.kind]}")
        assert made.matches.is_empty()
        assert made.matches.schema == empty.matches.schema
    assert compute(where(empty, "seat == 1")).is_empty()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["is empty"]),
        ("players = 3", ["write == to compare"]),
        ("player == “Aoi”", ["write quotes as"]),
        ("player == ‘Aoi’", ["write quotes as"]),
        ("won && finished", ["write and, or"]),
        ("!won", ["write not"]),
        ("players == 3 and", ["is not readable", "made of names"]),
        ('player == "Aoi', ["not readable at character"]),
        ("seat", ["seat is a number", "seat == 1"]),
        ("player", ["player is a text"]),
        ('"Aoi"', ["is a text"]),
        ('stake == "3"', ["stake is a number", "'3' is a text"]),
        ("player == 3", ["player is a text", "3 is a number"]),
        ("won == 1", ["won is true or false"]),
        ("won > false", ["have no order"]),
        ('reason < "fuke"', ["have no order"]),
        ('reason == "Fuke"', ["reason is never 'Fuke'", "points, fuke, shiko"]),
        ('show == "never"', ["choice, always"]),
        ("stake < None", ["None is compared with =="]),
        ("1 == 1", ["are both constants"]),
        ("seat is 1", ["instead of is"]),
        ("stake in 3", ["behind in stands a list"]),
        ("stake in [seat]", ["before in stands a name"]),
        ("1 in [1, 2]", ["before in stands a name"]),
        ("rounds == 12", ["ambiguous", "matches.rounds or rules.rounds"]),
        ("mizu", ["rounds.mizu or seats.mizu"]),
        ("seat + 1 == 2", ["arithmetic is not allowed"]),
        ("players == 10000000000000000000", ["too large"]),
        ("(players == 3) == won", ["inside another one"]),
        ("players == 3, 4", ["a comma outside a list"]),
        ("player == b'Aoi'", ["b'Aoi' is not allowed"]),
        ("seat == 1j", ["1j is not allowed"]),
        ("seat == ...", ["not allowed"]),
        ("a" * (LONGEST + 1), ["at most 2,000"]),
        ("not " * (DEEPEST + 1) + "won", ["more than 40 deep"]),
        ("(" * 400 + "won" + ")" * 400, ["not readable"]),
        ("-" * 900 + "1 == seat", ["inside another one"]),
    ],
)
def test_what_is_no_condition_is_refused_with_what_would_do(log: Tables, text: str, words: list[str]) -> None:
    with pytest.raises(FilterError) as raised:
        where(log, text)
    message = str(raised.value)
    assert len(message) < 600
    assert "\n" not in message
    for word in words:
        assert word in message


def test_an_unknown_name_is_answered_with_the_known_ones(log: Tables) -> None:
    with pytest.raises(
        UnknownNameError, match=r"shishibo has no playr; did you mean player\? .*matches: match_id, "
    ) as raised:
        where(log, 'playr == "Aoi"')
    for name in ("seats: seat, player", "rules: rounds, points_hikari", "stake"):
        assert name in str(raised.value)
    with pytest.raises(UnknownNameError, match=r"shishibo has no rules\.stake"):
        where(log, "rules.stake == 1")


def test_a_condition_fits_if_it_fits_one_game() -> None:
    check("stake > 1")
    check("rounds.lays > 1")
    with pytest.raises(UnknownNameError, match=r"no game has stak\. The names .*reason, opener.*each game has more"):
        check("stak > 1")
    with pytest.raises(UnknownNameError, match="shiji has no stake"):
        check("stake > 1", ["shiji"])
    with pytest.raises(FilterError, match="write =="):
        check("stake = 1")


@pytest.mark.parametrize(
    "text",
    [
        '__import__("os").system("touch attacked")',
        'open("attacked", "w")',
        'exec(\'open("attacked", "w")\')',
        '(lambda: open("attacked", "w"))()',
        '[open("attacked", "w") for _ in [1]]',
        "player.__class__.__mro__[1].__subclasses__() == 1",
        "().__class__ == 1",
        "rules.__class__ == 1",
        "__builtins__ == 1",
        "matches.__init__ == 1",
        "f\"{open('attacked', 'w')}\" == player",
        'player == (x := "Aoi")',
        'player == "Aoi" if won else won',
        'player["x"] == 1',
        "won and (yield)",
        "won and await_()",
        "*won",
        "{**won} == 1",
        "seat == 2 ** 2 ** 2 ** 2 ** 9",
        "seat == 9 * '9' * 999999999",
        "won; import os",
        "won\nimport os",
        "player == '\x00'",
        "player == '\ud800'",
        "seat @ seat",
        "seat < (seat < (seat < seat))",
    ],
)
def test_nothing_of_a_condition_is_run(log: Tables, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FilterError):
        where(log, text)
    assert os.listdir(tmp_path) == []  # noqa: PTH208 (whatever its name is)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("abepsw=!<>()[]{}'\"\\ .,:;+-*/%&|^~@#$_0123456789\n\t意“é\x00"), max_size=60))
def test_any_text_is_a_condition_or_a_filter_error(text: str) -> None:
    with suppress(FilterError):
        assert condition("shishibo", text).level in (0, 1, 2)


#: Expressions of all kinds that Python has.
NODES = st.recursive(
    st.sampled_from(["player", "seat", "won", "stake", "reason", "rules.show", '"Aoi"', "3", "None", "true", "x"]),
    lambda inner: st.builds(
        lambda form, one, two: form.format(one, two),
        st.sampled_from(
            ["({} and {})", "({} or {})", "(not {})", "({} == {})", "({} < {})", "({} in [{}])", "{}({})", "({}).{}",
             "[{}, {}]", "({} if {} else 1)", "(lambda: {})", "({} + {})", "({}, {})", "({} is {})", "({})[{}]"]
        ),
        inner,
        inner,
    ),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(NODES)
def test_any_expression_gives_tables_or_a_filter_error(text: str) -> None:
    made = tables([won_by(1, 2), won_by(3)], PLAYERS)
    try:
        kept = where(made, text)
    except FilterError:
        return
    allowed = ast.Expression, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.Name, ast.Attribute, ast.Constant, ast.List
    other = (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context, ast.Tuple)
    assert all(isinstance(node, allowed + other) for node in ast.walk(ast.parse(text, mode="eval")))
    assert set(matches(kept)) <= set(matches(made))
    opposite = where(made, f"not ({text})")
    assert len(kept.seats) + len(opposite.seats) == len(made.seats)
