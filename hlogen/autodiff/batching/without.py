"""Operations without a batching rule, and why."""

from __future__ import annotations

from hlogen.autodiff.batching.registry import without

without("stablehlo.constant", "stablehlo.iota", because="it has no operands, so it is the same for the whole batch")
