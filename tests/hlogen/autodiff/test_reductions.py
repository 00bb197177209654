"""What derivatives and batches of reductions, products and sorts look like, and where they end."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from helpers import campaign
from helpers.batches import check_batches, every_choice
from helpers.derivatives import check

import hlogen as hl
import interpreter
from hlogen.errors import UsageError
from hlogen.ir import DenseArray, IntegerType, dtype_of


def rows():
    found = []
    for name in ("reduction", "dot", "sorting"):
        path = Path(__file__).parent / "rows" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"rows_{name}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for number, row in enumerate(module.ROWS):
            found.extend(
                pytest.param(row, element_type, id=f"{name}{number}-{element_type}")
                for element_type in row.element_types
            )
    return found


def operations(function):
    return [operation.name.partition(".")[2] for operation in function.module.functions[function.name].body.operations]


def test_a_body_that_does_not_commute_takes_elements_in_their_order_whatever_that_of_the_dimensions():
    """Factors and summands of ``x -> a x + b``, one behind the other: the program's result is one long composition."""

    def composed(dimensions):
        def main(a, b):
            return hl.reduce([a, b], [1.0, 0.0], dimensions, lambda a, b, c, d: (a * c, b * c + d))[1]

        return hl.function("2x3xf64", "2x3xf64", name="main")(main)

    a = np.arange(1, 7, dtype=np.float64).reshape(2, 3)
    b = a[::-1] / 2
    result, of_a = 0.0, np.zeros(6)
    for at, (factor, summand) in enumerate(zip(a.flat, b.flat, strict=True)):
        of_a = of_a * factor
        of_a[at] = result
        result = result * factor + summand
    of_b = np.append(np.cumprod(a.flat[:0:-1])[::-1], 1)
    for dimensions in ([0, 1], [1, 0]):
        got = interpreter.run(hl.value_and_grad(composed(dimensions)), a, b)
        for found, wanted in zip(got, (result, of_a, of_b), strict=True):
            np.testing.assert_array_equal(found.reshape(-1), wanted)


def larger(a, i, b, j):
    is_first = a >= b
    return hl.select(is_first, a, b), hl.select(is_first, i, j)


