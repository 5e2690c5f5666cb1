"""The player ``greedy``: one step ahead, by its own hand and what lies open.

It keeps to the heavens where it has most (its own counts more), because 役 of two to four melds want few heavens;
it drops the tile that costs least in shape, heaven and distance to a win, weighing the distance more as the round
goes on; it claims what brings it nearer, and wins when the win is worth points.
"""

from collections.abc import MutableSequence

from toolkit.engine.contract import MOST_CANDIDATES
from toolkit.games.masho.cards import HEAVEN_OF, HEAVENS, KIND_OF, KINDS, NUMBERS
from toolkit.games.masho.decisions import (
    ANKAN,
    BURY,
    CHI,
    DISCARD,
    KAKAN,
    PON,
    RON,
    SET,
    TSUMO,
    first_tile,
    other_of,
    plain,
    second_tile,
    verb_of,
    with_tile,
)
from toolkit.games.masho.distance import add_heaven, distance_from, other_heavens
from toolkit.games.masho.hand import own_pon
from toolkit.games.masho.legal import legal, list_tsumo
from toolkit.games.masho.options import Options
from toolkit.games.masho.scoring import basic_points
from toolkit.games.masho.state import (
    BURYING,
    CLAIM_PUT,
    DEALING,
    HAND,
    HEAVEN_WEIGHTS,
    LAST_PUT,
    MELD_TILES,
    MELDS,
    OTHER_HEAVENS,
    PUT,
    WORTHS,
    State,
)
from toolkit.games.masho.turns import copies_of, distance_of
from toolkit.games.masho.winning import describe_hand

#: How many of the tiles that seem least worth keeping have their distance to a win computed.
CANDIDATES = 4
#: What one tile more to a win costs, against the worth of a tile: in the first turn, and more with each turn.
FIRST_COST = 10
COST_BY_TURN = 2
#: What shapes are worth to a tile, by what the hand has beside it.
TRIPLET, PAIR_WORTH, RUN, TWO_SIDED, ONE_SIDED, GAP = 34, 14, 22, 11, 8, 6
#: What a tile of a heaven is worth for each eighth of the hand that lies in it.
BY_HEAVEN = 3
#: How much the own heaven counts beside the tiles in it.
OWN_HEAVEN = 2
#: A claim of a heaven that the hand does not keep to is made from this turn on only.
LATE = 11
#: … or this near to a win.
NEAR = 2
#: A point of a win against the worth of a claim: any win comes first.
WIN = 1000


def greedy(v: State, o: Options, seat: int, out: MutableSequence[int], stream: MutableSequence[int]) -> int:
    """The decision of ``seat``, from its view."""
    weigh_heavens(v, seat)
    if v.phase == DEALING:
        return with_tile(SET, cheapest_tile(v, seat))
    if v.phase == BURYING:
        return with_tile(BURY, cheapest_tile(v, seat))
    if v.phase == PUT or v.phase == CLAIM_PUT:
        return choose_put(v, o, seat, out)
    count = legal(v, o, out)
    if count == 1:
        return int(out[0])
    return choose_among(v, o, seat, out, count)


def weigh_heavens(v: State, seat: int) -> None:
    """What a tile of each heaven is worth for lying there: by the tiles and melds that the player has in it."""
    for heaven in range(HEAVENS):
        tiles = v.heavens[seat * HEAVENS + heaven]
        if heaven == seat:
            tiles += OWN_HEAVEN
        for index in range(v.meld_n[seat]):
            if HEAVEN_OF[v.meld_tiles[(seat * MELDS + index) * MELD_TILES]] == heaven:
                tiles += 4
        v.scratch[HEAVEN_WEIGHTS + heaven] = BY_HEAVEN * tiles


