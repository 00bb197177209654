"""Operations that move elements, of every element type, against the interpreter: the same bits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.one_op import i64, ints
from helpers.onnx_ops import Operations
from helpers.onnx_runs import run_model, through_onnx
from helpers.onnx_values import ELEMENT_TYPES, elements, shape

from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx

Rng = np.random.Generator


def _text(dims: tuple[int, ...], type: str) -> str:
    return "".join(f"{dim}x" for dim in dims) + type


def _broadcast_in_dim(rng: Rng, ops: Operations, type: str) -> None:
    rank = int(rng.integers(0, 5))
    result = shape(rng, rank)
    dimensions = rng.permutation(rank)[: rng.integers(0, rank + 1)].tolist()
    dims = tuple(1 if rng.random() < 0.3 else result[d] for d in dimensions)
    x, attributes = elements(rng, type, dims), {"broadcast_dimensions": ints(*dimensions)}
    if rng.random() < 0.5:
        ops.add("stablehlo.broadcast_in_dim", x, attributes=attributes, results=_text(result, type), types=[type])
    else:
        name = "stablehlo.dynamic_broadcast_in_dim"
        target = np.array(result, np.int32)
        ops.add(name, x, target, attributes=attributes, results=_text(result, type), types=[type, "i32"])


def _reshape(rng: Rng, ops: Operations, type: str) -> None:
    dims = shape(rng, int(rng.integers(0, 4)))
    result = (*dims[2:], 1, int(np.prod(dims[:2]))) if rng.random() < 0.7 else (*dims, 1)
    x = elements(rng, type, dims)
    if rng.random() < 0.5:
        ops.add("stablehlo.reshape", x, results=_text(result, type), types=[type])
    else:
        given = [x, np.array(result, np.int64)]
        ops.add("stablehlo.dynamic_reshape", *given, results=_text(result, type), types=[type, "i64"])


def _transpose(rng: Rng, ops: Operations, type: str) -> None:
    rank = int(rng.integers(0, 5))
    permutation = ints(*rng.permutation(rank).tolist())
    ops.add("stablehlo.transpose", elements(rng, type, shape(rng, rank)), attributes={"permutation": permutation})


def _concatenate(rng: Rng, ops: Operations, type: str) -> None:
    dims = list(shape(rng, int(rng.integers(1, 4))))
    dimension = int(rng.integers(len(dims)))
    inputs = []
    for _ in range(rng.integers(1, 4)):
        dims[dimension] = int(rng.integers(0, 3))
        inputs.append(elements(rng, type, dims))
    ops.add("stablehlo.concatenate", *inputs, attributes={"dimension": i64(dimension)}, types=[type] * len(inputs))


def _slice(rng: Rng, ops: Operations, type: str) -> None:
    dims = shape(rng, int(rng.integers(0, 4)), most=7)
    starts = [int(rng.integers(0, dim + 1)) for dim in dims]
    limits = [int(rng.integers(start, dim + 1)) for start, dim in zip(starts, dims, strict=True)]
    strides = ints(*(int(rng.integers(1, 4)) for _ in dims))
    attributes = {"start_indices": ints(*starts), "limit_indices": ints(*limits), "strides": strides}
    ops.add("stablehlo.slice", elements(rng, type, dims), attributes=attributes, types=[type])


def _reverse(rng: Rng, ops: Operations, type: str) -> None:
    rank = int(rng.integers(0, 4))
    dimensions = rng.permutation(rank)[: rng.integers(0, rank + 1)].tolist()
    x = elements(rng, type, shape(rng, rank))
    ops.add("stablehlo.reverse", x, attributes={"dimensions": ints(*dimensions)}, types=[type])


def _pad(rng: Rng, ops: Operations, type: str) -> None:
    dims = shape(rng, int(rng.integers(0, 4)))
    interior = rng.integers(0, 3, len(dims))
    spread = np.array([dim + max(dim - 1, 0) * inner for dim, inner in zip(dims, interior, strict=True)], np.int64)
    low = rng.integers(-3, 4, len(dims))
    high = np.maximum(rng.integers(-3, 4, len(dims)), -spread - low)
    x, value = elements(rng, type, dims), elements(rng, type, ())
    if rng.random() < 0.6:
        names = ("edge_padding_low", "edge_padding_high", "interior_padding")
        amounts = zip(names, (low, high, interior), strict=True)
        attributes = {name: ints(*map(int, amount)) for name, amount in amounts}
        ops.add("stablehlo.pad", x, value, attributes=attributes, types=[type, type])
    else:
        result = _text(tuple((spread + low + high).tolist()), type)
        given = [x, value, *(amount.astype(np.int32) for amount in (low, high, interior))]
        types = [type, type, "i32", "i32", "i32"]
        ops.add("stablehlo.dynamic_pad", *given, results=result, types=types, constants=(2, 3, 4))


def _iota(rng: Rng, ops: Operations, type: str) -> None:
    dims = shape(rng, int(rng.integers(1, 4)), most=9)
    attributes = {"iota_dimension": i64(int(rng.integers(len(dims))))}
    if type == "i1":
        return
    if rng.random() < 0.5:
        ops.add("stablehlo.iota", attributes=attributes, results=_text(dims, type))
    else:
        given = np.array(dims, np.int64)
        ops.add("stablehlo.dynamic_iota", given, attributes=attributes, results=_text(dims, type))


_KINDS: tuple[Callable[[Rng, Operations, str], None], ...] = (
    *(_broadcast_in_dim, _reshape, _transpose, _concatenate, _slice, _reverse, _pad, _iota),
)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("opset", [18, 21, 26])
def test_every_operation_on_every_element_type(opset: int, seed: int) -> None:
    rng = np.random.default_rng([opset, seed])
    ops = Operations()
    for type in ELEMENT_TYPES:
        if type.startswith("f8") and opset < 19:
            continue
        for add in _KINDS:
            add(rng, ops, type)
    ops.compare(opset=opset)


@pytest.mark.parametrize("seed", range(3))
def test_every_operation_on_constants(seed: int) -> None:
    """Which the exporter moves itself, where the model gets no larger."""
    rng = np.random.default_rng([1, seed])
    ops = Operations()
    for type in ("i1", "i8", "ui32", "f32", "bf16"):
        for add in _KINDS:
            add(rng, ops, type)
            add(rng, ops, type)
    ops.fix()
    ops.compare()


def test_a_long_iota_is_counted_when_the_model_runs() -> None:
    ops = Operations()
    for type in ("i8", "ui4", "i32", "ui64", "f16", "bf16", "f32", "f64", "f8E5M2"):
        ops.add("stablehlo.iota", attributes={"iota_dimension": i64(1)}, results=f"2x3000x{type}")
    ops.compare()


def test_a_repeated_value_in_reverse_stays_small() -> None:
    text = """
    func.func @main() -> tensor<1000x1000xf32> {
      %c = stablehlo.constant dense<2.0> : tensor<1000x1000xf32>
      %r = stablehlo.reverse %c, dims = [0, 1] : tensor<1000x1000xf32>
      return %r : tensor<1000x1000xf32>
    }"""
    model = to_onnx(text)
    assert model.ByteSize() < 1000
    (found,) = run_model(model)
    assert (found == 2).all()


def test_get_dimension_size() -> None:
    ops = Operations()
    for dimension in range(2):
        ops.add(
            "stablehlo.get_dimension_size",
            np.zeros((2, 5), np.float32),
            attributes={"dimension": i64(dimension)},
            results="i32",
        )
    ops.compare()


def test_paddings_that_the_program_computes_are_refused() -> None:
    ops = Operations()
    amounts = [np.ones(1, np.int64)] * 3
    ops.add("stablehlo.dynamic_pad", np.ones(2, np.float32), np.float32(0), *amounts, results="5xf32")
    with pytest.raises(ExportError, match="paddings are computed when the program runs"):
        ops.compare()


def test_slices_at_places_that_are_known() -> None:
    program = """
    func.func @main(%x: tensor<5x4xf32>, %s: tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>) {
      %low = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
      %high = stablehlo.constant dense<[5, 3]> : tensor<2xi64>
      %by = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
      %0 = "stablehlo.real_dynamic_slice"(%x, %low, %high, %by)
        : (tensor<5x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xf32>
      %none = stablehlo.constant dense<[]> : tensor<0xi64>
      %1 = "stablehlo.real_dynamic_slice"(%s, %none, %none, %none)
        : (tensor<f32>, tensor<0xi64>, tensor<0xi64>, tensor<0xi64>) -> tensor<f32>
      return %0, %1 : tensor<2x3xf32>, tensor<f32>
    }"""
    x = np.arange(20, dtype=np.float32).reshape(5, 4)
    part, same = through_onnx(program, x, np.float32(7))
    assert (part.tolist(), same.tolist()) == (x[1:5:2, :3].tolist(), 7)


def test_what_an_operation_broadcasts_itself_is_not_repeated_before() -> None:
    program = """
    func.func @main(%x: tensor<64x128xf32>, %b: tensor<128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
      %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<128xf32>) -> tensor<64x128xf32>
      %1 = stablehlo.add %x, %0 : tensor<64x128xf32>
      %2 = stablehlo.multiply %0, %0 : tensor<64x128xf32>
      return %1, %2 : tensor<64x128xf32>, tensor<64x128xf32>
    }
    """
    model = to_onnx(program)
    producers = {name: node for node in model.graph.node for name in node.output}
    first, second = (producers[output.name] for output in model.graph.output)
    kinds = [[producers[name].op_type for name in node.input if name in producers] for node in (first, second)]
    assert kinds[0] == ["Reshape"]
    assert "Expand" in kinds[1]  # one of both has the shape of the result
    x, b = np.random.default_rng(0).normal(size=(64, 128)).astype(np.float32), np.arange(128, dtype=np.float32)
    through_onnx(program, x, b)
