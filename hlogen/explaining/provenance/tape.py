"""A run, kept: each operation with the values that it was given and gave, one after the other, as a tape.

Functions, branches and every turn of a loop are gone into, so what is called, chosen or repeated stands on the tape by
its own operations. What chose a branch, or decided that a loop goes on, controls what comes out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.explaining.provenance.registry import Ran, edges_of
from hlogen.explaining.provenance.relations import Alike, Edge, Whole
from hlogen.ir import Operation
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.context import running
from interpreter.execution.control_flow import Branch, Call
from interpreter.execution.listener import methods
from interpreter.execution.semantics import Flow, Semantics, moved, run_kernel
from interpreter.execution.traits import Gives
from interpreter.memory.available import available_bytes, readable

_OF_A_ROW = 1000  # bytes of memory, about, beside its arrays
_SPARE = 4  # a part of the machine's memory that is left alone


class Node:
    """A value of the run: an array, or None for a token. A tuple is a tuple of nodes."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = array

    @property
    def shape(self) -> tuple[int, ...]:
        return () if self.array is None else tuple(self.array.shape)


@dataclass(frozen=True, slots=True)
class Row:
    """One operation that has run, or what a branch or a loop adds to the operations inside of it.

    An edge counts `sources` and `results`.
    """

    op: Operation
    sources: tuple[Node, ...]
    results: tuple[Node, ...]
    edges: Callable[[], Sequence[Edge]]


class Tape(Semantics):
    """The semantics that writes it; `rows` stand in the order in which they ended.

    `last` has what each operation gave when it ran for the last time, `times` how often it ran.
    """

    is_plain = False

    def __init__(self, max_memory: int | None) -> None:
        self.rows: list[Row] = []
        self.last: dict[Operation, Sequence[Any]] = {}
        self.times: Counter[Operation] = Counter()
        self.bytes = 0
        self.allowed = available_bytes() * (_SPARE - 1) // _SPARE if max_memory is None else max_memory
        self._on_op = methods(running.asked.watching, "on_op")
        self._on_empty_block = methods(running.asked.watching, "on_empty_block")

    def after(
        self, step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]], results: Sequence[Any]
    ) -> None:
        self.last[step.op] = results
        self.times[step.op] += 1
        for told in self._on_op:  # limits
            told(step.op, [plain(x) for x in operands], [plain(x) for x in results])

    def on_empty_block(self) -> None:
        for told in self._on_empty_block:
            told()

    def step(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Sequence[Any]:
        if step.traits.gives is Gives.OPERANDS:  # handed on, or taken out of a tuple
            found = step.run(*operands)
            return [found] if len(step.results) == 1 else list(found)
        given, inside = [plain(x) for x in operands], [[plain(x) for x in values] for values in captured]
        results = [noded(x) for x in run_kernel(step, given, inside)]
        within = tuple(leaf for values in captured for value in values for leaf in leaves(value))
        sources, made = tuple(_leaves_of(operands)), tuple(_leaves_of(results))

        def edges() -> Sequence[Edge]:
            arrays = ([node.array for node in nodes] for nodes in (sources, within, made))
            return [*edges_of(Ran(step, *arrays))]

        self._write(Row(step.op, (*sources, *within), made, edges))
        return results

    def call(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        assert isinstance(step.run, Call)
        if step.run.check is not None:
            step.run.check(*map(plain, operands))
        return (yield step.regions[0].block, moved(operands), self)

    def branch(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        assert isinstance(step.run, Branch)
        (chosen,) = operands
        number = step.run.number(chosen.array)
        results = yield step.regions[number].block, captured[number], self
        return [self._controlled(step.op, result, chosen) for result in results]

    def loop(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        cond, body = (region.block for region in step.regions)
        for_cond, for_body = captured
        state, answers = operands, []
        while True:
            (answer,) = yield cond, [*state, *for_cond], self
            answers.append(answer)
            if not answer.array:
                break
            state = yield body, moved(state, for_body), self
        turns = Node(np.asarray(len(answers) - 1))
        every = [Edge(i, 0, Whole((), ())) for i in range(len(answers))]
        self._write(Row(step.op, tuple(answers), (turns,), lambda: every))
        # what every turn hands on as it is, is the same after any number of turns
        return [
            value if place == at else self._controlled(step.op, value, turns)
            for at, (value, place) in enumerate(zip(state, body.results, strict=True))
        ]

    def _controlled(self, op: Operation, value: Any, by: Node) -> Any:
        """The value, as one that is this one only because of `by`."""
        if isinstance(value, tuple):
            return tuple(self._controlled(op, part, by) for part in value)
        if value.array is None:
            return value
        result = Node(value.array)
        edges = [Edge(0, 0, Alike(value.shape, value.shape)), Edge(1, 0, Whole((), value.shape), is_control=True)]
        self._write(Row(op, (value, by), (result,), lambda: edges))
        return result

    def _write(self, row: Row) -> None:
        self.rows.append(row)
        self.bytes += _OF_A_ROW + sum(_bytes_of(node.array) for node in row.results)
        if self.bytes > self.allowed:
            raise ExecutionError(
                f"the values of the {len(self.rows)} operations that ran take {readable(self.bytes)}, and all of them "
                f"are kept to be traced; {readable(self.allowed)} are allowed: trace a smaller case, or allow more "
                "(max_memory)"
            )


def noded(value: Any) -> Any:
    """A value of the interpreter's, as nodes."""
    return tuple(map(noded, value)) if isinstance(value, tuple) else Node(value)


def plain(value: Any) -> Any:
    """The interpreter's value of nodes."""
    return tuple(map(plain, value)) if isinstance(value, tuple) else value.array


def leaves(value: Any) -> Iterator[Node]:
    """The nodes of a value, those of a tuple one after the other."""
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


def _leaves_of(values: Sequence[Any]) -> Iterator[Node]:
    return (leaf for value in values for leaf in leaves(value))


def _bytes_of(array: Any) -> int:
    """What only this value holds: a view holds nothing."""
    return array.nbytes if isinstance(array, np.ndarray) and array.base is None else 0
