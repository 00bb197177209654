"""scatter against the slow model, and clause by clause."""

import ml_dtypes
import numpy as np
import pytest
from helpers.cases import all_same, expected, same
from helpers.drawing import cases
from hypothesis import given, settings
from model import bodies
from model.scatter import scatter

import hlogen
import interpreter
from hlogen.ir import dtype_of, parse_element_type

SCALARS = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
SCALAR_DIMS = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


def program(types, elements, numbers, body, results=None, outside=""):
    """`types`: inputs, scatter_indices, updates; `elements`: Ei; `body` uses %old0.. and %new0.., `outside` %a0.."""
    n = len(elements)
    full = [f"tensor<{x}>" for x in types]
    values = ", ".join(f"%{when}{i}: tensor<{e}>" for when in ("old", "new") for i, e in enumerate(elements))
    results = [f"tensor<{x}>" for x in results] if results else full[:n]
    gives = f"({', '.join(results)})"
    names = ", ".join("%0" if n == 1 else f"%0#{i}" for i in range(n))
    return f"""func.func @main({", ".join(f"%a{i}: {x}" for i, x in enumerate(full))}) -> {gives} {{
  {outside}
  %0{"" if n == 1 else f":{n}"} = "stablehlo.scatter"({", ".join(f"%a{i}" for i in range(2 * n + 1))}) ({{
  ^bb0({values}):
    {body}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}} : ({", ".join(full[: 2 * n + 1])}) -> {gives}
  return {names} : {", ".join(results)}
}}
"""


def one_op(op, element, first="%old0", second="%new0"):
    t = f"tensor<{element}>"
    return f"%r = stablehlo.{op} {first}, {second} : {t}\n stablehlo.return %r : {t}"


@settings(max_examples=150, deadline=None)
@given(case=cases("scatter"))
def test_equals_the_slow_model(case):
    before = [array.copy() for array in case.args]
    assert all_same(interpreter.run(case.module, *case.args), expected(case))
    assert all(same(now, then) for now, then in zip(case.args, before, strict=True))


@pytest.mark.parametrize(
    ("element", "indices", "hit"),
    [
        ("i8", [-1, 127, -128, 5], [127, 5]),
        ("ui8", [255, 200, 5, 5], [255, 200, 5]),  # unsigned: not -1 and -56
        ("i32", [-1, 300, 299, 2**31 - 1], [299]),
        ("i64", [2**63 - 1, -(2**63), 0, 300], [0]),
        ("ui64", [2**63, 2**64 - 1, 299, 300], [299]),
        ("i2", [-2, -1, 0, 1], [0, 1]),
    ],
)
def test_drops_what_lands_out_of_bounds_in_every_index_type(element, indices, hit):
    dtype = dtype_of(parse_element_type(element))
    scatter_indices = np.array([np.array(index).astype(dtype) for index in indices])[:, None]
    text = program(["300xi32", f"4x1x{element}", "4xi32"], ["i32"], SCALARS, "stablehlo.return %new0 : tensor<i32>")
    (result,) = interpreter.run(text, np.zeros(300, np.int32), scatter_indices, np.ones(4, np.int32))
    assert sorted(np.flatnonzero(result)) == sorted(hit)


def test_bounds_are_decided_element_by_element():
    numbers = "update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    text = program(["5xi32", "3x1xi64", "3x3xi32"], ["i32"], numbers, one_op("add", "i32"))
    starts = np.array([[-2], [3], [2**63 - 1]])
    updates = np.arange(1, 10, dtype=np.int32).reshape(3, 3)
    (result,) = interpreter.run(text, np.zeros(5, np.int32), starts, updates)
    assert result.tolist() == [3, 0, 0, 4, 5]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_last_update_wins(rows):
    rng = np.random.default_rng(0)
    indices, updates = rng.integers(0, 50, (5000, 1)), rng.integers(0, 1000, (5000, rows), np.int32)
    numbers = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
    for width in (rows, rows + 1):  # whole rows, and the first part of rows
        text = program(
            [f"50x{width}xi32", "5000x1xi64", f"5000x{rows}xi32"], ["i32"], numbers + "index_vector_dim = 1",
            "stablehlo.return %new0 : tensor<i32>",
        )  # fmt: skip
        (result,) = interpreter.run(text, np.full((50, width), -1, np.int32), indices, updates)
        wanted = np.full((50, width), -1)
        wanted[indices[:, 0], :rows] = -2
        for row, update in zip(indices[:, 0], updates, strict=True):
            wanted[row, :rows] = update
        assert result.tolist() == wanted.tolist()


