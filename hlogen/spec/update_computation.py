"""What scatter's I12 and C23 ask of update_computation: that it is a function at all, and of the right type."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.ir.module import Region
from hlogen.ir.types import TensorType, Type, UnrankedTensorType
from hlogen.spec import predicates
from hlogen.spec.constraint import UPSTREAM_ACCEPTS, Answer, Offence, Truth
from hlogen.spec.element_types import is_promotable, upstream_confuses, upstream_promotes, why_no_element_type
from hlogen.spec.predicates import counted


def no_function(region: Region) -> Answer:
    """Not exactly one block that ends in stablehlo.return."""
    fix = "give update_computation one block that ends in stablehlo.return"
    if len(region.blocks) != 1:
        return Offence(f"update_computation has {counted(len(region.blocks), 'block')}, expected 1", fix)
    operations = region.blocks[0].operations
    if any(op.name == "stablehlo.return" for op in operations[:-1]):
        return Offence("update_computation's block has a stablehlo.return before its end", fix)
    if operations and operations[-1].name == "stablehlo.return":
        return Truth.HOLDS
    last = operations[-1].name if operations else "nothing, as it is empty"
    return Offence(f"update_computation's block ends in {last}, expected stablehlo.return", fix)


def of_wrong_type(region: Region, inputs: Sequence[Type]) -> Answer:
    """Not (E0, ..., EN-1, E0, ..., EN-1) -> (E0, ..., EN-1) with inputs promotable to them. Region is a function."""
    problems = _problems(region, inputs)
    if not problems:
        return Truth.HOLDS
    scalars = ", ".join(f"tensor<E{at}>" for at in range(len(inputs)))
    return Offence(
        "; ".join(problem for problem, _ in problems),
        f"give update_computation the type ({scalars}, {scalars}) -> ({scalars}) where each Ei is the element type of "
        "inputs[i] or a wider one of the same kind",
        UPSTREAM_ACCEPTS if all(accepted for _, accepted in problems) else None,
    )


def _problems(region: Region, inputs: Sequence[Type]) -> list[tuple[str, bool]]:
    """What C23 finds wrong, each with whether upstream's verifier lets it pass."""
    count = len(inputs)
    block = region.block
    arguments = [value.type for value in block.arguments]
    returned = [value.type for value in block.terminator.operands] if block.terminator else []
    problems: list[tuple[str, bool]] = []
    if len(arguments) != 2 * count:
        wanted = f"expected {2 * count}: {count} present and {count} new"
        problems.append((f"update_computation takes {counted(len(arguments), 'argument')}, {wanted}", False))
    if len(returned) != count:
        problems.append((f"update_computation returns {counted(len(returned), 'value')}, expected {count}", False))
    for what, types in (("takes", arguments), ("returns", returned)):
        for at, type in enumerate(types):
            problem = _no_scalar(type)
            if problem:
                is_open = what == "takes" and at < count and isinstance(type, UnrankedTensorType)
                problems.append((f"update_computation {what} {type} at position {at}: {problem}", is_open))
    if problems:
        return problems
    scalars = [predicates.ranked(type).element_type for type in (*arguments, *returned)]
    for at, input in enumerate(inputs):
        present, new, result = scalars[at], scalars[count + at], scalars[2 * count + at]
        given = predicates.ranked(input).element_type
        if not present == new == result:
            problems.append(
                (
                    f"for inputs[{at}] update_computation takes {present} and {new} and returns {result}, which should "
                    "be one type",
                    present == result and upstream_confuses(new, result) and upstream_promotes(given, present),
                )
            )
        elif not is_promotable(given, present):
            problems.append(
                (
                    f"inputs[{at}] has element type {given}, which isn't promotable to {present}, the type of "
                    f"update_computation's argument {at}",
                    upstream_promotes(given, present),
                )
            )
    return problems


def _no_scalar(type: Type) -> str | None:
    if not isinstance(type, TensorType):
        return "expected a tensor of rank 0"
    if type.rank:
        return f"expected a tensor of rank 0, not {type.rank}"
    return why_no_element_type(type.element_type)
