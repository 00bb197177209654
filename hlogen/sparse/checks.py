"""What is checked before anything is built: of entries, whose values are known, and of tensors, whose types are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from hlogen.builder.arrays import as_array
from hlogen.builder.emit import as_tensor, described, integer
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.errors import UsageError
from hlogen.ir import ComplexType, ElementType, FloatType, IntegerType, dtype_of, element_type_of
from hlogen.sparse.form import Indices

Duplicates: TypeAlias = Literal["keep", "merge", "error"]
Numbers: TypeAlias = npt.NDArray[Any]


def as_indices(given: npt.ArrayLike, name: str) -> Indices:
    """A list of whole numbers."""
    array = _listed(
        given, name, "give a NumPy array; for indices that are arguments there are x.at[...] and hl.sparse.segment_sum"
    )
    if array.size and array.dtype.kind not in "iu":
        whole = array.astype(np.complex128)
        entry = int((whole != np.round(whole)).argmax())
        raise usage_error(
            f"{name}[{entry}] is {array[entry]}: {name} has elements of {array.dtype}, and indices are integers\n"
            "  fix: convert them where you know that nothing is lost: .astype(np.int64)"
        )
    if array.size and array.dtype == np.uint64 and array.max() > np.iinfo(np.int64).max:
        raise usage_error(f"{name}[{int(array.argmax())}] is {array.max()}, which is out of range")
    return array.astype(np.int64)


def as_numbers(given: npt.ArrayLike, name: str) -> Numbers:
    """A list of numbers in the precision that they are given in; Python's own are f64 and i64."""
    array = _listed(given, name, f"give it to the products, which take {name}=")
    try:
        element_type = element_type_of(array.dtype)
    except UsageError:
        raise usage_error(f"{name} has elements of {array.dtype}, which no tensor can have") from None
    if isinstance(element_type, IntegerType) and array.dtype != np.uint64:
        return array.astype(np.int64)
    if array.dtype.kind not in "ufc":  # ml_dtypes' narrow floats, all of whose values f32 has
        return array.astype(np.float32)
    return array.copy()  # the caller may change its own


def as_size(given: object, name: str) -> int | None:
    """A number of rows, None for one that isn't said."""
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)):
        raise usage_error(f"{name} is a number of rows, not {described(given)}")
    if given < 0:
        raise usage_error(f"{name} is a number of rows, and {given} is negative")
    if given >= 1 << 31:
        raise usage_error(f"{name} is {given}, and products of 2**31 rows and more aren't written")
    return int(given)


def as_sizes(given: object, names: Sequence[str], what: str) -> list[int | None]:
    """A number of rows for each of `names`."""
    if given is None:
        return [None] * len(names)
    listed = list(given) if isinstance(given, (tuple, list)) or (isinstance(given, np.ndarray) and given.ndim) else []
    if len(listed) != len(names):
        raise usage_error(f"{what} is {len(names)} numbers ({', '.join(names)}), not {described(given)}")
    return [as_size(size, name) for size, name in zip(listed, names, strict=True)]


def one_length(lists: Mapping[str, npt.NDArray[Any] | None]) -> int | None:
    """The length of all lists that are given; UsageError where they differ."""
    lengths = {name: len(column) for name, column in lists.items() if column is not None}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise usage_error(f"every entry has one of each, but {said}\n  fix: give lists of equal length")
    return next(iter(lengths.values()), None)


def check_range(index: Indices, size: int | None, name: str, rows: str = "rows", order: Indices | None = None) -> None:
    """UsageError where an index is negative or not below `size`: a gather would clamp it, and a scatter drop it.

    `order` has the number of each entry in what the user gave, where they were put in another order since.
    """
    wrong = np.flatnonzero((index < 0) | (index >= size if size is not None else False))
    if len(wrong):
        at = int(wrong[0]) if order is None else int(wrong[order[wrong].argmin()])
        entry = at if order is None else order[at]
        there = "are none" if not size else f"are {size} {rows}, counted from 0"
        bound = "negative" if index[at] < 0 else f"out of range: there {there}"
        more = f" ({len(wrong)} entries are wrong)" if len(wrong) > 1 else ""
        raise usage_error(f"{name}[{entry}] is {index[at]}, which is {bound}{more}")


def check_segments(starts: Indices, count: int, name: str, entries: str = "entries") -> None:
    """UsageError unless `starts` are where segments of all `count` entries begin, and at last where they end."""
    if not len(starts):
        raise usage_error(f"{name} is empty, but has one element more than there are segments: its last is their end")
    if starts[0] != 0:
        wrong = "which is negative" if starts[0] < 0 else f"so that {entries} before it are in no segment"
        raise usage_error(f"{name}[0] is {starts[0]}, {wrong}\n  fix: segments start at 0")
    falls = np.flatnonzero(np.diff(starts) < 0)
    if len(falls):
        at = int(falls[0])
        raise usage_error(f"{name}[{at + 1}] is {starts[at + 1]}, less than {name}[{at}], which is {starts[at]}")
    if starts[-1] != count:
        raise usage_error(f"{name}[{len(starts) - 1}], the last, is {starts[-1]}, but there are {count} {entries}")


