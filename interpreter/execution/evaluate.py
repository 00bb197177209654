"""Runs plans: a block is a list of steps over numbered places, and a value is let go after its last use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from hlogen.errors import ExecutionError, HlogenError
from hlogen.ir import Operation, Value
from interpreter.execution.traits import Traits
from interpreter.values.array import as_array

if TYPE_CHECKING:
    from interpreter.executable import Executable
    from interpreter.execution.optimize import QuickPlan
    from interpreter.grid.grid import Process
    from interpreter.kernels.scatter_landing import Landed

Run: TypeAlias = Callable[..., Any]


class Listener(Protocol):
    """Sees a program run. Values are the interpreter's own arrays: look, don't touch.

    Where it has methods ``on_start(*executables)`` and ``on_end()``, they are called before a run, with the programs
    that run together (one, but in a grid), and when it has come to its end, or failed; ``on_empty_block()`` where a
    region, or a function, without operations runs; ``before_op(op, block, frame)`` before each operation, with the
    block that it stands in and the block's values by their places. A new frame is a new run of the block.
    """

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        """Called after each operation, those inside of called functions and regions included, with its values.

        Where a scatter's update computation runs on many elements at once, its operations are seen once for all of
        them, with one more dimension in front; a well-known computation (add, max, ...) is folded without being run.
        """


@contextmanager
def told(listeners: Sequence[Listener], *executables: Executable) -> Iterator[None]:
    """Tells listeners that want to know of a run's start (``on_start(*executables)``) and end (``on_end()``)."""
    with ExitStack() as begun:  # whatever one of them raises, those that were told of the start hear of the end
        for listener in listeners:
            getattr(listener, "on_start", _nothing)(*executables)
            begun.callback(getattr(listener, "on_end", _nothing))
        yield


def process_of_several() -> Process | None:
    """Which process of a grid runs here; None where there is only one, whether anybody has asked for it or not."""
    process = running.process
    return None if process is None or len(process.grid.processes) < 2 else process


def tell_of_empty_block(listeners: Sequence[Listener]) -> None:
    for listener in listeners:
        getattr(listener, "on_empty_block", _nothing)()


def steppers_of(listeners: Sequence[Listener]) -> Sequence[Any]:
    """Those that want to know of each operation before it runs."""
    return [listener for listener in listeners if hasattr(listener, "before_op")] if listeners else ()


def _nothing(*_: object) -> None:
    """What a listener does that has no such method."""


@dataclass(frozen=True, slots=True)
class Step:
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
    """A region of a step, where its captured values stand in the frame, and the cell it finds them in when it runs."""

    block: BlockPlan
    captures: tuple[int, ...]
    captured: Captured


class Captured(threading.local):
    """The values that a region takes from outside of it, set before its operation runs."""

    values: Sequence[Any] = ()


class Order(Protocol):
    """The order in which the scatters of a run fold their updates (schedule.py)."""

    def of(self, landed: Landed) -> Landed:
        """The same pieces, in the order they are to be folded."""


class Observer(Protocol):
    """Sees a program run as it is planned: what a listener that needs more than values is."""

    def after(
        self,
        step: Step,
        operands: Sequence[Any],
        captured: Sequence[Sequence[Any]],
        results: Sequence[Any],
        *,
        in_lanes: bool,
    ) -> None:
        """Called after each step. `captured` are the values that each of its regions takes from outside.

        With `in_lanes`, what differs by lane has one more dimension in front.
        """


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run is asked for beyond its results. `order` is None for the lexicographic one."""

    listeners: Sequence[Listener] = ()
    order: Order | None = None
    observer: Observer | None = None
    random: Random = field(default_factory=lambda: Random(0))


class Random:
    """What the random numbers of one run are drawn from, one after the other: made when the first is asked for."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @cached_property
    def generator(self) -> np.random.Generator:
        return np.random.Generator(np.random.Philox(self.seed))


class _Running(threading.local):
    asked: Asked = Asked()
    process: Process | None = None  # which one of a grid runs here; None until somebody asks


running = _Running()


