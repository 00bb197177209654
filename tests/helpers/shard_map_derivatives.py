"""Derivatives of collectives over eight devices: JAX's of `shard_map`, and what XLA makes of programs over replicas.

``python -m helpers.shard_map_derivatives jax FILE`` writes, for each of BODIES, what JAX's vjp gives into an .npz file;
``... xla FILE`` runs the programs in FILE on replicas, and adds their results. Both are processes of their own, because
the number of devices is fixed when jax starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

DEVICES = 8
AXES = {"a": 2, "b": 4}  # devices 0..3 share their place on a
SHAPE = (4, 2)
_FLAGS = {
    "XLA_FLAGS": f"{os.environ['XLA_FLAGS']} --xla_force_host_platform_device_count={DEVICES}",
    "JAX_PLATFORMS": "cpu",
}

# What one device does, as JAX writes it: of lax, its own x, and the names of axes.
BODIES: dict[str, Callable[[Any, Any], Any]] = {
    "psum": lambda lax, x: lax.psum(x * x, "b"),
    "psum_of_all": lambda lax, x: lax.psum(x, ("a", "b")) * x,
    "all_gather": lambda lax, x: lax.all_gather(x * x, "b", axis=1, tiled=True),
    "psum_scatter": lambda lax, x: lax.psum_scatter(x * x, "b", scatter_dimension=0, tiled=True),
    "all_to_all": lambda lax, x: lax.all_to_all(x * x, "b", 0, 1, tiled=True),
    "ppermute": lambda lax, x: lax.ppermute(x * x, "b", [(0, 1), (1, 2), (3, 0)]) * x,
    "axis_index": lambda lax, x: lax.psum(x * lax.axis_index("b"), "a"),
}


def of_jax(file: Path) -> dict[str, np.ndarray[Any, Any]]:
    """For each body ``<name>_x``, ``<name>_result``, ``<name>_cotangent``, ``<name>_gradient``, device by device."""
    _run("jax", file)
    with np.load(file) as written:
        return dict(written)


def of_xla(programs: Mapping[str, tuple[str, list[np.ndarray[Any, Any]]]], file: Path) -> dict[str, list[Any]]:
    """The results of programs, given as text with their arguments, replica by replica, both stacked."""
    given: dict[str, Any] = {f"{name}_text": text for name, (text, _) in programs.items()}
    given |= {f"{name}_{n}": array for name, (_, arrays) in programs.items() for n, array in enumerate(arrays)}
    np.savez(file, **given)
    _run("xla", file)
    with np.load(file) as written:
        return {
            name: [written[f"{name}_result{n}"] for n in range(int(written[f"{name}_results"]))] for name in programs
        }


def _run(what: str, file: Path) -> None:
    command = [sys.executable, "-m", "helpers.shard_map_derivatives", what, str(file)]
    env = {**os.environ, **_FLAGS, "PYTHONPATH": str(Path(__file__).parents[1]), "TF_CPP_MIN_LOG_LEVEL": "2"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def _write_jax(file: str) -> None:
    import jax
    from jax import lax
    from jax.sharding import Mesh, PartitionSpec

    jax.config.update("jax_enable_x64", True)
    mesh = Mesh(np.array(jax.devices()).reshape(*AXES.values()), tuple(AXES))
    spec = PartitionSpec(tuple(AXES))
    rng = np.random.default_rng(0)
    written: dict[str, Any] = {}
    for name, body in BODIES.items():

        def on_device(x: Any, body: Callable[[Any, Any], Any] = body) -> Any:
            return body(lax, x[0])[None]

        function = jax.shard_map(on_device, mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False)
        x = rng.normal(size=(DEVICES, *SHAPE))
        result, pullback = jax.vjp(jax.jit(function), x)
        cotangent = rng.normal(size=result.shape)
        (gradient,) = pullback(cotangent)
        parts = {"x": x, "result": result, "cotangent": cotangent, "gradient": gradient}
        written |= {f"{name}_{part}": np.asarray(value) for part, value in parts.items()}
    np.savez(file, **written)


def _write_xla(file: str) -> None:
    from jaxlib import xla_client

    from hlogen.backends.adapters.xla import AbstractValue, elements, sharding_class

    client = xla_client.make_cpu_client(asynchronous=False, num_devices=DEVICES)
    with np.load(file) as loaded:
        given = dict(loaded)
    written: dict[str, Any] = {}
    options = xla_client.CompileOptions()
    build = options.executable_build_options
    options.num_replicas = build.num_replicas = DEVICES
    options.num_partitions = build.num_partitions = 1
    build.device_assignment = xla_client.DeviceAssignment.create(np.arange(DEVICES).reshape(DEVICES, 1))
    devices = client.devices()[:DEVICES]
    for name in [key.removesuffix("_text") for key in given if key.endswith("_text")]:
        executable = client.compile_and_load(str(given[f"{name}_text"]), devices, options)
        buffers = []
        for number in range(len([key for key in given if key.startswith(f"{name}_")]) - 1):
            stacked = given[f"{name}_{number}"]
            joined = stacked.reshape(-1, *stacked.shape[2:])
            tiles = (DEVICES, *(1 for _ in joined.shape[1:]))
            split = sharding_class(xla_client)(devices, xla_client.HloSharding.iota_tile(tiles))
            parts = [np.array(part) for part in stacked]
            buffers.append(
                xla_client.batched_device_put(AbstractValue(joined), split, parts, devices, True, True, enable_x64=True)
            )
        outputs = executable.execute_sharded(buffers).disassemble_into_single_device_arrays()
        written[f"{name}_results"] = len(outputs)
        written |= {f"{name}_result{n}": np.array([elements(p) for p in output]) for n, output in enumerate(outputs)}
    np.savez(file, **written)


if __name__ == "__main__":
    {"jax": _write_jax, "xla": _write_xla}[sys.argv[1]](sys.argv[2])
