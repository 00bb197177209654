"""The golden programs as ONNX models: onnxruntime gives the expected values that stand in the files, bit by bit.

Each is run as it stands, where all that its operations take is constant, and with its constants as arguments, where
nothing is known of them. The programs of golden/real give XLA's results.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.onnx_runs import run_model

from hlogen.conform.checks import Detached, detach
from hlogen.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.types import interface
from hlogen.ir import Block, DenseElements, FunctionType, Module, Operation, Region, TensorType, dtype_of
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read

GOLDEN = Path(__file__).resolve().parents[2] / "golden"

# What can't be a model, and why; nothing else is refused.
COMPLEX = "elements of type complex<f(32|64)> can't be in an ONNX model: onnxruntime has no complex tensors"
QUANTIZED = "elements of type !quant.* can't be in an ONNX model: quantized tensors aren't exported"
FLOATS = "elements of type f[468].* can't be in an ONNX model: of floats, ONNX and onnxruntime both have"
NARROW = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E8M0FNU")
REFUSED = {
    "gather/quantized_operand": QUANTIZED,
    "scatter/quantized_inputs": QUANTIZED,
    "dynamic_gather/quantized_operand": QUANTIZED,
    **{f"{op}/element_type_complex_{part}": COMPLEX for op in ("gather", "scatter") for part in ("f32", "f64")},
    **{f"{op}/element_type_{type}": FLOATS for op in ("gather", "scatter") for type in NARROW},
}

# Before ONNX had an operator for bits, those of a NaN can't be seen: bitcast_convert gives one NaN for all.
LOOKS_AT_BITS_OF_NAN = {"gather/element_bits_kept": 26}

# Real programs whose floats are calculated with: sums of products are rounded in another order than XLA does.
TOLERANCE = {"message_passing": 1e-6, "moe_routing": 1e-5, "transformer_block": 1e-5}


def programs() -> list[Any]:
    found = []
    for op in ("gather", "scatter", "dynamic_gather"):
        for path in sorted((GOLDEN / op).glob("*.mlir")):
            for _, part in numbered_parts(path.read_bytes()):
                name = re.search(r"^// ([a-z]\w*): ", part.decode(), re.M)
                assert name is not None
                found.append(pytest.param(part, id=f"{op}/{name[1]}"))
    return found


def as_arguments(detached: Detached) -> tuple[Module, list[np.ndarray]]:
    """The program with the constants of its entry as arguments, and their values."""
    (function,) = [f for f in detached.module.functions.values() if not f.is_private]
    constants = [op for op in function.body.operations if op.name == "stablehlo.constant"]
    block = Block([op.result.type for op in constants])
    places = dict(zip((op.result for op in constants), block.arguments, strict=True))
    values, kept = [], []
    for op in function.body.operations:
        if op in constants:
            elements = op.attributes["value"]
            assert isinstance(elements, DenseElements)
            assert isinstance(op.result.type, TensorType)
            values.append(elements.array.astype(interface(op.result.type.element_type, 26)))
        else:
            kept.append(op)
    replace_uses(kept, places)
    block.operations = kept
    type = FunctionType(tuple(argument.type for argument in block.arguments), function.type.results)
    attributes = {**function.operation.attributes, "function_type": type}
    others = [op for op in detached.module.operations if op is not function.operation]
    return Module([Operation("func.func", (), (), attributes, [Region([block])]), *others]), values


def replace_uses(operations: list[Operation], places: dict[Any, Any]) -> None:
    for op in operations:
        for inner in op.walk():
            inner.operands = tuple(places.get(value, value) for value in inner.operands)


@pytest.mark.parametrize("opset", [21, 26])
@pytest.mark.parametrize("part", programs())
def test_golden_on_onnxruntime(part: bytes, opset: int, request: pytest.FixtureRequest) -> None:
    module = read(part)
    name = request.node.callspec.id.rpartition("-")[0]
    detached = detach(module, "main")
    if name in REFUSED:
        with pytest.raises(ExportError, match=REFUSED[name]):
            to_onnx(detached.module, opset)
        return
    if opset < LOOKS_AT_BITS_OF_NAN.get(name, 0):
        pytest.skip("the program looks at the bits of NaNs")
    detached.require(run_model(to_onnx(detached.module, opset)))
    open_program, values = as_arguments(detached)
    for threads in (1, 4):
        detached.require(run_model(to_onnx(open_program, opset), *values, threads=threads))


def stored(path: Path, types: Sequence[Any]) -> list[np.ndarray]:
    """The arrays of an .npz; NumPy stores ml_dtypes as raw bytes, which the program's types name again."""
    with np.load(path) as arrays:
        values = [arrays[name] for name in arrays.files]
    return [v.view(dtype_of(t.element_type)) if v.dtype.kind == "V" else v for v, t in zip(values, types, strict=True)]


@pytest.mark.parametrize("opset", [18, 21, 26])
@pytest.mark.parametrize("path", sorted((GOLDEN / "real").glob("*.mlir")), ids=lambda path: path.stem)
def test_real_on_onnxruntime(path: Path, opset: int) -> None:
    module = read(path)
    signature = module.function("main").type
    inputs = stored(path.with_suffix(".inputs.npz"), signature.inputs)
    expected = stored(path.with_suffix(".expected.npz"), signature.results)
    results = run_model(to_onnx(module, opset), *inputs)
    tolerance = TOLERANCE.get(path.stem, 0)
    for got, want in zip(results, expected, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got.astype(np.float64), want.astype(np.float64), rtol=tolerance, atol=tolerance)
