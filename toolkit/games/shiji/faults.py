"""The rule and the sentence of every fault (for people; ordinary Python)."""

from toolkit.games.game import Fault
from toolkit.games.shiji import checks
from toolkit.games.shiji.cards import HAND_SIZE, NAMES
from toolkit.games.shiji.decisions import card_at
from toolkit.games.shiji.lays import value_to_beat
from toolkit.games.shiji.options import Options
from toolkit.games.shiji.state import ASCENDING, FACE_UP, ROW, State

#: Faults whose sentence needs nothing of the state.
PLAIN = {
    checks.HAND_WANTED: Fault("SJ-3", f"each player first chooses a hand: `hand` with {HAND_SIZE} cards"),
    checks.HAND_COUNT: Fault("SJ-3", f"a hand is {HAND_SIZE} cards"),
    checks.HAND_NOT_IN_LAND: Fault(
        "SJ-3", "the hand is chosen from the land, which holds 0 once, 1–9 twice, each star and X once"
    ),
    checks.LAY_WANTED: Fault("SJ-12", "a lay is due: `place` with two cards, or 100"),
    checks.VEIL_LEAVES_NO_LAY: Fault("SJ-11", "after this veil no lay would be legal"),
    checks.LAY_SHAPE: Fault("SJ-12", "a lay is a front and a back card, or 100"),
    checks.LAY_EMPTIES_HAND: Fault("SJ-12", "a pair with a star or X may not be the last cards of the hand"),
    checks.LAY_NO_GOODS: Fault("SJ-43", "without hands a digit pair has to make goods"),
    checks.NO_THUNDER_HANDLESS: Fault("SJ-43", "without hands there is no 雷霆"),
    checks.DRAWN_ALREADY: Fault("SJ-21", "cards were drawn in this turn already; a lay is due"),
    checks.RELEASE_WANTED: Fault("SJ-16", "after 雷霆 only `place 00` (解除) or `pass` is open"),
    checks.PASS_WANTED: Fault("SJ-42", "no lay is legal and two cards were drawn: the turn passes, `pass`"),
    checks.PASS_WITH_LAY: Fault("SJ-42", "the turn only passes when no lay is legal"),
}


def explain(code: int, s: State, o: Options, seat: int, decision: int) -> Fault:
    """The rule that an illegal decision breaks, and how, from the state in which it was checked."""
    plain = PLAIN.get(code)
    if plain is not None:
        return plain
    if code in (checks.LAY_NOT_HELD, checks.LAY_NOT_BETTER, checks.LAY_STAR, checks.NO_THUNDER):
        return Fault("SJ-12", explain_lay(code, s, o, seat, decision))
    if code == checks.NOT_VEILABLE:
        return Fault("SJ-11", "only goods that the own previous lay completed can be veiled, whole, and never 00")
    if code == checks.NOT_VEILED:
        return Fault("SJ-17", f"one own veiled card is taken back; veiled are {veiled_cards(s, seat)}")
    if code == checks.DRAW_OVER_LIMIT:
        room = o.hand_limit - s.hand_size[seat]
        return Fault("SJ-21", f"the hand has room for {count_of(room)} up to the limit of {o.hand_limit}")
    if code == checks.DRAW_NOT_IN_LAND:
        return Fault("SJ-22", "not all of these cards are in the own land")
    if code in (checks.REWARD_WANTED, checks.REWARD_COUNT):
        return Fault("SJ-21", f"a reward of {count_of(s.due)} is due: `draw`")
    if code == checks.RECOVERY_WANTED:
        return Fault("SJ-17", f"X was laid: `recover` one of the own veiled cards {veiled_cards(s, seat)}")
    return Fault("SJ-17", f"a tax of {count_of(s.due)} is due: `draw`")


def explain_lay(code: int, s: State, o: Options, seat: int, decision: int) -> str:
    """The sentence for a lay that SJ-12 does not allow."""
    if code == checks.LAY_NOT_HELD:
        return "the hand does not hold both cards"
    to_beat = value_to_beat(s, o, seat)
    order = "ascending" if s.order == ASCENDING else "descending"
    if code == checks.NO_THUNDER:
        against = "" if to_beat < 0 or s.order == ASCENDING else f", and not against {to_beat:02d} while descending"
        return f"雷霆 takes a hand of exactly 0, 0, 1{against}"
    if code == checks.LAY_NOT_BETTER:
        needed = "more than" if s.order == ASCENDING else "less than"
        return f"the order is {order}: a digit pair needs {needed} {to_beat:02d}"
    last = NAMES[s.last_star] if s.last_star >= 0 else "free"
    names = NAMES[card_at(decision, 0)] + NAMES[card_at(decision, 1)]
    return f"stars go 朝 昼 夕 夜 朝, read front to back; the last star is {last}, so {names} is out of turn"


def veiled_cards(s: State, seat: int) -> str:
    """The cards that lie veiled in the own market, from left to right."""
    return " ".join(
        NAMES[s.row[seat * ROW + place]]
        for place in range(s.row_begin[seat], s.row_end[seat])
        if s.face[seat * ROW + place] > FACE_UP
    )


def count_of(cards: int) -> str:
    """``1 card``, ``2 cards``."""
    return f"{cards} card" if cards == 1 else f"{cards} cards"
