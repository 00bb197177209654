"""Floating-point types as arithmetic meets them: precision, range, and what becomes of what is out of range."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import ml_dtypes
import numpy as np

from hlogen.ir import FloatType, dtype_of
from interpreter.kernels.numerics import F64, rounding
from interpreter.values.array import Array


@dataclass(frozen=True)
class Format:
    """A floating-point type as arithmetic meets it: bits of significand, smallest and largest positive number.

    `overflow` is what comes of a number that is too large: some formats have NaN but no infinity, others neither.
    """

    type: FloatType
    precision: int
    smallest: float
    smallest_normal: float
    largest: float
    overflow: Literal["inf", "nan", "saturate"]

    @property
    def unit(self) -> float:
        """Half a unit in the last place of 1: how far off rounding may be, in proportion."""
        return float(2.0**-self.precision)

    @property
    def holds_operands(self) -> bool:
        """False where operands may have more bits than this: adding zero rounds, too."""
        return self.type.name != "tf32"

    def rounded(self, values: Array) -> Array:
        """f64 in this format."""
        round = rounding(self.type, F64)
        return values if round is None else round(values)


@cache
def format_of(type: FloatType) -> Format:
    if type.name == "tf32":  # stored as f32
        return Format(type, 11, 2.0**-136, 2.0**-126, (2 - 2.0**-10) * 2.0**127, "inf")
    dtype = dtype_of(type)
    info: Any = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]  # ml_dtypes' own has no annotations
    beyond = np.float64(np.array(np.inf, np.float32).astype(dtype))
    return Format(
        type,
        int(info.nmant) + 1,
        float(info.smallest_subnormal),
        float(info.tiny),
        float(info.max),
        "nan" if np.isnan(beyond) else "inf" if np.isinf(beyond) else "saturate",
    )
