"""Functions of scalars, as operations have them for regions, on whole tensors: for each element, or folding some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import repeated
from hlogen.autodiff.site import permuted, reshaped, tensor_type
from hlogen.builder.shape import broadcast_in_dim, concatenate
from hlogen.builder.shape import slice as sliced
from hlogen.builder.tensor import Tensor
from hlogen.ir import Block, Value


def applied(
    block: Block,
    environment: Mapping[Value, Tensor],
    arguments: Sequence[Tensor],
    shape: Sequence[int],
    varying: Mapping[Value, Tensor] | None = None,
) -> list[Tensor]:
    """Emits what the function of scalars `block` gives for each element of `arguments`, tensors of the shape `shape`.

    `environment` has the values that the block uses from outside; `varying` those that differ from element to element:
    tensors that have `shape` and then their own.
    """
    size = prod(shape)
    inner = dict(environment)
    inner.update((at, reshaped(value, [size])) for at, value in zip(block.arguments, arguments, strict=True))
    for value, tensor in (varying or {}).items():
        inner[value] = reshaped(tensor, [size, *tensor_type(value).static_shape])
    results = batch_block(block, inner, [*block.arguments, *(varying or ())], size)
    return [reshaped(value if is_batched else repeated(value, size), shape) for value, is_batched in results]


def folded(
    block: Block,
    environment: Mapping[Value, Tensor],
    inputs: Sequence[Tensor],
    init_values: Sequence[Tensor],
    dimensions: Sequence[int],
    varying: Mapping[Value, Tensor] | None = None,
) -> list[Tensor]:
    """Emits what reducing `inputs` over `dimensions` by the function of scalars `block` gives, as applications of it.

    Neighbours are combined until one is left, the order kept, and the initial values come first: one of the trees that
    the specification lets reduce choose. So it takes log2(n) steps, each on half the elements. With `varying` (values
    that the block uses from outside) dimension 0 of everything is a batch, whose entries each have their own.
    """
    shape = inputs[0].type.static_shape
    rest = [at for at in range(len(shape)) if at not in dimensions]
    kept = [shape[at] for at in rest]
    order = [*sorted(dimensions), *rest]
    count = prod(shape[at] for at in dimensions)

    def combined(lhs: Sequence[Tensor], rhs: Sequence[Tensor]) -> list[Tensor]:
        steps = lhs[0].type.static_shape
        own = {value: _per_entry(tensor, steps) for value, tensor in (varying or {}).items()}
        return applied(block, environment, [*lhs, *rhs], steps, own)

    values = [reshaped(permuted(value, order), [count, *kept]) for value in inputs]
    size = count
    while size > 1:
        even = size // 2 * 2
        paired = combined([_every_second(x, 0, even) for x in values], [_every_second(x, 1, even) for x in values])
        if size > even:
            paired = [
                concatenate([new, _part(x, even, size)], dimension=0) for new, x in zip(paired, values, strict=True)
            ]
        values, size = paired, even // 2 + size - even
    starts = [
        broadcast_in_dim(start, [1, *kept], broadcast_dimensions=range(1, start.rank + 1)) for start in init_values
    ]
    return [reshaped(value, kept) for value in (combined(starts, values) if count else starts)]


def _per_entry(value: Tensor, shape: Sequence[int]) -> Tensor:
    """A value per entry of the batch, which is dimension 1 of `shape`, as one per element of `shape`."""
    own = value.type.static_shape[1:]
    places = [1, *range(len(shape), len(shape) + len(own))]
    return broadcast_in_dim(value, [*shape, *own], broadcast_dimensions=places)


def _every_second(value: Tensor, start: int, stop: int) -> Tensor:
    return _part(value, start, stop, 2)


def _part(value: Tensor, start: int, stop: int, stride: int = 1) -> Tensor:
    """The entries of dimension 0 from `start` to `stop`."""
    rest = value.type.static_shape[1:]
    zeros = [0] * len(rest)
    return sliced(
        value,
        start_indices=[start, *zeros],
        limit_indices=[stop, *rest],
        strides=[stride, *[1] * len(rest)],
    )
