"""Reading programs: what a source may be, what comes out, what is refused and how."""

import io
import os
import threading
from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.errors import UsageError
from hlogen.ir import (
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    EnumAttr,
    FloatAttr,
    GatherDimensionNumbers,
    IntegerAttr,
    Module,
    OpaqueAttr,
    OpaqueType,
    SymbolRef,
    UnitAttr,
    parse_element_type,
    parse_type,
    tensor,
)
from hlogen.mlir import bytecode, provider
from hlogen.mlir.errors import ParseError
from hlogen.mlir.reader import read, read_all
from hlogen.mlir.writer import to_bytecode, to_portable_artifact, to_text

ADD = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
EMPTY = "func.func @f() {\n  return\n}\n"


def only(module: Module, name: str):
    (operation,) = (operation for operation in module.walk() if operation.name == name)
    return operation


class TestSources:
    def test_text(self):
        module = read(ADD)
        assert module.source == "-"
        assert [operation.name for operation in module.walk()] == ["func.func", "stablehlo.add", "func.return"]
        assert module.function("main").type == parse_type("(tensor<2xf32>) -> tensor<2xf32>")
        addition = only(module, "stablehlo.add")
        assert addition.operands == (module.function("main").arguments[0],) * 2
        assert only(module, "func.return").operands == addition.results

    def test_one_line_of_text(self):
        assert list(read("func.func @f() { return }").functions) == ["f"]

    def test_a_path_as_object_and_as_string(self, tmp_path, monkeypatch):
        (tmp_path / "add.mlir").write_text(ADD)
        assert read(tmp_path / "add.mlir").source == str(tmp_path / "add.mlir")
        monkeypatch.chdir(tmp_path)
        module = read("add.mlir")
        assert module.source == "add.mlir"
        assert str(only(module, "stablehlo.add").location) == "add.mlir:2:8"
        (tmp_path / "program").write_text(ADD)
        assert read("program").source == "program"

    def test_bytes_of_every_form(self):
        module = read(ADD)
        for form in (ADD.encode(), to_bytecode(module), to_portable_artifact(module, "1.0.0")):
            assert to_text(read(form)) == to_text(module)
            assert to_text(read(form, verify=True)) == to_text(module)
        assert to_text(read(bytearray(ADD.encode()))) == to_text(module)

    def test_a_name_for_what_has_none(self):
        assert str(only(read(ADD, name="given.mlir"), "stablehlo.add").location) == "given.mlir:2:8"
        assert str(only(read(ADD.encode(), name="stdin"), "stablehlo.add").location) == "stdin:2:8"

    def test_bytecode_remembers_the_places_of_the_text(self):
        module = read(to_bytecode(read(ADD, name="add.mlir")), name="add.mlirbc")
        assert str(only(module, "stablehlo.add").location) == "add.mlir:2:8"

    def test_windows_line_ends_and_a_byte_order_mark(self):
        module = read(b"\xef\xbb\xbf" + ADD.replace("\n", "\r\n").encode())
        assert only(module, "stablehlo.add").location.line == 2

    def test_text_beyond_ascii(self):
        module = read('func.func @f() attributes {note = "größer ✓"} { return }')
        assert module.function("f").operation.attributes["note"] == "größer ✓"
        assert to_text(read(to_text(module))) == to_text(module)


class TestSplitFiles:
    TEXT = f"// a license\n// -----\n{EMPTY}// -----   \n\n// only a remark\n// -----\n{ADD}"

    def test_each_piece_is_a_program_at_its_own_lines(self):
        first, second = read_all(self.TEXT, name="two.mlir")
        assert str(first.function("f").location) == "two.mlir:3:1"
        assert str(only(second, "stablehlo.add").location) == "two.mlir:11:8"

    def test_errors_tell_the_line_in_the_whole_file(self):
        with pytest.raises(ParseError) as caught:
            read_all(self.TEXT.replace("stablehlo.add", "stablehlo.nope"), name="two.mlir")
        assert caught.value.location.line == 11
        assert "11 |   %0 = stablehlo.nope" in str(caught.value)

    def test_read_wants_exactly_one(self):
        with pytest.raises(UsageError, match=r"two\.mlir holds 2 programs.*read_all"):
            read(self.TEXT, name="two.mlir")

    def test_the_marker_is_a_line_of_its_own(self):
        assert len(read_all(EMPTY + "  // -----\n" + EMPTY.replace("@f", "@g"))) == 1
        assert len(read_all(EMPTY + "// ----------\n" + EMPTY.replace("@f", "@g"))) == 1
        assert len(read_all(EMPTY + "// -----")) == 1


