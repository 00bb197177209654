"""The four strategies on the specification's own examples, and on grids of all kinds against its own functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers import process_grids as model

from interpreter.grid.groups import (
    GridSize,
    cross_partition,
    cross_replica,
    cross_replica_and_partition,
    flattened_ids,
)

Strategy = Callable[..., Any]


def test_the_examples_of_the_specification() -> None:
    halves = [[0, 1], [2, 3]]
    size = GridSize(4, 2)
    assert cross_replica(halves, size) == [
        ((0, 0), (1, 0)),
        ((0, 1), (1, 1)),
        ((2, 0), (3, 0)),
        ((2, 1), (3, 1)),
    ]
    assert cross_partition([[0, 1]], size) == [
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
        ((2, 0), (2, 1)),
        ((3, 0), (3, 1)),
    ]
    assert cross_replica_and_partition(halves, size) == [
        ((0, 0), (1, 0), (0, 1), (1, 1)),
        ((2, 0), (3, 0), (2, 1), (3, 1)),
    ]
    assert flattened_ids([[0, 1, 2, 3], [4, 5, 6, 7]], size) == [
        ((0, 0), (0, 1), (1, 0), (1, 1)),
        ((2, 0), (2, 1), (3, 0), (3, 1)),
    ]


@pytest.mark.parametrize(("num_replicas", "num_partitions"), model.GRIDS)
@pytest.mark.parametrize(
    "strategy", [cross_replica, cross_partition, cross_replica_and_partition, flattened_ids], ids=lambda f: f.__name__
)
def test_against_the_functions_of_the_specification(num_replicas: int, num_partitions: int, strategy: Strategy) -> None:
    name = strategy.__name__
    grid = model.Grid(num_replicas, num_partitions)
    count = {"cross_partition": num_partitions, "flattened_ids": num_replicas * num_partitions}.get(name, num_replicas)
    for groups in ([list(range(count))], [[id] for id in reversed(range(count))], [[count - 1]]):
        expected = [tuple(group) for group in getattr(grid, name)(groups)]
        assert strategy(groups, GridSize(num_replicas, num_partitions)) == expected


def test_process_ids_are_in_the_order_of_their_flattened_ids() -> None:
    assert GridSize(2, 3).process_ids == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert str(GridSize(2, 1)) == "2 replicas x 1 partition"
