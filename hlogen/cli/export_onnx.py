"""``hlogen export-onnx``: writes a program as an ONNX model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hlogen.cli.complete import files
from hlogen.cli.custom_rules import custom_rules_option
from hlogen.cli.files import check_target
from hlogen.cli.loudness import quiet_option, tell
from hlogen.cli.shared_options import entry_option, force_option, program_argument
from hlogen.cli.source import program_of
from hlogen.errors import UsageError
from hlogen.lint.formats import count

_OPSETS = "from 18 to 26"


def _opset(ctx: click.Context, param: click.Parameter, value: str) -> int:
    del ctx, param
    try:
        return int(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is no number {_OPSETS}") from None


def _axes(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, dict[int, str]]:
    del ctx, param
    found: dict[str, dict[int, str]] = {}
    for value in values:
        place, _, label = value.partition("=")
        name, _, dimension = place.rpartition(":")
        if not (name and dimension.isdecimal() and label):
            raise click.BadParameter(f"{value!r} isn't INPUT:DIMENSION=NAME, such as x:0=batch")
        found.setdefault(name, {})[int(dimension)] = label
    return found


@click.command("export-onnx")
@program_argument()
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    shell_complete=files,
    help="The model to write, such as model.onnx.",
)
@click.option(
    "--opset",
    metavar="N",
    callback=_opset,
    default="21",
    show_default=True,
    help=f"The opset of the model, {_OPSETS}.",
)
@entry_option("write")
@click.option(
    "--dynamic-axis",
    "dynamic_axes",
    metavar="INPUT:DIMENSION=NAME",
    multiple=True,
    callback=_axes,
    help="What the model calls a dynamic dimension of an input, such as x:0=batch. Those of one name have one size.",
)
@click.option(
    "--external-data/--no-external-data",
    default=True,
    show_default=True,
    help="Write constants of 1 MiB and more to FILE.data next to the model.",
)
@custom_rules_option()
@force_option("Let --output replace files that exist.")
@quiet_option("Don't say what was written.")
def command(
    source: str,
    output: str,
    opset: int,
    entry: str | None,
    dynamic_axes: dict[str, dict[int, str]],
    external_data: bool,
    force: bool,
) -> None:
    """Write a program as an ONNX model.

    \b
    hlogen export-onnx program.mlir -o model.onnx
    hlogen export-onnx train.py:step -o step.onnx --dynamic-axis x:0=batch

    Gathers, scatters and what surrounds them give what the specification says, whatever the indices are, on
    onnxruntime with any number of threads. All that has no form in ONNX is listed before anything is written. What is
    written has passed ONNX's checker and its strict shape inference. Dynamic dimensions stay dynamic: the model runs
    with any size there.

    SCRIPT.py[:NAME] and FILE are those of `hlogen emit`. Needs the package onnx: pip install "hlogen[onnx]".

    \b
    Exit codes:
      0  written
      1  the program breaks constraints
      2  it has no form in ONNX, the file can't be written, or wrong usage
    """
    from hlogen.export.onnx import save, to_onnx  # brings onnx

    if output == "-":
        raise UsageError("a model is written to a file, not to standard output; name one, such as --output model.onnx")
    path = Path(output)
    check_target(path, force)
    model = to_onnx(program_of(source), opset, entry=entry, dynamic_axes=dynamic_axes)
    model_file, *others = save(model, path, external_data=external_data, overwrite=force)
    written = [f"{output} ({count(len(model.graph.node), 'node')}, opset {opset}{_size(model_file)})"]
    written += [f"{file} ({_size(file)[2:]})" for file in others]
    tell(f"wrote {' and '.join(written)}", err=True)


def _size(file: Path) -> str:
    return f", {count(file.stat().st_size, 'byte')}" if file.is_file() else ""
