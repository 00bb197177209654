"""Machine code is made beside a program that runs, and both want Python: how they take turns.

Left to themselves, one of them waits far too long: Python changes threads every few milliseconds, and a program of
NumPy's, which lets go of Python for each large operation and takes it again at once, keeps the other one from ever
having it. Whoever sleeps gives Python away. So the program sleeps for an instant now and then, and the maker after each
little piece of work: the program loses a few hundredths of its time.
"""

from __future__ import annotations

import threading
import time

_PIECE = 2e-4  # seconds of work behind which the maker sleeps
_TURN = 4e-3  # seconds behind which the program does
_SLEEP = 1e-5
_maker = threading.local()
_last_turn = 0.0


def begin() -> None:
    """From now on, this thread is a maker."""
    _maker.since = time.perf_counter()


def pause() -> None:
    """Called by whoever makes machine code, between steps that take less than a piece."""
    since = getattr(_maker, "since", None)
    if since is not None and time.perf_counter() - since > _PIECE:
        time.sleep(_SLEEP)
        _maker.since = time.perf_counter()


def give_way() -> None:
    """Called by a program that runs while machine code is made."""
    global _last_turn
    now = time.perf_counter()
    if now - _last_turn > _TURN:
        time.sleep(_SLEEP)
        _last_turn = time.perf_counter()
