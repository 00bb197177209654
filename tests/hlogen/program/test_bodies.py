"""What is seen in the bodies of reductions and scatters, and in comparators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import hlogen as hl
from hlogen.ir import Region
from hlogen.program.bodies import computing, folds, kind_of, only_chooses, only_operation
from hlogen.program.comparators import sort_direction


def region(body: Callable[..., Any], count: int) -> Region:
    return hl.region(*["i32"] * count)(body)


def compare(a: Any, b: Any, direction: str) -> Any:
    return hl.compare(a, b, direction)


@pytest.mark.parametrize(
    ("comparator", "count", "directions"),
    [
        (lambda a, b: compare(a, b, "LT"), 1, [1]),
        (lambda a, b: compare(b, a, "LT"), 1, [-1]),
        (lambda a, b: compare(a, b, "GT"), 1, [-1]),
        (lambda a, b, p, q: compare(a, b, "LT"), 2, [1, 0]),
        (lambda a, b, p, q: compare(p, q, "GT"), 2, [0, -1]),
        (lambda a, b, p, q: hl.or_(compare(a, b, "LT"), hl.and_(compare(a, b, "EQ"), compare(p, q, "LT"))), 2, [1, 0]),
        (lambda a, b, p, q: hl.select(compare(a, b, "NE"), compare(a, b, "GT"), compare(p, q, "LT")), 2, [-1, 0]),
        (lambda a, b: hl.not_(compare(a, b, "GE")), 1, [1]),
        (lambda a, b: compare(a, b, "NE"), 1, [0]),
        (lambda a, b: compare(a, a, "LT"), 1, [0]),
        (lambda a, b: compare(hl.negate(a), hl.negate(b), "LT"), 1, [0]),
    ],
)
def test_the_order_that_a_comparator_makes(comparator: Callable[..., Any], count: int, directions: list[int]) -> None:
    found = region(comparator, 2 * count)
    assert [sort_direction(found, number) for number in range(count)] == directions


@pytest.mark.parametrize(
    ("body", "kind", "chooses"),
    [
        (lambda a, b: a + b, "add", False),
        (lambda a, b: hl.maximum(b, a), "maximum", True),
        (lambda a, b: b, "set", True),
        (lambda a, b: hl.select(compare(a, b, "LT"), a, hl.minimum(b, a)), "other", True),
        (lambda a, b: a + a, "other", False),
        (lambda a, b: a + b + 1, "other", False),
        (lambda a, b: hl.select(compare(a, b, "LT"), a, 7), "other", False),
    ],
)
def test_what_a_body_does(body: Callable[..., Any], kind: str, chooses: bool) -> None:
    found = region(body, 2)
    assert kind_of(found.block, 0) == kind
    assert only_chooses(found.block, 0) is chooses


@pytest.mark.parametrize("name", ["add", "multiply", "minimum", "maximum", "and_", "or_", "xor"])
def test_operations_of_either_order(name: str) -> None:
    operation, kind = getattr(hl, name), name.rstrip("_")
    for body in (lambda a, b: operation(a, b), lambda a, b: operation(b, a)):
        block = region(body, 2).block
        (fold,) = folds(block)
        assert (fold.kind, fold.update, fold.is_plain) == (kind, block.arguments[1], True)
        assert only_operation(block) == f"stablehlo.{kind}"


@pytest.mark.parametrize(
    "name", ["subtract", "divide", "remainder", "power", "shift_left", "shift_right_logical", "shift_right_arithmetic"]
)
def test_operations_of_one_order(name: str) -> None:
    operation = getattr(hl, name)
    forwards, backwards = region(lambda a, b: operation(a, b), 2).block, region(lambda a, b: operation(b, a), 2).block
    ((there,), (back,)) = folds(forwards), folds(backwards)
    assert (there.kind, there.update, there.is_plain) == (name, forwards.arguments[1], True)
    assert (back.kind, back.update, back.operation) == ("other", None, backwards.operations[0])
    assert back.is_plain
    assert (only_operation(forwards), only_operation(backwards)) == (f"stablehlo.{name}", None)


@pytest.mark.parametrize(
    ("body", "chooses"),
    [
        (lambda a, p, b, q: (hl.select(compare(a, b, "LT"), a, b), hl.select(compare(a, b, "LT"), p, q)), [True, True]),
        (lambda a, p, b, q: (hl.minimum(a, p), hl.maximum(q, b)), [False, False]),
        (lambda a, p, b, q: (hl.minimum(a, b), hl.select(compare(p, q, "LT"), a, q)), [True, False]),
        (lambda a, p, b, q: (p, q), [False, True]),
    ],
)
def test_a_choice_is_among_the_values_of_its_own_number(body: Callable[..., Any], chooses: list[bool]) -> None:
    block = region(body, 4).block
    assert [only_chooses(block, number) for number in range(2)] == chooses


@pytest.mark.parametrize(
    ("body", "kind", "uses"),
    [
        (lambda a, b: hl.if_(compare(b, 0, "GT"), lambda: a, lambda: b), "other", {0, 1}),
        (lambda a, b: hl.if_(compare(b, 0, "GT"), lambda: b, lambda: -b), "set", {1}),
        (lambda a, b: a + hl.if_(compare(b, 0, "GT"), lambda: b, lambda: -b), "add", {0, 1}),
        (lambda a, b: a + hl.if_(compare(b, 0, "GT"), lambda: a, lambda: b), "other", {0, 1}),
        (lambda a, b: hl.while_(b, lambda i: compare(i, a, "LT"), lambda i: i + 1), "other", {0, 1}),
        (lambda a, b: hl.maximum(a, hl.while_(b, lambda i: compare(i, b, "LT"), lambda i: i + 1)), "maximum", {0, 1}),
    ],
)
def test_what_regions_of_a_body_take_from_around_them_counts(
    body: Callable[..., Any], kind: str, uses: set[int]
) -> None:
    (fold,) = folds(region(body, 2).block)
    assert (fold.kind, set(fold.uses)) == (kind, uses)


def test_what_a_value_is_computed_by_is_in_order() -> None:
    def body(a: Any, b: Any) -> Any:
        hl.negate(a)
        doubled = b + b
        return a * hl.if_(compare(doubled, 0, "GT"), lambda: doubled, lambda: b)

    block = region(body, 2).block
    returned = block.operations[-1].operands
    (chosen,) = (op for op in block.operations if op.name == "stablehlo.if")
    operations, uses = computing(block, chosen.results)
    assert [op.name.removeprefix("stablehlo.") for op in operations] == ["add", "constant", "compare", "if"]
    assert (set(uses), set(computing(block, returned)[1])) == ({1}, {0, 1})
    assert computing(block, ()) == ([], frozenset())


def test_a_body_that_uses_its_values_again_and_again_is_gone_through_once() -> None:
    """Each value goes into the next one twice: along all ways there are 2 ** 64 of them."""

    def body(a: Any, b: Any) -> Any:
        for _ in range(64):
            b = hl.maximum(b, hl.minimum(b, a))
        return b

    assert only_chooses(region(body, 2).block, 0)


def beside_another(a: Any, b: Any) -> Any:
    hl.negate(b)
    return a + b


@pytest.mark.parametrize(
    ("body", "count", "operation"),
    [
        (lambda a, b: a + b, 2, "stablehlo.add"),
        (lambda a, b, c, d: (a + c, b + d), 4, "stablehlo.add"),
        (lambda a, b, c, d: (a + c, b * d), 4, None),
        (lambda a, b: a - b, 2, "stablehlo.subtract"),
        (lambda a, b: a, 2, None),
        (beside_another, 2, None),
    ],
)
def test_a_body_of_one_operation(body: Callable[..., Any], count: int, operation: str | None) -> None:
    assert only_operation(region(body, count).block) == operation
