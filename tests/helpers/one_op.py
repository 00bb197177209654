"""Programs of one operation, made without bindings, and run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import interpreter
from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    EnumAttr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    Module,
    Operation,
    Region,
    TensorType,
    dtype_of,
    parse_element_type,
    tensor,
)


def dtype(element_type: str) -> np.dtype[Any]:
    return dtype_of(parse_element_type(element_type))


def array(element_type: str, values: Any) -> np.ndarray[Any, Any]:
    """Values as elements of that type, each of them exactly representable."""
    given = np.asarray(values)
    if given.dtype == np.float64 and parse_element_type(element_type) == IntegerType(64, "unsigned"):
        given = np.array([int(value) for value in values], np.uint64)  # NumPy took small and large integers for floats
    return given.astype(dtype(element_type))


def ints(*values: int) -> DenseArray:
    return DenseArray(IntegerType(64), values)


def i64(value: int) -> IntegerAttr:
    return IntegerAttr(value, IntegerType(64))


def i32(value: int) -> IntegerAttr:
    return IntegerAttr(value, IntegerType(32))


def word(kind: str, value: str) -> EnumAttr:
    return EnumAttr(kind, value)


def program(
    name: str,
    operand_types: Sequence[TensorType],
    result_types: Sequence[TensorType],
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
) -> Module:
    """``func.func @main`` with that one operation on its arguments."""
    block = Block(operand_types)
    op = Operation(name, block.arguments, result_types, attributes, regions)
    block.operations = [op, Operation("func.return", op.results)]
    main = {"sym_name": "main", "function_type": FunctionType(tuple(operand_types), tuple(result_types))}
    return Module([Operation("func.func", (), (), main, [Region([block])])])


def run_op(
    name: str,
    operands: Sequence[tuple[str, Any]],
    results: Sequence[str] | str,
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
) -> Any:
    """The result of operation `name`, or a tuple where several are asked for.

    An operand is its element type and its elements, a result type its text ("2x3xf32").
    """
    arrays = [values if isinstance(values, np.ndarray) else array(type, values) for type, values in operands]
    types = [TensorType(x.shape, parse_element_type(type)) for (type, _), x in zip(operands, arrays, strict=True)]
    result_types = [tensor(text) for text in ([results] if isinstance(results, str) else results)]
    given = interpreter.run(program(name, types, result_types, attributes, regions), *arrays)
    for value, type in zip(given, result_types, strict=True):
        assert value.dtype == dtype_of(type.element_type), (name, value.dtype, type)
        assert value.shape == type.shape, (name, value.shape, type)
    return given[0] if isinstance(results, str) else given


def elementwise(
    name: str, element_type: str, *operands: Any, result: str | None = None, **attributes: Attribute
) -> Any:
    """The result of an elementwise operation on operands of one element type and shape."""
    arrays = [values if isinstance(values, np.ndarray) else array(element_type, values) for values in operands]
    dims = "".join(f"{dim}x" for dim in arrays[-1].shape)
    return run_op(name, [(element_type, x) for x in arrays], f"{dims}{result or element_type}", attributes)


def body(operations: Sequence[str], element_type: str, count: int = 2) -> Region:
    """A region of `count` scalar arguments that applies binary operations one after the other, from the left."""
    type = tensor(element_type)
    block = Block([type] * count)
    value = block.arguments[0]
    for name, argument in zip(operations, block.arguments[1:], strict=True):
        op = Operation(name, (value, argument), (type,))
        block.operations.append(op)
        value = op.result
    block.operations.append(Operation("stablehlo.return", (value,)))
    return Region([block])
