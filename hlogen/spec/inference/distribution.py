"""Result types of the ops that ask or talk to other devices, as far as they follow from one device's program."""

from __future__ import annotations

from hlogen.ir.types import UI32, TensorType, Type
from hlogen.spec.inference.registry import Signature, rule


@rule("stablehlo.partition_id", "stablehlo.replica_id")
def process_id(op: Signature) -> tuple[Type, ...]:
    op.tensors()
    return (TensorType((), UI32),)


@rule("stablehlo.collective_permute")
def collective_permute(op: Signature) -> tuple[Type, ...]:
    return (op.tensor("operand"),)


@rule("stablehlo.collective_broadcast")
def collective_broadcast(op: Signature) -> tuple[Type, ...]:
    """The operands' types; the last operand is the root's number where that is dynamic."""
    operands = op.variadic("operands")
    return operands[:-1] if "has_dynamic_root" in op.attributes else operands
