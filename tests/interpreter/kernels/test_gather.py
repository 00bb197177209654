"""gather against the slow model, and clause by clause."""

from itertools import permutations

import ml_dtypes
import numpy as np
import pytest
from helpers.cases import all_same, expected
from helpers.drawing import cases
from hypothesis import given, settings
from model.gather import ModelError, gather

import interpreter
from hlogen.ir import dtype_of, parse_element_type

ROWS = "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"


def program(operand, start_indices, result, numbers, slice_sizes):
    return f"""func.func @main(%operand: tensor<{operand}>, %start_indices: tensor<{start_indices}>)
    -> tensor<{result}> {{
  %0 = "stablehlo.gather"(%operand, %start_indices) {{dimension_numbers = #stablehlo.gather<{numbers}>,
    slice_sizes = array<i64{": " + slice_sizes if slice_sizes else ""}>}}
    : (tensor<{operand}>, tensor<{start_indices}>) -> tensor<{result}>
  return %0 : tensor<{result}>
}}
"""


@settings(max_examples=300, deadline=None)
@given(case=cases("gather"))
def test_equals_the_slow_model(case):
    try:
        wanted = expected(case)
    except ModelError:
        with pytest.raises(interpreter.ExecutionError, match="slice size 0"):
            interpreter.run(case.module, *case.args)
    else:
        assert all_same(interpreter.run(case.module, *case.args), wanted)


@pytest.mark.parametrize("index_map", [*permutations(range(3)), (2, 0), (1,), ()])
@pytest.mark.parametrize("d", range(3))
def test_a_collapsed_dimension_of_slice_size_0_is_read_up_to_its_end(index_map, d):
    """Whichever component of an index vector is that dimension's start; where it is none, the start is 0."""
    shape, sizes, count = (2, 3, 4), [1, 1, 1], len(index_map)
    sizes[d] = 0
    numbers = {
        "offset_dims": [1, 2],
        "collapsed_slice_dims": [d],
        "operand_batching_dims": [],
        "start_indices_batching_dims": [],
        "start_index_map": list(index_map),
        "index_vector_dim": 1,
    }
    written = ", ".join(f"{name} = {value}" for name, value in numbers.items())
    text = program("2x3x4xi32", f"5x{count}xi64", "5x1x1xi32", written, ", ".join(map(str, sizes)))
    operand, rng = np.arange(24, dtype=np.int32).reshape(shape), np.random.default_rng(d)
    within = np.array([[rng.integers(-1, shape[at]) for at in index_map] for _ in range(5)], np.int64).reshape(5, count)
    beyond = within.copy()
    if d in index_map:
        beyond[[1, 3], index_map.index(d)] = [shape[d], shape[d] + 7]
    for start_indices in (within, beyond):
        sanitizer = interpreter.Sanitizer("undefined")
        try:
            wanted = gather(operand, start_indices, **numbers, slice_sizes=sizes)
        except ModelError:
            said = (
                f"dimension {d} has slice size 0, so a start there is clamped to 0 .. {shape[d]} and the formula reads"
            )
            with pytest.raises(interpreter.ExecutionError, match=said):
                interpreter.run(text, operand, start_indices, sanitize=sanitizer)
            (finding,) = sanitizer.findings
            assert [each.index_vector for each in finding.elements] == [tuple(beyond[1]), tuple(beyond[3])]
            assert (finding.count, finding.total, finding.elements[0].position) == (2, 5, (1,))
        else:
            np.testing.assert_array_equal(interpreter.run(text, operand, start_indices, sanitize=sanitizer)[0], wanted)
            assert sanitizer.findings == ()


@pytest.mark.parametrize(
    ("element", "start", "row"),
    [
        ("i2", 1, 1),
        ("i8", -128, 0),
        ("i8", 127, 127),  # an index type narrower than the dimension
        ("ui8", 200, 200),  # unsigned: not -56
        ("i16", 299, 299),
        ("i32", -(2**31), 0),
        ("i64", 2**63 - 1, 299),
        ("i64", -(2**63), 0),
        ("ui32", 2**32 - 1, 299),
        ("ui64", 2**63, 299),
        ("ui64", 2**64 - 1, 299),
    ],
)
def test_starts_are_clamped_in_every_index_type(element, start, row):
    operand = np.arange(600, dtype=np.int32).reshape(300, 2)
    start_indices = np.array([[start]], dtype_of(parse_element_type(element)))
    (result,) = interpreter.run(program("300x2xi32", f"1x1x{element}", "1x2xi32", ROWS, "1, 2"), operand, start_indices)
    assert result.tolist() == [[2 * row, 2 * row + 1]]


