"""Operations that fold the elements of sliding windows (spec: reduce_window, select_and_scatter)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast, overload

import numpy as np
import numpy.typing as npt

from hlogen.builder.arrays import dense_elements
from hlogen.builder.emit import as_tensor, described, emit_one, i64_array, integers
from hlogen.builder.reduction import folded
from hlogen.builder.regions import PRED, Computation, ElementTypes, computation, region_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import Attribute, DenseElements, Region, TensorType


@overload
def reduce_window(
    inputs: Tensor | npt.NDArray[Any],
    init_values: TensorLike,
    body: Computation,
    *,
    window_dimensions: Iterable[int],
    window_strides: Iterable[int] | None = None,
    base_dilations: Iterable[int] | None = None,
    window_dilations: Iterable[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
    computation_types: ElementTypes | None = None,
) -> Tensor: ...
@overload
def reduce_window(
    inputs: Sequence[TensorLike],
    init_values: Sequence[TensorLike],
    body: Computation,
    *,
    window_dimensions: Iterable[int],
    window_strides: Iterable[int] | None = None,
    base_dilations: Iterable[int] | None = None,
    window_dilations: Iterable[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
    computation_types: ElementTypes | None = None,
) -> tuple[Tensor, ...]: ...
@public
def reduce_window(
    inputs: TensorLike | Sequence[TensorLike],
    init_values: TensorLike | Sequence[TensorLike],
    body: Computation,
    *,
    window_dimensions: Iterable[int],
    window_strides: Iterable[int] | None = None,
    base_dilations: Iterable[int] | None = None,
    window_dilations: Iterable[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
    computation_types: ElementTypes | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """`reduce` over each window of the sizes `window_dimensions`, as a running sum needs it.

    Per dimension: windows start `window_strides` apart, elements lie `base_dilations` apart, a window takes each
    `window_dilations`-th element (all 1 where not given), and `padding` adds [low, high] elements (0 where not given).
    """
    sizes = integers(window_dimensions, "window_dimensions")
    attributes: dict[str, Attribute] = {"window_dimensions": i64_array(sizes)}
    optional = {
        "window_strides": window_strides,
        "base_dilations": base_dilations,
        "window_dilations": window_dilations,
    }
    for name, values in optional.items():
        if values is not None:
            attributes[name] = i64_array(integers(values, name))
    if padding is not None:
        attributes["padding"] = padding_attribute(padding)
    return folded("reduce_window", inputs, init_values, body, computation_types, attributes)


@public
def select_and_scatter(
    operand: TensorLike,
    source: TensorLike,
    init_value: TensorLike,
    select: Callable[..., Any] | Region,
    scatter: Computation,
    *,
    window_dimensions: Iterable[int] | None = None,
    window_strides: Iterable[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
) -> Tensor:
    """`init_value` everywhere, with each element of `source` folded in at the place that its window selects.

    The windows are those of `reduce_window` on `operand`, one per element of `source`. ``select(kept, other)`` gives an
    i1 scalar: whether to keep the one so far (``lambda a, b: a >= b`` for a gradient of max pooling). `scatter` folds,
    as a name ("add") or a function of two scalars.
    """
    require_scope("hl.select_and_scatter")
    value = as_tensor(operand, "operand")
    scalar = TensorType((), value.element_type)
    operands = [
        value,
        as_tensor(source, "source", value.element_type),
        as_tensor(init_value, "init_value", value.element_type),
    ]
    regions = [
        region_of(select, [scalar, scalar], "select of select_and_scatter", [PRED]),
        computation(scatter, [scalar], "scatter of select_and_scatter"),
    ]
    attributes: dict[str, Attribute] = {}
    sizes = (1,) * value.rank if window_dimensions is None else integers(window_dimensions, "window_dimensions")
    attributes["window_dimensions"] = i64_array(sizes)
    if window_strides is not None:
        attributes["window_strides"] = i64_array(integers(window_strides, "window_strides"))
    if padding is not None:
        attributes["padding"] = padding_attribute(padding)
    return emit_one("stablehlo.select_and_scatter", operands, attributes, regions)


def padding_attribute(padding: object) -> DenseElements:
    """[low, high] per dimension as ``dense<[[low, high], ...]> : tensor<Rx2xi64>``."""
    rows: list[object] | None = None
    if isinstance(padding, (list, tuple)) or (isinstance(padding, np.ndarray) and padding.ndim == 2):
        rows = list(padding)
    pairs = [()] if rows is None else [integers(cast(Iterable[int], row), "padding") for row in rows]
    if any(len(pair) != 2 for pair in pairs):
        raise usage_error(f"padding is a list of [low, high], one per dimension, not {described(padding)}")
    return dense_elements(np.array(pairs, np.int64).reshape(-1, 2), None, None)
