"""Values that a program writes down (spec: constant)."""

from __future__ import annotations

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import DenseElements, IntegerType, OpaqueAttr, Operation, QuantizedType
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Gives
from interpreter.kernels.convert import from_bits, to_bits
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.attributes import tensor_type, wrong


@kernel("stablehlo.constant", elementwise=True, quantized=Quantized.ITSELF, pure=True, gives=Gives.KEPT)
def constant(op: Operation, planner: Planner) -> Run:
    value = op.attributes.get("value")
    if isinstance(value, OpaqueAttr) and "__elided__" in value.text:
        raise ExecutionError(
            "this constant was printed without its elements (__elided__), so the program can't run; print it whole, "
            "or write it as bytecode"
        )
    if not isinstance(value, DenseElements):
        raise wrong(op, "value", "its elements")
    array = value.array
    type, written = tensor_type(op.result).element_type, value.type.element_type
    if isinstance(type, QuantizedType) and isinstance(written, IntegerType):  # MLIR writes them as signless integers
        array = np.asarray(from_bits(to_bits(array, written), type.storage_type))
    array = array.view()
    array.flags.writeable = False  # it is there for all runs
    return lambda: array
