"""What a gather or scatter promises of its indices: what the caller says, or what is proved of the op that is emitted.

A promise that is "auto" is made where the analysis proves it for every input of the program. It is judged as the
operation is emitted, after its mode has been lowered; where the lowering keeps it, before that will do as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from hlogen.analysis.judge import Judgement, judge
from hlogen.builder.emit import boolean, described
from hlogen.builder.known import facts
from hlogen.builder.tensor import Promise, Tensor
from hlogen.builder.trace import usage_error
from hlogen.ir import Attribute, Block, IntegerType, Operation, Region, ScatterDimensionNumbers, Shape, TensorType, Type

SORTED, UNIQUE = "indices_are_sorted", "unique_indices"


def promise(value: object, what: str) -> Promise:
    """`value`, if it is a promise; else UsageError."""
    if isinstance(value, str):
        if value != "auto":
            raise usage_error(f'{what} takes True or False, or "auto", not {described(value)}')
        return "auto"
    return boolean(cast(bool, value), what)


def kept(
    name: str,
    operands: Sequence[Tensor],
    attributes: Mapping[str, Attribute],
    promises: Mapping[str, Promise],
    result_types: Sequence[Type],
    regions: Sequence[Region] = (),
) -> dict[str, bool]:
    """Which of `promises` an operation makes that is valid: "auto" where it is proved."""
    made = {what: given is True for what, given in promises.items()}
    if "auto" in promises.values():
        values = [operand.value for operand in operands]
        judgement = judge(Operation(name, values, result_types, attributes, regions), facts())
        if promises[SORTED] == "auto":
            made[SORTED] = _is_sorted(judgement)
        if promises.get(UNIQUE) == "auto":
            made[UNIQUE] = judgement.can_promise_unique
    return made


def carried(
    promises: Mapping[str, Promise], before: Mapping[str, Promise], stays: Mapping[str, bool]
) -> dict[str, Promise]:
    """What becomes of `promises` as a mode is lowered: true where it is `before` and `stays` so, else to be proved."""
    return {what: given and ((before[what] is True and stays[what]) or "auto") for what, given in promises.items()}


def meet_nowhere(indices: Tensor, numbers: ScatterDimensionNumbers, shape: Shape, update_shape: Shape) -> bool:
    """Whether a scatter at these indices is proved to update no element twice."""
    types = [TensorType(each, IntegerType(1)) for each in (shape, update_shape)]
    inputs, updates = Block(types).arguments
    attributes: dict[str, Attribute] = {"scatter_dimension_numbers": numbers}
    scatter = Operation("stablehlo.scatter", [inputs, indices.value, updates], types[:1], attributes)
    return judge(scatter, facts()).can_promise_unique


def _is_sorted(judgement: Judgement) -> bool:
    """Whether the index vectors are sorted as they stand: across batches too, but not again for each place in a window.

    That is the order that backends look at, and the specification's words; its formula goes over the windows as well,
    and compares the components in another order: where there are batches, all of it is asked for.
    """
    return judgement.can_promise_sorted if judgement.access.batching else judgement.indices_are_sorted.holds
