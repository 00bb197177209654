"""Special functions of the dialect chlo that ONNX has no operator for, by upstream's definition of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.types import fitted
from hlogen.ir import Region
from hlogen.mlir.legalize import chlo_defined


@lowering(
    "chlo.bessel_i1e",
    "chlo.digamma",
    "chlo.erf_inv",
    "chlo.erfc",
    "chlo.lgamma",
    "chlo.polygamma",
    "chlo.zeta",
    elementwise=True,
)
def by_definition(site: LoweringContext) -> Edge:
    return _defined(site)


def _defined(site: LoweringContext) -> Edge:
    """The definition is one of scalars, lowered for all elements at once."""
    region = _definition(site.op.name, len(site.inputs), str(site.type.element_type))
    (result,) = site.body_by_lanes(region, site.inputs)
    return ops.expand(site.graph, result, site.shape)


@lowering("chlo.erf", elementwise=True)
def erf(site: LoweringContext) -> Edge:
    """ONNX's operator; onnxruntime has none for f64."""
    if site.dtype == np.float64:
        return _defined(site)
    return fitted(site.graph, ops.node(site.graph, "Erf", site.inputs[0]), site.type.element_type)


@lru_cache(maxsize=64)
def _definition(name: str, operands: int, element_type: str) -> Region:
    return Region([chlo_defined(name, operands, element_type).body])
