"""What tidying leaves of a derivative."""

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends import backend

DIMENSIONS = {
    "offset_dims": [],
    "collapsed_slice_dims": [0],
    "start_index_map": [0],
    "index_vector_dim": 1,
    "slice_sizes": [1],
}


@hl.function("4xf32", "4xf32", "2x1xi32", name="main")
def two_gathers(x, y, indices):
    return hl.gather(x, indices, **DIMENSIONS) * hl.gather(y, indices, **DIMENSIONS)


def test_the_same_operation_is_there_once():
    names = [operation.name for operation in hl.vjp(two_gathers).module.walk()]
    assert names.count("stablehlo.gather") == 2


@pytest.mark.parametrize("name", ["upstream", "xla"])
def test_each_scatter_has_zeros_of_its_own(name):
    """Upstream's interpreter, before StableHLO 1.18, writes into what a scatter starts from."""
    derived = hl.vjp(two_gathers)
    starts = [operation.operands[0] for operation in derived.module.walk() if operation.name == "stablehlo.scatter"]
    assert len(set(starts)) == len(starts) == 2
    arguments = [np.arange(4, dtype=np.float32), np.ones(4, np.float32), np.array([[1], [2]], np.int32)]
    arguments.append(np.array([3, 5], np.float32))
    for actual, expected in zip(
        backend(name).run(derived, *arguments), interpreter.run(derived, *arguments), strict=True
    ):
        np.testing.assert_array_equal(actual, expected)


def test_a_gradient_does_not_multiply_by_one():
    @hl.function("f32", "f32", name="main")
    def product(x, y):
        return x * y

    names = [operation.name for operation in hl.grad(product).module.walk()]
    assert "stablehlo.multiply" not in names
