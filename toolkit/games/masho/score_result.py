"""What scoring a hand answers, and how it is printed."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from toolkit.games.masho.cards import HEAVEN_NAMES, HEAVEN_OF, KIND_OF, NUMBER_OF, NUMBERS, TILES, tile_name
from toolkit.games.masho.light import ANKAN_LIGHT, IKKO, KAKAN_LIGHT, NIKO, NO_LIGHT, SANKO, YONKO
from toolkit.games.masho.score_input import KIND_WORDS
from toolkit.games.masho.scoring_rows import (
    ANSWER_ROW,
    OPEN,
    OPEN_KINDS,
    X_HEAVEN,
    X_LIGHT,
    X_NUMBER,
    X_POINTS,
    X_TILES,
    X_YAKU,
)
from toolkit.games.masho.scoring_state import MELDS, MOST_TILES
from toolkit.games.masho.yaku import YAKU_NAMES

#: Concealed melds are called by their shape, open ones by how they came about.
CONCEALED_WORDS = ("jun", "koku")
MELD_NAMES = {"jun": "順", "koku": "刻", "chi": "拾順", "pon": "拾刻", "ankan": "暗完", "kakan": "明完"}
LIGHT_NAMES = {"ikko": "一光", "niko": "二光", "sanko": "三光", "yonko": "四光", "ankan": "暗完", "kakan": "明完"}
#: The kind of light by its outcome.
LIGHT_WORDS = {
    IKKO: "ikko",
    NIKO: "niko",
    YONKO: "yonko",
    **{SANKO + heaven: "sanko" for heaven in range(len(HEAVEN_NAMES))},
    ANKAN_LIGHT: "ankan",
    KAKAN_LIGHT: "kakan",
}
if TYPE_CHECKING:
    from rich.table import Table

TILE_NAMES = tuple(map(tile_name, range(TILES)))


class Meld(msgspec.Struct, frozen=True, gc=False):
    """A meld 馬: ``jun`` or ``koku`` if concealed, else ``chi``, ``pon``, ``ankan``, ``kakan``; its three tiles."""

    kind: str
    tiles: tuple[str, ...]


class Yaku(msgspec.Struct, frozen=True, gc=False):
    """A 役: its name, its points, the indices of its melds."""

    name: str
    points: int
    melds: tuple[int, ...]


class Light(msgspec.Struct, frozen=True, gc=False, rename={"before": "from", "after": "to"}):
    """A change by light: the index of the meld, the kind of light, what the meld was, what it counts as."""

    meld: int
    kind: str
    before: str
    after: str


class Score(msgspec.Struct, frozen=True, gc=False):
    """Basic points of a hand, with the reading that scores most: melds, pair, 役, changes by light.

    ``msgspec.json.encode`` gives the object that ``fuda score masho --json`` prints.
    """

    points: int
    yaku: tuple[Yaku, ...]
    melds: tuple[Meld, ...]
    pair: tuple[str, ...]
    light: tuple[Light, ...]

    def __str__(self) -> str:
        """The reading in lines: melds numbered from 1 with their light, the pair, then 役 and their sum."""
        changes = {change.meld: change for change in self.light}
        lines = []
        for index, meld in enumerate(self.melds):
            line = f"{index + 1}   {' '.join(meld.tiles)}  {MELD_NAMES[meld.kind]}"
            if index in changes:
                line += f"  {change_text(changes[index])}"
            lines.append(line)
        lines.append(f"将  {' '.join(self.pair)}")
        for yaku in self.yaku:
            lines.append(f"{yaku.points:>3}  {yaku.name} ({numbers_text(yaku.melds)})")
        lines.append(f"{self.points:>3}  points" + ("" if self.yaku else ", no 役"))
        return "\n".join(lines)

    def __rich__(self) -> "Table":
        """A table of melds with their light and their 役; the pair, and the points below."""
        from rich.table import Table

        table = Table(caption=f"{self.points} points", caption_justify="left")
        for heading in ("", "tiles", "", "light", "役"):
            table.add_column(heading, no_wrap=True)
        changes = {change.meld: change_text(change) for change in self.light}
        owners = {index: yaku for yaku in self.yaku for index in yaku.melds}
        for index, meld in enumerate(self.melds):
            yaku = owners.get(index)
            # The points of a 役 stand beside the first of its melds.
            name = "" if yaku is None else yaku.name + (f"  +{yaku.points}" if index == yaku.melds[0] else "")
            table.add_row(str(index + 1), " ".join(meld.tiles), MELD_NAMES[meld.kind], changes.get(index, ""), name)
        table.add_row("", " ".join(self.pair), "将", "", "")
        return table


def change_text(change: Light) -> str:
    """A change by light in words: ``三光 空123 → 星123``."""
    return f"{LIGHT_NAMES[change.kind]} {change.before} → {change.after}"


def numbers_text(melds: Sequence[int]) -> str:
    """The melds of a 役, numbered from 1: ``1 + 3``."""
    return " + ".join(str(index + 1) for index in melds)


@cache
def meld_text(heaven: int, number: int, jun: bool) -> str:
    """A meld in short: ``空123``, ``空555``; with dots where a number is outside 1–9: ``空9.10.11``, ``空-1.-1.-1``."""
    numbers = [number, number + 1, number + 2] if jun else [number] * 3
    return HEAVEN_NAMES[heaven] + ("" if numbers[0] > 0 and numbers[2] <= NUMBERS else ".").join(map(str, numbers))


def score_of(row: Sequence[int], at: int, answer: Sequence[int], answer_at: int) -> Score:
    """The result for a winning hand from its row and its answer row (see :mod:`.scoring_rows`)."""
    points, count, *rest = answer[answer_at : answer_at + ANSWER_ROW]
    tiles = [TILE_NAMES[code] for code in rest[:MOST_TILES]]
    lights = rest[X_LIGHT - X_TILES :]
    concealed = MELDS - row[at + OPEN]
    melds = []
    light = []
    for index in range(MELDS):
        first = rest[3 * index]
        jun = KIND_OF[first] != KIND_OF[rest[3 * index + 1]]
        kind = CONCEALED_WORDS[not jun] if index < concealed else KIND_WORDS[row[at + OPEN_KINDS + index - concealed]]
        melds.append(Meld(kind, tuple(tiles[3 * index : 3 * index + 3])))
        if lights[index] != NO_LIGHT:
            number = min(NUMBER_OF[code] for code in rest[3 * index : 3 * index + 3])
            before = meld_text(HEAVEN_OF[first], number, jun)
            after = meld_text(rest[X_HEAVEN - X_TILES + index], rest[X_NUMBER - X_TILES + index], jun)
            light.append(Light(index, LIGHT_WORDS[lights[index]], before, after))
    yaku = []
    for number in range(count):
        value = rest[X_POINTS - X_TILES + number]
        used = tuple([index for index in range(MELDS) if rest[X_YAKU - X_TILES + index] == number])
        yaku.append(Yaku(YAKU_NAMES[value], value, used))
    return Score(points, tuple(yaku), tuple(melds), tuple(tiles[3 * MELDS :]), tuple(light))
