"""Calls of LAPACK that don't say what they compute."""

import pytest

import hlogen as hl
from hlogen.ir import IntegerAttr, IntegerType


@pytest.mark.parametrize("config", [None, {}, {"uplo": "L"}, {"uplo": IntegerAttr(3, IntegerType(8, "unsigned"))}])
def test_potrf_of_which_triangle(config) -> None:
    @hl.function("2x2xf32", name="main")
    def f(x):
        factor, _ = hl.custom_call("lapack_spotrf_ffi", x, result_types=["2x2xf32", "i32"], backend_config=config)
        return factor

    with pytest.raises(hl.UsageError, match=r"@lapack_spotrf_ffi \(.*needs uplo in its backend_config, 76 \(L\) or 85"):
        hl.vjp(f)
