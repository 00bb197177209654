"""A sign of life on a terminal: one line that says how far a command is, rewritten as it goes on."""

from __future__ import annotations

import sys
import time

import click

_BETWEEN = 0.1  # seconds from one line to the next


class Progress:
    """Shows ``120 operations compared, 3 s``, where `of_what` is what follows the number; on a terminal alone."""

    def __init__(self, of_what: str, *, is_shown: bool = True) -> None:
        self.of_what = of_what
        self.is_shown = is_shown and sys.stderr.isatty()
        self.started = self.last = time.perf_counter()

    def show(self, number: int) -> None:
        now = time.perf_counter()
        if self.is_shown and now - self.last > _BETWEEN:
            self.last = now
            click.echo(f"\r\x1b[2K{number} {self.of_what}, {now - self.started:.0f} s", err=True, nl=False)  # noqa: TID251 - it moves the cursor

    def clear(self) -> None:
        if self.is_shown:
            click.echo("\r\x1b[2K", err=True, nl=False)  # noqa: TID251 - it moves the cursor
