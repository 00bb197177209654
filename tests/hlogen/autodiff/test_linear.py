"""What a rule builds of tangents, on its way back."""

from __future__ import annotations

import pytest

import hlogen as hl
from hlogen.autodiff.linear import traced


def test_what_captures_a_tangent_depends_on_it() -> None:
    """So a rule that makes it says that there is no way back, and gives no derivative of zero."""

    @hl.function("f64", "i1")
    def program(x: hl.Tensor, pred: hl.Tensor) -> hl.Tensor:
        def built(tangents: list[hl.Tensor]) -> tuple[list[hl.Tensor], list[hl.Tensor]]:
            (tangent,) = tangents
            return [x * x], [hl.if_(pred, lambda: tangent * x, lambda: tangent)]

        (square,), way = traced(built, [x])
        with pytest.raises(hl.UsageError, match=r"stablehlo\.if .*can't be transposed"):
            way.transposed([x])
        return square

    assert "stablehlo.if" not in str(program)
