"""The predicates that gather, dynamic_gather and scatter share, each given the names to speak of.

Named after the offence they look for. A list of dimensions is a tuple of ints of any size; nothing here assumes that
a dimension is in range unless its docstring says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hlogen.ir.types import TensorType, Type, UnrankedTensorType
from hlogen.spec.constraint import UPSTREAM_ACCEPTS, Answer, Offence, Truth, Undecided
from hlogen.spec.dims import Dim, any_true, differ
from hlogen.spec.element_types import why_no_element_type

Dims = tuple[int, ...]


class NamedDims(NamedTuple):
    """A list of the dimension numbers, and the name that it has there."""

    name: str
    dims: Dims

    @property
    def once(self) -> NamedDims:
        """Each dimension once, where that one stands twice is another constraint's to say."""
        return NamedDims(self.name, tuple(dict.fromkeys(self.dims)))

    def __str__(self) -> str:
        return f"{self.name} = {listed(self.dims)}"


def listed(values: Sequence[object]) -> str:
    return f"[{', '.join(map(str, values))}]"


def unless_static(pairs: Iterable[tuple[Dim, Dim]]) -> str | None:
    """The note that upstream accepts, where each of the sizes that clash is only known by its bound."""
    return UPSTREAM_ACCEPTS if all(a.size is None or b.size is None for a, b in pairs) else None


def verdict(offends: bool | None) -> Truth:
    """The verdict of an offence that is absent (False) or undecided (None)."""
    return Truth.UNKNOWN if offends is None else Truth.HOLDS


def ranked(type: Type | None) -> TensorType:
    """The type where it is a ranked tensor; Undecided otherwise, since I1.. speak of that."""
    if isinstance(type, TensorType):
        return type
    raise Undecided


def not_a_tensor(name: str, type: Type) -> Answer:
    """Neither a ranked tensor of StableHLO's element types nor a per-tensor quantized one."""
    if isinstance(type, UnrankedTensorType):
        return Offence(
            f"{name} is {type}, which has no rank",
            f"give {name} a ranked tensor type, with ? where a dimension size is unknown",
        )
    if not isinstance(type, TensorType):
        return Offence(f"{name} is {type}, which is no tensor", f"pass a tensor as {name}")
    reason = why_no_element_type(type.element_type)
    if reason is not None:
        return Offence(f"{name} is {type}: {reason}", f"convert {name} to an element type that StableHLO has")
    return Truth.HOLDS


def rank_not_covered(name: str, rank: int, *parts: NamedDims) -> Answer:
    """The lists that together name each dimension once have more or fewer entries than there are dimensions."""
    total = sum(len(part.dims) for part in parts)
    if total == rank:
        return Truth.HOLDS
    sizes = " + ".join(f"size({part.name})" for part in parts)
    counts = " + ".join(str(len(part.dims)) for part in parts)
    missing = rank - total
    if missing > 0:
        what = f"name {counted(missing, 'dimension')} more"
    else:
        what = f"take out {counted(-missing, 'dimension')}"
    return Offence(
        f"{sizes} = {counts} = {total}, but rank({name}) = {rank}",
        f"{what}: every dimension of {name} is counted by exactly one of {_either([part.name for part in parts])}",
    )


def index_vector_dim_out_of_range(indices: str, rank: int, index_vector_dim: int) -> Answer:
    if 0 <= index_vector_dim <= rank:
        return Truth.HOLDS
    return Offence(
        f"index_vector_dim = {index_vector_dim} isn't in [0, rank({indices})] = [0, {rank}]",
        f"point index_vector_dim at the dimension of {indices} that holds the index vectors, or use {rank} where "
        f"every element of {indices} is an index vector of its own",
    )


