"""Gathers and scatters that are something simpler, written as that."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.builder.elementwise import convert
from hlogen.builder.emit import emit, emit_constant, i64_array
from hlogen.builder.modes import I32, I64, index_type_for
from hlogen.builder.shape import (
    broadcast_in_dim,
    dynamic_slice,
    dynamic_update_slice,
    reshape,
    reverse,
    slice,
    transpose,
)
from hlogen.builder.tensor import Tensor
from hlogen.door import strict
from hlogen.ir import (
    Attribute,
    DenseElements,
    GatherDimensionNumbers,
    HasModule,
    Module,
    Operation,
    QuantizedType,
    Region,
    ScatterDimensionNumbers,
    TensorType,
    Type,
    dtype_of,
)
from hlogen.program.bodies import folds
from hlogen.transform.portable_indices import can_be_rewritten, components, placed, slice_sizes
from hlogen.transform.rewrite import MatchedOp, Rule, simplified
from hlogen.transform.views import View, view_of

# What update_computation may be to become an operation on whole tensors.
_BINARY = {"add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder", "subtract", "xor"}


@strict
def simplify(program: HasModule) -> Module:
    """The program with gathers and scatters that are proved to be simpler operations written as these.

    - A gather that reads a regular part of its operand becomes slice, dynamic_slice, reverse, reshape, transpose and
      broadcast_in_dim, as many of them as it takes; one of an operand that is a single number repeated, that number.
    - A scatter that updates such a part, every place in bounds and none twice, becomes dynamic_update_slice; where
      update_computation is a single operation, of the part that is there and the updates.
    - A scatter that updates nothing is its inputs. A gather that reads nothing is a constant without elements.
    - A dynamic_gather whose slice sizes are known becomes a gather.

    The results are the same, bit for bit, for every input that the specification defines a result for: starts of
    slices are clamped as those of gathers, and scatters, which drop what is outside, are rewritten only where nothing
    is. What operations that went away alone have used, goes too. Names and places stay, and so does everything of
    dynamic shape.

    Raises ConstraintError where such an operation breaks constraints.
    """
    return simplified(program, {f"stablehlo.{name}": _where_valid(rule) for name, rule in _RULES.items()})


def _where_valid(rule: Rule) -> Rule:
    return lambda site: rule(site) if can_be_rewritten(site.op) else None


def _gather(site: MatchedOp) -> Sequence[Tensor] | None:
    op, type = site.op, site.op.result.type
    assert isinstance(type, TensorType)
    if not type.is_static or site.judgement.access.drops_all:
        return None
    if not type.size:
        return None if isinstance(type.element_type, QuantizedType) else [_nothing(type)]
    sizes = slice_sizes(site)
    if sizes is None or 0 in site.judgement.access.operand_shape:
        return None  # not known, or undefined
    number = _repeated(site, type)
    if number is not None:
        return [number]
    view = view_of(site.judgement)
    if view is not None:
        return [_read(view, site.operands[0], _starts(site, view, site.operands[1]))]
    if op.name == "stablehlo.gather":
        return None
    attributes: dict[str, Attribute] = {**op.attributes, "slice_sizes": i64_array(sizes)}
    return emit("stablehlo.gather", site.operands[:2], attributes, result_types=[type])


def _scatter(site: MatchedOp) -> Sequence[Tensor] | None:
    shape, count = site.judgement.access, len(site.op.results)
    types = [result.type for result in site.op.results]
    inputs, updates = site.operands[:count], site.operands[count + 1 :]
    if not all(_can_become(value, type) for value, type in zip(inputs, types, strict=True)):
        return None
    if shape.is_empty or shape.drops_all or any(placement.misses for placement in site.judgement.placements):
        return [_as_type(value, type) for value, type in zip(inputs, types, strict=True)]
    bodies = [_body(site.op.regions[0], k) for k in range(count)]
    view = None if None in bodies else view_of(site.judgement)
    if view is None or any(abs(span.step) > 1 for span in view.spans):
        return None
    starts = _starts(site, view, site.operands[count])
    results = []
    for input, update, type, body in zip(inputs, updates, types, bodies, strict=True):
        assert body is not None
        results.append(_updated(view, starts, _as_type(input, type), _as_type(update, type), body))
    return results


_RULES: dict[str, Rule] = {"gather": _gather, "dynamic_gather": _gather, "scatter": _scatter}


def _repeated(site: MatchedOp, type: TensorType) -> Tensor | None:
    """What a gather gives whose operand is one number everywhere; None where it isn't seen to be."""
    made = site.op.operands[0].owner
    if not isinstance(made, Operation):
        return None
    elements = made.attributes.get("value")
    if isinstance(elements, DenseElements) and made.name == "stablehlo.constant" and elements.is_splat:
        number = elements.array[(0,) * elements.array.ndim]
        value = DenseElements(elements.type.with_shape(type.shape), np.broadcast_to(number, type.static_shape))
        return emit("stablehlo.constant", (), {"value": value}, result_types=[type])[0]
    if made.name == "stablehlo.broadcast_in_dim":
        scalar = site.now(made.operands[0])
        if scalar.type.is_static and scalar.type.size == 1:
            return broadcast_in_dim(_reshaped(scalar, ()), type.static_shape, broadcast_dimensions=[])
    return None


def _nothing(type: TensorType) -> Tensor:
    """A tensor without elements."""
    return emit_constant(np.empty(type.static_shape, dtype_of(type.element_type)), type.element_type)


