"""Random winning hands for the tests and benchmarks of scoring."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from toolkit.games.masho.cards import EARTHS, HEAVENS, in_play
from toolkit.games.masho.scoring_rows import HAND_ROW
from toolkit.games.masho.scoring_state import ANKAN, CHI, KAKAN, MELDS, MOST_TILES, PON

KIND_WORDS = ("pon", "chi", "ankan", "kakan")


@dataclass(frozen=True)
class Hand:
    """Concealed tiles, open melds as (kind, three tiles), the seat from 0, the number of players."""

    tiles: tuple[int, ...]
    melds: tuple[tuple[int, tuple[int, int, int]], ...]
    seat: int
    players: int

    def row(self) -> list[int]:
        """The hand as a row of ``scoring_rows``."""
        concealed = [*self.tiles, *[0] * (MOST_TILES - len(self.tiles))]
        kinds = [kind for kind, _ in self.melds] + [0] * (MELDS - len(self.melds))
        tiles = [tile for _, three in self.melds for tile in three] + [0] * (3 * (MELDS - len(self.melds)))
        row = [self.seat, len(self.tiles), *concealed, len(self.melds), *kinds, *tiles]
        assert len(row) == HAND_ROW
        return row


@dataclass(frozen=True)
class Taste:
    """What hands are drawn: how often a meld is a 刻, is open, and how the heavens and numbers crowd."""

    koku: float = 0.4
    open: float = 0.3
    heavens: int = HEAVENS
    lowest: int = 1
    highest: int = 9
    one_earth: float = 0.1


class Drawer:
    """Draws melds from one pack."""

    def __init__(self, random: Random, players: int, taste: Taste) -> None:
        self.random = random
        self.taste = taste
        self.heavens = random.sample(range(min(players, HEAVENS)), min(taste.heavens, players, HEAVENS))
        self.earths = [earth for earth in range(EARTHS) if in_play(earth * 9, players)]
        self.used: set[int] = set()

    def free(self, heaven: int, number: int) -> list[int]:
        """Codes of a kind that are not used yet, in random order."""
        codes = [heaven * 45 + earth * 9 + number - 1 for earth in self.earths]
        codes = [code for code in codes if code not in self.used]
        self.random.shuffle(codes)
        return codes

    def same(self, count: int) -> tuple[int, ...] | None:
        """``count`` tiles of one kind, or None if that kind has no more so many."""
        number = self.random.randint(self.taste.lowest, self.taste.highest)
        codes = self.free(self.random.choice(self.heavens), number)[:count]
        if len(codes) < count:
            return None
        self.used.update(codes)
        return tuple(codes)

    def run(self) -> tuple[int, ...] | None:
        """Three tiles in a row."""
        heaven = self.random.choice(self.heavens)
        number = self.random.randint(self.taste.lowest, min(self.taste.highest, 7))
        free = [self.free(heaven, number + step) for step in range(3)]
        if not all(free):
            return None
        codes = [codes[0] for codes in free]
        if self.random.random() < self.taste.one_earth:
            earth = self.random.choice(self.earths)
            wanted = [heaven * 45 + earth * 9 + number + step - 1 for step in range(3)]
            if all(code not in self.used for code in wanted):
                codes = wanted
        self.used.update(codes)
        return tuple(codes)


def draw_hand(random: Random, players: int, taste: Taste) -> Hand | None:
    """One winning hand, shuffled, or None where the draw ran out of a kind."""
    drawer = Drawer(random, players, taste)
    melds: list[tuple[int, tuple[int, int, int]]] = []
    concealed: list[int] = []
    for _ in range(MELDS):
        koku = random.random() < taste.koku
        is_open = random.random() < taste.open
        kind = random.choice((PON, ANKAN, KAKAN)) if koku else CHI
        tiles = drawer.same(4 if is_open and kind in (ANKAN, KAKAN) else 3) if koku else drawer.run()
        if tiles is None:
            return None
        if is_open:
            three = list(tiles[:3])
            random.shuffle(three)
            melds.append((kind, (three[0], three[1], three[2])))
        else:
            concealed.extend(tiles)
    pair = drawer.same(2)
    if pair is None:
        return None
    concealed.extend(pair)
    random.shuffle(concealed)
    return Hand(tuple(concealed), tuple(melds), random.randrange(players), players)


TASTES = (
    Taste(),
    Taste(koku=0.0, open=0.1),
    Taste(koku=1.0),
    Taste(koku=0.2, open=0.1, heavens=1),
    Taste(koku=0.3, heavens=2, highest=6),
    Taste(koku=0.3, heavens=1, highest=5, open=0.0),
    Taste(koku=0.3, heavens=2, lowest=6),
    Taste(koku=0.1, open=0.0, one_earth=0.6),
    Taste(koku=0.1, heavens=1, open=0.0, one_earth=0.5, lowest=3),
)


def draw_hands(
    seed: int, tastes: tuple[Taste, ...] = TASTES, players: tuple[int, ...] = (2, 3, 4, 5)
) -> Iterator[Hand]:
    """Random winning hands of every taste and number of players in turn, without end."""
    random = Random(seed)
    number = 0
    while True:
        hand = draw_hand(random, players[number // len(tastes) % len(players)], tastes[number % len(tastes)])
        if hand is not None:
            number += 1
            yield hand
