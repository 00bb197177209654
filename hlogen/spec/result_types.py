"""Result types of operations from their operands, attributes and regions: what the rules of the specification say.

The rules that check an operation are the ones that give its results (hlogen/spec/rules/results.py). What has no rules,
or none that a formula could say, stands below.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

from hlogen.errors import UsageError
from hlogen.ir.attributes import Attribute, IntegerAttr
from hlogen.ir.module import Block, Location, Operation, Region
from hlogen.ir.types import I32, IndexType, TensorType, Type, is_integer
from hlogen.spec.constraint import require
from hlogen.spec.dims import Dim, any_true, dims_of, tensor_of, unfit
from hlogen.spec.dynamic_gather_constraints import DYNAMIC_GATHER
from hlogen.spec.gather import inferred_result
from hlogen.spec.gather_constraints import GATHER
from hlogen.spec.operations import (
    CONSTRAINED,
    DECIDED_BY_VALUES,
    check_operation,
    dynamic_gather_facts,
    gather_facts,
    scatter_facts,
    signature,
)
from hlogen.spec.predicates import counted
from hlogen.spec.rules.facts import OperationFacts
from hlogen.spec.rules.results import implied_results
from hlogen.spec.rules.rule import Rules
from hlogen.spec.scatter import inferred_results
from hlogen.spec.scatter_constraints import SCATTER

_KNOWN: dict[Hashable, tuple[Type, ...]] = {}
_REMEMBERED = 4096
# The values of dynamic_gather's operands aren't seen here.
_NOT_REMEMBERED = DECIDED_BY_VALUES - {"stablehlo.dynamic_gather"} | {"stablehlo.constant"}


def infer(
    op_name: str,
    operand_types: Sequence[Type],
    attributes: Mapping[str, Attribute],
    regions: Sequence[Region] = (),
    declared: Sequence[Type] | None = None,
    location: Location | None = None,
) -> tuple[Type, ...]:
    """The result types of an operation such as "stablehlo.add".

    `declared` are the types that the program states; they have to keep the rules, too. Where the operands don't
    determine the results (iota, reshape, convert, a call) they are needed. Programs repeat their operations, so what
    was found is remembered.

    Raises ConstraintError with every rule that the operation breaks, and UsageError where no rule says what the results
    are.
    """
    key: Hashable = None
    if op_name in CONSTRAINED and op_name not in _NOT_REMEMBERED:
        stated = None if declared is None else tuple(declared)
        key = (op_name, tuple(operand_types), stated, tuple(attributes.items()), tuple(map(signature, regions)))
        try:
            if (known := _KNOWN.get(key)) is not None:
                return known
        except TypeError:  # built by hand, with lists where tuples belong, or a dictionary is among the attributes
            key = None
    op = Operation(op_name, Block(operand_types).arguments, declared or [], attributes, regions, location)
    if op_name in CONSTRAINED:
        found = _by_rules(op) if declared is None else _declared(op)
    elif op_name in _OTHERS:
        found = _OTHERS[op_name](op, declared)
    elif declared is not None:
        found = tuple(declared)
    else:
        raise UsageError(f"hlogen has no rule that infers the result types of {op_name}; give them")
    if key is not None:
        if len(_KNOWN) >= _REMEMBERED:
            _KNOWN.clear()
        _KNOWN[key] = found
    return found


def _declared(op: Operation) -> tuple[Type, ...]:
    require(check_operation(op))
    rules = CONSTRAINED[op.name]
    if isinstance(rules, Rules):
        implied_results(rules, _unknown_results(rules.facts(op))).require_fit(op)
    return tuple(value.type for value in op.results)


def _by_rules(op: Operation) -> tuple[Type, ...]:
    rules = CONSTRAINED[op.name]
    if not isinstance(rules, Rules):
        return _of_own_rules(op)
    facts = _unknown_results(rules.facts(op))
    implied = implied_results(rules, facts)
    types = implied.types()
    broken = [] if types is None else check_operation(_with_results(op, types))
    if types is None or broken:  # what is wrong whatever the results are is said of the rest alone
        about_results = {rule.id for rule in rules.constraints if rule.number.startswith("O")}
        require(rules.constraints.check(facts, op.location, about_results) or broken)
    implied.require_fit(op)
    if types is None:
        raise _error(op, "the result types don't follow from the operands; give them")
    return types


def _unknown_results(facts: OperationFacts) -> OperationFacts:
    facts.types.update({name: None for name, role in facts.roles.items() if role == "result"})
    return facts


def _with_results(op: Operation, types: Sequence[Type]) -> Operation:
    return Operation(op.name, op.operands, types, op.attributes, op.regions, op.location)


def _of_own_rules(op: Operation) -> tuple[Type, ...]:
    """Of gather, dynamic_gather and scatter. The values of dynamic_gather's sizes aren't seen here: they are ``?``."""
    op = _with_results(op, [TensorType((), I32)])  # of no consequence
    if op.name == "stablehlo.scatter":
        scatter = replace(scatter_facts(op), results=None)
        require(SCATTER.check(scatter, op.location))
        return inferred_results(scatter)
    is_dynamic = op.name == "stablehlo.dynamic_gather"
    gather = replace((dynamic_gather_facts if is_dynamic else gather_facts)(op), result=None)
    require((DYNAMIC_GATHER if is_dynamic else GATHER).check(gather, op.location))
    return (inferred_result(gather),)


# What no rule says


def _error(op: Operation, message: str) -> UsageError:
    return UsageError(f"{op.name.removeprefix('stablehlo.')}: {message}")


def _stated(op: Operation, declared: Sequence[Type] | None) -> tuple[Type, ...]:
    """What a function outside gives, which the program has to state."""
    if declared is None:
        raise _error(op, "the result types don't follow from the operands; give them")
    return tuple(declared)


def _fitting(op: Operation, declared: Sequence[Type] | None, found: Type) -> tuple[Type, ...]:
    """The one result, which a program may know less or more of."""
    if declared is None:
        return (found,)
    if len(declared) != 1 or not _fits(declared[0], found):
        stated = ", ".join(map(str, declared)) or "nothing"
        raise _error(op, f"the result is declared as {stated}, but it is {found}")
    return tuple(declared)


def _fits(declared: Type, found: Type) -> bool:
    if not isinstance(declared, TensorType) or not isinstance(found, TensorType):
        return declared == found
    if declared.rank != found.rank or declared.element_type != found.element_type:
        return False
    return not any_true(map(unfit, dims_of(declared), dims_of(found)))


def _tensors(op: Operation, *names: str) -> tuple[TensorType, ...]:
    """The operands, as many as `names`, each a ranked tensor."""
    types = [value.type for value in op.operands]
    if len(types) != len(names):
        raise _error(op, f"expected {counted(len(names), 'operand')} ({', '.join(names)}), found {len(types)}")
    for name, type in zip(names, types, strict=True):
        if not isinstance(type, TensorType):
            raise _error(op, f"{name} has type {type}, expected a ranked tensor")
    return tuple(type for type in types if isinstance(type, TensorType))


def _set_dimension_size(op: Operation, declared: Sequence[Type] | None) -> tuple[Type, ...]:
    """A size known to be at most what it was."""
    operand, size = _tensors(op, "operand", "size")
    attribute = op.attributes.get("dimension")
    if not isinstance(attribute, IntegerAttr):
        raise _error(op, "dimension is missing" if attribute is None else f"dimension is {attribute}, no integer")
    dimension = attribute.value
    if not 0 <= dimension < operand.rank:
        raise _error(op, f"dimension = {dimension} is no dimension of operand {operand}")
    if size != TensorType((), I32):
        raise _error(op, f"size is {size}, expected tensor<i32>")
    dims = list(dims_of(operand))
    dims[dimension] = Dim(None, dims[dimension].largest)
    return _fitting(op, declared, tensor_of(dims, operand.element_type))


def _real_dynamic_slice(op: Operation, declared: Sequence[Type] | None) -> tuple[Type, ...]:
    names = ("operand", "start_indices", "limit_indices", "strides")
    operand, *bounds = _tensors(op, *names)
    for name, type in zip(names[1:], bounds, strict=True):
        is_index = is_integer(type.element_type) or isinstance(type.element_type, IndexType)
        if type.rank != 1 or type.shape[0] not in (None, operand.rank) or not is_index:
            raise _error(op, f"{name} is {type}, expected {counted(operand.rank, 'integer')}")
        if type.element_type != bounds[0].element_type:
            raise _error(op, f"{name} is {type}, but start_indices is {bounds[0]}: expected one element type")
    return _fitting(op, declared, tensor_of([Dim(None)] * operand.rank, operand.element_type))


_OTHERS: Mapping[str, Callable[[Operation, Sequence[Type] | None], tuple[Type, ...]]] = {
    **dict.fromkeys(("func.return", "stablehlo.return"), lambda op, declared: ()),
    "func.call": _stated,
    "stablehlo.real_dynamic_slice": _real_dynamic_slice,
    "stablehlo.set_dimension_size": _set_dimension_size,
}
