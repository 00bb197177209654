"""What ``hlogen judge`` does."""

from __future__ import annotations

from collections.abc import Sequence

import click

from hlogen.cli.arrays import read_results
from hlogen.cli.loudness import is_quiet, is_verbose
from hlogen.cli.paint import paint
from hlogen.cli.results import print_results
from hlogen.cli.runs import Run, results_of
from hlogen.cli.say import say
from interpreter.possible.admissible import admissible

_ROLES = {"admissible": "good", "undecided": "warning", "inadmissible": "error"}


def judge(run: Run, files: Sequence[str], *, reassociate: bool, ulps: int) -> None:
    """Prints the verdict on what `files` hold, or on what a run gives; exit code 1 where it is inadmissible."""
    arguments = run.arguments
    results = read_results(files, run.function) if files else results_of(run)
    if is_verbose() and not files:
        print_results(run.function, tuple(results))
    allowed = admissible(run.module, *arguments, entry=run.entry, reassociate=reassociate, ulps=ulps, **run.limits)
    verdict = allowed.contains([value for value in results if value is not None])  # not tokens
    word, colon, rest = str(verdict).partition(":")
    if verdict.status != "admissible" or not is_quiet():
        say(f"{paint(word, _ROLES[verdict.status])}{colon}{rest}")
    if verdict.status == "inadmissible":
        raise click.exceptions.Exit(1)
