"""Random programs of one gather or scatter with sizes that a run decides."""

from __future__ import annotations

import numpy as np

import hlogen as hl
from hlogen.conform.generate import Case
from hlogen.conform.generate.case import attributes_of, single_op_module
from hlogen.ir import Module, TensorType


def loosened(case: Case, seed: int) -> Module | None:
    """The program of a case with some sizes unknown, some of them with bounds; None where it is none of StableHLO."""
    rng = np.random.default_rng(seed)
    count = len(case.element_types)
    if case.constants & set(range(count)):
        return None
    given = case.operand_types
    operand, indices = _loose(rng, given[0]), _loose(rng, given[count])
    if count in case.constants:
        indices = given[count]
    types = [operand.with_element_type(type.element_type) for type in given[:count]] + [indices]
    if case.op == "scatter":
        updates = _loose(rng, given[count + 1])
        types += [updates.with_element_type(type.element_type) for type in given[count + 1 :]]
        results = [operand.with_element_type(type.element_type) for type in case.result_types]
    else:
        types += given[count + 1 :]
        (result,) = case.result_types
        results = [TensorType((None,) * result.rank, result.element_type)]
    module = single_op_module(
        f"stablehlo.{case.op}",
        tuple(types),
        tuple(results),
        attributes_of(
            case.op, case.layout, indices_are_sorted=case.indices_are_sorted, unique_indices=case.unique_indices
        ),
        case.body,
        {number: case.operands[number] for number in sorted(case.constants)},
    )
    return None if hl.check(module) else module


def _loose(rng: np.random.Generator, type: TensorType) -> TensorType:
    shape = [None if rng.random() < 0.5 else size for size in type.static_shape]
    bounds = [
        None if known is not None or rng.random() < 0.6 else size + int(rng.choice([0, 1, 300]))
        for known, size in zip(shape, type.static_shape, strict=True)
    ]
    return TensorType(tuple(shape), type.element_type, tuple(bounds) if any(b is not None for b in bounds) else None)
