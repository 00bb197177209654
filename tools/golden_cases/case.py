"""What a golden is made from: an op, operands and attributes as data; expected values come from the slow model.

    case("pad", "negative_edges", "elements are removed", iota("5xi32"), values("i32", 0), says="the clause",
         edge_padding_low=[-1], edge_padding_high=[-2], interior_padding=[0])

Attributes are Python values that the op's text and the model both get: lists of integers, booleans, names of enums.
What a single op can't say is a `program`: a text, its operands, and what it gives. `tools/golden.py` renders the files.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, NoReturn

import numpy as np
from model import (
    chlo,
    dynamic_gather,
    elementwise,
    gather,
    linear_algebra,
    normalization,
    quantization,
    reductions,
    scatter,
    shape,
)
from model.quantization import Quantization, dequantize_op_quantize

from hlogen.ir import ElementType, QuantizedType, TensorType, dtype_of, element_type_of, tensor
from hlogen.spec.optable import OPS
from tools.golden_cases.clauses import CLAUSES
from tools.golden_cases.tensors import Tensor

MODELS: Sequence[ModuleType] = (
    elementwise,
    shape,
    reductions,
    linear_algebra,
    normalization,
    quantization,
    gather,
    scatter,
    dynamic_gather,
)
_FOLDERS = {"real": "real_part"}  # golden/real has programs from JAX
_CHLO_OPERANDS = {1: ["operand"], 2: ["lhs", "rhs"], 3: ["lhs", "rhs", "group_sizes"]}
ULPS = 3  # what goldens allow where the specification leaves accuracy open


@dataclass(frozen=True)
class Region:
    """An input function twice over: as MLIR, and as Python on NumPy scalars for the model."""

    arguments: str  # "%lhs: tensor<i32>, %rhs: tensor<i32>"
    text: str
    python: Callable[..., Any]


@dataclass(frozen=True)
class Text:
    """An attribute as MLIR text. The model gets `value`, or nothing of it where it changes no value."""

    text: str
    value: Any = None


@dataclass(frozen=True)
class Dims:
    """Dimension numbers of a gather or scatter: an attribute of several fields, which the model gets one by one."""

    kind: str  # #stablehlo.<kind>
    fields: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, eq=False)  # a case is itself: what is computed of it is kept
class Case:
    """What every golden has.

    What it is about are `clauses` by number ("S1 S5-low", without the op's name) or the sentence that it `says`.
    Results are exact, or `ulps` away at most, or `noise` ULPs of the largest number, where what cancels in sums isn't
    0; both are written into the file, never left to what a check allows by default. `differs` names, per oracle, the
    known difference that makes it give another result; `unasked` says why an oracle isn't asked at all, where that is
    no matter of the specification.
    """

    op: str
    name: str
    title: str
    clauses: str = ""
    says: str = ""
    ulps: int | None = None
    noise: int | None = None
    bits: bool = False  # compare bits, so that -0.0 counts
    differs: Mapping[str, str] = field(default_factory=dict)
    unasked: Mapping[str, str] = field(default_factory=dict)
    file: str | None = None  # the file that several small cases share, one split of it each
    after: str = ""  # what stands behind main

    @property
    def folder(self) -> str:
        """golden/<op>; the ops of chlo lie together."""
        return "chlo" if self.op.startswith("chlo.") else _FOLDERS.get(self.op, self.op)

    @property
    def file_name(self) -> str:
        return f"{self.file or self.name}.mlir"

    @property
    def clause_ids(self) -> list[str]:
        """The full ids of the clauses that it covers; a dynamic_gather's `S1` is dynamic_gather.S1."""
        return [f"{self.op}.{clause}" for clause in self.clauses.split()]

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """What of the specification it is about, each with the name it goes by."""
        return [(id, CLAUSES[id]) for id in self.clause_ids] or [(self.op, self.says)]


@dataclass(frozen=True, kw_only=True, eq=False)
class OpCase(Case):
    """One op on constants. `results` are the types that the model can't tell; `before` stands in front of the op.

    Where the schedule is open (`any_order`), a result's elements are one each of those that some schedule gives.
    """

    operands: Sequence[Tensor]
    attributes: Mapping[str, Any]
    results: Sequence[str] = ()
    before: str = ""
    any_order: bool = False

    @property
    def full_name(self) -> str:
        return self.op if self.op.startswith("chlo.") else f"stablehlo.{self.op}"

    @property
    def operand_names(self) -> list[str]:
        """The specification's names of the operands, numbered where there is any number of them."""
        spec = OPS.get(self.full_name)
        names = list(spec.operands) if spec else _CHLO_OPERANDS[len(self.operands)]
        variadic = [name for name in names if name.endswith("...")]
        if not variadic:
            return names
        each = (len(self.operands) - len(names) + len(variadic)) // len(variadic)
        return [
            one for name in names for one in (_numbered(name.removesuffix("..."), each) if name in variadic else [name])
        ]

    def expected(self, **more: Any) -> list[Tensor]:
        """What the model gives, with the results' types; `more` may hold a schedule."""
        model = _model(self.op)
        types = [tensor(text) for text in self.results]
        attributes = {
            name: for_model(value)
            for name, value in self.attributes.items()
            if not isinstance(value, Dims) and (not isinstance(value, Text) or value.value is not None)
        } | more
        for value in self.attributes.values():
            attributes |= value.fields if isinstance(value, Dims) else {}
        wanted = inspect.signature(model).parameters
        if "shape" in wanted:
            attributes["shape"] = types[0].static_shape
        if types and "dtype" in wanted:
            dtypes = [dtype_of(_expressed(type)) for type in types]
            attributes["dtype"] = dtypes if self.op in ("reduce", "reduce_window", "scatter") else dtypes[0]
        arrays = [operand.array for operand in self.operands]
        operand_types = [operand.type for operand in self.operands]
        if any(isinstance(type.element_type, QuantizedType) for type in [*operand_types, *types]):
            found: Any = dequantize_op_quantize(
                model,
                *arrays,
                types=[_quantization(type) for type in operand_types],
                result_types=[_quantization(type) for type in types],
                **attributes,
            )
        else:
            found = model(*arrays, **attributes)
        given = found if isinstance(found, tuple) else (found,)
        return [
            Tensor(types[i] if types else TensorType(array.shape, element_type_of(array.dtype)), array)
            for i, array in enumerate(given)
        ]

    def admissible(self) -> Tensor:
        """What each element of the result may be: rows, as many as the element with most values needs.

        Every schedule is tried, a permutation of the updates' indices; an element with fewer values has one repeated.
        """
        schedules = itertools.permutations(np.ndindex(*self.operands[-1].array.shape))
        (result, *_), *others = (self.expected(schedule=schedule) for schedule in schedules)
        arrays = np.stack([result.array, *(other.array for (other,) in others)])
        found = [np.unique(column) for column in arrays.reshape(len(arrays), -1).T]
        rows = max(map(len, found))
        columns = [np.concatenate([values, np.repeat(values[-1:], rows - len(values))]) for values in found]
        array = np.stack(columns, axis=-1).reshape(rows, *result.type.static_shape)
        return Tensor(TensorType(array.shape, result.type.element_type), array)


@dataclass(frozen=True, kw_only=True, eq=False)
class ProgramCase(Case):
    """A program: `text` is what stands in main between operands and checks.

    `results` are what the values of these names must be.
    """

    operands: Mapping[str, Tensor]
    text: str
    results: Mapping[str, Tensor]


AnyOpCase = OpCase | ProgramCase


def case(
    op: str,
    name: str,
    title: str,
    *operands: Tensor,
    says: str,
    results: str | Sequence[str] = (),
    ulps: int | None = None,
    noise: int | None = None,
    bits: bool = False,
    file: str | None = None,
    differs: Mapping[str, str] | None = None,
    unasked: Mapping[str, str] | None = None,
    **attributes: Any,
) -> OpCase:
    """One op on `operands`; `says` is the clause of the specification, `results` its types where they must be said."""
    is_quantized = any(isinstance(operand.type.element_type, QuantizedType) for operand in operands)
    differences = {"xla": "xla.quantized"} if is_quantized or "!quant" in str(results) else {}
    return OpCase(
        op=op,
        name=name,
        title=title,
        says=says,
        operands=operands,
        attributes=attributes,
        results=[results] if isinstance(results, str) else results,
        ulps=ulps,
        noise=noise,
        bits=bits,
        file=file,
        differs={**differences, **(differs or {})},
        unasked=unasked or {},
    )


def program(
    op: str,
    name: str,
    title: str,
    text: str,
    results: Mapping[str, Tensor],
    *,
    says: str,
    after: str = "",
    ulps: int | None = None,
    noise: int | None = None,
    bits: bool = False,
    file: str | None = None,
    differs: Mapping[str, str] | None = None,
    unasked: Mapping[str, str] | None = None,
    **operands: Tensor,
) -> ProgramCase:
    """A program of several ops on `operands`, named as in its text; `results` are what some of its values must be."""
    return ProgramCase(
        op=op,
        name=name,
        title=title,
        says=says,
        operands=operands,
        text=text,
        after=after,
        results=results,
        ulps=ulps,
        noise=noise,
        bits=bits,
        file=file,
        differs=differs or {},
        unasked=unasked or {},
    )


def for_model(attribute: Any) -> Any:
    """What the model gets of an attribute that the op's text is written from."""
    if isinstance(attribute, Region):
        return attribute.python
    if isinstance(attribute, Tensor):
        return attribute.array
    return attribute.value if isinstance(attribute, Text) else attribute


def _numbered(name: str, count: int) -> list[str]:
    """inputs -> input0, input1, ..; start_indices -> start_index0, .."""
    if count == 1:
        return [name]
    one = name.replace("indices", "index") if name.endswith("indices") else name.removesuffix("s")
    return [f"{one}{i}" for i in range(count)]


@cache
def _model(op: str) -> Callable[..., Any]:
    """The model of an op: the function of its name, with an underscore behind it where Python has the word."""
    if op.startswith("chlo."):
        return _named(chlo, op.removeprefix("chlo.")) or _none(op)
    for module in MODELS:
        if found := _named(module, op):
            return found
    return _none(op)


def _named(module: ModuleType, op: str) -> Callable[..., Any] | None:
    return vars(module).get(f"{op}_") or vars(module).get(op)


def _none(op: str) -> NoReturn:
    raise LookupError(
        f"there is no model of {op}: write a function of this name in tests/model/, in the file of its kind"
    )


def _expressed(type: TensorType) -> ElementType:
    """The element type that the model computes in."""
    return type.element_type.expressed_type if isinstance(type.element_type, QuantizedType) else type.element_type


def _quantization(type: TensorType) -> Quantization | None:
    quantized = type.element_type
    if not isinstance(quantized, QuantizedType):
        return None
    storage = quantized.storage_type
    return Quantization(
        dtype_of(storage),
        dtype_of(quantized.expressed_type),
        storage.minimum if quantized.storage_min is None else quantized.storage_min,
        storage.maximum if quantized.storage_max is None else quantized.storage_max,
        quantized.scales,
        quantized.zero_points,
        quantized.axis,
    )
