"""What becomes of operations before they are lowered: rules register themselves here, with decorators.

A rule writes, with the builder, operations on parts, and gives the parts of all results, one after the other::

    @parts_rule("stablehlo.conj")
    def conj(site: PartsContext) -> Sequence[Tensor]:
        real, imaginary = site.parts(0)
        return real, negate(imaginary)

It is asked where an operand or a result isn't a tensor of reals. What an operation means in others, whatever its types
are, is in the table of `hlogen.definitions`; what that is in a model alone, is here, by the same decorator.

The files of `hlogen.export.onnx.plain.rules` are found by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import Definition, definitions
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.registry import TABLE
from hlogen.registry import Registry

PartsRule: TypeAlias = Callable[[PartsContext], Sequence[Tensor]]

_RULES = "hlogen.export.onnx.plain.rules"
COMPLEX: Registry[PartsRule] = Registry(_RULES, "a rule for complex numbers")
QUANTIZED: Registry[PartsRule] = Registry(_RULES, "a rule for quantized numbers")
PARTS: Registry[PartsRule] = Registry(_RULES, "a rule for parts")
IN_MODELS: Registry[Definition] = Registry(_RULES, "a definition")

# Decorators: a rule for complex and one for quantized numbers, one whatever the types are made of, and a definition.
# Operations that stand between rules and lowerings alone are called "hlogen:dft": so is no composite of anybody's.
complex_rule, quantized_rule, parts_rule = COMPLEX.register, QUANTIZED.register, PARTS.register
definition = IN_MODELS.register


def definition_of(name: str) -> Definition | None:
    """What is written for an operation, whatever its types are: its definition, where it has no lowering."""
    if name in IN_MODELS.rows():
        return IN_MODELS.rows()[name]
    return None if name in TABLE.rows() or name in TABLE.reasons() else definitions().get(name)


def lowered_operations() -> frozenset[str]:
    """The operations that have a form in ONNX: a lowering, or a rule or definition that is written before."""
    rows = [table.rows() for table in (TABLE, COMPLEX, QUANTIZED, PARTS, IN_MODELS)]
    formed = frozenset(filter(definition_of, definitions())).union(*rows)
    return frozenset(name for name in formed if not name.startswith("hlogen:"))
