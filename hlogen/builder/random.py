"""Random numbers (spec: rng, rng_bit_generator)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from hlogen.builder.emit import as_tensor, emit, emit_one, one_of, sizes
from hlogen.builder.linear_algebra import pair
from hlogen.builder.regions import argument_type
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.door import public
from hlogen.ir import EnumAttr, IntegerType, TensorType

RngDistribution = Literal["UNIFORM", "NORMAL"]
RngAlgorithm = Literal["DEFAULT", "THREE_FRY", "PHILOX"]


@public
def rng(a: TensorLike, b: TensorLike, shape: Sequence[int], rng_distribution: RngDistribution) -> Tensor:
    """Random numbers of that shape and of the element type of the scalars `a` and `b`.

    "UNIFORM" over the interval [a, b), or "NORMAL" with mean a and standard deviation b. Which numbers is up to whoever
    runs it; `interpreter.run` takes a seed.
    """
    distribution = one_of(rng_distribution, ("UNIFORM", "NORMAL"), "rng_distribution")
    low, high = pair(a, b)
    wanted = sizes(shape, "shape")
    result_type = TensorType(wanted, low.element_type)
    operands = [low, high, as_tensor(np.array(wanted, np.int64), "shape")]
    attributes = {"rng_distribution": EnumAttr("rng_distribution", distribution)}
    return emit_one("stablehlo.rng", operands, attributes, declared=result_type)


@public
def rng_bit_generator(
    initial_state: TensorLike, result_type: TensorType | str, *, rng_algorithm: RngAlgorithm = "DEFAULT"
) -> tuple[Tensor, Tensor]:
    """The state to go on with, and random bits of `result_type`, integers or floats.

    `initial_state` is of ui64: 2 elements for "THREE_FRY", 2 or 3 for "PHILOX", and for "DEFAULT" as many as whoever
    runs it says; hlogen's interpreter and XLA on CPU take Philox.
    """
    algorithm = one_of(rng_algorithm, ("DEFAULT", "THREE_FRY", "PHILOX"), "rng_algorithm")
    state = as_tensor(initial_state, "initial_state", IntegerType(64, "unsigned"))
    types = [state.type, argument_type(result_type, "result_type")]
    attributes = {"rng_algorithm": EnumAttr("rng_algorithm", algorithm)}
    output_state, output = emit("stablehlo.rng_bit_generator", [state], attributes, declared=types)
    return output_state, output
