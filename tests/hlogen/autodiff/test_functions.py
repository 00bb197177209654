"""jvp, vjp, grad and vmap as they are called: what goes in, what comes out, and what is said of wrong input."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import Function, Location


@pytest.fixture
def product() -> hl.Function:
    @hl.function("3xf64", "3xi32", "f64")
    def product(x, steps, scale):
        return hl.sine(x) * scale, steps + steps

    return product


def scalar(x):
    return hl.sine(x) * x


def test_types_and_argument_names(product):
    assert str(hl.jvp(product).type) == (
        "(tensor<3xf64>, tensor<3xi32>, tensor<f64>, tensor<3xf64>, tensor<f64>)"
        " -> (tensor<3xf64>, tensor<3xi32>, tensor<3xf64>)"
    )
    assert str(hl.vjp(product, wrt=["scale", 0]).type) == (
        "(tensor<3xf64>, tensor<3xi32>, tensor<f64>, tensor<3xf64>)"
        " -> (tensor<3xf64>, tensor<3xi32>, tensor<f64>, tensor<3xf64>)"
    )
    assert hl.vjp(product).name == "product_vjp"
    assert hl.vjp(product, name="back").name == "back"


def test_names_of_arguments_are_their_own_to_any_order():
    """Those that were there stay, and so the first of each name; JAX has no such names to compare with."""
    simple = hl.function("f64", name="simple")(lambda x: hl.sine(x))
    assert names(hl.jvp(simple)) == ["x", "x_tangent"]
    assert names(hl.jvp(hl.jvp(simple))) == ["x", "x_tangent", "x_tangent_2", "x_tangent_tangent"]
    clash = hl.function("f64", "f64", "f64", name="clash")(lambda x, x_tangent, x_tangent_2: x * x_tangent)
    assert names(hl.jvp(clash))[:5] == ["x", "x_tangent", "x_tangent_2", "x_tangent_3", "x_tangent_tangent"]
    unnamed = hl.parse("func.func @f(%0: tensor<f64>, %arg0: tensor<f64>) -> tensor<f64> { return %0 : tensor<f64> }")
    makers = [hl.jvp, hl.vjp, lambda function: hl.vmap(function, axis_size=2)]
    for source in (simple, clash, unnamed):
        functions = [source]
        for _ in range(3):
            before = [names(function) if function is not source else [] for function in functions for _ in makers]
            functions = [step(function) for function in functions for step in makers]
            for function, there in zip(functions, before, strict=True):
                found = names(function)
                assert found[: len(there)] == there
                assert len(set(found)) == len(found) == len(function.type.inputs)
                assert f"(%{found[0]}: " in str(function)


def names(function):
    return [argument.name for argument in Function(function.operation).arguments]


def test_grad_gives_one_tensor_or_several():
    one, two = hl.function("f64")(scalar), hl.function("f64", "f64")(lambda x, y: scalar(x) * y)
    assert len(hl.grad(one).type.results) == len(hl.grad(two, wrt=1).type.results) == 1
    assert len(hl.grad(two).type.results) == len(hl.grad(two, wrt=[1, 0]).type.results) == 2
    assert len(hl.value_and_grad(two, wrt="y").type.results) == 2
    assert hl.grad(two, wrt=np.int64(1)).output == hl.grad(two, wrt=1).output
    given = []  # what it gives follows what is asked for, and isn't what was made for another way to ask

    def asks(x, y):
        given.extend(hl.grad(two, wrt=wrt)(x, y) for wrt in (0, "y"))
        return x

    def asks_for_a_list(x, y):
        given.extend(hl.grad(two, wrt=wrt)(x, y) for wrt in ([0], ["y"]))
        return x

    for program in (asks, asks_for_a_list, asks):
        hl.function("f64", "f64")(program)
    assert [type(each) for each in given] == [*[hl.Tensor] * 2, *[tuple] * 2, *[hl.Tensor] * 2]
    (value,) = interpreter.run(hl.grad(hl.grad(one)), np.float64(0.3))
    assert value == pytest.approx(2 * np.cos(0.3) - 0.3 * np.sin(0.3))


ASKED = {
    "jvp": [{}, {"wrt": 0}, {"wrt": "y"}, {"wrt": [1, 0]}, {"wrt": [0, 1]}],
    "vjp": [{}, {"wrt": [0]}, {"wrt": 1}, {"wrt": [1, 0]}, {"wrt": "p.b"}, {"wrt": ["p.a", "p.b"]}, {"wrt": "p"}],
    "grad": [{}, {"wrt": "y"}, {"wrt": ["y"]}, {"wrt": [1, 0]}, {"wrt": "p.a"}, {"wrt": 0}, {"wrt": [0]}],
    "value_and_grad": [{}, {"wrt": "y"}, {"wrt": ["y"]}],
    "vmap": [
        {"axis_size": 2},
        {"axis_size": 3},
        *({"axis_size": 2, "in_axes": axes} for axes in ([1, 0], [0, None], [None, 0], [{"a": 0, "b": 1}, None])),
        *({"axis_size": 2, "out_axes": [axis]} for axis in (1, -1)),
    ],
}


@pytest.mark.parametrize("what", ASKED)
def test_what_is_made_follows_what_is_asked_for_whatever_was_made_before(what):
    """Also under one name, of one function, and with other ties in between."""

    def fresh():
        body = (lambda p, y: p["a"] * hl.max(p["b"]) * y) if what == "vmap" else (
            lambda p, y: hl.sum(p["a"] * y) * hl.max(p["b"])
        )  # fmt: skip
        return hl.function({"a": "2xf64", "b": "2xf64"}, "2xf64", name="f")(body)

    def made(function, given, credit):
        with hl.ties(credit):
            found = getattr(hl, what)(function, **given, name="made")
        return str(found), found.inputs, found.output

    asked = [(given, credit) for given in ASKED[what] for credit in ("share", "first")]
    wanted = [made(fresh(), *each) for each in asked]
    function = fresh()
    for _ in range(2):
        assert [made(function, *each) for each in asked] == wanted
    assert [made(function, *each) for each in reversed(asked)] == wanted[::-1]


def test_tangents_and_cotangents_of_trees_are_given_by_name():
    tree = hl.function({"w": "2xf64", "n": "i32"}, "2xf64", name="f")(lambda p, x: {"y": p["w"] * x, "n": p["n"]})
    p, x = {"w": np.array([1.0, 2.0]), "n": np.int32(3)}, np.array([3.0, 4.0])
    assert hl.jvp(tree).parameters == ["p", "x", "p_tangent", "x_tangent"]
    along = {"w": np.array([1.0, 10.0]), "n": None}
    for _ in range(2):
        _, tangent = hl.jvp(tree)(x=x, p=p, x_tangent=x, p_tangent=along)
        np.testing.assert_array_equal(tangent["y"], [6, 48])
    assert hl.jvp(tree, "p.w").parameters == ["p", "x", "p.w_tangent"]
    _, gradient, _ = hl.vjp(tree)(p, x, cotangent0={"y": np.array([1.0, 10.0]), "n": None})
    np.testing.assert_array_equal(gradient["w"], [3, 40])
    with pytest.raises(hl.UsageError, match="f_jvp has no argument w_tangent; it takes p, x, p_tangent, x_tangent"):
        hl.jvp(tree)(p, x, w_tangent=x)


def test_derivatives_are_called_inside_of_functions():
    one = hl.function("f64", name="one")(scalar)
    first, second = hl.grad(one), hl.grad(hl.grad(one))
    both = hl.function("f64")(lambda x: first(x) + second(x))
    x = 0.7
    (value,) = interpreter.run(both, np.float64(x))
    assert value == pytest.approx(np.cos(x) * x + np.sin(x) + 2 * np.cos(x) - x * np.sin(x))


def test_programs_that_were_read_and_functions_that_call():
    inner = hl.function("f64", name="inner")(scalar)
    outer = hl.function("f64", name="outer")(lambda x: inner(inner(x)))
    read = hl.parse(str(outer))
    (expected,) = interpreter.run(hl.grad(outer), np.float64(0.4))
    assert interpreter.run(hl.grad(read), np.float64(0.4))[0] == expected
    both = hl.module(inner, outer)
    assert interpreter.run(hl.grad(both, entry="outer"), np.float64(0.4))[0] == expected
    with pytest.raises(hl.UsageError, match="several public functions and no @main: @inner, @outer"):
        hl.grad(both)


def test_a_function_that_is_called_takes_what_it_takes_there():
    """Not the trees of the function that calls it."""
    inner = hl.function("3xf64", "f64", name="inner")(lambda x, y: hl.sum(x) * y)
    outer = hl.function({"x": "3xf64", "y": "f64"}, name="outer")(lambda p: (inner(p["x"], p["y"]), {"z": p["y"]}))
    x, y, ones = np.arange(3.0), np.float64(2), np.ones(3)
    assert list(hl.grad(outer, entry="inner")(x, y)[0]) == [2, 2, 2]
    assert float(hl.grad(outer, "y", entry="inner")(x, y)) == 3
    assert float(hl.jvp(outer, 0, entry="inner")(x, y, ones)[1]) == 6
    assert float(hl.vjp(outer, 1, entry="inner")(x, y, np.float64(5))[1]) == 15
    batched = hl.vmap(outer, (None, 0), axis_size=2, entry="inner")
    assert batched(x, np.array([2.0, 3.0])).tolist() == [6, 9]
    assert float(hl.vjp(outer)({"x": x, "y": y}, np.float64(1), {"z": np.float64(0)})[2]["y"]) == 3


def test_derived_operations_stand_where_the_operation_stood(tmp_path):
    file = tmp_path / "wave.mlir"
    file.write_text("func.func @main(%x: tensor<f64>) -> tensor<f64> {\n  %0 = stablehlo.sine %x : tensor<f64>\n"
                    "  return %0 : tensor<f64>\n}\n")  # fmt: skip
    places = {op.name: op.location for op in hl.grad(hl.parse(file)).module.walk() if op.name.startswith("stablehlo.")}
    assert places["stablehlo.cosine"] == Location(str(file), 2, 8)


PLACED = """func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<f64> {
  %0 = stablehlo.sine %x : tensor<3xf64>
  %1 = stablehlo.multiply %0, %y : tensor<3xf64>
  %2 = stablehlo.slice %1 [0:1] : (tensor<3xf64>) -> tensor<1xf64>
  %3 = stablehlo.reshape %2 : (tensor<1xf64>) -> tensor<f64>
  %4 = stablehlo.tanh %3 : tensor<f64>
  return %4 : tensor<f64>
}"""


def places(function):
    """The lines of the operations, and no other place than where operations stand; those of the function itself."""
    *body, end = [op for op in function.operation.walk() if op is not function.operation]
    there = {op.location for op in hl.parse(PLACED).walk()}
    assert all(op.location in there for op in body), [(op.name, str(op.location)) for op in body]
    for op in (function.operation, end):
        assert str(op.location).startswith(f"{__file__}:")
    return [op.location.line for op in body]


def test_all_operations_of_derivatives_and_batches_stand_where_operations_stood():
    program = hl.parse(PLACED)
    assert places(hl.vmap(program, axis_size=2)) == [2, 3, 4, 5, 6]
    forward = places(hl.jvp(program))
    assert forward == sorted(forward)
    assert {*forward} == {2, 3, 4, 5, 6}
    for derived in (hl.vjp(program), hl.grad(program), hl.vmap(hl.grad(program), axis_size=2)):
        lines = places(derived)
        turn = lines.index(6)
        there, back = lines[:turn], lines[turn:]
        assert there == sorted(there)
        assert back == sorted(back, reverse=True)
        assert {*there, 6} == {*back} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("wrt", "message"),
    [
        (
            1,
            r"argument 1 \(steps\) of product, a tensor<3xi32>: only floats[\s\S]*choose among 0 \(x\), 2 \(scale\)",
        ),
        (7, "names argument 7, but product takes 3 arguments, counted from 0"),
        (-1, "names argument -1"),
        ("q", "names 'q', but product takes x, steps, scale"),
        ([0, 0], r"names argument 0 \(x\) twice"),
        (2.5, "not float 2.5"),
        (True, "not bool True"),
        ([], "names no argument"),
        ({0}, "a list of them, not set"),
    ],
)
def test_wrong_wrt(product, wrt, message):
    with pytest.raises(hl.UsageError, match=message) as caught:
        hl.vjp(product, wrt=wrt)
    assert __file__ in str(caught.value)


def test_numpy_integers_are_integers(product):
    assert hl.jvp(product, wrt=np.int64(0)).type == hl.jvp(product, wrt=0).type
    batched = hl.vmap(product, np.int64(0), axis_size=np.int32(4))
    assert batched.type.inputs[0] == hl.tensor("4x3xf64")


@pytest.mark.parametrize("derive", [hl.jvp, hl.vjp, hl.grad, hl.value_and_grad, hl.vmap])
def test_what_is_no_program(derive):
    with pytest.raises(hl.UsageError, match=r"not function[\s\S]*fix: decorate it"):
        derive(lambda x: x)
    with pytest.raises(hl.UsageError, match=r"not str 'model.mlir'\n  where: .*\n  fix: read it: hl.parse"):
        derive("model.mlir")


def test_paths_without_derivative(product):
    with pytest.raises(hl.UsageError, match="has no argument of floats"):
        hl.vjp(hl.function("3xi32")(lambda x: x))
    with pytest.raises(hl.UsageError, match=r"grad derives one float of rank 0, but product returns tensor<3xf64>, "):
        hl.grad(product)
    rounded = hl.function("f64", "f64")(lambda x, y: hl.convert(hl.convert(x, "i32"), "f64") * y)
    with pytest.raises(hl.UsageError, match=r"argument 0 \(x\) of main reaches the results only through integers"):
        hl.grad(rounded, wrt=0)
    assert [*map(float, interpreter.run(hl.grad(rounded), np.float64(2.5), np.float64(3)))] == [0, 2]  # nobody named x
    assert [*map(float, interpreter.run(hl.grad(rounded, wrt=1), np.float64(2.5), np.float64(3)))] == [2]
    unused = hl.function("f64", "f64")(lambda x, y: hl.floor(x) + 1)
    assert [*map(float, interpreter.run(hl.grad(unused, wrt=[0, 1]), np.float64(2.5), np.float64(3)))] == [0, 0]


def test_an_operation_without_rule_is_named_with_its_place():
    @hl.function("3xf64")
    def vendor(x):
        (result,) = hl.operation("stablehlo.custom_call", [x], result_types=["3xf64"],
                                 attributes={"call_target_name": "vendor.f"})  # fmt: skip
        return result

    for derive in (hl.jvp, hl.vjp):
        with pytest.raises(hl.UsageError, match=rf"stablehlo.custom_call @vendor.f \({__file__}:\d+:\d+\)") as caught:
            derive(vendor)
        assert "goes through it: what it computes is its target's matter; most routines of LAPACK" in str(caught.value)
        assert "fix: " in str(caught.value)


def test_a_derivative_that_needs_a_size_says_so():
    windows = {"window_dimensions": [2]}
    products = hl.function("?xf64", name="main")(lambda x: hl.reduce_window(x, 1.0, "mul", **windows))
    said = r"stablehlo\.reduce_window \(.*its derivative needs static shapes[\s\S]*fix: "
    with pytest.raises(hl.UsageError, match=said):
        hl.vjp(products)


def test_floats_without_a_zero_have_no_derivatives():
    with pytest.raises(
        hl.UsageError, match=r"wrt names argument 0 \(x\) of main, a tensor<3xf8E8M0FNU>: it has no zero"
    ):
        hl.vjp(hl.function("3xf8E8M0FNU", name="main")(lambda x: x * x), wrt=0)
    scaled = hl.function("3xf8E8M0FNU", "3xf64", name="main")(
        lambda scales, x: (hl.reduce(scales, hl.constant(1.0, "f8E8M0FNU"), [0], "max"), hl.convert(scales, "f64") * x)
    )
    assert [str(type) for type in hl.vjp(scaled).type.results] == [
        "tensor<f8E8M0FNU>",
        "tensor<3xf64>",
        "tensor<3xf64>",
    ]


def test_dynamic_shapes_that_nothing_is_derived_through():
    """The derivative of an argument, or result, that isn't reached is zeros of the shape that it has at run time."""
    function = hl.function("?xf64", "2xf64", name="main")(lambda x, y: (x, hl.sine(y)))
    x, y, ones = np.arange(3.0), np.arange(2.0), np.ones(2)
    *_, of_x, of_y = interpreter.run(hl.jvp(function, wrt=1), x, y, ones)
    np.testing.assert_array_equal(of_x, np.zeros(3))
    np.testing.assert_allclose(of_y, np.cos(y))
    only_y = hl.function("?xf64", "2xf64", name="main")(lambda x, y: hl.sine(y))
    *_, of_x, of_y = interpreter.run(hl.vjp(only_y), x, y, ones)
    np.testing.assert_array_equal(of_x, np.zeros(3))


