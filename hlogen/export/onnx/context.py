"""What a lowering is given: one operation, the edges of its operands, the graph, ways into regions and functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from hlogen.analysis.fact import Fact
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import Judgement, judge
from hlogen.export.errors import ExportError
from hlogen.export.onnx.graph import DType, Edge, Graph
from hlogen.export.onnx.lanes import Lanes
from hlogen.export.onnx.sizes import broadcast_shapes
from hlogen.export.onnx.types import carrier
from hlogen.forking import cached_property
from hlogen.ir import Attribute, Operation, Region, TensorType


class Lowerer(Protocol):
    """What lowers a program, as `hlogen.export.onnx.program` does: ways into its regions and functions."""

    facts: Facts
    lanes: Lanes | None

    def region(self, region: Region, arguments: Sequence[Edge], graph: Graph, by_lanes: bool) -> list[Edge]: ...
    def region_by_lanes(
        self, region: Region, arguments: Sequence[Edge], graph: Graph, active: Edge | None
    ) -> list[Edge]: ...
    def call(self, name: str, arguments: Sequence[Edge], graph: Graph, by_lanes: bool) -> list[Edge]: ...


class LoweringContext:
    """One operation where it is lowered.

    `inputs` are the edges of its operands. In the body of another operation that runs for many elements at once
    (`by_lanes`), they have the elements' dimensions, and not those of the operands' types.
    """

    def __init__(self, op: Operation, inputs: Sequence[Edge], graph: Graph, lowerer: Lowerer, by_lanes: bool) -> None:
        self.op = op
        self.inputs = tuple(inputs)
        self.graph = graph
        self.by_lanes = by_lanes
        self._lowerer = lowerer

    def attribute(self, name: str, default: Attribute | None = None) -> Attribute | None:
        return self.op.attributes.get(name, default)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape that the inputs broadcast to: the result's, of an elementwise operation."""
        return broadcast_shapes(*(edge.shape for edge in self.inputs))

    def sizes(self, operand: int) -> tuple[int, ...]:
        """What an operand, by its number, says of the only result's shape; what the type says where it says it."""
        return tuple(
            own if size is None else size
            for own, size in zip(self.inputs[operand].as_sizes, self.type.shape, strict=True)
        )

    @property
    def type(self) -> TensorType:
        """The type of the only result."""
        return self.result_types[0]

    @property
    def result_types(self) -> tuple[TensorType, ...]:
        return tuple(cast(TensorType, result.type) for result in self.op.results)

    @property
    def dtype(self) -> DType:
        """The dtype that holds the only result."""
        return carrier(self.type.element_type)

    @cached_property
    def judgement(self) -> Judgement:
        """What is certain of a gather or scatter before it runs."""
        return judge(self.op, self._lowerer.facts)

    @property
    def facts(self) -> Facts:
        """What is certain of the integers of the program."""
        return self._lowerer.facts

    def fact(self, operand: int) -> Fact:
        """What is certain of the integers of an operand, by its number."""
        return self.facts.of(self.op.operands[operand])

    def body(self, region: Region, arguments: Sequence[Edge], graph: Graph | None = None) -> list[Edge]:
        """Lowers a region of the operation as it is, into `graph` or this one; gives the edges that it returns."""
        return self._lowerer.region(region, arguments, graph or self.graph, by_lanes=self.by_lanes)

    def body_by_lanes(
        self,
        region: Region,
        arguments: Sequence[Edge],
        graph: Graph | None = None,
        active: Edge | None = None,
    ) -> list[Edge]:
        """Lowers a region of scalars for many elements at once: `arguments` have the elements' dimensions.

        What the body returns broadcasts to them. Loops inside run for those where `active` holds alone. Raises
        NotByLanes where an operation inside can't be lowered so.
        """
        return self._lowerer.region_by_lanes(region, arguments, graph or self.graph, active)

    @property
    def lanes(self) -> Lanes:
        """In the body of another operation that runs for many elements at once: these."""
        assert self._lowerer.lanes is not None
        return self._lowerer.lanes

    def call(self, name: str, arguments: Sequence[Edge], graph: Graph | None = None) -> list[Edge]:
        """Lowers the function @name where it is called."""
        return self._lowerer.call(name, arguments, graph or self.graph, self.by_lanes)

    def error(self, message: str, fix: str | None = None) -> ExportError:
        """The error for an operation that can't be lowered, with its place."""
        where = f" (at {self.op.location})" if self.op.location else ""
        return ExportError(f"{self.op.name}{where}: {message}" + (f"\n  fix: {fix}" if fix else ""))


class NotByLanes(Exception):
    """A body can't be lowered for many elements at once; `op` is the operation that is in the way."""

    def __init__(self, op: Operation) -> None:
        super().__init__(op.name)
        self.op = op
