"""The process grid while it runs: processes take turns, meet, and hand values to each other.

Each process is a thread, but only one runs at a time: it goes on until it has to wait for others, then the next one in
the order of process ids that can go on does. So a run repeats exactly, whatever prints, listens or feeds, and where
nobody can go on this is known at once: a deadlock is reported, never waited for.
"""

from __future__ import annotations

import ctypes
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from hlogen.errors import Deadlock, ExecutionError, UsageError
from hlogen.ir import Operation
from interpreter.evaluate import Asked, Random, running
from interpreter.parallel.groups import GridSize, Group, Groups, ProcessId

Outfeed = Callable[[ProcessId, tuple[Any, ...]], None]

MOST_PROCESSES = 4096
_POLL = 0.5  # seconds after which a thread that waits for a whole grid looks whether it is to end


class _Ended(SystemExit):
    """Raised in the threads of processes that are to stop, through everything that handles errors."""


class Wait:
    """What a process waits for: `is_over` says whether it can go on, `awaited` who could still let it.

    It needs all of those, or `any_of` them.
    """

    def __init__(
        self,
        op: Operation,
        is_over: Callable[[], bool],
        awaited: Callable[[], Iterable[Process]],
        what: str,
        *,
        any_of: bool = False,
    ) -> None:
        self.op = op
        self.is_over = is_over
        self.awaited = awaited
        self.what = what
        self.any_of = any_of


