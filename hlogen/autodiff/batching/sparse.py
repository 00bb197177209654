"""Sparse products on a batch: the batch is one more letter."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import batching
from hlogen.autodiff.site import Site, permuted
from hlogen.builder.tensor import Tensor
from hlogen.sparse.composite import PRODUCT, emit_product, form_of


@batching(PRODUCT)
def sparse_product(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    plain = form_of(site.operation)
    assert plain is not None  # others are written out before
    form = plain.with_letter([*is_batched, True])
    operands = []
    for factor, operand, batched in zip(form.operands, site.operands, is_batched, strict=True):
        front = factor.is_batched + 1  # N and rows stand before the letters
        order = [*range(1, front + 1), 0, *range(front + 1, operand.rank)] if batched else range(operand.rank)
        operands.append(permuted(operand, order))
    result = emit_product(form, operands)
    front = form.result.is_batched + 1
    return permuted(result, [front, *range(front), *range(front + 1, result.rank)])
