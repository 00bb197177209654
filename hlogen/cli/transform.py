"""``hlogen transform``: writes a program in another form that computes the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from hlogen.cli.loudness import tell, tell_more, verbose_option
from hlogen.cli.output import Output, changes_text, output_options
from hlogen.cli.shared_options import program_argument
from hlogen.cli.source import program_of
from hlogen.errors import UsageError

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import Module
    from hlogen.transform.deterministic_fold import By

# In the order in which they run: what is decomposed is rewritten further, batches are recognised before other rewrites
# hide them, what became simpler is merged and dropped, and what every backend runs alike is said of the program as it
# is written.
_TRANSFORMS = {
    "decompose": "Write operations as what they are defined to be by others: batch_norm_training, einsum, cholesky ...",
    "inline": "Write out calls; private functions that nothing calls any more go.",
    "raise_batching_dims": "Make explicit batching dims of gathers and scatters whose indices count their batches.",
    "simplify": "Write gathers and scatters that are slices, transposes and the like as what they are, where proved.",
    "canonicalize": "Write operations that are something simpler as that: moves in a row, known integers and branches.",
    "cse": "Merge operations that do the same.",
    "dce": "Drop what nothing uses: operations, what loops carry, functions.",
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
@click.option(
    "--pass",
    "passes",
    multiple=True,
    metavar="NAME",
    help="A transform by the name of its flag, in an order of your own: --pass cse --pass dce, or --pass cse,dce.",
)
@click.option(
    "--refine",
    "types",
    multiple=True,
    metavar="TYPE",
    help="Make dynamic shapes static, before all else: for each argument its type, such as 8x4xf32, or - as it is.",
)
@click.option(
    "--by",
    type=click.Choice(["rounds", "turns"]),
    help="With --deterministic, how updates are folded: in rounds, for GPUs (if not given), or in turns of single "
    "updates, which CPUs run faster. The bits are the same.",
)
@output_options
@verbose_option("Also say which operations were changed, and where they stand.")
def command(
    source: str,
    passes: tuple[str, ...],
    types: tuple[str, ...],
    by: By | None,
    output: str | None,
    force: bool,
    form: str | None,
    target: str | None,
    **wanted: bool,
) -> None:
    """Write a program in another form that computes the same.

    \b
    hlogen transform program.mlir --simplify
    hlogen transform program.mlir --decompose --portable -o plain.mlir
    hlogen transform program.mlir --pass inline,canonicalize,cse,dce -v
    hlogen transform program.mlir --refine 8x4xf32 --refine - --canonicalize
    hlogen transform program.mlir --deterministic --by turns

    Several transforms run in the order in which they are listed here; with --pass, in the order that you say, and as
    often. What each of them did is said on standard error.

    \b
    Exit codes:
      0  written, also where there was nothing to rewrite
      1  the program breaks constraints
      2  the file can't be read, or wrong usage
    """
    flags = [name for name in _TRANSFORMS if wanted[name]]
    names = [name.strip() for given in passes for name in given.split(",")]
    if not flags and not names and not types:
        some = ", ".join(_FLAGS.values())
        raise UsageError(f"nothing to do; give at least one of {some}, --pass NAME or --refine TYPE")
    if flags and names:
        raise UsageError(
            f"flags have an order of their own, and can't go with --pass\n"
            f"  fix: say all of them by --pass: --pass {','.join([*flags, *names])}".replace("_", "-")
        )
    if by is not None and "deterministic" not in [*flags, *names]:
        raise UsageError("--by is for --deterministic; add it")
    destination = Output(output, force, form, target)
    _check(names)
    module = program_of(source)
    if types:
        module = _refined(module, types)
    for name in flags or names:
        module = _transformed(module, name, by if name == "deterministic" else None)
    destination.write(module)


def _refined(module: Module, types: tuple[str, ...]) -> Module:
    from hlogen.transform import refine

    module = refine(module, [None if type == "-" else type for type in types])
    tell(f"refine: arguments are {', '.join(types)}", err=True)
    return module


def _check(names: list[str]) -> None:
    """UsageError for a name of no transform, before the program is read."""
    if names:
        from hlogen.transform.pipeline import by_name  # numpy, which help does without

        for name in names:
            by_name(name)


def _transformed(module: Module, name: str, by: By | None) -> Module:
    """What a transform makes of the program; `by` is for the one that is deterministic."""
    from hlogen.transform import changes, deterministic
    from hlogen.transform.pipeline import by_name

    with changes() as done:
        module = by_name(name)(module) if by is None else deterministic(module, by)
    tell(f"{name.replace('_', '-')}: {changes_text(done)}", err=True)
    for change in done:
        tell_more(f"  {change}", err=True)
    return module
