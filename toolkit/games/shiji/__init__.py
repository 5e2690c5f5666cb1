"""四時の札遊び: two players, hidden choice, no chance but with a stack."""

from toolkit.engine import contract
from toolkit.games.game import Game, Pattern
from toolkit.games.shiji import checks, listing, players, rules, sampling, views
from toolkit.games.shiji.board import board
from toolkit.games.shiji.cards import LAND_SIZE
from toolkit.games.shiji.deals import read_deal, write_deal
from toolkit.games.shiji.events import describe_event
from toolkit.games.shiji.faults import explain
from toolkit.games.shiji.options import Options, forbid_combinations
from toolkit.games.shiji.state import EVENT_KINDS, REASONS, ROUND_FEATURES, SEAT_FEATURES, SEATS, State
from toolkit.games.shiji.tokens import parse, write

GAME = Game(
    name="shiji",
    title="四時の札遊び",
    seats=range(SEATS, SEATS + 1),
    Options=Options,
    State=State,
    rules={
        contract.begin_match: rules.begin_match,
        contract.begin_round: rules.begin_round,
        contract.deal: rules.deal,
        contract.set_deal: rules.set_deal,
        contract.get_deal: rules.get_deal,
        contract.legal: listing.legal,
        contract.count_legal: listing.count_legal,
        contract.pick: listing.pick,
        contract.check: checks.check,
        contract.complete: rules.complete,
        contract.apply: rules.apply,
        contract.end_round: rules.end_round,
        contract.hide: views.hide,
        contract.resample: sampling.resample,
        contract.greedy: players.greedy,
    },
    most_legal=listing.MOST_LEGAL,
    most_moves=256,
    most_deal=SEATS * LAND_SIZE,
    reasons=REASONS,
    round_features=ROUND_FEATURES,
    seat_features=SEAT_FEATURES,
    event_kinds=EVENT_KINDS,
    describe_event=describe_event,
    read_deal=read_deal,
    write_deal=write_deal,
    parse=parse,
    write=write,
    explain=explain,
    board=board,
    forbid=forbid_combinations,
    secret_verbs=frozenset({"hand", "draw"}),
    reason_terms={
        "agari": "上がり",
        "raitei": "雷霆",
        "kaijo": "解除",
        "hoi": "包囲",
        "kinshi": "禁止行為",
        "fuhai": "腐敗",
        "hasan": "破産",
        "heijo": "閉場",
        "resign": "投了",
    },
    patterns={
        "pair": Pattern("双札"),
        "ten": Pattern("十札"),
        "step": Pattern("段札"),
    },
)
