"""How elements are held in machine code: as what they are stored, and as what they are computed.

Floats narrower than f32 are computed as f32 and rounded behind every operation, as in kernels/numerics.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from hlogen.ir import ElementType, FloatType, IndexType, IntegerType
from interpreter.compiled.small_floats import SmallFloat, small_float

_FLOATS = {
    "f64": ("double", "double"),
    "f32": ("float", "float"),
    "f16": ("half", "float"),
    "bf16": ("i16", "float"),
}


class NotCompiled(Exception):
    """What has no machine code: NumPy goes on with it."""


@dataclass(frozen=True, slots=True)
class Held:
    """Elements of a type: `stored` and `value` are LLVM's types of what is in memory, and of what is computed."""

    stored: str
    value: str
    kind: str  # "bool", "signed", "unsigned" or "float"
    width: int  # in memory, in bits
    small: SmallFloat | None = None  # the format of floats of 8 bits

    @property
    def bits(self) -> int:
        """Of an integer that is computed."""
        return int(self.value[1:])

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def is_rounded(self) -> bool:
        """Whether values are wider than what is stored."""
        return self.is_float and self.stored != self.value


def held(type: ElementType) -> Held:
    """NotCompiled for a type that has no machine code."""
    match type:
        case IntegerType(width=1):
            return Held("i8", "i1", "bool", 8)
        case IntegerType(width=2 | 4 | 8 | 16 | 32 | 64):
            stored = max(type.width, 8)
            return Held(f"i{stored}", f"i{type.width}", "unsigned" if type.is_unsigned else "signed", stored)
        case IndexType():
            return Held("i64", "i64", "signed", 64)
        case FloatType(name=name) if name in _FLOATS:
            return Held(*_FLOATS[name], "float", type.width)
        case FloatType(width=8) if type.name != "f8E8M0FNU":  # which has no sign, and no zero
            return Held("i8", "float", "float", 8, small_float(type))
        case _:
            raise NotCompiled(f"elements of type {type}")
