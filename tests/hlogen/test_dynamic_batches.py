"""Programs of `?` sizes: built, run, derived, batched and refined, against the same written for known sizes."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.dynamic_models import MODELS, RNG, arrays, built, known

import hlogen as hl
from hlogen.builder import trees


@pytest.mark.parametrize("name", MODELS)
def test_dynamic_programs_are_the_static_ones(name: str) -> None:
    model = MODELS[name]
    dynamic = built(model.types, model)
    str(dynamic)  # upstream verifies it
    floats = [number for number, type in enumerate(model.types) if "i32" not in str(type)]
    gradient = None if model.why_no_gradient else hl.grad(dynamic, floats)
    shapes = [leaf for type in model.types for leaf in trees.flatten(type, "type")[0]]
    for size in (3, 1, 0):
        static = built(known(model.types, size), model)
        given = arrays(model.types, size)
        expected = static(*given)
        np.testing.assert_allclose(dynamic(*given), expected, rtol=1e-5)
        refined = hl.transform.refine(dynamic, known(shapes, size))
        assert all(argument.type.is_static for argument in refined.function("f").arguments)
        assert not re.search(r"tensor<[^>]*\?|dynamic_(gather|iota|pad|reshape|broadcast)", str(refined))
        np.testing.assert_allclose(hl.run(refined, *trees.flatten(given, "given")[0]), expected, rtol=1e-5)
        if gradient is None:
            continue
        found, wanted = gradient(*given), hl.grad(static, floats)(*given)
        for one, other in zip(trees.flatten(found, "g")[0], trees.flatten(wanted, "g")[0], strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("name", MODELS)
def test_batches_of_dynamic_programs(name: str) -> None:
    model = MODELS[name]
    axes = [0] * (len(model.types) - 1) + [None]
    batched = hl.vmap(built(model.types, model), axes, axis_size=2)
    given = arrays(model.types, 3)
    others = arrays(model.types, 3)
    many = [np.stack(pair) for pair in zip(given[:-1], others[:-1], strict=True)]
    alone = [built(known(model.types, 3), model)(*each[:-1], given[-1]) for each in (given, others)]
    np.testing.assert_allclose(batched(*many, given[-1]), alone, rtol=1e-4)


def test_other_backends_run_dynamic_programs() -> None:
    """Composites and functions that are called with several shapes among them."""
    model = MODELS["two sizes"]
    program = built(model.types, model)
    x, y = (RNG.normal(size=(rows, 4)).astype(np.float32) for rows in (3, 5))
    _, _, params = arrays(model.types, 3)
    for backend in ("xla", "upstream"):
        for _ in range(2):
            np.testing.assert_allclose(hl.run(program, x, y, params, backend=backend), program(x, y, params), rtol=1e-5)


def test_a_broadcast_that_only_the_run_decides_has_a_gradient() -> None:
    """Without known_nonexpanding_dimensions a dynamic dimension may have size 1 and be repeated."""

    @hl.function("?x3xf32", "2xi32", "?x3xf32")
    def spread(x, shape, weights):
        return hl.sum(
            hl.dynamic_broadcast_in_dim(x, shape, broadcast_dimensions=[0, 1], result_type="?x3xf32") * weights
        )

    weights = RNG.normal(size=(4, 3)).astype(np.float32)
    shape = np.array([4, 3], np.int32)
    gradient = hl.grad(spread, "x")
    for rows, expected in ((1, weights.sum(0, keepdims=True)), (4, weights)):
        found = gradient(np.ones((rows, 3), np.float32), shape, weights)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)  # sums of either sign


def test_refining_keeps_composites_and_says_what_does_not_fit() -> None:
    @hl.function("?xf32", "?xf32")
    def f(x, y):
        both = hl.concatenate([x, y], dimension=0)
        return hl.sum(hl.stop_gradient(x) * x) + hl.sum(hl.stop_gradient(y) * y) + 0 * hl.sum(hl.stop_gradient(both))

    refined = hl.transform.refine(f, [[2], "3xf32"])
    composites = [operation for operation in refined.walk() if operation.name == "stablehlo.composite"]
    assert [str(operation.result.type) for operation in composites] == [f"tensor<{n}xf32>" for n in (2, 3, 5)]
    found = hl.grad(refined, "x")(np.array([3, 4], np.float32), np.ones(3, np.float32))
    assert found.tolist() == [3, 4]  # and not twice that

    added = hl.function("?xf32", "?xf32", name="added")(lambda x, y: x + y)
    with pytest.raises(
        hl.BindingsError, match=r"added can't have arguments of tensor<3xf32>, tensor<4xf32>:(?s:.*)same"
    ):
        hl.transform.refine(added, [[3], [4]])
    for shapes, said in (
        ([[3]], "shapes has 1 entries, but added takes 2 arguments"),
        ([[3], [3, 1]], r"argument 1 \(y\) of added is tensor<\?xf32>, and can't be tensor<3x1xf32>"),
        ([[3], None], r"argument 1 \(y\) of added is tensor<\?xf32>, which isn't static"),
        ([[3], 7], r"the shape of argument 1 \(y\) of added is a list of sizes, a type or an array, not int 7"),
        ([[3], "4xf64"], "can't be tensor<4xf64>"),
    ):
        with pytest.raises(hl.UsageError, match=said):
            hl.transform.refine(added, shapes)


def test_sizes_that_are_the_same_cancel_one_by_one() -> None:
    @hl.function("?x3xf32", "?xf32")
    def f(x, y):
        square = x @ x.T  # both sizes are that of x
        n = hl.size(x, 0)
        return (
            square.reshape(n, -1),
            square.reshape(-1),
            square.reshape(n, n, -1),
            hl.sum(y).reshape(()),
            y.reshape(-1, n),
        )

    x, y = RNG.normal(size=(4, 3)).astype(np.float32), np.arange(8, dtype=np.float32)
    for _ in range(2):
        one, row, cube, total, rows = f(x, y)
        assert (one.shape, row.shape, cube.shape, rows.shape) == ((4, 4), (16,), (4, 4, 1), (2, 4))
        assert total == 28
    squeezed = hl.function("?xf32")(lambda x: hl.squeeze(x, 0))
    assert squeezed(np.array([5], np.float32)) == 5


def test_values_behind_a_barrier_have_their_own_sizes() -> None:
    @hl.function("?xf32", "?xf32")
    def f(x, y):
        first, second = hl.optimization_barrier(x, y)
        return first + 1, second + 1

    first, second = f(np.ones(2, np.float32), np.ones(3, np.float32))
    assert (first.shape, second.shape) == ((2,), (3,))


def test_a_loop_whose_sizes_may_change_has_no_way_back() -> None:
    @hl.function("?xf32")
    def grown(x):
        return hl.sum(hl.fori(0, 2, lambda i, c: hl.concatenate([c, c], 0), x))

    assert grown(np.ones(3, np.float32)) == 12
    with pytest.raises(hl.UsageError, match=r"(?s)while .*dimension 0 of what it carries as tensor<\?xf32>.*fix: "):
        hl.grad(grown)


def test_scans_of_sizes_that_only_the_run_knows() -> None:
    @hl.function("?x2xf32", "?x2xf32", "i32")
    def f(x, y, n):
        counted = hl.scan(lambda c, _: (c * 2, c), 1, length=n)
        grown = hl.scan(lambda c, row: (hl.concatenate([c, row], 0), None), y[:, 0], x)[0]
        return (
            *counted,
            grown,
            hl.scan(lambda c, rows: (c, rows), None, (x, x * 2))[1],
            hl.arange(n - 5),
            hl.arange(n),
        )

    x, y = np.arange(6, dtype=np.float32).reshape(3, 2), np.ones((1, 2), np.float32)
    last, powers, grown, (once, twice), none, numbers = f(x, y, np.array(3, np.int32))
    assert (none.tolist(), numbers.tolist()) == ([], [0, 1, 2])  # as NumPy's of -2 and of 3
    assert (last, powers.tolist(), grown.tolist()) == (8, [1, 2, 4], [1, 0, 1, 2, 3, 4, 5])
    np.testing.assert_array_equal((once, twice), (x, 2 * x))
    with pytest.raises(
        hl.UsageError, match=r"(?s)y of scan is stacked, so its sizes are known before.*fix: reshape it"
    ):
        hl.function("?xf32", "3xf32")(lambda x, r: hl.scan(lambda c, r: (d := hl.concatenate([c, c], 0), d), x, r))


def test_functions_of_sizes_that_only_the_run_knows_are_numpy_s() -> None:
    @hl.function("?x4xf32")
    def f(x):
        rolled = hl.roll(x, 1, 0), hl.roll(x, -5, 0), hl.roll(x, 1, 1), hl.roll(x, 3)
        return (*rolled, *hl.split(x, 2, 1), *hl.split(x, [1, 3], axis=1), *hl.top_k(x, 2), *hl.top_k(x, 2, 0))

    for rows in (3, 2, 7):
        x = RNG.normal(size=(rows, 4)).astype(np.float32)
        expected = [np.roll(x, 1, 0), np.roll(x, -5, 0), np.roll(x, 1, 1), np.roll(x, 3)]
        expected += [*np.split(x, 2, 1), *np.split(x, [1, 3], axis=1)]
        for axis, first in ((1, np.s_[:, :2]), (0, np.s_[:2])):
            order = np.argsort(-x, axis, kind="stable")[first]
            expected += [np.take_along_axis(x, order, axis), order]
        for mine, theirs in zip(f(x), expected, strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_running_sums_and_parts_of_sizes_that_only_the_run_knows_are_numpy_s() -> None:
    @hl.function("?x4xf32")
    def f(x):
        parts = *hl.split(x, 2), *hl.split(x, [1, 3]), *hl.split(x, [-1]), *hl.split(x, [3, 1])
        return *parts, hl.cumsum(x, 0), hl.cumprod(x, 0, reverse=True), hl.cummax(x, 0)

    for rows in (0, 2, 6):
        x = RNG.normal(size=(rows, 4)).astype(np.float32)
        x[1:2, :2] = np.inf, np.nan
        parts = [part for cut in (2, [1, 3], [-1], [3, 1]) for part in np.split(x, cut)]
        running = np.cumsum(x, 0), np.cumprod(x[::-1], 0)[::-1], np.maximum.accumulate(x)
        for mine, theirs in zip(f(x), (*parts, *running), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)
    with pytest.raises(hl.HlogenError, match=r"20 elements can't be reshaped to output_shape \[2, 2, 4\]"):
        f(np.ones((5, 4), np.float32))
    with pytest.raises(hl.UsageError, match=r"tensor<\?x4xf32> can't be split into 0 parts"):
        hl.function("?x4xf32", name="refused")(lambda x: hl.split(x, 0))


def test_shapes_to_refine_are_a_list_and_those_of_tensors():
    program = hl.parse("func.func @main(%x: tensor<?xf32>, %t: !stablehlo.token) { return }")
    with pytest.raises(hl.UsageError, match=r"^shapes is a list of shapes, one for each argument of main, not int 5$"):
        hl.transform.refine(program, 5)
    said = r"^argument 1 \(t\) of main is a !stablehlo\.token, and only tensors have shapes to refine$"
    with pytest.raises(hl.UsageError, match=said):
        hl.transform.refine(program, [(3,), (2,)])
