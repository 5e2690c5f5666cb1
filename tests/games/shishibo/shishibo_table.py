"""Positions and deals of 猪牡忠臣 for tests, written in the words of records."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from toolkit import games
from toolkit.engine.contract import FINE, FIRST_FAULT
from toolkit.games.shishibo.cards import CARDS, WORDS, mask_of, words_of
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.state import KOTSU_PHASE, PLAY_PHASE, State
from toolkit.games.shishibo.yaku import card_points, teyaku_of
from toolkit.replay.match import Match, engine_of, legal_tokens

GAME = games.get("shishibo")
ENGINE = engine_of(GAME)
DEFAULTS = Options()
PACK = WORDS[:CARDS]
NAMES = ("Aoi", "Ren", "Yui", "Sora", "Mei", "Kai", "Rin")

Deal = dict[str, Any]


def options(**rules: object) -> Options:
    """Options as a record writes them."""
    made: Options = GAME.read_options(rules, 3)
    return made


def points_in(words: str, **rules: object) -> int:
    """Card points of some cards."""
    return card_points(mask_of(words), options(**rules))


def rest_of(*used: str) -> list[str]:
    """The cards of the pack that are not named, in order. ValueError for a card that is named too often."""
    left = Counter(PACK)
    left.subtract(" ".join(used).split())
    if min(left.values()) < 0 or len(left) > len(set(PACK)):
        raise ValueError(f"no pack has {' '.join(used)}")
    return [card for card in dict.fromkeys(PACK) for _ in range(left[card])]


def deal_of(players: int = 3, *, field: str = "", hands: Sequence[str] = (), stock: str = "", seed: int = 0) -> Deal:
    """A deal with the named cards in their places and the others dealt at random; ``stock`` is its beginning.

    With more than three players the stock is the undealt rest, as in a redealt or unfinished round.
    """
    given = [*hands, *[""] * (players - len(hands))]
    left = rest_of(field, *given, stock)
    random.Random(seed).shuffle(left)

    def filled(words: str, size: int) -> list[str]:
        cards = words.split()
        while len(cards) < size:
            cards.append(left.pop())
        return cards

    on_field = filled(field, 6)
    dealt = [filled(hand, 7) for hand in given]
    return {"field": on_field, "hands": dealt, "stock": stock.split() + left}


def played_by(deal: Deal, seats: Sequence[int], seed: int = 0) -> Deal:
    """The same deal with the stock that is there when the three ``seats`` (from 1) play."""
    hands = [deal["hands"][seat - 1] for seat in seats]
    stock = rest_of(" ".join(deal["field"]), *(" ".join(hand) for hand in hands))
    random.Random(seed).shuffle(stock)
    return {**deal, "stock": stock}


def match_of(deal: Mapping[str, Any] | None = None, *, players: int = 3, **rules: object) -> Match:
    """A match whose first round has been dealt."""
    match = Match("shishibo", NAMES[:players], rules={"rounds": 1, **rules})
    if deal is not None:
        match.deal(deal)
    return match


def say(match: Match, *words: str) -> None:
    """Push words without their player: whoever has the move says them."""
    for word in words:
        match.push(f"{match.turn} {word}")


def play_out(match: Match, choose: int = 0) -> None:
    """Play the round to its end: always the legal decision with that number (the last, if there are fewer)."""
    while match.turn is not None:
        legal = match.legal()
        match.push(legal[min(choose, len(legal) - 1)])


class Table:
    """A position: three players at play, or about to say コツ, with hands and captured cards as named."""

    def __init__(
        self,
        hands: Sequence[str] = ("", "", ""),
        *,
        field: str = "",
        stock: str = "",
        captured: Sequence[str] = ("", "", ""),
        places: tuple[int, int, int] = (0, 1, 2),
        stake: int = 1,
        asking_kotsu: bool = False,
        **rules: object,
    ) -> None:
        self.o = options(**rules)
        self.s = s = State(players=3)
        ENGINE.start_match(s, self.o, 3)
        ENGINE.start_round(s, self.o, 0)
        s.log = 1
        s.places[:] = places
        s.opener = places[0]
        s.actor = places[0]
        s.phase = KOTSU_PHASE if asking_kotsu else PLAY_PHASE
        s.queue[:3] = places
        s.n_queue = 3
        s.remaining = 0b111
        s.stake = stake
        self._used = 0
        s.on_field = sum(1 << card for card in self._take(field))
        for seat in range(3):
            s.hands[seat] = sum(1 << card for card in self._take(hands[seat]))
            s.held[seat] = s.hands[seat].bit_count()
            s.captured[seat] = sum(1 << card for card in self._take(captured[seat]))
            s.teyaku[seat] = teyaku_of(s.hands[seat], self.o)
        cards = self._take(stock)
        s.stock[: len(cards)] = cards
        s.n_stock = len(cards)

    def _take(self, words: str) -> list[int]:
        """Numbers of the named cards, the copies of a word told apart. ValueError if the pack has too few."""
        found = []
        for word in words.split():
            card = WORDS.index(word)
            while self._used >> card & 1:
                card += 1
            if WORDS[card] != word:
                raise ValueError(f"the pack has fewer {word}")
            self._used |= 1 << card
            found.append(card)
        return found

    def push(self, *tokens: str) -> "Table":
        """Apply decisions; AssertionError for an illegal one."""
        for token in tokens:
            seat, decision = GAME.parse(token, 3)
            assert ENGINE.check(self.s, self.o, seat, decision) == FINE, token
            self.s.move += 1
            ENGINE.apply(self.s, self.o, seat, decision)
        return self

    def rule_against(self, token: str) -> str:
        """The rule that a decision breaks; empty for a legal one."""
        seat, decision = GAME.parse(token, 3)
        code = ENGINE.check(self.s, self.o, seat, decision)
        assert code == FINE or code >= FIRST_FAULT, (token, code)
        return "" if code == FINE else GAME.explain(code, self.s, self.o, seat, decision).rule

    def legal(self) -> list[str]:
        """The tokens of all legal decisions."""
        return legal_tokens(GAME, ENGINE, self.s, self.o)

    @property
    def field(self) -> str:
        """The cards on the field."""
        return " ".join(words_of(self.s.on_field))

    def captured(self, player: int) -> str:
        """The cards that a player (from 1) has captured."""
        return " ".join(words_of(self.s.captured[player - 1]))

    @property
    def points(self) -> list[int]:
        """Points of the round."""
        return self.s.points[:3]

    @property
    def reason(self) -> str:
        """Why the round is over; empty if it is not."""
        return GAME.reasons[self.s.reason] if self.s.over else ""

    def events(self, kind: str) -> list[tuple[int, int, str]]:
        """(seat from 1 or 0 for none, value, detail in words) of the events of one kind."""
        found = []
        for at in range(0, 5 * self.s.n_events, 5):
            _, number, seat, value, detail = self.s.events[at : at + 5]
            if GAME.event_kinds[number] == kind:
                found.append((seat + 1, value, GAME.describe_event(number, detail)))
        return found


def at_the_end(captured: Sequence[str], **more: Any) -> Table:
    """A round that has just ended normally: these cards captured, and 7K 7K 8K 8K by the last to play."""
    places = more.get("places", (0, 1, 2))
    last = places[2]
    hands = ["", "", ""]
    hands[last] = "7K"
    table = Table(hands, field="7K 8K", stock="8K", captured=captured, **more)
    table.s.teyaku[last] = 0
    table.s.actor = last
    return table


def finish(table: Table) -> Table:
    """Play the last turn of :func:`at_the_end`."""
    player = table.s.actor + 1
    return table.push(f"p{player} play 7K 7K", f"p{player} flip 8K 8K")
