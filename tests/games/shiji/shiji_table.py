"""A table of 四時の札遊び for tests: tokens in, what happened out."""

from typing import Any

from toolkit.engine.contract import AFTER_END, FINE, WRONG_ACTOR
from toolkit.engine.state import EVENT_SIZE
from toolkit.games.shiji import GAME
from toolkit.games.shiji.cards import KINDS, LAND_CARDS, NAMES, PACK, name_cards, read_cards
from toolkit.games.shiji.checks import check
from toolkit.games.shiji.listing import legal
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.position import Position, Side
from toolkit.games.shiji.rules import apply, begin_match, begin_round, set_deal
from toolkit.games.shiji.state import EMPTY, EVENT_KINDS, ROW, SEAT_FEATURES, State
from toolkit.games.shiji.turn import start_turn

ROOM = [0] * GAME.most_legal
ORDERS = ("ascending", "descending")


class Table:
    """A state, its options, and the words of a record for both."""

    def __init__(self, s: State, o: Options) -> None:
        self.s = s
        self.o = o
        s.log = 1

    @property
    def hands(self) -> tuple[str, str]:
        first, second = (
            "".join(NAMES[kind] * self.s.hand[seat * KINDS + kind] for kind in range(KINDS)) for seat in (0, 1)
        )
        return first, second

    @property
    def order(self) -> str:
        return ORDERS[self.s.order]

    @property
    def last_star(self) -> str | None:
        return NAMES[self.s.last_star] if self.s.last_star >= 0 else None

    @property
    def actor(self) -> str | None:
        return f"p{self.s.actor + 1}" if self.s.actor >= 0 else None

    @property
    def reason(self) -> str | None:
        return GAME.reasons[self.s.reason] if self.s.over else None

    @property
    def points(self) -> list[int]:
        return self.s.points[:2]

    @property
    def due(self) -> int:
        return self.s.due

    def land(self, seat: int) -> str:
        return "".join(NAMES[kind] * self.s.land[seat * KINDS + kind] for kind in range(KINDS))

    def market(self, seat: int) -> str:
        """The row, veiled cards in parentheses, ``_`` for an empty place."""
        text = ""
        for place in range(self.s.row_begin[seat], self.s.row_end[seat]):
            name = NAMES[self.s.row[seat * ROW + place]]
            text += ("_", name, f"({name})")[self.s.face[seat * ROW + place]]
        return text.replace(")(", "")

    def code(self, token: str) -> int:
        seat, decision = GAME.parse(token, 2)
        return check(self.s, self.o, seat, decision)

    def rule(self, token: str) -> str | None:
        """The rule that a token breaks; None if it is legal."""
        seat, decision = GAME.parse(token, 2)
        code = check(self.s, self.o, seat, decision)
        assert code not in (AFTER_END, WRONG_ACTOR)
        return None if code == FINE else GAME.explain(code, self.s, self.o, seat, decision).rule

    def play(self, *tokens: str) -> "Table":
        for token in tokens:
            seat, decision = GAME.parse(token, 2)
            code = check(self.s, self.o, seat, decision)
            assert code == FINE, (token, code)
            self.s.move += 1
            apply(self.s, self.o, seat, decision)
        return self

    def legal(self, verb: str = "") -> list[str]:
        """The legal tokens of the actor, of one verb if given."""
        count = legal(self.s, self.o, ROOM)
        tokens = [GAME.write(self.s.actor, decision) for decision in ROOM[:count]]
        return [token for token in tokens if token.split()[1].startswith(verb)]

    def lays(self) -> set[str]:
        return {token.split()[2] for token in self.legal("place")}

    def events(self, kind: str) -> list[tuple[int, int, str]]:
        """(seat from 0, value, text) of the events of a kind."""
        found = []
        for at in range(0, self.s.n_events * EVENT_SIZE, EVENT_SIZE):
            _, number, seat, value, detail = self.s.events[at : at + EVENT_SIZE]
            if EVENT_KINDS[number] == kind:
                found.append((seat, value, GAME.describe_event(number, detail)))
        return found

    def feature(self, seat: int, name: str) -> int:
        index = [feature.name for feature in SEAT_FEATURES].index(name)
        return self.s.seat_features[seat * len(SEAT_FEATURES) + index]

    def cards(self, seat: int) -> list[int]:
        """How many of each kind a player has in land, hand, market and as merchant."""
        s = self.s
        counts = [s.hand[seat * KINDS + kind] + s.land[seat * KINDS + kind] for kind in range(KINDS)]
        counts[0] += s.merchant[seat]
        for place in range(s.row_begin[seat], s.row_end[seat]):
            if s.face[seat * ROW + place] != EMPTY:
                counts[s.row[seat * ROW + place]] += 1
        return counts


def options(**rules: Any) -> Options:
    made: Options = GAME.read_options(rules, 2)
    return made


def new_table(*, decks: tuple[str, str] | None = None, **rules: Any) -> Table:
    """A table at the start of a game; ``decks`` begin the stacks, the other cards follow in order."""
    o = options(**rules)
    s = State()
    s.players = 2
    s.log = 1
    begin_match(s, o)
    begin_round(s, o)
    codes = [kind for deck in decks or () for kind in full_stack(deck)]
    set_deal(s, o, codes, len(codes))
    return Table(s, o)


def full_stack(first: str) -> list[int]:
    """A stack of 24 cards that begins with the given ones."""
    kinds = read_cards(first)
    assert kinds is not None
    assert all(kinds.count(kind) <= LAND_CARDS[kind] for kind in kinds), first
    left = [kind for kind in range(KINDS) for _ in range(LAND_CARDS[kind] - kinds.count(kind))]
    return kinds + left


def rest(*used: str, merchant: bool = True) -> str:
    """The cards of a pack that are not among the used ones (nor the merchant)."""
    counts = list(PACK)
    counts[0] -= int(merchant)
    for kind in read_cards("".join(used).translate({ord(c): None for c in "()|_"})) or []:
        counts[kind] -= 1
    assert min(counts) >= 0, used
    return name_cards([kind for kind in range(KINDS) for _ in range(counts[kind])])


def table_of(
    *,
    hands: tuple[str, str] = ("012345", "012345"),
    markets: tuple[str, str] = ("", ""),
    lands: tuple[str, str] | None = None,
    merchants: tuple[bool, bool] = (True, True),
    latest: tuple[str | None, str | None] = (None, None),
    lays: tuple[int | None, int | None] = (None, None),
    order: str = "ascending",
    last_star: str | None = None,
    turn: int = 1,
    **rules: Any,
) -> Table:
    """A table at the start of a turn; lands hold what is left of the packs unless given."""
    sides = []
    for seat in (0, 1):
        land = lands[seat] if lands else rest(hands[seat], markets[seat], merchant=merchants[seat])
        sides.append(Side(hands[seat], land, markets[seat], merchants[seat], latest[seat], lays[seat]))
    position = Position((sides[0], sides[1]), turn, order, last_star)
    position.options = options(**rules)
    table = Table(position.state(), position.options)
    start_turn(table.s, table.o, table.s.actor)
    return table
