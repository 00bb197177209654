"""A process that does foreign code's work, so that it may fall: started, asked, and told of what it died."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Any

from hlogen import lifeline
from hlogen.errors import HlogenError
from hlogen.temporary import TemporaryFolder, temporary_file
from hlogen.workers import wire
from hlogen.workers.limits import told_of_files

OUT_OF_TIME = ("signal SIGALRM", "signal SIGPROF")  # how a process died that took longer than it might

_START_LIMIT = 60.0  # seconds for the imports of a worker
_PATIENCE = 10.0  # seconds in which a worker that is asked to end has to
_GRACE = 5.0  # seconds behind a time limit in which the system, which holds the worker to it, ends it
_LOOK = 0.5  # seconds between two looks at whether a worker lives that doesn't answer
_PIPE = 1 << 20  # bytes
_LEAST_PIPE = 4096  # bytes that any system lets stand in one
_LAST_LINES = 3  # of standard error, in the message about a crash
_MAX_LINE = 400
_OF_NO_MEMORY = ("bad_alloc", "MemoryError", "out of memory", "RESOURCE_EXHAUSTED")


class CannotStart(HlogenError):
    """The executor could not be made in the process; the message is why."""


def is_out_of_memory(last_lines: str) -> bool:
    """Whether the last lines of a process, or an error's, say that it needed more memory than it had."""
    return any(word.lower() in last_lines.lower() for word in _OF_NO_MEMORY)


def how_it_ended(code: int) -> str:
    """What a process ended with, such as ``exit code 3`` or ``signal SIGSEGV``, from its return code."""
    if code >= 0:
        return f"exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
    return told_of_files(f"signal {name}") if name == "SIGXFSZ" else f"signal {name}"


