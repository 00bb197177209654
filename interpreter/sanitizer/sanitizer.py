"""What a sanitized run is asked for, and how it tells what it found: collected, as warnings, or as an error."""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hlogen import forking
from hlogen.door import strict
from hlogen.errors import HlogenError, UsageError
from hlogen.ir import Operation
from hlogen.spec.hazards import RUN, Hazard, hazards
from hlogen.spec.patterns import ids_matching, ids_near, split_patterns
from interpreter.sanitizer.drawn import drawn_element
from interpreter.sanitizer.finding import Element, Finding


class SanitizerWarning(UserWarning):
    """A finding of ``interpreter.run(..., sanitize=True)``."""


class SanitizerError(HlogenError):
    """Findings that were asked to be errors. `findings` are all of the run, the others included."""

    def __init__(self, message: str, findings: Sequence[Finding]) -> None:
        super().__init__(message)
        self.findings = tuple(findings)


class Sanitizer:
    """Collects in `findings` what runs meet: ``interpreter.run(..., sanitize=Sanitizer(select=["bounds"]))``.

    `select` names the hazards to look for (all where it is empty), `ignore` those to leave out, `error` those that make
    a run raise SanitizerError at its end: ids ("promise.unique"), groups ("bounds") or what ids start with. `shown` is
    how many elements a finding lists. One that is given to several runs adds their findings up.
    """

    @strict
    def __init__(
        self,
        select: str | Iterable[str] = (),
        ignore: str | Iterable[str] = (),
        error: str | Iterable[str] = (),
        shown: int = 5,
    ) -> None:
        if isinstance(shown, bool) or not isinstance(shown, int) or shown < 0:
            raise UsageError(f"shown is a number of elements, from 0 on, not {shown!r}")
        self.shown = shown
        errors = _ids(error, "error")
        self._errors = errors
        self._wanted = (_ids(select, "select") or frozenset(hazards())) - _ids(ignore, "ignore")
        self._records: dict[tuple[int, str], Record] = {}
        self._lock = forking.lock()

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            return {**self.__dict__, "_lock": None, "_records": dict(self._records)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = forking.lock()
        self._records = {(id(record.op), record.hazard.id): record for record in self._records.values()}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the runs so far have met, one finding for each operation and hazard, in the order they were met."""
        with self._lock:
            return tuple(record.finding() for record in self._records.values())

    def wants(self, id: str) -> bool:
        """Whether the hazard is looked for."""
        return id in self._wanted

    def take(self, records: Iterable[Record]) -> None:
        """Adds what a run has met."""
        with self._lock:
            for record in records:
                key = (id(record.op), record.hazard.id)
                if key in self._records:
                    self._records[key].add(record, self.shown)
                else:
                    self._records[key] = record

    def raise_errors(self, records: Sequence[Record]) -> None:
        """SanitizerError where one of a run's records is one that `error` names."""
        findings = [record.finding() for record in records]
        wrong = [replace(finding, level="error") for finding in findings if finding.id in self._errors]
        if wrong:
            raise SanitizerError("\n".join(map(str, wrong)), findings)

    def __repr__(self) -> str:
        return f"<sanitizer: {len(self._records)} findings>"


@dataclass
class Record:
    """What is known of one operation and hazard so far.

    `said` is the finding's message with {count}, {total}, {extra} and {apart}.
    """

    op: Operation
    hazard: Hazard
    said: str
    count: int = 0
    total: int = 0
    executions: int = 0
    extra: int = 0
    worst: float = 0.0
    in_lanes: bool = False  # executions and totals are those of lanes that the interpreter runs together then
    elements: list[Element] = field(default_factory=list)
    processes: tuple[tuple[int, int], ...] = ()  # of a grid
    turn: int = -1  # the execution that added to it last, while it runs

    def add(self, other: Record, shown: int) -> None:
        self.count += other.count
        self.total += other.total
        self.executions += other.executions
        self.extra += other.extra
        self.worst = max(self.worst, other.worst)
        self.elements += other.elements[: max(shown - len(self.elements), 0)]
        self.processes = tuple(dict.fromkeys((*self.processes, *other.processes)))

    def finding(self) -> Finding:
        said = self.said.replace("{count} of {total}", "{count}") if self.in_lanes else self.said
        message = said.format(count=self.count, total=self.total, extra=self.extra, apart=_apart(self.worst))
        if self.executions > 1 and not self.in_lanes:
            message += f", in {self.executions} executions"
        hazard, op = self.hazard, self.op
        return Finding(
            hazard.id,
            hazard.level,
            op.name,
            op.location,
            message,
            self.count,
            self.total,
            self.executions,
            tuple(self.elements),
            hazard.fix,
            self.processes,
            None if self.in_lanes or not self.elements else drawn_element(op, self.elements[0]),
        )


def _apart(worst: float) -> str:
    """How far apart values are that differ."""
    if worst == 0:
        return "in the sign of zero alone"
    if math.isinf(worst):
        return "some by an infinity or NaN in one order alone"
    return f"by up to {worst:.3g}"


def warn(findings: Iterable[Finding]) -> None:
    """A Python warning for each, at the line that called the interpreter."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "interpreter":
        level, frame = level + 1, frame.f_back
    for finding in findings:
        warnings.warn(str(finding), SanitizerWarning, stacklevel=level)


def _ids(patterns: str | Iterable[str], what: str) -> frozenset[str]:
    known = hazards()
    if not isinstance(patterns, Iterable):
        raise UsageError(
            f'{what} is a hazard such as "bounds.clamped" or "bounds", or a list of them, not {patterns!r}'
        )
    patterns = [patterns] if isinstance(patterns, str) else list(patterns)
    for pattern in patterns:
        if not isinstance(pattern, str):
            raise UsageError(f'{what}: {pattern!r} is no hazard; one is text such as "bounds.clamped" or "bounds"')
    found: set[str] = set()
    for pattern in split_patterns(patterns):
        ids = ids_matching(pattern, known)
        if not ids:
            near = ids_near(pattern, known)
            hint = (
                f"did you mean {' or '.join(filter(None, (', '.join(near[:-1]), near[-1])))}?"
                if near
                else f"there are {', '.join(known)}"
            )
            raise UsageError(f"{what}: there is no hazard {pattern!r}; {hint}")
        if not any(RUN in known[id].seen_by for id in ids):
            raise UsageError(f"{what}: {', '.join(sorted(ids))} is seen by `hlogen check`, before a run, and by no run")
        found |= ids
    return frozenset(found)
