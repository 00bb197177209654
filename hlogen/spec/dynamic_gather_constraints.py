"""The constraints of dynamic_gather, C1-C14, with the types of its inputs (I1..) and output (O1).

The op is gather with slice_sizes as an operand, so each entry is made from its twin in gather and shares its predicate.
The specification's list hasn't caught up with batching dimensions: the op carries gather's own dimension numbers, which
have them, and is "functionally identical to gather". So batching dimensions are allowed here and their checks are
gather's, under gather's ids (gather.C6, C10-C18).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hlogen.ir.types import TensorType
from hlogen.spec import predicates
from hlogen.spec.constraint import UPSTREAM_ACCEPTS, Answer, ConstraintSet, Offence, Truth
from hlogen.spec.element_types import why_no_index_type
from hlogen.spec.examples import dynamic_gather
from hlogen.spec.formula.functions import baseline_element_type
from hlogen.spec.gather_constraints import GATHER, slice_sizes_count
from hlogen.spec.gather_facts import GatherFacts

DYNAMIC_GATHER: ConstraintSet[GatherFacts] = ConstraintSet("dynamic_gather", dynamic_gather())

# gather's label of each constraint -> dynamic_gather's, for those that say the same.
LABELS = {
    "I1": "I1",
    "I2": "I2",
    "I3": "I4",
    "I9": "I3",
    "I10": "I8",
    "C1": "C1",
    "C2": "C2",
    "C3": "C3",
    "C4": "C4",
    "C5": "C5",
    "C7": "C6",
    "C8": "C7",
    "C9": "C8",
    "C19": "C10",
    "C20": "C11",
    "C21": "C12",
    "O1": "O1",
    "C22": "C13",
    "C23": "C14",
}
UNKNOWN_SIZES = dynamic_gather(slice_sizes_type="tensor<3xi64>", result="tensor<2x3x?x?xi64>")


def _like(
    label: str,
    example: str,
    *,
    formula: str | None = None,
    fixed: str = DYNAMIC_GATHER.valid,
    upstream: str | None = None,
    predicate: Callable[[GatherFacts], Answer] | None = None,
) -> None:
    """Adds the twin of gather's constraint `label`."""
    twin = GATHER[label]
    DYNAMIC_GATHER.add(
        replace(
            twin,
            id=f"dynamic_gather.{LABELS[label]}",
            formula=formula or twin.formula,
            predicate=predicate or twin.predicate,
            texts=lambda: (example, fixed),
            needs=_renamed(twin.needs),
            upstream=upstream or twin.upstream,
            twin=twin.id,
        )
    )


def _adopt(label: str, predicate: Callable[[GatherFacts], Answer] | None = None) -> None:
    """Adds gather's own constraint `label`, id and all: what speaks of batching dimensions."""
    own = GATHER[label]
    DYNAMIC_GATHER.add(replace(own, needs=_renamed(own.needs), predicate=predicate or own.predicate))


def _renamed(needs: tuple[str, ...]) -> tuple[str, ...]:
    labels = [need.partition(".")[2] for need in needs]
    return tuple(f"dynamic_gather.{LABELS[label]}" if label in LABELS else f"gather.{label}" for label in labels)


def result_of_other_element_type(op: GatherFacts) -> Answer:
    """gather's C23, of which upstream's verifier leaves out how the elements are quantized."""
    answer = GATHER["C23"].predicate(op)
    types = (op.operand, op.result)
    if isinstance(answer, Offence) and baseline_element_type(types[0]) == baseline_element_type(types[1]):
        return replace(answer, upstream=UPSTREAM_ACCEPTS)
    return answer


def _batching_dim_repeated(op: GatherFacts) -> Answer:
    """gather's C6 without what C6 of dynamic_gather has said about collapsed_slice_dims alone."""
    return predicates.claimed_twice(op.named("collapsed_slice_dims").once, op.named("operand_batching_dims"), "operand")


def _dimension_indexed_and_batching(op: GatherFacts) -> Answer:
    """gather's C18 without what C9 of dynamic_gather has said about start_index_map alone."""
    return predicates.claimed_twice(op.named("start_index_map").once, op.named("operand_batching_dims").once, "operand")


_like("I1", dynamic_gather("tensor<*xi64>"))
_like(
    "I2",
    dynamic_gather(start_indices="tensor<2x3x2xi1>"),
    fixed=dynamic_gather(start_indices="tensor<2x3x2xui8>"),
)


@DYNAMIC_GATHER.constraint(
    "I3",
    "slice_sizes is a list of integers",
    "slice_sizes: 1-dimensional tensor of integer type",
    why="The operand slice_sizes holds one size for each dimension of operand. Its values may be known only at run "
    "time.",
    twin="gather.I9",
    example=dynamic_gather(slice_sizes_type="tensor<3x1xi64>", result="tensor<2x3x?x?xi64>"),
    fixed=UNKNOWN_SIZES,
)
def slice_sizes_are_no_list(op: GatherFacts) -> Answer:
    if "I3" in op.malformed:
        return op.malformed["I3"]
    type = op.slice_sizes_type
    if type is None:
        return Truth.UNKNOWN
    if not isinstance(type, TensorType):
        return predicates.not_a_tensor("slice_sizes", type)
    if type.rank != 1:
        return Offence(f"slice_sizes is {type}, of rank {type.rank}", "pass a tensor of rank 1 as slice_sizes")
    reason = why_no_index_type(type.element_type)
    if reason is None:
        return Truth.HOLDS
    return Offence(f"slice_sizes is {type}: {reason}", "convert slice_sizes to an integer type such as i32 or i64")


