"""Batch normalization, step by step as the specification decomposes it."""

from __future__ import annotations

from typing import cast

import numpy as np

from hlogen.analysis.view import integer_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.lowerings.reduction import natively
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.types import fitted, type_of_elements
from hlogen.ir import ElementType, FloatAttr


@lowering("stablehlo.batch_norm_inference")
def batch_norm_inference(site: LoweringContext) -> Edge:
    operand, scale, offset, mean, variance = site.inputs
    return _Features(site).normalized(operand, scale, offset, mean, variance)


@lowering("stablehlo.batch_norm_training")
def batch_norm_training(site: LoweringContext) -> list[Edge]:
    operand, scale, offset = site.inputs
    features = _Features(site)
    mean = features.mean(operand)
    centered = features.subtract(operand, features.placed(mean))
    variance = features.mean(features.multiply(centered, centered))
    return [features.normalized(operand, scale, offset, mean, variance), mean, variance]


@lowering("stablehlo.batch_norm_grad")
def batch_norm_grad(site: LoweringContext) -> list[Edge]:
    operand, scale, mean, variance, grad_output = site.inputs
    features = _Features(site)
    placed, multiply, divide, total = features.placed, features.multiply, features.divide, features.total
    centered = features.subtract(operand, placed(mean))
    shifted = features.shifted(variance)
    stddev = features.root(shifted)
    count = features.scalar(features.count)
    grad_offset = total(grad_output)
    sums = features.subtract(multiply(grad_output, count), placed(grad_offset))
    slope = divide(multiply(placed(total(multiply(grad_output, centered))), centered), shifted)
    grad_operand = multiply(divide(divide(placed(scale), stddev), count), features.subtract(sums, slope))
    return [grad_operand, total(multiply(grad_output, divide(centered, stddev))), grad_offset]


class _Features:
    """The arithmetic of one operation, every step rounded to its element type."""

    def __init__(self, site: LoweringContext) -> None:
        self._graph: Graph = site.graph
        self._type: ElementType = type_of_elements(site.op.operands[0])
        self._shape = site.inputs[0].shape
        self._dtype = site.inputs[0].dtype
        self._epsilon = cast(FloatAttr, site.attribute("epsilon")).value
        self._feature = integer_of(site.op, "feature_index")
        sizes = [size for d, size in enumerate(self._shape) if d != self._feature]
        self.count = int(np.prod(sizes, dtype=np.int64))

    def normalized(self, operand: Edge, scale: Edge, offset: Edge, mean: Edge, variance: Edge) -> Edge:
        centered = self.subtract(operand, self.placed(mean))
        normal = self.divide(centered, self.root(self.shifted(variance)))
        return self._fitted(ops.add(self._graph, self.multiply(self.placed(scale), normal), self.placed(offset)))

    def mean(self, x: Edge) -> Edge:
        return self.divide(self.total(x), self.scalar(self.count))

    def total(self, x: Edge) -> Edge:
        """The sum of each feature."""
        if not x.size:
            return ops.full(self._graph, 0, [self._shape[self._feature]], self._dtype)
        others = [d for d in range(x.rank) if d != self._feature]
        made = natively(self._graph, "stablehlo.add", x, others, self._type)
        assert made is not None
        return ops.add(self._graph, made, self.scalar(0))  # a sum starts from 0.0: it is never -0.0

    def placed(self, x: Edge) -> Edge:
        """One number per feature, where it broadcasts to operand."""
        shape = [size if d == self._feature else 1 for d, size in enumerate(self._shape)]
        return ops.reshape(self._graph, x, shape)

    def shifted(self, variance: Edge) -> Edge:
        return self._fitted(ops.add(self._graph, self.placed(variance), self.scalar(self._epsilon)))

    def root(self, x: Edge) -> Edge:
        return self._fitted(ops.node(self._graph, "Sqrt", x))

    def subtract(self, a: Edge, b: Edge) -> Edge:
        return self._fitted(ops.subtract(self._graph, a, b))

    def multiply(self, a: Edge, b: Edge) -> Edge:
        return self._fitted(ops.multiply(self._graph, a, b))

    def divide(self, a: Edge, b: Edge) -> Edge:
        return self._fitted(ops.node(self._graph, "Div", a, b))

    def scalar(self, value: float) -> Edge:
        return self._fitted(self._graph.constant(np.array(value, self._dtype)))

    def _fitted(self, edge: Edge) -> Edge:
        return fitted(self._graph, edge, self._type)
