"""The match: 勝 and 負, ranks and rank points (MS-5, MS-70, MS-71, MS-73)."""

from toolkit.games.masho.options import Options
from toolkit.games.masho.state import SEATS, State

#: Rank points by players and number of 勝, first place first (MS-71); rows of ``SEATS``, by ``players * SEATS + 勝``.
NONE = (0, 0, 0, 0, 0)
RANK_POINTS = (
    *(NONE,) * 11,
    (100, -100, 0, 0, 0),
    *(NONE,) * 4,
    (300, -100, -200, 0, 0),
    (200, 100, -300, 0, 0),
    *(NONE,) * 3,
    (600, -100, -200, -300, 0),
    (450, 150, -150, -450, 0),
    (300, 200, 100, -600, 0),
    *(NONE,) * 7,
)
#: Rank points that a foul of MS-73 costs for each player of the match.
FOUL_COST = 100


def end_round(s: State, o: Options) -> None:
    """MS-5: add the round to the match; round k is opened by seat k, and the match has as many rounds as players."""
    for seat in range(s.players):
        s.totals[seat] += s.points[seat]
    s.opener = (s.round + 1) % s.players
    s.match_over = 1 if s.round + 1 >= s.players else 0


def is_victory(s: State, seat: int) -> int:
    """MS-70: 勝 if the total is positive, or 0 after having been negative before the last round."""
    if s.totals[seat] == 0:
        return 1 if s.before[seat] < 0 else 0
    return 1 if s.totals[seat] > 0 else 0


def is_above(s: State, seat: int, other: int) -> int:
    """1 if ``seat`` ranks above ``other``: by total, among totals of 0 a 勝 above a 負 (MS-70)."""
    if s.totals[seat] != s.totals[other]:
        return 1 if s.totals[seat] > s.totals[other] else 0
    return 1 if is_victory(s, seat) > is_victory(s, other) else 0


def standing(s: State, o: Options) -> None:
    """MS-70, MS-71: ranks, and rank points, which equal ranks share equally."""
    victories = 0
    for seat in range(s.players):
        victories += is_victory(s, seat)
        s.ranks[seat] = 1
        for other in range(s.players):
            s.ranks[seat] += is_above(s, other, seat)
    row = RANK_POINTS[s.players * SEATS + victories]
    for seat in range(s.players):
        sharing = 0
        points = 0
        for other in range(s.players):
            if s.ranks[other] == s.ranks[seat]:
                points += row[s.ranks[seat] - 1 + sharing]
                sharing += 1
        s.rank_points[seat] = points // sharing
        if s.players < SEATS:
            s.rank_points[seat] -= FOUL_COST * s.players * s.fouls[seat]
