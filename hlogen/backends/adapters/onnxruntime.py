"""Runs programs on onnxruntime's CPU, as the ONNX models that hlogen writes of them. Lives in a worker process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hlogen.backends.errors import Unsupported
from hlogen.backends.protocol import Signature
from hlogen.backends.registry import adapter
from hlogen.errors import MissingPackageError
from hlogen.export.errors import ExportError
from hlogen.ir import Module, TensorType, dtype_of
from hlogen.mlir.reader import read

if TYPE_CHECKING:
    import onnx
    import onnxruntime

_OPSET = 21  # that every supported onnxruntime has


@adapter("onnxruntime", what="onnxruntime CPU, on the ONNX models that hlogen writes")
class OnnxRuntime:
    """What is compiled are sessions of exported models."""

    def __init__(self) -> None:
        try:
            import onnx
            import onnxruntime
        except ModuleNotFoundError as error:
            raise MissingPackageError(f'the package {error.name} is missing: pip install "hlogen[onnx]"') from None
        self._versions = {"onnxruntime": onnxruntime.__version__, "onnx": onnx.__version__}

    def compile(
        self, program: str, signature: Signature
    ) -> tuple[onnxruntime.InferenceSession | None, Sequence[TensorType]]:
        if not signature.results:
            return None, ()  # onnxruntime doesn't load a model without outputs
        return _session_of(_model(read(program))), signature.results

    def run(
        self,
        compiled: tuple[onnxruntime.InferenceSession | None, Sequence[TensorType]],
        arguments: list[np.ndarray[Any, Any]],
    ) -> list[np.ndarray[Any, Any]]:
        session, results = compiled
        if session is None:
            return []
        binding = session.io_binding()
        passed = [_as_passed(array) for array in arguments]  # alive until the run ends, as their memory
        for given, array in zip(session.get_inputs(), passed, strict=True):
            binding.bind_ortvalue_input(given.name, _value(array))
        arrays = [_as_passed(np.zeros(type.static_shape, dtype_of(type.element_type))) for type in results]
        for output, array in zip(session.get_outputs(), arrays, strict=True):
            binding.bind_ortvalue_output(output.name, _value(array))
        session.run_with_iobinding(binding)
        return [_as_returned(array, type) for array, type in zip(arrays, results, strict=True)]

    def version(self) -> dict[str, str]:
        return self._versions


def _model(module: Module) -> onnx.ModelProto:
    """Of the newest opset, or of the one that everything has: onnxruntime draws random numbers there alone."""
    from hlogen.export.onnx import to_onnx

    newest = _newest_opset()
    try:
        return to_onnx(module, newest)
    except ExportError as error:
        refusal = str(error)
    try:
        return to_onnx(module, _OPSET)
    except ExportError:
        raise Unsupported(refusal) from None  # it is this backend's limit, not a mistake of whoever calls it


_SEES_BITS = """
func.func @main(%x: tensor<f32>) -> tensor<i32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
  return %0 : tensor<i32>
}"""


@cache
def _newest_opset() -> int:
    """The newest opset that the installed onnx and onnxruntime both have: 26 is the first to see the bits of a NaN."""
    from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, NotImplemented

    from hlogen.export.onnx import to_onnx
    from hlogen.export.onnx.refusals import NEWEST

    program = read(_SEES_BITS)
    for opset in range(NEWEST, _OPSET, -1):
        try:
            _session_of(to_onnx(program, opset))
        except (ExportError, Fail, InvalidGraph, NotImplemented):
            continue
        return opset
    return _OPSET


def _session_of(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors alone, which it also raises
    # Threads without work sleep: spinning takes ten times as long as all that a small program needs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _as_passed(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array as a model takes it: integers of less than a byte are held in one."""
    if array.dtype.name in ("int2", "int4"):
        return array.astype(np.int8)
    if array.dtype.name in ("uint2", "uint4"):
        return array.astype(np.uint8)
    return array


def _as_returned(array: np.ndarray[Any, Any], type: TensorType) -> np.ndarray[Any, Any]:
    return array.astype(dtype_of(type.element_type), copy=False)


def _value(array: np.ndarray[Any, Any]) -> onnxruntime.OrtValue:
    """The array's own memory as a value of onnxruntime, which knows the dtypes of ml_dtypes by their bits."""
    import onnx
    import onnxruntime

    if array.dtype.isbuiltin != 1:
        number = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        bits = array.view(f"u{array.dtype.itemsize}")
        return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(bits, number)
    return onnxruntime.OrtValue.ortvalue_from_numpy(array)
