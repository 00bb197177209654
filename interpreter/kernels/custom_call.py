"""custom_call: targets register themselves, as kernels do; a target that nobody registered is an error when loading.

@custom_call_target("vendor.double")
def double(op: Operation, planner: Planner) -> Run:
    return lambda operand: operand + operand
"""

from __future__ import annotations

from collections.abc import Callable

from hlogen.errors import UnsupportedOpError
from hlogen.ir import Operation
from interpreter.registry import Plan, Planner, Run, kernel

_TARGETS: dict[str, Plan] = {}


def custom_call_target(*names: str) -> Callable[[Plan], Plan]:
    """Registers the decorated plan for custom calls of the targets `names`."""

    def register(plan: Plan) -> Plan:
        for name in names:
            if name in _TARGETS:
                raise ValueError(f"custom call @{name} already has a kernel, in {_TARGETS[name].__module__}")
            _TARGETS[name] = plan
        return plan

    return register


@kernel("stablehlo.custom_call")
def custom_call(op: Operation, planner: Planner) -> Run:
    target = op.attributes.get("call_target_name")
    if not isinstance(target, str) or target not in _TARGETS:
        known = ", ".join(f"@{name}" for name in sorted(_TARGETS)) or "none"
        raise UnsupportedOpError(
            f"the interpreter has no meaning for the custom call @{target}; it knows: {known}. "
            "Register one with interpreter.kernels.custom_call.custom_call_target"
        )
    return _TARGETS[target](op, planner)


@custom_call_target("Sharding")
def sharding(op: Operation, planner: Planner) -> Run:
    """A note to a partitioner about where a value is kept: the value itself."""
    return lambda operand: operand
