"""Walks a program and lowers its operations, one after the other, into a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from hlogen.analysis.facts import Facts
from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.registry import lowering_of
from hlogen.export.onnx.site import NotByLanes, Site
from hlogen.ir import Block, DenseElements, Module, Operation, Region, TensorType, Value, dtype_of

# What these do to scalars is nothing, so that they can stand in a body that runs for many elements at once.
_SCALARS_STAY = ("stablehlo.reshape", "stablehlo.broadcast_in_dim", "stablehlo.transpose")
_CALLS = {"func.call": "callee", "stablehlo.composite": "decomposition"}


class Lowerer:
    """Lowers the functions of one module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.functions = module.functions
        self.facts = Facts(module)
        self._edges: dict[Value, Edge] = {}

    def block(self, block: Block, arguments: Sequence[Edge], graph: Graph, by_lanes: bool = False) -> list[Edge]:
        """Lowers the operations of a block entered with `arguments`; gives the edges that its terminator returns."""
        self._edges.update(zip(block.arguments, arguments, strict=True))
        for operation in block.operations:
            if operation.name.endswith("return"):
                return [self._edges[operand] for operand in operation.operands]
            hint = next((result.name for result in operation.results if result.name), operation.name.partition(".")[2])
            with graph.at(hint, str(operation.location or "")):
                results = self._operation(operation, graph, by_lanes)
            self._edges.update(zip(operation.results, results, strict=True))
        raise AssertionError("a block without a terminator")

    def region(self, region: Region, arguments: Sequence[Edge], graph: Graph, by_lanes: bool) -> list[Edge]:
        return self.block(region.block, arguments, graph, by_lanes)

    def call(self, name: str, arguments: Sequence[Edge], graph: Graph, op: Operation, by_lanes: bool) -> list[Edge]:
        return self.block(self.functions[name].body, arguments, graph, by_lanes)

    def _operation(self, operation: Operation, graph: Graph, by_lanes: bool) -> list[Edge]:
        inputs = [self._edges[operand] for operand in operation.operands]
        site = Site(operation, inputs, graph, self, by_lanes)
        if operation.name == "stablehlo.constant":
            elements = operation.attributes["value"]
            assert isinstance(elements, DenseElements)
            return [_constant(graph, elements)]
        found = lowering_of(operation.name)
        assert found is not None, f"{operation.name} was not refused before"
        if by_lanes and not found.elementwise:
            if (
                operation.name in _SCALARS_STAY
                and _is_scalar(operation.operands[0])
                and _is_scalar(operation.results[0])
            ):
                return inputs
            raise NotByLanes(operation)
        made = found.lower(site)
        edges = [made] if isinstance(made, Edge) else list(made)
        if not by_lanes:
            for edge, result in zip(edges, operation.results, strict=True):
                type = cast(TensorType, result.type)
                assert edge.shape == type.static_shape, f"{operation.name} gave {edge} for {type}"
                assert edge.dtype == np.dtype(dtype_of(type.element_type)), f"{operation.name} gave {edge} for {type}"
        return edges


def _is_scalar(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.rank == 0


def _constant(graph: Graph, elements: DenseElements) -> Edge:
    if not elements.is_splat:
        return graph.constant(elements.array)
    return ops.full(graph, elements.array[(0,) * elements.array.ndim], elements.array.shape, elements.array.dtype)
