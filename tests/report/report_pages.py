"""Pages for tests of the report, and how they are read."""

import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
from cli_driver import Ran, fuda, lines_of, write_lines

_FOLDER = tempfile.TemporaryDirectory(prefix="fuda-report-")
XHTML = "{http://www.w3.org/1999/xhtml}"
#: Names that try to break out of the page, to disappear, or to turn the text around.
HOSTILE = (
    '<script>alert("p1")</script>',
    "</td></table></style></title>'\"><img src=x onerror=alert(1)>",
    "\u202egnp.exe\u200b\u2066" + "長い名前" * 60,
)


def records() -> list[dict[str, Any] | str]:
    """A few matches of two games, of which one was played by hostile names at an event, and faulty ones."""
    made: list[dict[str, Any] | str] = [
        each for game in ("shiji", "shishibo") for each in lines_of(f"{game}-valid.jsonl")[:5]
    ]
    hostile = next(each for each in lines_of("shishibo-valid.jsonl")[5:] if len(each["players"]) == 3)
    meta = {"date": "2026-03-04", "event": "<b>Club</b> & friends", "source": "</script><script>alert(1)</script>"}
    made.append({**hostile, "players": list(HOSTILE), "meta": meta})
    made += lines_of("shishibo-bad.jsonl")[:4]
    made.append('{"format": 1, <script>')
    return made


def report(folder: Path, *options: object, lines: Iterable[dict[str, Any] | str] | None = None) -> tuple[Ran, Path]:
    """Run ``fuda report`` over records in a folder."""
    source = write_lines(folder / "records.jsonl", records() if lines is None else lines)
    page = folder / "report.html"
    return fuda("report", source, "-o", page, *options), page


@cache
def made() -> tuple[Ran, Path]:
    """The page about good, hostile and faulty records, and what the command said; made once."""
    ran, page = report(Path(_FOLDER.name), "--title", "Sunday <club>")
    assert (ran.code, ran.out) == (1, ""), ran
    return ran, page


def parsed(text: str) -> Element:
    """The page as a tree; ParseError for anything that HTML does not allow."""
    found: Element = html5lib.HTMLParser(strict=True).parse(text)
    return found


def all_of(tree: Element, *names: str) -> list[Element]:
    """All elements of these names, in order."""
    return [each for each in tree.iter() if each.tag in {XHTML + name for name in names}]


def text_of(element: Element) -> str:
    """The text of an element, spaces joined."""
    return " ".join("".join(element.itertext()).split())