@pytest.mark.parametrize("body", ["add", "mul", "max", "min", lambda a, b: a + b + a * b, lambda a, b: b, larger])
@pytest.mark.parametrize("dimensions", [(2, 0), (1, 2, 0)])
def test_derivatives_and_batches_are_the_same_whatever_the_order_of_the_dimensions(body, dimensions):
    x = np.random.default_rng(0).permutation(24).reshape(2, 3, 4) / 8 + 0.5

    def of(ordered):
        def main(x):
            if body is larger:
                places = hl.reshape(hl.iota("24xi32"), x.shape)
                return hl.reduce([x, places], [0.25, -1], ordered, larger)[0]
            return hl.reduce(x, 1 if body == "mul" else 0.25, ordered, body)

        function = hl.function("2x3x4xf64", name="main")(main)
        (result,) = interpreter.run(function, x)
        cotangent = np.arange(result.size).reshape(result.shape) + 1.0
        return [
            *interpreter.run(hl.jvp(function), x, np.arange(24.0).reshape(x.shape)),
            *interpreter.run(hl.vjp(function), x, cotangent),
            *interpreter.run(hl.vmap(function, axis_size=2), np.stack([x, x[::-1]])),
        ]

    for found, wanted in zip(of(dimensions), of(sorted(dimensions)), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.share(2)
@pytest.mark.parametrize(("row", "element_type"), rows())
def test_batches(row, element_type):
    hold_batches(row, element_type, range(3))


@pytest.mark.campaign
@pytest.mark.parametrize(("row", "element_type"), rows())
def test_many_batches(row, element_type):
    hold_batches(row, element_type, campaign.seeds(1000, 1040))


@pytest.mark.campaign
@pytest.mark.parametrize(("row", "element_type"), rows())
def test_many_derivatives(row, element_type):
    for seed in campaign.seeds(1000, 1060):
        function, inputs = row.sampler(np.random.default_rng(seed), element_type)
        check(function, inputs, order=row.order, tolerance=row.tolerance)


def hold_batches(row, element_type, seeds):
    for seed in seeds:
        rng = np.random.default_rng(seed)
        function, inputs = row.sampler(rng, element_type)
        for which in every_choice(len(inputs)):
            check_batches(function, inputs, which, rng, 1e-5 if row.tolerance > 1e-6 else 1e-12)


@pytest.mark.parametrize("body", ["add", "mul", "min", "max", "and", "or", "xor"])
@pytest.mark.parametrize("element_type", ["i32", "ui8", "i1"])
def test_batches_of_initial_integers(body, element_type):
    @hl.function(f"2x5x{element_type}", element_type, name="main")
    def function(x, init):
        return hl.reduce(x, init, [1], body)

    rng = np.random.default_rng(0)
    dtype = {"i32": "int32", "ui8": "uint8", "i1": "bool"}[element_type]
    inits = rng.integers(0, 100, 4).astype(dtype)
    x = rng.integers(0, 100, (2, 5)).astype(dtype)
    (results,) = interpreter.run(hl.vmap(function, (None, 0), axis_size=4), x, inits)
    for result, init in zip(results, inits, strict=True):
        np.testing.assert_array_equal(result, interpreter.run(function, x, init)[0])


def test_a_batch_of_initial_values_is_added_in_the_end():
    @hl.function("5xf64", "f64", name="main")
    def function(x, init):
        return hl.reduce(x, init, [0], "add")

    assert operations(hl.vmap(function, axis_size=3)) == ["constant", "reduce", "add", "return"]


def test_the_gradient_of_a_sum_is_one_broadcast():
    @hl.function("2x3xf32", name="main")
    def function(x):
        return hl.reduce(x, 0, [0, 1], "add")

    assert operations(hl.grad(function)) == ["constant", "broadcast_in_dim", "return"]


def test_the_tangent_of_any_reduction_is_one_reduce():
    @hl.function("9x2xf64", name="main")
    def function(x):
        return hl.reduce(x, 0, [0], lambda a, b: a + b + a * b)

    assert operations(hl.jvp(function)).count("reduce") == 1
    gradient = operations(hl.vjp(function))
    assert gradient.count("reduce") == 1  # the result
    assert len(gradient) < 120  # written out in log2(9) steps


def test_what_is_selected_is_looked_up():
    """A reduction that selects finds the place, and the way back is one scatter."""

    @hl.function("2x1000xf64", name="main")
    def function(x):
        places = hl.iota("2x1000xi32", iota_dimension=1)

        def larger(a, i, b, j):
            is_first = a >= b
            return hl.select(is_first, a, b), hl.select(is_first, i, j)

        return hl.reduce([x, places], [-np.inf, -1], [1], larger)

    gradient = operations(hl.vjp(function))
    assert gradient.count("reduce") == 1
    assert gradient.count("scatter") == 1
    x = np.random.default_rng(0).normal(size=(2, 1000))
    x[0, 17] = x[0, 500] = 9  # the body credits the first
    expected = np.zeros_like(x)
    expected[0, 17], expected[1, x[1].argmax()] = 2, 3
    np.testing.assert_array_equal(interpreter.run(hl.vjp(function), x, np.array([2.0, 3.0]))[2], expected)


def test_the_order_of_elements_is_kept():
    """The body takes the last element: associative, and not commutative."""

    @hl.function("7xf64", "f64", name="main")
    def function(x, init):
        return hl.reduce(x, init, [0], lambda a, b: b + 0 * a)

    results = interpreter.run(hl.vjp(function), np.arange(7.0), 0.0, 3.0)
    np.testing.assert_array_equal(results[1], [0, 0, 0, 0, 0, 0, 3])
    (last,) = interpreter.run(hl.vmap(function, (None, 0), axis_size=2), np.arange(7.0), np.zeros(2))
    np.testing.assert_array_equal(last, [6, 6])


def test_an_initial_value_that_wins_gets_the_gradient():
    @hl.function("2x3xf64", "f64", name="main")
    def function(x, init):
        return hl.reduce(x, init, [1], "max")

    x = np.array([[-1.0, -2.0, -1.0], [1.0, 0.0, 1.0]])
    _, to_x, to_init = interpreter.run(hl.vjp(function), x, 0.0, np.array([3.0, 5.0]))
    np.testing.assert_array_equal(to_x, [[0, 0, 0], [2.5, 0, 2.5]])
    assert to_init == 3
    _, to_x, to_init = interpreter.run(hl.vjp(function), x, 1.0, np.array([3.0, 5.0]))
    np.testing.assert_array_equal(to_x, [[0, 0, 0], [2.5, 0, 2.5]])  # ties with an element: the element's
    assert to_init == 3


def test_the_derivative_of_a_sort_is_one_gather():
    @hl.function("4x6xf64", "4x6xf64", name="main")
    def function(x, y):
        return hl.sort([x, y], lambda a, b, c, d: a < b, dimension=1)

    tangents = hl.jvp(function, wrt="y")
    assert operations(tangents).count("gather") == 1
    assert operations(tangents).count("sort") == 1
    gradient = hl.vjp(hl.vjp(function))
    there = gradient.module.functions[gradient.name].body.operations
    assert {len(operation.operands) for operation in there if operation.name == "stablehlo.sort"} == {3}


def test_equal_elements_move_as_they_were_sorted():
    @hl.function("6xf64", "6xf64", name="main")
    def function(x, y):
        return hl.sort([x, y], lambda a, b, c, d: a < b, dimension=0)

    x, y = np.array([1.0, 0.0, 1.0, 0.0, 1.0, 0.0]), np.arange(6.0)
    *_, moved = interpreter.run(hl.jvp(function, wrt=[1]), x, y, 10 * y)
    np.testing.assert_array_equal(moved, [10, 30, 50, 0, 20, 40])


@pytest.mark.parametrize("element", ["i8", "ui8", "i32"])
@pytest.mark.parametrize("size", [128, 129, 257])
def test_places_that_are_sorted_along_tell_where_elements_were_unless_they_wrap(element, size):
    @hl.function(f"{size}xf64", name="main")
    def function(x):
        places = hl.iota(f"{size}x{element}")
        return hl.sort([x, places], lambda a, b, c, d: a < b, dimension=0)

    x, tangent = np.random.default_rng(0).normal(size=(2, size))
    *_, moved = interpreter.run(hl.jvp(function), x, tangent)
    np.testing.assert_array_equal(moved, tangent[np.argsort(x)])


def test_a_comparator_with_a_table_of_its_own_for_each_entry():
    @hl.function("4xi32", "3xf64", name="main")
    def function(keys, table):
        def by_table(a, b):
            left, right = (hl.reshape(hl.dynamic_slice(table, [key], slice_sizes=[1]), []) for key in (a, b))
            return left < right

        return hl.sort(keys, by_table)

    with pytest.raises(UsageError, match=r"stablehlo.sort \(.*test_reductions.py.*uses a tensor<3xf64> that differs"):
        hl.vmap(function, axis_size=2)


def test_a_map_stays_a_map_on_a_batch():
    @hl.function("2xf64", name="main")
    def function(x):
        body = hl.region("f64")(hl.sine)
        attributes = {"dimensions": DenseArray(IntegerType(64), (0,))}
        return hl.operation("stablehlo.map", [x], result_types=["2xf64"], attributes=attributes, regions=[body])[0]

    assert operations(hl.vmap(function, axis_size=3)) == ["map", "return"]
    assert operations(hl.jvp(function)) == ["sine", "cosine", "multiply", "return"]


INTEGERS = [("i8", "i32"), ("ui8", "ui32"), ("i1", "i1")]
FLOATS = [("f16", "f64"), ("f8E4M3FN", "f32"), ("bf16", "f32")]
WIDER = [(kind, *types) for kind in ("and", "or", "xor") for types in INTEGERS]
WIDER += [(kind, *types) for kind in ("add", "multiply", "minimum", "maximum") for types in INTEGERS + FLOATS]


@pytest.mark.parametrize(("kind", "narrow", "wide"), WIDER)
def test_batches_of_inputs_and_initial_values_where_the_body_is_wider(kind, narrow, wide):
    """Also of no elements at all, where the initial value is the result."""
    dtype = dtype_of(hl.tensor(narrow).element_type)
    if narrow == "i1":
        ends = [0, 1]
    elif narrow[0] in "fb":
        ends = [-40, 40]
    else:
        ends = [np.iinfo(dtype.name).min, np.iinfo(dtype.name).max]
    for count in (0, 3):
        type = f"{count}x2x{narrow}"
        body = getattr(hl, {"and": "and_", "or": "or_"}.get(kind, kind))
        function = hl.function(type, narrow, name="main")(
            lambda x, init, body=body: hl.reduce(x, init, [0], body, computation_types=wide)
        )
        rng = np.random.default_rng(count)
        x, starts = (rng.permutation(np.resize([*ends, 1, 1], size)).astype(dtype) for size in (18, 3))
        x = x.reshape(3, 3, 2)[:, :count]
        for axes in ((0, 0), (None, 0), (0, None)):
            given = [values if axis == 0 else values[0] for values, axis in zip((x, starts), axes, strict=True)]
            (results,) = interpreter.run(hl.vmap(function, axes, axis_size=3), *given)
            for number, result in enumerate(results):
                one = [values[number if axis == 0 else 0] for values, axis in zip((x, starts), axes, strict=True)]
                np.testing.assert_array_equal(result, interpreter.run(function, *one)[0])


def test_one_of_two_sums_and_a_window_beside_integers():
    """What isn't asked for, or has no derivative, adds nothing."""
    sums = hl.parse("""
func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<f64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %0:2 = stablehlo.reduce(%x init: %z), (%y init: %z) across dimensions = [0]
    : (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
    reducer(%a: tensor<f64>, %c: tensor<f64>) (%b: tensor<f64>, %d: tensor<f64>) {
    %s = stablehlo.add %a, %c : tensor<f64>
    %t = stablehlo.add %b, %d : tensor<f64>
    stablehlo.return %s, %t : tensor<f64>, tensor<f64>
  }
  %m = stablehlo.multiply %0#0, %0#0 : tensor<f64>
  return %m : tensor<f64>
}""")
    x, y = np.arange(3.0), np.ones(3)
    assert [found.tolist() for found in interpreter.run(hl.grad(sums, wrt=[0, 1]), x, y)] == [[6, 6, 6], [0, 0, 0]]
    windows = hl.parse("""
func.func @main(%x: tensor<4xf64>, %i: tensor<4xi32>) -> tensor<2xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %k = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce_window"(%x, %i, %z, %k) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  }> ({
  ^bb0(%a: tensor<f64>, %b: tensor<i32>, %c: tensor<f64>, %d: tensor<i32>):
    %s = stablehlo.add %a, %c : tensor<f64>
    %t = stablehlo.add %b, %d : tensor<i32>
    stablehlo.return %s, %t : tensor<f64>, tensor<i32>
  }) : (tensor<4xf64>, tensor<4xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
  return %0#0 : tensor<2xf64>
}""")
    given = np.arange(4.0), np.arange(4, dtype=np.int32)
    assert interpreter.run(hl.jvp(windows, wrt=[0]), *given, np.array([1.0, 2, 3, 4]))[1].tolist() == [3, 7]
    assert interpreter.run(hl.vjp(windows, wrt=[0]), *given, np.array([10.0, 20]))[1].tolist() == [10, 10, 20, 20]


@pytest.mark.parametrize("body", ["add", "maximum"])
def test_windows_over_padding_alone(body):
    program = hl.parse(f"""
func.func @main(%x: tensor<0x3xf64>) -> tensor<1x3xf64> {{
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = "stablehlo.reduce_window"(%x, %z) <{{
    window_dimensions = array<i64: 2, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>
  }}> ({{
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.{body} %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }}) : (tensor<0x3xf64>, tensor<f64>) -> tensor<1x3xf64>
  return %0 : tensor<1x3xf64>
}}""")
    result, gradient = interpreter.run(hl.vjp(program), np.zeros((0, 3)), np.ones((1, 3)))
    assert result.tolist() == [[0, 0, 0]]
    assert gradient.shape == (0, 3)


def test_products_of_no_updates():
    program = hl.parse("""
func.func @main(%x: tensor<3xf64>, %i: tensor<0x1xi32>, %u: tensor<0xf64>) -> tensor<3xf64> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3xf64>, tensor<0x1xi32>, tensor<0xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}""")
    x, indices, none = np.arange(3.0), np.zeros((0, 1), np.int32), np.zeros(0)
    result, of_x, of_updates = interpreter.run(hl.vjp(program, wrt=[0, 2]), x, indices, none, np.array([1.0, 2, 3]))
    assert (result.tolist(), of_x.tolist(), of_updates.tolist()) == ([0, 1, 2], [1, 2, 3], [])
    _, tangent = interpreter.run(hl.jvp(program, wrt=[0, 2]), x, indices, none, np.array([1.0, 2, 3]), none)
    assert tangent.tolist() == [1, 2, 3]
