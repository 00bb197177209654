"""What JAX's shard_map becomes: what is global outside of it is in parts inside, one for each process.

Every process has the whole values, takes its part of each operand, and runs the body, whose collectives are between the
processes. The results are put together again. With Shardy that is one operation, sdy.manual_computation, where axes
that aren't manual split nothing; before Shardy it was a custom call at each end.
"""

from __future__ import annotations

import re
from typing import Any

from hlogen.errors import ExecutionError
from hlogen.ir import OpaqueAttr, Operation
from interpreter.execution.blocks import Run
from interpreter.grid.grid import current_process
from interpreter.grid.groups import Groups
from interpreter.grid.mesh import read_mesh
from interpreter.grid.tiling import of_hlo, over_mesh
from interpreter.kernels.control_flow import unpacked
from interpreter.kernels.custom_call import custom_call_target
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type

_SHARDING = re.compile(r"<(?:@(?P<name>[\w.$-]+)|(?P<mesh>mesh<[^>]*>)), \[(?P<dims>(?:\{[^}]*\}(?:p\d+)?(?:, )?)*)\]")
_DIMENSION = re.compile(r"\{([^}]*)\}")
_NAME = re.compile(r'"([^"]*)"')


@kernel("sdy.manual_computation", of_process=True, quantized=Quantized.ITSELF)
def manual_computation(op: Operation, planner: Planner) -> Run:
    body = planner.region(op.regions[0], len(op.operands))
    manual = set(_NAME.findall(_text(op, "manual_axes")))
    shardings = [*_SHARDING.finditer(_text(op, "in_shardings")), *_SHARDING.finditer(_text(op, "out_shardings"))]
    if len(shardings) != len(op.operands) + len(op.results):
        raise ExecutionError(
            f"in_shardings and out_shardings say how {len(shardings)} values are split, "
            f"but there are {len(op.operands)} operands and {len(op.results)} results"
        )
    if not shardings:
        return lambda: unpacked(body())
    first = shardings[0]
    mesh = read_mesh(planner.declared(first["name"]) if first["name"] else first["mesh"])
    splits = [
        [[axis for axis in mesh.used(dim) if axis.name in manual] for dim in _DIMENSION.findall(sharding["dims"])]
        for sharding in shardings
    ]
    tilings = [over_mesh(mesh, split) for split in splits]
    of_operands, of_results = tilings[: len(op.operands)], tilings[len(op.operands) :]
    # Devices that differ in other axes have values of their own: the body of another manual computation may run here.
    rows = mesh.groups([axis for name in mesh.axes if name in manual for axis in mesh.used(f'"{name}"')])
    groups = Groups("manual_axes", "flattened_ids", rows, covers=True)

    def run(*operands: Array) -> Any:
        process = current_process()
        count = len(process.grid.processes)
        if count != len(mesh.devices):
            raise ExecutionError(
                f"the mesh has {len(mesh.devices)} devices, but the grid of {process.grid.size} has {count} "
                f"process{'' if count == 1 else 'es'}; use interpreter.run_parallel with one process for each "
                f"device (hlogen parallel --partitions {len(mesh.devices)})"
            )
        (process_group,) = process.groups_of(op, groups)
        parts = [tiling.part(whole, process.number) for tiling, whole in zip(of_operands, operands, strict=True)]

        def together(results: list[tuple[Array, ...]]) -> list[Array]:
            devices = [process.grid.processes[id].number for id in process_group]
            columns = zip(*results, strict=True)
            return [
                tiling.whole(dict(zip(devices, column, strict=True)))
                for tiling, column in zip(of_results, columns, strict=True)
            ]

        return unpacked(process.meet(op, process_group, body(*parts), together))

    return run


@custom_call_target("SPMDFullToShardShape")
def full_to_shard_shape(op: Operation, planner: Planner) -> Run:
    """How JAX wrote the beginning of shard_map's body before Shardy: the @Sharding in front says how to split."""
    (operand,) = op.operands
    text = _hlo_sharding(operand.owner)

    def run(whole: Array) -> Array:
        process = current_process()
        part = of_hlo(text, whole.ndim, len(process.grid.processes)).part(whole, process.number)
        _require_shape(op, part)
        return part

    return run


@custom_call_target("SPMDShardToFullShape")
def shard_to_full_shape(op: Operation, planner: Planner) -> Run:
    text = _hlo_sharding(op)

    def run(part: Array) -> Array:
        process = current_process()

        def together(parts: list[Array]) -> Array:
            return of_hlo(text, part.ndim, len(parts)).whole(dict(enumerate(parts)))

        whole: Array = process.meet(op, process.grid.everyone, part, together)
        _require_shape(op, whole)
        return whole

    return run


def _hlo_sharding(owner: object) -> str:
    text = owner.attributes.get("mhlo.sharding") if isinstance(owner, Operation) else None
    if not isinstance(text, str):
        raise ExecutionError("no mhlo.sharding says how the value is split; JAX writes it in a custom call @Sharding")
    return text


def _require_shape(op: Operation, array: Array) -> None:
    type = tensor_type(op.result)
    if array.shape != type.shape:
        raise ExecutionError(f"the sharding gives the shape {list(array.shape)}, but the result has type {type}")


def _text(op: Operation, name: str) -> str:
    attribute = op.attributes.get(name)
    return attribute.text if isinstance(attribute, OpaqueAttr) else ""
