"""``hlogen compare``: each operation on a backend as well, and which is the first that differs."""

from __future__ import annotations

from typing import Any

import click

from hlogen.cli.loudness import quiet_option
from hlogen.cli.run_options import INPUTS, LIMITS
from hlogen.cli.shared_options import backend_option, force_option, options, output_option, program_argument


@click.command("compare")
@options(
    program_argument(),
    backend_option(None, required=True, help="What to compare with."),
    *INPUTS,
    output_option("Write a program of the first operation that differs, FILE.mlir, and its inputs, FILE.npz."),
    force_option("Let --output replace files that exist."),
    *LIMITS,
    quiet_option("Say nothing where none differ."),
)
def command(backend_name: str, output: str | None, force: bool, **given: Any) -> None:
    """Run each operation on a backend, too, and name the first whose result differs from the interpreter's.

    \b
    hlogen compare program.mlir --backend xla -i x.npy
    hlogen compare train.py:step --backend xla -o first.mlir

    Each operation runs on the backend by itself, with what the interpreter's own run gave it, in turns of loops, too.
    Inputs are those of `hlogen help run`.

    \b
    Exit codes:
      0  no result differs
      1  one differs, or the program breaks constraints
      2  nothing could be compared, it can't be read or run, or wrong usage
    """
    from hlogen.cli.compared import compare_with  # the interpreter, which help does without
    from hlogen.cli.runs import Run

    compare_with(Run(has_rng=False, **given), backend_name, output, force)
