"""``hlogen run``: a program on arrays, by hlogen's interpreter or by another backend.

`run_options.py` has the options that it shares with `parallel`, `debug`, `judge` and `compare`, `runs.py` what they do.
"""

from __future__ import annotations

from typing import Any

import click

from hlogen.cli.custom_rules import custom_rules_option
from hlogen.cli.loudness import quiet_option, verbose_option
from hlogen.cli.run_options import INPUTS, LIMITS, SANITIZER, SCHEDULE
from hlogen.cli.shared_options import backend_option, force_option, options, output_option, program_argument


@click.command("run")
@options(
    program_argument(),
    *INPUTS,
    output_option("Write the results to a new .npz file, or one result to an .npy file."),
    force_option(),
    backend_option(),
    custom_rules_option(),
    SCHEDULE,
    *SANITIZER,
    *LIMITS,
    quiet_option("Show no results and notes; what is wrong is said."),
    verbose_option("Say what it ran on, and how long it took."),
)
def command(**given: Any) -> None:
    """Run a program on NumPy arrays and print its results.

    \b
    hlogen run program.mlir -i x.npy -i '[1, 2]'
    hlogen run train.py:step --random --sanitize

    A program that breaks the specification isn't run; its violations are printed instead. Arrays fill the arguments in
    order; those of an .npz file go by name where all are named after the arguments (arg0, arg1, ..), and where only
    some are, nothing is run. bf16, f8, i4 and the like are read from the raw bytes that .npy files have for them.

    SCRIPT.py[:NAME] is explained by `hlogen help emit`. A function of JAX or a module of PyTorch runs on the example
    arguments beside it in the script, NAME_args, where nothing else is given.

    With --sanitize, findings follow the results: broken promises, indices out of bounds, results that depend on the
    order of updates, NaNs and the like; `hlogen rule bounds.clamped` explains one. Notes alone leave the exit code 0.

    \b
    Exit codes:
      0  it ran
      1  the program breaks constraints, a check inside of it fails, or the
         sanitizer has warnings or errors
      2  it can't be read or run, or wrong usage
    """
    from hlogen.cli.runs import Run, run_once  # the interpreter, which help does without

    run_once(Run(**given))
