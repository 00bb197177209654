"""Generated cases and golden programs through ONNX: what goes into a model, what comes out, and whether it is right."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import onnx
from helpers.onnx_runs import as_pairs, reference_results, run_model

import interpreter
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.errors import UsageError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.plain.types import interface_of
from hlogen.export.onnx.types import interface
from hlogen.ir import Block, ElementType, FunctionType, Module, Operation, Region, TensorType, Value
from interpreter.kernels.gather import UndefinedRead

Array = np.ndarray[Any, Any]

_BYTES = {"int4": np.int8, "int2": np.int8, "uint4": np.uint8, "uint2": np.uint8}


@dataclass(frozen=True)
class Expected:
    """A generated case that has a value, and that value."""

    seed: int
    case: Case
    values: tuple[Array, ...]


def drawn(op: str, seed: int, opset: int = 21) -> Expected | None:
    """The case of this seed; None where its element types are in no model, or the specification gives it no value."""
    case = draw_case(SeededDraw(seed), (op,))
    if not all(in_models(type.element_type, opset) for type in (*case.operand_types, *case.result_types)):
        return None
    try:
        return Expected(seed, case, interpreter.run(case.module, *case.args))
    except UndefinedRead:
        return None


def in_models(element_type: ElementType, opset: int = 21) -> bool:
    try:
        for part in interface_of(TensorType((), element_type)):
            interface(cast(TensorType, part).element_type, opset)
    except UsageError:
        return False
    return True


def require_in_onnxruntime(
    expected: Expected, *, threads: Sequence[int] = (1, 8), opset: int = 21, reference: bool = False
) -> onnx.ModelProto:
    """Asserts that the case's model gives the expected bits; returns the model."""
    case = expected.case
    model = to_onnx(case.module, opset=opset)
    args = [at_interface(arg) for arg in case.args]
    for count in threads:
        require_equal(run_model(model, *args, threads=count), expected.values, f"seed {expected.seed}\n{case}")
    if reference:
        require_equal(reference_results(model, *args), expected.values, f"seed {expected.seed}, reference\n{case}")
    return model


def at_interface(array: Array) -> Array:
    """An argument or result as a model has it."""
    held = as_pairs(np.asarray(array))
    return held.astype(_BYTES.get(held.dtype.name, held.dtype), copy=False)


def require_equal(given: Sequence[Array], wanted: Sequence[Array], what: str) -> None:
    """The same bits; of the f8 types, whose elements are f32 inside, any NaN for a NaN."""
    assert len(given) == len(wanted), what
    for mine, theirs in zip(given, map(at_interface, wanted), strict=True):
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape), what
        assert bits(mine) == bits(theirs), f"{what}\ngave\n{mine!r}\nand not\n{theirs!r}"


def bits(array: Array) -> bytes:
    if array.dtype.name.startswith("float8"):
        array = np.where(np.isnan(array.astype(np.float32)), array.dtype.type(np.nan), array)
    return np.ascontiguousarray(array).tobytes()


def own_size(model: onnx.ModelProto, constants: Sequence[Array] = ()) -> int:
    """The model's bytes without the program's own constants."""
    return len(model.SerializeToString()) - sum(array.nbytes for array in constants)


def with_arguments(module: Module, op_names: Collection[str]) -> tuple[Module, list[Array]]:
    """@main with those constants as arguments that are operands of the named operations; and their values."""
    (function,) = module.functions.values()
    operations = function.body.operations
    wanted = {operand for op in operations if op.name in op_names for operand in op.operands}
    taken = [op for op in operations if op.name == "stablehlo.constant" and op.result in wanted]
    block = Block([op.result.type for op in taken])
    values: dict[Value, Value] = dict(zip((op.result for op in taken), block.arguments, strict=True))
    for op in operations:
        if op not in taken:
            new = Operation(
                op.name,
                [values.get(operand, operand) for operand in op.operands],
                [result.type for result in op.results],
                op.attributes,
                op.regions,
            )
            values.update(zip(op.results, new.results, strict=True))
            block.operations.append(new)
    signature = FunctionType(tuple(op.result.type for op in taken), function.type.results)
    attributes = function.operation.attributes | {"function_type": signature}
    main = Operation("func.func", (), (), attributes, [Region([block])])
    return Module([main]), [op.attributes["value"].array for op in taken]
