"""How operations run on quantized tensors: one rule for all of them, chosen by what a kernel's registration says.

ON_FLOATS   the spec's dequantize_op_quantize: operands are dequantized, the kernel runs on floats, results are
            quantized. A result that isn't quantized (compare's) stays as it is
PER_AXIS    likewise, and where tensors are quantized per axis
HYBRID      likewise, also per axis, and with a float lhs
ON_STORAGE  the kernel moves stored integers, so operands and results must be quantized alike
ITSELF      nothing is done here: control flow, and operations whose regions have quantized scalars
UNDEFINED   an error
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hlogen.errors import ExecutionError
from hlogen.ir import Block, FloatType, IntegerType, Operation, QuantizedType, TensorType, Type, Value
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Memory, Sizes
from interpreter.kernels.elementwise import in_chunks
from interpreter.kernels.quantization import dequantize, quantize
from interpreter.kernels.registry import Plan, Planner, Quantized, kernels
from interpreter.values.attributes import tensor_type


def planned(op: Operation, planner: Planner) -> Run:
    """The plan of `op`, made by its kernel, with quantized tensors let through as its registration says."""
    kernel = kernels()[op.name]
    quantized = [value.type for value in (*op.operands, *op.results) if _is_quantized(value.type)]
    if not quantized or kernel.quantized is Quantized.ITSELF:
        return kernel.plan(op, planner)
    match kernel.quantized:
        case Quantized.ON_FLOATS | Quantized.PER_AXIS | Quantized.HYBRID:
            return _on_floats(op, planner, kernel.plan)
        case Quantized.ON_STORAGE:
            _require_alike(op)
            return kernel.plan(op, planner)
    raise ExecutionError(
        f"this operation doesn't run on the quantized type {quantized[0]}; "
        "use uniform_dequantize, compute on floats and use uniform_quantize"
    )


def memory_of(op: Operation) -> Memory | None:
    """What `op` takes while it works: on floats, which are there beside the quantized tensors, what it takes on those.

    Elementwise operations have them chunk by chunk, unless it matters where an element stands.
    """
    kernel = kernels()[op.name]
    rule, types = kernel.traits.memory, [value.type for value in (*op.operands, *op.results)]
    if not any(map(_is_quantized, types)) or (kernel.traits.elementwise and not any(map(_is_per_axis, types))):
        return rule
    on_floats = (Quantized.ON_FLOATS, Quantized.PER_AXIS, Quantized.HYBRID)
    return partial(_memory_on_floats, rule) if kernel.quantized in on_floats else rule


def _memory_on_floats(rule: Memory | None, op: Operation, sizes: Sizes) -> int:
    def on_floats(value: Value) -> Type:
        shape, type = sizes.shape(value), _expressed(value.type)
        return TensorType(shape, type.element_type) if isinstance(type, TensorType) and shape is not None else type

    operands = Block([on_floats(value) for value in op.operands]).arguments
    shown = Operation(op.name, operands, [on_floats(value) for value in op.results], op.attributes)
    pairs = zip((*op.operands, *op.results), (*shown.operands, *shown.results), strict=True)
    floats = sum(sizes.bytes(shown) for value, shown in pairs if _is_quantized(value.type))
    return floats + (0 if rule is None else rule(shown, sizes))


def _on_floats(op: Operation, planner: Planner, plan: Plan) -> Run:
    _require_floats(op)
    operands = Block([_expressed(value.type) for value in op.operands]).arguments
    results = [_expressed(value.type) for value in op.results]
    run = plan(Operation(op.name, operands, results, op.attributes, location=op.location), planner)
    to_floats = [_conversion(dequantize, value.type) for value in op.operands]
    to_results = [_conversion(quantize, value.type) for value in op.results]

    def on_floats(*values: Any) -> Any:
        found = run(*(convert(x) for convert, x in zip(to_floats, values, strict=True)))
        if len(to_results) == 1:
            return to_results[0](found)
        return tuple(convert(x) for convert, x in zip(to_results, found, strict=True))

    return in_chunks(op, on_floats) if kernels()[op.name].elementwise else on_floats


def _require_floats(op: Operation) -> None:
    """Raises ExecutionError where the specification doesn't have the operation for these types."""
    operands, results = ([tensor_type(value) for value in values] for values in (op.operands, op.results))
    listed = ", ".join(map(str, (*operands, *results)))
    quantized = [t.element_type for t in (*operands, *results) if isinstance(t.element_type, QuantizedType)]
    kernel = kernels()[op.name]
    for type in quantized:
        if type.is_per_axis and kernel.quantized is Quantized.ON_FLOATS:
            raise ExecutionError(f"{op.name} takes tensors that are quantized per tensor, not per axis: {type}")

    def is_integer(type: TensorType) -> bool:
        return isinstance(type.element_type, IntegerType) and not type.element_type.is_boolean

    floats = {t.element_type for t in (*operands, *results) if isinstance(t.element_type, FloatType)}
    mixture = [_is_quantized(type) for type in (*operands[:2], *results)]
    is_hybrid = kernel.quantized is Quantized.HYBRID and mixture == [False, True, False]
    is_mixed = any(map(is_integer, [*results, *(operands if kernel.elementwise else ())]))
    if is_mixed or (floats and not is_hybrid):
        raise ExecutionError(f"{op.name} takes quantized tensors with quantized ones, not {listed}")
    expressed = {type.expressed_type for type in quantized} | floats
    if len(expressed) > 1:
        raise ExecutionError(f"{op.name} takes tensors of one expressed type, not {listed}")


