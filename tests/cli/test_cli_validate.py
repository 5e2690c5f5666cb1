"""``fuda validate``."""

import gzip
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import zstandard
from cli_driver import CASES, GAMES, assert_one_line, check_golden, environment, fuda, lines_of, write_lines

from toolkit.records.faults import Kind


@pytest.fixture(autouse=True)
def _among_the_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)


def test_faults_are_listed_for_people_with_a_summary() -> None:
    ran = fuda("validate", "shishibo-bad.jsonl", "shishibo-valid.jsonl")
    assert (ran.code, ran.err) == (1, "")
    check_golden("validate.txt", ran.out)


@pytest.mark.parametrize("game", GAMES)
def test_json_has_one_object_a_record_with_its_results_or_its_fault(game: str) -> None:
    good = fuda("validate", "--json", f"{game}-valid.jsonl")
    assert (good.code, good.err) == (0, "")
    keys = ["file", "line", "id", "game", "ok", "rounds", "points", "ranks"]
    for number, (found, record) in enumerate(zip(good.objects, lines_of(f"{game}-valid.jsonl"), strict=True), 1):
        claimed = record.get("result", {})
        assert list(found) == keys + ["rank_points"] * ("rank_points" in claimed)
        assert (found["file"], found["line"], found["id"]) == (f"{game}-valid.jsonl", number, record["id"])
        assert (found["game"], found["ok"]) == (game, True)
        assert {key: found[key] for key in claimed} == claimed
        for round_found, round_given in zip(found["rounds"], record["rounds"], strict=True):
            assert "result" not in round_given or round_found == round_given["result"]
    bad = fuda("validate", "--json", f"{game}-bad.jsonl")
    assert (bad.code, bad.err) == (1, "")
    expected = {each["id"]: each for each in lines_of(f"{game}-bad.expected.jsonl")}
    for found in bad.objects:
        assert list(found) == [
            "file", "line", "id", "ok", "kind", "round", "move", "rule", "token", "message", "expected",
        ]  # fmt: skip
        answer = expected[found["id"]]
        assert [found[key] for key in ("kind", "round", "move")] == [
            answer.get(key) for key in ("kind", "round", "move")
        ]


def test_files_folders_and_standard_input_are_read_in_order(tmp_path: Path) -> None:
    first, second, third = lines_of("shiji-valid.jsonl")[:3]
    (tmp_path / "folder.d").mkdir()
    write_lines(tmp_path / "folder.d" / "b.jsonl", [second])
    file = write_lines(tmp_path / "a.jsonl", [first])
    ran = fuda("validate", "--json", file, tmp_path / "folder.d", "-", stdin=json.dumps(third).encode())
    assert ran.code == 0
    assert [found["id"] for found in ran.objects] == [first["id"], second["id"], third["id"]]
    assert ran.objects[2]["file"] == "-"


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
def test_compressed_files_are_read(tmp_path: Path, suffix: str) -> None:
    data = (CASES / "masho-valid.jsonl").read_bytes()
    packed = gzip.compress(data) if suffix.endswith("gz") else zstandard.ZstdCompressor().compress(data)
    (tmp_path / f"a{suffix}").write_bytes(packed)
    ran = fuda("validate", tmp_path / f"a{suffix}")
    assert ran.code == 0
    assert "10 records, 10 good, 0 faulty" in ran.out


def test_a_damaged_line_in_the_middle_costs_that_record_only(tmp_path: Path) -> None:
    first, second, third = lines_of("shiji-valid.jsonl")[:3]
    file = write_lines(tmp_path / "a.jsonl", [first, json.dumps(second)[:80], third])
    ran = fuda("validate", "--json", file)
    assert ran.code == 1
    assert [found["ok"] for found in ran.objects] == [True, False, True]
    assert (ran.objects[1]["kind"], ran.objects[1]["line"]) == ("json", 2)


@pytest.mark.parametrize("most", [0, 1, 2, 14])
def test_no_more_faults_are_printed_than_wanted_but_all_are_counted(most: int) -> None:
    full = fuda("validate", "shishibo-bad.jsonl", "shishibo-valid.jsonl")
    ran = fuda("validate", "--max-faults", most, "shishibo-bad.jsonl", "shishibo-valid.jsonl")
    assert ran.code == 1
    faults, summary = full.out.splitlines()[:15], full.out.splitlines()[15:]
    assert ran.out.splitlines() == faults[:most] + summary
    assert ran.err == f"fuda: {15 - most} more {'fault' if most == 14 else 'faults'} not shown (--max-faults {most})\n"


def test_as_many_faults_as_there_are_hide_nothing() -> None:
    ran = fuda("validate", "--max-faults", 15, "shishibo-bad.jsonl")
    assert (ran.code, ran.err) == (1, "")
    assert ran == fuda("validate", "shishibo-bad.jsonl")


def test_faults_that_are_not_wanted_are_left_out_of_json_and_good_records_are_not() -> None:
    full = fuda("validate", "--json", "shishibo-bad.jsonl", "shishibo-valid.jsonl")
    ran = fuda("validate", "--json", "--max-faults", 3, "shishibo-bad.jsonl", "shishibo-valid.jsonl")
    assert ran.code == 1
    assert ran.objects == full.objects[:3] + [found for found in full.objects if found["ok"]]
    assert ran.err == "fuda: 12 more faults not shown (--max-faults 3)\n"


