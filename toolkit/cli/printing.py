"""The console that results are printed on."""

import shutil
import sys

from rich.console import Console

#: Columns of an output whose width nobody tells, and the least and the most that tables are laid out for.
USUAL = 80
LEAST, MOST = 40, 1000


class Results(Console):
    """A console on standard output, without colours unless that is a terminal; texts are text and no markup.

    Its reader may leave: that is no fault, and not the end of what else a command has to do.
    """

    def __init__(self) -> None:
        super().__init__(file=sys.stdout, highlight=False, emoji=False, markup=False, soft_wrap=False)
        # Rich takes each dumb terminal to have 80 columns, and prints nothing into none at all.
        told = shutil.get_terminal_size((USUAL, 25)).columns if self.is_dumb_terminal else self.width
        self.size = self.size._replace(width=min(max(told or USUAL, LEAST), MOST))

    def on_broken_pipe(self) -> None:
        """Let the error pass, as ``print`` does; Rich would end the program with exit code 1."""
        raise BrokenPipeError
