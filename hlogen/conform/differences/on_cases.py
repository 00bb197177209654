"""Which differences a generated program meets, so that it isn't held against that backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from hlogen.conform.differences.table import KnownDifference, installed
from hlogen.conform.generate import Case
from hlogen.conform.generate.bodies import nodes
from hlogen.ir import ComplexType, FloatType, IntegerType, QuantizedType


def affecting(name: str, case: Case) -> list[KnownDifference]:
    """The differences of the backend `name`, in the version that is installed, that the program meets."""
    return [entry for entry in installed(name) if entry.id in AFFECTS and AFFECTS[entry.id](case)]


def promotes_floats(case: Case) -> bool:
    """Whether update_computation works in wider floats than its inputs have."""
    return case.promotes and any(isinstance(element, FloatType) for element in case.element_types)


def partial_windows(case: Case) -> bool:
    """Whether an index puts a window of scatter partly, but not wholly, out of bounds."""
    if case.op != "scatter" or 0 in case.layout.result_shape:
        return False
    layout = case.layout
    dims = np.array([layout.operand_shape[d] for d in layout.start_index_map], object)
    sizes = np.array([layout.slice_sizes[d] for d in layout.start_index_map], object)
    for start in case.start_vectors:
        inside = bool(np.all((start >= 0) & (start + sizes <= dims)))
        touches = bool(np.all((start < dims) & (start + sizes > 0)))
        if touches and not inside:
            return True
    return False


def negative_when_signed(case: Case) -> bool:
    """Whether an unsigned index has its highest bit set."""
    limit = 1 << (case.index_type.width - 1)
    return case.index_type.is_unsigned and any(int(value) >= limit for value in case.indices.flat)


def dim_beyond_the_index_type(case: Case) -> bool:
    """Whether the last place that a whole window of scatter may have, in any dimension, is beyond the indices' type."""
    layout = case.layout
    return case.op == "scatter" and any(
        dim - size > case.index_type.maximum for dim, size in zip(layout.operand_shape, layout.slice_sizes, strict=True)
    )


def subnormals_computed_with(case: Case) -> bool:
    """Whether there are subnormal floats that a body computes with, or any in bf16, which XLA holds in f32 at times."""
    computes = case.body is not None and bool(case.body.ops)
    tiny = np.float32(2.0**-126)  # the smallest normal number of f32 and of bf16, which is computed in f32
    for operand in (*case.operands[: len(case.element_types)], *case.updates):
        array = np.stack([operand.real, operand.imag]) if operand.dtype.kind == "c" else operand
        smallest = {"float32": tiny, "bfloat16": tiny, "float64": 2.0**-1022}.get(array.dtype.name)
        if smallest is None or not (computes or array.dtype.name == "bfloat16"):
            continue
        if bool(np.any((array != 0) & (np.abs(array) < smallest))):
            return True
    return False


def multiplies_and_adds(case: Case) -> bool:
    """Whether a scatter's body multiplies floats and adds the product, as a complex product does in itself."""
    if case.body is None or "multiply" not in case.body.ops:
        return False
    if any(isinstance(element, ComplexType) for element in case.body.element_types):
        return True
    has_floats = any(isinstance(element, FloatType) for element in case.body.element_types)
    return has_floats and case.body.depth > 1


def adds_boolean_constants(case: Case) -> bool:
    """Whether a scatter's body adds i1 values that are constants or may be folded to some."""
    if case.body is None or "add" not in case.body.ops or (case.body.depth < 2 and not _leaves_constants(case)):
        return False
    return any(isinstance(element, IntegerType) and element.is_boolean for element in case.body.element_types)


def adds_float_constants(case: Case) -> bool:
    """Whether a scatter's body adds or subtracts floats and has constants, of which one may be or become 0."""
    if case.body is None or not case.body.ops & {"add", "subtract"} or not _leaves_constants(case):
        return False
    return any(isinstance(element, (FloatType, ComplexType)) for element in case.body.element_types)


def _leaves_constants(case: Case) -> bool:
    assert case.body is not None
    return any(node[0] in ("constant", "captured") for result in case.body.results for node in nodes(result))


