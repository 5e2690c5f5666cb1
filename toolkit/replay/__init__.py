"""Replaying records: judging them, walking through them, recording new ones, and tables of what happened."""

from typing import TYPE_CHECKING, Any

from toolkit.replay.match import IllegalMove, Match
from toolkit.replay.stream import Mode, Outcome, Replayer

if TYPE_CHECKING:
    from toolkit.replay.loading import load

__all__ = ["IllegalMove", "Match", "Mode", "Outcome", "Replayer", "load"]


def __getattr__(name: str) -> Any:
    """``load`` brings the tables' library with it, which judging records does without."""
    if name == "load":
        from toolkit.replay.loading import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
