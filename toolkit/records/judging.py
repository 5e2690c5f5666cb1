"""One line of bytes → a record, or the fault that keeps it from being one.

Two ways that must agree: the fast one decodes straight into a :class:`Record` and proves by counting that no key
stands twice; whatever it cannot prove is judged by the slow, exact one.
"""

import re
from typing import Any

import msgspec
from msgspec import Raw, Struct

from toolkit.records.faults import Fault, Kind
from toolkit.records.json_check import JsonError, parse, refuse_size
from toolkit.records.limits import DEFAULT_LIMITS, Limits
from toolkit.records.model import NO_META, MatchResult, Record, Round, RoundResult
from toolkit.records.schema_check import check_record

MANY_DIGITS = re.compile(rb"\d{19}")


class _OnlyMeta(Struct):
    """Picks the bytes of ``meta`` out of a line."""

    meta: Raw = NO_META


_decode = msgspec.json.Decoder(Record).decode
_decode_any = msgspec.json.Decoder().decode
_decode_meta = msgspec.json.Decoder(_OnlyMeta).decode


def judge(line: bytes, limits: Limits = DEFAULT_LIMITS) -> Record | Fault:
    """The record of a line, or a fault of kind ``json`` or ``schema`` without file and line."""
    try:
        refuse_size(line, limits)
        record = _decode(line)
    except (msgspec.MsgspecError, RecursionError, JsonError):
        return _judge_exactly(line, limits)
    if len(record.rounds) > limits.rounds:
        return _judge_exactly(line, limits)
    if bytes(record.meta):
        # Cut loose from the line, which would be kept alive as a whole.
        record = msgspec.structs.replace(record, meta=Raw(bytes(record.meta)))
    if _is_surely_good(line, record, limits):
        return record
    return _judge_exactly(line, limits)


def _is_surely_good(line: bytes, record: Record, limits: Limits) -> bool:
    """Whether a record that was decoded can have no fault that decoding passes over.

    Every key of the text has a colon of its own. So if there are no more colons than the record has keys, no
    key stood twice, and no optional key was given as null.
    """
    players = len(record.players)
    keys = 5
    for each in record.rounds:
        keys += 2 + len(each.deal)
        result = each.result
        if result is not None:
            keys += 3
            if len(result.points) != players:
                return False
    total = record.result
    if total is not None:
        keys += 3
        if len(total.points) != players or len(total.ranks) != players:
            return False
        if total.rank_points is not None:
            keys += 1
            if len(total.rank_points) != players:
                return False
    if record.rules:
        keys += 1 + len(record.rules)
    if bytes(record.meta):
        inside = _keys_of_meta(bytes(record.meta), limits)
        if inside is None:
            return False
        keys += 1 + inside
    if record.unfinished:
        keys += 1
    return line.count(b":") == keys or _most_keys(line) == keys


def _most_keys(line: bytes) -> int:
    """How many keys the text has at most: colons behind a quote or a blank (others are inside strings)."""
    return sum(map(line.count, (b'":', b" :", b"\t:", b"\r:", b"\n:")))


def _keys_of_meta(meta: bytes, limits: Limits) -> int | None:
    """How many keys ``meta`` has at every depth; None if it is no object, or needs a closer look."""
    if meta.count(b"[") + meta.count(b"{") > limits.depth - 1 or MANY_DIGITS.search(meta):
        return None
    try:
        value = _decode_any(meta)
    except msgspec.MsgspecError:
        return None
    return _keys_in(value) if isinstance(value, dict) else None


def _keys_in(value: Any) -> int:
    if isinstance(value, dict):
        return len(value) + sum(map(_keys_in, value.values()))
    if isinstance(value, list):
        return sum(map(_keys_in, value))
    return 0


def _judge_exactly(line: bytes, limits: Limits) -> Record | Fault:
    try:
        data = parse(line, limits)
    except JsonError as error:
        return Fault(Kind.JSON, error.message, id=_string(error.data, "id"), game=_string(error.data, "game"))
    rounds = data.get("rounds") if isinstance(data, dict) else None
    if isinstance(rounds, list) and len(rounds) > limits.rounds:
        message = f"{len(rounds):,} rounds in one record, more than the limit of {limits.rounds:,}"
        return Fault(Kind.JSON, message, id=_string(data, "id"), game=_string(data, "game"))
    problem = check_record(data)
    if problem is not None:
        message, expected = problem.message, problem.expected
        return Fault(Kind.SCHEMA, message, id=_string(data, "id"), game=_string(data, "game"), expected=expected)
    return _record(data, _decode_meta(line).meta)


def _string(data: Any, key: str) -> str | None:
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, str) and value else None


def _record(data: dict[str, Any], meta: Raw) -> Record:
    """A record from data that was checked."""
    result = data.get("result")
    return Record(
        format=data["format"],
        game=data["game"],
        id=data["id"],
        players=data["players"],
        rules=data.get("rules", {}),
        meta=Raw(bytes(meta)),
        rounds=[_round(each) for each in data["rounds"]],
        result=None if result is None else MatchResult(**result),
        unfinished="unfinished" in data,
    )


def _round(data: dict[str, Any]) -> Round:
    result = data.get("result")
    return Round(data["deal"], data["moves"], None if result is None else RoundResult(**result))
