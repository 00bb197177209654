"""A backend whose work a worker process does: started when needed, restarted where it died, ended at exit."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen import forking
from hlogen.backends.errors import (
    BY_ANSWER,
    CannotStartBackend,
    OracleCrashed,
    OracleError,
    OracleTimeout,
    OutOfMemory,
)
from hlogen.backends.protocol import MEMORY_LIMIT, TIME_LIMIT
from hlogen.errors import CheckFailed, HlogenError, UsageError
from hlogen.ir import HasModule, ProgramLike
from hlogen.ir.printer import generic_text
from hlogen.mlir.files import content, is_path
from hlogen.program.axes import require_bound
from hlogen.workers.process import OUT_OF_TIME, CannotStart, Process, is_out_of_memory

Program = tuple[ProgramLike, Sequence[Any], str]  # with its arguments and its entry

_BETWEEN = 0.05  # seconds from one look at a call that another thread makes to the next


@dataclass(frozen=True)
class Ran:
    """What came of a program that was compiled and run: results, or why there are none, and how long it took."""

    results: tuple[np.ndarray[Any, Any], ...] | None
    error: HlogenError | None
    is_compiled: bool
    compile_seconds: float
    run_seconds: float


@dataclass
class _Job:
    """A request on its way: `worker` is whom it was sent to, `error` why it couldn't be; then how long it took."""

    request: tuple[Any, ...] = ()
    worker: Process | None = None
    error: HlogenError | None = None
    steps: list[float] = field(default_factory=list)
    seconds: float | None = None  # of the last step, where there is an answer


