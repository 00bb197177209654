"""Einstein's summation of tensors, with the operations that StableHLO has: multiply, dot_general, reduce, transpose."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder.elementwise import multiply
from hlogen.builder.linear_algebra import dot_general
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim, transpose
from hlogen.builder.tensor import Tensor

# A tensor, and a name of one character for each of its dimensions.
Named = tuple[Tensor, str]


def einsum(operands: Sequence[Named], result: str) -> Tensor:
    """The sum of products of `operands` over all names that `result` lacks; its dimensions are named `result`.

    Operands go from the left to the right; what no later one and not the result needs is summed up as soon as it can.
    A name has the same size wherever it is. Names in `result` stand in some operand.
    """
    (tensor, names), *others = operands
    if not others:
        return ordered(summed((tensor, names), result), result)
    left: Named = (tensor, names)
    while others:
        right = others.pop(0)
        needed = "".join(dict.fromkeys([*result, *(name for _, later in others for name in later)]))
        left = _product(summed(left, needed + right[1]), summed(right, needed + left[1]), needed)
    return ordered(summed(left, result), result)


def summed(named: Named, kept: str) -> Named:
    """`named`, summed over the dimensions whose names aren't `kept`."""
    tensor, names = named
    gone = [at for at, name in enumerate(names) if name not in kept]
    if not gone:
        return named
    return reduce(tensor, 0, gone, "add"), "".join(name for name in names if name in kept)


def ordered(named: Named, names: str) -> Tensor:
    """`named` with its dimensions in the order of `names`."""
    tensor, own = named
    return tensor if own == names else transpose(tensor, permutation=[own.index(name) for name in names])


def spread(named: Named, names: str, sizes: Sequence[int]) -> Tensor:
    """`named`, repeated along those of `names`, whose sizes are `sizes`, that it lacks."""
    tensor, own = named
    if own == names:
        return tensor
    inside = "".join(name for name in names if name in own)
    return broadcast_in_dim(ordered(named, inside), sizes, broadcast_dimensions=[names.index(name) for name in inside])


def _product(left: Named, right: Named, needed: str) -> Named:
    """The product of two, summed over the names both have that aren't `needed`."""
    contracted = [name for name in left[1] if name in right[1] and name not in needed]
    if not contracted:
        sizes = dict(zip(left[1] + right[1], left[0].type.static_shape + right[0].type.static_shape, strict=True))
        names = "".join(name for name in needed if name in sizes)
        shape = [sizes[name] for name in names]
        return multiply(spread(left, names, shape), spread(right, names, shape)), names
    kept = [name for name in left[1] if name in right[1] and name in needed]
    free = [[name for name in names if name not in [*kept, *contracted]] for names in (left[1], right[1])]
    product = dot_general(
        left[0],
        right[0],
        lhs_batching_dimensions=[left[1].index(name) for name in kept],
        rhs_batching_dimensions=[right[1].index(name) for name in kept],
        lhs_contracting_dimensions=[left[1].index(name) for name in contracted],
        rhs_contracting_dimensions=[right[1].index(name) for name in contracted],
        precision_config=["HIGHEST", "HIGHEST"],  # as exact as a multiplication and an addition, on every backend
    )
    return product, "".join([*kept, *free[0], *free[1]])
