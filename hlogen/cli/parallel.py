"""``hlogen parallel``: a program in several processes, by hlogen's interpreter."""

from __future__ import annotations

from typing import Any

import click

from hlogen.cli.loudness import quiet_option
from hlogen.cli.run_options import GRID, INPUTS, LIMITS, SANITIZER, SCHEDULE
from hlogen.cli.shared_options import force_option, options, output_option, program_argument


@click.command("parallel")
@options(
    program_argument(),
    *GRID,
    *INPUTS,
    output_option("Write the results to a new .npz file."),
    force_option(),
    SCHEDULE,
    *SANITIZER,
    *LIMITS,
    quiet_option("Show no results and notes; what is wrong is said."),
)
def command(**given: Any) -> None:
    """Run a program as the R x P processes of a grid, or with an infeed.

    \b
    hlogen parallel program.mlir --replicas 2 -i '[1, 2]'
    hlogen parallel program.mlir --partitions 2 -i device0.npz -i device1.npz

    The results of each process are printed, or written as replica_0_partition_1_result_0 and so on. All take the same
    arrays; or as many .npz files as there are processes are one for each, in the order replica_id * P + partition_id.
    So do --infeed files: the arrays of one are what the infeed operations of a process read, one after the other.

    What else there is is explained by `hlogen help run`; limits are of all processes together.

    \b
    Exit codes:
      0  it ran
      1  the program breaks constraints, a check inside of it fails, or the
         sanitizer has warnings or errors
      2  it can't be read or run, or wrong usage
    """
    from hlogen.cli.runs import Run, run_in_processes  # the interpreter, which help does without

    run_in_processes(Run(**given))
