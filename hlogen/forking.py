"""What a process that is forked while other threads are at work needs: no lock that nobody there will ever release."""

from __future__ import annotations

import functools
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property as cached_property
else:

    class cached_property(functools.cached_property):
        """As from Python 3.12 on, without the lock of Python 3.11, which all objects of a class share."""

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            value = self.func(instance)
            instance.__dict__[self.attrname] = value
            return value


def lock() -> threading.RLock:
    """A lock that a forked child finds open, whoever held it. What it guards has to be whole at every step.

    The thread that holds it may take it again: what Python runs between two steps, a ``__del__`` or what handles a
    signal, would wait for ever.
    """
    made = threading.RLock()
    _locks.add(made)
    return made


@contextmanager
def importing() -> Iterator[None]:
    """Around imports of many modules: other threads fork behind them.

    Python locks a module while it is imported, and a child that is forked meanwhile never gets it.
    """
    thread = threading.get_ident()
    is_outermost = thread not in _importing
    _importing.add(thread)
    try:
        yield
    finally:
        if is_outermost:
            _importing.discard(thread)


_PATIENCE = 10.0  # seconds; who imports for longer waits for something, perhaps for the thread that forks
_importing: set[int] = set()
_locks: WeakSet[threading.RLock] = WeakSet()


def _let_import() -> None:
    until = time.monotonic() + _PATIENCE
    while _importing - {threading.get_ident()} and time.monotonic() < until:
        time.sleep(0.001)


def _open_all() -> None:
    _importing.intersection_update({threading.get_ident()})
    for one in list(_locks):
        one._at_fork_reinit()  # type: ignore[attr-defined]  # what Python's own locks are opened with


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_let_import, after_in_child=_open_all)
