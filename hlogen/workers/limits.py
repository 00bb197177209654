"""What the process that runs this may take of memory and time. The system holds it to them, whatever code runs."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


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


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Lets the system end this process after `seconds`: foreign code holds the interpreter lock, so Python can't."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
