"""``fuda score``: what a hand of 馬将 or a pile of 猪牡忠臣 is worth, and why."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from toolkit.cli.common import Json, Rule, Rules, console, fail, game_named, read_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Bytes of a line of stdin; a hand needs some hundred.
LONGEST_LINE = 1 << 20
TOO_LONG = {"error": f"the line is longer than {LONGEST_LINE:,} bytes"}

app = typer.Typer(help="Score a hand of 馬将 (masho) or captured cards of 猪牡忠臣 (shishibo).", no_args_is_help=True)


@app.command()
def masho(
    tiles: Annotated[
        list[str] | None,
        typer.Argument(help="The concealed tiles, the winning one included, like 空木1 (or Km1)."),
    ] = None,
    melds: Annotated[
        list[str] | None,
        typer.Option("--meld", help="An open meld, like pon:空木1,空火1,空水1 (pon, chi, ankan, kakan); three tiles."),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", min=1, max=5, help="Seat: 1 東 to 4 北; 5 has no own heaven.")] = 1,
    players: Annotated[
        int | None, typer.Option("--players", min=2, max=5, help="Refuse tiles and seats of a larger game.")
    ] = None,
    rule: Rule = None,
    rules: Rules = None,
    as_json: Json = False,
) -> None:
    """Basic points of a winning hand: the best reading, light 光馬 and 役.

    With --json and no tiles, hands are read from stdin, a JSON object a line
    ({"tiles": [...], "melds": [{"kind": "pon", "tiles": [...]}], "seat": 1, "rules": {}, "players": 4}),
    and each is answered with a line: its score, or {"error": "..."}.
    """
    from toolkit.games.game import GameError

    if not tiles and not melds:
        if not as_json:
            raise fail("no tiles; name 14 of them, or use --json to read hands from stdin")
        if rule or rules:
            raise fail("--rule and --rules are for a hand on the command line; lines on stdin have their own rules")
        _answer_lines(*_masho_lines())
        return
    given = read_rules(game_named("masho"), rules, rule)
    from toolkit.games.masho.score_hand import score

    try:
        result = score(tiles or [], melds or [], seat, given, players)
    except GameError as error:
        raise _not_scored(error, as_json) from None
    _show(result, as_json)


@app.command()
def shishibo(
    cards: Annotated[list[str] | None, typer.Argument(help="Captured cards, like 7T 6T 11M.")] = None,
    rule: Rule = None,
    rules: Rules = None,
    as_json: Json = False,
) -> None:
    """Card points, でき役 and 打ち切り役 of captured cards.

    With --json and no cards, piles are read from stdin, a JSON object a line ({"cards": [...], "rules": {}}),
    and each is answered with a line: its score, or {"error": "..."}.
    """
    from toolkit.games.game import GameError

    if not cards:
        if not as_json:
            raise fail("no cards; name some like 7T 6T 11M, or use --json to read piles from stdin")
        if rule or rules:
            raise fail("--rule and --rules are for cards on the command line; lines on stdin have their own rules")
        _answer_lines(*_shishibo_lines())
        return
    given = read_rules(game_named("shishibo"), rules, rule)
    from toolkit.games.shishibo.pile import score_pile

    try:
        result = score_pile(cards, given)
    except GameError as error:
        raise _not_scored(error, as_json) from None
    _show(result, as_json)


def _show(result: object, as_json: bool) -> None:
    """Print a score: a table, or a JSON line."""
    import msgspec

    if as_json:
        print(msgspec.json.encode(result).decode())
    else:
        console().print(result)


def _not_scored(error: Exception, as_json: bool) -> typer.Exit:
    """Say why something has no score and return the exit to raise."""
    import msgspec

    if as_json:
        print(msgspec.json.encode({"error": str(error)}).decode())
        return typer.Exit(1)
    return fail(str(error), 1)


def _masho_lines() -> "tuple[Callable[[list[bytes]], list[object]], Callable[[], int]]":
    """What answers lines that are hands, and how many had no score."""
    from toolkit.games.masho.score_hand import Scorer
    from toolkit.games.masho.score_json import LineScorer

    scorer = LineScorer(Scorer(announce=_announce))
    return lambda lines: list(scorer.batch(lines)), lambda: scorer.failures


def _shishibo_lines() -> "tuple[Callable[[list[bytes]], list[object]], Callable[[], int]]":
    """What answers lines that are piles, and how many had no score."""
    from toolkit.games.shishibo.pile import PileLines

    scorer = PileLines()
    return lambda lines: list(scorer.batch(lines)), lambda: scorer.failures


def _announce() -> None:
    print("compiling the scorer (about a minute, once on this machine)…", file=sys.stderr)


def _answer_lines(answer: "Callable[[list[bytes]], list[object]]", failures: "Callable[[], int]") -> None:
    """Answer the lines of stdin as they come; exit code 1 if any has no score."""
    import msgspec

    encode = msgspec.json.Encoder().encode_lines
    out = sys.stdout.buffer
    any_too_long = False
    for lines in _lines_as_they_come():
        if max(map(len, lines)) > LONGEST_LINE:
            any_too_long = True
            found = iter(answer([line for line in lines if len(line) <= LONGEST_LINE]))
            answers = [TOO_LONG if len(line) > LONGEST_LINE else next(found) for line in lines]
        else:
            answers = answer(lines)
        out.write(encode(answers))
        out.flush()
    if failures() or any_too_long:
        raise typer.Exit(1)


def _lines_as_they_come(size: int = 1 << 18) -> "Iterator[list[bytes]]":
    """Lines of stdin in batches: whatever is there, so that a program that waits for an answer gets it.

    Of a line that is too long only so much is kept that this can be seen.
    """
    rest = b""
    read: Callable[[int], bytes] = getattr(sys.stdin.buffer, "read1", sys.stdin.buffer.read)
    while block := read(size):
        *lines, rest = (rest + block).split(b"\n")
        if lines := [line for line in lines if line.strip()]:
            yield lines
        rest = rest[: LONGEST_LINE + 1]
    if rest.strip():
        yield [rest]
