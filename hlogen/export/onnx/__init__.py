"""StableHLO programs as ONNX models: `to_onnx`. Needs the extra ``hlogen[onnx]``."""

from hlogen.export.onnx.convert import to_onnx

__all__ = ["to_onnx"]
