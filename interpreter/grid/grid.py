"""The process grid while it runs: processes take turns, meet, and hand values to each other.

Each process is a thread, but only one runs at a time: it goes on until it has to wait for others, then the next one in
the order of process ids that can go on does. So a run repeats exactly, whatever prints, listens or feeds, and where
nobody can go on this is known at once: a deadlock is reported, never waited for.
"""

from __future__ import annotations

import ctypes
import threading
from collections import deque
from collections.abc import Callable, Hashable, KeysView, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError, UsageError
from hlogen.forking import cached_property
from hlogen.ir import Operation, Value
from interpreter.errors import Deadlock
from interpreter.execution.context import Asked, running
from interpreter.grid.groups import GridSize, Group, Groups, ProcessId

Outfeed = Callable[[ProcessId, tuple[Any, ...]], None]

MOST_PROCESSES = 4096
_SHOWN = 16  # processes of a message
_POLL = 0.5  # seconds after which a thread that waits for a whole grid looks whether it is to end


class _Ended(SystemExit):
    """Raised in the threads of processes that are to stop, through everything that handles errors."""


class _Group(tuple[ProcessId, ...]):
    """A group whose hash is computed once: each of its processes looks their meeting up by it."""

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash


class Wait:
    """What a process waits for: `is_over` says whether it can go on, `awaited` who could still let it.

    It needs all of those, or `any_of` them.
    """

    def __init__(
        self,
        op: Operation,
        is_over: Callable[[], bool],
        awaited: Callable[[], KeysView[ProcessId]],
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
        self.missing = dict.fromkeys(group)
        self.values: dict[ProcessId, Any] = {}
        self.is_over = False
        self.outcome: Any = None


class Process:
    """One process of a grid, its `number` the flattened id. `infeed` are the values it may still read, tuples."""

    def __init__(self, grid: Grid, id: ProcessId, number: int, infeed: deque[Any]) -> None:
        self.grid = grid
        self.id = id
        self.number = number
        self.infeed = infeed
        self.wait: Wait | None = None
        self.results: Any = None
        self.turn = threading.Semaphore(0)

    def __str__(self) -> str:
        return f"process {self.id}"

    def groups_of(self, op: Operation, groups: Groups) -> Sequence[Group]:
        """The process groups of an operation that this process is in."""
        return self.grid.groups_of(op, groups).get(self.id, ())

    def group_of(self, op: Operation, groups: Groups) -> Group | None:
        """The process group of an operation that this process is in, if any."""
        return next(iter(self.groups_of(op, groups)), None)

    def meet(self, op: Operation, group: Group, value: Any, combine: Callable[[list[Any]], Any]) -> Any:
        """What `combine` makes of the values of all processes of `group`, in its order; all of them get the same."""
        return self.meet_all(op, [group], value, combine)[0]

    def meet_all(
        self, op: Operation, groups: Sequence[Group], value: Any, combine: Callable[[list[Any]], Any]
    ) -> list[Any]:
        """`meet` in several groups at once: this process comes to all of them before it waits for any."""
        meetings = [self._come_to(op, group, value, combine) for group in groups]

        def awaited() -> KeysView[ProcessId]:
            going_on = [meeting.missing for meeting in meetings if not meeting.is_over]
            return (going_on[0] if len(going_on) == 1 else dict.fromkeys(chain(*going_on))).keys()

        self._wait_for(Wait(op, lambda: all(meeting.is_over for meeting in meetings), awaited, "for"))
        return [meeting.outcome for meeting in meetings]

    def send(self, channel: Hashable, value: Any) -> None:
        """Puts a value in a channel, behind those that are there; nobody waits."""
        self.grid.channels.setdefault(channel, deque()).append(value)

    def receive(self, op: Operation, channel: Hashable, sender: ProcessId | None, what: str) -> Any:
        """Takes the first value out of a channel, waiting for `sender`, or for any process where that is None."""
        grid = self.grid
        senders = dict.fromkeys([sender] if sender else [other for other in grid.processes if other != self.id])
        self._wait_for(Wait(op, lambda: bool(grid.channels.get(channel)), senders.keys, what, any_of=True))
        return grid.channels[channel].popleft()

    def _come_to(self, op: Operation, group: Group, value: Any, combine: Callable[[list[Any]], Any]) -> Meeting:
        key = (self.grid.name_of(op), group)
        meeting = self.grid.meetings.get(key)
        if meeting is None:
            meeting = self.grid.meetings[key] = Meeting(group)
        meeting.values[self.id] = value
        meeting.missing.pop(self.id, None)
        if not meeting.missing:
            del self.grid.meetings[key]
            meeting.outcome = combine([meeting.values[id] for id in group])
            meeting.values.clear()
            meeting.is_over = True
        return meeting

    def _wait_for(self, wait: Wait) -> None:
        if wait.is_over():
            return
        self.wait = wait
        self.grid.waiting[self.id] = self
        try:
            self.grid.give_turn(self)
        finally:
            self.wait = None
            self.grid.waiting.pop(self.id, None)

    @property
    def has_ended(self) -> bool:
        return self.id in self.grid.ended

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
        self.processes = {
            id: Process(self, id, number, infeed) for number, (id, infeed) in enumerate(zip(ids, queues, strict=True))
        }
        self._order = list(self.processes.values())
        self.everyone: Group = _Group(ids)
        self.outfeed = outfeed
        self.is_one_program = is_one_program
        self.probes: dict[str, list[Any]] = {} if probes is None else probes
        self.meetings: dict[Hashable, Meeting] = {}
        self.channels: dict[Hashable, deque[Any]] = {}
        self.waiting: dict[ProcessId, Process] = {}  # some of them may be free to go on by now
        self.ended: set[ProcessId] = set()
        self._groups: dict[int, dict[ProcessId, list[Group]]] = {}
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
        asked = asked or [replace(outer, seed=outer.seed + number) for number in range(len(work))]
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

    def groups_of(self, op: Operation, groups: Groups) -> dict[ProcessId, list[Group]]:
        """The process groups of an operation by the processes that are in them, computed once."""
        found = self._groups.get(id(op))
        if found is None:
            found = self._groups[id(op)] = {}
            for group in map(_Group, groups.of(self.size)):
                for process in dict.fromkeys(group):
                    found.setdefault(process, []).append(group)
        return found

    def name_of(self, op: Operation) -> Hashable:
        """What processes have to have in common to meet at an operation."""
        if self.is_one_program:
            return id(op)
        if id(op) not in self._names:
            self._names[id(op)] = _looks(op, {})
        return self._names[id(op)]

    def give_turn(self, process: Process) -> None:
        """Lets others run until `process` can go on. Raises where they can't help it."""
        self._report_deadlock(process)
        after = self._next(process)
        if after is None or not self._is_threaded:
            raise self._deadlock(process, self._order)
        if after is not process:
            after.turn.release()
            self._take_turn(process)

    def _take_turn(self, process: Process) -> None:
        process.turn.acquire()
        self._in_turn = process  # in front of the question, so that whoever ends the run sees the one or the other
        if self._is_ending:
            raise _Ended

    def _live(self, process: Process, work: Callable[[], Any], asked: Asked) -> None:
        """What the thread of a process does."""
        with suppress(_Ended):
            self._take_turn(process)
            running.asked, running.process = asked, process
            try:
                with np.errstate(all="ignore"):
                    process.results = work()
                self.ended.add(process.id)
                self._report_deadlock(process)
            except _Ended:
                return
            except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to whoever started the grid
                self.ended.add(process.id)
                self._failure = (None if isinstance(error, Deadlock) else process, error)
            after = None if self._failure else self._next(process)
            (self._done if after is None else after.turn).release()

    def _next(self, process: Process) -> Process | None:
        """Whose turn it is after `process`: the next one that can go on, in a circle."""
        at = process.number + 1
        return next((other for other in chain(self._order[at:], self._order[:at]) if other.can_go_on), None)

    def _report_deadlock(self, process: Process) -> None:
        """Raises where processes wait for each other, or for ended ones, even if others could go on.

        `process` has just begun to wait, or ended: only those whom that leads to can be stuck now.
        """
        if process.wait is not None:
            if not self._any_stands(process.wait.awaited()):
                return
        elif not any(process.id in other.wait.awaited() for other in self._standing() if other.wait is not None):
            return
        stuck = self._stuck()
        if stuck:
            raise self._deadlock(process, [other for other in self._order if other.id in stuck])

    def _any_stands(self, ids: KeysView[ProcessId]) -> bool:
        """Whether one of these has ended, or waits and can't go on."""
        return not ids.isdisjoint(self.ended) or any(self._stands(id) for id in ids & self.waiting.keys())

    def _stands(self, id: ProcessId) -> bool:
        """Whether this waiting process can't go on."""
        process = self.processes[id]
        if not process.can_go_on:
            return True
        if process.wait is None or not process.wait.any_of:  # what a channel holds another may still take
            del self.waiting[id]
        return False

    def _standing(self) -> list[Process]:
        return [self.processes[id] for id in list(self.waiting) if self._stands(id)]

    def _stuck(self) -> set[ProcessId]:
        """The waiting processes whom nobody can let go on."""
        standing = {process.id: process.wait for process in self._standing()}
        freed: list[ProcessId] = []
        lacking: dict[ProcessId, int] = {}  # how many more have to be freed first
        freed_by: dict[ProcessId, list[ProcessId]] = {}
        for id, wait in standing.items():
            if wait is None:
                continue
            awaited = wait.awaited()
            standing_too = [other for other in awaited if other in standing or other in self.ended]
            is_free = len(standing_too) < len(awaited) if wait.any_of else not standing_too
            lacking[id] = 0 if is_free else 1 if wait.any_of else len(standing_too)
            if is_free:
                freed.append(id)
            for other in standing_too:
                freed_by.setdefault(other, []).append(id)
        while freed:
            for id in freed_by.get(freed.pop(), ()):
                lacking[id] -= 1
                if lacking[id] == 0:
                    freed.append(id)
        return {id for id, count in lacking.items() if count > 0}

    def _deadlock(self, process: Process, stuck: Sequence[Process]) -> Deadlock:
        lines = []
        waiting = [other for other in stuck if other.wait is not None]
        for other in waiting[:_SHOWN]:
            wait = other.wait
            assert wait is not None
            place = f" at {wait.op.location}" if wait.op.location else ""
            awaited = [f"process {id}{' (which has ended)' if id in self.ended else ''}" for id in wait.awaited()]
            more = f" and {len(awaited) - _SHOWN} more" if len(awaited) > _SHOWN else ""
            whom = ", ".join(awaited[:_SHOWN]) or "nobody"
            lines.append(f"  {other} waits at {wait.op.name}{place} {wait.what} {whom}{more}")
        if len(waiting) > _SHOWN:
            lines.append(f"  and {len(waiting) - _SHOWN} more processes wait")
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


def _looks(op: Operation, numbers: dict[Value, int]) -> Hashable:
    """All that an operation says, apart from what values are called; `numbers` are those of its region's."""
    blocks = [block for region in op.regions for block in region.blocks]
    operands = tuple((str(value.type), numbers.get(value)) for value in op.operands)
    for value in (*op.results, *(argument for block in blocks for argument in block.arguments)):
        numbers[value] = len(numbers)
    return (
        op.name,
        operands,
        tuple(str(value.type) for value in op.results),
        tuple(sorted((key, str(_text(value))) for key, value in op.attributes.items())),
        tuple(tuple(_looks(inner, numbers) for inner in block.operations) for block in blocks),
    )


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


def process_of_several() -> Process | None:
    """Which process of a grid runs here; None where there is only one, whether anybody has asked for it or not."""
    process: Process | None = running.process
    return None if process is None or len(process.grid.processes) < 2 else process
