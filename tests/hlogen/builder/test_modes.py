"""Out-of-bounds modes of hl.gather and hl.scatter: index types, promises kept and dropped, fill values, errors."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.ir import Operation, dtype_of, element_type_of, parse_element_type
from hlogen.ir.types import FLOAT_WIDTHS

BACKENDS = ("interpreter", "upstream", "xla")
ROWS = {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}
CELLS = {"offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}
INTO_CELLS = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
WINDOWS = {
    "update_window_dims": [1],
    "inserted_window_dims": [],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
POINTS = {"offset_dims": [], "collapsed_slice_dims": [0, 1], "start_index_map": [0, 1], "index_vector_dim": 1}
INTO_POINTS = {
    "update_window_dims": [],
    "inserted_window_dims": [0, 1],
    "scatter_dims_to_operand_dims": [0, 1],
    "index_vector_dim": 1,
}


def everywhere(program, *arguments):
    """The results, the same on every backend; upstream's verifier has seen the program."""
    str(program)
    first, *others = (backend(name).run(program, *arguments) for name in BACKENDS)
    for results in others:
        for a, b in zip(first, results, strict=True):
            np.testing.assert_array_equal(comparable(a), comparable(b))
    return first[0] if len(first) == 1 else first


def comparable(array: np.ndarray) -> np.ndarray:
    """NumPy's comparisons don't know the NaN of the small floats."""
    return array.astype(np.float32) if array.dtype.kind == "V" else array


def cells_of(size: int, indices: np.ndarray, mode, constant: bool = False, **more):
    """Elements of 0, 1, 2 ... `size` - 1, gathered one by one, on every backend."""
    operand = np.arange(size).astype(np.int32)
    types = [f"{size}xi32", hl.tensor(f"{len(indices)}x1x{element_type_of(indices.dtype)}")]

    def body(x, at):
        return hl.gather(x, at, **CELLS, slice_sizes=[1], mode=mode, **more)

    if constant:
        return everywhere(hl.function(types[0], name="main")(lambda x: body(x, indices[:, None])), operand)
    return everywhere(hl.function(*types, name="main")(body), operand, indices[:, None])


def written_to(size: int, indices: np.ndarray, mode, **more):
    """Where ones have been added to `size` zeros, on every backend."""
    count = len(indices)

    @hl.function(f"{size}xi32", f"{count}x1x{element_type_of(indices.dtype)}", f"{count}xi32", name="main")
    def main(x, at, updates):
        return hl.scatter(x, at, updates, "add", **INTO_CELLS, mode=mode, **more)

    result = everywhere(main, np.zeros(size, np.int32), indices[:, None], np.ones(count, np.int32))
    return {int(at): int(result[at]) for at in np.flatnonzero(result)}


def ops(program) -> list[str]:
    return [op.name.removeprefix("stablehlo.") for op in program.module.walk()]


@pytest.mark.parametrize("mode", ["clip", "drop", "promise_in_bounds", "error", []])
def test_index_vectors_of_no_elements_point_to_the_start(mode):
    @hl.function("3xi32", "2x0xui8", "2xi32", name="main")
    def main(x, at, updates):
        result = hl.scatter(
            x, at, updates, "add", update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[],
            index_vector_dim=1, mode=mode,
        )  # fmt: skip
        return result[0] if mode == "error" else result

    result = everywhere(main, np.array([1, 2, 3], np.int32), np.zeros((2, 0), np.uint8), np.array([4, 5], np.int32))
    assert result.tolist() == [10, 2, 3]


def the(program, name: str) -> Operation:
    (op,) = (op for op in program.module.walk() if op.name == f"stablehlo.{name}")
    return op


# Index types


@pytest.mark.parametrize(("mode", "expected"), [("fill", [-1, 2, -1]), ("clip", [4, 2, 0])])
def test_an_i64_index_beyond_32_bits_is_not_cut_off(mode: str, expected: list[int]) -> None:
    more = {"fill_value": -1} if mode == "fill" else {}
    assert cells_of(5, np.array([2**32 + 1, 2, -(2**32) + 1]), mode, **more).tolist() == expected