@pytest.mark.parametrize(
    "element", ["i1", "i2", "ui4", "i8", "f4E2M1FN", "f6E3M2FN", "f8E4M3FN", "bf16", "f16", "f64", "complex<f64>"]
)
def test_moves_every_bit_of_every_element_type(element):
    dtype = dtype_of(parse_element_type(element))
    largest = {"i1": 1, "i2": 3, "ui4": 15, "f4E2M1FN": 15, "f6E3M2FN": 63}.get(element, 255)
    bits = np.random.default_rng(0).integers(0, largest, (10, 3 * dtype.itemsize), np.uint8, endpoint=True)
    start_indices = np.array([[9], [0], [4]])
    (result,) = interpreter.run(
        program(f"10x3x{element}", "3x1xi64", f"3x3x{element}", ROWS, "1, 3"), bits.view(dtype), start_indices
    )
    assert result.dtype == dtype
    assert result.view(np.uint8).tolist() == bits[[9, 0, 4]].tolist()


def test_quantized_elements_move_as_their_storage():
    element = "!quant.uniform<i8:f32, 0.5:3>"
    operand, start_indices = np.arange(6, dtype=np.int8).reshape(3, 2), np.array([[2]])
    (result,) = interpreter.run(
        program(f"3x2x{element}", "1x1xi64", f"1x2x{element}", ROWS, "1, 2"), operand, start_indices
    )
    assert result.dtype == np.int8
    assert result.tolist() == [[4, 5]]


def test_an_empty_index_vector_starts_at_0():
    operand = np.arange(6, dtype=np.int32).reshape(2, 3)
    numbers = "offset_dims = [1], collapsed_slice_dims = [0], index_vector_dim = 1"
    (result,) = interpreter.run(
        program("2x3xi32", "4x0xi64", "4x2xi32", numbers, "1, 2"), operand, np.zeros((4, 0), np.int64)
    )
    assert result.tolist() == [[0, 1]] * 4


def test_a_rank_0_operand_is_copied_to_every_place():
    (result,) = interpreter.run(
        program("f32", "3x0xi32", "3xf32", "index_vector_dim = 1", ""), np.float32(7), np.zeros((3, 0), np.int32)
    )
    assert result.tolist() == [7, 7, 7]


def test_zero_size_results_keep_their_shape():
    (result,) = interpreter.run(
        program("5x2xi32", "0x1xi64", "0x2xi32", ROWS, "1, 2"), np.zeros((5, 2), np.int32), np.zeros((0, 1), np.int64)
    )
    assert result.shape == (0, 2)
    assert result.dtype == np.int32


@pytest.mark.share(3)
@pytest.mark.parametrize("windows", [1, 3, 1000])
@pytest.mark.parametrize("slice_sizes", [(2, 3, 4), (1, 5, 2), (7, 1, 1), (3, 5, 6), (1, 1, 6), (2, 1, 6)])
def test_windows_of_every_form(windows, slice_sizes):
    rng = np.random.default_rng(1)
    operand = rng.standard_normal((7, 5, 6)).astype(np.float32)
    start_indices = rng.integers(-2, 9, (windows, 3))
    numbers = {"offset_dims": [1, 2, 3], "collapsed_slice_dims": [], "start_index_map": [2, 0, 1]}
    text = "offset_dims = [1, 2, 3], start_index_map = [2, 0, 1], index_vector_dim = 1"
    sizes = ", ".join(map(str, slice_sizes))
    result_type = "x".join(map(str, (windows, *slice_sizes))) + "xf32"
    (result,) = interpreter.run(
        program("7x5x6xf32", f"{windows}x3xi64", result_type, text, sizes), operand, start_indices
    )
    assert (
        result.tolist()
        == gather(operand, start_indices, slice_sizes=slice_sizes, index_vector_dim=1, **numbers).tolist()
    )


@pytest.mark.parametrize(
    "slice_sizes", [(1, 1, 1), (1, 1, 2), (1, 4, 1), (1, 4, 2), (3, 1, 1), (3, 1, 2), (1, 2, 1), (2, 1, 1), (1, 2, 2)]
)
def test_starts_are_clamped_by_their_own_dimension_whichever_are_named(slice_sizes):
    """Along a dimension that start_index_map doesn't name, a slice starts at 0, though there is room behind it."""
    operand = np.arange(24, dtype=np.int32).reshape(3, 4, 2)
    far = np.array([-(2**40), -1, 0, 1, 2, 3, 4, 7, 30, 2**40])
    for start_index_map in (order for count in range(4) for order in permutations(range(3), count)):
        named = len(start_index_map)
        start_indices = np.array([np.roll(far, 3 * k) for k in range(named)], np.int64).reshape(named, len(far)).T
        numbers = f"offset_dims = [1, 2, 3], start_index_map = {list(start_index_map)}, index_vector_dim = 1"
        result_type = "x".join(map(str, (len(far), *slice_sizes))) + "xi32"
        text = program("3x4x2xi32", f"{len(far)}x{named}xi64", result_type, numbers, str(slice_sizes)[1:-1])
        (result,) = interpreter.run(text, operand, start_indices)
        for vector, found in zip(start_indices.tolist(), result, strict=True):
            start_of = dict(zip(start_index_map, vector, strict=True))
            starts = [min(max(start_of.get(d, 0), 0), operand.shape[d] - size) for d, size in enumerate(slice_sizes)]
            window = tuple(slice(start, start + size) for start, size in zip(starts, slice_sizes, strict=True))
            assert found.tolist() == operand[window].tolist()


