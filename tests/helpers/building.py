"""Functions of given arrays, verified and run; what is refused, and with which message; which ops there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import TensorType, element_type_of
from hlogen.mlir.writer import verify


def built(body: Callable[..., Any], *arrays: np.ndarray) -> hl.Function:
    types = [TensorType(array.shape, element_type_of(array.dtype)) for array in arrays]
    function = hl.function(*types, name="main")(body)
    assert not verify(function)
    return function


def run(body: Callable[..., Any], *arrays: np.ndarray) -> Any:
    """The result, or the tuple of them."""
    results = interpreter.run(built(body, *arrays), *arrays)
    return results[0] if len(results) == 1 else results


def ops(body: Callable[..., Any], *types: str) -> Counter[str]:
    """How often each operation is in the function, without the dialect's name, constants and the return."""
    function = hl.function(*types, name="main")(body)
    assert not verify(function)
    block = function.operation.regions[0].block
    names = [operation.name.rpartition(".")[2] for operation in block.operations]
    return Counter(name for name in names if name not in ("constant", "return"))


def only(function: hl.Function, name: str) -> Any:
    """The one operation of that name."""
    (operation,) = [op for op in function.operation.regions[0].block.operations if op.name == f"stablehlo.{name}"]
    return operation


def refused(body: Callable[..., Any], *types: str, file: str) -> str:
    """The message of the UsageError, or of the rules that are broken, which names a line of `file`."""
    with pytest.raises((hl.UsageError, hl.ConstraintError)) as caught:
        hl.function(*types, name="f")(body)
    message = str(caught.value)
    assert f"{file}:" in message, message
    return message
