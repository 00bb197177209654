"""How much memory a program may ask for: what the machine, and the container it runs in, still have."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import prod
from pathlib import Path

from hlogen.errors import ExecutionError
from hlogen.ir import TensorType
from interpreter.execution.context import running

FEW = 1 << 20  # bytes that nobody is asked for
_SMALL = 1 << 26  # bytes that are not worth asking the system for
MOST_DIMENSIONS = 64  # of an array of NumPy's
_MOST_ELEMENTS = 1 << 58  # of the same, zeros among its dimensions left out


def available_bytes() -> int:
    """The memory that can be had without swapping; 2**63 where the system doesn't tell."""
    limits = [_meminfo(), _cgroup()]
    return min((limit for limit in limits if limit is not None), default=1 << 63)


def require_available(shape: Sequence[int], itemsize: int, what: str) -> None:
    """ExecutionError where an array whose shape turns out to be this one takes more than there is, or is allowed."""
    needed = prod(shape) * itemsize
    if needed > FEW and running.asked.memory is not None:
        running.asked.memory.ask(needed, _said(shape, needed, what))
    elif needed > running.asked.allowed:  # of a type that says otherwise, which a run holds results against
        raise ExecutionError(f"{_said(shape, needed, what)}; {readable(int(running.asked.allowed))} are allowed")
    if needed > _SMALL and needed > (available := available_bytes()):
        raise ExecutionError(f"{_said(shape, needed, what)}; {readable(available)} of memory are available")


def require_unforeseen(needed: int, what: str) -> None:
    """ExecutionError where what values ask for, beside what was estimated, is more than there is, or is allowed."""
    said = f"{what} takes {readable(needed)} more than was estimated"
    if needed > running.asked.room:
        raise ExecutionError(f"{said}; {readable(running.asked.room)} of what is allowed are left")
    if running.asked.memory is not None:
        running.asked.memory.ask(needed, said)
    if needed > _SMALL and needed > (available := available_bytes()):
        raise ExecutionError(f"{said}; {readable(available)} of memory are available")


def _said(shape: Sequence[int], needed: int, what: str) -> str:
    return f"{what} takes {readable(needed)} as {'x'.join(map(str, shape)) or 'a scalar'}"


def require_representable(type: TensorType) -> None:
    """ExecutionError for a tensor that NumPy has no array for, even if it has no elements."""
    if type.rank > MOST_DIMENSIONS:
        raise ExecutionError(
            f"a tensor of rank {type.rank} is beyond NumPy, whose arrays have up to {MOST_DIMENSIONS} dimensions"
        )
    if prod(dim or 1 for dim in type.shape) > _MOST_ELEMENTS:
        raise ExecutionError(f"dimensions as large as those of {type} are beyond NumPy, even where one of them is 0")


def readable(count: float) -> str:
    """``1.5 GiB``."""
    if count == 1:
        return "1 byte"
    size = float(count)
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            return f"{size:.4g} {unit}"
        size /= 1024
    return f"{size:.4g} PiB"


def _meminfo() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:  # no /proc: all the memory there is
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return None


def _cgroup() -> int | None:
    """What a container's limit leaves (cgroup v2). Cached files count as used there, but make room when needed."""
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
        used = int(Path("/sys/fs/cgroup/memory.current").read_text())
        stat = dict(line.split() for line in Path("/sys/fs/cgroup/memory.stat").read_text().splitlines())
        cached = int(stat.get("inactive_file", 0))
        return None if limit == "max" else max(0, int(limit) - used + cached)
    except (OSError, ValueError):
        return None
