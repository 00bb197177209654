"""What ``hlogen compare`` does."""

from __future__ import annotations

from pathlib import Path

import click

from hlogen.cli.files import check_target
from hlogen.cli.loudness import is_quiet, tell
from hlogen.cli.paint import paint
from hlogen.cli.progress import Progress
from hlogen.cli.runs import Run
from hlogen.cli.say import say
from hlogen.conform.opwise import compare
from hlogen.conform.opwise.comparison import Difference
from hlogen.errors import UsageError
from hlogen.spec.pictures import result_element

_MOST_LINES = 40  # of a program that is printed rather than written


def compare_with(run: Run, name: str, output: str | None, force: bool) -> None:
    """Prints what the comparison finds; exit code 1 where a result differs, 2 where nothing could be compared."""
    target = None
    if output is not None:
        target = Path(output)
        if target.suffix != ".mlir":
            raise UsageError(f"--output {output}: a program is written; call it {target.stem}.mlir")
        check_target(target, force)
        check_target(target.with_suffix(".npz"), force)
    progress = Progress("operations compared")
    try:
        comparison = compare(
            run.module, *run.arguments, backend=name, entry=run.entry, on_progress=progress.show, **run.limits
        )
    finally:
        progress.clear()
    first, colon, rest = str(comparison).partition("\n")
    role = "error" if comparison.first is not None else "good" if comparison.compared else "warning"
    if not is_quiet() or role != "good":
        say(f"{paint(first, role)}{colon}{rest}")
    if comparison.first is None:
        if target is not None:
            tell(f"{target} is not written: there is nothing to show")
        if not comparison.compared:
            raise click.exceptions.Exit(2)
        return
    if (drawn := _drawn(run, comparison.first)) is not None:
        say(f"picture: {drawn}")
    if target is not None:
        files = comparison.first.write(target, overwrite=force)
        tell(f"wrote {' and '.join(map(str, files))}")
    else:
        program, arguments = comparison.first.standalone()
        text = str(program).rstrip()
        if arguments or text.count("\n") > _MOST_LINES:
            say("-o FILE.mlir writes the program of this operation, with its inputs")
        else:
            say(f"a program of this operation:\n{text}")
    raise click.exceptions.Exit(1)


def _drawn(run: Run, first: Difference) -> str | None:
    """The command that draws the first element that differs; of a turn of a loop there is none, as it isn't counted."""
    if first.execution.within or first.result or first.apart is None or not first.apart.indices:
        return None
    return run.picture_of(first.op, first.location, result_element(first.op, first.apart.indices[0]))
