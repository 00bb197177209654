"""Worker processes that end with the process that they work for, whatever they are in the midst of.

Whoever starts a worker holds the writing end of a pipe into which nothing is ever written; the worker has the reading
end. The pipe is cut where the former ends, be it by SIGKILL. The worker can't wait for that in Python, since foreign
code holds the interpreter's lock for minutes, so the kernel is asked to: O_ASYNC with F_SETSIG sends SIGKILL when the
other end closes. Other ways don't hold: PR_SET_PDEATHSIG fires when the *thread* ends that started the worker, a timer
that Python renews ends good work under the lock, and a third process could be killed itself.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from hlogen.errors import HlogenError

_VARIABLE = "HLOGEN_LIFELINE"  # the number of the worker's end
_USERS_PATH = "HLOGEN_USERS_PYTHONPATH"  # what PYTHONPATH was
_MARK = "HLOGEN_WORKER"  # what a worker is known by, and whatever it starts
_PATIENCE = 0.5  # seconds in which a worker without work ends by itself, and puts away what it has

_held: set[int] = set()  # the ends that this process holds
_marks: weakref.WeakKeyDictionary[subprocess.Popen[Any], bytes] = weakref.WeakKeyDictionary()
_is_worker = False


def is_worker() -> bool:
    """Whether this process is a worker, made to fall where foreign code does."""
    return _is_worker


def users_environment() -> dict[str, str]:
    """The environment without what `start` has put into a worker's: for commands of users, and their own Python."""
    environment = dict(os.environ)
    path = environment.pop(_USERS_PATH, None)
    if path is not None:
        environment.pop("PYTHONPATH", None)
        environment.update({"PYTHONPATH": path} if path else {})
    return environment


def start(module: str, *arguments: str, stderr: IO[Any], encoding: str | None = None) -> subprocess.Popen[Any]:
    """Starts ``python -m module`` with pipes for requests and answers; it ends with this process, or its Popen."""
    # -P and an explicit path: the worker sees the packages of this process, not files of the working folder.
    mark = os.urandom(16).hex()
    theirs_path = os.environ.get(_USERS_PATH, os.environ.get("PYTHONPATH", ""))
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), _USERS_PATH: theirs_path}
    environment = {**os.environ, **paths, _MARK: mark}
    command = [sys.executable, "-P", "-m", module, *arguments]
    theirs = ours = None
    try:
        if os.name == "posix":
            theirs, ours = os.pipe()
            environment[_VARIABLE] = str(theirs)
        process: subprocess.Popen[Any] = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environment,
            pass_fds=() if theirs is None else (theirs,),
            encoding=encoding,
            process_group=0 if os.name == "posix" else None,  # what a worker starts goes with it
        )
    except OSError as error:
        if ours is not None:
            os.close(ours)
        way_out = "; fix: allow more of them (ulimit -n)" if error.errno in (errno.EMFILE, errno.ENFILE) else ""
        raise HlogenError(f"a worker process can't be started: {error.strerror or error}{way_out}") from error
    finally:
        if theirs is not None:
            os.close(theirs)
    _marks[process] = f"{_MARK}={mark}".encode()
    if ours is not None:
        _held.add(ours)
        weakref.finalize(process, _let_go, ours)
    return process


def kill(process: subprocess.Popen[Any]) -> None:
    """Ends a worker that `start` gave, if it hasn't ended, and whatever it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    if sys.platform == "linux" and (mark := _marks.get(process)) is not None:
        _kill_marked(mark)


def _kill_marked(mark: bytes) -> None:
    """Ends what has left the worker's process group, as daemons do: it has the worker's environment all the same."""
    killed: set[int] = set()
    while found := {pid for pid in _processes() if _is_marked(pid, mark)} - killed:  # it may start others meanwhile
        for pid in found:
            with contextlib.suppress(OSError):
                file = os.pidfd_open(pid)
                try:
                    if _is_marked(pid, mark):  # still the one whose number it is
                        signal.pidfd_send_signal(file, signal.SIGKILL)
                finally:
                    os.close(file)
        killed |= found


def _processes() -> list[int]:
    with contextlib.suppress(OSError):
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return []


def _is_marked(pid: int, mark: bytes) -> bool:
    try:
        return mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:  # it has ended, or is someone else's
        return False


def _let_go(end: int) -> None:
    if end in _held:
        _held.discard(end)
        os.close(end)


def _let_go_of_all() -> None:
    """In a forked child: it has no workers, and would keep those of its parent alive."""
    for end in list(_held):
        _let_go(end)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_of_all)


class Lifeline:
    """The worker's end. Where nobody holds the other one, because the worker was started by hand, it does nothing."""

    def __init__(self) -> None:
        global _is_worker
        _is_worker = True
        number = os.environ.pop(_VARIABLE, None)
        self._end = None if number is None else int(number)
        self._does_kernel_kill = False
        if self._end is None:
            return
        os.set_inheritable(self._end, False)
        if sys.platform == "linux":
            import fcntl

            with contextlib.suppress(OSError):  # a kernel that only looks like Linux
                fcntl.fcntl(self._end, fcntl.F_SETOWN, os.getpid())
                fcntl.fcntl(self._end, fcntl.F_SETSIG, signal.SIGKILL)
                self._does_kernel_kill = True
        if not self._does_kernel_kill:  # better than nothing: much foreign code lets go of the lock
            threading.Thread(target=self._wait, name="lifeline", daemon=True).start()

    @contextlib.contextmanager
    def tied(self) -> Iterator[None]:
        """The block ends, and the process with it, where the other process ends; at the latest a moment after it."""
        if self._end is None or not self._does_kernel_kill:
            yield
            return
        self._let_kernel_kill(True)
        try:
            if self._is_cut():  # before the kernel was asked to look
                raise SystemExit
            yield
        finally:
            self._let_kernel_kill(False)

    def _let_kernel_kill(self, is_wanted: bool) -> None:
        if sys.platform == "linux":
            import fcntl

            assert self._end is not None
            flags = fcntl.fcntl(self._end, fcntl.F_GETFL)
            fcntl.fcntl(self._end, fcntl.F_SETFL, flags | os.O_ASYNC if is_wanted else flags & ~os.O_ASYNC)

    def _is_cut(self) -> bool:
        assert self._end is not None
        poll = select.poll()
        poll.register(self._end)
        return bool(poll.poll(0))

    def _wait(self) -> None:
        assert self._end is not None
        os.read(self._end, 1)
        time.sleep(_PATIENCE)
        os._exit(1)
