"""The table of transfer functions, filled by decorators in the files of `hlogen.analysis.transfer`.

A transfer function says what is known of an operation's result from what is known of its operands:

    @transfer("stablehlo.reverse")
    def reverse(view: View) -> Fact:
        x = view.operand(0)
        ...

It may be run again when more is known of an operand, so it only looks. Nothing needs to be known: an operation without
a row may give anything that its type allows; `without` says why it has none.

- `elementwise`: results that depend, element by element, on the operands' elements at the same place. The function gets
  the facts of the operands and gives that of the exact integers, which are then made to fit the result's type.
- `transfer`: any operation. With ``views=True`` it is also asked for the part of a result at given indices (`View.at`)
  and looks only at the part of the operands that matters for it; without, that part is taken from the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from hlogen.analysis.fact import Array, Fact
from hlogen.analysis.view import View
from hlogen.ir import Operation
from hlogen.registry import Registry

# (operation, a fact for each operand) -> the fact of the exact result
ElementwiseRule: TypeAlias = Callable[..., Fact]
# (operation, the integers of each operand in 64 bits) -> the result's, in 64 bits; None where it is left open
Fold: TypeAlias = "Callable[..., Array | None]"
TransferRule: TypeAlias = Callable[[View], Fact]


@dataclass(frozen=True)
class Row:
    """What the table knows of one operation: an elementwise rule, or any other."""

    rule: TransferRule | None = None
    views: bool = False
    elementwise: ElementwiseRule | None = None
    fold: Fold | None = None


TABLE: Registry[Row] = Registry("hlogen.analysis.transfer", "a transfer function")
rows, without = TABLE.rows, TABLE.without


def transfer(*names: str, views: bool = False) -> Callable[[TransferRule], TransferRule]:
    """Registers the decorated function for the operations `names`."""

    def register(rule: TransferRule) -> TransferRule:
        for name in names:
            TABLE.add(name, Row(rule, views), rule.__module__)
        return rule

    return register


def elementwise(*names: str, fold: Fold | None = None) -> Callable[[ElementwiseRule], ElementwiseRule]:
    """Registers the decorated function for the elementwise operations `names`.

    `fold` computes the result where all operands are constants; it is used where the result's range fits its type.
    """

    def register(rule: ElementwiseRule) -> ElementwiseRule:
        for name in names:
            TABLE.add(name, Row(elementwise=rule, fold=fold), rule.__module__)
        return rule

    return register


def row_of(operation: Operation) -> Row | None:
    """The row of an operation, if there is one."""
    return TABLE.of(operation)
