"""dynamic_gather: gather, its slice sizes an operand (spec: dynamic_gather)."""

from __future__ import annotations

from hlogen.ir import Operation
from interpreter.execution.blocks import Run
from interpreter.kernels.gather import GatherPlan, Shape, dimension_numbers, memory_of_gather, plan_gather
from interpreter.kernels.index_space import PlanCache, require
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.memory.available import require_available
from interpreter.values.array import Array


@kernel("stablehlo.dynamic_gather", quantized=Quantized.ON_STORAGE, memory=memory_of_gather)
def dynamic_gather(op: Operation, planner: Planner) -> Run:
    numbers = dimension_numbers(op)
    plan: PlanCache[tuple[Shape, Shape, Shape], GatherPlan] = PlanCache(
        lambda key: plan_gather(key[0], key[1], numbers, key[2], op.result.type)
    )

    def run(operand: Array, start_indices: Array, slice_sizes: Array) -> Array:
        rank = operand.ndim
        require(slice_sizes.shape == (rank,), "C11", f"slice_sizes has shape {slice_sizes.shape} for rank {rank}")
        sizes = tuple(int(size) for size in slice_sizes)
        planned = plan((operand.shape, start_indices.shape, sizes))
        require_available(planned.result_shape, operand.itemsize, "the result")
        return planned.run(operand, start_indices)

    return run
