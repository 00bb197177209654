"""Elementwise operations that follow one another, in one pass: what one makes for the next is never in memory.

Every operation still rounds as it does by itself, so the bits are those of NumPy. Broadcasts between them are no
operations here: what they spread is read where it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from hlogen.ir import ElementType, TensorType, Type, dtype_of
from interpreter.compiled import llvm, tier
from interpreter.compiled.body import literal
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.index_space import Shape, position, strides_of
from interpreter.compiled.llvm import Function
from interpreter.compiled.registry import LOWERINGS, At, element_of
from interpreter.execution.blocks import Draft, Faster, PlannedStep
from interpreter.execution.traits import Gives, Traits
from interpreter.values.array import Array
from interpreter.values.attributes import integers

_FEWEST, _MOST = 4, 200  # operations that are worth it, and of one pass
_LARGE = 1 << 12  # elements: of so many, two operations are worth it
_CALL = 1 << 5  # elements that what NumPy takes for an operation is worth
_MANY = 50  # operations, which take about as long to compile as one function
_MOST_DRAFTS = 5_000  # of a block: beyond it, to look for chains takes too long
_BROADCAST = "stablehlo.broadcast_in_dim"


def fused(
    drafts: Sequence[Draft], types: Mapping[int, Type], known: Mapping[int, Any], results: Sequence[int]
) -> Faster | None:
    """What of a block may be computed in one pass; None where there is nothing of the kind.

    `types` are those of places, but of those that are constants: `known` has their values.
    """
    if not tier.is_possible() or len(drafts) > _MOST_DRAFTS:
        return None
    rows = LOWERINGS.rows()
    sizes = [_size(step) for step, _, _, _, _ in drafts if step.traits.elementwise and step.op.name in rows]
    return _Block(drafts, _Scope(types, known), results, sizes) if any(sizes) else None


class _Block:
    """The drafts of a block, some of which may become one."""

    def __init__(self, drafts: Sequence[Draft], scope: _Scope, results: Sequence[int], sizes: Sequence[int]) -> None:
        self._drafts, self._scope, self._results = drafts, scope, results
        self._size = sum(sizes) + _CALL * len(sizes)
        self._pending = tier.Pending(self._made, cost=1 + len(sizes) // _MANY)

    def __call__(self) -> list[Draft] | None:
        """Counts a run; gives what runs from now on, once that is known."""
        found = self._pending(self._size)
        return list(self._drafts) if found is None and self._pending.is_over else found

    def _made(self) -> list[Draft]:
        drafts, scope = self._drafts, self._scope
        readers: dict[int, list[int]] = {}
        for number, draft in enumerate(drafts):
            for place in _taken(draft):
                readers.setdefault(place, []).append(number)
        found: list[Draft] = []
        start = 0
        while start < len(drafts):
            shape, end = scope.shape_of(drafts[start]), start + 1
            while shape is not None and end - start < _MOST and end < len(drafts):
                if scope.shape_of(drafts[end]) != shape:
                    break
                end += 1
            part = drafts[start:end]
            later = {
                place
                for _, _, places, _, _ in part
                for place in places
                if place in self._results or any(not start <= reader < end for reader in readers.get(place, ()))
            }
            try:
                found += part if shape is None else Fused(shape, part, scope, later).compiled()
            except NotCompiled:
                found += part
            start = end
        return found


def _size(step: PlannedStep) -> int:
    type = step.op.result.type
    return type.size if isinstance(type, TensorType) and type.is_static and type.rank else 0


def _taken(draft: Draft) -> list[int]:
    _, operands, _, captures, _ = draft
    return [*operands, *(place for places in captures for place in places)]


@dataclass(frozen=True)
class Read:
    """An element of what stands at a place, for each element of a result: along dimension d, `axes[d]` of it runs.

    There is but one along dimensions of size 1. A constant has its `value`.
    """

    place: int
    type: ElementType
    shape: Shape
    axes: Sequence[int]
    value: Array | None


class _Scope:
    """What is known of places."""

    def __init__(self, types: Mapping[int, Type], known: Mapping[int, Any]) -> None:
        self.types, self.known = types, known

    def shape_of(self, draft: Draft) -> Shape | None:
        """The shape of what is computed by element, with machine code, or spread; None of anything else."""
        step, operands, results, captures, _ = draft
        op, row = step.op, LOWERINGS.rows().get(step.op.name)
        if (
            captures
            or len(results) != 1
            or not (op.name == _BROADCAST or (row is not None and step.traits.elementwise))
        ):
            return None
        type = op.result.type
        # A region of scalars may run on many lanes, which are a larger shape.
        if not isinstance(type, TensorType) or not type.is_static or not type.rank or 0 in type.static_shape:
            return None
        try:
            if row is not None:
                row(At(Emitter(), op), *("0" for _ in operands))
            for number in range(len(operands)):
                self.read(draft, number, type.static_shape)
        except NotCompiled:
            return None
        return type.static_shape

    def read(self, draft: Draft, number: int, shape: Shape) -> Read:
        """How the operand of a number is read. NotCompiled where that isn't known."""
        step, operands, _, _, _ = draft
        place, value = operands[number], self.known.get(operands[number])
        type, element = self.types.get(place), element_of(step.op.operands[number])
        held(element)
        if value is not None:  # without what is there many times
            one = np.ascontiguousarray(value[tuple(slice(0, 1 if not stride else None) for stride in value.strides)])
            value, own = one, one.shape if value.ndim else ()
        elif isinstance(type, TensorType) and type.is_static:
            own = type.static_shape
        else:
            raise NotCompiled("values of shapes that aren't known")
        axes = integers(step.op, "broadcast_dimensions") if step.op.name == _BROADCAST else range(len(own))
        whole = [shape[axis] for axis in axes]
        if len(own) not in (0, len(whole)) or any(a not in (1, b) for a, b in zip(own, whole, strict=False)):
            raise NotCompiled("operands of other shapes")
        return Read(place, element, own, axes, value)


