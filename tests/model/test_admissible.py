"""The model of admissible results against whole schedules of the slow scatter, and its algebra against enumeration."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.cases import expected
from helpers.judged import draw_contested, scatter_of
from model import bodies
from model.admissible import possible
from model.enumeration import key

from hlogen.conform.generate import Case

SUM = (np.float32(1e8), [(np.float32(x),) for x in (1.0, -1e8, 3.0, 1.0)])


def add(old: Any, new: Any) -> tuple[Any, ...]:
    return (bodies.add(old, new),)


def small(seed: int) -> Case | None:
    """A program with few enough updates to try all its schedules."""
    case = draw_contested(seed)
    return case if 1 < math.prod(case.layout.result_shape) <= 6 else None


@pytest.mark.parametrize("start", campaign.first(1, range(0, 300, 100)))
def test_every_schedule_and_nothing_else(start: int) -> None:
    tried = 0
    for case in filter(None, map(small, range(start, start + 100))):
        scatter = scatter_of(case)
        updates = [update.index for update in scatter.updates]
        results = [expected(case, schedule) for schedule in itertools.permutations(updates)]
        for place in np.ndindex(*scatter.shape):
            found = scatter.possible(place)
            keys = frozenset(found.key(tuple(array[place] for array in each)) for each in results)
            assert found.keys == keys, case
        tried += 1
    assert tried > 10


def all_trees(values: list[Any], body: Any) -> list[Any]:
    """What every bracketing of the values, in this order, gives."""
    if len(values) == 1:
        return values
    return [
        body(*left, *right)
        for cut in range(1, len(values))
        for left in all_trees(values[:cut], body)
        for right in all_trees(values[cut:], body)
    ]


@pytest.mark.parametrize("body", [add, lambda a, b: (a * np.float32(2) + b,), lambda a, b: (a - b,)])
def test_every_tree_and_nothing_else(body: Any) -> None:
    old, updates = SUM
    with np.errstate(all="ignore"):
        wanted = {
            key(value) for order in itertools.permutations(updates) for (value,) in all_trees([(old,), *order], body)
        }
    found = possible((old,), updates, body, [None], reassociate=True)
    assert found.keys == frozenset((value,) for value in wanted)
    assert len(wanted) > len(possible((old,), updates, body, [None]).keys or ())


def test_algebra_refuses_nothing_that_an_order_gives() -> None:
    decided = 0
    rng = np.random.default_rng(0)
    for seed in range(30):
        scatter = scatter_of(draw_contested(seed))
        for place in scatter.contested[:4]:
            for reassociate in (False, True):
                values = [update.values for update in scatter.landing[place]]
                algebra = possible(
                    scatter.old(place), values, scatter.body, scatter.ops, reassociate=reassociate, limit=0
                )
                assert algebra.keys is None
                for _ in range(5):
                    given = (scatter.in_any_tree if reassociate else scatter.in_any_order)(place, rng)
                    assert algebra.has(given) is not False
                    assert scatter.possible(place, reassociate=reassociate).has(given) is not False
                    decided += algebra.has(given) is True
    assert decided > 150


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_bounds_of_long_sums_hold_and_find_a_lost_update(name: str) -> None:
    rng = np.random.default_rng(1)
    dtype = np.dtype(name)
    updates = [(x,) for x in rng.uniform(0.5, 1, 16).astype(dtype)]
    old = (dtype.type(1),)
    found = possible(old, updates, add, ["add"])
    assert found.keys is None
    for _ in range(20):
        order = [updates[i] for i in rng.permutation(16)]
        value = old
        for update in order:
            value = add(*value, *update)
        assert found.has(value) is not False
        less = old
        for update in order[1:]:
            less = add(*less, *update)
        assert found.has(less) is False


def test_of_zeros_an_extremum_is_the_one_that_ieee_754_says() -> None:
    zeros = [(np.float32(-0.0),), (np.float32(0.0),)]
    found = possible((np.float32(-1),), zeros, lambda a, b: (bodies.maximum(a, b),), ["maximum"])
    assert found.has((np.float32(0.0),))
    assert found.has((np.float32(-0.0),)) is False
    alone = possible((np.float32(-1),), zeros[:1], lambda a, b: (bodies.maximum(a, b),), ["maximum"])
    assert alone.has((np.float32(-0.0),))
    assert alone.has((np.float32(0.0),)) is False


def test_results_of_one_element_come_from_one_order() -> None:
    old = (np.int32(0), np.int32(0))
    updates = [(np.int32(1), np.int32(10)), (np.int32(2), np.int32(20))]
    found = possible(old, updates, lambda a, b, x, y: (x, y), ["new", "new"])
    assert found.has((np.int32(1), np.int32(10)))
    assert found.has((np.int32(1), np.int32(20))) is False


def test_what_is_too_much_work_is_not_known() -> None:
    updates = [(np.float32(x),) for x in range(12)]
    found = possible((np.float32(0),), updates, lambda a, b: (a * np.float32(0.5) + b,), [None], limit=50)
    assert found.keys is None
    assert found.has((np.float32(1),)) is None
