"""Automatic play: complete matches from a seed."""

from toolkit.simulate.sampling import PLAYERS, Sampler

__all__ = ["PLAYERS", "Sampler"]
