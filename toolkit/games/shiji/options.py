"""The rule options of 四時の札遊び (SJ-5 to SJ-43), as the engine reads them."""

from typing import Annotated, NamedTuple

from toolkit.games.game import Choice, Flag, Number, OptionError

FREE_AFTER_STAR = 0
EQUAL_AT_JOIN = 0
RIGHT = 0
LEFT = 1
DRAW_WHEN_BOTH = 0
LAND = 0
DECK = 1


class Options(NamedTuple):
    """The options in table order; each default is the plain rule."""

    rounds: Annotated[
        int, Number(0, 13, "lays of each player that close the market (閉場); 0 for no limit", "SJ-30", (10, 13, 0))
    ] = 10
    hand_limit: Annotated[int, Number(6, 25, "cards a hand may hold; more lose by 腐敗", "SJ-18")] = 10
    after_star: Annotated[
        int, Choice(("free", "numeric_zero"), "what a star or panic pair leaves to beat: nothing, or 00", "SJ-12")
    ] = FREE_AFTER_STAR
    zero_join: Annotated[
        int, Choice(("equal", "any"), "what a 00 at the join allows while descending (同位)", "SJ-14")
    ] = EQUAL_AT_JOIN
    placement: Annotated[int, Choice(("right", "left"), "end of the own row where a new pair goes", "SJ-5")] = RIGHT
    closing_both: Annotated[
        int, Choice(("draw", "count"), "閉場 with a star or X in both hands: a draw, or fewer cards win", "SJ-30")
    ] = DRAW_WHEN_BOTH
    source: Annotated[
        int, Choice(("land", "deck"), "cards are chosen from the land, or drawn from a shuffled 山札", "SJ-42")
    ] = LAND
    veil_blocks: Annotated[int, Flag("veiled cards break adjacency; false: they count as if face up", "SJ-11")] = 1
    tax_bankrupt: Annotated[int, Flag("a tax beyond the land loses; false: it takes what is left", "SJ-19")] = 1
    goods: Annotated[int, Flag("goods and rewards; false: players draw at will before the lay", "SJ-21")] = 1
    reverse: Annotated[int, Flag("夜 and X turn the order; false: always ascending", "SJ-40")] = 1
    motion: Annotated[int, Flag("運行の原則 holds; false: any star at any time", "SJ-41")] = 1
    panic_taxed: Annotated[int, Flag("X is taxed like a star", "SJ-17")] = 0
    handless: Annotated[int, Flag("no hand: pairs are laid from the land (with rounds 13)", "SJ-43")] = 0


def forbid_combinations(o: Options, players: int) -> None:
    """Raise OptionError for what SJ-43 rules out: ``handless`` needs 13 rounds, a land and goods."""
    if not o.handless:
        return
    if o.rounds != 13:
        raise OptionError("handless goes with rounds 13 only; add rounds=13", "SJ-43")
    if o.source == DECK:
        raise OptionError("handless does not go together with source deck", "SJ-43")
    if not o.goods:
        raise OptionError("handless does not go together with goods false", "SJ-43")
