"""The state of a round of 猪牡忠臣."""

from dataclasses import dataclass, field

from toolkit.engine.state import EVENT_SIZE, MOST_SEATS, CommonState

#: Phases, in their order; each is named by the rule that governs it.
MIZU_PHASE, PASS_PHASE, KOTSU_PHASE, SHOW_PHASE, PLAY_PHASE, FLIP_PHASE = range(6)

HAND = 7
FIELD = 6
PLAYING = 3
FINAL_STOCK = 21
MOST_STOCK = 42

#: What is known of a 手役: nothing said, shown, hidden.
UNSAID, SHOWN, HIDDEN = range(3)

ROUND_FEATURES = 8
SEAT_FEATURES = 8
#: Places among the features of a seat that hold what a seat may keep to itself (SC-17).
TEYAKU_POINTS, TEYAKU_SHOWN = 4, 5
MOST_EVENTS = 120


def _seats() -> list[int]:
    return [0] * MOST_SEATS


@dataclass(slots=True)
class State(CommonState):
    """One round; sets of cards are bit masks of :mod:`toolkit.games.shishibo.cards`."""

    phase: int = 0
    #: 相場: what each loser pays, before a multiplier.
    stake: int = 0
    #: Rounds of the year so far, without the redealt ones (SC-12).
    counted: int = 0
    hands: list[int] = field(default_factory=_seats)
    #: Number of cards in each hand, also where the cards themselves are hidden.
    held: list[int] = field(default_factory=_seats)
    #: Cards of each hand that everybody has seen (SC-17).
    known: list[int] = field(default_factory=_seats)
    captured: list[int] = field(default_factory=_seats)
    on_field: int = 0
    #: The card turned over and not yet placed, −1 for none.
    turned: int = -1
    stock: list[int] = field(default_factory=lambda: [0] * MOST_STOCK)
    n_stock: int = 0
    stock_at: int = 0
    #: Order in which folded and undealt cards become the stock in a simulated round.
    priority: list[int] = field(default_factory=lambda: [0] * 49)
    #: 1 when the deal came from a record, whose stock is already the final one.
    recorded: int = 0
    #: The deal as it was, for tables and records.
    dealt: list[int] = field(default_factory=_seats)
    dealt_field: int = 0
    white: int = -1
    #: Players still in, as a mask of seats.
    remaining: int = 0
    #: Who is asked in the present phase, how many are, and how many have answered.
    queue: list[int] = field(default_factory=_seats)
    n_queue: int = 0
    asked: int = 0
    mizu: list[int] = field(default_factory=_seats)
    passes: int = 0
    kotsu: int = 0
    #: 親, 中, ビキ once three remain.
    places: list[int] = field(default_factory=lambda: [0] * PLAYING)
    #: 手役 held by each playing seat, as a mask of yaku numbers, and what was said of it.
    teyaku: list[int] = field(default_factory=_seats)
    shown: list[int] = field(default_factory=_seats)
    multiplier: int = 0
    winner: int = -1
    round_features: list[int] = field(default_factory=lambda: [0] * ROUND_FEATURES)
    seat_features: list[int] = field(default_factory=lambda: [0] * (MOST_SEATS * SEAT_FEATURES))
    events: list[int] = field(default_factory=lambda: [0] * (MOST_EVENTS * EVENT_SIZE))