@DYNAMIC_GATHER.constraint(
    "I4",
    "dimension_numbers says which dimensions correspond",
    "offset_dims, collapsed_slice_dims, start_index_map: 1-dimensional tensor constant of type si64; "
    "index_vector_dim: constant of type si64",
    why="Inputs I4 to I7 stand together in one attribute, dimension_numbers = #stablehlo.gather<...>, where a list "
    "left out is empty and index_vector_dim left out is 0. Without it nothing says how the tensors' dimensions "
    "correspond.",
    twin="gather.I3",
    example=dynamic_gather(dimension_numbers=False),
)
def dimension_numbers_missing(op: GatherFacts) -> Answer:
    return op.malformed.get("I4", Truth.HOLDS)


@DYNAMIC_GATHER.constraint(
    "I8",
    "indices_are_sorted is true or false",
    "indices_are_sorted: constant of type i1",
    why="The promise that start_indices are sorted is either made or not; left out, it is false.",
    twin="gather.I10",
    example=dynamic_gather(indices_are_sorted="1 : i32"),
    fixed=dynamic_gather(indices_are_sorted="true"),
)
def indices_are_sorted_is_no_boolean(op: GatherFacts) -> Answer:
    return op.malformed.get("I8", Truth.HOLDS)


_like(
    "C1",
    dynamic_gather(collapsed_slice_dims="[]"),
    formula="rank(operand) = size(offset_dims) + size(collapsed_slice_dims)",
)
_like("C2", dynamic_gather(index_vector_dim="4"))
_like("C3", dynamic_gather(start_index_map="[1]"))
_like("C4", dynamic_gather(offset_dims="[3, 2]"))
_like("C5", dynamic_gather(offset_dims="[2, 4]"))


@DYNAMIC_GATHER.constraint(
    "C6",
    "collapsed_slice_dims is sorted and names no dimension twice",
    "is_unique(collapsed_slice_dims) and is_sorted(collapsed_slice_dims)",
    why="It is a set of dimensions, and sorted it has one spelling. (gather says this in C6 and C7.)",
    twin="gather.C7",
    example=dynamic_gather(
        collapsed_slice_dims="[1, 0]",
        offset_dims="[2]",
        slice_sizes="dense<[1, 1, 2]> : tensor<3xi64>",
        result="tensor<2x3x2xi64>",
    ),
    fixed=dynamic_gather(
        collapsed_slice_dims="[0, 1]",
        offset_dims="[2]",
        slice_sizes="dense<[1, 1, 2]> : tensor<3xi64>",
        result="tensor<2x3x2xi64>",
    ),
)
def collapsed_slice_dims_not_unique_and_sorted(op: GatherFacts) -> Answer:
    return predicates.not_unique_and_sorted(op.named("collapsed_slice_dims"))


_like("C8", dynamic_gather(collapsed_slice_dims="[3]"))
_like(
    "C9",
    dynamic_gather(slice_sizes="dense<[2, 2, 2]> : tensor<3xi64>"),
    upstream="judged where slice_sizes is a constant, by upstream's verifier as well",
)


@DYNAMIC_GATHER.constraint(
    "C9",
    "no dimension is indexed twice",
    "is_unique(start_index_map)",
    why="The position in a dimension of operand comes from one element of the index vector.",
    twin="gather.C18",
    example=dynamic_gather(start_index_map="[1, 1]"),
)
def dimension_indexed_twice(op: GatherFacts) -> Answer:
    return predicates.repeated(op.named("start_index_map"))


_like("C19", dynamic_gather(start_index_map="[1, 3]"))


@DYNAMIC_GATHER.constraint(
    "C11",
    "slice_sizes has one entry for each dimension of operand",
    "size(slice_sizes) = rank(operand)",
    why="A slice has as many dimensions as operand, collapsed and batching ones included: those have size 1.",
    twin="gather.C20",
    needs=["I3"],
    example=dynamic_gather(slice_sizes_type="tensor<2xi64>", result="tensor<2x3x?x?xi64>"),
    fixed=UNKNOWN_SIZES,
)
def slice_sizes_of_wrong_length(op: GatherFacts) -> Answer:
    if op.slice_sizes is not None:
        return slice_sizes_count(len(op.slice_sizes), op)
    type = predicates.ranked(op.slice_sizes_type)
    count = type.shape[0] if type.rank == 1 else None
    return Truth.UNKNOWN if count is None else slice_sizes_count(count, op)


_like(
    "C21",
    dynamic_gather(slice_sizes="dense<[1, 5, 2]> : tensor<3xi64>", result="tensor<2x3x5x2xi64>"),
    upstream="judged where slice_sizes is a constant, by upstream's verifier as well; that one takes ? for any size, "
    "doesn't look at bounds, and reads a constant ui8 200 as -56 (seen with StableHLO 1.17.0)",
)
_like("O1", dynamic_gather(result="tensor<*xi64>"))
_like(
    "C22",
    dynamic_gather(result="tensor<2x3x2x3xi64>"),
    formula="shape(result) = combine(batch_dim_sizes, offset_dim_sizes) where batch_dim_sizes = shape(start_indices) "
    "without index_vector_dim and offset_dim_sizes = shape(slice_sizes) without collapsed_slice_dims",
)
_like("C23", dynamic_gather(result="tensor<2x3x2x2xi32>"), predicate=result_of_other_element_type)

_adopt("C6", _batching_dim_repeated)
for _label in ("C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17"):
    _adopt(_label)
_adopt("C18", _dimension_indexed_and_batching)
