"""batch_norm_*, as the specification decomposes them, step by step. Floats narrower than f32 are computed in f32."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from hlogen.analysis.view import integer_of
from hlogen.builder.elementwise import add, convert, divide, multiply, sqrt, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.reduction import reduce
from hlogen.builder.sizes import broadcast_to_sizes, constant_of_sizes, product_of, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definition
from hlogen.ir import FloatAttr, FloatType, Operation

_F32 = FloatType("f32")


@definition("stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training")
def batch_norm(op: Operation, *operands: Tensor) -> Sequence[Tensor] | None:
    narrow = operands[0].element_type
    is_narrow = isinstance(narrow, FloatType) and narrow.width < 32
    values = [convert(value, _F32) for value in operands] if is_narrow else list(operands)
    epsilon = cast(FloatAttr, op.attributes["epsilon"]).value
    normalizer = _BatchNorm(values[0], epsilon, integer_of(op, "feature_index"))
    results = _FORMULAS[op.name](normalizer, *values)
    return [convert(result, narrow) for result in results] if is_narrow else results


class _BatchNorm:
    """What the formulas share: the operand's shape, and sums and broadcasts along it."""

    def __init__(self, operand: Tensor, epsilon: float, feature_index: int) -> None:
        self.sizes = sizes_of(operand)
        self.epsilon = epsilon
        self.kept = [feature_index]
        self.dimensions = [at for at in range(operand.rank) if at != feature_index]

    def constant(self, number: float, like: Tensor) -> Tensor:
        return constant_of_sizes(number, like.element_type, sizes_of(like))

    def elements_per_feature(self, like: Tensor) -> Tensor:
        count = product_of([self.sizes[at] for at in self.dimensions])
        if isinstance(count, int):
            return self.constant(count, like)
        return broadcast_to_sizes(convert(count, like.element_type), sizes_of(like), ())

    def bcast(self, value: Tensor) -> Tensor:
        return broadcast_to_sizes(value, self.sizes, self.kept)

    def sum(self, operand: Tensor) -> Tensor:
        return reduce(operand, emit_constant(0, operand.element_type, ()), self.dimensions, "add")

    def mean(self, operand: Tensor) -> Tensor:
        total = self.sum(operand)
        return divide(total, self.elements_per_feature(total))

    def stddev(self, variance: Tensor) -> Tensor:
        return sqrt(add(variance, self.constant(self.epsilon, variance)))


def _inference(
    norm: _BatchNorm, operand: Tensor, scale: Tensor, offset: Tensor, mean: Tensor, variance: Tensor
) -> Sequence[Tensor]:
    centered = subtract(operand, norm.bcast(mean))
    normalized = divide(centered, norm.bcast(norm.stddev(variance)))
    return [add(multiply(norm.bcast(scale), normalized), norm.bcast(offset))]


def _training(norm: _BatchNorm, operand: Tensor, scale: Tensor, offset: Tensor) -> Sequence[Tensor]:
    mean = norm.mean(operand)
    centered = subtract(operand, norm.bcast(mean))
    variance = norm.mean(multiply(centered, centered))
    return [*_inference(norm, operand, scale, offset, mean, variance), mean, variance]


def _grad(
    norm: _BatchNorm, operand: Tensor, scale: Tensor, mean: Tensor, variance: Tensor, grad_output: Tensor
) -> Sequence[Tensor]:
    centered = subtract(operand, norm.bcast(mean))
    stddev = norm.bcast(norm.stddev(variance))
    count = norm.elements_per_feature(operand)
    grad_offset = norm.sum(grad_output)
    products = norm.bcast(norm.sum(multiply(grad_output, centered)))
    shifted = norm.bcast(add(variance, norm.constant(norm.epsilon, variance)))
    rest = subtract(multiply(grad_output, count), norm.bcast(grad_offset))
    rest = subtract(rest, divide(multiply(products, centered), shifted))
    grad_operand = multiply(divide(divide(norm.bcast(scale), stddev), count), rest)
    return [grad_operand, norm.sum(multiply(grad_output, divide(centered, stddev))), grad_offset]


_FORMULAS: dict[str, Callable[..., Sequence[Tensor]]] = {
    "stablehlo.batch_norm_grad": _grad,
    "stablehlo.batch_norm_inference": _inference,
    "stablehlo.batch_norm_training": _training,
}