def index_map_of_wrong_size(index_map: NamedDims, indices: str, dims: Sequence[Dim], index_vector_dim: int) -> Answer:
    """`index_vector_dim` is in range."""
    if index_vector_dim < len(dims):
        length = dims[index_vector_dim]
        described = f"dim({indices}, index_vector_dim = {index_vector_dim}) = {length}"
    else:
        length = Dim(1)
        described = f"index vectors have 1 element, as index_vector_dim = {index_vector_dim} = rank({indices})"
    count = len(index_map.dims)
    offends = differ(Dim(count), length)
    if not offends:
        return verdict(offends)
    return Offence(
        f"{index_map} has {counted(count, 'entry', 'entries')}, but {described}",
        f"list in {index_map.name} one dimension for each element of an index vector, or give {indices} index vectors "
        f"of {counted(count, 'element')}",
        UPSTREAM_ACCEPTS if length.size is None else None,
    )


def not_sorted(part: NamedDims) -> Answer:
    dims = part.dims
    for at in range(1, len(dims)):
        if dims[at - 1] > dims[at]:
            return Offence(
                f"{part} isn't sorted: {dims[at]} comes after {dims[at - 1]}",
                f"write {part.name} = {listed(sorted(dims))}",
            )
    return Truth.HOLDS


def batching_dims_not_sorted(part: NamedDims, partner: NamedDims) -> Answer:
    """Not sorted, where sorting has to keep the pairs with the partner list together."""
    unsorted = not_sorted(part)
    if not isinstance(unsorted, Offence) or len(part.dims) != len(partner.dims):
        return unsorted
    pairs = sorted(zip(part.dims, partner.dims, strict=True))
    return Offence(
        unsorted.message,
        f"keep the pairs together: write {part.name} = {listed([a for a, _ in pairs])} and "
        f"{partner.name} = {listed([b for _, b in pairs])}",
    )


def not_unique_and_sorted(part: NamedDims) -> Answer:
    unsorted = not_sorted(part)
    twice = repeated(part)
    wanted = f"write {part.name} = {listed(sorted(set(part.dims)))}"
    match unsorted, twice:
        case Offence(), Offence():
            again = _again(part.dims)
            verb = "stand" if " and " in again else "stands"
            return Offence(f"{unsorted.message}, and {again} {verb} in it more than once", wanted)
        case Offence(), _:
            return unsorted
        case _:
            return twice


def repeated(part: NamedDims) -> Answer:
    if len(set(part.dims)) == len(part.dims):
        return Truth.HOLDS
    return Offence(f"{part} has {_again(part.dims)} more than once", f"name each dimension once in {part.name}")


def claimed_twice(first: NamedDims, second: NamedDims, tensor: str) -> Answer:
    """A dimension named by both lists, or twice by one of them."""
    if len({*first.dims, *second.dims}) == len(first.dims) + len(second.dims):
        return Truth.HOLDS
    offences = [offence for offence in (repeated(first), repeated(second)) if isinstance(offence, Offence)]
    facts, fixes = [offence.message for offence in offences], [offence.fix for offence in offences]
    if both := sorted(set(first.dims) & set(second.dims)):
        facts.append(f"{first} and {second} both name {_words(both)}")
        fixes.append(f"a dimension of {tensor} belongs in one of the two: take it out of {first.name} or {second.name}")
    return Offence("; ".join(facts), "; ".join(fixes))


def out_of_range(part: NamedDims, rank: int, rank_text: str) -> Answer:
    """A dimension outside of [0, rank)."""
    outside = [f"{part.name}[{at}] = {dim}" for at, dim in enumerate(part.dims) if not 0 <= dim < rank]
    if not outside:
        return Truth.HOLDS
    verb = "isn't" if len(outside) == 1 else "aren't"
    if rank == 0:
        fix = f"leave {part.name} empty: there are no dimensions to name, as {rank_text} is 0"
    elif any(-rank <= dim < 0 for dim in part.dims):
        fix = f"use dimensions from 0 to {rank - 1}; negative ones don't count from the end"
    else:
        fix = f"use dimensions from 0 to {rank - 1}"
    return Offence(f"{_words(outside)} {verb} in [0, {rank_text}) = [0, {rank})", fix)


