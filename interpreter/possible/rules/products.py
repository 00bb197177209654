"""dot_general, convolution and their kin: sums of products, in an order that the implementation chooses.

Bounds are those of arithmetic in the result's element type, or in the type that an `algorithm` adds up in, of operands
rounded as it says. What `precision_config` allows beyond that has no bounds in the specification, and neither has an
algorithm that splits operands, in a way that isn't said, or lets sums be imprecise. Nothing is known of quantized
tensors, whose products are sums of floats that are rounded once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hlogen.ir import FloatType, IntegerType, Operation, QuantizedType, TensorType
from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.dot_algorithm import dot_algorithm
from interpreter.possible.boxes import box_of, comparable
from interpreter.possible.columns import columns_of
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.formats import format_of
from interpreter.possible.reductions import of_bounds
from interpreter.possible.registry import Value, Values, always, rule
from interpreter.possible.retyped import product_in_f64
from interpreter.possible.sums import Sums, products_of
from interpreter.possible.values import Possible
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type


@rule(
    "chlo.ragged_dot",
    "stablehlo.convolution",
    "stablehlo.dot",
    "stablehlo.dot_general",
    "stablehlo.dynamic_conv",
    "stablehlo.einsum",
    opens=always,
    because="there are no bounds on its sums of complex and of quantized numbers, nor by an algorithm that splits "
    "operands or is imprecise",
)
def products(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    (result,) = evaluation.plain(step, operands, captured)
    operands, others = operands[:2], operands[2:]
    if any(isinstance(x, Possible) for x in others):  # the padding of dynamic_conv, the sizes of groups
        return [all_unknown(result)]
    are_open = any(isinstance(x, Possible) for x in operands)
    if any(isinstance(tensor_type(value).element_type, QuantizedType) for value in step.op.operands):
        return [all_unknown(result)]
    type = step.op.result.type
    if not isinstance(type, TensorType) or not isinstance(type.element_type, FloatType):
        is_complex = result.dtype.kind == "c"
        return [all_unknown(result) if are_open or is_complex else result]
    algorithm = dot_algorithm(step.op)
    if algorithm is not None and (len(algorithm.pairs) > 1 or algorithm.allow_imprecise_accumulation):
        return [all_unknown(result)]
    (low, high), (other_low, other_high) = map(_bounds, operands)
    added_in = type.element_type
    if algorithm is not None:
        added_in = algorithm.accumulation_type
        of_lhs, of_rhs = map(format_of, (algorithm.lhs_precision_type, algorithm.rhs_precision_type))
        low, high, other_low, other_high = (
            format.rounded(ends).astype(np.float64)
            for format, ends in ((of_lhs, low), (of_lhs, high), (of_rhs, other_low), (of_rhs, other_high))
        )
    run = product_in_f64(step.op)
    found = products_of((low, high), (other_low, other_high), lambda x, y: np.asarray(run(x, y, *others)), added_in)
    if added_in != type.element_type:
        found = _converted(found, type.element_type)
    may_be_negative = any(np.signbit(x).any() for x in (low, other_low))
    if may_be_negative:  # what underflows has a sign, too, that adding to 0 takes away
        found.settled &= result != 0
    opened = of_bounds(found)
    if len(opened) and are_open:
        origins = [x.open.origin[0] for x in operands if isinstance(x, Possible) and x.open is not None]
        opened = opened.from_origin(origins[0])
    return [Possible(result, opened)]


def _converted(found: Sums, type: FloatType) -> Sums:
    """What becomes of sums that are rounded to another type."""
    low, high = (format_of(type).rounded(x.astype(np.float64)) for x in (found.low, found.high))
    is_known = found.settled | (np.isfinite(low.astype(np.float64)) & np.isfinite(high.astype(np.float64)))
    return replace(found, low=low, high=high, known=found.known & is_known)


def _gives_floats(op: Operation) -> bool:
    """Sums of integers are the same in any order."""
    return not isinstance(tensor_type(op.result).element_type, IntegerType)


@rule("stablehlo.unary_einsum", opens=_gives_floats, because="its sums have no bounds here; those of reduce have")
def unary_einsum(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
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
