"""Registers elementwise kernels, and takes them to quantized tensors: dequantize, compute on floats, quantize."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hlogen.ir import Block, Operation, QuantizedType, TensorType, Type
from interpreter.kernels.quantization import dequantize, quantize
from interpreter.registry import Plan, Planner, Run, kernel


def elementwise(*names: str) -> Callable[[Plan], Plan]:
    """Registers a plan for elementwise operations on unquantized tensors; quantized ones run it on floats."""

    def register(plan: Plan) -> Plan:
        def of_any_type(op: Operation, planner: Planner) -> Run:
            return _through_floats(op, planner, plan) if any(map(_is_quantized, _types(op))) else plan(op, planner)

        kernel(*names, elementwise=True)(of_any_type)
        return plan

    return register


def _through_floats(op: Operation, planner: Planner, plan: Plan) -> Run:
    """The spec's dequantize_op_quantize; where the result isn't quantized (compare), it stays as it is."""
    operands = Block([_expressed(value.type) for value in op.operands]).arguments
    results = [_expressed(value.type) for value in op.results]
    run = plan(Operation(op.name, operands, results, op.attributes, location=op.location), planner)
    to_floats = [_conversion(dequantize, value.type) for value in op.operands]
    to_result = _conversion(quantize, op.result.type)
    return lambda *values: to_result(run(*(convert(x) for convert, x in zip(to_floats, values, strict=True))))


def _conversion(conversion: Callable[[TensorType], Callable[..., Any]], type: Type) -> Callable[..., Any]:
    return conversion(type) if isinstance(type, TensorType) and _is_quantized(type) else lambda x: x


def _expressed(type: Type) -> Type:
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        return type.with_element_type(type.element_type.expressed_type)
    return type


def _is_quantized(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType)


def _types(op: Operation) -> list[Type]:
    return [value.type for value in (*op.operands, *op.results)]
