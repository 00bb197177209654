"""Operations whose shapes are tensors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.autodiff.registry import Tangent, Tangents, constant, transpose
from hlogen.autodiff.rules.partial import only
from hlogen.autodiff.rules.shape import span, summed, summed_back
from hlogen.autodiff.site import Site, zeros_like
from hlogen.builder.dynamic import dynamic_pad
from hlogen.builder.elementwise import add, multiply, negate, select, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.known import integers_of
from hlogen.builder.shape import slice
from hlogen.builder.sizes import reshape_to_sizes
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType

constant("stablehlo.dynamic_iota")


@transpose("stablehlo.dynamic_broadcast_in_dim", jointly=(0,))
def transpose_dynamic_broadcast_in_dim(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    return [summed_back(only(cotangents), site, site.attribute("broadcast_dimensions")), None]


@transpose("stablehlo.dynamic_reshape", jointly=(0,))
def transpose_dynamic_reshape(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    return [reshape_to_sizes(only(cotangents), site.sizes(0)), None]


@transpose("stablehlo.dynamic_pad", jointly=(0, 1))
def transpose_dynamic_pad(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    amounts = low, high, interior = site.inputs[2:]
    assert low is not None
    assert high is not None
    assert interior is not None
    of_operand: Tangent = None
    of_padding: Tangent = None
    if is_linear[0]:
        steps = integers_of(interior.value)
        if steps is None:
            raise site.error(
                "interior_padding isn't known before the program runs, and its derivative needs it\n"
                "  fix: make it a constant"
            )
        strides = [int(amount) + 1 for amount in steps]
        sizes = [span(size, stride) for size, stride in zip(site.input_types[0].static_shape, strides, strict=True)]
        whole_type = cotangent.type.with_shape(tuple(sizes))
        whole = dynamic_pad(cotangent, 0, negate(low), negate(high), zeros_like(low), result_type=whole_type)
        of_operand = slice(whole, start_indices=[0] * len(sizes), limit_indices=sizes, strides=strides)
    if is_linear[1]:
        kept = select(dynamic_mask(site), zeros_like(cotangent), cotangent)
        of_padding = summed(kept, range(kept.rank))
    return [of_operand, of_padding, *[None] * len(amounts)]


@transpose("stablehlo.real_dynamic_slice", jointly=(0,))
def transpose_real_dynamic_slice(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent, type = only(cotangents), site.input_types[0]
    start, _, strides = site.inputs[1:]
    assert start is not None
    assert strides is not None
    if 0 in cotangent.type.static_shape:
        return [None] * 4
    sizes, counts = (
        emit_constant(np.array(t.static_shape), start.element_type, start.shape) for t in (type, cotangent.type)
    )
    interior = subtract(strides, 1)
    after = subtract(sizes, add(start, add(multiply(subtract(counts, 1), strides), 1)))
    return [dynamic_pad(cotangent, 0, start, after, interior, result_type=type), None, None, None]


def dynamic_mask(site: Site) -> Tensor:
    """i1: which elements of a dynamic_pad's result are the operand's."""
    boolean = IntegerType(1)
    inside = emit_constant(True, boolean, site.input_types[0].static_shape)
    (mask,) = site.emit(
        [inside, emit_constant(False, boolean, ()), *(value for value in site.inputs[2:] if value is not None)],
        [site.result_types[0].with_element_type(boolean)],
    )
    return mask
