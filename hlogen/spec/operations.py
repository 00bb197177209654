"""Checks operations as they stand in a program, whatever their attributes and operands are."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from hlogen.forking import cached_property
from hlogen.ir.attributes import (
    Attribute,
    DenseArray,
    DenseElements,
    GatherDimensionNumbers,
    OpaqueAttr,
    ScatterDimensionNumbers,
    SymbolRef,
)
from hlogen.ir.module import MORE, Module, Operation, Refusal, Region, Value
from hlogen.ir.printer import attribute_text
from hlogen.ir.types import FunctionType, IntegerType, Type
from hlogen.spec.constraint import (
    UPSTREAM_ACCEPTS,
    ConstraintSet,
    Offence,
    Outcome,
    Violation,
    require,
    without_repeats,
)
from hlogen.spec.dynamic_gather_constraints import DYNAMIC_GATHER
from hlogen.spec.gather_constraints import GATHER
from hlogen.spec.gather_facts import GatherFacts
from hlogen.spec.patterns import UPSTREAM
from hlogen.spec.predicates import counted
from hlogen.spec.program_rules import PROGRAM_RULES, UNKNOWN, unknown_operation
from hlogen.spec.rules.facts import Functions
from hlogen.spec.rules.misread import why_unread
from hlogen.spec.rules.rule import TABLE, Rules
from hlogen.spec.rules.types import TypeChecker
from hlogen.spec.scatter_constraints import SCATTER
from hlogen.spec.scatter_facts import ScatterFacts

# Where upstream refuses one of these against the text of the specification, the text decides.
THE_TEXT_DECIDES = frozenset(("stablehlo.gather", "stablehlo.scatter", "stablehlo.dynamic_gather"))
# What operands or the operations in a body are decides some of their rules, not their types alone.
DECIDED_BY_VALUES = frozenset(("stablehlo.dynamic_gather", "stablehlo.async_start"))
_HOW_IT_IS_WRITTEN = re.compile(r"requires (?:zero|one|\d+) regions?\b|attribute '\w+' failed to satisfy constraint")
_VALID: set[Hashable] = set()
_REMEMBERED = 4096
_NAMES_FUNCTION = "stablehlo.composite"
_Numbers = TypeVar("_Numbers", GatherDimensionNumbers, ScatterDimensionNumbers)


def check_operation(op: Operation, functions: Functions = None) -> list[Violation]:
    """Every constraint that the operation breaks, each independent of the others; [] for an op without constraints.

    `functions` are those that it may name; without them, what is about these isn't judged. Programs repeat their
    operations, so what was found valid is remembered.
    """
    if op.name not in CONSTRAINED:
        return []
    key = _key(op, functions)
    try:
        if key in _VALID:
            return []
    except TypeError:  # built by hand, with lists where tuples belong, or a dictionary is among its attributes
        key = None
    rules = CONSTRAINED[op.name]
    facts = rules.facts(op, functions) if isinstance(rules, Rules) else rules.facts(op)
    found = rules.constraints.check(facts, op.location)
    if not found and key is not None:
        if len(_VALID) >= _REMEMBERED:
            _VALID.clear()
        _VALID.add(key)
    return found


def _key(op: Operation, functions: Functions) -> Hashable:
    """What decides every constraint of an operation; None where what a value is decides some."""
    if op.name in DECIDED_BY_VALUES:
        return None
    attributes = op.attributes
    called: Hashable = None
    if functions is not None and isinstance(symbol := attributes.get("decomposition"), SymbolRef):
        called = symbol.name in functions, functions.get(symbol.name)
    if op.name == "stablehlo.constant" and isinstance(value := attributes.get("value"), DenseElements):
        attributes = {**attributes, "value": value.type}
    return (
        op.name,
        tuple(value.type for value in op.operands),
        tuple(value.type for value in op.results),
        tuple(attributes.items()),
        tuple(map(signature, op.regions)),
        called,
    )


def signature(region: Region) -> Hashable:
    """The types of the arguments of a region's blocks, and of what they return, which they may do before their end."""
    return tuple(
        (
            tuple(argument.type for argument in block.arguments),
            None if (end := block.terminator) is None else (end.name, tuple(value.type for value in end.operands)),
            sum(op.name == "stablehlo.return" for op in block.operations),
        )
        for block in region.blocks
    )


