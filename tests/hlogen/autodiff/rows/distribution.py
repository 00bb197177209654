"""Proofs of collectives, over all processes of a grid together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from helpers.derivatives import Example, Row, distinct, normal

import hlogen as hl

PROCESSES = 4
PAIRED = {"replica_groups": [[1, 0], [2, 3]]}
GLOBAL = {"channel_id": 1, "use_global_device_ids": True}
UNEVEN = {"replica_groups": [[0, 2, 1], [3]]}
SOME = {"replica_groups": [[2, 0, 3]]}  # not process 1
ROOTS = np.array([1, 0], np.int32)


def of(collective: Callable[..., Any], draw: Callable[..., Any] = normal) -> Callable[..., Example]:
    """The square of what `collective` makes of an argument, or of two."""

    def sampler(rng: np.random.Generator, element_type: str) -> Example:
        @hl.function(f"4x2x{element_type}", f"4x2x{element_type}")
        def function(x, y):
            results = collective(x, y)
            results = results if isinstance(results, tuple) else (results,)
            return tuple(result * result for result in results)

        drawn = draw(rng, (PROCESSES, 2, 4, 2), element_type)
        return function, [drawn[:, 0], drawn[:, 1]]

    return sampler


def row(op: str, collective: Callable[..., Any], draw: Callable[..., Any] = normal) -> Row:
    return Row(f"stablehlo.{op}", of(collective, draw), samples=1, processes=PROCESSES)


ROWS = [
    row("all_gather", lambda x, y: hl.all_gather(x * y, all_gather_dim=1, **PAIRED)),
    row("all_gather", lambda x, y: hl.all_gather([x, x, y], all_gather_dim=0, **PAIRED)[:2]),
    row(
        "all_gather",
        lambda x, y: hl.all_gather(y, all_gather_dim=0, channel_id=1, use_global_device_ids=True, **PAIRED),
    ),
    row("all_gather", lambda x, y: hl.all_gather(y, all_gather_dim=0, channel_id=1, num_partitions=1, **PAIRED)),
    row("all_reduce", lambda x, y: hl.all_reduce([x, y, x * y], "add", **UNEVEN)),
    row("all_reduce", lambda x, y: hl.all_reduce(x, "max", **UNEVEN), distinct),
    row("all_reduce", lambda x, y: hl.all_reduce([x, x * y], "min", **PAIRED), distinct),
    row("all_reduce", lambda x, y: hl.all_reduce([x, y], "mul", **PAIRED)),
    row("all_reduce", lambda x, y: hl.all_reduce(x, "mul", replica_groups=[[3, 0, 2, 1]])),
    row("all_reduce", lambda x, y: hl.all_reduce(x, lambda a, b: a + b + a * b * hl.sine(a), **PAIRED)),
    row("reduce_scatter", lambda x, y: hl.reduce_scatter(x * y, "add", scatter_dimension=0, **PAIRED)),
    row("reduce_scatter", lambda x, y: hl.reduce_scatter(x, "max", scatter_dimension=1, **PAIRED), distinct),
    row(
        "all_to_all",
        lambda x, y: hl.all_to_all([x, y], split_dimension=0, concat_dimension=1, split_count=2, **PAIRED),
    ),
    row("all_to_all", lambda x, y: hl.all_to_all(x, split_dimension=1, concat_dimension=1, split_count=2, **PAIRED)),
    row("collective_permute", lambda x, y: hl.collective_permute(x, source_target_pairs=[(0, 1), (3, 2), (2, 3)])),
    row("collective_broadcast", lambda x, y: hl.collective_broadcast(x * y, **SOME)),
    row("collective_broadcast", lambda x, y: hl.collective_broadcast(x, replica_groups=[[3, 1, 0, 2]])),
    row("collective_broadcast", lambda x, y: hl.collective_broadcast([x, y, ROOTS], has_dynamic_root=True, **SOME)),
    row("collective_reduce", lambda x, y: hl.collective_reduce(x * y, "add", **SOME)),
    row("collective_reduce", lambda x, y: hl.collective_reduce([x, y, ROOTS], "add", has_dynamic_root=True, **SOME)),
    row("collective_reduce", lambda x, y: hl.collective_reduce(x, "max", **SOME), distinct),
]
