"""Sizes as people write them: ``512MiB``, ``2GB``, ``1.5GiB``, ``4096``."""

from __future__ import annotations

import re

from hlogen.errors import UsageError

_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:([kmgtp])(i?)b?|b|bytes)?\s*", re.I)
_POWERS = "kmgtp"


def size_of(text: str) -> int:
    """The number of bytes. With an i, units are powers of 1024 (KiB, MiB, GiB), without it of 1000."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is no size; write 512MiB, 2GiB, or a number of bytes")
    number, unit, binary = match.groups()
    power = 0 if unit is None else _POWERS.index(unit.lower()) + 1
    return int(float(number) * (1024 if binary else 1000) ** power)
