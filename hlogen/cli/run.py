"""``hlogen run``: a program on arrays, by hlogen's interpreter or by another backend."""

from __future__ import annotations

import click
import numpy as np

from hlogen.cli.arrays import Array, check_output, read_arguments, write_results
from hlogen.cli.paint import paint
from hlogen.cli.source import program_of
from hlogen.conform.known_differences import met
from hlogen.conform.oracles import BACKENDS, backend
from hlogen.ir.module import Function
from hlogen.lint.formats import count
from interpreter.program import entry_function


@click.command("run")
@click.argument("source", metavar="SCRIPT.py[:NAME]|FILE|-")
@click.option(
    "-i",
    "--input",
    "inputs",
    metavar="FILE|VALUE",
    multiple=True,
    help="An .npy file, an .npz file, or a value such as '[[1, 2], [3, 4]]'. Repeat it for several.",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write the results to a new .npz file, or one result to an .npy file."
)
@click.option("--force", is_flag=True, help="Let --output replace a file that exists.")
@click.option("--backend", "backend_name", type=click.Choice(list(BACKENDS)), default="interpreter", show_default=True)
@click.option("--entry", metavar="NAME", default="main", show_default=True, help="The function to run.")
def command(
    source: str, inputs: tuple[str, ...], output: str | None, force: bool, backend_name: str, entry: str
) -> None:
    """Run a program on NumPy arrays and print its results.

    The program is checked first: one that breaks the specification isn't run, its violations are printed instead.

    The arrays fill the arguments of the function in order; those of an .npz file go by name where all are named after
    the arguments (arg0, arg1, ..), and where only some are, nothing is run. bf16, f8, i4 and other types that .npy
    files don't know are read from their raw bytes.

    \b
    Exit codes:
      0  it ran
      1  the program breaks constraints, or a check inside of it fails
      2  it can't be read or run, or wrong usage
    """
    module = program_of(source)
    function = entry_function(module, entry)
    arguments = read_arguments(inputs, function)
    if output is not None:
        check_output(output, len(function.type.results), force)
    results = backend(backend_name).run(module, *arguments, entry=entry)
    for difference in met(backend_name, module):
        click.echo(f"warning: these results may be wrong ({difference.id}): {difference.reason}", err=True)
    if output is None:
        _print(function, results)
    else:
        write_results(output, results, force)
        click.echo(f"wrote {count(len(results), 'result')} to {output}")


def _print(function: Function, results: tuple[Array, ...]) -> None:
    if not results:
        click.echo(f"@{function.name} ran; it has no results")
    for index, (type, value) in enumerate(zip(function.type.results, results, strict=True)):
        click.echo(f"{paint(f'result {index}', 'place')}: {type}")
        click.echo(_abbreviated(value))


def _abbreviated(value: Array) -> str:
    with np.printoptions(threshold=200, edgeitems=3, linewidth=100):
        return str(value)
