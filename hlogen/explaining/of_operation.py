"""From an operation and the values that it met to its picture."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.explaining.choices import CHOICES
from hlogen.explaining.formula import Tensor
from hlogen.explaining.maps import MAPS, IndexMap
from hlogen.explaining.picture import Fold, Panel, Picture
from hlogen.explaining.roles import dims
from hlogen.ir import (
    Attribute,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    IndexType,
    IntegerAttr,
    IntegerType,
    Module,
    Operation,
    QuantizedType,
    ScatterDimensionNumbers,
    TensorType,
    Value,
)
from hlogen.ir.printer import attribute_text
from hlogen.program.bodies import kind_of
from hlogen.spec.optable import OPS
from interpreter.grid.groups import (
    GridSize,
    Groups,
    replica_groups,
    replica_or_partition_groups,
    source_target_pairs,
)
from interpreter.parallel import grid_size
from interpreter.values.attributes import flag

Array = np.ndarray[Any, np.dtype[Any]]
Met = tuple[Sequence[Array], Sequence[Array]]
"""The operands that an operation met, and the results that it gave."""

_NUMBERS = (ConvDimensionNumbers, DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers)
_OPERANDS = {  # of operations that the dialects have, but not the specification
    "stablehlo.real_dynamic_slice": ("operand", "start_indices", "limit_indices", "strides"),
    "chlo.mulhi": ("lhs", "rhs"),
    "chlo.next_after": ("x", "y"),
    "chlo.polygamma": ("n", "x"),
    "chlo.zeta": ("x", "q"),
}
_OPERAND = ("operand",)  # of the others
_FOLDS = {  # where a result begins, the result, and the number of the region that folds
    "stablehlo.scatter": ("inputs", "results", 0),
    "stablehlo.select_and_scatter": ("init_value", "result", 1),
}
_Pair = tuple[TensorType, Array]
_ONES = ("window_strides", "base_dilations", "window_dilations", "lhs_dilation", "rhs_dilation")


def index_map_of(name: str) -> IndexMap:
    """The index map of an operation; UsageError, with the reason, where it has none."""
    found = MAPS.rows().get(name)
    if found is None:
        raise UsageError(f"{name} has no index map to be drawn{MAPS.because(name)}")
    return found


@cache
def needs_processes(name: str) -> bool:
    """Whether a picture of an operation shows several processes."""
    return "process_groups" in inspect.signature(index_map_of(name).formula.function).parameters


def grid_of(op: Operation, module: Module, num_replicas: int | None, num_partitions: int | None) -> GridSize:
    """The grid that a collective operation is drawn in: as it is given, or the program says; else the least that has
    all processes which the operation names."""
    says = any(f"mhlo.{name}" in module.attributes for name in ("num_replicas", "num_partitions"))
    if says or num_replicas is not None or num_partitions is not None:
        return grid_size(module, num_replicas, num_partitions)
    groups = _groups(op, Meshes(module))
    count = max((id for row in groups.rows for id in row), default=0) + 1
    return grid_size(module, *((1, count) if groups.strategy == "cross_partition" else (count, 1)))


def picture_of(
    op: Operation, operands: Sequence[Array], results: Sequence[Array], notes: Sequence[str] = ()
) -> Picture:
    """The picture of an operation that met these operands and gave these results, as the interpreter has them.

    UsageError where the operation has no index map.
    """
    return _Pictured(op, operands, results, {}).picture(notes)


def picture_of_processes(
    op: Operation, size: GridSize, met: Sequence[Met], module: Module, notes: Sequence[str] = ()
) -> Picture:
    """The picture of a collective operation, with what each process of the grid met, in the order of their numbers."""
    operands = [np.stack(each) for each in zip(*(operands for operands, _ in met), strict=True)]
    results = [np.stack(each) for each in zip(*(results for _, results in met), strict=True)]
    number = {id: n for n, id in enumerate(size.process_ids)}
    groups = [[number[id] for id in group] for group in _groups(op, Meshes(module)).of(size)]
    has_dynamic_root = bool(_plain(op.attributes.get("has_dynamic_root", False)))
    roots = [int(root) for root in operands[-1][:, 0]] if has_dynamic_root else [0] * len(met)
    if has_dynamic_root:  # each operand has a root of its own
        operands, results = operands[:1], results[:1]
    return _Pictured(op, operands, results, {"process_groups": groups, "roots": roots}).picture(notes)


class _Pictured:
    """What an operation met, by the specification's names. `more` is what isn't written in the operation."""

    def __init__(
        self, op: Operation, operands: Sequence[Array], results: Sequence[Array], more: Mapping[str, Any]
    ) -> None:
        self.op, self.operands, self.more = op, operands, more
        self.map = index_map_of(op.name)
        self.parameters = dict(list(inspect.signature(self.map.formula.function).parameters.items())[1:])
        spec = OPS.get(op.name)
        of_operands = spec.operands if spec else _OPERANDS.get(op.name, _OPERAND)
        of_results = spec.results if spec else ("result",)
        self.tensors: dict[str, list[_Pair]] = {
            **_named(of_operands, op.operands[: len(operands)], operands),
            **_named(of_results, op.results[: len(results)], results),
        }

    def picture(self, notes: Sequence[str]) -> Picture:
        given: dict[str, Any] = {}
        said = self._said()
        for name, parameter in self.parameters.items():
            if name in CHOICES:
                given[name] = CHOICES[name](self.op, self.operands, said | given)
            elif name in self.tensors:
                given[name] = self._tensors(name, parameter.annotation)
            else:
                given[name] = said[name]
        panels = {panel.name: panel for name in self.tensors for panel in self._panels(name, said | given)}
        if any(isinstance(panel.type.element_type, QuantizedType) for panel in panels.values()):
            notes = [*notes, "elements of quantized tensors are shown as the integers that are stored"]
        if len({array.shape for array in self.operands}) > 1 and "process_groups" in self.parameters:
            notes = [*notes, "operands of another shape than the first one's aren't shown; they are moved likewise"]
        return Picture(self.op.name, self.map, given, panels, self.op.location, tuple(notes), self._fold(), self.op)

    def _fold(self) -> Fold | None:
        """What is folded; bodies that fold several results at once, or in another type, are `other`."""
        names = _FOLDS.get(self.op.name)
        if names is None:
            return None
        start, into, region = names
        types = {type.element_type for name in (start, into, self.map.of) for type, _ in self.tensors[name]}
        is_plain = len(self.tensors[into]) == 1 and len(types) == 1
        return Fold(start, into, kind_of(self.op.regions[region].block, 0) if is_plain else "other")

    def _said(self) -> dict[str, Any]:
        """What the operation says, with what it means where it says nothing."""
        said: dict[str, Any] = dict(self.more)
        for name, attribute in self.op.attributes.items():
            if isinstance(attribute, _NUMBERS):
                said |= {key: list(n) if isinstance(n, tuple) else n for key, n in vars(attribute).items()}
            else:
                said[name] = _plain(attribute)
        for name, default in OPS[self.op.name].attributes.items() if self.op.name in OPS else ():
            if isinstance(default, (bool, int)):
                said.setdefault(name, int(default))
        numbers = self.op.attributes.get("dimension_numbers")
        if isinstance(numbers, ConvDimensionNumbers):
            rank = len(numbers.input_spatial_dimensions)
        else:
            rank = next(iter(self.tensors.values()))[0][0].rank
        for name, each in (*dict.fromkeys(_ONES, 1).items(), ("window_reversal", 0), ("padding", [0, 0])):
            said.setdefault(name, [each] * rank)
        said.setdefault("window_dimensions", [1] * rank)
        return said

    def _tensors(self, name: str, annotation: str) -> Any:
        """A tensor as the formula asks for it, by its annotation."""
        pairs = self.tensors[name]
        if annotation == "list[Tensor]":
            return [_tensor(*pair) for pair in pairs]
        if annotation == "Scalars":
            return _tensor(pairs[0][0], _scalars(pairs)) if pairs else Tensor((0,))
        if annotation == "Tensor":
            return _tensor(*pairs[0])
        return pairs[0][1].astype(object).tolist()  # what the static operation has as an attribute

    def _panels(self, name: str, said: Mapping[str, Any]) -> list[Panel]:
        annotation = self.parameters[name].annotation if name in self.parameters else "Tensor"
        roles_of = self.map.roles.get(name, dims())

        def panel(called: str, type: TensorType, array: Array, alike: Sequence[Panel] = ()) -> Panel:
            static = TensorType(array.shape, type.element_type)
            return Panel(called, static, roles_of(said, array.ndim), array, tuple(alike))

        pairs = self.tensors[name]
        if annotation == "Scalars":
            return [panel(name, type, _scalars(pairs)) for type, _ in pairs[:1]]
        each = [panel(f"{name}[{n}]", *pair) for n, pair in enumerate(pairs)]
        if annotation == "list[Tensor]" or not pairs:
            return each
        return [panel(name, *pairs[0], [one for one in each[1:] if one.shape == each[0].shape])]


class Meshes:
    """The meshes that a program declares (sdy.mesh)."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def declared(self, name: str) -> str:
        """The text of the mesh @name; UsageError where there is none."""
        for op in self.module.operations:
            if op.name == "sdy.mesh" and op.attributes.get("sym_name") == name:
                return attribute_text(op.attributes["mesh"])
        raise UsageError(f"the program declares no mesh @{name}")


