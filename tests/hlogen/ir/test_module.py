"""Modules, functions, regions, locations."""

import copy
import pickle

import pytest

from hlogen.errors import UsageError
from hlogen.ir import Block, Function, FunctionType, HasModule, Location, Module, Operation, Region, tensor
from hlogen.ir.module import Refusal


def function(name, *operations, **attributes):
    block = Block()
    block.operations = list(operations)
    regions = [Region([block])] if operations else [Region()]
    return Operation(
        "func.func", (), (), {"sym_name": name, "function_type": FunctionType((), ()), **attributes}, regions
    )


def test_a_location_prints_what_it_knows():
    assert str(Location("a.mlir", 3, 4)) == "a.mlir:3:4"
    assert str(Location("a.mlir", 3)) == "a.mlir:3"
    assert str(Location("a.mlir")) == "a.mlir"


def test_functions_by_name():
    module = Module([function("main", Operation("func.return")), function("helper", sym_visibility="private")])
    assert list(module.functions) == ["main", "helper"]
    assert not module.function("main").is_private
    assert module.function("helper").is_private
    assert module.function("helper").is_declaration
    assert module.function("main").body.terminator.name == "func.return"
    with pytest.raises(UsageError, match=r"no function @nope; it has: @main, @helper"):
        module.function("nope")
    with pytest.raises(UsageError, match="has no body"):
        _ = module.function("helper").body
    assert module.module is module
    assert isinstance(module, HasModule)


def test_a_function_and_what_is_said_against_a_program_show_themselves():
    kind = FunctionType((tensor("f32"),), (tensor("f32"),))
    body = Block([tensor("f32")])
    body.operations = [Operation("func.return", body.arguments)]
    function = Function(Operation("func.func", (), (), {"sym_name": "f", "function_type": kind}, [Region([body])]))
    assert repr(function) == "<function @f: (tensor<f32>) -> tensor<f32>>"
    again = pickle.loads(pickle.dumps(function))
    assert (again.name, again.type, len(again.body.operations)) == ("f", kind, 1)
    assert str(Refusal("it is odd")) == "it is odd"
    assert str(Refusal("it is odd", Location("a.mlir", 3, 7))) == "a.mlir:3:7: it is odd"


def test_what_is_copied_has_all_that_was_said_of_it():
    """The numbers and names of values, places and what they come from, what is told against a program."""
    kind = tensor("f32")
    body = Block([kind, kind], ["x", None])
    body.arguments[1].number = 7
    place = Location("a.mlir", 3, 4, Location("model.py", 5, 6))
    addition = Operation("stablehlo.add", body.arguments, [kind], {"a.b": True}, (), place)
    addition.results[0].name, addition.results[0].number = "sum", 12
    body.operations = [addition, Operation("func.return", addition.results)]
    attributes = {"sym_name": "f", "function_type": FunctionType((kind, kind), (kind,))}
    main = Operation("func.func", (), (), attributes, [Region([body])], Location("a.mlir", 1))
    module = Module([main], {"c.d": True}, "top", Location("a.mlir"), "a.mlir", [Refusal("it is odd", place, "a.C1")])
    module.left_out = ("g",)
    for way in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        again = way(module)
        assert (again.attributes, again.name, again.location, again.source, again.refusals, again.left_out) == (
            module.attributes, module.name, module.location, module.source, module.refusals, module.left_out,
        )  # fmt: skip
        (function,) = again.operations
        assert (function.attributes, function.location) == (main.attributes, main.location)
        block = function.regions[0].block
        assert [(value.name, value.number) for value in block.arguments] == [("x", None), (None, 7)]
        inner, end = block.operations
        assert (inner.name, inner.attributes, inner.operands) == (addition.name, addition.attributes, block.arguments)
        assert (inner.location, inner.location.origin) == (place, place.origin)
        assert (inner.result.name, inner.result.number, end.operands) == ("sum", 12, (inner.result,))


def test_walking_goes_by_the_text():
    inner = Operation("foo.inner")
    block = Block([tensor("f32")])
    block.operations = [inner]
    outer = Operation("foo.outer", regions=[Region([block])])
    module = Module([function("main", outer, Operation("func.return"))])
    assert [operation.name for operation in module.walk()] == ["func.func", "foo.outer", "foo.inner", "func.return"]


def test_a_region_of_several_blocks_has_no_single_one():
    with pytest.raises(UsageError, match="found 2 blocks"):
        _ = Region([Block(), Block()]).block


def test_several_results():
    operation = Operation("foo.two", (), [tensor("f32"), tensor("i32")])
    assert [result.index for result in operation.results] == [0, 1]
    with pytest.raises(ValueError, match="unpack"):
        _ = operation.result


def test_a_module_has_lists_of_its_own():
    """What becomes of it is nothing to those that it was made of."""
    operations, attributes = [function("main", Operation("func.return"))], {"sym_name": "m"}
    module = Module(operations, attributes)
    module.operations.append(function("other"))
    module.attributes["more"] = "1"
    assert (len(operations), list(attributes)) == (1, ["sym_name"])
