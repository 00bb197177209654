"""When machine code is made: in the background, as soon as NumPy has worked for so long that it would have paid."""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np

from hlogen import forking
from hlogen.errors import ExecutionError, UsageError
from interpreter.compiled import llvm, pauses
from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.llvm import Function
from interpreter.execution.context import running
from interpreter.values import threads
from interpreter.values.array import Array

ALWAYS, AUTO, NEVER = MODES = ("always", "auto", "never")

_WORK = 1 << 20  # elements that NumPy moves or folds in about the time in which a function is compiled
_CALL = 1 << 10  # elements that what NumPy takes for a call is worth
_MOST_WAITS = 16  # calls that don't ask, of small work
_MOST_SHAPES = 16  # of one operation: where shapes change all the time, compiling never pays
_PIECE = 1 << 22  # elements of a call, behind which Python looks for signals
SHARED = 1 << 20  # elements from which on threads share the work: below it, to start them costs what they save

Code: TypeAlias = Callable[..., Any]
KeyT = TypeVar("KeyT")
MadeT = TypeVar("MadeT")


class Pending(Generic[MadeT]):
    """What `make` gives, or None where it raises NotCompiled, once it pays: it costs `cost` times what one function of
    a few operations does."""

    __slots__ = ("_cost", "_is_asked_for", "_make", "_work", "found", "is_over", "wait")

    def __init__(self, make: Callable[[], MadeT], cost: int = 1) -> None:
        self._make = make
        self._cost = cost
        self._work = 0  # that NumPy has done
        self.wait = 0  # how many calls needn't ask
        self._is_asked_for = False
        self.is_over = False  # it was made, or can't be
        self.found: MadeT | None = None

    def __call__(self, size: int, most_waits: int = _MOST_WAITS) -> MadeT | None:
        """What was made by now. NumPy works on `size` elements where that is nothing."""
        if not self._is_asked_for:
            mode = running.asked.compile
            if mode == ALWAYS:
                self._is_asked_for = True
                self._do()
            elif mode == AUTO and self._work > _WORK * self._cost:  # NumPy's, before: the first call is for its result
                self._is_asked_for = True
                _background.do(self._do)
            else:
                self._count(size + _CALL, most_waits)
        elif not self.is_over:
            pauses.give_way()
        return self.found

    def _count(self, work: int, most_waits: int) -> None:
        """Counts a call, and those that are to follow before this is asked again: for small ones, to ask costs much."""
        left = _WORK * self._cost - self._work
        self.wait = max(0, min(most_waits, left // (_MOST_WAITS * work)))
        self._work += work * (1 + self.wait)

    def _do(self) -> None:
        try:
            if llvm.is_there():
                # Of shapes that don't fit, NumPy's run says it.
                with contextlib.suppress(NotCompiled, ExecutionError), forking.importing():
                    self.found = self._make()
        finally:
            self.is_over = True


class Compiled(Generic[KeyT]):
    """The machine code of an operation, by its shapes: `make` gives it, as a function in LLVM's IR or ready to run, and
    raises NotCompiled where it can't."""

    def __init__(self, make: Callable[[KeyT], Function | Code]) -> None:
        self._make = make
        self._made: dict[KeyT, Pending[Code]] = {}
        self._wait = 0

    def __call__(self, key: KeyT, size: int) -> Code | None:
        """What runs on these shapes, where `size` elements are moved or folded; None where NumPy is to do it.

        Whoever looks on, or asks for another order, sees what NumPy does.
        """
        if self._wait > 0:
            self._wait -= 1
            return None
        asked = running.asked
        if asked.compile == NEVER or asked.listeners or asked.observer is not None or asked.order is not None:
            return None
        pending = self._made.get(key)
        if pending is not None and pending.found is not None:
            return pending.found
        if pending is None:
            if len(self._made) >= _MOST_SHAPES and asked.compile == AUTO:
                return None
            pending = self._made[key] = Pending(partial(self._compiled, key))
        found = pending(size, _MOST_WAITS if len(self._made) == 1 else 0)
        self._wait, pending.wait = pending.wait, 0
        return found

    def _compiled(self, key: KeyT) -> Code:
        made = self._make(key)
        return llvm.compiled(made) if isinstance(made, Function) else made

    @property
    def is_made(self) -> bool:
        """Whether there is machine code by now, for some shapes."""
        return any(pending.found is not None for pending in self._made.values())


def is_possible() -> bool:
    """Whether this run may have machine code, now or later."""
    return running.asked.compile != NEVER and llvm.is_there()


def call(code: Code, rows: int, size: int, arrays: Sequence[Array], *, in_order: bool) -> None:
    """Runs code on all of its range, `rows`, in which `size` elements are worked on; signals come through between.

    Where much of it needn't be in order, threads share it, each a part of the range: results don't depend on how many.
    """
    arrays = [x if x.flags.c_contiguous else np.ascontiguousarray(x) for x in arrays]
    if size < SHARED:
        code(0, rows, *arrays)
        return

    def do(begin: int, end: int) -> None:
        step = max(1, rows * _PIECE // size)
        for at in range(begin, end, step):
            code(at, min(end, at + step), *arrays)

    count = 1 if in_order else min(threads.cores(), 2 * size // SHARED)
    threads.together([partial(do, *part) for part in threads.parts(rows, count)])


def mode_of(said: str | None) -> str:
    """One of MODES: `said`, or what the environment's HLOGEN_COMPILE says, or "auto". UsageError where it can't be."""
    source, mode = "compile", said
    if said is None:
        source, mode = "HLOGEN_COMPILE", os.environ.get("HLOGEN_COMPILE") or AUTO
    if mode not in MODES:
        raise UsageError(f"{source} is {mode!r}, expected one of {', '.join(map(repr, MODES))}")
    if mode == ALWAYS and not llvm.is_there():
        raise UsageError(f"{source} is 'always', but llvmlite isn't installed\n  fix: pip install \"hlogen[fast]\"")
    return mode


class _Background:
    """A thread that is there while there is something to do."""

    def __init__(self) -> None:
        self._lock = forking.lock()
        self._jobs: deque[Callable[[], None]] = deque()
        self._thread: threading.Thread | None = None

    def do(self, job: Callable[[], None]) -> None:
        with self._lock:
            self._jobs.append(job)
            if self._thread is None or not self._thread.is_alive():
                # no daemon: Python waits for it at the end, and LLVM isn't torn down while it works
                self._thread = threading.Thread(target=self._work, name="hlogen-compiler")
                self._thread.start()

    def wait(self) -> None:
        """Until all is done that was asked for."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        pauses.begin()
        while True:
            with self._lock:
                if not self._jobs:
                    self._thread = None
                    return
                job = self._jobs.popleft()
            try:
                job()
            except Exception as error:  # noqa: BLE001  # a mistake of ours, of which whoever runs it is none the worse
                warnings.warn(
                    f"hlogen failed to make machine code, which is a bug in it: {error!r}; NumPy runs the program "
                    "instead. Please report it; compile='never' avoids it",
                    RuntimeWarning,
                    stacklevel=2,
                )


_background = _Background()
wait = _background.wait