class BlockPlan:
    """A block, ready to run: callable with its arguments, gives the terminator's operands as a list.

    The frame holds arguments first, then captured values, then what the steps compute.
    """

    __slots__ = ("arguments", "n_arguments", "name", "quick", "results", "size", "steps")

    def __init__(
        self,
        name: str,
        n_arguments: int,
        size: int,
        steps: Sequence[Step],
        results: Sequence[int],
        arguments: Sequence[Value] = (),
    ) -> None:
        self.name = name
        self.arguments = tuple(arguments)
        self.n_arguments = n_arguments
        self.size = size
        self.steps = tuple(steps)
        self.results = tuple(results)
        self.quick: QuickPlan | None = None  # what runs where nobody looks on, made by `ready`

    def __call__(self, *arguments: Any) -> list[Any]:
        return self.run(arguments)

    def run(self, arguments: Sequence[Any], captured: Sequence[Any] = ()) -> list[Any]:
        asked = running.asked
        if not asked.listeners and asked.observer is None:
            return self.ready().run([*arguments, *captured])
        frame: list[Any] = [*arguments, *captured]
        frame.extend([None] * (self.size - len(frame)))
        listeners, observer = asked.listeners, asked.observer
        steppers = steppers_of(listeners)
        inside: list[list[Any]] = []
        step = None
        try:
            for step in self.steps:
                if steppers:
                    for stepper in steppers:
                        stepper.before_op(step.op, self, frame)
                operands = [frame[place] for place in step.operands]
                if step.regions:
                    inside = [[frame[place] for place in region.captures] for region in step.regions]
                    results = run_with_regions(step, operands, inside)
                else:
                    results = step.run(*operands)
                if len(step.results) == 1:
                    if results.__class__ is not np.ndarray:
                        results = as_array(results)
                    frame[step.results[0]] = results
                else:
                    for place, result in zip(step.results, results or (), strict=True):
                        frame[place] = as_array(result)
                if listeners:
                    for listener in listeners:
                        listener.on_op(step.op, operands, [frame[place] for place in step.results])
                if observer is not None:
                    found = [frame[place] for place in step.results]
                    observer.after(step, operands, inside if step.regions else (), found, in_lanes=False)
                for place in step.released:
                    frame[place] = None
        except Exception as error:
            if step is not None:
                raise_placed(error, step.op, self.name)
            raise
        if step is None:
            tell_of_empty_block(listeners)
        return [frame[place] for place in self.results]

    def run_over(self, arguments: list[Any], captured: Sequence[Any] = ()) -> list[Any]:
        """`run`; the list is emptied, so that arguments that nobody else holds may be written over when they die."""
        if running.asked.listeners or running.asked.observer is not None:
            return self.run(arguments, captured)
        frame = [*arguments, *captured]
        arguments.clear()
        return self.ready().run(frame)

    def ready(self) -> QuickPlan:
        """What runs where nobody looks on: made shorter when the block runs a second time."""
        quick = self.quick
        if quick is None or not quick.is_short:
            from interpreter.execution.optimize import as_planned, shortened  # which are made of these plans

            quick = self.quick = as_planned(self) if quick is None else shortened(self)
        return quick


def run_with_regions(step: Step, operands: Sequence[Any], captured: Sequence[Sequence[Any]]) -> Any:
    """Runs a step whose regions take these values from outside; afterwards they are let go, whatever happens.

    What was there before comes back: a listener may run the program that it listens to.
    """
    before = [region.captured.values for region in step.regions]
    try:
        for region, values in zip(step.regions, captured, strict=True):
            region.captured.values = values
        return step.run(*operands)
    finally:
        for region, values in zip(step.regions, before, strict=True):
            region.captured.values = values


def raise_placed(error: Exception, op: Operation, block: str = "") -> None:
    """Raises `error` again, now saying at which operation it came up; returns where it already says so.

    `block` is the name of the plan that the operation stands in.
    """
    if isinstance(error, MemoryError):
        types = ", ".join(str(result.type) for result in op.results)
        raise placed(ExecutionError(f"not enough memory for {types}"), op, block) from error
    if isinstance(error, RecursionError):
        raise placed(ExecutionError("functions and regions are nested too deeply to run"), op, block) from error
    if isinstance(error, ExecutionError):
        if error.operation is None:
            placed(error, op, block)
    elif isinstance(error, HlogenError):
        raise placed(ExecutionError(str(error)), op, block) from error
    elif not getattr(error, "__notes__", None):
        error.add_note(f"while running {op.name} at {op.location}")


def placed(error: ExecutionError, op: Operation, block: str = "") -> ExecutionError:
    """`error` with the operation and its place in the message; with its function where it has no place."""
    place = f" at {op.location}" if op.location else f" in {block}" if block.startswith("function") else ""
    error.args = (f"{error.args[0] if error.args else ''}\n  where: {op.name}{place}",)
    error.operation, error.location = op.name, op.location
    return error
