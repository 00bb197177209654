"""How operations act on possible values: rules register themselves here, with a decorator, as kernels do.

    @rule("stablehlo.tuple")
    def tuple_(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
        return [tuple(operands)]

A value is an array, where every order gives the same; Possible, where some elements are open; a tuple of values; or
None, a token. A rule is asked where an operand is open, and gives all results of the step. An operation without a rule
has one all the same: what it computes from anything open is unknown. `without` says why one has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from hlogen.custom import said
from hlogen.ir import Operation
from hlogen.registry import Registry
from interpreter.execution.blocks import PlannedStep

Value: TypeAlias = Any
Values: TypeAlias = "Sequence[Value]"
# It gives values; of control flow, what the walker asks for the blocks to run (Flow).
# The first is the Evaluation.
Rule: TypeAlias = "Callable[[Any, PlannedStep, Values, Sequence[Values]], Any]"

TABLE: Registry[Rule] = Registry("interpreter.possible.rules", "a rule")
rules, without = TABLE.rows, TABLE.without
_OPENS: dict[str, Callable[[Operation], bool]] = {}
_DESCENDS: set[str] = set()
_REASONS: dict[str, str] = {}


R = TypeVar("R", bound=Rule)


def rule(
    *names: str, opens: Callable[[Operation], bool] = lambda op: False, descends: bool = False, because: str = ""
) -> Callable[[R], R]:
    """Registers the decorated rule for the operations `names`.

    `opens` says of which of them the result itself is left to the implementation, so that the rule is always asked.
    With `descends`, the rule sees to the operation's regions by itself, and to open values that they capture.
    `because` says, in a clause, why the result may be unknown though no operand is open.
    """

    def register(rule: R) -> R:
        for name in names:
            TABLE.add(name, rule, rule.__module__)
        _OPENS.update(dict.fromkeys(names, opens))
        _DESCENDS.update(names if descends else ())
        _REASONS.update(dict.fromkeys(names, because) if because else {})
        return rule

    return register


def unpromised(*names: str, because: str) -> None:
    """Says that what the operations `names` give is unknown, whatever they are given, and why, in a clause."""
    without(*names, because=because)
    _OPENS.update(dict.fromkeys(names, always))


def why_unknown(name: str) -> str:
    """Why the result of an operation is unknown, or may be; "" where nobody said so."""
    return TABLE.reasons().get(name) or _REASONS.get(name, "")


def always(op: Operation) -> bool:
    """For `opens`: every operation of the name."""
    return True


def opens(op: Operation) -> bool:
    """Whether the operation's own result is left to the implementation."""
    rules()
    return (op.name in _OPENS and _OPENS[op.name](op)) or is_told(op)


def is_told(op: Operation) -> bool:
    """Whether somebody says what implementations of it may give."""
    return op.name in ("stablehlo.composite", "stablehlo.custom_call") and said(op.called, "possible") is not None


def descends(name: str) -> bool:
    """Whether the operation's rule sees to its regions by itself."""
    rules()
    return name in _DESCENDS
