"""Copies are programs of their own that say the same, but for what a Copier is told to write otherwise."""

from __future__ import annotations

import pytest

import hlogen as hl
from hlogen.errors import UsageError
from hlogen.ir import Block, Function, IntegerType, Operation, Region, TensorType
from hlogen.program.copy import Copier, copied
from hlogen.program.inline import Inliner
from hlogen.program.structure import captured_by, defined

SCALAR = TensorType((), IntegerType(32))


def test_a_copy_says_the_same_and_shares_no_value() -> None:
    @hl.function("4xi32", "i32", name="main")
    def main(x, y):
        return hl.while_([y, x], lambda i, v: hl.compare(i, 3, "LT"), lambda i, v: (i + y, v + v))[1]

    module = main.module
    (function,) = module.operations
    copy = Copier().again(function)
    assert str(hl.ir.Module([copy])) == str(hl.ir.Module([function]))
    assert not defined(copy.regions[0].block) & defined(function.regions[0].block)
    assert captured_by(copy.regions[0].block) == ()


def test_blocks_that_follow_each_other_follow_their_copies() -> None:
    first, second = Block([SCALAR]), Block([SCALAR])
    first.operations.append(Operation("cf.br", first.arguments, successors=[second]))
    second.operations.append(Operation("cf.br", second.arguments, successors=[first]))
    region = copied(Region([first, second]))
    one, other = region.blocks
    assert one.operations[0].successors == (other,)
    assert other.operations[0].successors == (one,)
    assert one.operations[0].operands == one.arguments


def test_values_from_outside_are_what_is_said_to_stand_for_them() -> None:
    outside, instead = Block([SCALAR]).arguments[0], Block([SCALAR]).arguments[0]
    block = Block()
    block.operations.append(Operation("stablehlo.return", [outside]))
    assert copied(Region([block])).block.operations[0].operands == (outside,)
    assert copied(Region([block]), {outside: instead}).block.operations[0].operands == (instead,)
    assert block.operations[0].operands == (outside,)


def test_an_operation_may_be_written_otherwise() -> None:
    class WithoutBarriers(Copier):
        def operation(self, operation: Operation, copies: list[Operation]) -> None:
            if operation.name == "stablehlo.optimization_barrier":
                self.stands(operation.results, self.now(operation.operands))
            else:
                super().operation(operation, copies)

    @hl.function("f32", "f32", name="main")
    def main(x, y):
        a, b = hl.optimization_barrier(x, y)
        return a - b

    body = WithoutBarriers().again(main.module.operations[0]).regions[0].block
    assert [operation.name for operation in body.operations] == ["stablehlo.subtract", "func.return"]
    assert body.operations[0].operands == body.arguments


TUPLES = """
func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = func.call @swapped(%a, %b) : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %2 = func.call @minus(%1, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = func.call @minus(%2, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
func.func private @swapped(%a: tensor<f32>, %b: tensor<f32>) -> tuple<tensor<f32>, tensor<f32>> {
  %0 = stablehlo.tuple %b, %a : tuple<tensor<f32>, tensor<f32>>
  return %0 : tuple<tensor<f32>, tensor<f32>>
}
func.func private @minus(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.subtract %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
"""


def test_calls_and_tuples_are_written_out() -> None:
    module = hl.parse(TUPLES)
    body = Inliner(module).body(module.function("main"))
    a, b = body.arguments
    first, second, end = body.operations
    assert [first.name, second.name, end.name] == ["stablehlo.subtract", "stablehlo.subtract", "func.return"]
    assert (first.operands, second.operands, end.operands) == ((b, a), (first.result, b), (second.result,))


@pytest.mark.parametrize(
    ("callee", "message"), [("main", "@main calls itself"), ("declared", "has no body in the program")]
)
def test_what_can_not_be_written_out_is_refused(callee: str, message: str) -> None:
    module = hl.parse(f"""
    func.func private @declared(tensor<f32>) -> tensor<f32>
    func.func @main(%a: tensor<f32>) -> tensor<f32> {{
      %0 = func.call @{callee}(%a) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }}
    """)
    function: Function = module.function("main")
    with pytest.raises(UsageError, match=message) as caught:
        Inliner(module).body(function)
    assert "-:4:12" in str(caught.value)
