"""einsum: sums of products over the letters that the result hasn't, by dot_general."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import cast

from hlogen.builder.elementwise import convert
from hlogen.builder.emit import emit_constant, emit_one
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definition
from hlogen.ir import DotDimensionNumbers, Operation, TensorType

_CONFIG = re.compile(r"([A-Za-z]*)(?:,([A-Za-z]*))?->([A-Za-z]*)")


@definition("stablehlo.einsum", "stablehlo.unary_einsum")
def einsum(op: Operation, *operands: Tensor) -> Sequence[Tensor] | None:
    """None for diagonals ("ii->i") and for "..."."""
    names = _letters(op, operands)
    if names is None:
        return None
    *given, wanted = names
    type = cast(TensorType, op.result.type)
    if len(operands) == 1:
        made, have = _summed(operands[0], given[0], wanted)
    else:
        (lhs, left), (rhs, right) = (
            _summed(operand, letters, {*wanted, *other})
            for operand, letters, other in zip(operands, given, reversed(given), strict=True)
        )
        batch = [letter for letter in left if letter in right and letter in wanted]
        inner = [letter for letter in left if letter in right and letter not in wanted]
        have = "".join([*batch, *(letter for letter in left + right if letter in wanted and letter not in batch)])
        numbers = DotDimensionNumbers(
            *(tuple(map(side.index, some)) for some in (batch, inner) for side in (left, right))
        )
        attributes = {name: value for name, value in op.attributes.items() if name != "einsum_config"}
        made = emit_one(
            "stablehlo.dot_general",
            [lhs, rhs],
            {**attributes, "dot_dimension_numbers": numbers},
            result_type=type.with_shape(tuple(type.shape[wanted.index(letter)] for letter in have)),
        )
    if have != wanted:
        made = transpose(made, permutation=[have.index(letter) for letter in wanted])
    return [made if made.element_type == type.element_type else convert(made, type.element_type)]


def _letters(op: Operation, operands: Sequence[Tensor]) -> list[str] | None:
    """The letters of each operand's dimensions, then of the result's."""
    config = op.attributes.get("einsum_config")
    match = _CONFIG.fullmatch(config.replace(" ", "")) if isinstance(config, str) else None
    if match is None:
        return None
    names = [group for group in match.groups() if group is not None]
    fits = [len(letters) for letters in names[:-1]] == [operand.rank for operand in operands]
    known = set(names[-1]) <= set("".join(names[:-1]))
    return names if fits and known and all(len(set(letters)) == len(letters) for letters in names) else None


def _summed(operand: Tensor, letters: str, kept: Collection[str]) -> tuple[Tensor, str]:
    """The sum over dimensions whose letters aren't kept, and the letters that are left."""
    gone = [d for d, letter in enumerate(letters) if letter not in kept]
    if not gone:
        return operand, letters
    zero = emit_constant(0, operand.element_type, ())
    return reduce(operand, zero, gone, "add"), "".join(letter for letter in letters if letter in kept)
