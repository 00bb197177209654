"""Where operations come from: the place in the file, or the place that the program names itself."""

import pytest

from hlogen.ir import Location
from hlogen.mlir.reader import read, read_all
from hlogen.mlir.writer import to_text

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
