"""Arithmetic on carriers as StableHLO's operations mean it, where ONNX's operators mean something else."""

from __future__ import annotations

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.extremes import PAIRWISE, with_zeros, zeros_beside
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.kernels import working
from hlogen.export.onnx.sizes import broadcast_shapes


def is_float(edge: Edge) -> bool:
    return edge.dtype.kind not in "iub"


def scalar(graph: Graph, value: float, like: Edge) -> Edge:
    """A constant of the dtype of `like`."""
    return graph.constant(np.array(value, like.dtype))


def add(graph: Graph, a: Edge, b: Edge) -> Edge:
    """`or` of booleans."""
    return ops.or_(graph, a, b) if a.dtype == np.bool_ else ops.add(graph, a, b)


def multiply(graph: Graph, a: Edge, b: Edge) -> Edge:
    """`and` of booleans."""
    return ops.and_(graph, a, b) if a.dtype == np.bool_ else ops.multiply(graph, a, b)


def maximum(graph: Graph, a: Edge, b: Edge) -> Edge:
    """NaN where there is one, and 0.0 is more than -0.0; `or` of booleans."""
    return _extreme(graph, a, b, "stablehlo.maximum")


def minimum(graph: Graph, a: Edge, b: Edge) -> Edge:
    """NaN where there is one, and -0.0 is less than 0.0; `and` of booleans."""
    return _extreme(graph, a, b, "stablehlo.minimum")


def _extreme(graph: Graph, a: Edge, b: Edge, name: str) -> Edge:
    is_max, op_type = name == "stablehlo.maximum", PAIRWISE[name]
    if a.dtype == np.bool_:
        return (ops.or_ if is_max else ops.and_)(graph, a, b)
    if a.dtype == np.int64:  # whose Max compares only parts of it
        return ops.where(graph, (ops.greater if is_max else ops.less)(graph, a, b), a, b)
    if not is_float(a):
        return ops.binary(graph, op_type, a, b, np.maximum if is_max else np.minimum)
    if _is_plain(a):
        a, b = b, a
    if _is_plain(b):  # a NaN in `a` is neither more nor less, and stays
        passed = ops.less_equal(graph, a, b) if is_max else ops.greater(graph, a, b)
        return ops.where(graph, passed, b, a)
    held, work = a.dtype, working(op_type, a.dtype)
    a, b = ops.cast(graph, a, work), ops.cast(graph, b, work)
    zeros = ops.add(graph, zeros_beside(graph, name, a), zeros_beside(graph, name, b))
    return ops.cast(graph, with_zeros(graph, name, ops.node(graph, op_type, a, b), zeros), held)


def _is_plain(edge: Edge) -> bool:
    """Whether the edge is a constant without NaN and -0.0."""
    x = edge.distinct
    return x is not None and not np.any((x != x) | ((x == 0) & np.signbit(x)))


def clamp(graph: Graph, low: Edge, a: Edge, high: Edge) -> Edge:
    return minimum(graph, maximum(graph, a, low), high)


def negate(graph: Graph, a: Edge) -> Edge:
    if a.dtype.kind == "u":
        return ops.subtract(graph, scalar(graph, 0, a), a)
    return ops.unary(graph, "Neg", a, np.negative)


def absolute(graph: Graph, a: Edge) -> Edge:
    return a if a.dtype.kind == "u" else ops.unary(graph, "Abs", a, np.abs)


def is_nan(graph: Graph, a: Edge) -> Edge:
    return ops.unary(graph, "IsNaN", a, np.isnan, bool)


def sign(graph: Graph, a: Edge) -> Edge:
    """Of a zero, the zero itself; NaN of NaN."""
    zero = scalar(graph, 0, a)
    if is_float(a):
        other = ops.not_(graph, ops.equal(graph, a, zero))
        return ops.where(graph, other, ops.node(graph, "Sign", a), a, no_minus_zero=True)
    positive = ops.cast(graph, ops.greater(graph, a, zero), a.dtype)
    return ops.subtract(graph, positive, ops.cast(graph, ops.less(graph, a, zero), a.dtype))