class TestRefusals:
    @pytest.mark.parametrize("source", ["", "   \n\n", "// nothing here\n", b""])
    def test_nothing(self, source):
        with pytest.raises(ParseError, match="there is no program in it"):
            read(source)

    def test_half_a_character(self):
        with pytest.raises(ParseError, match=r"-:2:3: U\+D800 is half of a character, and no text"):
            read("module {\né\ud800 }")

    def test_no_mlir(self):
        with pytest.raises(ParseError) as caught:
            read("hello world", name="hello.mlir")
        assert str(caught.value).startswith("hello.mlir:1:1: this is no MLIR text: there is no operation")
        with pytest.raises(ParseError) as caught:
            read("hello world module {}", name="hello.mlir")
        assert str(caught.value).startswith("hello.mlir:1:1: custom op 'hello' is unknown")
        assert str(caught.value.location) == "hello.mlir:1:1"
        assert caught.value.diagnostics[0].startswith("hello.mlir:1:1: ")
        assert "  1 | hello world module {}\n    | ^" in str(caught.value)

    def test_an_unknown_dialect_is_named_without_the_list_of_all_others(self):
        with pytest.raises(ParseError, match="Dialect `nope' not found") as caught:
            read("func.func @f() { nope.op %a : i32 }")
        assert "Available dialects" not in str(caught.value)

    @pytest.mark.parametrize("type", ["tensor<foo>", "tensor<2xfoo>", "tensor<2x?xfoo>", "tensor<2x tuple<foo>>"])
    def test_a_word_that_is_no_type_is_named(self, type):
        with pytest.raises(ParseError) as caught:
            read(f"func.func @f(%a: {type}) {{ return }}")
        said = str(caught.value).split("\n")[0]
        assert said == f"-:1:{len('func.func @f(%a: ') + type.index('foo') + 1}: 'foo' is no type"

    def test_the_mark_stands_under_the_column(self):
        with pytest.raises(ParseError) as caught:
            read('func.func @f() attributes {note = "größer"} { foo.bar.baz }\n')
        source, mark = str(caught.value).split("\n")[1:3]
        assert source[mark.index("^") :].startswith("foo.bar")

    def test_a_very_long_line_is_cut(self):
        with pytest.raises(ParseError) as caught:
            read("func.func @f() { " + " " * 100_000 + "nope }\n" + EMPTY)
        assert "nope" in str(caught.value)
        assert len(str(caught.value)) < 1000

    def test_upstreams_verdict_on_other_operations(self):
        text = ADD.replace(
            "stablehlo.add %a, %a : tensor<2xf32>", '"stablehlo.abs"(%a) : (tensor<2xf32>) -> tensor<3xf32>'
        )
        with pytest.raises(ParseError) as caught:
            read(text)
        assert str(caught.value).startswith("-:3:10: use of value '%0' expects different type than prior uses")
        assert "prior use here (-:2:3)" in str(caught.value)

    def test_a_missing_file(self, tmp_path):
        for source in (tmp_path / "no.mlir", "no/such/file.mlir", "nothing.mlirbc"):
            with pytest.raises(UsageError, match="there is no file"):
                read(source)

    def test_a_folder(self, tmp_path):
        with pytest.raises(UsageError, match="is a folder"):
            read(tmp_path)
        with pytest.raises(UsageError, match="is a folder"):
            read(str(tmp_path))

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
    def test_an_unreadable_file(self, tmp_path):
        path = tmp_path / "secret.mlir"
        path.write_text(ADD)
        path.chmod(0)
        with pytest.raises(UsageError, match="can't be read: Permission denied"):
            read(path)

    def test_a_strange_path(self):
        with pytest.raises(UsageError):
            read(Path("a\0b"))
        with pytest.raises(UsageError, match="not from int"):
            read(7)

    def test_binary_noise(self, tmp_path):
        path = tmp_path / "noise.mlir"
        path.write_bytes(bytes(range(256)) * 10)
        with pytest.raises(ParseError, match=r"noise\.mlir:2:118: .*byte 0x80 at offset 128"):
            read(path)

    def test_utf16(self):
        with pytest.raises(ParseError, match="looks like UTF-16"):
            read(ADD.encode("utf-16"))

    def test_a_nul(self):
        with pytest.raises(ParseError, match=r"-:2:3: a NUL character"):
            read("func.func @f() {\n  \0 }")

    def test_truncated_bytecode(self):
        for whole in (to_bytecode(read(ADD)), to_portable_artifact(read(ADD), "current")):
            for size in range(4, len(whole) - 1, 17):
                with pytest.raises(ParseError, match=r"can't be read|newer than"):
                    read(whole[:size], name="cut.mlirbc")

    @pytest.mark.parametrize("rest", [b"", b"\x0d", b"\x00" * 20, b"\x0d\xff\xfe\x00" + b"\x01" * 50, b"\xff" * 50])
    def test_noise_that_starts_like_bytecode(self, rest):
        with pytest.raises(ParseError):
            read(b"ML\xefR" + rest)

    def test_a_portable_artifact_of_the_future(self):
        artifact = to_portable_artifact(read(ADD), "1.0.0").replace(b"StableHLO_v1.0.0", b"StableHLO_v9.9.9")
        broken = artifact[:-4]
        with pytest.raises(ParseError, match=r"for StableHLO 9\.9\.9, which is newer than the .* upgrade"):
            read(broken)

    def test_nesting_beyond_measure(self):
        depth = 400
        text = "func.func @f() {\n" + '"a.b"() ({\n' * depth + "}) : () -> ()\n" * depth + "return }\n"
        with pytest.raises(ParseError, match="nested too deeply"):
            read(text)

    def test_types_that_take_all_of_the_stack_to_print(self):
        def nested(depth):
            return f"func.func private @f({'tuple<' * depth}tensor<f32>{'>' * depth})"

        assert "tuple<" * 60 in str(read(nested(60)))
        with pytest.raises(ParseError, match=r"^a\.mlir: a type is nested more than 64 levels deep$"):
            read(nested(250), name="a.mlir")

    @pytest.mark.parametrize("opening", ["(", "[", "{a = ", "tuple<", '"a.b"() ({ '])
    def test_nesting_that_would_end_the_process(self, opening):
        with pytest.raises(ParseError, match="nested too deeply"):
            read(f"func.func @f() {{ {opening * 100_000}")

    @pytest.mark.parametrize(
        "text", ['"a\\FF.b"() : () -> ()', 'func.func private @"\\FF"() func.call @"\\FF"() : () -> ()']
    )
    def test_names_that_are_no_text(self, text):
        with pytest.raises(ParseError, match=r"not in UTF-8|nknown"):
            read(f"module {{ {text} }}")

    def test_the_place_of_a_name_that_is_no_text_is_where_its_operation_begins(self):
        lines = [
            "func.func @f() {",
            '  "a.c"() : () -> ()',
            r'  "a.d"() : () -> ()   "a\FF.b"() : () -> ()',
            "return }",
        ]
        with pytest.raises(ParseError, match=rf"^a\.mlir:3:{lines[2].rindex('FF') - 2}: .*UTF-8"):
            read("\n".join(lines), name="a.mlir")

    def test_verify_refuses_what_upstream_refuses(self):
        text = """func.func @f(%a: tensor<3x4xf32>, %i: tensor<2x1xi32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}
    : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}"""
        assert read(text).function("f")
        with pytest.raises(ParseError, match="slice_sizes"):
            read(text, verify=True)


