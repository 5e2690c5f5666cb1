"""What a record is: one match as its writer tells it.

The annotations are also what :mod:`msgspec` decodes by. A record that fits them is known to be good; one that
does not is judged by :mod:`toolkit.records.schema_check`, which finds the words for what is wrong.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

FORMAT = 1

#: Points and ranks are 64-bit numbers everywhere in the toolkit.
LOWEST = -(2**63)
HIGHEST = 2**63 - 1
Whole = Annotated[int, Meta(ge=LOWEST, le=HIGHEST)]

if TYPE_CHECKING:
    Deal = dict[str, Any]
else:
    # The deals of real games: card names, in lists or lists of lists. Other JSON objects are deals too (a game
    # says what is wrong with them) and take the slow way in; so a deal decoded the fast way cannot be nested deeply.
    Deal = dict[str, str | list[str | list[str]]]

NO_META = Raw()

OptionValue = bool | Whole | str


class RoundResult(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The claimed result of a round: one whole number a player, and why the round ended."""

    points: list[Whole]
    reason: str


class MatchResult(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The claimed result of a match: totals, ranks and, in games that have them, rank points, one a player."""

    points: list[Whole]
    ranks: list[Whole]
    rank_points: list[Whole] | None = None


class Round(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One round: its chance part as a JSON object, the decisions as tokens, and the claimed result if any."""

    deal: Deal
    moves: list[str]
    result: RoundResult | None = None


class Record(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One match.

    ``players`` are names in seat order, ``rules`` the options that differ from the game's defaults. ``meta`` is the
    JSON text of an object, kept byte for byte (see :func:`meta_of` and :attr:`meta_value`); empty where there is none.
    """

    format: Literal[1]
    game: Annotated[str, Meta(min_length=1)]
    id: Annotated[str, Meta(min_length=1)]
    players: Annotated[list[str], Meta(min_length=1)]
    rounds: Annotated[list[Round], Meta(min_length=1)]
    rules: dict[str, OptionValue] = {}
    meta: Raw = NO_META
    result: MatchResult | None = None
    unfinished: bool = False

    @property
    def meta_value(self) -> dict[str, Any]:
        """``meta`` as Python objects; an empty object where there is none."""
        text = bytes(self.meta)
        return dict(msgspec.json.decode(text)) if text else {}


def meta_of(value: dict[str, Any]) -> Raw:
    """The ``meta`` of a record to be written, from Python objects; TypeError or ValueError for what JSON lacks."""
    from toolkit.records.writing import json_text

    return Raw(json_text(value).encode())
