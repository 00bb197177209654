"""A backend whose work a worker process does: started when needed, restarted where it died, ended at exit."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
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
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import HasModule, ProgramLike
from hlogen.ir.printer import generic_text
from hlogen.mlir.files import content, is_path
from hlogen.workers.process import OUT_OF_TIME, CannotStart, Process, is_out_of_memory

_BETWEEN = 0.05  # seconds from one look at a call that another thread makes to the next


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
        results: tuple[np.ndarray[Any, Any], ...] = self._call(("run", *_request(program, args, entry), True))
        return results

    def compile(self, program: ProgramLike, *args: Any, entry: str = "main") -> None:
        """Compiles what `run` with the same arguments then runs, so that one knows in which of the two it fails."""
        self._call(("compile", *_request(program, args, entry)))

    def version(self) -> dict[str, str]:
        version: dict[str, str] = self._call(("version",))
        return version

    def verify(self, program: ProgramLike) -> tuple[str, ...]:
        """Why upstream's parser and verifier refuse the program, in their words; empty where they accept it.

        Only the worker of "upstream" does this.
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
                another = WorkerBackend(
                    self.name,
                    self._executor,
                    self._arguments,
                    time_limit=self.time_limit,
                    memory_limit=self.memory_limit,
                )
                with contextlib.closing(another):
                    return another._call(request)
            self._is_asking = True
            try:
                answer = self._ask(request)
            finally:
                self._is_asking = False
        kind, value = answer
        if kind == "ok":
            return value
        if kind == "usage":
            raise UsageError(value)
        if kind == "check":
            raise CheckFailed(value)
        raise BY_ANSWER.get(kind, OracleError)(f"{self.name}: {value}")

    def _ask(self, request: tuple[Any, ...]) -> tuple[str, Any]:
        if self._worker is None or not self._worker.is_usable():
            self._worker = Process(self._executor, self.memory_limit, self._arguments)
        worker = self._worker
        try:
            answer = worker.ask((self.time_limit, *request))
        except CannotStart as error:
            self._forget()
            raise CannotStartBackend(f"the worker process of {self.name} could not start: {error}") from error
        except BaseException:  # KeyboardInterrupt above all: the worker's answer to it would be taken for the next one
            self._forget()
            raise
        if answer is None:
            self._worker = None
            raise self._death(worker)
        return answer

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
    arrays = [argument if isinstance(argument, (bool, int, float, complex)) else _array(argument) for argument in args]
    return program_bytes(program), entry, arrays


def _array(argument: Any) -> np.ndarray[Any, Any]:
    if not isinstance(argument, (np.ndarray, np.generic)) and hasattr(argument, "__dlpack__"):
        return np.from_dlpack(argument)
    return np.asarray(argument)
