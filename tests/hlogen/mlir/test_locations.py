"""Where operations come from: the place in the file, or the place that the program names itself."""

import re

import pytest

from hlogen.ir import Location
from hlogen.mlir.errors import ParseError
from hlogen.mlir.reader import read, read_all
from hlogen.mlir.writer import to_bytecode, to_text
from hlogen.spec.catalogue import constraints_by_op
from hlogen.spec.hazards import hazards

TEXT = """#there = loc("a.py":3:4)
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %a : tensor<2xf32>
  %1 = stablehlo.abs %0 : tensor<2xf32> loc("x.py":1:2)
  %2 = stablehlo.abs %1 : tensor<2xf32> loc(fused[unknown, "jit(f)/abs"(#there), "late.py":9:9])
  %3 = stablehlo.abs %2 : tensor<2xf32> loc(callsite("f"("callee.py":7:8) at "caller.py":1:1))
  %4 = stablehlo.abs %3 : tensor<2xf32> loc(callsite(unknown at "caller.py":1:1))
  %5 = stablehlo.abs %4 : tensor<2xf32> loc(unknown)
  %6 = stablehlo.abs %5 : tensor<2xf32> loc("only a name")
  %7 = stablehlo.abs %6 : tensor<2xf32> loc("range.py":1:2 to :4)
     %8 = stablehlo.abs %7 : tensor<2xf32>
  return %8 : tensor<2xf32>
}
"""
EXPECTED = [
    Location("t.mlir", 3, 8),
    Location("x.py", 1, 2),
    Location("a.py", 3, 4),
    Location("callee.py", 7, 8),
    Location("caller.py", 1, 1),
    None,
    None,
    Location("range.py", 1, 2),
    Location("t.mlir", 11, 11),
]


def places(module):
    return [operation.location for operation in module.walk() if operation.name == "stablehlo.abs"]


def test_a_named_place_wins_over_the_one_in_the_file():
    assert places(read(TEXT, name="t.mlir")) == EXPECTED


def test_places_survive_writing_where_asked_for():
    module = read(TEXT, name="t.mlir")
    assert places(read(to_text(module, locations=True), name="again.mlir")) == EXPECTED
    assert "loc(" not in to_text(module)


def test_the_pieces_of_a_split_file_count_through():
    modules = read_all(f"{TEXT}// -----\n{TEXT}", name="t.mlir")
    shift = TEXT.count("\n") + 1
    assert [place.line for place in places(modules[1]) if place and place.file == "t.mlir"] == [3 + shift, 11 + shift]
    assert places(modules[1])[1] == Location("x.py", 1, 2)


@pytest.mark.parametrize("indent", ["", "  ", "\t", "        "])
def test_columns_point_at_the_operations_name(indent):
    text = f'func.func @f() {{\n{indent}"foo.bar"() : () -> ()\n{indent}return\n}}'
    module = read(text)
    assert [operation.location.column for operation in module.walk()][1:] == [len(indent) + 1] * 2


def test_own_places_are_those_in_the_file_and_the_named_ones_are_their_origins():
    module = read(TEXT, name="t.mlir", own_places=True)
    assert [str(place) for place in places(module)] == [f"t.mlir:{line}:8" for line in range(3, 11)] + ["t.mlir:11:11"]
    named = [None if place in (None, own) else place for place, own in zip(EXPECTED, places(module), strict=True)]
    assert [place.origin for place in places(module)] == named


OWN = [rule for op in ("gather", "scatter", "dynamic_gather") for rule in constraints_by_op()[op]]


@pytest.mark.parametrize("rule", [*OWN, *hazards().values()], ids=lambda rule: rule.id)
def test_what_a_program_says_of_its_origin_moves_no_place(rule):
    """Of the same text, once with places at all operations and once without."""
    module = read(rule.example, name="model.py")
    told, bare = (to_text(module, locations=locations, verify=False) for locations in (True, False))
    assert "model.py" in told
    found = [operation.location for operation in read(told, name="t.mlir", own_places=True).walk()]
    assert [(place.line, place.column) for place in found] == [
        (operation.location.line, operation.location.column) for operation in read(bare).walk()
    ]
    assert [place.origin for place in found] == [operation.location for operation in module.walk()]


