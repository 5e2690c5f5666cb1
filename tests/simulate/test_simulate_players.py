"""Automatic players by name."""

import pytest

from toolkit.engine.contract import GREEDY, MONTE_CARLO, RANDOM
from toolkit.simulate import PlayerError, player_kind


def test_players_have_names() -> None:
    assert player_kind("random") == RANDOM
    assert player_kind("greedy") == GREEDY
    assert player_kind("mc:1") == MONTE_CARLO + 1
    assert player_kind("mc:4096") == MONTE_CARLO + 4096


@pytest.mark.parametrize(
    "name",
    ["", "Random", "mc", "mc:", "mc:0", "mc:-1", "mc:4097", "mc:+4", "mc: 4", "mc:04", "mc:4 ", "mc:1.5", "mc:６４",
     "mc:" + "9" * 5000, "mc:64:2", "greedy "],
)  # fmt: skip
def test_other_names_are_answered_with_the_names_that_there_are(name: str) -> None:
    with pytest.raises(PlayerError) as raised:
        player_kind(name)
    assert str(raised.value).startswith("unknown player '")
    assert "random, greedy, mc:N" in str(raised.value)
    assert "1 to 4096" in str(raised.value)
    assert len(str(raised.value)) < 200
