"""As what element types are held in a model, and which are refused."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.elementwise_cases import SMALL_FLOATS, SMALL_INTEGERS, TYPES, differences, edge_values, element_type
from helpers.onnx_runs import run_model, through_onnx

import hlogen as hl
from hlogen.errors import HlogenError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.graph import Graph
from hlogen.export.onnx.types import carried, carrier, fitted, interface, is_native
from hlogen.ir import dtype_of, parse_type


@pytest.mark.parametrize("type", TYPES)
def test_values_come_out_as_they_went_in(type: str) -> None:
    values = edge_values(type, np.random.default_rng(0))
    element = element_type(type)
    held = values.astype(interface(element, 21))
    tensor = f"tensor<{len(values)}x{type}>"
    text = f"func.func @main(%a: {tensor}) -> {tensor} {{ return %a : {tensor} }}"
    (found,) = through_onnx(text, held)
    assert found.dtype == held.dtype
    assert not differences(found, held).any()


@pytest.mark.parametrize("type", TYPES)
def test_carriers_hold_every_value(type: str) -> None:
    values = edge_values(type, np.random.default_rng(0))
    element = element_type(type)
    assert carried(values, element).dtype == carrier(element)
    back = carried(values, element).astype(values.dtype)
    assert np.array_equal(np.isnan(back), np.isnan(values)) if "f" in type else (back == values).all()
    assert is_native(element) == (type not in (*SMALL_INTEGERS, *SMALL_FLOATS))


@pytest.mark.parametrize("type", [*SMALL_INTEGERS, *SMALL_FLOATS])
@pytest.mark.parametrize("folded", [False, True], ids=["run", "folded"])
def test_fitted(type: str, folded: bool) -> None:
    """Whatever a carrier holds comes to the element type as NumPy's own conversion brings it there."""
    element, dtype = element_type(type), dtype_of(element_type(type))
    values: Any = np.arange(-128, 128).astype(carrier(element))
    if carrier(element) == np.float32:
        rng = np.random.default_rng(0)
        most = float(ml_dtypes.finfo(dtype).max)
        near = most * np.linspace(0.9, 1.3, 4001)
        bits = rng.integers(0, 1 << 32, 20_000, np.uint32).view(np.float32)
        known = np.array([65536.0, 1e30, np.inf, -np.inf, 0.0, -0.0])
        values = np.concatenate([*(x.astype(np.float32) for x in (near, -near, known)), bits])
    with np.errstate(all="ignore"):
        wanted = values.astype(dtype).astype(values.dtype)
    found = _fitted(values, element, folded)
    same = (found == wanted) & (np.signbit(found) == np.signbit(wanted)) | (found != found) & (wanted != wanted)
    assert same.all(), (values[~same][:5], found[~same][:5], wanted[~same][:5])


def _fitted(values: Any, element: Any, folded: bool) -> Any:
    import onnx

    graph = Graph(21)
    edge = graph.constant(values) if folded else graph.argument(values.dtype, values.shape, "x")
    result = fitted(graph, edge, element)
    if folded:
        return result.constant
    proto = graph.proto([result])
    used = {name for node in proto.node for name in node.input}
    tensors = [onnx.numpy_helper.from_array(array, name) for name, array in graph.initializers.items() if name in used]
    proto.initializer.extend(tensors)
    imports = [onnx.helper.make_opsetid("", 21)]
    model = onnx.helper.make_model(proto, opset_imports=imports)
    model.ir_version = onnx.helper.find_min_ir_version_for(imports)
    return run_model(model, values)[0]


@pytest.mark.parametrize(
    ("type", "why"),
    [
        ("tf32", "convert to one that holds its values, such as f32"),
        ("f6E2M3FN", "of floats, ONNX and onnxruntime both have"),
        ("f4E2M1FN", "of floats, ONNX and onnxruntime both have"),
        ("i3", "ONNX has integers of 2, 4, 8, 16, 32 and 64 bits"),
        ("f8E3M4", "of floats, ONNX and onnxruntime both have"),
    ],
)
def test_refused(type: str, why: str) -> None:
    with pytest.raises(HlogenError, match=r"can't be in an ONNX model") as caught:
        carrier(parse_type(type))
    assert why in str(caught.value)
    tensor = f"tensor<2x{type}>"
    with pytest.raises(HlogenError) as caught:
        to_onnx(f"func.func @main(%a: {tensor}) -> {tensor} {{ return %a : {tensor} }}")
    assert why in str(caught.value)


def test_other_formats_are_no_part_of_the_package() -> None:
    with pytest.raises(AttributeError, match=r"^module 'hlogen\.export' has no attribute 'tflite'$"):
        hl.export.tflite  # noqa: B018


def test_f8_needs_opset_19() -> None:
    text = "func.func @main(%a: tensor<2xf8E5M2>) -> tensor<2xf8E5M2> { return %a : tensor<2xf8E5M2> }"
    with pytest.raises(HlogenError, match="opset 19 or later"):
        to_onnx(text, opset=18)
    assert to_onnx(text, opset=19)