def breaks_rules(op: Operation) -> bool:
    """Whether a rule explains why upstream may refuse the operation."""
    return bool(check_operation(op))


def violations_of(program: Module) -> list[Violation]:
    """Those of all operations, nested ones and those of all functions too, in the order of the text.

    What upstream refuses without any of them is among them, as ``upstream.<op>``.
    """
    return [violation for _, violation in violations_in(program)]


def violations_in(program: Module) -> Iterator[tuple[Operation | None, Violation]]:
    """The violations of a program, with the operations that they are about; None where upstream names none.

    Where upstream refuses the program and there are only violations that it is said to accept, it doesn't, and nothing
    is said of that.
    """
    if not program.is_refused:
        return _violations_in(program)
    found = [*_violations_in(program)]
    if all(violation.upstream is not None for _, violation in found):
        found = [(operation, replace(violation, upstream=None)) for operation, violation in found]
    return iter(found)


def _violations_in(program: Module) -> Iterator[tuple[Operation | None, Violation]]:
    unexplained = {refusal.location: refusal for refusal in program.refusals}
    is_explained = False
    types, scopes = TypeChecker(), Scopes(program)
    for operation in program.walk():
        own = without_repeats([*types.of(operation), *check_operation(operation, scopes.functions(operation))])
        is_explained = is_explained or bool(own)
        place = operation.location
        refusal = unexplained.pop(place, None) if unexplained and place is not None else None
        if (
            refusal
            and not own
            and not is_overruled(operation.name, refusal.message)
            and not types.has_faulty(operation)
        ):
            own = [_by_upstream(refusal, operation.name)]
        elif refusal and refusal.rule:
            own.append(_by_upstream(refusal, operation.name))
        if refusal and all(violation.upstream is not None for violation in own):
            own = [replace(violation, upstream=None) for violation in own]
        for violation in own:
            yield operation, violation
    for refusal in unexplained.values():
        if (
            not is_explained or refusal.rule or refusal.message == MORE
        ):  # the rest may follow from what is wrong with an operation
            yield None, _by_upstream(refusal, "module")


class Scopes:
    """The functions of a program by what may name them: each module has its own."""

    def __init__(self, program: Module) -> None:
        self._program = program

    def functions(self, operation: Operation) -> Functions:
        """Those that an operation may name; None for one that has no rule about them."""
        return self._by_operation.get(operation, self._outermost) if operation.name == _NAMES_FUNCTION else None

    @cached_property
    def _outermost(self) -> Functions:
        return self._types(self._program.operations)

    @cached_property
    def _by_operation(self) -> Mapping[Operation, Functions]:
        """Of modules inside of the program; of those inside of each other the innermost counts, which comes last."""
        found: dict[Operation, Functions] = {}
        for module in self._program.walk():
            if module.name == "builtin.module":
                blocks = (block for region in module.regions for block in region.blocks)
                functions = self._types(each for block in blocks for each in block.operations)
                found.update((each, functions) for each in module.walk() if each.name == _NAMES_FUNCTION)
        return found

    def _types(self, operations: Iterable[Operation]) -> Functions:
        found: dict[str, FunctionType | None] = dict.fromkeys(self._program.left_out)
        for operation in operations:
            name, type = (operation.attributes.get(what) for what in ("sym_name", "function_type"))
            if operation.name == "func.func" and isinstance(name, str):
                found[name] = type if isinstance(type, FunctionType) else None
        return found


def is_overruled(op: str, said: str) -> bool:
    """Whether the text decides against what upstream said; what is about how the operation is written, it leaves to
    upstream."""
    return op in THE_TEXT_DECIDES and _HOW_IT_IS_WRITTEN.search(said) is None


