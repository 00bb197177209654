"""Operations that fold or order elements with a function of scalars (spec: reduce, sort)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, get_args, overload

import ml_dtypes
import numpy as np
import numpy.typing as npt

from hlogen.builder.elementwise import ComparisonDirection, compare
from hlogen.builder.emit import (
    as_tensor,
    as_tensors,
    boolean,
    emit,
    i64,
    i64_array,
    integer,
    integers,
    listed,
)
from hlogen.builder.overloads import one_or_several
from hlogen.builder.regions import PRED, Computation, ElementTypes, computation, region_of, scalars_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import Attribute, ComplexType, ElementType, FloatType, IntegerType, Region, TensorType, dtype_of


@overload
def reduce(
    inputs: Tensor | npt.NDArray[Any],
    init_values: TensorLike,
    dimensions: Iterable[int],
    body: Computation,
    *,
    computation_types: ElementTypes | None = None,
) -> Tensor: ...
@overload
def reduce(
    inputs: Sequence[TensorLike],
    init_values: Sequence[TensorLike],
    dimensions: Iterable[int],
    body: Computation,
    *,
    computation_types: ElementTypes | None = None,
) -> tuple[Tensor, ...]: ...
@public
def reduce(
    inputs: TensorLike | Sequence[TensorLike],
    init_values: TensorLike | Sequence[TensorLike],
    dimensions: Iterable[int],
    body: Computation,
    *,
    computation_types: ElementTypes | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """`inputs` folded over `dimensions` with `body`, starting from the scalars `init_values`.

    One tensor in gives one out; a list or tuple gives a tuple. `body` is "add", "mul", "min", "max", "and", "or",
    "xor", or a function of 2N scalars (N so far, N new) that gives N. The order of elements is up to whoever runs it.
    """
    attributes: dict[str, Attribute] = {"dimensions": i64_array(integers(dimensions, "dimensions"))}
    return folded("reduce", inputs, init_values, body, computation_types, attributes)


@public
@one_or_several
def sort(
    inputs: TensorLike | Sequence[TensorLike],
    comparator: ComparisonDirection | Callable[..., Any] | Region | None = None,
    dimension: int = -1,
    *,
    is_stable: bool = True,
) -> Tensor | tuple[Tensor, ...]:
    """`inputs` ordered together along `dimension` so that `comparator` holds between what comes first and what follows.

    `comparator` is a function of 2N scalars, for each input the two to compare (``lambda a, b: a < b``), that gives
    an i1 scalar, or what holds between those of the first input: "LT", "GT" and their kin. By itself, the first input
    comes out in ascending order, NaN last. One tensor in gives one out; a list or tuple gives a tuple.
    """
    require_scope("hl.sort")
    values, is_single = as_tensors(inputs, "inputs")
    types = [TensorType((), value.element_type) for value in values for _ in range(2)]
    if isinstance(comparator, str):
        if comparator not in get_args(ComparisonDirection):
            known = ", ".join(map(repr, get_args(ComparisonDirection)))
            raise usage_error(
                f"comparator of sort {comparator!r} has no meaning\n  fix: use one of {known}, or a function"
            )
        comparator = partial(_compared, comparator)
    elif comparator is None:
        comparator = _ascending
    region = region_of(comparator, types, "comparator of sort", [PRED])
    attributes: dict[str, Attribute] = {
        "dimension": i64(integer(dimension, "dimension")),
        "is_stable": boolean(is_stable, "is_stable"),
    }
    results = emit("stablehlo.sort", values, attributes, [region])
    return results[0] if is_single else results


def _compared(direction: ComparisonDirection, first: Tensor, second: Tensor, *_: Tensor) -> Tensor:
    return compare(first, second, direction)


def _ascending(first: Tensor, second: Tensor, *_: Tensor) -> Tensor:
    return comes_before(first, second)


def comes_before(a: Tensor, b: Tensor) -> Tensor:
    """a < b, NaN being greater than all else, as NumPy sorts."""
    less = compare(a, b, "LT")
    a_nan, b_nan = is_nan(a), is_nan(b)
    return less if a_nan is None or b_nan is None else less | (~a_nan & b_nan)


def is_nan(value: Tensor) -> Tensor | None:
    """Where floats are NaN; None where the type has none."""
    return compare(value, value, "NE") if isinstance(value.element_type, FloatType) else None


def folded(
    name: str,
    inputs: TensorLike | Sequence[TensorLike],
    init_values: TensorLike | Sequence[TensorLike],
    body: Computation,
    computation_types: ElementTypes | None,
    attributes: dict[str, Attribute],
) -> Tensor | tuple[Tensor, ...]:
    """reduce or reduce_window: inputs with their initial values, and a body on the scalars of both."""
    require_scope(f"hl.{name}")
    values, is_single = as_tensors(inputs, "inputs")
    starts, _ = listed(init_values)
    if len(starts) != len(values):
        raise usage_error(f"{name} has {len(values)} inputs, but {len(starts)} init_values; they go in pairs")
    initial = [
        as_tensor(start, f"init_values[{number}]", value.element_type)
        for number, (start, value) in enumerate(zip(starts, values, strict=True))
    ]
    region = computation(body, scalars_of(values, computation_types), f"body of {name}")
    results = emit(f"stablehlo.{name}", [*values, *initial], attributes, [region])
    return results[0] if is_single else results


def neutral_element(body: str, element_type: ElementType) -> Any:
    """What changes nothing under "add", "mul", "min" or "max", as a NumPy scalar or a Python number."""
    if body in ("add", "mul"):
        return 0 if body == "add" else 1
    is_min = body == "min"
    if isinstance(element_type, IntegerType):
        return element_type.maximum if is_min else element_type.minimum
    dtype = dtype_of(element_type)
    end = np.inf if is_min else -np.inf
    if isinstance(element_type, ComplexType):  # ordered by real part, then imaginary part
        return np.array(complex(end, end), dtype)
    with np.errstate(all="ignore"):
        there = np.array(end).astype(dtype)
    if np.isinf(there):
        return there
    assert isinstance(element_type, FloatType)  # of the few bits that have no infinity
    limits = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]  # ml_dtypes has no types here
    return np.array(limits.max if is_min else limits.min, dtype)
