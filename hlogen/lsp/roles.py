"""What each dimension of a gather's or scatter's tensors is for, with the numbers of the operation at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogen.ir.attributes import DenseArray, GatherDimensionNumbers, ScatterDimensionNumbers
from hlogen.ir.module import Operation
from hlogen.ir.types import TensorType, Type
from hlogen.spec.predicates import counted


def roles(operation: Operation) -> Iterator[str]:
    """Tables in Markdown for a gather, dynamic_gather or scatter that keeps its constraints; nothing for others."""
    numbers = operation.attributes.get("dimension_numbers") or operation.attributes.get("scatter_dimension_numbers")
    if isinstance(numbers, GatherDimensionNumbers):
        sizes = operation.attributes.get("slice_sizes")
        named: Sequence[int] | None = [*map(int, sizes.values)] if isinstance(sizes, DenseArray) else None
        yield from _tables(
            ("operand", "start_indices", "result"),
            (operation.operands[0].type, operation.operands[1].type, operation.results[0].type),
            ("collapsed", "offset", numbers.collapsed_slice_dims, numbers.offset_dims),
            (numbers.operand_batching_dims, numbers.start_indices_batching_dims),
            (numbers.start_index_map, numbers.index_vector_dim),
            named,
        )
    elif isinstance(numbers, ScatterDimensionNumbers):
        inputs = len(operation.operands) // 2
        yield from _tables(
            ("inputs", "scatter_indices", "updates"),
            (operation.operands[0].type, operation.operands[inputs].type, operation.operands[inputs + 1].type),
            ("inserted", "window", numbers.inserted_window_dims, numbers.update_window_dims),
            (numbers.input_batching_dims, numbers.scatter_indices_batching_dims),
            (numbers.scatter_dims_to_operand_dims, numbers.index_vector_dim),
            None,
        )


def _tables(
    names: tuple[str, str, str],
    types: tuple[Type, Type, Type],
    windows: tuple[str, str, Sequence[int], Sequence[int]],
    batching: tuple[Sequence[int], Sequence[int]],
    indexed: tuple[Sequence[int], int],
    sizes: Sequence[int] | None,
) -> Iterator[str]:
    """`names` and `types` of what is indexed, of the indices, and of what is read or written."""
    operand, indices, moved = (type.shape if isinstance(type, TensorType) else () for type in types)
    dropped_word, kept_word, dropped, kept = windows
    index_map, vector_dim = indexed
    kept_dims = [d for d in range(len(operand)) if d not in dropped and d not in batching[0]]
    batch_dims = [d for d in range(len(indices)) if d != vector_dim]
    free = [d for d in range(len(moved)) if d not in kept]
    to_moved = dict(zip(kept_dims, kept, strict=True))
    from_batch = dict(zip(batch_dims, free, strict=True))
    rows: list[tuple[object, ...]] = []
    for d, size in enumerate(operand):
        window = sizes[d] if sizes is not None else moved[to_moved[d]] if d in to_moved else 1
        if d in batching[0]:
            role = f"batching, together with dimension {batching[1][batching[0].index(d)]} of {names[1]}"
        elif d in dropped:
            role = f"{dropped_word}: its window has size {_size(window)} and no dimension of {names[2]}"
        else:
            role = f"{kept_word}: dimension {to_moved[d]} of {names[2]}"
        if d in index_map:
            role += f"; starts at component {index_map.index(d)} of the index vector"
        elif d not in batching[0]:
            role += "; starts at 0"
        rows.append((d, _size(size), _size(window), role))
    yield _table((names[0], "size", "window", "role"), rows)
    components = f"for dimensions {[*index_map]} of {names[0]}"
    rows = []
    for d, size in enumerate(indices):
        if d == vector_dim:
            role = f"index_vector_dim: {counted(len(index_map), 'component')}, {components}"
        else:
            role = f"batch: dimension {from_batch[d]} of {names[2]}"
            if d in batching[1]:
                role += f", together with dimension {batching[0][batching[1].index(d)]} of {names[0]}"
        rows.append((d, _size(size), role))
    if vector_dim == len(indices):
        rows.append((vector_dim, "(1)", f"index_vector_dim: each element is an index, {components}"))
    yield _table((names[1], "size", "role"), rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _size(size: int | None) -> str:
    return "?" if size is None else str(size)
