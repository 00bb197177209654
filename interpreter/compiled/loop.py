"""Loops over scalars, whole: many turns cost what few do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import Operation
from interpreter.compiled import tier
from interpreter.compiled.body import captured_types, write_loop
from interpreter.compiled.elements import held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.llvm import Function
from interpreter.compiled.registry import element_of
from interpreter.execution.blocks import BlockPlan

_TURN = 1 << 7  # elements that what NumPy takes for a turn is worth


class ScalarLoop:
    """The machine code of a loop, from any turn on."""

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
