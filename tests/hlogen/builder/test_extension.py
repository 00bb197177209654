"""Custom calls and composites: all attributes as upstream has them, runs by what says their meaning, mistakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import FloatAttr, FloatType, IntegerAttr, IntegerType, Operation, SymbolRef


@hl.function("2x3xf32", name="doubled", private=True)
def doubled(x):
    return x + x


@hl.function("2x3xf32", "i32", name="both", private=True)
def both(x, n):
    return x, n


def operation(function: hl.Function, name: str) -> Operation:
    """The operation after upstream has read and written it."""
    return next(op for op in hl.parse(str(function)).walk() if op.name == f"stablehlo.{name}")


def test_custom_call_has_all_attributes() -> None:
    @hl.function("2x3xf32", "token")
    def f(x, token):
        return hl.custom_call(
            "vendor.op",
            x,
            token,
            result_types=["2x3xf32", "token", "3xi8"],
            has_side_effect=True,
            backend_config={
                "int": 1,
                "float": 1.5,
                "narrow": np.float32(0.5),
                "small": np.int8(-3),
                "text": "a",
                "flag": True,
                "array": np.arange(3, dtype=np.int16),
                "list": [1, "b", [False]],
                "dict": {"inner": np.uint8(7)},
                "none": (),
            },
            called_computations=[doubled],
            operand_layouts=[[0, 1], []],
            result_layouts=[[1, 0], [], [0]],
            output_operand_aliases=[([0], 0, [])],
        )

    assert list(map(str, f.type.results)) == ["tensor<2x3xf32>", "!stablehlo.token", "tensor<3xi8>"]
    attributes = operation(f, "custom_call").attributes
    config = attributes["backend_config"]
    assert isinstance(config, dict)
    array = config.pop("array")
    assert array.array.tolist() == [0, 1, 2]
    assert str(array.type) == "tensor<3xi16>"
    i64 = IntegerType(64)
    assert config == {
        "int": IntegerAttr(1, i64),
        "float": FloatAttr(1.5, FloatType("f64")),
        "narrow": FloatAttr(0.5, FloatType("f32")),
        "small": IntegerAttr(-3, IntegerType(8)),
        "text": "a",
        "flag": True,
        "list": (IntegerAttr(1, i64), "b", (False,)),
        "dict": {"inner": IntegerAttr(7, IntegerType(8, "unsigned"))},
        "none": (),
    }
    assert attributes["api_version"] == IntegerAttr(4, IntegerType(32))
    assert attributes["has_side_effect"] is True
    assert attributes["called_computations"] == (SymbolRef(("doubled",)),)
    layouts = [[each.array.tolist() for each in attributes[f"{what}_layouts"]] for what in ("operand", "result")]
    assert layouts == [[[0, 1], []], [[1, 0], [], [0]]]
    assert "output_tuple_indices = [0], operand_index = 0" in str(attributes["output_operand_aliases"])


def test_a_custom_call_runs_as_registered() -> None:
    interpreter.register_custom_call("hlogen.test.scale", lambda op, x: x * float(op.attributes["backend_config"]))

    @hl.function("3xf32")
    def f(x):
        lone = hl.custom_call("hlogen.test.scale", x, result_types="3xf32", backend_config="2.5", api_version=2)
        (listed,) = hl.custom_call("hlogen.test.scale", lone, result_types=["3xf32"], backend_config="2")
        return lone, listed

    for program in (f, str(f)):
        lone, listed = interpreter.run(program, np.ones(3, np.float32))
        assert (lone.tolist(), listed.tolist()) == ([2.5] * 3, [5] * 3)


def test_custom_calls_of_dynamic_shapes_and_tuples() -> None:
    @hl.function("?x3xf32", "tuple<tensor<2xf32>>")
    def f(x, t):
        hl.custom_call("nothing", result_types=[])
        return hl.custom_call("a", x, t, result_types="tuple<tensor<?x3xf32>, tuple<>>")[0], *hl.custom_call(
            "b", result_types=["2x!quant.uniform<i8:f32, 0.5>", np.ones((2, 3), np.int8)]
        )

    results = ["tensor<?x3xf32>", "tensor<2x!quant.uniform<i8:f32, 0.5>>", "tensor<2x3xi8>"]
    assert list(map(str, f.type.results)) == results
    str(f)


def test_composites() -> None:
    @hl.function("2x3xf32")
    def f(x):
        lone = hl.composite(
            "vendor.twice", doubled, x, composite_attributes={"how": "fast", "n": np.int32(3)}, version=2
        )
        pair = hl.composite("vendor.inner.pair$", both, lone, 5)
        assert isinstance(pair, tuple)
        return lone, *pair

    first = operation(f, "composite").attributes
    assert first["composite_attributes"] == {"how": "fast", "n": IntegerAttr(3, IntegerType(32))}
    assert first["version"] == IntegerAttr(2, IntegerType(32))
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    for program in (f, str(f)):
        lone, same, number = interpreter.run(program, x)
        np.testing.assert_array_equal(lone, 2 * x)
        np.testing.assert_array_equal(same, 2 * x)
        assert number == 5
    gradient = hl.vjp(f)  # a composite is what it is decomposed to
    assert interpreter.run(gradient, x, np.ones_like(x), np.ones_like(x))[-1].tolist() == [[4] * 3] * 2


def test_composites_with_regions() -> None:
    @hl.function("2x3xf32")
    def f(x):
        body = hl.region("f32", "f32")(lambda a, b: a + b)
        return hl.composite("vendor.reduce", doubled, x, regions=[body])

    assert len(operation(f, "composite").regions) == 1
    assert interpreter.run(f, np.ones((2, 3), np.float32))[0].tolist() == [[2] * 3] * 2


def test_branches_that_are_regions() -> None:
    @hl.function("i1", "i32", name="main")
    def main(p, n):
        def ready(*values):
            return hl.region()(lambda: tuple(map(hl.constant, values)))

        lone = hl.region()(lambda: hl.constant(4))
        chosen = hl.if_(p, lone, lambda: hl.constant(5))
        numbered = hl.case(n, [lone_region(7), lone_region(8)])
        assert (type(chosen), type(numbered)) == (hl.Tensor, hl.Tensor)
        return hl.if_(p, ready(1.5, 2), ready(2.5, 3)), chosen, numbered

    assert [np.ravel(one).tolist() for one in interpreter.run(main, np.True_, 1)] == [[1.5], [2], [4], [8]]
    assert [np.ravel(one).tolist() for one in interpreter.run(main, np.False_, 0)] == [[2.5], [3], [5], [7]]


def lone_region(number: int) -> Any:
    return hl.region()(lambda: hl.constant(number))


REFUSED: list[tuple[Callable[..., Any], str]] = [
    (lambda x: hl.custom_call(3, result_types=[]), "call_target_name is a text, not int 3"),
    (lambda x: hl.custom_call("a", [x, x], result_types=[]), "inputs[0] is a list of values\n"),
    (lambda x: hl.custom_call("a", x, result_types=[3]), "result_types[0] is a tensor type such as"),
    (lambda x: hl.custom_call("a", x, result_types=[], backend_config=3), "backend_config is a text or a dict"),
    (lambda x: hl.custom_call("a", result_types=[], backend_config={"a": 1}, api_version=2), "not 2\n"),
    (lambda x: hl.custom_call("a", result_types=[], backend_config="a", api_version=4), "takes a dict of attributes"),
    (lambda x: hl.custom_call("a", result_types=[], api_version=9), "api_version = 9, expected 0 to 4"),
    (
        lambda x: hl.custom_call("a", result_types=[], backend_config={"a": {"b": None}}),
        "['a']['b'] is None",
    ),
    (lambda x: hl.custom_call("a", result_types=[], backend_config={"a": 1 << 70}), "doesn't fit 64 bits"),
    (lambda x: hl.custom_call("a", result_types=[], backend_config={3: 1}), "has the name int 3, expected texts"),
    (lambda x: hl.custom_call("\ud800", result_types=[]), "call_target_name has half of a surrogate pair"),
    (lambda x: hl.custom_call("a", result_types=[], backend_config="\ud800"), "backend_config has half of a surrogate"),
    (lambda x: hl.custom_call("a", result_types=[], backend_config={"\ud800": 1}), "a name in backend_config has half"),
    (lambda x: hl.custom_call("a", result_types=[], backend_config={"a": "\ud800"}), "['a'] has half of a surrogate"),
    (lambda x: hl.operation("a.\ud800"), "name is an operation's name with its dialect"),
    (lambda x: hl.custom_call("a", result_types=[], has_side_effect=1), "has_side_effect takes True or False"),
    (lambda x: hl.custom_call("a", result_types=[], called_computations=["f"]), "called_computations[0] is a function"),
    (lambda x: hl.custom_call("a", x, result_types=[], operand_layouts=[[0, 1]]), "are given together"),
    (
        lambda x: hl.custom_call("a", x, result_types=[], operand_layouts=[[0]], result_layouts=[]),
        "operand_layouts[0] = [0], expected the dimensions of tensor<2x3xf32> in some order",
    ),
    (
        lambda x: hl.custom_call("a", x, result_types=[], operand_layouts=[], result_layouts=[]),
        "operand_layouts is a list with an entry for each of 1 values, not list []",
    ),
    (
        lambda x: hl.custom_call("a", x, result_types="f32", output_operand_aliases=[([], 1, [])]),
        "output_operand_aliases[0] names operand 1, but there are 1 inputs",
    ),
    (
        lambda x: hl.custom_call("a", x, result_types="f32", output_operand_aliases=[3]),
        "operand_tuple_indices), not int 3",
    ),
    (  # what upstream's verifier doesn't survive
        lambda x: hl.custom_call("a", x, result_types=[], output_operand_aliases=[([], 0, [])]),
        "output_operand_aliases[0] says that tuple<> of the results is tensor<2x3xf32> of the operands",
    ),
    (
        lambda x: hl.custom_call("a", x, result_types=["f32", "2x3xf32"], output_operand_aliases=[([2], 0, [])]),
        "takes the path [2] into the results, but 2 at place 0 is no element of tuple<tensor<f32>, tensor<2x3xf32>>",
    ),
    (lambda x: hl.custom_call("a", x, result_types="f32", output_operand_aliases=3), "is a list of aliases, not int 3"),
    (lambda x: hl.custom_call("a", x, result_types="f32", called_computations=None), "a list of functions, not None"),
    (lambda x: hl.custom_call("a", x, result_types="2xq32"), "result_types[0]: 'tensor<2xq32>' is not a type"),
    (lambda x: hl.composite("a.b", doubled, x, regions=3), "regions is a list of regions made with hl.region"),
    (
        lambda x: hl.composite("twice", doubled, x),
        "such as 'vendor.gelu', not str 'twice'",
    ),
    (lambda x: hl.composite("a.b", lambda x: x, x), "decomposition is made with @hl.function(...)"),
    (lambda x: hl.composite("a.b", doubled), "doubled takes 1 argument, not 0"),
    (
        lambda x: hl.composite("a.b", doubled, x[0]),
        "argument 0 of doubled is tensor<2x3xf32>, but",
    ),
    (lambda x: hl.composite("a.b", doubled, x, version=-1), "version = -1"),
    (lambda x: hl.composite("a.b", doubled, x, composite_attributes=3), "composite_attributes is a dict"),
    (lambda x: hl.composite("a.b", doubled, x, regions=[3]), "regions[0] is made with hl.region, not int 3"),
]


@pytest.mark.parametrize(("call", "says"), REFUSED)
def test_refused(call: Callable[..., Any], says: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        hl.function("2x3xf32", name="main")(call)
    assert says in str(caught.value)
    assert "test_extension.py" in str(caught.value)
