"""Functions of scalars on many lanes: what map, reduce, sort and others run for each element or pair of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import ElementType, dtype_of
from interpreter.compiled import tier
from interpreter.compiled.body import captured_types, types_of, write_body
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.llvm import Function
from interpreter.execution.blocks import BlockPlan
from interpreter.values.array import Array


class ScalarLanes:
    """The machine code of a region of scalars, for any number of lanes."""

    def __init__(self, block: BlockPlan) -> None:
        self._block = block
        self._compiled: tier.Compiled[None] = tier.Compiled(lambda _: self._function())
        self._results: list[np.dtype[Any]] = []

    def __call__(self, arguments: Sequence[Array], captured: Sequence[Any]) -> tuple[Array, ...] | None:
        """The results, one element for each lane; None where NumPy is to give them."""
        count = len(arguments[0])
        code = self._compiled(None, count * len(self._block.steps)) if count else None
        if code is None:
            return None
        results = tuple([np.empty(count, dtype) for dtype in self._results])
        tier.call(code, count, count, [*results, *arguments, *captured], in_order=False)
        return results

    def _function(self) -> Function:
        block, emit = self._block, Emitter()
        found, outer = types_of(block), captured_types(block)
        given: list[ElementType] = [found[place] for place in range(block.n_arguments)]
        if not found.keys() >= set(block.results):
            raise NotCompiled("bodies that return what they take from outside")
        results = [found[place] for place in block.results]
        n_addresses = len(results) + len(given) + len(outer)
        pointers = iter(f"%p{number}" for number in range(n_addresses))
        targets, sources = [next(pointers) for _ in results], [next(pointers) for _ in given]
        captured = [emit.load(held(type), next(pointers), "0") for type in outer]
        with emit.loop("%begin", "%end") as (lane, _):
            values = [emit.load(held(type), source, lane) for type, source in zip(given, sources, strict=True)]
            made = write_body(emit, block, [*values, *captured])
            for type, value, target in zip(results, made, targets, strict=True):
                emit.store(held(type), value, target, lane)
        kinds = ["noalias"] * len(results) + ["readonly"] * (len(given) + len(outer))
        parameters = [f"ptr {kind} %p{number}" for number, kind in enumerate(kinds)]
        text = emit.text("lanes", ["i64 %begin", "i64 %end", *parameters])
        self._results = [dtype_of(type) for type in results]
        return Function(text, "lanes", 2, n_addresses, emit.polls)
