"""What a seat sees: SJ-2, SJ-3."""

from toolkit.games.shiji.cards import KINDS, LAND_SIZE
from toolkit.games.shiji.options import DECK, Options
from toolkit.games.shiji.state import SEATS, State


def hide(s: State, o: Options, seat: int) -> None:
    """Leave in a copy of the state what a seat sees. Of the opponent that is which cards are not in the
    market, but not which of them are in hand; all but those taken back openly (SJ-17) are shown as land, beside
    the true sizes. A stack is put into sorted order. Veiled cards were seen when they were laid. Without hands
    nothing is hidden."""
    if o.handless != 0:
        return
    other = 1 - seat
    for kind in range(KINDS):
        s.land[other * KINDS + kind] += s.hand[other * KINDS + kind] - s.known[other * KINDS + kind]
        s.hand[other * KINDS + kind] = s.known[other * KINDS + kind]
    if o.source == DECK:
        for player in range(SEATS):
            hide_stack(s, player)


def hide_stack(s: State, seat: int) -> None:
    """Write the land sorted to the end of the stack, and forget the order in which cards left it."""
    at = (seat + 1) * LAND_SIZE
    for kind in range(KINDS - 1, -1, -1):
        for _ in range(s.land[seat * KINDS + kind]):
            at -= 1
            s.stack[at] = kind
    while at > seat * LAND_SIZE:
        at -= 1
        s.stack[at] = 0
