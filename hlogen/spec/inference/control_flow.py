"""Result types of calls, branches, loops, and of ops whose results only the program can state."""

from __future__ import annotations

from hlogen.ir.types import I1, I32, TensorType, Type
from hlogen.spec.inference.registry import Signature, rule


@rule("stablehlo.if")
def if_(op: Signature) -> tuple[Type, ...]:
    pred = op.tensor("pred")
    if pred != TensorType((), I1):
        raise op.error(f"pred is {pred}, expected tensor<i1>")
    return _branches(op, ["true_branch", "false_branch"])


@rule("stablehlo.case")
def case(op: Signature) -> tuple[Type, ...]:
    index = op.tensor("index")
    if index != TensorType((), I32):
        raise op.error(f"index is {index}, expected tensor<i32>")
    return _branches(op, [f"branches[{at}]" for at in range(max(len(op.regions), 1))])


@rule("stablehlo.while")
def while_(op: Signature) -> tuple[Type, ...]:
    op.regular("cond", op.region(0, "cond"), op.operands, [TensorType((), I1)])
    op.regular("body", op.region(1, "body"), op.operands, op.operands)
    return op.operands


@rule("func.call")
def call(op: Signature) -> tuple[Type, ...]:
    """The callee's results, which only the program knows: it declares them."""
    return _declared(op, "give the callee's result types")


@rule("func.return", "stablehlo.return")
def return_(op: Signature) -> tuple[Type, ...]:
    return ()


@rule("stablehlo.custom_call", "stablehlo.composite")
def declared(op: Signature) -> tuple[Type, ...]:
    return _declared(op, "give them")


def _declared(op: Signature, fix: str) -> tuple[Type, ...]:
    if op.declared is None:
        raise op.error(f"the result types don't follow from the operands; {fix}")
    return op.declared


def _branches(op: Signature, names: list[str]) -> tuple[Type, ...]:
    """What all branches return; none of them takes arguments."""
    results: list[tuple[Type, ...]] = []
    for at, name in enumerate(names):
        region = op.region(at, name)
        results.append(op.region_results(region, name))
        if region.block.arguments:
            raise op.error(f"{name} takes {len(region.block.arguments)} arguments, expected none")
        if results[at] != results[0]:
            found, first = (", ".join(map(str, types)) or "nothing" for types in (results[at], results[0]))
            raise op.error(f"{name} returns {found}, but {names[0]} returns {first}")
    return results[0]
