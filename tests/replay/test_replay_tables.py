"""The five tables, their files, and records made from them again."""

import json
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from replay_records import ALL, changed, entries, outcome_of, sampled, with_moves, with_round, without_results

from toolkit import games
from toolkit.records.model import Record, Round, meta_of
from toolkit.records.writing import to_line
from toolkit.replay import Mode, Replayer
from toolkit.replay.batch import Wanted
from toolkit.replay.columns import TABLES, columns, schema
from toolkit.replay.match import engine_of
from toolkit.replay.rebuild import records_of
from toolkit.replay.store import StoreError, TableWriter, holds_tables, read_tables
from toolkit.replay.tables import Deals, TableBuilder, TableBuilders, Tables

SHISHIBO = games.get("shishibo")


def tables_of(records: Sequence[Record], mode: Mode = Mode.INTERPRETED, batch: int = 512) -> Tables:
    """Everything about some records, replayed in batches."""
    builder = TableBuilder(SHISHIBO, deals=Deals.JSON)
    replayer = Replayer(ALL, mode)
    every = entries(records)
    for start in range(0, len(every), batch):
        for outcomes in replayer.batches(every[start : start + batch]):
            builder.add(outcomes)
    return builder.take()


def variety() -> list[Record]:
    """Records with different players, options, lengths, and a few faulty and unfinished ones between them."""
    found = []
    for number in range(12):
        record = sampled(3 + number % 5, number % 3, rounds=1 + number % 2, kind=("random", "greedy")[number % 2])
        if number % 4 == 1:
            record = changed(record, rules={**record.rules, "points_kasu": 0, "max_passes": 90})
        found.append(changed(record, id=f"m{number:02}"))
    found[4] = with_moves(found[4], 0, ["nonsense"])
    found[7] = with_moves(found[7], 1, found[7].rounds[1].moves[:-2])
    last = without_results(found[9])
    found[9] = changed(
        last, unfinished=True, rounds=[last.rounds[0], Round(last.rounds[1].deal, last.rounds[1].moves[:-3])]
    )
    return found