def merged(
    columns: Mapping[str, Indices], numbers: Numbers | None, duplicates: object
) -> tuple[dict[str, Indices], Numbers | None]:
    """Entries of which no two have the same indices, in the order that each first appears in; numbers are added up."""
    if not isinstance(duplicates, str) or duplicates not in get_args(Duplicates):
        raise usage_error(f"duplicates is 'keep', 'merge' or 'error', not {described(duplicates)}")
    table = np.stack(list(columns.values()))
    if duplicates == "keep" or table.shape[1] < 2:
        return dict(columns), numbers
    order = np.lexsort(table)
    is_first = np.r_[True, (np.diff(table[:, order]) != 0).any(axis=0)]
    if is_first.all():
        return dict(columns), numbers
    firsts = np.empty_like(order)  # of each entry, the first with the same indices
    firsts[order] = order[is_first][np.cumsum(is_first) - 1]
    if duplicates == "error":
        second = int(np.flatnonzero(firsts != np.arange(len(firsts)))[0])
        said = ", ".join(f"{name} {column[second]}" for name, column in columns.items())
        raise usage_error(
            f"entries {firsts[second]} and {second} have the same indices ({said})\n"
            "  fix: duplicates='merge' adds them up, and 'keep' leaves that to the program"
        )
    kept, places = np.unique(firsts, return_inverse=True)
    if numbers is None:
        sums: Numbers = np.bincount(places)
    else:
        wide = numbers.dtype if numbers.dtype.kind in "iu" else np.result_type(numbers.dtype, np.float64)
        sums = np.zeros(len(kept), wide)
        np.add.at(sums, places, numbers)
        sums = sums.astype(numbers.dtype)
    return {name: column[kept] for name, column in columns.items()}, sums


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """`array`, which nobody else holds, from now on for reading only."""
    array.flags.writeable = False
    return array


def as_operands(**given: TensorLike) -> list[Tensor]:
    """Tensors of numbers, of one element type and static shapes; arrays take the tensors' element type."""
    types = [value.element_type for value in given.values() if isinstance(value, Tensor)]
    element_type = types[0] if types else None
    tensors = []
    for word, value in given.items():
        tensor = as_tensor(value, word, element_type)
        element_type = tensor.element_type
        if not tensor.type.is_static:
            raise usage_error(f"{word} is {tensor.type}, and products need static shapes")
        if not is_number(element_type):
            raise usage_error(f"{word} is {tensor.type}, and products are of numbers")
        tensors.append(tensor)
    if len({tensor.element_type for tensor in tensors}) > 1:
        said = ", ".join(f"{word} is {tensor.type}" for word, tensor in zip(given, tensors, strict=True))
        raise usage_error(f"products are of one element type, but {said}\n  fix: convert: hl.convert(x, ...)")
    return tensors


def check_coefficients(coefficients: Numbers | None, element_type: ElementType, name: str, order: Indices) -> None:
    """UsageError where a number of `coefficients` has no counterpart in `element_type`: rounding is all that's done.

    `order` has the number of each in what the user gave.
    """
    if coefficients is None:
        return
    if isinstance(element_type, ComplexType):
        return
    if coefficients.dtype.kind == "c":
        wrong = np.ones(len(coefficients), bool) if not coefficients.imag.any() else coefficients.imag != 0
    elif isinstance(element_type, IntegerType):
        whole = coefficients if coefficients.dtype.kind in "iu" else coefficients.astype(np.float64)
        wrong = ~((whole >= element_type.minimum) & (whole <= element_type.maximum)) | (whole != np.round(whole))
    else:
        with np.errstate(all="ignore"):
            wrong = np.isfinite(coefficients) & ~np.isfinite(coefficients.astype(dtype_of(element_type)))
    if wrong.any():
        at = int(np.flatnonzero(wrong)[order[wrong].argmin()])
        raise usage_error(
            f"{name}[{order[at]}] is {coefficients[at]}, and {element_type}, which the operands are of, can't hold that"
        )


def agreed_batch(given: Mapping[str, int], n: int | None, name: str) -> int:
    """N, which operands and `n` agree on."""
    sizes = dict(given) if n is None else {"n": integer(n, "n"), **given}
    if not sizes:
        raise usage_error(
            f"hl.sparse.{name} of shared operands alone is the same for all of N, whose size nothing tells\n"
            "  fix: say n=, the size of N"
        )
    if len(set(sizes.values())) > 1:
        raise usage_error("N differs: " + ", ".join(f"{word} says {size}" for word, size in sizes.items()))
    batch = next(iter(sizes.values()))
    if batch < 0:
        raise usage_error(f"n is a size, and {batch} is negative")
    return batch


def is_number(element_type: ElementType) -> bool:
    """Whether products are of such elements: they have a 0, are added and multiplied."""
    if isinstance(element_type, IntegerType):
        return not element_type.is_boolean
    return isinstance(element_type, (FloatType, ComplexType)) and str(element_type) != "f8E8M0FNU"


def _listed(given: npt.ArrayLike, name: str, fix: str) -> npt.NDArray[Any]:
    if isinstance(given, Tensor):
        raise usage_error(
            f"{name} is a tensor of the program, and entries are known when the program is built\n  fix: {fix}"
        )
    detach = getattr(given, "detach", None)  # torch, whose tensors become arrays only without their gradient
    array = as_array(detach() if callable(detach) else given)
    if array.ndim != 1:
        raise usage_error(f"{name} is a list with one element per entry, not an array of shape {array.shape}")
    return array
