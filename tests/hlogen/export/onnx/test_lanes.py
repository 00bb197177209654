"""Bodies with branches, loops and tables that run for many elements at once equal the interpreter's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.elementwise_cases import Array, differences
from helpers.onnx_runs import through_onnx
from helpers.scalar_bodies import TABLE, program

import hlogen as hl
import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx


def check(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(map(int, rng.integers(0 if rng.random() < 0.05 else 1, 5, int(rng.integers(0, 4)))))
    text = program(rng, shape, int(rng.integers(1, 9)), str(rng.choice(["i32", "f32", "i1"])))
    args = (
        rng.integers(-9, 10, shape, np.int32),
        rng.choice(np.array([0, -0.0, 1, -1, 2.5, np.inf, np.nan, 1e30], np.float32), shape),
        np.array(rng.integers(-9, 10), np.int32),
        rng.integers(-99, 100, TABLE, np.int32),
    )
    require_same(text, *args, what=f"seed {seed}")


def require_same(text: str, *args: Array, what: str = "") -> None:
    for found, wanted in zip(through_onnx(text, *args), interpreter.run(text, *args), strict=True):
        assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
        assert not differences(found, wanted).any(), f"{what}\n{text}\n{args}\ngave\n{found}\nnot\n{wanted}"


@pytest.mark.parametrize("first", range(0, 50, 25))
def test_random_bodies(first: int) -> None:
    for seed in range(first, first + 25):
        check(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("first", campaign.seeds(1000, 3000, 100))
def test_more_random_bodies(first: int) -> None:
    for seed in range(first, first + 100):
        check(seed)


def test_a_loop_that_some_lanes_never_leave_isn_t_theirs() -> None:
    """The branch with the loop is only for lanes whose loop ends."""
    require_same(
        """
        func.func @main(%a: tensor<6xi32>) -> tensor<6xi32> {
          %0 = stablehlo.constant dense<0> : tensor<i32>
          %1 = "stablehlo.map"(%a) ({
          ^bb0(%x: tensor<i32>):
            %p = stablehlo.compare GT, %x, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
            %r = "stablehlo.if"(%p) ({
              %w = "stablehlo.while"(%x) ({
              ^bb0(%y: tensor<i32>):
                %c = stablehlo.compare NE, %y, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
                stablehlo.return %c : tensor<i1>
              }, {
              ^bb0(%y: tensor<i32>):
                %two = stablehlo.constant dense<2> : tensor<i32>
                %h = stablehlo.divide %y, %two : tensor<i32>
                %z = stablehlo.compare EQ, %y, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
                %n = stablehlo.select %z, %two, %h : tensor<i1>, tensor<i32>
                stablehlo.return %n : tensor<i32>
              }) : (tensor<i32>) -> tensor<i32>
              stablehlo.return %w : tensor<i32>
            }, {
              stablehlo.return %x : tensor<i32>
            }) : (tensor<i1>) -> tensor<i32>
            stablehlo.return %r : tensor<i32>
          }) {dimensions = array<i64: 0>} : (tensor<6xi32>) -> tensor<6xi32>
          return %1 : tensor<6xi32>
        }""",
        np.array([-1, 0, 1, 5, 1000, -7], np.int32),
    )


def test_a_loop_of_an_update_that_lands_nowhere_needn_t_end() -> None:
    """The update computation isn't asked for it: -1 stays -1 however often it is shifted."""
    require_same(
        """
        func.func @main(%x: tensor<3xi32>, %u: tensor<4xi32>) -> tensor<3xi32> {
          %at = stablehlo.constant dense<[[0], [7], [2], [0]]> : tensor<4x1xi32>
          %0 = "stablehlo.scatter"(%x, %at, %u) ({
          ^bb0(%old: tensor<i32>, %new: tensor<i32>):
            %zero = stablehlo.constant dense<0> : tensor<i32>
            %one = stablehlo.constant dense<1> : tensor<i32>
            %w:2 = "stablehlo.while"(%new, %zero) ({
            ^bb0(%y: tensor<i32>, %n: tensor<i32>):
              %c = stablehlo.compare NE, %y, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %c : tensor<i1>
            }, {
            ^bb0(%y: tensor<i32>, %n: tensor<i32>):
              %h = stablehlo.shift_right_arithmetic %y, %one : tensor<i32>
              %m = stablehlo.add %n, %one : tensor<i32>
              stablehlo.return %h, %m : tensor<i32>, tensor<i32>
            }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
            %sum = stablehlo.add %old, %w#1 : tensor<i32>
            stablehlo.return %sum : tensor<i32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
              scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
            : (tensor<3xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<3xi32>
          return %0 : tensor<3xi32>
        }""",
        np.array([10, 20, 30], np.int32),
        np.array([1, -1, 7, 100], np.int32),
    )


def test_loop_of_lanes_whose_start_is_the_same() -> None:
    """The state is the same in all lanes at first; what bounds it isn't."""
    require_same(
        """
        func.func @main(%a: tensor<2x3xi32>) -> tensor<2x3xi32> {
          %1 = "stablehlo.map"(%a) ({
          ^bb0(%x: tensor<i32>):
            %0 = stablehlo.constant dense<1> : tensor<i32>
            %w = "stablehlo.while"(%0) ({
            ^bb0(%y: tensor<i32>):
              %c = stablehlo.compare LT, %y, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %c : tensor<i1>
            }, {
            ^bb0(%y: tensor<i32>):
              %n = stablehlo.add %y, %y : tensor<i32>
              stablehlo.return %n : tensor<i32>
            }) : (tensor<i32>) -> tensor<i32>
            stablehlo.return %w : tensor<i32>
          }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>) -> tensor<2x3xi32>
          return %1 : tensor<2x3xi32>
        }""",
        np.array([[-1, 0, 1], [5, 1000, 64]], np.int32),
    )


