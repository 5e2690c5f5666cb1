"""Automatic play: complete matches from a seed."""

from toolkit.simulate.players import PLAYERS, PlayerError, player_kind
from toolkit.simulate.sampling import Sampler

__all__ = ["PLAYERS", "PlayerError", "Sampler", "player_kind"]
