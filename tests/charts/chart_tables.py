"""Tables for tests of charts: a log of seven players, one match, very little, and another game."""

import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "stats"))

from made_tables import Round, tables

from toolkit.replay.tables import Tables

NAMES = (
    "Aoi",
    "とても長い名前のプレイヤーさんですから切れるかもしれません",
    "a-very-long-user-name-without-any-spaces-in-it-at-all",
    "Ren $x_1$ & <b>",
    "名前🀄",
    "player six with several short words",
    "Yui",
)
YAKU = ("猪牡忠臣", "月ホト", "ネギシ")


def _round(chance: random.Random, players: int, game: str) -> Round:
    winner = chance.randrange(players)
    stake = chance.randrange(1, 7)
    points = [stake * (players - 1) if seat == winner else -stake for seat in range(players)]
    if game == "shiji":
        reason = chance.choice(["hoi", "agari", "kinshi", "fuhai"])
        goods = [("pair", "33", 2)] * chance.randrange(3) + [("step", "345", 3)] * chance.randrange(2)
        moves = [("hand 012345", 16906), ("place 34", chance.randrange(1, 60)), ("place 56", 20), ("draw 12", 90)]
        return Round([1 if seat == winner else -1 for seat in range(2)], 1, 20, reason, events=goods, moves=moves)
    events = [("dekiyaku", name, 50) for name in YAKU if chance.random() < 0.3] + [("teyaku", "三本", 50)]
    moves = [("mizu", 2), ("play 1K 1H", chance.randrange(1, 9)), ("flip 2K", 1)]
    length = chance.randrange(30, 300)
    return Round(points, 1 + chance.randrange(players), length, "points", stake, events=events, moves=moves)


def _log(matches: int, rounds: int, players: int, game: str = "shishibo") -> Tables:
    chance = random.Random(f"{matches} {rounds} {players} {game}")
    played = [[_round(chance, players, game) for _ in range(rounds)] for _ in range(matches)]
    return tables(played, NAMES[:players], game)


LOG = _log(6, 4, 7)
ONE_MATCH = _log(1, 12, 7)
FEW = _log(1, 1, 3)
SHIJI = _log(40, 1, 2, "shiji")
_CHANCE = random.Random("two sizes")
TWO_SIZES = tables([[_round(_CHANCE, players, "shishibo")] for players in (3, 5) * 60])

__all__ = ["FEW", "LOG", "ONE_MATCH", "SHIJI", "TWO_SIZES", "Round", "tables"]
