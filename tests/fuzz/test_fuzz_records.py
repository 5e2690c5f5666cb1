"""Whatever is done to a record, the answer is the same match or a fault at its place, interpreted and compiled alike.

Runs short by default; ``pytest tests/fuzz --hypothesis-profile=long`` runs for minutes.
"""

from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from mutations import good_lines, spoiled_lines

from toolkit import games
from toolkit.games.game import TokenError
from toolkit.games.rulebook import rules_of
from toolkit.records import judging
from toolkit.records.faults import Fault, Kind
from toolkit.records.limits import DEFAULT_LIMITS
from toolkit.records.model import Record
from toolkit.records.reading import Entry
from toolkit.records.writing import to_line
from toolkit.replay import Mode, Outcome, Replayer
from toolkit.replay.batch import Wanted
from toolkit.replay.rebuild import canonical

#: Kinds of faults that are about one move.
OF_A_MOVE = (Kind.TOKEN, Kind.ACTOR, Kind.ILLEGAL, Kind.AFTER_END, Kind.INCOMPLETE)
LONGEST = 700
#: Of the profile that is in use (see ``conftest.py``), times four: most spoiled records are refused early.
EXAMPLES = 4 * settings().max_examples


@cache
def replayer(mode: Mode) -> Replayer:
    return Replayer(Wanted(counts=True, events=True), mode)


def outcome_of(record: Record, mode: Mode = Mode.INTERPRETED) -> Outcome:
    """What becomes of a record."""
    return next(replayer(mode).outcomes([Entry("a.jsonl", 1, record, None, 1)]))


def figures(outcome: Outcome) -> Any:
    """Everything that replaying a good record gives."""
    rows = outcome.rows
    assert rows is not None
    rounds = slice(rows.starts[outcome.match], rows.starts[outcome.match + 1])
    moves = slice(int(rows.move_at[rounds.start]), int(rows.move_at[rounds.stop]))
    return (
        outcome.complete, outcome.round_points, outcome.round_reasons, outcome.result, rows.rounds[rounds].tolist(),
        rows.matches[outcome.match].tolist(), rows.counts[moves].tolist(), rows.events.tolist(),
    )  # fmt: skip


def cut(record: Record, number: int, moves: list[str]) -> Record:
    """A record up to round ``number`` (from 1), which has these moves and then stops."""
    rounds = [msgspec.structs.replace(each, result=None) for each in record.rounds[:number]]
    if number <= len(rounds):
        rounds[number - 1] = msgspec.structs.replace(rounds[number - 1], moves=moves)
    return msgspec.structs.replace(record, rounds=rounds, result=None, unfinished=True)


def assert_readable(fault: Fault) -> None:
    """A fault is one short line that steers no terminal."""
    assert fault.message
    assert str(fault).isprintable()
    assert len(str(fault)) < LONGEST
    assert (fault.rule is not None) == (fault.kind is Kind.ILLEGAL)
    assert (fault.move is not None) == (fault.kind in OF_A_MOVE)
    assert fault.round is not None or fault.kind in (Kind.JSON, Kind.SCHEMA, Kind.RESULT)


def assert_located(record: Record, fault: Fault) -> None:
    """Everything before the place of a fault is right, and what is expected there would be."""
    if fault.kind not in OF_A_MOVE:
        return
    assert fault.round is not None
    assert fault.move is not None
    moves = record.rounds[fault.round - 1].moves if fault.round <= len(record.rounds) else []
    assert fault.token == (moves[fault.move - 1] if fault.move <= len(moves) else None)
    before = moves[: fault.move - 1]
    surplus = fault.kind is Kind.AFTER_END and fault.move == 1 and fault.round > 1
    upto = fault.round - 1 if surplus else fault.round
    earlier = outcome_of(cut(record, upto, list(record.rounds[upto - 1].moves) if surplus else before)).fault
    if earlier is not None:  # every token is read before any round is called incomplete
        assert (fault.kind, earlier.kind) == (Kind.TOKEN, Kind.INCOMPLETE)
        assert earlier.round is not None
        assert earlier.round < fault.round
    if fault.kind is not Kind.ILLEGAL or fault.token is None:
        return
    assert fault.rule in rules_of(record.game)
    player, verb = fault.token.split(" ")[:2]
    if not fault.expected:  # after the last draw of 馬将 all but silence may be wrong
        assert (fault.rule, fault.message) == ("MS-8", "after the draw of the last turn nothing is put but `tsumo`")
    for words in fault.expected:
        if words.split(" ")[0] == verb and words != verb:
            assert outcome_of(cut(record, fault.round, [*before, f"{player} {words}"])).fault is None, words


def assert_same_when_written(record: Record, found: Any) -> None:
    """The canonical spelling of a good record is a record of the same match, and stays as it is."""
    line = to_line(canonical(record))
    again = judging.judge(line)
    assert isinstance(again, Record)
    assert figures(outcome_of(again)) == found
    assert to_line(canonical(again)) == line


def assert_answered(line: bytes) -> None:
    """The answer to any line: a match or a located fault, the same by every way."""
    judged = judging.judge(line)
    assert judged == judging._judge_exactly(line, DEFAULT_LIMITS)
    if isinstance(judged, Fault):
        event(judged.kind)
        assert_readable(judged)
        assert judged.kind in (Kind.JSON, Kind.SCHEMA)
        return
    plain, compiled = outcome_of(judged), outcome_of(judged, Mode.COMPILED)
    assert plain.fault == compiled.fault
    event("good" if plain.fault is None else plain.fault.kind)
    if plain.fault is None:
        found = figures(plain)
        assert found == figures(compiled)
        assert_same_when_written(judged, found)
    else:
        assert_readable(plain.fault)
        assert_located(judged, plain.fault)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_records_that_are_spoiled_are_right(game: str) -> None:
    for line in good_lines(game):
        record = judging.judge(line.encode())
        assert isinstance(record, Record)
        outcome = outcome_of(record)
        assert outcome.fault is None
        assert_same_when_written(record, figures(outcome))


@pytest.mark.parametrize("game", games.NAMES)
def test_a_spoiled_record_is_the_same_match_or_a_fault_at_its_place(game: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(spoiled_lines(good_lines(game)))
    def answered(line: bytes) -> None:
        assert_answered(line)

    answered()


@pytest.mark.parametrize("game", games.NAMES)
def test_any_text_is_a_token_that_is_read_or_refused(game: str) -> None:
    known = games.get(game)
    words = sorted({word for line in good_lines(game) for token in line.split('"') for word in token.split(" ")})
    token = st.lists(st.sampled_from(words) | st.text(max_size=4), max_size=5).map(" ".join) | st.text(max_size=12)

    @settings(max_examples=EXAMPLES)
    @given(token, st.sampled_from(known.seats))
    def read_or_refused(token: str, players: int) -> None:
        try:
            seat, decision = known.parse(token, players)
        except TokenError as error:
            refused.append(error.message)
            return
        assert 0 <= seat < players
        assert 0 <= decision < 2**63
        written = known.write(seat, decision)
        assert known.parse(written, players)[0] == seat
        assert known.write(*known.parse(written, players)) == written

    refused: list[str] = []
    read_or_refused()
    assert max(map(len, refused)) < 300
