"""Statistics of a log that comes in chunks are those of the whole log."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from made_tables import Round, tables

from toolkit.games import NAMES
from toolkit.replay import load
from toolkit.replay.tables import Tables
from toolkit.stats import MEASURES, StatsError, accumulate, compute
from toolkit.stats.accumulate import Figures
from toolkit.stats.estimates import rows
from toolkit.stats.filters import where
from toolkit.stats.units import only

CASES = Path(__file__).resolve().parents[1] / "cases"


def in_chunks(whole: Tables, number: int) -> list[Tables]:
    """The tables in chunks of that many matches, in their order."""
    ids = whole.matches["match_id"].to_list()
    return [only(whole, ids[start : start + number]) for start in range(0, len(ids), number)]


def added(chunks: list[Tables], names: list[str] | None = None) -> Figures:
    figures = Figures(names)
    for chunk in chunks:
        figures.add(chunk)
    return figures


def assert_same(figures: Figures, whole: Tables) -> None:
    """Same rows in the same order; numbers may differ in the last digits of a sum."""
    found, expected = rows(figures.estimates(whole.game)), rows(compute(whole))
    assert [(each[:5], each[8:]) for each in found] == [(each[:5], each[8:]) for each in expected]
    for mine, theirs in zip(found, expected, strict=True):
        for one, other in zip(mine[5:8], theirs[5:8], strict=True):
            assert one == (None if other is None else pytest.approx(other, rel=1e-9, abs=1e-12)), mine


@pytest.mark.parametrize("game", NAMES)
def test_chunks_of_matches_give_the_estimates_of_all_in_the_same_order(game: str) -> None:
    whole = load(CASES / f"{game}-valid.jsonl", deals=True).tables[game]
    assert len(rows(compute(whole))) > 60
    assert_same(added(in_chunks(whole, 12)), whole)


def test_a_condition_chooses_the_same_of_every_chunk_as_of_all() -> None:
    whole = load(CASES / "shishibo-valid.jsonl", deals=True).tables["shishibo"]
    chosen = where(whole, "seats.won")
    assert len(rows(compute(chosen))) > 30
    assert_same(added([where(chunk, "seats.won") for chunk in in_chunks(whole, 12)]), chosen)


def test_what_is_kept_of_many_chunks_is_merged_and_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accumulate, "MERGED", 3)
    whole = tables([[Round([4, -2, -2])], [Round([-2, 4, -2])]] * 5)
    figures = added(in_chunks(whole, 1), ["wins-by-seat"])
    parts = figures._parts["shishibo"]["wins-by-seat"]
    assert len(parts) < 3
    assert figures.estimates("shishibo").equals(compute(whole, ["wins-by-seat"]))
    assert figures.sizes == {"shishibo": (10, 10)}


def test_what_is_kept_does_not_grow_with_the_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accumulate, "MERGED", 3)
    whole = tables([[Round([4, -2, -2], length=40), Round([-2, 4, -2], length=41)]] * 2)
    few, many = added([whole] * 3), added([whole] * 5)
    for name, (part,) in few._parts["shishibo"].items():
        if name != "luck":  # its deals are not known before the end
            assert rows_in(part) == rows_in(many._parts["shishibo"][name][0]), name


def rows_in(part: Any) -> int:
    """The rows of all frames in a part."""
    values = [getattr(part, name) for name in part.__slots__]
    return sum(len(value) for value in values if isinstance(value, pl.DataFrame))


def test_a_group_that_a_chunk_lacks_counts_there_as_never() -> None:
    made = tables([[Round([4, -2, -2], events=[("teyaku", "三本", 50)])], [Round([4, -2, -2])], [Round([4, -2, -2])]])
    figures = added(in_chunks(made, 1), ["yaku", "yaku-counts"])
    share, count = rows(figures.estimates("shishibo"))
    assert (share.n, share.matches, count.n) == (3, 3, 3)
    assert share.estimate == pytest.approx(1 / 3)
    assert count.estimate == pytest.approx(1 / 3)


def test_unknown_measures_are_refused_at_once() -> None:
    with pytest.raises(StatsError, match="no measure 'nope'"):
        Figures(["nope"])
    assert Figures().names == list(MEASURES)