def _by_upstream(refusal: Refusal, op: str) -> Violation:
    if refusal.rule:
        return Violation(refusal.rule, refusal.message, "", PROGRAM_RULES[refusal.rule].fix, op, refusal.location)
    if op.startswith("stablehlo.") and refusal.message.startswith(f"unregistered operation '{op}'"):
        message, fix = unknown_operation(op)
        return Violation(UNKNOWN, message, "", fix, op, refusal.location)
    message = f"upstream's verifier refuses it: {refusal.message}"
    return Violation(UPSTREAM + op.removeprefix("stablehlo."), message, "", "", op, refusal.location)


def require_valid(program: Module) -> None:
    """ConstraintError with all violations in a program."""
    require(violations_of(program))


def evaluate_operation(op: Operation) -> dict[str, Outcome]:
    """The outcome of every constraint of the operation: which hold, which don't, which only a run decides."""
    if op.name not in CONSTRAINED:
        return {}
    rules = CONSTRAINED[op.name]
    return rules.constraints.evaluate(rules.facts(op))


def gather_facts(op: Operation) -> GatherFacts:
    malformed: dict[str, Offence] = {}
    operands = _operands(op, {"operand": "I1", "start_indices": "I2"}, malformed)
    return GatherFacts(
        operands[0],
        operands[1],
        _numbers(op, "dimension_numbers", GatherDimensionNumbers, "I3", malformed),
        _slice_sizes(op, malformed),
        _result(op, malformed),
        malformed=_with_flag(op, "indices_are_sorted", "I10", malformed),
    )


def dynamic_gather_facts(op: Operation) -> GatherFacts:
    malformed: dict[str, Offence] = {}
    operands = _operands(op, {"operand": "I1", "start_indices": "I2", "slice_sizes": "I3"}, malformed)
    return GatherFacts(
        operands[0],
        operands[1],
        _numbers(op, "dimension_numbers", GatherDimensionNumbers, "I4", malformed),
        _constant_list(op.operands[2]) if len(op.operands) > 2 else None,
        _result(op, malformed),
        operands[2],
        malformed=_with_flag(op, "indices_are_sorted", "I8", malformed),
    )


def scatter_facts(op: Operation) -> ScatterFacts:
    malformed: dict[str, Offence] = {}
    types = [value.type for value in op.operands]
    inputs: tuple[Type, ...] | None = None
    updates: tuple[Type, ...] | None = None
    indices: Type | None = None
    if len(types) % 2:
        count = len(types) // 2
        inputs, indices, updates = tuple(types[:count]), types[count], tuple(types[count + 1 :])
    else:
        malformed["C5"] = Offence(
            f"{counted(len(types), 'operand')} can't be N inputs, scatter_indices and N updates",
            "pass one update for each input, and scatter_indices between them",
            UPSTREAM_ACCEPTS if types else None,
        )
    if len(op.regions) != 1:
        malformed["I12"] = Offence(
            f"the operation has {counted(len(op.regions), 'region')}, expected 1",
            "give it update_computation as its only region",
        )
    numbers = _numbers(op, "scatter_dimension_numbers", ScatterDimensionNumbers, "I4", malformed)
    _with_flag(op, "indices_are_sorted", "I10", malformed)
    _with_flag(op, "unique_indices", "I11", malformed)
    return ScatterFacts(
        inputs,
        indices,
        updates,
        numbers,
        op.regions[0] if len(op.regions) == 1 else None,
        tuple(value.type for value in op.results),
        malformed,
    )


def _operands(op: Operation, labels: dict[str, str], malformed: dict[str, Offence]) -> list[Type | None]:
    """The operands' types, None for those that are missing, which is noted under the label of the first of them."""
    types: list[Type | None] = [*(value.type for value in op.operands[: len(labels)])]
    if len(op.operands) != len(labels):
        names = list(labels)
        about = names[min(len(op.operands), len(names) - 1)]
        malformed[labels[about]] = Offence(
            f"the operation has {counted(len(op.operands), 'operand')}, expected {len(labels)}: {', '.join(names)}",
            f"pass {', '.join(names[:-1])} and {names[-1]}",
        )
    return [*types, *[None] * (len(labels) - len(types))]


