"""Elementwise operations on a batch: the same operation, on operands that all have the batch dimension."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import batching, repeated
from hlogen.autodiff.site import Site
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.definitions.chlo import BY_UPSTREAM
from hlogen.spec.optable import OPS

# Elementwise by the specification's own table, and bitcast_convert, which may add or take a last dimension.
_OF_ONE_SHAPE = sorted(
    name
    for name, operation in OPS.items()
    if operation.kind == "elementwise" and name not in ("stablehlo.select", "stablehlo.clamp", "stablehlo.map")
)
_CHLO = [
    *BY_UPSTREAM,
    *("chlo.constant_like", "chlo.is_inf", "chlo.is_neg_inf", "chlo.is_pos_inf", "chlo.mulhi"),
]


@batching(*_OF_ONE_SHAPE, *_CHLO, "stablehlo.bitcast_convert")
@batching("stablehlo.uniform_quantize", "stablehlo.uniform_dequantize")
def elementwise(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    return _emitted(site, [_whole(site, number, is_batched, size) for number in range(len(is_batched))], size)


@batching("stablehlo.select")
def select(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    return _with_scalars(site, is_batched, size, may_be_scalar=(0,))


@batching("stablehlo.clamp")
def clamp(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    return _with_scalars(site, is_batched, size, may_be_scalar=(0, 2))


def _with_scalars(site: Site, is_batched: Sequence[bool], size: int, may_be_scalar: Sequence[int]) -> Sequence[Tensor]:
    """Scalars that go with any shape stay so where they are the same for the whole batch, else get the full shape."""
    rank = site.result_types[0].rank
    operands = []
    for number, (operand, type) in enumerate(zip(site.operands, site.input_types, strict=True)):
        if number not in may_be_scalar or type.rank:
            operand = _whole(site, number, is_batched, size)
        elif is_batched[number] and rank:
            own = sizes_of(site.operands[1])[is_batched[1] :]  # on_true, or clamp's operand
            operand = broadcast_to_sizes(operand, [size, *own], [0])
        operands.append(operand)
    return _emitted(site, operands, size)


def _whole(site: Site, number: int, is_batched: Sequence[bool], size: int) -> Tensor:
    operand = site.operands[number]
    return operand if is_batched[number] else repeated(operand, size)


def _emitted(site: Site, operands: Sequence[Tensor], size: int) -> Sequence[Tensor]:
    return site.emit(operands, [type.batched(size) for type in site.result_types])
