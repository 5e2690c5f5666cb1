"""The rows of both markets: SJ-5, SJ-11, SJ-17."""

from collections.abc import MutableSequence

from toolkit.engine.state import emit
from toolkit.games.shiji.cards import KINDS
from toolkit.games.shiji.decisions import MOST_GOODS, VEIL, VERB_BITS, goods_at
from toolkit.games.shiji.goods import WINDOWS, name_of, set_faces, turned_places, veilable
from toolkit.games.shiji.hands import add_feature
from toolkit.games.shiji.lays import any_lay
from toolkit.games.shiji.options import LEFT, Options
from toolkit.games.shiji.state import (
    EMPTY,
    FACE_UP,
    ROW,
    VEIL_TURNED,
    VEILED,
    VEILED_CARDS,
    VEILS,
    State,
)


def put_into_row(s: State, o: Options, seat: int, kind: int, from_end: int) -> None:
    """Move a card from the hand to the row: to its right end, or with ``placement`` = ``left`` to a place
    ``from_end`` cards from its left end once all of the lay lie there."""
    s.hand[seat * KINDS + kind] -= 1
    s.hand_size[seat] -= 1
    if s.known[seat * KINDS + kind] > 0:  # equal cards cannot be told apart: it may have been the known one
        s.known[seat * KINDS + kind] -= 1
    if o.placement == LEFT:
        at = seat * ROW + s.row_begin[seat] + from_end
    else:
        at = seat * ROW + s.row_end[seat]
        s.row_end[seat] += 1
    s.row[at] = kind
    s.face[at] = FACE_UP


def make_room(s: State, o: Options, seat: int, cards: int) -> None:
    """Open places at the left end, if that is where pairs go."""
    if o.placement == LEFT:
        s.row_begin[seat] -= cards


def take_from_row(s: State, seat: int, kind: int) -> None:
    """Lift the leftmost veiled card of a kind; its place stays empty (SJ-17)."""
    for at in range(seat * ROW + s.row_begin[seat], seat * ROW + s.row_end[seat]):
        if s.face[at] == VEILED and s.row[at] == kind:
            s.face[at] = EMPTY
            break
    s.veiled[seat] -= 1


def holds_veiled(s: State, seat: int, kind: int) -> int:
    """Whether a card of a kind lies veiled in the own market."""
    for at in range(seat * ROW + s.row_begin[seat], seat * ROW + s.row_end[seat]):
        if s.face[at] == VEILED and s.row[at] == kind:
            return 1
    return 0


def leaves_a_lay(s: State, o: Options, seat: int, windows: int) -> int:
    """Whether some lay is legal after veiling a set of windows (SJ-11)."""
    places = turned_places(s, o, seat, windows)
    set_faces(s, o, seat, places, VEILED)
    able = any_lay(s, o, seat)
    set_faces(s, o, seat, places, FACE_UP)
    return able


def veil_of(s: State, o: Options, seat: int, windows: int) -> int:
    """The decision to veil a set of windows, in market order."""
    decision = VEIL
    shift = VERB_BITS
    for window in range(WINDOWS):
        if (windows >> window) & 1:
            decision |= name_of(s, o, seat, window) << shift
            shift += 12
    return decision


def list_veils(s: State, o: Options, seat: int, out: MutableSequence[int], used: int) -> int:
    """Write every legal veil from ``out[used]``; return where they end (SJ-11)."""
    able = veilable(s, o, seat)
    if able == 0:
        return used
    for windows in range(1, 1 << WINDOWS):
        if windows & able == windows and leaves_a_lay(s, o, seat, windows):
            out[used] = veil_of(s, o, seat, windows)
            used += 1
    return used


def named_windows(s: State, o: Options, seat: int, decision: int) -> int:
    """The windows of the goods that a veil names, in any order; −1 if one of them cannot be veiled."""
    able = veilable(s, o, seat)
    windows = 0
    for index in range(MOST_GOODS):
        name = goods_at(decision, index)
        if name == 0:
            break
        found = 0
        for window in range(WINDOWS):
            if (able >> window) & 1 and name_of(s, o, seat, window) == name:
                found = 1 << window
        if found == 0 or windows & found:
            return -1
        windows |= found
    return windows


def veil(s: State, o: Options, seat: int, windows: int) -> None:
    """Turn the goods in a set of windows face down (SJ-11)."""
    places = turned_places(s, o, seat, windows)
    for window in range(WINDOWS):
        if (windows >> window) & 1:
            cards = turned_places(s, o, seat, 1 << window).bit_count()
            add_feature(s, seat, VEILS, 1)
            emit(s, VEIL_TURNED, seat, cards, name_of(s, o, seat, window))
    set_faces(s, o, seat, places, VEILED)
    s.turned = 1
    s.veiled[seat] += places.bit_count()
    add_feature(s, seat, VEILED_CARDS, places.bit_count())
