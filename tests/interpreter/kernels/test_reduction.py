"""Reductions and sliding windows: bodies that tell the order of their operands, and sums held against exact ones."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from helpers.exact import FORMATS, rounded
from helpers.one_op import array, body, dtype, ints, run_op, word

import hlogen as hl
import interpreter
from hlogen.ir import Block, DenseElements, Operation, Region, Value, tensor

NAN, INF = math.nan, math.inf


def region(argument_types: list[str], write: object) -> Region:
    """A region of scalars: `write(emit, *arguments)` gives what it returns, `emit(name, type, *operands)` an op."""
    block = Block([tensor(type) for type in argument_types])

    def emit(name: str, result_type: str, *operands: Value, **attributes: object) -> Value:
        op = Operation(name, operands, (tensor(result_type),), attributes)
        block.operations.append(op)
        return op.result

    results = write(emit, *block.arguments)
    block.operations.append(Operation("stablehlo.return", results))
    return Region([block])


@pytest.mark.share(4)
@pytest.mark.parametrize("dimensions", [(0,), (1,), (2,), (0, 2), (1, 0), (0, 1, 2), ()])
@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "and", "or", "xor"])
@pytest.mark.parametrize("type", ["i32", "ui8", "i4", "i1"])
def test_integers_reduce_as_a_loop_would(type: str, name: str, dimensions: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    low, high = {"i32": (-(2**31), 2**31), "ui8": (0, 256), "i4": (-8, 8), "i1": (0, 2)}[type]
    operand = rng.integers(low, high, (3, 4, 5)).astype(dtype(type))
    bits = {"i32": 32, "ui8": 8, "i4": 4, "i1": 1}[type]
    step = {
        "add": lambda a, b: a or b if type == "i1" else a + b,
        "multiply": lambda a, b: a * b,
        "maximum": max,
        "minimum": min,
        "and": lambda a, b: a & b,
        "or": lambda a, b: a | b,
        "xor": lambda a, b: a ^ b,
    }[name]
    kept = tuple(n for d, n in enumerate(operand.shape) if d not in dimensions)
    expected = np.full(kept, 1, object)
    for index in np.ndindex(operand.shape):
        at = tuple(i for d, i in enumerate(index) if d not in dimensions)
        expected[at] = step(expected[at], int(operand[index]))
    wrapped = [(int(value) - low) % (1 << bits) + low for value in np.asarray(expected, object).flat]
    result = run_op(
        "stablehlo.reduce",
        [(type, operand), (type, 1)],
        "".join(f"{n}x" for n in kept) + type,
        {"dimensions": ints(*dimensions)},
        [body([f"stablehlo.{name}"], type)],
    )
    assert [int(value) for value in result.flat] == wrapped


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 100])
@pytest.mark.parametrize("dimensions", [(0,), (1,)])
def test_a_body_sees_its_operands_in_order(size: int, dimensions: tuple[int, ...]) -> None:
    """Affine maps x -> a*x + b under composition form a monoid that doesn't commute."""

    def compose(emit, a, b, c, d):
        return emit("stablehlo.multiply", "i64", a, c), emit(
            "stablehlo.add", "i64", emit("stablehlo.multiply", "i64", c, b), d
        )

    rng = np.random.default_rng(size)
    shape = (size, 3) if dimensions == (0,) else (3, size)
    slopes, offsets = rng.integers(-3, 4, shape), rng.integers(-9, 9, shape)
    a, b = run_op(
        "stablehlo.reduce",
        [("i64", slopes), ("i64", offsets), ("i64", 1), ("i64", 0)],
        ["3xi64", "3xi64"],
        {"dimensions": ints(*dimensions)},
        [region(["i64"] * 4, compose)],
    )
    for lane in range(3):
        slope, offset = 1, 0
        for i in range(size):
            at = (i, lane) if dimensions == (0,) else (lane, i)
            slope, offset = slope * int(slopes[at]), int(slopes[at]) * offset + int(offsets[at])
        wrap = [(value + 2**63) % 2**64 - 2**63 for value in (slope, offset)]
        assert [int(a[lane]), int(b[lane])] == wrap


