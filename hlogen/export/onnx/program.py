"""Walks a program and lowers its operations, one after the other, into a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

import onnx

from hlogen.analysis.facts import Facts
from hlogen.errors import UsageError
from hlogen.export.errors import ExportError
from hlogen.export.onnx.by_lanes import is_same_in_all
from hlogen.export.onnx.by_lanes import lowered as lowered_by_lanes
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.folded_sizes import folded
from hlogen.export.onnx.graph import FUNCTIONS, DType, Edge, Graph
from hlogen.export.onnx.lanes import Lanes
from hlogen.export.onnx.plain.rewrite import MISSING
from hlogen.export.onnx.registry import lowering_of
from hlogen.export.onnx.sizes import STATIC, UnknownSize, all_known, broadcast_shapes, is_known
from hlogen.export.onnx.types import carrier
from hlogen.ir import Block, Function, Module, Operation, Region, Shape, TensorType, Value
from hlogen.program.calls import callees_first, calls_of, size_written_out
from hlogen.program.structure import callee, returned

# Calls are written out, as operations are optimised best where they stand, up to this many operations.
_MOST_WRITTEN_OUT = 20_000


class Lowerer:
    """Lowers the functions of one module.

    `errors` are the operations that turned out to have no form in ONNX; `functions_made` the functions that the model
    has of its own, by name.
    """

    def __init__(self, module: Module, entry: Function) -> None:
        self.functions = module.functions
        # What calls of a private entry give it says nothing about what the model is given.
        self.facts = Facts(None if entry.is_private else module)
        self.errors: list[ExportError] = []
        self.functions_made: dict[str, onnx.FunctionProto] = {}
        self._repeated = _repeated(self.functions, entry.name)
        self.lanes: Lanes | None = None  # of the body that is being lowered
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

    def region_by_lanes(
        self, region: Region, arguments: Sequence[Edge], graph: Graph, active: Edge | None = None
    ) -> list[Edge]:
        """Lowers a region for many elements at once; inside of another such region, for the same ones."""
        before = self.lanes
        lanes = before or Lanes(broadcast_shapes(*(edge.shape for edge in arguments)))
        self.lanes = lanes.among(graph, active)
        try:
            return self.block(region.block, arguments, graph, by_lanes=True)
        finally:
            self.lanes = before

    def call(self, name: str, arguments: Sequence[Edge], graph: Graph, by_lanes: bool) -> list[Edge]:
        """What the function @name returns: its operations are written out, or it becomes a function of the model."""
        function = self.functions[name]
        if by_lanes or name not in self._repeated:
            return self.block(function.body, arguments, graph, by_lanes)
        if name not in self.functions_made:
            self.functions_made[name] = self._function(function, graph.opset)
        outputs = [_held(value) for value in returned(function.body)]
        return graph.nodes_outputs(self.functions_made[name].name, arguments, outputs, domain=FUNCTIONS)

    def _function(self, function: Function, opset: int) -> onnx.FunctionProto:
        graph = Graph(opset)
        arguments = [graph.argument(*_held(argument), argument.name or "arg") for argument in function.arguments]
        results = self.block(function.body, arguments, graph)
        names = {made.name for made in self.functions_made.values()}
        name = graph.name(function.name)
        while name in names:
            name = graph.name(function.name)
        return graph.function(results, name)

    def _operation(self, operation: Operation, graph: Graph, by_lanes: bool) -> list[Edge]:
        if operation.name == MISSING:
            return _stand_ins(operation, graph)
        inputs = [self._edges[operand] for operand in operation.operands]
        site = LoweringContext(operation, inputs, graph, self, by_lanes)
        found = lowering_of(operation)
        assert found is not None, f"{operation.name} was not refused before"
        if by_lanes:
            if not self._is_same_in_all(operation):
                return _listed(lowered_by_lanes(site, found))
            before, self.lanes = self.lanes, None
            try:
                return self._operation(operation, graph, by_lanes=False)
            finally:
                self.lanes = before
        try:
            sizes = folded(operation, inputs)
            if sizes is None and not found.is_dynamic:
                _require_known(operation, inputs)
            edges = _listed(found.lower(site)) if sizes is None else [_of_sizes(graph, sizes, operation.result)]
        except UnknownSize as error:
            self.errors.append(site.error(str(error), STATIC))
            edges = _stand_ins(operation, graph)
        except UsageError as error:  # go on, so that all of them are found
            self.errors.append(error if isinstance(error, ExportError) else site.error(str(error)))
            edges = _stand_ins(operation, graph)
        return [self._agreed(edge, result) for edge, result in zip(edges, operation.results, strict=True)]

    @staticmethod
    def _agreed(edge: Edge, result: Value) -> Edge:
        """The edge of a result, with the sizes that its type knows."""
        dtype, wanted = _held(result)
        shape = tuple(own if size is None else size for own, size in zip(edge.shape, wanted, strict=True))
        fits = all(not is_known(own) or own == size for own, size in zip(edge.shape, shape, strict=True))
        assert (edge.dtype, fits) == (dtype, True), f"{edge} for {result.type}"
        return edge if shape == edge.shape else replace(edge, shape=shape)

    def _is_same_in_all(self, operation: Operation) -> bool:
        """Whether everything that an operation of a body takes, inside of its regions too, is the same in all lanes."""
        values = (*operation.operands, *self.facts.structure.captured(operation))
        return all(is_same_in_all(value, self._edges[value]) for value in values)


def _repeated(functions: Mapping[str, Function], entry: str) -> frozenset[str]:
    """The functions that become functions of the model: those called in several places, where it would grow too large.

    None may call itself.
    """
    if size_written_out(functions, entry) <= _MOST_WRITTEN_OUT:
        return frozenset()
    reached = callees_first(functions, entry)[0]
    places = Counter(callee(call) for name in reached for call in calls_of(functions[name]))
    return frozenset(name for name, count in places.items() if name is not None and count > 1)


def _stand_ins(operation: Operation, graph: Graph) -> list[Edge]:
    """Edges for the results of an operation that has no form."""
    return [graph.argument(*_held(result), "missing") for result in operation.results]


def _listed(made: Edge | Sequence[Edge]) -> list[Edge]:
    return [made] if isinstance(made, Edge) else list(made)


def _require_known(operation: Operation, inputs: Sequence[Edge]) -> None:
    known = [all_known(edge.shape) for edge in inputs]
    known += [cast(TensorType, result.type).is_static for result in operation.results]
    if not all(known):
        type = (*operation.operands, *operation.results)[known.index(False)].type
        raise UnknownSize(f"it needs to know all sizes, and of {type} only the run knows some")


def _held(value: Value) -> tuple[DType, Shape]:
    """The dtype of the edge for a value, and what the type says of its shape."""
    type = cast(TensorType, value.type)
    return carrier(type.element_type), type.shape


def _of_sizes(graph: Graph, sizes: Sequence[int], value: Value) -> Edge:
    dtype, shape = _held(value)
    return graph.vector(sizes, dtype) if shape else graph.number(sizes[0], dtype)