def good(records: Sequence[Record]) -> list[Record]:
    """The records without a fault."""
    return [record for record in records if outcome_of(record).fault is None]


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Tables of the variety."""
    return tables_of(variety())


def test_columns_and_types_are_exactly_those_that_are_documented(tables: Tables) -> None:
    for name, table in tables.items():
        assert dict(table.schema) == schema(SHISHIBO, name), name
        assert all(column.meaning for column in columns(SHISHIBO)[name])
        assert pl.Object not in table.dtypes
    assert [name for name, _ in tables.items()] == list(TABLES)
    empty = TableBuilder(SHISHIBO).take()
    for name, table in empty.items():
        assert dict(table.schema) == schema(SHISHIBO, name), name
        assert table.is_empty()


def test_rows_stand_in_the_order_of_reading_rounds_seats_and_moves(tables: Tables) -> None:
    expected = [record.id for record in good(variety())]
    assert len(expected) == 10
    assert tables.matches["match_id"].to_list() == expected
    order = {name: place for place, name in enumerate(expected)}
    for name, keys in (("rounds", ["round"]), ("seats", ["round", "seat"]), ("moves", ["round", "move"])):
        table = getattr(tables, name)
        rows = [(order[row[0]], *row[1:]) for row in table.select("match_id", *keys).iter_rows()]
        assert rows == sorted(rows), name
        assert len(set(rows)) == len(rows), name
    events = [(order[row[0]], *row[1:]) for row in tables.events.select("match_id", "round", "move").iter_rows()]
    assert events == sorted(events)


def test_every_record_is_found_in_the_tables(tables: Tables) -> None:
    for record in good(variety()):
        rounds = tables.rounds.filter(pl.col("match_id") == record.id)
        assert rounds["length"].to_list() == [len(each.moves) for each in record.rounds]
        assert [json.loads(deal) for deal in rounds["deal"]] == [each.deal for each in record.rounds]
        moves = tables.moves.filter(pl.col("match_id") == record.id)
        tokens = [f"p{seat} {token}" for seat, token in moves.select("seat", "token").iter_rows()]
        assert tokens == [token for each in record.rounds for token in each.moves]
        if record.result is None:
            continue
        seats = tables.seats.filter(pl.col("match_id") == record.id)
        assert seats["player"].to_list() == record.players * len(record.rounds)
        points = [value for each in record.rounds if each.result for value in each.result.points]
        assert seats["points"].to_list() == points
        assert seats["won"].to_list() == [value > 0 for value in points]
        assert rounds["reason"].to_list() == [each.result.reason for each in record.rounds if each.result]
        last = seats.filter(pl.col("round") == len(record.rounds))
        assert last["total"].to_list() == record.result.points == last["match_points"].to_list()
        assert last["match_rank"].to_list() == record.result.ranks
        assert last["rank_points"].null_count() == len(last)


def test_totals_run_through_each_match_and_start_anew(tables: Tables) -> None:
    running = tables.seats.with_columns(pl.col("points").cum_sum().over("match_id", "seat").alias("sum"))
    assert running["sum"].to_list() == running["total"].to_list()


def test_the_number_of_legal_decisions_stands_at_each_move(tables: Tables) -> None:
    from toolkit.replay import Match

    record = good(variety())[0]
    match = Match(record.game, record.players, rules=record.rules)
    counts = []
    for each in record.rounds:
        match.deal(each.deal)
        for token in each.moves:
            counts.append(len(match.legal()))
            match.push(token)
    assert tables.moves.filter(pl.col("match_id") == record.id)["legal"].to_list() == counts


def test_figures_of_an_unfinished_round_are_null(tables: Tables) -> None:
    rounds = tables.rounds.filter(pl.col("match_id") == "m09")
    assert rounds["complete"].to_list() == [True, False]
    assert tables.matches.filter(pl.col("match_id") == "m09")["finished"].to_list() == [False]
    last = rounds.row(1, named=True)
    assert last["reason"] is None
    assert all(last[feature.name] is None for feature in SHISHIBO.round_features)
    assert last["opener"] is not None
    seats = tables.seats.filter((pl.col("match_id") == "m09") & (pl.col("round") == 2))
    assert set(seats["points"]) == {0}
    for column in columns(SHISHIBO)["seats"][-len(SHISHIBO.seat_features) :]:
        assert seats[column.name].null_count() == len(seats)


def test_events_belong_to_their_round_though_a_match_of_the_batch_is_faulty(tables: Tables) -> None:
    for record in good(variety()):
        alone = tables_of([record]).events
        assert_frame_equal(tables.events.filter(pl.col("match_id") == record.id), alone)
    wins = tables.events.filter(pl.col("event") == "win")
    paid = tables.seats.filter(pl.col("won"))
    assert (
        wins.select("match_id", "round", "seat", "value").rows()
        == paid.select("match_id", "round", "seat", "points").rows()
    )


@pytest.mark.parametrize("batch", [1, 3, 5])
def test_batches_make_no_difference(tables: Tables, batch: int) -> None:
    other = tables_of(variety(), batch=batch)
    for name, table in tables.items():
        if name == "matches":
            assert_frame_equal(table.drop("line"), getattr(other, name).drop("line"))
        else:
            assert_frame_equal(table, getattr(other, name))


def test_compiled_tables_are_the_interpreted_ones(tables: Tables) -> None:
    for name, table in tables_of(variety(), Mode.COMPILED).items():
        assert_frame_equal(table, getattr(tables, name))


def test_events_that_do_not_fit_at_once_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room for events is a guess; when it is full the loops return early and go on."""
    records = [changed(sampled(3, number % 4, rounds=2), id=f"r{number}") for number in range(9)]
    whole = tables_of(records)
    calls = []
    engine = engine_of(SHISHIBO)
    original = engine.replay_matches

    def counted(*arguments: object) -> int:
        end = original(*arguments)
        calls.append(end)
        return int(end)

    monkeypatch.setitem(engine._made, "replay_matches", counted)
    monkeypatch.setattr("toolkit.replay.batch.most_events", lambda _game: 14)
    # 18 rounds × 14 events: just more than the 2 × 120 that one match of two rounds might need
    again = tables_of(records)
    assert len(calls) > 1
    assert calls == sorted(calls)
    assert calls[-1] == len(records)
    for name, table in whole.items():
        assert_frame_equal(table, getattr(again, name))


def test_a_game_without_wanted_moves_and_events_has_empty_tables() -> None:
    builder = TableBuilder(SHISHIBO, moves=False, events=False)
    for outcomes in Replayer(Wanted()).batches(entries([sampled()])):
        builder.add(outcomes)
    found = builder.take()
    assert found.moves.is_empty()
    assert found.events.is_empty()
    assert found.rounds["deal"].null_count() == len(found.rounds)
    assert not found.seats.is_empty()
    assert builder.take().matches.is_empty(), "they were taken"


def test_builders_keep_games_apart_and_in_the_order_of_the_registry() -> None:
    builders = TableBuilders(deals=Deals.JSON)
    for outcomes in Replayer(ALL).batches(entries([sampled(), changed(sampled(4), id="four")])):
        builders.add(outcomes)
    assert list(builders.take()) == ["shishibo"]
    assert builders.take() == {}


def test_tables_become_pandas_frames(tables: Tables) -> None:
    frames = tables.to_pandas()
    assert list(frames) == list(TABLES)
    for name, frame in frames.items():
        assert list(frame.columns) == getattr(tables, name).columns
        assert len(frame) == len(getattr(tables, name))


