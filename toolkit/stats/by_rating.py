"""How strong players are: ratings with their uncertainty."""

from typing import TYPE_CHECKING

import polars as pl

from toolkit.stats import units
from toolkit.stats.estimates import Estimate, frame
from toolkit.stats.intervals import LEVEL

if TYPE_CHECKING:
    from toolkit.replay.tables import Tables

METHOD = "Plackett–Luce, mu ± 1.96 sigma"


def ratings(tables: "Tables") -> pl.DataFrame:
    """Rating of every player after all finished matches, the strongest first: mu with mu ± 1.96 sigma.

    The Bayesian approximation of Weng & Lin 2011 for the Plackett–Luce model (``openskill``, its standard settings): a
    player begins with mu 25 and sigma 25/3, and every match, in the order of the records, moves all its players at
    once by their ranks in it; equal ranks are draws. Matches and not rounds, because the rank is what the game itself
    makes of the points, and because the rounds of a match depend on each other. The interval is what is not known of
    the player, given the model; it is not a confidence interval over other matches.
    Unit: the player's finished match. Matches in which one name has two seats are left out.
    """
    from openskill.models import PlackettLuce
    from scipy.stats import norm

    model = PlackettLuce()
    known: dict[str, tuple[float, float, int]] = {}
    fresh = model.rating()
    for names, ranks in _results(tables):
        before = [known.get(name, (fresh.mu, fresh.sigma, 0)) for name in names]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in before]
        after = model.rate(teams, ranks=[float(rank) for rank in ranks])
        for name, (_, _, number), (rating,) in zip(names, before, after, strict=True):
            known[name] = rating.mu, rating.sigma, number + 1
    shown = set(tables.seats["player"].unique())
    order = sorted((name for name in known if name in shown), key=lambda name: (-known[name][0], name))
    width = float(norm.ppf((1 + LEVEL) / 2))
    made = []
    for name in order:
        mu, sigma, n = known[name]
        ends = mu - width * sigma, mu + width * sigma
        made.append(Estimate("ratings", "players", name, n, n, mu, *ends, "rating per match", METHOD))
    return frame(made)


def _results(tables: "Tables") -> list[tuple[list[str], list[int]]]:
    """Players and ranks of every finished match, in order."""
    matches = (
        units.standings(units.whole(tables))
        .group_by("match_id", maintain_order=True)
        .agg("player", "match_rank", single=pl.col("player").n_unique() == pl.len())
        .filter("single")
    )
    return list(zip(matches["player"].to_list(), matches["match_rank"].to_list(), strict=True))
