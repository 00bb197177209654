"""Writing programs: upstream has verified what leaves, and what leaves reads back as the same program."""

import re

import pytest

import hlogen as hl
from hlogen.ir import (
    Block,
    FunctionType,
    GatherDimensionNumbers,
    Location,
    Module,
    OpaqueAttr,
    Operation,
    Region,
    tensor,
)
from hlogen.ir.printer import generic_text
from hlogen.mlir import provider
from hlogen.mlir.errors import BindingsError, TargetVersionError, VerificationError
from hlogen.mlir.reader import read
from hlogen.mlir.writer import to_bytecode, to_portable_artifact, to_text, verify

PROGRAM = """module @m {
  func.func @main(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
    %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4],
      collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1],
      start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}>
      : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
    return %0 : tensor<2x2x3x2x2xi32>
  }
}
"""
PLAIN = """func.func @main(%a: tensor<2xf32>, %p: tensor<i1>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[1.0, 0x7FC00001]> : tensor<2xf32>
  %0 = stablehlo.add %a, %c : tensor<2xf32>
  %1 = "stablehlo.if"(%p) ({ stablehlo.return %0 : tensor<2xf32> }, { stablehlo.return %c : tensor<2xf32> })
    : (tensor<i1>) -> tensor<2xf32>
  %2 = stablehlo.compare LT, %1, %a, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %1 : tensor<2xf32>
}
"""


def built(operation, *arguments, result=None):
    """A module as the builder makes it: `operation` gets the body's arguments."""
    body = Block([tensor(text) for text in arguments])
    made = operation(body.arguments)
    result = () if result is None else (tensor(result),)
    body.operations = [made, Operation("func.return", made.results)]
    kind = FunctionType(tuple(value.type for value in body.arguments), tuple(value.type for value in made.results))
    return Module([Operation("func.func", (), (), {"sym_name": "main", "function_type": kind}, [Region([body])])])


def invalid_add():
    place = Location("user.py", 12, 5)
    return built(lambda args: Operation("stablehlo.add", args, [tensor("2xf32")], location=place), "2xf32", "3xf32")


@pytest.mark.parametrize("text", [PROGRAM, PLAIN])
def test_writing_is_stable(text):
    module = read(text)
    written = to_text(module)
    assert to_text(read(written)) == written
    assert to_text(read(to_bytecode(module))) == written
    assert to_text(read(to_portable_artifact(module, "current"))) == written
    assert to_text(read(generic_text(module, locations=True))) == written
    assert to_text(read(str(module))) == to_text(read(str(read(written))))  # without the arguments' names


NAMES = """func.func @main(%cache: tensor<f32>, %1: tensor<f32>, %arg0: tensor<f32>, %x: tensor<f32> loc("größe"),
    %y: tensor<f32> loc("3d"), %return: tensor<f32>) {
  %0 = "stablehlo.while"(%cache) ({
  ^bb0(%cache_0: tensor<f32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%cache_0: tensor<f32>):
    stablehlo.return %cache_0 : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @other(%cache: tensor<f32>) {
  return
}
func.func private @declared(tensor<f32>)
"""


@pytest.mark.parametrize("verify", [True, False])
@pytest.mark.parametrize("name", ["short", "with names", "generic"])
def test_places_are_written_in_every_form(name, verify):
    module = read({"short": PLAIN, "with names": NAMES, "generic": OF_FEWER_TYPES}[name], name="user.mlir")
    again = read(to_text(module, verify=verify, locations=True), name="other.mlir")
    places = [str(operation.location) for operation in module.walk()]
    assert [str(operation.location) for operation in again.walk()] == places
    assert all(place.startswith("user.mlir:") for place in places)


@pytest.mark.parametrize("write", [to_bytecode, lambda module: to_portable_artifact(module, "1.0.0")])
def test_names_of_arguments_survive_in_bytes(write):
    module = read(write(read(NAMES)))
    names = [argument.name for argument in module.function("main").arguments]
    assert names == ["cache", None, "arg0", "größe", "3d", "return"]
    assert [argument.name for argument in module.function("other").arguments] == ["cache"]


def test_names_of_arguments_are_those_of_the_text():
    written = to_text(read(NAMES))
    names = [argument.name for argument in read(written).function("main").arguments]
    assert (names[0], names[2], names[5]) == ("cache", "arg0", "return")
    assert "@main(%cache: " in written
    assert "func.func private @other(%cache: tensor<f32>)" in written
    assert len(set(names)) == len(names)
    assert to_text(read(written)) == written


def test_whatever_has_a_module_can_be_written():
    class Program:
        module = read(PLAIN)

    assert to_text(Program()) == to_text(Program.module)
    assert verify(Program()) == []


def test_upstreams_refusal_names_the_users_place():
    with pytest.raises(VerificationError) as caught:
        to_text(invalid_add())
    assert caught.value.diagnostics[0].startswith("user.py:12:5: ")
    assert "user.py:12:5: " in str(caught.value)
    assert verify(invalid_add()) == list(caught.value.diagnostics)
    for write in (to_bytecode, lambda module: to_portable_artifact(module, "current")):
        with pytest.raises(VerificationError, match=r"user\.py:12:5"):
            write(invalid_add())


