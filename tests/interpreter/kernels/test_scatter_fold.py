"""The parts of folding, each against the obvious way to do it, at sizes where chunks and digits matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.kernels.scatter_fold import (
    CHUNK_ELEMENTS,
    fold_by_assignment,
    fold_in_rounds,
    last_of_each,
    runs_of,
    stable_order,
)


@given(keys=st.lists(st.integers(0, 200_000)), limit=st.integers(200_000, 1 << 40))
def test_stable_order_is_a_stable_sort(keys, limit):
    keys = np.array(keys, np.int64)
    assert stable_order(keys, limit).tolist() == np.argsort(keys, kind="stable").tolist()


@given(keys=st.lists(st.integers(0, (1 << 40) - 1)))
def test_stable_order_of_large_keys(keys):
    keys = np.array(keys, np.int64)
    assert stable_order(keys, (1 << 40) - 1).tolist() == np.argsort(keys, kind="stable").tolist()


@given(rows=st.lists(st.integers(0, 9), min_size=1))
def test_runs(rows):
    order, starts, lengths = runs_of(np.array(rows), 10)
    assert lengths.tolist() == sorted((rows.count(row) for row in set(rows)), reverse=True)
    for start, length in zip(starts, lengths, strict=True):
        run = order[start : start + length].tolist()
        assert run == [i for i, row in enumerate(rows) if row == rows[run[0]]]


@given(rows=st.lists(st.integers(0, 9), min_size=1), n_rows=st.sampled_from([10, 1 << 40]))
def test_last_of_each(rows, n_rows):
    assert last_of_each(np.array(rows), n_rows).tolist() == [row not in rows[i + 1 :] for i, row in enumerate(rows)]


@pytest.mark.share(4)
@pytest.mark.parametrize("rows", [CHUNK_ELEMENTS // 2, 3 * CHUNK_ELEMENTS])
@pytest.mark.parametrize("width", [1, 5])
@pytest.mark.parametrize("used", [1, 2, 20, 200])  # the fewer rows are hit, the more often each
def test_rounds_over_many_chunks(rows, width, used):
    rng = np.random.default_rng(0)
    shape = (rows, width) if width > 1 else (rows,)
    table, targets = rng.standard_normal(shape), rng.integers(0, rows // used, rows) * used
    updates = rng.standard_normal((len(targets), *shape[1:]))
    wanted = table.copy()
    for target, update in zip(targets.tolist(), updates, strict=True):
        wanted[target] = update - wanted[target]
    fold_in_rounds(lambda old, new: [new - old], [table], targets, [updates])
    assert np.array_equal(table, wanted)


def test_rounds_on_a_sparse_table():
    table, targets = np.zeros(50 * CHUNK_ELEMENTS), np.array([7, 3_000_000, 7, 7, 0])
    fold_in_rounds(lambda old, new: [new - old], [table], targets, [np.array([1.0, 2.0, 3.0, 4.0, 5.0])])
    assert table[[7, 3_000_000, 0]].tolist() == [2.0, 2.0, 5.0]
    assert np.count_nonzero(table) == 3


@pytest.mark.parametrize("count", [CHUNK_ELEMENTS - 1, CHUNK_ELEMENTS, CHUNK_ELEMENTS + 1, 3 * CHUNK_ELEMENTS])
@pytest.mark.parametrize("times", [1, 2, 5])
def test_every_row_as_often_as_every_other(count, times):
    """Whether the last chunk is full, holds a single row or isn't there."""
    table, wanted = np.zeros(count), np.zeros(count)
    targets = np.random.default_rng(0).permutation(count)
    updates = np.arange(float(times * count)).reshape(times, count)
    for update in updates:
        wanted[targets] = update - wanted[targets]
    fold_in_rounds(lambda old, new: [new - old], [table], np.tile(targets, times), [updates.reshape(-1)])
    assert np.array_equal(table, wanted)


def test_values_handed_on_between_tables():
    a, b = np.array([1.0, 2.0]), np.array([10.0, 20.0])
    rows, updates = np.array([0, 0, 1]), np.zeros(3)
    fold_in_rounds(lambda old_a, old_b, new_a, new_b: [old_b, old_a], [a, b], rows, [updates, updates])
    assert a.tolist() == [1.0, 20.0]
    assert b.tolist() == [10.0, 2.0]


@pytest.mark.parametrize("part", [slice(None), slice(0, 2)])
def test_assignment_keeps_the_last(part):
    rng = np.random.default_rng(1)
    table = np.zeros((20, 3), np.int32)
    rows = rng.integers(0, 20, 10_000)
    updates = rng.integers(0, 1000, (10_000, 3), np.int32)[:, part]
    wanted = table.copy()
    for row, update in zip(rows, updates, strict=True):
        wanted[row, part] = update
    fold_by_assignment([table[:, part]], rows, [updates])
    assert table.tolist() == wanted.tolist()
