"""Which operations the interpreter knows: kernels register themselves here, with a decorator.

A kernel is written as its plan: a function that reads an operation once and returns what runs on arrays.

    @kernel("stablehlo.reverse")
    def reverse(op: Operation, planner: Planner) -> Run:
        dimensions = ...                      # attributes, result types: read once, when the program is loaded
        return lambda operand: np.flip(operand, dimensions)

What runs takes one array per operand and returns the result, or a tuple where the operation has not exactly one
result. It never writes into an operand, and may return a view of one. NumPy's floating-point warnings are off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hlogen.ir import Operation, Region
from hlogen.registry import Registry
from interpreter.execution.traits import Gives, Makes, Memory, Poles, Traits

if TYPE_CHECKING:
    from interpreter.execution.blocks import BlockPlan, Run
    from interpreter.execution.regions import RegionPlan

Plan: TypeAlias = "Callable[[Operation, Planner], Run]"
LaneRule: TypeAlias = "Callable[..., Any]"


class Planner(Protocol):
    """What a kernel's plan may ask for."""

    def region(self, region: Region, n_args: int) -> RegionPlan:
        """The plan of one of the operation's regions, callable with `n_args` arrays; captures are seen to."""

    def function(self, name: str) -> BlockPlan:
        """The plan of the function @name, callable with its arguments."""

    def body(self, name: str) -> Region:
        """The body of the function @name, for a kernel that runs it as a region."""

    def declared(self, name: str) -> str:
        """The text of the mesh that the program declares as @name."""


class Quantized(Enum):
    """How an operation runs on quantized tensors; interpreter/plan/quantized.py does it."""

    UNDEFINED = "the specification doesn't define it"
    ON_FLOATS = "operands are dequantized, the kernel runs on floats, results are quantized"
    ON_STORAGE = "the kernel moves stored integers; operands and results are quantized alike"
    ITSELF = "the kernel sees to it"


@dataclass(frozen=True)
class Kernel:
    """A registered kernel, and what is true of its operation."""

    name: str
    plan: Plan
    quantized: Quantized
    traits: Traits

    @property
    def elementwise(self) -> bool:
        return self.traits.elementwise


TABLE: Registry[Kernel] = Registry("interpreter.kernels", "a kernel")
kernels = TABLE.rows
_LANE_RULES: dict[str, LaneRule] = {}


def kernel(
    *names: str,
    elementwise: bool = False,
    quantized: Quantized = Quantized.UNDEFINED,
    pure: bool = False,
    gives: Gives = Gives.ANY,
    makes: Makes = Makes.NOTHING,
    poles: Poles | None = None,
    memory: Memory | None = None,
) -> Callable[[Plan], Plan]:
    """Registers the decorated plan for the operations `names`.

    `elementwise` promises that what the plan returns ignores the static shapes and works with NumPy's broadcasting, so
    that it can also run a scalar operation on many lanes at once. `quantized` says how quantized tensors get through.
    The others are as in Traits; what is left out promises nothing, but that no NaN or infinity is made.
    """
    traits = Traits(elementwise, pure, gives, makes, poles, memory)

    def register(plan: Plan) -> Plan:
        for name in names:
            TABLE.add(name, Kernel(name, plan, quantized, traits), plan.__module__)
        return plan

    return register


def lane_rule(*names: str) -> Callable[[LaneRule], LaneRule]:
    """Registers how the operations `names`, which aren't elementwise, run on many lanes at once.

    The decorated function takes the operation and its operands, each with one more dimension in front, for the lanes,
    and gives the results likewise. An operation without a rule runs lane by lane.
    """

    def register(rule: LaneRule) -> LaneRule:
        for name in names:
            if name in _LANE_RULES:
                raise ValueError(f"{name} already has a lane rule, in {_LANE_RULES[name].__module__}")
            _LANE_RULES[name] = rule
        return rule

    return register


def lane_rules() -> Mapping[str, LaneRule]:
    """All lane rules by the name of their operation."""
    kernels()
    return _LANE_RULES
