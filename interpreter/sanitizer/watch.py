"""Sees one run and has each operation checked after it has run, by the checks that are registered for its name.

    @check("stablehlo.sort", by_lane=True)
    def comparator(step: PlannedStep) -> Check | None:
        ...                                   # once for each operation: what is static; None where nothing can happen
        return lambda event: ...              # after each execution: looks at its values, calls event.report

Operands and results may have one more dimension in front, for lanes; with `by_lane` a check sees one lane at a time.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from hlogen.errors import UsageError
from hlogen.ir import Operation, TensorType, Value
from hlogen.spec.hazards import hazards
from interpreter.execution.blocks import BoundRegion, PlannedStep
from interpreter.execution.listener import Listener
from interpreter.kernels.gather import UndefinedRead
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.guards import Guards
from interpreter.sanitizer.sanitizer import Record, Sanitizer, SanitizerWarning, warn
from interpreter.values.array import Array

Check: TypeAlias = "Callable[[Event], None]"
PlanCheck: TypeAlias = "Callable[[PlannedStep], Check | None]"

# Executions of elementwise operations on fewer lanes than this are checked so many together.
_FEW = 512
_TOGETHER = 256


def check(*names: str, by_lane: bool = False) -> Callable[[PlanCheck], PlanCheck]:
    """Registers the decorated plan of a check for the operations `names`, and for CHLO's that broadcast for them."""

    def register(plan: PlanCheck) -> PlanCheck:
        for name in names:
            _CHECKS.setdefault(name, []).append(_lane_by_lane(plan) if by_lane else plan)
        return plan

    return register


def check_all(plan: PlanCheck) -> PlanCheck:
    """Registers the decorated plan of a check for all operations."""
    _OF_ALL.append(plan)
    return plan


@dataclass(slots=True)
class Event:
    """One execution of one operation. Values are the interpreter's own arrays: look, don't touch."""

    step: PlannedStep
    operands: Sequence[Any]
    captured: Sequence[Sequence[Any]]
    results: Sequence[Any]
    in_lanes: bool
    watch: SanitizedRun

    def wants(self, *ids: str) -> bool:
        """Whether one of these hazards is looked for."""
        return any(map(self.watch.sanitizer.wants, ids))

    def report(
        self,
        id: str,
        said: str,
        count: Any,
        total: Any,
        elements: Callable[[int], Iterable[Element]] | None = None,
        *,
        extra: Any = 0,
        worst: float = 0.0,
    ) -> None:
        """`count` of `total` have met the hazard; ``elements(n)`` gives the first n of them.

        `said` is the message; {count} and {total} stand for the numbers over all executions, {extra} for another sum,
        {apart} for how far apart values are by the maximum of `worst`.
        """
        in_lanes = self.step.elementwise and _in_lanes(self)
        self.watch.report(
            self.step.op,
            id,
            said,
            int(count),
            int(total),
            elements,
            extra=int(extra),
            worst=worst,
            in_lanes=in_lanes,
        )


class Guarded(Protocol):
    """A loaded program, and what its reads are guarded by."""

    @property
    def guards(self) -> Guards: ...


