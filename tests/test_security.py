"""Records come from strangers: nothing in them is run, taken for a path, or taken for markup."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.dom import minidom

import polars as pl
import pytest
from cli_driver import CASES, GAMES, ROOT, fuda, lines_of, write_lines

from toolkit.replay import Match

SOURCES = sorted((ROOT / "toolkit").rglob("*.py"))
#: Modules that run what they read, or run other programs.
FORBIDDEN_MODULES = {
    "pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "subprocess", "ctypes", "runpy", "code",
    "codeop", "pty", "pdb", "imp", "yaml", "xmlrpc", "pip", "socket", "ftplib", "telnetlib", "smtplib",
    "urllib.request", "http", "requests",
}  # fmt: skip
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "breakpoint"}
FORBIDDEN_OF_OS = ("system", "popen", "exec", "spawn", "posix_spawn", "startfile", "fork")
#: Users' own players are code that the user names on the command line (or in Python); no record names any. Modules of
#: SALib have the names of its methods. And the command starts itself again where the locale knows ASCII only.
WANTED = [
    ("toolkit/simulate/players.py", "imports a module by a name that may come from anywhere"),
    ("toolkit/studies/sensitivity.py", "imports a module by a name that may come from anywhere"),
    ("toolkit/cli/main.py", "calls os.execv"),
]
SCRIPT = "<script>alert(1)</script>"
EVIL = [
    SCRIPT, "--><script>alert(1)</script><!--", "]]><script/>", '"/><script>alert(1)</script>', "=cmd()", "@SUM(A1)",
    "+1", "-1", "\t=1", "＝cmd()", "../../evil", "/etc/passwd", "\x1b[2Jx", "\u202egnp.exe", "$\\frac{1}{0}$",
    "[bold]x", ":smile:", "%s%n{0}", "a\nb", "\0",
]  # fmt: skip


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the package, parsed."""
    for path in SOURCES:
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def complaints(tree: ast.Module) -> Iterator[str]:
    """What a module does that no module of the package may do."""
    for node in ast.walk(tree):
        for name in imported(node):
            if is_forbidden(name):
                yield f"imports {name}"
        if isinstance(node, ast.Call):
            yield from of_call(node)


def is_forbidden(module: str) -> bool:
    """Whether a module, or one that holds it, may not be imported."""
    parts = module.split(".")
    return any(".".join(parts[:count]) in FORBIDDEN_MODULES for count in range(1, len(parts) + 1))


def of_call(node: ast.Call) -> Iterator[str]:
    """What is wrong with a call."""
    called = node.func
    if isinstance(called, ast.Name) and called.id in FORBIDDEN_CALLS:
        yield f"calls {called.id}"
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "os":
        if called.attr.startswith(FORBIDDEN_OF_OS):
            yield f"calls os.{called.attr}"
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    if name == "import_module" and not is_written_out(node.args[0]):
        yield "imports a module by a name that may come from anywhere"
    for keyword in node.keywords:
        if keyword.arg in ("shell", "allow_pickle") and not (
            isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        ):
            yield f"passes {keyword.arg}"


def is_written_out(name: ast.expr) -> bool:
    """Whether the name of a module to import is a fine one as it is written, or begins with the package's."""
    if isinstance(name, ast.Constant):
        return not is_forbidden(str(name.value))
    first = name.values[0] if isinstance(name, ast.JoinedStr) else name
    if isinstance(first, ast.FormattedValue):
        return isinstance(first.value, ast.Name) and first.value.id == "__name__"
    return isinstance(first, ast.Constant) and str(first.value).startswith("toolkit.")


def test_the_package_runs_nothing_that_it_reads_and_no_other_program() -> None:
    assert len(SOURCES) > 100
    found = [(name, complaint) for name, tree in trees() for complaint in complaints(tree)]
    assert [each for each in found if each not in WANTED] == []


@pytest.mark.parametrize(
    "code",
    [
        "import pickle", "from pickle import loads", "def f():\n    import subprocess", "eval('1')", "exec(text)",
        "import os\nos.system('ls')", "os.execv(a, b)", "f(shell=True)", "np.load(f, allow_pickle=x)",
        "compile(a, b, c)", "import_module(name)", "importlib.import_module(f'{name}.x')",
        "import_module('pickle')", "from urllib.request import urlopen", "import urllib.request as web",
        "from os import path\n__import__(x)",
    ],
)  # fmt: skip
def test_what_is_forbidden_would_be_seen(code: str) -> None:
    assert list(complaints(ast.parse(code)))


def evil_records(game: str) -> list[dict[str, Any]]:
    """Good records whose ids, names and meta are nasty."""
    record = min(lines_of(f"{game}-valid.jsonl"), key=lambda each: sum(len(r["moves"]) for r in each["rounds"]))
    count = len(record["players"])
    found = []
    for number, text in enumerate(EVIL):
        names = [text, *(f"{text}{seat}" for seat in range(1, count))]
        meta = {"event": text, "date": text, text: {"file": text}}
        found.append({**record, "id": f"{text}#{number}" if number else text, "players": names, "meta": meta})
    return found


