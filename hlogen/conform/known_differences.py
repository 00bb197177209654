"""Where backends differ from the specification, as data: who, in which versions, which clause, why, a smallest case.

`affecting(backend, case)` says which differences a generated program meets, so that it isn't held against that backend.
Every entry has an example that a test runs: as soon as the difference no longer shows, the test fails and the entry
gets its `until`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hlogen.backends import backend
from hlogen.conform import examples, traits
from hlogen.conform.difference import KnownDifference
from hlogen.conform.generate import Case
from hlogen.conform.op_differences import OP_DIFFERENCES
from hlogen.ir import Module


def affecting(name: str, case: Case) -> list[KnownDifference]:
    """The differences of the backend `name`, in the version that is installed, that the program meets."""
    return [difference for difference in installed(name) if difference.affects(case)]


def met(name: str, module: Module) -> list[KnownDifference]:
    """The differences of the backend `name`, in the version that is installed, that a program can be seen to meet."""
    return [entry for entry in installed(name) if entry.meets is not None and entry.meets(module)]


@lru_cache(maxsize=8)
def installed(name: str) -> tuple[KnownDifference, ...]:
    """The differences of the backend `name` in the version that is installed."""
    if name == "interpreter":
        return ()
    versions = backend(name).version()
    return tuple(entry for entry in DIFFERENCES if entry.backend == name and entry.is_in(versions))


_UPSTREAM: dict[str, Any] = {"backend": "upstream", "versioned_by": "StableHLO", "since": "1.0"}

_NOT_QUANTIZED_UPSTREAM = (  # beside scatter and dynamic_gather
    "all_gather", "collective_broadcast", "collective_permute", "dynamic_update_slice", "iota", "is_finite", "map",
    "optimization_barrier", "reduce", "reverse", "sort",
)  # fmt: skip

DIFFERENCES: tuple[KnownDifference, ...] = (
    *OP_DIFFERENCES,
    KnownDifference(
        id="upstream.unsigned-indices",
        kind="value",
        clause="gather I2, scatter I2: start_indices is a tensor of integer type, so ui8 200 is 200",
        reason="the interpreter extends the sign of unsigned indices: ui8 200 becomes -56",
        example=examples.UNSIGNED_INDEX,
        affects=traits.negative_when_signed,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.promotion",
        kind="crash",
        clause="scatter C23: is_promotable(element_type(inputs[i]), Ei)",
        reason="the interpreter hands the inputs to update_computation in their own type and aborts on the mixture",
        example=examples.PROMOTION,
        affects=lambda case: case.promotes,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.quantized-scatter",
        kind="refused",
        clause="scatter I1: inputs may be per-tensor quantized tensors",
        reason="the interpreter rewrites quantized programs first, and has no rewriting for scatter",
        example=examples.QUANTIZED_SCATTER,
        affects=lambda case: case.op == "scatter" and traits.quantized(case),
        remains="the inputs' own type is quantized, and nothing else reads that type as integers there",
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.quantized-dynamic-gather",
        kind="refused",
        clause="dynamic_gather I1: operand may be a per-tensor quantized tensor",
        reason="the interpreter rewrites quantized programs first, and has no rewriting for dynamic_gather",
        example=examples.QUANTIZED_DYNAMIC_GATHER,
        affects=lambda case: case.op == "dynamic_gather" and traits.quantized(case),
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.quantized-products",
        kind="value",
        clause="dot_general, convolution: dequantize_op_quantize rounds to the nearest integer, within the limits",
        reason="the interpreter multiplies stored integers, rounds results of a narrow type down, and wraps them",
        example=examples.QUANTIZED_PRODUCT,
        affects=traits.not_generated,
        meets=lambda module: bool(traits.quantized_types(module, "dot_general", "convolution")),
        remains="it is arithmetic in general, no gather or scatter",
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.quantized-add",
        kind="value",
        clause="add: dequantize_op_quantize rounds the sum, once",
        reason="the interpreter requantizes each operand, which rounds it, and adds the integers",
        example=examples.QUANTIZED_ADD,
        affects=traits.not_generated,
        meets=lambda module: len(traits.quantized_types(module, "add")) > 1,
        remains="it is arithmetic in general, no gather or scatter",
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.unsigned-storage",
        kind="value",
        clause="types: storage_type is an integer type, so 200 stored as ui8 is 200",
        reason="the interpreter computes on stored integers as if all were signed: 200 becomes -56",
        example=examples.UNSIGNED_STORAGE,
        affects=traits.not_generated,
        meets=lambda module: any(type.storage_type.is_unsigned for type in traits.quantized_types(module)),
        remains="the type is the program's own",
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.expressed-types",
        kind="refused",
        clause="types: expressed_type is a floating-point type",
        reason="the interpreter computes in f32 and has no way back to another expressed type",
        example=examples.EXPRESSED_AS_BF16,
        affects=traits.not_generated,
        meets=lambda module: any(type.expressed_type.name != "f32" for type in traits.quantized_types(module)),
        remains="the type is the program's own",
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.quantized-operations",
        kind="refused",
        clause="reverse I1: operand may be a per-tensor quantized tensor",
        reason="the interpreter rewrites quantized programs first, and has no rewriting for "
        + ", ".join(_NOT_QUANTIZED_UPSTREAM),
        example=examples.QUANTIZED_REVERSE,
        affects=traits.not_generated,
        meets=lambda module: bool(traits.quantized_types(module, *_NOT_QUANTIZED_UPSTREAM)),
        remains="the operation is the program's own",
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.scatter-writes-its-inputs",
        kind="value",
        clause="scatter: updated_results is a copy of results",
        reason="the interpreter's scatter writes into its inputs, which later ops then read",
        example=examples.INPUT_USED_AGAIN,
        affects=traits.not_generated,
        meets=traits.scatter_input_is_used_again,
        until="1.18.0",
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.unsigned-slice-sizes",
        kind="crash",
        clause="dynamic_gather I3: slice_sizes is a tensor of integer type, so ui8 200 is 200",
        reason="the interpreter extends the sign of unsigned slice sizes: ui8 200 becomes -56",
        example=examples.UNSIGNED_SLICE_SIZES,
        affects=traits.not_generated,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="xla.unsigned-slice-sizes",
        backend="xla",
        kind="refused",
        clause="dynamic_gather I3: slice_sizes is a tensor of integer type, so ui8 200 is 200",
        reason="XLA's importer extends the sign of unsigned slice sizes: ui8 200 becomes -56",
        example=examples.UNSIGNED_SLICE_SIZES,
        affects=traits.not_generated,
    ),
    KnownDifference(
        id="xla.loop-in-update-computation",
        backend="xla",
        kind="crash",
        clause="scatter I12: update_computation is a function",
        reason="XLA CPU's compiler aborts on a while inside of update_computation",
        example=examples.LOOP_IN_BODY,
        affects=traits.not_generated,
        remains="a loop that runs as often as its values say can't be written without one",
    ),
    KnownDifference(
        id="xla.same-input-twice",
        backend="xla",
        kind="value",
        clause="scatter: results = exec(schedule, inputs), each of its own input",
        reason="XLA CPU keeps the results of inputs that are one tensor, or equal constants, in one place",
        example=examples.SAME_INPUT_TWICE,
        affects=traits.not_generated,
    ),
    KnownDifference(
        id="xla.float-promotion",
        backend="xla",
        kind="value",
        clause="scatter C23, C25: values are of type Ei from the first update to the result",
        reason="XLA promotes between floats but keeps the inputs' type in between, and rounds to it",
        example=examples.FLOAT_PROMOTION,
        affects=traits.promotes_floats,
    ),
    KnownDifference(
        id="xla.partial-windows",
        backend="xla",
        kind="value",
        clause="scatter: bounds are decided for each element, `result_index` is in bounds for shape(results...)",
        reason="XLA drops a whole window as soon as one of its elements is out of bounds",
        example=examples.PARTIAL_WINDOW,
        affects=traits.partial_windows,
    ),
    KnownDifference(
        id="xla.empty-slice",
        backend="xla",
        kind="value",
        clause="gather C12: slice_sizes[operand_batching_dims...] <= 1, so 0 is allowed and changes no index",
        reason="XLA reads nothing and gives zeros where a dropped dimension has slice size 0",
        example=examples.EMPTY_SLICE,
        affects=traits.empty_slice_of_a_dropped_dim,
    ),
    KnownDifference(
        id="xla.slice-sizes-as-operand",
        backend="xla",
        kind="refused",
        clause="dynamic_gather I3: slice_sizes is an operand",
        reason="XLA has no dynamic shapes: slice_sizes must be a constant of the program",
        example=examples.SLICE_SIZES_AS_ARGUMENT,
        affects=lambda case: case.op == "dynamic_gather" and 2 not in case.constants,
    ),
    KnownDifference(
        id="xla.f6",
        backend="xla",
        kind="refused",
        clause="types: f6E2M3FN and f6E3M2FN are floating-point types",
        reason="XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs end the process",
        example=examples.F6,
        affects=lambda case: traits.has_float(case, "f6E2M3FN", "f6E3M2FN"),
        remains="the program's own arguments and results have these types",
    ),
    KnownDifference(
        id="xla.quantized",
        backend="xla",
        kind="refused",
        clause="types: quantized tensors",
        reason="XLA has no quantized types",
        example=examples.QUANTIZED_GATHER,
        affects=traits.quantized,
        remains="the program's own arguments and results have these types",
    ),
    KnownDifference(
        id="xla.mixed-floats",
        backend="xla",
        kind="refused",
        clause="scatter C6, C23: every input has an element type of its own",
        reason="XLA's verifier doesn't allow floating-point types of different widths in one scatter",
        example=examples.MIXED_FLOATS,
        affects=lambda case: case.op == "scatter" and len(traits.float_types(case)) > 1,
    ),
    KnownDifference(
        id="xla.promotion",
        backend="xla",
        kind="refused",
        clause="scatter C23: is_promotable(element_type(inputs[i]), Ei)",
        reason="XLA wants update_computation in the type of the inputs",
        example=examples.PROMOTION,
        affects=lambda case: case.promotes,
    ),
    KnownDifference(
        id="xla.scatter-into-rank-0",
        backend="xla",
        kind="refused",
        clause="scatter C2: rank(inputs[0]) = 0 with index vectors of size 0, updated several times",
        reason="XLA's scatter simplifier gives the update_computation whole tensors",
        example=examples.SCATTER_INTO_RANK_0,
        affects=lambda case: case.op == "scatter" and not case.layout.operand_shape and bool(case.layout.result_shape),
    ),
    KnownDifference(
        id="xla.scatter-with-empty-index-vectors",
        backend="xla",
        kind="value",
        clause="scatter C19: scatter_dims_to_operand_dims may be empty, and every update then goes to the same window",
        reason="XLA's scatter simplifier takes the dimension of the updates for a window's",
        example=examples.EMPTY_INDEX_VECTORS,
        affects=lambda case: case.op == "scatter" and not case.layout.start_index_map and case.layout.index_vectors > 1,
    ),
    KnownDifference(
        id="xla.constant-unsigned-indices",
        backend="xla",
        kind="value",
        clause="gather I2: start_indices is a tensor of integer type, so ui8 200 is 200",
        reason="XLA folds the clamping of constant unsigned indices as if they were signed",
        example=examples.CONSTANT_UNSIGNED_INDEX,
        affects=lambda case: (
            case.op != "scatter" and len(case.element_types) in case.constants and traits.negative_when_signed(case)
        ),
    ),
    KnownDifference(
        id="xla.narrow-scatter-indices",
        backend="xla",
        kind="value",
        clause="scatter: an index in bounds is in bounds, whatever the width of its type",
        reason="XLA compares indices with dim - window size in the indices' own type, where that may not fit",
        example=examples.NARROW_INDEX,
        affects=traits.dim_beyond_the_index_type,
        until="0.12",
    ),
    KnownDifference(
        id="xla.subnormals",
        backend="xla",
        kind="value",
        clause="add, multiply, minimum, ...: IEEE-754, where subnormal numbers are numbers",
        reason="XLA CPU takes subnormal numbers for zero when it computes, and when it holds bf16 in f32",
        example=examples.SUBNORMAL,
        affects=traits.subnormals_computed_with,
        remains="it is arithmetic in general, and other arithmetic has it too",
    ),
    KnownDifference(
        id="xla.fused-multiply-add",
        backend="xla",
        kind="value",
        clause="multiply, add: each op rounds its result to its own type",
        reason="XLA CPU fuses a product with the sum it goes into, without rounding in between",
        example=examples.FUSED_MULTIPLY_ADD,
        affects=traits.multiplies_and_adds,
        remains="it is arithmetic in general; rounding to the same type is taken for nothing, and left out",
    ),
    KnownDifference(
        id="xla.sum-with-zero",
        backend="xla",
        kind="value",
        clause="add: IEEE-754, where -0 + 0 is 0",
        reason="XLA leaves out the addition of a constant 0, so that -0 stays -0",
        example=examples.SUM_WITH_ZERO,
        affects=traits.adds_float_constants,
        remains="it is arithmetic in general, and other arithmetic has it too",
    ),
    KnownDifference(
        id="xla.boolean-constant-sum",
        backend="xla",
        kind="value",
        clause="add: for booleans, logical OR",
        reason="XLA folds the sum of two i1 constants as a sum modulo 2",
        example=examples.BOOLEAN_CONSTANT_SUM,
        affects=traits.adds_boolean_constants,
    ),
    KnownDifference(
        id="xla.abs-of-square",
        backend="xla",
        kind="value",
        clause="abs: for signed integers, integer modulus",
        reason="XLA leaves out abs of x * x as if it couldn't be negative; a product of integers that overflows is",
        example=examples.ABS_OF_SQUARE,
        affects=traits.not_generated,
        meets=traits.takes_abs_and_squares_integers,
        until="0.11.1",
        remains="it is arithmetic in general, no gather or scatter",
    ),
)
