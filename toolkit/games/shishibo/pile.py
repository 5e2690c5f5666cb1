"""Scoring a pile of captured cards: card points, でき役 and 打ち切り役 (SC-4, SC-31, SC-32, SC-41)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from toolkit.games.game import GameError, decode_options, options_of
from toolkit.games.shishibo.cards import WORDS, mask_of, words_of
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.yaku import (
    CARDS_OF,
    YAKU,
    card_points,
    dekiyaku_of,
    multiplier_of,
    uchikiri_of,
    yaku_multiplier,
    yaku_points,
)
from toolkit.records.faults import shown

if TYPE_CHECKING:
    from rich.table import Table

#: All cards but the white one, which nobody captures.
CARD_WORDS = WORDS[:-1]


class PileError(GameError):
    """Cards that are no pile: unknown, or more of a kind than the pack has."""


class Dekiyaku(msgspec.Struct, frozen=True):
    """A でき役: its name in romaji and in Japanese, its points, its cards."""

    name: str
    japanese: str
    points: int
    cards: tuple[str, ...]


class Uchikiri(msgspec.Struct, frozen=True):
    """A 打ち切り役: its name in romaji and in Japanese, its multiplier of the stake, its cards."""

    name: str
    japanese: str
    multiplier: int
    cards: tuple[str, ...]


class PileScore(msgspec.Struct, frozen=True):
    """What captured cards are worth: ``points`` is the total of card points and でき役 (手役 not counted).

    ``multiplier`` is what the 打ち切り役 multiply the stake with if one capture completed them all (1: none).
    """

    points: int
    card_points: int
    yaku: tuple[Dekiyaku, ...]
    uchikiri: tuple[Uchikiri, ...]
    multiplier: int
    cards: tuple[str, ...]

    def __str__(self) -> str:
        """Lines: cards and their points, each 役, the total."""
        lines = [f"{self.card_points:>4}  {' '.join(self.cards)}"]
        for yaku in self.yaku:
            lines.append(f"{yaku.points:>4}  {yaku.japanese} {yaku.name}: {' '.join(yaku.cards)}")
        lines.append(f"{self.points:>4}  points")
        for ending in self.uchikiri:
            lines.append(f" × {ending.multiplier}  {ending.japanese} {ending.name}: {' '.join(ending.cards)}")
        return "\n".join(lines)

    def __rich__(self) -> "Table":
        """A table of the parts of the total, and the 打ち切り役 below it."""
        from rich.table import Table

        table = Table(caption=f"{self.points} points", caption_justify="left")
        table.add_column("")
        table.add_column("cards")
        table.add_column("points", justify="right")
        table.add_row("card points", " ".join(self.cards), str(self.card_points))
        for yaku in self.yaku:
            table.add_row(f"{yaku.japanese} {yaku.name}", " ".join(yaku.cards), str(yaku.points))
        for ending in self.uchikiri:
            table.add_row(f"{ending.japanese} {ending.name}", " ".join(ending.cards), f"stake × {ending.multiplier}")
        return table


def score_pile(cards: str | Sequence[str], rules: Mapping[str, object] | Options | None = None) -> PileScore:
    """What captured cards are worth (SC-4, SC-31, SC-32).

    ``cards``: words like ``7T`` in a list or one text. ``rules``: options by name, or the options themselves.
    Raises PileError for cards that the pack does not have, OptionError for unknown options.
    """
    o = rules if isinstance(rules, Options) else read_rules(rules or {})
    pile = read_pile(cards)
    points = card_points(pile, o)
    found = dekiyaku_of(pile)
    yaku = tuple(
        Dekiyaku(*YAKU[number], yaku_points(number, o), tuple(words_of(CARDS_OF[number])))
        for number in range(len(YAKU))
        if found >> number & 1
    )
    endings = uchikiri_of(pile, pile)
    uchikiri = tuple(
        Uchikiri(*YAKU[number], yaku_multiplier(number, o), tuple(words_of(CARDS_OF[number])))
        for number in range(len(YAKU))
        if endings >> number & 1
    )
    total = points + sum(part.points for part in yaku)
    return PileScore(total, points, yaku, uchikiri, multiplier_of(endings, o), tuple(words_of(pile)))


def read_pile(cards: str | Sequence[str]) -> int:
    """The set of the cards, as a mask; PileError where the pack does not have them."""
    words = cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)
    for word in words:
        if word not in CARD_WORDS:
            raise PileError(f"{shown(repr(word))} is no card; a card is written like 7T", "SC-1")
        if words.count(word) > CARD_WORDS.count(word):
            raise PileError(f"{word} comes {words.count(word)} times; the pack has {CARD_WORDS.count(word)}", "SC-1")
    return mask_of(" ".join(words))


def read_rules(rules: Mapping[str, object]) -> Options:
    """The engine's options for rules by name; OptionError where there is no such option or value."""
    made: Options = decode_options("shishibo", Options, options_of(Options), rules)
    return made


class PileLine(msgspec.Struct):
    """A pile as a line describes it; keys that are not here are ignored."""

    cards: list[str]
    rules: dict[str, Any] = {}


class Failure(msgspec.Struct, frozen=True):
    """The answer to a line that cannot be scored."""

    error: str


class PileLines:
    """Scores lines that are piles; ``failures`` counts those without a score."""

    def __init__(self) -> None:
        self.failures = 0
        self._decoder = msgspec.json.Decoder(PileLine)

    def batch(self, lines: list[bytes]) -> list[PileScore | Failure]:
        """An answer for each line."""
        answers = [self.answer(line) for line in lines]
        self.failures += sum(isinstance(answer, Failure) for answer in answers)
        return answers

    def answer(self, line: bytes) -> PileScore | Failure:
        """The answer for one line."""
        try:
            pile = self._decoder.decode(line.lstrip(b"\xef\xbb\xbf"))
            return score_pile(pile.cards, pile.rules)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return Failure(str(error))
        except GameError as error:
            return Failure(error.message)