@pytest.mark.parametrize(
    "place",
    [
        'loc("(")',
        'loc("// \\" }"("x.py":1:2))',
        "loc(#there)",
        'loc(fused<{a = "loc("}>["a.py":1:2, "b"(#there)])',
        'loc(\n   "x.py":1:2)',
        'loc(callsite("ü" at "b.py":1:2))',
    ],
)
def test_any_place_can_be_named_on_any_line(place):
    text = f"""#there = loc("a.py":3:4)
module {{
  func.func @loc(%loc: tensor<2xf32> {place}, %b: tensor<2xf32>) -> tensor<2xf32> attributes {{loc = "loc(x)"}} {{
    %0 = "my.op"(%loc) {{loc}} : (tensor<2xf32>) -> tensor<2xf32> {place} // loc(
    "my.op"(%0) ({{ "my.loc"() : () -> () {place} "my.behind"() : () -> () {place} }}) : (tensor<2xf32>) -> () {place}
    return %0 : tensor<2xf32> {place}
  }} {place}
}} {place}
"""
    bare = text.replace(place, re.sub(".+", lambda line: " " * len(line[0].encode()), place))
    found = [operation.location for operation in read(text, name="t.mlir", own_places=True).walk()]
    assert [(place.line, place.column) for place in found] == [
        (operation.location.line, operation.location.column) for operation in read(bare).walk()
    ]


def test_a_place_that_is_a_value_stays():
    text = 'module attributes {VALUE} { func.func private @f() loc("x.py":3:4) }'
    for value in ('my.a = loc("x.py":1:2)', 'my.a = [loc("x.py":1:2)]', 'my.a = [loc("x.py":1:2), loc("x.py":1:3)]'):
        written = text.replace("VALUE", value)
        module = read(written, own_places=True)
        (place,) = (operation.location for operation in module.walk())
        # Without both places of the list it can't be read, and only the file is known.
        expected = (0, 0) if "," in value else (1, written.index("func.func") + 1)
        assert (place.line, place.column, place.origin) == (*expected, Location("x.py", 3, 4))
        assert module.attributes == read(written).attributes


def test_of_bytecode_only_the_file_is_known():
    code = to_bytecode(read(TEXT, name="t.mlir"))
    assert {(place.file, place.line) for place in places(read(code, name="c.mlirbc", own_places=True))} == {
        ("c.mlirbc", 0)
    }


@pytest.mark.parametrize(("written", "given", "said"), [("-", "c.mlirbc", "c.mlirbc"), ("t.mlir", "c.mlirbc", "t.mlir"),
                                                        ("-", None, "-"), ("t.mlir", None, "t.mlir")])  # fmt: skip
def test_bytecode_of_a_text_without_a_name_goes_by_the_name_that_it_is_given(written, given, said):
    """Places inside of a text that had a name stay."""
    code = to_bytecode(read("func.func @f() {\n  return\n}", name=written))
    assert [one.location for one in read(code, name=given).walk()] == [Location(said, 1, 1), Location(said, 2, 3)]


def test_a_refused_program_is_refused_where_it_stands():
    text = TEXT.replace("%2 = stablehlo.abs %1 : tensor<2xf32>", '%2 = "stablehlo.abs"(%1) : (tensor<2xf32>) -> index')
    text = text.replace("abs %2", "abs %1")
    (refusal,) = read(text, name="t.mlir", own_places=True).refusals
    assert refusal.location == Location("t.mlir", 5, 8)
    with pytest.raises(ParseError, match=r"^t\.mlir:5:8: .*\n(.*\n)*it comes from a\.py:3:4$") as caught:
        read(text, name="t.mlir", own_places=True, verify=True)
    assert caught.value.location == Location("t.mlir", 5, 8)


def test_a_source_is_called_by_its_name_wherever_that_is_said(tmp_path):
    """In places, in what it was read from, and in what is wrong with it."""
    text = "func.func @f(%a: tensor<2xf32>) {\n  %0 = stablehlo.abs %a : tensor<2xf32>\n  return\n}\n"
    file, other, wrong = (tmp_path / name for name in ("own.mlir", "own.mlirbc", "wrong.mlir"))
    file.write_text(text)
    other.write_bytes(to_bytecode(read(text)))
    wrong.write_text(text.replace("stablehlo.abs", "stablehlo.absolutely"))
    for source, own in (
        (file, str(file)),
        (str(file), str(file)),
        (text, "-"),
        (text.encode(), "-"),
        (other, str(other)),
    ):
        for name, called in ((None, own), ("mine.mlir", "mine.mlir")):
            module = read(source, name=name)
            assert module.source == called
            if source is not other:  # whose places are those of what it was written from
                assert places(module) == [Location(called, 2, 8)]
            assert read_all(source, name=name)[0].source == called
    for name, called in ((None, str(wrong)), ("mine.mlir", "mine.mlir")):
        with pytest.raises(ParseError, match=rf"^{re.escape(called)}:2:8: ") as raised:
            read(wrong, name=name)
        assert raised.value.location == Location(called, 2, 8)