def worth_of_kind(v: State, seat: int, kind: int) -> int:
    """What one more tile of a kind is worth to a hand that holds it: its shape and its heaven."""
    at = seat * KINDS + kind
    number = kind % NUMBERS
    worth = v.scratch[HEAVEN_WEIGHTS + kind // NUMBERS]
    if v.counts[at] >= 3:
        worth += TRIPLET
    elif v.counts[at] == 2:
        worth += PAIR_WORTH
    below = v.counts[at - 1] if number >= 1 else 0
    two_below = v.counts[at - 2] if number >= 2 else 0
    above = v.counts[at + 1] if number < NUMBERS - 1 else 0
    two_above = v.counts[at + 2] if number < NUMBERS - 2 else 0
    if (below > 0 and above > 0) or (below > 0 and two_below > 0) or (above > 0 and two_above > 0):
        worth += RUN
    elif (below > 0 and number > 1) or (above > 0 and number < NUMBERS - 2):
        worth += TWO_SIDED
    elif below > 0 or above > 0:
        worth += ONE_SIDED
    elif two_below > 0 or two_above > 0:
        worth += GAP
    return worth


def cheapest_tile(v: State, seat: int) -> int:
    """The hand tile that costs least to part with.

    Only the ``CANDIDATES`` tiles that seem least worth keeping are looked at closely. A tile that was set aside
    or discarded was chosen by kind: of one kind the last in rank goes. Without a tile the hand is as far from a win as
    with it or farther, so that the search ends where even that would not make the next tile the cheapest.
    """
    cost = FIRST_COST + COST_BY_TURN * (v.turn // v.players)
    weigh_tiles(v, seat)
    known = 0  # the heavens, as bits, whose other heavens were searched
    away = -1
    above = -1
    best = -1
    best_loss = 0
    for _ in range(CANDIDATES):
        tile = next_cheapest(v, seat, above)
        if tile < 0:
            break
        above = v.scratch[WORTHS + tile]
        tile = v.hand[seat * HAND + tile]
        if best >= 0 and above // KINDS + cost * away >= best_loss:
            break
        heaven = HEAVEN_OF[tile]
        if known >> heaven & 1 == 0:
            known |= 1 << heaven
            v.scratch[OTHER_HEAVENS + heaven] = other_heavens(v.counts, seat * KINDS, heaven, copies_of(v), v.scratch)
        if away < 0:
            away = distance_by_heaven(v, seat, heaven)
        v.counts[seat * KINDS + KIND_OF[tile]] -= 1
        loss = above // KINDS + cost * distance_by_heaven(v, seat, heaven)
        v.counts[seat * KINDS + KIND_OF[tile]] += 1
        if best < 0 or loss < best_loss:
            best = tile
            best_loss = loss
    return best


def weigh_tiles(v: State, seat: int) -> None:
    """Note the worth of every tile of the hand."""
    for index in range(v.hand_n[seat]):
        kind = KIND_OF[v.hand[seat * HAND + index]]
        # The key tells all kinds apart, so that the next round finds the next kind; ties go to the last in rank.
        v.scratch[WORTHS + index] = worth_of_kind(v, seat, kind) * KINDS + KINDS - 1 - kind


def next_cheapest(v: State, seat: int, above: int) -> int:
    """The place in the hand of the tile with the least worth above ``above``, −1 if there is none."""
    found = -1
    for index in range(v.hand_n[seat]):
        worth = v.scratch[WORTHS + index]
        if worth > above and (found < 0 or worth <= v.scratch[WORTHS + found]):
            found = index
    return found


def distance_by_heaven(v: State, seat: int, heaven: int) -> int:
    """The distance to a win; what the heavens besides ``heaven`` give is in ``scratch`` already."""
    others = v.scratch[OTHER_HEAVENS + heaven]
    figures = add_heaven(others, v.counts, seat * KINDS + heaven * NUMBERS, copies_of(v), v.scratch)
    return distance_from(figures, v.meld_n[seat])


def candidates(v: State, o: Options, seat: int, out: MutableSequence[int]) -> int:
    """The decisions worth comparing by playouts: of discards and burials those of the tiles least worth keeping.

    What is set aside in the dealing is left to ``greedy``: a single playout differs too much from the next.
    """
    weigh_heavens(v, seat)
    if v.phase == DEALING:
        out[0] = with_tile(SET, cheapest_tile(v, seat))
        return 1
    count = legal(v, o, out)
    if v.phase != PUT and v.phase != CLAIM_PUT and v.phase != BURYING:
        return count if count <= MOST_CANDIDATES else 0
    weigh_tiles(v, seat)
    above = -1
    kept = 0
    for _ in range(CANDIDATES):
        index = next_cheapest(v, seat, above)
        if index >= 0:
            above = v.scratch[WORTHS + index]
            out[kept] = with_tile(BURY if v.phase == BURYING else DISCARD, v.hand[seat * HAND + index])
            kept += 1
    for index in range(v.hand_n[seat], count):  # behind the discards stand kans and tsumo
        out[kept] = out[index]
        kept += 1
    return kept


def points_of_win(v: State, o: Options, seat: int, tile: int) -> int:
    """Basic points of a win with ``tile`` (−1: a tile of the hand)."""
    describe_hand(v, seat, tile)
    return basic_points(v, o, seat)


def choose_put(v: State, o: Options, seat: int, out: MutableSequence[int]) -> int:
    """Tsumo if it is worth points, an ankan that costs no distance, else the cheapest tile (as kakan if it can be)."""
    if v.phase == PUT and list_tsumo(v, seat, out, 0) == 1 and points_of_win(v, o, seat, -1) > 0:
        return plain(TSUMO)
    tile = cheapest_tile(v, seat)
    if v.won[seat] > 0:
        return with_tile(DISCARD, tile)
    if v.quads[seat] > 0:
        for index in range(v.hand_n[seat]):
            other = v.hand[seat * HAND + index]
            if v.counts[seat * KINDS + KIND_OF[other]] >= 4 and costs_nothing(v, seat, KIND_OF[other], tile) == 1:
                return with_tile(ANKAN, other)
    return with_tile(KAKAN if own_pon(v, seat, KIND_OF[tile]) >= 0 else DISCARD, tile)


def costs_nothing(v: State, seat: int, kind: int, tile: int) -> int:
    """1 if an ankan of the kind leaves the hand as near to a win as the discard of ``tile``."""
    at = seat * KINDS + KIND_OF[tile]
    v.counts[at] -= 1
    discarded = distance_of(v, seat)
    v.counts[at] += 1
    v.counts[seat * KINDS + kind] -= 4
    v.meld_n[seat] += 1
    shown = distance_of(v, seat)
    v.meld_n[seat] -= 1
    v.counts[seat * KINDS + kind] += 4
    return 1 if shown <= discarded else 0


def choose_among(v: State, o: Options, seat: int, out: MutableSequence[int], count: int) -> int:
    """A win worth points, else the claim that helps most, else to draw, to pass or the first meld."""
    best = out[count - 1] if v.phase == LAST_PUT else out[0]
    best_worth = 0
    now = -1
    for index in range(count):
        decision = out[index]
        verb = verb_of(decision)
        worth = 0
        if verb == TSUMO or verb == RON:
            worth = WIN * points_of_win(v, o, seat, v.latest[other_of(decision)] if verb == RON else -1)
        elif verb == PON or verb == CHI:
            if now < 0:
                now = distance_of(v, seat)
            worth = worth_of_claim(v, seat, KIND_OF[first_tile(decision)], KIND_OF[second_tile(decision)], now)
        if worth > best_worth:
            best = decision
            best_worth = worth
    return int(best)


def worth_of_claim(v: State, seat: int, first: int, second: int, now: int) -> int:
    """What a claim with two hand tiles of these kinds is worth; 0 if it brings the hand no nearer to a win.

    Early on only the heavens that the hand keeps to are claimed.
    """
    base = seat * KINDS
    weight = v.scratch[HEAVEN_WEIGHTS + first // NUMBERS]
    if v.turn // v.players < LATE and now > NEAR:
        for heaven in range(HEAVENS):
            if 2 * weight < v.scratch[HEAVEN_WEIGHTS + heaven]:
                return 0
    v.counts[base + first] -= 1
    v.counts[base + second] -= 1
    v.meld_n[seat] += 1
    away = distance_of(v, seat)
    v.meld_n[seat] -= 1
    v.counts[base + first] += 1
    v.counts[base + second] += 1
    return 1 + weight if away < now else 0