def test_batches_of_dynamic_shapes_are_repeated_as_they_are_when_it_runs():
    both = hl.function("?xf64", "?xf64", name="main")(lambda x, y: x + y)
    x = np.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(interpreter.run(hl.vmap(both, axis_size=2), x, x)[0], x + x)
    np.testing.assert_array_equal(interpreter.run(hl.vmap(both, in_axes=(0, None), axis_size=2), x, x[0])[0], x + x[0])
    same = hl.function("?xf64", "f64", name="main")(lambda x, y: (x, y))
    found, _ = interpreter.run(hl.vmap(same, in_axes=(None, 0), axis_size=2), x[0], x[:, 0])
    np.testing.assert_array_equal(found, [x[0], x[0]])
    first, _ = hl.vmap(same, in_axes=(None, 0), out_axes=(None, 0), axis_size=2).type.results
    assert str(first) == "tensor<?xf64>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(%t: !stablehlo.token) -> !stablehlo.token { return %t : !stablehlo.token }", "main has the argument !st"),
        ("() -> tensor<i1> { %0 = stablehlo.constant dense<1> : tensor<i1> return %0 : tensor<i1> }", "no arguments"),
    ],
)
def test_what_has_no_batch(text, message):
    with pytest.raises(hl.UsageError, match=message):
        hl.vmap(hl.parse(f"func.func @main{text}"), axis_size=2)


