"""Who calls whom, and how large a program is once every call is written out."""

from __future__ import annotations

import random

import pytest

import hlogen as hl
from hlogen.errors import UsageError
from hlogen.ir import Function, Module, OpaqueAttr, Operation, SymbolRef
from hlogen.program.calls import callees_first, calls_of, entry_of, size_written_out
from hlogen.program.structure import Structure


def program(calls: dict[str, list[str]], **visibility: str) -> Module:
    """Functions that call these, one after the other, and return."""
    functions = []
    for name, called in calls.items():
        lines = "".join(f"  func.call @{other}() : () -> ()\n" for other in called)
        functions.append(f"func.func {visibility.get(name, 'private')} @{name}() {{\n{lines}  return\n}}\n")
    return hl.parse("".join(functions).replace("public ", ""))


def written_out(calls: dict[str, list[str]], name: str) -> int:
    """The operations of a function, `func.func` and the return among them, and those of what it calls."""
    return 2 + sum(1 + written_out(calls, other) for other in calls[name])


@pytest.mark.parametrize("seed", range(6))
def test_functions_stand_behind_what_they_call(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"f{number}" for number in range(7)]
    calls = {
        name: rng.choices(names[at + 1 :], k=rng.randrange(4)) if names[at + 1 :] else []
        for at, name in enumerate(names)
    }
    functions = program(calls).functions
    order, circles = callees_first(functions, "f0")
    reached = {"f0"}
    for name in names:
        reached |= set(calls[name]) if name in reached else set()
    assert (sorted(order), circles) == (sorted(reached), [])
    for name in order:
        assert all(order.index(other) < order.index(name) for other in calls[name])
        assert [call.name for call in calls_of(functions[name])] == ["func.call"] * len(calls[name])
    assert size_written_out(functions, "f0") == written_out(calls, "f0")


def test_circles_are_told_from_where_they_begin_to_where_they_are_closed() -> None:
    functions = program({"main": ["a", "b"], "a": ["c"], "c": ["b", "a"], "b": ["b"]}).functions
    order, circles = callees_first(functions, "main")
    assert order == ["b", "c", "a", "main"]
    assert circles == [("b", "b"), ("a", "c", "a")]


def test_what_is_called_and_is_not_there_is_left_out() -> None:
    functions = program({"main": ["a"], "a": []}).functions
    del functions["a"]
    assert callees_first(functions, "main") == (["main"], [])
    assert size_written_out(functions, "main") == 3


@pytest.mark.parametrize(
    ("visibility", "entry"),
    [
        ({"a": "public"}, "a"),
        ({"main": "public", "a": "public"}, "main"),
        ({"a": "public", "b": "private"}, "a"),  # a private @main is what that calls
        ({}, "main"),
        ({"a": "public", "b": "public"}, "main"),
        ({"b": "nested", "a": "public"}, "a"),
    ],
)
def test_what_runs_where_no_function_is_named(visibility: dict[str, str], entry: str) -> None:
    module = program({"main": [], "a": [], "b": []}, **visibility)
    assert entry_of(module, None).name == entry
    assert entry_of(module, "b").name == "b"


def test_what_runs_is_to_be_named_where_that_is_open() -> None:
    module = program({"a": [], "b": [], "c": []}, a="public", c="public")
    with pytest.raises(UsageError) as caught:
        entry_of(module, None)
    assert str(caught.value) == (
        "the program has several public functions and no @main: @a, @c\n  fix: name one as entry"
    )
    for none in (program({"a": [], "b": []}), program({"a": []})):
        with pytest.raises(UsageError, match="the program has no function @main; it has: @a"):
            entry_of(none, None)
    with pytest.raises(UsageError, match="the program has no function @main; it has: none"):
        entry_of(Module(), None)


CALLED = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.composite "my.composite" %0 {decomposition = @twice} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = func.call @also(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @foreign(%2) {called_computations = [@also, @named]} : (tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
func.func private @also(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
func.func private @named(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
func.func private @unused(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
"""


def test_calls_of_a_function_are_known_where_nothing_else_names_it() -> None:
    module = hl.parse(CALLED)
    calls = Structure(module).calls
    first, composite, *_ = module.function("main").body.operations
    assert {name: calls.get(name) for name in ("twice", "also", "named", "unused")} == {
        "twice": [first, composite],
        "also": None,
        "named": None,
        "unused": None,
    }
    assert "unused" not in calls
    assert Structure(None).calls == {}


@pytest.mark.parametrize(
    "attribute",
    [
        SymbolRef(("f",)),
        (True, (SymbolRef(("f",)),)),
        {"a": {"b": SymbolRef(("f",))}},
        OpaqueAttr("#my.attribute<[1, @f]>"),
    ],
)
def test_a_function_is_named_in_attributes_of_any_form(attribute: object) -> None:
    call = Operation("func.call", attributes={"callee": SymbolRef(("f",))})
    assert Structure(Module([call])).calls == {"f": [call]}
    assert Structure(Module([call, Operation("my.op", attributes={"x": attribute})])).calls == {"f": None}
    assert Structure(Module([Operation("my.op", attributes={"x": attribute}), call])).calls == {"f": None}
    both = Operation("func.call", attributes={"callee": SymbolRef(("f",)), "x": attribute})
    assert Structure(Module([both])).calls["f"] in (None, [both, both])


def test_each_block_has_its_operation() -> None:
    module = hl.parse(CALLED)
    structure = Structure(module)
    assert [Function(structure.owners[function.body]).name for function in structure.functions.values()] == [
        "main", "twice", "also", "named", "unused",
    ]  # fmt: skip
    assert Structure(None).owners == {}
    assert Structure(None).functions == {}
