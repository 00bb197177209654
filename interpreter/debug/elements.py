"""Parts of values as people write them: ``%5[0, 2:4]``."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from interpreter.values.array import Array

_EXPRESSION = re.compile(r"(%[\w.$-]+(?:#\d+)?)\s*(?:\[([^\]]*)\])?")
_INDEX = re.compile(
    r"\s*(?:(?P<one>-?\d+)|(?P<start>-?\d*):(?P<stop>-?\d*)(?::(?P<stride>-?\d+))?|(?P<rest>\.\.\.))\s*"
)


def name_and_indices(text: str) -> tuple[str, str | None]:
    """``%5`` and ``0, 2:4``, None where there are no brackets."""
    found = _EXPRESSION.fullmatch(text)
    if found is None:
        raise UsageError(f"print takes a value, or a part of it: print %5, print %5[0, 2:4]; not {text!r}")
    return found[1], found[2]


def part_of(array: Array, indices: str, name: str) -> Array:
    """The elements that ``0, 2:4`` names."""
    key: list[Any] = []
    for text in indices.split(",") if indices.strip() else ():
        found = _INDEX.fullmatch(text.strip())
        if found is None:
            raise UsageError(f"{text.strip()!r} is no index: write {name}[0, 2:4]")
        if found["one"] is not None:
            key.append(int(found["one"]))
        elif found["rest"] is not None:
            key.append(Ellipsis)
        else:
            key.append(slice(*(int(found[part]) if found[part] else None for part in ("start", "stop", "stride"))))
    try:
        return np.asarray(array[tuple(key)])
    except (IndexError, ValueError) as error:
        raise UsageError(f"{name}[{indices}] isn't there in the shape {list(array.shape)}: {error}") from None
