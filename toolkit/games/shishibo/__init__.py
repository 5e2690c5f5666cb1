"""猪牡忠臣 (`shishibo`), also 遠州花: hanafuda with stakes for three to seven players."""

from collections.abc import Mapping
from typing import Any

from toolkit.engine import contract
from toolkit.games.game import Fault, Feature, Game, Pattern
from toolkit.games.shishibo import dealing, players, rules, sampling
from toolkit.games.shishibo.board import board
from toolkit.games.shishibo.cards import CARDS
from toolkit.games.shishibo.deals import read_deal, write_deal
from toolkit.games.shishibo.events import CAPTURE, DEKIYAKU, FUKE_WIN, KINDS, STAKE, STAKES, TEYAKU, UCHIKIRI
from toolkit.games.shishibo.options import Options
from toolkit.games.shishibo.settlement import REASONS
from toolkit.games.shishibo.state import FIELD, HAND, PLAYING, State
from toolkit.games.shishibo.tokens import describe_cards, parse, write
from toolkit.games.shishibo.yaku import AOTAN, CHUSHIN, GETASHI, SHIHON, SHIKO, TANICHI, YAKU

#: The rule that is due in each phase, and what it asks for.
PHASES = (
    Fault("SC-14", "見ずコツ is asked: the player says `mizu` or `look`"),
    Fault("SC-15", "出る/下りる is asked: the player says `in`, or `out` (not in the first pass after `mizu`)"),
    Fault("SC-16", "コツ is asked: the player says `kotsu` or `nashi`"),
    Fault("SC-17", "手役 are asked: the player says `show`, or `hide` where the rules allow it"),
    Fault("SC-18", "the player plays a card of the hand and captures as the field demands"),
    Fault("SC-18", "the player turns over the top of the stock and captures as the field demands"),
)


def explain(code: int, s: Any, o: Any, seat: int, decision: int) -> Fault:
    """The rule that an illegal decision breaks: the one of the phase that is due."""
    return PHASES[code - contract.FIRST_FAULT]


def describe_event(kind: int, detail: int) -> str:
    """The detail of an event in words: a 役, the cards of a capture, what raised the stake."""
    if kind == CAPTURE:
        return describe_cards(detail)
    if kind == STAKE:
        return STAKES[detail]
    if kind in (TEYAKU, UCHIKIRI, DEKIYAKU, FUKE_WIN):
        return YAKU[detail][1]
    return ""


def dealt(deal: Mapping[str, Any], players: int) -> Mapping[str, Any]:
    """SC-11: the field and the hands; the stock too where nobody can fold, so that no hand comes back into it."""
    return {key: cards for key, cards in deal.items() if key != "stock" or players == PLAYING}


GAME = Game(
    name="shishibo",
    title="猪牡忠臣",
    seats=range(3, 8),
    Options=Options,
    State=State,
    rules={
        contract.begin_match: dealing.begin_match,
        contract.begin_round: dealing.begin_round,
        contract.deal: dealing.deal,
        contract.set_deal: dealing.set_deal,
        contract.get_deal: dealing.get_deal,
        contract.end_round: dealing.end_round,
        contract.legal: rules.legal,
        contract.count_legal: rules.count_legal,
        contract.pick: rules.pick,
        contract.check: rules.check,
        contract.apply: rules.apply,
        contract.hide: rules.hide,
        contract.resample: sampling.resample,
        contract.greedy: players.greedy,
    },
    most_legal=2 * HAND,
    most_moves=200,
    most_deal=FIELD + 2 * CARDS,
    reasons=REASONS,
    round_features=(
        Feature("stake", "int", "相場: what each loser pays, before a multiplier (SC-13 to SC-16)"),
        Feature("multiplier", "int", "what a 打ち切り役 multiplied the stake with (SC-31)"),
        Feature("oya", "seat", "the 親 of the three who played", nullable=True),
        Feature("winner", "seat", "who won the round", nullable=True),
        Feature("passes", "int", "whole 出る/下りる passes that raised the stake (SC-15)"),
        Feature("mizu", "int", "players who raised unseen (SC-14)"),
        Feature("kotsu", "int", "players who said コツ (SC-16)"),
        Feature("counted", "bool", "whether the round counts towards the year (not a redealt one, SC-12)"),
    ),
    seat_features=(
        Feature("place", ("oya", "naka", "biki"), "place among the three who played", nullable=True),
        Feature("captured", "int", "cards captured", nullable=True),
        Feature("card_points", "int", "points of the captured cards (SC-4)", nullable=True),
        Feature("dekiyaku_points", "int", "points of the でき役 (SC-32)", nullable=True),
        Feature("teyaku_points", "int", "points of the 手役 held, shown or not (SC-30)", nullable=True),
        Feature("shown", "bool", "whether the 手役 were shown; null without any (SC-17)", nullable=True),
        Feature("total", "int", "total that is compared (SC-41)", nullable=True),
        Feature("mizu", "bool", "raised unseen (SC-14)"),
    ),
    event_kinds=KINDS,
    describe_event=describe_event,
    read_deal=read_deal,
    write_deal=write_deal,
    parse=parse,
    write=write,
    explain=explain,
    board=board,
    patterns={
        "teyaku": Pattern("手役", range(SHIHON, TANICHI + 1)),
        "uchikiri": Pattern("打ち切り役", range(SHIKO, AOTAN + 1)),
        "dekiyaku": Pattern("でき役", range(CHUSHIN, GETASHI + 1)),
        "fuke": Pattern("フケ"),
    },
    reason_terms={
        "fuke": "フケ",
        "shiko": "四光",
        "akatan": "赤短",
        "aotan": "青短",
        "shiko+akatan": "四光と赤短",
        "redeal": "配り直し",
    },
    dealt=dealt,
)
