"""The part of a state that scoring works in: the hand to be scored, scratch memory, and the best reading."""

from dataclasses import dataclass, field

from toolkit.engine.state import CommonState
from toolkit.games.masho.cards import KINDS
from toolkit.games.masho.light import OUTCOMES

MOST_TILES = 14
MELDS = 4

#: Kinds of melds that lie open (``sc_meld_kind``).
PON, CHI, ANKAN, KAKAN = range(4)


@dataclass(slots=True)
class ScoringState(CommonState):
    """A hand, and what the scorer found in it.

    A meld of the hand itself is one number, its *form*: a 順 is the kind it starts with, a 刻 is its kind plus
    :data:`toolkit.games.masho.shapes.KOKU`. A meld as the 役 see it is one number too, its *look*: see
    :mod:`toolkit.games.masho.light`.
    """

    #: Concealed tiles, the winning tile among them: ``sc_n`` codes.
    sc_tiles: list[int] = field(default_factory=lambda: [0] * MOST_TILES)
    sc_n: int = 0
    #: ``sc_melds`` open melds: what they are, and three tile codes each (three that are left of an ankan, the
    #: pon's three of a kakan, the claimed tile of a pon or chi included).
    sc_meld_kind: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_meld_tiles: list[int] = field(default_factory=lambda: [0] * (3 * MELDS))
    sc_melds: int = 0

    # Scratch: the reading under way.
    #: Concealed tiles by kind: how many are not placed yet, and a mask of the earths they have.
    sc_counts: list[int] = field(default_factory=lambda: [0] * KINDS)
    sc_earths: list[int] = field(default_factory=lambda: [0] * KINDS)
    #: The steps of the search for readings: kind and choice of each.
    sc_step_kind: list[int] = field(default_factory=lambda: [0] * MOST_TILES)
    sc_step_choice: list[int] = field(default_factory=lambda: [0] * MOST_TILES)
    sc_steps: int = 0
    #: Forms of the concealed melds found so far, how many they should become, and where the pair is.
    sc_forms: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_formed: int = 0
    sc_wanted: int = 0
    sc_pair: int = -1
    #: The heaven whose tiles hold the pair.
    sc_pair_heaven: int = 0
    #: Looks of the four melds, the open ones last, and for a concealed one which tiles it takes (−1: what is left).
    sc_looks: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_choices: list[int] = field(default_factory=lambda: [0] * MELDS)
    #: Levels of the search for tiles: one for each meld whose look depends on the tiles it takes. By level: which
    #: meld, all looks it could get, the outcome of light chosen, the outcomes of the levels before as one number, the
    #: best value still possible there, and that with each outcome (−1: not known yet).
    sc_levels: int = 0
    sc_level_meld: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_level_look: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_level_light: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_level_before: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_level_bound: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_level_values: list[int] = field(default_factory=lambda: [0] * (MELDS * OUTCOMES))

    # The best reading: its points (−1 where the tiles do not win), its melds as above, its pair.
    sc_best: int = -1
    sc_best_forms: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_best_looks: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_best_choices: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_best_pair: int = -1

    # The explanation (``explain``): tiles of the four melds and the pair; by meld the outcome of light, the heaven
    # and number it counts as, and the number of its 役 (−1: none); by 役 its points.
    sc_x_tiles: list[int] = field(default_factory=lambda: [0] * MOST_TILES)
    sc_x_light: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_x_heaven: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_x_number: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_x_yaku: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_x_points: list[int] = field(default_factory=lambda: [0] * MELDS)
    sc_x_count: int = 0
