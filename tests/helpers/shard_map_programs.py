"""Random functions of JAX over eight devices, with collectives in them: their text, inputs and what XLA gives.

``python -m helpers.shard_map_programs FIRST LAST FILE`` writes those of the seeds from FIRST to before LAST into a
file. It is a process of its own, because the number of devices is fixed when jax starts.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

DEVICES = 8
_MESHES = [{"x": 8}, {"x": 2, "y": 4}, {"x": 4, "y": 2}, {"x": 2, "y": 2, "z": 2}]
_SIDE = 8  # every device has a square of this side, whatever was done to it
_FLAGS = {
    "XLA_FLAGS": f"{os.environ['XLA_FLAGS']} --xla_force_host_platform_device_count={DEVICES}",
    "JAX_PLATFORMS": "cpu",
}


def run_in_a_process(first: int, last: int, file: Path) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """(program, arguments, results of XLA) for each of the seeds."""
    command = [sys.executable, "-m", "helpers.shard_map_programs", str(first), str(last), str(file)]
    env = {**os.environ, **_FLAGS, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    with np.load(file) as written:
        for seed in range(first, last):
            arrays: dict[str, list[Any]] = {
                kind: [written[f"{seed}_{kind}_{n}"] for n in range(int(written[f"{seed}_{kind}s"]))]
                for kind in ("argument", "result")
            }
            yield str(written[f"{seed}_text"]), arrays["argument"], arrays["result"]


def _write(first: int, last: int, file: str) -> None:
    import jax
    from jax.sharding import Mesh, PartitionSpec

    written: dict[str, Any] = {}
    for seed in range(first, last):
        jax.config.update("jax_use_shardy_partitioner", seed % 3 > 0)  # else as it was before Shardy
        rng = random.Random(seed)
        sizes = rng.choice(_MESHES)
        mesh = Mesh(np.array(jax.devices()).reshape(*sizes.values()), tuple(sizes))
        dtype = rng.choice([np.int32, np.float32, np.int8])
        axes = list(sizes)
        rng.shuffle(axes)
        cut = rng.randint(0, len(axes))
        spec = PartitionSpec(tuple(axes[:cut]) or None, tuple(axes[cut:]) or None)
        steps = [_step(jax, rng, sizes) for _ in range(rng.randint(1, 5))]
        shape = [_SIDE * prod(sizes[axis] for axis in part) for part in (axes[:cut], axes[cut:])]
        argument = np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)

        def body(x: Any, steps: list[Callable[[Any], Any]] = steps) -> tuple[Any, Any]:
            first = x
            for step in steps:
                x = step(x)
            return x, first + x

        function = jax.jit(
            jax.shard_map(body, mesh=mesh, in_specs=spec, out_specs=(spec, spec), check_vma=False), keep_unused=True
        )
        written[f"{seed}_text"] = function.lower(argument).as_text()
        results = function(argument)
        written |= {f"{seed}_arguments": 1, f"{seed}_argument_0": argument, f"{seed}_results": len(results)}
        written |= {f"{seed}_result_{n}": np.asarray(result) for n, result in enumerate(results)}
    np.savez(file, **written)


def _step(jax: Any, rng: random.Random, sizes: dict[str, int]) -> Callable[[Any], Any]:
    """One collective, whose result is brought back to the square shape."""
    jnp, lax = jax.numpy, jax.lax
    names = rng.sample(list(sizes), rng.randint(1, len(sizes)))
    axis: Any = names[0] if len(names) == 1 else tuple(names)
    one, dim, other = rng.choice(list(sizes)), rng.randint(0, 1), rng.randint(0, 1)
    count = sizes[one]
    targets = rng.sample(range(count), count)
    pairs = [(source, target) for source, target in enumerate(targets) if rng.random() < 0.8] or [(0, count - 1)]

    def loop(x: Any) -> Any:
        return lax.fori_loop(0, 3, lambda i, y: lax.ppermute(y, one, pairs) + i.astype(y.dtype), x)

    def scattered(x: Any) -> Any:
        part = lax.psum_scatter(x, one, scatter_dimension=dim, tiled=True)
        return jnp.concatenate([part] * count, dim)

    def where(x: Any) -> Any:
        """A collective in a branch that all devices take alike, as a sum of all says."""
        total = lax.psum(x.sum(dtype=jnp.int32), tuple(sizes))
        return lax.cond(total % 2 == 0, lambda y: lax.pmax(y, axis), lambda y: lax.ppermute(y, one, pairs), x)

    steps: list[Callable[[Any], Any]] = [
        lambda x: lax.psum(x, axis),
        lambda x: lax.pmax(x, axis),
        lambda x: lax.pmin(x, axis) - x,
        lambda x: lax.all_gather(x, one, axis=dim, tiled=True)[tuple(slice(0, _SIDE) for _ in range(2))],
        lambda x: lax.all_gather(x, one, axis=dim)[(slice(None),) * dim + (count - 1,)],
        lambda x: lax.all_to_all(x, one, dim, other, tiled=True).reshape(_SIDE, _SIDE),
        lambda x: lax.ppermute(x, one, pairs),
        lambda x: x + lax.axis_index(one).astype(x.dtype),
        scattered,
        loop,
        where,
    ]
    return rng.choice(steps)


if __name__ == "__main__":
    _write(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
