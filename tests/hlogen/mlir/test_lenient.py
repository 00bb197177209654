"""Invalid gathers, scatters and dynamic_gathers come through the reader, in every form and place, with their places."""

import pytest

from hlogen.ir import (
    DenseArray,
    GatherDimensionNumbers,
    IntegerAttr,
    ScatterDimensionNumbers,
    parse_element_type,
    tensor,
)
from hlogen.lint import check
from hlogen.mlir import provider
from hlogen.mlir.errors import ParseError, VerificationError
from hlogen.mlir.reader import read, read_all
from hlogen.mlir.writer import to_bytecode, to_portable_artifact, to_text, verify

GATHER_ATTRIBUTES = (
    "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], "
    "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>"
)
GATHER_TYPE = "(tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>"
SCATTER_ATTRIBUTES = (
    "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
)
SCATTER_TYPE = "(tensor<3x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<3x4xf32>"
REGION = """({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })"""
I64 = parse_element_type("i64")

REMARKED = f"""  <{{  // a remark: }}>
 {GATHER_ATTRIBUTES.replace(">, ", ">, // ()" + chr(10))}
  }}>
 {{my.s = "}}>"}}"""


def in_function(*lines):
    body = "\n".join(lines)
    return (
        "func.func @main(%a: tensor<3x4xf32>, %i: tensor<2x1xi32>, %u: tensor<2x4xf32>, %n: tensor<2xi64>) {\n"
        f"{body}\n  return\n}}\n"
    )


def find(module, name):
    return [operation for operation in module.walk() if operation.name == name]


def text_at(text, operation):
    return text.split("\n")[operation.location.line - 1][operation.location.column - 1 :]


@pytest.mark.parametrize(
    ("attributes", "more"),
    [
        (f"<{{{GATHER_ATTRIBUTES}}}>", {}),
        (f"{{{GATHER_ATTRIBUTES}}}", {}),
        (f"<{{{GATHER_ATTRIBUTES}}}> {{my.note = 1 : i64}}", {"my.note": IntegerAttr(1, I64)}),
        (f"<{{{GATHER_ATTRIBUTES}}}> {{}}", {}),
        (f"<{{{GATHER_ATTRIBUTES}, indices_are_sorted = true}}>", {"indices_are_sorted": True}),
        (REMARKED, {"my.s": "}>"}),
    ],
)
def test_gather_in_both_forms(attributes, more):
    text = in_function(
        f'  %0 = "stablehlo.gather"(%a, %i) {attributes} : {GATHER_TYPE} %z = stablehlo.abs %0 : tensor<2x4xf32>',
        "  %1 = stablehlo.abs %a : tensor<3x4xf32>",
    )
    module = read(text)
    (gather,) = find(module, "stablehlo.gather")
    assert gather.attributes == {
        "dimension_numbers": GatherDimensionNumbers((1,), (1,), (), (), (0,), 1),
        "slice_sizes": DenseArray(I64, (1, 4)),
        **more,
    }
    assert gather.result.type == tensor("2x4xf32")
    assert text_at(text, gather).startswith('"stablehlo.gather"')
    for neighbour in find(module, "stablehlo.abs"):
        assert text_at(text, neighbour).startswith("stablehlo.abs")


@pytest.mark.parametrize(
    "form",
    [
        f"<{{{SCATTER_ATTRIBUTES}}}> {REGION} : {SCATTER_TYPE}",
        f"{REGION} {{{SCATTER_ATTRIBUTES}}} : {SCATTER_TYPE}",
        f"<{{{SCATTER_ATTRIBUTES}}}> {REGION} {{my.note}} : {SCATTER_TYPE}",
        f"<{{\n{SCATTER_ATTRIBUTES}\n}}>\n{REGION}\n: {SCATTER_TYPE}",
    ],
)
def test_scatter_in_both_forms(form):
    text = in_function(f'  %0 = "stablehlo.scatter"(%a, %i, %u) {form} %z = stablehlo.abs %0 : tensor<3x4xf32>')
    module = read(text)
    (scatter,) = find(module, "stablehlo.scatter")
    assert scatter.attributes["scatter_dimension_numbers"] == ScatterDimensionNumbers((1,), (1,), (), (), (0,), 1)
    assert [operation.name for operation in scatter.regions[0].block.operations] == [
        "stablehlo.add",
        "stablehlo.return",
    ]
    for name in ("stablehlo.scatter", "stablehlo.add", "stablehlo.return", "stablehlo.abs"):
        (operation,) = find(module, name)
        assert text_at(text, operation).lstrip('"').startswith(name)


