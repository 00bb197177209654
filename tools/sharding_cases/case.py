"""What is partitioned: programs over a batch, how they are split, and arguments for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.conform.sharded import annotate
from hlogen.conform.sharded.annotations import Split
from hlogen.ir import HasModule, Module

X: Mapping[str, int] = {"x": 8}
X_Y: Mapping[str, int] = {"x": 2, "y": 4}
FIRST: Split = ("x",)


@dataclass(frozen=True)
class Case:
    """A program, and the mesh and axes that its arguments and results are split over."""

    name: str
    program: HasModule
    mesh: Mapping[str, int]
    arguments: Sequence[Split]
    results: Sequence[Split]
    what: str = ""

    def annotated(self) -> Module:
        return annotate(self.program, self.mesh, self.arguments, self.results)

    def inputs(self, seed: int = 0) -> list[np.ndarray[Any, Any]]:
        """Floats are small integers, so that sums are exact; what is `counted` counts the batch. Indices go out of
        bounds now and then, but for windows that are scattered: of those XLA drops all, where the specification drops
        elements."""
        rng = np.random.default_rng(seed)
        (function,) = (function for function in self.program.module.functions.values() if not function.is_private)
        arrays = []
        for value in function.arguments:
            shape = value.type.shape
            if value.name == "counted":
                arrays.append(np.broadcast_to(np.arange(16, dtype=np.int32)[:, None, None], shape).copy())
            elif str(value.type.element_type) == "f32":
                arrays.append(rng.integers(-99, 100, shape).astype(np.float32))
            else:
                least, most = (0, 6) if value.name == "in_bounds" else (-3, 36)
                arrays.append(rng.integers(least, most, shape, endpoint=True).astype(np.int32))
        return arrays
