"""Work that threads share: machine code, and copies of NumPy's, which leave Python's lock to others.

To start one takes little beside what it does; none are kept, which a fork would lose.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from interpreter.values.array import Array

_LARGE = 1 << 23  # bytes: a copy of so many takes many times what it takes to start a thread


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def together(jobs: Sequence[Callable[[], None]]) -> None:
    """Does all jobs, the first one in this thread; none of them raises."""
    threads = [threading.Thread(target=job) for job in jobs[1:]]
    for thread in threads:
        thread.start()
    try:
        jobs[0]()
    finally:
        for thread in threads:
            thread.join()


def parts(size: int, count: int) -> list[tuple[int, int]]:
    """The range up to `size` in at most `count` parts, about as large as each other."""
    count = max(1, min(count, size))
    return list(pairwise(size * part // count for part in range(count + 1)))


def copied(array: Array) -> Array:
    """A copy, contiguous and writeable. Of a large one, most of the time goes into memory that wasn't there before."""
    if array.nbytes < _LARGE or not array.flags.c_contiguous:
        return array.copy()
    found = np.empty(array.shape, array.dtype)
    source, target = (x.reshape(-1).view(np.uint8) for x in (array, found))
    together([
        partial(np.copyto, target[begin:end], source[begin:end]) for begin, end in parts(array.nbytes, cores())
    ])  # fmt: skip
    return found