class SanitizedRun(Listener):
    """The observer of one run, or of one process of a grid."""

    def __init__(
        self,
        sanitizer: Sanitizer,
        planned: dict[int, tuple[Check, ...]],
        guards: Guards,
        *,
        warns: bool,
        process: tuple[int, int] | None = None,
    ) -> None:
        self.sanitizer = sanitizer
        self.process = process
        self.guards = guards
        self._planned = planned
        self.warns = warns
        self._records: dict[tuple[int, str], Record] = {}
        # By step: it, and the operands and results of executions that are still to be checked.
        self._later: dict[int, tuple[PlannedStep, list[Sequence[Array]], list[Array]]] = {}
        self._turn = 0  # the number of the execution that is looked at

    def on_step(
        self,
        step: PlannedStep,
        operands: Sequence[Any],
        captured: Sequence[Sequence[Any]],
        results: Sequence[Any],
        *,
        in_lanes: bool,
    ) -> None:
        checks = self._planned.get(id(step))
        if checks is None:
            checks = self._planned[id(step)] = _plan(step)
        if checks:
            if step.elementwise and results[0].ndim == 1 and len(results[0]) < _FEW and _rank(step.op.results[0]) == 0:
                self._put_off(step, operands, results[0])
            else:
                self._check(Event(step, operands, captured, results, in_lanes, self))

    def _check(self, event: Event) -> None:
        self._turn += 1
        for one in self._planned[id(event.step)]:
            one(event)

    def _put_off(self, step: PlannedStep, operands: Sequence[Array], result: Array) -> None:
        """Elementwise operations on a few lanes at a time are checked many times together: a check takes longer."""
        later = self._later.get(id(step))
        if later is None:
            later = self._later[id(step)] = (step, [], [])
        # Operands may be parts of a table that the next execution writes to.
        later[1].append([x.copy() if x.ndim else x for x in operands])
        later[2].append(result)
        if len(later[2]) >= _TOGETHER:
            self._check_later(id(step))

    def _check_later(self, id_: int) -> None:
        step, operands, results = self._later.pop(id_)
        sizes = [len(result) for result in results]
        joined = [_joined(values, sizes) for values in zip(*operands, strict=True)]
        self._check(Event(step, joined, (), [np.concatenate(results)], True, self))

    def has_seen(self, region: BoundRegion) -> bool:
        """Whether the region's operations have been run, so that they have been checked themselves."""
        return any(id(step) in self._planned for step in region.block.steps)

    def report(
        self,
        op: Operation,
        id_: str,
        said: str,
        count: int,
        total: int,
        elements: Callable[[int], Iterable[Element]] | None,
        *,
        extra: int = 0,
        worst: float = 0.0,
        in_lanes: bool = False,
    ) -> None:
        if not self.sanitizer.wants(id_):
            return
        key = (id(op), id_)
        record = self._records.get(key)
        if record is None:
            processes = () if self.process is None else (self.process,)
            record = self._records[key] = Record(op, hazards()[id_], said, in_lanes=in_lanes, processes=processes)
        room = self.sanitizer.shown - len(record.elements)
        shown = list(elements(room)) if elements is not None and room > 0 else []
        if self.process is not None:
            shown = [replace(element, text=f"process {self.process}: {element.text}") for element in shown]
        again = record.turn == self._turn  # one execution may meet a hazard in several lanes, or results
        record.turn = self._turn
        record.add(
            Record(op, record.hazard, said, count, total, not again, extra, worst, elements=shown), self.sanitizer.shown
        )

    def records(self) -> list[Record]:
        """What was found so far, what is still to be checked included."""
        for step in list(self._later):
            self._check_later(step)
        return [replace(record, elements=list(record.elements)) for record in self._records.values()]

    def failed_with(self, error: UndefinedRead) -> None:
        op = Operation(error.operation or "stablehlo.gather", location=error.location)
        self.report(op, "undefined.read", *_undefined(error))


def failed(watches: Sequence[SanitizedRun], error: BaseException) -> None:
    """A run has ended early: tells what was found until then, and what the error itself is a finding of."""
    if isinstance(error, UndefinedRead):
        for watch in watches:
            if watch.process == error.process:
                watch.failed_with(error)
    try:
        _tell(watches)
    except SanitizerWarning as warning:  # where warnings are errors; this one isn't what stopped the run
        error.add_note(str(warning))


def finish(watches: Sequence[SanitizedRun]) -> None:
    """A run has come to its end. SanitizerError where there is a finding that was asked to be an error."""
    records = _tell(watches)
    if watches:
        watches[0].sanitizer.raise_errors(records)


def _tell(watches: Sequence[SanitizedRun]) -> list[Record]:
    """What processes have met at the same operation is one finding."""
    together: dict[tuple[int, str], Record] = {}
    for watch in watches:
        for record in watch.records():
            key = (id(record.op), record.hazard.id)
            if key in together:
                together[key].add(record, watch.sanitizer.shown)
            else:
                together[key] = record
    records = list(together.values())
    if watches and watches[0].warns:
        warn(record.finding() for record in records)
    elif watches:
        watches[0].sanitizer.take(replace(record, elements=list(record.elements)) for record in records)
    return records


