"""Bounds of elementwise operations are no wider than need be: against all values that boxes of small types hold.

What an operation gives of every value in a box is computed; where it is rounded exactly, bounds are the least and the
greatest of that, or nothing is known for a reason that can be said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.ir import FloatType, IntegerType, dtype_of, parse_element_type
from interpreter.possible.boxes import comparable
from interpreter.possible.evaluate import Evaluation
from interpreter.possible.options import Options
from interpreter.possible.values import INTERVAL, SET, Possible, intervals
from interpreter.values.same import is_nan

Array = np.ndarray[Any, Any]
SIZE = 60
FLOATS = ("f8E4M3FN", "f8E5M2", "f4E2M1FN")  # overflow becomes NaN, an infinity, the largest number
INTEGERS = ("i4", "ui4", "i8")


@cache
def values_of(element: str) -> Array:
    """All values of a type, NaN left out, in their order."""
    type, dtype = parse_element_type(element), dtype_of(parse_element_type(element))
    if isinstance(type, IntegerType):
        return np.arange(0, 2) == 1 if element == "i1" else np.arange(type.minimum, type.maximum + 1).astype(dtype)
    assert isinstance(type, FloatType)
    found = np.arange(2**type.width, dtype=np.uint8).view(dtype)
    found = found[~is_nan(found)]
    return found[np.argsort(comparable(found), kind="stable")]


@dataclass
class Found:
    """What is known of one result: nothing, or bounds; and what is given of all values in its box."""

    low: Any
    high: Any
    may_be_nan: bool
    is_known: bool
    numbers: Array  # of what is given, but for NaN
    gives_nan: bool
    operands: list[Array]  # the values in the box


def program(op: str, elements: list[str], result: str, size: int) -> str:
    types = [f"tensor<{size}x{element}>" for element in elements]
    name, _, attributes = (op if op.startswith("chlo.") else f"stablehlo.{op}").partition(" ")
    return f"""
    func.func @main({", ".join(f"%{i}: {type}" for i, type in enumerate(types))}) -> tensor<{size}x{result}> {{
      %r = "{name}"({", ".join(f"%{i}" for i in range(len(types)))}) {attributes}
        : ({", ".join(types)}) -> tensor<{size}x{result}>
      return %r : tensor<{size}x{result}>
    }}"""


def results(op: str, elements: list[str], result: str, size: int = SIZE) -> Iterator[Found]:
    """Of random boxes."""
    rng = np.random.default_rng(len(op))
    values = [values_of(element) for element in elements]
    boxes = [np.sort(rng.integers(0, len(of_one), (2, size)), axis=0) for of_one in values]
    operands = [
        Possible(of_one[low], intervals(np.arange(size), of_one[low], of_one[high]))
        for of_one, (low, high) in zip(values, boxes, strict=True)
    ]
    flat = [x.reshape(-1) for x in np.meshgrid(*values, indexing="ij")]
    with np.errstate(all="ignore"):
        (found,) = Evaluation(Options()).run(interpreter.load(program(op, elements, result, size)).plan, operands)
        (table,) = interpreter.run(program(op, elements, result, flat[0].size), *flat)
    table = table.reshape([len(of_one) for of_one in values])
    nominal = found.nominal if isinstance(found, Possible) else found
    opened = found.open if isinstance(found, Possible) else None
    entries = {} if opened is None else {int(place): number for number, place in enumerate(opened.positions)}
    for i in range(size):
        slices = tuple(slice(low[i], high[i] + 1) for low, high in boxes)
        given = table[slices]
        low = high = nominal[i]
        known, nan = True, bool(is_nan(np.asarray(low)))
        if i in entries:
            assert opened is not None
            number = entries[i]
            known = opened.kind[number] in (INTERVAL, SET)
            low, high, nan = opened.low[number], opened.high[number], bool(opened.may_be_nan[number])
            if opened.kind[number] == SET:
                low, high = opened.alternatives(number).min(), opened.alternatives(number).max()
        inside = [of_one[part] for of_one, part in zip(values, slices, strict=True)]
        low, high = (x if given.dtype.kind == "b" else comparable(np.asarray(x)) for x in (low, high))
        numbers = given[~is_nan(given)]
        numbers = numbers if given.dtype.kind == "b" else comparable(numbers)
        yield Found(low, high, nan, known, numbers, bool(is_nan(given).any()), inside)


def holds_0(x: Array) -> bool:
    return bool((comparable(x) == 0).any())


def exactly(op: Callable[..., Any], type: IntegerType, operands: list[Array]) -> bool:
    """Whether no integer that `op` gives is beyond the type."""
    wide = np.meshgrid(*(comparable(x).astype(np.int64) for x in operands))
    given = op(*wide)
    return bool((given >= type.minimum).all() and (given <= type.maximum).all())


# Operations that are rounded exactly.
EXACT_OF_FLOATS = {
    1: ("negate", "abs", "sign", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "chlo.square"),
    2: ("add", "subtract", "multiply", "divide", "maximum", "minimum"),
    3: ("clamp",),
}


@pytest.mark.parametrize("element", FLOATS)
def test_floats_that_are_rounded_exactly(element: str) -> None:
    for count, ops in EXACT_OF_FLOATS.items():
        for op in ops if count < 3 or len(values_of(element)) < 20 else ():
            for found in results(op, [element] * count, element):
                divides_by_0 = op == "divide" and holds_0(found.operands[1])
                becomes_nan = element == "f8E4M3FN" and found.gives_nan  # an overflow, among numbers that aren't known
                assert found.is_known == (not divides_by_0 and not becomes_nan), (op, found)
                if found.is_known:
                    assert (found.low, found.high) == (found.numbers.min(), found.numbers.max()), (op, found)
                    assert found.may_be_nan == found.gives_nan, (op, found)


INTEGER_FORMULAS: dict[str, Callable[..., Any]] = {
    "negate": np.negative,
    "abs": np.abs,
    "sign": np.sign,
    "not": np.invert,
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "clamp": lambda low, x, high: np.minimum(np.maximum(x, low), high),
}


@pytest.mark.parametrize("element", INTEGERS)
def test_integers_that_do_not_wrap(element: str) -> None:
    type = parse_element_type(element)
    assert isinstance(type, IntegerType)
    for op, formula in INTEGER_FORMULAS.items():
        count = 3 if op == "clamp" else 1 if op in ("negate", "abs", "sign", "not") else 2
        if (type.is_unsigned and op in ("negate", "abs", "sign", "not")) or (op == "clamp" and type.width > 4):
            continue
        for found in results(op, [element] * count, element, 60):
            assert found.is_known == exactly(formula, type, found.operands), (op, found)
            if found.is_known:
                assert (found.low, found.high) == (found.numbers.min(), found.numbers.max()), (op, found)
    for found in results("divide", [element] * 2, element):
        lowest = not type.is_unsigned and found.operands[0][0] == type.minimum and -1 in comparable(found.operands[1])
        assert found.is_known == (not holds_0(found.operands[1]) and not lowest), found
        if found.is_known:
            assert (found.low, found.high) == (found.numbers.min(), found.numbers.max()), found


@pytest.mark.share(2)
@pytest.mark.parametrize("element", [*FLOATS, *INTEGERS])
@pytest.mark.parametrize("direction", ["EQ", "NE", "LT", "LE", "GT", "GE"])
def test_comparisons_may_be_what_they_are_of_some_values(direction: str, element: str) -> None:
    kind = "FLOAT" if element in FLOATS else "UNSIGNED" if element.startswith("u") else "SIGNED"
    op = (
        f"compare {{comparison_direction = #stablehlo<comparison_direction {direction}>, "
        f"compare_type = #stablehlo<comparison_type {kind}>}}"
    )
    for found in results(op, [element] * 2, "i1", 40):
        assert found.is_known
        assert (found.low, found.high) == (found.numbers.min(), found.numbers.max()), found


@pytest.mark.share(2)
@pytest.mark.parametrize("target", [*FLOATS, *INTEGERS, "i1"])
@pytest.mark.parametrize("source", [*FLOATS, *INTEGERS])
def test_conversions(source: str, target: str) -> None:
    type = parse_element_type(target)
    for found in results("convert", [source], target, 40):
        values = comparable(found.operands[0]).astype(np.float64)
        is_known = not found.gives_nan or target != "f8E4M3FN"  # where too large numbers become NaN
        if isinstance(type, IntegerType) and target != "i1":
            whole = np.trunc(values)
            is_known = bool((whole >= type.minimum).all() and (whole <= type.maximum).all())
        assert found.is_known == is_known, found
        if is_known:
            assert (found.low, found.high) == (found.numbers.min(), found.numbers.max()), found


def test_a_choice_is_either_or_the_one_that_is_made() -> None:
    for element in ("f4E2M1FN", "i4"):
        for found in results("select", ["i1", element, element], element):
            pred, *either = found.operands
            chosen = either if len(pred) == 2 else [either[0 if pred[0] else 1]]
            ends = [comparable(x) for x in chosen]
            assert (found.low, found.high) == (min(x.min() for x in ends), max(x.max() for x in ends))
            assert found.is_known


def test_a_choice_that_is_made_takes_nan_from_there_alone() -> None:
    """By predicates that are open, True and False, between what may be NaN and what may not, in either order."""
    pred = Possible(np.array([True, True, False] * 2), intervals(np.array([0, 3]), np.zeros(2, bool), np.ones(2, bool)))
    ones, nan = np.ones(6, np.float32), np.array([True] * 3 + [False] * 3)
    operands = [Possible(ones, intervals(np.arange(6), ones, 2 * ones, of_one)) for of_one in (nan, ~nan)]
    plan = interpreter.load(program("select", ["i1", "f32", "f32"], "f32", 6)).plan
    (found,) = Evaluation(Options()).run(plan, [pred, *operands])
    assert found.open.may_be_nan.tolist() == [True, True, False, True, False, True]


def test_what_is_finite() -> None:
    for element in FLOATS:
        for found in results("is_finite", [element], "i1"):
            assert (found.low, found.high) == (found.numbers.min(), found.numbers.max()), found


@pytest.mark.parametrize("op", ["sine", "cosine"])
def test_waves_are_between_ones(op: str) -> None:
    for found in results(op, ["f8E5M2"], "f8E5M2"):
        assert (found.low, found.high, found.may_be_nan) == (-1, 1, found.gives_nan)


# Functions that are off by up to so many units, with the interval in which they are numbers.
GROWING: dict[str, tuple[float, float]] = {
    "sqrt": (0, np.inf),
    "cbrt": (-np.inf, np.inf),
    "exponential": (-np.inf, np.inf),
    "exponential_minus_one": (-np.inf, np.inf),
    "log": (0, np.inf),
    "log_plus_one": (-1, np.inf),
    "tanh": (-np.inf, np.inf),
    "logistic": (-np.inf, np.inf),
    "chlo.acos": (-1, 1),
    "chlo.acosh": (1, np.inf),
    "chlo.asin": (-1, 1),
    "chlo.asinh": (-np.inf, np.inf),
    "chlo.atan": (-np.inf, np.inf),
    "chlo.atanh": (-1, 1),
    "chlo.erf": (-np.inf, np.inf),
    "chlo.erf_inv": (-1, 1),
    "chlo.erfc": (-np.inf, np.inf),
    "chlo.sinh": (-np.inf, np.inf),
}


@pytest.mark.parametrize("op", GROWING)
def test_growing_functions_are_off_by_little(op: str) -> None:
    """At either end by two units in the last place, as what is inside and what is there are off by one at most.

    There is NaN only where it is given."""
    element, (start, end) = "f8E5M2", GROWING[op]
    dtype = dtype_of(parse_element_type(element))
    for found in results(op, [element], element):
        inside = comparable(found.operands[0]).astype(np.float64)
        numbers = found.numbers.astype(np.float64)
        if not ((inside >= start) & (inside <= end)).any() or not np.isfinite(numbers).any():
            continue  # nothing but NaN, or infinities, of which nothing else is known
        assert found.is_known, found
        assert found.may_be_nan == found.gives_nan, found
        ends = np.array([numbers.min(), numbers.max()])
        off = np.where(np.isfinite(ends), 2 * (np.abs(ends) * 0.25 + 2.0**-16), 0)
        low, high = np.add(ends, [-off[0], off[1]]).astype(dtype).astype(np.float64)
        if op == "sqrt":  # which is rounded exactly
            low, high = ends
        assert (found.low.astype(np.float64), found.high.astype(np.float64)) == (low, high), found


def test_parts_and_moduli_of_complex_numbers() -> None:
    rng = np.random.default_rng(0)
    ends = np.sort(rng.integers(-4, 5, (2, 2, 400)), axis=0).astype(np.float32)  # low and high, real and imaginary
    low, high = (part[0] + 1j * part[1] for part in ends)
    assert low.dtype == np.complex64
    may_be_nan = rng.random(400) < 0.2
    places = np.arange(0, 800, 2)  # those between them aren't open
    nominal = np.repeat(low, 2)
    operand = Possible(nominal, intervals(places, low, high, may_be_nan))
    text = """
    func.func @main(%z: tensor<800xcomplex<f32>>) -> (tensor<800xf32>, tensor<800xf32>, tensor<800xf32>) {
      %0 = stablehlo.real %z : (tensor<800xcomplex<f32>>) -> tensor<800xf32>
      %1 = stablehlo.imag %z : (tensor<800xcomplex<f32>>) -> tensor<800xf32>
      %2 = stablehlo.abs %z : (tensor<800xcomplex<f32>>) -> tensor<800xf32>
      return %0, %1, %2 : tensor<800xf32>, tensor<800xf32>, tensor<800xf32>
    }"""
    found = [x.open for x in Evaluation(Options()).run(interpreter.load(text).plan, [operand])]
    for part, opened in enumerate(found[:2]):
        np.testing.assert_array_equal(opened.positions, places)
        assert (opened.kind == INTERVAL).all()
        np.testing.assert_array_equal([opened.low, opened.high], ends[:, part])
        np.testing.assert_array_equal(opened.may_be_nan, may_be_nan)
    nearest = np.maximum(np.maximum(ends[0], -ends[1]), 0)
    farthest = np.maximum(-ends[0], ends[1])
    np.testing.assert_array_equal(found[2].positions, places)
    np.testing.assert_array_equal(found[2].may_be_nan, may_be_nan)
    for bound, exact, sign in ((found[2].low, np.hypot(*nearest), -1), (found[2].high, np.hypot(*farthest), 1)):
        off = sign * (bound.astype(np.float64) - exact)
        assert ((off >= 0) & (off <= exact * 2.0**-20 + 1e-40)).all()
    assert (found[2].low >= 0).all()