def divide(graph: Graph, a: Edge, b: Edge) -> Edge:
    """Integers drop the fraction; by 0, all bits are set, and the lowest by -1 is itself (as XLA has it)."""
    if is_float(a):
        return ops.binary(graph, "Div", a, b, np.divide)
    zero, all_ones = scalar(graph, 0, a), graph.constant(~np.zeros((), a.dtype))
    quotient = _quotient(graph, a, _safe(graph, b))
    if a.dtype.kind == "i" and _may_be(b, -1):
        by_minus_one = ops.equal(graph, b, all_ones)
        quotient = ops.where(graph, by_minus_one, negate(graph, a), quotient)
    return ops.where(graph, ops.equal(graph, b, zero), all_ones, quotient) if _may_be(b, 0) else quotient


def remainder(graph: Graph, a: Edge, b: Edge) -> Edge:
    """With the sign of the dividend; by 0, the dividend."""
    if is_float(a):
        return ops.node(graph, "Mod", a, b, fmod=1)
    safe = _safe(graph, b)
    left = ops.subtract(graph, a, ops.multiply(graph, _quotient(graph, a, safe), safe))
    return ops.where(graph, ops.equal(graph, b, scalar(graph, 0, a)), a, left) if _may_be(b, 0) else left


def _quotient(graph: Graph, a: Edge, b: Edge) -> Edge:
    """Of integers, by what is neither 0 nor -1.

    onnxruntime's optimizer takes (1 / x) * y for y / x, of integers too: so 1 / x is written as whether x is 1.
    """
    if a.distinct is not None and a.distinct.size == 1 and a.distinct.item() == 1:
        is_one = ops.cast(graph, ops.equal(graph, b, scalar(graph, 1, b)), b.dtype)
        return ops.expand(graph, is_one, broadcast_shapes(a.shape, b.shape))
    return ops.node(graph, "Div", a, b)


def _safe(graph: Graph, b: Edge) -> Edge:
    """The divisor, with 1 in place of 0 and -1, by which Div ends the process."""
    one = scalar(graph, 1, b)
    if _may_be(b, 0):
        b = ops.where(graph, ops.equal(graph, b, scalar(graph, 0, b)), one, b)
    if b.dtype.kind == "i" and _may_be(b, -1):
        b = ops.where(graph, ops.equal(graph, b, scalar(graph, -1, b)), one, b)
    return b


def _may_be(edge: Edge, value: int) -> bool:
    return edge.distinct is None or bool(np.any(edge.distinct == value))


def power(graph: Graph, base: Edge, exponent: Edge) -> Edge:
    if is_float(base):
        return ops.node(graph, "Pow", base, exponent)
    return _integer_power(graph, base, exponent)


def _integer_power(graph: Graph, base: Edge, exponent: Edge) -> Edge:
    """Squares the base once for every bit of the exponent; a negative one gives the reciprocal, without fraction."""
    one, zero = scalar(graph, 1, base), scalar(graph, 0, base)
    size = broadcast_shapes(base.shape, exponent.shape)
    bits = base.dtype.itemsize * 8
    inside = graph.inner()
    inside.argument(np.dtype(np.int64), (), "bit")
    goes_on = inside.argument(np.dtype(np.bool_), (), "goes_on")
    result = inside.argument(base.dtype, size, "power")
    square = inside.argument(base.dtype, size, "square")
    rest = inside.argument(base.dtype, size, "rest")
    odd = ops.equal(inside, bitwise(inside, "And", rest, one), one)
    state = [
        ops.where(inside, odd, ops.multiply(inside, result, square), result),
        ops.multiply(inside, square, square),
        shift_right_logical(inside, rest, one),
    ]
    proto = inside.proto([goes_on, *state], "power_body")
    start = [ops.expand(graph, edge, size) for edge in (one, base, exponent)]
    steps, always = graph.constant(np.array(bits, np.int64)), graph.constant(np.array(True))
    outputs = [(base.dtype, size)] * 3
    made = graph.nodes_outputs("Loop", [steps, always, *start], outputs, body=proto)[0]
    if base.dtype.kind == "u":
        return made
    unit = ops.or_(graph, ops.equal(graph, base, one), ops.equal(graph, base, scalar(graph, -1, base)))
    vanishes = ops.and_(graph, ops.less(graph, exponent, zero), ops.not_(graph, unit))
    return ops.where(graph, vanishes, zero, made)