def test_dynamic_gather():
    dimensions = GATHER_ATTRIBUTES.split(", slice_sizes")[0]
    text = in_function(
        f'  %0 = "stablehlo.dynamic_gather"(%a, %i, %n) <{{{dimensions.replace("[1], start", "[7], start")}}}> '
        ": (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2xi64>) -> tensor<2x4xf32>"
    )
    (operation,) = find(read(text), "stablehlo.dynamic_gather")
    assert operation.attributes["dimension_numbers"].collapsed_slice_dims == (7,)


def test_nested_in_regions_of_other_operations_and_of_another_scatter():
    inner = f'%g = "stablehlo.gather"(%a, %i) <{{{GATHER_ATTRIBUTES}}}> : {GATHER_TYPE}'
    nested = REGION.replace("    %s =", f"    {inner}\n    %s =")
    text = in_function(
        "  %c = stablehlo.constant dense<0> : tensor<i32>",
        "  %w = stablehlo.while(%k = %c) : tensor<i32>",
        "  cond { %t = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %t : tensor<i1> }",
        "  do {",
        f'    %1 = "stablehlo.scatter"(%a, %i, %u) <{{{SCATTER_ATTRIBUTES}}}> {nested} {{my.note}} : {SCATTER_TYPE}',
        "    stablehlo.return %k : tensor<i32>",
        "  }",
    )
    module = read(text)
    (scatter,) = find(module, "stablehlo.scatter")
    (gather,) = find(module, "stablehlo.gather")
    assert gather in scatter.regions[0].walk()
    for operation in module.walk():
        if operation.name.startswith("stablehlo.") and operation.location.line > 4:
            assert text_at(text, operation).lstrip('"').startswith(operation.name), operation


def test_every_offence_of_a_file_comes_through():
    line = f'  "stablehlo.gather"(%a, %i) <{{{GATHER_ATTRIBUTES}}}> : {GATHER_TYPE}'
    text = in_function(*[line] * 5)
    assert [operation.location.line for operation in find(read(text), "stablehlo.gather")] == [2, 3, 4, 5, 6]
    programs = read_all(f"{text}// -----\n{text}", name="f.mlir")
    assert [str(operation.location) for operation in find(programs[1], "stablehlo.gather")][:1] == ["f.mlir:11:3"]


def test_names_in_strings_comments_and_symbols_stay():
    text = in_function(
        '  // "stablehlo.gather"(%a) <{ in a comment',
        f'  %0 = "stablehlo.gather"(%a, %i) <{{{GATHER_ATTRIBUTES}}}> : {GATHER_TYPE}',
        '  "foo.bar"() {s = "\\"stablehlo.gather\\"(%a)", t = "stablehlo.scatter"} : () -> ()',
        '  func.call @"stablehlo.gather"() : () -> ()',
    )
    module = read(text + 'func.func private @"stablehlo.gather"()\n')
    (bar,) = find(module, "foo.bar")
    assert bar.attributes == {"s": '"stablehlo.gather"(%a)', "t": "stablehlo.scatter"}
    assert "stablehlo.gather" in module.functions
    assert find(module, "func.call")[0].attributes["callee"].name == "stablehlo.gather"


def test_aliases_work():
    dimensions, _, rest = GATHER_ATTRIBUTES.partition(" = ")
    alias, _, sizes = rest.partition(", slice_sizes")
    text = f"#dims = {alias}\n" + in_function(
        f'  %0 = "stablehlo.gather"(%a, %i) <{{{dimensions} = #dims, slice_sizes{sizes}}}> : {GATHER_TYPE}'
    )
    (gather,) = find(read(text), "stablehlo.gather")
    assert gather.attributes["dimension_numbers"].collapsed_slice_dims == (1,)


def test_places_after_text_beyond_ascii_count_bytes():
    text = in_function(
        f'  "foo.bar"() {{s = "größer"}} : () -> () '
        f'%0 = "stablehlo.gather"(%a, %i) <{{{GATHER_ATTRIBUTES}}}> : {GATHER_TYPE} '
        "%z = stablehlo.abs %0 : tensor<2x4xf32>"
    )
    (operation,) = find(read(text), "stablehlo.abs")
    line = text.split("\n")[1].encode()
    assert line[operation.location.column - 1 :].startswith(b"stablehlo.abs")


