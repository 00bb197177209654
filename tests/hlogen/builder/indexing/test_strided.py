"""x.at[...] with strided slices: nothing is held of their positions, and nothing else is touched."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from helpers.building import built, only, ops, run
from helpers.index_expressions import random_array, random_index

import hlogen as hl
from hlogen.backends import backend
from hlogen.builder.indexing import pointers
from hlogen.ir import DenseElements, Operation, Region

LARGE = "100000x100000xf32"


def by_hand() -> Region:
    @hl.region("f32", "f32")
    def folded(old, new):
        return old * 2 + new

    return folded


@pytest.mark.parametrize(
    "body",
    [
        lambda x, i, k: x.at[::3].set(1.0),
        lambda x, i, k: x.at[::3, ::2].add(1.0),
        lambda x, i, k: x.at[5:-7:3, ::-2].apply(hl.sqrt),
        lambda x, i, k: x.at[k, ::2].max(1.0),
        lambda x, i, k: x.at[k, ::2].get(),
        lambda x, i, k: x.at[k, ::2].add(1.0, mode="error"),
        lambda x, i, k: x.at[::3, ::2].apply(by_hand(), 1.0),
        lambda x, i, k: x.at[[7, 2], ::2].set(1.0),
        lambda x, i, k: x.at[::3, [5, 5]].mul(2.0),
        lambda x, i, k: x.at[i, ::2].add(1.0),
        lambda x, i, k: x.at[::2, i].add(1.0),
        lambda x, i, k: x.at[200_000, ::2].set(1.0, mode="drop"),
        lambda x, i, k: x[i, ::2],
        lambda x, i, k: x.at[np.arange(0, 90_000, 9)[:, None], np.arange(50_000)].set(1.0),
        lambda x, i, k: x[np.arange(0, 90_000, 9)[:, None], np.arange(50_000)],
        lambda x, i, k: hl.take_along_axis(x, hl.broadcast_in_dim(i, (100_000, 2), broadcast_dimensions=[1]), 1),
        lambda x, i, k: hl.gather(
            x, hl.constant(3, "1000000000x1xi32"), offset_dims=[], collapsed_slice_dims=[0, 1], start_index_map=[0],
            index_vector_dim=1, slice_sizes=[1, 1], mode="fill",
        ),
    ],
)  # fmt: skip
def test_positions_are_computed_by_the_program(body: Any) -> None:
    tracemalloc.start()
    try:
        function = hl.function(LARGE, "2xi32", "i32", name="main")(body)
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert held < 10_000_000
    assert max((array.size for array in held_constants(function.operation)), default=0) <= 50_000


def held_constants(operation: Operation) -> list[np.ndarray]:
    values = [one.attributes["value"] for one in operation.walk() if one.name == "stablehlo.constant"]
    return [value.array for value in values if isinstance(value, DenseElements) and not value.is_splat]


@pytest.mark.parametrize("name", ["interpreter", pytest.param("xla", marks=pytest.mark.slow)])
def test_what_is_not_addressed_stays_bit_for_bit(name: str) -> None:
    x = np.array([-0.0, np.nan, -0.0, np.inf, -0.0, 1.0, 0.0, -0.0, -np.inf], np.float32)
    values = np.array([-0.0, 5, -0.0], np.float32)
    k = np.array(1, np.int32)

    def body(x, values, k):
        grid = hl.reshape(x, [3, 3])
        return (
            x.at[1:8:3].set(values),
            x.at[::-4].set(values),
            x.at[1::3].add(values),
            x.at[::4].apply(hl.negate),
            grid.at[k, ::2].mul(2),
            grid.at[::2, ::-2].min(values[:2]),
            grid.at[k + 7, ::2].set(0),
        )

    expected = [x.copy(), x.copy(), x.copy(), x.copy(), *(x.reshape(3, 3).copy() for _ in range(3))]
    expected[0][1:8:3] = values
    expected[1][::-4] = values
    expected[2][1::3] += values
    expected[3][::4] *= -1
    expected[4][1, ::2] *= 2
    expected[5][::2, ::-2] = np.minimum(expected[5][::2, ::-2], values[:2])
    for result, wanted in zip(backend(name).run(built(body, x, values, k), x, values, k), expected, strict=True):
        np.testing.assert_array_equal(result, wanted)
        np.testing.assert_array_equal(np.signbit(result), np.signbit(wanted))


def test_integers_are_divided_only_where_addressed() -> None:
    x, values = np.array([0, 7, 0, -9, 0], np.int32), np.array([2, 3], np.int32)
    np.testing.assert_array_equal(run(lambda x, v: x.at[1::2].divide(v), x, values), [0, 3, 0, -3, 0])


@pytest.mark.parametrize("type", ["5xi1", "5xui8", "5xcomplex<f32>", "5xf8E8M0FNU", "5x!quant.uniform<i8:f32, 0.5:3>"])
def test_every_element_type_can_be_strided(type: str) -> None:
    assert ops(lambda x: x.at[1::2].set(x[:2]), type) == {"slice": 1, "pad": 2, "select": 1}


def test_an_array_beside_a_slice_that_the_program_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pointers, "MOST_WRITTEN_OUT", 0)
    x = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    found = ops(lambda x: x.at[[2, 0], :, 1::2].add(1), "3x4x5xf32")
    assert found["iota"] == found["concatenate"] == found["scatter"] == 1
    expected = x.copy()
    expected[[2, 0], :, 1::2] += 1
    np.testing.assert_array_equal(run(lambda x: x.at[[2, 0], :, 1::2].add(1), x), expected)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(200))
def test_promises_are_true_of_random_indices(seed: int) -> None:
    """Unique exactly where NumPy addresses no element twice, sorted exactly where the vectors written out are."""
    rng = np.random.default_rng([seed, 6])
    x = random_array(rng)
    key = random_index(rng, x)
    function = built(lambda x: x.at[key].set(1), x)
    scatters = [one for one in function.operation.walk() if one.name == "stablehlo.scatter"]
    if not scatters:
        return
    scatter = only(function, "scatter")
    addressed = np.arange(x.size).reshape(x.shape)[key]
    assert scatter.attributes["unique_indices"] is (np.unique(addressed).size == addressed.size)
    if not scatter.attributes["scatter_dimension_numbers"].input_batching_dims:
        (vectors,) = (scatter.operands[1].owner.attributes["value"].array,)
        depth = len(scatter.attributes["scatter_dimension_numbers"].scatter_dims_to_operand_dims)
        rows = [tuple(row) for row in np.reshape(vectors, (-1, depth))]
        assert scatter.attributes["indices_are_sorted"] is (rows == sorted(rows))
