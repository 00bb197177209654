"""Options that several commands have, in the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def entry_option(verb: str, default: str | None = None) -> Callable[[Any], Any]:
    """The option that names the function to `verb`, as `f` or ``@f``; its value is `f`, or `default` without it."""
    return click.option(
        "--entry",
        metavar="NAME",
        default=default,
        callback=lambda context, option, name: name.removeprefix("@") if name else name,
        help=f"The function to {verb}: @main, or the only public one, if absent.",
    )


def time_limit_option(help: str, default: float | None = None) -> Callable[[Any], Any]:
    """The option that says how many seconds something may take, more than none; `default` without it."""
    return click.option(
        "--time-limit",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        default=default,
        show_default=True,
        help=help,
    )
