"""Reductions, as in kernels/reduction.py and kernels/windows.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from interpreter.compiled.body import is_of_scalars, write_body
from interpreter.compiled.computed import Computed, is_cheap
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.fold import Fold
from interpreter.compiled.memory import InMemory, Splat, Value
from interpreter.compiled.part import Captured, Given, Part, shape_of, whole
from interpreter.compiled.registry import element_of
from interpreter.compiled.windowed import Along, Windowed
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.values.attributes import integer_table, integers

_CHEAP = 16  # operations that take about as long as to write an element and to read it
_FEW = 64  # elements of a window of which each sees all that its neighbour does
# What a value that is folded into itself leaves as it is.
_IDEMPOTENT = ("stablehlo.maximum", "stablehlo.minimum", "stablehlo.and", "stablehlo.or")
_SUMS = ("stablehlo.add", "stablehlo.multiply")


@whole("stablehlo.reduce")
def reduce(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    taken = _Taken.of(part, step, operands, captured)
    dimensions = tuple(sorted(integers(step.op, "dimensions")))
    # Where that costs little, inputs are computed where they are folded, and needn't be in memory.
    inputs = [
        operand if isinstance(operand, Computed) and is_cheap(operand, _CHEAP) else part.value(operand)
        for operand in taken.inputs
    ]
    fold = Fold(dimensions, inputs, taken.inits, taken.captured, taken.body, taken.results)
    fold.rooms = [part.buffer(one.type, fold.room) for _ in range(2) for one in fold.inputs] if fold.room else []
    part.tasks.append(fold)
    return taken.results


@whole("stablehlo.reduce_window")
def reduce_window(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    op, taken = step.op, _Taken.of(part, step, operands, captured)
    inputs = [part.value(operand) for operand in taken.inputs]
    shape, counts = inputs[0].layout.shape, taken.results[0].layout.shape
    ones, table = (1,) * len(shape), integer_table(op, "padding")
    padding = [(0, 0)] * len(shape) if table is None else [(int(low), int(high)) for low, high in table]
    windows = integers(op, "window_dimensions")
    names = ("window_strides", "base_dilations", "window_dilations")
    strides, base_dilations, dilations = (integers(op, name, ones) for name in names)
    lows = [low for low, _ in padding]
    dims = [Along(*one) for one in zip(shape, windows, strides, base_dilations, dilations, lows, counts, strict=True)]
    if not shape or min(windows) <= 0:
        raise NotCompiled("windows of nothing")
    running = _running(dims, padding) if {*strides, *base_dilations, *dilations} == {1} else None
    if running is not None and not _is_neutral(taken):
        if _combines(taken.body) is None or held(element_of(op.results[0])).is_float:
            raise NotCompiled("windows that the kernel folds in an order that the initial value decides")
        running = None
    if running is None and sum(one.window > _FEW for one in dims):
        raise NotCompiled("windows of many elements")
    part.tasks.append(Windowed(dims, inputs, taken.inits, taken.captured, taken.body, taken.results, running))
    return taken.results


def _running(dims: Sequence[Along], padding: Sequence[tuple[int, int]]) -> int | None:
    """The dimension along which all windows begin at the lower border, or end at the upper one."""
    long = [d for d, one in enumerate(dims) if one.window > 1]
    if len(long) != 1 or any(padding[d] != (0, 0) for d in range(len(dims)) if d not in long):
        return None
    rest = dims[long[0]].size - 1
    is_whole = dims[long[0]].window == rest + 1 and padding[long[0]] in ((rest, 0), (0, rest))
    return long[0] if is_whole else None


def _combines(body: BlockPlan) -> str | None:
    """The operation that a body consists of, which takes its two arguments and may take them in any order."""
    if len(body.steps) != 1 or body.steps[0].operands not in ((0, 1), (1, 0)) or body.n_arguments != 2:
        return None
    name = body.steps[0].op.name
    return name if name in (*_IDEMPOTENT, *_SUMS) and body.results == body.steps[0].results else None


def _is_neutral(taken: _Taken) -> bool:
    """Whether windows may be made of their neighbours: padding changes nothing, nor does the order."""
    name, init = _combines(taken.body), taken.inits[0]
    if name in _IDEMPOTENT:
        return True
    is_nothing = isinstance(init, Splat) and init.value == (0 if name == "stablehlo.add" else 1)
    return name in _SUMS and not init.type.is_float and is_nothing


@dataclass(frozen=True)
class _Taken:
    """What both take, and memory for what they give."""

    inputs: Given
    inits: Sequence[Value]
    captured: Sequence[Value]
    body: BlockPlan
    results: Sequence[InMemory]

    @classmethod
    def of(cls, part: Part, step: PlannedStep, operands: Given, captured: Captured) -> _Taken:
        """NotCompiled where the body works on other types, or values aren't as the operation says."""
        op, count, body = step.op, len(operands) // 2, step.regions[0].block
        types = [element_of(value) for value in op.operands]
        if types != [element_of(argument) for argument in body.arguments] or not is_of_scalars(body.arguments):
            raise NotCompiled("bodies of other types than the inputs'")
        write_body(Emitter(), body, ["0"] * body.size)  # NotCompiled where that has none
        for operand, value in zip(operands, op.operands, strict=True):
            shape = operand.nest.shape if isinstance(operand, Computed) else operand.layout.shape
            if shape != shape_of(value):
                raise NotCompiled("operands of other shapes")
        results = [part.room(held(element_of(result)), shape_of(result)) for result in op.results]
        outer = [part.value(value) for value in chain(*captured)]
        return cls(operands[:count], [part.value(init) for init in operands[count:]], outer, body, results)