def empty_slice_of_a_dropped_dim(case: Case) -> bool:
    """Whether a collapsed or batching dimension has slice size 0 although the result has elements (gather C9, C12)."""
    layout = case.layout
    dropped = (*layout.collapsed_slice_dims, *layout.operand_batching_dims)
    return case.op != "scatter" and 0 not in layout.result_shape and any(layout.slice_sizes[d] == 0 for d in dropped)


def order_matters(case: Case) -> bool:
    """Whether another schedule than the lexicographic one may give another result.

    Not a difference: the schedule of scatter is implementation-defined. XLA applies a whole window after the other,
    which gives an element its updates in another order where windows overlap and aren't the last of the updates'
    dimensions.
    """
    if case.op != "scatter" or case.body is None or _is_associative(case):
        return False
    if case.layout.offset_dims == () or 0 in case.layout.result_shape:
        return False
    return _windows_overlap(case)


def _windows_overlap(case: Case) -> bool:
    """Whether two updates of different index vectors go to one element, in another order than their index vectors'."""
    layout = case.layout
    scatter_dims = [d for d in range(len(layout.result_shape)) if d not in layout.offset_dims]
    last: dict[tuple[int, ...], tuple[int, ...]] = {}
    for place, index in case.updated_places():
        vector = tuple(index[d] for d in scatter_dims)
        if last.get(place, vector) > vector:
            return True
        last[place] = vector
    return False


def _is_associative(case: Case) -> bool:
    assert case.body is not None
    return all(
        len(result) == 3
        and isinstance(element, IntegerType)
        and {result[1], result[2]} == {("old", i), ("new", i)}
        and result[0] != "subtract"
        for i, (result, element) in enumerate(zip(case.body.results, case.body.element_types, strict=True))
    )


def quantized(case: Case) -> bool:
    return any(isinstance(element, QuantizedType) for element in case.element_types)


def has_float(case: Case, *names: str) -> bool:
    return any(isinstance(element, FloatType) and element.name in names for element in case.element_types)


def float_types(case: Case) -> set[str]:
    """The names of the floating-point types among the operand's or inputs' types."""
    return {str(element) for element in case.element_types if isinstance(element, FloatType)}


# Those that the generator of programs can meet, by their ids.
AFFECTS: Mapping[str, Callable[[Case], bool]] = {
    "upstream.unsigned-indices": negative_when_signed,
    "upstream.promotion": lambda case: case.promotes,
    "upstream.quantized-scatter": lambda case: case.op == "scatter" and quantized(case),
    "upstream.quantized-dynamic-gather": lambda case: case.op == "dynamic_gather" and quantized(case),
    "xla.float-promotion": promotes_floats,
    "xla.partial-windows": partial_windows,
    "xla.empty-slice": empty_slice_of_a_dropped_dim,
    "xla.slice-sizes-as-operand": lambda case: case.op == "dynamic_gather" and 2 not in case.constants,
    "xla.f6": lambda case: has_float(case, "f6E2M3FN", "f6E3M2FN"),
    "xla.quantized": quantized,
    "xla.mixed-floats": lambda case: case.op == "scatter" and len(float_types(case)) > 1,
    "xla.promotion": lambda case: case.promotes,
    "xla.scatter-into-rank-0": lambda case: (
        case.op == "scatter" and not case.layout.operand_shape and bool(case.layout.result_shape)
    ),
    "xla.scatter-with-empty-index-vectors": lambda case: (
        case.op == "scatter" and not case.layout.start_index_map and case.layout.index_vectors > 1
    ),
    "xla.constant-unsigned-indices": lambda case: (
        case.op != "scatter" and len(case.element_types) in case.constants and negative_when_signed(case)
    ),
    "xla.narrow-scatter-indices": dim_beyond_the_index_type,
    "xla.subnormals": subnormals_computed_with,
    "xla.fused-multiply-add": multiplies_and_adds,
    "xla.sum-with-zero": adds_float_constants,
    "xla.boolean-constant-sum": adds_boolean_constants,
}