def test_windows_that_overlap_go_in_the_order_of_the_update_index():
    # The window dimension comes first, so that all first elements of windows come before all second ones.
    numbers = "update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    text = program(["4xi32", "2x1xi64", "2x2xi32"], ["i32"], numbers, "stablehlo.return %new0 : tensor<i32>")
    updates = np.array([[1, 2], [3, 4]], np.int32)  # window 0 is [1, 3] at 1, window 1 is [2, 4] at 0
    (result,) = interpreter.run(text, np.zeros(4, np.int32), np.array([[1], [0]]), updates)
    assert result.tolist() == [2, 4, 3, 0]


@pytest.mark.share(3)
@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3FN", "f6E2M3FN", "f4E2M1FN"])
@pytest.mark.parametrize("op", ["add", "multiply", "maximum", "minimum"])
@pytest.mark.parametrize("special", [None, -0.0, np.nan])
def test_floats_round_at_every_application_in_order(element, op, special):
    dtype = dtype_of(parse_element_type(element))
    rng = np.random.default_rng(2)
    operand, updates = rng.standard_normal(7).astype(dtype), rng.standard_normal(3000).astype(dtype)
    if special is not None and (element[:2] not in ("f4", "f6") or special == 0):
        updates[::50] = special
    indices = rng.integers(-1, 8, (3000, 1))
    indices[updates.astype(np.float32) != updates.astype(np.float32)] %= 3  # some targets see no NaN
    text = program([f"7x{element}", "3000x1xi64", f"3000x{element}"], [element], SCALARS, one_op(op, element))
    (result,) = interpreter.run(text, operand, indices, updates)
    (wanted,) = scatter([operand], indices, [updates], bodies.NAMED[{"multiply": "mul", "maximum": "max",
                        "minimum": "min"}.get(op, op)], **SCALAR_DIMS)  # fmt: skip
    assert same(result, wanted)


def test_bf16_stops_counting_at_256():
    text = program(["1xbf16", "300x1xi32", "300xbf16"], ["bf16"], SCALARS, one_op("add", "bf16"))
    one = np.ones(300, ml_dtypes.bfloat16)
    (result,) = interpreter.run(text, np.zeros(1, ml_dtypes.bfloat16), np.zeros((300, 1), np.int32), one)
    assert float(result[0]) == 256


@pytest.mark.parametrize("op", ["maximum", "minimum"])
def test_extrema_order_the_zeros_and_hand_on_nan(op):
    text = program(["3xf32", "6x1xi32", "6xf32"], ["f32"], SCALARS, one_op(op, "f32"))
    zeros = np.array([0.0, -0.0, np.nan], np.float32)
    updates = np.array([-0.0, 0.0, 0.0, -0.0, 1.0, 2.0], np.float32)
    (result,) = interpreter.run(text, zeros, np.array([[0], [0], [1], [1], [2], [2]], np.int32), updates)
    assert np.signbit(result[:2]).tolist() == [op == "minimum"] * 2
    assert np.isnan(result[2])


@pytest.mark.parametrize("swapped", [False, True])
def test_a_body_that_does_not_commute(swapped):
    body = one_op("subtract", "f32", *(("%new0", "%old0") if swapped else ("%old0", "%new0")))
    text = program(["9xf32", "500x1xi64", "500xf32"], ["f32"], SCALARS, body)
    rng = np.random.default_rng(3)
    operand, updates = rng.standard_normal(9, np.float32), rng.standard_normal(500, np.float32)
    indices = rng.integers(0, 9, (500, 1))
    (result,) = interpreter.run(text, operand, indices, updates)
    wanted = operand.copy()
    for i, update in zip(indices[:, 0], updates, strict=True):
        wanted[i] = update - wanted[i] if swapped else wanted[i] - update
    assert result.tolist() == wanted.tolist()


def test_inputs_are_promoted_to_the_type_of_the_update_computation():
    text = program(["2xf32", "3x1xi64", "3xf32"], ["f64"], SCALARS, one_op("add", "f64"), results=["2xf64"])
    third = np.float32(1 / 3)
    (result,) = interpreter.run(text, np.full(2, third), np.array([[0], [0], [0]]), np.full(3, third))
    assert result.dtype == np.float64
    assert result.tolist() == [4 * float(third), float(third)]


def test_inputs_may_depend_on_one_another():
    text = program(  # swaps the two inputs' old values and adds the updates crosswise
        ["2xi32", "2xi32", "3x1xi64", "3xi32", "3xi32"], ["i32", "i32"], SCALARS,
        "%r = stablehlo.add %old1, %new0 : tensor<i32>\n stablehlo.return %r, %old0 : tensor<i32>, tensor<i32>",
    )  # fmt: skip
    a, b = np.array([1, 2], np.int32), np.array([10, 20], np.int32)
    updates = np.array([100, 200, 300], np.int32)
    first, second = interpreter.run(text, a, b, np.array([[0], [0], [1]]), updates, updates)
    # [0]: (1, 10) -> (110, 1) -> (201, 110); [1]: (2, 20) -> (320, 2)
    assert first.tolist() == [201, 320]
    assert second.tolist() == [110, 2]


