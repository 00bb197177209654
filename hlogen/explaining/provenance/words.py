"""Elements of a tensor in words, ``[0:3, 5]``, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.explaining.provenance.relations import Mask, Shape

Indexed = tuple[slice, ...]
_MOST_PARTS = 6  # of a mask in words
_MOST_NUMBERS = 8  # of a dimension in words
_NUMBER = re.compile(r"\d+", re.ASCII)
_RANGE = re.compile(r"(\d*):(\d*)", re.ASCII)


def region_texts(mask: Mask, most: int = _MOST_PARTS) -> list[str]:
    """The elements that a mask marks, as few blocks as are easily found: ``[0, :]``, ``[2:4, {1, 3}]``; [] for none.

    A scalar is "". Of many blocks the first come, then how many elements more there are.
    """
    texts, told = list[str](), 0
    for lines in _blocks(mask):
        if len(texts) == most:
            return [*texts, f"and {int(mask.sum()) - told} more elements"]
        texts.append(f"[{', '.join(map(_line_text, lines, mask.shape))}]" if mask.ndim else "")
        told += int(np.prod([len(line) for line in lines], dtype=np.int64))
    return texts


def parsed_index(index: Any, shape: Shape, what: str) -> Indexed:
    """An index as a person gives it, as slices: None is everything; numbers and slices, of the first dimensions or all.

    Text is read as Python writes it: ``1, 2``, ``5, :``, ``2:4``. UsageError, opening with `what`, where it is none.
    """
    given = _read(index, what) if isinstance(index, str) else index
    if given is None:
        given = ()
    parts = list(given) if isinstance(given, Sequence) else [given]
    if len(parts) > len(shape):
        of = f"{'x'.join(map(str, shape))} has {len(shape)} dimensions" if shape else "a scalar has none"
        raise UsageError(f"{what} is indexed by {len(parts)} numbers, but {of}")
    return tuple(_slice(part, size, what, d) for d, (part, size) in enumerate(zip(parts, shape, strict=False)))


def _blocks(mask: Mask) -> Iterator[list[np.ndarray]]:
    """Blocks that cover a mask, each once: the indices along each dimension."""
    if not mask.any():
        return
    if not mask.ndim:
        yield []
        return
    lines = [np.flatnonzero(mask.any(tuple(e for e in range(mask.ndim) if e != d))) for d in range(mask.ndim)]
    if mask[np.ix_(*lines)].all():
        yield lines
        return
    # what is alike along the first dimension goes together
    inside, first = np.unique(mask.reshape(len(mask), -1), axis=0, return_inverse=True)
    of_each = first.reshape(-1)
    firsts = [int(np.flatnonzero(of_each == kind)[0]) for kind in range(len(inside))]
    for kind in np.argsort(firsts):
        for rest in _blocks(inside[kind].reshape(mask.shape[1:])):
            yield [np.flatnonzero(of_each == kind), *rest]


def _line_text(line: np.ndarray, size: int) -> str:
    """The indices along a dimension: ``:``, ``3``, ``2:5``, ``0:8:2``, ``{1, 4, 5}``."""
    if len(line) == size and size > 1:
        return ":"
    if len(line) == 1:
        return str(line[0])
    steps = np.unique(np.diff(line))
    if len(steps) == 1 and (steps[0] == 1 or len(line) > 2):
        return f"{line[0]}:{line[-1] + 1}" + (f":{steps[0]}" if steps[0] > 1 else "")
    numbers = ", ".join(map(str, line[:_MOST_NUMBERS]))
    return f"{{{numbers}, and {len(line) - _MOST_NUMBERS} more}}" if len(line) > _MOST_NUMBERS else f"{{{numbers}}}"


def _read(text: str, what: str) -> list[Any]:
    parts = list[Any]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        if _NUMBER.fullmatch(part):
            parts.append(int(part))
        elif found := _RANGE.fullmatch(part):
            parts.append(slice(*(int(end) if end else None for end in found.groups())))
        else:
            raise UsageError(f"{what} is indexed by numbers and ranges, as in 1,2 or 5,: or 2:4, not {text.strip()!r}")
    return parts


def _slice(part: Any, size: int, what: str, dimension: int) -> slice:
    if isinstance(part, slice):
        start, stop = (0 if part.start is None else part.start), (size if part.stop is None else part.stop)
        if part.step in (None, 1) and is_integer(start) and is_integer(stop) and 0 <= start < stop <= size:
            return slice(int(start), int(stop))
        raise UsageError(f"{what}, dimension {dimension}: {start}:{stop} is no range within 0:{size}")
    if not is_integer(part):
        raise UsageError(f"{what} is indexed by numbers and slices, not {part!r}")
    if not 0 <= part < size:
        raise UsageError(f"{what}, dimension {dimension}: index {part} isn't in 0 .. {size - 1}")
    return slice(int(part), int(part) + 1)


def is_integer(x: Any) -> bool:
    """Whether it is an integer of Python's or NumPy's; True and False aren't."""
    return isinstance(x, (int, np.integer)) and not isinstance(x, (bool, np.bool_))
