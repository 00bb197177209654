"""The update computation of a scatter and its derivative, on many lanes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import repeated
from hlogen.autodiff.registry import Tangent, Tangents
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.rules.scatter_lanes import chosen
from hlogen.autodiff.site import Site, dense, is_differentiable, tensor_type
from hlogen.builder.inner import begun, finished
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import filling
from hlogen.ir import Block, Value

# From a cotangent per result to one per old value, update and captured value.
WayBack = Callable[[Tangents], list[Tangent]]


class UpdateComputation:
    """The update computation of a scatter, on lanes of flat tensors.

    In its derivative the captured values that are active (`captured`) are arguments like the others, so that each lane
    has a cotangent for them.
    """

    def __init__(self, site: Site, active: Sequence[bool]) -> None:
        count = len(site.result_types)
        self.captured = [value for value, wanted in zip(site.captured, active[site.at.captured], strict=True) if wanted]
        self._of_captured = [site.environment[value] for value in self.captured]
        self._outside = {value: site.environment[value] for value in site.captured if value not in self.captured}
        self._block = site.operation.regions[0].block
        self._arguments = [*self._block.arguments, *self.captured]
        is_active = [True] * count + [*active[site.at.updates]] + [True] * len(self.captured)
        self._is_active = [
            wanted and is_differentiable(value.type) for value, wanted in zip(self._arguments, is_active, strict=True)
        ]
        if any(active):
            self._require_derivative()

    def applied(self, olds: Sequence[Tensor], news: Sequence[Tensor], is_ready: Tensor) -> list[Tensor]:
        """What becomes of `olds`; where lanes aren't ready, something."""
        return self._on_lanes(self._block, self._arguments, self._held(olds, news, is_ready))

    def with_way_back(
        self, olds: Sequence[Tensor], news: Sequence[Tensor], is_ready: Tensor
    ) -> tuple[list[Tensor], WayBack]:
        """What becomes of `olds`, and the way back from there to olds, news and captured values."""
        arguments = self._held(olds, news, is_ready)
        if any(operation.regions for operation in self._block.operations):
            return self._by_one_lane(arguments)
        scope, inner = begun([argument.type for argument in arguments], "a derivative")
        with filling(scope):
            results = self._on_lanes(self._block, self._arguments, inner)
        block = finished(scope, results).block
        environment = {tensor.value: tensor for tensor in self._outside.values()}
        environment.update(zip(block.arguments, arguments, strict=True))
        active = [value for value, wanted in zip(block.arguments, self._is_active, strict=True) if wanted]
        results, way_back = vjp_block(block, environment, active)

        def pull(cotangents: Tangents) -> list[Tangent]:
            gradients = way_back(cotangents)
            return [gradients.get(argument) for argument in block.arguments]

        return results, pull

    def _require_derivative(self) -> None:
        """UsageError of an operation that has no derivative, rather than that it can't be on many lanes."""
        scope, inner = begun([tensor_type(value) for value in self._arguments], "a derivative")
        with filling(scope):
            self._vjp_of_one(inner)

    def _vjp_of_one(self, arguments: Sequence[Tensor]) -> Callable[[Tangents], list[Tensor]]:
        """The update computation and its way back for one lane, to what is active."""
        environment = {**self._outside, **dict(zip(self._arguments, arguments, strict=True))}
        active = [value for value, wanted in zip(self._arguments, self._is_active, strict=True) if wanted]
        _, way_back = vjp_block(self._block, environment, active)

        def pull(cotangents: Tangents) -> list[Tensor]:
            gradients = way_back(cotangents)
            return [dense(gradients.get(value), tensor_type(value)) for value in active]

        return pull

    def _by_one_lane(self, arguments: Sequence[Tensor]) -> tuple[list[Tensor], WayBack]:
        """The same, by the way back of one lane, on all lanes.

        Where the lanes of a branch go different ways, all of its ways are computed. The derivatives of those not taken
        must not be added, be it with cotangents of zero, as they may be NaN.
        """
        types = [tensor_type(value) for value in self._arguments]
        results = [tensor_type(value) for value in self._block.operations[-1].operands]
        scope, inner = begun([*types, *results], "a derivative")
        with filling(scope):
            outgoing = self._vjp_of_one(inner[: len(types)])(inner[len(types) :])
        block = finished(scope, outgoing).block

        def pull(cotangents: Tangents) -> list[Tangent]:
            shape = arguments[0].shape
            given = [dense(each, type.with_shape(shape)) for each, type in zip(cotangents, results, strict=True)]
            gradients = iter(self._on_lanes(block, block.arguments, [*arguments, *given]))
            return [next(gradients) if wanted else None for wanted in self._is_active]

        return self._on_lanes(self._block, self._arguments, arguments), pull

    def _held(self, olds: Sequence[Tensor], news: Sequence[Tensor], is_ready: Tensor) -> list[Tensor]:
        """The arguments, ones where lanes aren't ready."""
        captured = [repeated(value, is_ready.type.static_shape[0]) for value in self._of_captured]
        return [chosen(is_ready, value, 1) for value in (*olds, *news, *captured)]

    def _on_lanes(self, block: Block, inner: Sequence[Value], arguments: Sequence[Tensor]) -> list[Tensor]:
        """What a block gives where `arguments` stand for its values `inner`, on all lanes."""
        environment = {**self._outside, **{tensor.value: tensor for tensor in self._outside.values()}}
        environment.update(zip(inner, arguments, strict=True))
        size = arguments[0].type.static_shape[0]
        results = batch_block(block, environment, inner, size)
        return [value if is_batched else repeated(value, size) for value, is_batched in results]
