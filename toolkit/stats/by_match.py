"""How matches go: who leads, how often that changes, and when the first place is settled.

A *course* is the standing after each counted round of a finished match that has two or more of them, so games of one
round a match have none. The *winner* is the only player of rank 1 at the end; where that rank is shared, measures that
ask for a winner leave the match out. The leader is whoever has more points of the match than anybody else.

Browne 2008 and Ludii judge every position by search; here the points of the match judge it, after every round. The
measures carry their names where they ask the same question.
"""

from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats import units
from toolkit.stats.sums import Sums

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables

SINGLE = pl.col("winners") == 1
BEHIND = pl.col("winner_total") < pl.col("top")


def comebacks(tables: "Tables") -> Sums:
    """Share of matches whose winner was behind, or last, at half of the rounds, for each number of players.

    Half of R rounds is after round R // 2. Behind: somebody had more points; last: nobody had fewer, and somebody more.
    Unit: the finished match of two or more rounds with one winner. After Browne 2008, drama.
    """
    half = _course(tables).filter(SINGLE & (pl.col("number") == pl.col("of") // 2))
    last = BEHIND & (pl.col("winner_total") == pl.col("least"))
    made = [
        units.by_table_size(half, pl.lit(group)).with_columns(value=value)
        for group, value in (("behind at half", BEHIND), ("last at half", last))
    ]
    rows = pl.concat(made).sort("players", maintain_order=True)
    return units.shares(rows, "comebacks", "matches")


def lead_changes(tables: "Tables") -> Sums:
    """Mean number of times that another player becomes the leader, for each number of players.

    While the lead is shared it stays with who had it; the first lead is no change.
    Unit: the finished match of two or more rounds. Browne 2008, lead change; Ludii, LeadChange.
    """
    matches = _course(tables).group_by("match_id", "players", maintain_order=True).agg(value=pl.col("changed").sum())
    return units.means(units.table_sizes(matches, "matches"), "lead-changes", "lead changes per match", lowest=0)


def lead_change_rate(tables: "Tables") -> Sums:
    """Share of the rounds behind the first after which another player leads, for each number of players.

    Comparable between long matches and short ones. Unit: the counted round behind the first of a finished match.
    Browne 2008, lead change; Ludii, LeadChange.
    """
    later = _course(tables).filter(pl.col("number") > 1)
    return units.shares(units.table_sizes(later, "rounds"), "lead-change-rate", "rounds", "changed")


def drama(tables: "Tables") -> Sums:
    """Share of the rounds before the last after which the winner to be was behind, for each number of players.

    Unit: the counted round before the last of a finished match with one winner. Browne 2008, drama; Ludii, Drama.
    """
    rows = _before_the_last(tables).with_columns(value=BEHIND)
    return units.shares(units.table_sizes(rows, "rounds"), "drama", "rounds")


def drama_points(tables: "Tables") -> Sums:
    """Mean points by which the winner to be was behind after the rounds before the last, 0 where not behind.

    Unit: the counted round before the last of a finished match with one winner. Browne 2008, drama; Ludii, Drama.
    """
    rows = _before_the_last(tables).with_columns(value=pl.col("top") - pl.col("winner_total"))
    return units.means(units.table_sizes(rows, "rounds"), "drama-points", "points behind per round", lowest=0)


def decision_point(tables: "Tables") -> Sums:
    """How much of a match is played when its winner takes the lead for good, for each number of players.

    The first round after which, and after all later ones, the winner leads, divided by the number of rounds: 100 %
    says that the last round decided. Unit: the finished match of two or more rounds with one winner.
    Browne 2008, decisiveness (moves) and uncertainty; Ludii, DecisivenessMoves (which counts what is left instead).
    """
    rows = _course(tables).filter(SINGLE)
    leads = (pl.col("leader") == pl.col("winner")).fill_null(False)
    matches = rows.group_by("match_id", "players", maintain_order=True).agg(
        settled=pl.col("number").filter(~leads).max().fill_null(0) + 1, of=pl.col("of").first()
    )
    # A winner whose points are level with another's, and who ranks above by a rule of the game, leads at the end only.
    value = pl.min_horizontal("settled", "of") / pl.col("of")
    return units.means(
        units.table_sizes(matches.with_columns(value=value), "matches"),
        "decision-point",
        "share of its rounds per match",
        lowest=0,
        highest=1,
    )


def shared_wins(tables: "Tables") -> Sums:
    """Share of matches in which several players share rank 1, for each number of players.

    Unit: the finished match. Drawishness in Browne 2008 and Ludii; of rounds see ``undecided``.
    """
    rows = units.standings(units.whole(tables)).group_by("match_id", "players", maintain_order=True)
    matches = rows.agg(value=(pl.col("match_rank") == 1).sum() > 1)
    return units.shares(units.table_sizes(matches, "matches"), "shared-wins", "matches")


def killer_rounds(tables: "Tables") -> Sums:
    """Share of matches that one round decided, for each number of players.

    Without one of the rounds (any one) somebody else would have as many points as the winner, or more.
    Unit: the finished match of two or more rounds with one winner. After Browne 2008, killer moves.
    """
    rows = _standings_by_round(tables).filter(SINGLE)
    winners = rows.filter(pl.col("match_rank") == 1).select(
        "match_id", "round", points_won="points", match_points_won="match_points"
    )
    others = rows.filter(pl.col("match_rank") > 1).join(winners, on=("match_id", "round"), maintain_order="left")
    margin = pl.col("match_points_won") - pl.col("match_points")
    without = margin - (pl.col("points_won") - pl.col("points"))
    matches = others.group_by("match_id", "players", maintain_order=True).agg(value=(without <= 0).any())
    return units.shares(units.table_sizes(matches, "matches"), "killer-rounds", "matches")


def _before_the_last(tables: "Tables") -> pl.DataFrame:
    return _course(tables).filter(SINGLE & (pl.col("number") < pl.col("of")))


def _standings_by_round(tables: "Tables") -> pl.DataFrame:
    """Rows of the seats table of the courses, with ``of``, the rounds of the match, and ``winners``, players of rank 1.

    Wherever rounds or seats were left out, the whole match is followed.
    """
    every = units.whole(tables)
    finished = every.matches.filter("finished").select("match_id")
    rows = units.seats(every).join(finished, on="match_id", how="semi", maintain_order="left")
    first = pl.col("seat").filter(pl.col("match_rank") == 1)
    counted = rows.with_columns(
        of=pl.col("round").n_unique().over("match_id"), winners=first.n_unique().over("match_id")
    )
    return counted.filter(pl.col("of") > 1)


def _course(tables: "Tables") -> pl.DataFrame:
    """One row a round of a course.

    ``number`` (1 to ``of``), ``top`` and ``least`` points, the ``leader`` (null for a shared lead), ``changed``
    (another player leads), ``winners``, and the ``winner`` (the first of them) with ``winner_total``.
    """
    total = pl.col("total")
    winner = pl.col("match_rank") == 1
    leads = total == total.max()
    rounds = (
        _standings_by_round(tables)
        .group_by("match_id", "round", "players", "of", "winners", maintain_order=True)
        .agg(
            top=total.max(),
            least=total.min(),
            leader=pl.when(leads.sum() == 1).then(pl.col("seat").filter(leads).first()),
            winner=pl.col("seat").filter(winner).first(),
            winner_total=total.filter(winner).first(),
        )
    )
    holder = pl.col("leader").forward_fill().over("match_id")
    before = holder.shift(1).over("match_id")
    return rounds.with_columns(
        number=pl.int_range(pl.len()).over("match_id") + 1, changed=(holder != before).fill_null(False)
    )
