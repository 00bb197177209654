"""Operations that are something simpler, written as that, one rule after another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.analysis.view import is_analysed
from hlogen.builder.tensor import Tensor
from hlogen.door import strict
from hlogen.ir import HasModule, IntegerType, Module, Operation, TensorType, dtype_of
from hlogen.program.effects import has_effect
from hlogen.transform.canonical.registry import MOST_FOLDED, canonical_forms, constant, elements_of
from hlogen.transform.changes import changes
from hlogen.transform.rewrite import MatchedOp, Rule, simplified

# What rules written for one another give is looked at again; each time there is less.
_MOST_ROUNDS = 16


@strict
def canonicalize(program: HasModule) -> Module:
    """The program with operations that are something simpler written as that.

    - What changes nothing goes: integers plus 0 or times 1, a reshape, slice, pad or conversion to the same type.
    - Moves in a row become one: reshape, transpose, broadcast_in_dim, slice, reverse, slice of a concatenate.
    - Integers and booleans that are known for every input become constants, and so do constants that are moved.
    - Branches with a known condition are what they take. Loops that never run are what they start from, those that run
      once are their bodies. What a loop carries along unchanged, it captures.
    - Dynamic operations whose sizes are constants become static ones.

    Results are the same, bit for bit, for every input that the specification defines a result for. So nothing is
    computed of floats: x * 1.0 stays, as it makes signaling NaNs quiet. What operations that went away alone have used,
    goes too. Operations that other dialects say something of, such as how they are sharded, stay.

    Raises ConstraintError where the program was read although it isn't valid.
    """
    module = program.module
    for _ in range(_MOST_ROUNDS):
        names = {operation.name for operation in module.walk()}
        is_barred = "stablehlo.optimization_barrier" in names
        rules = {
            name: _rule(name, is_barred)
            for name in names
            if name.startswith("stablehlo.") and name != "stablehlo.return"
        }
        with changes() as done:
            module = simplified(module, rules)
        if not done:
            break
    return module


def _rule(name: str, is_barred: bool) -> Rule:
    """The rule for operations of this name: to be something simpler, or a constant.

    What is known of values behind a barrier is known of those before it: where there are any, only what is computed of
    constants is folded, so that nothing is moved across.
    """
    form, may_fold = canonical_forms().get(name), name not in _NEVER_FOLDED

    def rule(site: MatchedOp) -> Sequence[Tensor] | None:
        op = site.op
        if any("." in attribute for attribute in op.attributes):
            return None
        results = None if form is None else form(site)
        if results is not None or not may_fold or len(op.results) != 1:
            return results
        if is_barred and any(elements_of(operand) is None for operand in site.operands):
            return None
        return _folded(site)

    return rule


# What they give isn't looked at, though it may be known: barriers and processes that meet mean more than their results.
_NEVER_FOLDED = {
    *("stablehlo.constant", "stablehlo.optimization_barrier", "stablehlo.composite", "stablehlo.custom_call"),
    *("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all", "stablehlo.reduce_scatter"),
    *("stablehlo.collective_broadcast", "stablehlo.collective_permute", "stablehlo.cross-replica-sum"),
}
# What is said in fewer words by them, unless it is one number.
_SHORT = ("stablehlo.iota", "stablehlo.broadcast_in_dim")


def _folded(site: MatchedOp) -> list[Tensor] | None:
    """A constant, where all elements of the result are known."""
    op, type = site.op, site.op.result.type
    if not _may_be_known(op) or not isinstance(type, TensorType) or not type.is_static or not type.size:
        return None
    assert isinstance(type.element_type, IntegerType)
    fact, dtype = site.facts.of(op.result), dtype_of(type.element_type)
    if fact.is_empty:  # the program never gets there
        return None
    if (number := fact.range.value) is not None:
        wide = np.array(number, np.uint64 if number >> 63 == 1 else np.int64)
        return [constant(np.broadcast_to(wide.astype(dtype), type.static_shape), type)]
    if op.name in _SHORT or fact.constant is None or type.size > MOST_FOLDED:
        return None
    return [constant(fact.constant.astype(dtype).reshape(type.static_shape), type)]


def _may_be_known(op: Operation) -> bool:
    type = op.result.type
    if not is_analysed(type) or op.regions or has_effect(op):
        return False
    return isinstance(type, TensorType) and isinstance(type.element_type, IntegerType)