@pytest.mark.parametrize(("mode", "expected"), [("drop", {2: 1}), ("clip", {0: 1, 2: 1, 4: 1})])
def test_an_i64_index_beyond_32_bits_writes_nowhere_else(mode: str, expected: dict[int, int]) -> None:
    assert written_to(5, np.array([2**32 + 1, 2, -(2**32) + 1]), mode) == expected


@pytest.mark.parametrize("mode", ["drop", "clip", "promise_in_bounds"])
@pytest.mark.parametrize("index", [np.uint8(200), np.int8(100)])
def test_a_narrow_index_into_a_long_dimension(mode: str, index: np.integer) -> None:
    """The dimension's size doesn't fit the index type."""
    assert written_to(300, np.array([index]), mode) == {int(index): 1}
    assert cells_of(300, np.array([index]), mode if mode != "drop" else "fill").tolist() == [int(index)]


def test_a_negative_narrow_index_into_a_long_dimension() -> None:
    assert cells_of(300, np.array([-1, -128, 127], np.int8), "fill", fill_value=-7).tolist() == [-7, -7, 127]
    assert cells_of(300, np.array([-1, -128, 127], np.int8), "clip").tolist() == [0, 0, 127]
    assert written_to(300, np.array([-1, -128, 127], np.int8), "drop") == {127: 1}
    assert written_to(300, np.array([-1, -128, 127], np.int8), "clip") == {0: 2, 127: 1}


