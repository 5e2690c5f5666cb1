"""The command ``fuda``: runs the commands, and turns what ends them into an exit code.

Nothing heavy is imported up here, so that Ctrl-C during the imports ends as quietly as later.
"""

import _thread
import contextlib
import os
import signal
import sys
from typing import Any

FINE = 0
WRONG_USAGE = 2
INTERRUPTED = 130
#: Seconds in which an interrupt is dealt with, or at least begun to be.
HEARD_WITHIN = 1.0
SOON = 0.01


def main() -> None:
    """The command ``fuda``."""
    sys.unraisablehook = _unraisable
    try:
        _prepare_encoding()
        _prepare_signals()
        _prepare_streams()
        _prepare_size()
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    _leave(code)


def run(arguments: list[str]) -> int:
    """Run the command line; return its exit code: 0 fine, 1 faults in the input, 2 wrong usage, 130 interrupted."""
    try:
        code = _command(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return FINE  # whoever read our output has seen enough
    except OSError as error:
        return _failed(error)


def _prepare_encoding() -> None:
    """Start again in UTF-8 mode where the locale knows ASCII only: names of files, players and tiles are not."""
    if sys.getfilesystemencoding() == "ascii" and sys.executable and os.name == "posix":
        with contextlib.suppress(OSError):
            os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def _prepare_streams() -> None:
    """Make Japanese come out whatever the locale says; what cannot be encoded, and closed streams, stop nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream: Any = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for all time
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _prepare_signals() -> None:
    """A closed terminal, or a machine that goes down, ends a command as Ctrl-C does: nothing half is left.

    The signal is handed on as one of Ctrl-C, which may be put off. Who is deaf to that keeps the usual end.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _interrupt_again)
        signal.signal(signal.SIGINT, _interrupt)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores it
            signal.signal(number, lambda _number, _frame: signal.raise_signal(signal.SIGINT))


def _interrupt(_number: int, _frame: object) -> None:
    """Raise an interrupt, and see a little later whether it was heard."""
    signal.setitimer(signal.ITIMER_REAL, HEARD_WITHIN, HEARD_WITHIN)
    raise KeyboardInterrupt


def _interrupt_again(_number: int, _frame: object) -> None:
    """Raise an interrupt again that nobody deals with: some libraries drop whatever is raised while they load.

    Not while interrupts are put off; then it is tried again later.
    """
    if signal.getsignal(signal.SIGINT) is _interrupt and not isinstance(sys.exception(), KeyboardInterrupt):
        raise KeyboardInterrupt


def _prepare_size() -> None:
    """Leave out a width or height of the environment that is none: the terminal knows better."""
    for name in ("COLUMNS", "LINES"):
        text = os.environ.get(name, "")
        if not (text.isascii() and text.isdecimal() and 0 < len(text) < 6 and int(text)):
            os.environ.pop(name, None)


def _command(arguments: list[str]) -> int:
    """Run a command; return its exit code. Interrupts and errors of the system pass through."""
    import typer

    from toolkit.cli.app import app

    try:
        command = typer.main.get_command(app)
        with command.make_context("fuda", arguments) as context:
            command.invoke(context)
    except typer.Exit as ended:
        return ended.exit_code
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        if hasattr(error, "exit_code") and isinstance(error, RuntimeError) and not hasattr(error, "format_message"):
            return _explain_fault(error)
        # Wrong usage is Click's business, of which Typer shows no more than this.
        if not hasattr(error, "format_message"):
            raise
        _explain_usage(error)
        return WRONG_USAGE
    return FINE


def _explain_fault(error: Any) -> int:
    """One line for what a user's own player did wrong."""
    from toolkit.cli.common import complain

    complain(str(error))
    return int(error.exit_code)


def _explain_usage(error: Any) -> None:
    """One line for wrong usage, and where to read more; the help if nothing was given at all."""
    from toolkit.cli.common import complain

    message = error.format_message()
    if not message or "\n" in message.strip():
        error.show()
        return
    context = getattr(error, "ctx", None)
    where = f"; see `{context.command_path} --help`" if context is not None else ""
    complain(message[0].lower() + message[1:].rstrip(".") + where)


def _failed(error: OSError) -> int:
    """Say what the system refused, if that can be said."""
    from toolkit.cli.common import complain
    from toolkit.records.output import OUTPUT_ERRORS

    with contextlib.suppress(OSError):
        reason = (error.strerror or str(error)).lower() if error.errno is not None else str(error)
        if isinstance(error.filename, str | bytes):
            complain(f"{os.fsdecode(error.filename)}: {reason}")
        elif isinstance(error, FileNotFoundError) and not _has_folder():
            complain("the folder you are in was removed; change to another one")
        elif error.errno in OUTPUT_ERRORS:  # those of files have names
            complain(f"cannot write to standard output: {reason}")
        else:
            complain(reason)
    return WRONG_USAGE


def _has_folder() -> bool:
    try:
        os.getcwd()  # noqa: PTH109 - nothing is imported for it
    except FileNotFoundError:
        return False
    return True


def _unraisable(notice: Any) -> None:
    """An interrupt that met Python where nothing can be raised (in a finaliser, say) is raised again a little later."""
    if notice.exc_type is KeyboardInterrupt:
        if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is _interrupt_again:
            signal.setitimer(signal.ITIMER_REAL, SOON, HEARD_WITHIN)  # what is raised in here would be lost as well
        else:
            _thread.interrupt_main()
    else:
        sys.__unraisablehook__(notice)


def _leave(code: int) -> None:
    """Exit; what cannot be flushed any more is dropped, of which Python would complain."""
    for name in ("SIGINT", "SIGALRM"):  # another Ctrl-C must not disturb the end
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)


if __name__ == "__main__":
    main()
