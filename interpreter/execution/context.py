"""What the run of this thread was asked for, beyond its results."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol, TypeVar

import numpy as np

from hlogen.forking import cached_property
from interpreter.execution.listener import Listener

T = TypeVar("T")


class Order(Protocol):
    """The order in which the scatters of a run fold their updates (kernels/schedule.py)."""

    def of(self, landed: Any) -> Any:
        """The same pieces, in the order they are to be folded."""


class MemoryAsked(Protocol):
    """Whoever counts the memory of a run while it goes on (memory/limits.py)."""

    def ask(self, needed: int, said: str) -> None:
        """ExecutionError where so many bytes more are too many; `said` is what takes them."""


class TimeAsked(Protocol):
    """Whoever limits the time of a run (memory/limits.py)."""

    def look(self) -> None:
        """ExecutionError where the time is over."""


@dataclass(eq=False)  # not frozen, which would cost a run of two small operations a tenth of its time; nobody writes it
class Asked:
    """What a run is asked for. `order` is None for the lexicographic one; `observer` follows one process of a grid."""

    listeners: Sequence[Listener] = ()
    order: Order | None = None
    observer: Listener | None = None
    seed: int = 0
    memory: MemoryAsked | None = None  # who is asked before much memory is taken, where only the run knows how much
    room: float = inf  # bytes that are allowed beside those that were estimated, where these are all
    allowed: float = inf  # bytes for all of the run
    time: TimeAsked | None = None
    compile: str = "auto"  # when machine code is made: "auto", "always" or "never" (compiled/tier.py)

    @cached_property
    def generator(self) -> np.random.Generator:
        """What the random numbers of the run are drawn from, one after the other."""
        return np.random.Generator(np.random.Philox(self.seed))

    @cached_property
    def watching(self) -> tuple[Listener, ...]:
        """All who look on."""
        return (*self.listeners, *(() if self.observer is None else (self.observer,)))


class _Running(threading.local):
    asked: Asked = Asked()
    process: Any = None  # which one of a grid runs here (grid/grid.py); None until somebody asks


running = _Running()


def within_time(turns: Iterable[T]) -> Iterable[T]:
    """The same, for a loop of a kernel that may go on for long: a run whose time is over ends between two turns."""
    return turns if running.asked.time is None else _looked(turns, running.asked.time)


def _looked(turns: Iterable[T], time: TimeAsked) -> Iterator[T]:
    for turn in turns:
        time.look()
        yield turn
