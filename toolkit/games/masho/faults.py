"""Why a decision is illegal, in words: the rule it breaks and how."""

from toolkit.games.game import Fault
from toolkit.games.masho import checking as c
from toolkit.games.masho.cards import tile_name
from toolkit.games.masho.decisions import NO_TILE, VERBS, first_tile, other_of, tiles_given, verb_of
from toolkit.games.masho.hand import holds
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import State

FAULTS = {
    c.SET_DUE: Fault("MS-6", "the dealing is not over: the player sets one hand tile aside with `set`"),
    c.TAKE_DUE: Fault("MS-7", "a take is due: `draw`, `pon`, `chi` or `ron`"),
    c.PUT_DUE: Fault("MS-7", "a put is due: `discard`, `ankan`, `kakan`, or `tsumo` after a draw"),
    c.LAST_TAKE_DUE: Fault("MS-8", "in the last turn only `draw` and `ron` are possible"),
    c.LAST_PUT_DUE: Fault("MS-8", "after the draw of the last turn nothing is put but `tsumo`"),
    c.BURY_DUE: Fault("MS-33", "the winner buries one hand tile with `bury`"),
    c.MELD_DUE: Fault("MS-33", "the winner names the two hand tiles of the meld that the ron completed with `meld`"),
    c.AFTER_WIN: Fault("MS-31", "a player who has won may only draw, discard and win by tsumo"),
    c.RIGHT_LOST: Fault("MS-73", "a foul has taken this right away for the round"),
    c.BAD_SET: Fault("MS-6", "`set` names one tile of the hand"),
    c.BAD_DRAW: Fault("MS-10", "the drawn tile is the top of the wall"),
    c.BAD_PON: Fault(
        "MS-11", "`pon` names two hand tiles with the heaven and number of another player's latest discard"
    ),
    c.BAD_CHI: Fault(
        "MS-12",
        "`chi` names two hand tiles that make three numbers in a row of one heaven with the latest discard of the"
        " player to the left",
    ),
    c.BAD_RON: Fault("MS-13", "the hand does not win with the latest discard of that player"),
    c.CLAIMED_BEFORE: Fault("MS-14", "the discard was claimed before, and `claim_once` forbids to claim it again"),
    c.BAD_DISCARD: Fault("MS-20", "`discard` names one tile of the hand"),
    c.BAD_ANKAN: Fault("MS-21", "`ankan` names one of four hand tiles of the same heaven and number"),
    c.BAD_KAKAN: Fault("MS-22", "`kakan` names one hand tile with the heaven and number of an own pon"),
    c.BAD_TSUMO: Fault("MS-23", "the hand does not win with the drawn tile"),
    c.TSUMO_AFTER_CLAIM: Fault("MS-24", "there is no tsumo after a pon or chi"),
    c.BAD_BURY: Fault("MS-33", "`bury` names one tile of the hand"),
    c.BAD_MELD: Fault(
        "MS-33", "`meld` names two hand tiles of a meld with the ron's tile that leaves a pair and melds"
    ),
}
TILE_FAULTS = (c.BAD_SET, c.BAD_DISCARD, c.BAD_ANKAN, c.BAD_KAKAN, c.BAD_BURY)
CLAIM_FAULTS = (c.BAD_PON, c.BAD_CHI, c.BAD_RON)


def explain(code: int, s: State, o: Options, seat: int, decision: int) -> Fault:
    """The rule that an illegal decision breaks, and what is wrong with it."""
    fault = FAULTS[code]
    details = _details(code, s, seat, decision)
    return Fault(fault.rule, f"{fault.message}; {details}" if details else fault.message)


def _details(code: int, s: State, seat: int, decision: int) -> str:
    if code in TILE_FAULTS:
        return _missing(s, seat, decision) or f"found {tiles_given(decision)} tiles" * (tiles_given(decision) != 1)
    if code in CLAIM_FAULTS:
        return _latest(s, seat, other_of(decision)) or _missing(s, seat, decision)
    if code == c.BAD_DRAW and s.wall[s.wall_at] >= 0:
        return f"that is {tile_name(s.wall[s.wall_at])}"
    if code == c.RIGHT_LOST:
        return f"p{seat + 1} may no longer `{VERBS[verb_of(decision)]}`"
    return ""


def _missing(s: State, seat: int, decision: int) -> str:
    """Which named tile is not in the hand."""
    for tile in (first_tile(decision), decision >> 16 & 255):
        if tile != NO_TILE and holds(s, seat, tile) == 0:
            return f"{tile_name(tile)} is not in the hand"
    return ""


def _latest(s: State, seat: int, other: int) -> str:
    """What there is to claim."""
    if other == seat:
        return "a player's own discard cannot be taken"
    tile = s.latest[other]
    if tile < 0:
        return f"p{other + 1} has no latest discard"
    return f"the latest discard of p{other + 1} is {tile_name(tile)}"
