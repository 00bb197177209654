"""``hlogen conform shrink``: the smallest program that shows what is wrong, and a bug report."""

from __future__ import annotations

import click

from hlogen.cli.conform.choice import suite_option
from hlogen.cli.loudness import quiet_option
from hlogen.cli.shared_options import backend_argument, force_option, output_option


@click.command("shrink")
@backend_argument()
@click.argument("case_id", metavar="CASE")
@suite_option()
@output_option("The program to write, FILE.mlir; the case's name if not given.")
@force_option("Replace files that exist.")
@quiet_option("Say nothing of what is tried and written.")
@click.option(
    "--ulps", metavar="N", type=click.IntRange(0), default=0, help="What exponential and its like may be off."
)
def command(
    backend_name: str, case_id: str, suite: tuple[str, ...], output: str | None, force: bool, ulps: int
) -> None:
    """Write the smallest program that shows what is wrong with CASE on BACKEND, and the text of a bug report.

    \b
    hlogen conform shrink mine.toml scatter/index_extremes_of_i8@arguments

    CASE is an id as `hlogen conform run` shows it, such as scatter/index_extremes_of_i8@arguments; without a form, the
    first that isn't right. Beside FILE.mlir come FILE.npz with its arguments, where it has any, and FILE.md.

    \b
    Exit codes:
      0  written
      2  the case is right here, there is no such case, or wrong usage
    """
    from hlogen.cli.conform.shrunk import write_shrunk  # NumPy, which help does without

    write_shrunk(backend_name, case_id, suite, output, force, ulps)
