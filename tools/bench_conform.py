"""Times what it costs that `hlogen conform run` has each case run in a process of the backend's own.

The same cases, some of the goldens in both their forms, are made, compiled, run and judged in a worker process and in
this one, taking turns. Beside that is what XLA itself takes to compile and run them here. Cases that it doesn't pass
aren't among them: some would end this process. Part of tools/bench.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from hlogen.backends.adapted import Adapted
from hlogen.backends.address import found
from hlogen.backends.pool import adapted
from hlogen.backends.process import program_bytes
from hlogen.conform.corpus import Case, corpus
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import judged, put_each

ALONE = "conformance cases in a worker process/XLA alone"
HERE = "conformance cases in a worker process/in this one"
TARGETS = {ALONE: 1.1}
_EVERY = 40
_TURN = 9  # cases
_ROUNDS_A_ROUND = 3  # of other figures: a case takes 20 ms


@dataclass
class InProcess:
    """The backend in this process; `own` is how long its own code has taken to compile and run."""

    executor: Adapted
    own: float = 0.0

    def __post_init__(self) -> None:
        adapter = self.executor._adapter
        adapter.compile, adapter.run = self._timed(adapter.compile), self._timed(adapter.run)

    def put_each(self, forms: Iterator[Form]) -> None:
        for form in forms:
            steps = self.executor.compile_and_run(program_bytes(form.module), form.entry, list(form.arguments))
            try:
                while True:
                    next(steps)
            except StopIteration as end:
                judged(form, end.value)

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any) -> Any:
            since = time.perf_counter()
            try:
                return function(*args)
            finally:
                self.own += time.perf_counter() - since

        return timed


@dataclass
class Sample:
    """Cases, made anew each time, and which of their forms the backend passes."""

    cases: Sequence[Case]
    passed: set[str] = field(default_factory=set)

    def forms(self) -> Iterator[Form]:
        return (form for case in self.cases for form in case.forms() if form.id in self.passed)


def isolation(rounds: int) -> dict[str, float]:
    cases = corpus()[::_EVERY]
    turns = [Sample(cases[start : start + _TURN]) for start in range(0, len(cases), _TURN)]
    in_process = InProcess(Adapted(found("xla")))
    apart = here = 0.0
    with closing(adapted(found("xla"))) as backend:
        for turn in turns:
            every = (form for case in turn.cases for form in case.forms())
            turn.passed = {outcome.id for outcome in put_each(every, backend) if outcome.verdict.is_right}
        repeats = max(1, rounds // _ROUNDS_A_ROUND)
        for _ in range(repeats):
            for turn in turns:
                since = time.perf_counter()
                for _ in put_each(turn.forms(), backend):
                    pass
                between = time.perf_counter()
                in_process.put_each(turn.forms())
                apart, here = apart + between - since, here + time.perf_counter() - between
    count = repeats * sum(len(turn.passed) for turn in turns)
    alone_ms, here_ms, apart_ms = (1000 * seconds / count for seconds in (in_process.own, here, apart))
    print(
        f"{count} cases: XLA alone {alone_ms:.1f} ms, in this process {here_ms:.1f}, apart {apart_ms:.1f}", flush=True
    )
    return {ALONE: apart / in_process.own, HERE: apart / here}