@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_unsigned_indices_are_never_negative(dtype: type, constant: bool) -> None:
    top = np.iinfo(dtype).max
    indices = np.array([top, top // 2 + 1, 3, 0], dtype)
    assert cells_of(5, indices, "clip", constant=constant).tolist() == [4, 4, 3, 0]
    assert cells_of(5, indices, "fill", fill_value=-1, constant=constant).tolist() == [-1, -1, 3, 0]
    if not constant:
        assert written_to(5, indices, "drop") == {3: 1, 0: 1}
        assert written_to(5, indices, "clip") == {4: 2, 3: 1, 0: 1}


@pytest.mark.parametrize("type", ["i2", "ui2", "i4", "ui4", "i8", "i16", "i32", "i64"])
def test_the_ends_of_every_index_type(type: str) -> None:
    element = parse_element_type(type)
    values = [element.minimum, element.maximum, 1]

    @hl.function("5xi32", f"3x{type}", name="main")
    def main(x, at):
        return hl.gather(x, at, **{**CELLS, "index_vector_dim": 1}, slice_sizes=[1], mode="fill", fill_value=-1)

    result = everywhere(main, np.arange(5, dtype=np.int32), np.array(values).astype(dtype_of(element)))
    assert result.tolist() == [value if 0 <= value < 5 else -1 for value in values]


@pytest.mark.parametrize("type", ["i2", "ui4", "i8", "ui16"])
def test_nothing_is_computed_in_narrow_integers(type: str) -> None:
    program = hl.function("2x2xi32", f"3x2x{type}", "3xi32")(
        lambda x, at, u: [
            hl.gather(x, at, **POINTS, slice_sizes=[1, 1], mode=["clip", "fill"]),
            hl.scatter(x, at, u, "add", **INTO_POINTS, mode=["clip", "drop"]),
        ]
    )
    uses = [
        op for op in program.module.walk() if any(operand.type == hl.tensor(f"3x2x{type}") for operand in op.operands)
    ]
    assert {op.name for op in uses} == {"stablehlo.convert"}


# Windows


@pytest.mark.parametrize(
    ("window", "expected"),
    [("element", [1, 0, 0, 1, 1]), ("whole", [0, 0, 0, 0, 0])],
)
def test_what_is_dropped_of_a_window(window: str, expected: list[int]) -> None:
    @hl.function("5xf32", "2x1xi64", "2x3xf32", name="main")
    def main(x, at, updates):
        return hl.scatter(x, at, updates, "add", **WINDOWS, mode="drop", window=window)

    result = everywhere(main, np.zeros(5, np.float32), np.array([[3], [-2]]), np.ones((2, 3), np.float32))
    assert result.tolist() == expected


@pytest.mark.parametrize("window", ["element", "whole"])
def test_a_window_as_large_as_the_input(window: str) -> None:
    @hl.function("3xi32", "4x1xi8", "4x3xi32", name="main")
    def main(x, at, updates):
        return hl.scatter(x, at, updates, "add", **WINDOWS, mode="drop", window=window)

    indices = np.array([[0], [-128], [127], [3]], np.int8)
    assert everywhere(main, np.zeros(3, np.int32), indices, np.ones((4, 3), np.int32)).tolist() == [1, 1, 1]


def test_fill_is_another_word_for_drop() -> None:
    assert written_to(5, np.array([7, 1, -1]), "fill") == {1: 1}


def test_a_mode_for_each_element_of_the_index_vector() -> None:
    @hl.function("3x3xi32", "4x2xi64", name="main")
    def main(x, at):
        return hl.gather(x, at, **POINTS, slice_sizes=[1, 1], mode=["clip", "fill"], fill_value=-1)

    operand = np.arange(9, dtype=np.int32).reshape(3, 3)
    indices = np.array([[5, 1], [1, 5], [-5, 2], [0, -1]])
    assert everywhere(main, operand, indices).tolist() == [7, -1, 2, -1]


def test_an_empty_dimension_is_all_fill() -> None:
    @hl.function("0xf32", "2x1xi32", name="main")
    def main(x, at):
        return hl.gather(x, at, **CELLS, slice_sizes=[0], mode="fill", fill_value=3.5)

    assert everywhere(main, np.zeros(0, np.float32), np.zeros((2, 1), np.int32)).tolist() == [3.5, 3.5]


def test_scatter_with_another_type_in_the_computation() -> None:
    @hl.function("5xf32", "2x1xi64", "2x3xf32", name="main")
    def main(x, at, updates):
        return hl.scatter(x, at, updates, "add", **WINDOWS, computation_types="f64", mode="drop")

    (result,) = interpreter.run(main, np.zeros(5, np.float32), np.array([[3], [-2]]), np.ones((2, 3), np.float32))
    assert result.dtype == np.float64
    assert result.tolist() == [1, 0, 0, 1, 1]


@pytest.mark.parametrize("type", ["f8E8M0FNU", "f4E2M1FN", "i1", "ui2", "complex<f32>", "!quant.uniform<i8:f32,0.5:3>"])
def test_elements_of_every_kind_can_have_margins(type: str) -> None:
    @hl.function(f"5x{type}", "2x1xi64", f"2x3x{type}", name="main")
    def main(x, at, updates):
        return hl.scatter(x, at, updates, "set", **WINDOWS, mode="drop")

    str(main)
    dtype = dtype_of(parse_element_type(type))
    old, new = np.array([1, 1, 1, 1, 1]).astype(dtype), np.array([[1, 1, 1], [1, 1, 1]]).astype(dtype)
    (result,) = interpreter.run(main, old, np.array([[3], [-2]]), new)
    assert result.shape == (5,)
    assert result.astype(np.float32).tolist() == [1] * 5 if not type.startswith("complex") else True


# Fill values


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        ("i8", -128),
        ("i32", -(2**31)),
        ("i64", -(2**63)),
        ("ui8", 255),
        ("ui64", 2**64 - 1),
        ("i1", True),
        ("f32", np.nan),
        ("bf16", np.nan),
        ("f64", np.nan),
        ("f8E4M3FN", np.nan),
        ("complex<f32>", np.nan),
    ],
)
def test_default_fill_values(type: str, expected) -> None:
    @hl.function(f"3x{type}", "2x1xi32", name="main")
    def main(x, at):
        return hl.gather(x, at, **CELLS, slice_sizes=[1], mode="fill")

    dtype = dtype_of(parse_element_type(type))
    result = everywhere(main, np.array([0, 1, 0]).astype(dtype), np.array([[1], [3]], np.int32))
    expected_array = np.array([1, expected], np.uint64 if type == "ui64" else None).astype(dtype)
    np.testing.assert_array_equal(comparable(result), comparable(expected_array))
    if type == "complex<f32>":
        assert result[1].imag == 0


