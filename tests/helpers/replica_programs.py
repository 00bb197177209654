"""Random programs of collectives over replicas, written as text: their arguments and what XLA CPU gives.

``python -m helpers.replica_programs FIRST LAST FILE`` writes those of the seeds from FIRST to before LAST into an .npz
file, in a process of its own, with as many devices as it needs.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

_REPLICAS = [1, 2, 3, 4, 6]
_SIDE = 12  # which all numbers of replicas divide
_TYPE = f"tensor<{_SIDE}x{_SIDE}xi32>"
_BODY = """({{
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %b = stablehlo.{} %l, %r : tensor<i32>
      stablehlo.return %b : tensor<i32>
    }})"""


def run_in_a_process(first: int, last: int, file: Path) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """(program, the argument of each replica, its result by XLA) for each of the seeds."""
    command = [sys.executable, "-m", "helpers.replica_programs", str(first), str(last), str(file)]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "TF_CPP_MIN_LOG_LEVEL": "2"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    with np.load(file) as written:
        for seed in range(first, last):
            text, arguments, results = (written[f"{seed}_{part}"] for part in ("text", "arguments", "results"))
            yield str(text), list(arguments), list(results)


def drawn(seed: int) -> tuple[str, int]:
    """A program of some collectives one after the other, and the number of its replicas."""
    rng = random.Random(seed)
    count = rng.choice(_REPLICAS)
    lines, value = [], "%x"
    for number in range(rng.randint(1, 4)):
        lines.append(_step(rng, count, number, value))
        value = f"%v{number}"
    body = "\n".join(lines)
    return f"func.func @main(%x: {_TYPE}) -> {_TYPE} {{\n{body}\n  return {value} : {_TYPE}\n}}", count


def _step(rng: random.Random, count: int, number: int, value: str) -> str:
    """`%v{number}`: a collective on `value`, brought back to its type."""
    size = rng.choice([size for size in range(1, count + 1) if count % size == 0])
    ids = rng.sample(range(count), count)
    rows = [ids[at : at + size] for at in range(0, count, size)]
    groups = f"replica_groups = dense<{rows}> : tensor<{len(rows)}x{size}xi64>"
    everywhere = groups
    if rng.random() < 0.5:
        everywhere += ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids"
    dim, other = rng.randint(0, 1), rng.randint(0, 1)
    body = _BODY.format(rng.choice(["add", "maximum", "minimum", "multiply"]))
    new, raw = f"%v{number}", f"%w{number}"

    def wide(changes: dict[int, float]) -> str:
        return f"tensor<{'x'.join(str(int(_SIDE * changes.get(d, 1))) for d in (0, 1))}xi32>"

    match rng.choice(["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "replica_id"]):
        case "all_reduce":
            return f'  {new} = "stablehlo.all_reduce"({value}) {body} {{{everywhere}}} : ({_TYPE}) -> {_TYPE}'
        case "all_gather":
            type = wide({dim: size})
            start = rng.randint(0, size - 1) * _SIDE
            taken = ", ".join(f"{start}:{start + _SIDE}" if d == dim else f"0:{_SIDE}" for d in (0, 1))
            gathered = f'"stablehlo.all_gather"({value}) {{all_gather_dim = {dim} : i64, {everywhere}}}'
            return (
                f"  {raw} = {gathered} : ({_TYPE}) -> {type}\n"
                f"  {new} = stablehlo.slice {raw} [{taken}] : ({type}) -> {_TYPE}"
            )
        case "reduce_scatter":
            type = wide({dim: 1 / size})
            scattered = f'"stablehlo.reduce_scatter"({value}) {body} {{scatter_dimension = {dim} : i64, {everywhere}}}'
            joined = ", ".join([raw] * size)
            types = ", ".join([type] * size)
            return (
                f"  {raw} = {scattered} : ({_TYPE}) -> {type}\n"
                f'  {new} = "stablehlo.concatenate"({joined}) {{dimension = {dim} : i64}} : ({types}) -> {_TYPE}'
            )
        case "all_to_all":
            type = wide({dim: 1 / size, other: size}) if dim != other else _TYPE
            attributes = f"split_dimension = {dim} : i64, concat_dimension = {other} : i64, split_count = {size} : i64"
            return (
                f'  {raw} = "stablehlo.all_to_all"({value}) {{{attributes}, {groups}}} : ({_TYPE}) -> {type}\n'
                f"  {new} = stablehlo.reshape {raw} : ({type}) -> {_TYPE}"
            )
        case "collective_permute":
            pairs = [[source, target] for source, target in enumerate(ids) if rng.random() < 0.8] or [[0, count - 1]]
            text = f"source_target_pairs = dense<{pairs}> : tensor<{len(pairs)}x2xi64>"
            return f'  {new} = "stablehlo.collective_permute"({value}) {{{text}}} : ({_TYPE}) -> {_TYPE}'
        case _:
            id, wide_id = f"%i{number}", f"%j{number}"
            return (
                f"  {id} = stablehlo.replica_id : tensor<ui32>\n"
                f"  {raw} = stablehlo.convert {id} : (tensor<ui32>) -> tensor<i32>\n"
                f"  {wide_id} = stablehlo.broadcast_in_dim {raw}, dims = [] : (tensor<i32>) -> {_TYPE}\n"
                f"  {new} = stablehlo.add {value}, {wide_id} : {_TYPE}"
            )


def _write(first: int, last: int, file: str) -> None:
    from jaxlib import xla_client

    from hlogen.backends.adapters.xla import AbstractValue, elements, sharding_class

    client = xla_client.make_cpu_client(asynchronous=False, num_devices=max(_REPLICAS))
    written: dict[str, Any] = {}
    for seed in range(first, last):
        text, count = drawn(seed)
        arguments = np.random.default_rng(seed).integers(-9, 10, (count, _SIDE, _SIDE)).astype(np.int32)
        options = xla_client.CompileOptions()
        build = options.executable_build_options
        options.num_replicas = build.num_replicas = count
        options.num_partitions = build.num_partitions = 1
        build.device_assignment = xla_client.DeviceAssignment.create(np.arange(count).reshape(count, 1))
        devices = client.devices()[:count]
        executable = client.compile_and_load(f"module {{{text}}}", devices, options)
        joined = arguments.reshape(-1, _SIDE)
        split = sharding_class(xla_client)(devices, xla_client.HloSharding.iota_tile((count, 1)))
        given = xla_client.batched_device_put(
            AbstractValue(joined), split, [np.array(part) for part in arguments], devices, True, True, enable_x64=True
        )
        (result,) = executable.execute_sharded([given]).disassemble_into_single_device_arrays()
        results = np.array([elements(piece) for piece in result])
        written |= {f"{seed}_text": text, f"{seed}_arguments": arguments, f"{seed}_results": results}
    np.savez(file, **written)


if __name__ == "__main__":
    _write(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
