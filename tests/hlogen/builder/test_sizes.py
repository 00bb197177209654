"""Sizes that only the run knows: what is computed of them, and what is said of the dimensions of each operation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.builder import sizes
from hlogen.builder.trace import current_scope
from hlogen.ir import IntegerType
from hlogen.ir.printer import attribute_text

# Of two sizes, what is computed here and in Python.
COMPUTED: dict[str, tuple[Callable[..., Any], Callable[[int, int], int]]] = {
    "product": (lambda a, b: sizes.product_of([a, 2, b]), lambda a, b: 2 * a * b),
    "sum": (lambda a, b: sizes.sum_of_sizes([a, 3, b]), lambda a, b: a + b + 3),
    "difference": (sizes.difference_of, lambda a, b: a - b),
    "quotient": (sizes.quotient_of, lambda a, b: a // b if b else 0),
    "quotient of a multiple": (lambda a, b: sizes.quotient_of(sizes.product_of([a, b]), b), lambda a, b: a * bool(b)),
}


def test_sizes_are_computed_as_numbers_are_known_or_not() -> None:
    wanted = []

    @hl.function("i32", "i32", "i16", "i64", name="main")
    def main(zero: Any, one: Any, narrow: Any, wide: Any) -> Any:
        made = []
        for (ours, theirs), a, b in product(COMPUTED.values(), (0, 1, 4, 12), (0, 1, 4)):
            if a % max(b, 1) or (b == 0 and a):
                continue
            of_each = [
                [n, one * n, hl.convert(narrow, "i32") * n, wide * n, hl.convert(one * n, "i16")] for n in (a, b)
            ]
            for x, y in product(*of_each):
                result = ours(x, y)
                made.append(sizes.size_as(result, IntegerType(64)))
                wanted.append(theirs(a, b))
                assert isinstance(result, int) == (isinstance(x, int) and isinstance(y, int))
        return made

    found = main(np.int32(0), np.int32(1), np.int16(1), np.int64(1))
    assert [int(one) for one in found] == wanted


def test_a_size_has_the_type_that_holds_it() -> None:
    @hl.function("i16", "i32", "i64", name="main")
    def main(narrow: Any, size: Any, wide: Any) -> Any:
        types = [
            ([1, size], 32),
            ([narrow, 7], 32),
            ([wide, 7], 64),
            ([size, 1 << 31], 64),
            ([size, (1 << 31) - 1], 32),
        ]
        for given, width in types:
            assert sizes.common_type(given) == IntegerType(width), given
            assert sizes.shape_tensor(given).element_type == IntegerType(width), given
        return size

    assert main(np.int16(0), np.int32(5), np.int64(0)) == 5


DYNAMIC: dict[str, Callable[[Any, Any], Any]] = {
    "itself": lambda x, y: x,
    "elementwise": lambda x, y: x + x * 2.0,
    "transpose": lambda x, y: hl.transpose(x, permutation=[2, 0, 1]),
    "reduce": lambda x, y: x.sum(1),
    "reduce of two": lambda x, y: x.max((0, 2)),
    "concatenate": lambda x, y: hl.concatenate([x, x], dimension=1),
    "reverse": lambda x, y: hl.reverse(x, dimensions=[0]),
    "sort": lambda x, y: hl.sort(x, dimension=2),
    "dot": lambda x, y: hl.dot_general(
        x, y, lhs_batching_dimensions=[1], rhs_batching_dimensions=[2], lhs_contracting_dimensions=[0],
        rhs_contracting_dimensions=[0],
    ),
    "dot of all": lambda x, y: hl.dot_general(
        x, y, lhs_contracting_dimensions=[], rhs_contracting_dimensions=[],
    ),
    "matrix product": lambda x, y: hl.transpose(x, permutation=[1, 2, 0]) @ hl.transpose(y, permutation=[2, 0, 1]),
    "select": lambda x, y: hl.select(x > 0.0, x, 0.0),
    "convert": lambda x, y: hl.convert(x, "i32"),
    "ravel": lambda x, y: x.ravel(),
    "reshape": lambda x, y: hl.reshape(x, [hl.size(x, 2), -1]),
    "reshape to a known size": lambda x, y: hl.reshape(x, [-1, 3]),
    "reshape to more than is known": lambda x, y: hl.reshape(x, [8, -1]),
    "reshape with one that is known": lambda x, y: hl.reshape(x, [2, -1, 4]),
    "broadcast": lambda x, y: hl.broadcast_to(x, [7, *(hl.size(x, d) for d in range(3))]),
    "tile": lambda x, y: hl.tile(x, (2, 1, 3)),
    "one_hot": lambda x, y: hl.one_hot(hl.convert(x, "i32"), 5, axis=1),
    "zeros": lambda x, y: hl.zeros_like(y),
    "pad": lambda x, y: hl.pad(x, 0.0, [1, 0, 2], [0, 3, 0], [0, 0, 1]),
    "stack": lambda x, y: hl.stack([x, x], 2),
    "scatter": lambda x, y: x.at[0].set(0.0),
    "index": lambda x, y: x[1],
    "updated slice": lambda x, y: hl.dynamic_update_slice(x, hl.constant(np.ones((1, 1, 1), np.float32)), [0, 0, 0]),
    "windows of one element": lambda x, y: hl.reduce_window(x, 0.0, "add", window_dimensions=[1, 1, 1]),
    "windows along one dimension": lambda x, y: hl.reduce_window(
        x, 0.0, "add", window_dimensions=[1, 2, 1], padding=[[0, 0], [1, 0], [0, 0]], window_strides=[1, 1, 1]
    ),
    "windows beside edges": lambda x, y: hl.reduce_window(
        x, 0.0, "add", window_dimensions=[1, 1, 1], padding=[[1, 0], [0, 0], [0, 2]], window_strides=[1, 2, 1]
    ),
    "dilated": lambda x, y: hl.reduce_window(x, 0.0, "add", window_dimensions=[1, 1, 1], base_dilations=[1, 2, 1]),
}  # fmt: skip


@pytest.mark.parametrize("shapes", [("?x?x?xf32", "?x?x?xf32"), ("?x3x?xf32", "2x?x3xf32"), ("2x?x4xf32", "?x5x?xf32")])
def test_the_size_of_a_dimension_is_what_it_is_in_the_run(shapes: tuple[str, str]) -> None:
    @hl.function(*shapes, name="main")
    def main(x: Any, y: Any) -> Any:
        results = [make(x, y) for make in DYNAMIC.values()]
        told = [hl.size(result, d) for result in results for d in range(result.rank)]
        return (
            results,
            [sizes.size_as(size, IntegerType(32)) if isinstance(size, int) else size for size in told],
            [hl.constant(0, "i32") + hl.size(result) for result in results],
        )

    x, y = np.ones((2, 3, 4), np.float32), np.ones((2, 5, 3), np.float32)
    results, told, counts = main(x, y)
    wanted = [size for result in results for size in result.shape]
    assert [int(size) for size in told] == wanted, list(DYNAMIC)
    assert [int(count) for count in counts] == [result.size for result in results]


def test_layers_have_the_batch_that_they_are_given() -> None:
    """Wherever its dimension is."""
    scale = np.ones(3, np.float32)

    @hl.function("5x?x3xf32", "?x?xf32", name="main")
    def main(x: Any, y: Any) -> Any:
        normalized, *_ = hl.batch_norm_training(x, scale, scale, epsilon=0.1, feature_index=2)
        convolved = hl.convolution(
            x, np.ones((4, 2, 3), np.float32), input_batch_dimension=1, input_feature_dimension=2,
            input_spatial_dimensions=[0], kernel_input_feature_dimension=2, kernel_output_feature_dimension=0,
            kernel_spatial_dimensions=[1], output_batch_dimension=2, output_feature_dimension=0,
            output_spatial_dimensions=[1],
        )  # fmt: skip
        told = [hl.size(normalized, 1), hl.size(convolved, 2)]
        asked = [op for op in current_scope().block.operations if op.name == "stablehlo.get_dimension_size"]
        assert [op.operands[0] for op in asked] == [x.value]  # once, of the argument
        return told, normalized, convolved

    told, normalized, convolved = main(np.ones((5, 7, 3), np.float32), np.ones((1, 1), np.float32))
    assert (normalized.shape, convolved.shape) == ((5, 7, 3), (4, 4, 7))
    assert [int(size) for size in told] == [7, 7]


@pytest.mark.parametrize(
    ("type", "sizes_given", "dimensions", "kept"),
    [
        ("?x1xf32", lambda x, y: [hl.size(x, 0), hl.size(y, 1)], [0, 1], "0"),
        ("2x1x?xf32", lambda x, y: [7, 2, hl.size(y, 0), hl.size(x, 2)], [1, 2, 3], "0, 2"),
        ("1xf32", lambda x, y: [hl.size(y, 0)], [0], None),
        ("?xf32", lambda x, y: [hl.size(x, 0), 4], [0], "0"),
    ],
)
def test_what_is_broadcast_is_said_to_stay_where_it_is_not_of_size_1(
    type: str, sizes_given: Any, dimensions: list[int], kept: str | None
) -> None:
    @hl.function(type, "?x?xf32")
    def main(x: Any, y: Any) -> Any:
        return sizes.broadcast_to_sizes(x, sizes_given(x, y), dimensions)

    (broadcast,) = (op for op in main.module.walk() if op.name == "stablehlo.dynamic_broadcast_in_dim")
    said = broadcast.attributes.get("known_nonexpanding_dimensions")
    assert (said and attribute_text(said)) == (kept and f"array<i64: {kept}>")
    assert attribute_text(broadcast.attributes["broadcast_dimensions"]) == (
        f"array<i64: {', '.join(map(str, dimensions))}>"
    )
    str(main)


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        (np.broadcast_to(np.int64(1), 1 << 40), "shape has more than 65536 entries"),
        (np.array([2.0]), "shape[0] takes an integer, not float"),
        ([np.array([1, 2])], "shape[0] takes an integer, not ndarray"),
        ([2, None], "shape[1] is None"),
    ],
    ids=["1 << 40 sizes", "of floats", "in a list", "None"],
)
def test_what_is_no_shape_is_said(shape: Any, said: str) -> None:
    for make in (hl.zeros, lambda shape: hl.full(shape, 1.0), lambda shape: hl.reshape(1.0, shape)):
        with pytest.raises(hl.UsageError) as error:
            hl.function(lambda make=make: make(shape))
        assert said in str(error.value)


def test_sizes_of_64_bits_go_the_way_back() -> None:
    @hl.function("?xf32", "i64", "?xf32")
    def loss(y, n, w):
        z = hl.reshape(y, [n, -1])
        return hl.sum(hl.concatenate([z * z, z], 1) * hl.reshape(w, [n, -1])) + hl.sum(z[:, 1:] * 7)

    y, w = np.arange(6, dtype=np.float32), np.arange(12, dtype=np.float32)
    squares, plain = w.reshape(2, 6)[:, :3].ravel(), w.reshape(2, 6)[:, 3:].ravel()
    gradient = hl.grad(loss, "y")
    str(gradient)  # upstream verifies it
    assert gradient(y, 2, w).tolist() == (2 * y * squares + plain + [0, 7, 7] * 2).tolist()
