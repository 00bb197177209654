"""Rules are written for one example; here they run on batches of batches of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogen.autodiff.axes import binding
from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import repeated
from hlogen.autodiff.custom.call import Batch, Flags
from hlogen.autodiff.flatten import flattened
from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.site import full_like
from hlogen.builder.elementwise import multiply
from hlogen.builder.function import built
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located
from hlogen.ir import Block, Function, TensorType

# A rule of flat tensors.
Flat = Callable[[list[Tensor]], Sequence[Tensor]]


def block_of(function: Flat, types: Sequence[TensorType], name: str) -> Block:
    """What `function` builds from arguments of `types`, everything that it calls written out."""
    with located(None):  # where the rule's own lines are
        made = built(lambda *values: tuple(function(list(values))), types, name, private=True)
    return flattened(made.module, Function(made.operation))


def run(
    function: Flat, values: Sequence[Tensor], flags: Sequence[Flags], batches: Sequence[Batch], name: str
) -> tuple[list[Tensor], list[Flags]]:
    """Emits what `function` gives for each example of `values`, and which batches each result differs along.

    `batches` stand outermost first, and `flags` say which of them each value has a dimension of.
    """
    if not batches:
        block = block_of(function, [value.type for value in values], name)
        results = replay_block(block, dict(zip(block.arguments, values, strict=True)))
        return results, [() for _ in results]
    inner: list[Flags] = []

    def of_example(examples: list[Tensor]) -> Sequence[Tensor]:
        results, found = run(function, examples, [each[1:] for each in flags], batches[1:], name)
        inner[:] = found
        return results

    outer = [each[0] for each in flags]
    types = [
        value.type.with_shape(value.shape[1:]) if is_batched else value.type
        for value, is_batched in zip(values, outer, strict=True)
    ]
    block = block_of(of_example, types, name)
    batched = [argument for argument, is_batched in zip(block.arguments, outer, strict=True) if is_batched]
    with binding(batches[0].axis):
        found = batch_block(block, dict(zip(block.arguments, values, strict=True)), batched, batches[0].size)
    return [value for value, _ in found], [
        (is_batched, *each) for (_, is_batched), each in zip(found, inner, strict=True)
    ]


def spread(value: Tensor, flags: Flags, sizes: Sequence[int]) -> Tensor:
    """`value` with the dimensions of all batches, repeated along those that it doesn't differ along."""
    for level, size in reversed(list(enumerate(sizes))):
        if not flags[level]:
            value = _inserted(value, size, sum(flags[:level]))
            flags = (*flags[:level], True, *flags[level + 1 :])
    return value


def totalled(value: Tensor, flags: Flags, wanted: Flags, sizes: Sequence[int]) -> Tensor:
    """A cotangent of the examples as one of what they share: `wanted` says which batches that has a dimension of."""
    for level, size in reversed(list(enumerate(sizes))):
        at = sum(flags[:level])
        if wanted[level] and not flags[level]:
            value = _inserted(value, size, at)
        elif flags[level] and not wanted[level]:
            value = reduce(value, 0, [at], "add")
        elif not wanted[level]:
            value = multiply(value, full_like(value, size))
    return value


def _inserted(value: Tensor, size: int, at: int) -> Tensor:
    """`value` repeated along a new dimension."""
    wide = repeated(value, size)
    return transpose(wide, permutation=[*range(1, at + 1), 0, *range(at + 1, wide.rank)]) if at else wide
