"""Rules of types: those of quantized element types (spec: Types, C1 to C11), and of tensors of them (C12, C13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from hlogen.ir.dtypes import dtype_of
from hlogen.ir.module import Operation
from hlogen.ir.types import FunctionType, QuantizedType, TensorType, TupleType, Type
from hlogen.spec.constraint import Violation
from hlogen.spec.program_rules import STANDS_IN
from hlogen.spec.rules.facts import Absent
from hlogen.spec.rules.rule import constraint_set

QUANTIZED = constraint_set("quantized_element_type", """
    C1 0 = 0
       spec type(storage_min) = storage_type
       breaks never the text of a type gives storage_min no type of its own
    C2 0 = 0
       spec type(storage_max) = storage_type
       breaks never the text of a type gives storage_max no type of its own
    C3 min_value <= storage_min < storage_max <= max_value
       spec min_value(storage_type) <= storage_min < storage_max <= max_value(storage_type)
       says storage_min is {storage_min} and storage_max is {storage_max}, of a storage type from {min_value} to
       {max_value}
       fix write limits between {min_value} and {max_value}, the lower one first, or none
       breaks <-127:127> => <-127:128>
    C4 0 = 0
       spec type(scales...) = expressed_type
       breaks never a scale is written as a number, and taken for one of the expressed type
    C5 all_positive = true
       spec 0 < scales
       says scales {scales} aren't all above 0
       fix write scales above 0
       breaks 0.5:3 => -0.5:3
    C6 all_finite = true
       spec is_finite(scales...)
       says scales {scales} aren't all finite in {expressed_type}
       fix write scales that {expressed_type} can hold
       breaks i8<-127:127>:f32 => i8<-127:127>:f16 ;; 0.5:3 => 100000.0:3 ;; tensor<4x2xf32> => tensor<4x2xf16>
    C7 storage_min <= zero_points <= storage_max
       needs C3
       fix write zero points from {storage_min} to {storage_max}
       breaks 0.5:3 => 0.5:128
    C8 0 = 0
       spec type(zero_points...) = storage_type
       breaks never a zero point is written as a number, and taken for one of the storage type
    C9 size(scales) = size(zero_points)
       breaks never each scale is written with its zero point, which is 0 where there is none
    C10 is_per_axis or size(scales) = 1
       spec If is_empty(quantization_dimension), then size(scales) = 1
       says {size(scales)} scales, but no dimension that they are along
       fix write the dimension behind the expressed type, such as {expressed_type}:0, or one scale
       breaks f32:1 => f32
    C11 0 <= quantization_dimension
       fix write a dimension of the tensor
       breaks f32:1 => f32:-1
    C12 quantization_dimension < rank
       spec quantization_dimension < rank(self)
       says the type is quantized along dimension {quantization_dimension}, but the tensor has rank {rank}
       fix write a dimension below {rank}
       breaks f32:1 => f32:2
    C13 slices = size(scales)
       needs C10, C11, C12
       spec dim(self, quantization_dimension) = size(scales)
       says dimension {quantization_dimension} has size {slices}, but there are {size(scales)} scales
       fix write a scale for each of the {slices} slices
       breaks {0.5:3, 0.25:-4} => {0.5:3, 0.25:-4, 0.125}
""", """
    %result = "stablehlo.uniform_dequantize"(%operand) :
      (tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25:-4}>>) -> tensor<4x2xf32>
""")  # fmt: skip


class TypeFacts(Mapping[str, Any]):
    """The values of the names that the rules of a quantized tensor's type use."""

    def __init__(self, type: TensorType, element: QuantizedType) -> None:
        storage = element.storage_type
        self._known: dict[str, Any] = {
            "": {},
            "storage_type": storage,
            "expressed_type": element.expressed_type,
            "min_value": storage.minimum,
            "max_value": storage.maximum,
            "storage_min": storage.minimum if element.storage_min is None else element.storage_min,
            "storage_max": storage.maximum if element.storage_max is None else element.storage_max,
            "scales": element.scales,
            "zero_points": element.zero_points,
            "is_per_axis": element.is_per_axis,
            "quantization_dimension": element.axis,
            "rank": type.rank,
        }
        with np.errstate(all="ignore"):
            expressed = np.array(element.scales, np.float64).astype(dtype_of(element.expressed_type))
            self._known["all_positive"] = all(scale > 0 for scale in element.scales)
            self._known["all_finite"] = bool(np.isfinite(expressed.astype(np.float64)).all())
        if element.axis is not None and 0 <= element.axis < type.rank:
            self._known["slices"] = type.shape[element.axis]

    def __getitem__(self, name: str) -> Any:
        found = self._known.get(name)
        if found is None:
            raise Absent
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


class TypeChecker:
    """Checks each type of a program once; `faulty` are those that break a rule."""

    def __init__(self) -> None:
        self._seen: set[Type] = set()
        self.faulty: set[Type] = set()

    def of(self, op: Operation) -> Iterator[Violation]:
        """The violations of new types that an operation's results and its regions' arguments have."""
        if op.name == STANDS_IN:  # who uses it as of a type says so
            return
        arguments = (value for region in op.regions for block in region.blocks for value in block.arguments)
        for type in {value.type: None for value in (*op.results, *arguments)}:
            if type not in self._seen:
                self._seen.add(type)
                for found in _violations(type, op):
                    self.faulty.add(type)
                    yield found

    def has_faulty(self, op: Operation) -> bool:
        """Whether a type of an operand or result breaks a rule, so that nobody can take it."""
        return bool(self.faulty) and any(value.type in self.faulty for value in (*op.operands, *op.results))


def _violations(type: Type, op: Operation) -> Iterator[Violation]:
    for tensor, element in _quantized(type):
        for found in QUANTIZED.check(TypeFacts(tensor, element), op.location):
            yield Violation(found.id, f"{found.message}, in {tensor}", found.spec, found.fix, op.name, op.location)


def _quantized(type: Type) -> Iterator[tuple[TensorType, QuantizedType]]:
    match type:
        case TensorType() if isinstance(type.element_type, QuantizedType):
            yield type, type.element_type
        case TupleType():
            for part in type.element_types:
                yield from _quantized(part)
        case FunctionType():
            for part in (*type.inputs, *type.results):
                yield from _quantized(part)
