"""The rules of a game as text: its ``rules.md``, and single rules by identifier."""

import re
from functools import cache
from importlib.resources import files

RULE = re.compile(r"\*\*([A-Z]{2}-\d+)\*\*")


@cache
def text_of(game: str) -> str:
    """The whole rules page of a game, as Markdown."""
    return files("toolkit.games").joinpath(game, "rules.md").read_text(encoding="utf-8")


@cache
def rules_of(game: str) -> dict[str, str]:
    """The text of every rule of a game by its identifier: from the identifier to the next one or heading."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text_of(game).splitlines():
        start = RULE.match(line.lstrip("- "))
        if start is not None:
            current = found.setdefault(start[1], [])
        elif line.startswith("#"):
            current = None
        if current is not None:
            current.append(line)
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


@cache
def rule_sets(game: str) -> dict[str, str]:
    """The named rule sets that come with a game: name → TOML text."""
    folder = files("toolkit.games").joinpath(game, "rulesets")
    if not folder.is_dir():
        return {}
    return {
        entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }
