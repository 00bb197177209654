"""The table of derivatives: one row per operation, filled by decorators in the files of `hlogen.autodiff.rules`.

An operation needs one of these:

- `transpose`, if its results are linear in some operands: what it does to tangents is then itself, and how cotangents
  flow back is the decorated rule. ``jointly=(0, 1)``: linear in those operands together (`add`); ``separately=(0, 1)``:
  in each while the other is fixed (`multiply`).
- `jvp`, the tangents of the results, written with linear operations. How cotangents flow back follows by transposing
  what the rule built, so there is no second rule to keep in step.
- `vjp`, where that doesn't do: an operation with regions that run (`while`).
- `constant`: the derivative is zero wherever it exists (`floor`), or there are no tangents (`compare`).
- `refused`: an error where a derivative goes through it, though its result has no tangents or zero would be an answer.

`without` says why one has none of them.

A linear operation may have a `jvp` too, which then says what it does to tangents: cheaper where some are zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor
from hlogen.ir import Operation
from hlogen.registry import Registry

# A tangent or cotangent: None for one that is all zero, and for values that have none (integers).
Tangent: TypeAlias = "Tensor | None"
Tangents: TypeAlias = "Sequence[Tensor | None]"

# (site, one tangent per site.inputs) -> one per result (a lone one for one result); with `computes_results`, the pair
# of the results and their tangents: the rule then computes the operation itself, which isn't emitted.
JvpRule: TypeAlias = "Callable[[Site, Tangents], object]"
# (site, one cotangent per result, which inputs are linear) -> one cotangent per site.inputs, looked at where linear.
# A linear input has no value: site.inputs has None there; site.input_types knows its type. At least one cotangent isn't
# None.
TransposeRule: TypeAlias = "Callable[[Site, Tangents, Sequence[bool]], object]"
# From one cotangent per result to one per site.inputs.
Pullback: TypeAlias = "Callable[[Tangents], Tangents]"
# (site, which inputs are active) -> the results, and the pullback.
VjpRule: TypeAlias = "Callable[[Site, Sequence[bool]], tuple[Sequence[Tensor], Pullback]]"

_Rule = TypeVar("_Rule", bound=Callable[..., object])


@dataclass
class Row:
    """What the table knows of one operation."""

    name: str
    jvp: JvpRule | None = None
    computes_results: bool = False
    transpose: TransposeRule | None = None
    jointly: tuple[int, ...] = ()
    separately: tuple[int, ...] = ()
    vjp: VjpRule | None = None
    is_constant: bool = False
    refusal: str = ""  # why a derivative through the operation is an error, and the fix


TABLE: Registry[Row] = Registry("hlogen.autodiff.rules", "a derivative rule")
rows, without = TABLE.rows, TABLE.without


def jvp(*names: str, computes_results: bool = False) -> Callable[[_Rule], _Rule]:
    """Registers the decorated rule for the tangents of the operations `names`."""

    def register(rule: _Rule) -> _Rule:
        for name in names:
            _set(name, "jvp", rule).computes_results = computes_results
        return rule

    return register


def transpose(*names: str, jointly: Sequence[int] = (), separately: Sequence[int] = ()) -> Callable[[_Rule], _Rule]:
    """Registers the decorated rule for the cotangents of the linear operations `names`.

    `jointly` and `separately` number the operands that it is linear in; a lone -1 stands for all of them.
    """

    def register(rule: _Rule) -> _Rule:
        for name in names:
            row = _set(name, "transpose", rule)
            row.jointly, row.separately = tuple(jointly), tuple(separately)
        return rule

    return register


def vjp(*names: str) -> Callable[[_Rule], _Rule]:
    """Registers the decorated rule, which runs the operations `names` and gives the way back for cotangents."""

    def register(rule: _Rule) -> _Rule:
        for name in names:
            _set(name, "vjp", rule)
        return rule

    return register


def constant(*names: str) -> None:
    """Says that the derivative of the operations `names` is zero wherever it exists."""
    for name in names:
        _set(name, "is_constant", True)


def refused(*names: str, reason: str, fix: str) -> None:
    """Says that a derivative through the operations `names` is an error: `reason`, and the `fix`."""
    for name in names:
        _set(name, "refusal", f"{reason}\n  fix: {fix}")
        constant(name)


def row_of(operation: Operation) -> Row | None:
    """The row of an operation, if there is one: of a custom_call, that of its target (``@lapack_spotrf_ffi``)."""
    return TABLE.of(operation)


def _set(name: str, field: str, value: object) -> Row:
    row = TABLE.so_far(name)
    if row is None:
        row = Row(name)
        TABLE.add(name, row, getattr(value, "__module__", "a list of constants"))
    if getattr(row, field):
        raise ValueError(f"{name} already has a rule for {field}")
    setattr(row, field, value)
    return row
