"""Mistakes about operands and attributes: read as another type, in another order, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hlogen.fuzz.causes.registry import cause
from hlogen.fuzz.causes.wrong import Results, Wrong
from hlogen.fuzz.elements import Array
from hlogen.ir import IntegerType, TensorType, dtype_of
from hlogen.ir.types import I1


@cause("reads unsigned integers as signed", across_operations=True)
def signed(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None or alone.op.regions:
        return

    def flipped(type: TensorType) -> TensorType:
        element = type.element_type
        if isinstance(element, IntegerType) and element.is_unsigned and element != I1:
            return type.with_element_type(IntegerType(element.width))
        return type

    types = tuple(map(flipped, alone.types))
    results = tuple(each.type for each in alone.op.results if isinstance(each.type, TensorType))
    if types == alone.types:
        return
    operands = tuple(array.view(dtype_of(type.element_type)) for array, type in zip(alone.operands, types, strict=True))
    changed = replace(alone, types=types, operands=operands)
    others = (results,) if alone.name == "convert" else ()
    for wanted in dict.fromkeys((tuple(map(flipped, results)), *others)):
        found = changed.run(wanted)
        if found is not None:
            yield tuple(
                one if one.dtype == other.dtype else one.view(other.dtype)
                for one, other in zip(found, wrong.got, strict=True)
            )


@cause("takes subnormal numbers for zeros", across_operations=True)
def flushed(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    for signed in (True, False):
        results = tuple(_flushed(each, signed) for each in wrong.expected)
        yield results
        if alone is not None:
            inputs = replace(alone, operands=tuple(_flushed(each, signed) for each in alone.operands)).run()
            yield inputs
            if inputs is not None:
                yield tuple(_flushed(each, signed) for each in inputs)


def _flushed(array: Array, signed: bool) -> Array:
    if array.dtype.kind == "c":
        whole = np.empty_like(array)
        whole.real, whole.imag = _flushed(array.real, signed), _flushed(array.imag, signed)
        return whole
    tiny = _SMALLEST_NORMAL.get(array.dtype.name)
    if tiny is None:
        return array
    with np.errstate(all="ignore"):
        is_small = (array != 0) & (np.abs(array.astype(np.float64)) < tiny)
        zeros = np.copysign(0.0, array.astype(np.float64)) if signed else np.zeros(array.shape)
        return np.where(is_small, zeros.astype(array.dtype), array)


_SMALLEST_NORMAL = {"float16": 2.0**-14, "bfloat16": 2.0**-126, "float32": 2.0**-126, "float64": 2.0**-1022}


@cause("takes operands in another order")
def crossed(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None:
        return
    for at in range(len(alone.operands)):
        for other in range(at):
            if alone.types[at] == alone.types[other]:
                operands = list(alone.operands)
                operands[at], operands[other] = operands[other], operands[at]
                yield replace(alone, operands=tuple(operands)).run()