def test_another_offence_behind_an_invalid_gather_is_reported_by_its_true_names():
    text = in_function(
        f'  %0 = "stablehlo.gather"(%a, %i) <{{{GATHER_ATTRIBUTES}}}> : {GATHER_TYPE}',
        "  %1 = stablehlo.nonsense %0 : tensor<2x4xf32>",
    )
    with pytest.raises(ParseError) as caught:
        read(text)
    assert caught.value.location.line == 3
    assert "stablehl0" not in str(caught.value)


def test_a_gather_that_cannot_even_be_parsed():
    text = in_function(
        '  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<nonsense>}> : () -> ()'
    )
    with pytest.raises(ParseError) as caught:
        read(text)
    assert caught.value.location.line == 2
    assert "stablehl0" not in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        '"stablehlo.gather"',
        '"stablehlo.gather"(%a',
        '"stablehlo.gather"(%a) <{',
        '"stablehlo.gather"(%a) <{a = 1}',
        '"stablehlo.gather"(%a) <{a = 1}> (',
        '"stablehlo.gather"(%a) <[a]>',
        '"stablehlo.scatter"(%a) ({',
        '"stablehlo.gather"(}',
    ],
)
def test_unfinished_text_is_a_parse_error(line):
    with pytest.raises(ParseError):
        read(f"func.func @f() {{\n{line}")


def test_an_invalid_program_prints_and_upstream_refuses_it():
    text = in_function(f'  %0 = "stablehlo.gather"(%a, %i) <{{{GATHER_ATTRIBUTES}}}> : {GATHER_TYPE}')
    module = read(text, name="bad.mlir")
    assert to_text(read(str(module)), verify=False) == to_text(module, verify=False)
    assert to_text(read(to_text(module, verify=False)), verify=False) == to_text(module, verify=False)
    assert verify(module)[0].startswith("bad.mlir:2:8: ")


def test_an_invalid_portable_artifact_comes_through():
    bindings = provider.find()
    context = bindings.context()
    attributes = GATHER_ATTRIBUTES.replace("[1], start", "[0], start")
    valid = in_function(f'  %0 = "stablehlo.gather"(%a, %i) <{{{attributes}}}> : {GATHER_TYPE}')
    module = bindings.ir.Module.parse(valid, context)
    gather = module.body.operations[0].regions[0].blocks[0].operations[0]
    with context:
        gather.attributes["dimension_numbers"] = bindings.ir.Attribute.parse(
            "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], "
            "start_index_map = [0], index_vector_dim = 1>"
        )
    artifact = bindings.stablehlo.serialize_portable_artifact(module, "1.1.0")
    (found,) = find(read(artifact, name="bad.mlirbc"), "stablehlo.gather")
    assert found.attributes["dimension_numbers"].collapsed_slice_dims == (1,)
    assert str(found.location) == "bad.mlirbc:2:8"
    with pytest.raises(ParseError, match="slice_sizes"):
        read(artifact, verify=True)


def test_valid_programs_are_read_as_upstream_reads_them():
    gather = GATHER_ATTRIBUTES.replace("[1], start", "[0], start")
    scatter = SCATTER_ATTRIBUTES.replace("[1], scatter", "[0], scatter")
    text = in_function(
        f'  %0 = "stablehlo.gather"(%a, %i) <{{{gather}}}> : {GATHER_TYPE}',
        f'  %1 = "stablehlo.scatter"(%a, %i, %u) <{{{scatter}}}> {REGION} : {SCATTER_TYPE}',
    )
    module = read(text, verify=True)
    assert to_text(module) == to_text(read(text))


@pytest.mark.parametrize("returned", ["index", "tensor<si32>", "tensor<*xf32>", "f32", "tuple<tensor<f32>>"])
@pytest.mark.parametrize(
    "line",
    ['"stablehlo.return"(%w) : (T) -> ()', "stablehlo.return %w : T", "stablehlo.return %w // why\n : T loc(unknown)"],
)
def test_a_scatters_region_may_return_anything(returned, line):
    """Upstream's parser verifies the return by itself."""
    region = f"""({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %w = "foo.make"() : () -> {returned}
    {line.replace("T", returned)}
  }})"""
    module = read(
        in_function(f'  %0 = "stablehlo.scatter"(%a, %i, %u) <{{{SCATTER_ATTRIBUTES}}}> {region} : {SCATTER_TYPE}')
    )
    (terminator,) = find(module, "stablehlo.return")
    assert [str(value.type) for value in terminator.operands] == [returned]
    assert [violation.id for violation in check(module)] == ["scatter.C4", "scatter.C23"]