class Meeting:
    """The processes of one group at one operation: the last one to come computes what they all take along."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.values: dict[ProcessId, Any] = {}
        self.is_over = False
        self.outcome: Any = None

    def missing(self) -> list[ProcessId]:
        return [id for id in self.group if id not in self.values]


class Process:
    """One process of a grid. `infeed` are the values it may still read, a tuple for each time."""

    def __init__(self, grid: Grid, id: ProcessId, infeed: deque[Any]) -> None:
        self.grid = grid
        self.id = id
        self.infeed = infeed
        self.wait: Wait | None = None
        self.has_ended = False
        self.results: Any = None
        self.turn = threading.Semaphore(0)

    def __str__(self) -> str:
        return f"process {self.id}"

    def group_of(self, op: Operation, groups: Groups) -> Group | None:
        """The first process group of an operation that this process is in."""
        return next((group for group in self.grid.groups_of(op, groups) if self.id in group), None)

    def meet(self, op: Operation, group: Group, value: Any, combine: Callable[[list[Any]], Any]) -> Any:
        """What `combine` makes of the values of all processes of `group`, in its order; all of them get the same."""
        return self.meet_all(op, [group], value, combine)[0]

    def meet_all(
        self, op: Operation, groups: Sequence[Group], value: Any, combine: Callable[[list[Any]], Any]
    ) -> list[Any]:
        """`meet` in several groups at once: this process comes to all of them before it waits for any."""
        meetings = [self._come_to(op, group, value, combine) for group in groups]

        def awaited() -> list[Process]:
            return [self.grid.processes[id] for meeting in meetings if not meeting.is_over for id in meeting.missing()]

        self._wait_for(Wait(op, lambda: all(meeting.is_over for meeting in meetings), awaited, "for"))
        return [meeting.outcome for meeting in meetings]

    def send(self, channel: Hashable, value: Any) -> None:
        """Puts a value in a channel, behind those that are there; nobody waits."""
        self.grid.channels.setdefault(channel, deque()).append(value)

    def receive(self, op: Operation, channel: Hashable, sender: ProcessId | None, what: str) -> Any:
        """Takes the first value out of a channel, waiting for `sender`, or for any process where that is None."""
        grid = self.grid
        senders = [grid.processes[sender]] if sender else [other for other in grid.processes.values() if other != self]
        self._wait_for(Wait(op, lambda: bool(grid.channels.get(channel)), lambda: senders, what, any_of=True))
        return grid.channels[channel].popleft()

    def _come_to(self, op: Operation, group: Group, value: Any, combine: Callable[[list[Any]], Any]) -> Meeting:
        key = (self.grid.name_of(op), group)
        meeting = self.grid.meetings.setdefault(key, Meeting(group))
        meeting.values[self.id] = value
        if not meeting.missing():
            del self.grid.meetings[key]
            meeting.outcome = combine([meeting.values[id] for id in group])
            meeting.values.clear()
            meeting.is_over = True
        return meeting

    def _wait_for(self, wait: Wait) -> None:
        if wait.is_over():
            return
        self.wait = wait
        try:
            self.grid.give_turn(self)
        finally:
            self.wait = None

    @property
    def can_go_on(self) -> bool:
        return not self.has_ended and (self.wait is None or self.wait.is_over())


class Grid:
    """The processes of one run, what they exchange, and whose turn it is.

    `is_one_program` says that all of them run the same function: then they meet at the same operation. Else operations
    that look alike meet.
    """

    def __init__(
        self,
        size: GridSize,
        *,
        infeeds: Sequence[deque[Any]] = (),
        outfeed: Outfeed | None = None,
        is_one_program: bool = True,
        probes: dict[str, list[Any]] | None = None,
    ) -> None:
        self.size = size
        ids = size.process_ids
        queues = infeeds or [deque() for _ in ids]
        self.processes = {id: Process(self, id, infeed) for id, infeed in zip(ids, queues, strict=True)}
        self.outfeed = outfeed
        self.is_one_program = is_one_program
        self.probes: dict[str, list[Any]] = {} if probes is None else probes
        self.meetings: dict[Hashable, Meeting] = {}
        self.channels: dict[Hashable, deque[Any]] = {}
        self._groups: dict[int, list[Group]] = {}
        self._names: dict[int, Hashable] = {}
        self._done = threading.Semaphore(0)
        self._in_turn: Process | None = None
        self._is_ending = False
        self._is_threaded = False
        self._failure: tuple[Process | None, BaseException] | None = None

    def run(self, work: Sequence[Callable[[], Any]], asked: Sequence[Asked] = ()) -> list[Any]:
        """The results of each process' work, in the order of process ids. The first error in one ends all.

        `asked` is what each run is asked for: what is asked for here if not given, with a seed for each process.
        """
        outer = running.asked
        asked = asked or [replace(outer, random=Random(outer.random.seed + number)) for number in range(len(work))]
        self._is_threaded = True
        threads = []
        for process, todo, own in zip(self.processes.values(), work, asked, strict=True):
            target = partial(copy_context().run, self._live, process, todo, own)
            threads.append(threading.Thread(target=target, name=str(process), daemon=True))
        begun: list[threading.Thread] = []
        try:
            for thread in threads:
                thread.start()
                begun.append(thread)
            next(iter(self.processes.values())).turn.release()
            while not self._done.acquire(timeout=_POLL):
                pass
        except RuntimeError as error:
            raise UsageError(f"{len(threads)} processes are more than this machine has threads for: {error}") from error
        except BaseException:
            self._stop(begun, in_their_midst=True)
            raise
        finally:
            self._stop(begun, in_their_midst=False)
        # nothing is kept: a grid and its processes refer to each other, so they may live on for a while
        self.meetings.clear()
        self.channels.clear()
        results, failure = [process.results for process in self.processes.values()], self._failure
        for process in self.processes.values():
            process.results, self._failure = None, None
        if failure is not None:
            raise failure[1] if failure[0] is None else _named(failure[1], failure[0])
        return results

    def groups_of(self, op: Operation, groups: Groups) -> list[Group]:
        """The process groups of an operation, computed once."""
        if id(op) not in self._groups:
            self._groups[id(op)] = groups.of(self.size)
        return self._groups[id(op)]

    def name_of(self, op: Operation) -> Hashable:
        """What processes have to have in common to meet at an operation."""
        if self.is_one_program:
            return id(op)
        if id(op) not in self._names:
            types = [str(value.type) for value in (*op.operands, *op.results)]
            attributes = sorted((key, str(_text(value))) for key, value in op.attributes.items())
            self._names[id(op)] = (op.name, *types, *(text for entry in attributes for text in entry))
        return self._names[id(op)]

    def give_turn(self, process: Process) -> None:
        """Lets others run until `process` can go on. Raises where they can't help it."""
        self._report_deadlock(process)
        after = self._next(process)
        if after is None or not self._is_threaded:
            raise self._deadlock(process, list(self.processes.values()))
        if after is not process:
            after.turn.release()
            process.turn.acquire()
            if self._is_ending:
                raise _Ended
            self._in_turn = process

    def _live(self, process: Process, work: Callable[[], Any], asked: Asked) -> None:
        """What the thread of a process does."""
        with suppress(_Ended):
            process.turn.acquire()
            if self._is_ending:
                return
            self._in_turn = process
            running.asked, running.process = asked, process
            try:
                with np.errstate(all="ignore"):
                    process.results = work()
                process.has_ended = True
                self._report_deadlock(process)
            except _Ended:
                return
            except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to whoever started the grid
                process.has_ended = True
                self._failure = (None if isinstance(error, Deadlock) else process, error)
            after = None if self._failure else self._next(process)
            (self._done if after is None else after.turn).release()

    def _next(self, process: Process) -> Process | None:
        """Whose turn it is after `process`: the next one that can go on, in a circle."""
        order = list(self.processes.values())
        at = order.index(process) + 1
        return next((other for other in (*order[at:], *order[:at]) if other.can_go_on), None)

    def _report_deadlock(self, process: Process) -> None:
        """Raises where processes wait for each other, or for ended ones, even if others could go on.

        `process` has just begun to wait, or ended: nothing else can have changed that.
        """
        waits = [other for other in self.processes.values() if other.wait is not None and not other.wait.is_over()]
        stuck = set(waits)
        if process.wait is not None and not any(other.has_ended or other in stuck for other in process.wait.awaited()):
            return
        while stuck:
            free = [other for other in stuck if _may_end(other.wait, stuck)]
            if not free:
                raise self._deadlock(process, [other for other in waits if other in stuck])
            stuck.difference_update(free)

    def _deadlock(self, process: Process, stuck: Sequence[Process]) -> Deadlock:
        lines = []
        for other in stuck:
            if other.wait is None:
                continue
            wait = other.wait
            place = f" at {wait.op.location}" if wait.op.location else ""
            whom = ", ".join(
                f"{whom}{' (which has ended)' if whom.has_ended else ''}" for whom in dict.fromkeys(wait.awaited())
            )
            lines.append(f"  {other} waits at {wait.op.name}{place} {wait.what} {whom or 'nobody'}".rstrip())
        error = Deadlock("\n".join(["deadlock: processes wait for others that cannot come", *lines]))
        op = next(other.wait.op for other in (process, *stuck) if other.wait is not None)
        error.operation, error.location = op.name, op.location
        return error

    def _stop(self, threads: Sequence[threading.Thread], *, in_their_midst: bool) -> None:
        """Ends the threads that still are there: those that wait see `_is_ending`, one that runs is interrupted."""
        self._is_ending = True
        for process in self.processes.values():
            process.turn.release()
        if in_their_midst:
            for thread, process in zip(threads, self.processes.values(), strict=False):
                if process is self._in_turn and thread.ident is not None:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Ended))
        for thread in threads:
            thread.join()


def current_process() -> Process:
    """The process that runs here: of `run_parallel`, or the only one of a grid of its own."""
    if running.process is None:
        running.process = Grid(GridSize(1, 1)).processes[0, 0]
    process: Process = running.process
    return process


def _may_end(wait: Wait | None, stuck: set[Process]) -> bool:
    if wait is None:
        return True
    helpful = [not other.has_ended and other not in stuck for other in wait.awaited()]
    return any(helpful) if wait.any_of else all(helpful)


def _text(attribute: Any) -> Any:
    array = getattr(attribute, "array", None)
    return attribute if array is None else array.tolist()


def _named(error: BaseException, process: Process) -> BaseException:
    """`error` with the process that it came up in."""
    if isinstance(error, ExecutionError):
        error.args = (f"{process}: {error.args[0] if error.args else ''}",)
        error.process = process.id
    else:
        error.add_note(f"in {process}")
    return error
