"""Where the commands of `Step` come from: a terminal, whose names are completed, or the lines of standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from hlogen.errors import UsageError

Commands: TypeAlias = Iterator[str]

_PROMPT = "(step) "


class Terminal:
    """Lines as people type them, or as standard input has them; then they are shown, so that what follows is clear."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write

    def __iter__(self) -> Terminal:
        return self

    def __next__(self) -> str:
        if sys.stdin.isatty() or "ipykernel" in sys.modules:  # a notebook asks, too
            try:
                return input(_PROMPT)
            except EOFError:
                self.write("")
                return "quit"
        try:
            line = sys.stdin.readline()
        except OSError as error:
            raise UsageError(f"standard input, which has the commands, can't be read: {error.strerror}") from error
        if not line:
            raise StopIteration
        self.write(f"{_PROMPT}{line.rstrip()}")
        return line


@contextmanager
def completing(completions: Callable[[str], list[str]], commands: Commands) -> Iterator[None]:
    """The tabulator completes what is typed, where Python has readline."""
    if not isinstance(commands, Terminal) or not sys.stdin.isatty():
        yield
        return
    try:
        import readline  # not on every system
    except ImportError:
        yield
        return

    def complete(text: str, number: int) -> str | None:
        found = completions(text)
        return found[number] if number < len(found) else None

    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n[]")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)