@pytest.mark.parametrize("unknown", ["tensor<2xi0>", "tensor<2xf80>", "vector<2xf32>", "!some.type<3>"])
def test_the_type_of_a_function_is_one_whatever_types_it_is_about(unknown):
    text = f"func.func @main(%x: {unknown}, %y: tensor<f32>) -> {unknown} {{\n  return %x : {unknown}\n}}"
    type = hl.parse(text).function("main").type
    assert [str(one) for one in (*type.inputs, *type.results)] == [unknown, "tensor<f32>", unknown]


class TestContent:
    ATTRIBUTES = """func.func @f() {
  "foo.bar"() {
    b = true, s = "a\\FF\\22", u, i = 3 : i64, n = -1 : si8, big = 18446744073709551615 : ui64, x = 5 : index,
    w = 340282366920938463463374607431768211455 : i128, f = 1.5 : bf16, inf = 0x7F800000 : f32, sym = @a::@b, flat = @a,
    a64 = array<i64: 1, -2>, a1 = array<i1: true>, a0 = array<i8>, af = array<f32: 1.5, 0x7F800000>,
    list = [1 : i32, ["x"], {k = unit}], d = {k = 1 : i8}, t = tensor<2xf32>, fn = () -> i32,
    cmp = #stablehlo<comparison_direction LT>, prec = #stablehlo<precision HIGHEST>,
    chlo = #chlo<comparison_type FLOAT>,
    map = affine_map<(d0) -> (d0)>, other = #foo.bar<1, "x">, vec = dense<1> : vector<2xi32>,
    channel = #stablehlo.channel_handle<handle = 1, type = 2>, typed = "x" : i32, abf = array<bf16: 1.0>,
    c = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, "odd \\22name" = dense<(1.0, 0.0)> : tensor<complex<f64>>,
    "x(y" = [dense<(1.0, 0.0)> : tensor<complex<f64>>]
  } : () -> ()
  return
}"""

    def test_attributes_come_as_the_classes_of_the_ir(self):
        attributes = dict(only(read(self.ATTRIBUTES), "foo.bar").attributes)
        i64 = parse_element_type("i64")
        dense = attributes.pop("c")
        assert isinstance(dense, DenseElements)
        assert dense.array.tolist() == [1 - 2j, 1 - 2j]
        assert attributes.pop('odd "name').array[()] == 1
        assert attributes == {
            "b": True,
            "s": 'a\udcff"',
            "u": UnitAttr(),
            "i": IntegerAttr(3, i64),
            "n": IntegerAttr(-1, parse_element_type("si8")),
            "big": IntegerAttr(2**64 - 1, parse_element_type("ui64")),
            "x": IntegerAttr(5, parse_element_type("index")),
            "w": IntegerAttr(-1, parse_element_type("i128")),
            "f": FloatAttr(1.5, parse_element_type("bf16")),
            "inf": FloatAttr(float("inf"), parse_element_type("f32")),
            "sym": SymbolRef(("a", "b")),
            "flat": SymbolRef(("a",)),
            "a64": DenseArray(i64, (1, -2)),
            "a1": DenseArray(parse_element_type("i1"), (True,)),
            "a0": DenseArray(parse_element_type("i8"), ()),
            "af": DenseArray(parse_element_type("f32"), (1.5, float("inf"))),
            "list": (IntegerAttr(1, parse_element_type("i32")), ("x",), {"k": UnitAttr()}),
            "d": {"k": IntegerAttr(1, parse_element_type("i8"))},
            "t": tensor("2xf32"),
            "fn": parse_type("() -> i32"),
            "cmp": EnumAttr("comparison_direction", "LT"),
            "prec": EnumAttr("precision", "HIGHEST"),
            "chlo": EnumAttr("comparison_type", "FLOAT", "chlo"),
            "map": OpaqueAttr("affine_map<(d0) -> (d0)>"),
            "other": OpaqueAttr('#foo.bar<1, "x">'),
            "vec": OpaqueAttr("dense<1> : vector<2xi32>"),
            "channel": OpaqueAttr("#stablehlo.channel_handle<handle = 1, type = 2>"),
            "typed": OpaqueAttr('"x" : i32'),
            "abf": OpaqueAttr("array<bf16: 1.000000e+00>"),
            "x(y": OpaqueAttr("[dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>]"),
        }

    def test_dictionaries_with_what_the_bindings_have_no_class_for(self):
        """Asked for such an entry's value, they end the process."""
        text = """"foo.bar"() {
          d = {c = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, "x, y" = [dense<(1.0, 0.0)> : tensor<complex<f64>>],
            inner = {z = dense<(0.0, 1.0)> : tensor<complex<f64>>}, k = 1 : i8}
        } : () -> ()"""
        entries = only(read(text), "foo.bar").attributes["d"]
        assert entries["c"].array.tolist() == [1 - 2j, 1 - 2j]
        assert entries["x, y"] == OpaqueAttr("[dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f64>>]")
        assert entries["inner"]["z"].array[()] == 1j
        assert entries["k"].value == 1

    def test_attributes_survive_writing(self):
        module = read(self.ATTRIBUTES)
        again = read(to_text(module))
        assert only(again, "foo.bar").attributes == only(module, "foo.bar").attributes
        assert to_text(again) == to_text(module)

    def test_dictionaries_are_not_shared_between_operations(self):
        module = read('func.func @f() { "a.b"() {d = {k = 1}} : () -> () "a.c"() {d = {k = 1}} : () -> () return }')
        first, second = only(module, "a.b"), only(module, "a.c")
        assert first.attributes["d"] == second.attributes["d"]
        assert first.attributes["d"] is not second.attributes["d"]

    def test_dictionaries_in_lists_are_not_shared_either(self):
        listed = "d = [1, [{k = 1}, 2]], e = {k = [{l = 1}]}, f = [1, 2]"
        module = read(f'func.func @f() {{ "a.b"() {{{listed}}} : () -> () "a.c"() {{{listed}}} : () -> () return }}')
        first, second = (only(module, name).attributes for name in ("a.b", "a.c"))
        assert first == second
        first["d"][1][0]["k"] = first["e"]["k"][0]["l"] = True
        assert second["d"][1][0] == {"k": IntegerAttr(1, parse_element_type("i64"))}
        assert second["e"]["k"][0] == {"l": IntegerAttr(1, parse_element_type("i64"))}
        assert second["f"] == (IntegerAttr(1, parse_element_type("i64")), IntegerAttr(2, parse_element_type("i64")))

    def test_modules_have_names_and_attributes(self):
        module = read("module @top attributes {mhlo.num_replicas = 2 : i32} { func.func @f() { return } }")
        assert module.name == "top"
        assert module.attributes == {"mhlo.num_replicas": IntegerAttr(2, parse_element_type("i32"))}
        assert to_text(read(to_text(module))) == to_text(module)
        assert "module @top attributes {mhlo.num_replicas = 2 : i32}" in to_text(module)

    def test_dimension_numbers(self):
        module = read("""func.func @f(%a: tensor<3x4xf32>, %i: tensor<2x1xi32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}>
    : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [1]
    : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x4xf32>
}""")
        gather = only(module, "stablehlo.gather").attributes
        assert gather["dimension_numbers"] == GatherDimensionNumbers((1,), (0,), (), (), (0,), 1)
        assert gather["slice_sizes"] == DenseArray(parse_element_type("i64"), (1, 4))
        dot = only(module, "stablehlo.dot_general").attributes["dot_dimension_numbers"]
        assert (dot.lhs_contracting_dimensions, dot.rhs_contracting_dimensions) == ((1,), (1,))

    @pytest.mark.parametrize(
        ("layout", "numbers"),
        [
            ("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", (0, 3, (1, 2), 2, 3, (0, 1), 0, 3, (1, 2))),
            ("[1, f, b, 0]x[o, i, 1, 0]->[f, 1, 0, b]", (2, 1, (3, 0), 1, 0, (3, 2), 3, 0, (2, 1))),
            ("[f, b]x[i, o]->[b, f]", (1, 0, (), 0, 1, (), 0, 1, ())),
        ],
    )
    def test_dimension_numbers_of_convolution(self, layout, numbers):
        type = f"tensor<{'1x' * (layout.index(']') // 3 + 1)}f32>"
        module = read(f"""func.func @f(%a: {type}) -> {type} {{
  %0 = stablehlo.convolution(%a, %a) dim_numbers = {layout}, window = {{}}
    {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({type}, {type}) -> {type}
  return %0 : {type}
}}""")
        found = only(module, "stablehlo.convolution").attributes["dimension_numbers"]
        assert found == ConvDimensionNumbers(*numbers)
        assert layout in to_text(module)
        assert only(read(str(module)), "stablehlo.convolution").attributes["dimension_numbers"] == found

    def test_blocks_and_successors(self):
        module = read("""func.func @f(%x: i32) -> i32 {
  cf.br ^bb2(%x : i32)
^bb1(%y: i32):
  %late = "foo.use"(%early) : (i32) -> i32
  return %y : i32
^bb2(%z: i32):
  %early = "foo.def"() : () -> i32
  %c = "foo.cond"(%z) : (i32) -> i1
  cf.cond_br %c, ^bb1(%z : i32), ^bb2(%x : i32)
}""")
        entry, one, two = module.function("f").operation.regions[0].blocks
        assert entry.operations[-1].successors == (two,)
        assert two.operations[-1].successors == (one, two)
        assert only(module, "foo.use").operands == only(module, "foo.def").results
        assert to_text(read(to_text(module))) == to_text(module)

    def test_unknown_types_and_shardy_survive(self):
        text = """sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: !foo.bar<1>)
    -> (tensor<4xf32> {jax.info = "r"}) {
  return %a : tensor<4xf32>
}
func.func private @declared(tensor<?xf32, #stablehlo.bounds<3>>) -> !stablehlo.token
"""
        module = read(text)
        assert module.function("f").arguments[1].type == OpaqueType("!foo.bar<1>")
        assert module.function("f").operation.attributes["arg_attrs"][0]["sdy.sharding"] == OpaqueAttr(
            '#sdy.sharding<@mesh, [{"x"}]>'
        )
        assert module.function("f").operation.attributes["res_attrs"] == ({"jax.info": "r"},)
        assert module.function("declared").is_declaration
        written = to_text(module)
        assert to_text(read(written)) == written
        assert "sdy.mesh @mesh" in written

    def test_resources_become_constants(self):
        module = read("""func.func @f() -> tensor<3xf32> {
  %0 = stablehlo.constant dense_resource<weights> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
{-#
  dialect_resources: { builtin: { weights: "0x040000000000803F0000004000004040" } }
#-}""")
        assert only(module, "stablehlo.constant").attributes["value"].array.tolist() == [1.0, 2.0, 3.0]
        assert "dense<[1.0" in to_text(module)

    def test_a_shape_beyond_numpy_survives_as_text(self):
        spelled = "dense<1> : tensor<9223372036854775807x4xi32>"
        module = read(f'func.func @f() {{ "foo.bar"() {{a = {spelled}}} : () -> () return }}')
        assert only(module, "foo.bar").attributes["a"] == OpaqueAttr(spelled)
        assert spelled in to_text(module)

    def test_quantized_types_need_no_registration(self):
        text = "func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) { return }"
        assert read(text).function("f").arguments[0].type.element_type.scales == (0.5,)


