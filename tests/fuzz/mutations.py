"""Valid records of each game, and ways to spoil them: bytes, JSON values, tokens, deals, options."""

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from toolkit import games
from toolkit.records.writing import to_line
from toolkit.replay import Mode
from toolkit.simulate import Sampler

#: (players, automatic player, rules) of the records that are spoiled; short ones, of every kind.
MADE: dict[str, list[tuple[int, str, dict[str, Any]]]] = {
    "shiji": [
        (2, "random", {}),
        (2, "greedy", {}),
        (2, "random", {"source": "deck"}),
        (2, "greedy", {"goods": False, "hand_limit": 12}),
        (2, "random", {"placement": "left", "veil_blocks": False, "rounds": 0}),
        (2, "greedy", {"handless": True, "rounds": 13}),
    ],
    "shishibo": [
        (3, "random", {"rounds": 1}),
        (3, "greedy", {"rounds": 2, "show": "always"}),
        (4, "random", {"rounds": 1, "max_passes": 1}),
        (5, "greedy", {"rounds": 1, "uchikiri_combine": "max"}),
        (7, "random", {"rounds": 1, "fuke_limit": 60}),
    ],
    "masho": [
        (2, "greedy", {"turns": 6}),
        (2, "random", {"turns": 1, "wins": 20}),
        (3, "greedy", {"turns": 8, "wins": 1, "light_mapping": "commentary"}),
        (5, "random", {"turns": 2, "claim_once": True}),
        (4, "greedy", {"turns": 5, "payers": "not_yet_won"}),
    ],
}
#: Values that may come in the place of any other.
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**31,
    2**63 - 1,
    -(2**63),
    1.5,
    "",
    "x",
    "p1",
    [],
    [[]],
    {},
    {"a": 1},
]
TEXTS = ["", " ", "p", "p1", "p9", "0", "\0", "\u3000", "１", "朝", "空木1", "W", "5K", "resign", "foul 35", "x" * 300]
BYTES = [b"", b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\0", b"\xff", b"9", b"-", b"1e9", b"null", b"\xe3\x80"]
#: Tokens of no deal and no hand that are readable in some game.
FOREIGN = [
    "p1 resign",
    "p2 resign",
    "p1 foul 35",
    "p2 foul 36",
    "p1 foul 37",
    "p1 pass",
    "p1 look",
    "p1 draw",
    "p2 tsumo",
]

Record = dict[str, Any]


@cache
def good_lines(game: str) -> tuple[str, ...]:
    """Lines of valid records of a game."""
    lines = []
    for players, kind, rules in MADE[game]:
        sampler = Sampler(game, [kind] * players, 11, rules=rules, mode=Mode.INTERPRETED)
        lines += [to_line(sampler.record(match)).decode() for match in range(2)]
    return tuple(lines)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path."""
    for key in path:
        value = value[key]
    return value


@st.composite
def spoiled_value(draw: st.DrawFn, record: Record) -> Record:
    """A record with one value replaced, dropped, doubled, or put under another key."""
    path = draw(st.sampled_from(list(places(record))))
    holder, key = at(record, path[:-1]), path[-1]
    match draw(st.integers(0, 4)):
        case 0:
            holder[key] = copy.deepcopy(draw(st.sampled_from(VALUES)))
        case 1:
            del holder[key]
        case 2 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case 2:
            holder[draw(st.sampled_from(["x", "id", "deal", "result", key + key[:1]]))] = holder.pop(key)
        case 3:
            other = draw(st.sampled_from(list(places(record))))
            holder[key] = copy.deepcopy(at(record, other))
        case _ if isinstance(holder[key], int):
            holder[key] += draw(st.sampled_from([1, -1, 2**40]))
        case _:
            holder[key] = draw(st.sampled_from(TEXTS))
    return record


@st.composite
def spoiled_moves(draw: st.DrawFn, record: Record) -> Record:
    """A record with one token dropped, doubled, swapped, altered, or the rest of its round gone."""
    moves = draw(st.sampled_from([each["moves"] for each in record["rounds"]]))
    if not moves:
        return record
    place = draw(st.integers(0, len(moves) - 1))
    other = draw(st.integers(0, len(moves) - 1))
    match draw(st.integers(0, 7)):
        case 0:
            del moves[place]
        case 1:
            moves.insert(other, moves[place])
        case 2:
            moves[place], moves[other] = moves[other], moves[place]
        case 3:
            moves[place] = f"p{draw(st.integers(0, 8))}{moves[place][2:]}"
        case 4:
            words, others = moves[place].split(" "), moves[other].split(" ")
            moves[place] = " ".join(words[:2] + others[2:] if draw(st.booleans()) else words[:1] + others[1:])
        case 5:
            words = moves[place].split(" ")
            word = draw(st.integers(0, len(words) - 1))
            words[word] = draw(st.sampled_from([*TEXTS, words[word] + words[word][-1:], words[word][:-1]]))
            moves[place] = " ".join(words)
        case 6:
            del moves[place:]
        case _:
            moves.insert(place, draw(st.sampled_from(FOREIGN)))
    return record


@st.composite
def spoiled_deal(draw: st.DrawFn, record: Record) -> Record:
    """A record with two cards of a deal swapped, or one replaced by another or by none."""
    deal = draw(st.sampled_from([each["deal"] for each in record["rounds"]]))
    cards = [path for path in places(deal) if isinstance(at(deal, path), str)]
    if not cards:
        return record
    first, second = draw(st.sampled_from(cards)), draw(st.sampled_from(cards))
    one, two = at(deal, first[:-1]), at(deal, second[:-1])
    match draw(st.integers(0, 3)):
        case 0:
            one[first[-1]], two[second[-1]] = two[second[-1]], one[first[-1]]
        case 1:
            one[first[-1]] = two[second[-1]]
        case 2:
            two.append(one.pop(first[-1]))
        case _:
            one[first[-1]] = draw(st.sampled_from(TEXTS))
    return record


@st.composite
def spoiled_rules(draw: st.DrawFn, record: Record) -> Record:
    """A record with another value of an option, one outside its range, or another number of players."""
    game = games.get(record["game"])
    option = draw(st.sampled_from(game.options))
    rules = record.setdefault("rules", {})
    match draw(st.integers(0, 3)):
        case 0:
            rules[option.name] = draw(st.sampled_from([-1, 0, 1, 2, 7, 13, 19, 20, 25, 100, 1000, 2**40]))
        case 1:
            rules[option.name] = draw(st.sampled_from([True, False, *getattr(option.kind, "words", ["x"])]))
        case 2:
            rules.pop(option.name, None)
        case _:
            names = [*record["players"], "one more"]
            record["players"] = names[: draw(st.integers(0, len(names)))]
    return record


def freed(record: Record) -> Record:
    """A record that claims nothing and may stop anywhere: it is right as far as its moves are."""
    record.pop("result", None)
    for each in record["rounds"]:
        each.pop("result", None)
    record["unfinished"] = True
    return record


@st.composite
def spoiled_bytes(draw: st.DrawFn, line: bytes) -> bytes:
    """A line with some bytes replaced, dropped or doubled."""
    changed = bytearray(line)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(changed)))
        match draw(st.integers(0, 2)):
            case 0:
                changed[place : place + draw(st.integers(0, 3))] = draw(st.sampled_from(BYTES))
            case 1:
                changed[place:place] = changed[place : place + draw(st.integers(1, 40))]
            case _:
                del changed[place : place + draw(st.integers(1, 40))]
    return bytes(changed).replace(b"\n", b" ")


#: Moves are spoiled as often as all else.
WAYS: list[Callable[[Record], st.SearchStrategy[Record]]] = [spoiled_moves, spoiled_moves, spoiled_deal, spoiled_rules]


@st.composite
def spoiled_lines(draw: st.DrawFn, lines: tuple[str, ...]) -> bytes:
    """One of the lines of valid records, spoiled in one to three ways."""
    line = draw(st.sampled_from(lines))
    if draw(st.integers(0, 7)) == 0:
        return draw(spoiled_bytes(line.strip().encode()))
    record: Record = json.loads(line)
    if draw(st.booleans()):
        record = freed(record)
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.integers(0, 5)) == 0:
            record = draw(spoiled_value(record))
            break  # what follows needs the shape of a record
        record = draw(draw(st.sampled_from(WAYS))(record))
    return json.dumps(record, ensure_ascii=False).encode()
