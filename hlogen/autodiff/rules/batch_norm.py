"""batch_norm_*: derived as the specification decomposes them. Floats narrower than f32 are computed in f32."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from hlogen.autodiff.forward import jvp_block
from hlogen.autodiff.regions import region
from hlogen.autodiff.registry import Tangents, jvp
from hlogen.autodiff.site import Site, converted, full_like
from hlogen.builder.elementwise import add, divide, multiply, sqrt, subtract
from hlogen.builder.emit import emit_constant
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.ir import FloatType


@jvp(
    "stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training",
    computes_results=True,
)  # fmt: skip
def batch_norm_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    block = region(site.input_types, "a batch_norm", lambda values: decomposed(site, values)).block
    known = {
        argument: tangent for argument, tangent in zip(block.arguments, tangents, strict=True) if tangent is not None
    }
    return jvp_block(block, dict(zip(block.arguments, site.operands, strict=True)), known)


def decomposed(site: Site, operands: Sequence[Tensor], leading: int = 0) -> Sequence[Tensor]:
    """The results as other operations; all operands may have more dimensions in front, which are batched."""
    element_type = operands[0].element_type
    is_narrow = isinstance(element_type, FloatType) and element_type.width < 32
    values = [converted(value, FloatType("f32") if is_narrow else element_type) for value in operands]
    formula = _FORMULAS[site.name]
    normalizer = _BatchNorm(values[0], site.attribute("epsilon"), site.attribute("feature_index"), leading)
    return [converted(result, element_type) for result in formula(normalizer, *values)]


class _BatchNorm:
    """What the formulas share: the operand's shape, and sums and broadcasts along it."""

    def __init__(self, operand: Tensor, epsilon: float, feature_index: int, leading: int) -> None:
        self.shape = operand.type.static_shape
        self.epsilon = epsilon
        self.kept = [*range(leading), leading + feature_index]
        self.dimensions = [at for at in range(operand.rank) if at not in self.kept]
        self.elements_per_feature = prod(self.shape[at] for at in self.dimensions)

    def bcast(self, value: Tensor) -> Tensor:
        return broadcast_in_dim(value, self.shape, broadcast_dimensions=self.kept)

    def sum(self, operand: Tensor) -> Tensor:
        return reduce(operand, emit_constant(0, operand.element_type, ()), self.dimensions, "add")

    def mean(self, operand: Tensor) -> Tensor:
        total = self.sum(operand)
        return divide(total, full_like(total, self.elements_per_feature))

    def stddev(self, variance: Tensor) -> Tensor:
        return sqrt(add(variance, full_like(variance, self.epsilon)))


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
    stddev = norm.stddev(variance)
    grad_offset = norm.sum(grad_output)
    products = norm.sum(multiply(grad_output, centered))
    count = full_like(stddev, norm.elements_per_feature)
    slope = divide(products, multiply(stddev, stddev))
    rest = subtract(multiply(grad_output, norm.bcast(count)), norm.bcast(grad_offset))
    rest = subtract(rest, multiply(norm.bcast(slope), centered))
    grad_operand = multiply(norm.bcast(divide(divide(scale, stddev), count)), rest)
    return [grad_operand, divide(products, stddev), grad_offset]


_FORMULAS: dict[str, Callable[..., Sequence[Tensor]]] = {
    "stablehlo.batch_norm_grad": _grad,
    "stablehlo.batch_norm_inference": _inference,
    "stablehlo.batch_norm_training": _training,
}
