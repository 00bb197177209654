"""The plain way: rows are gathered for every entry, multiplied, and added up by a sorted scatter."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder.scatter import scatter as emit_scatter
from hlogen.builder.tensor import Tensor
from hlogen.sparse.einsum import einsum
from hlogen.sparse.form import Form
from hlogen.sparse.lowerings.parts import (
    ENTRY,
    at_entries,
    coefficients,
    index_constant,
    names_of,
    scaled,
    sizes_of,
    zeros,
)


def scatter(form: Form, operands: Sequence[Tensor]) -> Tensor:
    names = names_of(form.result)
    updates = einsum(scaled(at_entries(form, operands), coefficients(form, operands[0])), names)
    if form.result.is_identity:
        return updates
    sizes = sizes_of(form, operands)
    empty = zeros(operands[0], tuple(sizes[name] for name in names))
    return added(form, empty, index_constant(form.result.index), updates)


def added(form: Form, result: Tensor, index: Tensor, updates: Tensor) -> Tensor:
    """Updates, one per entry, added to the rows `index` of a result; `index` is the form's or a part of it."""
    axis = names_of(form.result).index(ENTRY)
    return emit_scatter(
        result,
        index,
        updates,
        "add",
        update_window_dims=[at for at in range(updates.rank) if at != axis],
        inserted_window_dims=[axis],
        scatter_dims_to_operand_dims=[axis],
        index_vector_dim=1,
        indices_are_sorted=True,
        unique_indices=form.result.is_unique,
    )
