"""dynamic_gather (spec: dynamic_gather): a gather whose slice sizes are a tensor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogen.builder.dynamic import sizes_tensor
from hlogen.builder.emit import as_tensor, emit_one, numbers_of
from hlogen.builder.known import integers_of
from hlogen.builder.promises import SORTED, kept, promise
from hlogen.builder.regions import argument_type
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import require_scope, user_location
from hlogen.door import public
from hlogen.ir import Attribute, GatherDimensionNumbers, TensorType
from hlogen.spec.constraint import require
from hlogen.spec.dynamic_gather import check_dynamic_gather, infer_dynamic_gather


@public
def dynamic_gather(
    operand: TensorLike,
    start_indices: TensorLike,
    slice_sizes: TensorLike | Sequence[int],
    *,
    dimension_numbers: GatherDimensionNumbers | None = None,
    offset_dims: Iterable[int] | None = None,
    collapsed_slice_dims: Iterable[int] | None = None,
    operand_batching_dims: Iterable[int] | None = None,
    start_indices_batching_dims: Iterable[int] | None = None,
    start_index_map: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: Promise = "auto",
    result_type: TensorType | str | None = None,
) -> Tensor:
    """`hlogen.gather` whose `slice_sizes` are a tensor: one integer per dimension of `operand`, or a list of ints.

    All other arguments are those of `hlogen.gather`. The result has `operand`'s element type (C14).

    Where they are known before the program runs, so is the result's shape; else the dimensions at `offset_dims` are
    dynamic, unless `result_type` says what they will be.

    Raises ConstraintError naming every constraint of the specification (dynamic_gather C1-C14, for
    batching dimensions gather's) that is broken, UsageError where an argument isn't even of the right kind.
    """
    require_scope("hl.dynamic_gather")
    numbers = numbers_of(
        GatherDimensionNumbers,
        dimension_numbers,
        offset_dims=offset_dims,
        collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims,
        start_indices_batching_dims=start_indices_batching_dims,
        start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
    )
    promises = {SORTED: promise(indices_are_sorted, SORTED)}
    sizes = sizes_tensor(slice_sizes, "slice_sizes")
    operands = [as_tensor(operand, "operand"), as_tensor(start_indices, "start_indices"), sizes]
    known = integers_of(sizes.value)
    sizes_known = None if known is None or known.ndim != 1 else tuple(map(int, known))
    wanted = None if result_type is None else argument_type(result_type, "result_type")
    location = user_location()
    if wanted is None:
        wanted = infer_dynamic_gather(
            *(value.type for value in operands),
            dimension_numbers=numbers,
            slice_sizes=sizes_known,
            location=location,
        )
    else:
        require(
            check_dynamic_gather(
                *(value.type for value in operands),
                dimension_numbers=numbers,
                slice_sizes=sizes_known,
                result_type=wanted,
                location=location,
            )
        )
    attributes: dict[str, Attribute] = {"dimension_numbers": numbers}
    made = kept("stablehlo.dynamic_gather", operands, attributes, promises, [wanted])
    return emit_one("stablehlo.dynamic_gather", operands, attributes | made, result_type=wanted)
