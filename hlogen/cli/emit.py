"""``hlogen emit``: writes the program of a Python script or of a file as text, bytecode or portable artifact."""

from __future__ import annotations

import click

from hlogen.cli.output import Output, output_options
from hlogen.cli.shared_options import program_argument
from hlogen.cli.source import program_of


@click.command("emit")
@program_argument()
@output_options
def command(source: str, output: str | None, force: bool, form: str | None, target: str | None) -> None:
    """Write the program that a Python script builds.

    \b
    hlogen emit windows.py -o windows.mlir
    hlogen emit train.py:step --target 1.0.0 -o step.mlirbc

    SCRIPT.py is run as an import would (not what stands under `if __name__ == "__main__":`). NAME chooses among its
    programs: functions made with hlogen.function, what hlogen.module and hlogen.from_jax made, functions of JAX (jitted
    or not) and modules of PyTorch. One of the latter, say `step`, is traced with the example arguments beside it:
    `step_args = (params, x)`, a tuple of arrays, numbers and jax.ShapeDtypeStruct in pytrees, `step_kwargs` for those
    by name, or functions that return these. FILE is a program as .mlir, .mlirbc or portable artifact, to write it in
    another form. Whatever is written has passed upstream's verifier.

    \b
    Exit codes:
      0  written
      1  the program breaks constraints
      2  the script fails, or wrong usage
    """
    destination = Output(output, force, form, target)
    destination.write(program_of(source))
