"""Alternatives and orders are kept and tried up to `limit`, that many included, wherever there are some."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, factorial
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

Case = tuple[Callable[..., Any], list[np.ndarray], int, tuple[str, str], dict[str, Any]]
TERMS = np.array([2**24, 1, 1.5, 3, 0.25, 7, -0.125], np.float32)


def onto(x: Any, updates: Any, body: Any = "set") -> Any:
    """`updates`, all folded into the only element of `x`."""
    return hl.scatter(
        x, np.zeros((updates.shape[0], 1), np.int32), updates, body, update_window_dims=[], inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0], index_vector_dim=1,
    )  # fmt: skip


def one_of(*values: float) -> Any:
    """What is one of these, as a scatter leaves it."""
    return onto(hl.constant([0.0], "f32"), hl.constant(np.float32(values)))


def scattered(count: int, **options: Any) -> Case:
    """Updates that sum up to something else in each order."""
    trees = comb(2 * count, count) // (count + 1) if options else 1
    orders = factorial(count) * trees
    # with trees, the body may be given what it has computed, so that nothing is known of what isn't tried
    return lambda x, u: onto(x, u, "add"), [np.float32([1]), TERMS[:count]], orders, ("set", "interval"), options


def equal_updates(count: int, others: int) -> Case:
    """`count` equal updates and other ones."""
    terms = np.concatenate([np.full(count, 1, np.float32), TERMS[0 : 2 * others : 2]])
    orders = factorial(len(terms)) // factorial(count)
    return lambda x, u: onto(x, u, "add"), [np.float32([2]), terms], orders, ("set", "interval"), {}


def reduced(count: int) -> Case:
    trees = comb(2 * count - 2, count - 1) // count
    return (
        lambda x: hl.reshape(hl.reduce(x, 0.0, [0], "add"), [1]),
        [TERMS[:count]],
        trees,
        ("set", "interval"),
        {},
    )


def by_keys(keys: Any, values: Any) -> Any:
    return hl.sort([keys, values], lambda a, b, c, d: a < b, is_stable=False)[1]


NOTHING = [np.float32([5])]
CASES: dict[str, Case] = {
    **{f"orders of {count} updates": scattered(count) for count in (2, 3, 4)},
    **{f"orders and trees of {count} updates": scattered(count, reassociate=True) for count in (2, 3)},
    "orders of updates that are equal but one": equal_updates(8, 1),
    "orders of updates that are equal but two": equal_updates(6, 2),
    **{f"trees of {count} elements": reduced(count) for count in (4, 5)},
    "places of equal elements": (
        by_keys, [np.float32([1, 1, 1, 1, 2]), np.float32([5, 6, 7, 8, 9])], 4, ("set", "unknown"), {}
    ),
    "two sets": (lambda x: one_of(1, 2) + one_of(10, 20, 40) * x, NOTHING, 6, ("set", "interval"), {}),
    "choices of two sets": (
        lambda x: hl.select(one_of(1, -1) > 0.0, one_of(10, 20, 40), x), NOTHING, 6, ("set", "interval"), {}
    ),
    "places that are read": (
        lambda x: hl.gather(
            np.float32([3, 1, 4, 5]), hl.reshape(hl.convert(one_of(0, 2, 1), "i32"), [1, 1]), offset_dims=[],
            collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1, slice_sizes=[1],
        ),
        NOTHING, 3, ("set", "unknown"), {},
    ),
    "updates that are open": (
        lambda x: onto(one_of(1, 2), hl.concatenate([one_of(16, 32, 64), one_of(128, 256)], 0), "max") - x,
        NOTHING, 12, ("set", "interval"), {},
    ),
    "an update that is open": (lambda x: onto(x, one_of(16, 32, 64), "add"), NOTHING, 3, ("set", "interval"), {}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_up_to_the_limit_and_no_more(name: str) -> None:
    program, args, limit, kinds, options = CASES[name]
    main = hl.function(*(f"{len(arg)}xf32" for arg in args), name="main")(program)
    found = [interpreter.admissible(main, *args, limit=at, **options).of(0, 0).kind for at in (limit, limit - 1)]
    assert tuple(found) == kinds


def test_all_trees_of_eight_elements_are_tried_unless_said_otherwise() -> None:
    """There are 429."""
    for count, kind in ((8, "set"), (9, "interval")):
        terms = np.resize(TERMS, count)
        main = hl.function(f"{count}xf32", name="main")(lambda x: hl.reduce(x, 0.0, [0], "add"))
        assert interpreter.admissible(main, terms).of(0).kind == kind


def test_all_orders_of_six_updates_are_tried_unless_said_otherwise() -> None:
    """Of seven, there are bounds."""
    for count, kind in ((6, "set"), (7, "interval")):
        program, args, *_ = scattered(count)
        main = hl.function("1xf32", f"{count}xf32", name="main")(program)
        assert interpreter.admissible(main, *args).of(0, 0).kind == kind
