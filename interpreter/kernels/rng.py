"""Random numbers (spec: rng), left to the implementation: drawn from one generator, one operation after the other.

It starts anew with each run, from the run's `seed`, so a run can be repeated. The generator is NumPy's Philox.
"""

from __future__ import annotations

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import FloatType, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.context import running
from interpreter.execution.traits import Makes, Sizes, anywhere
from interpreter.kernels.numerics import (
    bytes_of_rounding,
    element_type,
    is_boolean,
    is_complex,
    is_float,
    rounding,
    unsupported,
)
from interpreter.kernels.registry import Planner, kernel
from interpreter.kernels.shape import dynamic_shape
from interpreter.kernels.working import F64_BYTES
from interpreter.memory.available import require_available
from interpreter.values.array import Array
from interpreter.values.attributes import enum


def memory_of_rng(op: Operation, sizes: Sizes) -> int:
    """What is drawn, in 64 bits, and what it takes to bring that to the interval and to the type."""
    type, count = element_type(op.result.type), sizes.count(op.result)
    if is_boolean(type):
        return 0
    if not is_float(type):
        return F64_BYTES * count
    if enum(op, "rng_distribution") == "UNIFORM":
        return max(3 * F64_BYTES, 2 * F64_BYTES + bytes_of_rounding(type)) * count
    return 0 if type == FloatType("f64") else (F64_BYTES + bytes_of_rounding(type)) * count


@kernel("stablehlo.rng", of_process=True, makes=Makes.ANYTHING, poles=anywhere, memory=memory_of_rng)
def rng(op: Operation, planner: Planner) -> Run:
    type, distribution = element_type(op.result.type), enum(op, "rng_distribution")
    if distribution not in ("UNIFORM", "NORMAL"):
        raise ExecutionError(f"rng_distribution is {distribution}, expected UNIFORM or NORMAL")
    if is_complex(type) or (distribution == "NORMAL" and not is_float(type)):
        raise unsupported(op, type)
    dtype = dtype_of(type)
    round = rounding(type, np.dtype(np.float64))

    def rounded(values: Array) -> Array:
        return values if round is None else round(values)

    def normal(a: Array, b: Array, shape: Array) -> Array:
        if not b >= 0:
            raise ExecutionError(f"a normal distribution needs a standard deviation b >= 0, but b is {b}")
        return rounded(a.astype(np.float64) + b.astype(np.float64) * _generator().standard_normal(_sizes(op, shape)))

    def uniform_float(a: Array, b: Array, shape: Array) -> Array:
        _require_interval(a, b)
        low, high = a.astype(np.float64), b.astype(np.float64)
        part = _generator().random(_sizes(op, shape))
        values = rounded(low * (1 - part) + high * part)
        return np.minimum(np.maximum(values, a), np.nextafter(b, a))  # b itself is only ever reached by rounding

    def uniform_integer(a: Array, b: Array, shape: Array) -> Array:
        _require_interval(a, b)
        low, high = int(a), int(b)
        wide = np.uint64 if high > np.iinfo(np.int64).max else np.int64
        return _generator().integers(low, high, _sizes(op, shape), wide).astype(dtype)

    def uniform_boolean(a: Array, b: Array, shape: Array) -> Array:
        """There is only [false, true), which has one element."""
        _require_interval(a, b)
        return np.zeros(_sizes(op, shape), dtype)

    if distribution == "NORMAL":
        return normal
    return uniform_float if is_float(type) else uniform_boolean if is_boolean(type) else uniform_integer


def _generator() -> np.random.Generator:
    return running.asked.generator


def _sizes(op: Operation, shape: Array) -> tuple[int, ...]:
    sizes = tuple(int(size) for size in shape)
    if any(size < 0 for size in sizes):
        raise ExecutionError(f"the shape is {list(sizes)}, and no size can be negative")
    require_available(sizes, np.dtype(np.float64).itemsize, "the result")
    return dynamic_shape(op, shape)


def _require_interval(a: Array, b: Array) -> None:
    if not a < b:
        raise ExecutionError(f"a uniform distribution needs an interval [a, b) with a < b, but a is {a} and b is {b}")
    if float(a) == -np.inf or float(b) == np.inf:
        raise ExecutionError(f"there is no uniform distribution over all of [{a}, {b})")
