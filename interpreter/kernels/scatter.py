"""scatter: updates folded into a copy of the inputs, at the places that scatter_indices name (spec: scatter).

Three parts, each planned or replaced on its own:
  landing   where every element of updates lands: on which row of a table, or nowhere (scatter_landing.py)
  schedule  in which order; the lexicographic order of the update index if nothing else is asked (schedule.py)
  folding   how what lands on a row is combined with it, in that order (scatter_fold.py)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from math import prod

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ElementType, Operation, ScatterDimensionNumbers, TensorType, dtype_of
from interpreter.compiled import tier
from interpreter.compiled.body import captured_types
from interpreter.compiled.llvm import Function
from interpreter.compiled.scatter import Scatter
from interpreter.execution.context import running
from interpreter.execution.ownership import own
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.index_space import PlanCache, require
from interpreter.kernels.quantization import to_destination_type
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_operand
from interpreter.kernels.scatter_fold import memory_of_rounds, plan_fold, works_in_rounds
from interpreter.kernels.scatter_landing import Landed, Landing, Shape, plan_landing
from interpreter.kernels.scatter_shared import SHARED, Sharing
from interpreter.kernels.working import INDEX, itemsize_of
from interpreter.values.array import Array, fits
from interpreter.values.attributes import tensor_type, wrong
from interpreter.values.threads import copied


def memory_of_scatter(op: Operation, sizes: Sizes) -> int:
    """Where the updates land, while it is summed up, then beside the updates as they are folded."""
    n = len(op.results)
    shapes = [sizes.shape(op.operands[i]) for i in (0, n, n + 1)]
    numbers = op.attributes.get("scatter_dimension_numbers")
    if None in shapes or not isinstance(numbers, ScatterDimensionNumbers):
        return 0
    input_shape, indices_shape, update_shape = (tuple(shape or ()) for shape in shapes)
    if 0 in input_shape or 0 in update_shape:
        return 0
    try:
        landing = plan_landing(input_shape, indices_shape, update_shape, numbers)
    except ExecutionError:
        return 0  # which the run will say
    updates, arguments = op.operands[n + 1 :], op.regions[0].block.arguments[n:]
    in_body = [dtype_of(tensor_type(x).element_type).itemsize * sizes.count(updates[0]) for x in arguments]
    converted = sum(
        size
        for size, x, y in zip(in_body, updates, arguments, strict=True)
        if tensor_type(x).element_type != tensor_type(y).element_type
    )
    moved = sum(map(sizes.bytes, updates)) if landing.copies_updates() else 0
    count = prod(landing.piece_shape)
    if landing.is_single_window:
        in_rounds = works_in_rounds(op, on_elements=False)
        return moved + converted + (2 * sum(in_body) if in_rounds else 0)  # old values, and new ones
    finding = landing.memory_of_rows(is_converted=itemsize_of(op.operands[n]) != INDEX)
    on_elements = landing.covers_rows and landing.row_size == 1
    in_rounds = works_in_rounds(op, on_elements=on_elements)
    folding = memory_of_rounds(prod(input_shape[: landing.row_dims]), count) if in_rounds else 0
    return max(finding, INDEX * count + moved + converted + folding)


@kernel(
    "stablehlo.scatter",
    shape=of_operand,
    quantized=Quantized.ITSELF,
    makes=Makes.NUMBERS,
    memory=memory_of_scatter,
    sums=True,
)
def scatter(op: Operation, planner: Planner) -> ScatterPlan:
    return ScatterPlan(op, planner)


class Observed(threading.local):
    """What has landed in the last execution that an observer watches, in the order it was folded; it may take it."""

    landed: Landed | None = None


class ScatterPlan:
    """A scatter, planned: callable with its operands; what it is made of is there for those who look at the order.

    `count` is N; `body` is the plan of update_computation, `fold` folds what has landed, in place and in order;
    `converts_inputs` says whether inputs and results differ in element type.
    """

    def __init__(self, op: Operation, planner: Planner) -> None:
        numbers = op.attributes.get("scatter_dimension_numbers")
        if not isinstance(numbers, ScatterDimensionNumbers):
            raise wrong(op, "scatter_dimension_numbers", "#stablehlo.scatter<...>")
        self.count = self.n_updated = count = len(op.results)
        if not count or len(op.operands) != 2 * count + 1 or len(op.regions) != 1:
            raise ExecutionError(
                f"scatter takes N > 0 inputs, scatter_indices and N updates and gives N results (C5); "
                f"found {len(op.operands)} operands, {len(op.results)} results, {len(op.regions)} regions"
            )
        self.op = op
        self.numbers = numbers
        self.observed = Observed()
        self.body = planner.region(op.regions[0], 2 * count)
        self.fold = plan_fold(op, self.body)
        # Ei is the element type of results[i] (C25), of old values and, as a rule, of the updates in the body (C23).
        element_types = [tensor_type(value).element_type for value in op.operands]
        accumulated = [tensor_type(result).element_type for result in op.results]
        converted = [tensor_type(value).element_type for value in op.regions[0].block.arguments[count:]]
        self.to_result = [conversion(*pair) for pair in zip(element_types[:count], accumulated, strict=True)]
        self.to_body = [conversion(*pair) for pair in zip(element_types[count + 1 :], converted, strict=True)]
        self.converts_inputs = any(convert is not None for convert in self.to_result)
        self._converts_updates = any(convert is not None for convert in self.to_body)
        self._landing: PlanCache[tuple[Shape, Shape, Shape], Landing] = PlanCache(
            partial(_landing, numbers, [tensor_type(result) for result in op.results])
        )
        self._compiled: tier.Compiled[tuple[Shape, Shape, Shape, int | None]] = tier.Compiled(self._function)
        self._sharing = Sharing(op, self.body.block, numbers)
        types = [tensor_type(op.operands[i]) for i in (0, count, count + 1)]
        if all(type.is_static for type in types):
            self._landing((types[0].static_shape, types[1].static_shape, types[2].static_shape))

    def __call__(self, *operands: Array) -> Array | tuple[Array, ...]:
        return self._folded(operands, self.converted_inputs(operands))

    def over(self, operands: list[Array]) -> Array | tuple[Array, ...]:
        if self.converts_inputs:
            return self(*operands)
        results = [own(operands, number) for number in range(self.count)]
        operands[: self.count] = results
        return self._folded(operands, results)

    def _folded(self, operands: Sequence[Array], results: list[Array]) -> Array | tuple[Array, ...]:
        if not self._folded_by_machine(operands, results):
            self._folded_by_numpy(operands, results)
        return results[0] if self.count == 1 else tuple(results)

    def _folded_by_machine(self, operands: Sequence[Array], results: list[Array]) -> bool:
        """Whether there is machine code for it, which has then folded all there is."""
        count, result = self.count, results[0]
        scatter_indices, updates = operands[count], operands[count + 1 :]
        size, shapes = updates[0].size, (result.shape, scatter_indices.shape, updates[0].shape)
        if not size or not result.size or (count > 1 and not (_are_alike(results) and _are_alike(updates))):
            return False
        shared = None if size < SHARED else self._sharing.dimension(*shapes)
        code = self._compiled((*shapes, shared), size)
        if code is None:
            return False
        rows = shapes[2][0] if shapes[2] else 1
        arrays = [*results, scatter_indices, *self._in_body(updates), *self.body.captured.values]
        if size >= SHARED:
            self._sharing.call(code, rows, size, shared, arrays)
        else:
            tier.call(code, rows, size, arrays, in_order=True)
        return True

    def _function(self, key: tuple[Shape, Shape, Shape, int | None]) -> Function:
        input_shape, indices_shape, update_shape, shared = key
        self._landing(key[:3])  # they go together
        types = [tensor_type(value).element_type for value in self.op.regions[0].block.arguments]
        return Scatter(
            self.numbers,
            input_shape,
            indices_shape,
            update_shape,
            tensor_type(self.op.operands[self.count]).element_type,
            types[: self.count],
            types[self.count :],
            captured_types(self.body.block),
            self.body.block,
            shared,
        ).function()

    def _in_body(self, updates: Sequence[Array]) -> list[Array]:
        """The updates as update_computation gets them."""
        if not self._converts_updates:
            return [*updates]
        return [x if convert is None else convert(x) for x, convert in zip(updates, self.to_body, strict=True)]

    def _folded_by_numpy(self, operands: Sequence[Array], results: list[Array]) -> None:
        landed = self.landed(results, operands)
        order = running.asked.order
        if order is not None and landed.rows.size:
            landed = order.of(landed)
        if running.asked.observer is not None:
            self.observed.landed = landed
        if landed.rows.size and landed.pieces[0].size:
            self.fold(landed.tables, landed.rows, landed.pieces)

    def converted_inputs(self, operands: Sequence[Array]) -> list[Array]:
        """Copies of the inputs, in the element types of the results: what updates are folded into."""
        return [
            copied(x) if convert is None else np.require(convert(x), None, ["C", "O", "W"])
            for x, convert in zip(operands[: self.count], self.to_result, strict=True)
        ]

    def landed(self, results: Sequence[Array], operands: Sequence[Array]) -> Landed:
        """What lands where in `results`, copies of the inputs; the updates as update_computation gets them."""
        inputs, scatter_indices, updates = operands[: self.count], operands[self.count], operands[self.count + 1 :]
        landing = self.landing(inputs, scatter_indices, updates)
        if not results[0].size or not updates[0].size:
            return landing.nothing(results)
        landed = landing.find(results, scatter_indices, updates)
        landed.pieces = self._in_body(landed.pieces)
        return landed

    def landing(self, inputs: Sequence[Array], scatter_indices: Array, updates: Sequence[Array]) -> Landing:
        """The plan of where updates of these shapes land."""
        require(_are_alike(inputs), "C1", "the inputs differ in shape")
        require(_are_alike(updates), "C3", "the updates differ in shape")
        return self._landing((inputs[0].shape, scatter_indices.shape, updates[0].shape))


def _are_alike(arrays: Sequence[Array]) -> bool:
    return len(arrays) == 1 or all(x.shape == arrays[0].shape for x in arrays)


def _landing(
    numbers: ScatterDimensionNumbers, result_types: Sequence[TensorType], shapes: tuple[Shape, Shape, Shape]
) -> Landing:
    for type in result_types:
        message = f"the result has shape {list(shapes[0])}, which isn't of its type {type}"
        require(fits(shapes[0], type), "C24", message)
    return plan_landing(*shapes, numbers)


def conversion(source: ElementType, target: ElementType) -> Callable[[Array], Array] | None:
    """`to_destination_type`; None where it changes nothing."""
    return None if source == target else to_destination_type(source, target)
