"""Arguments that tell what a backend did with them: whether it wrote to them, or beside them, or kept results there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.backends.errors import SharesMemory, WroteArguments

_ZONE = 64  # bytes before and behind an array, and what it is aligned to
_FILL = 0xA5


class Guarded:
    """Copies of `arrays`, each between two zones that nobody may write to."""

    def __init__(self, arrays: Sequence[np.ndarray[Any, Any]]) -> None:
        self._originals = [array.tobytes() for array in arrays]
        self._buffers = [_buffer(array.nbytes) for array in arrays]
        self.arrays = [
            np.ndarray(array.shape, array.dtype, buffer, _ZONE)
            for buffer, array in zip(self._buffers, arrays, strict=True)
        ]
        for array, original in zip(self.arrays, arrays, strict=True):
            array[...] = original

    def check(self, results: Sequence[np.ndarray[Any, Any]]) -> None:
        """Raises WroteArguments where an argument has changed, and SharesMemory where a result lies in one."""
        for number, (buffer, original) in enumerate(zip(self._buffers, self._originals, strict=True)):
            if buffer[_ZONE : _ZONE + len(original)].tobytes() != original:
                raise WroteArguments(f"argument {number} was written to")
            zones = np.concatenate([buffer[:_ZONE], buffer[_ZONE + len(original) :]])
            if np.any(zones != _FILL):
                raise WroteArguments(f"something was written beside argument {number}, less than {_ZONE} bytes away")
            for place, result in enumerate(results):
                if np.may_share_memory(result, buffer):
                    raise SharesMemory(f"result {place} lies in the memory of argument {number}; give a copy")


def _buffer(size: int) -> np.ndarray[Any, Any]:
    whole = np.full(size + 3 * _ZONE, _FILL, np.uint8)
    start = -whole.ctypes.data % _ZONE
    return whole[start : start + size + 2 * _ZONE]