class WorkerBackend:
    """Runs programs in a process of its own. Calls from several threads wait for each other.

    A call in the midst of another one of the same thread, from a ``__del__`` or what handles a signal, has a process
    of its own.
    """

    def __init__(
        self,
        name: str,
        executor: str,
        arguments: Sequence[Any] = (),
        *,
        time_limit: float = TIME_LIMIT,
        memory_limit: int = MEMORY_LIMIT,
    ) -> None:
        """`executor` is the class that does the work, as ``module:name``; it is only made in the worker."""
        self.name = name
        self._executor = executor
        self._arguments = arguments
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self._lock = forking.lock()
        self._worker: Process | None = None
        self._is_asking = False

    def run(self, program: ProgramLike, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
        results: tuple[np.ndarray[Any, Any], ...] = self._call(("run", *_request(program, args, entry)))
        return results

    def run_watched(self, program: ProgramLike, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
        """As `run`; WroteArguments where it writes to or beside its arguments, SharesMemory for results in them."""
        (ran,) = self.run_each([(program, args, entry)])
        if ran.error is not None:
            raise ran.error
        assert ran.results is not None
        return ran.results

    def run_each(self, programs: Iterable[Program]) -> Generator[Ran, None, None]:
        """What comes of each program, as `run_watched` has it.

        While the worker is at one, the next is taken from `programs` and sent, so that it is at work while its last
        results are looked at. The time limit is that of compiling a program, and again of running it.
        """
        with self._lock:
            if self._is_asking:
                with contextlib.closing(self._another()) as another:
                    yield from another.run_each(programs)
                return
            with self._asking():
                remaining = iter(programs)
                job = self._next_job(remaining)
                while job is not None:
                    self._send(job)
                    following = self._next_job(remaining)
                    if following is not None:
                        self._send(following, ahead=True)
                    ran = self._ran(job)
                    if following is not None:
                        self._send(following)  # to a new worker where this one died, or what was too much for the pipe
                    yield ran
                    job = following

    def version(self) -> dict[str, str]:
        version: dict[str, str] = self._call(("version",))
        return version

    def verify(self, program: ProgramLike) -> tuple[str, ...]:
        """Why the backend refuses the program, in its words; empty where it accepts it. That of "upstream" is asked its
        parser and verifier alone; any other one its adapter's `verify`, or to compile the program.
        """
        messages: tuple[str, ...] = self._call(("verify", program_bytes(program)))
        return messages

    def leave(self) -> str:
        """Lets the worker end by itself; what it ended with where that isn't in order, such as ``signal SIGSEGV``."""
        with self._lock:
            how = self._worker.leave() if self._worker is not None and self._worker.is_usable() else ""
            self._worker = None
        return how

    def close(self) -> None:
        with self._lock:
            self._forget()

    def stop(self) -> None:
        """As `close`, also in the midst of what the worker does; whoever waits for it has an OracleCrashed."""
        while not self._lock.acquire(timeout=_BETWEEN):
            if (worker := self._worker) is not None:
                worker.kill()
        try:
            self._forget()
        finally:
            self._lock.release()

    def _call(self, request: tuple[Any, ...]) -> Any:
        with self._lock:
            if self._is_asking:
                with contextlib.closing(self._another()) as another:
                    return another._call(request)
            with self._asking():
                job = _Job((self.time_limit, *request))
                self._send(job)
                return self._received(job)

    def _another(self) -> WorkerBackend:
        return WorkerBackend(
            self.name,
            self._executor,
            self._arguments,
            time_limit=self.time_limit,
            memory_limit=self.memory_limit,
        )

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Around questions. A worker that still owes answers goes: they would be taken for those to the next ones."""
        self._is_asking = True
        try:
            yield
        finally:
            self._is_asking = False
            if self._worker is not None and self._worker.is_at_work:
                self._forget()

    def _next_job(self, programs: Iterator[Program]) -> _Job | None:
        for program, args, entry in programs:
            try:
                return _Job((self.time_limit, "compile_and_run", *_request(program, args, entry)))
            except HlogenError as error:
                return _Job(error=error)
        return None

    def _send(self, job: _Job, *, ahead: bool = False) -> None:
        """Sends what the worker hasn't got, or has taken along when it died."""
        if job.error is not None or (job.worker is not None and job.worker is self._worker):
            return
        try:
            if self._worker is None or not self._worker.is_usable():
                self._worker = Process(self._executor, self.memory_limit, self._arguments)
            if self._worker.send(job.request, ahead=ahead):
                job.worker = self._worker
        except CannotStart as error:
            self._forget()
            job.error = CannotStartBackend(f"the worker process of {self.name} could not start: {error}")
        except HlogenError as error:
            job.error = error

    def _received(self, job: _Job) -> Any:
        if job.error is not None:
            raise job.error
        worker = job.worker
        assert worker is not None
        answer = worker.receive(job.steps)
        if answer is None:
            self._worker = None
            raise self._death(worker)
        kind, value, job.seconds = answer
        if kind == "ok":
            return value
        if kind == "usage":
            raise UsageError(value)
        if kind == "check":
            raise CheckFailed(value)
        raise BY_ANSWER.get(kind, OracleError)(f"{self.name}: {value}")

    def _ran(self, job: _Job) -> Ran:
        since = time.perf_counter()
        results, error = None, None
        try:
            results = self._received(job)
        except HlogenError as raised:
            error = raised
        seconds = time.perf_counter() - since if job.seconds is None else job.seconds
        if not job.steps:
            return Ran(None, error, False, seconds, 0.0)
        return Ran(results, error, True, job.steps[0], seconds)

    def _death(self, worker: Process) -> OracleError:
        how, last_lines = worker.autopsy()
        if how in OUT_OF_TIME:
            return OracleTimeout(f"{self.name}: no result after {self.time_limit:g} s; the worker process was stopped")
        said = f"; it said: {last_lines}" if last_lines else ""
        if is_out_of_memory(last_lines):
            limit = f"{self.memory_limit / (1 << 30):.3g} GiB"
            return OutOfMemory(f"{self.name}: the worker process ran out of its memory of {limit} ({how}){said}")
        return OracleCrashed(f"{self.name}: the worker process died of this program ({how}){said}")

    def _forget(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None


def program_bytes(program: ProgramLike) -> bytes:
    """The program as text, bytecode or portable artifact: what a worker reads. Nothing is parsed here."""
    if isinstance(program, HasModule):
        return generic_text(program.module).encode()
    if isinstance(program, bytes):
        return program
    if isinstance(program, str) and not is_path(program):
        return program.encode()
    try:
        return content(program)
    except OSError as error:
        raise UsageError(f"can't read {os.fspath(program)}: {error.strerror or error}") from error


def _request(program: ProgramLike, args: Sequence[Any], entry: str) -> tuple[bytes, str, list[Any]]:
    if isinstance(program, HasModule):
        require_bound(program.module)
    arrays = [argument if isinstance(argument, (bool, int, float, complex)) else _array(argument) for argument in args]
    return program_bytes(program), entry, arrays


def _array(argument: Any) -> np.ndarray[Any, Any]:
    if not isinstance(argument, (np.ndarray, np.generic)) and hasattr(argument, "__dlpack__"):
        return np.from_dlpack(argument)
    return np.asarray(argument)
