"""Runs programs through ONNX: exported, checked, and executed by onnxruntime or by ONNX's reference evaluator."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun

from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.graph import onnx_type

Array = np.ndarray[Any, Any]


def through_onnx(program: Any, *args: Any, threads: int = 1, opset: int = 21, **options: Any) -> tuple[Array, ...]:
    """The results of the program's model in onnxruntime."""
    return run_model(to_onnx(program, opset=opset, **options), *args, threads=threads)


def session_of(model: onnx.ModelProto, threads: int = 1) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # threads that wait leave the cores
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def run_model(model: onnx.ModelProto, *args: Any, threads: int = 1) -> tuple[Array, ...]:
    """The results of a model in onnxruntime, bf16, f8 and the like by their bits."""
    session = session_of(model, threads)
    if any(dim.dim_param for output in model.graph.output for dim in output.type.tensor_type.shape.dim):
        names = [given.name for given in session.get_inputs()]
        return tuple(session.run(None, dict(zip(names, map(np.asarray, args), strict=True))))
    binding = session.io_binding()
    arrays = [np.array(arg, order="C") for arg in args]  # alive until the run ends, as their memory
    for given, array in zip(session.get_inputs(), arrays, strict=True):
        binding.bind_ortvalue_input(given.name, _ort_value(array))
    results = []
    for output in model.graph.output:
        tensor = output.type.tensor_type
        shape = [dim.dim_value for dim in tensor.shape.dim]
        results.append(np.zeros(shape, onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)))
        binding.bind_ortvalue_output(output.name, _ort_value(results[-1]))
    session.run_with_iobinding(binding)
    return tuple(results)


def reference_results(model: onnx.ModelProto, *args: Any) -> tuple[Array, ...]:
    """The results of a model in ONNX's own, slow evaluator."""
    names = [given.name for given in model.graph.input]
    evaluator = ReferenceEvaluator(model, new_ops=[GatherElements])
    with np.errstate(all="ignore"):
        return tuple(evaluator.run(None, dict(zip(names, map(np.asarray, args), strict=True))))


def can_be_evaluated(model: onnx.ModelProto) -> bool:
    """Whether that evaluator has it right: numbers that a loop collects get a dimension too many there (np.vstack)."""
    for node in model.graph.node:
        if node.op_type == "Loop":
            (body,) = (attribute.g for attribute in node.attribute if attribute.name == "body")
            collected = body.output[len(node.input) - 1 :]
            if any(not output.type.tensor_type.shape.dim for output in collected):
                return False
    return True


class GatherElements(OpRun):
    """The evaluator's own one stops at 64 elements along the axis: it uses np.choose."""

    op_domain = ""

    def _run(self, data: Array, indices: Array, axis: int = 0) -> tuple[Array]:
        return (np.take_along_axis(data, indices.astype(np.int64), axis),)


def as_pairs(array: Array) -> Array:
    """What a model takes and gives for an array: complex numbers as pairs along one more dimension, the last."""
    return np.stack([array.real, array.imag], -1) if array.dtype.kind == "c" else array


def from_pairs(array: Array, dtype: Any) -> Array:
    """What a model gives for a result of `dtype`, as that."""
    return array.view(dtype)[..., 0] if np.dtype(dtype).kind == "c" else array


def _ort_value(array: Array) -> onnxruntime.OrtValue:
    """The array's own memory as a value of onnxruntime."""
    if array.dtype.isbuiltin != 1:  # NumPy's own dtypes are known to it, ml_dtypes' aren't
        bits = array.view(f"u{array.dtype.itemsize}")
        return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(bits, onnx_type(array.dtype))
    return onnxruntime.OrtValue.ortvalue_from_numpy(array)
