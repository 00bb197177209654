"""Fourier transforms, as one of models' own along each dimension (`hlogen:dft`)."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.analysis.view import integers_of
from hlogen.builder.elementwise import convert, negate
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.shape import concatenate, reverse
from hlogen.builder.shape import slice as sliced
from hlogen.builder.tensor import Tensor
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.plain.numbers import Complex
from hlogen.export.onnx.plain.registry import complex_rule
from hlogen.export.onnx.plain.rules.complex_arithmetic import operand
from hlogen.export.onnx.plain.types import parts_of
from hlogen.ir import EnumAttr, FloatType, IntegerAttr, IntegerType, TensorType

_F64 = FloatType("f64")


@complex_rule("stablehlo.fft")
def fft(site: PartsContext) -> Sequence[Tensor]:
    """Of real numbers, the last dimension's transform is made whole, and cut; back, it is made whole first."""
    fft_type, lengths = site.op.attributes["fft_type"], integers_of(site.op, "fft_length")
    assert isinstance(fft_type, EnumAttr)
    type = parts_of(site.op.result.type)[0]
    assert isinstance(type, TensorType)
    given, narrow = operand(site, 0), type.element_type
    count, rank, kind = len(lengths), given[0].rank, fft_type.value
    if 0 in type.static_shape:
        return [emit_constant(0, type.element_type, type.shape) for _ in site.result_types]
    if any(size & (size - 1) for size in lengths):  # such a transform is computed in f64: round once, at the end
        given = convert(given[0], _F64), convert(given[1], _F64)
    inverse = kind in ("IFFT", "IRFFT")
    others = range(rank - count, rank - 1)
    if kind == "IRFFT":
        for axis in others:
            given = _along(given, axis, inverse=True)
        return [convert(_along(_whole(given, lengths[-1]), rank - 1, inverse=True)[0], narrow)]
    made = _along(given, rank - 1, inverse=inverse)
    if kind == "RFFT":
        made = _half(made, lengths[-1])
    for axis in others:
        made = _along(made, axis, inverse=inverse)
    return [convert(part, narrow) for part in made]


def _along(x: Complex, axis: int, *, inverse: bool) -> Complex:
    """The inverse divides by the size."""
    attributes = {"axis": _i64(axis), "inverse": _i64(int(inverse))}
    real, imaginary = emit("hlogen:dft", x, attributes, (), [part.type for part in x])
    return real, imaginary


def _half(x: Complex, size: int) -> Complex:
    """What of a transform of real numbers says all: of the first element and the middle one, the real part alone."""
    count = size // 2 + 1
    last = x[0].rank - 1
    zero = emit_constant(0, x[1].element_type, (*x[1].type.static_shape[:-1], 1))
    middle = [zero] if size % 2 == 0 else []
    inner = [_part(x[1], 1, count - len(middle))] if count - len(middle) > 1 else []
    return _part(x[0], 0, count), concatenate([zero, *inner, *middle], dimension=last)


def _whole(x: Complex, size: int) -> Complex:
    """The transform of real numbers: what is left out is the conjugate of what is there, in reverse.

    That of the first element and the middle one are real, whatever stands there.
    """
    last = x[0].rank - 1
    half = x[0].type.static_shape[-1]
    mirrored = [reverse(_part(part, 1, size - half + 1), dimensions=[last]) for part in x]
    zero = emit_constant(0, x[1].element_type, (*x[1].type.static_shape[:-1], 1))
    middle = [zero] if size % 2 == 0 else []
    inner = _part(x[1], 1, half - len(middle))
    imaginary = [zero, inner, *middle, negate(mirrored[1])]
    real = concatenate([x[0], mirrored[0]], dimension=last)
    return real, concatenate([part for part in imaginary if 0 not in part.shape], dimension=last)


def _part(x: Tensor, start: int, limit: int) -> Tensor:
    """The elements from `start` up to `limit` along the last dimension."""
    *shape, _ = x.type.static_shape
    return sliced(x, start_indices=[*[0] * len(shape), start], limit_indices=[*shape, max(start, limit)])


def _i64(value: int) -> IntegerAttr:
    return IntegerAttr(value, IntegerType(64))
