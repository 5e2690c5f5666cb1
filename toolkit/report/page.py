"""The page: a template, filled in; everything that comes from the input is escaped by the template engine."""

import base64
import hashlib
import platform
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from toolkit import __version__
from toolkit.engine.chance import ALGORITHM
from toolkit.records.faults import Fault, Kind, shown
from toolkit.report.content import MOST_LISTED, fault_rows, game_section, listed
from toolkit.report.gathering import Gathered

FOLDER = Path(__file__).parent
#: Faulty records that are listed; the rest is counted.
FAULTS_LISTED = 200
#: Packages whose version may change a number or a picture.
PACKAGES = ("numpy", "numba", "polars", "scipy", "statsmodels", "openskill", "matplotlib", "msgspec", "jinja2")


@dataclass(slots=True)
class Run:
    """What was read and how: for the head of the report, its list of faults, and how to make it again."""

    title: str
    command: str
    records: int = 0
    bad: int = 0
    faults: list[Fault] = field(default_factory=list)
    kinds: Mapping[Kind, int] = field(default_factory=Counter)
    #: Faulty records by file.
    bad_files: Mapping[str, int] = field(default_factory=Counter)
    #: The condition of ``--where``, and the only game that was asked for.
    condition: str = ""
    game: str = ""


def html(gathered: Gathered, run: Run) -> str:
    """The whole page as text; the same input and versions give the same bytes."""
    sections = [game_section(summary, gathered.figures) for summary in gathered.games.values()]
    files = _files(gathered, run)
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return _template().render(
        title=shown(run.title, None),
        run=run,
        condition=shown(run.condition, None),
        command=shown(run.command, None),
        games=sections,
        totals=_totals(gathered, run),
        files=listed(files),
        several_files=len(files) > 1,
        bad_files={shown(name, 120): number for name, number in run.bad_files.items()},
        faults=fault_rows(run.faults[:FAULTS_LISTED]),
        unlisted=run.bad - len(run.faults[:FAULTS_LISTED]),
        kinds=[(str(kind), run.kinds.get(kind, 0)) for kind in Kind if run.kinds.get(kind, 0)],
        style=Markup(style),
        digest=digest,
        version=__version__,
        chance=ALGORITHM,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        platform=f"{sys.platform}, {platform.machine()}",
        packages=_versions(),
        most=MOST_LISTED,
    )


def _files(gathered: Gathered, run: Run) -> Counter[str]:
    """Records by file, good and bad."""
    files: Counter[str] = Counter(run.bad_files)
    for summary in gathered.games.values():
        files.update(summary.files.words)
    return files


def _totals(gathered: Gathered, run: Run) -> dict[str, object]:
    """Sums over the games, for the overview."""
    summaries = list(gathered.games.values())
    events: Counter[str] = Counter()
    for each in summaries:
        events.update(each.events.words)
    firsts = [each.first for each in summaries if each.first is not None]
    lasts = [each.last for each in summaries if each.last is not None]
    return {
        "matches": sum(each.matches for each in summaries),
        "finished": sum(each.finished for each in summaries),
        "rounds": sum(each.rounds for each in summaries),
        "decisions": sum(each.decisions for each in summaries),
        "players": len(set().union(*(each.players for each in summaries))),
        "files": len(_files(gathered, run)),
        "first": shown(min(firsts)) if firsts else "",
        "last": shown(max(lasts)) if lasts else "",
        "dated": sum(each.dated for each in summaries),
        "events": listed(events),
    }


def _versions() -> list[tuple[str, str]]:
    found = []
    for name in PACKAGES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "not installed"))
    return found


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = lambda value: f"{value:,}"
    return environment.get_template("page.html")
