"""What a golden is made from: a case of one op, with its tensors, dimension numbers and update computation.

A case is data. `tools/golden.py` computes its expected values with the slow model under tests/ and renders its file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.ir import TensorType, dtype_of, tensor

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True, eq=False)
class Tensor:
    """A constant of a golden: its type and elements."""

    type: TensorType
    array: Array


def values(type: str, elements: npt.ArrayLike) -> Tensor:
    """The tensor of type `type` ("2x3xi32") with these elements, converted to its element type."""
    parsed = tensor(type)
    # Lists go straight to the element type: on the way through NumPy's default, 2**64 - 1 would become a float.
    array = np.asarray(elements, dtype_of(parsed.element_type)).reshape(parsed.static_shape)
    return Tensor(parsed, array)


def iota(type: str, start: float = 1) -> Tensor:
    """The tensor whose elements count up from `start` in row-major order: each is told from the others by its value."""
    parsed = tensor(type)
    return values(type, np.arange(parsed.size) + start)


def splat(type: str, element: float) -> Tensor:
    parsed = tensor(type)
    return values(type, np.full(parsed.static_shape, element))


@dataclass(frozen=True)
class Body:
    """An update computation twice over: as MLIR and as Python on NumPy scalars, for the model.

    `text` is the block's operations with `{E0}`, `{E1}` .. for the rank-0 tensor types of the arguments, called `%old`,
    `%new` (N = 1) or `%old0`, `%old1`, .. `%new0`, `%new1`, ..; it ends with `stablehlo.return`. `before` stands in
    main in front of the scatter, `functions` behind main.
    """

    python: Callable[..., Any]
    text: str
    before: str = ""
    functions: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)  # a case is itself: what is computed of it is kept
class Case:
    """What every golden has.

    `differs` names, per oracle, the known difference that makes it give another result; `unasked` says why an oracle
    isn't asked at all, where that is no matter of the specification.
    """

    name: str
    clauses: str  # ids without the op's name, separated by blanks: "S1 S5-low"
    title: str
    differs: Mapping[str, str] = field(default_factory=dict)
    unasked: Mapping[str, str] = field(default_factory=dict)
    file: str | None = None  # the file that several small cases share, one split of it each

    @property
    def file_name(self) -> str:
        return f"{self.file or self.name}.mlir"


@dataclass(frozen=True, kw_only=True)
class GatherCase(Case):
    """A gather, or a dynamic_gather where `slice_sizes_type` is given."""

    operand: Tensor
    start_indices: Tensor
    offset_dims: Sequence[int] = ()
    collapsed_slice_dims: Sequence[int] = ()
    operand_batching_dims: Sequence[int] = ()
    start_indices_batching_dims: Sequence[int] = ()
    start_index_map: Sequence[int] = ()
    index_vector_dim: int
    slice_sizes: Sequence[int]
    indices_are_sorted: bool = False
    slice_sizes_type: str | None = None  # element type of dynamic_gather's operand
    computed_slice_sizes: bool = False  # True: slice_sizes is the sum of two constants, not a constant
    quantized: str | None = None  # the operand's element type, of which `operand` holds the storage
    as_bits: str | None = None  # compare bit_cast to this element type, so that NaN payloads and -0.0 count


@dataclass(frozen=True, kw_only=True)
class ScatterCase(Case):
    """A scatter of one input or several."""

    inputs: Sequence[Tensor]
    scatter_indices: Tensor
    updates: Sequence[Tensor]
    body: Body
    update_window_dims: Sequence[int] = ()
    inserted_window_dims: Sequence[int] = ()
    input_batching_dims: Sequence[int] = ()
    scatter_indices_batching_dims: Sequence[int] = ()
    scatter_dims_to_operand_dims: Sequence[int] = ()
    index_vector_dim: int
    indices_are_sorted: bool = False
    unique_indices: bool = False
    result_element_types: Sequence[str] = ()  # E0, E1, ..; the inputs' where left out
    quantized: str | None = None  # element type of inputs and updates, which hold its storage
    check_inputs: bool = False  # also check that the inputs are as they were
