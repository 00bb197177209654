"""What lowerings share: operands at the entries, constants, and what becomes of N."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hlogen.builder.elementwise import convert, multiply
from hlogen.builder.emit import emit_constant
from hlogen.builder.gather import gather
from hlogen.builder.shape import broadcast_in_dim, constant, optimization_barrier
from hlogen.builder.tensor import Tensor
from hlogen.ir import Shape
from hlogen.sparse.einsum import Named, ordered, summed
from hlogen.sparse.form import Factor, Form, Indices

# The names of the dimensions that aren't letters: N, and rows or entries.
BATCH, ENTRY = "#", "@"


def names_of(factor: Factor) -> str:
    """The names of the dimensions of a factor's tensor."""
    return (BATCH if factor.is_batched else "") + ENTRY + factor.letters


def sizes_of(form: Form, operands: Sequence[Tensor]) -> dict[str, int]:
    """The size of every dimension by its name; that of ENTRY is the number of rows of the result."""
    sizes: dict[str, int] = {}
    for factor, operand in zip(form.operands, operands, strict=True):
        sizes |= dict(zip(names_of(factor), operand.type.static_shape, strict=True))
    return {BATCH: form.batch} | sizes | {ENTRY: form.result.size}


def all_names(form: Form) -> str:
    """The names of what any operand has, in the order of the operand that has most, N and rows first."""
    by_rank = sorted(form.operands, key=lambda factor: -len(factor.letters))
    letters = "".join(dict.fromkeys("".join(factor.letters for factor in by_rank)))
    return (BATCH if any(factor.is_batched for factor in form.operands) else "") + ENTRY + letters


def letters_size(form: Form, operands: Sequence[Tensor]) -> int:
    """How many elements the rows of an entry make, of all that operands have."""
    sizes = sizes_of(form, operands)
    return math.prod(sizes[name] for name in all_names(form) if name not in BATCH + ENTRY)


def zeros(like: Tensor, shape: Shape) -> Tensor:
    return emit_constant(np.zeros((), like.dtype), like.element_type, shape)


def at_entries(form: Form, operands: Sequence[Tensor]) -> list[Named]:
    """Each operand's rows at the entries, in their order."""
    return [
        (rows_at((operand, names_of(factor)), factor.index), names_of(factor))
        for factor, operand in zip(form.operands, operands, strict=True)
    ]


def rows_at(named: Named, index: Indices) -> Tensor:
    """Rows `index`, in range all of them."""
    tensor, names = named
    size = tensor.type.static_shape[names.index(ENTRY)]
    if len(index) == size and bool((index == np.arange(size)).all()):
        return tensor
    return taken(named, index_constant(index), is_sorted=bool((np.diff(index) >= 0).all()))


def taken(named: Named, index: Tensor, is_sorted: bool = False) -> Tensor:
    """Rows at an index that is a tensor, and in range."""
    operand, names = named
    axis, sizes = names.index(ENTRY), list(operand.type.static_shape)
    sizes[axis] = 1
    return gather(
        operand,
        index,
        offset_dims=[at for at in range(operand.rank) if at != axis],
        collapsed_slice_dims=[axis],
        start_index_map=[axis],
        index_vector_dim=1,
        slice_sizes=sizes,
        indices_are_sorted=is_sorted,
    )


def scaled(rows: Sequence[Named], numbers: Tensor | None) -> list[Named]:
    """Numbers, one per entry, multiplied into what is smallest."""
    rows = list(rows)
    if numbers is None:
        return rows
    at = min(range(len(rows)), key=lambda number: rows[number][0].type.size)
    tensor, names = rows[at]
    factor = broadcast_in_dim(numbers, tensor.type.static_shape, broadcast_dimensions=[names.index(ENTRY)])
    rows[at] = multiply(tensor, factor), names
    return rows


def coefficients(form: Form, like: Tensor, entries: Indices | None = None) -> Tensor | None:
    """s[t] of some entries, or all, in the element type of `like`; None where it is 1."""
    if form.coefficients is None:
        return None
    numbers = form.coefficients if entries is None else form.coefficients[entries]
    return constant(numbers.astype(like.dtype), like.element_type)


def index_constant(index: Indices) -> Tensor:
    return constant(index.astype(np.int32 if index.max(initial=0) < 1 << 31 else np.int64))


def apart(tensor: Tensor) -> Tensor:
    """The same; a compiler doesn't compute it together with what uses it.

    XLA CPU reduces what it computes on the fly element by element, an array in memory by vectors.
    """
    return optimization_barrier(tensor)[0]


def finished(form: Form, total: Named) -> Tensor:
    """The result, from the total over entries of all that operands have."""
    names = names_of(form.result)
    if set(total[1]) - set(names):
        total = apart(total[0]), total[1]
    return ordered(summed(total, names), names)


def as_batched(form: Form, result: Tensor) -> Tensor:
    """The result where no operand is batched: the same for all of N, or N times as much."""
    if form.result.is_batched:
        shape = (form.batch, *result.type.static_shape)
        return broadcast_in_dim(result, shape, broadcast_dimensions=range(1, len(shape)))
    if form.batch == 1:
        return result
    if result.dtype.itemsize < 4 and not np.issubdtype(result.dtype, np.integer):  # N may be beyond what it holds
        return convert(_times(convert(result, "f32"), form.batch), result.element_type)
    return _times(result, form.batch)


def _times(tensor: Tensor, count: int) -> Tensor:
    """Integers wrap around, the count as well as the product."""
    return multiply(tensor, emit_constant(np.array(count).astype(tensor.dtype), tensor.element_type, tensor.shape))
