"""``--entry``, in the same words for all commands that work on one function of a program."""

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
