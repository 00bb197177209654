"""A backend whose work a worker process does: started when needed, restarted where it died, ended at exit."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import weakref
from pathlib import Path
from typing import IO, Any

import numpy as np

from hlogen import forking, lifeline
from hlogen.backends import wire
from hlogen.backends.errors import OracleCrashed, OracleError, OracleTimeout
from hlogen.backends.protocol import MEMORY_LIMIT, TIME_LIMIT
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import HasModule, ProgramLike
from hlogen.mlir.files import is_path
from hlogen.temporary import TemporaryFolder, temporary_file

_START_LIMIT = 60.0  # seconds for the imports of a worker

_LAST_LINES = 3  # of standard error, in the message about a crash
_MAX_LINE = 400


class WorkerBackend:
    """Runs programs in a process of its own. Calls from several threads wait for each other.

    A call in the midst of another one of the same thread, from a ``__del__`` or what handles a signal, has a process
    of its own.
    """

    def __init__(
        self, name: str, executor: type[Any], *, time_limit: float = TIME_LIMIT, memory_limit: int = MEMORY_LIMIT
    ) -> None:
        """`executor` is the class that does the work; it is only made in the worker."""
        self.name = name
        self._executor = executor
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self._lock = forking.lock()
        self._worker: _Worker | None = None
        self._is_asking = False

    def run(self, program: ProgramLike, *args: Any, entry: str = "main") -> tuple[np.ndarray[Any, Any], ...]:
        data = program_bytes(program)
        arrays = [
            argument if isinstance(argument, (bool, int, float, complex)) else _array(argument) for argument in args
        ]
        results: tuple[np.ndarray[Any, Any], ...] = self._call(("run", data, entry, arrays))
        return results

    def version(self) -> dict[str, str]:
        version: dict[str, str] = self._call(("version",))
        return version

    def verify(self, program: ProgramLike) -> tuple[str, ...]:
        """Why upstream's parser and verifier refuse the program, in their words; empty where they accept it.

        Only the worker of "upstream" does this.
        """
        messages: tuple[str, ...] = self._call(("verify", program_bytes(program)))
        return messages

    def close(self) -> None:
        with self._lock:
            self._forget()

    def _call(self, request: tuple[Any, ...]) -> Any:
        with self._lock:
            if self._is_asking:
                another = WorkerBackend(
                    self.name, self._executor, time_limit=self.time_limit, memory_limit=self.memory_limit
                )
                with contextlib.closing(another):
                    return another._call(request)
            self._is_asking = True
            try:
                answer = self._ask(request)
            finally:
                self._is_asking = False
        kind, value = answer
        if kind == "error":
            raise OracleError(f"{self.name}: {value}")
        if kind == "usage":
            raise UsageError(value)
        if kind == "check":
            raise CheckFailed(value)
        return value

    def _ask(self, request: tuple[Any, ...]) -> tuple[str, Any]:
        if self._worker is None or not self._worker.is_usable():
            self._worker = _Worker(self._executor, self.memory_limit)
        worker = self._worker
        try:
            answer = worker.ask((self.time_limit, *request))
        except BaseException:  # KeyboardInterrupt above all: the worker's answer to it would be taken for the next one
            self._forget()
            raise
        if answer is None:
            self._worker = None
            raise self._death(worker)
        return answer

    def _death(self, worker: _Worker) -> OracleError:
        how, last_lines = worker.autopsy()
        if how == "signal SIGALRM":
            return OracleTimeout(f"{self.name}: no result after {self.time_limit:g} s; the worker process was stopped")
        said = f"; it said: {last_lines}" if last_lines else ""
        if "bad_alloc" in last_lines or "MemoryError" in last_lines or "out of memory" in last_lines.lower():
            limit = f"{self.memory_limit / (1 << 30):.3g} GiB"
            return OracleCrashed(f"{self.name}: the worker process ran out of its memory of {limit} ({how}){said}")
        return OracleCrashed(f"{self.name}: the worker process died of this program ({how}){said}")

    def _forget(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None


def program_bytes(program: ProgramLike) -> bytes:
    """The program as text, bytecode or portable artifact: what a worker reads. Nothing is parsed here."""
    if isinstance(program, HasModule):
        return str(program.module).encode()
    if isinstance(program, bytes):
        return program
    if isinstance(program, str) and not is_path(program):
        return program.encode()
    try:
        return Path(program).read_bytes()
    except OSError as error:
        raise UsageError(f"can't read {os.fspath(program)}: {error.strerror or error}") from error


def _array(argument: Any) -> np.ndarray[Any, Any]:
    if not isinstance(argument, (np.ndarray, np.generic)) and hasattr(argument, "__dlpack__"):
        return np.from_dlpack(argument)
    return np.asarray(argument)


class _Worker:
    """The process and its pipes."""

    def __init__(self, executor: type[Any], memory_limit: int) -> None:
        where = f"{executor.__module__}:{executor.__qualname__}"
        self._owner = os.getpid()
        # What a backend writes beside its results (upstream's probes), it writes where nobody's files are.
        folder = TemporaryFolder()
        with contextlib.ExitStack() as undo:
            undo.callback(folder.remove)
            self._stderr = temporary_file("w+b", buffering=0)
            undo.callback(self._stderr.close)
            self._process: subprocess.Popen[bytes] = lifeline.start(
                "hlogen.backends.worker", where, str(memory_limit), str(folder.path), stderr=self._stderr
            )
            undo.pop_all()
        # Runs when the worker object goes and, at the latest, when this process does.
        self.end = weakref.finalize(self, _end, self._process, self._stderr, folder, self._owner)
        self._ready = False

    def is_usable(self) -> bool:
        """False where it has been ended, as behind this process's end.

        False, too, in a fork of the process that started the worker: two can't share its pipes.
        """
        return self._owner == os.getpid() and self.end.alive

    def ask(self, request: tuple[Any, ...]) -> tuple[str, Any] | None:
        """The answer, or None where the process died. It ends itself where it takes longer than the request's limit."""
        if not self._ready:
            hello = self._exchange((_START_LIMIT, "start"))
            if hello is None or hello[0] != "ok":
                raise OracleError(f"the worker process of this backend could not start: {self._why(hello)}")
            self._ready = True
        self._stderr.truncate(0)  # what a library says at its start is no news
        return self._exchange(request)

    def autopsy(self) -> tuple[str, str]:
        """How the process died, and the last lines it wrote to standard error."""
        code = self._process.wait()
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - 20_000))
        lines = self._stderr.read().decode(errors="replace").replace("\0", "").splitlines()
        told = [line.strip()[:_MAX_LINE] for line in lines if line.strip() and not _is_noise(line)]
        self.end()
        return _how(code), " / ".join(told[-_LAST_LINES:])

    def _why(self, hello: tuple[str, Any] | None) -> str:
        if hello is not None:  # it answered, and lives
            self.end()
            return str(hello[1])
        how, last_lines = self.autopsy()
        return last_lines or how

    def _exchange(self, request: tuple[Any, ...]) -> tuple[str, Any] | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            wire.send(self._process.stdin, request)
            answer: tuple[str, Any] | None = wire.receive(self._process.stdout)
            return answer
        except BrokenPipeError:
            return None


def _end(process: subprocess.Popen[bytes], stderr: IO[bytes], folder: TemporaryFolder, owner: int) -> None:
    """Kills and waits for the process, and removes its folder; in a fork of its parent only the pipes are closed."""
    is_ours = owner == os.getpid()
    if is_ours and process.returncode is None:
        process.kill()
        process.wait()
    folder.remove(is_ours=is_ours)
    for stream in (process.stdin, process.stdout, stderr):
        if stream is not None:
            with contextlib.suppress(BrokenPipeError):  # an unsent request of a dead process
                stream.close()


def _how(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _is_noise(line: str) -> bool:
    """Frames of a C++ stack dump: they name addresses, not reasons. The message is what stands before them."""
    text = line.strip()
    return text.startswith(("#", "PLEASE submit a bug report", "Stack dump", "***", "@ ")) or text[:1].isdigit()
