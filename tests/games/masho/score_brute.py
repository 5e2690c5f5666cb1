"""Basic points the slow and plain way: every partition of the tiles, every change by light, every choice of 役.

Written from the rules page with words and lists, without anything of the fast scorer, to be compared with it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product

HEAVENS = "空日月星"
EARTHS = "木火土金水"
OWN_EARTHS = {
    "source": {"空": "木", "日": "火", "月": "水", "星": "金"},
    "commentary": {"空": "木", "日": "火", "月": "金", "星": "水"},
}
#: "Any other number": more than any relation with numbers 0–10 can need, on both sides.
ANY_NUMBER = range(-12, 24)

Tile = tuple[str, str, int]
#: What a meld counts as: heaven, number, 刻 or 順, whether it is an 暗完.
Counted = tuple[str, int, str, bool]
#: All that a meld may count as.
Changes = tuple[Counted, ...]


def spelled(name: str) -> Tile:
    """The tile of a notation like 空木1."""
    return (name[0], name[1], int(name[2]))


def is_koku(tiles: tuple[Tile, ...]) -> bool:
    """Three tiles of one heaven and number."""
    return len({(heaven, number) for heaven, _, number in tiles}) == 1


def is_jun(tiles: tuple[Tile, ...]) -> bool:
    """Three numbers in a row in one heaven."""
    numbers = sorted(number for _, _, number in tiles)
    return len({heaven for heaven, _, _ in tiles}) == 1 and numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


def partitions(tiles: tuple[Tile, ...]) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    """All ways to make melds of all tiles."""
    if not tiles:
        yield ()
        return
    first, others = tiles[0], tiles[1:]
    for two in combinations(others, 2):
        meld = (first, *two)
        if is_koku(meld) or is_jun(meld):
            for rest in partitions(tuple(tile for tile in others if tile not in two)):
                yield (meld, *rest)


def readings(tiles: tuple[Tile, ...]) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    """The melds of every way to read concealed tiles as a pair and melds (MS-30)."""
    for pair in combinations(tiles, 2):
        if pair[0][0] == pair[1][0] and pair[0][2] == pair[1][2]:
            yield from partitions(tuple(tile for tile in tiles if tile not in pair))


@cache
def changes(kind: str, tiles: tuple[Tile, ...], mapping: str, light: bool) -> Changes:
    """All that a meld counts as after light (MS-60 … MS-67); ``kind`` is 刻, 順, 暗完 or 明完."""
    heaven = tiles[0][0]
    number = min(number for _, _, number in tiles)
    word = "順" if kind == "順" else "刻"
    ankan = kind == "暗完"

    def counted(heavens: object, numbers: object) -> Changes:
        return tuple((h, n, word, ankan) for h in heavens for n in numbers)  # type: ignore[attr-defined]

    as_it_is = counted(heaven, [number])
    any_other = counted(heaven, [n for n in ANY_NUMBER if n != number])
    one_off = counted(heaven, [number - 1, number + 1])
    if not light:
        return as_it_is
    if kind == "暗完":
        return any_other
    if kind == "明完":
        return one_off
    own = OWN_EARTHS[mapping][heaven]
    earths = [earth for _, earth, _ in sorted(tiles, key=lambda tile: tile[2])]
    if kind == "順" and earths == [own] * 3:
        return any_other
    if kind == "順" and len(set(earths)) == 1:
        return one_off
    if len(set(earths)) == 3 and own not in earths:
        if kind == "刻":
            return counted([h for h in HEAVENS if h != heaven], [number])
        return counted([h for h in HEAVENS if OWN_EARTHS[mapping][h] == earths[1]], [number]) or as_it_is
    return as_it_is


def has_edge(meld: Counted) -> bool:
    """Contains a 1 or a 9 by its numbers."""
    _, number, word, _ = meld
    numbers = [number] if word == "刻" else [number, number + 1, number + 2]
    return 1 in numbers or 9 in numbers


def progress(numbers: list[int], step: int) -> bool:
    """The numbers, sorted, each ``step`` apart."""
    numbers = sorted(numbers)
    return all(later - earlier == step for earlier, later in pairwise(numbers))


def relation(melds: tuple[Counted, ...], each: bool) -> int:
    """The points of the best relation (MS-52), 0 if none; ``each`` for a 四対 judged heaven by heaven."""
    numbers = [number for _, number, _, _ in melds]
    if len(set(numbers)) == 1:
        return 5
    if all(has_edge(meld) for meld in melds):
        return 4
    by_heaven: dict[str, list[int]] = {}
    for heaven, number, _, _ in melds:
        by_heaven.setdefault(heaven, []).append(number)
    for step in (3, 2, 1):
        if each:
            one, two = (sorted(numbers) for numbers in by_heaven.values())
            if one == two and progress(one, step):
                return step
        elif progress(numbers, step):
            return step
    return 0


def colour(melds: tuple[Counted, ...], own: str) -> int:
    """The points of the colour (MS-52, MS-53), 0 if none."""
    heavens = [heaven for heaven, _, _, _ in melds]
    different = len(set(heavens))
    if len(melds) == 2:
        return 0 if different > 1 else 20 if heavens[0] == own else 10
    if len(melds) == 3:
        return 50 if set(heavens) == {own} else {1: 40, 3: 30}.get(different, 0)
    if different == 2:
        return 60 if heavens.count(heavens[0]) == 2 else 0
    return 90 if set(heavens) == {own} else {1: 80, 4: 70}.get(different, 0)


def yaku(melds: tuple[Counted, ...], own: str, each: bool) -> int:
    """The points of the 役 that these melds are together (MS-51, MS-52), 0 if none."""
    if len(melds) == 1:
        heaven, number, word, ankan = melds[0]
        if word != "刻" or heaven != own:
            return 0
        return 10 if ankan else number if 1 <= number <= 9 else 0
    if len({word for _, _, word, _ in melds}) > 1:
        return 0
    points = colour(melds, own)
    related = relation(melds, each and points == 60)
    if points == 0 or related == 0:
        return 0
    return points + related + (5 if melds[0][2] == "刻" else 0)


@cache
def best_yaku(choices: tuple[Changes, ...], own: str, each: bool) -> int:
    """The best that these melds can be together, over all that they may count as."""
    numbers = sorted({number for changes in choices for _, number, _, _ in changes})
    if len(choices) == 4 and len(numbers) > 30:
        # Many free melds: the last one needs no number but those that a relation with the others can give it.
        return max(
            (
                yaku((*melds, meld), own, each)
                for melds in product(*choices[:3])
                for meld in choices[3]
                if any(abs(meld[1] - other[1]) in (0, 1, 2, 3) for other in melds) or meld[1] in range(-1, 10)
            ),
            default=0,
        )
    return max((yaku(melds, own, each) for melds in product(*choices)), default=0)


def splits(melds: tuple[Changes, ...]) -> Iterator[list[tuple[Changes, ...]]]:
    """All ways to put melds into groups."""
    if not melds:
        yield []
        return
    for size in range(len(melds)):
        for others in combinations(range(1, len(melds)), size):
            group = (melds[0], *(melds[index] for index in others))
            rest = tuple(melds[index] for index in range(1, len(melds)) if index not in others)
            for groups in splits(rest):
                yield [group, *groups]


@cache
def best_sum(melds: tuple[Changes, ...], own: str, each: bool) -> int:
    """The best sum over all ways to use the melds in 役 that share none (MS-54)."""
    return max(sum(best_yaku(group, own, each) for group in groups) for groups in splits(melds))


def brute_points(
    tiles: list[str],
    melds: list[tuple[str, list[str]]],
    own: str,
    *,
    mapping: str = "source",
    each: bool = False,
    light: bool = True,
) -> int:
    """Basic points (MS-40), −1 if the tiles do not win.

    ``melds`` are pairs of ``pon``, ``chi``, ``ankan`` or ``kakan`` and three tiles; ``own`` is a heaven or "".
    """
    words = {"pon": "刻", "chi": "順", "ankan": "暗完", "kakan": "明完"}
    opened = [changes(words[kind], tuple(map(spelled, three)), mapping, light) for kind, three in melds]
    found = set()
    for reading in readings(tuple(map(spelled, tiles))):
        concealed = [changes("刻" if is_koku(meld) else "順", meld, mapping, light) for meld in reading]
        if len(concealed) + len(opened) == 4:
            found.add(tuple(sorted(concealed + opened)))
    return max((best_sum(melds, own, each) for melds in found), default=-1)