def _require_alike(op: Operation) -> None:
    """Raises ExecutionError where a stored integer would mean something else in the result."""
    operands, results = ([tensor_type(value) for value in values] for values in (op.operands, op.results))
    moved = [*(type for type in operands if not isinstance(type.element_type, IntegerType)), *results]
    elements = [type.element_type for type in moved]
    listed = " and ".join(map(str, moved))
    if any(isinstance(element, QuantizedType) and element.is_per_axis for element in elements):
        problem = _wrong_axis(op, *moved) if len(moved) == 2 else "only operations of one operand can"
        if problem:
            raise ExecutionError(f"{op.name} can't keep the quantization per axis of {listed}: {problem}")
    elif len(set(elements)) > 1:
        raise ExecutionError(
            f"{op.name} moves stored integers, so its tensors should be quantized alike, but they are {listed}; "
            "use uniform_quantize to requantize"
        )


def _wrong_axis(op: Operation, operand: TensorType, result: TensorType) -> str | None:
    """Why slices of `operand`, quantized per axis, aren't moved to slices of `result` with the same parameters."""
    source, target = operand.element_type, result.element_type
    if not isinstance(source, QuantizedType) or not isinstance(target, QuantizedType):
        return "both should be quantized"
    if source.axis is None or target.axis is None:
        return "both should be quantized per axis"
    if source.axis >= operand.rank or target.axis >= result.rank:
        return "it is beyond the last dimension"
    keeps_axis = kernels()[op.name].traits.keeps_axis
    if keeps_axis is None:
        return "it is defined on tensors quantized per tensor"
    if not keeps_axis(op, source.axis, target.axis):
        return f"dimension {source.axis} of the operand isn't dimension {target.axis} of the result"
    count = len(target.scales) if len(source.scales) == 1 else 1  # one slice may be repeated
    if (target.scales, target.zero_points) != (source.scales * count, source.zero_points * count):
        return "their scales and zero points differ"
    return None


def _conversion(conversion: Callable[[TensorType], Run], type: Type) -> Run:
    return conversion(type) if isinstance(type, TensorType) and _is_quantized(type) else lambda x: x


def _expressed(type: Type) -> Type:
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        return type.with_element_type(type.element_type.expressed_type)
    return type


def _is_per_axis(type: Type) -> bool:
    return (
        isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType) and type.element_type.is_per_axis
    )


def _is_quantized(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType)
