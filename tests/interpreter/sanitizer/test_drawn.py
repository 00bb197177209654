"""How findings name their elements for `hlogen explain`."""

from __future__ import annotations

import numpy as np

import hlogen as hl
import interpreter
from interpreter.sanitizer import Sanitizer


def found(program, *args):
    sanitizer = Sanitizer()
    interpreter.run(program, *args, sanitize=sanitizer)
    return {finding.id: finding for finding in sanitizer.findings}


def test_a_start_is_the_first_element_that_is_read_there():
    @hl.function("5x4xf32", "3x1xi32")
    def read(x, i):
        return hl.gather(x, i, offset_dims=[0], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1,
                         slice_sizes=[1, 4])  # fmt: skip

    finding = found(read, np.zeros((5, 4), np.float32), [[0], [1], [9]])["bounds.clamped"]
    assert finding.elements[0].position == (2,)
    assert finding.drawn == "0,2"


def test_an_element_of_a_scatter_is_one_of_its_results_or_its_updates():
    @hl.function("4xf32", "3x1xi32", "3xf32")
    def written(x, i, u):
        return hl.scatter(x, i, u, lambda old, new: new, update_window_dims=[], inserted_window_dims=[0],
                          scatter_dims_to_operand_dims=[0], index_vector_dim=1)  # fmt: skip

    findings = found(written, np.zeros(4, np.float32), [[2], [2], [7]], [1.0, 2.0, 3.0])
    assert findings["order.value"].drawn == "results[2]"
    assert findings["bounds.dropped"].drawn == "2"


def test_a_slice_starts_at_its_first_element():
    @hl.function("5x4xf32", "i32", "i32")
    def cut(x, i, j):
        return hl.dynamic_slice(x, [i, j], slice_sizes=[2, 2])

    assert found(cut, np.zeros((5, 4), np.float32), 4, 0)["bounds.clamped"].drawn == "0,0"
