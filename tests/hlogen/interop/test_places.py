"""Where operations of a traced program stand: each at its own line, or at the line that called what it is in."""

from __future__ import annotations

import hlogen as hl
from hlogen.interop.places import placed
from hlogen.ir import Location, Operation

TEXT = """
func.func @main(%x: tensor<2xf32>, %p: tensor<i1>) -> tensor<2xf32> {
  %unused = stablehlo.constant dense<0.0> : tensor<2xf32> loc(unknown)
  %one = stablehlo.constant dense<1.0> : tensor<2xf32> loc(unknown)
  %a = stablehlo.add %x, %one : tensor<2xf32> loc("user.py":10:1)
  %b = func.call @library(%a) : (tensor<2xf32>) -> tensor<2xf32> loc("user.py":11:1)
  %c = func.call @library(%b) : (tensor<2xf32>) -> tensor<2xf32> loc("user.py":12:1)
  %d = func.call @library(%c) : (tensor<2xf32>) -> tensor<2xf32> loc("user.py":12:1)
  %e = func.call @own(%d) : (tensor<2xf32>) -> tensor<2xf32> loc("user.py":13:1)
  %f = func.call @own(%e) : (tensor<2xf32>) -> tensor<2xf32> loc("user.py":14:1)
  %g = "stablehlo.if"(%p) ({
    %two = stablehlo.constant dense<2.0> : tensor<2xf32> loc(unknown)
    %h = stablehlo.multiply %f, %two : tensor<2xf32> loc(unknown)
    stablehlo.return %h : tensor<2xf32> loc(unknown)
  }, {
    stablehlo.return %f : tensor<2xf32> loc(unknown)
  }) : (tensor<i1>) -> tensor<2xf32> loc("user.py":15:1)
  return %g : tensor<2xf32> loc("user.py":16:1)
}
func.func private @library(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.sine %x : tensor<2xf32> loc("user.py":11:1)
  %b = func.call @inner(%a) : (tensor<2xf32>) -> tensor<2xf32> loc("user.py":11:1)
  return %b : tensor<2xf32> loc("user.py":11:1)
}
func.func private @inner(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.cosine %x : tensor<2xf32> loc(unknown)
  return %a : tensor<2xf32> loc(unknown)
}
func.func private @inner_2(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32> loc(unknown)
}
func.func private @own(%x: tensor<2xf32>) -> tensor<2xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<2xf32> loc("user.py":19:1)
  %three = stablehlo.constant dense<3.0> : tensor<2xf32> loc("user.py":21:1)
  %a = stablehlo.tanh %x : tensor<2xf32> loc("user.py":20:1)
  %b = stablehlo.clamp %two, %a, %three : tensor<2xf32> loc("user.py":20:1)
  return %b : tensor<2xf32> loc("user.py":21:1)
}
"""


def test_each_operation_stands_where_its_line_or_its_call_does() -> None:
    functions = [op for op in hl.parse(TEXT).operations if op.name == "func.func"]
    for function in functions:
        function.location = None
        for operation in function.walk():
            if operation.location is not None and operation.location.file != "user.py":
                operation.location = None
    found = placed(functions, functions[0], Location("user.py", 1))

    def line(operation: Operation) -> int:
        assert operation.location is not None
        return operation.location.line

    named = {str(each.attributes["sym_name"]): each for each in found}
    del named["inner_2"]  # which nobody calls
    told = {name: [(op.name.split(".")[1], line(op)) for op in each.walk()][1:] for name, each in named.items()}
    assert told["main"] == [
        ("constant", 1), ("constant", 10), ("add", 10), ("call", 11), ("call", 12), ("call", 12), ("call", 13),
        ("call", 14), ("if", 15), ("constant", 15), ("multiply", 15), ("return", 15), ("return", 15), ("return", 1),
    ]  # fmt: skip
    assert told["library"] == [("sine", 11), ("call", 11), ("return", 11)]
    assert told["library_2"] == [("sine", 12), ("call", 12), ("return", 12)]  # both calls of line 12
    assert told["inner"] == [("cosine", 11), ("return", 11)]
    assert told["inner_3"] == [("cosine", 12), ("return", 12)]
    # A constant is where it is written, unless the return is there as well: then it is where it is used.
    assert told["own"][:4] == [("constant", 19), ("constant", 20), ("tanh", 20), ("clamp", 20)]
    assert [name for name, _ in told["own"][4:]] == ["return"]
    assert len(told) == 6
    assert {name: line(each) for name, each in named.items()} == {
        "main": 1, "library": 11, "library_2": 12, "inner": 11, "inner_3": 12, "own": 13,
    }  # fmt: skip
