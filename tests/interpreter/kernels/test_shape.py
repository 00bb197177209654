"""Operations that move elements, index by index as the spec's formulas say."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from helpers.one_op import array, dtype, i64, ints, program, run_op

import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import tensor

Index = tuple[int, ...]


def numbered(shape: Index, type: str = "i32") -> np.ndarray:
    return np.arange(1, int(np.prod(shape)) + 1).reshape(shape).astype(dtype(type))


def dims(shape: Index) -> str:
    return "".join(f"{dim}x" for dim in shape)


@pytest.mark.parametrize("type", ["i4", "ui8", "i32", "bf16", "f32", "complex<f64>", "f8E4M3FN", "i1"])
@pytest.mark.parametrize("dimension", [0, 1])
def test_iota(type: str, dimension: int) -> None:
    result = run_op("stablehlo.iota", [], f"3x5x{type}", {"iota_dimension": i64(dimension)})
    for index in product(range(3), range(5)):
        assert result[index] == array(type, index[dimension])


def test_iota_wraps_where_the_type_is_too_narrow() -> None:
    result = run_op("stablehlo.iota", [], "20xi4", {"iota_dimension": i64(0)})
    assert result.astype(int).tolist() == [(n + 8) % 16 - 8 for n in range(20)]
    # bf16 has 8 bits of significand: 257 lies between 256 and 258, and ties go to even
    result = run_op("stablehlo.iota", [], "300xbf16", {"iota_dimension": i64(0)})
    assert result.astype(int)[[256, 257, 259]].tolist() == [256, 256, 260]


@pytest.mark.parametrize(
    ("shape", "broadcast_dimensions", "target"),
    [
        ((), (), (2, 3)),
        ((), (), ()),
        ((), (), (1,)),
        ((3,), (1,), (2, 3)),
        ((2,), (0,), (2, 3)),
        ((1, 3), (0, 2), (2, 4, 3)),
        ((2, 3), (2, 0), (3, 5, 2)),
        ((2, 1), (1, 0), (4, 2)),
        ((2, 3, 4), (1, 2, 0), (4, 2, 3)),
        ((2, 3, 4), (3, 0, 1), (3, 4, 5, 2)),
        ((2, 1), (0, 2), (2, 1, 1)),
        ((0, 3), (0, 1), (0, 3)),
        ((1,), (1,), (3, 0)),
    ],
)
def test_broadcast_in_dim(shape: Index, broadcast_dimensions: Index, target: Index) -> None:
    operand = numbered(shape)
    result = run_op(
        "stablehlo.broadcast_in_dim",
        [("i32", operand)],
        f"{dims(target)}i32",
        {"broadcast_dimensions": ints(*broadcast_dimensions)},
    )
    for index in np.ndindex(target):
        source = tuple(0 if shape[d] == 1 else index[broadcast_dimensions[d]] for d in range(len(shape)))
        assert result[index] == operand[source]


@pytest.mark.parametrize(
    ("shape", "target"), [((2, 6), (3, 4)), ((), (1, 1)), ((1,), ()), ((0, 3), (3, 0)), ((4,), (4,))]
)
def test_reshape_keeps_the_order(shape: Index, target: Index) -> None:
    operand = numbered(shape)
    result = run_op("stablehlo.reshape", [("i32", operand)], f"{dims(target)}i32")
    assert [int(x) for x in result.flat] == [int(x) for x in operand.flat]


@pytest.mark.parametrize("permutation", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_transpose(permutation: Index) -> None:
    operand = numbered((2, 3, 4), "bf16")
    target = tuple(operand.shape[d] for d in permutation)
    result = run_op(
        "stablehlo.transpose", [("bf16", operand)], f"{dims(target)}bf16", {"permutation": ints(*permutation)}
    )
    for index in np.ndindex(operand.shape):
        assert result[tuple(index[d] for d in permutation)] == operand[index]


@pytest.mark.parametrize(
    ("starts", "limits", "strides"),
    [((0, 0), (4, 7), (1, 1)), ((1, 2), (4, 7), (2, 3)), ((2, 3), (2, 3), (1, 1)), ((3, 0), (4, 1), (5, 9))],
)
def test_slice(starts: Index, limits: Index, strides: Index) -> None:
    operand = numbered((4, 7))
    target = tuple(-((start - limit) // stride) for start, limit, stride in zip(starts, limits, strides, strict=True))
    result = run_op(
        "stablehlo.slice",
        [("i32", operand)],
        f"{dims(target)}i32",
        {"start_indices": ints(*starts), "limit_indices": ints(*limits), "strides": ints(*strides)},
    )
    for index in np.ndindex(target):
        assert result[index] == operand[tuple(starts[d] + index[d] * strides[d] for d in range(2))]


def test_reverse() -> None:
    operand = numbered((2, 3, 4), "i4")
    result = run_op("stablehlo.reverse", [("i4", operand)], "2x3x4xi4", {"dimensions": ints(2, 0)})
    for i, j, k in np.ndindex(2, 3, 4):
        assert result[i, j, k] == operand[1 - i, j, 3 - k]


@pytest.mark.parametrize("type", ["i4", "i32", "bf16", "f8E5M2", "complex<f32>"])
def test_concatenate(type: str) -> None:
    parts = [numbered((2, n), type) for n in (1, 0, 3)]
    result = run_op("stablehlo.concatenate", [(type, part) for part in parts], f"2x4x{type}", {"dimension": i64(1)})
    for row in range(2):
        assert [complex(x) for x in result[row]] == [complex(x) for part in parts for x in part[row]]


PADDINGS = [
    ((0, 1), (2, 1), (1, 2)),
    ((0, 0), (0, 0), (0, 0)),
    ((-1, -2), (0, 1), (0, 0)),
    ((-1, -1), (-1, -1), (2, 1)),
    ((-3, 2), (1, -4), (1, 2)),
    ((-2, 0), (-1, 0), (0, 0)),
    ((5, -4), (-3, 9), (0, 3)),
    ((-4, 0), (2, 0), (0, 0)),
]


def padded(shape: Index, low: Index, high: Index, interior: Index) -> Index:
    return tuple(shape[d] + low[d] + max(shape[d] - 1, 0) * interior[d] + high[d] for d in range(2))


@pytest.mark.parametrize(
    ("shape", "low", "high", "interior"),
    [
        (shape, *padding)
        for shape in ((3, 4), (3, 1), (0, 2))
        for padding in PADDINGS
        if min(padded(shape, *padding)) >= 0
    ],
)
@pytest.mark.parametrize("is_dynamic", [False, True])
def test_pad(shape: Index, low: Index, high: Index, interior: Index, is_dynamic: bool) -> None:
    operand = numbered(shape)
    target = padded(shape, low, high, interior)
    expected = np.full(target, -7)
    for index in np.ndindex(shape):
        place = tuple(low[d] + index[d] * (interior[d] + 1) for d in range(2))
        if all(0 <= place[d] < target[d] for d in range(2)):
            expected[place] = operand[index]
    padding = {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": interior}
    if is_dynamic:
        result = run_op(
            "stablehlo.dynamic_pad",
            [("i32", operand), ("i32", -7), *(("i64", list(value)) for value in padding.values())],
            f"{dims(target)}i32",
        )
    else:
        attributes = {name: ints(*value) for name, value in padding.items()}
        result = run_op("stablehlo.pad", [("i32", operand), ("i32", -7)], f"{dims(target)}i32", attributes)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("type", ["i8", "ui8", "i32", "ui64", "i64"])
def test_dynamic_slices_are_moved_inside(type: str) -> None:
    operand = numbered((5, 6))
    limit = np.iinfo(dtype(type))
    for starts in product([0, 1, 3, 5, 100, limit.max, limit.min], repeat=2):
        places = [min(max(starts[0], 0), 5 - 2), min(max(starts[1], 0), 6 - 4)]
        indices = [(type, np.array(start, dtype(type))) for start in starts]
        result = run_op("stablehlo.dynamic_slice", [("i32", operand), *indices], "2x4xi32", {"slice_sizes": ints(2, 4)})
        np.testing.assert_array_equal(result, operand[places[0] : places[0] + 2, places[1] : places[1] + 4])
        update = -numbered((2, 4))
        result = run_op("stablehlo.dynamic_update_slice", [("i32", operand), ("i32", update), *indices], "5x6xi32")
        for index in np.ndindex(5, 6):
            inside = 0 <= index[0] - places[0] < 2 and 0 <= index[1] - places[1] < 4
            assert result[index] == (update[index[0] - places[0], index[1] - places[1]] if inside else operand[index])


def test_dynamic_slice_of_nothing_and_of_a_scalar() -> None:
    assert run_op("stablehlo.dynamic_slice", [("i32", 7)], "i32", {"slice_sizes": ints()}) == 7
    empty = np.zeros((0, 3), np.int32)
    result = run_op(
        "stablehlo.dynamic_slice", [("i32", empty), ("i64", 2), ("i64", 9)], "0x2xi32", {"slice_sizes": ints(0, 2)}
    )
    assert result.shape == (0, 2)


def test_real_dynamic_slice_is_slice_with_operands() -> None:
    operand = numbered((5, 6))
    for starts, limits, strides in [((0, 0), (5, 6), (1, 1)), ((1, 2), (4, 6), (2, 3)), ((5, 3), (5, 3), (1, 4))]:
        places = [range(starts[d], limits[d], strides[d]) for d in range(2)]
        expected = [[int(operand[i, j]) for j in places[1]] for i in places[0]]
        shape = "x".join(str(len(place)) for place in places)
        operands = [("i32", operand), ("i64", starts), ("i64", limits), ("i64", strides)]
        assert run_op("stablehlo.real_dynamic_slice", operands, f"{shape}xi32").tolist() == expected


@pytest.mark.parametrize(("start", "limit", "stride"), [(-1, 2, 1), (0, 4, 1), (2, 1, 1), (0, 2, 0)])
def test_real_dynamic_slice_moves_nothing_inside(start: int, limit: int, stride: int) -> None:
    operands = [("i32", [1, 2, 3]), ("i32", [start]), ("i32", [limit]), ("i32", [stride])]
    with pytest.raises(ExecutionError, match=rf"start_indices \[{start}\], limit_indices \[{limit}\]"):
        run_op("stablehlo.real_dynamic_slice", operands, "2xi32")


def test_shapes_that_are_operands() -> None:
    result = run_op("stablehlo.dynamic_iota", [("i64", [2, 3])], "2x3xi32", {"iota_dimension": i64(1)})
    assert result.tolist() == [[0, 1, 2], [0, 1, 2]]
    result = run_op("stablehlo.dynamic_reshape", [("i32", numbered((2, 3))), ("i64", [3, 2])], "3x2xi32")
    assert result.tolist() == [[1, 2], [3, 4], [5, 6]]
    result = run_op(
        "stablehlo.dynamic_broadcast_in_dim",
        [("i32", [[1, 2, 3]]), ("i64", [2, 3, 2])],
        "2x3x2xi32",
        {"broadcast_dimensions": ints(2, 1)},
    )
    np.testing.assert_array_equal(result, np.broadcast_to(np.array([1, 2, 3])[None, :, None], (2, 3, 2)))
    result = run_op(
        "stablehlo.get_dimension_size", [("f32", np.zeros((2, 5), np.float32))], "i32", {"dimension": i64(1)}
    )
    assert result == 5


def test_a_shape_operand_that_contradicts_the_result_type() -> None:
    with pytest.raises(
        ExecutionError, match=r"the shape operand of stablehlo.dynamic_iota is \[2, 4\].*tensor<2x3xi32>"
    ):
        run_op("stablehlo.dynamic_iota", [("i64", [2, 4])], "2x3xi32", {"iota_dimension": i64(1)})
    dynamic = program("stablehlo.dynamic_reshape", [tensor("6xi32"), tensor("2xi64")], [tensor("?x?xi32")])
    (result,) = interpreter.run(dynamic, numbered((6,)), np.array([2, 3]))
    assert result.shape == (2, 3)
    with pytest.raises(ExecutionError, match=r"6 elements can't be reshaped to output_shape \[2, 2\]"):
        interpreter.run(dynamic, numbered((6,)), np.array([2, 2]))


@pytest.mark.parametrize(
    ("op", "given", "attributes", "message"),
    [
        ("dynamic_pad", [9, [0], [0], [-1]], {}, r"interior_padding \[-1\] should not be negative"),
        ("dynamic_pad", [9, [4], [4], [-3]], {}, r"interior_padding \[-3\] should not be negative"),
        ("dynamic_pad", [9, [-2], [-2], [0]], {}, "padding low -2, high -2 and interior 0 leaves less than nothing"),
        ("dynamic_reshape", [[-3]], {}, r"the shape operand of stablehlo.dynamic_reshape is \[-3\]"),
        ("dynamic_reshape", [[2]], {}, r"3 elements can't be reshaped to output_shape \[2\]"),
        ("dynamic_broadcast_in_dim", [[-3]], {"broadcast_dimensions": ints(0)}, r"dynamic_broadcast_in_dim is \[-3\]"),
        (
            "dynamic_broadcast_in_dim",
            [[4]],
            {"broadcast_dimensions": ints(0)},
            r"^\[3\] can't be broadcast to output_dimensions \[4\] along broadcast_dimensions \[0\]",
        ),
        ("real_dynamic_slice", [[2], [1], [1]], {}, "0 <= start <= limit <= dim, 0 < stride"),
        ("real_dynamic_slice", [[0], [2], [-1]], {}, "0 <= start <= limit <= dim, 0 < stride"),
    ],
)
def test_sizes_that_a_run_gives_and_nothing_can_have(op: str, given: list, attributes: dict, message: str) -> None:
    operands = [("i32", [1, 2, 3]), *(("i64" if isinstance(value, list) else "i32", value) for value in given)]
    with pytest.raises(ExecutionError, match=message):
        run_op(f"stablehlo.{op}", operands, "?xi32", attributes)


def test_a_static_operation_with_a_dynamic_result_says_so() -> None:
    iota = program("stablehlo.iota", [], [tensor("?xi32")], {"iota_dimension": i64(0)})
    with pytest.raises(ExecutionError, match=r"the result type tensor<\?xi32> has dynamic dimensions"):
        interpreter.run(iota)


def test_dynamic_operands_take_the_shape_they_have() -> None:
    transposed = program("stablehlo.transpose", [tensor("?x?xi32")], [tensor("?x?xi32")], {"permutation": ints(1, 0)})
    (result,) = interpreter.run(transposed, numbered((2, 3)))
    assert result.tolist() == [[1, 4], [2, 5], [3, 6]]


SIZED = """
func.func @main(%x: tensor<2x3xi32>, %n: tensor<i32>) -> (tensor<2x?xi32, #stablehlo.bounds<?, 3>>, tensor<i32>) {
  %0 = "stablehlo.set_dimension_size"(%x, %n) <{dimension = 1 : i64}>
    : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 3>>
  %1 = stablehlo.add %0, %0 : tensor<2x?xi32, #stablehlo.bounds<?, 3>>
  %2 = stablehlo.get_dimension_size %1, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 3>>) -> tensor<i32>
  return %1, %2 : tensor<2x?xi32, #stablehlo.bounds<?, 3>>, tensor<i32>
}
"""


@pytest.mark.parametrize("size", [0, 2, 3])
def test_set_dimension_size(size: int) -> None:
    x = np.arange(6, dtype=np.int32).reshape(2, 3)
    doubled, found = interpreter.run(SIZED, x, size)
    assert doubled.tolist() == [[2 * value for value in row[:size]] for row in x.tolist()]
    assert found == size


@pytest.mark.parametrize("size", [-1, 4])
def test_a_size_that_the_operand_does_not_have(size: int) -> None:
    with pytest.raises(ExecutionError, match=f"size {size} of dimension 1 should be from 0 to 3"):
        interpreter.run(SIZED, np.zeros((2, 3), np.int32), size)
