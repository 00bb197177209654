"""StableHLO programs as ONNX models: `to_onnx`, `save`. Needs the extra ``hlogen[onnx]``."""

from hlogen.errors import MissingPackageError

try:
    from hlogen.export.onnx.convert import to_onnx
    from hlogen.export.onnx.save import save
except ModuleNotFoundError as error:
    if error.name != "onnx":
        raise
    raise MissingPackageError('hlogen.export.onnx needs the package onnx: pip install "hlogen[onnx]"') from None

__all__ = ["save", "to_onnx"]
