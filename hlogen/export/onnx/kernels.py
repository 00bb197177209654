"""What onnxruntime's CPU kernels lack or get wrong, operator by operator, in all or some versions from 1.23 on.

The tests hold each with the versions that it is said of (`tests/hlogen/export/onnx/test_kernels.py`).

- It has no kernels for bf16 and few for f16: it puts casts to f32 around f16 nodes itself, and drops those between two
  of them, so that what lies between isn't rounded. Casts that stand in the model stay.
- Max and Min compare only parts of int64 (before 1.32), and know no order of -0.0 and 0.0. (NaN goes through them.)
- Where gives 0.0 where its first choice is -0.0: see `ops.where`.
- Div by zero, and of the lowest integer by -1, ends the process: see `arithmetic.divide`.
- Mod with fmod=1 goes through double (before 1.32).
- Cast from double to f16 and bf16 rounds twice: see `conversion.rounded`.
- Pow on integers goes through double; Sigmoid is 0 below -18.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np

from hlogen.export.onnx.graph import DType

_U8, _I32, _I64 = np.dtype(np.uint8), np.dtype(np.int32), np.dtype(np.int64)
_F32 = np.dtype(np.float32)

_HALVES = {"float16": _F32, "bfloat16": _F32}
_ARITHMETIC = (
    *("Add", "Sub", "Mul", "Div", "Mod", "Neg", "Abs", "Max", "Min", "Sign"),
    *("Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "IsNaN"),
    *("Floor", "Ceil", "Round", "Sqrt", "Reciprocal", "Exp", "Log", "Pow", "Sin", "Cos", "Tan", "Tanh", "Erf"),
    *("Asin", "Acos", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh"),
)
_ORDER = ("Less", "LessOrEqual", "Greater", "GreaterOrEqual")

# By operator: the dtypes that it has no right kernel for, and the dtype that holds their values, where it has one. The
# result is that of the narrower type once it is cast back: wide integers wrap, and f32 is wide enough for f16 and bf16
# to round as if the exact result had been rounded (for + - * / and square roots).
THROUGH: Mapping[str, Mapping[str, DType]] = MappingProxyType(
    {
        **dict.fromkeys(_ARITHMETIC, _HALVES),
        **{op_type: {**_HALVES, "bool": _U8} for op_type in _ORDER},
        "Max": {**_HALVES, "int16": _I32, "uint16": _I32},
        "Min": {**_HALVES, "int16": _I32, "uint16": _I32},
        "Where": {"bool": _U8, "int16": _I32, "uint16": _I32, "uint32": _I32, "uint64": _I64, "bfloat16": _F32},
        "Expand": {"bfloat16": _F32},
        "BitShift": {"uint16": np.dtype(np.uint32)},
    }
)

# Operators on floats that only f32 has a kernel for.
NOT_IN_F64 = ("Tan", "Erf", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh")


@cache
def working(op_type: str, dtype: DType) -> DType:
    """The dtype in which the operator runs on tensors of `dtype`."""
    return THROUGH.get(op_type, {}).get(dtype.name, dtype)
