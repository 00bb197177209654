"""The `interpreter` dialect of upstream's tests: run_parallel, probe and print; and check.expect_serialized_eq.

`probe` keeps the values that pass it, under its id, for check.expect_serialized_eq of the same run: the files that
upstream's tools write are never needed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from hlogen.errors import CheckFailed, ExecutionError
from hlogen.ir import Operation, SymbolRef
from interpreter.execution.blocks import Run
from interpreter.execution.context import running
from interpreter.execution.walk import run_block
from interpreter.grid.grid import Grid, current_process
from interpreter.grid.groups import GridSize
from interpreter.kernels.check import Comparison, equal
from interpreter.kernels.control_flow import unpacked
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import integer, wrong


@kernel("interpreter.run_parallel", quantized=Quantized.ITSELF, calls=("programs", "infeed"))
def run_parallel(op: Operation, planner: Planner) -> Run:
    """`programs` names the function of each process, a row for each replica; operands and results follow their order.

    `infeed` names functions whose results are what the processes read, whoever comes first.
    """
    rows = _names(op.attributes.get("programs"))
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ExecutionError(f"programs should be a grid of functions, a row for each replica, but it is {rows}")
    names = [name for row in rows for name in row]
    functions = {name: planner.function(name) for name in dict.fromkeys(names)}
    feeds = [
        partial(run_block, planner.function(name), ())
        for row in _names((op.attributes.get("infeed", ()),))
        for name in row
    ]
    size = GridSize(len(rows), len(rows[0]))
    taken = sum(functions[name].n_arguments for name in names)
    if taken != len(op.operands):
        raise ExecutionError(f"the programs take {taken} arguments together, but there are {len(op.operands)} operands")

    def run(*operands: Any) -> Any:
        given = iter(operands)
        work = [
            partial(run_block, functions[name], [next(given) for _ in range(functions[name].n_arguments)])
            for name in names
        ]
        infeed = deque(feeds)
        parent = current_process()
        grid = Grid(
            size,
            infeeds=[infeed] * len(names),
            outfeed=parent.grid.outfeed,
            is_one_program=len(functions) == 1,
            probes=parent.grid.probes,
        )
        # an observer follows one process; listeners and the order of updates are for all
        outer = running.asked
        running.asked = replace(outer, observer=None)
        try:
            results = grid.run(work)
        finally:
            running.asked = outer
        return unpacked([value for process in results for value in process])

    return run


@kernel("interpreter.probe", quantized=Quantized.ITSELF)
def probe(op: Operation, planner: Planner) -> Run:
    id = _probe_id(op)

    def run(operand: Array) -> Array:
        current_process().grid.probes.setdefault(id, []).append(operand)
        return operand

    return run


@kernel("check.expect_serialized_eq", quantized=Quantized.ITSELF)
def expect_serialized_eq(op: Operation, planner: Planner) -> Run:
    """Compares with what passed the probe of the same id when it ran for the `iteration`-th time, from 0 on."""
    id, iteration = _probe_id(op), integer(op, "iteration", 0)
    comparison = Comparison("check.expect_serialized_eq", equal, {"kind": "equal"})

    def run(expected: Array) -> tuple[()]:
        seen = current_process().grid.probes.get(id, [])
        if not 0 <= iteration < len(seen):
            times = f"{len(seen)} time{'' if len(seen) == 1 else 's'}"
            raise CheckFailed(
                f"check.expect_serialized_eq: probe {id!r} ran {times}, there is no iteration {iteration}"
            )
        comparison.require(seen[iteration], expected)
        return ()

    return run


@kernel("interpreter.print", quantized=Quantized.ITSELF)
def print_(op: Operation, planner: Planner) -> Run:
    """Writes the value to standard output."""
    value = op.operands[0]
    name = f"%{value.name}" if value.name else "value"

    def run(operand: Array) -> tuple[()]:
        print(f"{name} = {value.type} {np.array2string(np.asarray(operand), separator=', ')}", flush=True)
        return ()

    return run


def _names(attribute: Any) -> list[list[str]]:
    """The function names in an array of arrays; an empty list for anything else."""
    rows = attribute if isinstance(attribute, tuple) else ()
    if not all(isinstance(row, tuple) and all(isinstance(entry, SymbolRef) for entry in row) for row in rows):
        return []
    return [[entry.name for entry in row] for row in rows]


def _probe_id(op: Operation) -> str:
    id = op.attributes.get("probe_id")
    if not isinstance(id, str):
        raise wrong(op, "probe_id", "a name")
    return id
