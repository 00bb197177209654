"""Elementwise operations."""

from __future__ import annotations

from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.site import Site


@lowering("stablehlo.add", elementwise=True)
def add(site: Site) -> Edge:
    lhs, rhs = site.inputs
    return ops.add(site.graph, lhs, rhs)
