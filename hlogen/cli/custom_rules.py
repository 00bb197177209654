"""Rules of people's own for composites and custom calls, from a script or a module that a command is given."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from hlogen.cli.complete import files
from hlogen.errors import HlogenError, UsageError


def custom_rules_option() -> Callable[[Any], Any]:
    """The option that loads rules before a command begins; the command itself sees nothing of it."""
    return click.option(
        "--custom-rules",
        metavar="FILE|MODULE",
        multiple=True,
        expose_value=False,
        callback=_load,
        shell_complete=files,
        help="A script or module that gives rules to composites and custom calls: hl.custom_rules, hl.custom_vjp ...",
    )


def _load(context: click.Context, option: click.Parameter, given: Sequence[str]) -> None:
    del option
    if context.resilient_parsing:  # where a shell completes
        return
    for name in given:
        before = _count()
        if name.endswith(".py") or "/" in name:
            _load_script(Path(name))
        else:
            _load_module(name)
        if _count() == before and name.endswith(".py"):
            raise UsageError(
                f"--custom-rules {name} gives no rules; they are given by hl.custom_rules and hl.custom_vjp"
            )


def _count() -> int:
    from hlogen import custom  # of no use where no rules are given

    return custom.changes()


def _load_script(path: Path) -> None:
    if not path.is_file():
        raise UsageError(f"--custom-rules {path}: there is no such file")
    from hlogen.cli.script import run_script  # and with it what builds programs

    run_script(path)


def _load_module(name: str) -> None:
    if not all(part.isidentifier() for part in name.split(".")):
        raise UsageError(
            f"--custom-rules takes a script such as rules.py, or a module such as acme.rules, not {name!r}"
        )
    sys.path.insert(0, str(Path.cwd()))
    try:
        with contextlib.redirect_stdout(sys.stderr):  # where the command writes its program
            importlib.import_module(name)
    except HlogenError:
        raise
    except (Exception, SystemExit) as error:  # whatever a module does when it is imported
        raise UsageError(f"--custom-rules {name} can't be imported: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(Path.cwd()))
