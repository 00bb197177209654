"""The command ``hlogen``: finds commands when they are called, and turns errors into messages and exit codes.

Exit codes: 0 all is well, 1 the program under test has findings (violations, failing checks), 2 the call can't be
carried out (usage, unreadable file, missing bindings, internal error), 130 interrupted.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from typing import Any, NoReturn

import click

from hlogen.cli import interrupt, streams
from hlogen.cli.lazy import LazyGroup
from hlogen.cli.meant import instead_of_option
from hlogen.cli.say import say
from hlogen.cli.version import own_version
from hlogen.errors import HlogenError
from hlogen.mlir.errors import ParseError

# What people want -> the commands for it, and what each does, in a line of 80 columns.
SECTIONS = {
    "Write programs": {
        "emit": "Write the program that a Python script builds.",
        "export-onnx": "Write a program as an ONNX model.",
    },
    "Check them": {
        "check": "Find what breaks the specification, or is certain to go wrong.",
        "config": "Show what pyproject.toml and hlogen.toml say of a file.",
        "rule": "Explain a constraint or a hazard, with an example and its fix.",
        "analyze": "Show what is certain of gathers and scatters before a run.",
        "test": "Run the checks inside .mlir tests.",
        "lsp": "Serve an editor: findings as you type, hovering, completion.",
    },
    "Run and debug them": {
        "run": "Run a program on NumPy arrays, on any backend.",
        "parallel": "Run a program in several processes.",
        "debug": "Step through a run, watch operations, trap NaNs.",
        "explain": "Draw an operation: which elements are read by which.",
        "compare": "Name the first operation that a backend runs otherwise.",
        "judge": "Say whether results are ones that the specification allows.",
        "shard": "Show how XLA splits an annotated program over devices.",
    },
    "Rewrite them": {
        "transform": "Write a program in another form that computes the same.",
        "grad": "Write the program of a program's gradients.",
        "jvp": "Write the program of a program's derivatives along tangents.",
        "vmap": "Write the program that runs a program on a batch.",
    },
    "Test a backend": {
        "conform": "Hold a backend against the specification, case by case.",
        "fuzz": "Find what a backend gets wrong, by random programs.",
    },
    "About hlogen": {
        "demo": "Build, check, run and break a program, step by step.",
        "docs": "Show a page of the documentation.",
        "doctor": "Show which bindings and backends were found.",
        "completion": "Print what lets a shell complete commands and options.",
        "help": "Explain a command, as its option -h does.",
    },
}
COMMANDS = {name: summary for commands in SECTIONS.values() for name, summary in commands.items()}


COMPLETES = "_HLOGEN_COMPLETE"  # the variable by which click knows that a shell asks
# What a group without a command ends with, from click 8.2 on: its message is the help.
_HELP: type[Exception] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())
# The system's words, in an ImportError, for a library that there isn't the memory for.
_UNLOADABLE = re.compile(r"[^\s/]+: (failed to map segment from shared object|cannot map zero-fill pages)")
# Diagnostics say "error" themselves, behind their place.
_DIAGNOSTIC = re.compile(r"\S+?(:\d+)*: error: ")


class Hlogen(LazyGroup):
    """A group whose commands are modules, and whose errors are one paragraph each."""

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Runs the command line and exits with its code."""
        try:
            code = self._code(*args, **kwargs)
        except KeyboardInterrupt:  # while it told of its end
            code = interrupt.EXIT_CODE
        interrupt.leave_to_end()
        sys.exit(code)

    def _code(self, *args: Any, **kwargs: Any) -> int:
        """Runs the command line; its exit code."""
        kwargs["standalone_mode"] = False
        kwargs["prog_name"] = "hlogen"
        try:
            if not args and "args" not in kwargs:  # the process is this command's alone
                streams.prepare()  # first: a pipe would get the number of a closed stream
                interrupt.end_at_once()
            code = super().main(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - the outermost edge: people get a message, never a bare traceback
            if COMPLETES in os.environ:  # nobody wants to read in the midst of a line
                return 2
            # What Ctrl-C interrupts may make another error of it, as NumPy's import does.
            return interrupt.EXIT_CODE if interrupt.has_come() else _told(error)
        return code if isinstance(code, int) else 0


def _show_version(ctx: click.Context, option: click.Parameter, value: bool) -> None:
    del option
    if value and not ctx.resilient_parsing:
        say(f"hlogen {own_version()}")
        ctx.exit()


@click.command(
    "hlogen",
    cls=Hlogen,
    sections=SECTIONS,
    package="hlogen.cli",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Write, check and run StableHLO programs; gather and scatter by the letter of the specification.

    `hlogen demo` shows it all in a minute. `hlogen help COMMAND` explains a command.
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def _told(error: Exception) -> int:
    """Says what has happened; the exit code."""
    if isinstance(error, click.ClickException):
        _wrong_usage(error)
    elif isinstance(error, click.Abort):
        if not isinstance(error.__cause__, EOFError):
            return interrupt.EXIT_CODE
        _internal_error(error.__cause__)  # click takes it for the end of a dialogue; there are none here
    elif isinstance(error, HlogenError):
        _say(_text(error))
        return 1 if error.is_finding else 2
    elif isinstance(error, MemoryError):
        _say("there isn't enough memory for this program; look for a tensor type whose shape is too large")
    elif isinstance(error, ImportError) and (said := _UNLOADABLE.search(str(error))):
        _say(f"there isn't the memory to start: {said[0]}; fix: allow more (ulimit -v)")
    elif isinstance(error, OSError):
        _say(_refusal(error))
    elif isinstance(error, RuntimeError) and "can't start new thread" in str(error):  # Python's words for it
        _say("the system refuses what this command needs: no more threads can be started; fix: allow more (ulimit -u)")
    else:
        _internal_error(error)
    return 2


def _say(message: str) -> None:
    label = click.style("error:", fg="red", bold=True)
    text = message if _DIAGNOSTIC.match(message) else f"{label} {message}"
    say(text, err=True, color=False if os.environ.get("NO_COLOR") else None)


def _wrong_usage(error: click.ClickException) -> None:
    """click's message the way hlogen's own look, after how the command is called."""
    if isinstance(error, _HELP):
        say(error.format_message(), err=True)
        return
    context = getattr(error, "ctx", None)
    if context is not None:
        say(f"{context.get_usage()}\n`{context.command_path} -h` explains it.", err=True)
    message = error.format_message()
    if isinstance(error, click.NoSuchOption) and context is not None:
        hint = instead_of_option(error.option_name, context)
        message = f"there is no option {error.option_name}{f'; {hint}' if hint else ''}"
    _say(message[:1].lower() + message[1:])


def _text(error: HlogenError) -> str:
    if isinstance(error, ParseError) and error.location and str(error.location) not in str(error):
        return f"{error.location}: error: {error}"
    return str(error)


def _refusal(error: OSError) -> str:
    """What the system refuses, which is no mistake of anybody's program: too many open files, a disk that is full."""
    if os.environ.get("HLOGEN_DEBUG"):
        traceback.print_exception(error)
    where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, (str, bytes)) else ""
    return f"the system refuses what this command needs: {where}{error.strerror or error}"


def _internal_error(error: Exception) -> None:
    if os.environ.get("HLOGEN_DEBUG"):
        traceback.print_exception(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    _say(
        f"internal error: {type(error).__name__}: {error} (in {os.path.basename(where.filename)}:{where.lineno}). "  # noqa: PTH119 - a file name of a frame is text
        "This is a mistake in hlogen, not in your program; please report it with the command and its input. "
        "HLOGEN_DEBUG=1 shows the traceback."
    )