def test_functions_batched_by_their_arguments():
    one = hl.function("f64", "3xf64", name="one")(lambda x, y: hl.sine(y) * x)
    twice = hl.vmap(hl.vmap(one, in_axes=(None, 0)), in_axes=(0, None))
    table = hl.function("4xf64", "5x3xf64")(lambda x, y: twice(x, y))
    x, y = np.arange(4.0), np.arange(15.0).reshape(5, 3)
    np.testing.assert_allclose(interpreter.run(table, x, y)[0], np.sin(y) * x[:, None, None])
    assert "one_vmap_in_none_0_vmap" in repr(twice)
    with pytest.raises(hl.UsageError, match=r"has no size of the batch yet[\s\S]*fix: .*axis_size"):
        hl.vmap(twice, axis_size=3)
    with pytest.raises(hl.UsageError, match=r"argument 0 \(x\) has 3, argument 1 \(y\) has 4"):
        hl.function("3xf64", "4x3xf64")(lambda x, y: hl.vmap(one)(x, y))
    with pytest.raises(hl.UsageError, match="argument 0 of one_vmap is tensor<f64>, which has no batch dimension"):
        hl.function("f64", "4x3xf64")(lambda x, y: hl.vmap(one)(x, y))
    with pytest.raises(hl.UsageError, match="argument 1 of one_vmap is tensor<f64>, which has no batch dimension"):
        hl.function("3xf64")(lambda x: hl.vmap(one)(x, 3.0))
    trees = hl.function({"a": "f64"}, {"a": "f64"}, name="trees")(lambda x, y: x["a"] * y["a"])
    for at in range(2):
        with pytest.raises(hl.UsageError, match=f"argument {at} of trees_vmap"):
            hl.vmap(trees)(*({"b" if at == number else "a": np.ones(3)} for number in range(2)))
    with pytest.raises(hl.UsageError, match="one_vmap takes 2 arguments, not 1"):
        hl.function("3xf64")(lambda x: hl.vmap(one)(x))
    jacobian = hl.function("f64", "3xf64")(
        lambda x, y: hl.vmap(hl.vjp(one), (None, None, 0), (None, 0, 0))(x, y, np.eye(3))
    )
    assert np.array_equal(interpreter.run(jacobian, np.float64(2), np.zeros(3))[2], 2 * np.eye(3))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"in_axes": [0]}, "in_axes has 1 entries for the 2 arguments of main"),
        ({"in_axes": 2}, r"in_axes\[0\] = 2, but tensor<f64> with a batch dimension has the dimensions 0 to 0"),
        ({"in_axes": None}, "None for every argument"),
        ({"in_axes": "0"}, "is a dimension or None, not str '0'"),
        ({"out_axes": [None]}, "out_axes says None for result 0 of main, which differs along the batch"),
        ({"axis_size": -1}, "axis_size is the size of the batch, not int -1"),
        ({"axis_size": 2.0}, "axis_size is the size of the batch, not float 2.0"),
    ],
)
def test_axes_that_do_not_fit(arguments, message):
    function = hl.function("f64", "3xf64")(lambda x, y: y * x)
    with pytest.raises(hl.UsageError, match=message):
        hl.vmap(function, **{"axis_size": 4, **arguments})


