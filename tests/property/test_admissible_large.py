"""Admissible results of scatters of many thousands of updates, element by element against the slow model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from model import bodies
from model.admissible import Possible, possible
from model.enumeration import key
from model.gather import Array

import hlogen as hl
import interpreter

UPDATES, ELEMENTS, LOOKED_AT = 30_000, 10_000, 30

Body = Callable[..., Any]


def scatter_of(types: Sequence[str], body: Any) -> Any:
    count = len(types)
    inputs = [f"{ELEMENTS}x{element}" for element in types]
    updates = [f"{UPDATES}x{element}" for element in types]

    @hl.function(*inputs, f"{UPDATES}x1xi32", *updates, name="main")
    def main(*values: Any) -> Any:
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

    return main


def drawn(rng: np.random.Generator, element: str, count: int) -> Array:
    if element == "i32":
        return rng.integers(-3, 4, count).astype(np.int32)
    return (rng.normal(size=count) * rng.choice([1, 100], count)).astype(
        {"f32": np.float32, "f64": np.float64}[element]
    )


CASES: dict[str, tuple[tuple[str, ...], Any, Body, tuple[str | None, ...]]] = {
    "set": (("f32",), "set", lambda a, b: (b,), ("new",)),
    "add": (("f32",), "add", lambda a, b: (bodies.add(a, b),), ("add",)),
    "add of integers": (("i32",), "add", lambda a, b: (bodies.add(a, b),), ("add",)),
    "multiply": (("f64",), "mul", lambda a, b: (bodies.multiply(a, b),), ("multiply",)),
    "custom": (("f32",), lambda a, b: a * 0.5 + b, lambda a, b: (a * np.float32(0.5) + b,), (None,)),
    "argmax": (
        ("f32", "i32"),
        lambda a, i, b, j: (hl.select(b > a, b, a), hl.select(b > a, j, i)),
        lambda a, i, b, j: (b, j) if b > a else (a, i),
        (None, None),
    ),
    "set two": (("i32", "i32"), lambda a, b, c, d: (c, d), lambda a, b, c, d: (c, d), ("new", "new")),
}


@pytest.mark.parametrize("name", CASES)
def test_large_scatters(name: str) -> None:
    types, written, body, ops = CASES[name]
    rng = np.random.default_rng(len(name))
    inputs = [drawn(rng, element, ELEMENTS) for element in types]
    updates = [drawn(rng, element, UPDATES) for element in types]
    places = np.minimum(rng.integers(-5, ELEMENTS, UPDATES), rng.integers(-5, ELEMENTS, UPDATES)).astype(np.int32)
    program = scatter_of(types, written)
    arguments = [*inputs, places[:, None], *updates]
    admissible = interpreter.admissible(program, *arguments)
    results = [np.array(array) for array in admissible.results]

    crowded = np.argsort(np.bincount(places[places >= 0], minlength=ELEMENTS))[-20:]
    for place in {*map(int, rng.integers(0, ELEMENTS, LOOKED_AT)), *map(int, crowded)}:
        landing = np.flatnonzero(places == place)
        olds, news = tuple(x[place] for x in inputs), [tuple(x[i] for x in updates) for i in landing]
        found = possible(olds, news, body, ops)
        if found.keys is None:
            continue
        for i in range(len(types)):
            hold_element(admissible.of(i, place), found, i)
        hold_wrong_ones(
            admissible, results, place, [*news, *((news[0][0], b[1]) for b in news if len(types) > 1)], found
        )

    for schedule in ("reverse", "window-major", 0, 1):
        assert admissible.contains(interpreter.run(program, *arguments, schedule=schedule)).status != "inadmissible"


def hold_element(allowed: Any, found: Possible, i: int) -> None:
    """What the element may be is what the model has, or bounds around it."""
    assert found.values is not None
    values = {key(values[i]): values[i] for values in found.values}
    if allowed.kind in ("single", "set"):
        assert {key(value) for value in allowed.values} == set(values)
    elif allowed.kind == "interval":
        assert all(allowed.low <= value <= allowed.high for value in values.values())
    else:
        assert len(found.updates) > 5
        assert {key(value) for value in allowed.values} <= set(values)


def hold_wrong_ones(
    admissible: Any, results: Sequence[Array], place: int, candidates: Sequence[Any], found: Possible
) -> None:
    """Values of updates that no order leaves there."""
    before = [array[place] for array in results]
    for values in candidates:
        for array, value in zip(results, values, strict=True):
            array[place] = value
        is_possible, verdict = found.has(values), admissible.contains(results)
        if is_possible:
            assert verdict.status != "inadmissible"
        else:
            assert verdict.status != "admissible" or admissible.of(0, place).kind == "interval"
    for array, value in zip(results, before, strict=True):
        array[place] = value
