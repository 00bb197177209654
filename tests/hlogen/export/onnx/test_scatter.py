"""scatter as ONNX: bit for bit what the interpreter gives in the order of update indices, on any number of threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from helpers import campaign
from helpers.jax_indexing import drawn as drawn_call
from helpers.jax_indexing import ours
from helpers.onnx_cases import at_interface, in_models, own_size, with_arguments
from helpers.onnx_runs import from_pairs, run_model
from helpers.onnx_scatters import BODIES, drawn_with_body, has_model, require_right, require_same
from helpers.onnx_values import ELEMENT_TYPES, elements
from model.scatter import scatter as model_scatter

import hlogen as hl
import interpreter
from hlogen.conform.forms import as_constants
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.graph import onnx_type
from hlogen.export.onnx.scatter_reductions import REFUSED
from hlogen.ir import TensorType, dtype_of, parse_element_type
from hlogen.mlir.reader import read_all
from hlogen.program.structure import Structure

Array = np.ndarray[Any, Any]

GOLDEN = Path(__file__).resolve().parents[4] / "golden" / "scatter"
PROGRAMS = sorted(GOLDEN.glob("*.mlir"))
OVERHEAD = 20_000  # bytes


def cases(first: int, count: int, opset: int = 21) -> Iterator[tuple[int, Case]]:
    """So many cases whose element types are in models."""
    seed = first
    while count:
        case = draw_case(SeededDraw(seed), ("scatter",))
        if has_model(case, opset):
            yield seed, case
            count -= 1
        seed += 1


@pytest.mark.parametrize("first", range(0, 200, 100))
def test_random_scatters(first: int) -> None:
    for seed, case in cases(first, 50):
        require_right(case, f"seed {seed}")


@pytest.mark.parametrize("body", BODIES)
def test_any_update_computation(body: str) -> None:
    for seed in range(2):
        require_right(drawn_with_body(seed, body), f"seed {seed}")


@pytest.mark.campaign
@pytest.mark.parametrize("first", campaign.seeds(10_000, 110_000, 1_000))
def test_5000_random_scatters(first: int) -> None:
    for seed, case in cases(first, 35):
        model = require_right(case, f"seed {seed}")
        assert own_size(model, [case.operands[number] for number in case.constants]) < OVERHEAD
    for seed in range(first, first + 15):
        model = require_right(drawn_with_body(seed), f"seed {seed}")
        assert own_size(model) < OVERHEAD


@pytest.mark.parametrize("first", campaign.first(1, range(1_000_000, 1_000_500, 100)))
def test_reference_evaluator(first: int) -> None:
    for seed, case in cases(first, 30):
        require_right(case, f"seed {seed}", threads=(1,), reference=True)
    for seed in range(first, first + 10):
        require_right(drawn_with_body(seed), f"seed {seed}", threads=(1,), reference=True)


@pytest.mark.parametrize("opset", [18, 19, 21, 23, 26])
def test_opsets(opset: int) -> None:
    for seed, case in cases(2_000_000, 12, opset):
        require_right(case, f"seed {seed}", threads=(1,), opset=opset)
    for body in [*BODIES][opset % 3 :: 3]:
        drawn = drawn_with_body(2_000_000, body)
        if all(in_models(parse_element_type(name), opset) for name in ("f8E5M2",)) or "f8" not in drawn.text:
            require_right(drawn, body, threads=(1,), opset=opset)


@pytest.mark.share(3)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("constant", [True, False], ids=["constants", "arguments"])
def test_golden(path: Path, constant: bool) -> None:
    for module in read_all(path):
        for name in module.functions:
            if module.function(name).is_private:
                continue
            case = as_constants(module, name)
            program, args = (case.module, []) if constant else _with_arguments(case.module)
            values = [value.type for op in module.function(name).operation.walk() for value in op.results]
            types = [type for type in values if isinstance(type, TensorType)]
            if not all(in_models(type.element_type) for type in types):
                with pytest.raises(ExportError, match="can't be in an ONNX model"):
                    to_onnx(program, entry=name)
                continue
            got = run_model(to_onnx(program, entry=name), *map(at_interface, args))
            expected = interpreter.run(case.module, entry=name)
            require_same(got, [at_interface(array) for array in expected], path.stem)
            case.require([_as(mine, theirs.dtype) for mine, theirs in zip(got, expected, strict=True)])


def _as(array: Array, dtype: Any) -> Array:
    return from_pairs(array, dtype) if np.dtype(dtype).kind == "c" else array.astype(dtype)


def _with_arguments(module: Any) -> tuple[Any, list[Array]]:
    """As arguments what is constant, where the program is one function and its regions use nothing from outside."""
    operations = [op for function in module.functions.values() for op in function.body.operations]
    if len(module.functions) > 1 or any(Structure(module).captured(op) for op in operations):
        return module, []
    return with_arguments(module, ["stablehlo.scatter"])


def scatter(operand: str, indices: str, updates: str, body: Any = "add", **numbers: Any) -> Any:
    numbers = {"update_window_dims": [], "inserted_window_dims": []} | numbers

    @hl.function(hl.tensor(operand), hl.tensor(indices), hl.tensor(updates))
    def main(x: Any, i: Any, u: Any) -> Any:
        return hl.scatter(x, i, u, body, **numbers)

    return main


# Layouts as programs have them: large enough for rows, and for more than one thread.
ROWS = {
    "update_window_dims": [1],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
FORMS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "rows": (ROWS, "300x64", "500x1", "500x64"),
    "rows, transposed": (ROWS | {"update_window_dims": [0]}, "300x64", "500x1", "64x500"),
    "columns": (ROWS | {"update_window_dims": [0], "inserted_window_dims": [1], "scatter_dims_to_operand_dims": [1]},
                "30x100", "200x1", "30x200"),
    "points": (
        {"inserted_window_dims": [0, 1], "scatter_dims_to_operand_dims": [1, 0], "index_vector_dim": 0},
        "60x90", "2x3000", "3000",
    ),
    "put_along_axis 1": (
        {"inserted_window_dims": [1], "input_batching_dims": [0], "scatter_indices_batching_dims": [0],
         "scatter_dims_to_operand_dims": [1], "index_vector_dim": 2},
        "40x70", "40x100x1", "40x100",
    ),
    "batched rows": (
        {"update_window_dims": [2], "inserted_window_dims": [1], "input_batching_dims": [0],
         "scatter_indices_batching_dims": [0], "scatter_dims_to_operand_dims": [1], "index_vector_dim": 2},
        "8x50x16", "8x20", "8x20x16",
    ),
    "boxes": (
        {"update_window_dims": [1, 2, 3], "scatter_dims_to_operand_dims": [0, 1], "index_vector_dim": 1},
        "40x30x3", "7x2", "7x9x8x3",
    ),
    "one box": (
        {"update_window_dims": [0, 1, 2], "scatter_dims_to_operand_dims": [1, 0], "index_vector_dim": 0},
        "40x30x3", "2", "9x8x3",
    ),
    "frames": (
        {"update_window_dims": [1], "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1},
        "1600", "90x1", "90x40",
    ),
    "everything, often": (
        {"update_window_dims": [0, 2], "scatter_dims_to_operand_dims": [1], "index_vector_dim": 1},
        "7x9", "5x1", "7x5x9",
    ),
    "one element": (
        {"scatter_dims_to_operand_dims": [], "index_vector_dim": 1}, "", "500x0", "500",
    ),
}  # fmt: skip


def form(name: str, element: str, index: str, body: Any = "add", **more: Any) -> Any:
    numbers, operand, indices, updates = FORMS[name]
    return scatter(_type(operand, element), _type(indices, index), _type(updates, element), body, **numbers, **more)


def arguments(name: str, element: str, index: str, special: float = 0.1) -> tuple[Array, ...]:
    _, operand, indices, updates = FORMS[name]
    rng = np.random.default_rng(len(name))
    return (
        elements(rng, element, _shape(operand), special=special),
        _indices(rng, indices, index),
        elements(rng, element, _shape(updates), special=special),
    )


def require_form(
    program: Any, args: tuple[Array, ...], what: str, threads: tuple[int, ...] = (1, 8)
) -> onnx.ModelProto:
    model = to_onnx(program)
    assert own_size(model) < OVERHEAD
    wanted = [at_interface(array) for array in interpreter.run(program, *args)]
    for count in threads:
        require_same(run_model(model, *map(at_interface, args), threads=count), wanted, what)
    return model


@pytest.mark.share(3)
@pytest.mark.parametrize("index", ["i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64", "i4", "ui4", "i2", "ui2"])
@pytest.mark.parametrize("name", FORMS)
def test_forms_and_index_types(name: str, index: str) -> None:
    require_form(form(name, "f32", index), arguments(name, "f32", index), name)


def has(element: str, body: str) -> bool:
    """Whether the operation has such elements."""
    is_float = element.startswith(("f", "bf"))
    return not ((body in ("and", "or", "xor") and is_float) or (body == "subtract" and element == "i1"))


def elements_and_bodies(elements: Sequence[str], bodies: Sequence[str]) -> list[tuple[str, str]]:
    return [(element, body) for element in elements for body in bodies if has(element, body)]


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("element", "body"),
    elements_and_bodies(ELEMENT_TYPES, ["set", "add", "mul", "min", "max", "subtract", "and", "or", "xor", "first"]),
)
def test_bodies_and_element_types(element: str, body: str) -> None:
    computations = {
        "subtract": lambda old, new: hl.subtract(old, new),
        "and": hl.and_, "or": hl.or_, "xor": hl.xor,
        "first": lambda old, new: old,
    }  # fmt: skip
    for name in ("batched rows", "one box"):
        program = form(name, element, "i32", computations.get(body, body))
        require_form(program, arguments(name, element, "i32"), f"{name} {body}", threads=(8,))


@pytest.mark.parametrize("body", ["set", "add", "max"])
@pytest.mark.parametrize("name", FORMS)
def test_constant_indices(name: str, body: str) -> None:
    numbers, operand, _, updates = FORMS[name]
    x, constant, u = arguments(name, "f32", "i32")

    @hl.function(hl.tensor(_type(operand, "f32")), hl.tensor(_type(updates, "f32")))
    def main(x: Any, u: Any) -> Any:
        return hl.scatter(
            x, hl.constant(constant), u, body, **({"update_window_dims": [], "inserted_window_dims": []} | numbers)
        )

    model = to_onnx(main)
    assert own_size(model, [constant]) < OVERHEAD
    require_same(run_model(model, x, u, threads=8), interpreter.run(main, x, u), name)


@pytest.mark.parametrize(
    ("element", "body"), elements_and_bodies(["f32", "f16", "i32", "i1", "ui8"], ["set", "add", "max", "or"])
)
def test_unique_rows(element: str, body: str) -> None:
    """By ScatterND, in bounds and out of it."""
    rng = np.random.default_rng(0)
    computation = hl.or_ if body == "or" else body
    program = scatter(f"900x64x{element}", "300x1xi32", f"300x64x{element}", computation, **ROWS, unique_indices=True)
    for step, beyond in ((1, 0), (4, 200), (40, 20)):
        x, u = (elements(rng, element, shape) for shape in ((900, 64), (300, 64)))
        i = ((rng.permutation(900)[:300] - beyond) * step).astype(np.int32)[:, None]
        model = require_form(program, (x, i, u), f"{element} {body}")
    assert "ScatterND" in _ops(model)
    assert not {"ScatterElements", "Loop"} & set(_ops(model))


def test_where_duplicates_are_possible_there_is_no_parallel_reduction() -> None:
    for body in ("set", "add", "mul", "min", "max"):
        for name in FORMS:
            ops = _ops(to_onnx(form(name, "f32", "i32", body)))
            assert "ScatterND" not in ops or name == "one box", (name, body)
            assert "Loop" not in ops, (name, body)


def test_a_window_at_a_known_place_needs_no_index() -> None:
    for at in ([3, 4], [0, 0], [-2, 28], [39, 29], [40, 0], [-9, 0]):
        for body in ("set", "add", lambda old, new: old * new - new):
            numbers, operand, _, updates = FORMS["one box"]

            @hl.function(hl.tensor(f"{operand}xf32"), hl.tensor(f"{updates}xf32"))
            def main(x: Any, u: Any, at: Any = at, body: Any = body, numbers: Any = numbers) -> Any:
                return hl.scatter(
                    x, hl.constant(np.array(at[::-1], np.int32)), u, body, inserted_window_dims=[], **numbers
                )

            x, _, u = arguments("one box", "f32", "i32")
            model = to_onnx(main)
            assert set(_ops(model)) <= {"Slice", "Concat", "Reshape", "Add", "Sub", "Mul", "Identity"}
            require_same(run_model(model, x, u), interpreter.run(main, x, u), str(at))


# Registry cases of jax2onnx about scatters: operand, indices, updates; window, inserted and indexed dimensions; mode.
LAYOUTS = {
    "every element of two": ("5", "2x2x1", "2x2", [], [0], [0], None),
    "a row": ("2x3", "1x1", "1x3", [1], [0], [0], None),
    "a window in all": ("5x208x1x1", "1", "5x200x1x1", [0, 1, 2, 3], [], [1], None),
    "points": ("4x3", "2x2", "2", [], [0, 1], [0, 1], None),
    "planes": ("2x3x4x5", "2x2", "2x4x5", [1, 2], [0, 1], [0, 1], None),
    "a slab": ("2x3x4x5", "1x1", "1x2x3x4x5", [1, 2, 3, 4], [], [1], None),
    "long rows": ("5x201x1x1", "2x1", "2x201x1x1", [1, 2, 3], [0], [0], None),
    "an image": ("5x266x266x1", "1x2", "1x5x256x256x1", [1, 2, 3, 4], [], [1, 2], None),
    "a clipped window": ("1x5", "1x1", "1x1x2", [1, 2], [], [1], "clip"),
    "a window across the end": ("5x5", "1x1", "1x5x2", [1, 2], [], [1], None),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("body", ["set", "add", "mul", "max"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_that_others_have_cases_for(name: str, body: str) -> None:
    operand, indices, updates, window, inserted, indexed, mode = LAYOUTS[name]
    numbers = {
        "update_window_dims": window, "inserted_window_dims": inserted, "scatter_dims_to_operand_dims": indexed,
        "index_vector_dim": len(_shape(indices)) - 1,
    }  # fmt: skip
    program = scatter(f"{operand}xf32", f"{indices}xi32", f"{updates}xf32", body, **numbers, mode=mode)
    bodies = {"set": lambda old, new: new, "add": np.add, "mul": np.multiply, "max": np.maximum}
    rng = np.random.default_rng(len(name))
    x, u = (rng.integers(-9, 9, _shape(shape)).astype(np.float32) for shape in (operand, updates))
    for at in (0, 1, 4, -1, 7):
        i = np.minimum(at + rng.integers(0, 2, _shape(indices)), at + 1).astype(np.int32)
        got = run_model(to_onnx(program), x, i, u, threads=8)
        if mode == "clip":
            i = np.clip(i, 0, 3).astype(np.int32)
        if x.size < 100_000:
            numbers |= {"input_batching_dims": (), "scatter_indices_batching_dims": ()}
            wanted = model_scatter([x], i, [u], bodies[body], **numbers)
        else:  # too many for the model
            wanted = interpreter.run(program, x, i, u)
        require_same(got, wanted, f"{name} at {at}")


@pytest.mark.share(4)
@pytest.mark.parametrize("body", ["set", "add", "subtract", "max"])
@pytest.mark.parametrize("mode", ["clip", "fill", "drop", "promise_in_bounds"])
@pytest.mark.parametrize("seed", range(6))
def test_modes(seed: int, mode: str, body: str) -> None:
    case = drawn_call(seed, "scatter", in_bounds=mode == "promise_in_bounds")
    program = ours(case, mode, body)
    expected = interpreter.run(program, *case.args)
    require_same(run_model(to_onnx(program), *case.args, threads=8), expected, str(program.module))


@pytest.mark.slow
@pytest.mark.parametrize("body", ["add", "set", "max", "custom"])
def test_half_a_million_updates_with_duplicates(body: str) -> None:
    """The same under 8 threads, again and again."""
    computation = (lambda old, new: old * hl.constant(0.5, "f32") + new) if body == "custom" else body
    program = scatter(
        "100000xf32", "500000x1xi32", "500000xf32", computation,
        inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
    )  # fmt: skip
    rng = np.random.default_rng(0)
    x, u = (rng.standard_normal(size).astype(np.float32) for size in (100_000, 500_000))
    i = rng.integers(-10, 100_010, (500_000, 1), np.int32)
    wanted = interpreter.run(program, x, i, u)
    model = to_onnx(program)
    for _ in range(3):
        require_same(run_model(model, x, i, u, threads=8), wanted, body)


@pytest.mark.slow
def test_rows_with_duplicates_on_many_threads() -> None:
    rng = np.random.default_rng(0)
    x, u = (rng.standard_normal((size, 64)).astype(np.float32) for size in (3_000, 30_000))
    i = rng.integers(-10, 3_010, (30_000, 1), np.int32)
    for body in ("add", "set", "min"):
        program = scatter("3000x64xf32", "30000x1xi32", "30000x64xf32", body, **ROWS)
        wanted, model = interpreter.run(program, x, i, u), to_onnx(program)
        for _ in range(3):
            require_same(run_model(model, x, i, u, threads=8), wanted, body)


@pytest.mark.parametrize("body", ["set", "add", "min", "custom"])
@pytest.mark.parametrize(("operand", "indices", "updates", "numbers"), [
    ("1000000x128", "50000x1", "50000x128", ROWS),
    ("9000x9000", "2000000x2", "2000000",
     {"inserted_window_dims": [0, 1], "scatter_dims_to_operand_dims": [0, 1], "index_vector_dim": 1}),
    ("3000x5000x7", "3000x11", "3000x2000x11x3",
     {"update_window_dims": [1, 3], "input_batching_dims": [0], "scatter_indices_batching_dims": [0],
      "scatter_dims_to_operand_dims": [1], "index_vector_dim": 2}),
    ("5000", "70000x0", "70000x3000",
     {"update_window_dims": [1], "scatter_dims_to_operand_dims": [], "index_vector_dim": 1}),
    ("70000x70000", "9x2", "9x3x4",
     {"update_window_dims": [1, 2], "scatter_dims_to_operand_dims": [0, 1], "index_vector_dim": 1}),
])  # fmt: skip
def test_models_of_large_scatters_are_small(operand: str, indices: str, updates: str, numbers: Any, body: str) -> None:
    computation = (lambda old, new: old * new - new) if body == "custom" else body
    for element in ("f32", "bf16"):
        program = scatter(f"{operand}x{element}", f"{indices}xi64", f"{updates}x{element}", computation, **numbers)
        assert own_size(to_onnx(program)) < OVERHEAD


@pytest.mark.parametrize(("operator", "dtype"), REFUSED)
def test_what_onnxruntime_refuses(operator: str, dtype: str) -> None:
    """Once it doesn't, the way round it can go."""
    from onnx import helper

    kind = (
        np.dtype(bool)
        if dtype == "bool"
        else dtype_of(parse_element_type({"float16": "f16", "bfloat16": "bf16"}[dtype]))
    )
    for reduction in REFUSED[operator, dtype]:
        node = helper.make_node(operator, ["x", "i", "u"], ["y"], reduction=reduction)
        indices = [1, 1] if operator == "ScatterND" else [1]
        types = [
            ("x", onnx_type(kind), [2]),
            ("i", onnx_type(np.dtype(np.int64)), indices),
            ("u", onnx_type(kind), [1]),
        ]
        graph = helper.make_graph(
            [node], "graph", [helper.make_tensor_value_info(*type) for type in types],
            [helper.make_tensor_value_info("y", onnx_type(kind), [2])],
        )  # fmt: skip
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
        args = np.zeros(2, kind), np.zeros(indices, np.int64), np.ones(1, kind)
        with pytest.raises(Exception, match=r"not supported|NOT_IMPLEMENTED|Could not find an implementation"):
            run_model(model, *args)


def _ops(model: onnx.ModelProto) -> list[str]:
    found, waiting = [], [model.graph]
    while waiting:
        for node in waiting.pop().node:
            found.append(node.op_type)
            waiting += [attribute.g for attribute in node.attribute if attribute.HasField("g")]
    return found


def _shape(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("x"))) if text else ()


def _type(shape: str, element: str) -> str:
    return f"{shape}x{element}" if shape else element


def _indices(rng: np.random.Generator, shape: str, element: str) -> Array:
    """Most inside or around, some anything, some at the limits."""
    type: Any = parse_element_type(element)
    wide = np.uint64 if type.is_unsigned else np.int64
    low, high = type.minimum, type.maximum
    near = rng.integers(max(low, -3), min(high, 120), _shape(shape), endpoint=True).astype(wide)
    far = rng.integers(low, high, _shape(shape), dtype=wide, endpoint=True)
    limits = rng.choice(np.array([low, high, high - 1], wide), _shape(shape))
    kind = rng.integers(0, 6, _shape(shape))
    return np.where(kind < 4, near, np.where(kind == 4, far, limits)).astype(dtype_of(type))
