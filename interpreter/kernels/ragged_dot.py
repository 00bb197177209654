"""CHLO's ragged_dot: a dot_general in which one dimension of lhs, the ragged one, is a row of groups.

`group_sizes` are their sizes, in turn. What the groups mean depends on what the ragged dimension is to the product:
  free         each group is multiplied with its own rhs, which stand in rhs_group_dimensions; behind the last group
               the result is zero
  contracting  each group makes a product of its own; they come first in the result
  batching     groups change nothing
"""

from __future__ import annotations

import re

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import DotDimensionNumbers, OpaqueAttr, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.dot import dot_general, of_products
from interpreter.kernels.dot_algorithm import precisions
from interpreter.kernels.numerics import element_type
from interpreter.kernels.registry import Planner, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type, wrong


def memory_of_ragged_dot(op: Operation, sizes: Sizes) -> int:
    """The products of groups, until they are put together; one group may be all there is of lhs."""
    types = [element_type(value.type) for value in (*op.operands[:2], op.result)]
    given = [sizes.count(x) for x in op.operands[:2]]
    return sizes.bytes(op.result) + of_products(types, given, sizes.count(op.result), 1)


@kernel("chlo.ragged_dot", makes=Makes.NUMBERS, memory=memory_of_ragged_dot, sums=True)
def ragged_dot(op: Operation, planner: Planner) -> Run:
    numbers, ragged, group = _numbers(op)
    precisions(op)
    dtype = dtype_of(tensor_type(op.result).element_type)
    lhs_rank = tensor_type(op.operands[0]).rank
    is_free = ragged not in (*numbers.lhs_contracting_dimensions, *numbers.lhs_batching_dimensions)
    if is_free != (len(group) == 1):
        raise ExecutionError(f"rhs_group_dimensions = {list(group)}, expected {int(is_free)} of them")
    of_group = numbers if not is_free else DotDimensionNumbers(
        numbers.lhs_batching_dimensions,
        tuple(d - (d > group[0]) for d in numbers.rhs_batching_dimensions),
        numbers.lhs_contracting_dimensions,
        tuple(d - (d > group[0]) for d in numbers.rhs_contracting_dimensions),
    )  # fmt: skip
    product = dot_general(
        Operation("stablehlo.dot_general", op.operands[:2], [op.result.type], {"dot_dimension_numbers": of_group}),
        planner,
    )
    free = [
        d for d in range(lhs_rank) if d not in (*of_group.lhs_batching_dimensions, *of_group.lhs_contracting_dimensions)
    ]
    contracted = dict(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))

    def run(lhs: Array, rhs: Array, group_sizes: Array) -> Array:
        if group_sizes.ndim != 1:
            raise ExecutionError(
                f"group_sizes has shape {list(group_sizes.shape)}; only one list of sizes for all is known"
            )
        if (group_sizes < 0).any():
            raise ExecutionError(f"group_sizes = {group_sizes.tolist()}, and a group can't have less than 0 elements")
        ends = np.minimum(np.cumsum(group_sizes.astype(np.int64)), lhs.shape[ragged])
        spans = [slice(start, end) for start, end in zip([0, *ends[:-1]], ends, strict=True)]
        if is_free:
            axis = len(of_group.lhs_batching_dimensions) + free.index(ragged)
            parts = [product(_cut(lhs, ragged, span), rhs.take(g, group[0])) for g, span in enumerate(spans)]
            rest = lhs.shape[ragged] - (int(ends[-1]) if len(ends) else 0)
            last = list(product(lhs, rhs.take(0, group[0])).shape) if not parts else list(parts[-1].shape)
            last[axis] = rest
            return np.concatenate([*parts, np.zeros(last, dtype)], axis)
        if ragged in contracted:
            return np.stack([product(_cut(lhs, ragged, s), _cut(rhs, contracted[ragged], s)) for s in spans])
        result: Array = product(lhs, rhs)
        return result

    return run


def _cut(x: Array, axis: int, span: slice) -> Array:
    return x[(slice(None),) * axis + (span,)]


def _numbers(op: Operation) -> tuple[DotDimensionNumbers, int, tuple[int, ...]]:
    """The dimension numbers of the dot_general, the ragged dimension of lhs, the group dimensions of rhs."""
    attribute = op.attributes.get("ragged_dot_dimension_numbers")
    if not isinstance(attribute, OpaqueAttr):
        raise wrong(op, "ragged_dot_dimension_numbers", "#chlo.ragged_dot<...>")
    lists = {
        name: tuple(int(entry) for entry in entries.split(",") if entry.strip())
        for name, entries in re.findall(r"(\w+) = \[([-\d, ]*)\]", attribute.text)
    }
    numbers = DotDimensionNumbers(
        *(lists.get(f"{side}_{kind}_dimensions", ()) for kind in ("batching", "contracting") for side in ("lhs", "rhs"))
    )
    ragged = lists.get("lhs_ragged_dimensions", ())
    if len(ragged) != 1:
        raise ExecutionError(f"lhs_ragged_dimensions = {list(ragged)}, expected one dimension")
    return numbers, ragged[0], lists.get("rhs_group_dimensions", ())
