"""The golden programs as ONNX models: onnxruntime gives the expected values that stand in the files, bit by bit.

Each is run as it stands, where all that its operations take is constant, and with its constants as arguments, where
nothing is known of them. The programs of golden/real give XLA's results.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.onnx_runs import as_pairs, from_pairs, run_model
from helpers.stored import stored

from hlogen.conform.forms import Form, as_constants
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.plain.types import interface_of
from hlogen.export.onnx.types import interface
from hlogen.ir import Block, DenseElements, FunctionType, Module, Operation, Region, TensorType, dtype_of
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read

GOLDEN = Path(__file__).resolve().parents[2] / "golden"

# Where onnxruntime is further off than a golden allows others: its DFT of a length that is no power of 2.
LESS_EXACT = {("fft", "forward"), ("fft", "inverse")}

# What can't be a model, and why; nothing else is refused.
FLOATS = "elements of type f[468].* can't be in an ONNX model: of floats, ONNX and onnxruntime both have"
NARROW = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E8M0FNU")
REFUSED = {f"{op}/element_type_{type}": FLOATS for op in ("gather", "scatter") for type in NARROW}

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


# Of other operations: what a program has that can't be in a model, and how the error ends.
UNWRITTEN = {
    r"interpreter\.run_parallel": "it takes several processes, and a model is one",
    rf"x({'|'.join(NARROW)})>": "of floats, ONNX and onnxruntime both have",
    r"bitcast_convert.*xf8E4M3FN>": "it isn't exported for elements of type f8E4M3FN",
    r"precision_type = (?:bf16|tf32|f16)": "its algorithm rounds operands or splits them",
}


def other_programs() -> list[Any]:
    gathering = {"gather", "scatter", "dynamic_gather", "invalid", "real"}
    paths = [path for path in sorted(GOLDEN.glob("*/*.mlir")) if path.parent.name not in gathering]
    return [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in paths]


@pytest.mark.share(3)
@pytest.mark.parametrize("path", other_programs())
def test_every_other_golden_on_onnxruntime(path: Path) -> None:
    for _, part in numbered_parts(path.read_bytes()):
        text = part.decode()
        code = re.sub(r"//.*", "", text)
        module = read(part)
        (function,) = [f for f in module.functions.values() if not f.is_private]
        detached = as_constants(module, function.name)
        refusals = [reason for pattern, reason in UNWRITTEN.items() if re.search(pattern, code)]
        if refusals:
            with pytest.raises(ExportError, match=re.escape(refusals[0])):
                to_onnx(detached.module)
        elif (path.parent.name, path.stem) in LESS_EXACT:
            results = results_of(detached.module, 21)
            for check in detached.checks:
                np.testing.assert_allclose(results[check.actual], check.expected, rtol=1e-13)
        else:
            detached.require(results_of(detached.module, 21))


def as_arguments(detached: Form) -> tuple[Module, list[np.ndarray]]:
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
            values.append(given(elements.array, op.result.type))
        else:
            kept.append(op)
    replace_uses(kept, places)
    block.operations = kept
    type = FunctionType(tuple(argument.type for argument in block.arguments), function.type.results)
    attributes = {**function.operation.attributes, "function_type": type}
    others = [op for op in detached.module.operations if op is not function.operation]
    return Module([Operation("func.func", (), (), attributes, [Region([block])]), *others]), values


def given(array: np.ndarray, type: TensorType) -> np.ndarray:
    """What a model takes for it."""
    (part,) = interface_of(type)
    assert isinstance(part, TensorType)
    return as_pairs(array).astype(interface(part.element_type, 26), copy=False)


def results_of(module: Module, opset: int, *args: np.ndarray, threads: int = 1) -> list[np.ndarray]:
    (function,) = [f for f in module.functions.values() if not f.is_private]
    types = [type for type in function.type.results if isinstance(type, TensorType)]
    results = run_model(to_onnx(module, opset), *args, threads=threads)
    return [from_pairs(array, dtype_of(type.element_type)) for array, type in zip(results, types, strict=True)]


def replace_uses(operations: list[Operation], places: dict[Any, Any]) -> None:
    for op in operations:
        for inner in op.walk():
            inner.operands = tuple(places.get(value, value) for value in inner.operands)


@pytest.mark.share(3)
@pytest.mark.parametrize("opset", [21, 26])
@pytest.mark.parametrize("part", programs())
def test_golden_on_onnxruntime(part: bytes, opset: int, request: pytest.FixtureRequest) -> None:
    module = read(part)
    name = request.node.callspec.id.rpartition("-")[0]
    detached = as_constants(module, "main")
    if name in REFUSED:
        with pytest.raises(ExportError, match=REFUSED[name]):
            to_onnx(detached.module, opset)
        return
    if opset < LOOKS_AT_BITS_OF_NAN.get(name, 0):
        pytest.skip("the program looks at the bits of NaNs")
    detached.require(results_of(detached.module, opset))
    open_program, values = as_arguments(detached)
    for threads in (1, 4):
        detached.require(results_of(open_program, opset, *values, threads=threads))


@pytest.mark.share(3)
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
