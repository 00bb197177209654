"""Which operations may not be dropped, merged or run again."""

from __future__ import annotations

import pytest

from hlogen.ir import Operation, TokenType
from hlogen.program.effects import IN_BOUNDS, has_effect, runs_once
from hlogen.sparse.composite import PRODUCT


@pytest.mark.parametrize(
    ("operation", "effect", "once"),
    [
        (Operation("stablehlo.add"), False, False),
        (Operation("stablehlo.rng"), True, True),
        (Operation("stablehlo.rng_bit_generator"), False, False),  # its state says what it gives
        *((Operation(f"stablehlo.{name}"), True, True) for name in ("send", "recv", "infeed", "outfeed")),
        *((Operation(f"stablehlo.{name}"), False, False) for name in ("after_all", "all_reduce", "constant", "while")),
        (Operation("func.call"), True, False),
        (Operation("check.expect_eq"), True, False),  # nobody knows what other dialects do
        (Operation("stablehlo.custom_call", attributes={"has_side_effect": False}), True, False),
        (Operation("stablehlo.custom_call", attributes={"has_side_effect": True}), True, True),
        (Operation("stablehlo.custom_call", (), [TokenType()]), True, True),  # it has its place in an order
        (Operation("stablehlo.composite", attributes={"name": IN_BOUNDS}), True, False),
        (Operation("stablehlo.composite", attributes={"name": PRODUCT}), False, False),
        (Operation("stablehlo.composite", attributes={"name": "x.y"}), True, False),  # its decomposition may draw
    ],
    ids=lambda value: value.called if isinstance(value, Operation) else str(value),
)
def test_effects(operation: Operation, effect: bool, once: bool) -> None:
    assert has_effect(operation) is effect
    assert runs_once(operation) is once
