"""What is true of an operation wherever it runs: said beside its kernel, once, for everything that looks at programs.

Each claim is held against what the kernels do (tests/interpreter/kernels/test_traits.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Any, Protocol, TypeAlias, TypedDict

from hlogen.ir import Operation, Value

# Where an operation's exact result is infinite, element by element of its operands: a pole, or cut off on purpose.
Poles: TypeAlias = "Callable[..., Any]"


class Sizes(Protocol):
    """The sizes of values, where they are known; 0 where not."""

    def bytes(self, value: Value) -> int: ...

    def count(self, value: Value) -> int:
        """How many elements it has."""

    def shape(self, value: Value) -> tuple[int, ...] | None: ...


# The bytes that a kernel takes beside operands and results, about.
Memory: TypeAlias = Callable[[Operation, Sizes], int]
# The results, given the operation and its operands, all with one more dimension in front, for the lanes.
LaneRule: TypeAlias = "Callable[..., Any]"
Shape: TypeAlias = tuple[int, ...]
# The shape of the result of a number, given the operation and its operands' shapes; None for what isn't known.
ShapeRule: TypeAlias = "Callable[[Operation, Sequence[Shape | None], int], Shape | None]"


# An interval of numbers, its ends included.
Interval: TypeAlias = tuple[float, float]
EVERYWHERE: Interval = (-inf, inf)
# The operands in shapes that NumPy broadcasts, lanes in front, given the operation and its operands.
MeetingRule: TypeAlias = "Callable[[Operation, Sequence[Any]], Sequence[Any]]"


# Whether the slices along an axis of the operand are those along an axis of the result, given the operation and both.
AxisRule: TypeAlias = Callable[[Operation, int, int], bool]


class Gives(Enum):
    """In whose memory the results are."""

    NEW = "its own, which nothing else holds, and which keeps nothing of the operands"
    VIEW = "the first operand's, seen in another order, with gaps or more than once"
    OPERANDS = "the operands': it hands them on as they are, or parts of a tuple"
    IN_ORDER = "the first operand's, whose elements stay in order; a copy where they don't lie in one piece"
    KEPT = "the program's, there since it was loaded"
    ANY = "any of these"


class Makes(Enum):
    """Whether NaNs and infinities come of operands that have none."""

    NOTHING = "never: it moves, chooses or passes on, or others have made them inside of it"
    NUMBERS = "as arithmetic goes"
    ANYTHING = "from elsewhere: bits, chance, somebody's code, other processes"


ROUNDED_ONCE = 0.501  # the nearest, unless the exact value is so near to the middle of two that f64 can't tell
CORRECT = 0.5


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How far results may be from the exact values, in units in their last place.

    Floats narrower than f64 are computed in f64 and rounded once, so all functions of theirs are within ROUNDED_ONCE.
    Complex numbers are measured as a whole: the distance of the worse part, in units of the larger part of the exact
    value.
    """

    f64: float
    complex_f64: float | None = None
    complex_f32: float = ROUNDED_ONCE
    # Of f64 on machines without x87's wider type; of functions that round in several steps, which are computed in it.
    plain: float | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Traits:
    """Of one operation; what isn't said promises nothing, but that no NaN or infinity is made."""

    # What its plan returns ignores the static shapes and works on operands of any shapes that broadcast.
    elementwise: bool = False
    # It is computed element by element, of operands that are brought to one shape first, in this way.
    meets: MeetingRule | None = None
    # Operands and attributes decide its results, and nothing else happens: it may be computed once.
    pure: bool = False
    # Its results may be others in other processes: by who runs it, whom it meets, what is drawn there.
    of_process: bool = False
    # The attributes that name the functions it runs.
    calls: tuple[str, ...] = ()
    # How it runs on many lanes at once where it isn't elementwise; without it, lane by lane.
    lanes: LaneRule | None = None

    # Its operands, but for scalars, have one shape; so have those of elementwise ones.
    alike: bool = False
    # The values of operands decide the shape of the result, which may be another one than a static type says.
    shaped_by_values: bool = False
    # The shapes of its results, where they follow from those of its operands.
    shape: ShapeRule | None = None

    # Of what only moves elements of one operand: which slices stay together; None where none do.
    keeps_axis: AxisRule | None = None

    # In whose memory its results are.
    gives: Gives = Gives.ANY
    # The bytes that its kernel takes while it works, about; None for little.
    memory: Memory | None = None

    # Whether NaNs and infinities come of operands that have none.
    makes: Makes = Makes.NOTHING
    # Where exact results are infinite, of finite operands; None where they never are.
    poles: Poles | None = None
    # How exact results are; None where they aren't computed element by element, or are no floats.
    accuracy: Accuracy | None = None
    # Whether it adds up many elements in an order of the implementation's choice, itself or by the bodies that it runs.
    sums: bool = False
    # What results are that neither wrap around nor are rounded, of numbers of any kind; None where no integer wraps.
    exact: Callable[..., Any] | None = None
    # Where it only grows or only falls along each operand, whatever the others are; outside of it, it is NaN.
    monotone: Interval | None = None

    def by_element(self, op: Operation, operands: Sequence[Any]) -> Sequence[Any] | None:
        """The operands so that elements that meet are in one place; None where elements of results are made of many."""
        if self.meets is not None:
            return self.meets(op, operands)
        return operands if self.elementwise else None


class Said(TypedDict, total=False):
    """The traits that a row says, as in Traits."""

    elementwise: bool
    meets: MeetingRule
    pure: bool
    of_process: bool
    calls: tuple[str, ...]
    lanes: LaneRule
    alike: bool
    shaped_by_values: bool
    shape: ShapeRule
    keeps_axis: AxisRule
    gives: Gives
    memory: Memory | None
    makes: Makes
    poles: Poles | None
    accuracy: Accuracy | None
    sums: bool
    exact: Callable[..., Any] | None
    monotone: Interval | None


def anywhere(*operands: Any) -> bool:
    """The poles of what is no computation of its operands: none of its infinities is out of range."""
    return True
