"""How the groups of estimates are called for people."""

from collections.abc import Sequence

from toolkit.stats.estimates import Estimate


def named(estimates: Sequence[Estimate], game: str) -> list[Estimate]:
    """The estimates with the Japanese terms of the game behind its reasons: ``hoi 包囲``."""
    from toolkit import games

    terms = games.get(game).reason_terms
    return [
        each._replace(group=f"{each.group} {terms[each.group]}")
        if each.measure == "reasons" and each.group in terms
        else each
        for each in estimates
    ]
