"""gather and dynamic_gather as ONNX: bit for bit what the interpreter gives, in every form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.jax_indexing import drawn as drawn_call
from helpers.jax_indexing import ours
from helpers.onnx_cases import (
    Expected,
    at_interface,
    drawn,
    in_models,
    own_size,
    require_equal,
    require_in_onnxruntime,
    with_arguments,
)
from helpers.onnx_runs import from_pairs, run_model
from onnx import numpy_helper

import hlogen as hl
import interpreter
from hlogen.conform.forms import as_constants
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.ir import TensorType, dtype_of, parse_element_type
from hlogen.mlir.reader import read_all

Array = np.ndarray[Any, Any]

GOLDEN = Path(__file__).resolve().parents[4] / "golden"
PROGRAMS = sorted(
    path
    for op in ("gather", "dynamic_gather")
    for path in (GOLDEN / op).glob("*.mlir")
    if path.stem != "element_bits_kept"  # it looks at NaN through bitcast_convert; see test_every_bit_moves
)
GATHERS = ("stablehlo.gather", "stablehlo.dynamic_gather")
OVERHEAD = 20_000  # bytes
INTEGERS = ("i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64")


def cases(first: int, count: int, op: str = "gather", opset: int = 21) -> Iterator[Expected]:
    """So many cases that have a model and a value."""
    seed = first
    while count:
        expected = drawn(op, seed, opset)
        if expected is not None:
            yield expected
            count -= 1
        seed += 1


@pytest.mark.parametrize("op", ["gather", "dynamic_gather"])
@pytest.mark.parametrize("first", range(0, 200, 100))
def test_random_gathers(op: str, first: int) -> None:
    for expected in cases(first, 50, op):
        require_in_onnxruntime(expected, threads=(1 if expected.seed % 2 else 8,))


@pytest.mark.campaign
@pytest.mark.parametrize("first", campaign.seeds(10_000, 110_000, 1_000))
def test_5000_random_gathers(first: int) -> None:
    for expected in cases(first, 50):
        model = require_in_onnxruntime(expected)
        assert own_size(model, [expected.case.operands[number] for number in expected.case.constants]) < OVERHEAD


@pytest.mark.campaign
@pytest.mark.parametrize("first", campaign.seeds(10_000, 30_000, 1_000))
def test_1000_random_dynamic_gathers(first: int) -> None:
    for expected in cases(first, 50, "dynamic_gather"):
        require_in_onnxruntime(expected)


@pytest.mark.parametrize("first", campaign.first(2, range(1_000_000, 1_000_500, 100)))
def test_reference_evaluator(first: int) -> None:
    for expected in cases(first, 30):
        require_in_onnxruntime(expected, threads=(1,), reference=True)


@pytest.mark.parametrize("opset", [18, 19, 21, 23, 26])
def test_opsets(opset: int) -> None:
    for expected in cases(2_000_000, 20, opset=opset):
        require_in_onnxruntime(expected, threads=(1,), opset=opset)


@pytest.mark.share(3)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
@pytest.mark.parametrize("constant", [True, False], ids=["constants", "arguments"])
def test_golden(path: Path, constant: bool) -> None:
    for module in read_all(path):
        for name in module.functions:
            case = as_constants(module, name)
            program, args = (case.module, []) if constant else with_arguments(case.module, GATHERS)
            values = [value.type for op in case.module.function(name).body.operations for value in op.results]
            types = [type for type in values if isinstance(type, TensorType)]
            if not all(in_models(type.element_type) for type in types):
                with pytest.raises(ExportError, match="can't be in an ONNX model"):
                    to_onnx(program, entry=name)
                continue
            got = run_model(to_onnx(program, entry=name), *map(at_interface, args))
            expected = interpreter.run(case.module, entry=name)
            require_equal(got, expected, path.stem)
            case.require([_as(mine, theirs.dtype) for mine, theirs in zip(got, expected, strict=True)])


def _as(array: Array, dtype: Any) -> Array:
    return from_pairs(array, dtype) if np.dtype(dtype).kind == "c" else array.astype(dtype)


def gather(operand: str, indices: str, **dims: Any) -> Any:
    @hl.function(hl.tensor(operand), hl.tensor(indices))
    def main(x: Any, i: Any) -> Any:
        return hl.gather(x, i, **dims)

    return main


def numbers(
    sizes: list[int],
    starts: list[int],
    vector_dim: int,
    *,
    offset: list[int] | None = None,
    collapsed: list[int] | None = None,
    batching: tuple[list[int], list[int]] = ([], []),
) -> dict[str, Any]:
    return {
        "offset_dims": offset or [],
        "collapsed_slice_dims": collapsed or [],
        "operand_batching_dims": batching[0],
        "start_indices_batching_dims": batching[1],
        "start_index_map": starts,
        "index_vector_dim": vector_dim,
        "slice_sizes": sizes,
    }


# Layouts as programs have them, large enough for rows and for more than one thread: operand, indices, numbers.
FORMS = {
    "embedding": ("1000x64", "16x128", numbers([1, 64], [0], 2, offset=[2], collapsed=[0])),
    "embedding, transposed": ("1000x64", "2048x1", numbers([1, 64], [0], 1, offset=[0], collapsed=[0])),
    "columns": ("30x1000", "500x1", numbers([30, 1], [1], 1, offset=[0], collapsed=[1])),
    "middle dimension": ("5x100x7", "300x1", numbers([5, 1, 7], [1], 1, offset=[0, 2], collapsed=[1])),
    "points": ("100x90", "2x5000", numbers([1, 1], [1, 0], 0, collapsed=[0, 1])),
    "take_along_axis 1": ("80x70", "80x200x1", numbers([1, 1], [1], 2, collapsed=[1], batching=([0], [0]))),
    "take_along_axis 0": ("80x70", "20x70x1", numbers([1, 1], [0], 2, collapsed=[0], batching=([1], [1]))),
    "batched rows": ("8x50x16", "8x20", numbers([1, 1, 16], [1], 2, offset=[2], collapsed=[1], batching=([0], [0]))),
    "crops": ("2x40x30x3", "7x2", numbers([2, 9, 8, 3], [1, 2], 1, offset=[1, 2, 3, 4])),
    "one crop": ("40x30x3", "2", numbers([9, 8, 3], [1, 0], 0, offset=[0, 1, 2])),
    "frames": ("16000", "90x1", numbers([400], [0], 1, offset=[1])),
    "diagonal": ("7x9", "9x0x7", numbers([1, 1], [], 1, batching=([0, 1], [2, 0]))),
    "everything, often": ("7x9", "5x1", numbers([7, 9], [1], 1, offset=[0, 2])),
    "the same window, often": ("7x9", "500x0", numbers([3, 9], [], 1, offset=[0, 2])),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("index", INTEGERS)
@pytest.mark.parametrize("name", FORMS)
def test_forms_and_index_types(name: str, index: str) -> None:
    operand, indices, dims = FORMS[name]
    program = gather(f"{operand}xf32", f"{indices}x{index}", **dims)
    rng = np.random.default_rng(len(name))
    args = _operand(rng, operand, "f32"), _indices(rng, indices, index)
    model = to_onnx(program)
    assert own_size(model) < OVERHEAD
    expected = interpreter.run(program, *args)
    for threads in (1, 8):
        require_equal(run_model(model, *map(at_interface, args), threads=threads), expected, name)


@pytest.mark.share(3)
@pytest.mark.parametrize("name", ["embedding, transposed", "columns", "crops", "one crop", "the same window, often"])
@pytest.mark.parametrize(
    "element",
    ["i1", *INTEGERS, "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ"],
)
def test_forms_and_element_types(name: str, element: str) -> None:
    operand, indices, dims = FORMS[name]
    program = gather(f"{operand}x{element}", f"{indices}xi32", **dims)
    rng = np.random.default_rng(len(name))
    args = _operand(rng, operand, element), _indices(rng, indices, "i32")
    require_equal(run_model(to_onnx(program), *map(at_interface, args)), interpreter.run(program, *args), name)


@pytest.mark.parametrize("name", FORMS)
def test_constant_indices(name: str) -> None:
    operand, indices, dims = FORMS[name]
    rng = np.random.default_rng(len(name))
    constant = _indices(rng, indices, "i32")

    @hl.function(hl.tensor(f"{operand}xf32"))
    def main(x: Any) -> Any:
        return hl.gather(x, hl.constant(constant), **dims)

    x = _operand(rng, operand, "f32")
    model = to_onnx(main)
    assert own_size(model, [constant]) < OVERHEAD
    require_equal(run_model(model, x), interpreter.run(main, x), name)


def test_every_bit_moves() -> None:
    """All bits of all 16-bit floats, NaN among them, and the infinities and NaN of the wider ones."""
    rows = FORMS["embedding"][2] | {"slice_sizes": [1, 16]}
    for element, width in (("f16", 16), ("bf16", 16), ("f32", 32), ("f64", 64)):
        program = gather(f"4096x16x{element}", "16x256xi32", **rows)
        patterns = np.arange(65536, dtype=f"u{width // 8}") << (width - 16)
        x = (patterns | patterns >> (width - 16)).reshape(4096, 16).view(dtype_of(parse_element_type(element)))
        (got,) = run_model(to_onnx(program), x, np.arange(4096, dtype=np.int32).reshape(16, 256))
        assert got.tobytes() == x.tobytes()


@pytest.mark.share(2)
@pytest.mark.parametrize("mode", ["clip", "fill", "promise_in_bounds"])
@pytest.mark.parametrize("seed", range(12))
def test_modes(seed: int, mode: str) -> None:
    case = drawn_call(seed, "gather", in_bounds=mode == "promise_in_bounds")
    program = ours(case, mode)
    expected = interpreter.run(program, *case.args)
    require_equal(run_model(to_onnx(program), *map(at_interface, case.args)), expected, str(program.module))


# Small layouts that are wrong, or missing, in another exporter.
LAYOUTS = {
    "batched points": (
        "2x2x2x1",
        "2x2x1",
        numbers([1, 2, 1, 1], [2], 2, offset=[1, 3], collapsed=[2], batching=([0], [0])),
    ),
    "no index": ("3x4", "5x0", numbers([2, 3], [], 1, offset=[1, 2])),
    "window": ("5x6", "4x1", numbers([5, 3], [1], 1, offset=[1, 2])),
    "points": ("4x3", "9x2", numbers([1, 1], [0, 1], 1, collapsed=[0, 1])),
    "rows": ("5x3", "7x1", numbers([1, 3], [0], 1, offset=[1], collapsed=[0])),
}


@pytest.mark.parametrize("mode", [None, "clip", "fill"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_that_others_get_wrong(name: str, mode: str | None) -> None:
    """With indices at -1, at the end and far outside."""
    operand, indices, dims = LAYOUTS[name]
    program = gather(f"{operand}xf32", f"{indices}xi32", **dims, mode=mode)
    rng = np.random.default_rng(0)
    args = (
        _operand(rng, operand, "f32"),
        rng.choice([-(1 << 31), -4, -1, 0, 1, 2, 3, 4, (1 << 31) - 1], _shape(indices)),
    )
    args = args[0], args[1].astype(np.int32)
    require_equal(run_model(to_onnx(program), *args), interpreter.run(program, *args), name)


def test_an_operand_without_elements_is_refused() -> None:
    """A collapsed dimension of size 0 has slice size 0, and yet the result has elements."""
    program = gather("0xf32", "3x1xi32", **numbers([0], [0], 1, collapsed=[0]))
    with pytest.raises(ExportError, match="has no elements, and the result has"):
        to_onnx(program)


@pytest.mark.parametrize("dim", [100, 250, 300, 2000])
def test_models_stay_small(dim: int) -> None:
    """However large dimensions are, and in 64 bits: these models aren't run."""
    sizes = [1, dim - 1, 1, dim - 1, dim - 1, 3]
    dims = numbers(sizes, [1, 3, 4, 0], 0, offset=[1, 2, 3, 4], collapsed=[0], batching=([2], [1]))
    program = gather("x".join([*[str(dim)] * 5, "3xf32"]), f"4x{dim}x{dim}xi64", **dims)
    model = to_onnx(program)
    assert own_size(model) < OVERHEAD
    assert any(node.op_type == "Gather" for node in model.graph.node)


