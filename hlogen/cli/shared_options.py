"""Options that several commands have, in the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def backend_option(
    name: str = "--backend", *, default: str | None = "interpreter", help: str = ""
) -> Callable[[Any], Any]:
    """The option that takes a backend; its value is an address that finds it from any folder."""
    what = "One of `hlogen doctor`, a class (module:Class, path/to/file.py:Class), or a .toml file of one."
    return click.option(
        name,
        "backend_name" if name == "--backend" else "compared_with",
        metavar="BACKEND",
        default=default,
        show_default=default is not None,
        callback=_address,
        help=f"{help} {what}".strip(),
    )


def _address(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    from hlogen.backends.address import found  # which commands without such an option needn't load

    del context, option
    return None if given is None else found(given).text


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
