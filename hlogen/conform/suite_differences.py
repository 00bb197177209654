"""Cases of upstream's own suites that hlogen's interpreter doesn't pass, as data: which, what happens, why.

A case is known by its file's name and its folder in upstream's checkout. It differs as known only where the check that
fails is the one named here and no more elements differ than were looked at: anything else is a failure like any other.
Distances in the reasons are in units of the last place (ULP) of f32, from values computed with 200 bits, or exactly, of
the same inputs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath

_FAILURE = re.compile(r"(check\.[^:]*): (\d+) of (\d+) elements differ")
_TESTDATA = "stablehlo/testdata"
_ULPS = "check.expect_close (0 to 3 ULPs)"
_ABSOLUTE = "check.expect_almost_eq (+- 0.001)"
_EQUAL = "check.expect_eq"
_NO_NAN = (
    "the results are NaN where NaN is expected, and expect_eq takes NaN for different from NaN (openxla/stablehlo#2497)"
)
_F32_FFT = (
    "the expected values are those of an FFT in f32 whose parts cancel, up to {} ULPs off; ours are at most {} off"
)


@dataclass(frozen=True)
class SuiteDifference:
    """A file whose expectation isn't met: `check` fails for at most `most` of `elements`, for this `reason`.

    `is_run_upstream` says whether upstream runs the file through its own interpreter.
    """

    file: str
    check: str
    most: int
    elements: int
    reason: str
    is_run_upstream: bool = False

    def is_met(self, message: str) -> bool:
        """Whether a failure with this message is the known one."""
        found = _FAILURE.match(message)
        if found is None:
            return False
        return found[1] == self.check and int(found[2]) <= self.most and int(found[3]) == self.elements


DIFFERENCES: tuple[SuiteDifference, ...] = (
    SuiteDifference(
        "cosh_float32_20_20_chlo.mlir",
        _ULPS,
        1,
        400,
        "the expected value is that of e^(x + log(1/2)) + e^(-x + log(1/2)) in f32, 4 ULPs off; ours is correctly "
        "rounded",
        is_run_upstream=True,
    ),
    SuiteDifference(
        "sinh_float32_20_20_chlo.mlir",
        _ABSOLUTE,
        4,
        400,
        "the expected values are those of e^(x + log(1/2)) - e^(-x + log(1/2)) in f32, up to 7 ULPs off, where 0.001 "
        "is about an ULP; ours are correctly rounded",
        is_run_upstream=True,
    ),
    SuiteDifference(
        "sin_complex64_20_20.mlir",
        _ABSOLUTE,
        1,
        400,
        "0.001 is less than an ULP of 52700; the expected value is 4 ULPs off, ours 2",
    ),
    SuiteDifference(
        "pow_complex64_20_30_complex64_20_30.mlir",
        _ABSOLUTE,
        69,
        600,
        "0.001 is less than an ULP there; the expected values are up to 9107 ULPs off, ours are correctly rounded",
    ),
    SuiteDifference(
        "cumprod_complex64_8_9.mlir",
        _ABSOLUTE,
        3,
        72,
        "each of the products is rounded (spec: multiply) and their parts cancel: the expected values are up to 147 "
        "ULPs off, ours 216; 0.001 is less than an ULP there",
    ),
    SuiteDifference("fft_complex64_14_15_16_17.mlir", _ULPS, 26_000, 107_520, _F32_FFT.format("75514", "1")),
    SuiteDifference("fft_float32_14_15_16_17.mlir", _ULPS, 5_600, 30_240, _F32_FFT.format("23719", "0.5")),
    SuiteDifference(
        "triangular_solve_float32_2_8_8_float32_2_10_8.mlir",
        _ULPS,
        25,
        160,
        "the expected values are those of a substitution in f32, up to 40 ULPs off; ours are correctly rounded",
    ),
    SuiteDifference("sort_float32_5.mlir", _EQUAL, 2, 5, _NO_NAN),
    SuiteDifference("top_k_float32_5_chlo.mlir", _EQUAL, 2, 5, _NO_NAN),
)

# Files without checks that aren't programs by the specification: what the interpreter says of each when it loads them.
INVALID = dict.fromkeys(
    ("conv_general_dilated_1d_stride_2_even_dynamic.mlir", "conv_general_dilated_1d_stride_2_odd_dynamic.mlir"),
    "window_strides is [2, 2], expected a value for each of 1 spatial dimensions",  # dynamic_conv C2
)


def known(file: str, message: str) -> SuiteDifference | None:
    """The entry for a case of `file` that fails with `message`; None where it isn't known."""
    entry = named(file)
    return entry if entry is not None and entry.is_met(message) else None


def named(file: str) -> SuiteDifference | None:
    """The entry for `file`, whatever happens to it; None for files that aren't in upstream's folder of such tests."""
    path = PurePath(file)
    return _by_name().get(path.name) if path.parent.name == PurePath(_TESTDATA).name else None


@cache
def _by_name() -> dict[str, SuiteDifference]:
    return {entry.file: entry for entry in DIFFERENCES}
