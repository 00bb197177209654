"""``hlogen analyze``: what is proved about gathers and scatters before they run, what is left open, and what varies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from hlogen.cli.custom_rules import custom_rules_option
from hlogen.cli.files import sources
from hlogen.cli.loudness import is_quiet, quiet_option, tell
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.cli.shared_options import format_option, programs_argument
from hlogen.cli.source import program_of
from hlogen.errors import HlogenError
from hlogen.lint.formats import count
from hlogen.lint.formats.json import json_text

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import Module

_Found = TypeVar("_Found")
_VARYING = ("varies", "open")
_VERDICTS = {"varies": "warning", "open": "warning", "backend": "dim", "same": "good"}
_COUNTED = {
    "varies": "varying between runs",
    "open": "not known",
    "backend": "varying between backends alone",
    "same": "proved the same",
}
_ROLES = {"proved": "good", "refuted": "warning", "open": "dim"}


@click.command("analyze")
@programs_argument()
@custom_rules_option()
@format_option("text", "json")
@quiet_option("Show operations of which something is refuted alone, or that may vary.")
@click.option("--determinism", is_flag=True, help="Show which operations make results vary between runs, and why.")
def command(paths: tuple[str, ...], style: str, determinism: bool) -> None:
    """Show what is certain of every gather and scatter before the program runs.

    \b
    hlogen analyze program.mlir
    hlogen analyze train.py:step --format json

    PATH is a file, or a folder that is searched for programs as by `hlogen check`. Of several, those that can't be read
    or break constraints are told of and left out.

    For each one: what its indices are known to be, and whether all windows are in bounds, the index vectors sorted, no
    element updated twice and every schedule gives the same. Each is proved, refuted or open, with the reason; what is
    proved or refuted holds for every input. `hlogen check` reports what of it deserves a change.

    With --determinism: which operations may give other bits for the same inputs, on the next run or on another backend,
    at which line, why, and what to do; and which scatters can't, by which proof. `hlogen transform --deterministic`
    rewrites scatters that vary.

    \b
    Exit codes:
      0  all was analysed; with --determinism, nothing varies between runs
      1  a program breaks constraints, or with --determinism may vary between runs
      2  one can't be read, or wrong usage

    JSON has one object per operation: {file, line, column, op, index_vectors, components, in_bounds,
    indices_are_sorted, sorted_to_the_letter, unique_indices, schedule_independent}. A verdict is
    "holds" (proved), "violated" (refuted) or "unknown" (open), as in Python. With --determinism: {file, line, column,
    op, determinism, reason, fix}, where determinism is "varies", "open", "backend" or "same".
    """
    if determinism:
        raise click.exceptions.Exit(_told_what_varies(sources(paths), style))
    from hlogen.lint.analyze import WORDS, Analysis, analyze  # NumPy, which help does without

    operations, code = _found(sources(paths), lambda program: analyze(program).operations)
    if style == "json":
        texts = [json_text(one.as_json()) for one in operations]
        say("[" + ",".join(f"\n  {text}" for text in texts) + ("\n]" if texts else "]"))
        raise click.exceptions.Exit(code)
    for one in operations:
        if is_quiet() and not any(WORDS[proof.verdict] == "refuted" for proof in one.proofs.values()):
            continue
        first, *rest = str(one).splitlines()
        say(paint(first, "place"))
        for line in rest:
            say(_painted(line))
        say()
    verdicts = [WORDS[proof.verdict] for one in operations for proof in one.proofs.values()]
    done = ", ".join(f"{verdicts.count(word)} {word}" for word in _ROLES)
    tell(f"{count(len(operations), 'operation')}: {done}" if operations else str(Analysis(())))
    raise click.exceptions.Exit(code)


def _told_what_varies(programs: Sequence[str], style: str) -> int:
    """Says it, and returns the exit code."""
    from hlogen.lint.determinism import determinism

    operations, code = _found(programs, lambda program: determinism(program).operations)
    varying = [one for one in operations if one.verdict in _VARYING]
    if style == "json":
        texts = [json_text(one.as_json()) for one in operations]
        say("[" + ",".join(f"\n  {text}" for text in texts) + ("\n]" if texts else "]"))
        return max(code, int(bool(varying)))
    for one in varying if is_quiet() else operations:
        first, *rest = str(one).splitlines()
        say(paint(first, _VERDICTS[one.verdict]))
        for line in rest:
            say(line)
    verdicts = [one.verdict for one in operations]
    done = ", ".join(f"{verdicts.count(verdict)} {word}" for verdict, word in _COUNTED.items())
    if operations or not code:
        tell(f"{count(len(operations), 'operation')}: {done}" if operations else "nothing leaves an order open")
    return max(code, int(bool(varying)))


def _found(programs: Sequence[str], look: Callable[[Module], Sequence[_Found]]) -> tuple[list[_Found], int]:
    """What is found in all programs, and the exit code; an error ends it only where there is one program alone."""
    operations: list[_Found] = []
    code = 0
    for program in programs:
        try:
            operations += look(program_of(program, own_places=True))
        except HlogenError as error:
            if len(programs) == 1:
                raise
            say(f"{paint(program, 'place')}: not analysed: {error}", err=True)
            code = 2
        except click.exceptions.Exit as ended:  # its violations are printed
            code = max(code, ended.exit_code)
    return operations, code


def _painted(line: str) -> str:
    for word, role in _ROLES.items():
        before, found, after = line.partition(f" {word} ")
        if found and before.rstrip().endswith(":"):
            return f"{before} {paint(word, role)} {after}"
    return line
