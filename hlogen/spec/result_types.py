"""Infers an operation's result types from its operands, attributes and regions, by the specification's rules.

The rules stand in the files of `inference`, one per op, registered by decorator. They check what they need in order to
infer; the constraints of gather and scatter are checked in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogen.errors import UsageError
from hlogen.ir.attributes import Attribute
from hlogen.ir.module import Region
from hlogen.ir.types import TensorType, Type
from hlogen.spec.dims import any_true, dims_of, unfit
from hlogen.spec.inference.elementwise import baseline
from hlogen.spec.inference.registry import TABLE, Signature
from hlogen.spec.optable import OPS

# Kinds of ops whose constraints compare `baseline_type`, where others compare types.
_COMPUTING = ("elementwise", "linear algebra", "normalization")


def infer(
    op_name: str,
    operand_types: Sequence[Type],
    attributes: Mapping[str, Attribute],
    regions: Sequence[Region] = (),
    declared: Sequence[Type] | None = None,
) -> tuple[Type, ...]:
    """The result types of an operation such as "stablehlo.add".

    `declared` are the types that the program states. Where the operands determine the result they are compared with it;
    where they don't (iota, reshape, convert, a call), they are checked and returned.

    Raises UsageError where the op has no rule, or the operation can't have a result type; ConstraintError where a
    gather or scatter is invalid.
    """
    rule = TABLE.rows().get(op_name)
    if rule is None:
        if declared is None:
            raise UsageError(f"hlogen has no rule that infers the result types of {op_name}; give them")
        return tuple(declared)
    results = rule(Signature(op_name, operand_types, attributes, regions, declared))
    if declared is None:
        return results
    computes = op_name in OPS and OPS[op_name].kind in _COMPUTING
    fits = len(declared) == len(results) and all(
        _fits(_baseline(given), _baseline(result)) if computes else _fits(given, result)
        for given, result in zip(declared, results, strict=True)
    )
    if not fits:
        stated, inferred = (", ".join(map(str, types)) or "nothing" for types in (declared, results))
        raise UsageError(
            f"{op_name.removeprefix('stablehlo.')}: the result is declared as {stated}, but it is {inferred}"
        )
    return tuple(declared)


def _baseline(type: Type) -> Type:
    return type.with_element_type(baseline(type.element_type)) if isinstance(type, TensorType) else type


def _fits(declared: Type, inferred: Type) -> bool:
    if not isinstance(declared, TensorType) or not isinstance(inferred, TensorType):
        return declared == inferred
    if declared.rank != inferred.rank or declared.element_type != inferred.element_type:
        return False
    return not any_true(map(unfit, dims_of(declared), dims_of(inferred)))