class Fused:
    """Operations over one shape, and what they read. `later` are the places that others read.

    NotCompiled where they aren't worth it.
    """

    def __init__(self, shape: Shape, drafts: Sequence[Draft], scope: _Scope, later: set[int]) -> None:
        self._shape = shape
        spread = {draft[2][0]: draft for draft in drafts if draft[0].op.name == _BROADCAST}
        self._computed = [draft for draft in drafts if draft[2][0] not in spread]
        self._results = [draft[2][0] for draft in self._computed if draft[2][0] in later]
        types = (held(element_of(draft[0].op.result)) for draft in self._computed)
        is_slow = prod(shape) >= _LARGE or any(type.is_rounded for type in types)  # in NumPy
        if len(self._computed) < (2 if is_slow else _FEWEST) or not self._results:
            raise NotCompiled("too few operations")
        made = {draft[2][0] for draft in self._computed}
        if any(draft[1][0] in made or draft[1][0] in spread for draft in spread.values()):
            raise NotCompiled("broadcasts of what is computed here, or spread before")
        self._reads: dict[int, Read] = {}
        for draft in self._computed:
            for number, place in enumerate(draft[1]):
                if place not in made and place not in self._reads:
                    source, at = (spread[place], 0) if place in spread else (draft, number)
                    self._reads[place] = scope.read(source, at, shape)
        self._operands = list(dict.fromkeys(read.place for read in self._reads.values() if read.value is None))
        self._constants = {
            place: read.value for place, read in self._reads.items() if read.value is not None and read.value.size > 1
        }
        self._types = {draft[2][0]: element_of(draft[0].op.result) for draft in self._computed}
        self._kept = [draft for place, draft in spread.items() if place in later]

    def compiled(self) -> list[Draft]:
        """One operation in place of all, behind broadcasts that others read. NotCompiled where it has no code."""
        code = llvm.compiled(self._function())
        operands, results = tuple(self._operands), tuple(self._results)
        step, block = next((draft[0], draft[-1]) for draft in self._computed if draft[2][0] == results[0])
        one = PlannedStep(step.op, self._run(code), operands, results, (), Traits(gives=Gives.NEW))
        return [*self._kept, (one, operands, results, (), block)]

    def _run(self, code: Callable[..., None]) -> Callable[..., Any]:
        shape, dtypes = self._shape, [dtype_of(self._types[place]) for place in self._results]
        rows, size = shape[0], prod(shape)
        constants = list(self._constants.values())

        def run(*operands: Array) -> Any:
            results = [np.empty(shape, dtype) for dtype in dtypes]
            tier.call(code, rows, size, [*results, *operands, *constants], in_order=False)
            return results[0] if len(results) == 1 else tuple(results)

        return run

    def _function(self) -> Function:
        emit = Emitter()
        pointers = {place: f"%x{number}" for number, place in enumerate(self._operands)}
        constants = {place: f"%c{number}" for number, place in enumerate(self._constants)}
        values: dict[int, str] = {}
        at: list[str] = []
        with ExitStack() as loops:
            for axis, size in enumerate(self._shape):
                low, high = ("%begin", "%end") if axis == 0 else ("0", str(size))
                number, _ = loops.enter_context(emit.loop(low, high))
                at.append(number)
            for place, read in self._reads.items():
                if read.value is not None and read.value.size == 1:
                    values[place] = literal(emit, held(read.type), read.value.reshape(-1)[0])
                    continue
                index = ["0" if size == 1 else at[axis] for axis, size in zip(read.axes, read.shape, strict=False)]
                pointer = constants.get(place) or pointers[read.place]
                there = position(emit, index, strides_of(read.shape)) if read.shape else "0"
                values[place] = emit.load(held(read.type), pointer, there)
            for step, operands, results, _, _ in self._computed:
                row = LOWERINGS.rows()[step.op.name]
                values[results[0]] = row(At(emit, step.op), *(values[place] for place in operands))
            here = position(emit, at, strides_of(self._shape))
            for result, place in enumerate(self._results):
                emit.store(held(self._types[place]), values[place], f"%y{result}", here)
        parameters = [f"ptr noalias %y{number}" for number in range(len(self._results))]
        parameters += [f"ptr readonly {pointer}" for pointer in (*pointers.values(), *constants.values())]
        text = emit.text("fused", ["i64 %begin", "i64 %end", *parameters])
        return Function(text, "fused", 2, len(parameters), emit.polls)
