"""custom_call: what else frontends call, and promise to go on calling, that is no linear algebra (lapack.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, IntegerAttr, IntegerType, Operation, Region, SymbolRef
from hlogen.ir.printer import attribute_text
from interpreter.execution.blocks import Run
from interpreter.kernels.custom_call import custom_call_target
from interpreter.kernels.numerics import element_type
from interpreter.kernels.padding import Windows
from interpreter.kernels.registry import Planner
from interpreter.kernels.rng_bit_generator import generator, threefry_2x32
from interpreter.kernels.sorting import first_elements, sort
from interpreter.kernels.windows import window_reduction
from interpreter.values.array import Array
from interpreter.values.attributes import state, tensor_type


@custom_call_target(
    *("annotate_device_placement", "LayoutConstraint", "MoveToDevice", "MoveToHost", "xla.sdy.FuncResultSharding"),
    of_anything=True,
)
def placement(op: Operation, planner: Planner) -> Run:
    """Where a value is kept, and how it is laid out there: the value itself."""
    return lambda operand: operand


@custom_call_target("TopK", "mhlo.topk")
def top_k(op: Operation, planner: Planner) -> Run:
    k = tensor_type(op.results[0]).shape[-1]
    if k is None:
        raise ExecutionError(f"the type {op.results[0].type} doesn't say how many elements are taken")
    first = first_elements(element_type(op.operands[0].type), largest=_setting(op, "largest") is not False)
    return lambda operand: first(operand, k)


@custom_call_target("stablehlo.dynamic_top_k")
def dynamic_top_k(op: Operation, planner: Planner) -> Run:
    """chlo.top_k, its `k` an operand."""
    first = first_elements(element_type(op.operands[0].type))
    return lambda operand, k: first(operand, int(k))


@custom_call_target("ApproxTopK", "stablehlo.dynamic_approx_top_k")
def approx_top_k(op: Operation, planner: Planner) -> Run:
    """The first `top_k` along `reduction_dim`, in the order of the called comparator. They are all found: recall is 1.

    Operands are the inputs, an initial value for each, which isn't needed, and k where it is dynamic.
    """
    is_dynamic = op.attributes["call_target_name"] == "stablehlo.dynamic_approx_top_k"
    if _setting(op, "aggregate_to_topk") is False:
        raise ExecutionError("aggregate_to_topk = false leaves it open how many elements there are")
    dimension, k = _number(op, "reduction_dim"), None if is_dynamic else _number(op, "top_k")
    comparator = _called(op, planner)
    count = len(comparator.block.arguments) // 2
    inputs, results = op.operands[:count], [value.type for value in op.operands[:count]]
    attributes: dict[str, Attribute] = {"dimension": IntegerAttr(dimension, IntegerType(64)), "is_stable": True}
    sorts = sort(Operation("stablehlo.sort", inputs, results, attributes, [comparator], op.location), planner)

    def run(*operands: Array) -> Any:
        if any(x.shape != operands[0].shape for x in operands[:count]):
            shapes = " and ".join(str(list(x.shape)) for x in operands[:count])
            raise ExecutionError(f"the inputs have shapes {shapes}; they should have the same")
        taken = int(operands[2 * count]) if k is None else k
        if not 0 <= taken <= operands[0].shape[dimension]:
            raise ExecutionError(f"{taken} elements should be taken of {operands[0].shape[dimension]}")
        found = sorts(*operands[:count])
        kept = [np.take(x, range(taken), dimension) for x in (found if count > 1 else [found])]
        return kept[0] if count == 1 else tuple(kept)

    return run


@custom_call_target("stablehlo.dynamic_reduce_window")
def dynamic_reduce_window(op: Operation, planner: Planner) -> Run:
    """reduce_window, its windows operands: behind inputs and initial values come what are its attributes."""
    count = len(op.results)
    results = [value.type for value in op.results]
    body = _called(op, planner)
    reduced = window_reduction(
        Operation("stablehlo.reduce_window", op.operands[: 2 * count], results, {}, [body], op.location), planner
    )

    def run(*operands: Array) -> Any:
        inputs, window = operands[: 2 * count], [x.tolist() for x in operands[2 * count : 2 * count + 5]]
        rank = inputs[0].ndim
        dimensions, strides, base_dilations, dilations, padding = window
        shapes = [x.shape for x in operands[2 * count : 2 * count + 5]]
        if shapes != [(rank,)] * 4 + [(rank, 2)] or not all(
            size > 0 for sizes in (dimensions, strides, base_dilations, dilations) for size in sizes
        ):
            raise ExecutionError(
                f"windows of {rank} dimensions need {rank} positive sizes, strides and dilations, and paddings; "
                f"they are {dimensions}, {strides}, {base_dilations}, {dilations} and {padding}"
            )
        return reduced(inputs, Windows(dimensions, strides, base_dilations, dilations, padding))

    return run


@custom_call_target("stablehlo.dynamic_rng_bit_generator")
def dynamic_rng_bit_generator(op: Operation, planner: Planner) -> Run:
    """rng_bit_generator, the shape of its output an operand."""
    generate = generator(op)
    return lambda initial_state, shape: generate(initial_state, shape.tolist())


@custom_call_target("cu_threefry2x32_ffi", "hip_threefry2x32_ffi")
def threefry(op: Operation, planner: Planner) -> Run:
    """Two words each, encrypted under two words of a key."""
    return threefry_2x32


@custom_call_target("cu_lu_pivots_to_permutation", "hip_lu_pivots_to_permutation")
def lu_pivots_to_permutation(op: Operation, planner: Planner) -> Run:
    """Row i was swapped with row pivots[i], one after the other: where each row has come from.

    A pivot that names no row swaps nothing.
    """
    size = tensor_type(op.result).shape[-1]
    if size is None:
        raise ExecutionError(f"the type {op.result.type} doesn't say how many rows there are")

    def run(pivots: Array) -> Array:
        permutation = np.broadcast_to(np.arange(size, dtype=np.int32), (*pivots.shape[:-1], size)).copy()
        for row in range(pivots.shape[-1]):
            other = pivots[..., row, None]
            other = np.where((other >= 0) & (other < size), other, row)
            moved = np.take_along_axis(permutation, other, -1)
            np.put_along_axis(permutation, other, permutation[..., row, None], -1)
            permutation[..., row] = moved[..., 0]
        return permutation

    return run


def _called(op: Operation, planner: Planner) -> Region:
    """The body of the function that a call names."""
    computations = op.attributes.get("called_computations")
    if not isinstance(computations, tuple) or not computations or not isinstance(computations[0], SymbolRef):
        raise ExecutionError(f"called_computations {state(op, 'called_computations')}; it should name a function")
    return planner.body(computations[0].name)


def _setting(op: Operation, name: str) -> Any:
    """An entry of what a frontend writes beside a call; None where there is none."""
    for attribute in ("mhlo.backend_config", "backend_config", "mhlo.attributes"):
        config = op.attributes.get(attribute)
        if isinstance(config, Mapping) and name in config:
            return config[name]
    return None


def _number(op: Operation, name: str) -> int:
    value = _setting(op, name)
    if not isinstance(value, IntegerAttr):
        found = f"lacks {name}" if value is None else f"has {name} = {attribute_text(value)}"
        raise ExecutionError(f"backend_config {found}, expected a number")
    return value.value
