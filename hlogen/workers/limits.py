"""What the process that runs this may take of memory, disk and time: the system holds it to that, whatever it runs."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator

FILE_LIMIT = 2 << 30  # bytes of a file that a worker, or a command that it starts, writes; standard error is one


def limit_memory(limit: int) -> None:
    """Limits what the process may write to, in bytes; a crash, which is expected, leaves no file of the memory.

    Address space isn't limited: XLA reserves far more than it uses.
    """
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with contextlib.suppress(ValueError, OSError):  # a lower limit may be set from outside
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_files() -> None:
    """Limits each file that the process writes to FILE_LIMIT, so that none fills the disk."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_LIMIT, FILE_LIMIT))


def told_of_files(how: str) -> str:
    """`how` something failed, with the limit of files as its reason."""
    return f"{how}: it wrote a file of more than {FILE_LIMIT >> 30} GiB, which is the limit"


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[Callable[[], None]]:
    """Lets the system end this process after `seconds`: foreign code holds the interpreter lock, so Python can't.

    What the block gets lets them begin anew.
    """
    if not hasattr(signal, "setitimer"):
        yield lambda: None
        return

    def begin() -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds)

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    begin()
    try:
        yield begin
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
