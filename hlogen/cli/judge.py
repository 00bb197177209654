"""``hlogen judge``: whether results are ones that the specification allows."""

from __future__ import annotations

from typing import Any

import click

from hlogen.cli import complete
from hlogen.cli.loudness import quiet_option, verbose_option
from hlogen.cli.run_options import INPUTS, LIMITS
from hlogen.cli.shared_options import backend_option, options, program_argument
from hlogen.errors import UsageError


@click.command("judge")
@options(
    program_argument(),
    *INPUTS,
    backend_option(None, help="Judge what this backend gives (the interpreter, if nothing is said)."),
    click.option(
        "--results",
        metavar="FILE",
        multiple=True,
        shell_complete=complete.files,
        help="Judge what .npy or .npz files hold, wherever they come from. Repeat it for several.",
    ),
    click.option("--reassociate", is_flag=True, help="Updates may also be combined in any binary tree."),
    click.option(
        "--ulps",
        metavar="N",
        type=click.IntRange(min=0),
        default=0,
        help="exponential, tanh and the like may be off by N units in the last place.",
    ),
    *LIMITS,
    quiet_option("Say nothing of results that are admissible."),
    verbose_option("Show the results, and what gave them."),
)
def command(backend_name: str | None, results: tuple[str, ...], reassociate: bool, ulps: int, **given: Any) -> None:
    """Say whether results are ones that the specification's free order of updates allows.

    \b
    hlogen judge program.mlir -i x.npy --backend xla
    hlogen judge program.mlir -i x.npy --results got.npz

    The first elements that no order gives are listed. "undecided" means that nothing is wrong for sure: an element
    isn't among the samples of what is possible, where trying all orders is too much.

    An .npz file has the results in order, or is what `hlogen run --output` wrote. bf16, f8, i4 and the like may be
    unsigned integers with their bits. Inputs are those of `hlogen help run`.

    \b
    Exit codes:
      0  the results are admissible or undecided
      1  they are inadmissible, or the program breaks constraints
      2  it can't be read or run, or wrong usage
    """
    if results and backend_name is not None:
        raise UsageError("--results are judged without a run of their own; leave out --backend, or --results")
    from hlogen.cli.judged import judge  # the interpreter, which help does without
    from hlogen.cli.runs import INTERPRETER, Run

    run = Run(backend_name=backend_name or INTERPRETER, has_rng=False, **given)
    judge(run, results, reassociate=reassociate, ulps=ulps)
