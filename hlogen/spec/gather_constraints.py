"""The constraints of gather, C1-C23, with the types of its inputs (I1..) and output (O1), top down as in the spec.

I3 stands for I3 to I8: MLIR carries these six in one attribute, `dimension_numbers`.
"""

from __future__ import annotations

from typing import Any

from hlogen.ir.types import TensorType, Type
from hlogen.spec import predicates
from hlogen.spec.constraint import UPSTREAM_TAKES_ANY_SIZE, Answer, ConstraintSet, Offence, Truth
from hlogen.spec.dims import Dim, any_true, dims_of, exceeds, unfit
from hlogen.spec.element_types import why_no_index_type
from hlogen.spec.examples import gather
from hlogen.spec.gather_facts import GatherFacts
from hlogen.spec.predicates import listed

GATHER: ConstraintSet[GatherFacts] = ConstraintSet("gather", gather())


@GATHER.constraint(
    "I1",
    "operand is a tensor",
    "operand: tensor or per-tensor quantized tensor",
    why="A gather copies elements, so any element type of StableHLO will do; parameters of a quantization per axis "
    "would be torn from their axis. The number of dimensions must be known.",
    example=gather("tensor<*xi32>"),
)
def operand_is_no_tensor(op: GatherFacts) -> Answer:
    if "I1" in op.malformed:
        return op.malformed["I1"]
    return Truth.UNKNOWN if op.operand is None else predicates.not_a_tensor("operand", op.operand)


@GATHER.constraint(
    "I2",
    "start_indices is a tensor of integers",
    "start_indices: tensor of integer type",
    why="Indices are signed or unsigned integers of 2 to 64 bits. Booleans are a type of their own in StableHLO, and "
    "MLIR's index type isn't one of StableHLO's.",
    example=gather(start_indices="tensor<2x2x3x2xi1>"),
    fixed=gather(start_indices="tensor<2x2x3x2xui8>"),
)
def start_indices_are_no_integers(op: GatherFacts) -> Answer:
    if "I2" in op.malformed:
        return op.malformed["I2"]
    return Truth.UNKNOWN if op.start_indices is None else no_integer_tensor("start_indices", op.start_indices)


@GATHER.constraint(
    "I3",
    "dimension_numbers says which dimensions correspond",
    "offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map: "
    "1-dimensional tensor constant of type si64; index_vector_dim: constant of type si64",
    why="Inputs I3 to I8 stand together in one attribute, dimension_numbers = #stablehlo.gather<...>, where a list "
    "left out is empty and index_vector_dim left out is 0. Without it nothing says how the tensors' dimensions "
    "correspond.",
    example=gather(dimension_numbers=False),
)
def dimension_numbers_missing(op: GatherFacts) -> Answer:
    return op.malformed.get("I3", Truth.HOLDS)


@GATHER.constraint(
    "I9",
    "slice_sizes is a constant list of si64",
    "slice_sizes: 1-dimensional tensor constant of type si64",
    why="The size of the slice in each dimension of operand is part of the program: slice_sizes = array<i64: ...>. "
    "Where it is only known at run time, use dynamic_gather.",
    example=gather(slice_sizes=None),
)
def slice_sizes_malformed(op: GatherFacts) -> Answer:
    return op.malformed.get("I9", Truth.HOLDS)


@GATHER.constraint(
    "I10",
    "indices_are_sorted is true or false",
    "indices_are_sorted: constant of type i1",
    why="The promise that start_indices are sorted is either made or not; left out, it is false.",
    example=gather(indices_are_sorted="1 : i32"),
    fixed=gather(indices_are_sorted="true"),
)
def indices_are_sorted_is_no_boolean(op: GatherFacts) -> Answer:
    return op.malformed.get("I10", Truth.HOLDS)


@GATHER.constraint(
    "C1",
    "every dimension of operand is an offset, a collapsed or a batching dimension",
    "rank(operand) = size(offset_dims) + size(collapsed_slice_dims) + size(operand_batching_dims)",
    why="A slice has as many dimensions as operand. Each of them either shows up in the result (one of offset_dims), "
    "or is dropped (collapsed_slice_dims), or is a batching dimension (operand_batching_dims).",
    example=gather(collapsed_slice_dims="[]"),
)
def operand_rank_not_covered(op: GatherFacts) -> Answer:
    parts = map(op.named, ("offset_dims", "collapsed_slice_dims", "operand_batching_dims"))
    return predicates.rank_not_covered("operand", len(op.operand_shape), *parts)


