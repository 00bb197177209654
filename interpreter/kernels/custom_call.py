"""custom_call: targets register themselves, as kernels do; a target that nobody registered is an error when loading.

@custom_call_target("vendor.double")
def double(op: Operation, planner: Planner) -> Run:
    return lambda operand: operand + operand
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from hlogen.errors import CheckFailed, UnsupportedOpError
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


@custom_call_target("shape_assertion")
def shape_assertion(op: Operation, planner: Planner) -> Run:
    """What JAX's exports with symbolic sizes ask of the sizes of a run: the first operand holds.

    The other operands stand for ``{0}``, ``{1}``, ... in the attribute `error_message`.
    """
    given = op.attributes.get("error_message")
    message = given if isinstance(given, str) else "the assertion doesn't hold"

    def run(holds: npt.NDArray[np.bool_], *sizes: npt.NDArray[np.integer]) -> tuple[()]:
        if not holds.all():
            told = {f"{{{number}}}": str(size) for number, size in enumerate(sizes)}
            text = re.sub(r"{\d+}", lambda place: told.get(place[0], place[0]), message)
            raise CheckFailed(f"shape_assertion: {text}")
        return ()

    return run