def _named(names: Sequence[str], values: Sequence[Value], arrays: Sequence[Array]) -> dict[str, list[_Pair]]:
    """Values by the specification's names: those that end in "..." have equal parts of what the others leave."""
    variadic = sum(name.endswith("...") for name in names)
    each = (len(values) - len(names) + variadic) // max(variadic, 1)
    pairs = [(_tensor_type(value), array) for value, array in zip(values, arrays, strict=True)]
    found = {}
    for name in names:
        count = each if name.endswith("...") else 1
        found[name.removesuffix("...")], pairs = pairs[:count], pairs[count:]
    return found


def _groups(op: Operation, meshes: Meshes) -> Groups:
    """The process groups of an operation, by its strategy."""
    if op.name == "stablehlo.collective_permute":
        return source_target_pairs(op)
    of_all = op.name in ("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.reduce_scatter")
    by_id = op.name == "stablehlo.collective_reduce" and flag(op, "use_global_device_ids", default=False)
    strategy = replica_groups if of_all or by_id else replica_or_partition_groups
    return strategy(op, meshes, covers=False, is_uneven_allowed=True)


def _tensor_type(value: Value) -> TensorType:
    if not isinstance(value.type, TensorType):
        raise UsageError(f"a value of type {value.type} can't be drawn: a picture shows tensors")
    return value.type


def _tensor(type: TensorType, array: Array) -> Tensor:
    return Tensor(array.shape, array if isinstance(type.element_type, (IntegerType, IndexType)) else None)


def _scalars(pairs: Sequence[_Pair]) -> Array:
    return np.array([array[()] for _, array in pairs], pairs[0][1].dtype)


def _plain(attribute: Attribute) -> Any:
    """What an attribute says, as ints and lists of ints; itself where it says something else."""
    if isinstance(attribute, (bool, IntegerAttr)):
        return int(attribute)
    if isinstance(attribute, DenseArray):
        return [int(value) for value in attribute.values]
    if isinstance(attribute, DenseElements):
        return attribute.array.astype(object).tolist()
    if isinstance(attribute, tuple):
        return [_plain(each) for each in attribute]
    return attribute
