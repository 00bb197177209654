"""stop_gradient, a composite that means more than its decomposition, and the names of others that are like it."""

from __future__ import annotations

from hlogen.builder.emit import as_tensor, emit_one
from hlogen.builder.function import Function, built
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import located, require_scope
from hlogen.door import public
from hlogen.ir import Attribute, Location, TensorType

STOP_GRADIENT = "hlogen.stop_gradient"
CHECKPOINT_NAME = "hlogen.checkpoint_name"

# One function per type, shared by all programs, so that functions which call each other agree on what a name means.
_IDENTITIES: dict[tuple[str, TensorType], Function] = {}


@public
def stop_gradient(operand: TensorLike) -> Tensor:
    """`operand`, through which no derivative goes: `jvp`, `vjp` and `grad` take it for a constant, to any order.

    It is the composite ``hlogen.stop_gradient``, which every backend computes as doing nothing.
    """
    scope = require_scope("hl.stop_gradient")
    value = as_tensor(operand, "operand")
    function = identity(value.type)
    attributes: dict[str, Attribute] = {"name": STOP_GRADIENT, "decomposition": function.bring_along(scope)}
    return emit_one("stablehlo.composite", [value], attributes, result_type=value.type)


def identity(type: TensorType, name: str = STOP_GRADIENT) -> Function:
    """What is decomposed to its operand: the decomposition of the composite `name`."""
    if (name, type) not in _IDENTITIES:
        with located(Location(name)):  # it is nobody's line in particular
            made = built(lambda operand: operand, [type], f"{name}.{str(type)[7:-1]}", private=True)
        _IDENTITIES.setdefault((name, type), made)
    return _IDENTITIES[name, type]