@GATHER.constraint(
    "C2",
    "index_vector_dim is a dimension of start_indices, or one past the last",
    "0 <= index_vector_dim <= rank(start_indices)",
    why="index_vector_dim says which dimension of start_indices holds the index vectors. One past the last means that "
    "each element of start_indices is an index vector of one element.",
    example=gather(index_vector_dim="5"),
)
def index_vector_dim_out_of_range(op: GatherFacts) -> Answer:
    return predicates.index_vector_dim_out_of_range("start_indices", len(op.indices_shape), op.dims.index_vector_dim)


@GATHER.constraint(
    "C3",
    "start_index_map has one entry for each element of an index vector",
    "size(start_index_map) = index_vector_dim < rank(start_indices) ? dim(start_indices, index_vector_dim) : 1",
    why="start_index_map[i] is the dimension of operand that element i of an index vector points into.",
    needs=["C2"],
    example=gather(start_index_map="[2]"),
    upstream=UPSTREAM_TAKES_ANY_SIZE,
)
def start_index_map_of_wrong_size(op: GatherFacts) -> Answer:
    return predicates.index_map_of_wrong_size(
        op.named("start_index_map"), "start_indices", op.indices_shape, op.dims.index_vector_dim
    )


@GATHER.constraint(
    "C4",
    "offset_dims is sorted and names no dimension twice",
    "is_unique(offset_dims) and is_sorted(offset_dims)",
    why="The dimensions of a slice keep their order in the result, so their places are listed in ascending order.",
    example=gather(offset_dims="[4, 3]"),
)
def offset_dims_not_unique_and_sorted(op: GatherFacts) -> Answer:
    return predicates.not_unique_and_sorted(op.named("offset_dims"))


@GATHER.constraint(
    "C5",
    "offset_dims are dimensions of the result",
    "0 <= offset_dims < rank(result)",
    why="offset_dims are the places of the slice's dimensions in the result, whose rank is that of start_indices "
    "without the index vectors, plus the number of offset_dims.",
    example=gather(offset_dims="[3, 5]"),
)
def offset_dim_out_of_range(op: GatherFacts) -> Answer:
    if not isinstance(op.result, TensorType):
        rank = op.implied_rank  # the largest that there may be, where index_vector_dim is out of range
    elif op.implies_rank:
        rank = max(op.implied_rank, op.result.rank)  # a result of the wrong rank is C22's business
    else:
        rank = op.result.rank
    return predicates.out_of_range(op.named("offset_dims"), rank, "rank(result)")


@GATHER.constraint(
    "C6",
    "no dimension is collapsed or batching twice",
    "is_unique(concatenate(collapsed_slice_dims, operand_batching_dims))",
    why="A dimension of operand leaves the slice once: either because it is collapsed or because it is batching.",
    example=gather(collapsed_slice_dims="[0]"),
)
def dimension_dropped_twice(op: GatherFacts) -> Answer:
    return predicates.claimed_twice(op.named("collapsed_slice_dims"), op.named("operand_batching_dims"), "operand")


@GATHER.constraint(
    "C7",
    "collapsed_slice_dims is sorted",
    "is_sorted(collapsed_slice_dims)",
    why="It is a set of dimensions, and sorted it has one spelling.",
    example=gather(
        collapsed_slice_dims="[2, 1]",
        offset_dims="[3]",
        slice_sizes="array<i64: 1, 1, 1, 2>",
        result="tensor<2x2x3x2xi32>",
    ),
    fixed=gather(
        collapsed_slice_dims="[1, 2]",
        offset_dims="[3]",
        slice_sizes="array<i64: 1, 1, 1, 2>",
        result="tensor<2x2x3x2xi32>",
    ),
)
def collapsed_slice_dims_not_sorted(op: GatherFacts) -> Answer:
    return predicates.not_sorted(op.named("collapsed_slice_dims"))


