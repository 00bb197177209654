"""The rounds in which a scatter is folded, and its update computation with its derivative, on all lanes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import repeated
from hlogen.autodiff.regions import begun, emit_while, finished
from hlogen.autodiff.registry import Tangent, Tangents
from hlogen.autodiff.reverse import vjp_block
from hlogen.autodiff.rules.scatter_lanes import Lanes, chosen
from hlogen.autodiff.site import Site, dense, full_like, is_differentiable, tensor_type
from hlogen.builder.elementwise import add, and_, compare
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import filling
from hlogen.ir import Block, Value

# From a cotangent per result to one per old value, update and captured value.
WayBack = Callable[[Tangents], list[Tangent]]


class Rounds:
    """As many rounds as it takes until each lane has seen all that come before it on its row, less the last one."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        if not lanes.are_distinct:
            self._ranks, self._count = lanes.ranks()

    def run(self, step: Callable[..., Sequence[Tensor]], start: Sequence[Tensor]) -> Sequence[Tensor]:
        """`start`, replaced by ``step(the round's number, *start)`` in each round."""
        if self._lanes.are_distinct:
            return start
        _, *end = emit_while(
            [full_like(self._count, 0), *start],
            lambda state: compare(state[0], self._count, "LT"),
            lambda state: [add(state[0], full_like(state[0], 1)), *step(*state)],
        )
        return end

    def are_ready(self, number: Tensor) -> Tensor:
        """For each element of the lanes whether all that it depends on is known in a round: flat."""
        numbers = broadcast_in_dim(number, self._ranks.type.static_shape, broadcast_dimensions=[])
        return self._lanes.layout.spread(and_(self._lanes.is_kept, compare(self._ranks, numbers, "LE")))


class UpdateComputation:
    """The update computation of a scatter on flat lanes.

    In its derivative the captured values that are active (`captured`) are arguments like the others, so that each lane
    has a cotangent for them.
    """

    def __init__(self, site: Site, active: Sequence[bool], lanes: Lanes) -> None:
        self._size = lanes.layout.size
        self._is_kept = lanes.layout.spread(lanes.is_kept)
        count = len(site.result_types)
        self.captured = [value for value, wanted in zip(site.captured, active[2 * count + 1 :], strict=True) if wanted]
        self._of_captured = [repeated(site.environment[value], self._size) for value in self.captured]
        self._outside = {value: site.environment[value] for value in site.captured if value not in self.captured}
        self._block = site.operation.regions[0].block
        self._arguments = [*self._block.arguments, *self.captured]
        is_active = [True] * count + [*active[count + 1 : 2 * count + 1]] + [True] * len(self.captured)
        self._is_active = [
            wanted and is_differentiable(value.type) for value, wanted in zip(self._arguments, is_active, strict=True)
        ]
        if any(active):
            self._require_derivative()

    def applied(self, olds: Sequence[Tensor], news: Sequence[Tensor], is_ready: Tensor) -> list[Tensor]:
        """What becomes of `olds`; where lanes aren't ready, something."""
        return self._on_lanes(self._block, self._arguments, self._held(olds, news, is_ready))

    def with_way_back(self, olds: Sequence[Tensor], news: Sequence[Tensor]) -> tuple[list[Tensor], WayBack]:
        """What becomes of `olds`, and the way back from there to olds, news and captured values."""
        arguments = self._held(olds, news, self._is_kept)
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
        paired = [number for number, type in enumerate(results) if is_differentiable(type)]
        scope, inner = begun([*types, *(results[number] for number in paired)], "a derivative")
        with filling(scope):
            cotangents: list[Tangent] = [None] * len(results)
            for number, cotangent in zip(paired, inner[len(types) :], strict=True):
                cotangents[number] = cotangent
            outgoing = self._vjp_of_one(inner[: len(types)])(cotangents)
        block = finished(scope, outgoing).block

        def pull(cotangents: Tangents) -> list[Tangent]:
            given = [dense(cotangents[number], results[number].with_shape((self._size,))) for number in paired]
            gradients = iter(self._on_lanes(block, block.arguments, [*arguments, *given]))
            return [next(gradients) if wanted else None for wanted in self._is_active]

        return self._on_lanes(self._block, self._arguments, arguments), pull

    def _held(self, olds: Sequence[Tensor], news: Sequence[Tensor], is_ready: Tensor) -> list[Tensor]:
        """The arguments, ones where lanes aren't ready."""
        return [chosen(is_ready, value, 1) for value in (*olds, *news, *self._of_captured)]

    def _on_lanes(self, block: Block, inner: Sequence[Value], arguments: Sequence[Tensor]) -> list[Tensor]:
        """What a block gives where `arguments` stand for its values `inner`, on all lanes."""
        environment = {**self._outside, **{tensor.value: tensor for tensor in self._outside.values()}}
        environment.update(zip(inner, arguments, strict=True))
        results = batch_block(block, environment, inner, self._size)
        return [value if is_batched else repeated(value, self._size) for value, is_batched in results]
