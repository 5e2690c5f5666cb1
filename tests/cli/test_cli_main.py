"""The command itself: help, wrong usage, interrupts, pipes, terminals and locales."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest
from cli_driver import CASES, GAMES, assert_one_line, command, environment, fuda, heed_interrupts, process, write_lines

from toolkit import __version__
from toolkit.cli.app import app

COMMANDS = [
    "validate", "replay", "stats", "chart", "report", "rules", "convert", "sample", "rescore", "simulate", "compare",
    "sweep", "plan", "arena", "score", "solve",
]  # fmt: skip
HEAVY = {"polars", "numba", "numpy", "matplotlib", "scipy", "pandas", "pyarrow", "msgspec", "rich.markdown", "pygments"}
#: Says when the program is there, then runs it; an earlier Ctrl-C is Python's own business.
STARTED = "import sys; from toolkit.cli.main import main; print('started', file=sys.stderr, flush=True); main()"


def test_the_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; sys.argv = ['fuda', '--help']\n"
        "from toolkit.cli.main import run\nassert run(['--help']) == 0\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=environment(), text=True)
    assert done.returncode == 0, done.stderr
    assert not HEAVY & set(done.stderr.split())


def test_the_help_names_every_command() -> None:
    ran = fuda("--help")
    assert (ran.code, ran.err) == (0, "")
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", ran.out, re.MULTILINE)
    assert len(app.registered_commands) + len(app.registered_groups) == len(COMMANDS)
    assert "..." not in ran.out.partition("Commands:")[2]


@pytest.mark.parametrize("name", [*COMMANDS, "score masho", "score shishibo"])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_a_help(name: str, option: str) -> None:
    ran = fuda(*name.split(), option)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: fuda {name} ")


def test_the_version_is_printed() -> None:
    assert fuda("--version") == (0, f"fuda {__version__}\n", "")


def test_without_arguments_the_help_is_shown_as_wrong_usage() -> None:
    ran = fuda()
    assert ran.code == 2
    assert "Commands:" in ran.err + ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["shuffle"], ["'shuffle'", "see `fuda --help`"]),
        (["validate"], ["missing argument", "see `fuda validate --help`"]),
        (["stats", "--nope"], ["--nope", "see `fuda stats --help`"]),
        (["sample", "shiji", "-n", "many"], ["-n", "see `fuda sample --help`"]),
        (["sample", "shiji", "extra"], ["extra", "see `fuda sample --help`"]),
    ],
)
def test_wrong_usage_is_explained_in_one_line(arguments: list[str], words: list[str]) -> None:
    assert_one_line(fuda(*arguments), *words)


#: What a user may type, rightly or wrongly.
WORDS = """
good.jsonl bad.jsonl rules.toml . .. - -- x 0 1 -1 p1 99 [/] \x1b[2J --json --id --round --move --as
--every --step -o out.csv out.png out --force -k points -m length --game shishibo shiji masho
SC-33 sc-0 --rule rounds=1 rounds= = --rules --players greedy random,greedy --seats 3 -n --seed
--to csv --engine interpreted --max-faults --list --all
"""


def test_arguments_at_random_never_give_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / "bad.jsonl", ["{", "null", '{"format": 1}'])
    (tmp_path / "good.jsonl").write_bytes((CASES / "shishibo-valid.jsonl").read_bytes()[:20_000])
    (tmp_path / "rules.toml").write_text("rounds = 1\n", encoding="utf-8")
    words = ["", *WORDS.split()]
    chance = random.Random(2)
    codes = set()
    for _ in range(250):
        given = [chance.choice(COMMANDS), *(chance.choice(words) for _ in range(chance.randrange(5)))]
        ran = fuda(*given)  # an exception would fail the test
        assert ran.code in (0, 1, 2), given
        assert ran.code == 0 or ran.err or ran.out, given
        assert "\x1b" not in ran.out + ran.err, given
        codes.add(ran.code)
    assert codes == {0, 1, 2}


def interrupted(arguments: list[str], delay: float, folder: Path) -> tuple[int, str]:
    """Interrupt a command some seconds after its start; return its exit code and what it said."""
    running = subprocess.Popen(
        [sys.executable, "-c", STARTED, *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment(), cwd=folder,
        preexec_fn=heed_interrupts,
    )  # fmt: skip
    assert running.stderr is not None
    deaf = Timer(60, running.kill)
    deaf.start()
    with running.stderr as errors:
        assert errors.readline() == "started\n"
        time.sleep(delay)
        running.send_signal(signal.SIGINT)
        said = errors.read()
    deaf.cancel()
    return running.wait(60), said


#: Somebody drops the first interrupt, and goes on where it may not be interrupted.
DEAF = """
import os, signal, sys, time
from toolkit.cli import main
from toolkit.simulate.session import uninterrupted

def run(_):
    DROP
    with uninterrupted():
        time.sleep(1.5)
        print("not disturbed", flush=True)
    try:
        time.sleep(10)
    finally:
        time.sleep(1.5)
        print("cleaned up", flush=True)

main.run = run
main.main()
"""


DROPS = {
    "a library": """try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(10)
    except KeyboardInterrupt:
        pass""",
    "a finaliser": """class Last:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
    Last()""",
}


@pytest.mark.parametrize("who", DROPS)
def test_an_interrupt_that_somebody_drops_is_raised_again(who: str) -> None:
    words = [sys.executable, "-c", DEAF.replace("DROP", DROPS[who])]
    done = subprocess.run(words, capture_output=True, env=environment(), timeout=30, preexec_fn=heed_interrupts)
    assert (done.returncode, done.stderr) == (130, b"")
    assert done.stdout == b"not disturbed\ncleaned up\n"


@pytest.mark.parametrize("name", ["validate", "sample", "convert", "stats"])
def test_an_interrupt_ends_quietly_and_leaves_no_half_file(name: str, tmp_path: Path) -> None:
    chance = random.Random(name)
    records = (CASES / "shishibo-valid.jsonl").read_text(encoding="utf-8").splitlines()
    many = [line.replace("shishibo-valid", f"v{number}") for number in range(80) for line in records]
    write_lines(tmp_path / "many.jsonl", many)
    arguments = {
        "validate": ["many.jsonl", "--engine", "interpreted"],
        "sample": ["shishibo", "-n", "100000", "-o", "out.jsonl", "--engine", "interpreted"],
        "convert": ["many.jsonl", "-o", "tables", "--engine", "interpreted"],
        "stats": ["many.jsonl", "-o", "out.csv", "--engine", "interpreted"],
    }[name]
    for delay in (0.0, chance.uniform(0, 0.3), chance.uniform(0.3, 1), chance.uniform(1, 2)):
        code, said = interrupted([name, *arguments], delay, tmp_path)
        assert (code, said) == (130, ""), delay
        assert {path.name for path in tmp_path.iterdir()} == {"many.jsonl"}


@pytest.mark.parametrize(
    "arguments",
    [["sample", "shishibo", "-n", "300"], ["validate", "--json", str(CASES / "shiji-valid.jsonl")], ["--help"]],
)
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command(*arguments), stdout=writing, stderr=subprocess.PIPE, env=environment(), timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["sample", "shiji", "-n", "1"], ["rules", "shiji"]])
def test_a_full_disk_behind_standard_output_is_said(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(command(*arguments), stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=60)
    assert (done.returncode, done.stderr) == (2, b"fuda: cannot write to standard output: no space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_stop_nothing(closed: str) -> None:
    words = f"{sys.executable} -m toolkit.cli.main validate - {CASES / 'shiji-valid.jsonl'} {closed}"
    done = subprocess.run(
        words, shell=True, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "settings",
    [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "latin-1"}],
    ids=["locale C", "latin-1"],
)
def test_japanese_comes_out_whatever_the_locale(settings: dict[str, str]) -> None:
    ran = process("rules", "shishibo", "SC-33", env=environment(**settings))
    assert (ran.code, ran.err) == (0, "")
    assert "フケ" in ran.out


def test_japanese_is_read_where_the_locale_knows_ascii_only(tmp_path: Path) -> None:
    env = environment(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    tiles = "空木1 空木2 空木3 日火4 日金4 日水4 月木7 月火8 月金9 空火5 空金5 空水5 星木2 星火2"
    ran = process("score", "masho", *tiles.split(), env=env)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == fuda("score", "masho", *tiles.split(), columns=80).out
    (tmp_path / "記録.jsonl").write_bytes((CASES / "shiji-valid.jsonl").read_bytes())
    title = ["--title", "四時", "--engine", "interpreted", "-o", "四時.html"]
    assert process("report", "記録.jsonl", *title, env=env, cwd=tmp_path).code == 0
    assert "<title>四時</title>" in (tmp_path / "四時.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("settings", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"COLUMNS": "40"}, {"COLUMNS": "1"}])
def test_any_terminal_setting_is_fit_for_tables(settings: dict[str, str]) -> None:
    for arguments in (["replay", CASES / "shishibo-valid.jsonl", "--move", "3"], ["rules", "shiji"]):
        ran = process(*arguments, env=environment(**settings))
        assert (ran.code, ran.err) == (0, "")
        assert "\x1b" not in ran.out
        if settings.get("COLUMNS") == "40":
            assert max(map(len, ran.out.splitlines())) <= 40


def test_file_names_that_are_no_utf8_are_shown(tmp_path: Path) -> None:
    name = os.path.join(os.fsencode(tmp_path), b"\xff\x1b.jsonl")  # noqa: PTH118
    with open(name, "wb") as file:  # noqa: PTH123
        file.write(b"{\n")
    for extra in ([], ["--json"]):
        done = subprocess.run(
            [*map(os.fsencode, command("validate", *extra)), name], capture_output=True, env=environment()
        )
        assert (done.returncode, done.stderr) == (1, b"")
        assert b"\x1b" not in done.stdout
        done.stdout.decode()


def test_compiled_code_needs_no_writable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "cache")
    script = (
        "import tempfile\n"
        "def none(): raise FileNotFoundError('no usable temporary directory')\n"
        "tempfile.gettempdir = none\n"
        "from toolkit.engine.compiling import cache_folder\n"
        "print(cache_folder('shiji'))\n"
    )
    env = environment(XDG_CACHE_HOME=nowhere, HOME=nowhere, TMPDIR=nowhere)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=env, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")


def test_a_short_log_needs_no_writable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "cache")
    env = environment(XDG_CACHE_HOME=nowhere, HOME=nowhere, TMPDIR=nowhere, MPLCONFIGDIR=nowhere)
    for game in GAMES:
        ran = process("validate", CASES / f"{game}-valid.jsonl", env=env)
        assert (ran.code, ran.err) == (0, "")
