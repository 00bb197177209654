"""Models of programs whose sizes only the run knows: written once, run with several sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import pytest
from helpers.dynamic_models import MODELS, arrays, built, known
from helpers.onnx_runs import session_of

import hlogen as hl
import interpreter
from hlogen.builder import trees
from hlogen.errors import UsageError
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx

SIZES = (3, 1, 7, 0)
IMAGES = {
    "input_batch_dimension": 0,
    "input_feature_dimension": 1,
    "input_spatial_dimensions": [2, 3],
    "kernel_output_feature_dimension": 0,
    "kernel_input_feature_dimension": 1,
    "kernel_spatial_dimensions": [2, 3],
}
WEIGHTS = {"q": "8x8xf32", "k": "8x8xf32", "v": "8x8xf32", "o": "8x8xf32", "u": "8x16xf32", "w": "16x8xf32"}


def names(value: onnx.ValueInfoProto) -> list[Any]:
    return [dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim]


def require_same(program: Any, types: Any, sizes: tuple[int, ...] = SIZES, **options: Any) -> onnx.ModelProto:
    """The model gives what the interpreter gives of the program made static."""
    model = to_onnx(program, **options)
    session = session_of(model)
    inputs = [given.name for given in session.get_inputs()]
    flat = trees.flatten(list(types), "types")[0]
    for size in sizes:
        given = trees.flatten(arrays(types, size), "given")[0]
        expected = interpreter.run(hl.transform.refine(program, known(flat, size)), *given)
        results = session.run(None, dict(zip(inputs, given, strict=True)))
        for mine, theirs in zip(results, expected, strict=True):
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-5)
    return model


@pytest.mark.share(2)
@pytest.mark.parametrize("name", MODELS)
def test_models_and_their_gradients(name: str) -> None:
    model = MODELS[name]
    program = built(model.types, model)
    floats = [number for number, type in enumerate(model.types) if "i32" not in str(type)]
    derived = program if model.why_no_gradient else hl.value_and_grad(program, floats)
    require_same(derived, model.types, (3, 0))


def transformer(x: Any, p: Any) -> Any:
    def normalized(x: Any) -> Any:
        centered = x - x.mean(-1, keepdims=True)
        return centered / hl.sqrt((centered**2).mean(-1, keepdims=True) + 1e-5)

    batch, length = hl.size(x, 0), hl.size(x, 1)
    rows = normalized(x)
    q, k, v = ((rows @ p[name]).reshape(batch, length, 2, 4).transpose((0, 2, 1, 3)) for name in "qkv")
    steps = hl.arange(length)
    scores = hl.where(steps[:, None] >= steps[None, :], hl.einsum("bhqd,bhkd->bhqk", q, k) / 2, -1e9)
    x = x + (hl.softmax(scores) @ v).transpose((0, 2, 1, 3)).reshape(batch, length, 8) @ p["o"]
    return x + hl.tanh(normalized(x) @ p["u"]) @ p["w"]


def images(x: Any, kernels: Any, scale: Any) -> Any:
    convolved = hl.relu(hl.convolution(x, kernels, **IMAGES))
    normalized = hl.batch_norm_inference(convolved, scale, scale, scale, scale**2, epsilon=1e-3, feature_index=1)
    ones = {"window_dimensions": [1, 1, 2, 2], "window_strides": [1, 1, 2, 2]}
    pooled = hl.reduce_window(normalized, -np.inf, "maximum", **ones)
    return pooled.reshape(hl.size(x, 0), -1), hl.reduce_window(normalized, 0.0, "add", **ones)


def test_a_transformer_whose_batch_and_length_only_the_run_knows() -> None:
    types = ("?x?x8xf32", WEIGHTS)
    axes = {"x": {0: "batch", 1: "time"}}
    model = require_same(hl.function(*types, name="f")(transformer), types, dynamic_axes=axes)
    assert [names(value) for value in (model.graph.input[0], *model.graph.output)] == [["batch", "time", 8]] * 2


def test_a_convolutional_network() -> None:
    types = ("?x2x7x8xf32", "3x2x3x3xf32", "3xf32")
    model = require_same(hl.function(*types, name="f")(images), types)
    assert [names(value) for value in model.graph.output] == [["x_dim0", 18], ["x_dim0", 3, 2, 3]]


def doubled_often(x: Any, n: Any) -> Any:
    """Sizes that grow in a loop."""
    (_, grown) = hl.while_loop(
        lambda carry: carry[0] < n,
        lambda carry: (carry[0] + 1, hl.concatenate([carry[1], carry[1]], 0)),
        (hl.constant(0, "i32"), x),
    )
    return grown, hl.size(grown, 0)


def test_a_loop_in_which_sizes_grow() -> None:
    program = hl.function("?x2xf32", "i32", name="f")(doubled_often)
    session = session_of(to_onnx(program))
    for rows, times in ((3, 2), (1, 0), (0, 1)):
        x = np.arange(2 * rows, dtype=np.float32).reshape(rows, 2)
        grown, size = session.run(None, {"x": x, "n": np.array(times, np.int32)})
        np.testing.assert_array_equal(grown, np.tile(x, (2**times, 1)))
        assert size == rows * 2**times


def test_branches_of_several_sizes() -> None:
    text = """
