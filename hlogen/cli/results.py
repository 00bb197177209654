"""What is said of a run: results, findings, what a backend is known for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
import numpy as np

from hlogen.cli.arrays import Array
from hlogen.cli.loudness import tell
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.ir.module import Function, Module
from hlogen.ir.types import TokenType
from hlogen.lint.finding import NOTE
from hlogen.lint.formats import count
from interpreter.errors import Stopped
from interpreter.sanitizer import Finding, Sanitizer


def print_results(function: Function, results: tuple[Array, ...]) -> None:
    """Each result with its type, long ones in parts."""
    if not results:
        say(f"@{function.name} ran; it has no results")
    for index, (type, value) in enumerate(zip(function.type.results, results, strict=True)):
        say(f"{paint(f'result {index}', 'place')}: {type}")
        if not isinstance(type, TokenType):
            say(_abbreviated(value))


@contextmanager
def findings_behind(
    sanitizer: Sanitizer | None, style: str | None, drawn: Callable[[Finding], str | None]
) -> Iterator[None]:
    """A run: findings are printed behind it, those of one that has failed too. Exit code 1 where there are some that
    aren't notes. `drawn` gives the command that draws what one is about, if there is one.

    That there are none is only said of a run that has come to its end.
    """
    has_ended = False
    try:
        yield
        has_ended = True
    except Stopped as stopped:
        say(str(stopped), err=True)
        raise click.exceptions.Exit(1) from None
    finally:
        if sanitizer is not None and (has_ended or sanitizer.findings or style == "json"):
            _print_findings(sanitizer.findings, style or "text", drawn)
    if sanitizer is not None and any(finding.level != NOTE for finding in sanitizer.findings):
        raise click.exceptions.Exit(1)


def warn_of_known_differences(backend_name: str, module: Module) -> None:
    """Tells of what the backend is known to do otherwise in a program like this."""
    from hlogen.conform.differences import met

    for difference in met(backend_name, module):
        say(f"warning: these results may be wrong ({difference.id}): {difference.reason}", err=True)


def _print_findings(findings: Sequence[Finding], style: str, drawn: Callable[[Finding], str | None]) -> None:
    if style == "json":
        say(json.dumps([finding.as_json() | {"picture": drawn(finding)} for finding in findings], indent=2))
        return
    for finding in findings:
        first, _, rest = str(finding).partition("\n")
        place, level, message = first.partition(f"{finding.level}: ")
        say(f"{paint(place, 'place')}{paint(level, finding.level)}{message}\n{rest}")
        if (command := drawn(finding)) is not None:
            say(f"    picture: {command}")
    tell(f"the sanitizer has {count(len(findings), 'finding') if findings else 'no findings'}")


def _abbreviated(value: Array) -> str:
    with np.printoptions(threshold=200, edgeitems=3, linewidth=100):
        return str(value)
