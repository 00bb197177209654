"""What comparators sort by: what is found is the order that the comparator gives, on every pair of small elements."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.ir import Operation, Region, Value
from hlogen.program.comparators import sort_direction, sort_keys

# Of the elements of two inputs.
FUNCTIONS: dict[str, Any] = {
    "a": lambda a, c: a,
    "c": lambda a, c: c,
    "-a": lambda a, c: -a,
    "|c|": lambda a, c: hl.abs(c),
    "a + c": lambda a, c: a + c,
    "a - c": lambda a, c: a - c,
    "c - a": lambda a, c: c - a,
}
ELEMENTS = [*product((-1, 0, 1), repeat=2)]
PYTHON: dict[str, Any] = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "negate": lambda x: -x,
    "abs": abs,
    "or": lambda x, y: x or y,
    "and": lambda x, y: x and y,
}
COMPARE: dict[str, Any] = {"LT": lambda x, y: x < y, "GT": lambda x, y: x > y, "EQ": lambda x, y: x == y}


def computed(value: Value, known: dict[Value, Any]) -> Any:
    """A value of the comparator, in Python."""
    if value in known:
        return known[value]
    op = value.owner
    assert isinstance(op, Operation)
    operands = [computed(operand, known) for operand in op.operands]
    if op.name == "stablehlo.compare":
        return COMPARE[str(getattr(direction := op.attributes["comparison_direction"], "value", direction))](*operands)
    return PYTHON[op.name.removeprefix("stablehlo.")](*operands)


def region_of(comparator: Any) -> Region:
    @hl.function("4xi32", "4xi32", name="main")
    def main(x: Any, y: Any) -> Any:
        return hl.sort([x, y], comparator)

    (sort,) = (op for op in main.module.walk() if op.name == "stablehlo.sort")
    return sort.regions[0]


def drawn(seed: int) -> tuple[Region, list[tuple[str, bool]], bool]:
    """A comparator of one to three keys, these with whether they go up, and whether all is as it should be."""
    rng = np.random.default_rng(seed)
    keys = [
        (str(name), bool(rng.integers(2))) for name in rng.choice(list(FUNCTIONS), rng.integers(1, 4), replace=False)
    ]
    wrong = str(rng.choice(["", "", "another key", "one element", "another direction"])) if len(keys) > 1 else ""

    def comparator(a: Any, b: Any, c: Any, d: Any) -> Any:
        def pair(name: str) -> tuple[Any, Any]:
            return FUNCTIONS[name](a, c), FUNCTIONS[name](b, d)

        def part(number: int) -> Any:
            name, goes_up = keys[number]
            x, y = pair(name)
            less = hl.compare(x, y, "LT" if goes_up else "GT")
            if rng.integers(2):
                less = hl.compare(y, x, "GT" if goes_up else "LT")
            if number + 1 == len(keys):
                return less
            is_wrong = wrong and number == 0
            x, y = pair(keys[number + 1][0] if is_wrong and wrong == "another key" else name)[
                :: int(rng.choice([1, -1]))
            ]
            equal = hl.compare(x, x if is_wrong and wrong == "one element" else y, "EQ")
            if is_wrong and wrong == "another direction":
                equal = hl.compare(x, y, "LT")
            both = [equal, part(number + 1)][:: int(rng.choice([1, -1]))]
            either = [less, hl.and_(*both)][:: int(rng.choice([1, -1]))]
            return hl.or_(*either)

        return part(0)

    return region_of(comparator), keys, not wrong


def test_keys_are_the_order_that_the_comparator_gives() -> None:
    found_of_wrong = 0
    for seed in range(150):
        region, wanted, is_right = drawn(seed)
        found = sort_keys(region)
        a, b, c, d = region.block.arguments
        if is_right:
            assert len(found) == len(wanted), seed
            for x in ELEMENTS:  # what goes down is written of either element
                for key, (name, goes_up) in zip(found, wanted, strict=True):
                    value = computed(key.value, dict(zip((a, c), x, strict=True)) | dict(zip((b, d), x, strict=True)))
                    assert (value, key.is_ascending) == (plain(name, *x), goes_up), seed
        found_of_wrong += bool(found) and not is_right
        returned = region.block.operations[-1].operands[0]
        for x, y in product(ELEMENTS, repeat=2) if found else ():
            known = dict(zip((a, b, c, d), (x[0], y[0], x[1], y[1]), strict=True))
            places = [dict.fromkeys((a, b), z[0]) | dict.fromkeys((c, d), z[1]) for z in (x, y)]
            of_x, of_y = (
                [computed(key.value, place) * (1 if key.is_ascending else -1) for key in found] for place in places
            )
            assert bool(computed(returned, known)) == (of_x < of_y), (seed, x, y)
    assert found_of_wrong == 0


def plain(name: str, a: int, c: int) -> int:
    return int(eval(name.replace("|c|", "abs(c)"), {"a": a, "c": c, "abs": abs}))


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    ("comparator", "directions"),
    [
        (lambda a, b, c, d: a < b, (1, 0)),
        (lambda a, b, c, d: a >= b, (-1, 0)),
        (lambda a, b, c, d: ~(c < d), (0, -1)),
        (lambda a, b, c, d: d > c, (0, 1)),
        (lambda a, b, c, d: hl.or_(a < b, hl.and_(hl.compare(a, b, "EQ"), c < d)), (1, 0)),
        (lambda a, b, c, d: hl.and_(a < b, c < d), (0, 0)),
        (lambda a, b, c, d: hl.select(a < b, a < b, c < d), (0, 0)),
        (lambda a, b, c, d: hl.select(hl.compare(a, b, "NE"), a > b, c < d), (-1, 0)),
        (lambda a, b, c, d: hl.select(c < d, a < b, a > b), (0, 0)),
        (lambda a, b, c, d: hl.select(c < d, a < b, a <= b), (1, 0)),
        (lambda a, b, c, d: -a < b, (0, 0)),
    ],
)
def test_the_direction_of_an_input(number: int, comparator: Any, directions: tuple[int, int]) -> None:
    assert sort_direction(region_of(comparator), number) == directions[number]


def branch(value: Any, is_negated: bool) -> Any:
    return hl.if_(value > 0.0, lambda: hl.negate(value) if is_negated else value, lambda: value)


@pytest.mark.parametrize(
    ("comparator", "count"),
    [
        (lambda a, b, c, d: hl.compare(a, b, "LT", compare_type="TOTALORDER"), 1),
        (lambda a, b, c, d: lexicographic((a, b), (c, d), "TOTALORDER", "TOTALORDER"), 2),
        (lambda a, b, c, d: lexicographic((a, b), (c, d), "TOTALORDER", "FLOAT"), 0),
        (lambda a, b, c, d: lexicographic((a, b), (c, d), "FLOAT", "TOTALORDER"), 0),
        (lambda a, b, c, d: hl.optimization_barrier(a, c)[0] < hl.optimization_barrier(b, d)[0], 1),
        (lambda a, b, c, d: hl.optimization_barrier(a, c)[0] < hl.optimization_barrier(b, d)[1], 0),
        (lambda a, b, c, d: branch(a, False) < branch(b, True), 0),
    ],
)
def test_what_is_computed_otherwise_of_the_other_element_is_no_key(comparator: Any, count: int) -> None:
    @hl.function("4xf32", "4xf32", name="main")
    def main(x: Any, y: Any) -> Any:
        return hl.sort([x, y], comparator)

    (sort,) = (op for op in main.module.walk() if op.name == "stablehlo.sort")
    assert len(sort_keys(sort.regions[0])) == count


def lexicographic(first: Any, second: Any, less: str, equal: str) -> Any:
    (a, b), (c, d) = first, second
    is_equal = hl.compare(a, b, "EQ", compare_type=equal)
    return hl.or_(hl.compare(a, b, "LT", compare_type=less), hl.and_(is_equal, hl.compare(c, d, "LT")))
