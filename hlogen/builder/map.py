"""A function of scalars on each element (spec: map)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hlogen.builder.emit import as_tensors, emit_one, i64_array
from hlogen.builder.regions import region_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope
from hlogen.door import public
from hlogen.ir import Region, TensorType


@public
def map(inputs: TensorLike | Sequence[TensorLike], computation: Callable[..., Any] | Region) -> Tensor:
    """`computation` on each element, or on those that stand at the same place of several inputs of one shape.

    `computation` is a function of a scalar for each input that gives one scalar.
    """
    require_scope("hl.map")
    values, _ = as_tensors(inputs, "inputs")
    region = region_of(computation, [TensorType((), value.element_type) for value in values], "computation of map")
    attributes = {"dimensions": i64_array(tuple(range(values[0].rank)))}
    return emit_one("stablehlo.map", values, attributes, [region])
