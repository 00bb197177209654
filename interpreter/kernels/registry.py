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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol, TypeAlias, Unpack

from hlogen.ir import Operation, Region, Type
from hlogen.registry import Registry
from interpreter.execution.traits import Said, Traits

if TYPE_CHECKING:
    from interpreter.execution.blocks import BlockPlan, Run
    from interpreter.execution.regions import RegionPlan

Plan: TypeAlias = "Callable[[Operation, Planner], Run]"


class Planner(Protocol):
    """What a kernel's plan may ask for."""

    def region(self, region: Region, n_args: int, results: Sequence[Type] = ()) -> RegionPlan:
        """The plan of one of the operation's regions, callable with `n_args` arrays; captures are seen to.

        Where `results` are given, what the region gives is held against these types as well as its own.
        """

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
    PER_AXIS = "likewise, also where a tensor is quantized per axis"
    HYBRID = "likewise, also per axis, and with a float lhs"
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


def traits_of(name: str) -> Traits:
    """What is said of an operation: nothing, where it has no kernel."""
    kernel = kernels().get(name)
    return Traits() if kernel is None else kernel.traits


def kernel(*names: str, quantized: Quantized = Quantized.UNDEFINED, **said: Unpack[Said]) -> Callable[[Plan], Plan]:
    """Registers the decorated plan for the operations `names`.

    `quantized` says how quantized tensors get through; the others are traits (execution/traits.py).
    """
    traits = Traits(**said)

    def register(plan: Plan) -> Plan:
        for name in names:
            TABLE.add(name, Kernel(name, plan, quantized, traits), plan.__module__)
        return plan

    return register
