"""What scoring a hand answers, and how it is printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.games.masho.cards import HEAVEN_NAMES, HEAVEN_OF, NUMBER_OF, TILES, tile_name
from toolkit.games.masho.light import ANKAN_LIGHT, IKKO, KAKAN_LIGHT, NIKO, NO_LIGHT, SANKO, YONKO
from toolkit.games.masho.score_input import KIND_WORDS
from toolkit.games.masho.scoring_rows import (
    OPEN,
    OPEN_KINDS,
    POINTS,
    X_HEAVEN,
    X_LIGHT,
    X_NUMBER,
    X_POINTS,
    X_TILES,
    X_YAKU,
    YAKU,
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
TILE_NAMES = tuple(map(tile_name, range(TILES)))


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld 馬: ``jun`` or ``koku`` if concealed, else ``chi``, ``pon``, ``ankan``, ``kakan``; its three tiles."""

    kind: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Yaku:
    """A 役: its name, its points, the indices of its melds."""

    name: str
    points: int
    melds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Light:
    """A change by light: the index of the meld, the kind of light, what the meld was, what it counts as."""

    meld: int
    kind: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Score:
    """Basic points of a hand, with the reading that scores most: melds, pair, 役, changes by light."""

    points: int
    yaku: tuple[Yaku, ...]
    melds: tuple[Meld, ...]
    pair: tuple[str, ...]
    light: tuple[Light, ...]

    def as_dict(self) -> dict[str, Any]:
        """The object that ``fuda score masho --json`` prints."""
        return {
            "points": self.points,
            "yaku": [{"name": yaku.name, "points": yaku.points, "melds": list(yaku.melds)} for yaku in self.yaku],
            "melds": [{"kind": meld.kind, "tiles": list(meld.tiles)} for meld in self.melds],
            "pair": list(self.pair),
            "light": [
                {"meld": change.meld, "kind": change.kind, "from": change.before, "to": change.after}
                for change in self.light
            ],
        }

    def __str__(self) -> str:
        """The reading in lines: melds numbered from 1 with their light, the pair, then 役 and their sum."""
        changes = {change.meld: change for change in self.light}
        lines = []
        for index, meld in enumerate(self.melds):
            line = f"{index + 1}   {' '.join(meld.tiles)}  {MELD_NAMES[meld.kind]}"
            if index in changes:
                change = changes[index]
                line += f"  {LIGHT_NAMES[change.kind]} {change.before} → {change.after}"
            lines.append(line)
        lines.append(f"将  {' '.join(self.pair)}")
        for yaku in self.yaku:
            lines.append(f"{yaku.points:>3}  {yaku.name} ({' + '.join(str(index + 1) for index in yaku.melds)})")
        lines.append(f"{self.points:>3}  points" + ("" if self.yaku else ", no 役"))
        return "\n".join(lines)

    def __rich__(self) -> str:
        """Rich prints the same lines; they contain no markup."""
        return str(self)


def meld_text(heaven: int, number: int, jun: bool) -> str:
    """A meld in short: ``空123``, ``空555``; with dots where a number is outside 1–9: ``空9.10.11``, ``空-1.-1.-1``."""
    numbers = [number, number + 1, number + 2] if jun else [number] * 3
    return HEAVEN_NAMES[heaven] + ("" if 0 < numbers[0] and numbers[2] < 10 else ".").join(map(str, numbers))


def score_of(row: Sequence[int], at: int, answer: Sequence[int], answer_at: int) -> Score:
    """The result for a winning hand from its row and its answer row (see :mod:`.scoring_rows`)."""
    tiles = answer[answer_at + X_TILES : answer_at + X_TILES + MOST_TILES]
    concealed = MELDS - row[at + OPEN]
    melds = []
    light = []
    for index in range(MELDS):
        three = tiles[3 * index : 3 * index + 3]
        before = min(NUMBER_OF[code] for code in three)
        jun = NUMBER_OF[three[0]] != NUMBER_OF[three[1]]
        kind = CONCEALED_WORDS[not jun] if index < concealed else KIND_WORDS[row[at + OPEN_KINDS + index - concealed]]
        melds.append(Meld(kind, tuple(TILE_NAMES[code] for code in three)))
        outcome = answer[answer_at + X_LIGHT + index]
        if outcome != NO_LIGHT:
            after = meld_text(answer[answer_at + X_HEAVEN + index], answer[answer_at + X_NUMBER + index], jun)
            light.append(Light(index, LIGHT_WORDS[outcome], meld_text(HEAVEN_OF[three[0]], before, jun), after))
    owners = answer[answer_at + X_YAKU : answer_at + X_YAKU + MELDS]
    yaku = []
    for number in range(answer[answer_at + YAKU]):
        points = answer[answer_at + X_POINTS + number]
        yaku.append(Yaku(YAKU_NAMES[points], points, tuple(index for index in range(MELDS) if owners[index] == number)))
    pair = tuple(TILE_NAMES[code] for code in tiles[3 * MELDS :])
    return Score(answer[answer_at + POINTS], tuple(yaku), tuple(melds), pair, tuple(light))
