"""Constants, lists and comments as MLIR text that is good to read."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import ComplexType, FloatType, IntegerType, TensorType
from hlogen.ir.types import float_text
from tools.golden_cases.tensors import Array, Tensor

WIDTH = 118


def constant(tensor: Tensor, indent: int = 4) -> str:
    """``dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>``, broken into lines at the outer brackets where it is long."""
    array, type = tensor.array, tensor.type
    if array.size == 0:
        return f"dense<> : {type}"
    first = array.reshape(-1)[0]
    if array.size > 1 and array.tobytes() == first.tobytes() * array.size:
        return f"dense<{element(first, type)}> : {type}"
    return f"dense<{_nested(array, type, indent)}> : {type}"


def element(value: Any, type: TensorType) -> str:
    """One element as a literal that reads back exactly."""
    element_type = type.element_type
    if isinstance(element_type, IntegerType):
        return str(bool(value)).lower() if element_type.is_boolean else str(int(value))
    if isinstance(element_type, ComplexType):
        return f"({_float(value.real)}, {_float(value.imag)})"
    assert isinstance(element_type, FloatType)
    return _float(value)


def _float(value: Any) -> str:
    """A decimal number, or the bits of -0.0 and of what isn't finite."""
    if np.isfinite(np.float64(value)) and (float(value) != 0 or not np.signbit(np.float64(value))):
        return float_text(float(value))
    bits = np.asarray(value).tobytes()[::-1].hex().upper()
    return f"0x{bits}"


def integers(values: Sequence[int]) -> str:
    return f"[{', '.join(map(str, values))}]"


def comment(text: str) -> str:
    """`text` wrapped to the width of the page, continued on lines of their own."""
    return "\n//     ".join(textwrap.wrap(text, WIDTH - 7, break_long_words=False, break_on_hyphens=False))


def _nested(array: Array, type: TensorType, indent: int) -> str:
    if array.ndim == 0:
        return element(array[()], type)
    parts = [_nested(part, type, indent + 2) for part in array]
    line = f"[{', '.join(parts)}]"
    if len(line) + indent <= WIDTH - 30 and "\n" not in line:
        return line
    space = " " * indent
    if array.ndim == 1:
        rows = textwrap.wrap(", ".join(parts), WIDTH - 2 - indent, break_long_words=False)
        return f"[\n{space}  " + f"\n{space}  ".join(rows) + f"\n{space}]"
    return f"[\n{space}  " + f",\n{space}  ".join(parts) + f"\n{space}]"
