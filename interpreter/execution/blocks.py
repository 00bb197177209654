"""Programs ready to run, as data: a block is a list of steps over numbered places."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from hlogen.ir import Operation, Type, Value
from interpreter.execution.traits import Traits

# What computes an operation: takes an array for each operand, gives the result, or a tuple of any other number.
Run: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One operation, ready to run: `operands` and `results` are places in the frame, `released` ones die with it."""

    op: Operation
    run: Run
    operands: tuple[int, ...]
    results: tuple[int, ...]
    released: tuple[int, ...]
    traits: Traits
    regions: tuple[BoundRegion, ...] = ()

    @property
    def elementwise(self) -> bool:
        return self.traits.elementwise


@dataclass(frozen=True, slots=True)
class BoundRegion:
    """A region of a step: its captured values, where they stand in the frame, and the cell that it finds them in."""

    block: BlockPlan
    captures: tuple[int, ...]
    captured: Captured
    values: tuple[Value, ...] = ()


class Captured(threading.local):
    """The values that a region takes from outside of it, set before its operation runs."""

    values: Sequence[Any] = ()


class BlockPlan:
    """A block, ready to run; what runs it is in walk.py.

    The frame holds arguments first, then captured values, then what the steps compute. `results` are the places of what
    the terminator gives back.
    """

    __slots__ = ("arguments", "code", "fuse", "n_arguments", "name", "results", "size", "steps", "watched")

    def __init__(
        self,
        name: str,
        n_arguments: int,
        size: int,
        steps: Sequence[PlannedStep],
        results: Sequence[int],
        arguments: Sequence[Value] = (),
        fuse: Fuse | None = None,
    ) -> None:
        self.name = name
        self.arguments = tuple(arguments)
        self.fuse = fuse
        self.n_arguments = n_arguments
        self.size = size
        self.steps = tuple(steps)
        self.results = tuple(results)
        self.code: Code | None = None  # what runs where nobody looks on (optimize.py), made when it is asked for
        self.watched: Code | None = None  # what runs where somebody does


Places: TypeAlias = tuple[int, ...]
# How a step is run, by the first entry: with so many operands, from 0 to MOST_OPERANDS, and one result; or as below.
# `run`, operands, the result (but for the first: all of them), what dies there, the step that it is made of, what its
# regions capture, and the name of the plan that it was written in.
Instruction: TypeAlias = tuple[int, Any, Places, Any, Places, PlannedStep, tuple[Places, ...], str]
# A step, its operands, its results, what its regions capture, and the name of the plan that it was written in.
Draft: TypeAlias = tuple[PlannedStep, Places, Places, tuple[Places, ...], str]

# What a block may be made of, when it has run for long enough: asked behind each run, it gives that once it is known.
Faster: TypeAlias = "Callable[[], list[Draft] | None]"
# Of drafts, the types of places, the values of those that are known, and the places of results; None where they stay.
Fuse: TypeAlias = "Callable[[Sequence[Draft], Mapping[int, Type], Mapping[int, Any], Sequence[int]], Faster | None]"

MOST_OPERANDS = 3
ANY = -1  # whatever operands and results it has
CONTROL = -2  # a call, a branch or a loop: what the walker itself runs
OVER = -3  # with operands that it may write over
STEP = -4  # as the semantics want it


class Code:
    """What the walker runs: instructions over a frame of what enters the block, then `computed`.

    That is what is there from the start, and gaps to be filled. `drafts` are the instructions where they may stand in
    other blocks; `is_short` tells whether the block was optimized. `faster` gives what may come of it later; where it
    is None, and the block is short, this is what runs from now on (`is_final`). What is made of several operations at
    once has `before`, in which each is by itself: it runs where another order of updates is asked for.
    """

    __slots__ = ("before", "computed", "drafts", "faster", "instructions", "is_final", "is_short", "results")

    def __init__(
        self,
        computed: Sequence[Any],
        instructions: list[Instruction],
        results: Places,
        drafts: list[Draft] | None = None,
        *,
        is_short: bool,
        faster: Faster | None = None,
        before: Code | None = None,
    ) -> None:
        self.before = before
        self.faster = faster
        self.is_final = is_short and faster is None
        self.computed = computed
        self.instructions = instructions
        self.results = results
        self.drafts = drafts
        self.is_short = is_short
