"""The simplest program that still does what a program does: drawn again from fewer and smaller decisions.

Nothing here knows what a program is made of. Steps are left out, lists of decisions cut, and numbers lowered, as long
as the program that comes of it still does the same and is simpler. What is found is as valid as what was drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from hlogen.errors import HlogenError
from hlogen.fuzz.program import Drawn, Step, drawn
from hlogen.ir import DenseElements

MOST_TRIES = 400
_MOST_TURNS = 12
_MOST_SECONDS = 20.0  # where each try takes long, as of programs that end the backend's process


def shrunk(found: Drawn, does_it: Callable[[Drawn], bool], tries: int = MOST_TRIES) -> Drawn:
    """The simplest program for which `does_it` holds, as it does for `found`; it is asked `tries` times at most."""
    best, cost = found, _cost(found)
    end = time.monotonic() + _MOST_SECONDS
    asked = {best.plan.steps}
    has_changed = True
    while has_changed:
        has_changed = False
        for steps in _simpler(best.plan.steps):
            if steps in asked:
                continue
            asked.add(steps)
            try:
                smaller = drawn(replace(found.plan, steps=steps))
            except HlogenError:
                continue
            if (less := _cost(smaller)) >= cost:
                continue
            if tries <= 0 or time.monotonic() > end:
                return best
            tries -= 1
            if does_it(smaller):
                best, cost, has_changed = smaller, less, True
                break
    return best


def _cost(program: Drawn) -> tuple[int, ...]:
    """What makes a program simple: few operations, few elements, short and small decisions."""
    module = program.form.module
    operations = [operation for operation in module.walk() if not operation.name.endswith("return")]
    elements = sum(array.size for array in program.form.arguments)
    for operation in operations:
        value = operation.attributes.get("value")
        elements += value.array.size if isinstance(value, DenseElements) else 0
    numbers = [number for step in program.plan.steps for number in step.numbers]
    values = [number for step in program.plan.steps for array in step.arrays for number in array]
    return len(operations), elements, sum(numbers), sum(values), len(numbers)


def _simpler(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """What may be simpler, the largest leaps first."""
    for at in reversed(range(len(steps))):
        if len(steps) > 1:
            yield steps[:at] + steps[at + 1 :]
    for at in reversed(range(len(steps))):
        for step in _simpler_step(steps[at]):
            yield (*steps[:at], step, *steps[at + 1 :])


def _simpler_step(step: Step) -> Iterator[Step]:
    for numbers in _lower(step.numbers, is_list=True):
        yield replace(step, numbers=numbers, seed=None)
    for at, array in enumerate(step.arrays):
        yield replace(step, arrays=step.arrays[:at] + step.arrays[at + 1 :], seed=None)
        for values in _lower(array, is_list=False):
            yield replace(step, arrays=(*step.arrays[:at], values, *step.arrays[at + 1 :]), seed=None)
    # Fewer elements, of which not the first ones stay: those of all arrays beside each other.
    longest = max(map(len, step.arrays), default=0)
    telling = {at for array in step.arrays if len(array) == longest for at, value in enumerate(array) if at and value}
    for first in sorted(telling)[:_MOST_TURNS]:
        turned = tuple(array[first:] + array[:first] if len(array) == longest else array for array in step.arrays)
        for numbers in _each_lower(step.numbers):
            yield replace(step, numbers=numbers, arrays=turned, seed=None)


def _each_lower(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for at, value in enumerate(numbers):
        if value > 1:  # what may be a size
            yield (*numbers[:at], 0, *numbers[at + 1 :])


def _lower(numbers: tuple[int, ...], *, is_list: bool) -> Iterator[tuple[int, ...]]:
    """Lower numbers, and fewer of them where they are a list of decisions."""
    length = size = len(numbers)
    while size:
        for start in range(0, length, size):
            part = numbers[start : start + size]
            if any(part):
                yield numbers[:start] + (0,) * len(part) + numbers[start + size :]
            if is_list and size < length:
                yield numbers[:start] + numbers[start + size :]
        size //= 2
    for at, value in enumerate(numbers):
        if is_list and value:  # what was decided because of it goes with it
            for more in (1, 2):
                yield (*numbers[:at], 0, *numbers[at + 1 + more :])
        for lower in dict.fromkeys((value // 2, value - 1)):
            if 0 < lower < value:
                yield (*numbers[:at], lower, *numbers[at + 1 :])