@pytest.mark.parametrize("name", sorted(set(FLOAT_WIDTHS) - {"tf32"}))
def test_every_float_type_has_a_default_or_asks_for_one(name: str) -> None:
    def main(x, at):
        return hl.gather(x, at, **CELLS, slice_sizes=[1], mode="fill")

    if name in ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN"):
        with pytest.raises(hl.UsageError, match=rf"{name} has no NaN\n.*\n.*fix: give fill_value="):
            hl.function(f"3x{name}", "1x1xi32")(main)
        return
    program = hl.function(f"3x{name}", "1x1xi32")(main)
    str(program)
    (result,) = interpreter.run(program, np.ones(3, dtype_of(parse_element_type(name))), np.array([[9]], np.int32))
    assert np.isnan(result.astype(np.float32)).all()


def test_a_fill_value_may_be_a_tensor() -> None:
    @hl.function("3xf32", "2x1xi32", "f32", name="main")
    def main(x, at, value):
        return hl.gather(x, at, **CELLS, slice_sizes=[1], mode="fill", fill_value=value)

    result = everywhere(main, np.arange(3, dtype=np.float32), np.array([[2], [-1]], np.int32), np.float32(8))
    assert result.tolist() == [2, 8]


def test_quantized_elements_need_a_fill_value() -> None:
    type = "!quant.uniform<i8:f32,0.5:3>"

    @hl.function(f"3x{type}", "2x1xi32", name="main")
    def main(x, at):
        fill = hl.constant(3, parse_element_type(type))
        return hl.gather(x, at, **CELLS, slice_sizes=[1], mode="fill", fill_value=fill)

    str(main)
    (result,) = interpreter.run(main, np.array([5, 6, 7], np.int8), np.array([[2], [-1]], np.int32))
    assert result.tolist() == [7, 3]

    for more in ({}, {"fill_value": 0}):
        with pytest.raises(hl.UsageError, match=r"storage integer that fills[\s\S]*fix: give fill_value=hl.constant"):
            hl.function(f"3x{type}", "2x1xi32")(
                lambda x, at, more=more: hl.gather(x, at, **CELLS, slice_sizes=[1], mode="fill", **more)
            )


# What is known to be in bounds, and promises


@pytest.mark.parametrize("mode", ["clip", "fill", "promise_in_bounds"])
def test_constant_indices_in_bounds_cost_nothing(mode: str) -> None:
    program = hl.function("5xf32", name="main")(
        lambda x: hl.gather(x, np.array([[4], [0]]), **CELLS, slice_sizes=[1], indices_are_sorted=True, mode=mode)
    )
    assert not {"select", "clamp", "compare", "convert"} & set(ops(program))
    assert the(program, "gather").attributes["indices_are_sorted"] is True


@pytest.mark.parametrize("mode", ["clip", "drop", "promise_in_bounds"])
def test_constant_indices_in_bounds_keep_the_promises(mode: str) -> None:
    program = hl.function("5xf32", "2xf32", name="main")(
        lambda x, u: hl.scatter(
            x, np.array([[0], [4]]), u, "add", **INTO_CELLS, indices_are_sorted=True, unique_indices=True, mode=mode
        )
    )
    scatter = the(program, "scatter")
    assert scatter.attributes["indices_are_sorted"] is True
    assert scatter.attributes["unique_indices"] is True
    assert "clamp" not in ops(program)


def test_an_index_type_that_fits_is_a_proof() -> None:
    program = hl.function("300xf32", "9x1xui8", name="main")(
        lambda x, at: hl.gather(x, at, **CELLS, slice_sizes=[1], mode="fill", fill_value=0)
    )
    assert "select" not in ops(program)


