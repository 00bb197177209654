"""What a run over all orders is asked for, and the numbers of the choices that it meets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """`reassociate`: binary trees over old value and updates count, too. The rest bounds the work.

    Of one element, up to `limit` alternatives are kept, and up to `limit` orders are tried; where that isn't all of
    them and no bound is known, `samples` random ones are, drawn from `seed`. Functions of which no accuracy is
    promised may be off by `ulps` units in the last place (accuracy.py).
    """

    reassociate: bool = False
    limit: int = 720
    samples: int = 16
    seed: int = 0
    ulps: int = 0


class Choices:
    """Hands out the numbers of choices: one for each element of a result whose updates' order matters."""

    def __init__(self) -> None:
        self.count = 0

    def take(self, count: int) -> int:
        """The first of `count` new numbers in a row."""
        first = self.count
        self.count += count
        return first
