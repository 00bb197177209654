"""The table of batching rules: how an operation works on many inputs at once, one row per operation.

Inside, the batch dimension of whatever is batched is dimension 0. A rule gets the site, whose inputs hold batched and
unbatched tensors, says what it emits by the ordinary builder functions, and returns the results, batched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hlogen.autodiff.site import Site
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.registry import Registry


@dataclass(frozen=True)
class Unbatched:
    """A result that is the same for the whole batch, given without batch dimension."""

    value: Tensor


# (site, which of site.inputs are batched, the batch size) -> one result per result of the operation, each batched on
# dimension 0 or wrapped in Unbatched; a lone one for one result. At least one input is batched, or the site has a mask.
BatchRule: TypeAlias = "Callable[[Site, Sequence[bool], int], object]"

TABLE: Registry[BatchRule] = Registry("hlogen.autodiff.batching", "a batching rule")
batching, batch_rules, without = TABLE.register, TABLE.rows, TABLE.without


def batched_all(site: Site, is_batched: Sequence[bool], size: int, group: slice = slice(None)) -> list[Tensor]:
    """The inputs of `site`, or those of a group, each batched on dimension 0: the ones that aren't are repeated."""
    return [
        value if batched else repeated(value, size)
        for value, batched in zip(site.inputs[group], is_batched[group], strict=True)
        if value is not None
    ]


def repeated(value: Tensor, size: int) -> Tensor:
    """`value` repeated along a new dimension 0 of `size`."""
    return broadcast_to_sizes(value, [size, *sizes_of(value)], range(1, value.rank + 1))


def behind(dimensions: Sequence[int]) -> tuple[int, ...]:
    """Dimensions, counted with a new dimension 0 before them."""
    return tuple(dimension + 1 for dimension in dimensions)
