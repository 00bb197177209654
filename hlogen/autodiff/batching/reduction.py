"""reduce and map on a batch: one more dimension that isn't reduced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hlogen.autodiff.batching.registry import batched_all, batching, behind, repeated
from hlogen.autodiff.rules.reduction import Reduction
from hlogen.autodiff.scalars import applied, folded
from hlogen.autodiff.site import Site, converted
from hlogen.builder.elementwise import elementwise
from hlogen.builder.emit import emit_constant, i64_array
from hlogen.builder.reduction import neutral_element
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.ir import ElementType, IntegerType, QuantizedType

# The words of `neutral_element`.
_WORDS = {
    "stablehlo.add": "add",
    "stablehlo.multiply": "mul",
    "stablehlo.minimum": "min",
    "stablehlo.maximum": "max",
}


@batching("stablehlo.reduce")
def batch_reduce(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    """A batch of initial values is no initial value: what the body adds or multiplies, it adds or multiplies in the
    end. Of other bodies that isn't known, nor can a body use a value of its own for each entry: those are written out
    as applications of the body (`folded`)."""
    reduction = Reduction(site)
    at = site.at
    inits_batched = any(is_batched[at.init_values])
    # Of the inputs' own types: there is nothing beyond their ends, also where the body's are wider.
    neutral = [_neutral(reduction.kind, type.element_type) for type in site.input_types[at.init_values]]
    is_known = all(value is not None for value in neutral)
    if any(is_batched[at.captured]) or (inits_batched and not is_known):
        values = batched_all(site, is_batched, size)
        inside = Site(site.operation, values, site.environment)
        there, dimensions = Reduction(inside), behind(reduction.dimensions)
        return folded(there.body, {}, there.inputs, there.init_values, dimensions, inside.captured_inputs)
    inputs, init_values = site.operands[at.inputs], site.operands[at.init_values]
    if inits_batched:
        pairs_of = zip(neutral, init_values, strict=True)
        init_values = tuple(emit_constant(value, init.element_type, ()) for value, init in pairs_of)
    results: Sequence[Tensor]
    if any(is_batched[at.inputs]):
        inputs = tuple(batched_all(site, is_batched, size, at.inputs))
        results = site.emit(
            [*inputs, *init_values],
            [type.batched(size) for type in site.result_types],
            dimensions=i64_array(behind(reduction.dimensions)),
        )
    else:
        results = [repeated(result, size) for result in site.emit([*inputs, *init_values])]
    if not inits_batched:
        return results
    assert reduction.kind is not None
    combined = []
    for init, is_there, result in zip(site.operands[at.init_values], is_batched[at.init_values], results, strict=True):
        start = converted(init, result.element_type)
        dimensions = (0,) if is_there else ()
        if start.shape != result.shape:
            start = broadcast_to_sizes(start, sizes_of(result), dimensions)
        combined.append(elementwise(reduction.kind.removeprefix("stablehlo."), start, result))
    return combined


@batching("stablehlo.map")
def batch_map(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    inputs = batched_all(site, is_batched, size)
    (type,) = site.result_types
    shape = (size, *type.static_shape)
    if not any(is_batched[site.at.captured]):
        dimensions = i64_array(tuple(range(len(shape))))
        return site.emit(inputs[site.at.operands], [type.with_shape(shape)], dimensions=dimensions)
    varying = {}
    for value, tensor in zip(site.captured, inputs[site.at.captured], strict=True):
        places = [0, *range(len(shape), len(shape) + tensor.rank - 1)]
        own = tensor.type.static_shape[1:]
        varying[value] = broadcast_in_dim(tensor, [*shape, *own], broadcast_dimensions=places)
    return applied(site.operation.regions[0].block, {}, inputs[site.at.operands], shape, varying)


def _neutral(kind: str | None, element_type: ElementType) -> Any:
    """What changes nothing in a reduction by the operation `kind`; None where that isn't known."""
    if isinstance(element_type, QuantizedType):
        return None
    if kind in _WORDS:
        return neutral_element(_WORDS[kind], element_type)
    if not isinstance(element_type, IntegerType):
        return None
    if kind in ("stablehlo.or", "stablehlo.xor"):
        return 0
    if kind == "stablehlo.and":
        return element_type.maximum if element_type.is_unsigned else -1
    return None
