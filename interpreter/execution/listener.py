"""Who looks on while a program runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

from hlogen.door import described
from hlogen.errors import UsageError
from hlogen.ir import FunctionType, Module, Operation
from interpreter.execution.blocks import BlockPlan, PlannedStep


class Loaded(Protocol):
    """A program that was loaded to be run (interpreter.Executable)."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> FunctionType: ...

    @property
    def plan(self) -> BlockPlan: ...

    @property
    def module(self) -> Module | None: ...


class Listener:
    """Sees a program run: each method here does nothing. Values are the interpreter's own arrays: look, don't touch."""

    def on_start(self, *executables: Loaded) -> None:
        """Called before a run, with the programs that run together: one, but in a grid."""

    def on_end(self) -> None:
        """Called when a run has come to its end, or failed."""

    def before_op(self, op: Operation, block: BlockPlan, frame: list[Any]) -> None:
        """Called before each operation, with the block that it stands in and the block's values by their places.

        A new frame is a new run of the block.
        """

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        """Called after each operation, those inside of called functions and regions included, with its values.

        Where a scatter's update computation runs on many elements at once, its operations are seen once for all of
        them, with one more dimension in front; a well-known computation (add, max, ...) is folded without being run.
        """

    def on_step(
        self,
        step: PlannedStep,
        operands: Sequence[Any],
        captured: Sequence[Sequence[Any]],
        results: Sequence[Any],
        *,
        in_lanes: bool,
    ) -> None:
        """`on_op` for those who need more than values: the operation as it is planned.

        `captured` are the values that each of its regions takes from outside. With `in_lanes`, what differs by lane has
        one more dimension in front.
        """

    def on_empty_block(self) -> None:
        """Called where a region, or a function, without operations runs."""


class _Adapted(Listener):
    """An object of another class that has some of a listener's methods."""

    def __init__(self, listener: object) -> None:
        for name in ("on_start", "on_end", "before_op", "on_op", "on_step", "on_empty_block"):
            if hasattr(listener, name):
                setattr(self, name, getattr(listener, name))


def listeners_of(listeners: object) -> tuple[Listener, ...]:
    """What a run was given, a sequence of listeners or objects with `on_op`, as listeners; else UsageError."""
    if not isinstance(listeners, (list, tuple)) or not all(callable(getattr(x, "on_op", None)) for x in listeners):
        what = "a list of objects with on_op(op, operands, results)"
        raise UsageError(f"listeners are {what}, not {described(listeners)}")
    return tuple(x if isinstance(x, Listener) else _Adapted(x) for x in listeners)


def methods(listeners: Iterable[Listener], name: str) -> list[Callable[..., None]]:
    """A method of these listeners, of those that have one which does something."""
    found = [getattr(listener, name) for listener in listeners]
    return [method for method in found if getattr(method, "__func__", None) is not getattr(Listener, name)]


@contextmanager
def told(listeners: Sequence[Listener], *executables: Loaded) -> Iterator[None]:
    """Tells listeners of a run's start and end."""
    with ExitStack() as begun:  # whatever one of them raises, those that were told of the start hear of the end
        for listener in listeners:
            listener.on_start(*executables)
            begun.callback(listener.on_end)
        yield
