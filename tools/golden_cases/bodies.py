"""The update computations that the scatter goldens use, each as MLIR and as Python on NumPy scalars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from model import bodies as model

from tools.golden_cases.indexing import Body


def binary(op: str, python: Callable[[Any, Any], Any]) -> Body:
    """A body of one StableHLO op on the old value and the update."""
    return Body(python, f"%0 = stablehlo.{op} %old, %new : {{E0}}\nstablehlo.return %0 : {{E0}}")


ADD = binary("add", model.add)
SUBTRACT = binary("subtract", model.subtract)
MULTIPLY = binary("multiply", model.multiply)
MINIMUM = binary("minimum", model.minimum)
MAXIMUM = binary("maximum", model.maximum)
AND = binary("and", model.bitwise_and)
OR = binary("or", model.bitwise_or)
XOR = binary("xor", model.bitwise_xor)
SET = Body(model.replace, "stablehlo.return %new : {E0}")
KEEP = Body(lambda old, new: old, "stablehlo.return %old : {E0}")

# Old first, then the update: neither argument may take the other's place.
DOUBLE_OLD_PLUS_NEW = Body(
    lambda old, new: model.add(model.add(old, old), new),
    "%0 = stablehlo.add %old, %old : {E0}\n%1 = stablehlo.add %0, %new : {E0}\nstablehlo.return %1 : {E0}",
)
COUNT = Body(
    lambda old, new: model.add(old, np.int32(1)),
    "%one = stablehlo.constant dense<1> : {E0}\n%0 = stablehlo.add %old, %one : {E0}\nstablehlo.return %0 : {E0}",
)
CONSTANT = Body(
    lambda old, new: np.int32(-1),
    "%0 = stablehlo.constant dense<-1> : {E0}\nstablehlo.return %0 : {E0}",
)
SCALED_BY_A_CAPTURE = Body(
    lambda old, new: model.add(old, model.multiply(new, np.int32(3))),
    "%0 = stablehlo.multiply %new, %scale : {E0}\n%1 = stablehlo.add %old, %0 : {E0}\nstablehlo.return %1 : {E0}",
    before="%scale = stablehlo.constant dense<3> : {E0}",
)
CALL = Body(
    lambda old, new: model.subtract(model.multiply(old, np.int32(10)), new),
    "%0 = func.call @update(%old, %new) : ({E0}, {E0}) -> {E0}\nstablehlo.return %0 : {E0}",
    functions="func.func private @update(%old: {E0}, %new: {E0}) -> {E0} {\n"
    "  %ten = stablehlo.constant dense<10> : {E0}\n"
    "  %0 = stablehlo.multiply %old, %ten : {E0}\n"
    "  %1 = stablehlo.subtract %0, %new : {E0}\n"
    "  return %1 : {E0}\n"
    "}",
)
BRANCH = Body(
    lambda old, new: model.subtract(old, new) if int(new) > int(old) else new,
    "%0 = stablehlo.compare GT, %new, %old : ({E0}, {E0}) -> tensor<i1>\n"
    '%1 = "stablehlo.if"(%0) ({\n'
    "  %2 = stablehlo.subtract %old, %new : {E0}\n"
    "  stablehlo.return %2 : {E0}\n"
    "}, {\n"
    "  stablehlo.return %new : {E0}\n"
    "}) : (tensor<i1>) -> {E0}\n"
    "stablehlo.return %1 : {E0}",
)
LOOKUP = Body(
    lambda old, new: model.add(old, np.int32((7, 70, 700)[int(new)])),
    "%0 = stablehlo.dynamic_slice %table, %new, sizes = [1] : (tensor<3xi32>, {E0}) -> tensor<1xi32>\n"
    "%1 = stablehlo.reshape %0 : (tensor<1xi32>) -> {E0}\n"
    "%2 = stablehlo.add %old, %1 : {E0}\n"
    "stablehlo.return %2 : {E0}",
    before="%table = stablehlo.constant dense<[7, 70, 700]> : tensor<3xi32>",
)


def _halve(old: Any, new: Any) -> Any:
    while int(new) > int(old):
        new = np.int32(int(new) // 2)
    return new


LOOP = Body(
    _halve,
    "%two = stablehlo.constant dense<2> : {E0}\n"
    "%0 = stablehlo.while(%i = %new) : {E0}\n"
    "cond {\n"
    "  %1 = stablehlo.compare GT, %i, %old : ({E0}, {E0}) -> tensor<i1>\n"
    "  stablehlo.return %1 : tensor<i1>\n"
    "} do {\n"
    "  %1 = stablehlo.divide %i, %two : {E0}\n"
    "  stablehlo.return %1 : {E0}\n"
    "}\n"
    "stablehlo.return %0 : {E0}",
)

# Of several inputs.
ARGMAX = Body(
    lambda old, old_at, new, new_at: (new, new_at) if new > old else (old, old_at),
    "%0 = stablehlo.compare GT, %new0, %old0 : ({E0}, {E0}) -> tensor<i1>\n"
    "%1 = stablehlo.select %0, %new0, %old0 : tensor<i1>, {E0}\n"
    "%2 = stablehlo.select %0, %new1, %old1 : tensor<i1>, {E1}\n"
    "stablehlo.return %1, %2 : {E0}, {E1}",
)
CROSSED = Body(
    lambda a, b, x, y: (model.subtract(b, x), model.add(a, y)),
    "%0 = stablehlo.subtract %old1, %new0 : {E0}\n"
    "%1 = stablehlo.add %old0, %new1 : {E1}\n"
    "stablehlo.return %0, %1 : {E0}, {E1}",
)
SUMS = Body(
    lambda a, b, x, y: (model.add(a, x), model.add(b, y)),
    "%0 = stablehlo.add %old0, %new0 : {E0}\n"
    "%1 = stablehlo.add %old1, %new1 : {E1}\n"
    "stablehlo.return %0, %1 : {E0}, {E1}",
)
SUM_MIN_MAX = Body(
    lambda a, b, c, x, y, z: (model.add(a, x), model.minimum(b, y), model.maximum(c, z)),
    "%0 = stablehlo.add %old0, %new0 : {E0}\n"
    "%1 = stablehlo.minimum %old1, %new1 : {E1}\n"
    "%2 = stablehlo.maximum %old2, %new2 : {E2}\n"
    "stablehlo.return %0, %1, %2 : {E0}, {E1}, {E2}",
)