def test_axes_may_be_anywhere():
    function = hl.function("2xf64", "f64")(lambda x, y: (x * y, y))
    batched = hl.vmap(function, in_axes=(-1, None), out_axes=(1, None), axis_size=3)
    assert [str(type) for type in (*batched.type.inputs, *batched.type.results)] == [
        "tensor<2x3xf64>", "tensor<f64>", "tensor<2x3xf64>", "tensor<f64>"
    ]  # fmt: skip
    x = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(interpreter.run(batched, x, np.float64(2))[0], x * 2)
    spread = hl.vmap(function, in_axes=(0, None), axis_size=0)
    assert interpreter.run(spread, np.zeros((0, 2)), np.float64(2))[1].shape == (0,)


def test_names_of_other_libraries_are_told_ours():
    with pytest.raises(AttributeError, match=r"no attribute 'exp'; did you mean hl\.exponential\?"):
        hl.exp  # type: ignore[attr-defined]  # noqa: B018 - asking for it is the test
    with pytest.raises(AttributeError, match=r"no attribute 'gathr'; did you mean hl\.gather\?"):
        hl.gathr  # type: ignore[attr-defined]  # noqa: B018 - asking for it is the test
    with pytest.raises(AttributeError, match=r"no attribute 'tahn'; did you mean hl\.tanh\?"):
        hl.tahn  # type: ignore[attr-defined]  # noqa: B018 - asking for it is the test
    with pytest.raises(AttributeError, match=r"no attribute 'nbytes'; use x\.size \* x\.dtype\.itemsize"):
        hl.function("3xf64")(lambda x: x.nbytes)