@pytest.mark.parametrize(
    "returned",
    ["old1 old0", "new1 new0", "new0 new0", "old1 old1", "old1 new1", "a5 new0", "old0 a5"],
)
@pytest.mark.parametrize("count", [3, 3000])
def test_a_body_may_hand_on_any_of_its_values(returned, count):
    names = returned.split()
    text = program(
        ["7xi32", "7xi32", f"{count}x1xi64", f"{count}xi32", f"{count}xi32", "i32"], ["i32", "i32"], SCALARS,
        f"stablehlo.return %{names[0]}, %{names[1]} : tensor<i32>, tensor<i32>",
    )  # fmt: skip
    rng = np.random.default_rng(8)
    inputs, updates = rng.integers(0, 99, (2, 7), np.int32), rng.integers(0, 99, (2, count), np.int32)
    indices = rng.integers(-1, 9, (count, 1))
    wanted = inputs.tolist()
    for n, i in enumerate(indices[:, 0]):
        if 0 <= i < 7:
            values = {"old0": wanted[0][i], "old1": wanted[1][i], "a5": 100}
            values |= {"new0": int(updates[0][n]), "new1": int(updates[1][n])}
            wanted[0][i], wanted[1][i] = (values[name] for name in names)
    results = interpreter.run(text, *inputs, indices, *updates, 100)
    assert [result.tolist() for result in results] == wanted


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "%r = stablehlo.convert %new0 : (tensor<f32>) -> tensor<f64>\n stablehlo.return %r : tensor<f64>",
            r"update_computation returns tensor<f64>, not tensor<f32> \(C23, C25\)",
        ),
        ("stablehlo.return", r"update_computation returns nothing, not tensor<f32>"),
    ],
)
def test_a_body_of_other_types_is_named(body, message):
    module = hlogen.parse(program(["3xf32", "1x1xi64", "1xf32"], ["f32"], SCALARS, body))
    module.refusals = ()  # as of modules that nobody has read
    with pytest.raises(interpreter.ExecutionError, match=message):
        interpreter.load(module)


def test_a_body_may_take_values_from_outside():
    text = program(
        ["3xi32", "4x1xi64", "4xi32", "i32"], ["i32"], SCALARS,
        "%s = stablehlo.multiply %new0, %a3 : tensor<i32>\n %r = stablehlo.add %old0, %s : tensor<i32>\n"
        " stablehlo.return %r : tensor<i32>",
    )  # fmt: skip
    ones, starts = np.ones(4, np.int32), np.array([[0], [1], [1], [5]])
    (result,) = interpreter.run(text, np.zeros(3, np.int32), starts, ones, 7)
    assert result.tolist() == [7, 14, 0]


def test_one_target_that_all_updates_hit():
    body = ("%t = stablehlo.add %old0, %old0 : tensor<ui32>\n %r = stablehlo.add %t, %new0 : tensor<ui32>\n"
            " stablehlo.return %r : tensor<ui32>")  # fmt: skip
    text = program(["2xui32", "2000x1xi64", "2000xui32"], ["ui32"], SCALARS, body)
    updates = np.random.default_rng(4).integers(0, 100, 2000, np.uint32)
    (result,) = interpreter.run(text, np.zeros(2, np.uint32), np.ones((2000, 1), np.int64), updates)
    value = 0
    for update in updates.tolist():
        value = (2 * value + update) % 2**32
    assert result.tolist() == [0, value]


def test_an_operand_of_rank_0():
    text = program(["i32", "3x0xi32", "3xi32"], ["i32"], "index_vector_dim = 1", one_op("add", "i32"))
    (result,) = interpreter.run(text, 5, np.zeros((3, 0), np.int32), np.array([1, 2, 3], np.int32))
    assert result.shape == ()
    assert result.tolist() == 11


def test_results_are_new_also_where_nothing_lands():
    text = program(["3xi32", "1x1xi64", "1xi32"], ["i32"], SCALARS, "stablehlo.return %old0 : tensor<i32>")
    operand = np.array([1, 2, 3], np.int32)
    (result,) = interpreter.run(text, operand, np.array([[0]]), np.array([9], np.int32))
    result[:] = 0
    assert operand.tolist() == [1, 2, 3]


def test_a_window_that_turns_out_too_large_is_named():
    numbers = "update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    text = program(["?xi32", "1x1xi64", "1x3xi32"], ["i32"], numbers, one_op("add", "i32"))
    with pytest.raises(interpreter.ExecutionError, match=r"windows of size 3 don't fit dimension 0, size 2 \(C4\)"):
        interpreter.run(text, np.zeros(2, np.int32), np.zeros((1, 1), np.int64), np.ones((1, 3), np.int32))
    (result,) = interpreter.run(text, np.zeros(4, np.int32), np.ones((1, 1), np.int64), np.ones((1, 3), np.int32))
    assert result.tolist() == [0, 1, 1, 1]
