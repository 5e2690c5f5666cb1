"""The state of a match of 四時の札遊び."""

from dataclasses import dataclass, field

from toolkit.engine.state import EVENT_SIZE, CommonState
from toolkit.games.game import Feature
from toolkit.games.shiji.cards import FREE, KINDS, LAND_SIZE, MORNING, NAMES, NIGHT

SEATS = 2

#: Places of a market row; the first pair lies in the middle, so that a row can grow to either end (SJ-5).
ROW = 64
ROW_START = 32

#: What a place of a row shows.
EMPTY = 0
FACE_UP = 1
VEILED = 2

ASCENDING = 0
DESCENDING = 1

#: What the latest lay of a player was.
NO_LAY = 0
DIGIT_PAIR = 1
STAR_PAIR = 2
PANIC_PAIR = 3
THUNDER = 4

#: What is due from ``actor``.
CHOOSE_HAND = 0
LAY = 1
REWARD = 2
RECOVER = 3
TAX = 4
RELEASE = 5
PASS = 6
OVER = 7

#: Reasons of an end, by index.
REASONS = ("agari", "raitei", "kaijo", "hoi", "kinshi", "fuhai", "hasan", "heijo", "resign")
AGARI = 0
RAITEI = 1
KAIJO = 2
HOI = 3
KINSHI = 4
FUHAI = 5
HASAN = 6
HEIJO = 7
RESIGN = 8

EVENT_KINDS = (
    "pair", "ten", "step", "reward", "veil", "tax", "draw", "exchange", "recovery", "order", "equilibrium", "panic",
    "pass", "end",
)  # fmt: skip
PAIR_MADE = 0
TEN_MADE = 1
STEP_MADE = 2
REWARD_DUE = 3
VEIL_TURNED = 4
TAX_DUE = 5
DRAW_TAKEN = 6
EXCHANGE = 7
RECOVERY = 8
ORDER_CHANGED = 9
EQUILIBRIUM = 10
PANIC_STARTED = 11
PASSED = 12
ENDED = 13
#: Events that a round can have at most: at most 27 lays with 4 goods and veils each, 8 stars, 2 X, 2 pairs of zeros.
MOST_EVENTS = 256

ROUND_FEATURES = (
    Feature("winner", "seat", "the player who won; none for a draw", nullable=True),
    Feature("lays", "int", "lays of both players"),
    Feature("order_changes", "int", "how often the order turned (評価の逆転, 秩序化)"),
    Feature("equilibria", "int", "00 pairs formed (平衡状態)"),
    Feature("panics", "int", "X laid (恐慌)"),
    Feature("final_order", ("ascending", "descending"), "the order at the end"),
    Feature("final_star", tuple(NAMES[MORNING : NIGHT + 1]), "the last star at the end; none when free", nullable=True),
)
WINNER = 0
ROUND_LAYS = 1
ORDER_CHANGES = 2
EQUILIBRIA = 3
PANICS = 4
FINAL_ORDER = 5
FINAL_STAR = 6

SEAT_FEATURES = (
    Feature("lays", "int", "pairs laid, 雷霆 included"),
    Feature("digit_pairs", "int", "数字組 laid"),
    Feature("star_pairs", "int", "星組 laid"),
    Feature("panic_pairs", "int", "X laid with a digit"),
    Feature("stars", "int", "stars laid, X not counted"),
    Feature("pairs", "int", "双札 made"),
    Feature("tens", "int", "十札 made"),
    Feature("steps", "int", "段札 made"),
    Feature("linked", "int", "lays that made more than one of the goods (連結)"),
    Feature("rewarded", "int", "cards drawn as reward"),
    Feature("taxed", "int", "cards drawn as tax"),
    Feature("drawn", "int", "cards drawn otherwise: at will, or from the stack for want of a lay"),
    Feature("veils", "int", "goods veiled"),
    Feature("veiled_cards", "int", "cards turned face down"),
    Feature("recovered", "int", "veiled cards taken back (回収)"),
    Feature("exchanged", "bool", "the merchant was taken (交換)"),
    Feature("passes", "int", "passes, with a stack only"),
    Feature("largest_hand", "int", "most cards in hand at one time"),
    Feature("cards_left", "int", "cards in hand at the end"),
    Feature("stars_left", "int", "stars and X in hand at the end"),
    Feature("land_left", "int", "cards in the land at the end"),
)
LAYS = 0
DIGIT_PAIRS = 1
STAR_PAIRS = 2
PANIC_PAIRS = 3
STARS_LAID = 4
PAIRS = 5
TENS = 6
STEPS = 7
LINKED = 8
REWARDED = 9
TAXED = 10
DRAWN = 11
VEILS = 12
VEILED_CARDS = 13
RECOVERED = 14
EXCHANGED = 15
PASSES = 16
LARGEST_HAND = 17
CARDS_LEFT = 18
STARS_LEFT = 19
LAND_LEFT = 20
SEAT_FEATURE_COUNT = 21


@dataclass(slots=True)
class State(CommonState):
    """Both players' cards, both markets, and what is due.

    Cards are counted by kind: ``hand[seat * KINDS + kind]``. Places of a row: ``row[seat * ROW + place]``.
    """

    hand: list[int] = field(default_factory=lambda: [0] * (SEATS * KINDS))
    hand_size: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: Cards of each hand that its opponent knows to be there: the merchant and veiled cards taken back (SJ-17).
    known: list[int] = field(default_factory=lambda: [0] * (SEATS * KINDS))
    land: list[int] = field(default_factory=lambda: [0] * (SEATS * KINDS))
    land_size: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: The stack with ``source`` = ``deck``; the cards from ``stack_top`` on are still in it, and are the land too.
    stack: list[int] = field(default_factory=lambda: [0] * (SEATS * LAND_SIZE))
    stack_top: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: 1 while the merchant lies on the table.
    merchant: list[int] = field(default_factory=lambda: [0] * SEATS)
    row: list[int] = field(default_factory=lambda: [0] * (SEATS * ROW))
    face: list[int] = field(default_factory=lambda: [0] * (SEATS * ROW))
    #: The places in use: from ``row_begin`` up to, not including, ``row_end``.
    row_begin: list[int] = field(default_factory=lambda: [0] * SEATS)
    row_end: list[int] = field(default_factory=lambda: [0] * SEATS)
    veiled: list[int] = field(default_factory=lambda: [0] * SEATS)
    latest: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: 10 · front + back of the latest lay, if that was a digit pair.
    latest_value: list[int] = field(default_factory=lambda: [0] * SEATS)
    lays: list[int] = field(default_factory=lambda: [0] * SEATS)
    #: The goods that the latest lay completed, as a set of windows (see ``goods``).
    made: list[int] = field(default_factory=lambda: [0] * SEATS)
    order: int = ASCENDING
    last_star: int = FREE
    phase: int = OVER
    #: Cards that have to be drawn, as reward or as tax.
    due: int = 0
    #: 1 when the player has veiled, or drawn at will, in this turn.
    turned: int = 0
    helped: int = 0
    #: What the latest lay still brings: X was laid; taxed cards of the pair.
    panic: int = 0
    tax: int = 0
    #: 1 in a 詰み札 without lands: rewards and taxes are not drawn (SJ-44).
    drawless: int = 0
    round_features: list[int] = field(default_factory=lambda: [0] * len(ROUND_FEATURES))
    seat_features: list[int] = field(default_factory=lambda: [0] * (SEATS * SEAT_FEATURE_COUNT))
    events: list[int] = field(default_factory=lambda: [0] * (MOST_EVENTS * EVENT_SIZE))