def _result(op: Operation, malformed: dict[str, Offence]) -> Type | None:
    if len(op.results) == 1:
        return op.results[0].type
    malformed["O1"] = Offence(
        f"the operation has {counted(len(op.results), 'result')}, expected 1", "declare one result, a tensor"
    )
    return None


def _numbers(
    op: Operation, name: str, cls: type[_Numbers], label: str, malformed: dict[str, Offence]
) -> _Numbers | None:
    attribute = op.attributes.get(name)
    if isinstance(attribute, cls):
        return attribute
    mnemonic = "gather" if cls is GatherDimensionNumbers else "scatter"
    found = why_unread(attribute.text, mnemonic) if isinstance(attribute, OpaqueAttr) else _found(attribute)
    malformed[label] = Offence(
        f"attribute {name} {found}", f"write {name} = #stablehlo.{mnemonic}<...> with its dimension lists"
    )
    return None


def _slice_sizes(op: Operation, malformed: dict[str, Offence]) -> tuple[int, ...] | None:
    """slice_sizes as a list: ``array<i64: ...>``, or ``dense<...> : tensor<Nxi64>`` as older programs spell it."""
    attribute = op.attributes.get("slice_sizes")
    element_type: Type | None = None
    values: Sequence[object] = ()
    if isinstance(attribute, DenseArray):
        element_type, values = attribute.element_type, attribute.values
    elif isinstance(attribute, DenseElements) and attribute.type.rank == 1:
        element_type, values = attribute.type.element_type, attribute.array.tolist()
    if element_type == IntegerType(64):
        return tuple(int(str(value)) for value in values)
    malformed["I9"] = Offence(
        f"attribute slice_sizes {_found(attribute)}",
        "write slice_sizes = array<i64: ...>, one size per dimension of operand",
    )
    return None


def _with_flag(op: Operation, name: str, label: str, malformed: dict[str, Offence]) -> dict[str, Offence]:
    """Notes where the flag is there and is no boolean; left out, it is false."""
    attribute = op.attributes.get(name)
    if attribute is not None and not isinstance(attribute, bool):
        malformed[label] = Offence(
            f"attribute {name} {_found(attribute)}, no boolean", f"write {name} = true or {name} = false"
        )
    return malformed


def _constant_list(value: Value) -> tuple[int, ...] | None:
    """The integers of a rank-1 constant of the program, None where the value is no such constant."""
    if not isinstance(value.owner, Operation) or value.owner.name != "stablehlo.constant":
        return None
    attribute = value.owner.attributes.get("value")
    if not isinstance(attribute, DenseElements) or attribute.type.rank != 1:
        return None
    if not isinstance(attribute.type.element_type, IntegerType):
        return None
    return tuple(int(element) for element in attribute.array)


def _found(attribute: Attribute | None) -> str:
    if attribute is None:
        return "is missing"
    text = attribute_text(attribute)
    return f"is {text if len(text) <= 80 else text[:77] + '...'}"


class _OwnRules(NamedTuple):
    """Constraints of an operation that are functions, and what makes what they look at."""

    constraints: ConstraintSet[Any]
    facts: Callable[[Operation], Any]


# The rules of each operation that has some: `constraints`, and `facts` of an operation, which they look at.
CONSTRAINED: Mapping[str, _OwnRules | Rules] = MappingProxyType(
    {
        "stablehlo.gather": _OwnRules(GATHER, gather_facts),
        "stablehlo.scatter": _OwnRules(SCATTER, scatter_facts),
        "stablehlo.dynamic_gather": _OwnRules(DYNAMIC_GATHER, dynamic_gather_facts),
        **TABLE.rows(),
    }
)
