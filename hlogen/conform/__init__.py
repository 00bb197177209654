"""Holds programs and backends against each other: oracles in workers, generated programs, known differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hlogen.conform.oracles import BACKENDS, Backend, backend
from hlogen.conform.oracles.describe import describe_backends

if TYPE_CHECKING:
    from hlogen.conform.opwise import Comparison, compare

__all__ = ["BACKENDS", "Backend", "Comparison", "backend", "compare", "describe_backends"]


def __getattr__(name: str) -> Any:
    """What needs the interpreter is imported when it is asked for: workers start without it."""
    if name in ("Comparison", "compare"):
        from hlogen.conform import opwise

        return getattr(opwise, name)
    raise AttributeError(f"module 'hlogen.conform' has no attribute {name!r}")