def test_the_first_and_the_last_element() -> None:
    given = np.arange(10, 40).reshape(2, 3, 5).astype(np.int32)
    last = region(["i32", "i32"], lambda emit, a, b: (b,))
    result = run_op("stablehlo.reduce", [("i32", given), ("i32", 0)], "3xi32", {"dimensions": ints(0, 2)}, [last])
    assert result.tolist() == [29, 34, 39]


def test_argmax_with_an_index() -> None:
    def pick(emit, value, index, new, place):
        greater = emit("stablehlo.compare", "i1", value, new, comparison_direction=word("comparison_direction", "GT"))
        equal = emit("stablehlo.compare", "i1", value, new, comparison_direction=word("comparison_direction", "EQ"))
        before = emit("stablehlo.compare", "i1", index, place, comparison_direction=word("comparison_direction", "LT"))
        keep = emit("stablehlo.or", "i1", greater, emit("stablehlo.and", "i1", equal, before))
        return emit("stablehlo.select", "f32", keep, value, new), emit("stablehlo.select", "i32", keep, index, place)

    rng = np.random.default_rng(4)
    values = rng.integers(0, 5, (6, 31)).astype(np.float32)
    places = np.broadcast_to(np.arange(31, dtype=np.int32), (6, 31)).copy()
    best, index = run_op(
        "stablehlo.reduce",
        [("f32", values), ("i32", places), ("f32", -INF), ("i32", 0)],
        ["6xf32", "6xi32"],
        {"dimensions": ints(1)},
        [region(["f32", "i32", "f32", "i32"], pick)],
    )
    np.testing.assert_array_equal(index, values.argmax(1))
    np.testing.assert_array_equal(best, values.max(1))


@pytest.mark.parametrize("axis", [0, 1])
def test_a_long_sum_is_accurate(axis: int) -> None:
    rng = np.random.default_rng(6)
    values = rng.random((3, 100_000) if axis == 1 else (100_000, 3)).astype(np.float32)
    result = run_op(
        "stablehlo.reduce",
        [("f32", values), ("f32", 0)],
        "3xf32",
        {"dimensions": ints(axis)},
        [body(["stablehlo.add"], "f32")],
    )
    exact = [math.fsum(map(float, row)) for row in (values if axis == 1 else values.T)]
    np.testing.assert_allclose(result, exact, rtol=17 * 2**-24)  # 17 levels of the tree


def test_every_addition_rounds_in_the_body_s_type() -> None:
    ones = np.ones(1024, dtype("bf16"))
    result = run_op(
        "stablehlo.reduce",
        [("bf16", ones), ("bf16", 0)],
        "bf16",
        {"dimensions": ints(0)},
        [body(["stablehlo.add"], "bf16")],
    )
    assert float(result) == 1024  # a tree of powers of two; from the left it would stop at 256
    mixed = array("bf16", [256, 1, 1, 256])
    result = run_op(
        "stablehlo.reduce",
        [("bf16", mixed), ("bf16", 0)],
        "bf16",
        {"dimensions": ints(0)},
        [body(["stablehlo.add"], "bf16")],
    )
    assert float(result) == 512


@pytest.mark.parametrize("type", ["f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E3M4"])
def test_each_level_of_the_tree_rounds_once(type: str) -> None:
    """By exact rationals: neighbours are added and rounded, level by level, the initial value in front at last."""
    draw = np.random.default_rng(3)
    values = draw.uniform(0.1, 1, (11, 20)).astype(dtype(type))
    result = run_op(
        "stablehlo.reduce",
        [(type, values), (type, 0.25)],
        f"20x{type}",
        {"dimensions": ints(0)},
        [body(["stablehlo.add"], type)],
    )
    for column, found in zip(values.T, result, strict=True):
        level = [Fraction(float(x)) for x in column]
        while len(level) > 1:
            pairs = [rounded(a + b, FORMATS[type]) for a, b in zip(level[::2], level[1::2], strict=False)]
            level = [x for x in pairs if x is not None] + ([level[-1]] if len(level) % 2 else [])
        assert Fraction(float(found)) == rounded(Fraction(1, 4) + level[0], FORMATS[type])