@GATHER.constraint(
    "C8",
    "collapsed_slice_dims are dimensions of operand",
    "0 <= collapsed_slice_dims < rank(operand)",
    why="Only a dimension that operand has can be dropped from the slice.",
    example=gather(collapsed_slice_dims="[4]"),
)
def collapsed_slice_dim_out_of_range(op: GatherFacts) -> Answer:
    return predicates.out_of_range(op.named("collapsed_slice_dims"), len(op.operand_shape), "rank(operand)")


@GATHER.constraint(
    "C9",
    "a collapsed dimension has a slice size of at most 1",
    "slice_sizes[collapsed_slice_dims...] <= 1",
    why="A collapsed dimension doesn't show up in the result, so the slice can't have more than one element along it. "
    "The formula admits 0 too; a result that isn't empty would then read outside of operand, which the specification "
    "leaves open and hlogen's interpreter refuses.",
    needs=["C20"],
    example=gather(slice_sizes="array<i64: 1, 2, 2, 2>"),
)
def collapsed_slice_too_wide(op: GatherFacts) -> Answer:
    fix = "make the slice size of every collapsed dimension 1, or move the dimension to offset_dims"
    return predicates.slice_too_wide(op.named("collapsed_slice_dims"), op.sizes, fix)


TWO_BATCHING_DIMS: Any = {"collapsed_slice_dims": "[]", "start_index_map": "[2, 3]"}


@GATHER.constraint(
    "C10",
    "operand_batching_dims is sorted",
    "is_sorted(operand_batching_dims)",
    why="Their order carries no meaning of its own (entry i goes with entry i of start_indices_batching_dims), and "
    "sorted they have one spelling.",
    example=gather(**TWO_BATCHING_DIMS, operand_batching_dims="[1, 0]", start_indices_batching_dims="[2, 1]"),
    fixed=gather(**TWO_BATCHING_DIMS, operand_batching_dims="[0, 1]", start_indices_batching_dims="[1, 2]"),
)
def operand_batching_dims_not_sorted(op: GatherFacts) -> Answer:
    return predicates.batching_dims_not_sorted(
        op.named("operand_batching_dims"), op.named("start_indices_batching_dims")
    )


@GATHER.constraint(
    "C11",
    "operand_batching_dims are dimensions of operand",
    "0 <= operand_batching_dims < rank(operand)",
    why="A batching dimension is one that operand has and start_indices has too.",
    example=gather(operand_batching_dims="[4]"),
)
def operand_batching_dim_out_of_range(op: GatherFacts) -> Answer:
    return predicates.out_of_range(op.named("operand_batching_dims"), len(op.operand_shape), "rank(operand)")


@GATHER.constraint(
    "C12",
    "a batching dimension has a slice size of at most 1",
    "slice_sizes[operand_batching_dims...] <= 1",
    why="Each batch takes its slice at one position of a batching dimension, so the slice is no wider than that.",
    needs=["C20"],
    example=gather(slice_sizes="array<i64: 2, 1, 2, 2>"),
)
def batching_slice_too_wide(op: GatherFacts) -> Answer:
    fix = "make the slice size of every batching dimension 1"
    return predicates.slice_too_wide(op.named("operand_batching_dims"), op.sizes, fix)


TWO_BATCHES_OF_TWO: Any = {"operand_batching_dims": "[0, 3]", "offset_dims": "[3]"}


@GATHER.constraint(
    "C13",
    "start_indices_batching_dims names no dimension twice",
    "is_unique(start_indices_batching_dims)",
    why="Each batching dimension of operand goes with a dimension of start_indices of its own.",
    example=gather(
        **TWO_BATCHES_OF_TWO,
        start_indices_batching_dims="[1, 1]",
        slice_sizes="array<i64: 1, 1, 2, 1>",
        result="tensor<2x2x3x2xi32>",
    ),
    fixed=gather(
        **TWO_BATCHES_OF_TWO,
        start_indices_batching_dims="[1, 0]",
        slice_sizes="array<i64: 1, 1, 2, 1>",
        result="tensor<2x2x3x2xi32>",
    ),
)
def start_indices_batching_dim_repeated(op: GatherFacts) -> Answer:
    return predicates.repeated(op.named("start_indices_batching_dims"))


@GATHER.constraint(
    "C14",
    "start_indices_batching_dims are dimensions of start_indices",
    "0 <= start_indices_batching_dims < rank(start_indices)",
    why="A batching dimension is one that start_indices has and operand has too.",
    example=gather(start_indices_batching_dims="[4]"),
)
def start_indices_batching_dim_out_of_range(op: GatherFacts) -> Answer:
    return predicates.out_of_range(
        op.named("start_indices_batching_dims"), len(op.indices_shape), "rank(start_indices)"
    )


