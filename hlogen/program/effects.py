"""What operations do besides giving results: which may not be dropped, merged or run again."""

from __future__ import annotations

from hlogen.ir import Block, Operation, TokenType
from hlogen.program.axes import ALONG_AXES

# The composite whose operation the interpreter stops at where indices are out of bounds.
IN_BOUNDS = "hlogen.in_bounds"

# What happens in the order of tokens, and others see.
ORDERED = {"stablehlo.infeed", "stablehlo.outfeed", "stablehlo.send", "stablehlo.recv"}
# What a second run does again, or with another outcome.
_ONCE = {"stablehlo.rng", *ORDERED}
# What is to be done though nothing uses its results: of what is called nothing is known.
_EFFECTS = {*_ONCE, "stablehlo.custom_call", IN_BOUNDS}
# Composites that do more than what they are decomposed to.
_CHECKS = {IN_BOUNDS}
# Composites of hlogen's own are known, but for one, which is whatever a user computes in it.
_OWN = "hlogen."
CHECKPOINT = "hlogen.checkpoint"
# Operations of these dialects are known; of others anything may be.
_KNOWN = ("stablehlo.", "chlo.", "func.return", "sdy.return")


def has_effect(operation: Operation) -> bool:
    """Whether the operation itself does something besides giving results, so that it may not be dropped or merged."""
    key = operation.called
    return key not in ALONG_AXES and (
        key in _EFFECTS
        or operation.name in _EFFECTS
        or not operation.name.startswith(_KNOWN)
        or (operation.name == "stablehlo.composite" and (key == CHECKPOINT or not key.startswith(_OWN)))
    )


def calls_alone(operation: Operation) -> bool:
    """Whether the operation has the effects of what it calls, and no others; a check has one of its own."""
    return operation.name in ("func.call", "stablehlo.composite") and operation.called not in _CHECKS


def runs_once(operation: Operation) -> bool:
    """Whether the operation itself may not be run again: it would do something else then."""
    return (
        operation.name in _ONCE
        or operation.attributes.get("has_side_effect") is True
        or (operation.name == "stablehlo.custom_call" and _has_token(operation))
    )


def _has_token(operation: Operation) -> bool:
    """Whether the operation has its place in the order that tokens say."""
    return any(isinstance(value.type, TokenType) for value in (*operation.operands, *operation.results))


def has_effects(block: Block) -> bool:
    """Whether something in a block, or in a region inside of it, has an effect."""
    return any(has_effect(inner) for inner in block.walk())