@pytest.mark.parametrize("layout", ["transposed", "strided", "reversed", "big-endian", "read-only", "broadcast"])
def test_takes_operands_in_any_memory_layout(layout):
    base = np.arange(24, dtype=np.int32).reshape(4, 6)
    operand = {
        "transposed": base.T,
        "strided": np.repeat(np.repeat(base.T, 2, 0), 3, 1)[::2, ::3],
        "reversed": np.ascontiguousarray(base.T[::-1, ::-1])[::-1, ::-1],
        "big-endian": base.T.astype(">i4"),
        "read-only": np.array(base.T),
        "broadcast": np.broadcast_to(np.arange(4, dtype=np.int32), (6, 4)),
    }[layout]
    if layout == "read-only":
        operand.flags.writeable = False
    start_indices = np.array([[5], [0], [99]], ">i2")
    before = operand.copy()
    (result,) = interpreter.run(program("6x4xi32", "3x1xi16", "3x4xi32", ROWS, "1, 4"), operand, start_indices)
    assert result.tolist() == before[[5, 0, 5]].tolist()
    assert operand.tolist() == before.tolist()
    result[:] = 0
    assert operand.tolist() == before.tolist()


def test_dynamic_dimensions_take_the_actual_sizes():
    text = program("?x2xi32", "?x1xi64", "?x2xi32", ROWS, "1, 2")
    run = interpreter.load(text)
    for rows, starts in ((3, [[2], [0]]), (5, [[4]]), (1, [[7], [7], [-7]])):
        operand = np.arange(2 * rows, dtype=np.int32).reshape(rows, 2)
        (result,) = run(operand, np.array(starts))
        assert result.tolist() == operand[np.clip(np.array(starts)[:, 0], 0, rows - 1)].tolist()


def test_a_dimension_that_turns_out_too_small_is_named():
    with pytest.raises(
        interpreter.ExecutionError, match=r"slice_sizes\[1\] = 2 isn't in 0 .. 1, .*\(C21\)\n.*gather at -:3:8"
    ):
        interpreter.run(
            program("3x?xi32", "1x1xi64", "1x2xi32", ROWS, "1, 2"), np.zeros((3, 1), np.int32), np.zeros((1, 1), int)
        )


def test_slice_size_0_of_a_collapsed_dimension():
    numbers = "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
    text = program("3xi32", "2x1xi64", "2xi32", numbers, "0")
    operand = np.array([5, 6, 7], np.int32)
    (result,) = interpreter.run(text, operand, np.array([[2], [-9]]))  # in bounds: the formula has a value
    assert result.tolist() == [7, 5]
    with pytest.raises(interpreter.ExecutionError, match=r"reads operand index 3 of 3, out of bounds: constraint C9"):
        interpreter.run(text, operand, np.array([[2], [3]]))


def test_bf16_windows_are_exact():
    operand = np.arange(64).astype(ml_dtypes.bfloat16).reshape(8, 8)
    (result,) = interpreter.run(
        program("8x8xbf16", "1x2xi64", "1x2x3xbf16", "offset_dims = [1, 2], start_index_map = [0, 1], "
                "index_vector_dim = 1", "2, 3"), operand, np.array([[3, 2]]),
    )  # fmt: skip
    assert result.astype(np.float32).tolist() == [[[26, 27, 28], [34, 35, 36]]]


@pytest.mark.parametrize("slice_sizes", [(1, 1, 6), (1, 5, 6), (1, 2, 6), (1, 3, 2), (1, 1, 1)])
def test_a_large_operand_in_another_layout_is_not_copied(slice_sizes):
    rng = np.random.default_rng(1)
    operand = rng.standard_normal((6, 5, 40)).astype(np.float32).transpose(2, 1, 0)
    start_indices = rng.integers(-2, 41, (3, 2))
    text = "offset_dims = [0, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1"
    numbers = {"offset_dims": [0, 2], "collapsed_slice_dims": [0], "start_index_map": [1, 0], "index_vector_dim": 1}
    result_type = f"{slice_sizes[1]}x3x{slice_sizes[2]}xf32"
    (result,) = interpreter.run(
        program("40x5x6xf32", "3x2xi64", result_type, text, ", ".join(map(str, slice_sizes))), operand, start_indices
    )
    assert result.tolist() == gather(operand, start_indices, slice_sizes=slice_sizes, **numbers).tolist()


def test_batching_of_an_operand_in_another_layout():
    operand = np.arange(4 * 3 * 50, dtype=np.int32).reshape(50, 3, 4).T
    start_indices = np.random.default_rng(2).integers(0, 50, (3, 4, 1))
    text = ("collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], "
            "start_index_map = [2], index_vector_dim = 2")  # fmt: skip
    (result,) = interpreter.run(program("4x3x50xi32", "3x4x1xi64", "3x4xi32", text, "1, 1, 1"), operand, start_indices)
    wanted = [[operand[i, j, start_indices[j, i, 0]] for i in range(4)] for j in range(3)]
    assert result.tolist() == np.array(wanted).tolist()
