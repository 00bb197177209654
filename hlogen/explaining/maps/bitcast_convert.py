"""Bitcast_convert (spec: bitcast_convert): an element of another width is several elements, or a part of one."""

from __future__ import annotations

from hlogen.explaining.formula import Index, Tensor, Touched, index_space, shape
from hlogen.explaining.maps import index_map


@index_map("stablehlo.bitcast_convert", of="result", what="has the bits of")
def bitcast_convert(result_index: Index, operand: Tensor) -> Touched:
    rank = len(shape(operand))
    parts = index_space(shape(operand)[len(result_index) :])
    return [("operand", result_index[:rank] + part) for part in parts]
