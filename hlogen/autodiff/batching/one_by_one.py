"""Operations that know nothing of batches: run on one example after another, in a loop."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import Unbatched, batching
from hlogen.autodiff.site import Site, zeros
from hlogen.builder.elementwise import add, compare
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.inner import emit_while, region
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import dynamic_slice, dynamic_update_slice, reshape
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType

_NUMBER = IntegerType(32)


@batching("stablehlo.rng", "stablehlo.rng_bit_generator")
def one_by_one(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    """Random numbers are drawn for each example."""
    return _looped(site, is_batched, size)


def called_one_by_one(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    """A call of whatever it is sees what it would see without a batch, and examples that don't get here make none."""
    if any(is_batched):
        return _looped(site, is_batched, size, site.mask)
    assert site.mask is not None
    return [Unbatched(result) for result in _where(reduce(site.mask, False, [0], "or"), site, site.operands)]


def _looped(site: Site, is_batched: Sequence[bool], size: int, mask: Tensor | None = None) -> Sequence[Tensor]:
    types = site.result_types
    started = [zeros(type.batched(size)) for type in types]
    if size == 0:
        return started

    def step(carried: list[Tensor]) -> list[Tensor]:
        number, *results = carried
        operands = [
            _entry(operand, number) if batched else operand
            for operand, batched in zip(site.operands, is_batched, strict=True)
        ]
        entries = site.emit(operands) if mask is None else _where(_entry(mask, number), site, operands)
        after = [_with_entry(result, entry, number) for result, entry in zip(results, entries, strict=True)]
        return [add(number, 1), *after]

    first = emit_constant(0, _NUMBER, ())
    return emit_while([first, *started], lambda carried: compare(carried[0], size, "LT"), step)[1:]


def _where(pred: Tensor, site: Site, operands: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """The operation if `pred`, else zeros."""
    branches = [
        region([], "a call", lambda _: site.emit(operands)),
        region([], "no call", lambda _: [zeros(type) for type in site.result_types]),
    ]
    return emit("stablehlo.if", [pred], {}, branches, site.result_types)


def _entry(batch: Tensor, number: Tensor) -> Tensor:
    shape = batch.type.static_shape[1:]
    return reshape(dynamic_slice(batch, _start(number, len(shape)), slice_sizes=[1, *shape]), shape)


def _with_entry(batch: Tensor, entry: Tensor, number: Tensor) -> Tensor:
    row = reshape(entry, [1, *entry.type.static_shape])
    return dynamic_update_slice(batch, row, _start(number, entry.rank))


def _start(number: Tensor, rank: int) -> list[Tensor]:
    return [number, *[emit_constant(0, _NUMBER, ())] * rank]
