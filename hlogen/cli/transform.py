"""``hlogen transform``: writes a program in another form that computes the same."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from hlogen.cli.loudness import tell
from hlogen.cli.output import Output, output_options, rewritten_text
from hlogen.cli.shared_options import program_argument
from hlogen.cli.source import program_of
from hlogen.errors import UsageError

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import Module

# In the order in which they run: what is decomposed is rewritten further, batches are recognised before other rewrites
# hide them, and what every backend runs alike is said of the program as it is written.
_TRANSFORMS = {
    "decompose": "Write operations as what they are defined to be by others: batch_norm_training, einsum, cholesky ...",
    "raise_batching_dims": "Make explicit batching dims of gathers and scatters whose indices count their batches.",
    "simplify": "Write gathers and scatters that are slices, transposes and the like as what they are, where proved.",
    "expand_batching_dims": "Write batching dims as indices that count batches, which readers before 1.1.0 know.",
    "deterministic": "Give scatters that vary with the order of updates one order: the same bits on every run.",
    "portable": "Avoid what backends are known to get wrong, except where it's proved not to happen.",
}
_FLAGS = {name: f"--{name.replace('_', '-')}" for name in _TRANSFORMS}


def _flags(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command one flag for each transform."""
    for name, explanation in reversed(_TRANSFORMS.items()):
        command = click.option(_FLAGS[name], name, is_flag=True, help=explanation)(command)
    return command


@click.command("transform")
@program_argument()
@_flags
@output_options
def command(source: str, output: str | None, force: bool, form: str | None, target: str | None, **wanted: bool) -> None:
    """Write a program in another form that computes the same.

    \b
    hlogen transform program.mlir --simplify
    hlogen transform program.mlir --decompose --portable -o plain.mlir

    Several transforms run in the order in which they are listed here. How many operations each of them rewrote is said
    on standard error.

    \b
    Exit codes:
      0  written, also where there was nothing to rewrite
      1  the program breaks constraints
      2  the file can't be read, or wrong usage
    """
    if not any(wanted.values()):
        raise UsageError(f"nothing to do; give at least one of {', '.join(_FLAGS.values())}")
    destination = Output(output, force, form, target)
    module = program_of(source)
    for name in _TRANSFORMS:
        if wanted[name]:
            module = _transformed(module, name)
    destination.write(module)


def _transformed(module: Module, name: str) -> Module:
    from hlogen.transform.rewrite import counted  # numpy, which help does without

    transform = getattr(import_module("hlogen.transform"), name)
    with counted() as counts:
        module = transform(module)
    tell(f"{name.replace('_', '-')}: {rewritten_text(counts)}", err=True)
    return module
