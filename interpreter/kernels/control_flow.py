"""Branches, loops, calls, and what only passes values on (spec: if, case, while, map, tuple ...)."""

from __future__ import annotations

from functools import partial
from typing import Any

from hlogen.ir import Operation
from interpreter.compiled.body import is_of_scalars
from interpreter.compiled.loop import ArrayLoop, ScalarLoop
from interpreter.execution.blocks import Run
from interpreter.execution.control_flow import Branch, Call, Control, Loop, state_types
from interpreter.execution.traits import Gives
from interpreter.kernels import lane_rules
from interpreter.kernels.in_bounds import is_bounds_check, require_in_bounds
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_elements, of_operand
from interpreter.values.array import Array
from interpreter.values.attributes import integer, symbol


@kernel("stablehlo.if", quantized=Quantized.ITSELF, sums=True)
def if_(op: Operation, planner: Planner) -> Control:
    _plan_branches(op, planner)
    return Branch(2, by_index=False)


@kernel("stablehlo.case", quantized=Quantized.ITSELF, sums=True)
def case(op: Operation, planner: Planner) -> Control:
    _plan_branches(op, planner)
    return Branch(len(op.regions), by_index=True)


@kernel("stablehlo.while", quantized=Quantized.ITSELF, sums=True)
def while_(op: Operation, planner: Planner) -> Control:
    condition = planner.region(op.regions[0], len(op.operands))
    body = planner.region(op.regions[1], len(op.operands), state_types(op))
    if op.operands and is_of_scalars(op.operands):
        return Loop(ScalarLoop(op, condition.block, body.block))
    return Loop(ArrayLoop(op, (condition.block, body.block), (condition.outer, body.outer)).run)


def _plan_branches(op: Operation, planner: Planner) -> None:
    for region in op.regions:
        planner.region(region, 0, [result.type for result in op.results])


@kernel("stablehlo.map", quantized=Quantized.ITSELF, alike=True, shape=of_elements, sums=True)
def map_(op: Operation, planner: Planner) -> Run:
    computation = planner.region(op.regions[0], len(op.operands))

    def run(*inputs: Array) -> Array:
        (result,) = computation.lanes(*(x.reshape(-1) for x in inputs))
        return result.reshape(inputs[0].shape)

    return run


@kernel("func.call", quantized=Quantized.ITSELF, calls=("callee",))
def call(op: Operation, planner: Planner) -> Control:
    planner.function(symbol(op, "callee"))
    return Call()


@kernel("stablehlo.composite", quantized=Quantized.ITSELF, calls=("decomposition",))
def composite(op: Operation, planner: Planner) -> Control:
    """A composite means what its decomposition does. One is known by name: a check, which stops the run."""
    planner.function(symbol(op, "decomposition"))
    return Call(partial(require_in_bounds, op) if is_bounds_check(op) else None)


@kernel(
    "stablehlo.optimization_barrier",
    "sdy.sharding_constraint",
    quantized=Quantized.ITSELF,
    gives=Gives.OPERANDS,
    lanes=lane_rules.optimization_barrier,
    shape=of_operand,
)
def optimization_barrier(op: Operation, planner: Planner) -> Run:
    return lambda *operands: unpacked(operands)


@kernel("stablehlo.tuple", quantized=Quantized.ITSELF, gives=Gives.OPERANDS)
def tuple_(op: Operation, planner: Planner) -> Run:
    return lambda *values: values


@kernel("stablehlo.get_tuple_element", quantized=Quantized.ITSELF, gives=Gives.OPERANDS)
def get_tuple_element(op: Operation, planner: Planner) -> Run:
    index = integer(op, "index")
    return lambda operand: operand[index]


@kernel("stablehlo.after_all", "stablehlo.create_token")
def after_all(op: Operation, planner: Planner) -> Run:
    return lambda *tokens: None


def unpacked(results: Any) -> Any:
    """What a kernel gives back for `results`: the value itself where there is exactly one."""
    return results[0] if len(results) == 1 else tuple(results)
