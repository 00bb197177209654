"""Entries in the forms that other libraries have them in: EquiTorch's Info, CSR, sparse arrays of SciPy, JAX, torch.

Nothing of those libraries is imported: what counts is which attributes an object has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.builder.arrays import as_array
from hlogen.builder.emit import described
from hlogen.builder.trace import usage_error
from hlogen.errors import UsageError
from hlogen.sparse.checks import (
    Numbers,
    as_indices,
    as_numbers,
    as_size,
    as_sizes,
    check_range,
    check_segments,
    one_length,
)
from hlogen.sparse.form import Indices


@dataclass(frozen=True, eq=False)
class Given:
    """Entries as they are given: a column of indices for each of some names, numbers, and the numbers of rows.

    A program's own numbers for entries are `count`, of which entry t has number `order[t]`.
    """

    columns: dict[str, Indices]
    numbers: Numbers | None
    sizes: list[int | None]
    order: Indices
    count: int


def of_columns(
    columns: Mapping[str, npt.ArrayLike | None],
    numbers: npt.ArrayLike | None,
    sizes: Sequence[int | None],
    number_name: str,
) -> Given:
    """Columns with one index for each entry; None stands for 0, 1, 2, .... Of each name, there is a size."""
    lists = {name: None if column is None else as_indices(column, name) for name, column in columns.items()}
    values = None if numbers is None else as_numbers(numbers, number_name)
    count = one_length({**lists, number_name: values})
    if count is None:
        raise usage_error(f"there are no entries: give {', '.join(columns)} or {number_name}")
    counted = np.arange(count)
    for (name, column), size in zip(lists.items(), sizes, strict=True):
        if column is not None:
            check_range(column, size, name)
        elif size is not None and size < count:
            raise usage_error(
                f"{name} isn't given, so entry t takes row t, but there are {count} entries and {size} rows"
            )
    whole = {name: counted if column is None else column for name, column in lists.items()}
    return Given(whole, values, list(sizes), counted, count)


# The fields of all of EquiTorch's Infos.
_FIELDS = ("scale", "index", "index1", "index2", "seg_out", "gather_index", "index_out", "out_size")


def info_fields(info: object, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of an Info: the attributes of `info`, or else what is `given` in their place."""
    if info is None:
        return given
    said = [name for name, value in given.items() if value is not None]
    if said:
        raise usage_error(f"an Info is given, and {said[0]} too\n  fix: leave one of them out")
    there = {name: getattr(info, name) for name in _FIELDS if hasattr(info, name)}
    there = {name: value for name, value in there.items() if not callable(value)}  # as a tuple's index is
    if not there:
        raise usage_error(
            f"{described(info)} is no Info, which has {', '.join(given)}\n  fix: fields are given by name"
        )
    for name, value in there.items():
        if value is not None and name not in given:
            raise usage_error(
                f"the Info has {name}, and one with {', '.join(given)} is wanted\n"
                "  fix: hl.sparse.SparseProduct is for SparseProductInfo, hl.sparse.SparseMatrix for SparseScaleInfo"
            )
    return {name: there.get(name) for name in given}


def of_info(fields: Mapping[str, Any], indices: Mapping[str, str], row: str, sizes: Sequence[int | None]) -> Given:
    """EquiTorch's Info. `indices` has the names of columns by those of its fields, `row` is the name of the result's.

    Element k of the segments is entry t = gather_index[k], else k; the sum of segment M goes to row index_out[M],
    else M. Without segments, each entry is one. `sizes` are those of `indices`, then that of `row`.
    """
    lists = {name: None if fields[name] is None else as_indices(fields[name], name) for name in indices}
    scale = None if fields["scale"] is None else as_numbers(fields["scale"], "scale")
    count = one_length({**lists, "scale": scale})
    entry, segment, segments = _segmented(fields.get("gather_index"), fields["seg_out"], count)
    rows, size = _placed(fields.get("index_out"), fields["out_size"], segment, segments)
    if fields.get("gather_index") is not None:  # entries stand as they were given, as their numbers do
        by_number = np.argsort(entry, kind="stable")
        entry, rows = entry[by_number], rows[by_number]
    if sizes[-1] is not None and sizes[-1] != size:
        raise usage_error(f"{row} has {size} rows by out_size or seg_out, but {sizes[-1]} are said")
    columns = {}
    for (field, name), known in zip(indices.items(), sizes, strict=False):
        column = lists[field]
        if column is not None:
            check_range(column, known, field)
        columns[name] = entry if column is None else column[entry]
        if column is None:
            check_range(entry, known, f"{field}, which isn't given and so is the entry itself,")
    if count is None:
        count = max((known for known in sizes[:-1] if known is not None), default=int(entry.max(initial=-1)) + 1)
    numbers = None if scale is None else scale[entry]
    return Given({**columns, row: rows}, numbers, [*sizes[:-1], size], entry, count)


