"""What is true of an operation wherever it runs: said beside its kernel, once, for everything that looks at programs.

Each claim is held against what the kernels do (tests/interpreter/kernels/test_traits.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias

from hlogen.ir import Operation, Value

# Where an operation's exact result is infinite, element by element of its operands: a pole, or cut off on purpose.
Poles: TypeAlias = "Callable[..., Any]"


class Sizes(Protocol):
    """The sizes of values, where they are known; 0 where not."""

    def bytes(self, value: Value) -> int: ...

    def count(self, value: Value) -> int:
        """How many elements it has."""


# The bytes that a kernel takes beside operands and results, about.
Memory: TypeAlias = Callable[[Operation, Sizes], int]


class Gives(Enum):
    """In whose memory the results are."""

    NEW = "its own, which nothing else holds, and which keeps nothing of the operands"
    VIEW = "the first operand's, seen in another order, with gaps or more than once"
    OPERANDS = "the operands', whose elements stay in order; a copy where they don't lie in one piece"
    KEPT = "the program's, there since it was loaded"
    ANY = "any of these"


class Makes(Enum):
    """Whether NaNs and infinities come of operands that have none."""

    NOTHING = "never: it moves, chooses or passes on, or others have made them inside of it"
    NUMBERS = "as arithmetic goes"
    ANYTHING = "from elsewhere: bits, chance, somebody's code, other processes"


@dataclass(frozen=True, slots=True)
class Traits:
    """Of one operation.

    elementwise  what its plan returns works on operands of any shapes that broadcast
    pure         operands and attributes decide its results, and nothing else happens: it may be computed once
    gives        in whose memory its results are
    makes        whether NaNs and infinities come of operands that have none
    poles        where exact results are infinite, of finite operands; None where they never are
    memory       the bytes that its kernel takes while it works, about; None for little
    """

    elementwise: bool = False
    pure: bool = False
    gives: Gives = Gives.ANY
    makes: Makes = Makes.NOTHING
    poles: Poles | None = None
    memory: Memory | None = None


def anywhere(*operands: Any) -> bool:
    """The poles of what is no computation of its operands: none of its infinities is out of range."""
    return True
