"""``fuda rules``: the options of a game, and the text of its rules."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolkit.cli.common import Json, console, fail, game_named

if TYPE_CHECKING:
    from toolkit.games.game import Game, Option


def rules(
    game: Annotated[str, typer.Argument(help="shiji, shishibo or masho.")],
    rule: Annotated[str | None, typer.Argument(help="A rule identifier like SC-33; prints its text.")] = None,
    all_rules: Annotated[bool, typer.Option("--all", help="Print the whole rules page.")] = False,
    as_json: Json = False,
) -> None:
    """List the rule options of a game, or print the text of a rule."""
    import msgspec
    from rich.markdown import Markdown

    from toolkit.games.rulebook import rule_sets, rules_of, text_of

    chosen = game_named(game)
    if rule is not None:
        texts = rules_of(game)
        name = rule.upper()
        if name not in texts:
            raise fail(f"{chosen.title} has no rule {rule!r}; its rules are {_ranges(list(texts))}")
        if as_json:
            print(msgspec.json.encode({"game": game, "rule": name, "text": texts[name]}).decode())
        else:
            console().print(Markdown(texts[name]))
    elif all_rules:
        console().print(Markdown(text_of(game)))
    elif as_json:
        for option in chosen.options:
            print(msgspec.json.encode(_as_dict(option)).decode())
    else:
        _print_options(chosen, list(rule_sets(game)))


def _ranges(names: list[str]) -> str:
    """Identifiers as runs: SC-1 to SC-4, SC-10 to SC-20."""
    runs: list[list[str]] = []
    for name in names:
        number = int(name.split("-")[1])
        if runs and int(runs[-1][-1].split("-")[1]) + 1 == number:
            runs[-1] = [runs[-1][0], name]
        else:
            runs.append([name])
    return ", ".join(" to ".join(run) for run in runs)


def _as_dict(option: "Option") -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.type,
        "values": option.expected(),
        "default": option.encode(option.default),
        "meaning": option.kind.meaning,
        "rule": option.kind.rule,
    }


def _print_options(game: "Game", rule_sets: list[str]) -> None:
    import msgspec
    from rich.table import Table

    table = Table(title=f"Options of {game.title} ({game.name})", title_justify="left")
    for heading in ("option", "values", "default", "meaning", "rule"):
        table.add_column(heading, overflow="fold", no_wrap=heading in ("option", "rule", "default"))
    for option in game.options:
        default = msgspec.json.encode(option.encode(option.default)).decode()
        table.add_row(option.name, option.range(), default, option.kind.meaning, option.kind.rule)
    out = console()
    out.print(table)
    if rule_sets:
        out.print(f"Rule sets for --rules: {', '.join(rule_sets)}")
    out.print(f"`fuda rules {game.name} ID` prints a rule, `fuda rules {game.name} --all` all of them.")
