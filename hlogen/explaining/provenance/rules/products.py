"""Sums of products, transforms, and what else works on whole matrices or channels."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hlogen.explaining.provenance.registry import Ran, rule, whole
from hlogen.explaining.provenance.relations import Edge, Factor, Product
from hlogen.explaining.provenance.rules.reduction import seen
from hlogen.ir import ConvDimensionNumbers, DotDimensionNumbers
from interpreter.kernels.padding import Windows
from interpreter.values.array import Array
from interpreter.values.attributes import integer, integer_table, integers


@rule("stablehlo.dot_general")
def dot_general(ran: Ran) -> Iterable[Edge]:
    numbers = ran.op.attributes["dot_dimension_numbers"]
    assert isinstance(numbers, DotDimensionNumbers)
    batch = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    contracted = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    first = len(batch[0])
    edges = []
    for i in range(2):
        free = [d for d in range(ran.operands[i].ndim) if d not in (*batch[i], *contracted[i])]
        same = {d: at for at, d in enumerate(batch[i])} | {d: first + at for at, d in enumerate(free)}
        edges.append(Edge(i, 0, Product(*ran.shapes(i), same)))
        first += len(free)
    return edges


@rule("stablehlo.dot")
def dot(ran: Ran) -> Iterable[Edge]:
    """The last dimension of lhs with the first of rhs."""
    rows = ran.operands[0].ndim - 1
    return [
        Edge(0, 0, Product(*ran.shapes(0), {d: d for d in range(rows)})),
        Edge(1, 0, Product(*ran.shapes(1), {d: rows + d - 1 for d in range(1, ran.operands[1].ndim)})),
    ]


@rule("stablehlo.einsum", "stablehlo.unary_einsum")
def einsum(ran: Ran) -> Iterable[Edge]:
    config = str(ran.op.attributes["einsum_config"]).replace(" ", "")
    given, _, made = config.partition("->")
    terms = given.split(",")
    if "." in config or any(len(set(term)) < len(term) for term in (*terms, made)):
        return whole(ran, range(len(terms)))
    return [
        Edge(i, 0, Product(*ran.shapes(i), {d: made.index(x) for d, x in enumerate(term) if x in made}))
        for i, term in enumerate(terms)
    ]


@rule("stablehlo.convolution", "stablehlo.dynamic_conv")
def convolution(ran: Ran) -> Iterable[Edge]:
    """A result takes what its window sees of its groups, and all the weights of its feature: padding is multiplied."""
    op, numbers = ran.op, ran.op.attributes["dimension_numbers"]
    assert isinstance(numbers, ConvDimensionNumbers)
    lhs, rhs, (result,) = ran.operands[0], ran.operands[1], ran.results
    batch, feature = numbers.output_batch_dimension, numbers.output_feature_dimension
    groups = integer(op, "feature_group_count", 1), integer(op, "batch_group_count", 1)
    of_feature, in_feature = np.arange(result.shape[feature]), np.arange(lhs.shape[numbers.input_feature_dimension])
    factors: list[Factor] = []
    if groups[0] > 1:
        grouped = _group(of_feature, groups[0])[:, None] == _group(in_feature, groups[0])
        factors.append((grouped, [feature], [numbers.input_feature_dimension]))
    same = {numbers.input_batch_dimension: batch}
    if groups[1] > 1:
        from_batch = _group(of_feature, groups[1]) * result.shape[batch] + np.arange(result.shape[batch])[:, None]
        grouped = from_batch[..., None] == np.arange(lhs.shape[numbers.input_batch_dimension])
        factors.append((grouped, [batch, feature], [numbers.input_batch_dimension]))
        same = {}
    sizes = [lhs.shape[d] for d in numbers.input_spatial_dimensions]
    spatial = zip(numbers.output_spatial_dimensions, numbers.input_spatial_dimensions, strict=True)
    for (of_result, of_lhs), places, size in zip(spatial, _windows(ran, numbers).places(sizes), sizes, strict=True):
        factors.append((seen(places, size), [of_result], [of_lhs]))
    return [
        Edge(0, 0, Product(lhs.shape, result.shape, same, factors)),
        Edge(1, 0, Product(rhs.shape, result.shape, {numbers.kernel_output_feature_dimension: feature})),
        *whole(ran, range(2, len(ran.operands)), control=True),
    ]


@rule("stablehlo.fft")
def fft(ran: Ran) -> Iterable[Edge]:
    kept = ran.operands[0].ndim - len(integers(ran.op, "fft_length"))
    return [Edge(0, 0, Product(*ran.shapes(0), {d: d for d in range(kept)}))]


@rule("stablehlo.cholesky", "stablehlo.triangular_solve")
def of_matrices(ran: Ran) -> Iterable[Edge]:
    batch = {d: d for d in range(ran.results[0].ndim - 2)}
    return [Edge(i, 0, Product(*ran.shapes(i), batch)) for i in range(len(ran.operands))]


@rule("stablehlo.batch_norm_training", "stablehlo.batch_norm_grad")
def batch_norm(ran: Ran) -> Iterable[Edge]:
    """All of one feature."""
    return [Edge(i, j, _of_feature(ran, i, j)) for i in range(len(ran.operands)) for j in range(len(ran.results))]


@rule("stablehlo.batch_norm_inference")
def batch_norm_inference(ran: Ran) -> Iterable[Edge]:
    every = {d: d for d in range(ran.operands[0].ndim)}
    of_parameters = [Edge(i, 0, _of_feature(ran, i, 0)) for i in range(1, len(ran.operands))]
    return [Edge(0, 0, Product(*ran.shapes(0), every)), *of_parameters]


def _of_feature(ran: Ran, operand: int, result: int) -> Product:
    feature = integer(ran.op, "feature_index")
    shape, result_shape = ran.shapes(operand, result)
    of_operand, of_result = (feature if len(each) > 1 or feature == 0 else 0 for each in (shape, result_shape))
    return Product(shape, result_shape, {of_operand: of_result})


def _group(numbers: Array, groups: int) -> Array:
    """The group that each of these features is of."""
    return numbers // max(len(numbers) // groups, 1)


def _windows(ran: Ran, numbers: ConvDimensionNumbers) -> Windows:
    op, ones = ran.op, (1,) * len(numbers.input_spatial_dimensions)
    if op.name == "stablehlo.dynamic_conv":
        padding = ran.operands[2].tolist()
    else:
        table = integer_table(op, "padding")
        padding = [[0, 0]] * len(ones) if table is None else table.reshape(len(ones), 2).tolist()
    dimensions = [ran.operands[1].shape[d] for d in numbers.kernel_spatial_dimensions]
    strides, lhs_dilation, rhs_dilation = (
        integers(op, name, ones) for name in ("window_strides", "lhs_dilation", "rhs_dilation")
    )
    return Windows(dimensions, strides, lhs_dilation, rhs_dilation, padding)