def test_returns_further_inside_a_scatters_region_stay():
    text = in_function(
        '  %0 = "stablehlo.scatter"(%a, %i, %u) ({',
        "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):",
        '    %p = "foo.make"() : () -> tensor<i1>',
        '    %z = "stablehlo.if"(%p) ({',
        "      stablehlo.return %x : tensor<f32>",
        "    }, {",
        '      "stablehlo.return"(%y) : (tensor<f32>) -> ()',
        "    }) : (tensor<i1>) -> tensor<f32>",
        '    stablehlo.return {my.s = "}"} loc("elsewhere":1:2)',
        f"  }}) {{{SCATTER_ATTRIBUTES}}} : {SCATTER_TYPE}",
    )
    module = read(text)
    assert [str(found.location) for found in find(module, "stablehlo.return")] == ["-:6:7", "-:8:7", "elsewhere:1:2"]
    assert [violation.id for violation in check(module)] == ["scatter.C4", "scatter.C23"]
    text = text.replace('"(%y) : (tensor<f32>)', '"(%q) : (index)')
    module = read(text.replace("%z =", '%q = "foo.q"() : () -> index %z ='))
    assert [violation.id for violation in check(module)] == ["scatter.C4", "scatter.C23", "if.C2"]
    assert module.is_refused


NEWER = """func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>, %r: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = "stablehlo.collective_broadcast"(%a, %b, %r) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    has_dynamic_root}> : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %1 = "stablehlo.collective_reduce"(%0#0) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %1, %0#1 : tensor<2xi32>, tensor<2xi32>
}
"""


@pytest.mark.parametrize("verify", [False, True])
def test_collectives_that_the_bindings_do_not_know_yet(verify):
    module = read(NEWER, verify=verify)
    (broadcast,) = find(module, "stablehlo.collective_broadcast")
    (reduce,) = find(module, "stablehlo.collective_reduce")
    assert "has_dynamic_root" in broadcast.attributes
    assert reduce.attributes["replica_groups"].array.tolist() == [[1, 0]]
    assert [op.name for op in reduce.regions[0].block.operations] == ["stablehlo.add", "stablehlo.return"]
    assert text_at(NEWER, reduce).startswith('"stablehlo.collective_reduce"')


@pytest.mark.parametrize("write", [to_bytecode, lambda module: to_portable_artifact(module, "current")])
def test_what_the_bindings_do_not_know_goes_into_text_alone(write):
    module = read(NEWER)
    assert "stablehlo.collective_reduce" in to_text(module)
    with pytest.raises(VerificationError, match="collective_"):  # a release of upstream's may learn to
        write(module)


def test_a_known_collective_is_refused_for_good_reason():
    text = """func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
      %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}
        : (tensor<2xi32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    }"""
    with pytest.raises(ParseError, match="replica"):
        read(text, verify=True)
    assert "replica" in read(text).refusals[0].message


def test_invalid_gathers_beside_newer_collectives():
    text = NEWER + in_function(f'  %0 = "stablehlo.gather"(%a, %i) {{{GATHER_ATTRIBUTES}}} : {GATHER_TYPE}').replace(
        "@main", "@other"
    )
    (gather,) = find(read(text), "stablehlo.gather")
    assert gather.attributes["slice_sizes"].values == (1, 4)
    with pytest.raises(ParseError):
        read(text, verify=True)


def test_words_of_attributes_in_strings_stay_where_attributes_cannot_be_read():
    said = "#stablehlo.gather<x> and !quant.uniform<i8:f32, 0.5> // no comment"
    odd = GATHER_ATTRIBUTES.replace("offset_dims = [1]", "offset_dims = [a]")
    text = in_function(
        "  // #stablehlo.gather<nonsense> !quant.uniform",
        f'  %0 = "stablehlo.gather"(%a, %i) {{{odd}, my.note = "{said}"}} : {GATHER_TYPE}',
        '  %1 = "foo.bar"() {t = #stablehlo<precision HIGH>, u = !quant.uniform<i8:f32, 0.5>} : () -> i1',
    )
    module = read(text)
    (gather,), (bar,) = find(module, "stablehlo.gather"), find(module, "foo.bar")
    assert gather.attributes["my.note"] == said
    assert gather.attributes["dimension_numbers"].text.startswith("#stablehlo.gather<offset_dims = [a]")
    assert (str(bar.attributes["u"]), bar.attributes["t"].value) == ("!quant.uniform<i8:f32, 0.5>", "HIGH")
    assert "stablehl0" not in str(module)
    assert "quan0" not in str(module)
