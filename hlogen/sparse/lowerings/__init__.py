"""How a product is computed: one file per way, all equal to rounding, and the one that is expected to be fastest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from hlogen.builder.emit import described
from hlogen.builder.reduction import reduce
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.sparse.form import Form
from hlogen.sparse.lowerings.blocked import blocked
from hlogen.sparse.lowerings.cost import cheapest
from hlogen.sparse.lowerings.dense import MOST, dense, dense_size
from hlogen.sparse.lowerings.parts import as_batched, names_of, sizes_of, zeros
from hlogen.sparse.lowerings.scatter import scatter
from hlogen.sparse.lowerings.segment import segment
from hlogen.sparse.lowerings.unrolled import unrolled

# From the form and a tensor per operand to the result. Entries are sorted by the result's row, there are some, and
# some operand has N if the result has it.
Lowering = Callable[[Form, Sequence[Tensor]], Tensor]

LoweringName: TypeAlias = Literal["auto", "scatter", "blocked", "unrolled", "dense", "segment"]

LOWERINGS: Mapping[str, Lowering] = {
    "scatter": scatter,
    "blocked": blocked,
    "unrolled": unrolled,
    "dense": dense,
    "segment": segment,
}


def lowered(form: Form, operands: Sequence[Tensor]) -> Tensor:
    """Emits the product of `operands` the way that `form.lowering` says."""
    sizes = sizes_of(form, operands)
    if form.count == 0 or 0 in sizes.values():
        return zeros(operands[0], tuple(sizes[name] for name in names_of(form.result)))
    batched = [number for number, factor in enumerate(form.operands) if factor.is_batched]
    if len(batched) == 1 and not form.result.is_batched:  # one sum over N for all entries
        number = batched[0]
        operands = [*operands]
        operands[number] = reduce(operands[number], 0, [0], "add")
        return _chosen(_without_batch(form), operands)
    if not batched:
        return as_batched(form, _chosen(_without_batch(form), operands))
    return _chosen(form, operands)


def _chosen(form: Form, operands: Sequence[Tensor]) -> Tensor:
    is_open = form.lowering == "auto" or _is_too_dense(form)  # a derivative may be that, of a product that wasn't
    return LOWERINGS[cheapest(form, operands) if is_open else form.lowering](form, operands)


def _is_too_dense(form: Form) -> bool:
    return form.lowering == "dense" and dense_size(form) > MOST


def _without_batch(form: Form) -> Form:
    return replace(form, factors=tuple(replace(factor, is_batched=False) for factor in form.factors), batch=1)


def checked(form: Form) -> Form:
    """The form of a product as it is written; UsageError where the lowering that it names can't be had."""
    if _is_too_dense(form):
        raise usage_error(
            f"lowering='dense' makes {dense_size(form)} combinations of the rows of hl.sparse.{form.name}, more than "
            f"{MOST}\n  fix: leave it to lowering='auto'"
        )
    return form


def checked_name(name: object) -> None:
    """UsageError where `name` names no lowering."""
    if not isinstance(name, str) or name not in ("auto", *LOWERINGS):
        raise usage_error(f"lowering is one of 'auto', {', '.join(map(repr, LOWERINGS))}, not {described(name)}")