def of_csr(
    indptr: npt.ArrayLike,
    indices: npt.ArrayLike | None,
    values: npt.ArrayLike | None,
    sizes: Sequence[int | None],
) -> Given:
    """Compressed rows: those of row r are entries indptr[r] up to indptr[r + 1]."""
    starts = as_indices(indptr, "indptr")
    columns = None if indices is None else as_indices(indices, "indices")
    numbers = None if values is None else as_numbers(values, "values")
    count = one_length({"indices": columns, "values": numbers})
    count = _end(starts, "indptr") if count is None else count
    check_segments(starts, count, "indptr")
    rows, cols = sizes
    if rows not in (None, len(starts) - 1):
        raise usage_error(f"indptr has {len(starts)} elements, for {len(starts) - 1} rows, but shape says {rows}")
    given = np.arange(count) if columns is None else columns
    check_range(given, cols, "indices", "columns")
    row = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return Given({"rows": row, "cols": given}, numbers, [len(starts) - 1, cols], np.arange(count), count)


def of_sparse(array: Any, names: Sequence[str], dense: str) -> Given:
    """A sparse array of another library, with one column of indices for each dimension."""
    read = _reader_of(array)
    if read is None:
        fix = f"\n  fix: {dense} takes it" if isinstance(array, np.ndarray) else ""
        raise usage_error(
            f"a sparse array is one of scipy.sparse, jax.experimental.sparse or torch, not {described(array)}{fix}"
        )
    try:
        coordinates, values, shape = read(array)
    except (AttributeError, TypeError, ValueError, RuntimeError) as error:
        if isinstance(error, UsageError):
            raise
        raise usage_error(f"{described(array)} doesn't give its entries: {error}") from None
    if len(shape) != len(names) or len(coordinates) != len(names):
        raise usage_error(f"a sparse array of rank {len(names)} is wanted ({', '.join(names)}), not of shape {shape}")
    as_sizes(shape, names, "shape")
    sizes = dict(zip(names, shape, strict=True))
    columns = {name: as_indices(column, name) for name, column in zip(names, coordinates, strict=True)}
    numbers = as_numbers(values, "values")
    count = one_length({**columns, "values": numbers})
    assert count is not None
    order = np.arange(count)
    if hasattr(array, "to_bcoo") or hasattr(array, "n_batch"):  # it pads with indices past the end
        inside = np.all([columns[name] < size for name, size in sizes.items()], axis=0)
        columns = {name: column[inside] for name, column in columns.items()}
        numbers, order = numbers[inside], order[inside]
    for name, size in sizes.items():
        check_range(columns[name], size, name)
    return Given(columns, numbers, list(sizes.values()), order, count)


def of_dense(array: npt.ArrayLike, names: Sequence[str]) -> Given:
    """The elements of an array that aren't 0, in its order."""
    whole = as_array(array)
    if whole.ndim != len(names):
        raise usage_error(f"an array of rank {len(names)} is wanted ({', '.join(names)}), not of shape {whole.shape}")
    as_sizes(whole.shape, names, "shape")
    places = np.nonzero(whole)
    numbers = as_numbers(whole[places], "values")
    columns = {name: place.astype(np.int64) for name, place in zip(names, places, strict=True)}
    return Given(columns, numbers, list(whole.shape), np.arange(len(numbers)), len(numbers))