def test_features_say_who_played_where(tables: Tables) -> None:
    keys = ["match_id", "round"]
    rounds = tables.rounds.select(*keys, "oya", "winner", "complete")
    done = tables.seats.join(rounds, on=keys).filter("complete")
    oya, winners = done.filter(pl.col("place") == "oya"), done.filter("won")
    assert oya["seat"].to_list() == oya["oya"].to_list()
    assert winners["seat"].to_list() == winners["winner"].to_list()
    per_round = done.group_by("match_id", "round").agg(pl.col("place").count(), pl.col("captured").sum())
    assert set(per_round["place"]) == {3}
    assert per_round["captured"].max() == 48


# Files

NASTY = ["=SUM(A1)", "+1", "-1", "@cmd", "'quoted", "line\nbreak", "", " blank ", "a,b", 'say "hi"', "\tTab", "3rd",
         "''", "null", "\r", "猪牡忠臣", "true", "1e5"]  # fmt: skip


def nasty() -> list[Record]:
    """Canonical records with names, ids and notes that files like to spoil."""
    found = []
    for number, text in enumerate(NASTY):
        record = sampled(3, number % 3, rounds=1)
        names = [text, NASTY[number - 1], f"{text}x"]
        found.append(
            changed(record, id=f"{text}{number}" if number % 2 else f"={number}", players=names,
                    meta=meta_of({"date": text, "event": text, "note": [text]}))
        )  # fmt: skip
    found.append(changed(sampled(5), id="no-meta", meta=sampled(5).meta))
    last = sampled(4)
    open_round = Round(last.rounds[1].deal, last.rounds[1].moves[:-5])
    found.append(changed(last, id="open", rounds=[last.rounds[0], open_round], result=None, unfinished=True))
    return found


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_tables_on_disk_give_the_same_tables_and_the_same_bytes_of_records(tmp_path: Path, form: str) -> None:
    records = nasty()
    with TableWriter(tmp_path, form) as writer:
        writer.write(tables_of(records[:7]))
        writer.write(tables_of(records[7:]))
    assert holds_tables(tmp_path)
    (back,) = read_tables(tmp_path)
    whole = tables_of(records)
    for name, table in whole.items():
        if name == "matches":
            assert_frame_equal(getattr(back, name).drop("line"), table.drop("line"))
        else:
            assert_frame_equal(getattr(back, name), table)
    assert [to_line(record) for record in records_of(back)] == [to_line(record) for record in records]


def test_no_cell_of_a_csv_file_starts_a_formula(tmp_path: Path) -> None:
    import csv

    with TableWriter(tmp_path, "csv") as writer:
        writer.write(tables_of(nasty()))
    for path in (tmp_path / "shishibo").iterdir():
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                for cell in row:
                    number = cell.removeprefix("-").isdigit()
                    assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), (path.name, cell)
    seats = (tmp_path / "shishibo" / "seats.csv").read_text(encoding="utf-8")
    assert "3rd" in seats
    assert "'3rd" not in seats, "a text that no spreadsheet runs stays as it is"


def test_a_folder_without_tables_holds_none(tmp_path: Path) -> None:
    assert not holds_tables(tmp_path)
    assert list(read_tables(tmp_path)) == []


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_missing_and_spoiled_tables_are_named(tmp_path: Path, form: str) -> None:
    with TableWriter(tmp_path, form) as writer:
        writer.write(tables_of([sampled()]))
    path = tmp_path / "shishibo" / f"moves.{form}"
    kept = path.read_bytes()
    path.unlink()
    with pytest.raises(StoreError, match="moves"):
        list(read_tables(tmp_path))
    path.write_bytes(kept[: len(kept) // 2] if form == "parquet" else b"a,b\n1,2\n")
    with pytest.raises(StoreError, match="moves"):
        list(read_tables(tmp_path))
    if form == "csv":
        path.write_bytes(kept.replace(b",1,1,", b",x,1,", 1))
        with pytest.raises(StoreError, match="moves"):
            list(read_tables(tmp_path))


def test_tables_without_deals_cannot_become_records() -> None:
    builder = TableBuilder(SHISHIBO)
    for outcomes in Replayer(ALL).batches(entries([sampled()])):
        builder.add(outcomes)
    with pytest.raises(ValueError, match="no deals"):
        list(records_of(builder.take()))


def test_a_redealt_round_stands_in_the_tables() -> None:
    from toolkit.simulate import Sampler

    sampler = Sampler("shishibo", ["random"] * 3, 1, rules={"rounds": 3, "redeal_field_triple": True})
    record = next(each for each in sampler.records(200) if len(each.rounds) > 3)
    found = tables_of([record])
    row = found.rounds.filter(pl.col("reason") == "redeal").row(0, named=True)
    assert (row["length"], row["counted"], row["winner"], row["oya"]) == (0, False, None, None)
    assert row["complete"]
    assert with_round(record, 0) == record
