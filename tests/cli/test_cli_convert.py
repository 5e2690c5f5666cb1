"""``fuda convert``."""

import json
from pathlib import Path

import polars as pl
import pytest
from cli_driver import CASES, GAMES, assert_one_line, fuda, lines_of, write_lines

TABLES = ("matches", "rounds", "seats", "moves", "events")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def left(folder: Path) -> set[str]:
    """What lies in a folder, hidden files too."""
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("form", ["parquet", "csv"])
@pytest.mark.parametrize("game", GAMES)
def test_records_come_back_from_tables_byte_for_byte(game: str, form: str, tmp_path: Path) -> None:
    assert fuda("convert", CASES / f"{game}-valid.jsonl", "-o", "a.jsonl").code == 0
    ran = fuda("convert", "a.jsonl", "-o", "tables", "--to", form)
    assert (ran.code, ran.out) == (0, "")
    assert left(tmp_path / "tables" / game) == {f"{table}.{form}" for table in TABLES}
    assert fuda("convert", "tables", "-o", "b.jsonl").code == 0
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
    assert left(tmp_path) == {"a.jsonl", "b.jsonl", "tables"}


@pytest.mark.parametrize("game", GAMES)
def test_canonical_records_stay_as_they_are(game: str, tmp_path: Path) -> None:
    fuda("sample", game, "-n", 2, "-o", "a.jsonl", "--engine", "interpreted")
    for name in ("b.jsonl", "b.jsonl.gz", "b.jsonl.zst"):
        assert fuda("convert", "a.jsonl", "-o", name).code == 0
        assert fuda("convert", name, "-o", "-").out.encode() == (tmp_path / "a.jsonl").read_bytes()


def test_other_spellings_become_canonical(tmp_path: Path) -> None:
    fuda("sample", "shishibo", "-n", 1, "-o", "a.jsonl", "--engine", "interpreted")
    record = json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))
    meta = record.pop("meta")
    del record["result"]
    turned = {key: record[key] for key in reversed(record)} | {"rules": {"rounds": 12}}
    text = json.dumps(turned, separators=(",", " :  "))[:-1] + ', "meta": ' + json.dumps(meta, ensure_ascii=False) + "}"
    (tmp_path / "b.jsonl").write_bytes(b"\xef\xbb\xbf\r\n" + text.encode() + b"\r\n\r\n")
    assert fuda("convert", "b.jsonl", "-o", "-").out == (tmp_path / "a.jsonl").read_text(encoding="utf-8")


def test_ascii_tokens_of_shiji_become_canonical() -> None:
    stars = str.maketrans({"朝": "D", "昼": "N", "夕": "E", "夜": "M"})
    records = lines_of("shiji-valid.jsonl")[:3]
    canonical = fuda("convert", "-", "-o", "-", stdin=b"".join(json.dumps(r).encode() + b"\n" for r in records)).out
    for record in records:
        for each in record["rounds"]:
            each["moves"] = [token.translate(stars) for token in each["moves"]]
    ran = fuda("convert", "-", "-o", "-", stdin=b"".join(json.dumps(r).encode() + b"\n" for r in records))
    assert ran.code == 0, ran.err
    assert ran.out == canonical


def test_faulty_records_are_left_out_and_reported(tmp_path: Path) -> None:
    for output in ("a.jsonl", "tables"):
        ran = fuda("convert", CASES / "shishibo-bad.jsonl", CASES / "shishibo-valid.jsonl", "-o", output)
        assert ran.code == 1
        assert "15 of 40 records are faulty and left out" in ran.err
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8").count("\n") == 25
    assert len(pl.read_parquet(tmp_path / "tables" / "shishibo" / "matches.parquet")) == 25


def test_existing_outputs_are_kept_without_force(tmp_path: Path) -> None:
    valid = CASES / "shiji-valid.jsonl"
    (tmp_path / "a.jsonl").write_text("mine", encoding="utf-8")
    assert_one_line(fuda("convert", valid, "-o", "a.jsonl"), "a.jsonl exists already", "--force")
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8") == "mine"
    assert fuda("convert", valid, "-o", "a.jsonl", "--force").code == 0
    assert fuda("convert", valid, "-o", "tables").code == 0
    assert_one_line(fuda("convert", valid, "-o", "tables"), "tables exists already", "--force")
    assert fuda("convert", CASES / "masho-valid.jsonl", "-o", "tables", "--force").code == 0
    assert left(tmp_path / "tables") == {"masho"}
    assert left(tmp_path) == {"a.jsonl", "tables"}


