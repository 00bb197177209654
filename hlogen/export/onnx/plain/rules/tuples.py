"""Tuples, whose elements stand for them, and tokens, for which nothing does."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.analysis.view import integer_of
from hlogen.builder.tensor import Tensor
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.plain.registry import parts_rule
from hlogen.export.onnx.plain.types import parts_of
from hlogen.ir import TupleType


@parts_rule("stablehlo.tuple", "stablehlo.after_all", "stablehlo.create_token")
def put_together(site: PartsContext) -> Sequence[Tensor]:
    """A tuple has all parts of its elements; tokens have none."""
    return site.all_parts


@parts_rule("stablehlo.get_tuple_element")
def get_tuple_element(site: PartsContext) -> Sequence[Tensor]:
    type, index = site.op.operands[0].type, integer_of(site.op, "index")
    assert isinstance(type, TupleType)
    first = sum(len(parts_of(element)) for element in type.element_types[:index])
    return site.parts(0)[first : first + len(parts_of(type.element_types[index]))]
