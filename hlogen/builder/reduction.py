"""Operations that fold or order elements with a function of scalars (spec: reduce, sort)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

import numpy.typing as npt

from hlogen.builder.emit import (
    as_tensor,
    as_tensors,
    boolean,
    element_type_from,
    emit,
    i64,
    i64_array,
    integer,
    integers,
    listed,
)
from hlogen.builder.regions import PRED, Computation, computation, region_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.ir import Attribute, ElementType, Region, TensorType


@overload
def reduce(
    inputs: Tensor | npt.NDArray[Any],
    init_values: TensorLike,
    dimensions: Iterable[int],
    body: Computation,
    *,
    computation_types: str | ElementType | Sequence[str | ElementType] | None = None,
) -> Tensor: ...
@overload
def reduce(
    inputs: Sequence[TensorLike],
    init_values: Sequence[TensorLike],
    dimensions: Iterable[int],
    body: Computation,
    *,
    computation_types: str | ElementType | Sequence[str | ElementType] | None = None,
) -> tuple[Tensor, ...]: ...
def reduce(
    inputs: TensorLike | Sequence[TensorLike],
    init_values: TensorLike | Sequence[TensorLike],
    dimensions: Iterable[int],
    body: Computation,
    *,
    computation_types: str | ElementType | Sequence[str | ElementType] | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """`inputs` folded over `dimensions` with `body`, starting from the scalars `init_values`.

    One tensor in gives one out; a list or tuple gives a tuple. `body` is "add", "mul", "min", "max", "and", "or",
    "xor", or a function of 2N scalars (N so far, N new) that gives N. The order of elements is up to whoever runs it.
    """
    require_scope("hl.reduce")
    values, is_single = as_tensors(inputs, "inputs")
    starts, _ = listed(init_values)
    if len(starts) != len(values):
        raise usage_error(f"reduce has {len(values)} inputs and {len(starts)} init_values; they go in pairs")
    initial = [
        as_tensor(start, f"init_values[{number}]", value.element_type)
        for number, (start, value) in enumerate(zip(starts, values, strict=True))
    ]
    entries: Sequence[Any]
    if computation_types is None:
        entries = [value.element_type for value in values]
    elif isinstance(computation_types, (str, ElementType)):
        entries = [computation_types] * len(values)
    else:
        entries = computation_types
    scalars = [TensorType((), element_type_from(entry, "computation_types")) for entry in entries]
    region = computation(body, scalars, "body of reduce")
    attributes: dict[str, Attribute] = {"dimensions": i64_array(integers(dimensions, "dimensions"))}
    results = emit("stablehlo.reduce", [*values, *initial], attributes, [region])
    return results[0] if is_single else results


@overload
def sort(
    inputs: Tensor | npt.NDArray[Any],
    comparator: Callable[..., Any] | Region,
    *,
    dimension: int = -1,
    is_stable: bool = True,
) -> Tensor: ...
@overload
def sort(
    inputs: Sequence[TensorLike],
    comparator: Callable[..., Any] | Region,
    *,
    dimension: int = -1,
    is_stable: bool = True,
) -> tuple[Tensor, ...]: ...
def sort(
    inputs: TensorLike | Sequence[TensorLike],
    comparator: Callable[..., Any] | Region,
    *,
    dimension: int = -1,
    is_stable: bool = True,
) -> Tensor | tuple[Tensor, ...]:
    """`inputs` ordered together along `dimension` so that `comparator` holds between what comes first and what follows.

    `comparator` is a function of 2N scalars, for each input the two to compare (``lambda a, b: a < b``), that gives
    an i1 scalar. One tensor in gives one out; a list or tuple gives a tuple.
    """
    require_scope("hl.sort")
    values, is_single = as_tensors(inputs, "inputs")
    types = [TensorType((), value.element_type) for value in values for _ in range(2)]
    region = region_of(comparator, types, "comparator of sort", [PRED])
    attributes: dict[str, Attribute] = {
        "dimension": i64(integer(dimension, "dimension")),
        "is_stable": boolean(is_stable, "is_stable"),
    }
    results = emit("stablehlo.sort", values, attributes, [region])
    return results[0] if is_single else results
