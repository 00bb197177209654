"""The constraints of scatter, C1-C25, with the types of its inputs (I1..) and outputs (O1), top down as in the spec.

I4 stands for I4 to I9: MLIR carries these six in one attribute, `scatter_dimension_numbers`. I12 says that
update_computation is a function at all, C23 which type it has.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hlogen.ir.types import ElementType, IndexType, IntegerType, QuantizedType, TensorType, Type
from hlogen.spec import predicates
from hlogen.spec.constraint import UPSTREAM_ACCEPTS, UPSTREAM_TAKES_ANY_SIZE, Answer, ConstraintSet, Offence, Truth
from hlogen.spec.dims import Dim, any_true, differ, dims_of, exceeds, unfit
from hlogen.spec.element_types import upstream_promotes, why_no_index_type
from hlogen.spec.examples import body, scatter
from hlogen.spec.predicates import counted, listed
from hlogen.spec.scatter_facts import ScatterFacts
from hlogen.spec.update_computation import no_function, of_wrong_type

UPSTREAM_COMPARES_WITH_FIRST = (
    "upstream's verifier compares each shape with the first alone, and ? or a bound with nothing (seen with StableHLO "
    "1.17.0)"
)
SCATTER: ConstraintSet[ScatterFacts] = ConstraintSet("scatter", scatter())
TWO = ("tensor<2x3x4x2xi64>", "tensor<2x3x4x2xf32>")
TWO_UPDATES = ("tensor<2x2x3x2x2xi64>", "tensor<2x2x3x2x2xf32>")


@SCATTER.constraint(
    "I1",
    "inputs are tensors",
    "inputs: variadic number of tensors or per-tensor quantized tensors",
    why="A scatter starts from its inputs, so any element type of StableHLO will do; parameters of a quantization "
    "per axis would be torn from their axis. The number of dimensions must be known.",
    example=scatter("tensor<*xi64>", results="tensor<2x3x4x2xi64>"),
)
def input_is_no_tensor(op: ScatterFacts) -> Answer:
    return op.malformed.get("I1") or _no_tensors("inputs", op.all_inputs)


@SCATTER.constraint(
    "I2",
    "scatter_indices is a tensor of integers",
    "scatter_indices: tensor of integer type",
    why="Indices are signed or unsigned integers of 2 to 64 bits. Booleans are a type of their own in StableHLO, and "
    "MLIR's index type isn't one of StableHLO's.",
    upstream="upstream's verifier accepts scatter indices of type i1, index, siN and of any width (seen with StableHLO "
    "1.17.0); its interpreter aborts on i1",
    example=scatter(scatter_indices="tensor<2x2x3x2xi1>"),
    fixed=scatter(scatter_indices="tensor<2x2x3x2xui8>"),
)
def scatter_indices_are_no_integers(op: ScatterFacts) -> Answer:
    if "I2" in op.malformed:
        return op.malformed["I2"]
    type = op.scatter_indices
    if type is None:
        return Truth.UNKNOWN
    if not isinstance(type, TensorType):
        return predicates.not_a_tensor("scatter_indices", type)
    reason = why_no_index_type(type.element_type)
    if reason is None:
        return Truth.HOLDS
    return Offence(
        f"scatter_indices is {type}: {reason}",
        "convert scatter_indices to an integer type such as i32 or i64",
        UPSTREAM_ACCEPTS if isinstance(type.element_type, (IntegerType, IndexType)) else None,
    )


@SCATTER.constraint(
    "I3",
    "updates are tensors",
    "updates: variadic number of tensors or per-tensor quantized tensors",
    why="Updates are tensors of elements that meet the inputs' elements one by one.",
    example=scatter(updates="tensor<*xi64>"),
)
def update_is_no_tensor(op: ScatterFacts) -> Answer:
    return op.malformed.get("I3") or _no_tensors("updates", op.all_updates)


@SCATTER.constraint(
    "I4",
    "scatter_dimension_numbers says which dimensions correspond",
    "update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims, "
    "scatter_dims_to_operand_dims: 1-dimensional tensor constant of type si64; index_vector_dim: constant of type si64",
    why="Inputs I4 to I9 stand together in one attribute, scatter_dimension_numbers = #stablehlo.scatter<...>, where a "
    "list left out is empty and index_vector_dim left out is 0. Without it nothing says how the dimensions correspond.",
    example=scatter(dimension_numbers=False),
)
def dimension_numbers_missing(op: ScatterFacts) -> Answer:
    return op.malformed.get("I4", Truth.HOLDS)


@SCATTER.constraint(
    "I10",
    "indices_are_sorted is true or false",
    "indices_are_sorted: constant of type i1",
    why="The promise that scatter_indices are sorted is either made or not; left out, it is false.",
    example=scatter(indices_are_sorted="1 : i32"),
    fixed=scatter(indices_are_sorted="true"),
)
def indices_are_sorted_is_no_boolean(op: ScatterFacts) -> Answer:
    return op.malformed.get("I10", Truth.HOLDS)


@SCATTER.constraint(
    "I11",
    "unique_indices is true or false",
    "unique_indices: constant of type i1",
    why="The promise that no two updates meet is either made or not; left out, it is false.",
    example=scatter(unique_indices="1 : i32"),
    fixed=scatter(unique_indices="true"),
)
def unique_indices_is_no_boolean(op: ScatterFacts) -> Answer:
    return op.malformed.get("I11", Truth.HOLDS)


@SCATTER.constraint(
    "I12",
    "update_computation is a function: one block that ends in a return",
    "update_computation: function",
    why="The computation is a region of exactly one block, and its last operation is stablehlo.return.",
    example=scatter(region="{\n  }"),
)
def update_computation_is_no_function(op: ScatterFacts) -> Answer:
    if "I12" in op.malformed:
        return op.malformed["I12"]
    if op.update_computation is None:
        return Truth.UNKNOWN
    return no_function(op.update_computation)


@SCATTER.constraint(
    "C1",
    "inputs have the same shape",
    "same(shape(inputs...))",
    why="One list of indices says where all inputs are updated, so their shapes agree.",
    example=scatter((TWO[0], "tensor<2x3x4x3xf32>"), updates=TWO_UPDATES),
    fixed=scatter(TWO, updates=TWO_UPDATES),
    upstream=UPSTREAM_COMPARES_WITH_FIRST,
)
def input_shapes_differ(op: ScatterFacts) -> Answer:
    return _shapes_differ("inputs", op.all_inputs)


@SCATTER.constraint(
    "C2",
    "every dimension of inputs is a window, an inserted or a batching dimension",
    "rank(inputs[0]) = size(update_window_dims) + size(inserted_window_dims) + size(input_batching_dims)",
    why="A window has as many dimensions as the input. Each of them either shows up in updates (one of "
    "update_window_dims), or is inserted (inserted_window_dims), or is a batching dimension (input_batching_dims).",
    example=scatter(inserted_window_dims="[]"),
)
def input_rank_not_covered(op: ScatterFacts) -> Answer:
    parts = map(op.named, ("update_window_dims", "inserted_window_dims", "input_batching_dims"))
    return predicates.rank_not_covered("inputs[0]", len(op.input_shape), *parts)


@SCATTER.constraint(
    "C3",
    "updates have the same shape",
    "same(shape(updates...))",
    why="All updates of one position are applied together, so their shapes agree.",
    example=scatter(TWO, updates=(TWO_UPDATES[0], "tensor<2x2x3x2x1xf32>")),
    fixed=scatter(TWO, updates=TWO_UPDATES),
    upstream=UPSTREAM_COMPARES_WITH_FIRST,
)
def update_shapes_differ(op: ScatterFacts) -> Answer:
    return _shapes_differ("updates", op.all_updates)


@SCATTER.constraint(
    "C4",
    "the updates' shape follows from scatter_indices and fits into inputs",
    "shape(updates[0]) = combine(update_scatter_dim_sizes, update_window_dim_sizes) where update_scatter_dim_sizes = "
    "shape(scatter_indices) without index_vector_dim and update_window_dim_sizes <= shape(inputs[0]) without "
    "inserted_window_dims and input_batching_dims",
    why="There is one window of updates for each index vector: the sizes of scatter_indices without the index vectors' "
    "dimension, and at update_window_dims sizes no larger than the input's own.",
    needs=["C2", "C5", "C7", "C8", "C9", "C11", "C13", "C22"],
    example=scatter(updates="tensor<2x2x3x2x3xi64>"),
    fixed=scatter(updates="tensor<2x2x3x2x1xi64>"),
    upstream=UPSTREAM_TAKES_ANY_SIZE,
)
def updates_of_wrong_shape(op: ScatterFacts) -> Answer:
    updates = op.update_shape
    if len(updates) != op.implied_update_rank:
        return Offence(
            f"rank(updates[0]) = {len(updates)}, but scatter_indices and update_window_dims imply "
            f"{op.implied_update_rank}",
            f"give updates {counted(op.implied_update_rank, 'dimension')}",
        )
    gone = {*op.dims.inserted_window_dims, *op.dims.input_batching_dims}
    kept = [d for d in range(len(op.input_shape)) if d not in gone]
    largest = [op.input_shape[d] for d in kept]
    limits = predicates.combine(op.update_scatter_dim_sizes, largest, op.dims.update_window_dims)
    windows = set(op.dims.update_window_dims)
    answers = [
        exceeds(have, limit) if d in windows else differ(have, limit)
        for d, (have, limit) in enumerate(zip(updates, limits, strict=True))
    ]
    in_input = dict(zip(op.dims.update_window_dims, kept, strict=True))
    wrong = [
        f"dim(updates[0], {d}) = {updates[d]}, "
        + (f"but dim(inputs[0], {in_input[d]}) = {limits[d]}" if d in windows else f"expected {limits[d]}")
        for d, answer in enumerate(answers)
        if answer
    ]
    if not wrong:
        return predicates.verdict(any_true(answers))
    shape = listed([f"at most {dim}" if d in windows else dim for d, dim in enumerate(limits)])
    clashes = [(have, want) for have, want, answer in zip(updates, limits, answers, strict=True) if answer]
    return Offence("; ".join(wrong), f"give updates the shape {shape}", predicates.unless_static(clashes))


@SCATTER.constraint(
    "C5",
    "there are as many updates as inputs, at least one",
    "0 < size(inputs) = size(updates) = N",
    why="Each input is updated from the update at the same position.",
    example=scatter((), updates=(), results=(), region='{\n    "stablehlo.return"() : () -> ()\n  }'),
)
def inputs_and_updates_not_paired(op: ScatterFacts) -> Answer:
    if "C5" in op.malformed:
        return op.malformed["C5"]
    inputs, updates = len(op.all_inputs), len(op.all_updates)
    fix = "pass one update for each input, and at least one input"
    if inputs != updates:
        return Offence(f"there are {counted(inputs, 'input')} and {counted(updates, 'update')}", fix)
    if not inputs:
        return Offence("there are no inputs and no updates", fix)
    return Truth.HOLDS


@SCATTER.constraint(
    "C6",
    "updates have the inputs' element types",
    "element_type(updates...) = element_type(inputs...)",
    why="updates[i] holds new elements for inputs[i]; both are converted to the type that update_computation works in.",
    needs=["I1", "I3", "C5"],
    example=scatter("tensor<2x3x4x2xf32>", updates="tensor<2x2x3x2x2xf64>"),
    fixed=scatter("tensor<2x3x4x2xf32>", updates="tensor<2x2x3x2x2xf32>"),
    upstream="upstream's verifier accepts updates that are promotable to the type of update_computation, and floats "
    "of any width (seen with StableHLO 1.17.0)",
)
def updates_of_other_element_type(op: ScatterFacts) -> Answer:
    pairs = [
        (predicates.ranked(a).element_type, predicates.ranked(b).element_type)
        for a, b in zip(op.all_inputs, op.all_updates, strict=True)
    ]
    wrong = [at for at, (a, b) in enumerate(pairs) if a != b]
    if not wrong:
        return Truth.HOLDS
    facts = (f"inputs[{at}] has element type {pairs[at][0]}, updates[{at}] has {pairs[at][1]}" for at in wrong)
    computed = op.computed_types if _is_function(op) else tuple(a for a, _ in pairs)
    accepted = len(computed) == len(pairs) and all(upstream_promotes(pairs[at][1], computed[at]) for at in wrong)
    return Offence(
        "; ".join(facts),
        "; ".join(f"convert updates[{at}] to {pairs[at][0]}" for at in wrong),
        UPSTREAM_ACCEPTS if accepted else None,
    )


@SCATTER.constraint(
    "C7",
    "update_window_dims is sorted and names no dimension twice",
    "is_unique(update_window_dims) and is_sorted(update_window_dims)",
    why="The dimensions of a window keep their order in updates, so their places are listed in ascending order.",
    example=scatter(update_window_dims="[4, 3]"),
)
def update_window_dims_not_unique_and_sorted(op: ScatterFacts) -> Answer:
    return predicates.not_unique_and_sorted(op.named("update_window_dims"))


@SCATTER.constraint(
    "C8",
    "update_window_dims are dimensions of updates",
    "0 <= update_window_dims < rank(updates[0])",
    why="update_window_dims are the places of the window's dimensions in updates.",
    example=scatter(update_window_dims="[3, 5]"),
)
def update_window_dim_out_of_range(op: ScatterFacts) -> Answer:
    rank = len(op.update_shape)
    if op.implies_update_rank:
        rank = max(rank, op.implied_update_rank)  # updates of the wrong rank are C4's business
    return predicates.out_of_range(op.named("update_window_dims"), rank, "rank(updates[0])")


@SCATTER.constraint(
    "C9",
    "no dimension is inserted or batching twice",
    "is_unique(concatenate(inserted_window_dims, input_batching_dims))",
    why="A dimension of inputs is missing from the window once: either because it is inserted or because it is "
    "batching.",
    example=scatter(inserted_window_dims="[0]", updates="tensor<2x2x3x2x2xi64>"),
)
def dimension_inserted_twice(op: ScatterFacts) -> Answer:
    return predicates.claimed_twice(op.named("inserted_window_dims"), op.named("input_batching_dims"), "inputs")


@SCATTER.constraint(
    "C10",
    "inserted_window_dims is sorted",
    "is_sorted(inserted_window_dims)",
    why="It is a set of dimensions, and sorted it has one spelling.",
    example=scatter(updates="tensor<2x2x3x2xi64>", update_window_dims="[3]", inserted_window_dims="[2, 1]"),
    fixed=scatter(updates="tensor<2x2x3x2xi64>", update_window_dims="[3]", inserted_window_dims="[1, 2]"),
)
def inserted_window_dims_not_sorted(op: ScatterFacts) -> Answer:
    return predicates.not_sorted(op.named("inserted_window_dims"))


@SCATTER.constraint(
    "C11",
    "inserted_window_dims are dimensions of inputs",
    "0 <= inserted_window_dims < rank(inputs[0])",
    why="Only a dimension that inputs have can be missing from the window.",
    example=scatter(inserted_window_dims="[4]"),
)
def inserted_window_dim_out_of_range(op: ScatterFacts) -> Answer:
    return _out_of_input_range("inserted_window_dims", op)


TWO_BATCHING_DIMS: Any = {"inserted_window_dims": "[]", "scatter_dims_to_operand_dims": "[2, 3]"}


@SCATTER.constraint(
    "C12",
    "input_batching_dims is sorted",
    "is_sorted(input_batching_dims)",
    why="Their order carries no meaning of its own (entry i goes with entry i of scatter_indices_batching_dims), and "
    "sorted they have one spelling.",
    example=scatter(**TWO_BATCHING_DIMS, input_batching_dims="[1, 0]", scatter_indices_batching_dims="[2, 1]"),
    fixed=scatter(**TWO_BATCHING_DIMS, input_batching_dims="[0, 1]", scatter_indices_batching_dims="[1, 2]"),
)
def input_batching_dims_not_sorted(op: ScatterFacts) -> Answer:
    return predicates.batching_dims_not_sorted(
        op.named("input_batching_dims"), op.named("scatter_indices_batching_dims")
    )


@SCATTER.constraint(
    "C13",
    "input_batching_dims are dimensions of inputs",
    "0 <= input_batching_dims < rank(inputs[0])",
    why="A batching dimension is one that inputs have and scatter_indices has too.",
    example=scatter(input_batching_dims="[4]"),
)
def input_batching_dim_out_of_range(op: ScatterFacts) -> Answer:
    return _out_of_input_range("input_batching_dims", op)


TWO_BATCHES_OF_TWO: Any = {"input_batching_dims": "[0, 3]", "update_window_dims": "[3]"}


@SCATTER.constraint(
    "C14",
    "scatter_indices_batching_dims names no dimension twice",
    "is_unique(scatter_indices_batching_dims)",
    why="Each batching dimension of inputs goes with a dimension of scatter_indices of its own.",
    example=scatter(**TWO_BATCHES_OF_TWO, updates="tensor<2x2x3x2xi64>", scatter_indices_batching_dims="[1, 1]"),
    fixed=scatter(**TWO_BATCHES_OF_TWO, updates="tensor<2x2x3x2xi64>", scatter_indices_batching_dims="[1, 0]"),
)
def scatter_indices_batching_dim_repeated(op: ScatterFacts) -> Answer:
    return predicates.repeated(op.named("scatter_indices_batching_dims"))


@SCATTER.constraint(
    "C15",
    "scatter_indices_batching_dims are dimensions of scatter_indices",
    "0 <= scatter_indices_batching_dims < rank(scatter_indices)",
    why="A batching dimension is one that scatter_indices has and inputs have too.",
    example=scatter(scatter_indices_batching_dims="[4]"),
)
def scatter_indices_batching_dim_out_of_range(op: ScatterFacts) -> Answer:
    return predicates.out_of_range(
        op.named("scatter_indices_batching_dims"), len(op.indices_shape), "rank(scatter_indices)"
    )


@SCATTER.constraint(
    "C16",
    "the index vectors' dimension is no batching dimension",
    "index_vector_dim not in scatter_indices_batching_dims",
    why="index_vector_dim runs over the elements of one index vector, not over batches of them.",
    example=scatter(scatter_indices_batching_dims="[3]"),
)
def index_vector_dim_is_batching(op: ScatterFacts) -> Answer:
    return predicates.index_vector_dim_is_batching(
        op.named("scatter_indices_batching_dims"), op.dims.index_vector_dim, len(op.indices_shape)
    )


@SCATTER.constraint(
    "C17",
    "inputs and scatter_indices have equally many batching dimensions",
    "size(input_batching_dims) == size(scatter_indices_batching_dims)",
    why="Entry i of one list and entry i of the other are the same batching dimension.",
    example=scatter(scatter_indices_batching_dims="[1, 0]"),
)
def batching_dims_not_paired(op: ScatterFacts) -> Answer:
    return predicates.different_counts(op.named("input_batching_dims"), op.named("scatter_indices_batching_dims"))


@SCATTER.constraint(
    "C18",
    "paired batching dimensions have the same size",
    "dim(inputs[0], input_batching_dims...) = dim(scatter_indices, scatter_indices_batching_dims...)",
    why="Batch b of scatter_indices writes into batch b of inputs, so there are equally many of them.",
    needs=["C14", "C17"],
    example=scatter(scatter_indices_batching_dims="[2]"),
    upstream=UPSTREAM_TAKES_ANY_SIZE,
)
def batching_sizes_differ(op: ScatterFacts) -> Answer:
    return predicates.batching_sizes_differ(
        "inputs[0]",
        op.named("input_batching_dims"),
        op.input_shape,
        "scatter_indices",
        op.named("scatter_indices_batching_dims"),
        op.indices_shape,
        op.dims.index_vector_dim,
    )


@SCATTER.constraint(
    "C19",
    "scatter_dims_to_operand_dims has one entry for each element of an index vector",
    "size(scatter_dims_to_operand_dims) = index_vector_dim < rank(scatter_indices) ? "
    "dim(scatter_indices, index_vector_dim) : 1",
    why="scatter_dims_to_operand_dims[i] is the dimension of inputs that element i of an index vector points into.",
    needs=["C22"],
    example=scatter(scatter_dims_to_operand_dims="[2]"),
    upstream=UPSTREAM_TAKES_ANY_SIZE,
)
def index_map_of_wrong_size(op: ScatterFacts) -> Answer:
    return predicates.index_map_of_wrong_size(
        op.named("scatter_dims_to_operand_dims"), "scatter_indices", op.indices_shape, op.dims.index_vector_dim
    )


@SCATTER.constraint(
    "C20",
    "no dimension is indexed twice, or indexed and batching",
    "is_unique(concatenate(scatter_dims_to_operand_dims, input_batching_dims))",
    why="The position in a dimension of inputs comes from one place: an element of the index vector or the batch.",
    example=scatter(scatter_dims_to_operand_dims="[2, 0]"),
)
def dimension_indexed_twice(op: ScatterFacts) -> Answer:
    # A repetition within input_batching_dims alone is C9's, and reported once.
    return predicates.claimed_twice(
        op.named("scatter_dims_to_operand_dims"), op.named("input_batching_dims").once, "inputs"
    )


@SCATTER.constraint(
    "C21",
    "scatter_dims_to_operand_dims names dimensions of inputs",
    "0 <= scatter_dims_to_operand_dims < rank(inputs[0])",
    why="An element of an index vector points into a dimension that inputs have.",
    example=scatter(scatter_dims_to_operand_dims="[2, 4]"),
)
def index_map_out_of_range(op: ScatterFacts) -> Answer:
    return _out_of_input_range("scatter_dims_to_operand_dims", op)


@SCATTER.constraint(
    "C22",
    "index_vector_dim is a dimension of scatter_indices, or one past the last",
    "0 <= index_vector_dim <= rank(scatter_indices)",
    why="index_vector_dim says which dimension of scatter_indices holds the index vectors. One past the last means "
    "that each element of scatter_indices is an index vector of one element.",
    example=scatter(index_vector_dim="5"),
)
def index_vector_dim_out_of_range(op: ScatterFacts) -> Answer:
    return predicates.index_vector_dim_out_of_range("scatter_indices", len(op.indices_shape), op.dims.index_vector_dim)


@SCATTER.constraint(
    "C23",
    "update_computation takes and returns scalars that inputs are promotable to",
    "update_computation has type (tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) -> (tensor<E0>, ..., "
    "tensor<EN-1>), where is_promotable(element_type(inputs[i]), Ei)",
    why="The computation gets the N present elements, then the N updates, and returns the N new elements. Its types Ei "
    "may be wider than the inputs' (f32 into f64), never narrower: both operands are converted to Ei first. The "
    "specification's is_promotable leaves out the boolean; hlogen takes i1 for promotable to i1.",
    needs=["I1", "I12", "C5"],
    example=scatter(
        "tensor<2x3x4x2xf64>",
        updates="tensor<2x2x3x2x2xf64>",
        results="tensor<2x3x4x2xf32>",
        region=body("f32"),
    ),
    fixed=scatter(
        "tensor<2x3x4x2xf32>",
        updates="tensor<2x2x3x2x2xf32>",
        results="tensor<2x3x4x2xf64>",
        region=body("f64"),
    ),
    upstream="upstream's verifier accepts any float for any other one, i1 for any integer, and second arguments of "
    "another float width (seen with StableHLO 1.17.0)",
)
def update_computation_of_wrong_type(op: ScatterFacts) -> Answer:
    if op.update_computation is None:
        return Truth.UNKNOWN
    return of_wrong_type(op.update_computation, op.all_inputs)


@SCATTER.constraint(
    "O1",
    "results are tensors",
    "results: variadic number of tensors or per-tensor quantized tensors",
    why="A scatter has one result for each input, a tensor of the input's shape.",
    needs=["I1"],
    example=scatter(results="tensor<*xi64>"),
)
def result_is_no_tensor(op: ScatterFacts) -> Answer:
    return Truth.HOLDS if op.results is None else _no_tensors("results", op.results)


@SCATTER.constraint(
    "C24",
    "results have the inputs' shapes",
    "shape(inputs...) = shape(results...)",
    why="A scatter changes elements of its inputs in place, as it were; no dimension appears, goes or changes.",
    needs=["C5"],
    example=scatter(results="tensor<2x3x4x3xi64>"),
)
def results_of_other_shape(op: ScatterFacts) -> Answer:
    if op.results is None:
        return Truth.HOLDS
    inputs, results = op.all_inputs, op.results
    if len(inputs) != len(results):
        return Offence(
            f"there are {counted(len(inputs), 'input')} and {counted(len(results), 'result')}",
            "declare one result for each input",
        )
    facts, fixes, undecided = [], [], False
    for at, (input, result) in enumerate(zip(inputs, results, strict=True)):
        if not isinstance(input, TensorType) or not isinstance(result, TensorType):
            undecided = True
            continue
        have, want = dims_of(result), dims_of(input)
        answer = len(have) != len(want) or any_true(unfit(a, b) for a, b in zip(have, want, strict=True))
        undecided = undecided or answer is None
        if answer:
            facts.append(f"shape(results[{at}]) = {listed(have)}, but shape(inputs[{at}]) = {listed(want)}")
            fixes.append(f"give results[{at}] the shape {listed(want)}")
    if facts:
        return Offence("; ".join(facts), "; ".join(fixes))
    return Truth.UNKNOWN if undecided else Truth.HOLDS


@SCATTER.constraint(
    "C25",
    "results have the element types that update_computation returns",
    "element_type(results[i]) = Ei for all i in [0,N)",
    why="The new elements are what update_computation returns, in its types.",
    needs=["I12", "O1"],
    example=scatter("tensor<2x3x4x2xi32>", updates="tensor<2x2x3x2x2xi32>", results="tensor<2x3x4x2xi64>"),
    fixed=scatter(
        "tensor<2x3x4x2xi32>", updates="tensor<2x2x3x2x2xi32>", results="tensor<2x3x4x2xi64>", region=body("i64")
    ),
    upstream="upstream's verifier accepts a quantized result of another scale or zero point (seen with StableHLO "
    "1.17.0)",
)
def results_of_other_element_type(op: ScatterFacts) -> Answer:
    if op.results is None:
        return Truth.HOLDS
    computed = op.computed_types
    if len(computed) != len(op.results):
        return Truth.UNKNOWN  # C24 has said that the counts differ
    found = [predicates.ranked(type).element_type for type in op.results]
    # Where update_computation takes one type and returns another, which C23 has said, either may be the one meant.
    taken = op.taken_types
    wrong = [at for at, type in enumerate(found) if type != computed[at] and type not in taken[at : at + 1]]
    if not wrong:
        return Truth.HOLDS
    facts = (f"update_computation returns {computed[at]} for results[{at}], which has {found[at]}" for at in wrong)
    return Offence(
        "; ".join(facts),
        "; ".join(f"make results[{at}] a tensor of {computed[at]}" for at in wrong),
        UPSTREAM_ACCEPTS if all(_differ_in_scale(found[at], computed[at]) for at in wrong) else None,
    )


def _differ_in_scale(a: ElementType, b: ElementType) -> bool:
    """Whether both are quantized and stored alike, so that upstream's verifier takes one for the other."""
    if not isinstance(a, QuantizedType) or not isinstance(b, QuantizedType):
        return False
    return replace(a, scales=b.scales, zero_points=b.zero_points) == b


