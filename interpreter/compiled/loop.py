"""Loops whole, from any turn on: many turns cost what few do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from hlogen.ir import Operation, TensorType, Value
from interpreter.compiled import tier
from interpreter.compiled.assembled import assembled
from interpreter.compiled.body import captured_types, write_loop
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.layout import Layout
from interpreter.compiled.llvm import Function
from interpreter.compiled.memory import Buffer, InMemory
from interpreter.compiled.part import Part
from interpreter.compiled.registry import element_of
from interpreter.compiled.whole.control import looped
from interpreter.execution.blocks import BlockPlan

_TURN = 1 << 7  # elements that what NumPy takes for a turn is worth


class ScalarLoop:
    """The machine code of a loop over scalars."""

    def __init__(self, op: Operation, condition: BlockPlan, body: BlockPlan) -> None:
        self._op = op
        self._blocks = condition, body
        self._compiled: tier.Compiled[None] = tier.Compiled(lambda _: self._function())

    def __call__(self, state: Sequence[Any], captured: Sequence[Sequence[Any]], turns: int) -> list[Any] | None:
        """The last state; None where NumPy is to go on, which has made so many turns since it was asked."""
        code = self._compiled(None, turns * _TURN * len(self._blocks[1].steps))
        if code is None:
            return None
        results = [np.array(value) for value in state]
        tier.call(code, 1, 1, [*results, *(value for values in captured for value in values)], in_order=True)
        return results

    def _function(self) -> Function:
        emit = Emitter()
        types = [held(element_of(value)) for value in self._op.results]
        outer = [[held(type) for type in captured_types(block)] for block in self._blocks]
        n_addresses = len(types) + sum(map(len, outer))
        pointers = iter(f"%p{k}" for k in range(n_addresses))
        places = [next(pointers) for _ in types]
        state = [emit.load(type, place, "0") for type, place in zip(types, places, strict=True)]
        captured = [[emit.load(type, next(pointers), "0") for type in values] for values in outer]
        for type, place, value in zip(
            types, places, write_loop(emit, self._op, self._blocks, state, captured), strict=True
        ):
            emit.store(type, value, place, "0")
        parameters = ["i64 %begin", "i64 %end", *(f"ptr %p{k}" for k in range(n_addresses))]
        return Function(emit.text("loop", parameters), "loop", 2, n_addresses, emit.polls)


_Shapes: TypeAlias = tuple[tuple[int, ...], ...]


class ArrayLoop(tier.Compiled[tuple[_Shapes, ...]]):
    """The machine code of a loop over arrays, by the shapes of its state and of what its blocks take from outside:
    `outer` says which values these are."""

    def __init__(self, op: Operation, blocks: Sequence[BlockPlan], outer: Sequence[Sequence[Value]]) -> None:
        super().__init__(self._run_of)
        self._op, self._blocks, self._outer = op, blocks, outer

    def run(self, state: Sequence[Any], captured: Sequence[Sequence[Any]], turns: int) -> list[Any] | None:
        """As a ScalarLoop."""
        arrays = [state, *captured]
        if not all(isinstance(x, np.ndarray) for values in arrays for x in values):  # tokens, or tuples
            return None
        shapes = tuple(tuple(x.shape for x in values) for values in arrays)
        code = self(shapes, turns * _TURN * len(self._blocks[1].steps))
        if code is None:
            return None
        found: Any = code(*(x for values in arrays for x in values))
        return [found] if len(state) == 1 else list(found)

    def _run_of(self, shapes: tuple[_Shapes, ...]) -> tier.Code:
        part = Part()
        state, *outer = (
            [self._taken(part, value, shape) for value, shape in zip(values, given, strict=True)]
            for values, given in zip([self._op.results, *self._outer], shapes, strict=True)
        )
        made = looped(part, self._op, self._blocks, state, outer)
        types = [value.type for value in self._op.results]
        assert all(isinstance(type, TensorType) for type in types)  # it was looped
        results = [(one.buffer, type) for one, type in zip(made, types, strict=True)]
        return assembled(part, results, [one.buffer for values in (state, *outer) for one in values], [])  # type: ignore[arg-type]  # as above

    @staticmethod
    def _taken(part: Part, value: Value, shape: tuple[int, ...]) -> InMemory:
        """NotCompiled for what has no elements."""
        if 0 in shape:
            raise NotCompiled("shapes without elements")
        layout = Layout.whole(shape)
        return InMemory(Buffer(held(element_of(value)), layout.size), layout)
