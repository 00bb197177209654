"""What a process that is forked while other threads are at work needs: no lock that nobody there will ever release."""

from __future__ import annotations

import functools
import os
import sys
import threading
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


def lock() -> threading.Lock:
    """A lock that a forked child finds open, whoever held it. What it guards has to be whole at every step."""
    made = threading.Lock()
    _locks.add(made)
    return made


_locks: WeakSet[threading.Lock] = WeakSet()


def _open_all() -> None:
    for one in list(_locks):
        one._at_fork_reinit()  # type: ignore[attr-defined]  # what Python's own locks are opened with


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open_all)
