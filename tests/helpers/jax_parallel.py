"""Functions of JAX over eight devices as people write them: their text, inputs and what XLA gives.

``python -m helpers.jax_parallel FOLDER`` writes NAME.mlir and NAME.npz of each; it is a process of its own, because the
number of devices is fixed when jax starts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

DEVICES = 8
_FLAGS = {
    "XLA_FLAGS": f"{os.environ['XLA_FLAGS']} --xla_force_host_platform_device_count={DEVICES}",
    "JAX_PLATFORMS": "cpu",
}
# What XLA's partitioner dies of where Shardy doesn't write it, and what JAX can't write at all without it.
_ONLY_WITH_SHARDY = ("partly_manual", "one_in_another")


def run_in_a_process(folder: Path) -> list[str]:
    """The names of what it has written."""
    command = [sys.executable, "-m", "helpers.jax_parallel", str(folder)]
    env = {**os.environ, **_FLAGS, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return sorted(path.stem for path in folder.glob("*.mlir"))


def _functions() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    import jax
    from jax import lax
    from jax import numpy as jnp
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    devices, p = np.array(jax.devices()), PartitionSpec
    line, table = Mesh(devices, ("x",)), Mesh(devices.reshape(2, 4), ("a", "b"))
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-4, 5, (rows, 8)).astype(np.float32) for rows in (8, 16))

    def mapped(body: Any, mesh: Any, ins: Any, outs: Any, *args: Any, **options: Any) -> tuple[Any, Any]:
        function = jax.shard_map(body, mesh=mesh, in_specs=ins, out_specs=outs, check_vma=False, **options)
        return jax.jit(function), args

    def ring(x: Any) -> Any:
        """Each device's part meets all others."""
        steps = [(device, (device + 1) % DEVICES) for device in range(DEVICES)]

        def turn(_: Any, state: Any) -> Any:
            total, part = state
            return total + x @ part.T, lax.ppermute(part, "x", steps)

        return lax.fori_loop(0, DEVICES, turn, (jnp.zeros((1, 1)), x))[0]

    total = jax.shard_map(lambda x: lax.psum(x, "x"), mesh=line, in_specs=p("x"), out_specs=p(), check_vma=False)
    rows = NamedSharding(line, p("x"))
    return {
        "psum": mapped(lambda x: lax.psum(x, "x"), line, p("x"), p(), x),
        "psum_in_groups": mapped(
            lambda x: lax.psum(x, "x", axis_index_groups=[[0, 1, 2, 3], [4, 5, 6, 7]]), line, p("x"), p("x"), x
        ),
        "pmax_pmin_pmean": mapped(
            lambda x: (lax.pmax(x, "x"), lax.pmin(x, "x"), lax.pmean(x, "x")), line, p("x"), p(), x
        ),
        "all_gather": mapped(lambda x: lax.all_gather(x, "x"), line, p("x"), p("x"), x),
        "all_gather_tiled": mapped(lambda x: lax.all_gather(x, "b", axis=1, tiled=True), table, p("a", "b"), p("a"), x),
        "ppermute": mapped(
            lambda x: lax.ppermute(x, "x", [(i, (i + 3) % 8) for i in range(7)]), line, p("x"), p("x"), x
        ),
        "all_to_all": mapped(lambda x: lax.all_to_all(x, "x", 1, 0, tiled=True), line, p("x"), p("x"), x),
        "psum_scatter": mapped(
            lambda x: lax.psum_scatter(x, "x", scatter_dimension=1, tiled=True), line, p("x"), p("x"), x
        ),
        "axis_index": mapped(lambda x: x + lax.axis_index(("b", "a")), table, p(("a", "b")), p(("a", "b")), x),
        "ring": mapped(ring, line, p("x"), p("x"), x),
        "cond": mapped(
            lambda x: lax.cond(lax.axis_index("x") > 3, lambda v: v * 2, lambda v: v - 1, x), line, p("x"), p("x"), x
        ),
        "scan": mapped(
            lambda x: lax.scan(lambda c, v: (c + lax.psum(v, "x"), c), jnp.zeros(1), x)[1], line, p(None, "x"), p(), x
        ),
        "bf16": mapped(lambda x: lax.psum(x.astype(jnp.bfloat16), "x").astype(jnp.float32), line, p("x"), p(), x),
        "partly_manual": mapped(lambda x: lax.psum(x, "a"), table, p("a"), p(), x, axis_names={"a"}),
        "one_in_another": mapped(
            lambda x: jax.shard_map(
                lambda z: lax.psum(z, "b"), in_specs=p("b"), out_specs=p(), axis_names={"b"}, check_vma=False
            )(x),
            *(table, p("a"), p("a"), x),
            axis_names={"a"},
        ),
        "inside_and_outside": (jax.jit(lambda x, y: (x * 2) @ y.T + total(x) @ y.T), (x, y)),
        "gradient": (jax.jit(jax.grad(lambda x: (total(x) ** 2).sum())), (x,)),
        "batched": (jax.jit(jax.vmap(total)), (np.stack([x, 2 * x]),)),
        "annotated": (jax.jit(lambda x, y: x @ y.T, in_shardings=(rows, rows), out_shardings=rows), (x, y)),
        "pmap": (jax.pmap(lambda x: lax.psum(x, "i") + lax.axis_index("i"), axis_name="i"), (x,)),
    }


def _write(folder: str) -> None:
    import jax

    for suffix, is_shardy in (("", True), ("_before_shardy", False)):
        jax.config.update("jax_use_shardy_partitioner", is_shardy)
        for name, (function, args) in _functions().items():
            if is_shardy or name not in _ONLY_WITH_SHARDY:
                path = Path(folder) / (name + suffix)
                path.with_suffix(".mlir").write_text(function.lower(*args).as_text())
                results = jax.tree.leaves(function(*args))
                arrays = {f"arg{n}": arg for n, arg in enumerate(args)}
                np.savez(path.with_suffix(".in.npz"), **arrays)
                np.savez(path.with_suffix(".out.npz"), *map(np.asarray, results))


if __name__ == "__main__":
    _write(sys.argv[1])
