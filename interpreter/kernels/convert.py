"""Conversions between element types (spec: convert, bitcast_convert, reduce_precision).

Where the specification leaves convert open: integers wrap to a narrower type, floats round to nearest with ties to even
(overflowing to infinity, else to NaN, else to the largest value, whatever the type has), and floats out of an integer
type's range go to its nearest limit, NaN to 0. Upstream's interpreter and XLA do the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache

import ml_dtypes
import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import (
    ComplexType,
    ElementType,
    FloatType,
    IndexType,
    IntegerType,
    Operation,
    QuantizedType,
    TensorType,
    dtype_of,
)
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Gives, Makes, Sizes, anywhere
from interpreter.kernels.chunks import chunked
from interpreter.kernels.elementwise import elementwise, in_chunks
from interpreter.kernels.numerics import (
    F32,
    F64,
    element_type,
    is_boolean,
    is_complex,
    is_float,
    rounding,
    unsupported,
    working_dtype,
)
from interpreter.kernels.registry import Planner, Quantized
from interpreter.values.array import Array
from interpreter.values.attributes import integer, tensor_type


@elementwise("stablehlo.convert", quantized=Quantized.UNDEFINED, gives=Gives.ANY, by_chunks=False, exact=operator.pos)
def convert(op: Operation, planner: Planner) -> Run:
    source, target = element_type(op.operands[0].type), element_type(op.result.type)
    run = _conversion(source, target)
    return run if _is_one_step(source, target) else in_chunks(op, run)


def _is_one_step(source: ElementType, target: ElementType) -> bool:
    """Whether NumPy's own conversion is all that it takes."""
    into_integers = is_float(source) and not is_float(target)
    into_small_floats = is_float(target) and dtype_of(target).itemsize < F32.itemsize
    types = (dtype_of(source).type, dtype_of(target).type)
    return not into_integers and not into_small_floats and all(type.__module__ == "numpy" for type in types)


@lru_cache(maxsize=1024)
def converter(source: ElementType, target: ElementType) -> Callable[[Array], Array]:
    """What turns arrays of `source` elements into arrays of `target` elements, as `convert` does."""
    run = _conversion(source, target)
    return run if source == target or _is_one_step(source, target) else chunked(run, dtype_of(target))


def _conversion(source: ElementType, target: ElementType) -> Callable[[Array], Array]:
    if source == target:
        return lambda x: x
    dtype = dtype_of(target)
    if isinstance(target, ComplexType):
        if is_complex(source):
            return lambda x: x.astype(dtype)
        to_part = _conversion(source, target.element_type)
        return lambda x: to_part(x).astype(dtype)
    if isinstance(source, ComplexType):
        from_part = _conversion(source.element_type, target)
        return lambda x: from_part(x.real)
    if is_boolean(target):
        return lambda x: np.not_equal(_widened(x), 0)
    if is_float(source):
        if isinstance(target, (IntegerType, IndexType)):
            return _float_to_integer(target)
        return _float_to_float(source, target)
    if is_float(target):
        return _integer_to_float(source, target)
    return lambda x: _widened(x).astype(dtype)


def _widened(x: Array) -> Array:
    """`x` in a dtype of NumPy's own: ml_dtypes lacks some of its small types' casts and operations."""
    if x.dtype.type.__module__ == "numpy":
        return x
    if x.dtype in (np.dtype(ml_dtypes.int2), np.dtype(ml_dtypes.int4)):
        return x.astype(np.int8)
    if x.dtype in (np.dtype(ml_dtypes.uint2), np.dtype(ml_dtypes.uint4)):
        return x.astype(np.uint8)
    return x.astype(F32)


def _float_to_float(source: ElementType, target: ElementType) -> Callable[[Array], Array]:
    wide = F64 if source == FloatType("f64") else F32
    if target == FloatType("f64"):
        return lambda x: _widened(x).astype(F64, copy=False)
    round = rounding(target, wide)
    if round is None:
        return lambda x: _widened(x).astype(F32, copy=False)
    return lambda x: round(_widened(x))


def _integer_to_float(source: ElementType, target: ElementType) -> Callable[[Array], Array]:
    dtype = dtype_of(target)
    if target in (FloatType("f32"), FloatType("f64")):
        return lambda x: _widened(x).astype(dtype)
    round = rounding(target, F64)
    assert round is not None
    if isinstance(source, IndexType) or (isinstance(source, IntegerType) and source.width == 64):
        return lambda x: round(_integer_to_odd_f64(x))
    return lambda x: round(_widened(x).astype(F64))