def slice_too_wide(part: NamedDims, sizes: Sequence[int], fix: str) -> Answer:
    """A dimension that has no place in the result but a slice size above 1. What is out of range has none."""
    inside = [dim for dim in part.once.dims if 0 <= dim < len(sizes)]
    wide = [f"slice_sizes[{dim}] = {sizes[dim]}" for dim in inside if sizes[dim] > 1]
    if not wide:
        return Truth.HOLDS
    return Offence(f"{part}, but {_words(wide)}", fix)


def different_counts(first: NamedDims, second: NamedDims) -> Answer:
    if len(first.dims) == len(second.dims):
        return Truth.HOLDS
    return Offence(
        f"{first} has {counted(len(first.dims), 'entry', 'entries')}, {second} has {len(second.dims)}",
        f"pair them up: {first.name}[i] and {second.name}[i] are the same batching dimension, once in each tensor",
    )


def index_vector_dim_is_batching(part: NamedDims, index_vector_dim: int, rank: int) -> Answer:
    """The dimension of the index vectors, of `rank` ones, is named. One that isn't there is another constraint's."""
    if index_vector_dim not in part.dims or not 0 <= index_vector_dim < rank:
        return Truth.HOLDS
    return Offence(
        f"{part.name}[{part.dims.index(index_vector_dim)}] = {index_vector_dim} is the index_vector_dim",
        f"name in {part.name} only dimensions that tell index vectors apart, not the one that holds them",
    )


def batching_sizes_differ(
    tensor: str,
    first: NamedDims,
    shape: Sequence[Dim],
    indices: str,
    second: NamedDims,
    indices_shape: Sequence[Dim],
    index_vector_dim: int,
) -> Answer:
    """The lists are equally long. A pair out of range isn't judged; of a repeated dimension, its first pair is."""
    pairs = list(zip(first.dims, second.dims, strict=True))
    answers = [
        0 <= a < len(shape)
        and 0 <= b < len(indices_shape)
        and b != index_vector_dim
        and a not in first.dims[:at]
        and differ(shape[a], indices_shape[b])
        for at, (a, b) in enumerate(pairs)
    ]
    wrong = [at for at, answer in enumerate(answers) if answer]
    if not wrong:
        return verdict(any_true(answers))
    facts = (
        f"dim({tensor}, {first.name}[{at}] = {pairs[at][0]}) = {shape[pairs[at][0]]} but "
        f"dim({indices}, {second.name}[{at}] = {pairs[at][1]}) = {indices_shape[pairs[at][1]]}"
        for at in wrong
    )
    return Offence(
        "; ".join(facts),
        f"pair dimensions of equal size, or reshape {tensor} or {indices} so that they have it: entry i of "
        f"{first.name} and entry i of {second.name} are one batching dimension",
        unless_static((shape[pairs[at][0]], indices_shape[pairs[at][1]]) for at in wrong),
    )


def batch_dims_of(dims: Sequence[Dim], index_vector_dim: int) -> list[Dim]:
    """The dimensions of the indices without the one that holds the index vectors."""
    return [dim for at, dim in enumerate(dims) if at != index_vector_dim]


def combine(batch: Sequence[Dim], window: Sequence[Dim], window_dims: Dims) -> list[Dim]:
    """The spec's `combine`: `window` at axes `window_dims` (sorted, in range, as many), `batch` at the others."""
    rest, windows = iter(batch), iter(window)
    return [next(windows) if axis in window_dims else next(rest) for axis in range(len(batch) + len(window))]


def counted(count: int, one: str, many: str | None = None) -> str:
    """``1 entry``, ``2 entries``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def _again(dims: Dims) -> str:
    return _words([dim for dim in sorted(set(dims)) if dims.count(dim) > 1])


def _words(parts: Sequence[object]) -> str:
    texts = list(map(str, parts))
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _either(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
