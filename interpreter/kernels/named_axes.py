"""custom_call: operations along named axes, which only the vmap that gives the axis its name makes something to run."""

from __future__ import annotations

from hlogen.ir import Operation
from interpreter.errors import UnsupportedOpError
from interpreter.execution.blocks import Run
from interpreter.kernels.custom_call import custom_call_target
from interpreter.kernels.registry import Planner


@custom_call_target("hlogen.psum", "hlogen.pmax", "hlogen.pmin", "hlogen.ppermute", "hlogen.axis_index")
def along_an_axis(op: Operation, planner: Planner) -> Run:
    said = op.attributes.get("backend_config")
    name = said.get("axis_name") if isinstance(said, dict) else None
    what = str(op.attributes["call_target_name"]).replace("hlogen.", "hl.")
    raise UnsupportedOpError(
        f"{what} works along the axis {name!r} of a batch, and no hl.vmap gives an axis that name; make the batch by "
        f"hl.vmap(f, axis_name={name!r})"
    )