class Process:
    """A worker process and its pipes: an executor, which is made there, and whose methods are called from here."""

    def __init__(self, executor: str, memory_limit: int, arguments: Sequence[Any] = ()) -> None:
        """`executor` is its class, as ``module:name``, and `arguments` what it is made with.

        `memory_limit` is in bytes of the process's data.
        """
        self._arguments = arguments
        self._owner = os.getpid()
        # What a backend writes beside its results (upstream's probes), it writes where nobody's files are.
        folder = TemporaryFolder()
        with contextlib.ExitStack() as undo:
            undo.callback(folder.remove)
            self._stderr = temporary_file("w+b", buffering=0)
            undo.callback(self._stderr.close)
            _append(self._stderr)
            self._process: subprocess.Popen[bytes] = lifeline.start(
                "hlogen.workers.worker", executor, str(memory_limit), str(folder.path), stderr=self._stderr
            )
            undo.pop_all()
        _widen(self._process.stdout)
        self._answers = self._process.stdout.raw  # type: ignore[union-attr]  # it was started with pipes
        self._room = _widen(self._process.stdin) // 2  # its pages needn't be full
        # Runs when the worker object goes and, at the latest, when this process does.
        self.end = weakref.finalize(self, _end, self._process, self._stderr, folder, self._owner)
        self._ready = False
        self._seconds: deque[float] = deque()  # of the requests that aren't answered
        self._is_overdue = False

    def is_usable(self) -> bool:
        """False where it has been ended, as behind this process's end.

        False, too, in a fork of the process that started the worker: two can't share its pipes.
        """
        return self._owner == os.getpid() and self.end.alive

    def ask(self, request: tuple[Any, ...]) -> tuple[str, Any, float] | None:
        """The answer to ``(seconds, method, *arguments)``, how long it took, or None where the process died.

        It ends itself where it takes longer than so many seconds. Raises CannotStart.
        """
        self.send(request)
        return self.receive()

    def send(self, request: tuple[Any, ...], *, ahead: bool = False) -> bool:
        """Sends what `receive` then gives the answer to. Raises CannotStart.

        `ahead`: it is at another one and finds this one when that is done. False where that doesn't fit into the pipe,
        and nothing is sent: it may itself be writing an answer that nobody reads meanwhile.
        """
        if not self._ready:
            self._send(wire.packed((_START_LIMIT, "start", *self._arguments)), _START_LIMIT)
            hello = self.receive()
            if hello is None or hello[0] != "ok":
                raise CannotStart(self._why(hello))
            self._ready = True
        data = wire.packed(request)
        if ahead and len(data) > self._room:
            return False
        self._send(data, request[0])
        return True

    @property
    def is_at_work(self) -> bool:
        """Whether a request has no answer yet."""
        return bool(self._seconds)

    def receive(self, steps: list[float] | None = None) -> tuple[str, Any, float] | None:
        """The answer to the first request that has none, or None where the process died.

        With it comes how long its last step took, in seconds; `steps` gets that of each before.
        """
        while self._has_answer(time.monotonic() + self._seconds[0] + _GRACE):
            message = wire.receive(self._answers)
            if message is None:
                break
            kind, value, taken = message
            if kind != "step":
                self._seconds.popleft()
                return kind, value, taken
            if steps is not None:
                steps.append(taken)
        return None

    def leave(self) -> str:
        """Asks it to end, and how it ended; empty where it did so in order."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.end()
            return f"nothing for {_PATIENCE:g} s"
        lifeline.kill(self._process)  # what is left of it: forks
        self.end()
        return how_it_ended(code) if code else ""

    def kill(self) -> None:
        """Ends it in the midst of what it does; whoever waits for its answer is told that it died."""
        lifeline.kill(self._process)

    def autopsy(self) -> tuple[str, str]:
        """How the process died (OUT_OF_TIME), and the last lines it wrote to standard error."""
        code = self._process.wait()
        lifeline.kill(self._process)  # what is left of it: commands that it was waiting for, forks
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - 20_000))
        lines = self._stderr.read().decode(errors="replace").replace("\0", "").splitlines()
        told = [line.strip()[:_MAX_LINE] for line in lines if line.strip() and not _is_noise(line)]
        self.end()
        return OUT_OF_TIME[0] if self._is_overdue else how_it_ended(code), " / ".join(told[-_LAST_LINES:])

    def _why(self, hello: tuple[str, Any, float] | None) -> str:
        if hello is not None:  # it answered, and lives
            self.end()
            return str(hello[1])
        how, last_lines = self.autopsy()
        if how in OUT_OF_TIME:
            how = f"it wasn't ready after {_START_LIMIT:g} s"
        return f"{how}; it said: {last_lines}" if last_lines else how

    def _send(self, data: bytes, seconds: float) -> None:
        assert self._process.stdin is not None
        self._seconds.append(seconds)
        with contextlib.suppress(BrokenPipeError):  # it has died: no answer comes
            wire.write(self._process.stdin, data)

    def _has_answer(self, until: float) -> bool:
        """Waits until there is one to read, or the end; False where it died, or has been ended for taking too long.

        The end alone doesn't tell: a fork of the worker has the pipe, too. Nor does the system's time limit: foreign
        code may catch its signal.
        """
        if os.name != "posix":
            return True  # no pipe can be waited for
        ready = select.poll()
        ready.register(self._answers, select.POLLIN)
        while not ready.poll(1000 * _LOOK):
            if self._process.poll() is not None:
                return bool(ready.poll(0))  # it may have answered, and died of something else
            if time.monotonic() > until:
                self._is_overdue = True
                lifeline.kill(self._process)
                return False
        return True


def _end(process: subprocess.Popen[bytes], stderr: IO[bytes], folder: TemporaryFolder, owner: int) -> None:
    """Kills and waits for the process, and removes its folder; in a fork of its parent only the pipes are closed."""
    is_ours = owner == os.getpid()
    if is_ours and process.returncode is None:
        lifeline.kill(process)
        process.wait()
    folder.remove(is_ours=is_ours)
    for stream in (process.stdin, process.stdout, stderr):
        if stream is not None:
            with contextlib.suppress(BrokenPipeError):  # an unsent request of a dead process
                stream.close()


def _widen(pipe: IO[bytes] | None) -> int:
    """Lets more stand in a pipe at a time: a program of megabytes gets through in a fifth of the time. How much."""
    if sys.platform == "linux" and pipe is not None:
        import fcntl

        with contextlib.suppress(OSError):  # this user has as many as he may
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
        return fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ)
    return _LEAST_PIPE


def _append(file: IO[bytes]) -> None:
    """Lets whoever writes to it write at its end: one that is truncated starts at 0 again."""
    if os.name == "posix":
        import fcntl

        fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)


def _is_noise(line: str) -> bool:
    """Frames of a C++ stack dump: they name addresses, not reasons. The message is what stands before them."""
    text = line.strip()
    return text.startswith(("#", "PLEASE submit a bug report", "Stack dump", "***", "@ ")) or text[:1].isdigit()
