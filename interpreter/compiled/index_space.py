"""What gathers and scatters have in common: positions in arrays, and index vectors."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.ir import ElementType
from interpreter.compiled.elements import Held, held
from interpreter.compiled.emit import Emitter

Shape = tuple[int, ...]


def strides_of(shape: Sequence[int]) -> list[int]:
    """How many elements apart neighbours are along each dimension, in row-major order."""
    found, step = [], 1
    for size in reversed(shape):
        found.append(step)
        step *= size
    return found[::-1]


def index_vector(
    emit: Emitter, pointer: str, shape: Shape, vector_dim: int, type: ElementType, count: int, batch: Sequence[str]
) -> list[str]:
    """The `count` components of the index vector for a batch index, as signed 64-bit numbers."""
    strides, of_elements = strides_of(shape), held(type)
    dims = [d for d in range(len(shape)) if d != vector_dim]
    first = position(emit, batch, [strides[d] for d in dims])
    step = strides[vector_dim] if vector_dim < len(shape) else 0
    loaded = (emit.load(of_elements, pointer, emit.sum([first, str(number * step)])) for number in range(count))
    return [to_position(emit, of_elements, component) for component in loaded]


def position(emit: Emitter, index: Sequence[str], strides: Sequence[int]) -> str:
    """Of the element at an index."""
    return emit.sum([emit.times(at, stride) for at, stride in zip(index, strides, strict=True)])


def clamped(emit: Emitter, number: str, low: int, high: int) -> str:
    return emit.maximum(emit.minimum(number, str(high)), str(low))


def to_position(emit: Emitter, type: Held, component: str) -> str:
    if type.width < 64:
        extends = "sext" if type.kind == "signed" else "zext"
        return emit.let(f"{extends} {type.value} {component} to i64")
    if type.kind == "unsigned":  # beyond what is counted in, and beyond any array
        return emit.call("llvm.umin.i64", "i64", f"i64 {component}", f"i64 {(1 << 63) - 1}")
    return component
