"""馬将 (`masho`), 令和麻雀改: 144 different tiles, claims on one's own turn, and play that goes on after a win."""

from toolkit.engine import contract
from toolkit.games.game import Feature, Game, Pattern
from toolkit.games.masho import checking, dealing, decisions, ending, legal, play, players, sampling, view
from toolkit.games.masho.board import board
from toolkit.games.masho.cards import TILES
from toolkit.games.masho.deals import read_deal, write_deal
from toolkit.games.masho.events import EVENT_KINDS, describe_event
from toolkit.games.masho.faults import explain
from toolkit.games.masho.legal import MOST_LEGAL
from toolkit.games.masho.options import Options
from toolkit.games.masho.score_hand import score
from toolkit.games.masho.state import REASONS, RIVER, SEATS, SET_ASIDE, State
from toolkit.games.masho.tokens import parse, write
from toolkit.games.masho.yaku import YAKU_NAMES

__all__ = ["GAME", "score"]

GAME = Game(
    name="masho",
    title="馬将",
    seats=range(2, 6),
    Options=Options,
    State=State,
    rules={
        contract.begin_match: dealing.begin_match,
        contract.begin_round: dealing.begin_round,
        contract.deal: dealing.deal,
        contract.set_deal: dealing.set_deal,
        contract.get_deal: dealing.get_deal,
        contract.legal: legal.legal,
        contract.pick: legal.pick,
        contract.complete: legal.complete,
        contract.check: checking.check,
        contract.apply: play.apply,
        contract.finish: play.finish,
        contract.is_silent: decisions.is_silent,
        contract.end_round: ending.end_round,
        contract.standing: ending.standing,
        contract.hide: view.hide,
        contract.resample: sampling.resample,
        contract.greedy: players.greedy,
        contract.candidates: players.candidates,
    },
    most_legal=MOST_LEGAL,
    # A turn has at most a take, a `meld` and a put or burial.
    most_moves=SEATS * (SET_ASIDE + 3 * RIVER),
    most_deal=TILES,
    reasons=REASONS,
    round_features=(
        Feature("wins", "int", "wins of the round (MS-32)"),
        Feature("turns", "int", "turns that were played (MS-8)"),
        Feature("claims", "int", "拾: pon and chi (MS-11, MS-12)"),
        Feature("kans", "int", "完: ankan and kakan (MS-21, MS-22)"),
        Feature("fouls", "int", "fouls noted (MS-73)"),
        Feature("wall_left", "int", "tiles left in the wall"),
    ),
    seat_features=(
        Feature("wins", "int", "wins of the player"),
        Feature("tsumo", "int", "wins by tsumo (MS-23)"),
        Feature("ron", "int", "wins by ron (MS-13)"),
        Feature("won", "int", "points that the player's wins brought in (MS-41)"),
        Feature("paid", "int", "points paid for wins of others (MS-41)"),
        Feature("best", "int", "most basic points of a win (MS-40)", nullable=True),
        Feature("first_win", "int", "turn of the first win", nullable=True),
        Feature("dealt_in", "int", "rons on the player's discards"),
        Feature("pon", "int", "pon (MS-11)"),
        Feature("chi", "int", "chi (MS-12)"),
        Feature("ankan", "int", "暗完 (MS-21)"),
        Feature("kakan", "int", "明完 (MS-22)"),
        Feature("discards", "int", "tiles put face up"),
        Feature("turns", "int", "turns played"),
        Feature("distance", "int", "tiles that the concealed hand needs for a win at the end (0: it wins as it is)"),
        Feature("fouls", "int", "fouls noted against the player (MS-73)"),
    ),
    event_kinds=EVENT_KINDS,
    describe_event=describe_event,
    read_deal=read_deal,
    write_deal=write_deal,
    parse=parse,
    write=write,
    explain=explain,
    board=board,
    has_rank_points=lambda players: players < SEATS,
    patterns={"yaku": Pattern("役", range(min(YAKU_NAMES), max(YAKU_NAMES) + 1))},
    secret_verbs=frozenset({"draw"}),
    reason_terms={"wins": "和", "turns": "周", "wall": "山"},
)
