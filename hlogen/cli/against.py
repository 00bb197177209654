"""``hlogen run --compare xla``: each operation on a backend as well, and which is the first that differs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hlogen.cli.arrays import Array
from hlogen.cli.files import check_target
from hlogen.cli.paint import paint
from hlogen.cli.progress import Progress
from hlogen.cli.run_options import Limits
from hlogen.cli.say import say
from hlogen.conform.opwise import compare
from hlogen.errors import UsageError
from hlogen.ir.module import Module

_MOST_LINES = 40  # of a program that is printed rather than written


def compare_with(
    name: str,
    module: Module,
    arguments: Sequence[Array],
    entry: str,
    output: str | None,
    force: bool,
    limits: Limits,
) -> None:
    """Prints what the comparison finds; exit code 1 where a result differs, 2 where nothing could be compared."""
    target = None
    if output is not None:
        target = Path(output)
        if target.suffix != ".mlir":
            raise UsageError(f"--output {output}: with --compare, a program is written; call it {target.stem}.mlir")
        check_target(target, force)
        check_target(target.with_suffix(".npz"), force)
    progress = Progress("operations compared")
    try:
        comparison = compare(module, *arguments, backend=name, entry=entry, on_progress=progress.show, **limits)
    finally:
        progress.clear()
    first, colon, rest = str(comparison).partition("\n")
    role = "error" if comparison.first is not None else "good" if comparison.compared else "warning"
    say(f"{paint(first, role)}{colon}{rest}")
    if comparison.first is None:
        if target is not None:
            say(f"{target} is not written: there is nothing to show")
        if not comparison.compared:
            raise click.exceptions.Exit(2)
        return
    if target is not None:
        files = comparison.first.write(target, overwrite=force)
        say(f"wrote {' and '.join(map(str, files))}")
    else:
        program, arguments = comparison.first.standalone()
        text = str(program).rstrip()
        if arguments or text.count("\n") > _MOST_LINES:
            say("-o FILE.mlir writes the program of this operation, with its inputs")
        else:
            say(f"a program of this operation:\n{text}")
    raise click.exceptions.Exit(1)
