"""Locks on files and folders that the kernel opens when the process that has them ends, however that is."""

from __future__ import annotations

try:
    import fcntl
except ImportError:  # Windows
    CAN_LOCK = False
else:
    CAN_LOCK = True


def lock(descriptor: int, *, wait: bool = False) -> None:
    """Locks what `descriptor` has open until that, and every copy of it, is closed.

    BlockingIOError where another has it locked, unless this may `wait` for that; OSError where the file system has no
    locks. Where `CAN_LOCK` is False, nothing is locked.
    """
    if CAN_LOCK:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
