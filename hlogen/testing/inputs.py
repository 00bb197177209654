"""What programs are run on in an assertion: what is given, or what is drawn by a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hlogen.builder.function import Function
from hlogen.conform.drawn import draw
from hlogen.door import described as described_value
from hlogen.errors import UsageError
from hlogen.ir import TensorType, Type
from interpreter.debug.statistics import described
from interpreter.values.array import Array

# What dimensions have that only the run knows, all of them the same: it fits where types leave open what has to.
_SIZES = (3, 1, 0, 8)


def flat(program: object, inputs: Sequence[Any]) -> list[Any]:
    """The arguments of a program of trees, as they are given to it in Python or flat, one by one."""
    if not isinstance(inputs, (list, tuple)):
        raise UsageError(f"inputs is a list of arguments, not {described_value(inputs)}")
    return [*(program.leaves(inputs) if isinstance(program, Function) else inputs)]


def require_seed(seed: int) -> None:
    """Raises UsageError for what NumPy takes for no seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise UsageError(f"seed is a whole number from 0 on, not {seed!r}")


def drawn(types: Sequence[Type], seed: int) -> Iterator[list[Array]]:
    """Arrays of these types, several times where sizes are open, as `hlogen run --random` draws them."""
    for number, type in enumerate(types):
        if not isinstance(type, TensorType):
            raise UsageError(f"argument {number} is a {type}, which can't be drawn; give inputs")
    is_open = any(not type.is_static for type in types if isinstance(type, TensorType))
    for size in _SIZES if is_open else (0,):
        yield [draw(number, _sized(type, size), seed) for number, type in enumerate(types)]


def _sized(type: Type, size: int) -> Type:
    assert isinstance(type, TensorType)
    bounds = type.bounds or (None,) * type.rank
    sizes = (size if bound is None else min(size, bound) for bound in bounds)
    return type.with_shape(tuple(s if known is None else known for known, s in zip(type.shape, sizes, strict=True)))


def told(names: Sequence[str], types: Sequence[Type], arrays: Sequence[Any], seed: int | None) -> list[str]:
    """Lines about the inputs of a run; `seed` is None where they were given."""
    lines = ["on inputs that were given:" if seed is None else f"on inputs drawn with seed={seed}:"]
    return lines + [
        f"  {name}: {type}: {described(array)}" for name, type, array in zip(names, types, arrays, strict=True)
    ]
