"""What one seat sees (MS-6, MS-10, MS-14, MS-31, MS-33)."""

from toolkit.games.masho.cards import HEAVENS, KINDS
from toolkit.games.masho.hand import remove_tile
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import BURIED_UNSEEN, HAND, MELDS, RIVER, State


def hide(s: State, o: Options, seat: int) -> None:
    """Overwrite with −1 the wall, the tiles nobody has seen, and other players' hands unless a win has shown them.

    A tile that a winner buries was seen when the hand was shown; so it stays.
    """
    for index in range(s.wall_size):
        s.wall[index] = -1
    for index in range(s.players * MELDS):
        s.meld_unseen[index] = -1
    for index in range(s.players * RIVER):
        if s.river_mark[index] == BURIED_UNSEEN:
            s.river[index] = -1
    for other in range(s.players):
        if other == seat:
            continue
        if s.won[other] > 0:
            hide_drawn(s, other)
        else:
            hide_hand(s, other)


def hide_hand(s: State, seat: int) -> None:
    """Hide a whole hand; how many tiles it has is seen."""
    for index in range(HAND):
        s.hand[seat * HAND + index] = -1
    for index in range(KINDS):
        s.counts[seat * KINDS + index] = 0
    for index in range(HEAVENS):
        s.heavens[seat * HEAVENS + index] = 0
    s.quads[seat] = 0
    s.drawn[seat] = -1


def hide_drawn(s: State, seat: int) -> None:
    """Hide the tile that a winner has drawn since: it lies face down beside the hand (§14-2)."""
    tile = s.drawn[seat]
    if tile < 0:
        return
    count = s.hand_n[seat]
    remove_tile(s, seat, tile)
    s.hand_n[seat] = count  # the tile is seen to be there, but not where it belongs in the hand
    s.drawn[seat] = -1