def _no_tensors(name: str, types: Sequence[Type]) -> Answer:
    judgements = [predicates.not_a_tensor(f"{name}[{at}]", type) for at, type in enumerate(types)]
    offences = [judgement for judgement in judgements if isinstance(judgement, Offence)]
    if not offences:
        return Truth.HOLDS
    return Offence("; ".join(offence.message for offence in offences), "; ".join(offence.fix for offence in offences))


def _shapes_differ(name: str, types: Sequence[Type]) -> Answer:
    """Two of the shapes can't be the same; each is compared with every other, since ``?`` agrees with anything."""
    shapes = [dims_of(predicates.ranked(type)) for type in types]
    first_of_each = {shape: at for at, shape in reversed([*enumerate(shapes)])}  # there are few, of however many types
    undecided = len(first_of_each) < len(shapes) and any(dim.size is None for shape in first_of_each for dim in shape)
    for a, b in itertools.combinations(sorted(first_of_each.values()), 2):
        answer = len(shapes[a]) != len(shapes[b]) or any_true(map(differ, shapes[a], shapes[b]))
        undecided = undecided or answer is None
        if answer:
            return Offence(
                f"shape({name}[{a}]) = {listed(shapes[a])}, but shape({name}[{b}]) = {listed(shapes[b])}",
                f"give all {name} the same shape",
                None
                if any(_clearly_differ(shapes[0], shape) for shape in shapes[1:])
                else UPSTREAM_COMPARES_WITH_FIRST,
            )
    return Truth.UNKNOWN if undecided else Truth.HOLDS


def _clearly_differ(a: Sequence[Dim], b: Sequence[Dim]) -> bool:
    """Whether two shapes differ in rank or in a size that both of them state."""
    return len(a) != len(b) or any(
        x.size is not None and y.size is not None and x.size != y.size for x, y in zip(a, b, strict=True)
    )


def _out_of_input_range(name: str, op: ScatterFacts) -> Answer:
    return predicates.out_of_range(op.named(name), len(op.input_shape), "rank(inputs[0])")


def _is_function(op: ScatterFacts) -> bool:
    return op.update_computation is not None and no_function(op.update_computation) is Truth.HOLDS
