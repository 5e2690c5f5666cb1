"""Replaying records: judging them, walking through them, recording new ones, and tables of what happened."""

from toolkit.replay.loading import load
from toolkit.replay.match import IllegalMove, Match
from toolkit.replay.stream import Mode, Outcome, Replayer

__all__ = ["IllegalMove", "Match", "Mode", "Outcome", "Replayer", "load"]
