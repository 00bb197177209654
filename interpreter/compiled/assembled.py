"""Parts as functions of arrays: what their tasks are written to, and the memory between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from hlogen.ir import TensorType, dtype_of
from interpreter.compiled import llvm, tier
from interpreter.compiled.emit import Emitter
from interpreter.compiled.llvm import Function
from interpreter.compiled.memory import Buffer, Task
from interpreter.compiled.part import Part, place_buffers
from interpreter.values.array import Array


def assembled(
    part: Part,
    made: Sequence[tuple[Buffer, TensorType]],
    taken: Sequence[Buffer],
    constants: Sequence[tuple[Buffer, Array]],
) -> Callable[..., Any]:
    """What runs the tasks of a part on arrays that are `taken`, and gives those that are `made`: one, or a tuple."""
    given = [*(buffer for buffer, _ in made), *taken, *(buffer for buffer, _ in constants)]
    places, room = place_buffers(part.tasks, part.own - {buffer for buffer, _ in made})
    functions = [
        (llvm.compiled(_function(tasks, given, len(made), places)), *_range(tasks)) for tasks in _together(part.tasks)
    ]
    arrays = [array for _, array in constants]
    kinds = [(type.static_shape, dtype_of(type.element_type)) for _, type in made]

    def run(*operands: Array) -> Any:
        results = [np.empty(shape, dtype) for shape, dtype in kinds]
        scratch = _scratch(room)
        given = [*results, *operands, *arrays, scratch]
        for code, rows, size in functions:
            tier.call(code, rows, size, given, in_order=False)
        if _LEAST_KEPT <= scratch.size <= _MOST_KEPT and not _kept:
            _kept.append(scratch)
        return results[0] if len(results) == 1 else tuple(results)

    return run


def _scratch(size: int) -> Array:
    """Memory for what lies between. Large memory that is new takes the system longer than to work on it once, so what
    a run had is kept for the next one, whatever it runs."""
    if size >= _LEAST_KEPT:
        try:
            found = _kept.pop()  # nobody else has it from here on
        except IndexError:
            pass
        else:
            if found.size >= size:
                return found
    return np.empty(size, np.uint8)


_LEAST_KEPT, _MOST_KEPT = 1 << 18, 1 << 26  # bytes
_kept: list[Array] = []


def _function(tasks: Sequence[Task], given: Sequence[Buffer], n_made: int, places: Mapping[Buffer, int]) -> Function:
    """Of a range, that of its one task or of nothing, and of the addresses of results, operands, constants, and of
    memory for what lies between."""
    emit = Emitter()
    for number, buffer in enumerate(given):
        buffer.place = f"%p{number}"
    for buffer, place in places.items():
        buffer.place = emit.element("i8", "%scratch", str(place))
    for task in tasks:
        task.write(emit, ("%begin", "%end") if len(tasks) == 1 else None)
    parameters = [f"ptr {'noalias' if k < n_made else 'readonly'} %p{k}" for k in range(len(given))]
    text = emit.text("fused", ["i64 %begin", "i64 %end", *parameters, "ptr noalias %scratch"])
    return Function(text, "fused", 2, len(parameters) + 1, emit.polls)


def _together(tasks: Sequence[Task]) -> list[list[Task]]:
    """The tasks of each function. Threads share what is large, so that is a function by itself."""
    found: list[list[Task]] = []
    for task in tasks:
        if not found or max(task.size, found[-1][-1].size) >= tier.SHARED:
            found.append([])
        found[-1].append(task)
    return found


def _range(tasks: Sequence[Task]) -> tuple[int, int]:
    """How often the outermost loop turns, and how many elements there are."""
    return (tasks[0].rows, tasks[0].size) if len(tasks) == 1 else (1, 1)
