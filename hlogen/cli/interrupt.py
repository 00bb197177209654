"""Ctrl-C ends a command at once, even in the midst of a computation that Python can't interrupt.

Python raises KeyboardInterrupt between two of its own instructions, so a product of large matrices would go on to its
end first. A thread waits for the signal as well, and ends the process where the command isn't gone soon after it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import threading
import time
from types import FrameType

from hlogen.cli import streams

EXIT_CODE = 130
_PATIENCE = 1.5  # seconds in which a command can put away what it has begun: files, worker processes
_SOON = 0.05  # seconds that a line takes at most to be written, unless nobody reads

_has_come = False
_is_held_back = False


def end_at_once() -> None:
    """For the process of the command line, in its main thread. Elsewhere, and on Windows, nothing changes."""
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGINT) not in (signal.default_int_handler, signal.SIG_DFL):
        return  # whoever has started this process ignores Ctrl-C, or sees to it
    atexit.register(_ignore)  # before all others, so it comes last
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _interrupted)
    with contextlib.suppress(RuntimeError):  # no more threads: then Ctrl-C ends the command when Python sees it
        threading.Thread(target=_wait, args=(reading,), name="interrupt", daemon=True).start()


def leave_to_end() -> None:
    """For the end of the command, which has its exit code: only where the process doesn't come to its end is it ended.

    An exception would interrupt what Python puts away, and be told of as ignored.
    """
    if _is_ours():
        signal.signal(signal.SIGINT, _too_late)


def _ignore() -> None:
    """While Python takes itself apart: a thread that wakes then may find nothing of it, and end by SIGSEGV."""
    if _is_ours():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _too_late(number: int, frame: FrameType | None) -> None:
    pass


def has_come() -> bool:
    """Whether Ctrl-C has interrupted the command."""
    return _has_come


def _interrupted(number: int, frame: FrameType | None) -> None:
    global _has_come, _is_held_back
    _has_come = True
    if _is_importing(frame):
        _end()
    if not _is_held_back and streams.is_writing(frame):
        _is_held_back = True  # until the thread asks again: from in there, what is written already would be once more
        return
    signal.default_int_handler(number, frame)


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is just being imported: there, an exception may be lost, or end C++ with a crash."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def _end() -> None:
    os.write(2, b"\n")
    os._exit(EXIT_CODE)


def _wait(reading: int) -> None:
    while received := os.read(reading, 1):
        if received[0] == signal.SIGINT and _is_ours():
            time.sleep(_SOON)
            if not _has_come:  # another thread was given the signal, and the main one waits for a lock, unaware of it
                _tell_main_thread()
                time.sleep(_SOON)
            if _is_held_back:
                _tell_main_thread()
            time.sleep(_PATIENCE)
            if _is_ours():
                _end()


def _tell_main_thread() -> None:
    if _is_ours():
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def _is_ours() -> bool:
    """Whether Ctrl-C is to end the command: one that asks at a prompt goes on."""
    return signal.getsignal(signal.SIGINT) in (_interrupted, _too_late)