def test_a_promoting_body_computes_in_its_own_type() -> None:
    ones = np.ones(300, dtype("bf16"))
    result = run_op(
        "stablehlo.reduce",
        [("bf16", ones), ("bf16", 0.5)],
        "f32",
        {"dimensions": ints(0)},
        [body(["stablehlo.add"], "f32")],
    )
    assert float(result) == 300.5


@pytest.mark.parametrize(
    ("name", "values", "init", "expected"),
    [
        ("maximum", [-0.0, 0.0, -0.0], -INF, 0.0),
        ("maximum", [-0.0, -0.0], -INF, -0.0),
        ("maximum", [-0.0, -1.0], 0.0, 0.0),
        ("minimum", [0.0, -0.0, 0.0], INF, -0.0),
        ("minimum", [0.0, 0.0], INF, 0.0),
        ("maximum", [1.0, NAN, 2.0], -INF, NAN),
        ("minimum", [], INF, INF),
        ("maximum", [-1.0, -2.0], NAN, NAN),
    ],
)
@pytest.mark.parametrize("type", ["f32", "bf16", "f64"])
def test_extremes_of_floats(type: str, name: str, values: list[float], init: float, expected: float) -> None:
    result = run_op(
        "stablehlo.reduce",
        [(type, array(type, values)), (type, init)],
        type,
        {"dimensions": ints(0)},
        [body([f"stablehlo.{name}"], type)],
    )
    np.testing.assert_array_equal(float(result), expected)
    assert math.isnan(expected) or math.copysign(1, float(result)) == math.copysign(1, expected)


WINDOWS = [
    {"dimensions": (2, 3)},
    {"dimensions": (1, 5), "padding": ((0, 0), (4, 0))},
    {"dimensions": (1, 5), "padding": ((0, 0), (0, 4))},
    {"dimensions": (4, 1), "padding": ((3, 0), (0, 0))},
    {"dimensions": (4, 1), "padding": ((0, 3), (0, 0))},
    {"dimensions": (2, 2), "strides": (2, 3), "padding": ((1, 0), (0, 2))},
    {"dimensions": (2, 2), "base_dilations": (2, 3), "window_dilations": (3, 2), "padding": ((-1, 2), (1, -1))},
    {"dimensions": (6, 1)},
    {"dimensions": (1, 1), "strides": (3, 3)},
    {"shape": (0, 5), "dimensions": (2, 1), "base_dilations": (3, 2), "padding": ((2, 2), (0, 0))},
    {"shape": (4, 0), "dimensions": (1, 2), "base_dilations": (1, 4), "padding": ((0, 0), (1, 3)), "strides": (1, 2)},
    {"shape": (0, 5), "dimensions": (1, 1), "base_dilations": (3, 1)},
]


# Where "last" is no monoid, whether the initial value comes first or last is the implementation's choice.
ORDER_IS_OPEN = [WINDOWS[2], WINDOWS[4]]  # padding behind what is there


