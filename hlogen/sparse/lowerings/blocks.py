"""N in blocks: a loop that takes some of N at a time, so that what lies between stays in the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np

from hlogen.builder.control_flow import while_
from hlogen.builder.elementwise import add, compare, minimum, multiply
from hlogen.builder.shape import constant, dynamic_slice, dynamic_update_slice
from hlogen.builder.tensor import Tensor
from hlogen.sparse.form import Form
from hlogen.sparse.lowerings.parts import BATCH, names_of, sizes_of, zeros

# What a block may have in between: 1 MiB of f32.
ELEMENTS = 1 << 18

# What is computed of some of N: from the operands' blocks.
OfBlock = Callable[[Sequence[Tensor]], Tensor]


def repeated(count: int, start: Tensor, step: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
    """``start``, replaced by ``step(number, start)`` for the numbers 0 .. count - 1."""

    def body(number: Tensor, carried: Tensor) -> tuple[Tensor, Tensor]:
        return add(number, _i32(1)), step(number, carried)

    return while_([_i32(0), start], lambda number, carried: compare(number, _i32(count), "LT"), body)[1]


def in_blocks(form: Form, operands: Sequence[Tensor], elements: int, product: OfBlock) -> Tensor:
    """`product` of all operands, some of N at a time where one alone makes so many `elements` in between."""
    sizes = sizes_of(form, operands)
    batch = sizes[BATCH]
    size = block_size(batch, elements)
    if size == batch or not any(factor.is_batched for factor in form.operands):
        return product(operands)
    shape = [sizes[name] for name in names_of(form.result)]
    if form.result.is_batched:
        return each_block(form, operands, size, product, shape)
    return reduce(add, sums_of_blocks(form, operands, size, product, shape))


def each_block(form: Form, operands: Sequence[Tensor], size: int, of_block: OfBlock, shape: Sequence[int]) -> Tensor:
    """What `of_block` gives of every block, one after the other along dimension 0; `shape` is that of all.

    Where the last block is shorter than `size`, it reaches back: some of N are computed twice.
    """
    batch = sizes_of(form, operands)[BATCH]

    def step(number: Tensor, done: Tensor) -> Tensor:
        start = minimum(multiply(number, _i32(size)), _i32(batch - size))
        block = of_block(_blocks(form, operands, start, size))
        return dynamic_update_slice(done, block, [start, *[_i32(0)] * (done.rank - 1)])

    return repeated(-(-batch // size), zeros(operands[0], tuple(shape)), step)


def sums_of_blocks(
    form: Form, operands: Sequence[Tensor], size: int, of_block: OfBlock, shape: Sequence[int]
) -> list[Tensor]:
    """What `of_block` gives of every block, of `shape` each, added up; what it gives of a shorter last one is extra."""

    def step(number: Tensor, done: Tensor) -> Tensor:
        return add(done, of_block(_blocks(form, operands, multiply(number, _i32(size)), size)))

    batch = sizes_of(form, operands)[BATCH]
    count, left = divmod(batch, size)
    sums = [repeated(count, zeros(operands[0], tuple(shape)), step)]
    if left:
        sums.append(of_block(_blocks(form, operands, _i32(batch - left), left)))
    return sums


def block_size(batch: int, elements: int) -> int:
    """How many of N to take at a time where each makes so many elements."""
    size = min(batch, max(1, ELEMENTS // max(1, elements)))
    return -(-batch // -(-batch // size))  # as many blocks, of equal sizes


def _blocks(form: Form, operands: Sequence[Tensor], start: Tensor, size: int) -> list[Tensor]:
    return [
        dynamic_slice(
            operand, [start, *[_i32(0)] * (operand.rank - 1)], slice_sizes=[size, *operand.type.static_shape[1:]]
        )
        if factor.is_batched
        else operand
        for factor, operand in zip(form.operands, operands, strict=True)
    ]


def _i32(value: int) -> Tensor:
    return constant(np.int32(value))
