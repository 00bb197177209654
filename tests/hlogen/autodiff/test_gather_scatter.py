"""Derivatives of gather and scatter in the cases that need thought: edges, ties, signs of zero, promises."""

import ml_dtypes
import numpy as np
import pytest
from helpers.drawn_programs import Promises

import hlogen as hl
import interpreter
from hlogen.errors import UsageError

ROWS = {
    "update_window_dims": [1],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
ONE = {**ROWS, "update_window_dims": []}  # one number per index
NAN, INF = np.nan, np.inf


def numbers(body, size=4, updates=3, indices="i32", **promises):
    """A scatter of single numbers."""

    @hl.function(f"{size}xf64", f"{updates}x1x{indices}", f"{updates}xf64", name="main")
    def main(x, i, u):
        return hl.scatter(x, i, u, body, **ONE, **promises)

    return main


def index(*rows, dtype=np.int32):
    return np.array(rows, dtype).reshape(-1, 1)


def gradients(function, *args, cotangent=None):
    """The gradients of floats for a cotangent, of ones if none is given."""
    shape = function.type.results[0].shape
    ones = np.ones(shape) if cotangent is None else np.array(cotangent, float)
    return interpreter.run(hl.vjp(function), *args, ones)[len(function.type.results) :]


def operations(function, name):
    return [operation for operation in function.operation.walk() if operation.name == f"stablehlo.{name}"]


# Where indices point.


@pytest.mark.parametrize("indices", ["i8", "ui8", "i32", "ui64"])
def test_a_gather_credits_the_element_that_it_read(indices):
    @hl.function("300x2xf64", f"4x1x{indices}", name="main")
    def main(x, i):
        sizes = {"slice_sizes": [3, 2], "start_index_map": [0], "index_vector_dim": 1}
        return hl.gather(x, i, offset_dims=[1, 2], collapsed_slice_dims=[], **sizes)

    starts = {"i8": [-128, 127, 5, 5], "ui8": [255, 200, 5, 5], "i32": [-9, 9999, 5, 5], "ui64": [2**63, 299, 5, 5]}
    clamped = {"i8": [0, 127, 5, 5], "ui8": [255, 200, 5, 5], "i32": [0, 297, 5, 5], "ui64": [297, 297, 5, 5]}
    wanted = np.zeros((300, 2))
    for start in clamped[indices]:
        wanted[start : start + 3] += 1
    i = index(*starts[indices], dtype=interpreter_dtype(indices))
    np.testing.assert_array_equal(gradients(main, np.zeros((300, 2)), i)[0], wanted)


def interpreter_dtype(name):
    return np.dtype(name.replace("ui", "uint") if name.startswith("u") else name.replace("i", "int"))


@pytest.mark.parametrize(("mode", "credit"), [("clip", [1, 0, 1, 2]), ("fill", [0, 0, 1, 0]), (None, [1, 0, 1, 2])])
def test_a_gather_in_a_mode_credits_what_it_read(mode, credit):
    @hl.function("4xf64", "4x1xi64", name="main")
    def main(x, i):
        sizes = {"slice_sizes": [1], "start_index_map": [0], "index_vector_dim": 1}
        return hl.gather(x, i, offset_dims=[], collapsed_slice_dims=[0], **sizes, mode=mode)

    # 2**32 + 2 doesn't fit 32 bits, where it would be 2.
    (gradient,) = gradients(main, np.arange(4.0), index(-1, 2, 4, 2**32 + 2, dtype=np.int64))
    np.testing.assert_array_equal(gradient, credit)


def test_a_scatter_credits_each_element_of_a_window_by_itself():
    @hl.function("5xf64", "3x1xi8", "3x3xf64", name="main")
    def main(x, i, u):
        return hl.scatter(x, i, u, "add", **{**ROWS, "inserted_window_dims": []})

    cotangent = np.array([1.0, 2, 3, 4, 5])
    of_x, of_u = gradients(main, np.zeros(5), index(-1, 4, -128, dtype=np.int8), np.ones((3, 3)), cotangent=cotangent)
    np.testing.assert_array_equal(of_x, cotangent)
    np.testing.assert_array_equal(of_u, [[0, 1, 2], [5, 0, 0], [0, 0, 0]])


def test_nothing_is_clamped_or_masked_where_indices_are_known_to_be_inside():
    @hl.function("5x3xf64", "4xi32", "4x3xf64", name="main")
    def main(x, i, u):
        rows = hl.reshape(hl.clamp(1, i, 3), [4, 1])
        return hl.scatter(x, rows, u, "add", **ROWS)

    gradient = hl.vjp(main, wrt=2)
    assert not operations(gradient, "select")
    assert not operations(gradient, "pad")
    assert len(operations(gradient, "clamp")) == 1


@pytest.mark.parametrize(
    ("starts", "is_unique"),
    [([0, 2, 4], True), ([4, 0, 2], True), ([0, 1, 4], False), ([0, 2, 2], False), ([0, 4, 9], False)],
)
def test_constant_indices_are_known_to_be_unique(starts, is_unique):
    """Two windows of two that overlap aren't, nor are two that are moved to the same place."""

    @hl.function("6xf64", name="main")
    def main(x):
        sizes = {"slice_sizes": [2], "start_index_map": [0], "index_vector_dim": 1, "indices_are_sorted": False}
        return hl.gather(x, hl.constant(index(*starts)), offset_dims=[1], collapsed_slice_dims=[], **sizes)

    gradient = hl.vjp(main)
    (scatter,) = operations(gradient, "scatter")
    assert scatter.attributes["unique_indices"] is is_unique
    assert not operations(gradient, "clamp")
    promises = Promises()
    interpreter.run(gradient, np.zeros(6), np.ones((3, 2)), listeners=[promises])
    assert promises.promised == is_unique


@pytest.mark.parametrize(
    ("indices", "is_unique"),
    [
        (lambda i: hl.iota("3xi32") * 2 + i, True),  # three windows of two, side by side from anywhere on
        (lambda i: hl.iota("3xi32") + i, False),
        (lambda i: hl.reverse(hl.iota("3xi32"), dimensions=[0]) * 3 + i, True),
        (lambda i: i * 2, False),
    ],
)
def test_computed_indices_are_known_to_be_unique(indices, is_unique):
    @hl.function("12xf64", "i32", name="main")
    def main(x, first):
        first = hl.broadcast_in_dim(hl.clamp(0, first, 4), (3,), broadcast_dimensions=[])
        sizes = {"slice_sizes": [2], "start_index_map": [0], "index_vector_dim": 1, "indices_are_sorted": False}
        return hl.gather(x, indices(first), offset_dims=[1], collapsed_slice_dims=[], **sizes)

    gradient = hl.vjp(main)
    (scatter,) = operations(gradient, "scatter")
    assert scatter.attributes["unique_indices"] is is_unique
    assert len(operations(gradient, "clamp")) == 1
    for first in (-5, 0, 3, 99):
        promises = Promises()
        interpreter.run(gradient, np.zeros(12), np.array(first, np.int32), np.ones((3, 2)), listeners=[promises])
        assert promises.promised == is_unique


def test_a_set_at_places_that_are_proved_to_differ_takes_no_ids():
    def main(x, u, indices):
        return hl.scatter(x, hl.reshape(indices, [4, 1]), u, "set", **ROWS)

    types = "9x3xf64", "4x3xf64", "4xi32"
    proved = hl.function(*types, name="main")(lambda x, u, i: main(x, u, hl.iota("4xi32") * 2))
    unknown = hl.function(*types, name="main")(lambda x, u, i: main(x, u, i))
    assert len(operations(hl.vjp(proved), "gather")) < len(operations(hl.vjp(unknown), "gather"))
    x, u, cotangent = np.zeros((9, 3)), np.ones((4, 3)), np.arange(27.0).reshape(9, 3)
    i = np.arange(4, dtype=np.int32) * 2
    for ours, theirs in zip(
        gradients(proved, x, u, i, cotangent=cotangent), gradients(unknown, x, u, i, cotangent=cotangent), strict=True
    ):
        np.testing.assert_array_equal(ours, theirs)


def test_order_is_kept_where_indices_of_one_element_are_clamped():
    def gradient(count):
        @hl.function("5x5xf64", f"3x{count}xi32", name="main")
        def main(x, i):
            return hl.gather(
                x, i, offset_dims=[], collapsed_slice_dims=[0, 1], start_index_map=list(range(count)),
                index_vector_dim=1, slice_sizes=[1, 1], indices_are_sorted=True,
            )  # fmt: skip

        (scatter,) = operations(hl.vjp(main), "scatter")
        return scatter.attributes["indices_are_sorted"]

    assert gradient(1) is True
    assert gradient(2) is False


@pytest.mark.parametrize("body", ["add", "set", "min", "mul"])
def test_what_a_scatter_promises_its_derivatives_promise(body):
    """Of windows of one element, wherever they land, clamped into margins or not."""
    for promised in (True, False):
        function = numbers(body, indices_are_sorted=promised, unique_indices=True)
        for derived in (hl.vjp(function), hl.jvp(function)):
            made = [*operations(derived, "gather"), *operations(derived, "scatter")]
            assert len(made) > 1
            assert {operation.attributes["indices_are_sorted"] for operation in made} == {promised}


class PromisesOfScatters(Promises):
    def on_op(self, op, operands, results):
        if op.name == "stablehlo.scatter":
            super().on_op(op, operands, results)


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("count", [1, 2])
def test_indices_that_are_moved_inside_are_promised_to_be_sorted_only_where_they_are(count, is_known):
    sizes = {"slice_sizes": [2, 1], "start_index_map": list(range(count)), "index_vector_dim": 1}
    rng, promises = np.random.default_rng(count), PromisesOfScatters()
    for _ in range(10):
        given = np.array(sorted(rng.integers(-3, 8, (4, count)).tolist()), np.int32)

        def main(x, i, given=given):
            i = hl.constant(given) if is_known else i
            return hl.gather(x, i, offset_dims=[1], collapsed_slice_dims=[1], indices_are_sorted=True, **sizes)

        gradient = hl.vjp(hl.function("5x5xf64", f"4x{count}xi32", name="main")(main))
        interpreter.run(gradient, np.zeros((5, 5)), given, np.ones((4, 2)), listeners=[promises])
    assert count > 1 or promises.promised > 5


# What is written last.


def test_a_set_keeps_the_sign_of_zero():
    i, zero = index(1, 1, 9), np.array([-0.0] * 4)
    result, tangent = interpreter.run(hl.jvp(numbers("set")), zero, i, -np.zeros(3), np.ones(4), np.array([1.0, 2, 3]))
    assert np.signbit(result).all()
    np.testing.assert_array_equal(tangent, [1, 2, 1, 1])


def test_a_set_without_duplicates_needs_no_ids():
    assert len(operations(hl.vjp(numbers("set", unique_indices=True)), "scatter")) == 2
    # Nor where the updates have no tangent: they all write zero.
    assert len(operations(hl.vjp(numbers("set"), wrt=0), "scatter")) == 2


def test_the_winner_of_several_inputs_is_one():
    @hl.function("4xf64", "4xf64", "5x1xi32", "5xf64", "5xf64", name="main")
    def main(x, y, i, u, v):
        return hl.scatter([x, y], i, [u, v], "set", **ONE)

    i, u = index(1, 3, 1, 3, 0), np.arange(5.0)
    args = [np.zeros(4), np.zeros(4), i, u, -u]
    *_, of_u, of_v = interpreter.run(hl.vjp(main), *args, np.array([1.0, 2, 3, 4]), np.array([5.0, 6, 7, 8]))
    np.testing.assert_array_equal(of_u, [0, 0, 2, 4, 1])
    np.testing.assert_array_equal(of_v, [0, 0, 6, 8, 5])


# Ties.

TIED = [
    # x, updates to place 1, whether x[1] is kept, shares of updates, the first winner's
    ([5.0, 7, 5, 5], [7, 7, 3], [1, 1 / 3, 1, 1], [1 / 3, 1 / 3, 0], [1, 1, 1, 1], [0, 0, 0]),
    ([5.0, 6, 5, 5], [7, 3, 7], [1, 0, 1, 1], [1 / 2, 0, 1 / 2], [1, 0, 1, 1], [1, 0, 0]),
    ([5.0, 9, 5, 5], [7, 7, 3], [1, 1, 1, 1], [0, 0, 0], [1, 1, 1, 1], [0, 0, 0]),
    ([NAN, 6, 5, 5], [7, NAN, NAN], [1, 0, 1, 1], [0, 1 / 2, 1 / 2], [1, 0, 1, 1], [0, 1, 0]),
    ([5.0, NAN, 5, 5], [7, NAN, 3], [1, 1 / 2, 1, 1], [0, 1 / 2, 0], [1, 1, 1, 1], [0, 0, 0]),
    ([5.0, -INF, 5, 5], [-INF, -INF, -INF], [1, 1 / 4, 1, 1], [1 / 4] * 3, [1, 1, 1, 1], [0, 0, 0]),
]


@pytest.mark.parametrize(("x", "u", "kept", "shares", "kept_first", "first"), TIED)
def test_ties(x, u, kept, shares, kept_first, first):
    for body, sign in (("max", 1), ("min", -1)):
        args = [sign * np.array(x, float), index(1, 1, 1), sign * np.array(u, float)]
        of_x, of_u = gradients(numbers(body), *args)
        np.testing.assert_allclose(of_x, kept)
        np.testing.assert_allclose(of_u, shares)
        with hl.ties("first"):
            of_x, of_u = gradients(numbers(body), *args)
        np.testing.assert_array_equal(of_x, kept_first)
        np.testing.assert_array_equal(of_u, first)


@pytest.mark.parametrize("mode", ["clip", "drop", None])
def test_ties_out_of_bounds(mode):
    """Only what is moved inside competes there."""
    of_x, of_u = gradients(numbers("max", mode=mode), np.zeros(4), index(9, 3, -1), np.ones(3))
    np.testing.assert_array_equal(of_x, [0, 1, 1, 0] if mode == "clip" else [1, 1, 1, 0])
    np.testing.assert_array_equal(of_u, [1 / 2, 1 / 2, 1] if mode == "clip" else [0, 1, 0])


def test_many_ties_of_narrow_floats():
    """More than bf16 can count."""

    @hl.function("1xbf16", "1000x1xi32", "1000xbf16", name="main")
    def main(x, i, u):
        return hl.scatter(x, i, u, "max", **ONE)

    ones = np.ones(1000, ml_dtypes.bfloat16)
    _, _, of_u = interpreter.run(hl.vjp(main), 0 * ones[:1], np.zeros((1000, 1), np.int32), ones, ones[:1])
    np.testing.assert_allclose(of_u.astype(float), 1 / 1000, rtol=2**-8)


def test_ties_have_two_ways():
    with pytest.raises(UsageError, match="ties go to 'share' or 'first', not 'last'"), hl.ties("last"):
        pass


# Products.


def test_a_product_stays_away_from_other_places():
    """An infinity that nothing is multiplied with gets no NaN, nor do zeros."""
    args = [np.array([INF, 2, 0, 3]), index(1, 2, 3), np.array([0.0, 5, 6])]
    function = numbers("mul", unique_indices=True)
    _, tangent = interpreter.run(hl.jvp(function), *args, np.ones(4), np.ones(3))
    np.testing.assert_array_equal(tangent, [1, 0 + 2, 5 + 0, 6 + 3])
    of_x, of_u = gradients(function, *args)
    np.testing.assert_array_equal(of_x, [1, 0, 5, 6])
    np.testing.assert_array_equal(of_u, [2, 0, 3])


# Types.


@pytest.mark.parametrize("body", ["add", "set", "max", "mul"])
def test_a_computation_in_wider_floats(body):
    """f32 is converted to f64 first; what flows back is converted to f32."""

    @hl.function("4xf32", "3x1xi32", "3xf32", name="main")
    def wide(x, i, u):
        return hl.scatter(x, i, u, body, **ONE, computation_types="f64", unique_indices=True)

    x, u = np.array([1, 2, 3, 4], "f"), np.array([5, 1, 7], "f")
    i = index(1, 3, 7)
    cotangent = np.array([1, 2, 3, 4.0])
    result, *of_wide = interpreter.run(hl.vjp(wide), x, i, u, cotangent)
    assert result.dtype == np.float64
    assert [gradient.dtype for gradient in of_wide] == [np.float32] * 2
    wanted = gradients(numbers(body, unique_indices=True), x.astype(float), i, u.astype(float), cotangent=cotangent)
    for got, want in zip(of_wide, wanted, strict=True):
        np.testing.assert_array_equal(got, want.astype(np.float32))


def test_integers_beside_floats_have_no_tangent():
    @hl.function("4xf64", "4xi32", "3x1xi32", "3xf64", "3xi32", name="main")
    def main(x, n, i, u, m):
        return hl.scatter([x, n], i, [u, m], lambda x, n, u, m: (x + u, hl.maximum(n, m)), **ONE)

    derived = hl.jvp(main)
    assert [str(type) for type in derived.type.results] == ["tensor<4xf64>", "tensor<4xi32>", "tensor<4xf64>"]
    with pytest.raises(UsageError, match="only floats and complex numbers have derivatives"):
        hl.jvp(main, wrt=1)


@pytest.mark.parametrize("body", ["add", "mul", "min", "max", lambda old, new: new, lambda old, new: old * 2.0 + new])
def test_where_there_is_nothing_to_update_or_no_update_only_the_input_counts(body):
    for size, count in ((3, 0), (0, 0), (0, 2)):

        @hl.function(f"{size}xf32", f"{count}x1xi32", f"{count}xf32", name="main")
        def main(x, i, u):
            return hl.scatter(
                x,
                i,
                u,
                body,
                update_window_dims=[],
                inserted_window_dims=[0],
                scatter_dims_to_operand_dims=[0],
                index_vector_dim=1,
            )

        x, u = np.full(size, 3, np.float32), np.full(count, 5, np.float32)
        i = np.zeros((count, 1), np.int32)
        result, tangent = hl.jvp(main, (0, 2))(x, i, u, x + 1, u + 1)
        assert (result.tolist(), tangent.tolist()) == ([3] * size, [4] * size)
        result, to_input, to_updates = hl.vjp(main, (0, 2))(x, i, u, x + 1)
        assert (to_input.tolist(), to_updates.tolist()) == ([4] * size, [0] * count)
