"""How much a command says: ``--quiet`` and ``--verbose``, which mean the same wherever they are.

Without either a command shows what is wrong, and what came of it in the end. With --quiet it shows what is wrong alone:
where nothing is, nothing. With --verbose it also shows what is fine, and what was used. What was asked for by an option
of its own (a JSON list, a file, a trace) is there in any case, and exit codes are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from hlogen.cli.say import say

_Command = TypeVar("_Command", bound=Callable[..., Any])
_KEY = "hlogen.loudness"


def _choose(context: click.Context, option: click.Parameter, given: bool) -> None:
    if given and context.meta.setdefault(_KEY, option.name) != option.name:
        raise click.UsageError("--quiet and --verbose are opposites; say one of them", context)


def quiet_option(help: str) -> Callable[[_Command], _Command]:
    """``-q``, for a command that shows no more than what came of it; `help` is what isn't shown."""
    return click.option("-q", "--quiet", is_flag=True, expose_value=False, callback=_choose, help=help)


def verbose_option(help: str) -> Callable[[_Command], _Command]:
    """``-v``; `help` is what is shown, too."""
    return click.option("-v", "--verbose", is_flag=True, expose_value=False, callback=_choose, help=help)


def is_quiet() -> bool:
    return _chosen() == "quiet"


def is_verbose() -> bool:
    return _chosen() == "verbose"


def tell(text: str, *, err: bool = False) -> None:
    """Says what came of it, or what is worth a note: not with --quiet."""
    if not is_quiet():
        say(text, err=err)


def tell_more(text: str, *, err: bool = False) -> None:
    """Says what is fine, or what was used: with --verbose alone."""
    if is_verbose():
        say(text, err=err)


def _chosen() -> object:
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(_KEY)
