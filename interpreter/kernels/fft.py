"""Fourier transforms (spec: fft), along the last dimensions, as many as fft_length has.

Computed in f64 (complex128) and rounded once. An inverse real transform reads of its operand what the transform of a
real tensor has: the imaginary parts that would be zero there, of the first element and the middle one, change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import FloatType, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Shape, Sizes
from interpreter.kernels.numerics import computed, element_type, is_complex, unsupported, working_dtype
from interpreter.kernels.registry import Planner, kernel
from interpreter.kernels.working import F64_BYTES
from interpreter.values.array import Array
from interpreter.values.attributes import enum, integers

_FFT_TYPES = ("FFT", "IFFT", "RFFT", "IRFFT")


def memory_of_fft(op: Operation, sizes: Sizes) -> int:
    """The operand in f64, what a dimension before the last gives, and the result until it is rounded."""
    operand, result = op.operands[0], op.result
    given, found = element_type(operand.type), element_type(result.type)
    of_operand, of_result = (working_dtype(type, wide=True) for type in (given, found))
    in_complex = 2 * F64_BYTES * sizes.count(result if is_complex(found) else operand)
    between = in_complex if len(integers(op, "fft_length")) > 1 else 0
    converted = of_operand.itemsize * sizes.count(operand) if of_operand != dtype_of(given) else 0
    if of_result == dtype_of(found):
        return converted + between
    wide = of_result.itemsize * sizes.count(result)
    return max(converted + between + wide - sizes.bytes(result), wide)


def shape_of_fft(op: Operation, shapes: Sequence[Shape | None], number: int) -> Shape | None:
    (shape,), fft_type, lengths = shapes, enum(op, "fft_type"), integers(op, "fft_length")
    if not shape or fft_type in ("FFT", "IFFT"):
        return shape
    return (*shape[:-1], lengths[-1] if fft_type == "IRFFT" else _half(shape[-1]))


@kernel("stablehlo.fft", shape=shape_of_fft, makes=Makes.NUMBERS, memory=memory_of_fft, sums=True)
def fft(op: Operation, planner: Planner) -> Run:
    fft_type, fft_length = enum(op, "fft_type"), integers(op, "fft_length")
    if fft_type not in _FFT_TYPES:
        raise ExecutionError(f"fft_type is {fft_type}, expected one of {', '.join(_FFT_TYPES)}")
    type, result_type = element_type(op.operands[0].type), element_type(op.result.type)
    if is_complex(type) == (fft_type == "RFFT") or not (
        is_complex(type) or type in (FloatType("f32"), FloatType("f64"))
    ):
        raise unsupported(op, type)
    transform = computed(_transform(fft_type, fft_length), type, result_type, wide=True)
    dtype = dtype_of(result_type)

    def run(operand: Array) -> Any:
        shape = _result_shape(operand.shape, fft_type, fft_length)
        return transform(operand) if 0 not in shape else np.zeros(shape, dtype)

    return run


def _transform(fft_type: str, fft_length: tuple[int, ...]) -> Callable[[Array], Any]:
    axes = range(-len(fft_length), 0)
    if fft_type == "FFT":
        return lambda x: np.fft.fftn(x, axes=axes)
    if fft_type == "IFFT":
        return lambda x: np.fft.ifftn(x, axes=axes)
    if fft_type == "RFFT":
        return lambda x: np.fft.rfftn(x, axes=axes)
    return lambda x: np.fft.irfftn(x, fft_length, axes)


def _result_shape(shape: tuple[int, ...], fft_type: str, fft_length: tuple[int, ...]) -> tuple[int, ...]:
    """C5. ExecutionError where the shape of `operand` doesn't fit fft_length (C1, C4).

    C4 is about real tensors alone: what other lengths mean for FFT and IFFT is a hole, and backends read past the
    operand there.
    """
    expected = fft_length
    if fft_type in ("FFT", "IFFT") and len(shape) >= len(fft_length) and shape[-len(fft_length) :] != fft_length:
        raise ExecutionError(
            f"operand has shape {list(shape)}, and fft_length is {list(fft_length)}: the specification leaves open "
            f"what {fft_type} does where fft_length differs from the operand's last sizes (C4 is about real tensors "
            "alone)"
        )
    if fft_type == "IRFFT":
        expected = (*fft_length[:-1], _half(fft_length[-1]))
    if shape[-len(fft_length) :] != expected or not 1 <= len(fft_length) <= 3:
        raise ExecutionError(
            f"operand has shape {list(shape)}; {fft_type} with fft_length = {list(fft_length)} needs one that ends in "
            f"{list(expected)}"
        )
    if fft_type == "RFFT":
        return (*shape[:-1], _half(shape[-1]))
    return (*shape[:-1], fft_length[-1]) if fft_type == "IRFFT" else shape


def _half(size: int) -> int:
    """How many elements of a transform of that size the transform of real numbers keeps."""
    return 0 if size == 0 else size // 2 + 1
