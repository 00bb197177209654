"""``hlogen jvp``: writes the program of a program's directional derivatives."""

from __future__ import annotations

import click

from hlogen.cli.custom_rules import custom_rules_option
from hlogen.cli.derived import arguments_of, transformed
from hlogen.cli.output import Output, output_options
from hlogen.cli.shared_options import entry_option, program_argument
from hlogen.cli.source import program_of


@click.command("jvp")
@program_argument()
@click.option(
    "--wrt",
    metavar="ARGUMENTS",
    help="Numbers or names of the arguments to derive, such as 0,2; all that have floats or complex numbers if absent.",
)
@custom_rules_option()
@entry_option("derive")
@output_options
def command(
    source: str,
    wrt: str | None,
    entry: str | None,
    output: str | None,
    force: bool,
    form: str | None,
    target: str | None,
) -> None:
    """Write the program of a program's derivatives along tangents.

    \b
    hlogen jvp program.mlir -o derivative.mlir
    hlogen jvp program.mlir --wrt 0,2

    Its @main takes the arguments of the program, then a tangent for each argument in --wrt. It returns the program's
    results, then the tangent of each one that has floats or complex numbers.

    \b
    Exit codes:
      0  written
      1  the program breaks constraints
      2  an operation has no derivative, the file can't be read, or wrong usage
    """
    destination = Output(output, force, form, target)
    wanted = arguments_of(wrt)
    program = program_of(source)
    from hlogen.autodiff.derivatives import jvp  # numpy, which help does without

    destination.write(transformed(lambda: jvp(program, wanted, name="main", entry=entry)))
