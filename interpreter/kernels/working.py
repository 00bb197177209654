"""What kernels take while they work, beside operands and results: so much that it matters, within a factor of two.

A kernel says it beside its name (`memory=`), by a rule of the operation and the sizes of its values. Where the way to
compute changes, the rule changes too, which a test measures. One without a rule takes its result alone, or works block
by block.
"""

from __future__ import annotations

from hlogen.ir import FloatType, IntegerType, Operation, Region, TensorType, Value, dtype_of
from interpreter.execution.traits import Sizes

F32_BYTES, F64_BYTES, INDEX = 4, 8, 8  # of an element


def of_products(op: Operation, sizes: Sizes) -> int:
    """Small floats are multiplied in f32, small integers in f64."""
    element = element_of(op.operands[0])
    count = sum(map(sizes.count, (*op.operands[:2], *op.results)))
    if is_small_float(op.operands[0]):
        return F32_BYTES * count
    if isinstance(element, IntegerType) and element.width < 32:
        return F64_BYTES * count
    return 0


def of_factorizations(op: Operation, sizes: Sizes) -> int:
    """In f64, with the part that is left out set to zero."""
    return 20 * sum(map(sizes.count, op.operands))


def steps_of(region: Region) -> int:
    """How many operations a body has, apart from its return."""
    return len(region.block.operations) - 1


def element_of(value: Value) -> object:
    return value.type.element_type if isinstance(value.type, TensorType) else None


def is_small_float(value: Value) -> bool:
    element = element_of(value)
    return isinstance(element, FloatType) and element.width < 32


def itemsize_of(value: Value) -> int:
    return dtype_of(value.type.element_type).itemsize if isinstance(value.type, TensorType) else 0
