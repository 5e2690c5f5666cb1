"""Rule options of 馬将."""

from typing import Annotated, NamedTuple

from toolkit.games.game import Choice, Flag, Number

PAYERS_ALL, PAYERS_NOT_YET_WON = range(2)
RELATION_ALL, RELATION_EACH = range(2)
MAPPING_SOURCE, MAPPING_COMMENTARY = range(2)


class Options(NamedTuple):
    """The engine's numbers of the rule options."""

    turns: Annotated[int, Number(1, 19, "turns of each player in a round (the 周); 19 use up the wall", "MS-8")] = 18
    wins: Annotated[
        int, Number(0, 20, "number of the win that ends a round; 0: one less than there are players", "MS-32")
    ] = 0
    payers: Annotated[
        int,
        Choice(
            ("all", "not_yet_won"),
            "who counts as a non-winner 非和者: all but this winner, or only those who have not won before; "
            "a discarder always pays",
            "MS-41",
        ),
    ] = PAYERS_ALL
    pairs_relation: Annotated[
        int,
        Choice(
            ("all", "each"),
            "連 飛 筋 of 四対: an arithmetic progression over all four melds, or the relation within each heaven "
            "and the same two numbers in both",
            "MS-52",
        ),
    ] = RELATION_ALL
    light_mapping: Annotated[
        int,
        Choice(
            ("source", "commentary"),
            "the earth that is a heaven's own: 空=木 日=火 月=水 星=金, or 空=木 日=火 月=金 星=水",
            "MS-60",
        ),
    ] = MAPPING_SOURCE
    light: Annotated[int, Flag("melds are changed by light 光馬 when a hand wins", "MS-60")] = 1
    claim_once: Annotated[int, Flag("a discard that was claimed by pon or chi cannot be claimed again", "MS-14")] = 0
