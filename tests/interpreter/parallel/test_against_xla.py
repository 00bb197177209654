"""Programs for many devices that run on XLA CPU, too: random ones of JAX's shard_map, and collectives over replicas."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import campaign, replica_programs, shard_map_programs

import interpreter

SEEDS = [
    pytest.param(range(6), id="few", marks=pytest.mark.slow),
    pytest.param(campaign.seeds(6, 1006), id="many", marks=pytest.mark.campaign),
]


@pytest.mark.parametrize("seeds", SEEDS)
def test_random_functions_of_jax(seeds: range, tmp_path: Path) -> None:
    """What is small and whole in f32 is exact, whatever the order of sums."""
    pytest.importorskip("jax")
    for start in range(seeds.start, seeds.stop, 100):
        stop = min(seeds.stop, start + 100)
        found = shard_map_programs.run_in_a_process(start, stop, tmp_path / f"{start}.npz")
        for seed, (text, arguments, expected) in enumerate(found, start):
            for results in interpreter.run_parallel(text, [tuple(arguments)] * shard_map_programs.DEVICES):
                for result, wanted in zip(results, expected, strict=True):
                    assert result.dtype == wanted.dtype
                    np.testing.assert_array_equal(result, wanted, err_msg=f"seed {seed}\n{text}")


@pytest.mark.parametrize("seeds", SEEDS)
def test_random_collectives_over_replicas(seeds: range, tmp_path: Path) -> None:
    found = replica_programs.run_in_a_process(seeds.start, seeds.stop, tmp_path / "found.npz")
    for seed, (text, arguments, expected) in enumerate(found, seeds.start):
        results = interpreter.run_parallel(text, [(argument,) for argument in arguments], len(arguments))
        for (result,), wanted in zip(results, expected, strict=True):
            np.testing.assert_array_equal(result, wanted, err_msg=f"seed {seed}\n{text}")
