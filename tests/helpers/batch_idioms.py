"""Gathers and scatters on batches as they were written before there were batching dims, and programs that only look so.

Every program has an operand [batch, 5, ...] and reads, or updates, elements [b, index[b, k]] of it. What differs is how
the component b of the index vectors is spelled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import hlogen as hl

BATCH, COUNT, ROWS = 4, 3, 5
SHAPE = [BATCH, COUNT, 1]

# A component of the index vectors as a tensor [BATCH, COUNT, 1] of an element type.
Spelling = Callable[[str], hl.Tensor]


def typed(shape: Sequence[int], element: str) -> hl.ir.TensorType:
    return hl.tensor("x".join([*map(str, shape), element]))


def full(value: int, element: str) -> hl.Tensor:
    return hl.broadcast_in_dim(hl.constant(value, element), SHAPE, broadcast_dimensions=[])


def column(element: str, size: int = BATCH) -> hl.Tensor:
    return hl.iota(f"{size}x{element}")


def spread(line: hl.Tensor, along: int = 0) -> hl.Tensor:
    return hl.broadcast_in_dim(line, SHAPE, broadcast_dimensions=[along])


def whole(element: str) -> hl.Tensor:
    return hl.iota(typed(SHAPE, element), iota_dimension=0)


def carried(element: str) -> hl.Tensor:
    """Through a loop, which hands it on."""
    zero = hl.constant(0, "i32")
    _, found = hl.while_(
        [zero, whole(element)],
        lambda i, x: hl.compare(i, hl.constant(3, "i32"), "LT"),
        lambda i, x: (i + 1, x),
    )
    return found


def normalized(line: hl.Tensor, size: int, element: str) -> hl.Tensor:
    """As NumPy's negative indices are made to count from the end."""
    return hl.select(hl.compare(line, hl.constant(0, element), "LT"), line + size, line)


SPELLINGS: Mapping[str, Spelling] = {
    "iota": whole,
    "broadcast": lambda e: spread(column(e)),
    "reshape": lambda e: hl.reshape(
        hl.broadcast_in_dim(hl.reshape(column(e), [BATCH, 1]), [BATCH, COUNT], broadcast_dimensions=[0, 1]), SHAPE
    ),
    "reshape of a broadcast iota": lambda e: hl.reshape(hl.iota(f"{BATCH}x{COUNT}x{e}", iota_dimension=0), SHAPE),
    "convert": lambda e: hl.convert(hl.iota(typed(SHAPE, "i64"), iota_dimension=0), e),
    "convert there and back": lambda e: hl.convert(hl.convert(spread(column("ui8")), "ui32"), e),
    "idle clamp": lambda e: hl.clamp(hl.constant(0, e), whole(e), hl.constant(BATCH - 1, e)),
    "select where negative": lambda e: spread(normalized(column(e), BATCH, e)),
    "constant": lambda e: hl.constant(np.broadcast_to(np.arange(BATCH).reshape(BATCH, 1, 1), SHAPE), typed(SHAPE, e)),
    "constant line": lambda e: spread(hl.constant(np.arange(BATCH), f"{BATCH}x{e}")),
    "plus zero": lambda e: whole(e) + 0,
    "less one plus one": lambda e: (whole(e) + 1) - 1,
    "transpose": lambda e: hl.transpose(hl.iota(f"1x{COUNT}x{BATCH}x{e}", iota_dimension=2), permutation=[2, 1, 0]),
    "reverse twice": lambda e: hl.reverse(hl.reverse(whole(e), dimensions=[0]), dimensions=[0]),
    "slice": lambda e: hl.slice(hl.iota(f"6x{COUNT}x1x{e}"), start_indices=[0, 0, 0], limit_indices=[BATCH, COUNT, 1]),
    "concatenate": lambda e: hl.concatenate(
        [hl.iota(f"2x{COUNT}x1x{e}"), hl.iota(f"2x{COUNT}x1x{e}") + 2], dimension=0
    ),
    "loop": carried,
    "barrier": lambda e: hl.optimization_barrier(whole(e))[0],
}


