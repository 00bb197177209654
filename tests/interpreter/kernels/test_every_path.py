"""gather and scatter by every path: small programs with the limits between paths moved, in any memory layout."""

import random

import numpy as np
import pytest
from helpers import campaign
from helpers.cases import all_same, expected
from model.gather import ModelError

import interpreter
from hlogen.conform.generate import SeededDraw, draw_case
from interpreter.execution import regions
from interpreter.kernels import gather, scatter_fold

LIMITS = {
    (scatter_fold, "CHUNK_ELEMENTS"): (1, 2, 5, 16),
    (scatter_fold, "FEW_ELEMENTS"): (0, 1 << 11),
    (scatter_fold, "SPARSE"): (0, 1, 64),
    (scatter_fold, "MANY_REPEATED"): (0, 1 / 3, 2 / 3, 1),
    (scatter_fold, "ELEMENTS_OF_A_ROUND"): (0, 1, 512),
    (scatter_fold, "MAX_VOID_BYTES"): (0, 8, 1 << 20),
    (gather, "MAX_VOID_BYTES"): (0, 8, 1 << 20),
    (gather, "WORTH_A_COPY"): (0.01, 4),
    (regions, "_LANES_AT_ONCE"): (1, 3, 1 << 15),
}


def in_fortran_order(array):
    return np.array(array, order="F")


def every_other_element(array):
    wide = np.zeros((*array.shape, 2), array.dtype)
    wide[..., 1] = array
    return wide[..., 1]


def backwards(array):
    index = (slice(None, None, -1),) * array.ndim
    return array[index].copy()[index]


def unaligned(array):
    moved = np.ndarray(array.shape, array.dtype, bytearray(array.nbytes + 1), offset=1)
    moved[...] = array
    return moved


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def in_other_byte_order(array):
    return array.astype(array.dtype.newbyteorder()) if array.dtype.isbuiltin == 1 else array


LAYOUTS = (np.copy, in_fortran_order, every_other_element, backwards, unaligned, read_only, in_other_byte_order)


@pytest.mark.parametrize("start", campaign.first(3, range(0, 3000, 300)))
def test_equals_the_slow_model(start, monkeypatch):
    for seed in range(start, start + 300):
        rng = random.Random(seed)
        for (module, name), values in LIMITS.items():
            monkeypatch.setattr(module, name, rng.choice(values))
        case = draw_case(SeededDraw(seed), ("gather", "scatter", "scatter"))
        args = [rng.choice(LAYOUTS)(array) for array in case.args]
        before = [array.tobytes() for array in args]
        try:
            wanted = expected(case)
        except ModelError:  # the specification gives no value
            continue
        results = interpreter.run(case.module, *args)
        assert all_same(results, wanted), f"seed {seed}: {case}\ngave {results}\ninstead of {wanted}"
        assert [array.tobytes() for array in args] == before
        for i, result in enumerate(results):
            assert result.flags.writeable
            assert not any(np.shares_memory(result, other) for other in (*args, *results[:i]))
