"""Result types of gather, dynamic_gather and scatter, from the same facts as their constraints."""

from __future__ import annotations

from dataclasses import replace

from hlogen.ir.module import Block, Operation
from hlogen.ir.types import I32, TensorType, Type
from hlogen.spec.constraint import require
from hlogen.spec.dynamic_gather_constraints import DYNAMIC_GATHER
from hlogen.spec.gather import inferred_result
from hlogen.spec.gather_constraints import GATHER
from hlogen.spec.inference.registry import Signature, rule
from hlogen.spec.operations import dynamic_gather_facts, gather_facts, scatter_facts
from hlogen.spec.scatter import inferred_results
from hlogen.spec.scatter_constraints import SCATTER


@rule("stablehlo.gather")
def gather(op: Signature) -> tuple[Type, ...]:
    facts = replace(gather_facts(_operation(op)), result=None)
    require(GATHER.check(facts))
    return (inferred_result(facts),)


@rule("stablehlo.dynamic_gather")
def dynamic_gather(op: Signature) -> tuple[Type, ...]:
    """The slice sizes' values aren't seen here, so the offset dimensions are ``?``."""
    facts = replace(dynamic_gather_facts(_operation(op)), result=None)
    require(DYNAMIC_GATHER.check(facts))
    return (inferred_result(facts),)


@rule("stablehlo.scatter")
def scatter(op: Signature) -> tuple[Type, ...]:
    facts = replace(scatter_facts(_operation(op)), results=None)
    require(SCATTER.check(facts))
    return inferred_results(facts)


def _operation(op: Signature) -> Operation:
    """The operation itself, with results of no consequence."""
    results = op.declared or [TensorType((), I32)]
    return Operation(op.name, Block(op.operands).arguments, results, op.attributes, op.regions)