def test_what_is_made_twice_is_one_function():
    @hl.function("3xf64", "3xf64")
    def loss(x, y):
        return hl.reduce(x * x * y, 0.0, [0], "add")

    row = hl.function("f64", "f64", name="row")(lambda x, y: x * y)

    @hl.function("3xf64", "3xf64")
    def step(x, y):
        twice = hl.grad(loss, wrt=0)(x, y) + hl.grad(loss, wrt=0)(y, x) + hl.grad(loss, wrt="y")(x, y)
        return twice + hl.vmap(row)(x, y) + hl.vmap(row, in_axes=(0, None))(x, 2.0) + hl.vmap(row, axis_size=3)(x, y)

    x, y = np.arange(3.0), np.arange(3.0) + 1
    expected = 2 * x * y + 2 * y * x + x * x + x * y + 2 * x + x * y
    assert np.array_equal(interpreter.run(step, x, y)[0], expected)
    assert sorted(step.module.functions) == [
        "loss_grad_x", "loss_grad_y", "row_vmap_3", "row_vmap_in_0_none_3", "step"
    ]  # fmt: skip
    with hl.ties("first"):
        assert hl.grad(loss) is not hl.jvp(loss)
        first = hl.grad(loss)
    assert hl.grad(loss) is hl.grad(loss)
    assert hl.grad(loss) is not first


def test_what_is_made_is_let_go_with_what_it_was_made_from():
    function = hl.function("f64")(scalar)
    hl.grad(hl.grad(function))
    hl.vmap(function, axis_size=3)
    module = weakref.ref(function.module)
    del function
    gc.collect()
    assert module() is None


def test_only_what_is_needed_is_built():
    function = hl.function("3xf64", "3xf64")(lambda x, y: hl.reduce(hl.sine(x) * y, 0.0, [0], "add"))
    names = [operation.name for operation in hl.grad(function, wrt="y").module.walk()]
    assert names.count("stablehlo.sine") == 1
    assert not {"stablehlo.cosine", "stablehlo.multiply", "stablehlo.reduce"} & set(names)
