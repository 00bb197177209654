"""Runs a program an operation at a time, and lets people look at any value where it stands."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any

from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.ir import Operation
from interpreter.debug.frames import Stack
from interpreter.debug.prompt import Prompt, described_values
from interpreter.debug.terminal import Commands, Terminal
from interpreter.debug.trace import Watch
from interpreter.errors import Stopped
from interpreter.execution.blocks import BlockPlan
from interpreter.execution.listener import Listener, Loaded
from interpreter.execution.names import Names, Selection
from interpreter.grid.grid import process_of_several
from interpreter.memory.available import available_bytes

if TYPE_CHECKING:
    from interpreter.grid.grid import Process

_KEPT = 4  # past values take up to this part of the memory that is there
# Operations whose regions run as they are written, each operation once for each turn.
_PLAIN = frozenset({"stablehlo.while", "stablehlo.if", "stablehlo.case", "sdy.manual_computation"})


@dataclass
class Until:
    """Where a run goes to: the next operation of `process` on a stack of at most `depth` frames. None: of any."""

    process: object = None
    depth: int | None = None
    is_end: bool = False  # to the end, or to where one has to stop
    once: frozenset[Operation] = frozenset()


class Step(Listener):
    """A listener that stops before operations and asks what to do: step, next, print %5, break log, continue, help.

    `commands` are what people would type, any iterable of lines; if not given they are read from the terminal, or from
    the lines of standard input. `write` takes what is answered, one or several lines at a time. Where the commands end
    before the program does, and at `quit`, the run ends with Stopped. Of values that the program has let go, as many as
    a quarter of the free memory holds are kept while the function or region runs that they belong to.
    """

    @strict
    def __init__(self, commands: Iterable[str] | None = None, write: Callable[[str], object] = print) -> None:
        if isinstance(commands, str):
            raise UsageError(f"commands are a list of lines, not the text {commands!r}")
        self.write = write
        self.commands: Commands = Terminal(write) if commands is None else iter(commands)
        self.keep_bytes: int | None = None
        self.stops: dict[int, Selection] = {}
        self.watches: dict[int, Watch] = {}
        self._number = 0
        self._stops_before: frozenset[Operation] = frozenset()
        self.until = Until()
        self.stacks: dict[Process | None, Stack] = {}
        self.names: Names | None = None
        self.state = "runs"  # or "ended", "failed"
        self._last: tuple[object, Operation, Sequence[Any]] | None = None
        self._stood: Process | None = None
        self._asks_in: threading.Thread | None = None
        self._is_interrupted = False
        self._outer: Any = None

    def on_start(self, *executables: Loaded) -> None:
        self.names = Names(*(executable.plan for executable in executables))
        self.executables = executables
        for selection in self.stops.values():  # of an earlier run, maybe of another program
            selection.require(self.names)
        self._find_stops()
        for watch in self.watches.values():
            watch.on_start(*executables)
        self.until, self.state, self._last = Until(), "runs", None
        self.stacks.clear()
        if self.keep_bytes is None:
            self.keep_bytes = available_bytes() // _KEPT
        if isinstance(self.commands, Terminal) and threading.current_thread() is threading.main_thread():
            self._outer = signal.signal(signal.SIGINT, self._interrupted)

    def before_op(self, op: Operation, block: BlockPlan, frame: list[Any]) -> None:
        process = process_of_several()
        stack = self.stacks.get(process)
        if stack is None:
            count = 1 if process is None else len(process.grid.processes)
            stack = self.stacks[process] = Stack((self.keep_bytes or 0) // count)
        stack.come_to(op, block, frame)
        if self._stops_at(op, process, stack):
            self._stop(stack)

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        process = process_of_several()
        stack = self.stacks.get(process)
        if stack is not None:
            stack.keep(op, results)
        self._last = process, op, results
        for watch in self.watches.values():
            watch.on_op(op, operands, results)

    def on_end(self) -> None:
        """Where one has come to the end step by step, or to an error, the values can still be looked at."""
        if self.names is None:
            return
        error = sys.exc_info()[1]
        try:
            if isinstance(error, Exception) and not isinstance(error, Stopped):
                self.state = "failed"
                self.write(f"the run has failed: {error}")
            elif error is None:
                self.state = "ended"
                if not self.until.is_end:
                    self._tell_results()
                self.write("the program has ended")
            if self.state != "runs" and self.stacks and not (self.state == "ended" and self.until.is_end):
                self._ask(self._process_there())
        finally:
            if self._outer is not None:
                signal.signal(signal.SIGINT, self._outer)
                self._outer = None

    def go(self, depth: int | None = None, *, is_end: bool = False, once: Selection | None = None) -> None:
        once_at = frozenset() if once is None else once.operations(self.program)
        self.until = Until(self._stood if depth is not None else None, depth, is_end, once_at)

    def add_stop(self, selection: Selection) -> int:
        self._number += 1
        self.stops[self._number] = selection
        self._find_stops()
        return self._number

    def delete(self, number: int) -> None:
        self.stops.pop(number, None)
        self.watches.pop(number, None)
        self._find_stops()

    def add_watch(self, selection: Selection) -> int:
        self._number += 1
        watch = self.watches[self._number] = Watch(*selection.what, write=self.write)
        watch.on_start(*self.executables)
        return self._number

    def note(self, selection: Selection) -> str:
        """What is to be known of operations in bodies that run on many elements at once."""
        bodies = {
            outer.name
            for executable in self.executables
            for outer in _outer_operations(executable.plan)
            for region in outer.regions
            for op in region.walk()
            if outer.name not in _PLAIN and (op, self.program.of_op(op)) in selection
        }
        if not bodies:
            return ""
        return (
            f"; the bodies of {', '.join(sorted(bodies))} run on many elements at once, "
            "and well-known ones (add, max) aren't run operation by operation"
        )

    @property
    def program(self) -> Names:
        assert self.names is not None, "a listener is told of a run's start"
        return self.names

    def _find_stops(self) -> None:
        found = (selection.operations(self.program) for selection in self.stops.values())
        self._stops_before = frozenset[Operation]().union(*found)

    def _stops_at(self, op: Operation, process: object, stack: Stack) -> bool:
        if self._is_interrupted:
            self._is_interrupted = False
            return True
        until = self.until
        if op in self._stops_before or op in until.once:
            return True
        if until.is_end:
            return False
        return until.process in (None, process) and (until.depth is None or len(stack) <= until.depth)

    def _stop(self, stack: Stack) -> None:
        if not self.until.is_end:
            self._tell_results()
        process = process_of_several()
        if process is not self._stood and process is not None:
            self.write(f"in {process}")
        self._stood = process
        prompt = Prompt(self, stack)
        if not stack.top.is_told:
            stack.top.is_told = True
            prompt.tell_frame()
        prompt.tell_place()
        self._ask(stack)

    def _tell_results(self) -> None:
        if self._last is None:
            return
        process, op, results = self._last
        self._last = None
        if results and process is self._stood:
            self.write("\n".join(described_values(self.program, op.results, results)))

    def _ask(self, stack: Stack) -> None:
        self._asks_in = threading.current_thread()
        try:
            why_not = Prompt(self, stack).loop(self.commands)
        finally:
            self._asks_in = None
        if why_not and self.state == "runs":
            raise Stopped(f"{why_not} before the end of the program, so there are no results")

    def _process_there(self) -> Stack:
        return self.stacks.get(self._stood) or next(iter(self.stacks.values()))

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C: at the prompt it starts a new line, while the program runs it stops before the next operation."""
        if self._asks_in is not None and self._asks_in is not threading.main_thread():  # it can't be interrupted
            self.write("\nquit ends the run")
            return
        if self._asks_in is not None or self._is_interrupted:
            signal.default_int_handler(number, frame)
        self._is_interrupted = True
        self.write("\nstops before the next operation; Ctrl-C again ends the run")


def _outer_operations(plan: BlockPlan) -> list[Operation]:
    """The operations with regions of a plan and of what it calls."""
    found, waiting, seen = [], [plan], {id(plan)}
    while waiting:
        for step in waiting.pop().steps:
            if step.op.regions:
                found.append(step.op)
            for region in step.regions:
                if id(region.block) not in seen:
                    seen.add(id(region.block))
                    waiting.append(region.block)
    return found
