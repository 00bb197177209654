"""Values that stand for several, and for the order of operations (spec: tuple, get_tuple_element, after_all)."""

from __future__ import annotations

from typing import Any, cast

from hlogen.builder.emit import as_values, described, emit_values, integer
from hlogen.builder.tensor import TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.builder.traced import Token, Traced, Tuple
from hlogen.door import public
from hlogen.ir import Attribute, IntegerAttr, IntegerType


@public
def tuple(*val: TensorLike | Traced) -> Tuple:
    """Values of any types, tokens and tuples included, as one of the type ``tuple<...>`` (C1).

    ``t[0]`` is `get_tuple_element`. The specification keeps tuples for older programs; functions and operations
    take and give several values without them.
    """
    require_scope("hl.tuple")
    return cast(Tuple, emit_values("stablehlo.tuple", as_values(val, "val"))[0])


@public
def get_tuple_element(operand: Tuple, index: int) -> Any:
    """The element of the tuple `operand` at `index`, of whatever type it is (C2).

    Raises UsageError where `operand` is no tuple, or `index` isn't from 0 to its size (C1).
    """
    if not isinstance(operand, Tuple):
        raise usage_error(f"operand should be a tuple, not {described(operand)}")
    attributes: dict[str, Attribute] = {"index": IntegerAttr(integer(index, "index"), IntegerType(32))}
    return emit_values("stablehlo.get_tuple_element", [operand], attributes)[0]


@public
def after_all(*inputs: Token) -> Token:
    """A token that comes after all of `inputs`; of no inputs, one to start from."""
    for number, value in enumerate(inputs):
        as_token(value, f"inputs[{number}]")
    return cast(Token, emit_values("stablehlo.after_all", inputs)[0])


def as_token(value: object, what: str) -> Token:
    """`value` itself; UsageError where it is no token."""
    if not isinstance(value, Token):
        raise usage_error(f"{what} should be a token, not {described(value)}\n  fix: make one with hl.after_all()")
    return value
