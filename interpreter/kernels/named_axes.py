"""custom_call: operations along named axes, which only the vmap that gives the axis its name makes something to run."""

from __future__ import annotations

from hlogen.ir import Operation
from hlogen.program.axes import ALONG_AXES, unbound
from interpreter.errors import UnsupportedOpError
from interpreter.execution.blocks import Run
from interpreter.kernels.custom_call import custom_call_target
from interpreter.kernels.registry import Planner


@custom_call_target(*sorted(name.removeprefix("@") for name in ALONG_AXES))
def along_an_axis(op: Operation, planner: Planner) -> Run:
    raise UnsupportedOpError(unbound(op))
