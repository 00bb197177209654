"""Which operations have machine code: rows register themselves here, with a decorator.

    @lowering("stablehlo.negate")
    def negate(at: At, x: str) -> str:
        return at.rounded(at.emit.let(f"fneg {at.held.value} {x}"))

A row writes what one element of the result is of those of the operands, to the bits that the kernel gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from hlogen.forking import cached_property
from hlogen.ir import ElementType, Operation, QuantizedType, TensorType, Value
from hlogen.registry import Registry
from interpreter.compiled.elements import Held, NotCompiled, held
from interpreter.compiled.emit import Emitter


@dataclass(eq=False)
class At:
    """An operation where it is written: what its operands and its result are held as."""

    emit: Emitter
    op: Operation

    @cached_property
    def held(self) -> Held:
        """Of the result."""
        return held(element_of(self.op.result))

    @cached_property
    def operand(self) -> Held:
        """Of the first operand."""
        return held(element_of(self.op.operands[0]))

    def rounded(self, value: str) -> str:
        """The result, of a value that isn't rounded yet."""
        return self.emit.rounded(self.held, value)


def element_of(value: Value) -> ElementType:
    """NotCompiled for what is no tensor, or quantized."""
    type = value.type
    if not isinstance(type, TensorType) or isinstance(type.element_type, QuantizedType):
        raise NotCompiled(f"values of type {type}")
    return type.element_type


Row: TypeAlias = Callable[..., str]
LOWERINGS: Registry[Row] = Registry("interpreter.compiled.rows", "machine code")
lowering = LOWERINGS.register
