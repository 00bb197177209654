"""Programs in other languages than MLIR: `hlogen.export.onnx`."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    if name != "onnx":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.onnx")  # once it is asked for: its package is an extra
