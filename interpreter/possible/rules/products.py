"""dot_general, convolution and their kin: sums of products, in an order that the implementation chooses.

Bounds are those of arithmetic in the result's element type. What `precision_config` and `algorithm` allow beyond that
has no bounds in the specification; with an `algorithm`, nothing is known, and
neither of quantized tensors, whose products are sums of floats that are rounded once more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.ir import FloatType, IntegerType, Operation, QuantizedType, TensorType
from interpreter.evaluate import Step
from interpreter.kernels.attributes import tensor_type
from interpreter.possible.boxes import box_of, comparable
from interpreter.possible.columns import columns_of
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.reductions import of_bounds
from interpreter.possible.registry import Value, Values, always, rule
from interpreter.possible.retyped import product_in_f64
from interpreter.possible.sums import products_of
from interpreter.possible.values import Possible
from interpreter.registry import Array


@rule(
    "stablehlo.convolution",
    "stablehlo.dot",
    "stablehlo.dot_general",
    "stablehlo.dynamic_conv",
    opens=always,
    because="there are no bounds on its sums by an algorithm, of complex and of quantized numbers",
)
def products(evaluation: Evaluation, step: Step, operands: Values, captured: Sequence[Values]) -> Values:
    (result,) = evaluation.plain(step, operands, captured)
    operands, others = operands[:2], operands[2:]
    if any(isinstance(x, Possible) for x in others):  # the padding of dynamic_conv
        return [all_unknown(result)]
    are_open = any(isinstance(x, Possible) for x in operands)
    if any(isinstance(tensor_type(value).element_type, QuantizedType) for value in step.op.operands):
        return [all_unknown(result)]
    type = step.op.result.type
    if not isinstance(type, TensorType) or not isinstance(type.element_type, FloatType):
        is_complex = result.dtype.kind == "c"
        return [all_unknown(result) if are_open or is_complex else result]
    if step.op.attributes.get("algorithm") is not None:
        return [all_unknown(result)]
    (low, high), (other_low, other_high) = map(_bounds, operands)
    run = product_in_f64(step.op)
    found = products_of(
        (low, high), (other_low, other_high), lambda x, y: np.asarray(run(x, y, *others)), type.element_type
    )
    may_be_negative = any(np.signbit(x).any() for x in (low, other_low))
    if may_be_negative:
        found.settled &= (result != 0) | (found.low != 0)
    opened = of_bounds(found)
    if len(opened) and are_open:
        origins = [x.open.origin[0] for x in operands if isinstance(x, Possible) and x.open is not None]
        opened = opened.from_origin(origins[0])
    return [Possible(result, opened)]


def _gives_floats(op: Operation) -> bool:
    """Sums of integers are the same in any order."""
    return not isinstance(tensor_type(op.result).element_type, IntegerType)


@rule(
    "chlo.ragged_dot",
    "stablehlo.einsum",
    "stablehlo.unary_einsum",
    opens=_gives_floats,
    because="its sums of products, whose order is open, have no bounds here; dot_general's have",
)
def other_products(evaluation: Evaluation, step: Step, operands: Values, captured: Sequence[Values]) -> Values:
    return evaluation.unknown(step, operands, captured)


def _bounds(operand: Value) -> tuple[Array, Array]:
    """The bounds of an operand's elements, in f64; NaN, which makes everything unknown, where there are none."""
    numbers = comparable(nominal(operand)).astype(np.float64)
    if not isinstance(operand, Possible):
        return numbers, numbers
    low, high = numbers.copy(), numbers.copy()
    places, (column,) = columns_of([operand], operand.nominal)
    box = box_of(column)
    known = box.known & ~box.may_be_nan
    low.reshape(-1)[places] = np.where(known, comparable(box.low).astype(np.float64), np.nan)
    high.reshape(-1)[places] = np.where(known, comparable(box.high).astype(np.float64), np.nan)
    return low, high