def _segmented(
    gather_index: npt.ArrayLike | None, seg_out: npt.ArrayLike | None, count: int | None
) -> tuple[Indices, Indices | None, int]:
    """The entries in the order of the segments, the segment of each, None if each is one, and how many there are."""
    if seg_out is None:
        if gather_index is not None:
            raise usage_error("gather_index says in which order seg_out takes entries, but there is no seg_out")
        if count is None:
            raise usage_error("an Info without seg_out, indices and scale says nothing of how many entries there are")
        return np.arange(count), None, count
    starts = as_indices(seg_out, "seg_out")
    if gather_index is None:
        entry = np.arange(_end(starts, "seg_out") if count is None else count)
        check_segments(starts, len(entry), "seg_out")
    else:
        entry = as_indices(gather_index, "gather_index")
        check_range(entry, count, "gather_index", "entries")
        check_segments(starts, len(entry), "seg_out", "elements of gather_index")
    return entry, np.repeat(np.arange(len(starts) - 1), np.diff(starts)), len(starts) - 1


def _end(starts: Indices, name: str) -> int:
    """The number of entries by the last of `starts`, which aren't checked yet."""
    last = max(int(starts[-1]), 0) if len(starts) else 0
    as_size(last, f"{name}[{len(starts) - 1}], the last,")
    return last


def _placed(
    index_out: npt.ArrayLike | None, out_size: object, segment: Indices | None, segments: int
) -> tuple[Indices, int]:
    """The row of each entry, and how many rows there are."""
    size = as_size(out_size, "out_size")
    what = "entries" if segment is None else "segments"
    if index_out is None:
        if size not in (None, segments):
            raise usage_error(
                f"out_size is {size}, but there are {segments} {what}, and no index_out that says which rows they are"
            )
        return (np.arange(segments) if segment is None else segment), segments
    places = as_indices(index_out, "index_out")
    if len(places) != segments:
        raise usage_error(f"index_out has {len(places)} elements, but there are {segments} {what}")
    if size is None:
        raise usage_error("index_out is given without out_size, and the last rows may be empty\n  fix: give out_size")
    check_range(places, size, "index_out")
    rows, counts = np.unique(places, return_counts=True)
    if (counts > 1).any():
        row = int(rows[counts > 1][0])
        first, second = np.flatnonzero(places == row)[:2]
        raise usage_error(
            f"index_out[{first}] and index_out[{second}] are both {row}: whether row {row} has the sum of both or only "
            "one differs between EquiTorch's devices\n  fix: make them one segment; from_entries adds up"
        )
    return (places if segment is None else places[segment]), size


Coordinates = tuple[Sequence[Any], Any, tuple[int, ...]]


def _reader_of(array: Any) -> Callable[[Any], Coordinates] | None:
    if hasattr(array, "tocoo"):
        return _scipy
    if hasattr(array, "n_batch"):
        return _jax
    if hasattr(array, "layout") and hasattr(array, "sparse_dim"):
        return _torch
    return None


def _scipy(array: Any) -> Coordinates:
    coo = array.tocoo()
    coordinates = coo.coords if hasattr(coo, "coords") else (coo.row, coo.col)
    return tuple(coordinates), coo.data, tuple(map(index, coo.shape))


def _jax(array: Any) -> Coordinates:
    if array.n_batch or array.n_dense:
        raise usage_error(
            f"the array has {array.n_batch} batch and {array.n_dense} dense dimensions, and entries have none"
        )
    coo = array.to_bcoo() if hasattr(array, "to_bcoo") else array
    return tuple(as_array(coo.indices).T), coo.data, tuple(map(index, coo.shape))


def _torch(array: Any) -> Coordinates:
    if not array.is_sparse:
        if str(array.layout) == "torch.strided":
            raise usage_error("the torch tensor is dense\n  fix: array.to_sparse(), or from_dense")
        array = array.to_sparse_coo()
    if array.dense_dim():
        raise usage_error(f"the torch tensor has {array.dense_dim()} dense dimensions, and entries have none")
    array = array.detach()
    return tuple(array._indices()), array._values(), tuple(map(index, array.shape))
