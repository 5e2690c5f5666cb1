"""Statistics over the tables of a game: estimates with n, a 95 % interval and its method."""

from toolkit.stats.registry import MEASURES, REFERENCES, Measure, StatsError, compute, measure, needs

__all__ = ["MEASURES", "REFERENCES", "Measure", "StatsError", "compute", "measure", "needs"]
