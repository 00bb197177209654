"""Arrays beside the programs of golden/real."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hlogen.ir import TensorType, Type, as_elements
from hlogen.mlir.reader import read


def stored(path: Path, types: Sequence[Type]) -> list[np.ndarray[Any, Any]]:
    """The arrays of an .npz, each of the element type that a program gives it."""
    with np.load(path) as arrays:
        values = [arrays[name] for name in arrays.files]
    elements = [type.element_type for type in types if isinstance(type, TensorType)]
    return [as_elements(value, element) for value, element in zip(values, elements, strict=True)]


def real_inputs(path: Path) -> list[np.ndarray[Any, Any]]:
    """The inputs that are stored beside a program from JAX."""
    return stored(path.with_suffix(".inputs.npz"), read(path.read_bytes()).functions["main"].type.inputs)
