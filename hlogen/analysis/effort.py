"""How much is spent on a program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Effort:
    """What is left to spend, so that no program takes long. What is no longer looked at is unknown."""

    parts: int = 50_000  # facts of parts of values
    elements: int = 1 << 23  # of constants that are computed and kept
    repeated: int = 20_000  # facts in loops and called functions, which are looked at several times


class Exhausted(Exception):
    """There is no effort left for what is looked at several times."""