@pytest.fixture(name="place")
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder deep enough that ``../..`` would stay below it, and that holds nasty records."""
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    for game in GAMES:
        write_lines(folder / f"{game}.jsonl", evil_records(game))
    return folder


def files_below(folder: Path) -> set[str]:
    """All files below a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_nothing_in_a_record_is_taken_for_a_path(place: Path) -> None:
    before = files_below(place.parents[2])
    for game in GAMES:
        assert fuda("convert", f"{game}.jsonl", "-o", f"{game}.zst.jsonl", "--engine", "interpreted").code == 0
    assert fuda("convert", "shiji.jsonl", "-o", "tables", "--engine", "interpreted").code == 0
    assert fuda("convert", "tables", "-o", "again.jsonl").code == 0
    assert fuda("stats", "shiji.jsonl", "-o", "stats.csv", "--engine", "interpreted").code == 0
    made = {f"{game}.zst.jsonl" for game in GAMES} | {"again.jsonl", "stats.csv"}
    made |= {f"tables/shiji/{name}.parquet" for name in ("matches", "rounds", "seats", "moves", "events")}
    assert files_below(place.parents[2]) - before == {f"a/b/c/{name}" for name in made}
    assert (place / "again.jsonl").read_bytes() == (place / "shiji.zst.jsonl").read_bytes()


def test_no_cell_of_a_csv_file_begins_a_formula(place: Path) -> None:
    assert fuda("convert", "shiji.jsonl", "-o", "tables", "--to", "csv", "--engine", "interpreted").code == 0
    arguments = ["-m", "points-by-player", "-m", "wins-by-player", "-o", "stats.csv", "--engine", "interpreted"]
    assert fuda("stats", "shiji.jsonl", *arguments).code == 0
    texts = 0
    for path in [*(place / "tables").rglob("*.csv"), place / "stats.csv"]:
        table = pl.read_csv(path, infer_schema=False)
        for column in table:
            for text in column.drop_nulls():
                number = text.lstrip("-").replace(".", "", 1).replace("e-", "").isdecimal()
                assert number or not text.startswith(tuple("=+-@\t\r\n＝＋－＠")), (path.name, column.name, text)
                texts += 1
    assert texts > 500
    assert fuda("convert", "tables", "-o", "again.jsonl").code == 0
    names = [json.loads(line)["players"][0] for line in (place / "again.jsonl").read_text("utf-8").split("\n") if line]
    assert names == EVIL


def texts_of(svg: str) -> str:
    """All character data of a picture, which has to be XML without scripts and links."""
    document = minidom.parseString(svg)
    names = {node.tagName for node in document.getElementsByTagName("*")}
    assert not names & {"script", "foreignObject", "iframe", "a", "image"}
    for node in document.getElementsByTagName("*"):
        assert not any(name.lower().startswith("on") for name in node.attributes.keys())  # noqa: SIM118 (no dict)
    return "".join(
        child.data
        for node in document.getElementsByTagName("*")
        for child in node.childNodes
        if child.nodeType in (child.TEXT_NODE, child.CDATA_SECTION_NODE)
    )


@pytest.mark.parametrize("half", [0, 1])
def test_names_are_no_markup_in_a_chart(half: int, place: Path) -> None:
    write_lines(place / "half.jsonl", evil_records("shiji")[half::2])
    ran = fuda("chart", "half.jsonl", "-k", "player-points", "-o", "chart.svg", "--engine", "interpreted")
    assert ran.code == 0, ran.err
    text = (place / "chart.svg").read_text(encoding="utf-8")
    assert "<script" not in text
    assert texts_of(text)


@pytest.mark.parametrize("game", GAMES)
def test_names_are_no_markup_on_a_table(game: str) -> None:
    record = lines_of(f"{game}-valid.jsonl")[0]
    for text in EVIL:
        match = Match(game, [text] * len(record["players"]), rules=record.get("rules"), id=text)
        match.deal(record["rounds"][0]["deal"])
        svg = match.board()._repr_svg_()
        assert "<script" not in svg
        shown = texts_of(svg)
        assert match.shown_players[0][:8] in shown or not match.shown_players[0].strip()


def test_names_are_no_markup_and_no_commands_for_a_terminal(place: Path) -> None:
    for number, text in enumerate(EVIL):
        ran = fuda("replay", "shiji.jsonl", "--id", f"{text}#{number}" if number else text, "--move", "2", columns=200)
        assert ran.code == 0, ran.err
        assert all(line.isprintable() for line in ran.out.splitlines())
    assert "[bold]x" in fuda("replay", "shiji.jsonl", "--id", f"[bold]x#{EVIL.index('[bold]x')}", columns=200).out
    ran = fuda("stats", "shiji.jsonl", "-m", "points-by-player", "--engine", "interpreted", columns=200)
    assert ran.code == 0
    assert all(line.isprintable() for line in ran.out.splitlines())
    assert SCRIPT in ran.out
    assert "[bold]x" in ran.out


def test_thousands_of_files_in_a_folder_are_read(tmp_path: Path) -> None:
    line = (CASES / "shiji-valid.jsonl").read_text(encoding="utf-8").splitlines()[3]
    for number in range(1000):
        folder = tmp_path / f"{number % 10}"
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.jsonl").write_text(line.replace("shiji-valid", f"m{number}") + "\n", encoding="utf-8")
    ran = fuda("validate", tmp_path, "--engine", "interpreted")
    assert ran.code == 0
    assert "1,000 records, 1,000 good, 0 faulty" in ran.out
    assert "1,000 files" in ran.out
    assert len(ran.out.splitlines()) < 12