@GATHER.constraint(
    "C15",
    "the index vectors' dimension is no batching dimension",
    "index_vector_dim not in start_indices_batching_dims",
    why="index_vector_dim runs over the elements of one index vector, not over batches of them.",
    example=gather(start_indices_batching_dims="[3]"),
)
def index_vector_dim_is_batching(op: GatherFacts) -> Answer:
    return predicates.index_vector_dim_is_batching(
        op.named("start_indices_batching_dims"), op.dims.index_vector_dim, len(op.indices_shape)
    )


@GATHER.constraint(
    "C16",
    "operand and start_indices have equally many batching dimensions",
    "size(operand_batching_dims) == size(start_indices_batching_dims)",
    why="Entry i of one list and entry i of the other are the same batching dimension.",
    example=gather(start_indices_batching_dims="[1, 0]"),
)
def batching_dims_not_paired(op: GatherFacts) -> Answer:
    return predicates.different_counts(op.named("operand_batching_dims"), op.named("start_indices_batching_dims"))


@GATHER.constraint(
    "C17",
    "paired batching dimensions have the same size",
    "dim(operand, operand_batching_dims...) = dim(start_indices, start_indices_batching_dims...)",
    why="Batch b of start_indices reads from batch b of operand, so there are equally many of them.",
    needs=["C13", "C16"],
    example=gather(start_indices_batching_dims="[2]"),
    upstream=UPSTREAM_TAKES_ANY_SIZE,
)
def batching_sizes_differ(op: GatherFacts) -> Answer:
    return predicates.batching_sizes_differ(
        "operand",
        op.named("operand_batching_dims"),
        op.operand_shape,
        "start_indices",
        op.named("start_indices_batching_dims"),
        op.indices_shape,
        op.dims.index_vector_dim,
    )


@GATHER.constraint(
    "C18",
    "no dimension is indexed twice, or indexed and batching",
    "is_unique(concatenate(start_index_map, operand_batching_dims))",
    why="The position in a dimension of operand comes from one place: an element of the index vector or the batch.",
    example=gather(start_index_map="[2, 0]"),
)
def dimension_indexed_twice(op: GatherFacts) -> Answer:
    # A repetition within operand_batching_dims alone is C6's, and reported once.
    return predicates.claimed_twice(op.named("start_index_map"), op.named("operand_batching_dims").once, "operand")


@GATHER.constraint(
    "C19",
    "start_index_map names dimensions of operand",
    "0 <= start_index_map < rank(operand)",
    why="An element of an index vector points into a dimension that operand has.",
    example=gather(start_index_map="[2, 4]"),
)
def start_index_map_out_of_range(op: GatherFacts) -> Answer:
    return predicates.out_of_range(op.named("start_index_map"), len(op.operand_shape), "rank(operand)")


@GATHER.constraint(
    "C20",
    "slice_sizes has one entry for each dimension of operand",
    "size(slice_sizes) = rank(operand)",
    why="A slice has as many dimensions as operand, collapsed and batching ones included: those have size 1.",
    example=gather(slice_sizes="array<i64: 1, 1, 2>"),
)
def slice_sizes_of_wrong_length(op: GatherFacts) -> Answer:
    return slice_sizes_count(len(op.sizes), op)


@GATHER.constraint(
    "C21",
    "a slice is no larger than operand",
    "0 <= slice_sizes <= shape(operand)",
    why="Start indices are clamped so that the whole slice fits into operand, which a larger slice never does.",
    needs=["C20"],
    example=gather(slice_sizes="array<i64: 1, 1, 5, 2>", result="tensor<2x2x3x5x2xi32>"),
    fixed=gather(slice_sizes="array<i64: 1, 1, 4, 2>", result="tensor<2x2x3x4x2xi32>"),
    upstream=UPSTREAM_TAKES_ANY_SIZE,
)
def slice_larger_than_operand(op: GatherFacts) -> Answer:
    negative = [d for d, size in enumerate(op.sizes) if size < 0]
    answers = [exceeds(Dim(size), dim) for size, dim in zip(op.sizes, op.operand_shape, strict=True)]
    facts = [f"slice_sizes[{d}] = {op.sizes[d]} is negative" for d in negative]
    facts += [
        f"slice_sizes[{d}] = {op.sizes[d]}, but dim(operand, {d}) = {op.operand_shape[d]}"
        for d, answer in enumerate(answers)
        if answer
    ]
    if not facts:
        return predicates.verdict(any_true(answers))
    clashes = [(Dim(op.sizes[d]), op.operand_shape[d]) for d, answer in enumerate(answers) if answer]
    return Offence(
        "; ".join(facts),
        "make every slice size at least 0 and at most the size of its dimension of operand",
        None if negative else predicates.unless_static(clashes),
    )


