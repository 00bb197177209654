"""Attributes of functions, arguments, results and modules, names of arguments, visibility: printed, kept, refused."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
from hlogen.ir import Function, IntegerAttr, IntegerType, OpaqueAttr, UnitAttr

ENDLESS: list[object] = []
ENDLESS.append({"a": ENDLESS})
SHARDING = OpaqueAttr('#sdy.sharding<mesh<["x"=2]>, [{"x"}]>')


@hl.function(
    "4xf32",
    "4xf32",
    name="main",
    visibility="public",
    argument_attributes={"x": {"tf.aliasing_output": np.int32(0)}, 1: {"jax.buffer_donor": True}},
    result_attributes=[{"jax.result_info": "the sum", "sdy.sharding": SHARDING}, None],
    attributes={"execution_thread": "main", "some.values": [1, 2.5, {"is": UnitAttr()}]},
)
def marked(x, y):
    return x + y, y


def attributes_of(function: Function) -> dict[str, object]:
    kept = {name: value for name, value in function.operation.attributes.items() if name != "function_type"}
    return kept | {"some.values": kept["some.values"][0]}


EXPECTED = {
    "sym_name": "main",
    "sym_visibility": "public",
    "arg_attrs": ({"tf.aliasing_output": IntegerAttr(0, IntegerType(32))}, {"jax.buffer_donor": True}),
    "res_attrs": ({"jax.result_info": "the sum", "sdy.sharding": SHARDING}, {}),
    "execution_thread": "main",
    "some.values": IntegerAttr(1, IntegerType(64)),
}


def test_what_is_said_is_printed_and_reads_back() -> None:
    text = hl.to_text(marked)
    assert "func.func public @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32> " in text
    read = hl.parse(text)
    assert attributes_of(read.function("main")) == EXPECTED
    assert hl.to_text(read) == text
    assert attributes_of(hl.parse(hl.to_bytecode(marked)).function("main")) == EXPECTED


@pytest.mark.parametrize("transform", [hl.transform.simplify, hl.transform.portable, hl.module])
def test_attributes_stay_with_the_function(transform) -> None:
    assert attributes_of(transform(marked).module.function("main")) == EXPECTED


def test_attributes_stay_where_the_function_is_called_and_not_in_what_is_made_of_it() -> None:
    @hl.function("4xf32")
    def caller(x):
        return marked(x, x)

    assert attributes_of(caller.module.function("main")) == {**EXPECTED, "sym_visibility": "private"}
    batched = hl.vmap(marked, axis_size=2).module
    assert not {"arg_attrs", "res_attrs", "some.values"} & set(
        next(iter(batched.functions.values())).operation.attributes
    )


def test_what_is_said_changes_nothing_that_is_computed() -> None:
    ones = np.ones(4, np.float32)
    for backend in ("interpreter", "xla"):
        first, second = hl.run(marked, ones, 2 * ones, backend=backend)
        assert (first == 3).all()
        assert (second == 2).all()


def test_a_module_has_attributes_and_a_name() -> None:
    program = hl.module(marked, name="jit f", attributes={"mhlo.num_partitions": np.int32(1), "mhlo.num_replicas": 1})
    text = hl.to_text(program)
    assert text.startswith(
        'module @"jit f" attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i64} {\n'
    )
    assert hl.to_text(hl.parse(text)) == text
    assert hl.transform.simplify(program).attributes == program.module.attributes


def test_arguments_are_called_as_one_says() -> None:
    function = hl.function("f32", "f32", name="f", argument_names=["left", "a b"])(lambda *all: all[0] - all[1])
    assert [argument.name for argument in function.module.function("f").arguments] == ["left", "a b"]
    assert "@f(%left: tensor<f32>, %a_b: tensor<f32>)" in str(function)
    marks = hl.function("f32", argument_names=["p"], argument_attributes={"p": {"a.b": 1}})(lambda x: x)
    assert marks.operation.attributes["arg_attrs"] == ({"a.b": IntegerAttr(1, IntegerType(64))},)


@pytest.mark.parametrize("visibility", ["public", "private", "nested", None])
def test_visibility_is_printed_and_decides_what_a_program_starts_with(visibility) -> None:
    other = hl.function("f32", name="other", visibility=visibility)(lambda x: x + 1)
    program = hl.module(other, hl.function("f32", name="f")(lambda x: -x))
    word = "" if visibility is None else f"{visibility} "
    assert f"func.func {word}@other(" in str(program)
    assert hl.parse(str(program)).function("other").is_public == (visibility in ("public", None))
    for backend in ("interpreter", "xla"):
        if visibility in ("private", "nested"):
            assert hl.run(program, 2.0, backend=backend)[()] == -2
        else:
            with pytest.raises(hl.UsageError, match="@other"):
                hl.run(program, 2.0, backend=backend)


def test_private_is_short_for_the_visibility() -> None:
    assert hl.function("f32", private=True, visibility="private")(lambda x: x).is_private
    with pytest.raises(
        hl.UsageError, match=r"private is set, and visibility is 'public'\n.*\n  fix: leave one of them out"
    ):
        hl.function("f32", private=True, visibility="public")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"argument_attributes": {"z": {"a.b": 1}}},
            r"argument_attributes has 'z', and the .* of f are 'x', 'y', 0 to 1",
        ),
        (
            {"argument_attributes": {2: {"a.b": 1}}},
            r"argument_attributes has 2, and the arguments of f are 'x', 'y', 0",
        ),
        (
            {"result_attributes": iter([None])},
            "result_attributes is a list of dicts, .* not list_iterator",
        ),
        ({"attributes": {"a.b": ENDLESS}}, "attributes has more than 64 lists and dicts in each other"),
        ({"argument_attributes": {True: {"a.b": 1}}}, "argument_attributes of function is a list .* not dict {True"),
        (
            {"argument_attributes": [None]},
            r"argument_attributes has 1 entry for the 2 arguments of f\n.*\n  fix: say None",
        ),
        (
            {"argument_attributes": "x"},
            "argument_attributes of function is a list .a dict or None each., a dict .* not str 'x'",
        ),
        (
            {"argument_attributes": [{"a.b": object()}, None]},
            r"argument_attributes\[0\]\['a.b'\] is .*no attribute holds",
        ),
        (
            {"argument_attributes": {"x": {"ab": 1}}},
            r"argument_attributes\['x'\] has the attribute 'ab', .* no dialect",
        ),
        (
            {"argument_attributes": {"x": {".b": 1}}},
            r"argument_attributes\['x'\] has the attribute '.b', .* no dialect",
        ),
        (
            {"argument_attributes": {"x": {"a.": 1}}},
            r"argument_attributes\['x'\] has the attribute 'a.', .* no dialect",
        ),
        ({"argument_attributes": {-1: {"a.b": 1}}}, "argument_attributes has -1, and the arguments of f are 'x', 'y'"),
        ({"argument_attributes": {"x": 3}}, "argument_attributes of function is a list .* not dict {'x': 3}"),
        ({"result_attributes": {"x": {"a.b": 1}}}, "result_attributes has 'x', and the results of f are 0 to 0"),
        ({"result_attributes": []}, "result_attributes has 0 entries for the 1 results of f"),
        (
            {"attributes": {"sym_name": "g"}},
            "attributes has 'sym_name', which the function has by itself\n.*\n  fix: use name",
        ),
        ({"attributes": {1: "g"}}, "attributes of function is a dict or None, not dict {1"),
        ({"visibility": "hidden"}, "visibility of function is 'public', 'private', 'nested' or None, not str 'hidden'"),
        ({"argument_names": ["x"]}, "argument_names has 1 names for 2 arguments"),
        ({"argument_names": ["x", "x"]}, "argument_names has 'x' twice"),
        ({"argument_names": ["x", ""]}, r"argument_names\[1\] is empty"),
        ({"argument_names": ["x", 1]}, r"argument_names\[1\] is a text, not int 1"),
        ({"argument_names": "xy"}, "argument_names is a list of names, not str 'xy'"),
    ],
)
def test_what_does_not_fit_is_said(options, message) -> None:
    with pytest.raises(hl.UsageError, match=message):

        @hl.function("f32", "f32", **options)
        def f(x, y):
            return x + y


def test_attributes_of_a_module_say_their_dialect() -> None:
    with pytest.raises(hl.UsageError, match=r"attributes has the attribute 'num_partitions', which says no dialect"):
        hl.module(marked, attributes={"num_partitions": 1})
    with pytest.raises(hl.UsageError, match="name is a text, not int 1"):
        hl.module(marked, name=1)


def test_parts_of_trees_have_attributes_by_their_own_names() -> None:
    types = {"w": "4xf32", "b": "f32"}
    function = hl.function(
        types, "4xf32", argument_attributes={"p.w": {"jax.buffer_donor": True}}, argument_names=["p", "x"]
    )
    read = hl.parse(str(function(lambda p, x: p["w"] * x + p["b"])))
    assert read.functions["main"].operation.attributes["arg_attrs"] == ({}, {"jax.buffer_donor": True}, {})