def test_the_summary_counts_faults_by_kind_in_the_order_of_judging_with_the_first_place(tmp_path: Path) -> None:
    good, bad = lines_of("shiji-valid.jsonl")[:2], lines_of("shiji-bad.jsonl")
    kinds = {each["id"]: each["kind"] for each in lines_of("shiji-bad.expected.jsonl")}
    file = write_lines(tmp_path / "a.jsonl", [*good, *reversed(bad), "{"])
    ran = fuda("validate", file, columns=200)
    assert "23 records, 2 good, 21 faulty" in ran.out
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in ran.out.splitlines() if "│" in line]
    by_kind = [row for row in rows if row[0] in {*kinds.values(), "json"}]
    counts = Counter(kinds.values()) + Counter(["json"])
    order = [str(kind) for kind in Kind if counts[str(kind)]]
    assert [row[:2] for row in by_kind] == [[kind, str(counts[kind])] for kind in order]
    for kind, _, first in by_kind[1:]:
        at = next(at for at, each in enumerate(reversed(bad), 3) if kinds[each["id"]] == kind)
        assert first == f'{file}:{at}: record "{list(reversed(bad))[at - 3]["id"]}"'
    assert by_kind[0] == ["json", "1", f"{file}:23"]


def test_of_many_files_those_with_faults_are_listed(tmp_path: Path) -> None:
    for number in range(45):
        write_lines(tmp_path / f"{number:02}.jsonl", [{**lines_of("shiji-valid.jsonl")[0], "id": f"m{number}"}])
    for number in range(20, 43):
        write_lines(tmp_path / f"{number:02}.jsonl", ["{"])
    ran = fuda("validate", tmp_path, columns=200)
    assert "45 records, 22 good, 23 faulty" in ran.out
    table = ran.out[ran.out.index("┏") :]
    assert [f"{number:02}.jsonl │" in table for number in range(45)] == [20 <= number < 40 for number in range(45)]
    assert "… 3 more files with faults" in table
    assert "│ 45 files" in table


def test_an_empty_file_has_no_faults_but_is_mentioned(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\n \r\n")
    ran = fuda("validate", tmp_path / "a.jsonl")
    assert ran.code == 0
    assert ran.err == "fuda: there are no records in the input\n"
    assert "0 records, 0 good, 0 faulty" in ran.out


def test_a_missing_path_is_wrong_usage() -> None:
    assert_one_line(fuda("validate", "nope.jsonl"), "nope.jsonl: no such file or directory")
    assert_one_line(fuda("validate", "shiji-valid.jsonl", "nope.jsonl"), "nope.jsonl: no such file or directory")


def test_a_folder_without_records_is_wrong_usage(tmp_path: Path) -> None:
    assert_one_line(fuda("validate", tmp_path), "no records in this folder", ".jsonl.zst")


def test_an_unknown_engine_is_wrong_usage() -> None:
    assert_one_line(fuda("validate", "--engine", "warp", "shiji-valid.jsonl"), "'warp'", "auto, interpreted, compiled")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x00\xff" * 5000, "not UTF-8"),
        ('{"format": 1}'.encode("utf-16"), "UTF-16"),
        (b"[" * 100_000, "deep"),
        (b'{"format": 1, "format": 1}', "twice"),
        (b"null", "object"),
        (b"hello", "no JSON"),
        (b'{"a": "' + b"x" * 1_000_000 + b'"}', "unknown key"),
    ],
    ids=["binary", "utf-16", "nested", "doubled key", "no object", "text", "long"],
)
def test_odd_input_is_a_fault_with_its_reason(data: bytes, words: str) -> None:
    ran = fuda("validate", "-", stdin=data + b"\n")
    assert ran.code == 1
    assert words in ran.out, ran.out[:500]
    assert max(map(len, ran.out.splitlines())) < 1000


def test_spoiled_records_are_answered_never_with_a_traceback() -> None:
    """Bytes of good records are replaced, dropped and doubled; the answer is a fault or, by luck, a good record."""
    chance = random.Random(7)
    lines = [line for game in GAMES for line in (CASES / f"{game}-valid.jsonl").read_bytes().splitlines()[:6]]
    spoiled = []
    for _ in range(300):
        line = bytearray(chance.choice(lines))
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(line))
            line[place : place + chance.randrange(3)] = chance.choice(
                [b"", b"9", b'"', b"p4", b"\xff", b"-", b"{}", b"],"]
            )
        spoiled.append(bytes(line).replace(b"\n", b""))
    ran = fuda("validate", "--json", "--engine", "interpreted", "-", stdin=b"\n".join(spoiled))
    assert ran.code == 1
    assert len(ran.objects) == len(spoiled)
    for found in ran.objects:
        assert found["ok"] or (found["message"] and found["kind"])


# getrusage would count the process that started this one; the kernel's own figure does not.
MEASURED = """
import re, sys
from toolkit.cli.main import run
code = run(sys.argv[1:])
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from Linux's /proc")
def test_memory_does_not_grow_with_the_log(tmp_path: Path) -> None:
    record = min(lines_of("shishibo-valid.jsonl"), key=lambda each: sum(len(r["moves"]) for r in each["rounds"]))
    peaks = []
    for count in (600, 3000):
        path = tmp_path / f"{count}.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for number in range(count):
                meta = {"notes": f"{number:06}" * 3400}
                file.write(json.dumps({**record, "id": f"m{number}", "meta": meta}, ensure_ascii=False) + "\n")
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, "validate", "--engine", "interpreted", str(path)],
            capture_output=True, env=environment(), text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert f"{count:,} records, {count:,} good, 0 faulty" in done.stdout
        peaks.append(int(done.stderr))
    assert path.stat().st_size > 60_000_000
    assert peaks[1] < 400
    assert peaks[1] - peaks[0] < 20