def test_every_function_with_an_offence_is_named():
    first, second = invalid_add(), invalid_add()
    second.operations[0].attributes["sym_name"] = "other"
    second.function("other").body.operations[0].location = Location("user.py", 30, 1)
    diagnostics = verify(Module([*first.operations, *second.operations]))
    assert {diagnostic.split(": ")[0] for diagnostic in diagnostics} == {"user.py:12:5", "user.py:30:1"}


def test_a_program_that_is_read_is_shown_as_the_one_that_was_built():
    function = hl.function("3xf32", name="f")(lambda x: x + 1)
    read = hl.parse(hl.to_bytecode(function))
    assert str(read) == str(function.module) == str(function) == to_text(function)
    assert "stablehlo.add %x, " in str(read)


def test_a_refused_program_is_shown_in_generic_form_with_what_is_said_against_it():
    assert str(invalid_add()) == (
        "// upstream's verifier refuses the program:\n"
        "//   user.py:12:5: 'stablehlo.add' op requires the same shape for all operands and results\n"
        "// here it is in MLIR's generic form\n"
    ) + to_text(invalid_add(), verify=False)
    assert hl.parse(str(invalid_add())).is_refused


def test_without_bindings_a_program_is_shown_in_generic_form(monkeypatch):
    def none() -> None:
        raise BindingsError("there are none")

    monkeypatch.setattr(provider, "find", none)
    module = hl.function("3xf32", name="f")(lambda x: x + 1).module
    assert str(module) == (
        "// upstream's verifier hasn't seen the program: there are none\n// here it is in MLIR's generic form\n"
    ) + to_text(module, verify=False)


def test_an_attribute_that_is_no_mlir_is_refused():
    module = built(lambda _: Operation("foo.bar", (), (), {"a": OpaqueAttr("<<nonsense")}))
    with pytest.raises(VerificationError):
        to_text(module)


# stablehlo.while prints one type per value, although region arguments may be less specific than operands.
OF_FEWER_TYPES = """func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<?xf32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<?xf32>):
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}"""


def test_upstreams_short_form_is_left_where_it_drops_types():
    written = to_text(read(OF_FEWER_TYPES))
    assert to_text(read(written)) == written
    (loop,) = (operation for operation in read(written).walk() if operation.name == "stablehlo.while")
    assert loop.regions[0].block.arguments[0].type == tensor("?xf32")


class TestPortableArtifacts:
    @pytest.mark.parametrize("target", ["1.1.0", "1.17.0", "current"])
    def test_batching_dims_from_their_version_on(self, target):
        artifact = to_portable_artifact(read(PROGRAM), target)
        version = provider.find().stablehlo_version if target == "current" else target
        assert f"StableHLO_v{version}".encode() in artifact
        assert to_text(read(artifact)) == to_text(read(PROGRAM))

    @pytest.mark.parametrize("target", ["minimum", "0.17.0", "1.0.0"])
    def test_older_versions_without_batching_dims(self, target):
        assert to_text(read(to_portable_artifact(read(PLAIN), target))) == to_text(read(PLAIN))

    @pytest.mark.parametrize("target", ["0.9.0", "1.0.0", "minimum"])
    def test_batching_dims_are_refused_before_their_version(self, target):
        with pytest.raises(TargetVersionError) as caught:
            to_portable_artifact(read(PROGRAM, name="windows.mlir"), target)
        message = str(caught.value)
        assert "batching dims need StableHLO >= 1.1.0" in message
        assert "windows.mlir:3:10: stablehlo.gather" in message
        assert "fix: raise the target to 1.1.0" in message
        assert "hlogen.transform.expand_batching_dims(program)" in message

    @pytest.mark.parametrize("target", ["", "2", "1.0", "v1.0.0", "newest", "1.0.0 "])
    def test_what_is_no_version(self, target):
        with pytest.raises(TargetVersionError, match="is no StableHLO version; give one such as"):
            to_portable_artifact(read(PLAIN), target)

    @pytest.mark.parametrize("target", ["0.8.0", "99.0.0"])
    def test_versions_out_of_range_tell_the_range(self, target):
        with pytest.raises(TargetVersionError, match=rf"write StableHLO 0\.9\.0 to \S+, not {re.escape(target)}"):
            to_portable_artifact(read(PLAIN), target)

    def test_what_a_version_cannot_say_is_upstreams_own_message(self, capfd):
        """And stands in the error alone."""
        text = "func.func @f(%a: tensor<2xf8E3M4>) -> tensor<2xf8E3M4> { return %a : tensor<2xf8E3M4> }"
        assert to_portable_artifact(read(text), "current")
        with pytest.raises(TargetVersionError, match=r"can't be written for StableHLO 1\.0\.0; upstream says:\n  \S"):
            to_portable_artifact(read(text), "1.0.0")
        assert capfd.readouterr() == ("", "")

    def test_foreign_operations_have_no_portable_form(self):
        module = read('func.func @f() {\n  "foo.bar"() : () -> ()\n  return\n}', name="foreign.mlir")
        with pytest.raises(TargetVersionError, match=r"foreign\.mlir:2:3: .*foo\.bar"):
            to_portable_artifact(module, "current")

    def test_batching_dims_of_other_operations_do_not_count(self):
        numbers = GatherDimensionNumbers((1,), (0,), (), (), (0,), 1)
        assert not numbers.operand_batching_dims
        text = PLAIN.replace("stablehlo.add %a, %c : tensor<2xf32>", "stablehlo.maximum %a, %c : tensor<2xf32>")
        assert to_portable_artifact(read(text), "1.0.0")
