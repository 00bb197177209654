"""``hlogen parallel --infeed FILE``: what the `infeed` operations of each process read, from .npy and .npz files."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.cli.arrays import Array, read_arrays
from hlogen.errors import UsageError
from hlogen.ir.dtypes import as_elements
from hlogen.ir.module import Module
from hlogen.ir.types import TensorType, Type
from hlogen.lint.formats import count


def read_infeed(files: Sequence[str], module: Module, processes: int) -> list[list[tuple[Array, ...]]]:
    """What each process reads, one entry after the other: as many arrays in each as an `infeed` operation gives.

    One file is for all processes alike, several are one for each, in the order of replica_id * P + partition_id.
    """
    if len(files) not in (1, processes):
        raise UsageError(
            f"--infeed names {count(len(files), 'file')} for {processes} process{'' if processes == 1 else 'es'}; "
            "give one for each of them, or one for all"
        )
    kinds = {tuple(value.type for value in op.results[:-1]) for op in module.walk() if op.name == "stablehlo.infeed"}
    if not kinds:
        raise UsageError("--infeed: the program has no stablehlo.infeed, which would read it")
    widths = {len(types) for types in kinds}
    if len(widths) > 1 or 0 in widths:
        listed = ", ".join(map(str, sorted(widths)))
        raise UsageError(
            f"--infeed: the stablehlo.infeed operations of the program give {listed} arrays, so a file doesn't say "
            "which array is whose; give interpreter.run_parallel the infeed"
        )
    (width,) = widths
    types = next(iter(kinds)) if len(kinds) == 1 else (None,) * width
    feeds = [_entries(file, types) for file in files]
    return feeds if len(feeds) == processes else feeds * processes


def _entries(file: str, types: Sequence[Type | None]) -> list[tuple[Array, ...]]:
    width = len(types)
    arrays = [given.value for given in read_arrays(file, "--infeed") if given.value is not None]
    if not arrays or len(arrays) % width:
        raise UsageError(
            f"--infeed {file} holds {count(len(arrays), 'array')}, but each stablehlo.infeed reads {width}"
            + ("; name an .npy or .npz file" if not arrays else "")
        )
    entries = [arrays[start : start + width] for start in range(0, len(arrays), width)]
    return [tuple(map(_typed, entry, types)) for entry in entries]


def _typed(array: Array, type: Type | None) -> Array:
    """Raw bytes as elements of the type, where NumPy's files don't know it."""
    return as_elements(array, type.element_type) if isinstance(type, TensorType) else array
