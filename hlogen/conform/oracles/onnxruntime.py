"""Runs programs on onnxruntime's CPU, as the ONNX models that hlogen writes of them. Lives in a worker process."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, NotImplemented

from hlogen.conform.oracles.interface import Prepared, prepare
from hlogen.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.refusals import NEWEST
from hlogen.ir import Module, TensorType, dtype_of
from hlogen.mlir import provider
from hlogen.mlir.reader import read

_OPSET = 21  # that every supported onnxruntime has
_MAX_SESSIONS = 64  # models kept ready to run, the least recently used ones go first


class OnnxRuntimeExecutor:
    """Exports a program once and keeps its session, so that running it again with other arguments costs little."""

    def __init__(self) -> None:
        self._bindings = provider.find()
        self._sessions: OrderedDict[tuple[Any, ...], onnxruntime.InferenceSession] = OrderedDict()

    def run(self, program: bytes, entry: str, args: list[Any]) -> tuple[np.ndarray[Any, Any], ...]:
        prepared, arrays = prepare(self._bindings, self._bindings.context(), program, entry, args)
        if not prepared.results:
            return ()  # onnxruntime doesn't load a model without outputs
        session = self._session((program, entry, prepared.arguments), prepared)
        binding = session.io_binding()
        inputs = prepared.lower_arguments(arrays)
        for given, (_, array) in zip(session.get_inputs(), inputs, strict=True):
            binding.bind_ortvalue_input(given.name, _value(_as_passed(array)))
        results = []
        for output, type in zip(session.get_outputs(), prepared.result_parts(), strict=True):
            results.append(_as_passed(np.zeros(type.static_shape, dtype_of(type.element_type))))
            binding.bind_ortvalue_output(output.name, _value(results[-1]))
        session.run_with_iobinding(binding)
        types = prepared.result_parts()
        return prepared.raise_results([_as_returned(array, type) for array, type in zip(results, types, strict=True)])

    def version(self) -> dict[str, str]:
        return {"onnxruntime": onnxruntime.__version__, "onnx": onnx.__version__}

    def _session(self, key: tuple[Any, ...], prepared: Prepared) -> onnxruntime.InferenceSession:
        if key in self._sessions:
            self._sessions.move_to_end(key)
            return self._sessions[key]
        session = _session_of(_model(read(str(prepared.module))))
        self._sessions[key] = session
        if len(self._sessions) > _MAX_SESSIONS:
            self._sessions.popitem(last=False)
        return session


def _model(module: Module) -> onnx.ModelProto:
    """Of the newest opset, or of the one that everything has: onnxruntime draws random numbers there alone."""
    newest = _newest_opset()
    try:
        return to_onnx(module, newest)
    except ExportError as error:
        refusal = str(error)
    try:
        return to_onnx(module, _OPSET)
    except ExportError:
        raise ValueError(refusal) from None  # it is this backend's limit, not a mistake of whoever calls it


_SEES_BITS = """
func.func @main(%x: tensor<f32>) -> tensor<i32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
  return %0 : tensor<i32>
}"""


@cache
def _newest_opset() -> int:
    """The newest opset that the installed onnx and onnxruntime both have: 26 is the first to see the bits of a NaN."""
    program = read(_SEES_BITS)
    for opset in range(NEWEST, _OPSET, -1):
        try:
            _session_of(to_onnx(program, opset))
        except (ExportError, Fail, InvalidGraph, NotImplemented):
            continue
        return opset
    return _OPSET


def _session_of(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors alone, which it also raises
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
    if array.dtype.isbuiltin != 1:
        number = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        bits = array.view(f"u{array.dtype.itemsize}")
        return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(bits, number)
    return onnxruntime.OrtValue.ortvalue_from_numpy(array)