def promises(mode, dims, shape: str, vector: int, **more) -> tuple[object, object]:
    program = hl.function(shape, f"4x{vector}xi64", "4xf32", name="main")(
        lambda x, at, u: hl.scatter(
            x, at, u, "add", **dims, indices_are_sorted=True, unique_indices=True, mode=mode, **more
        )
    )
    attributes = the(program, "scatter").attributes
    return attributes["indices_are_sorted"], attributes["unique_indices"]


def test_scatter_promises() -> None:
    """(sorted, unique)"""
    assert promises("clip", INTO_CELLS, "5xf32", 1) == (True, False)
    assert promises("clip", INTO_POINTS, "5x5xf32", 2) == (False, False)
    assert promises("error", INTO_CELLS, "5xf32", 1) == (True, False)
    assert promises("error", INTO_POINTS, "5x5xf32", 2) == (False, False)
    assert promises(["promise_in_bounds", "error"], INTO_POINTS, "5x5xf32", 2) == (False, False)
    assert promises("drop", INTO_CELLS, "5xf32", 1) == (True, True)
    assert promises("drop", INTO_POINTS, "5x5xf32", 2) == (True, True)
    assert promises("promise_in_bounds", INTO_POINTS, "5x5xf32", 2) == (True, True)


@pytest.mark.parametrize("window", ["element", "whole"])
def test_promises_of_windows_that_are_dropped(window: str) -> None:
    """One index keeps its order where its ends are moved out; windows that don't overlap still don't."""
    program = hl.function("9xi32", "3x1xi64", "3x2xi32", name="main")(
        lambda x, at, u: hl.scatter(
            x, at, u, "add", **WINDOWS, indices_are_sorted=True, unique_indices=True, mode="drop", window=window
        )
    )
    attributes = the(program, "scatter").attributes
    assert attributes["indices_are_sorted"] is True
    assert attributes["unique_indices"] is True

    # The indices that reach the scatter, watched in the interpreter, are in ascending order.
    class Watch:
        def on_op(self, op, operands, results):
            if op.name == "stablehlo.scatter":
                assert np.all(np.diff(operands[1].reshape(-1)) >= 0)
                self.seen = operands[1].reshape(-1)

    watch = Watch()
    indices = np.array([[-(2**63)], [-1], [8]])
    interpreter.run(program, np.zeros(9, np.int32), indices, np.ones((3, 2), np.int32), listeners=[watch])
    assert len(watch.seen) == 3


def test_gather_promises() -> None:
    for mode, dims, shape, sizes, expected in [
        ("clip", CELLS, "5xf32", [1], True),
        ("clip", POINTS, "5x5xf32", [1, 1], False),
        ("error", POINTS, "5x5xf32", [1, 1], False),
        ("fill", POINTS, "5x5xf32", [1, 1], False),
        ("promise_in_bounds", POINTS, "5x5xf32", [1, 1], True),
    ]:
        vector = len(sizes)
        program = hl.function(shape, f"4x{vector}xi64", name="main")(
            lambda x, at, dims=dims, sizes=sizes, mode=mode: hl.gather(
                x, at, **dims, slice_sizes=sizes, indices_are_sorted=True, mode=mode
            )
        )
        assert the(program, "gather").attributes["indices_are_sorted"] is expected


def test_one_index_vector_is_sorted_and_unique() -> None:
    program = hl.function("5x5xf32", "1x2xi64", "1xf32", name="main")(
        lambda x, at, u: hl.scatter(
            x, at, u, "add", **INTO_POINTS, indices_are_sorted=True, unique_indices=True, mode="clip"
        )
    )
    assert the(program, "scatter").attributes["indices_are_sorted"] is True
    assert the(program, "scatter").attributes["unique_indices"] is True


# Errors of use


def gather_with(mode, shape: str = "5xf32", indices: str = "2x1xi64", **more):
    return hl.function(shape, indices)(lambda x, at: hl.gather(x, at, **CELLS, slice_sizes=[1], mode=mode, **more))