def watch_of(executable: Guarded, sanitize: object, process: tuple[int, int] | None = None) -> SanitizedRun:
    """The watch of one run that was asked for by ``sanitize=``; of one process, where it is of a grid."""
    if sanitize is not True and not isinstance(sanitize, Sanitizer):
        raise UsageError(f"sanitize is True, False or an interpreter.Sanitizer, not {sanitize!r}")
    sanitizer = Sanitizer() if sanitize is True else sanitize
    return SanitizedRun(
        sanitizer, _planned_for.setdefault(executable, {}), executable.guards, warns=sanitize is True, process=process
    )


# What is planned stays as long as the steps that it was planned for.
_planned_for: WeakKeyDictionary[Guarded, dict[int, tuple[Check, ...]]] = WeakKeyDictionary()
_CHECKS: dict[str, list[PlanCheck]] = {}
_OF_ALL: list[PlanCheck] = []
_BROADCASTING = "chlo.broadcast_"


def _plan(step: PlannedStep) -> tuple[Check, ...]:
    _discover()
    name = step.op.name
    if name.startswith(_BROADCASTING):
        name = f"stablehlo.{name.removeprefix(_BROADCASTING)}"
    planned = [plan(step) for plan in (*_OF_ALL, *_CHECKS.get(name, ()))]
    return tuple(one for one in planned if one is not None)


@cache
def _discover() -> None:
    package = importlib.import_module("interpreter.sanitizer.checks")
    for module in pkgutil.iter_modules(package.__path__, "interpreter.sanitizer.checks."):
        importlib.import_module(module.name)


def _lane_by_lane(plan: PlanCheck) -> PlanCheck:
    def of_step(step: PlannedStep) -> Check | None:
        one = plan(step)
        if one is None:
            return None
        ranks = [[_rank(value) for value in values] for values in (step.op.operands, step.op.results)]

        def checked(event: Event) -> None:
            if not event.in_lanes:
                one(event)
                return
            sizes = [
                len(x)
                for values, known in zip((event.operands, event.results), ranks, strict=True)
                for x, rank in zip(values, known, strict=True)
                if _has_lanes(x, rank)
            ]
            for lane in range(max(sizes, default=1)):
                operands, results = (
                    [_of_lane(x, rank, lane) for x, rank in zip(values, known, strict=True)]
                    for values, known in zip((event.operands, event.results), ranks, strict=True)
                )
                one(replace(event, operands=operands, results=results))

        return checked

    return of_step


def _in_lanes(event: Event) -> bool:
    """Whether an elementwise operation was run on many lanes."""
    rank = _rank(event.step.op.results[0])
    return rank is not None and rank < event.results[0].ndim


def _joined(values: Sequence[Array], sizes: Sequence[int]) -> Array:
    """Operands of several executions as one; some may be the same for all lanes of an execution."""
    if all(x.size == 1 for x in values):
        return np.repeat(np.concatenate([x.reshape(1) for x in values]), sizes)
    whole = [x if len(x.shape) and len(x) == size else np.full(size, x) for x, size in zip(values, sizes, strict=True)]
    return np.concatenate(whole)


def _rank(value: Value) -> int | None:
    return value.type.rank if isinstance(value.type, TensorType) else None


def _has_lanes(x: Any, rank: int | None) -> bool:
    return rank is not None and isinstance(x, np.ndarray) and x.ndim == rank + 1


def _of_lane(x: Any, rank: int | None, lane: int) -> Any:
    if not _has_lanes(x, rank):
        return x
    return np.asarray(x[lane if len(x) > 1 else 0])


def _undefined(error: UndefinedRead) -> tuple[str, int, int, Callable[[int], Iterable[Element]]]:
    vectors, wrong, dim, d = error.vectors, error.wrong, error.dim, error.dimension
    places = np.argwhere(wrong)

    def elements(n: int) -> Iterable[Element]:
        for place in places[:n].tolist():
            vector = tuple(int(x) for x in vectors[tuple(place)])
            text = f"index vector {list(vector)}{f' at {place}' if place else ''} reads operand index {dim} of {dim}"
            yield Element(text + f" in dimension {d}", tuple(place), vector)

    said = "slices of size 0 are read behind the end of operand: {count} of {total} index vectors"
    return said, len(places), wrong.size, elements
