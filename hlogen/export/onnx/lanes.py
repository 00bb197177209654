"""Lanes: the elements that a body of scalars is lowered for, all at once."""

from __future__ import annotations

from dataclasses import dataclass

from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import Edge, Graph


@dataclass(frozen=True)
class Lanes:
    """Where a body runs: the dimensions of the lanes, and which count (None: all). Others may have any values."""

    shape: tuple[int, ...]
    active: Edge | None = None

    def among(self, graph: Graph, condition: Edge | None) -> Lanes:
        """These where `condition` holds."""
        if condition is None or self.active is None:
            return Lanes(self.shape, condition or self.active)
        return Lanes(self.shape, ops.and_(graph, self.active, condition))