def test_what_is_the_same_in_all_lanes_may_be_anything() -> None:
    """A table that the body makes itself, and a gather of a lane's element of it."""
    require_same(
        """
        func.func @main(%a: tensor<7xui8>, %t: tensor<2x4xf32>) -> tensor<7xf32> {
          %1 = "stablehlo.map"(%a) ({
          ^bb0(%x: tensor<ui8>):
            %n = stablehlo.negate %t : tensor<2x4xf32>
            %i = stablehlo.reshape %x : (tensor<ui8>) -> tensor<1xui8>
            %g = "stablehlo.gather"(%n, %i) {
              dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1]>,
              slice_sizes = array<i64: 1, 1>} : (tensor<2x4xf32>, tensor<1xui8>) -> tensor<f32>
            stablehlo.return %g : tensor<f32>
          }) {dimensions = array<i64: 0>} : (tensor<7xui8>) -> tensor<7xf32>
          return %1 : tensor<7xf32>
        }""",
        np.array([0, 1, 2, 3, 4, 200, 255], np.uint8),
        np.arange(8, dtype=np.float32).reshape(2, 4),
    )


def mapped(body: Any, type: str = "3xi32") -> hl.Function:
    """`body` of each element and of a table that is the same for all."""
    return hl.function(type, "2x2xi32", name="main")(lambda a, t: hl.map([a], lambda x: body(x, t)))


def twice(x: Any) -> Any:
    return hl.broadcast_in_dim(x, (2,), broadcast_dimensions=[])


def added(x: Any) -> Any:
    return hl.reduce(x, 0, dimensions=[0], body=hl.add)


def first(x: Any) -> Any:
    return hl.reshape(hl.slice(x, [0], [1]), ())


def test_what_a_body_may_have() -> None:
    table = np.array([[10, 20], [30, 40]], np.int32)

    def last_of(i, t):
        return hl.reshape(hl.dynamic_slice(hl.reshape(t, (4,)), [i], slice_sizes=[1]), ())

    far = np.array([0, 2**63 + 5, 2, 2**64 - 1], np.uint64)  # beyond what i64 holds
    assert through_onnx(mapped(last_of, "4xui64"), far, table)[0].tolist() == [10, 40, 30, 40]
    floats = np.array([1.5, np.nan, -0.0], np.float32)
    bits = mapped(lambda x, t: hl.bitcast_convert(hl.bitcast_convert(x, "f32"), "i32"), "3xf32")
    assert through_onnx(bits, floats, table)[0].tobytes() == floats.tobytes()
    squares = mapped(lambda x, t: hl.map([x], lambda y: y * y))
    assert through_onnx(squares, np.array([3, -1, 0], np.int32), table)[0].tolist() == [9, 1, 0]
    ends = mapped(  # for the lanes that are in the last branch alone
        lambda x, t: hl.case(
            x, [lambda: x - 1, lambda: x + 10, lambda: hl.while_(x, lambda s: hl.compare(s, 2, "NE"), lambda s: s - 1)]
        ),
        "5xi32",
    )
    assert through_onnx(ends, np.array([0, 1, 2, 5, 3], np.int32), table)[0].tolist() == [-1, 11, 2, 2, 2]
    none = mapped(lambda x, t: hl.while_(x, lambda s: s < 5, lambda s: s + 1), "0xi32")
    assert through_onnx(none, np.zeros(0, np.int32), table)[0].shape == (0,)
    updates = hl.function("3xi32", "2x1xi32", "2xi32", name="main")(
        lambda x, i, u: hl.scatter(
            x, i, u, lambda old, new: old + added(hl.sort(twice(new))), update_window_dims=[],
            inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1, unique_indices=True,
        )
    )  # fmt: skip
    given = np.arange(1, 4, dtype=np.int32), np.array([[0], [2]], np.int32), np.array([5, 6], np.int32)
    assert through_onnx(updates, *given)[0].tolist() == [11, 2, 15]


@pytest.mark.parametrize(
    ("op", "body"),
    [
        ("broadcast_in_dim", lambda x, t: first(twice(x))),
        ("while", lambda x, t: first(hl.while_(hl.reshape(t, (4,)), lambda s: first(s) < x, lambda s: s + 1))),
        ("gather", lambda x, t: added(hl.gather(
            hl.reshape(t, (4,)), hl.reshape(x, (1,)), offset_dims=[0], collapsed_slice_dims=[], start_index_map=[0],
            index_vector_dim=0, slice_sizes=[2]))),
        ("dynamic_slice", lambda x, t: added(hl.dynamic_slice(hl.reshape(t, (4,)), [x], slice_sizes=[2]))),
        ("bitcast_convert", lambda x, t: first(hl.bitcast_convert(x, "i16"))),
        ("reduce", lambda x, t: hl.map([x], lambda y: hl.reduce(y, x, dimensions=[], body=hl.add))),
    ],
)  # fmt: skip
def test_no_form(op: str, body: Any) -> None:
    with pytest.raises(ExportError, match=rf"its computation has stablehlo\.{op}, which can't run for many elements"):
        to_onnx(mapped(body))
