"""Programs that JAX writes for eight devices: taken as they are, and split as JAX itself splits them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.conform.sharded import KINDS, partition
from hlogen.transform import raise_batching_dims

# The number of devices is fixed when jax starts, so it starts in a process of its own.
SCRIPT = """
import json
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("x", "y"))
def over(*axes):
    return NamedSharding(mesh, P(*axes))

def of(shape, dtype="float32"):
    return jax.ShapeDtypeStruct(shape, dtype)

batch = ("x", "y")
programs = {
    "cache": (lambda cache, position, values: cache.at[jnp.arange(16), position].set(values),
        [of((16, 64, 8)), of((16,), "int32"), of((16, 8))], [over(batch)] * 3, over(batch)),
    "rows": (lambda operand, rows: operand[jnp.arange(16)[:, None], rows],
        [of((16, 32, 4)), of((16, 5), "int32")], [over("x", None, "y"), over("x")], over("x", None, "y")),
    "along": (lambda operand, rows: jnp.take_along_axis(operand, rows, axis=1, mode="clip"),
        [of((16, 32)), of((16, 5), "int32")], [over(batch)] * 2, over(batch)),
    "product": (lambda rows, columns: rows @ columns,
        [of((16, 32)), of((32, 8))], [over("x", "y"), over("y")], over("x")),
}
written = {}
for name, (function, arguments, splits, result) in programs.items():
    lowered = jax.jit(function, in_shardings=splits, out_shardings=result).lower(*arguments)
    written[name] = lowered.as_text(), lowered.compile().as_text()
print(json.dumps(written))
"""
RAISED = ("cache", "rows")


@pytest.fixture(scope="module")
def written():
    """By name: the program as JAX writes it, and what one device runs when JAX compiles it."""
    pytest.importorskip("jax")
    flags = {"XLA_FLAGS": f"{os.environ['XLA_FLAGS']} --xla_force_host_platform_device_count=8", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env={**os.environ, **flags}
    )
    return json.loads(done.stdout)


def inputs(module):
    rng = np.random.default_rng(0)
    types = module.function("main").type.inputs
    return [rng.integers(-9, 10, type.shape).astype("f4" if str(type).endswith("f32>") else "i4") for type in types]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cache", "rows", "along", "product"])
def test_as_jax(written, name):
    text, compiled = written[name]
    split = partition(text)
    kinds = re.findall(rf" ({'|'.join(KINDS)})(?:-start)?\(", compiled)
    assert split.collectives == {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    module = hl.parse(text)
    expected = interpreter.run(module, *inputs(module))
    np.testing.assert_array_equal(split.run(*inputs(module)), expected)
    if name in RAISED:
        assert split.collectives != {}
        raised = partition(raise_batching_dims(module))
        assert raised.collectives == {}
        np.testing.assert_array_equal(raised.run(*inputs(module)), expected)
