"""Cards that go into a hand, and what is counted for a player."""

from toolkit.games.shiji.cards import DIGITS, KINDS, LAND_SIZE
from toolkit.games.shiji.state import LARGEST_HAND, SEAT_FEATURE_COUNT, State


def add_feature(s: State, seat: int, feature: int, count: int) -> None:
    """Count something for a player."""
    s.seat_features[seat * SEAT_FEATURE_COUNT + feature] += count


def holds_star(s: State, seat: int) -> int:
    """How many stars and X a hand has."""
    count = 0
    for kind in range(DIGITS, KINDS):
        count += s.hand[seat * KINDS + kind]
    return count


def add_to_hand(s: State, seat: int, kind: int, count: int) -> None:
    """Put cards of one kind into a hand."""
    s.hand[seat * KINDS + kind] += count
    s.hand_size[seat] += count
    largest = seat * SEAT_FEATURE_COUNT + LARGEST_HAND
    if s.hand_size[seat] > s.seat_features[largest]:
        s.seat_features[largest] = s.hand_size[seat]


def take_openly(s: State, seat: int, kind: int) -> None:
    """Put a card into a hand that the opponent sees (SJ-17)."""
    s.known[seat * KINDS + kind] += 1
    add_to_hand(s, seat, kind, 1)


def take_from_land(s: State, seat: int, kind: int, count: int) -> None:
    """Move cards of one kind from the land into the hand."""
    s.land[seat * KINDS + kind] -= count
    s.land_size[seat] -= count
    add_to_hand(s, seat, kind, count)


def take_from_stack(s: State, seat: int, count: int) -> None:
    """Draw from the top of the own stack (SJ-42)."""
    for _ in range(count):
        kind = s.stack[seat * LAND_SIZE + s.stack_top[seat]]
        s.stack_top[seat] += 1
        take_from_land(s, seat, kind, 1)