def _integer_to_odd_f64(x: Array) -> Array:
    """64-bit integers as f64; one that doesn't fit keeps its high bits and a last bit that is set.

    So rounding to a float of at most 24 bits afterwards rounds only once.
    """
    high, low = x >> 11, x & 2047
    folded = (high | (low != 0)).astype(F64) * 2048.0
    return np.where((x > -(1 << 53)) & (x < (1 << 53)) if x.dtype.kind == "i" else x < (1 << 53), x.astype(F64), folded)


def _float_to_integer(target: IntegerType | IndexType) -> Callable[[Array], Array]:
    integer = IntegerType(64) if isinstance(target, IndexType) else target
    lowest, highest = integer.minimum, integer.maximum
    dtype, native = dtype_of(integer), working_dtype(integer)

    def truncated(x: Array) -> Array:
        whole = np.trunc(_widened(x))
        if native.itemsize < 8 and whole.dtype == F32:
            whole = whole.astype(F64)
        inside = (whole >= lowest) & (whole < highest + 1)
        if inside.all():
            return whole.astype(native).astype(dtype, copy=False)
        kept = np.where(inside, whole, 0).astype(native)
        kept = np.where(whole >= highest + 1, native.type(highest), kept)
        kept = np.where(whole < lowest, native.type(lowest), kept)
        return kept.astype(dtype, copy=False)

    return truncated


def of_bits(op: Operation, sizes: Sizes) -> int:
    """Bits of less than a byte are moved one by one."""
    values = (*op.operands, *op.results)
    widths = [num_bits(_stored(tensor_type(value).element_type)) for value in values]
    if all(width % 8 == 0 for width in widths) or len(set(widths)) == 1:
        return 0
    return 2 * max(*widths, 8) // 8 * max(map(sizes.count, values))


@elementwise(
    "stablehlo.bitcast_convert",
    quantized=Quantized.ITSELF,
    gives=Gives.ANY,
    by_chunks=False,
    memory=of_bits,
    makes=Makes.ANYTHING,
    poles=anywhere,
)
def bitcast_convert(op: Operation, planner: Planner) -> Run:
    """The bits of an element in little-endian order: of several narrower ones, the first has the lowest bits."""
    source_type, target_type = (tensor_type(value) for value in (op.operands[0], op.result))
    source, target = _stored(source_type.element_type), _stored(target_type.element_type)
    source_bits, target_bits = num_bits(source), num_bits(target)
    _require_as_many_bits(source_type, target_type, source_bits, target_bits)
    dtype = dtype_of(target)
    if dtype == dtype_of(source):
        return lambda operand: operand

    def parts(operand: Array) -> Array:
        """The operand, whose last dimension is that of the parts of an element."""
        if operand.shape[-1] * source_bits != target_bits:
            raise ExecutionError(
                f"{operand.shape[-1]} elements of {source_bits} bits aren't one of {target_bits} bits (C1)"
            )
        return operand

    if source_bits % 8 == 0 and target_bits % 8 == 0:
        if source_bits == target_bits:
            return lambda operand: _packed(operand).view(dtype)
        if target_bits < source_bits:
            return lambda operand: _packed(operand[..., None]).view(dtype)
        return lambda operand: _packed(parts(operand)).view(dtype)[..., 0]
    if source_bits == target_bits:
        return lambda operand: from_bits(to_bits(operand, source), target)
    word = np.dtype(f"u{max(source_bits, target_bits, 8) // 8}")
    if target_bits < source_bits:
        places = np.arange(0, source_bits, target_bits).astype(word)
        return lambda operand: from_bits(to_bits(operand, source)[..., None] >> places, target)
    places = np.arange(0, target_bits, source_bits).astype(word)
    return lambda operand: from_bits(
        np.bitwise_or.reduce(to_bits(parts(operand), source).astype(word) << places, axis=-1), target
    )


