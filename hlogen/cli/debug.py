"""``hlogen debug``: what a program computes, operation by operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from hlogen.cli import complete
from hlogen.cli.loudness import quiet_option, verbose_option
from hlogen.cli.run_options import GRID, INPUTS, LIMITS, SCHEDULE
from hlogen.cli.say import say
from hlogen.cli.shared_options import force_option, options, program_argument
from hlogen.errors import UsageError
from hlogen.lint.files import STDIN


@click.command("debug")
@options(
    program_argument(),
    click.option("--step", is_flag=True, help="Stop before each operation and ask what to do."),
    click.option("--trace", is_flag=True, help="Print each operation: its place, types, values in short."),
    click.option(
        "--watch",
        metavar="OP",
        multiple=True,
        help="Print this one with its operands: a result (%5), an op (log), a place (:12).",
    ),
    click.option(
        "--trap",
        type=click.Choice(["nan", "inf", "overflow"]),
        multiple=True,
        help="Stop at the first operation that makes one.",
    ),
    click.option(
        "--save-values",
        metavar="DIR",
        shell_complete=complete.folders,
        help="Write what operations compute to .npy files in a new folder.",
    ),
    force_option("Let --save-values replace the values of an earlier run."),
    *INPUTS,
    SCHEDULE,
    *GRID,
    *LIMITS,
    quiet_option("Show no results; what was asked for, and what is wrong, is said."),
    verbose_option("Say how long it took."),
)
def command(
    step: bool,
    trace: bool,
    watch: tuple[str, ...],
    trap: tuple[str, ...],
    save_values: str | None,
    force: bool,
    **given: Any,
) -> None:
    """Look into a run: step by step, or at what is asked for.

    \b
    hlogen debug program.mlir -i x.npy
    hlogen debug program.mlir -i x.npy --trap nan --watch log

    Without --trace, --watch, --trap and --save-values it is run by --step: commands are read from the terminal, or from
    the lines of standard input; help lists them. Operations inside of another come before it, indented. Inputs are
    those of `hlogen help run`, processes those of `hlogen help parallel`.

    \b
    Exit codes:
      0  it ran to its end
      1  a trap or quit has stopped it, a check inside of it fails, or the
         program breaks constraints
      2  it can't be read or run, or wrong usage
    """
    is_stepped = step or not (trace or watch or trap or save_values is not None)
    if is_stepped and given["source"] == STDIN:
        raise UsageError("--step reads its commands from standard input; read the program from a file")
    if force and save_values is None:
        raise UsageError("--force is about the folder of --save-values; add it")
    from hlogen.cli.runs import Run, run_in_processes, run_once  # the interpreter, which help does without

    run = Run(**given, listeners=_listeners(is_stepped, trace, watch, trap, save_values, force))
    if run.replicas is not None or run.partitions is not None or run.infeed:
        run_in_processes(run)
    else:
        run_once(run)


def _listeners(
    step: bool, trace: bool, watch: Sequence[str], trap: Sequence[str], save_values: str | None, force: bool
) -> tuple[Any, ...]:
    """What is asked for, in the order in which it is told of an operation: a trap stops behind all others."""
    from interpreter.debug import SaveValues, Step, Trace, Trap, Watch

    return (
        *([Step(write=say)] if step else []),
        *([Trace(say)] if trace else []),
        *([Watch(*watch, write=say)] if watch else []),
        *([SaveValues(save_values, overwrite=force)] if save_values is not None else []),
        *([Trap(*dict.fromkeys(trap))] if trap else []),
    )
