"""``hlogen vmap``: writes the program that runs a program on a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hlogen.cli.custom_rules import custom_rules_option
from hlogen.cli.derived import listed, transformed
from hlogen.cli.output import Output, output_options
from hlogen.cli.shared_options import entry_option, program_argument
from hlogen.cli.source import program_of
from hlogen.errors import UsageError

if TYPE_CHECKING:
    from hlogen.builder.function import Function


@click.command("vmap")
@program_argument()
@click.option("--size", metavar="N", type=click.IntRange(min=0), required=True, help="The size of the batch.")
@click.option(
    "--in-axes",
    metavar="AXES",
    default="0",
    show_default=True,
    help="The batch dimension of each argument, none for one that isn't batched: 0,none,1. One entry stands for all.",
)
@click.option(
    "--out-axes", metavar="AXES", default="0", show_default=True, help="The same of each result, such as 0,1."
)
@click.option("--axis-name", metavar="NAME", help="What hl.psum and its kin in the program call the batch's axis.")
@custom_rules_option()
@entry_option("batch")
@output_options
def command(
    source: str,
    size: int,
    in_axes: str,
    out_axes: str,
    axis_name: str | None,
    entry: str | None,
    output: str | None,
    force: bool,
    form: str | None,
    target: str | None,
) -> None:
    """Write the program that runs a program on a batch.

    \b
    hlogen vmap program.mlir --size 32
    hlogen vmap program.mlir --size 32 --in-axes 0,none

    The arguments and results of its @main have one more dimension than those of the program, of the batch's size.

    \b
    Exit codes:
      0  written
      1  the program breaks constraints
      2  an operation can't be batched, the file can't be read, or wrong usage
    """
    destination = Output(output, force, form, target)
    ins, outs = _axes("--in-axes", in_axes), _axes("--out-axes", out_axes)
    program = program_of(source)
    from hlogen.autodiff.vmap import vmap  # numpy, which help does without

    def batch() -> Function:
        return vmap(program, ins, outs, axis_size=size, axis_name=axis_name, name="main", entry=entry)

    destination.write(transformed(batch))


def _axes(option: str, text: str) -> int | list[int | None] | None:
    form = "dimensions and none, with commas between them, such as 0,none,1"
    entries: list[int | None] = []
    for entry in listed(text, option, form):
        if isinstance(entry, str) and entry.lower() != "none":
            raise UsageError(f"{option} takes {form}, not {text!r}")
        entries.append(entry if isinstance(entry, int) else None)
    return entries[0] if len(entries) == 1 else entries
