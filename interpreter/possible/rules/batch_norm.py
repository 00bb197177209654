"""batch_norm_*: the specification's decompositions, operation by operation, each as possible values have it.

So their sums are reductions, in any tree, and what is computed from them follows. Of f32 and f64: of narrower floats,
the interpreter computes with f32 in between, and how others do is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import cast

import numpy as np

from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    DenseElements,
    FloatAttr,
    FloatType,
    FunctionType,
    IntegerType,
    Module,
    Operation,
    Region,
    TensorType,
    Type,
    Value,
    dtype_of,
)
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.plan.program import plan_program
from interpreter.possible.evaluate import Evaluation, unknown_array
from interpreter.possible.registry import Values, rule
from interpreter.possible.values import Possible, joined, unknown
from interpreter.values.array import Array
from interpreter.values.attributes import integer, tensor_type
from interpreter.values.same import is_same

_FOLLOWED = (FloatType("f32"), FloatType("f64"))


def _is_open(op: Operation) -> bool:
    """The sums of training and gradient are open; inference has none."""
    return op.name != "stablehlo.batch_norm_inference"


@rule(
    "stablehlo.batch_norm_grad",
    "stablehlo.batch_norm_inference",
    "stablehlo.batch_norm_training",
    opens=_is_open,
    because="the specification rounds each step of its decomposition, followed for f32 and f64 of static shapes alone",
)
def batch_norm(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    plain = evaluation.plain(step, operands, captured)
    type = tensor_type(step.op.operands[0])
    if type.element_type not in _FOLLOWED or not type.is_static:
        return [unknown_array(result) for result in plain]
    before = len(evaluation.origins)
    found = evaluation.run(_decomposed(step.op), operands)
    return [_placed(value, nominal, before) for value, nominal in zip(found, plain, strict=True)]


def _placed(value: Possible | Array, nominal: Array, before: int) -> Possible | Array:
    """What is possible of a result of the operation, which a plain run gives as `nominal`.

    What its steps left open, it did; where they give one value alone and the plain run another, nothing is known.
    """
    if not isinstance(value, Possible):
        value = Possible(value)
    differs = ~is_same(value.nominal.reshape(-1), nominal.reshape(-1))
    opened = value.open
    if opened is not None:
        opened = replace(opened, origin=np.where(opened.origin < before, opened.origin, -1))
        differs[opened.positions] = False
    rest = unknown(np.flatnonzero(differs), nominal.dtype)
    return Possible(nominal, rest if opened is None else joined([opened, rest]))


@lru_cache(maxsize=64)
def _decomposed(op: Operation) -> BlockPlan:
    """The plan of what the operation is defined to be."""
    steps = _Steps(op)
    operands = steps.block.arguments
    match op.name:
        case "stablehlo.batch_norm_inference":
            results: Sequence[Value] = [steps.inference(*operands)]
        case "stablehlo.batch_norm_training":
            results = steps.training(*operands)
        case _:
            results = steps.gradient(*operands)
    steps.block.operations.append(Operation("func.return", results, (), location=op.location))
    type = FunctionType(tuple(x.type for x in operands), tuple(x.type for x in results))
    main = Operation("func.func", (), (), {"sym_name": "main", "function_type": type}, [Region([steps.block])])
    return plan_program(Module([main]), "main")[1]


class _Steps:
    """The operations of one decomposition, named as in the specification."""

    def __init__(self, op: Operation) -> None:
        self._op = op
        self._feature_index = integer(op, "feature_index")
        self._epsilon = cast(FloatAttr, op.attributes["epsilon"]).value
        self._type = tensor_type(op.operands[0])
        self._sum_type = TensorType((self._type.shape[self._feature_index],), self._type.element_type)
        self.block = Block([operand.type for operand in op.operands])

    def inference(self, operand: Value, scale: Value, offset: Value, mean: Value, variance: Value) -> Value:
        centered_operand = self._do("subtract", operand, self._bcast(mean))
        normalized_operand = self._do("divide", centered_operand, self._stddev(variance))
        return self._do("add", self._do("multiply", self._bcast(scale), normalized_operand), self._bcast(offset))

    def training(self, operand: Value, scale: Value, offset: Value) -> list[Value]:
        mean = self._mean(operand)
        centered_operand = self._do("subtract", operand, self._bcast(mean))
        size = self._do("abs", centered_operand)  # its square is the same, and bounds know that it isn't negative
        variance = self._mean(self._do("multiply", size, size))
        return [self.inference(operand, scale, offset, mean, variance), mean, variance]

    def gradient(self, operand: Value, scale: Value, mean: Value, variance: Value, grad_output: Value) -> list[Value]:
        centered_operand = self._do("subtract", operand, self._bcast(mean))
        stddev = self._stddev(variance)
        normalized_operand = self._do("divide", centered_operand, stddev)
        elements_per_feature = self._full(self._count(), self._type)
        i1 = self._do("multiply", grad_output, elements_per_feature)
        grad_offset = self._sum(grad_output)
        i2 = self._bcast(grad_offset)
        i3 = self._bcast(self._sum(self._do("multiply", grad_output, centered_operand)))
        i4 = self._do("multiply", i3, centered_operand)
        i5 = self._do("divide", i4, self._shifted(variance))
        i6 = self._do("subtract", self._do("subtract", i1, i2), i5)
        factor = self._do("divide", self._do("divide", self._bcast(scale), stddev), elements_per_feature)
        grad_scale = self._sum(self._do("multiply", grad_output, normalized_operand))
        return [self._do("multiply", factor, i6), grad_scale, grad_offset]

    def _mean(self, operand: Value) -> Value:
        return self._do("divide", self._sum(operand), self._full(self._count(), self._sum_type))

    def _sum(self, operand: Value) -> Value:
        scalar = TensorType((), self._type.element_type)
        body = Block([scalar, scalar])
        total = Operation("stablehlo.add", body.arguments, [scalar], location=self._op.location)
        body.operations += [total, Operation("stablehlo.return", total.results, location=self._op.location)]
        others = tuple(d for d in range(self._type.rank) if d != self._feature_index)
        return self._add(
            "reduce", [operand, self._full(0, scalar)], self._sum_type, {"dimensions": _ints(others)}, [Region([body])]
        )

    def _stddev(self, variance: Value) -> Value:
        return self._do("sqrt", self._shifted(variance))

    def _shifted(self, variance: Value) -> Value:
        return self._do("add", self._bcast(variance), self._full(float(np.float32(self._epsilon)), self._type))

    def _bcast(self, value: Value) -> Value:
        attributes: dict[str, Attribute] = {"broadcast_dimensions": _ints((self._feature_index,))}
        return self._add("broadcast_in_dim", [value], self._type, attributes)

    def _count(self) -> float:
        sizes = [size for d, size in enumerate(self._type.static_shape) if d != self._feature_index]
        return float(np.prod(sizes, dtype=np.int64))

    def _full(self, value: float, type: TensorType) -> Value:
        element = np.array(value, dtype_of(type.element_type))
        elements = DenseElements(type, np.broadcast_to(element, type.static_shape))
        return self._add("constant", [], type, {"value": elements})

    def _do(self, name: str, *operands: Value) -> Value:
        """An elementwise operation."""
        return self._add(name, operands, operands[0].type)

    def _add(
        self,
        name: str,
        operands: Sequence[Value],
        type: Type,
        attributes: dict[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
    ) -> Value:
        operation = Operation(f"stablehlo.{name}", operands, [type], attributes, regions, self._op.location)
        self.block.operations.append(operation)
        return operation.result


def _ints(values: Sequence[int]) -> DenseArray:
    return DenseArray(IntegerType(64), tuple(values))
