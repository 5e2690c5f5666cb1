"""What a recorded position is worth: the round played on from it many times, with the hidden cards filled in anew."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from toolkit.engine.chance import STREAM_SIZE
from toolkit.engine.choosing import STREAMS
from toolkit.engine.continuing import ORIGIN
from toolkit.engine.contract import STATES
from toolkit.engine.state import MOST_SEATS, dtype_of
from toolkit.games.game import Game
from toolkit.records.faults import shown
from toolkit.records.model import Record
from toolkit.records.reading import read
from toolkit.replay.batch import Arena
from toolkit.replay.match import IllegalMove, Match
from toolkit.simulate.playing import EndlessRoundError

#: Samples that are played before the next look at whether to go on.
CHUNK = 64


class PositionError(ValueError):
    """A position that is not there, or from which nothing is to be played."""


class Position(NamedTuple):
    """A position of a record: before its decision ``move`` of ``round`` (both from 1); ``state`` is the engine's."""

    game: Game
    record: Record
    round: int
    move: int
    options: Any
    state: Any

    @property
    def seat(self) -> int:
        """The seat on move, from 0: what it does not see is filled in."""
        return int(self.state.actor)


def position_named(text: str) -> Position:
    """The position ``FILE:ID:ROUND:MOVE``; file and id may have colons too. PositionError for any other text."""
    words = text.rsplit(":", 2)
    numbers = [int(word) if word.isascii() and word.isdigit() and len(word) < 10 else 0 for word in words[1:]]
    if len(words) != 3 or min(numbers) < 1:
        raise PositionError(f"{shown(repr(text), None)}: expected FILE:ID:ROUND:MOVE, rounds and moves from 1")
    parts = words[0].split(":")
    for cut in range(len(parts) - 1, 0, -1):
        file, name = ":".join(parts[:cut]), ":".join(parts[cut:])
        if Path(file).is_file():
            return position_of(_find(file, name), *numbers)
    raise PositionError(f"{shown(repr(text), None)}: there is no such file")


def _find(file: str, name: str) -> Record:
    known: list[str] = []
    for entry in read([file]):
        record = entry.record
        if record is not None and record.id == name:
            return record
        if record is not None and len(known) < 5:
            known.append(shown(repr(record.id), None))
    some = f"; it has {', '.join(known)}" if known else ""
    raise PositionError(f"{shown(file, None)} has no record {shown(repr(name), None)}{some}")


def position_of(record: Record, number: int, move: int) -> Position:
    """The position before a decision of a record; PositionError where there is none, or the record breaks a rule."""
    if number > len(record.rounds):
        raise PositionError(f"record {shown(repr(record.id), None)} has {len(record.rounds)} rounds, not {number}")
    moves = record.rounds[number - 1].moves
    if move > len(moves) + 1:
        raise PositionError(f"round {number} has {len(moves)} moves; move {move} is beyond the position after the last")
    try:
        match = Match(record.game, record.players, rules=record.rules, id=record.id)
        for each in record.rounds[: number - 1]:
            match.deal(each.deal)
            for token in each.moves:
                match.push(token)
        match.deal(record.rounds[number - 1].deal)
        for token in moves[: move - 1]:
            match.push(token, settle=False)
    except (IllegalMove, ValueError, KeyError) as error:
        raise PositionError(f"record {shown(repr(record.id), None)} is not right up to there: {error}") from None
    if match.state.over or match.state.actor < 0:
        raise PositionError(f"the round is over before move {move} of round {number}; nothing is to be played on")
    return Position(match.game, record, number, move, match.options, match.state)


def play_on(
    position: Position,
    kinds: Sequence[int],
    samples: int,
    seed: int,
    *,
    compiled: bool,
    on_progress: Callable[[int], None] = lambda _done: None,
) -> NDArray[np.int64]:
    """The points of the round by seat (columns) in so many samples (rows); sample k is the same in every mode.

    Before each sample the cards that the seat on move does not see are drawn anew, consistent with what it knows; then
    the players, of the given ``kinds`` by seat, play the round to its end. EndlessRoundError where it has none.
    """
    arena = Arena(position.game, compiled)
    states = _states(position, compiled)
    seat, players = position.seat, len(position.record.players)
    arena.engine.hide(states[ORIGIN], position.options, seat)
    shape = (STREAMS, STREAM_SIZE)
    streams: Any = np.zeros(shape, np.int64) if compiled else [[0] * shape[1] for _ in range(shape[0])]
    found = []
    for first in range(0, samples, CHUNK):
        count = min(CHUNK, samples - first)
        points = arena.zeros(count * MOST_SEATS)
        done = arena.engine.play_on(
            states, position.options, seed, first, count, arena.numbers(kinds), streams, arena.out, arena.work, points
        )
        if done < 0:
            raise EndlessRoundError(f"sample {first - 1 - done} goes on and on")
        found.append(np.array(points, np.int64).reshape(-1, MOST_SEATS)[:, :players])
        on_progress(first + count)
    return np.concatenate(found)


def _states(position: Position, compiled: bool) -> Any:
    """Room for all states, with the position at ``ORIGIN``."""
    game, origin = position.game, position.state
    state: Any = game.State
    states: Any = np.zeros(STATES + 1, dtype_of(state)) if compiled else [state() for _ in range(STATES + 1)]
    for entry in fields(origin):
        value = getattr(origin, entry.name)
        if entry.name in ("log", "n_events"):
            value = 0
        if compiled:
            states[ORIGIN][entry.name] = value
        elif isinstance(value, list):
            getattr(states[ORIGIN], entry.name)[:] = value
        else:
            setattr(states[ORIGIN], entry.name, value)
    return states
