"""Records as numbers: what of a record can be judged without playing it."""

from dataclasses import dataclass
from itertools import repeat
from typing import Any

from toolkit import games
from toolkit.games.game import DealError, DealShapeError, Game, OptionError, TokenError
from toolkit.records.faults import Fault, Kind, look_alike, quoted
from toolkit.records.model import Record
from toolkit.records.reading import Entry


@dataclass(slots=True)
class Encoded:
    """A record whose schema and deals are good, as the loops take it.

    ``deals``, ``seats`` and ``decisions`` run over all rounds; ``deal_at`` and ``move_at`` are where each
    round starts, and the end. A token that cannot be read ends the decisions; it is kept as ``bad_token``
    (round, move, message), counted from 0, and is a fault only if everything before it is good.
    """

    entry: Entry
    record: Record
    game: Game
    options: Any
    deals: list[int]
    deal_at: list[int]
    seats: list[int]
    decisions: list[int]
    move_at: list[int]
    bad_token: tuple[int, int, str] | None = None

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.record.players)

    @property
    def may_stop(self) -> bool:
        """Whether the last round of ``decisions`` may be unfinished."""
        return self.record.unfinished or self.bad_token is not None


def encode(entry: Entry) -> Encoded | Fault:
    """The record of an entry as numbers, or what is wrong with its schema or its deals."""
    record = entry.record
    assert record is not None
    if record.game not in games.NAMES:
        message = f"unknown game {quoted(record.game)}{look_alike(record.game)}"
        return _schema(entry, message, expected=tuple(games.NAMES))
    game = games.get(record.game)
    players = len(record.players)
    if players not in game.seats:
        return _schema(entry, f"{players} players; {game.title} is for {game.players_wanted}")
    try:
        options = game.read_options(record.rules, players)
    except OptionError as error:
        return _schema(entry, f"in `rules`: {error.message}")
    result = record.result
    if result is not None and result.rank_points is not None and not game.has_rank_points(players):
        return _schema(entry, f"`result.rank_points` is not part of a {game.title} match of {players} players")
    return _encode_rounds(Encoded(entry, record, game, options, [], [0], [], [], [0]))


def _schema(entry: Entry, message: str, expected: tuple[str, ...] = ()) -> Fault:
    return entry.fault_of(Kind.SCHEMA, message, expected=expected)


def _encode_rounds(encoded: Encoded) -> Encoded | Fault:
    """Read all deals, then the tokens up to the first that cannot be read."""
    game, players, record = encoded.game, encoded.players, encoded.record
    for number, each in enumerate(record.rounds):
        try:
            encoded.deals += game.read_deal(each.deal, players, encoded.options)
        except DealError as error:
            return _fault_of_deals(encoded, number, error)
        encoded.deal_at.append(len(encoded.deals))
    for number, each in enumerate(record.rounds):
        try:
            pairs = list(map(game.parse, each.moves, repeat(players)))
        except TokenError:
            return _encode_up_to_bad_token(encoded, number, each.moves)
        if pairs:
            seats, decisions = zip(*pairs, strict=True)
            encoded.seats += seats
            encoded.decisions += decisions
        encoded.move_at.append(len(encoded.decisions))
    return encoded


def _fault_of_deals(encoded: Encoded, number: int, first: DealError) -> Fault:
    """What is wrong with the deals from round ``number`` (from 0) on, the first bad one.

    The schema of the whole record comes before any deal, and the keys and types of a deal are schema.
    """
    for at in range(number, len(encoded.record.rounds)):
        try:
            encoded.game.read_deal(encoded.record.rounds[at].deal, encoded.players, encoded.options)
        except DealShapeError as error:
            return _schema(encoded.entry, f"rounds[{at}].deal (round {at + 1}): {error.message}")
        except DealError:
            continue
    return encoded.entry.fault_of(Kind.DEAL, first.message, round=number + 1, rule=None)


def _encode_up_to_bad_token(encoded: Encoded, number: int, moves: list[str]) -> Encoded:
    """Read the tokens of a round up to the first that cannot be read, and note that one."""
    for move, token in enumerate(moves):
        try:
            seat, decision = encoded.game.parse(token, encoded.players)
        except TokenError as error:
            encoded.bad_token = (number, move, error.message + look_alike(token))
            break
        encoded.seats.append(seat)
        encoded.decisions.append(decision)
    encoded.move_at.append(len(encoded.decisions))
    return encoded
