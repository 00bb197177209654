"""What update computations are taken for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import hlogen as hl
from hlogen.ir import Operation
from interpreter.possible.bodies import is_order_free, parts_of


def scatter(body: Callable[..., Any], *elements: str) -> Operation:
    count = len(elements)
    types = [*(f"4x{x}" for x in elements), "3x1xi32", *(f"3x{x}" for x in elements)]

    @hl.function(*map(hl.tensor, types), name="main")
    def function(*values: Any) -> Any:
        return hl.scatter(
            list(values[:count]),
            values[count],
            list(values[count + 1 :]),
            body,
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    return next(op for op in function.module.walk() if op.name == "stablehlo.scatter")


def pair(a: Any, n: Any, b: Any, m: Any) -> Any:
    return a + b, n + 1


def swapped(a: Any, n: Any, b: Any, m: Any) -> Any:
    return m, b


CASES: list[tuple[Callable[..., Any], tuple[str, ...], list[str], list[str]]] = [
    (lambda a, b: a + b, ("i32",), ["free"], ["free"]),
    (lambda a, b: b + a, ("i32",), ["free"], ["free"]),
    (lambda a, b: a - b, ("i32",), ["free"], ["other"]),
    (lambda a, b: b - a, ("i32",), ["other"], ["other"]),
    (lambda a, b: hl.xor(a, b), ("i1",), ["free"], ["free"]),
    (lambda a, b: a * b, ("ui8",), ["free"], ["free"]),
    (lambda a, b: hl.divide(a, b), ("i32",), ["other"], ["other"]),
    (lambda a, b: hl.maximum(a, b), ("f32",), ["free"], ["free"]),
    (lambda a, b: hl.maximum(a, b), ("complex<f32>",), ["other"], ["other"]),
    (lambda a, b: a + b, ("f32",), ["add"], ["add"]),
    (lambda a, b: a - b, ("f32",), ["add"], ["add"]),
    (lambda a, b: a * b, ("bf16",), ["multiply"], ["multiply"]),
    (lambda a, b: a + b, ("complex<f64>",), ["add"], ["add"]),
    (lambda a, b: a * b, ("complex<f64>",), ["other"], ["other"]),
    (lambda a, b: a + b, ("f8E8M0FNU",), ["other"], ["other"]),
    (lambda a, b: b, ("f32",), ["set"], ["set"]),
    (lambda a, b: a, ("f32",), ["free"], ["free"]),
    (lambda a, b: b * b, ("f32",), ["set"], ["other"]),
    (lambda a, b: a + b * b, ("f32",), ["add"], ["other"]),
    (lambda a, b: a + b * b, ("i32",), ["free"], ["other"]),
    (lambda a, b: a + a * b, ("i32",), ["other"], ["other"]),
    (lambda a, b: a + a, ("f32",), ["free"], ["other"]),
    (lambda a, b: a * a + b, ("f32",), ["other"], ["other"]),
    (pair, ("f32", "i32"), ["add", "free"], ["add", "other"]),
    (swapped, ("i32", "i32"), ["set", "set"], ["other", "other"]),
]


@pytest.mark.parametrize("case", CASES)
def test_kinds(case: Any) -> None:
    body, elements, one_by_one, in_trees = case
    op = scatter(body, *elements)
    assert [part.kind for part in parts_of(op)] == one_by_one
    assert [part.kind for part in parts_of(op, reassociate=True)] == in_trees
    assert is_order_free(op) == [kind == "free" for kind in one_by_one]
