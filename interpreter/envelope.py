"""What is around a run, of one program or of the processes of a grid: one for `run`, `run_parallel` and `admissible`.

    with Envelope([executable], max_steps=100) as around:
        values = executable.values(args)
        around.begin([values])                  # there is enough memory; listeners hear of the start
        results = run_block(executable.plan, values)   # NumPy's warnings are off, `around.asked` is asked for
    return around.owned(results)                # the caller's own; the sanitizer has told what it found

Whatever goes wrong inside, listeners hear of the end, what was found until then is told, and an error that comes of a
program that isn't valid says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import chain
from types import TracebackType
from typing import Any, Protocol

import numpy as np

from hlogen.errors import ExecutionError, HlogenError, UsageError
from hlogen.ir import Module
from hlogen.ir.printer import generic_text
from interpreter.execution.context import Asked, running
from interpreter.execution.listener import Listener, Loaded, listeners_of, told
from interpreter.execution.ownership import unshared
from interpreter.kernels.schedule import Schedule, order_of
from interpreter.memory.limits import Estimate, MemoryLimit, StepLimit, TimeLimit, together
from interpreter.sanitizer.sanitizer import Sanitizer
from interpreter.sanitizer.watch import Guarded, SanitizedRun, failed, finish, watch_of
from interpreter.values import unwarned
from interpreter.values.arguments import owned_results

# What kernels raise for operands, attributes and types that don't go together.
_OF_INVALID_PROGRAMS = frozenset({AttributeError, IndexError, KeyError, TypeError, ValueError, ZeroDivisionError})


class Enveloped(Guarded, Loaded, Protocol):
    """What is run: an Executable."""

    compile: str

    @property
    def is_small(self) -> bool: ...

    def memory_of(self, values: Sequence[Any]) -> Estimate: ...


class Envelope:
    """Of one run. `processes` are the ids of a grid's processes, one for each executable; without them there is one.

    `asked` is what the run of each is asked for. Raises UsageError for what can't be.
    """

    __slots__ = ("_listeners", "_outer", "_told", "_unwarned", "asked", "executables", "max_memory", "watches")

    def __init__(
        self,
        executables: Sequence[Enveloped],
        processes: Sequence[tuple[int, int] | None] = (None,),
        *,
        listeners: Sequence[Listener] = (),
        schedule: Schedule = "lexicographic",
        sanitize: bool | Sanitizer = False,
        seed: int = 0,
        max_steps: int | None = None,
        max_memory: int | None = None,
        time_limit: float | None = None,
    ) -> None:
        listeners = () if listeners.__class__ is tuple and not listeners else listeners_of(listeners)
        if max_steps is not None:
            listeners = (*listeners, StepLimit(max_steps))
        time = None if time_limit is None else TimeLimit(time_limit)
        if time is not None:
            listeners = (*listeners, time)
        self.executables = executables
        self.max_memory = max_memory
        self._listeners = listeners
        self.watches: list[SanitizedRun] = []
        self.asked: list[Asked] = []
        first = seed if seed.__class__ is int and seed >= 0 else _seed(seed)
        for number, executable in enumerate(executables):
            watch = None
            if sanitize is not False:
                watch = watch_of(executable, sanitize, processes[number])
                self.watches.append(watch)
            order = order_of(schedule)
            self.asked.append(
                Asked(self._listeners, order, watch, first + number, time=time, compile=executable.compile)
            )
        self._told: AbstractContextManager[None] | None = None

    def __enter__(self) -> Envelope:
        self._outer = running.asked, running.process
        running.asked, running.process = self.asked[0], None
        self._unwarned = unwarned.begin()
        return self

    def begin(self, values: Sequence[Sequence[Any]]) -> None:
        """The arguments are there, those of each executable. ExecutionError where they ask for too much memory."""
        small = True
        for executable in self.executables:
            small = small and executable.is_small
        if self.max_memory is not None or not small:
            self._require_memory(values)
        if self._listeners:
            self._told = told(self._listeners, *dict.fromkeys(self.executables))
            self._told.__enter__()

    def _require_memory(self, values: Sequence[Sequence[Any]]) -> None:
        estimates = [executable.memory_of(args) for executable, args in zip(self.executables, values, strict=True)]
        needed = estimates[0] if len(estimates) == 1 else together(estimates, values)
        if self.max_memory is None:
            needed.require_available()
        else:
            needed.require(self.max_memory)
        if not needed.is_complete:
            limit = MemoryLimit(self.max_memory, chain.from_iterable(values))
            self.asked = [replace(one, listeners=(*one.listeners, limit), memory=limit) for one in self.asked]
        elif self.max_memory is not None:
            self.asked = [
                replace(one, room=self.max_memory - needed.bytes, allowed=self.max_memory) for one in self.asked
            ]
        running.asked = self.asked[0]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if self._told is not None or error is not None:
                self._ended(kind, error, traceback)
        finally:
            unwarned.end(self._unwarned)
            running.asked, running.process = self._outer

    def _ended(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """The run is over, by `error` if there is one."""
        try:
            if self._told is not None:
                self._told.__exit__(kind, error, traceback)
        except Exception as of_a_listener:
            error = of_a_listener
            raise
        finally:
            if isinstance(error, Exception):
                failed(self.watches, error)
                for executable in dict.fromkeys(self.executables):
                    require_valid(executable.module, error)

    def owned(self, results: list[Any]) -> tuple[Any, ...]:
        """The results as the caller's own, which no listener has kept: the list lets go of them.

        SanitizerError where something was found that was asked to be an error.
        """
        found = owned(self.executables, unshared(results) if self._listeners else results)
        if self.watches:
            finish(self.watches)
        return found


def owned(executables: Sequence[Enveloped], results: Sequence[Any]) -> tuple[Any, ...]:
    """The results as the caller's own."""
    try:
        return owned_results(results)
    except MemoryError as error:
        whose = dict.fromkeys(executables)
        what = " and ".join(f"@{one.name}: {', '.join(map(str, one.type.results))}" for one in whose)
        raise ExecutionError(f"not enough memory for the results of {what}") from error


def require_valid(module: Module | None, error: Exception) -> None:
    """ExecutionError where what went wrong, in a way that nobody foresaw, did so because the program isn't valid."""
    if module is None or isinstance(error, HlogenError) or type(error) not in _OF_INVALID_PROGRAMS:
        return
    from hlogen.mlir.reader import read

    try:
        read(generic_text(module), verify=True)
    except HlogenError as refused:
        raise ExecutionError(f"the program isn't valid, so it can't run:\n{refused}") from error


def _seed(seed: int) -> int:
    """UsageError for anything but an integer from 0 on."""
    if not isinstance(seed, (int, np.integer)) or isinstance(seed, bool) or seed < 0:
        raise UsageError(f"seed is an integer from 0 on, not {seed!r}")
    return int(seed)