def test_indices_of_more_than_32_bits() -> None:
    """The operand has more elements than int32 can number: the model isn't run."""
    model = to_onnx(gather("70000x70000xf32", "5x2xi32", **numbers([1, 1], [0, 1], 1, collapsed=[0, 1])))
    strides = [array for array in map(numpy_helper.to_array, model.graph.initializer) if array.shape == ()]
    assert any(array == 70_000 and array.dtype == np.int64 for array in strides)


def _shape(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("x")))


def _operand(rng: np.random.Generator, shape: str, element: str) -> Array:
    dtype = dtype_of(parse_element_type(element))
    size = {"i1": 2, "i2": 2, "ui2": 4, "i4": 8, "ui4": 16}.get(element, 100)
    return rng.integers(0, size, _shape(shape)).astype(dtype)


def _indices(rng: np.random.Generator, shape: str, element: str) -> Array:
    """A third inside or around, a third anything, a third at the limits."""
    type: Any = parse_element_type(element)
    wide = np.uint64 if type.is_unsigned else np.int64
    low, high = type.minimum, type.maximum
    near = rng.integers(max(low, -3), min(high, 120), _shape(shape), endpoint=True).astype(wide)
    far = rng.integers(low, high, _shape(shape), dtype=wide, endpoint=True)
    limits = rng.choice(np.array([low, high, high - 1], wide), _shape(shape))
    kind = rng.integers(0, 3, _shape(shape))
    return np.where(kind == 0, near, np.where(kind == 1, far, limits)).astype(dtype_of(type))
