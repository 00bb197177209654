"""The simplest program that still does what a program does: drawn again from fewer and smaller decisions.

Nothing here knows what a program is made of. Steps are left out, lists of decisions cut, and numbers lowered, as long
as the program that comes of it still does the same and is simpler. What is found is as valid as what was drawn.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from hlogen.errors import HlogenError
from hlogen.fuzz.broken import CHANGE
from hlogen.fuzz.program import Drawn, Step, drawn
from hlogen.ir import DenseElements

MOST_TRIES = 400
_ANEW = 250  # programs that are drawn anew
_LOW = (0, 0, 0, 0, 1, 1, 1, 2, 2, 3)
_MOST_TURNS = 12
_ALONE = 3  # times that an operation is drawn alone


def fewer_steps(found: Drawn, does_it: Callable[[Drawn], bool]) -> Drawn:
    """The program with as few of its operations as still do it: the largest leaps first."""
    best = found
    for at in reversed(range(len(found.plan.steps))):
        step = found.plan.steps[at]
        anew = (Step(step.op, seed=f"{at}.{number}") for number in range(_ALONE))
        for each in (step, *anew) if len(found.plan.steps) > 1 and step.op != CHANGE else ():
            if (one := _redrawn(found, (each,))) and _cost(one) < _cost(found) and does_it(one):
                return one
    size = len(best.plan.steps) // 2
    while size:
        start = len(best.plan.steps)
        while start > 0:
            start -= size
            steps = best.plan.steps[: max(start, 0)] + best.plan.steps[start + size :]
            if steps and (fewer := _redrawn(best, steps)) and _cost(fewer) < _cost(best) and does_it(fewer):
                best = fewer
        size //= 2
    return best


def drawn_anew(found: Drawn, turn: int = 0) -> list[Drawn]:
    """Simpler programs of the same operations, the simplest first: of low decisions, of those of `found`, or of any.
    Each `turn` gives others, and twice as many.

    What decides of much else, such as a rank, can't be lowered on its own: what follows it would mean something else.
    """
    random = Random(turn)
    cost = _cost(found)
    programs = {}
    for number in range(_ANEW << turn):
        if turn and number % 2:  # any
            steps = tuple(Step(step.op, seed=f"{turn}.{number}.{at}") for at, step in enumerate(found.plan.steps))
        else:
            percent = number % 4 * 25  # of the decisions that stay
            steps = tuple(_drawn_anew(step, random, percent) for step in found.plan.steps)
        program = _redrawn(found, steps)
        if program is not None and (less := _cost(program)) < cost:
            programs[less] = program
    return [programs[less] for less in sorted(programs)]


def _drawn_anew(step: Step, random: Random, percent: int) -> Step:
    def part(values: Sequence[int], count: int) -> tuple[int, ...]:
        return tuple(
            values[at] if at < len(values) and random.random() * 100 < percent else random.choice(_LOW)
            for at in range(count)
        )

    longest = max(map(len, step.arrays), default=0)
    arrays = []
    for array in step.arrays:
        some = [*array, 0, 1]
        arrays.append(tuple(random.choice(some) for _ in range(longest)))
    return replace(step, numbers=part(step.numbers, len(step.numbers)), arrays=tuple(arrays), seed=None)


def shrunk(found: Drawn, does_it: Callable[[Drawn], bool], tries: int = MOST_TRIES, seconds: float = math.inf) -> Drawn:
    """The simplest program for which `does_it` holds, as it does for `found`; it is asked `tries` times at most, for
    about `seconds`.

    What was tried of a program isn't tried first of its successor: it goes on from there, and begins anew in the end.
    """
    best, cost = found, _cost(found)
    end = time.monotonic() + seconds
    asked = {best.plan.steps}
    at, has_changed = 0, False
    while True:
        for number, steps in enumerate(_simpler(best.plan.steps)):
            if number < at or steps in asked:
                continue
            at = number
            asked.add(steps)
            smaller = _redrawn(found, steps)
            if smaller is None or (less := _cost(smaller)) >= cost:
                continue
            if tries <= 0 or time.monotonic() > end:
                return best
            tries -= 1
            if does_it(smaller):
                best, cost, has_changed = smaller, less, True
                break
        else:
            if not has_changed:
                return best
            at, has_changed = 0, False


def _redrawn(found: Drawn, steps: tuple[Step, ...]) -> Drawn | None:
    try:
        return drawn(replace(found.plan, steps=steps))
    except HlogenError:
        return None


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