@pytest.mark.parametrize("output", ["mine", ".", "mine/.."])
def test_a_folder_of_other_things_is_never_overwritten(output: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    ran = fuda("convert", CASES / "shiji-valid.jsonl", "-o", output, "--force")
    assert_one_line(ran, "is a folder with other things than tables in it")
    assert left(tmp_path) == {"mine"}
    assert left(tmp_path / "mine") == {"letter.txt"}


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("no/tables", "there is no folder"),
        ("no/a.jsonl", "there is no folder"),
        ("file.txt", "is no folder"),
        ("file.txt/a.jsonl", "there is no folder"),
        ("", "empty"),
        ("/proc/tables", "cannot write /proc/tables"),
        ("/proc/a.jsonl", "cannot write /proc/a.jsonl"),
    ],
)
def test_an_output_that_cannot_be_written_is_wrong_usage(output: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file.txt").touch()
    assert_one_line(fuda("convert", CASES / "shiji-valid.jsonl", "-o", output), words)
    assert left(tmp_path) == {"file.txt"}


def test_without_good_records_no_tables_are_written(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    assert_one_line(fuda("convert", "a.jsonl", "-o", "tables"), "no good records", code=1)
    assert fuda("convert", CASES / "shiji-bad.jsonl", "-o", "tables").code == 1
    assert left(tmp_path) == {"a.jsonl"}


def test_what_cannot_be_combined_is_wrong_usage() -> None:
    assert fuda("convert", CASES / "shiji-valid.jsonl", "-o", "tables").code == 0
    assert_one_line(fuda("convert", "tables", CASES / "shiji-valid.jsonl", "-o", "a.jsonl"), "only folders of tables")
    assert_one_line(fuda("convert", "tables", "-o", "more"), "-o a .jsonl file")
    assert_one_line(fuda("convert", CASES / "shiji-valid.jsonl", "-o", "x", "--to", "xls"), "'xls'", "parquet or csv")


def damaged(damage: str, folder: Path) -> None:
    """Damage tables of one game in CSV form."""
    moves, matches, rounds = (folder / f"{name}.csv" for name in ("moves", "matches", "rounds"))
    lines = {path: path.read_text(encoding="utf-8").splitlines(keepends=True) for path in (moves, matches, rounds)}
    match damage:
        case "missing table":
            moves.unlink()
        case "missing column":
            moves.write_text(moves.read_text(encoding="utf-8").replace("match_id", "name", 1), encoding="utf-8")
        case "empty":
            moves.write_bytes(b"")
        case "binary":
            moves.write_bytes(b"\xff\xfe\x00\x01")
        case "word for number":
            rounds.write_text("".join(lines[rounds]).replace(",1,", ",one,", 1), encoding="utf-8")
        case "lost move":
            moves.write_text("".join(lines[moves][:1] + lines[moves][2:]), encoding="utf-8")
        case "lost match":
            matches.write_text("".join(lines[matches][:1] + lines[matches][2:]), encoding="utf-8")
        case "broken deal":
            rounds.write_text("".join(lines[rounds]).replace('"{', '"[', 1), encoding="utf-8")
        case "deal of another type":
            rounds.write_text("".join(lines[rounds]).replace("{}", "[]"), encoding="utf-8")
        case "broken rules":
            matches.write_text("".join(lines[matches]).replace("{}", "{", 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("missing table", "moves.csv is missing"),
        ("missing column", "moves.csv has no column 'match_id'"),
        ("empty", "moves.csv does not hold the table"),
        ("binary", "moves.csv"),
        ("word for number", "rounds.csv does not hold the table"),
        ("lost move", "match 'shiji-valid-001'"),
        ("lost match", "match 'shiji-valid-001' has rounds, but no row"),
        ("deal of another type", "match 'shiji-valid-001'"),
        ("broken rules", "match 'shiji-valid-001'"),
    ],
)
def test_damaged_tables_are_refused_with_their_place(damage: str, words: str, tmp_path: Path) -> None:
    assert fuda("convert", CASES / "shiji-valid.jsonl", "-o", "tables", "--to", "csv").code == 0
    damaged(damage, tmp_path / "tables" / "shiji")
    assert_one_line(fuda("convert", "tables", "-o", "a.jsonl"), words, code=1)
    assert left(tmp_path) == {"tables"}


def test_a_file_that_is_no_parquet_is_refused(tmp_path: Path) -> None:
    assert fuda("convert", CASES / "shiji-valid.jsonl", "-o", "tables").code == 0
    (tmp_path / "tables" / "shiji" / "seats.parquet").write_bytes(b"PAR1 but no more")
    assert_one_line(fuda("convert", "tables", "-o", "a.jsonl"), "seats.parquet is no Parquet file, or damaged", code=1)


def test_formulas_in_names_are_disarmed_in_csv_and_come_back(tmp_path: Path) -> None:
    record = {**lines_of("shiji-valid.jsonl")[0], "players": ["=cmd()", "'quoted"], "id": "@id"}
    fuda("convert", write_lines(tmp_path / "a.jsonl", [record]), "-o", "tables", "--to", "csv")
    seats = (tmp_path / "tables" / "shiji" / "seats.csv").read_text(encoding="utf-8")
    assert ",=" not in seats
    assert "\n@" not in seats
    assert "'=cmd()" in seats
    back = fuda("convert", "tables", "-o", "-").objects[0]
    assert (back["players"], back["id"]) == (record["players"], "@id")
