"""Tables and headings for people, which lose nothing where a terminal is narrow."""

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

#: Columns of a name that may fold; below that nobody reads it.
NAME = 8
#: Columns between two columns of a table.
GAP = 2


class Grid(Table):
    """A table without lines: ``names`` columns that may fold, then figures that are never cut.

    Where the width does not suffice for that, each row becomes a few lines: its names, and a line a figure.
    """

    def __init__(self, names: int = 1) -> None:
        super().__init__(box=None, pad_edge=False, header_style="dim")
        self.names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table as it is, or row by row."""
        texts = [[_plain(cell) for cell in (column.header, *column.cells)] for column in self.columns]
        widths = [max(map(cell_len, column)) for column in texts]
        for place, column in enumerate(self.columns[: self.names]):
            if not column.no_wrap:
                widths[place] = column.min_width = max(min(widths[place], NAME), column.min_width or 0)
        if sum(widths) + GAP * (len(widths) - 1) <= options.max_width:
            yield from super().__rich_console__(console, options)
            return
        headings = [column[0] for column in texts]
        for row in zip(*(column[1:] for column in texts), strict=True):
            yield from self._lines(headings, row)

    def _lines(self, headings: list[str], row: tuple[str, ...]) -> RenderResult:
        """A row as lines."""
        heads = zip(headings[: self.names], row[: self.names], strict=True)
        yield Text(", ".join(f"{heading} {name.strip()}".strip() for heading, name in heads))
        widest = max(map(cell_len, headings[self.names :]))
        for heading, figure in zip(headings[self.names :], row[self.names :], strict=True):
            if figure.strip():
                blanks = " " * (widest - cell_len(heading) + GAP)
                yield Text(f"  {heading}{blanks}{figure.strip()}")


def _plain(cell: object) -> str:
    return cell.plain if isinstance(cell, Text) else str(cell)


class Heading:
    """A title with a line behind it, or in as many lines as it takes."""

    def __init__(self, title: str) -> None:
        self.title = title

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """The title, whole."""
        text = Text(self.title, style="rule.text")
        yield Rule(text, align="left") if cell_len(self.title) + GAP <= options.max_width else text
