"""One generated program with its arguments, and everything a test or a table of differences wants to know about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen.conform.generate.bodies import Body
from hlogen.conform.generate.dimensions import Layout
from hlogen.forking import cached_property
from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DenseElements,
    ElementType,
    FunctionType,
    IntegerType,
    Module,
    Operation,
    Region,
    TensorType,
    Value,
    dtype_of,
)

OPS = ("gather", "scatter", "dynamic_gather")

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Case:
    """A program whose ``@main`` is one op. `operands` are all of the op's operands, in its order.

    Operands whose number is in `constants` are constants of the program; the others are its arguments.
    """

    op: str
    layout: Layout
    element_types: tuple[ElementType, ...]  # of the operand, or of scatter's inputs
    index_type: IntegerType
    operands: tuple[Array, ...] = field(repr=False)
    body: Body | None = None
    slice_sizes_type: IntegerType | None = None
    constants: frozenset[int] = frozenset()
    indices_are_sorted: bool = False
    unique_indices: bool = False

    @property
    def args(self) -> tuple[Array, ...]:
        return tuple(operand for number, operand in enumerate(self.operands) if number not in self.constants)

    @property
    def indices(self) -> Array:
        return self.operands[len(self.element_types)]

    @property
    def updates(self) -> tuple[Array, ...]:
        """Scatter's updates."""
        return self.operands[len(self.element_types) + 1 :]

    @property
    def operand_types(self) -> tuple[TensorType, ...]:
        layout = self.layout
        inputs = [TensorType(layout.operand_shape, element) for element in self.element_types]
        indices = TensorType(layout.indices_shape, self.index_type)
        if self.op == "scatter":
            return (*inputs, indices, *(TensorType(layout.result_shape, element) for element in self.element_types))
        if self.slice_sizes_type is not None:
            return (*inputs, indices, TensorType((len(layout.slice_sizes),), self.slice_sizes_type))
        return (*inputs, indices)

    @property
    def result_types(self) -> tuple[TensorType, ...]:
        if self.body is not None:
            return tuple(TensorType(self.layout.operand_shape, element) for element in self.body.element_types)
        return (TensorType(self.layout.result_shape, self.element_types[0]),)

    @property
    def promotes(self) -> bool:
        """Whether scatter's update computation has other element types than its inputs (C23)."""
        return self.body is not None and self.body.element_types != self.element_types

    @cached_property
    def start_vectors(self) -> np.ndarray[Any, Any]:
        """The index vectors as Python ints, one a row, in the order of the batch indices."""
        layout, indices = self.layout, self.indices
        if layout.index_vector_dim < indices.ndim:
            indices = np.moveaxis(indices, layout.index_vector_dim, -1)
        rows = indices.reshape(layout.index_vectors, len(layout.start_index_map))
        return np.array([[int(value) for value in row] for row in rows], object).reshape(rows.shape)

    def updated_places(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Scatter's updates that are in bounds, in lexicographic order: the place in the inputs, the update's index."""
        layout = self.layout
        rank = len(layout.operand_shape)
        window_of = [d for d in range(rank) if d not in (*layout.collapsed_slice_dims, *layout.operand_batching_dims)]
        scatter_dims = [d for d in range(len(layout.result_shape)) if d not in layout.offset_dims]
        batch_shape = [layout.result_shape[d] for d in scatter_dims]
        for index in np.ndindex(*layout.result_shape):
            batch = [index[d] for d in scatter_dims]
            row = int(np.ravel_multi_index(batch, batch_shape)) if batch else 0
            place = [0] * rank
            for d, start in zip(layout.start_index_map, self.start_vectors[row], strict=True):
                place[d] += start
            for d, d_indices in zip(layout.operand_batching_dims, layout.start_indices_batching_dims, strict=True):
                place[d] += batch[d_indices - (d_indices > layout.index_vector_dim)]
            for d, d_result in zip(window_of, layout.offset_dims, strict=True):
                place[d] += index[d_result]
            if all(0 <= at < dim for at, dim in zip(place, layout.operand_shape, strict=True)):
                yield tuple(place), index

    @cached_property
    def module(self) -> Module:
        return single_op_module(
            f"stablehlo.{self.op}",
            self.operand_types,
            self.result_types,
            attributes_of(
                self.op,
                self.layout,
                indices_are_sorted=self.indices_are_sorted,
                unique_indices=self.unique_indices,
            ),
            self.body,
            {number: self.operands[number] for number in sorted(self.constants)},
        )

    def __str__(self) -> str:
        """The program and its arguments, enough to run it anywhere."""
        lines = [str(self.module)]
        lines += [f"// argument {number}: {argument!r}" for number, argument in enumerate(self.args)]
        return "\n".join(lines)


def attributes_of(op: str, layout: Layout, *, indices_are_sorted: bool, unique_indices: bool) -> dict[str, Attribute]:
    """The attributes of the op."""
    attributes: dict[str, Attribute] = {}
    if op == "scatter":
        attributes["scatter_dimension_numbers"] = layout.scatter_numbers()
    else:
        attributes["dimension_numbers"] = layout.gather_numbers()
    if op == "gather":
        attributes["slice_sizes"] = DenseArray(IntegerType(64), layout.slice_sizes)
    attributes["indices_are_sorted"] = indices_are_sorted
    if op == "scatter":
        attributes["unique_indices"] = unique_indices
    return attributes


def single_op_module(
    name: str,
    operand_types: tuple[TensorType, ...],
    result_types: tuple[TensorType, ...],
    attributes: Mapping[str, Attribute],
    body: Body | None = None,
    constants: Mapping[int, Array] | None = None,
) -> Module:
    """``@main`` with one op; operands named in `constants` are constants, the others arguments."""
    constants = constants or {}
    block = Block([type for number, type in enumerate(operand_types) if number not in constants])
    remaining = iter(block.arguments)
    operands: list[Value] = []
    for number, type in enumerate(operand_types):
        if number in constants:
            value = DenseElements(type, constants[number].astype(dtype_of(type.element_type)))
            block.operations.append(Operation("stablehlo.constant", (), [type], {"value": value}))
            operands.append(block.operations[-1].result)
        else:
            operands.append(next(remaining))
    regions = []
    if body is not None:
        outside, region = body.region()
        block.operations += outside
        regions.append(region)
    op = Operation(name, operands, result_types, attributes, regions)
    block.operations += [op, Operation("func.return", op.results)]
    signature = FunctionType(tuple(argument.type for argument in block.arguments), result_types)
    main = Operation("func.func", (), (), {"sym_name": "main", "function_type": signature}, [Region([block])])
    return Module([main])
