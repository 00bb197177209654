"""The seeds of campaigns, which are others each time, and what campaigns have of tests with many cases.

A test of thousands of programs asks for its seeds here. `make campaign` draws where they begin and says it, and
`make campaign SEED=n` has the same programs again. What fails names its own seed: with that the program becomes a case.

Of a test marked `share(n)` the gate has an n-th of its cases: with two parameters, every value of each is among them;
with more, every pair of values of two. `make campaign` has the others. A test that goes through many itself takes
one in n by `every(n)`; parameters that only tell where draws begin have their `first(n)` in the gate.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import gcd
from typing import Any

import pytest

_APART = 100_000_000  # more than any test takes


def campaign_seed() -> int:
    """The number of this campaign, 0 outside of campaigns."""
    return int(os.environ.get("HLOGEN_CAMPAIGN_SEED", "0"))


def seeds(start: int, stop: int, step: int = 1) -> range:
    """As many as `range` has, from where this campaign begins; outside of campaigns they are those of `range`."""
    first = campaign_seed() * _APART
    return range(first + start, first + stop, step)


def every(number: int) -> pytest.MarkDecorator:
    """A parameter `every` for a test that goes through much in this step: this number in the gate, 1 in campaigns."""
    steps = [number, pytest.param(1, marks=pytest.mark.campaign)]
    return pytest.mark.parametrize("every", steps, ids="one in {}".format)


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Values of a parameter, of which the gate has the first ones, and campaigns the others."""
    return [
        value if number < count else pytest.param(value, marks=pytest.mark.campaign)
        for number, value in enumerate(values)
    ]


def share(cases: Sequence[tuple[int, ...]], of: int) -> set[int]:
    """Which cases the gate has: one in `of`, and whatever else covers all pairs of values, or values of two parameters.

    A case has a number for the value of each parameter, the same for the same value. Of one parameter with a few values
    all are had.
    """
    axes = len(cases[0])
    if axes < 2:
        return {*range(0, len(cases), of if len(cases) >= 12 else 1)}
    together = [*combinations(range(axes), min(axes - 1, 2))]
    left = {(at, tuple(case[axis] for axis in at)) for case in cases for at in together}
    kept = set()
    order = _spread(len(cases))
    for number in order:
        covers = {(at, tuple(cases[number][axis] for axis in at)) for at in together}
        if not covers.isdisjoint(left):
            left -= covers
            kept.add(number)
    for number in order:
        if len(kept) * of >= len(cases):
            break
        kept.add(number)
    return kept


def _spread(count: int) -> list[int]:
    """All numbers below `count`, each far from the one before: as the golden section goes round."""
    step = max(round(count * 0.618), 1)
    while gcd(step, count) > 1:
        step += 1
    return [number * step % count for number in range(count)]
