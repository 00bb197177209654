"""``hlogen grad``: writes the program of a program's gradients."""

from __future__ import annotations

import sys

import click

from hlogen.cli.custom_rules import custom_rules_option
from hlogen.cli.derived import arguments_of, transformed
from hlogen.cli.output import Output, output_options
from hlogen.cli.run_options import INPUT
from hlogen.cli.shared_options import entry_option, program_argument
from hlogen.cli.source import program_of
from hlogen.errors import UsageError


@click.command("grad")
@program_argument()
@click.option(
    "--wrt",
    metavar="ARGUMENTS",
    help="Numbers or names of the arguments to derive, such as 0,2; all that have floats or complex numbers if absent.",
)
@custom_rules_option()
@entry_option("derive")
@click.option("--check", is_flag=True, help="Hold the program's derivatives against differences; write nothing.")
@click.option(
    "--order", metavar="N", type=click.IntRange(min=1), help="With --check, up to the N-th derivatives; 2 if not given."
)
@INPUT
@click.option("--seed", metavar="N", type=click.IntRange(min=0), help="With --check, where what is drawn starts.")
@output_options
def command(
    source: str,
    wrt: str | None,
    check: bool,
    order: int | None,
    inputs: tuple[str, ...],
    seed: int | None,
    entry: str | None,
    output: str | None,
    force: bool,
    form: str | None,
    target: str | None,
) -> None:
    """Write the program of a program's gradients.

    \b
    hlogen grad loss.mlir -o gradient.mlir
    hlogen grad train.py:loss --wrt 0,2
    hlogen grad train.py:loss --check

    Its @main takes the arguments of the program, then a cotangent for each result that has floats or complex numbers
    (1 for a loss). It returns the program's results, then a gradient for each argument in --wrt.

    With --check it derives by all arguments, and says of the derivatives whether they are those that differences show,
    what is wrong or NaN, by which operation, and where the program has no derivative.

    \b
    Exit codes:
      0  written, or right
      1  the program breaks constraints, or derivatives are wrong
      2  no derivative could be judged, an operation has no derivative, the file can't be read, or wrong usage
    """
    if check:
        if wrt is not None or output is not None or form is not None or target is not None or force:
            raise UsageError(
                "--check derives by all arguments and writes nothing; leave out --wrt, --output and its kin"
            )
        from hlogen.cli.grad_check import check_gradients  # the interpreter, which help does without

        sys.exit(check_gradients(source, inputs, entry, order or 2, seed or 0))
    if inputs or order is not None or seed is not None:
        raise UsageError("--input, --order and --seed are for --check; add it")
    destination = Output(output, force, form, target)
    wanted = arguments_of(wrt)
    program = program_of(source)
    from hlogen.autodiff.derivatives import vjp  # numpy, which help does without

    destination.write(transformed(lambda: vjp(program, wanted, name="main", entry=entry)))