def bitwise(graph: Graph, kind: str, a: Edge, b: Edge) -> Edge:
    """`kind` is And, Or or Xor; of booleans too."""
    fold = {"And": np.bitwise_and, "Or": np.bitwise_or, "Xor": np.bitwise_xor}[kind]
    if a.dtype == np.bool_:
        return ops.binary(graph, kind, a, b, fold, bool)
    return ops.binary(graph, f"Bitwise{kind}", a, b, fold)


def bitwise_not(graph: Graph, a: Edge) -> Edge:
    return ops.not_(graph, a) if a.dtype == np.bool_ else ops.unary(graph, "BitwiseNot", a, np.invert)


def shift_left(graph: Graph, a: Edge, amount: Edge) -> Edge:
    """The amount is read as unsigned; by the width or more, every bit goes."""
    bits, places = _unsigned(graph, a), _unsigned(graph, amount)
    return ops.cast(graph, _kept(graph, places, _shift(graph, "LEFT", bits, places)), a.dtype)


def shift_right_logical(graph: Graph, a: Edge, amount: Edge) -> Edge:
    """The amount is read as unsigned; by the width or more, every bit goes."""
    bits, places = _unsigned(graph, a), _unsigned(graph, amount)
    return ops.cast(graph, _kept(graph, places, _shift(graph, "RIGHT", bits, places)), a.dtype)


def shift_right_arithmetic(graph: Graph, a: Edge, amount: Edge) -> Edge:
    """Copies of the sign come in. Negative numbers are shifted with all bits inverted."""
    bits, places = _unsigned(graph, a), _unsigned(graph, amount)
    half = graph.constant(np.array(1 << (a.dtype.itemsize * 8 - 1), bits.dtype))
    negative = ops.greater_equal(graph, bits, half)
    size = ops.where(graph, negative, bitwise_not(graph, bits), bits)
    shifted = _kept(graph, places, _shift(graph, "RIGHT", size, places))
    return ops.cast(graph, ops.where(graph, negative, bitwise_not(graph, shifted), shifted), a.dtype)


def _shift(graph: Graph, direction: str, bits: Edge, places: Edge) -> Edge:
    return ops.binary(
        graph, "BitShift", bits, places, np.left_shift if direction == "LEFT" else np.right_shift, direction=direction
    )


def _kept(graph: Graph, places: Edge, shifted: Edge) -> Edge:
    """0 where all places were moved out: onnxruntime may shift a wider type, or by some bits of the amount alone."""
    width = shifted.dtype.itemsize * 8
    if places.distinct is not None and (places.distinct < width).all():
        return shifted
    inside = ops.less(graph, places, scalar(graph, width, places))
    return ops.where(graph, inside, shifted, scalar(graph, 0, shifted))


def _unsigned(graph: Graph, a: Edge) -> Edge:
    return ops.cast(graph, a, f"u{a.dtype.itemsize}")


def bit_count(graph: Graph, a: Edge) -> Edge:
    """How many bits are set: counted for pairs of bits, then for fours, eights and all."""
    word = np.dtype(np.uint64 if a.dtype.itemsize == 8 else np.uint32)
    x = ops.cast(graph, _unsigned(graph, a), word)
    for width in (1, 2, 4):
        low = graph.constant(
            np.array(sum(((1 << width) - 1) << at for at in range(0, word.itemsize * 8, 2 * width)), word)
        )
        moved = _shift(graph, "RIGHT", x, scalar(graph, width, x))
        x = ops.add(graph, bitwise(graph, "And", x, low), bitwise(graph, "And", moved, low))
    every_byte = graph.constant(np.array(int("01" * word.itemsize, 16), word))
    total = _shift(graph, "RIGHT", ops.multiply(graph, x, every_byte), scalar(graph, word.itemsize * 8 - 8, x))
    return ops.cast(graph, total, a.dtype)


def leading_zeros(graph: Graph, a: Edge, width: int) -> Edge:
    """Of numbers of `width` bits: all bits below the highest one are set and counted."""
    x = ops.cast(graph, _unsigned(graph, a), np.uint64 if a.dtype.itemsize == 8 else np.uint32)
    if width < 8:
        x = bitwise(graph, "And", x, scalar(graph, (1 << width) - 1, x))
    step = 1
    while step < width:
        x = bitwise(graph, "Or", x, _shift(graph, "RIGHT", x, scalar(graph, step, x)))
        step *= 2
    used = bit_count(graph, x)
    return ops.cast(graph, ops.subtract(graph, scalar(graph, width, x), used), a.dtype)
