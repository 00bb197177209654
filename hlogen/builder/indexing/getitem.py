"""`x[...]`, and the parts that a loop over a tensor goes through."""

from __future__ import annotations

from collections.abc import Iterator

from hlogen.builder.indexing.base import Counting
from hlogen.builder.indexing.parse import parse
from hlogen.builder.indexing.read import read
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import require_scope, usage_error


def getitem(operand: Tensor, key: object) -> Tensor:
    require_scope("x[...]")
    result: Tensor = read(operand, parse(key, operand, Counting.chosen(None, True)), "fill")
    return result


def rows(operand: Tensor) -> Iterator[Tensor]:
    """The parts along the first dimension, each a slice."""
    if not operand.rank or operand.shape[0] is None:
        raise usage_error(
            f"a {operand.type} can't be iterated over: its first dimension has no known size\n"
            "  fix: loop in the program with hl.while_, or take parts with hl.dynamic_slice"
            if operand.rank
            else f"a {operand.type} can't be iterated over: it has no dimensions"
        )
    return (read(operand, parse(number, operand, Counting(0, True)), "fill") for number in range(len(operand)))
