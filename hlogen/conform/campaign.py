"""Runs a corpus on a backend, several cases at a time, each in a worker process of the backend's own."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hlogen.backends import MEMORY_LIMIT, Backend, backend
from hlogen.backends.address import Address, found
from hlogen.backends.pool import adapted
from hlogen.backends.process import WorkerBackend
from hlogen.conform.corpus import KINDS, Case, Kind
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import Outcome, Verdict, put_each, said
from hlogen.errors import HlogenError

TIME_LIMIT = 60.0  # seconds to compile a case, and to run it
EXIT = "(exit)"  # the id of what a backend's process ends with, when it has done its work
_MOST_ENDS = 5  # cases in a row for which the backend can't be started, behind which it isn't asked any more


@dataclass(frozen=True)
class Settings:
    """How cases are put to a backend."""

    jobs: int = 1
    time_limit: float | None = None
    memory_limit: int | None = None
    ulps: int = 0
    kinds: Sequence[Kind] = KINDS


class Campaign:
    """Cases on the backend at an address. Use it as a context manager: it leaves no process behind."""

    def __init__(self, address: str, settings: Settings | None = None) -> None:
        self.address = found(address)
        self.settings = settings or Settings()
        self._stopping = threading.Event()
        self._backends = [self._made(self.address) for _ in range(max(1, self.settings.jobs))]

    @property
    def judged(self) -> Backend:
        """The backend, to ask it by hand."""
        return self._backends[0]

    def versions(self) -> dict[str, str]:
        """What runs. Raises OracleError where there is no such backend here."""
        return self._backends[0].version()

    def run(self, cases: Sequence[Case], done: frozenset[str] = frozenset()) -> Iterator[Outcome]:
        """The outcomes of all forms of `cases` but those whose ids are `done`, as they come."""
        waiting: queue.SimpleQueue[Case] = queue.SimpleQueue()
        for case in cases:
            waiting.put(case)
        outcomes: queue.SimpleQueue[Outcome | BaseException | None] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=self._work, args=(each, waiting, outcomes, done), daemon=True)
            for each in self._backends
        ]
        for thread in threads:
            thread.start()
        remaining, in_a_row = len(threads), 0
        try:
            while remaining:
                outcome = outcomes.get()
                if outcome is None:
                    remaining -= 1
                    continue
                if isinstance(outcome, BaseException):
                    raise outcome
                in_a_row = in_a_row + 1 if outcome.is_backends_end else 0
                yield outcome
                if in_a_row >= _MOST_ENDS:
                    raise HlogenError(
                        f"{self.address.name} could not be started for {in_a_row} cases in a row: {outcome.message}"
                    )
            yield from self._left()
        finally:
            self._stopping.set()

    def _work(
        self,
        judged: Backend,
        waiting: queue.SimpleQueue[Case],
        outcomes: queue.SimpleQueue[Outcome | BaseException | None],
        done: frozenset[str],
    ) -> None:
        try:
            forms = self._forms(waiting, outcomes, done)
            with contextlib.closing(put_each(forms, judged, self.settings.ulps)) as each:
                for outcome in each:
                    outcomes.put(outcome)
        except BaseException as error:  # noqa: BLE001 - it is raised where it is seen
            outcomes.put(error)
        outcomes.put(None)

    def _forms(
        self,
        waiting: queue.SimpleQueue[Case],
        outcomes: queue.SimpleQueue[Outcome | BaseException | None],
        done: frozenset[str],
    ) -> Iterator[Form]:
        """Those that are waiting, as long as anybody waits for them."""
        while not self._stopping.is_set():
            try:
                case = waiting.get_nowait()
            except queue.Empty:
                return
            kinds = [kind for kind in self.settings.kinds if f"{case.id}@{kind}" not in done]
            try:
                forms = list(case.forms(kinds)) if kinds else []
            except Exception as error:  # noqa: BLE001 - what is wrong with one case is its verdict; others run
                outcomes.put(Outcome(f"{case.id}@{kinds[0]}", Verdict.HARNESS, said(error)))
                continue
            for form in forms:
                if self._stopping.is_set():
                    return
                yield form

    def _left(self) -> Iterator[Outcome]:
        """Lets the processes end by themselves, and tells of those that don't do so in order."""
        for each in self._backends:
            how = each.leave() if isinstance(each, WorkerBackend) else ""
            if how:
                yield Outcome(EXIT, Verdict.RUN_CRASH, f"{each.name}: its process ended with {how}, its work done")
                return

    def close(self) -> None:
        self._stopping.set()
        for each in self._backends:
            if isinstance(each, WorkerBackend):
                each.stop()

    def __enter__(self) -> Campaign:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _made(self, address: Address) -> Backend:
        if address.is_in_process:
            return backend(address.text)
        seconds = self.settings.time_limit or address.time_limit or TIME_LIMIT
        return adapted(
            address,
            time_limit=seconds,
            memory_limit=self.settings.memory_limit or address.memory_limit or MEMORY_LIMIT,
        )
