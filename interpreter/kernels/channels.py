"""Values that go from one process to another or to the host (spec: send, recv, infeed, outfeed), and futures.

A channel holds what was sent until it is received, in order: `send` never waits, `recv` does. With is_host_transfer the
host hands on what any process sends through a channel to whoever receives from it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation, TensorType, Value, dtype_of
from interpreter.execution.blocks import Run
from interpreter.grid.grid import current_process
from interpreter.grid.groups import channel_id, source_target_pairs
from interpreter.kernels.control_flow import unpacked
from interpreter.kernels.quantization import stored_zero
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.arguments import argument_value
from interpreter.values.array import Array
from interpreter.values.attributes import flag


@kernel("stablehlo.send", of_process=True, quantized=Quantized.ITSELF)
def send(op: Operation, planner: Planner) -> Run:
    channel, is_host_transfer = channel_id(op), flag(op, "is_host_transfer", default=False)
    pairs = source_target_pairs(op)
    _require_pairs(op, pairs.rows, is_host_transfer)

    def run(*operands: Any) -> None:
        *inputs, _ = operands
        process = current_process()
        if is_host_transfer:
            process.send(("host", channel), tuple(inputs))
            return
        for source, target in process.groups_of(op, pairs):
            if source == process.id:
                process.send((channel, source, target), tuple(inputs))

    return run


@kernel("stablehlo.recv", of_process=True, quantized=Quantized.ITSELF)
def recv(op: Operation, planner: Planner) -> Run:
    """A process that is no target of `source_target_pairs` gets zeros, as in collective_permute."""
    channel, is_host_transfer = channel_id(op), flag(op, "is_host_transfer", default=False)
    pairs = source_target_pairs(op)
    _require_pairs(op, pairs.rows, is_host_transfer)
    payload = op.results[:-1]

    def run(token: Any) -> Any:
        process = current_process()
        if is_host_transfer:
            what = f"for channel {channel}, to which nothing was sent; who still could:"
            values = process.receive(op, ("host", channel), None, what)
            return unpacked([*_fitting(values, payload, f"channel {channel} holds"), None])
        for source, target in process.groups_of(op, pairs):
            if target == process.id:
                values = process.receive(op, (channel, source, target), source, f"for channel {channel} from process")
                return unpacked([*_fitting(values, payload, f"channel {channel} holds"), None])
        return unpacked([*map(_zeros, payload), None])

    return run


@kernel("stablehlo.infeed", of_process=True, quantized=Quantized.ITSELF)
def infeed(op: Operation, planner: Planner) -> Run:
    payload = op.results[:-1]

    def run(token: Any) -> Any:
        process = current_process()
        if not process.infeed:
            raise ExecutionError(
                "the infeed is empty; give interpreter.run_parallel what each process reads, as infeed=[[array, ..]] "
                "(hlogen parallel --infeed FILE.npz)"
            )
        entry = process.infeed.popleft()
        given = entry() if callable(entry) else entry
        values = [
            value if isinstance(value, np.ndarray) else argument_value(value, result.type, "the infeed")
            for value, result in zip(given, payload, strict=False)
        ]
        return unpacked([*_fitting((*values, *given[len(values) :]), payload, "the infeed holds"), None])

    return run


@kernel("stablehlo.outfeed", of_process=True, quantized=Quantized.ITSELF)
def outfeed(op: Operation, planner: Planner) -> Run:
    def run(*operands: Any) -> None:
        *inputs, _ = operands
        process = current_process()
        if process.grid.outfeed is not None:
            process.grid.outfeed(process.id, tuple(np.array(value) for value in inputs))

    return run


@kernel("stablehlo.async_start", of_process=True, quantized=Quantized.ITSELF)
def async_start(op: Operation, planner: Planner) -> Run:
    """The operation runs at once, which the specification allows: its results are the future."""
    return planner.region(op.regions[0], len(op.operands))


@kernel("stablehlo.async_done", of_process=True, quantized=Quantized.ITSELF)
def async_done(op: Operation, planner: Planner) -> Run:
    return unpacked


def _require_pairs(op: Operation, pairs: tuple[tuple[int, ...], ...], is_host_transfer: bool) -> None:
    if not is_host_transfer and not pairs:
        raise ExecutionError(
            f"{op.name} between devices needs source_target_pairs: without them the specification leaves it undefined"
        )


def _fitting(values: tuple[Array, ...], payload: tuple[Value, ...], where: str) -> tuple[Array, ...]:
    """`values` where they are of the program's types; what comes from elsewhere may not be."""
    if len(values) != len(payload) or not all(map(_fits, values, payload)):
        held = ", ".join(f"{np.asarray(value).dtype}{list(np.shape(value))}" for value in values) or "nothing"
        wanted = ", ".join(str(value.type) for value in payload) or "nothing"
        raise ExecutionError(f"{where} {held}, but the program reads {wanted}")
    return values


def _fits(value: Array, result: Value) -> bool:
    type = result.type
    return (
        isinstance(type, TensorType)
        and value.dtype == dtype_of(type.element_type)
        and value.ndim == type.rank
        and all(dim in (None, size) for dim, size in zip(type.shape, value.shape, strict=True))
    )


def _zeros(result: Value) -> Array:
    type = result.type
    if not isinstance(type, TensorType) or not type.is_static:
        raise ExecutionError(f"a process that nobody sends to gets zeros, but {type} doesn't say how many")
    return np.full(type.static_shape, stored_zero(type.element_type), dtype_of(type.element_type))