func.func @main(%x: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>, tensor<i32>) {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %2 = stablehlo.concatenate %0, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %0, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<i32>
}"""
    session = session_of(to_onnx(text))
    x = np.array([1, 2], np.float32)
    for pred, first in ((True, [1, 2, 1, 2]), (False, [1, 2])):
        one, both, size = session.run(None, {"x": x, "p": np.array(pred)})
        assert (one.tolist(), both.tolist(), size) == (first, [*first, 1, 2], len(first))


def test_shapes_that_arguments_say() -> None:
    """Their elements are sizes, and nobody knows of which dimension."""
    text = """
func.func @main(%x: tensor<?xf32>, %shape: tensor<2xi32>, %n: tensor<i32>) -> (tensor<?x?xf32>, tensor<?xi32>) {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.add %0, %0 : tensor<?x?xf32>
  %2 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %1, %3 : tensor<?x?xf32>, tensor<?xi32>
}"""
    given = {"x": np.arange(6, dtype=np.float32), "shape": np.array([3, 2], np.int32), "n": np.array(4, np.int32)}
    doubled, counted = session_of(to_onnx(text)).run(None, given)
    assert doubled.tolist() == [[0, 2], [4, 6], [8, 10]]
    assert counted.tolist() == [0, 1, 2, 3]


def test_sizes_that_are_numbers_and_extremes_of_flags() -> None:
    @hl.function("?x3xi1", "i64", "?xf32", "2xi32")
    def program(p, n, x, last):
        whole = [
            hl.reduce(p, init, dimensions=[0], body=body) for init, body in ((False, hl.maximum), (True, hl.minimum))
        ]
        part = hl.operation(
            "stablehlo.real_dynamic_slice",
            [hl.reshape(x, [n, -1]), np.array([0, 1], np.int32), last, np.array([1, 2], np.int32)],
            result_types=["?x?xf32"],
        )[0]
        return *whole, hl.get_dimension_size(p, 0), hl.reshape(x, [n, -1]), part

    session = session_of(to_onnx(program))
    inputs = [given.name for given in session.get_inputs()]
    x = np.arange(8, dtype=np.float32)
    for p in (np.array([[1, 0, 1], [0, 0, 1]], bool), np.zeros((0, 3), bool)):
        results = session.run(None, dict(zip(inputs, [p, np.array(2), x, np.array([1, 4], np.int32)], strict=True)))
        some, every, rows, whole, part = (one.tolist() for one in results)
        assert (some, every, rows) == (p.any(0).tolist(), p.all(0).tolist(), len(p))
        assert (whole, part) == (x.reshape(2, 4).tolist(), x.reshape(2, 4)[:1, 1:4:2].tolist())


def test_sizes_that_are_taken_from_others() -> None:
    @hl.function("?x?xf32")
    def program(x):
        sizes = hl.concatenate([hl.reshape(hl.get_dimension_size(x, d), [1]) for d in (0, 1, 1, 0, 1)], 0)
        turned = hl.slice(sizes, [2], [5], [1])[:2]
        every = hl.slice(sizes, [0], [5], [2])  # of 0, 2 and 4
        shapes = turned, hl.broadcast_in_dim(turned, [2], [0]), hl.concatenate([every[1:2], every[:1]], 0)
        return [hl.dynamic_reshape(x, shape, result_type="?x?xf32") for shape in shapes]

    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    for part in session_of(to_onnx(program)).run(None, {"x": x}):
        assert part.tolist() == x.reshape(3, 2).tolist()


def test_names() -> None:
    added = hl.function("?x4xf32", {"a": "?x4xf32"}, name="f")(lambda x, y: (x + 1, hl.concatenate([x, y["a"]], 0)))

    def named(**options: Any) -> list[list[Any]]:
        graph = to_onnx(added, **options).graph
        return [names(value) for value in (*graph.input, *graph.output)]

    assert named() == [["x_dim0", 4], ["y_a_dim0", 4], ["x_dim0", 4], ["y_a_dim0 + x_dim0", 4]]
    axes = {"x": {0: "batch"}, "y_a": {0: "batch"}}
    assert named(dynamic_axes=axes) == [["batch", 4], ["batch", 4], ["batch", 4], ["2*batch", 4]]
    for given, said in (
        ({"z": {0: "n"}}, "dynamic_axes names 'z', which is no input of @f; it has x, y_a"),
        ({"x": {1: "n"}}, r"dynamic_axes names dimension 1 of x, a tensor<\?x4xf32>; its dynamic dimensions: 0"),
        ({"x": {"0": "n"}}, "dynamic_axes names dimension '0' of x"),
        ({"x": {0: "2n"}}, r"dynamic_axes\['x'\]\[0\] = '2n', expected a name"),
        ({"x": ["n"]}, r"dynamic_axes\['x'\] is a dict from dimensions to names"),
        (["x"], "dynamic_axes of to_onnx is a dict"),
    ):
        with pytest.raises(UsageError, match=said):
            to_onnx(added, dynamic_axes=given)


@pytest.mark.parametrize(
    ("compute", "said"),
    [
        (lambda x: hl.sort(x, dimension=0), "stablehlo.sort .*: its comparator doesn't just compare keys"),
        (lambda x: hl.prod(x.astype("i32"), 0), "stablehlo.reduce .*: ONNX has no reduction that does what its body"),
        (lambda x: hl.cholesky(x.T @ x + 0 * x @ x.T), "stablehlo.cholesky .*: its meaning is written out for static"),
        (lambda x: hl.complex(x, x), "which complex and quantized tensors can't have"),
    ],
)
def test_what_needs_to_know_sizes_is_refused(compute: Callable[..., Any], said: str) -> None:
    with pytest.raises(ExportError, match=f"(?s){said}.*fix: make it static for the shapes at hand: hl.transform"):
        to_onnx(hl.function("?x?xf32", name="f")(compute))


CASES: dict[str, tuple[tuple[str, ...], Callable[..., Any], tuple[int, ...]]] = {
    "reductions": (
        ("?x4xf32",),
        lambda x: [
            *(reduce(x, 0) for reduce in (hl.sum, hl.max, hl.min, hl.prod, hl.mean)),
            *(hl.sum(x), hl.any(x > 0, 0), hl.all(x > 0, 0), hl.max(x, 1)),
        ],
        SIZES,
    ),
    "reductions of integers": (
        ("?x4xi32",),
        lambda x: [hl.sum(x, 0), hl.max(x, 0), hl.min(x.astype("i64"), 0), hl.sum(x), hl.sum(x, 1), x**2, x // 3],
        SIZES,
    ),
    "rows": (
        ("?x4xf32", "2xi32"),
        lambda x, i: [x[0], x[-1], x[1:], x[::-1], hl.take(x, i, axis=0, mode="clip"), x.at[i].add(1.0, mode="drop")],
        (3, 1, 7),
    ),
    "matrices": (
        ("?x4x?xf32", "2xi32"),
        lambda x, i: [
            *(x[1], x[:, 2], x.at[i].add(1.0, mode="drop")),
            *(hl.take(x, i, axis=axis, mode="clip") for axis in range(2)),
        ],
        (2, 5),
    ),
    "updates by another's rows": (
        ("?x4xf32", "?x4xf32"),
        lambda x, y: [x.at[:, 1:3].set(y[:, :2]), x.at[:, 1].max(y[:, 0])],
        SIZES,
    ),
    "sorted": (
        ("?x4xf32",),
        lambda x: [hl.sort(x, dimension=1), hl.argsort(x, 1), hl.cumsum(x, 1), x.argmax(1)],
        SIZES,
    ),
    "rolled": (("?x4xf32",), lambda x: [hl.roll(x, 1, 0), hl.roll(x, -5), *hl.split(x, 2, 1)], SIZES),
    "shapes": (
        ("?x?x4xf32",),
        lambda x: [hl.swapaxes(x, 0, 1), x.reshape(-1, 4), hl.einsum("abc,dbc->ad", x, x), hl.tile(x, (2, 1, 1))],
        SIZES,
    ),
    "branches": (
        ("?x4xf32",),
        lambda x: [
            hl.cond(hl.sum(x) > 0, lambda: x * 2, lambda: x - 1),
            hl.fori(0, 3, lambda i, c: hl.tanh(c) * 2 + x, x),
        ],
        SIZES,
    ),
    "halves": (("?x4xf16",), lambda x: [x.at[:, 0].add(1), hl.max(x, 0), x * 2], SIZES),
}


@pytest.mark.parametrize("name", CASES)
def test_operations(name: str) -> None:
    types, compute, sizes = CASES[name]
    require_same(hl.function(*types, name="f")(compute), types, sizes)