def _require_as_many_bits(source: TensorType, target: TensorType, source_bits: int, target_bits: int) -> None:
    """ExecutionError where the shapes, as far as they are known, aren't those of the same bits: upstream's verifier
    takes some that aren't."""
    narrow, wide, ratio = (source, target, target_bits // source_bits)
    if source_bits > target_bits:
        narrow, wide, ratio = target, source, source_bits // target_bits
    expected = wide.shape if source_bits == target_bits else (*wide.shape, ratio)
    fits = len(expected) == narrow.rank and all(
        a is None or b is None or a == b for a, b in zip(narrow.shape, expected, strict=True)
    )
    if not fits:
        raise ExecutionError(f"{source} doesn't have the bits of {target} (C1)")


def _stored(type: ElementType) -> ElementType:
    """The type of an element's bits."""
    return type.storage_type if isinstance(type, QuantizedType) else type


def num_bits(type: ElementType) -> int:
    """The spec's `num_bits`."""
    if isinstance(type, (IntegerType, FloatType)):
        return type.width
    if isinstance(type, ComplexType):
        return 2 * type.element_type.width
    if isinstance(type, IndexType):
        return 64
    raise ExecutionError(f"elements of type {type} have no known width")


def to_bits(x: Array, type: ElementType) -> Array:
    """The bits of each element as an unsigned integer, unused high bits zero (types of up to 64 bits)."""
    if is_boolean(type):
        return x.astype(np.uint8)
    width = num_bits(type)
    bits = _packed(x).view(f"u{x.dtype.itemsize}")
    return bits & np.uint8((1 << width) - 1) if width < 8 else bits


def from_bits(bits: Array, type: ElementType) -> Array:
    """The inverse of to_bits; bits above the type's width are ignored."""
    dtype = dtype_of(type)
    width = num_bits(type)
    if width < 8:
        bits = bits & bits.dtype.type((1 << width) - 1)
    if is_boolean(type):
        return np.not_equal(bits, 0)
    if width < 8 and isinstance(type, IntegerType):
        return bits.astype(np.uint8).astype(dtype)
    elements: Array = _packed(bits.astype(f"u{dtype.itemsize}")).view(dtype)
    return elements


def _packed(x: Array) -> Array:
    """`x` with its elements next to each other in memory; NumPy's own function makes rank 0 rank 1."""
    return np.ascontiguousarray(x).reshape(x.shape)


@elementwise("stablehlo.reduce_precision", gives=Gives.ANY)
def reduce_precision(op: Operation, planner: Planner) -> Run:
    """Rounds to fewer bits of mantissa and exponent; what falls below the normal numbers becomes zero."""
    type = element_type(op.result.type)
    if not isinstance(type, FloatType):
        raise unsupported(op, type)
    exponent_bits, mantissa_bits = integer(op, "exponent_bits"), integer(op, "mantissa_bits")
    dtype = dtype_of(type)
    format = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]  # ml_dtypes leaves it without types
    mantissa, exponent = int(format.nmant), int(format.nexp)
    if type.name in ("f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3", "f8E3M4"):
        return lambda operand: _reduced(operand, exponent, mantissa, exponent_bits, mantissa_bits)
    # types without infinities are reduced as f32, and so is tf32, whose values are f32s
    kept = 8 if type.name != "tf32" and exponent_bits >= exponent else exponent_bits
    to_f32, from_f32 = converter(type, FloatType("f32")), converter(FloatType("f32"), type)
    return lambda operand: from_f32(_reduced(to_f32(operand), 8, 23, kept, mantissa_bits))


def _reduced(x: Array, exponent: int, mantissa: int, exponent_bits: int, mantissa_bits: int) -> Array:
    word = np.dtype(f"u{x.dtype.itemsize}").type
    bits = _packed(x).view(word)
    sign = bits & word(1 << (exponent + mantissa))
    if mantissa_bits < mantissa:
        dropped = mantissa - mantissa_bits
        last = (bits >> word(dropped)) & word(1)
        all_ones = (1 << (8 * x.dtype.itemsize)) - 1
        bits = (bits + (last + word((1 << (dropped - 1)) - 1))) & word(all_ones >> dropped << dropped)
    if exponent_bits < exponent:
        field = word(((1 << exponent) - 1) << mantissa)
        bias, reduced_bias = (1 << (exponent - 1)) - 1, (1 << (exponent_bits - 1)) - 1
        value = bits & field
        bits = np.where(value > word((bias + reduced_bias) << mantissa), sign | field, bits)
        bits = np.where(value <= word((bias - reduced_bias) << mantissa), sign, bits)
    reduced = _packed(bits).view(x.dtype)
    invalid = np.isnan(x)
    if invalid.any():  # a NaN stays as it is, unless no bit of mantissa is left to tell it from infinity
        infinity = np.asarray(np.inf).astype(x.dtype)
        reduced = np.where(invalid, x if mantissa_bits > 0 else infinity, reduced)
    return reduced
