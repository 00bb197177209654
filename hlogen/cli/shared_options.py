"""Arguments and options that several commands have, in the same words."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from hlogen.cli import complete

_Command = TypeVar("_Command", bound=Callable[..., Any])


def options(*declared: Callable[[Any], Any]) -> Callable[[_Command], _Command]:
    """Gives a command these options, in this order."""

    def decorate(command: _Command) -> _Command:
        for each in reversed(declared):
            command = each(command)
        return command

    return decorate


def program_argument() -> Callable[[Any], Any]:
    """The one program that a command is about, as `source`."""
    return click.argument("source", metavar="SCRIPT.py[:NAME]|FILE|-", shell_complete=complete.files)


def programs_argument() -> Callable[[Any], Any]:
    """Programs and folders of programs, as `paths`."""
    return click.argument(
        "paths", metavar="SCRIPT.py[:NAME]|PATH|-...", nargs=-1, required=True, shell_complete=complete.files
    )


def backend_option(
    default: str | None = "interpreter", *, required: bool = False, help: str = ""
) -> Callable[[Any], Any]:
    """The option that takes a backend; its value is an address that finds it from any folder."""
    settings: dict[str, Any] = {} if required else {"default": default}  # None is a default, too
    what = "A name (`hlogen doctor` lists them), a class (file.py:Class, module:Class), or a .toml file."
    return click.option(
        "--backend",
        "backend_name",
        metavar="BACKEND",
        **settings,
        show_default=default is not None,
        required=required,
        callback=_address,
        shell_complete=complete.backends,
        help=f"{help} {what}".strip(),
    )


def backend_argument(metavar: str = "BACKEND") -> Callable[[Any], Any]:
    """The argument that takes a backend, as `backend_name`: what was given, or what the config calls so."""
    return click.argument("backend_name", metavar=metavar, shell_complete=complete.backends, callback=_in_config)


def _in_config(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """The address that the nearest config has for a name of its own."""
    del option
    if given is None or context.resilient_parsing:  # where a shell completes
        return given
    from hlogen.lint.config import config_of

    own: dict[str, str] = config_of(os.curdir)["backends"]
    return own.get(given, given)


def _address(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    given = _in_config(context, option, given)
    if given is None or context.resilient_parsing:
        return given
    from hlogen.backends.address import found  # NumPy, which help does without

    return found(given).text


def entry_option(verb: str, default: str | None = None) -> Callable[[Any], Any]:
    """The option that names the function to `verb`, as `f` or ``@f``; its value is `f`, or `default` without it."""
    return click.option(
        "--entry",
        metavar="NAME",
        default=default,
        callback=lambda context, option, name: name.removeprefix("@") if name else name,
        help=f"The function to {verb}, if not @main or the only public one.",
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


def output_option(help: str) -> Callable[[Any], Any]:
    return click.option("-o", "--output", metavar="FILE", shell_complete=complete.files, help=help)


def force_option(help: str = "Let --output replace a file that exists.") -> Callable[[Any], Any]:
    return click.option("--force", is_flag=True, help=help)


def format_option(*formats: str, help: str = "For people, or for programs.") -> Callable[[Any], Any]:
    """``--format``, which is always the form of a report, as `style`; the first one is usual."""
    return click.option(
        "--format", "style", type=click.Choice(formats), default=formats[0], show_default=True, help=help
    )