def test_threads_read_independently():
    results = {}

    def work(number):
        results[number] = read(ADD.replace("@main", f"@main{number}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [list(results[number].functions) for number in range(8)] == [[f"main{number}"] for number in range(8)]


def test_numbers_of_thousands_of_digits_are_refused_at_once():
    """Upstream's parser takes a quarter of a minute for 20,000 digits, and ends the process at some more."""
    with pytest.raises(ParseError, match=r"^long\.mlir:6:48: a number of more than 1000 digits can't be read$"):
        read(
            f"{EMPTY}\n// -----\nfunc.func @g() {{ %0 = stablehlo.constant dense<{'1' * 100_000}> }}", name="long.mlir"
        )
    assert read(f'"a.b"() {{x = dense<"0x{"00" * 5000}"> : tensor<5000xi8>}} : () -> ()').operations


def test_values_are_called_what_the_text_calls_them():
    module = read("""// héé
module {
  func.func @main(%table: tensor<4xf32> loc("args[0]['w']"), %b.1: tensor<4xf32>, %0: tensor<i1>) -> tensor<4xf32> {
    %pair:2 = stablehlo.optimization_barrier %table, %b.1 : tensor<4xf32>, tensor<4xf32>
    %sum = "stablehlo.add"(%pair#0, %pair#1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.add %sum, %b.1 : tensor<4xf32>
    %chosen = stablehlo.negate %2 : tensor<4xf32> loc("elsewhere.py":6:14)
    return %chosen : tensor<4xf32>
  }
}""")
    assert [argument.name for argument in module.function("main").arguments] == ["args.0.w", "b.1", None]
    names = [[result.name for result in op.results] for op in module.function("main").body.operations]
    assert names == [["pair", "pair"], ["sum"], [None], [None], []]


@pytest.mark.parametrize(
    ("places", "names"),
    [
        (['loc("x")', 'loc("y")', ""], ["x", "y", "c"]),
        (['loc("x")', "loc(unknown)", "loc(unknown)"], ["x", None, None]),
        (["loc(unknown)", 'loc("x[0]")', 'loc("x.0")'], [None, None, None]),  # of which none says which is which
        (['loc("b")', "", 'loc("a")'], [None, None, None]),
        (['loc("?")', 'loc("x")', 'loc("!")'], [None, "x", None]),
    ],
)
def test_arguments_have_names_that_tell_them_apart(places, names):
    arguments = ", ".join(f"%{name}: tensor<f32> {place}" for name, place in zip("abc", places, strict=True))
    (function,) = read(f"func.func @main({arguments}) {{ return }}").functions.values()
    assert [argument.name for argument in function.arguments] == names


def test_names_behind_letters_of_several_bytes_and_of_disguised_operations():
    text = """func.func @"é"(%a: tensor<2xf32>, %x: tensor<2xf32>, %i: tensor<1xi32>) -> tensor<1xf32> {
  %row = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [7]>,
    slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<1xf32>
  return %row : tensor<1xf32>
}"""
    (function,) = read(text).functions.values()
    assert [argument.name for argument in function.arguments] == ["a", "x", "i"]
    assert function.body.operations[0].result.name == "row"


@pytest.mark.parametrize("is_text", [True, False])
def test_the_versioned_dialect_is_read_without_being_a_portable_artifact(is_text):
    bindings = provider.find()
    text = """func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    module = bindings.ir.Module.parse(text, bindings.context())
    bindings.run_passes(module, "builtin.module(stablehlo-legalize-to-vhlo)")
    source: str | bytes = str(module)
    if not is_text:
        stream = io.BytesIO()
        module.operation.write_bytecode(stream)
        source = stream.getvalue()
        assert not bytecode.is_portable_artifact(source)
    assert "vhlo.add" in str(module)
    read_back = read(source, verify=True)
    assert [op.name for op in read_back.functions["main"].body.operations] == ["stablehlo.add", "func.return"]
    if is_text:
        assert read_back.functions["main"].body.operations[0].location.line > 1

    wrong = str(module).replace("-> !vhlo.tensor_v1<2x!vhlo.f32_v1>\n", "-> !vhlo.tensor_v1<3x!vhlo.f32_v1>\n")
    wrong = wrong.replace("(%0) : (!vhlo.tensor_v1<2x", "(%0) : (!vhlo.tensor_v1<3x")
    with pytest.raises(ParseError, match=r"3:10: .stablehlo.add. op requires the same shape"):
        read(wrong, verify=True)
    assert [violation.id for violation in hl.check(read(wrong))] == ["add.C1"]


@pytest.mark.parametrize("window", ["pad = []", "stride = []", "lhs_dilate = []", "rhs_dilate = []", "reverse = []"])
def test_an_empty_list_about_windows_is_none(window):
    """As upstream reads it: each dimension has what it has where nothing is said."""
    text = f"""func.func @main(%x: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>) -> tensor<1x3x1xf32> {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{{window}}}
        {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
        : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
      return %0 : tensor<1x3x1xf32>
    }}"""
    args = np.arange(4, dtype=np.float32).reshape(1, 4, 1), np.ones((2, 1, 1), np.float32)
    assert interpreter.run(text, *args)[0].ravel().tolist() == [1, 3, 5]
    assert interpreter.run(hl.vjp(hl.parse(text)), *args, np.ones((1, 3, 1), np.float32))[0].shape == (1, 3, 1)


def test_other_attributes_of_windowed_operations_stay():
    """However short they are: they are the user's."""
    notes = {"none": "array<i64>", "no": "dense<> : tensor<0xi32>", "one": "dense<5> : tensor<1xi32>", "all": "[]"}
    text = f"""func.func @main(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<2xf32> {{
      %0 = "stablehlo.reduce_window"(%x, %y) ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          stablehlo.return %b : tensor<f32>
      }}) {{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>,
          {", ".join(f"vendor.{name} = {note}" for name, note in notes.items())}
      }} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}"""
    (operation,) = (one for one in read(text).walk() if one.name == "stablehlo.reduce_window")
    assert {*operation.attributes} == {"window_dimensions", "window_strides", *(f"vendor.{name}" for name in notes)}


def test_windows_of_no_dimensions_have_empty_lists():
    text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.constant dense<1.0> : tensor<f32>
      %1 = "stablehlo.reduce_window"(%x, %0) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %2 = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %2 : tensor<f32>
      }) {window_dimensions = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }"""
    assert interpreter.run(text, np.float32(4))[0] == 5


def test_artifacts_with_a_negative_dimension():
    """Text can't say so, and upstream reads it."""
    size = (1 << 62) - 1
    written = to_portable_artifact(read(f"func.func private @f(tensor<{size}xf32>)"), "1.0.0")
    stands = b"\0" + (2 * size).to_bytes(8, "little")  # twice its magnitude, and 1 less where it is negative
    assert stands in written
    with pytest.raises(ParseError, match="has a negative dimension") as refused:
        read(written.replace(stands, b"\0" + (2 * size - 1).to_bytes(8, "little")), name="a.mlirbc")
    assert str(refused.value) == f"a.mlirbc: the type tensor<-{size}xf32> has a negative dimension"