@GATHER.constraint(
    "O1",
    "the result is a tensor",
    "result: tensor or per-tensor quantized tensor",
    why="A gather has one result, a tensor of elements copied from operand.",
    needs=["I1"],
    example=gather(result="tensor<*xi32>"),
)
def result_is_no_tensor(op: GatherFacts) -> Answer:
    if "O1" in op.malformed:
        return op.malformed["O1"]
    return Truth.HOLDS if op.result is None else predicates.not_a_tensor("result", op.result)


@GATHER.constraint(
    "C22",
    "the result's shape follows from start_indices and slice_sizes",
    "shape(result) = combine(batch_dim_sizes, offset_dim_sizes) where batch_dim_sizes = shape(start_indices) without "
    "index_vector_dim and offset_dim_sizes = slice_sizes without collapsed_slice_dims and operand_batching_dims",
    why="The result has one slice for each index vector: the sizes of start_indices without the index vectors' "
    "dimension, and at offset_dims the sizes of the slice without its collapsed and batching dimensions.",
    needs=["C1", "C2", "C4", "C5", "C6", "C8", "C11", "C20"],
    example=gather(result="tensor<2x2x3x2x3xi32>"),
)
def result_of_wrong_shape(op: GatherFacts) -> Answer:
    if op.result is None:
        return Truth.HOLDS
    declared = dims_of(predicates.ranked(op.result))
    if len(declared) != op.implied_rank:
        return Offence(
            f"rank(result) = {len(declared)}, but start_indices and offset_dims imply {op.implied_rank}",
            f"give the result {predicates.counted(op.implied_rank, 'dimension')}",
        )
    implied = op.implied_shape
    answers = [unfit(a, b) for a, b in zip(declared, implied, strict=True)]
    wrong = [f"dim(result, {d}) = {declared[d]}, expected {implied[d]}" for d, answer in enumerate(answers) if answer]
    if not wrong:
        return predicates.verdict(any_true(answers))
    return Offence("; ".join(wrong), f"give the result the shape {listed(implied)}")


@GATHER.constraint(
    "C23",
    "the result has operand's element type",
    "element_type(operand) = element_type(result)",
    why="A gather copies elements and converts none.",
    needs=["I1", "O1"],
    example=gather(result="tensor<2x2x3x2x2xi64>"),
)
def result_of_other_element_type(op: GatherFacts) -> Answer:
    if op.result is None:
        return Truth.HOLDS
    wanted, found = predicates.ranked(op.operand).element_type, predicates.ranked(op.result).element_type
    if wanted == found:
        return Truth.HOLDS
    return Offence(
        f"operand has element type {wanted}, result has {found}",
        f"make the result a tensor of {wanted}, and convert it afterwards where {found} is wanted",
    )


def no_integer_tensor(name: str, type: Type) -> Answer:
    """Neither signed nor unsigned integers of StableHLO, or no ranked tensor."""
    if not isinstance(type, TensorType):
        return predicates.not_a_tensor(name, type)
    reason = why_no_index_type(type.element_type)
    if reason is None:
        return Truth.HOLDS
    return Offence(f"{name} is {type}: {reason}", f"convert {name} to an integer type such as i32 or i64")


def slice_sizes_count(count: int, op: GatherFacts) -> Answer:
    rank = len(op.operand_shape)
    if count == rank:
        return Truth.HOLDS
    return Offence(
        f"slice_sizes has {predicates.counted(count, 'entry', 'entries')}, but rank(operand) = {rank}",
        "give a slice size for every dimension of operand, 1 for collapsed and batching ones",
    )