def looked_up(
    op: str,
    spelling: Spelling,
    element: str = "i32",
    at: int = 0,
    *,
    more: int = 1,
    slice_size: int = 1,
    size: int = BATCH,
) -> Any:
    """The program: its index vectors have `more` components that are arguments, and the batch's at place `at`.

    `size` is that of the operand's dimension of the batch, `slice_size` what is read along it (updated, at each place).
    """
    operand = typed([size, *[ROWS] * more, 2], "f32")
    kept = slice_size != 1
    result = [BATCH, COUNT, *([slice_size] if kept else []), 2]
    dims = list(range(1, more + 1))
    dims.insert(at, 0)
    numbers = [n for n in range(more + 1) if n or not kept]

    def joined(indices: hl.Tensor) -> hl.Tensor:
        columns = (
            [hl.slice(indices, start_indices=[0, 0, n], limit_indices=[BATCH, COUNT, n + 1]) for n in range(more)]
            if more > 1
            else [indices]
        )
        columns.insert(at, spelling(element))
        return hl.concatenate(columns, dimension=2)

    indices = typed([BATCH, COUNT, more], element)
    window = list(range(2, 2 + len(result) - 2))
    if op == "scatter":

        @hl.function(operand, indices, typed(result, "f32"), name="main")
        def scattered(operand: hl.Tensor, indices: hl.Tensor, updates: hl.Tensor) -> hl.Tensor:
            return hl.scatter(
                operand,
                joined(indices),
                updates,
                lambda a, b: a + b,
                update_window_dims=window,
                inserted_window_dims=numbers,
                scatter_dims_to_operand_dims=dims,
                index_vector_dim=2,
            )

        return scattered

    @hl.function(operand, indices, name="main")
    def gathered(operand: hl.Tensor, indices: hl.Tensor) -> hl.Tensor:
        found = hl.gather if op == "gather" else hl.dynamic_gather
        return found(
            operand,
            joined(indices),
            slice_sizes=[slice_size, *[1] * more, 2],
            offset_dims=window,
            collapsed_slice_dims=numbers,
            start_index_map=dims,
            index_vector_dim=2,
        )

    return gathered


def arguments(program: Any, rng: np.random.Generator) -> list[np.ndarray[Any, Any]]:
    """Arguments for a program: integers are indices, also out of bounds."""
    drawn = []
    for type in program.type.inputs:
        dtype = hl.ir.dtype_of(type.element_type)
        if np.issubdtype(dtype, np.integer):
            drawn.append(rng.integers(0 if dtype.kind == "u" else -2, ROWS + 2, type.shape).astype(dtype))
        else:
            drawn.append(rng.integers(-100, 100, type.shape).astype(dtype))
    return drawn


# The same in appearance: all have other values than the number of the batch.
DAMAGED: Mapping[str, Spelling] = {
    "off by one": lambda e: whole(e) + 1,
    "off by one below": lambda e: hl.maximum(whole(e), hl.constant(1, e)) - 1,
    "counts every second": lambda e: whole(e) * 2,
    "halves": lambda e: hl.divide(whole(e), hl.constant(2, e)),
    "reversed": lambda e: hl.reverse(whole(e), dimensions=[0]),
    "the other dimension": lambda e: hl.iota(typed(SHAPE, e), iota_dimension=1),
    "the dimension of the components": lambda e: hl.iota(typed(SHAPE, e), iota_dimension=2),
    "both dimensions": lambda e: whole(e) + hl.iota(typed(SHAPE, e), iota_dimension=1),
    "a clamp that acts above": lambda e: hl.clamp(hl.constant(0, e), whole(e), hl.constant(BATCH - 2, e)),
    "a clamp that acts below": lambda e: hl.clamp(hl.constant(1, e), whole(e), hl.constant(BATCH - 1, e)),
    "always the same": lambda e: full(2, e),
    "a remainder": lambda e: hl.remainder(whole(e), hl.constant(BATCH - 1, e)),
    "a constant with a mistake": lambda e: spread(hl.constant([0, 1, 3, 2], f"{BATCH}x{e}")),
    "a constant with one mistake": lambda e: hl.constant(_mistaken(), typed(SHAPE, e)),
    "starts late": lambda e: hl.slice(
        hl.iota(f"6x{COUNT}x1x{e}"), start_indices=[1, 0, 0], limit_indices=[BATCH + 1, COUNT, 1]
    ),
    "starts anew": lambda e: hl.concatenate([hl.iota(f"2x{COUNT}x1x{e}"), hl.iota(f"2x{COUNT}x1x{e}")], dimension=0),
    "a negative iota": lambda e: hl.negate(whole(e)),
    "select that acts": lambda e: hl.select(hl.compare(whole(e), hl.constant(2, e), "LT"), whole(e) + 1, whole(e)),
    "a loop that adds": lambda e: _grown(e),
}


def _mistaken() -> np.ndarray[Any, Any]:
    values = np.broadcast_to(np.arange(BATCH).reshape(BATCH, 1, 1), SHAPE).copy()
    values[2, 1, 0] = 3
    return values


def _grown(element: str) -> hl.Tensor:
    zero = hl.constant(0, "i32")
    _, found = hl.while_(
        [zero, whole(element)],
        lambda i, x: hl.compare(i, hl.constant(3, "i32"), "LT"),
        lambda i, x: (i + 1, hl.minimum(x + 1, hl.constant(BATCH - 1, element))),
    )
    return found
