"""Derivatives of collectives beside JAX's, device by device; and on XLA, whose results are those of the grid."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import shard_map_derivatives as jax_derivatives
from helpers.derivatives import on_grid

import hlogen as hl

B = {"replica_groups": [[0, 1, 2, 3], [4, 5, 6, 7]]}  # the devices of JAX's axis b, and of its axis a
A = {"replica_groups": [[0, 4], [1, 5], [2, 6], [3, 7]]}
ALL = {"replica_groups": [[*range(8)]]}
GLOBAL = {"channel_id": 1, "use_global_device_ids": True}

# The bodies of JAX's, as programs.
BODIES: dict[str, Callable[[Any], Any]] = {
    "psum": lambda x: hl.all_reduce(x * x, "add", **B),
    "psum_of_all": lambda x: hl.all_reduce(x, "add", **ALL) * x,
    "all_gather": lambda x: hl.all_gather(x * x, all_gather_dim=1, **B, **GLOBAL),
    "psum_scatter": lambda x: hl.reduce_scatter(x * x, "add", scatter_dimension=0, **B, **GLOBAL),
    "all_to_all": lambda x: hl.all_to_all(x * x, split_dimension=0, concat_dimension=1, split_count=4, **B),
    "ppermute": lambda x: (
        hl.collective_permute(
            x * x,
            source_target_pairs=[(at + first, to + first) for at, to in [(0, 1), (1, 2), (3, 0)] for first in (0, 4)],
        )
        * x
    ),
    "axis_index": lambda x: hl.all_reduce(x * hl.convert(hl.replica_id() % 4, "f64"), "add", **A),
}
# What JAX has no derivative of, or no operation.
OTHERS: dict[str, Callable[[Any], Any]] = {
    "largest": lambda x: hl.all_reduce(x * x, "max", **B),
    "product": lambda x: hl.all_reduce(x, "mul", **B, **GLOBAL),
    "smallest_part": lambda x: hl.reduce_scatter(x, "min", scatter_dimension=0, **B),
}


def program(body: Callable[[Any], Any]) -> hl.Function:
    return hl.function("4x2xf64", name="main")(body)


def test_as_jax(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    found = jax_derivatives.of_jax(tmp_path / "found.npz")
    assert jax_derivatives.BODIES.keys() == BODIES.keys()
    for name, body in BODIES.items():
        x, cotangent = found[f"{name}_x"], found[f"{name}_cotangent"]
        result, gradient = on_grid(8)(hl.vjp(program(body)), x, cotangent)
        np.testing.assert_allclose(result, found[f"{name}_result"], rtol=1e-12, err_msg=name)
        np.testing.assert_allclose(gradient, found[f"{name}_gradient"], rtol=1e-12, atol=1e-13, err_msg=name)


@pytest.mark.slow
def test_on_xla(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    programs = {}
    for name, body in {**BODIES, **OTHERS}.items():
        function = program(body)
        x = rng.normal(size=(8, 4, 2))
        cotangent = rng.normal(size=(8, *function.type.results[0].static_shape))
        programs[f"{name}-vjp"] = hl.vjp(function, name="main"), [x, cotangent]
        programs[f"{name}-jvp"] = hl.jvp(function, name="main"), [x, rng.normal(size=x.shape)]
    texts = {name: (str(derivative), arrays) for name, (derivative, arrays) in programs.items()}
    found = jax_derivatives.of_xla(texts, tmp_path / "programs.npz")
    for name, (derivative, arrays) in programs.items():
        for got, wanted in zip(found[name], on_grid(8)(derivative, *arrays), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-13, err_msg=name)
