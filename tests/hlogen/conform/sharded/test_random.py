"""Random gathers and scatters with batching dims, their batches split: no collectives, and the same to the bit."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np
import pytest
from helpers import campaign
from helpers.drawn_programs import drawn

from hlogen.backends import backend
from hlogen.conform.generate import Case
from hlogen.conform.sharded import annotate, partition
from hlogen.conform.sharded.annotations import Split
from hlogen.ir import Module

_MOST_DEVICES = 32
_SEEDS = {"few": range(60), "many": campaign.seeds(60, 1200)}


def annotated(case: Case) -> Module | None:
    """The program with every batch of more than one entry split over an axis of its own; None if there is none."""
    layout = case.layout
    pairs = zip(layout.operand_batching_dims, layout.start_indices_batching_dims, strict=True)
    split = [(d, d_indices) for d, d_indices in pairs if layout.operand_shape[d] > 1]
    mesh = {f"x{number}": layout.operand_shape[d] for number, (d, _) in enumerate(split)}
    # XLA ends the process for a slice size of 0 where a device's part has one index vector.
    if not split or prod(mesh.values()) > _MOST_DEVICES or 0 in (*layout.slice_sizes, *layout.indices_shape):
        return None
    batch_dims = [d for d in range(len(layout.result_shape)) if d not in layout.offset_dims]
    of_result = [batch_dims[d - (d > layout.index_vector_dim)] for _, d in split]
    operand = _over_axes(len(layout.operand_shape), [d for d, _ in split])
    indices = _over_axes(len(layout.indices_shape), [d for _, d in split])
    result = _over_axes(len(layout.result_shape), of_result)
    count = len(case.element_types)
    if case.op == "gather":
        return annotate(case.module, mesh, [operand, indices], [result])
    return annotate(case.module, mesh, [operand] * count + [indices] + [result] * count, [operand] * count)


def _over_axes(rank: int, dims: list[int]) -> Split:
    return [f"x{dims.index(d)}" if d in dims else None for d in range(rank)]


@pytest.mark.parametrize("op", ["gather", "scatter"])
@pytest.mark.parametrize(
    "seeds",
    [pytest.param("few", marks=pytest.mark.slow), pytest.param("many", marks=pytest.mark.campaign)],
)
def test_batches_need_nothing_of_each_other(op, seeds):
    split = 0
    for seed in _SEEDS[seeds]:
        case = replace(drawn(seed, op), constants=frozenset())
        module = annotated(case)
        if module is None:
            continue
        partitioned = partition(module, _MOST_DEVICES)
        assert partitioned.collectives == {}, (seed, str(partitioned))
        results = partitioned.run(*case.args)
        for result, right in zip(results, backend("xla").run(case.module, *case.args), strict=True):
            np.testing.assert_array_equal(result, right, err_msg=str(seed))
        split += 1
    assert split > len(_SEEDS[seeds]) / 20
