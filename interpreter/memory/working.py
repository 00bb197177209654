"""What kernels take while they work, beside operands and results: so much that it matters, within a factor of two.

Where a kernel's way to compute changes, its rule changes too, which a test measures. An operation without a rule takes
its result alone, or works block by block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from hlogen.ir import ConvDimensionNumbers, FloatType, IntegerType, Operation, Region, TensorType, Value, dtype_of
from interpreter.values.attributes import integer, integer_table

_F32, _F64, _INDEX = 4, 8, 8  # bytes of an element
_MOST_WINDOWS = 1 << 22  # elements that convolution writes out at once


class Sizes(Protocol):
    """The sizes of values, where they are known; 0 where not."""

    def bytes(self, value: Value) -> int: ...

    def count(self, value: Value) -> int:
        """How many elements it has."""


Rule: TypeAlias = "Callable[[Operation, Sizes], int]"
_RULES: dict[str, Rule] = {}


def working_memory(op: Operation, sizes: Sizes) -> int:
    """The bytes that the kernel of `op` takes beside operands and results, about."""
    rule = _RULES.get(op.name)
    return 0 if rule is None or not op.operands else rule(op, sizes)


def _takes(*names: str) -> Callable[[Rule], Rule]:
    def register(rule: Rule) -> Rule:
        for name in names:
            if name in _RULES:
                raise ValueError(f"{name} already has a rule for its working memory")
            _RULES[name] = rule
        return rule

    return register


@_takes(
    *(f"stablehlo.{name}" for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "compare")),
    *(f"stablehlo.{name}" for name in ("negate", "sqrt", "floor", "ceil", "round_nearest_even", "round_nearest_afz")),
    *(f"stablehlo.{name}" for name in ("abs", "sign", "clamp", "remainder", "popcnt", "count_leading_zeros")),
)
def _elementwise(op: Operation, sizes: Sizes) -> int:
    """Small floats are computed in f32; what has several cases marks their elements."""
    count = sizes.count(op.results[0])
    if _is_small_float(op.operands[0]):
        return _F32 * count * (len(op.operands) + (op.name in ("stablehlo.maximum", "stablehlo.minimum")))
    element = _element(op.operands[0])
    if op.name == "stablehlo.clamp" or (op.name == "stablehlo.popcnt" and isinstance(element, IntegerType)):
        return sizes.bytes(op.results[0]) + count
    if op.name == "stablehlo.divide" and isinstance(element, IntegerType):
        return sizes.bytes(op.results[0]) + 2 * count
    return 0


@_takes("stablehlo.convert")
def _convert(op: Operation, sizes: Sizes) -> int:
    """Floats are clamped to integers in f64, and marked where they are NaN."""
    before, after = _element(op.operands[0]), _element(op.results[0])
    if isinstance(after, IntegerType) and isinstance(before, FloatType) and not after.is_boolean:
        return (_F64 + 1) * sizes.count(op.results[0])
    return _F32 * sizes.count(op.results[0]) if _is_small_float(op.operands[0]) else 0


@_takes("stablehlo.dot_general", "stablehlo.dot", "chlo.ragged_dot")
def _dot(op: Operation, sizes: Sizes) -> int:
    """Small floats are multiplied in f32, small integers in f64."""
    element = _element(op.operands[0])
    count = sum(map(sizes.count, (*op.operands[:2], *op.results)))
    if _is_small_float(op.operands[0]):
        return _F32 * count
    if isinstance(element, IntegerType) and element.width < 32:
        return _F64 * count
    return 0


@_takes("stablehlo.convolution", "stablehlo.dynamic_conv")
def _convolution(op: Operation, sizes: Sizes) -> int:
    """The windows are written out, as many at once as are allowed; lhs is padded."""
    numbers = op.attributes.get("dimension_numbers")
    lhs, rhs, result = op.operands[0], op.operands[1], op.results[0]
    if not isinstance(numbers, ConvDimensionNumbers) or not isinstance(rhs.type, TensorType):
        return 0
    outputs = rhs.type.shape[numbers.kernel_output_feature_dimension] or 1
    windows = sizes.count(result) // outputs * (sizes.count(rhs) // outputs) * integer(op, "feature_group_count", 1)
    itemsize = max(_F32, _itemsize(lhs))
    product = itemsize * (sizes.count(result) + sizes.count(rhs)) if _itemsize(lhs) < _F32 else 0
    return itemsize * (min(windows, _MOST_WINDOWS) + sizes.count(lhs)) + product


@_takes("stablehlo.reduce", "stablehlo.map")
def _reduce(op: Operation, sizes: Sizes) -> int:
    """A balanced tree of sums; any other body has its own values for each pair."""
    inputs = op.operands[: len(op.operands) // 2 or 1] if op.name != "stablehlo.map" else op.operands
    taken = sum(sizes.count(x) * max(_F32, _itemsize(x)) for x in inputs)
    steps = _steps(op.regions[0])
    if op.name == "stablehlo.map":
        return taken * max(steps - 1, 0) // len(inputs)
    if steps > 1:
        return 3 * taken
    name = op.regions[0].block.operations[0].name
    is_extreme = name in ("stablehlo.maximum", "stablehlo.minimum", "stablehlo.and", "stablehlo.or")
    if is_extreme and not _is_small_float(op.operands[0]):
        return 0
    return taken if not _is_small_float(op.operands[0]) or is_extreme else taken * 5 // 4


@_takes("stablehlo.reduce_window")
def _reduce_window(op: Operation, sizes: Sizes) -> int:
    """Results are there twice, and inputs where they are padded; any other body has its own values for each window."""
    inputs = op.operands[: len(op.operands) // 2]
    padding = integer_table(op, "padding")
    is_padded = padding is not None and padding.any()
    taken = sum(map(sizes.bytes, inputs if is_padded else ())) + sum(map(sizes.bytes, op.results))
    return taken * (2 if _steps(op.regions[0]) > 1 else 1)


@_takes("stablehlo.select_and_scatter")
def _select_and_scatter(op: Operation, sizes: Sizes) -> int:
    """Indices of what each window has selected, and the operand padded."""
    operand, source = op.operands[:2]
    return 3 * sizes.bytes(operand) + (3 * _INDEX) * sizes.count(source)


@_takes("stablehlo.sort")
def _sort(op: Operation, sizes: Sizes) -> int:
    """The order as indices; any comparator but a plain one merges runs of keys."""
    is_plain = _steps(op.regions[0]) == 1
    return (_INDEX if is_plain else 12) * sizes.count(op.results[0])


@_takes("chlo.top_k")
def _top_k(op: Operation, sizes: Sizes) -> int:
    return 2 * _INDEX * sizes.count(op.operands[0])


@_takes("stablehlo.gather", "stablehlo.dynamic_gather")
def _gather(op: Operation, sizes: Sizes) -> int:
    return _INDEX * sizes.count(op.operands[1])


@_takes("stablehlo.scatter")
def _scatter(op: Operation, sizes: Sizes) -> int:
    """Where the updates land; unless they are only put there, they are sorted by that."""
    n = len(op.results)
    landing = _INDEX * sizes.count(op.operands[n])
    updates = sum(map(sizes.bytes, op.operands[n + 1 :]))
    return landing + (updates if _steps(op.regions[0]) else 0)


@_takes("stablehlo.fft")
def _fft(op: Operation, sizes: Sizes) -> int:
    """In complex numbers of f64."""
    return 4 * _F64 * max(sizes.count(op.operands[0]) // 2, sizes.count(op.results[0]))


@_takes("stablehlo.all_to_all")
def _all_to_all(op: Operation, sizes: Sizes) -> int:
    """What the processes of a group send is there once more, together."""
    return sum(map(sizes.bytes, op.operands))


@_takes("stablehlo.rng")
def _rng(op: Operation, sizes: Sizes) -> int:
    return _F64 * sizes.count(op.results[0])


@_takes("stablehlo.rng_bit_generator")
def _rng_bit_generator(op: Operation, sizes: Sizes) -> int:
    return 12 * sizes.count(op.results[-1])


@_takes("stablehlo.batch_norm_inference", "stablehlo.batch_norm_training", "stablehlo.batch_norm_grad")
def _batch_norm(op: Operation, sizes: Sizes) -> int:
    return 3 * max(_F32, _itemsize(op.operands[0])) * sizes.count(op.operands[0])


@_takes("stablehlo.cholesky", "stablehlo.triangular_solve")
def _factorization(op: Operation, sizes: Sizes) -> int:
    """In f64, with the part that is left out set to zero."""
    return 20 * sum(map(sizes.count, op.operands))


def _steps(region: Region) -> int:
    """How many operations a body has, apart from its return."""
    return len(region.block.operations) - 1


def _element(value: Value) -> object:
    return value.type.element_type if isinstance(value.type, TensorType) else None


def _is_small_float(value: Value) -> bool:
    element = _element(value)
    return isinstance(element, FloatType) and element.width < 32


def _itemsize(value: Value) -> int:
    return dtype_of(value.type.element_type).itemsize if isinstance(value.type, TensorType) else 0
