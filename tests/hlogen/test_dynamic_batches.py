"""Programs of `?` sizes: built, run, derived, batched and refined, against the same written for known sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import hlogen as hl
from hlogen.builder import trees

RNG = np.random.default_rng(3)
PARAMS = {"w": "4x3xf32", "b": "3xf32", "e": "10x4xf32"}


class Model(NamedTuple):
    """The types of its arguments, the last of which are parameters, and the number that it computes."""

    types: tuple[Any, ...]
    compute: Callable[..., Any]
    why_no_gradient: str = ""


ROWS = ("?x4xf32", PARAMS)
MODELS: dict[str, Model] = {
    "linear": Model(ROWS, lambda x, p: hl.sum(x @ p["w"] + p["b"])),
    "mlp": Model(ROWS, lambda x, p: hl.mean(hl.tanh(x @ p["w"] + p["b"]) ** 2)),
    "softmax": Model(ROWS, lambda x, p: -hl.mean(hl.softmax(x @ p["w"] + p["b"]) ** 2)),
    "softmax of all": Model(("?x?xf32", PARAMS), lambda x, p: hl.sum(hl.softmax(x) ** 2) + hl.logsumexp(x)),
    "reshape": Model(ROWS, lambda x, p: hl.sum(x.reshape(hl.size(x, 0), 2, 2).sum(1) ** 2)),
    "reshape to a row": Model(ROWS, lambda x, p: hl.sum(x.reshape(-1) ** 2)),
    "concatenate": Model(ROWS, lambda x, p: hl.sum(hl.concatenate([x, x * 2], 1) ** 2)),
    "concatenate rows": Model(ROWS, lambda x, p: hl.sum((hl.concatenate([x, x * 2], 0) @ p["w"]) ** 2)),
    "layer norm": Model(
        ROWS, lambda x, p: hl.sum((x - x.mean(1, keepdims=True)) / hl.sqrt(x.var(1, keepdims=True) + 0.1) * p["w"].T[0])
    ),
    "attention": Model(
        ("?x5x4xf32", PARAMS), lambda x, p: hl.sum(hl.softmax(hl.einsum("bqd,bkd->bqk", x, x)) @ x @ p["w"])
    ),
    "maximum": Model(ROWS, lambda x, p: hl.sum(hl.max(x, 1)) + hl.sum(hl.relu(x @ p["w"]))),
    "clip and where": Model(
        ROWS, lambda x, p: hl.sum(hl.where(x > 0, x.clip(-0.5, 0.5), x * p["e"][0])) + hl.sum(hl.clamp(0, x, 1))
    ),
    "argmax": Model(ROWS, lambda x, p: hl.sum(hl.one_hot(x.argmax(1), 4) * x)),
    "transposed": Model(ROWS, lambda x, p: hl.sum(hl.tanh(x.T @ x))),
    "sort": Model(ROWS, lambda x, p: hl.sum(hl.sort(x, dimension=1) * p["e"][0]), "sort"),
    "pad": Model(ROWS, lambda x, p: hl.sum(hl.pad(x, p["b"][0], [1, 0], [0, 2]) ** 2)),
    "tile and repeat": Model(ROWS, lambda x, p: hl.sum(hl.tile(x, (2, 1)) ** 2) + hl.sum(hl.repeat(x, 3, 0))),
    "arange": Model(ROWS, lambda x, p: hl.sum(x.sum(1) * hl.arange(hl.size(x, 0)).astype("f32"))),
    "two sizes": Model(
        ("?x4xf32", "?x4xf32", PARAMS), lambda x, y, p: hl.sum(hl.softmax(x @ y.T)) + hl.mean(hl.log_softmax(y) ** 2)
    ),
    "slices": Model(ROWS, lambda x, p: hl.sum(x[:, 1:3] ** 2) + hl.sum(x[:, 0] * 3) + hl.sum(x[:, None, ::2] ** 2)),
    "updates": Model(ROWS, lambda x, p: hl.sum(x.at[:, 0].set(0.0) ** 2) + hl.sum(x.at[:, 1].add(2.0) ** 2)),
    "embedding": Model(("?xi32", PARAMS), lambda i, p: hl.sum((hl.take(p["e"], i, axis=0) @ p["w"]) ** 2)),
    "rows of tokens": Model(
        ("?x4xf32", "?xi32", PARAMS),
        lambda x, i, p: hl.sum(hl.take_along_axis(x @ p["w"], hl.expand_dims(i % 3, 1), 1) ** 2),
    ),
    "segments": Model(
        ("?x4xf32", "?xi32", PARAMS), lambda x, i, p: hl.sum(hl.tanh(hl.segment_sum(x, i % 5, 5)) @ p["w"])
    ),
    "loop": Model(
        ROWS, lambda x, p: hl.sum(hl.fori(0, 3, lambda i, c: hl.tanh(c @ (p["w"] @ p["w"].T)), x)), "while"
    ),
}  # fmt: skip


def known(types: Any, size: int) -> Any:
    return trees.mapped(lambda text: text.replace("?", str(size)), list(types), "types")


def arrays(types: Any, size: int) -> Any:
    return trees.mapped(_array, known(types, size), "types")


def _array(text: str) -> Any:
    type = hl.tensor(text)
    if "i32" in text:
        return RNG.integers(0, 10, type.static_shape).astype(np.int32)
    return RNG.normal(size=type.static_shape).astype(np.float32)


def built(types: Any, model: Model) -> hl.Function:
    return hl.function(*types, name="f")(model.compute)


@pytest.mark.parametrize("name", MODELS)
def test_dynamic_programs_are_the_static_ones(name: str) -> None:
    model = MODELS[name]
    dynamic = built(model.types, model)
    str(dynamic)  # upstream verifies it
    floats = [number for number, type in enumerate(model.types) if "i32" not in str(type)]
    gradient = None if model.why_no_gradient else hl.grad(dynamic, floats)
    shapes = [leaf for type in model.types for leaf in trees.flatten(type, "type")[0]]
    for size in (3, 1, 4, 0):
        static = built(known(model.types, size), model)
        given = arrays(model.types, size)
        expected = static(*given)
        np.testing.assert_allclose(dynamic(*given), expected, rtol=1e-5)
        refined = hl.transform.refine(dynamic, known(shapes, size))
        assert all(argument.type.is_static for argument in refined.function("f").arguments)
        assert "dynamic_" not in str(refined)
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
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_refining_keeps_composites_and_says_what_does_not_fit() -> None:
    @hl.function("?xf32", "?xf32")
    def f(x, y):
        return hl.sum(hl.stop_gradient(x) * x) + hl.sum(hl.stop_gradient(y) * y)

    refined = hl.transform.refine(f, [[2], "3xf32"])
    assert [operation.name for operation in refined.walk()].count("stablehlo.composite") == 2
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
        ([[3], 7], r"shapes\[1\] is a list of sizes or a type, not int 7"),
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
