"""Alternatives that are kept as updates bring them, against lists of what lands on each element."""

from __future__ import annotations

import numpy as np
import pytest

from interpreter.possible.unordered import Unordered


@pytest.mark.parametrize("columns", [1, 3])
@pytest.mark.parametrize("n_values", [2, 50], ids=["many equal", "few equal"])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_the_same_as_a_list_for_each_element(columns, n_values, index, monkeypatch):
    monkeypatch.setattr("interpreter.possible.unordered._PART", 7)
    for seed in range(30):
        rng = np.random.default_rng(seed)
        n_rows, n = 10, int(rng.integers(2, 40))
        rows = rng.integers(0, n_rows, n)
        lines = rng.integers(0, n_values, (n, columns)).astype(np.float32)
        lines[rng.random(lines.shape) < 0.1] = np.nan
        contested = np.flatnonzero(np.bincount(rows, minlength=n_rows) >= 2)
        elements = (contested[:, None] * columns + np.arange(columns)).reshape(-1)
        lists = [[lines[i, e % columns] for i in range(n) if rows[i] == e // columns] for e in elements]
        last = np.zeros((n_rows, columns), np.float32)
        last.reshape(-1)[elements] = [x[-1] for x in lists]
        found = Unordered(lines, rows.astype(index), n_rows, elements)

        np.testing.assert_array_equal(found.values, np.array([x for y in lists for x in y], np.float32))
        np.testing.assert_array_equal(found.differing(last), [len(set(map(str, x))) > 1 for x in lists])
        given = np.array([rng.choice(x) if rng.random() < 0.5 else 77 for x in lists], np.float32)
        np.testing.assert_array_equal(
            found.admits(given), [str(g) in map(str, x) for g, x in zip(given, lists, strict=True)]
        )
        mask = rng.random(len(elements)) < 0.5
        some = [x for y, chosen in zip(lists, mask, strict=True) if chosen for x in y]
        np.testing.assert_array_equal(found.among(mask).values, np.array(some, np.float32))
        np.testing.assert_array_equal(found.among(mask).admits(given[mask]), found.admits(given)[mask])