@pytest.mark.parametrize(
    ("name", "init", "case"),
    [
        (name, init, case)
        for name, init in (("add", 3), ("add", 0), ("maximum", -7), ("last", 3))
        for case in WINDOWS
        if name != "last" or case not in ORDER_IS_OPEN
    ],
)
def test_reduce_window(name: str, init: int, case: dict[str, tuple]) -> None:
    operand = np.random.default_rng(3).integers(-50, 50, case.get("shape", (4, 5))).astype(np.int32)
    dimensions = case["dimensions"]
    strides, base = case.get("strides", (1, 1)), case.get("base_dilations", (1, 1))
    dilations, padding = case.get("window_dilations", (1, 1)), case.get("padding", ((0, 0), (0, 0)))
    dilated = [(size - 1) * base[d] + 1 if size else 0 for d, size in enumerate(operand.shape)]
    sizes = [padding[d][0] + dilated[d] + padding[d][1] for d in range(2)]
    padded = np.full(sizes, init)
    for index in np.ndindex(operand.shape):
        place = tuple(padding[d][0] + index[d] * base[d] for d in range(2))
        if all(0 <= place[d] < sizes[d] for d in range(2)):
            padded[place] = operand[index]
    spans = [(dimensions[d] - 1) * dilations[d] + 1 for d in range(2)]
    target = tuple(max((sizes[d] - spans[d]) // strides[d] + 1, 0) if sizes[d] >= spans[d] else 0 for d in range(2))
    expected = np.full(target, init)
    for index in np.ndindex(target):
        for offset in product(*map(range, dimensions)):
            value = padded[tuple(index[d] * strides[d] + offset[d] * dilations[d] for d in range(2))]
            old = expected[index]
            expected[index] = {"add": old + value, "maximum": max(old, value), "last": value}[name]
    reducer = region(["i32"] * 2, lambda emit, a, b: (b,)) if name == "last" else body([f"stablehlo.{name}"], "i32")
    attributes = {
        "window_dimensions": ints(*dimensions),
        "window_strides": ints(*strides),
        "base_dilations": ints(*base),
        "window_dilations": ints(*dilations),
        "padding": DenseElements(tensor("2x2xi64"), np.array(padding, np.int64)),
    }
    text = "".join(f"{n}x" for n in target) + "i32"
    result = run_op("stablehlo.reduce_window", [("i32", operand), ("i32", init)], text, attributes, [reducer])
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("padding", [(6, 0), (0, 6)])
def test_running_windows_keep_the_order_of_their_operands(padding: tuple[int, int]) -> None:
    def compose(emit, a, b, c, d):
        return emit("stablehlo.multiply", "i64", a, c), emit(
            "stablehlo.add", "i64", emit("stablehlo.multiply", "i64", c, b), d
        )

    rng = np.random.default_rng(5)
    slopes, offsets = rng.integers(-3, 4, 7), rng.integers(-9, 9, 7)
    attributes = {"window_dimensions": ints(7), "padding": DenseElements(tensor("1x2xi64"), np.array([padding]))}
    a, b = run_op(
        "stablehlo.reduce_window",
        [("i64", slopes), ("i64", offsets), ("i64", 1), ("i64", 0)],
        ["7xi64", "7xi64"],
        attributes,
        [region(["i64"] * 4, compose)],
    )
    for place in range(7):
        slope, offset = 1, 0
        for i in range(place + 1) if padding[0] else range(place, 7):
            slope, offset = slope * int(slopes[i]), int(slopes[i]) * offset + int(offsets[i])
        assert [int(a[place]), int(b[place])] == [slope, offset]


@pytest.mark.parametrize("scattered", ["add", "last"])
def test_select_and_scatter(scattered: str) -> None:
    rng = np.random.default_rng(8)
    operand, source = rng.integers(0, 9, (5, 6)).astype(np.int32), rng.integers(1, 99, (5, 3)).astype(np.int32)
    padding, dimensions, strides, init = ((1, 1), (0, 0)), (3, 2), (1, 2), 100
    expected = np.full((5, 6), init)
    for index in np.ndindex(5, 3):
        best = None
        for offset in product(range(3), range(2)):
            place = tuple(index[d] * strides[d] + offset[d] - padding[d][0] for d in range(2))
            if not all(0 <= place[d] < operand.shape[d] for d in range(2)):
                continue
            if best is None or not operand[best] >= operand[place]:
                best = place
        assert best is not None
        expected[best] = expected[best] + source[index] if scattered == "add" else source[index]
    select = region(
        ["i32"] * 2,
        lambda emit, a, b: (
            emit("stablehlo.compare", "i1", a, b, comparison_direction=word("comparison_direction", "GE")),
        ),
    )
    scatter = body(["stablehlo.add"], "i32") if scattered == "add" else region(["i32"] * 2, lambda emit, a, b: (b,))
    attributes = {
        "window_dimensions": ints(*dimensions),
        "window_strides": ints(*strides),
        "padding": DenseElements(tensor("2x2xi64"), np.array(padding, np.int64)),
    }
    result = run_op(
        "stablehlo.select_and_scatter",
        [("i32", operand), ("i32", source), ("i32", init)],
        "5x6xi32",
        attributes,
        [select, scatter],
    )
    np.testing.assert_array_equal(result, expected)


def test_a_body_may_use_values_from_outside() -> None:
    text = """
    func.func @main(%x: tensor<4xi32>, %limit: tensor<i32>) -> tensor<i32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %sum = stablehlo.add %a, %b : tensor<i32>
        %least = stablehlo.minimum %sum, %limit : tensor<i32>
        stablehlo.return %least : tensor<i32>
      }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }"""
    run = interpreter.load(text)
    assert run(np.array([1, 2, 3, 4], np.int32), np.array(5, np.int32))[0] == 5
    assert run(np.array([1, 2, 3, 4], np.int32), np.array(50, np.int32))[0] == 10


def test_dimension_attributes_may_be_dense() -> None:
    dense = DenseElements(tensor("1xi64"), np.array([0], np.int64))
    result = run_op(
        "stablehlo.reduce",
        [("i32", [1, 2]), ("i32", 0)],
        "i32",
        {"dimensions": dense},
        [body(["stablehlo.add"], "i32")],
    )
    assert result == 3


LESS_THAN_NOTHING = DenseElements(tensor("2x2xi64"), np.array([[0, 1], [-2, -1]]))


def test_there_is_no_window_where_padding_takes_more_than_there_is() -> None:
    attributes = {"window_dimensions": ints(2, 1), "padding": LESS_THAN_NOTHING}
    operands = [("i32", np.ones((3, 2), np.int32)), ("i32", 0)]
    result = run_op("stablehlo.reduce_window", operands, "3x0xi32", attributes, [body(["stablehlo.add"], "i32")])
    assert result.shape == (3, 0)


def test_nothing_is_scattered_from_no_windows() -> None:
    select = region(
        ["i32"] * 2,
        lambda emit, a, b: (
            emit("stablehlo.compare", "i1", a, b, comparison_direction=word("comparison_direction", "GE")),
        ),
    )
    attributes = {"window_dimensions": ints(2, 1), "padding": LESS_THAN_NOTHING}
    operands = [("i32", np.ones((3, 2), np.int32)), ("i32", np.ones((3, 0), np.int32)), ("i32", 7)]
    regions = [select, body(["stablehlo.add"], "i32")]
    result = run_op("stablehlo.select_and_scatter", operands, "3x2xi32", attributes, regions)
    assert result.tolist() == [[7, 7]] * 3


@pytest.mark.parametrize(
    ("operation", "operand", "init", "attribute", "result"),
    [
        ("reduce", "3x2xf32", "2xf32", "dimensions = array<i64: 0>", "2xf32"),
        ("reduce_window", "4xf32", "2xf32", "window_dimensions = array<i64: 2>", "3xf32"),
        ("reduce_window", "4xf32", "1xf32", "window_dimensions = array<i64: 1>", "4xf32"),
    ],
)
def test_bodies_of_tensors_are_refused(operation, operand, init, attribute, result):
    """Upstream's verifier takes them; the specification has numbers alone (reduce C6, reduce_window C13)."""
    program = f"""func.func @main(%x: tensor<{operand}>, %i: tensor<{init}>) -> tensor<{result}> {{
      %0 = "stablehlo.{operation}"(%x, %i) ({{
        ^bb0(%a: tensor<{init}>, %b: tensor<{init}>):
          %1 = stablehlo.add %a, %b : tensor<{init}>
          stablehlo.return %1 : tensor<{init}>
      }}) {{{attribute}}} : (tensor<{operand}>, tensor<{init}>) -> tensor<{result}>
      return %0 : tensor<{result}>
    }}"""
    shapes = ([int(size) for size in type.split("x")[:-1]] for type in (operand, init))
    with pytest.raises(interpreter.ExecutionError, match=f"the body should take tensors of rank 0, not tensor<{init}>"):
        interpreter.run(program, *(np.ones(shape, np.float32) for shape in shapes))
    for maker in (hl.vjp, hl.jvp, lambda module: hl.vmap(module, axis_size=2)):
        with pytest.raises(hl.UsageError, match="body should take tensors of rank 0"):
            maker(hl.parse(program))
