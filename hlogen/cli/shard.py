"""``hlogen shard``: how XLA splits a program over devices, what they say to each other, and a run on all of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from hlogen.cli.loudness import is_quiet, quiet_option, tell
from hlogen.cli.run_options import INPUT
from hlogen.cli.say import say
from hlogen.cli.shared_options import entry_option, force_option, format_option, output_option, program_argument
from hlogen.cli.source import program_of
from hlogen.errors import UsageError
from hlogen.lint.formats import count

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.conform.sharded import Partitioned


@click.command("shard")
@program_argument()
@click.option(
    "--devices",
    metavar="N",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    help="How many devices there are; the program's mesh may take fewer.",
)
@entry_option("split", default="main")
@INPUT
@output_option("With --input, write the results to a new .npz or .npy file.")
@force_option()
@format_option("text", "json")
@quiet_option("Say nothing but what is wrong; what --format json and --output ask for is there.")
def command(
    source: str, devices: int, entry: str, inputs: tuple[str, ...], output: str | None, force: bool, style: str
) -> None:
    """Show how XLA splits an annotated program over devices, and which collectives it needs.

    \b
    hlogen shard program.mlir --devices 4
    hlogen shard program.mlir -i x.npy -o result.npy

    The program says with Shardy's annotations what is split: a mesh (sdy.mesh) and an sdy.sharding for each argument
    and result. XLA's partitioner splits it for that many devices of this machine's CPU. Arguments and results without
    an annotation are split as XLA finds.

    With --input it is run on all devices, on arrays as `hlogen run` takes them: they are split, results put together.

    \b
    Exit codes:
      0  it was split, and run where asked to
      1  the program breaks constraints
      2  it can't be read, split or run, or wrong usage

    JSON: {devices, mesh, arguments, results, collectives, counts, bytes_moved}. An argument or result is {type, piece};
    a collective is {kind, type, group, bytes_moved}, and the bytes are those that go between all devices.
    """
    if (output is not None or force) and not inputs:
        raise UsageError("--output and --force are about results; give the arguments with --input")
    if inputs and output is None and style == "json":
        raise UsageError("--format json has no place for results; name a file for them with --output")
    from hlogen.cli.arrays import check_output, read_arguments, write_results  # NumPy, which help does without
    from hlogen.cli.results import print_results
    from hlogen.conform.sharded import partition
    from interpreter.plan.program import entry_function

    module = program_of(source)
    function = entry_function(module, entry)
    arguments = read_arguments(inputs, function) if inputs else None
    if output is not None:
        check_output(output, len(function.type.results), force)
    partitioned = partition(module, devices, entry=entry)
    if style == "json":
        say(_json(partitioned))
    else:
        tell(str(partitioned))
    if arguments is None:
        return
    results = partitioned.run(*arguments)
    if output is not None:
        write_results(output, results, force)
        tell(f"wrote {count(len(results), 'result')} to {output}", err=style == "json")
    elif style == "text" and not is_quiet():
        print_results(function, results)


def _json(partitioned: Partitioned) -> str:
    pieces = {
        what: [{"type": str(piece.type), "piece": str(piece.type.with_shape(piece.shape))} for piece in found]
        for what, found in (("arguments", partitioned.arguments), ("results", partitioned.results))
    }
    collectives = [
        {"kind": one.kind, "type": one.type, "group": one.group, "bytes_moved": one.bytes_moved}
        for one in partitioned.operations
    ]
    content = {
        "devices": partitioned.devices,
        "mesh": dict(partitioned.mesh),
        **pieces,
        "collectives": collectives,
        "counts": partitioned.collectives,
        "bytes_moved": partitioned.bytes_moved,
    }
    return json.dumps(content, indent=2)
