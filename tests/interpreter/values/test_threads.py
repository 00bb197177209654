"""Work that threads share."""

from functools import partial

import ml_dtypes
import numpy as np
import pytest

from interpreter.values import threads


@pytest.mark.share(3)
@pytest.mark.parametrize("cores", [1, 2, 5, 64])
@pytest.mark.parametrize("dtype", [np.float32, np.complex128, ml_dtypes.bfloat16, np.bool_])
def test_copies(cores, dtype, monkeypatch):
    monkeypatch.setattr(threads, "_LARGE", 1)
    monkeypatch.setattr(threads, "cores", lambda: cores)
    whole = np.random.default_rng(0).integers(0, 100, (7, 9)).astype(dtype)
    whole.setflags(write=False)
    for array in (whole, whole[:, ::2], whole.T, whole[:0], whole[0, 0]):
        array = np.asarray(array)
        found = threads.copied(array)
        assert found.dtype == array.dtype
        assert np.array_equal(found, array)
        assert found.flags.c_contiguous
        assert found.flags.writeable
        assert not np.may_share_memory(found, array)


def test_parts():
    for size in range(20):
        for count in range(1, 25):
            found = threads.parts(size, count)
            assert [at for part in found for at in range(*part)] == list(range(size))
            assert len(found) <= count


def test_all_is_done():
    done: list[int] = []
    threads.together([partial(done.append, number) for number in range(9)])
    assert sorted(done) == list(range(9))
