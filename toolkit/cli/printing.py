"""The console that results are printed on."""

from rich.console import Console


class Results(Console):
    """A console whose reader may leave: that is no fault, and not the end of what else a command has to do."""

    def on_broken_pipe(self) -> None:
        """Let the error pass, as ``print`` does; Rich would end the program with exit code 1."""
        raise BrokenPipeError
