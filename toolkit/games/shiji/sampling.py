"""Hidden cards divided anew, consistent with what a seat knows (SJ-2, SJ-3, SJ-42)."""

from collections.abc import MutableSequence

from toolkit.engine.chance import below
from toolkit.games.shiji.cards import KINDS, LAND_CARDS, LAND_SIZE
from toolkit.games.shiji.lays import any_lay, fault_of_held_pair
from toolkit.games.shiji.options import DECK, Options
from toolkit.games.shiji.state import LAY, PASS, RELEASE, SEATS, State

#: Hands that are tried for one that the phase does not rule out.
TRIES = 256


def resample(s: State, o: Options, seat: int, stream: MutableSequence[int]) -> None:
    """Divide the opponent's unseen cards between hand and land, and with ``source`` = ``deck`` shuffle the stacks.

    Every division is equally likely in which the hand has the cards taken back openly (SJ-17) and, in the opponent's
    turn, a lay, as otherwise the game would be over (SJ-10), or none where the turn passes (SJ-42). Where no such
    hand is found in ``TRIES``, one is made around a random lay. What the opponent chose to lay or to draw is taken
    for no sign of what is in the hand. Without hands nothing is hidden.
    """
    if o.handless != 0:
        return
    other = 1 - seat
    if s.phase == RELEASE and s.actor == other:
        take_cards(s, other, 0, 2 - s.hand[other * KINDS])
    else:
        found = 0
        for _ in range(TRIES):
            draw_hand(s, other, stream)
            found = agrees(s, o, other)
            if found:
                break
            put_back(s, other)
        if found == 0:
            if s.phase == LAY and s.actor == other:
                take_a_lay(s, o, other, stream)
            draw_hand(s, other, stream)
    if o.source == DECK:
        for player in range(SEATS):
            shuffle_rest(s, player, stream)


def agrees(s: State, o: Options, seat: int) -> int:
    """1 if a hand is possible for a player whose turn it may be (SJ-10, SJ-42)."""
    if s.actor != seat or (s.phase != LAY and s.phase != PASS):
        return 1
    return 1 if any_lay(s, o, seat) == (1 if s.phase == LAY else 0) else 0


def take_cards(s: State, seat: int, kind: int, count: int) -> None:
    """Move cards of one kind from the unseen cards, which a view shows as land, into the hand."""
    s.land[seat * KINDS + kind] -= count
    s.hand[seat * KINDS + kind] += count


def put_back(s: State, seat: int) -> None:
    """Leave in a hand what is known of it."""
    for kind in range(KINDS):
        take_cards(s, seat, kind, s.known[seat * KINDS + kind] - s.hand[seat * KINDS + kind])


def draw_hand(s: State, seat: int, stream: MutableSequence[int]) -> None:
    """Fill a hand up to its size with random ones of the unseen cards."""
    held = 0
    unseen = 0
    for kind in range(KINDS):
        held += s.hand[seat * KINDS + kind]
        unseen += s.land[seat * KINDS + kind]
    for _ in range(s.hand_size[seat] - held):
        index = below(stream, unseen)
        kind = 0
        while index >= s.land[seat * KINDS + kind]:
            index -= s.land[seat * KINDS + kind]
            kind += 1
        take_cards(s, seat, kind, 1)
        unseen -= 1


def take_a_lay(s: State, o: Options, seat: int, stream: MutableSequence[int]) -> None:
    """Put a random legal lay into a hand of which only the known cards are there."""
    possible = 0
    for front in range(KINDS):
        for back in range(KINDS):
            possible += can_have(s, o, seat, front, back)
    if possible == 0:  # there is a lay, so it is 雷霆
        take_cards(s, seat, 0, 2 - s.hand[seat * KINDS])
        take_cards(s, seat, 1, 1 - s.hand[seat * KINDS + 1])
        return
    index = below(stream, possible)
    for front in range(KINDS):
        for back in range(KINDS):
            if can_have(s, o, seat, front, back):
                if index == 0:
                    take_cards(s, seat, front, missing(s, seat, front, back))
                    if front != back:
                        take_cards(s, seat, back, missing(s, seat, back, front))
                    return
                index -= 1


def missing(s: State, seat: int, kind: int, beside: int) -> int:
    """How many cards of a kind a hand lacks for a pair of the kind with another."""
    wanted = 2 if kind == beside else 1
    held = s.hand[seat * KINDS + kind]
    return wanted - held if held < wanted else 0


def can_have(s: State, o: Options, seat: int, front: int, back: int) -> int:
    """1 if a hand may be such that a pair can be laid, which is legal."""
    lacking = missing(s, seat, front, back)
    if lacking > s.land[seat * KINDS + front]:
        return 0
    if front != back:
        if missing(s, seat, back, front) > s.land[seat * KINDS + back]:
            return 0
        lacking += missing(s, seat, back, front)
    held = 0
    for kind in range(KINDS):
        held += s.hand[seat * KINDS + kind]
    if held + lacking > s.hand_size[seat]:
        return 0
    return 1 if fault_of_held_pair(s, o, seat, front, back) == 0 else 0


def shuffle_rest(s: State, seat: int, stream: MutableSequence[int]) -> None:
    """Put the land into random order as the stack; the cards that have left it stand above, sorted."""
    gone = seat * LAND_SIZE
    top = gone + s.stack_top[seat]
    end = top
    for kind in range(KINDS):
        for _ in range(LAND_CARDS[kind] - s.land[seat * KINDS + kind]):
            s.stack[gone] = kind
            gone += 1
        for _ in range(s.land[seat * KINDS + kind]):
            s.stack[end] = kind
            end += 1
    for last in range(end - top - 1, 0, -1):
        other = below(stream, last + 1)
        kept = s.stack[top + last]
        s.stack[top + last] = s.stack[top + other]
        s.stack[top + other] = kept
