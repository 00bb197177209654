"""What moves elements of constants gives constants, all of whose elements are known: where NumPy has them."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.analysis.facts import Facts

RNG = np.random.default_rng(0)
X = RNG.permutation(60).reshape(3, 4, 5).astype(np.int32)  # no index looks like another, no dimension like another
Y = 100 + RNG.permutation(24).reshape(3, 4, 2).astype(np.int32)
MOVED: dict[str, tuple[Any, Any]] = {
    "transpose": (lambda x, y: hl.transpose(x, permutation=[2, 0, 1]), X.transpose(2, 0, 1)),
    "reverse": (lambda x, y: hl.reverse(x, dimensions=[0, 2]), X[::-1, :, ::-1]),
    "reshape": (lambda x, y: hl.reshape(x, (5, 2, 6)), X.reshape(5, 2, 6)),
    "broadcast": (
        lambda x, y: hl.broadcast_in_dim(x, (4, 3, 5, 2), broadcast_dimensions=[1, 0, 2]),
        np.broadcast_to(X.transpose(1, 0, 2)[..., None], (4, 3, 5, 2)),
    ),
    "slice": (
        lambda x, y: hl.slice(x, start_indices=[0, 1, 0], limit_indices=[3, 4, 5], strides=[2, 1, 3]),
        X[0:3:2, 1:4, 0:5:3],
    ),
    "concatenate": (lambda x, y: hl.concatenate([y, x, y], dimension=2), np.concatenate([Y, X, Y], 2)),
    "dynamic_slice": (
        lambda x, y: hl.dynamic_slice(x, [hl.constant(np.int32(i)) for i in (9, 1, -3)], slice_sizes=[2, 3, 4]),
        X[1:3, 1:4, 0:4],
    ),
    "convert": (lambda x, y: hl.convert(x, "i8"), X.astype(np.int8)),
}  # fmt: skip


@pytest.mark.parametrize("name", MOVED)
def test_constants_are_where_numpy_has_them(name):
    """Of the whole, and of each part at one index of one dimension or of two."""
    program, wanted = MOVED[name]

    @hl.function()
    def main():
        return program(hl.constant(X), hl.constant(Y))

    (result,) = main.module.function("main").body.operations[-1].operands
    fact = Facts(main.module).of(result)
    np.testing.assert_array_equal(fact.constant, wanted)
    places = [{d: i} for d, size in enumerate(wanted.shape) for i in (0, size // 2, size - 1)]
    places += [{**one, **other} for one, other in product(places, places) if min(one) < min(other)]
    for at in places:
        part = wanted[tuple(slice(at[d], at[d] + 1) if d in at else slice(None) for d in range(wanted.ndim))]
        fact = Facts(main.module).of(result, at)
        assert (fact.range.low, fact.range.high) == (part.min(), part.max()), at
        if fact.constant is not None:
            assert fact.constant.ravel().tolist() == part.ravel().tolist(), at


def test_each_result_of_a_call_has_its_own_fact():
    """Of a function that is called once, and of one that is called with several arguments."""
    text = """func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0:3 = call @next(%one) : (tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  %1:3 = call @next(%seven) : (tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  %2:2 = call @once(%seven) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %0#1, %1#2, %1#0, %2#1 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
func.func private @next(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %sum = stablehlo.add %n, %two : tensor<i32>
  %product = stablehlo.multiply %n, %two : tensor<i32>
  return %n, %sum, %product : tensor<i32>, tensor<i32>, tensor<i32>
}
func.func private @once(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %difference = stablehlo.subtract %n, %n : tensor<i32>
  return %difference, %n : tensor<i32>, tensor<i32>
}
"""
    module = hl.parse(text)
    ranges = [Facts(module).of(one).range for one in module.function("main").body.operations[-1].operands]
    assert [(one.low, one.high) for one in ranges] == [(3, 3), (14, 14), (7, 7), (7, 7)]
