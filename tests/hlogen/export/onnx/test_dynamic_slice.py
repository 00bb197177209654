"""dynamic_slice and dynamic_update_slice as ONNX, against the interpreter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.onnx_ops import Operations

from hlogen.ir import DenseArray, IntegerType, dtype_of, parse_element_type

Array = np.ndarray[Any, Any]

INDEX_TYPES = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i4", "ui4", "i2", "ui2")
ELEMENT_TYPES = (
    "i1",
    "i4",
    "ui4",
    "i8",
    "i16",
    "i32",
    "i64",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "bf16",
    "f16",
    "f32",
    "f64",
    "f8E4M3FN",
    "f8E5M2",
)


def _starts(rng: np.random.Generator, type: str, shape: tuple[int, ...], size: tuple[int, ...]) -> list[Array]:
    """In and out of bounds, and the type's own limits."""
    element = parse_element_type(type)
    assert isinstance(element, IntegerType)
    starts = []
    for dim, window in zip(shape, size, strict=True):
        candidates = [*range(-2, dim - window + 3), element.minimum, element.maximum, element.maximum - 1]
        value = candidates[rng.integers(len(candidates))]
        value = min(max(value, element.minimum), element.maximum)
        starts.append(np.array(value, np.uint64 if value > 0 else np.int64).astype(dtype_of(element)))
    return starts


def _elements(rng: np.random.Generator, type: str, shape: tuple[int, ...]) -> Array:
    return rng.integers(0, {"i1": 2, "i4": 8}.get(type, 16), shape).astype(dtype_of(parse_element_type(type)))


def _window(rng: np.random.Generator, shape: tuple[int, ...], *, empty: bool) -> tuple[int, ...]:
    return tuple(int(rng.integers(0 if empty else min(dim, 1), dim + 1)) for dim in shape)


def _add_both(operations: Operations, rng: np.random.Generator, shape: tuple[int, ...], **how: Any) -> None:
    """A dynamic_slice and a dynamic_update_slice of any types; starts are constants now and then."""
    element = how.get("element") or str(rng.choice(ELEMENT_TYPES))
    index = how.get("index") or str(rng.choice(INDEX_TYPES))
    constants = bool(rng.integers(4) == 0)
    for name in ("dynamic_slice", "dynamic_update_slice"):
        size = how.get("size") or _window(rng, shape, empty=bool(rng.integers(8) == 0))
        starts = _starts(rng, index, shape, size)
        operands = [_elements(rng, element, shape)]
        attributes = {}
        if name == "dynamic_slice":
            attributes["slice_sizes"] = DenseArray(IntegerType(64), size)
        else:
            operands.append(_elements(rng, element, size))
        first = len(operands)
        types = [element] * first + [index] * len(starts)
        where = range(first, first + len(starts)) if constants else ()
        operations.add(f"stablehlo.{name}", *operands, *starts, attributes=attributes, types=types, constants=where)


@pytest.mark.share(2)
@pytest.mark.parametrize("threads", [1, 8])
@pytest.mark.parametrize("seed", range(4))
def test_random_windows(seed: int, threads: int) -> None:
    rng = np.random.default_rng(seed)
    operations = Operations()
    for _ in range(60):
        _add_both(operations, rng, tuple(int(dim) for dim in rng.integers(1, 6, rng.integers(0, 5))))
    operations.compare(threads=threads)


@pytest.mark.parametrize("opset", [18, 19, 21, 23, 26])
def test_opsets(opset: int) -> None:
    rng = np.random.default_rng(opset)
    operations = Operations()
    for _ in range(15):
        _add_both(operations, rng, (3, 4, 2), element="f32")
    operations.compare(opset=opset)


@pytest.mark.parametrize("element", ELEMENT_TYPES)
def test_element_types(element: str) -> None:
    rng = np.random.default_rng(0)
    operations = Operations()
    for shape in ((7,), (40, 3), (3, 4, 5)):
        _add_both(operations, rng, shape, element=element)
    operations.compare()


@pytest.mark.parametrize("index", INDEX_TYPES)
def test_index_types(index: str) -> None:
    rng = np.random.default_rng(1)
    operations = Operations()
    for shape in ((7,), (300,), (40_000,), (3, 4, 5), (200, 2)):
        for _ in range(2):
            _add_both(operations, rng, shape, index=index)
    operations.compare()


@pytest.mark.parametrize(
    ("shape", "size"),
    [((), ()), ((0,), (0,)), ((4, 0), (2, 0)), ((4, 3), (4, 3)), ((4, 3), (0, 3)), ((1,), (1,)), ((64, 8), (1, 8))],
)
def test_sizes(shape: tuple[int, ...], size: tuple[int, ...]) -> None:
    rng = np.random.default_rng(2)
    operations = Operations()
    for _ in range(5):
        _add_both(operations, rng, shape, size=size)
    operations.compare()