def _starts(site: MatchedOp, view: View, indices: Tensor) -> list[Tensor | int]:
    """Where the view begins along each dimension of operand: scalars of i32 or i64 where only a run knows it."""
    found = components(site)
    assert found is not None  # a view has static shapes
    largest = max(view.operand_shape, default=0)
    target = index_type_for(indices, largest)
    numbers = site.op.attributes.get("dimension_numbers", site.op.attributes.get("scatter_dimension_numbers"))
    assert isinstance(numbers, (GatherDimensionNumbers, ScatterDimensionNumbers))
    starts: list[Tensor | int] = []
    for span in view.spans:
        if span.start is not None:
            starts.append(span.start)
            continue
        at = [span.at.get(d, 0) for d in range(indices.rank)]
        if numbers.index_vector_dim < indices.rank:
            at[numbers.index_vector_dim] = span.component
        one = found[span.component]
        fits = target.minimum <= one.lowest and one.highest <= target.maximum
        scalar = _reshaped(_sliced(indices, at, [start + 1 for start in at]), ())
        starts.append(placed(scalar, 0, [one], [None if fits else (0, one.last)], largest))
    return starts


def _scalars(starts: Sequence[Tensor | int], largest: int) -> list[Tensor]:
    """Starts as scalars of one type."""
    known = next((start.element_type for start in starts if isinstance(start, Tensor)), None)
    type = known or (I32 if largest <= I32.maximum else I64)
    return [start if isinstance(start, Tensor) else emit_constant(start, type) for start in starts]


def _part(view: View, operand: Tensor, starts: Sequence[Tensor | int]) -> Tensor:
    """The part of operand that the view spans, with every place in between."""
    if view.extents == view.operand_shape:
        return operand
    known = [start for start in starts if not isinstance(start, Tensor)]
    if len(known) < len(starts):
        return dynamic_slice(operand, _scalars(starts, max(view.operand_shape)), slice_sizes=view.extents)
    return _sliced(operand, known, [start + extent for start, extent in zip(known, view.extents, strict=True)])


def _read(view: View, operand: Tensor, starts: Sequence[Tensor | int]) -> Tensor:
    """What a gather of the view gives."""
    strides = [abs(span.step) for span in view.spans]
    known = [start for start in starts if not isinstance(start, Tensor)]
    if len(known) == len(starts):
        limits = [start + extent for start, extent in zip(known, view.extents, strict=True)]
        part = _sliced(operand, known, limits, strides)
    else:
        part = _sliced(_part(view, operand, starts), [0] * operand.rank, view.extents, strides)
    part = _turned(view, part)
    order = sorted(view.walked)
    if view.repeats or order != view.walked:
        squeezed = _reshaped(part, [view.result_shape[d] for d in view.walked])
        part = _transposed(squeezed, [view.walked.index(d) for d in order])
    if view.repeats:
        return broadcast_in_dim(part, view.result_shape, broadcast_dimensions=order)
    return _reshaped(part, view.result_shape)


def _updated(
    view: View, starts: Sequence[Tensor | int], input: Tensor, updates: Tensor, body: Operation | str
) -> Tensor:
    """What a scatter into the view, all of it inside, makes of an input."""
    if body == "old":
        return input
    order = sorted(view.walked)
    if order != view.walked:
        squeezed = _reshaped(updates, [view.result_shape[d] for d in order])
        updates = _transposed(squeezed, [order.index(d) for d in view.walked])
    part = _turned(view, _reshaped(updates, view.counts))
    if isinstance(body, Operation):
        there = _part(view, input, starts)
        old_first = body.operands[0].index < body.operands[1].index
        operands = [there, part] if old_first else [part, there]
        (part,) = emit(body.name, operands, body.attributes)
    if view.extents == view.operand_shape:
        return part
    return dynamic_update_slice(input, part, _scalars(starts, max(view.operand_shape)))


def _body(region: Region, k: int) -> Operation | str | None:
    """What result k is: the "new" value, the "old" one, or a binary operation of both; None for anything else."""
    fold = folds(region.block)[k]
    if fold.is_plain and fold.operation is not None:
        return fold.operation if fold.operation.name.removeprefix("stablehlo.") in _BINARY else None
    return {"keep": "old", "set": "new"}.get(fold.kind) if fold.is_plain else None


def _turned(view: View, part: Tensor) -> Tensor:
    """`part` walked along from the other end where the view's steps are negative."""
    backwards = [d for d, span in enumerate(view.spans) if span.step < 0]
    return reverse(part, dimensions=backwards) if backwards else part


def _as_type(value: Tensor, type: Type) -> Tensor:
    """An input or updates in the type of the result (C25)."""
    assert isinstance(type, TensorType)
    return value if value.element_type == type.element_type else convert(value, type.element_type)


def _can_become(value: Tensor, type: Type) -> bool:
    """Whether `_as_type` gives it this type, which is static: there is no conversion of quantized tensors."""
    assert isinstance(type, TensorType)
    is_quantized = isinstance(value.element_type, QuantizedType) and value.element_type != type.element_type
    return type.is_static and value.shape == type.shape and not is_quantized


def _sliced(
    value: Tensor, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int] | None = None
) -> Tensor:
    is_all = not any(starts) and tuple(limits) == value.shape and (strides is None or max(strides, default=1) == 1)
    return value if is_all else slice(value, start_indices=starts, limit_indices=limits, strides=strides)


def _reshaped(value: Tensor, shape: Sequence[int]) -> Tensor:
    return value if value.shape == tuple(shape) else reshape(value, shape)


def _transposed(value: Tensor, permutation: Sequence[int]) -> Tensor:
    return value if list(permutation) == sorted(permutation) else transpose(value, permutation=permutation)