def scatter_with(mode, **more):
    return hl.function("5xf32", "2x1xi64", "2xf32")(
        lambda x, at, u: hl.scatter(x, at, u, "add", **INTO_CELLS, mode=mode, **more)
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gather_with("drop"), "gather has no mode 'drop'.*\n.*\n.*use mode='fill'"),
        (lambda: gather_with("wrap"), "mode is one of 'clip', 'fill', 'promise_in_bounds', 'error', not 'wrap'"),
        (lambda: gather_with(["clip", "clip"]), r"mode has 2 entries for index vectors of 1"),
        (lambda: gather_with([3]), r"mode\[0\] is one of .*, not 3"),
        (lambda: gather_with(3), "mode is one of .*, not int 3"),
        (lambda: gather_with("clip", fill_value=0), "fill_value goes with mode='fill', not with mode='clip'"),
        (lambda: gather_with(None, fill_value=0), "fill_value goes with mode='fill', and there is no mode"),
        (lambda: gather_with("fill", fill_value=[1, 2]), "fill_value is one number"),
        (lambda: gather_with("fill", fill_value="x"), "fill_value"),
        (lambda: gather_with("fill", fill_value=1j), "can't hold the complex"),
        (lambda: gather_with("fill", shape="5xi8", fill_value=300), "300"),
        (lambda: gather_with("fill", shape="5xi8", fill_value=1.5), "1.5"),
        (
            lambda: gather_with("error", indices="?x1xi64"),
            r"mode 'error' needs to know the shape of the indices, but they are tensor<\?x1xi64>",
        ),
        (
            lambda: scatter_with("wrap"),
            "mode is one of 'clip', 'fill', 'drop', 'promise_in_bounds', 'error', not 'wrap'",
        ),
        (lambda: scatter_with("clip", window="whole"), "window='whole' goes with mode='drop'"),
        (lambda: scatter_with(None, window="whole"), "window='whole' goes with mode='drop'"),
        (lambda: scatter_with("drop", window="half"), "window is 'element' or 'whole', not 'half'"),
    ],
)
def test_errors_name_the_argument_and_the_line(call, message: str) -> None:
    with pytest.raises(hl.UsageError, match=message) as caught:
        call()
    assert "test_modes.py" in str(caught.value)


def test_a_dynamic_dimension_with_a_promise_beside_another_mode() -> None:
    @hl.function("?x4xf32", "2x2xi64", name="main")
    def main(x, at):
        return hl.gather(x, at, **POINTS, slice_sizes=[1, 1], mode=["promise_in_bounds", "fill"], fill_value=-1)

    str(main)
    (result,) = interpreter.run(main, np.arange(12, dtype=np.float32).reshape(3, 4), np.array([[2, 1], [1, 4]]))
    assert result.tolist() == [9, -1]


def test_dynamic_shapes_are_fine_with_a_promise() -> None:
    program = gather_with("promise_in_bounds", shape="?xf32", indices="?x1xi8")
    str(program)
    (result,) = interpreter.run(program, np.arange(5, dtype=np.float32), np.array([[3], [1]], np.int8))
    assert result.tolist() == [3, 1]


def test_bf16_elements() -> None:
    @hl.function("4x2xbf16", "2x1xi32", name="main")
    def main(x, at):
        return hl.gather(x, at, **ROWS, slice_sizes=[1, 2], mode="fill", fill_value=-2)

    operand = np.arange(8).reshape(4, 2).astype(ml_dtypes.bfloat16)
    result = everywhere(main, operand, np.array([[4], [3]], np.int32))
    assert result.astype(int).tolist() == [[-2, -2], [6, 7]]


