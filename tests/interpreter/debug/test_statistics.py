from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import interpreter
from interpreter.debug.statistics import described


def test_of_floats():
    found = interpreter.Statistics.of(np.array([1, np.nan, -3, np.inf, 8, -np.inf], np.float32))
    assert (found.minimum, found.maximum, found.mean, found.nans, found.infs) == (-3, 8, 2, 1, 2)
    assert str(found) == "min -3.0, max 8.0, mean 2, 1 NaN, 2 inf; [1.0, nan, -3.0, inf, ...]"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.zeros((0, 2)), "empty"),
        (np.zeros((0, 2), np.int32), "empty"),
        (np.float32(0.1).reshape(()), "0.1"),
        (np.array([[1, 2], [3, 6]], np.int8), "min 1, max 6, mean 3; [1, 2, 3, 6]"),
        (np.array([True, False, True, True]), "75.0% true; [True, False, True, True]"),
        (np.array([3 + 4j, 0]), "absolute min 0.0, max 5.0, mean 2.5; [(3+4j), 0j]"),
        (np.array([0.1, 2], ml_dtypes.bfloat16), "min 0.1, max 2.0, mean 1.05005; [0.1, 2.0]"),
        (np.array([-8, 7, 1], ml_dtypes.int4), "min -8, max 7, mean 0; [-8, 7, 1]"),
        (np.array([0.5, 6], ml_dtypes.float4_e2m1fn), "min 0.5, max 6.0, mean 3.25; [0.5, 6.0]"),
        (np.array([np.nan, np.nan], np.float16), "no finite element, 2 NaN; [nan, nan]"),
        (np.array([3e38, 3e38], np.float32), "min 3e+38, max 3e+38, mean 3e+38; [3e+38, 3e+38]"),
        (None, "a token"),
        ((np.arange(2), None), "(min 0, max 1, mean 0.5; [0, 1]; a token)"),
    ],
)
def test_every_kind_of_value_has_a_line(value, text):
    assert described(value) == text


def test_elements_are_left_out_but_for_one_alone():
    assert described(np.arange(3), 0) == "min 0, max 2, mean 1"
    assert described(np.array([True, False]), 0) == "50.0% true"
    assert described(np.array([7], np.int8), 0) == described(np.int8(7).reshape(()), 0) == "7"
    assert interpreter.Statistics.of(np.arange(3), 2).first == (0, 1)
