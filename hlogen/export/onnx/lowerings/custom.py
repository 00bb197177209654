"""Composites and custom calls of which people say what they are in ONNX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogen.custom import Said
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import TABLE, Lowering
from hlogen.export.onnx.types import carrier


@TABLE.custom
def lowering_of_said(words: Mapping[str, Said]) -> Lowering | None:
    if "onnx" not in words:
        return None
    said = words["onnx"]

    def lower(site: LoweringContext) -> Sequence[Edge]:
        given = said.rule(site)
        edges = [given] if isinstance(given, Edge) else given
        count = len(site.op.results)
        rule = f"its rule ({said.place}) gives"
        if not isinstance(edges, (list, tuple)) or len(edges) != count or not all(isinstance(e, Edge) for e in edges):
            raise site.error(f"{rule} {given!r}, expected {count} edge{'' if count == 1 else 's'}")
        for number, (edge, type) in enumerate(zip(edges, site.result_types, strict=True)):
            if edge.shape != type.shape or edge.dtype != carrier(type.element_type):
                what = f"{edge.dtype}{list(edge.shape)}"
                raise site.error(f"{rule} an edge {what} for result {number}, a {type}")
        return edges

    return Lowering("custom", lower, elementwise=False, is_dynamic=False)
