"""The state of a round of 馬将, and where its parts stand in flat lists."""

from dataclasses import dataclass, field

from toolkit.engine.state import EVENT_SIZE
from toolkit.games.masho.cards import HEAVENS, KINDS, TILES
from toolkit.games.masho.scoring_state import ScoringState

SEATS = 5
HAND = 14
MELDS = 4
MELD_TILES = 3
SET_ASIDE = 4
RIVER = 19

#: What is due.
DEALING, TAKE, PUT, CLAIM_PUT, LAST_PUT, MELD_CHOICE, BURYING = range(7)
#: Kinds of melds that lie open.
PON_MELD, CHI_MELD, ANKAN_MELD, KAKAN_MELD = range(4)
#: How a river tile lies: face up, buried from the hand, buried from the wall without being seen.
FACE_UP, BURIED, BURIED_UNSEEN = range(3)
#: Why a round ended.
WINS, TURNS, WALL = range(3)
REASONS = ("wins", "turns", "wall")

#: Ways to name the two hand tiles of a ron's meld: fewer than 13 tiles can give.
MOST_CHOICES = 96
#: Events of a round at most: a win ends a round after 20; a meld is made once and may become a 明完.
FOULS_LOGGED = 24
#: Scratch memory of players: for the distance to a win, then the weights of the heavens, what is known of the other
#: heavens of each, and the worth of every tile of the hand.
SCRATCH = 64
HEAVEN_WEIGHTS = 32
OTHER_HEAVENS = HEAVEN_WEIGHTS + HEAVENS
WORTHS = OTHER_HEAVENS + HEAVENS
MOST_EVENTS = 20 * (2 + MELDS) + SEATS * MELDS * 2 + FOULS_LOGGED + 1

#: Round features and seat features, by position.
R_WINS, R_TURNS, R_CLAIMS, R_KANS, R_FOULS, R_WALL_LEFT = range(6)
(
    F_WINS,
    F_TSUMO,
    F_RON,
    F_WON,
    F_PAID,
    F_BEST,
    F_FIRST_WIN,
    F_DEALT_IN,
    F_PON,
    F_CHI,
    F_ANKAN,
    F_KAKAN,
    F_DISCARDS,
    F_TURNS,
    F_DISTANCE,
    F_FOULS,
) = range(16)
ROUND_FEATURES = 6
SEAT_FEATURES = 16


@dataclass(slots=True)
class State(ScoringState):
    """A round in play. Tiles are codes of :mod:`cards`; −1 is no tile, or one that a view does not show.

    Lists by seat have ``SEATS`` parts: ``hand[seat * HAND + i]`` in rank order, ``counts[seat * KINDS + kind]``.
    """

    #: The wall in the order of drawing; ``wall_at`` tiles are gone.
    wall: list[int] = field(default_factory=lambda: [-1] * TILES)
    wall_size: int = 0
    wall_at: int = 0
    phase: int = DEALING
    #: Tiles set aside so far, of all players (MS-6).
    sets: int = 0
    #: Turns that are over (MS-8).
    turn: int = 0

    hand: list[int] = field(default_factory=lambda: [-1] * (SEATS * HAND))
    hand_n: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: Concealed tiles of each kind, and of each heaven.
    counts: list[int] = field(default_factory=lambda: [0] * (SEATS * KINDS))
    heavens: list[int] = field(default_factory=lambda: [0] * (SEATS * HEAVENS))
    #: Kinds of which the hand holds four or more (MS-21).
    quads: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: The tile drawn this turn (in the last turn: the tile that was not put).
    drawn: list[int] = field(default_factory=lambda: [-1] * SEATS)
    set_aside: list[int] = field(default_factory=lambda: [-1] * (SEATS * SET_ASIDE))

    meld_n: list[int] = field(default_factory=lambda: [0] * SEATS)
    meld_kind: list[int] = field(default_factory=lambda: [0] * (SEATS * MELDS))
    #: A claim's two hand tiles and the claimed tile, or the three tiles of a 暗完.
    meld_tiles: list[int] = field(default_factory=lambda: [-1] * (SEATS * MELDS * MELD_TILES))
    #: The wall tile that lies unseen in the claimed tile's stead (MS-14).
    meld_unseen: list[int] = field(default_factory=lambda: [-1] * (SEATS * MELDS))
    meld_from: list[int] = field(default_factory=lambda: [-1] * (SEATS * MELDS))

    river: list[int] = field(default_factory=lambda: [-1] * (SEATS * RIVER))
    river_mark: list[int] = field(default_factory=lambda: [FACE_UP] * (SEATS * RIVER))
    river_n: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: The latest discard of each player, −1 if there is none (MS-14), and whether it was claimed.
    latest: list[int] = field(default_factory=lambda: [-1] * SEATS)
    claimed: list[int] = field(default_factory=lambda: [0] * SEATS)

    wins: int = 0
    won: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: The tile of a ron whose meld is not determined, and whether it may be the pair (MS-33).
    ron_tile: int = -1
    ron_from: int = -1
    pair_open: int = 0
    #: The ``meld`` decisions that are possible then.
    choices: list[int] = field(default_factory=lambda: [0] * MOST_CHOICES)
    choice_n: int = 0
    #: Rights lost by fouls for the round (MS-73).
    lost_ron: list[int] = field(default_factory=lambda: [0] * SEATS)
    lost_claims: list[int] = field(default_factory=lambda: [0] * SEATS)

    #: Of the match: totals before the latest round, fouls that cost rank points.
    before: list[int] = field(default_factory=lambda: [0] * SEATS)
    fouls: list[int] = field(default_factory=lambda: [0] * SEATS)

    scratch: list[int] = field(default_factory=lambda: [0] * SCRATCH)
    round_features: list[int] = field(default_factory=lambda: [0] * ROUND_FEATURES)
    seat_features: list[int] = field(default_factory=lambda: [0] * (SEATS * SEAT_FEATURES))
    events: list[int] = field(default_factory=lambda: [0] * (MOST_EVENTS * EVENT_SIZE))