def test_dimensions_beyond_32_bits_get_i64_indices() -> None:
    """Bounds that the index type can't say are ones that it can't cross."""

    @hl.function("3000000000x2xi8", "3x1xi32", "3x1xui32", "3x1xui8", "3x1xi64")
    def huge(x, *indices):
        return [hl.gather(x, at, **ROWS, slice_sizes=[1, 2], mode="fill") for at in indices]

    str(huge)
    gathers = [op for op in huge.module.walk() if op.name == "stablehlo.gather"]
    assert [str(op.operands[1].type) for op in gathers] == ["tensor<3x1xi64>"] * 4

    @hl.function("2147483640xi8", "3x1xi32", "3x9xi8")
    def margins(x, at, updates):
        return hl.scatter(x, at, updates, "add", **WINDOWS, mode="drop")

    str(margins)
    assert str(the(margins, "scatter").operands[1].type) == "tensor<3x1xi64>"


@pytest.mark.parametrize("type", ["int8", "int32", "uint8", "uint32", "bool", "float32", "bfloat16", "complex64"])
def test_default_fill_values_are_those_of_jax(type: str) -> None:
    jnp = pytest.importorskip("jax.numpy")
    theirs = np.asarray(jnp.ones(3, type).at[jnp.array([1, 7])].get(mode="fill"))
    (ours,) = interpreter.run(
        hl.function(f"3x{element_type_of(theirs.dtype)}")(
            lambda x: hl.gather(x, np.array([[1], [7]]), **CELLS, slice_sizes=[1], mode="fill")
        ),
        np.ones(3, theirs.dtype),
    )
    assert ours.tobytes() == theirs.tobytes() or (np.isnan(ours[1]) and np.isnan(theirs[1]))


@pytest.mark.parametrize(("size", "window"), [(4, 4), (4, 3), (1, 1), (3, 1)])
def test_the_last_place_of_a_window_is_inside(size: int, window: int) -> None:
    """Also where it is the first one, as all of a dimension is in the window."""
    x = np.arange(1, size + 1, dtype=np.float32)
    places = np.arange(-2, size + 2, dtype=np.int32)[:, None]
    inside = [0 <= place <= size - window for place in places[:, 0]]
    sizes = {"offset_dims": [1], "collapsed_slice_dims": [], "start_index_map": [0], "index_vector_dim": 1}
    into = {"update_window_dims": [1], "inserted_window_dims": [], "scatter_dims_to_operand_dims": [0]}

    def body(x, at):
        ones = hl.ones((len(places), window))
        read = {mode: hl.gather(x, at, **sizes, slice_sizes=[window], mode=mode) for mode in ("fill", "clip", "error")}
        added = [
            hl.scatter(x, at, ones, "add", **into, index_vector_dim=1, mode=mode, **whole)
            for mode, whole in (("drop", {"window": "whole"}), ("drop", {}), ("clip", {}))
        ]
        return read["fill"], read["clip"], read["error"][1], *added

    program = hl.function(f"{size}xf32", f"{len(places)}x1xi32", name="main")(body)
    moved = np.clip(places[:, 0], 0, size - window)
    rows = np.stack([x[place : place + window] for place in moved])
    filled = np.where(np.array(inside)[:, None], rows, np.nan)
    whole, each, clipped = x.copy(), np.pad(x, 8), x.copy()
    for place, near, is_inside in zip(places[:, 0], moved, inside, strict=True):
        whole[near : near + window] += is_inside
        each[place + 8 : place + 8 + window] += 1
        clipped[near : near + window] += 1
    expected = filled, rows, all(inside), whole, each[8 : 8 + size], clipped
    with pytest.raises(hl.ExecutionError, match="out of bounds"):
        interpreter.run(program, x, places)
    for found, wanted in zip(backend("xla").run(program, x, places), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    one = hl.function(f"{size}xf32", "1x1xi32", name="main")(
        lambda x, at: hl.gather(x, at, **sizes, slice_sizes=[window], mode="error")
    )
    last = np.array([[size - window]], np.int32)
    np.testing.assert_array_equal(interpreter.run(one, x, last)[0][0], x[size - window :])
    with pytest.raises(hl.ExecutionError, match="out of bounds"):
        interpreter.run(one, x, last + 1)
