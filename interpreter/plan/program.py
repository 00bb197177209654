"""Module -> an executable plan, made once: operations looked up, attributes read, values given places in frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hlogen.errors import ExecutionError, UsageError
from hlogen.forking import cached_property
from hlogen.ir import (
    Attribute,
    Block,
    Function,
    FunctionType,
    Module,
    OpaqueType,
    Operation,
    Region,
    SymbolRef,
    TensorType,
    Type,
    Value,
    dtype_of,
)
from hlogen.ir.printer import attribute_text
from interpreter.compiled.body import is_of_scalars
from interpreter.compiled.fused import fused
from interpreter.compiled.lanes import ScalarLanes
from interpreter.errors import UnsupportedOpError
from interpreter.execution.blocks import BlockPlan, BoundRegion, Captured, PlannedStep, Run
from interpreter.execution.control_flow import Control, state_types
from interpreter.execution.failures import placed, raise_placed
from interpreter.execution.regions import RegionPlan
from interpreter.execution.traits import Traits
from interpreter.kernels.registry import kernels
from interpreter.memory.available import MOST_DIMENSIONS, available_bytes, readable, require_representable
from interpreter.plan.dynamism import placed_at, shapes_checked, with_types
from interpreter.plan.quantized import memory_of, planned

_SMALL = 1 << 26  # bytes that are not worth asking the system for
TERMINATORS = frozenset({"func.return", "stablehlo.return", "sdy.return"})
DECLARATIONS = frozenset({"sdy.mesh"})  # of the top level, with nothing to run
_WITHOUT_KERNEL = TERMINATORS | DECLARATIONS | {"func.func"}
MOST_SHOWN = 20  # reasons why a program can't run, and places of each


def plan_program(module: Module, entry: str) -> tuple[Function, BlockPlan]:
    """The entry function of `module` and its plan.

    Raises one error for all operations that can't run: UnsupportedOpError where some have no kernel, or call what
    nobody has registered, else ExecutionError. UsageError where there is no such function, ExecutionError where the
    program can't run as it is: no body, no return, several blocks, recursion.
    """
    function = entry_function(module, entry)
    written: Attribute = function.operation.attributes["function_type"]
    if not isinstance(written, FunctionType) or any(map(_is_opaque, (*written.inputs, *written.results))):
        raise ExecutionError(f"the interpreter can't run @{function.name}, whose type is {written}")
    planner = ProgramPlanner(module)
    unknown = [op for op in module.walk() if not _is_known(op)]
    planner.plan_functions(function.name)
    problems = [*([_unknown(unknown)] if unknown else []), *planner.problems]
    if problems:
        raise problems[0] if len(problems) == 1 else _all_of(problems)
    return function, planner.function(function.name)


def _is_opaque(type: Type) -> bool:
    """Whether nobody knows what its elements are."""
    return isinstance(type, TensorType) and isinstance(type.element_type, OpaqueType)


def entry_function(module: Module, entry: str) -> Function:
    """The function @`entry`; where there is no @main, the only public function stands in for it."""
    functions = module.functions
    if entry == "main" and module.default_entry is not None:
        return module.default_entry
    if entry not in functions:
        there = ", ".join(f"@{name}" for name in functions) or "none"
        raise UsageError(f"the program has no function @{entry}; it has: {there}; name one as entry")
    return functions[entry]


class ProgramPlanner:
    """Plans the functions of one module; what a kernel's plan sees as its Planner."""

    def __init__(self, module: Module) -> None:
        self.functions = module.functions
        self.meshes = {op.attributes["sym_name"]: op for op in module.operations if op.name in DECLARATIONS}
        self.plans: dict[str, BlockPlan] = {}
        self.scopes: list[_Scope] = []
        self.regions: list[tuple[BoundRegion, list[Value]]] = []
        self.problems: list[ExecutionError] = []  # of operations that can't run; found all before any is raised

    @cached_property
    def limit(self) -> int:
        """The bytes that one result may take."""
        return available_bytes()

    def plan_functions(self, entry: str) -> None:
        """Plans `entry` and what it calls, callees first, so that depth of calls costs no depth of recursion here."""
        calling: dict[str, None] = {}
        pending = [(entry, False)]
        while pending:
            name, is_done = pending.pop()
            if is_done:
                self.plans[name] = self._plan_function(self.functions[name])
                del calling[name]
            elif name in calling:
                chain = [*list(calling)[list(calling).index(name) :], name]
                raise ExecutionError(
                    f"functions call themselves, which StableHLO doesn't have: {' -> '.join(f'@{f}' for f in chain)}"
                )
            elif name not in self.plans:
                if name not in self.functions:
                    there = ", ".join(f"@{known}" for known in self.functions)
                    raise ExecutionError(f"the program calls @{name}, which it doesn't have; it has: {there}")
                calling[name] = None
                pending.append((name, True))
                pending.extend((callee, False) for callee in reversed(_callees(self.functions[name])))

    def function(self, name: str) -> BlockPlan:
        plan = self.plans[name]
        self.regions.append((BoundRegion(plan, (), Captured()), []))
        return plan

    def body(self, name: str) -> Region:
        return self.functions[name].operation.regions[0]

    def declared(self, name: str) -> str:
        if name not in self.meshes:
            there = ", ".join(f"@{known}" for known in self.meshes) or "none"
            raise ExecutionError(f"the program declares no mesh @{name}; it declares: {there}")
        return attribute_text(self.meshes[name].attributes["mesh"])

    def region(self, region: Region, n_args: int, results: Sequence[Type] = ()) -> RegionPlan:
        if len(region.blocks) != 1:
            raise ExecutionError(f"a region needs exactly one block to run, this one has {len(region.blocks)}")
        block = region.block
        if len(block.arguments) != n_args:
            raise ExecutionError(f"a region takes {len(block.arguments)} arguments where it is given {n_args}")
        plan, captures = self._plan_block("a region", block, results)
        machine = ScalarLanes(plan) if n_args and is_of_scalars(block.arguments) else None
        region_plan = RegionPlan(plan, machine, captures)
        self.regions.append((BoundRegion(plan, (), region_plan.captured, tuple(captures)), captures))
        return region_plan

    def _plan_function(self, function: Function) -> BlockPlan:
        name = f"function @{function.name}"
        place = f" (at {function.location})" if function.location else ""
        if function.is_declaration:
            raise ExecutionError(f"{name}{place} is only declared: it has no body to run")
        blocks = len(function.operation.regions[0].blocks)
        if blocks != 1:
            raise ExecutionError(f"{name}{place} has {blocks} blocks; StableHLO's functions have one")
        plan, captures = self._plan_block(name + place, function.body)
        if captures:
            raise ExecutionError(f"{name}{place} uses values from outside of it")
        return plan

    def _plan_block(self, name: str, block: Block, declared: Sequence[Type] = ()) -> tuple[BlockPlan, list[Value]]:
        """The plan of `block` and the values that it takes from outside; what it gives has types `declared` as well."""
        if not block.operations or block.operations[-1].name not in TERMINATORS:
            last = f"; its last operation is {block.operations[-1].name}" if block.operations else ""
            raise ExecutionError(f"{name} doesn't end with a return{last}")
        *operations, terminator = block.operations
        scope = _Scope(block)
        drafts: list[Draft] = []

        def draft(op: Operation, operands: Sequence[Value], place: Operation | None = None) -> None:
            outer, self.regions = self.regions, []
            run = self._planned(op, name)
            if place is not None:
                run = placed_at(place, run)
            regions, self.regions = self.regions, outer
            places = tuple([scope.place(value) for value in operands])
            captures = [tuple([scope.place(value) for value in values]) for _, values in regions]
            drafts.append((op, run, places, [region for region, _ in regions], captures))
            scope.define(op.results)

        def of_types(op: Operation, types: Sequence[Type]) -> Sequence[Value]:
            """The operands of `op`, held against types which may say more than their own."""
            checked = with_types(op, types)
            if checked is None:
                return op.operands
            draft(checked, op.operands, place=op)
            return checked.results

        for op in operations:
            draft(op, of_types(op, state_types(op)) if op.name == "stablehlo.while" else op.operands)
        results = tuple([scope.place(value) for value in of_types(terminator, declared)])
        return scope.plan(name, drafts, results), scope.captures

    def _planned(self, op: Operation, block: str) -> Run:
        """What runs for `op`; where that can't be, the problem is kept, and planning goes on to find the others."""
        if not _is_known(op):
            return _not_planned
        try:
            try:
                if op.name in TERMINATORS:
                    raise ExecutionError(f"{op.name} stands in front of other operations; it ends a region")
                self._check_size(op)
                run = planned(op, self)
                return run if isinstance(run, Control) else shapes_checked(op, run)
            except Exception as error:
                raise_placed(error, op, block)
                raise
        except ExecutionError as problem:
            self.problems.append(problem)
            return _not_planned

    def _check_size(self, op: Operation) -> None:
        is_constant = op.name == "stablehlo.constant"  # of one value, it takes no more than that
        for result in op.results:
            type = result.type
            if not isinstance(type, TensorType):
                continue
            size = type.size if type.is_static else 0
            if is_constant or not size or type.rank > MOST_DIMENSIONS:
                require_representable(type)
            if size > _SMALL // 16 and not is_constant:
                needed = size * dtype_of(type.element_type).itemsize
                if needed > _SMALL and needed > self.limit:
                    raise placed(
                        ExecutionError(
                            f"a result of type {type} takes {readable(needed)}; "
                            f"{readable(self.limit)} of memory are available"
                        ),
                        op,
                    )


Draft = tuple[Operation, Any, tuple[int, ...], list[BoundRegion], list[tuple[int, ...]]]


class _Scope:
    """The places of a block's values while it is planned."""

    def __init__(self, block: Block) -> None:
        self.arguments = block.arguments
        self.n_arguments = len(block.arguments)
        self.own: dict[Value, int] = {value: place for place, value in enumerate(block.arguments)}
        self.defined = self.n_arguments
        self.captures: list[Value] = []

    def place(self, value: Value) -> int:
        """The place of an own value from 0 on; of captured ones from -1 down, until their number is known."""
        found = self.own.get(value)
        if found is None:
            self.captures.append(value)
            found = self.own[value] = -len(self.captures)
        return found

    def define(self, values: Sequence[Value]) -> None:
        for value in values:
            self.own[value] = self.defined
            self.defined += 1

    def plan(self, name: str, drafts: list[Draft], results: tuple[int, ...]) -> BlockPlan:
        """Arguments first, then captured values, then what the operations compute."""
        n_captures, n_arguments = len(self.captures), self.n_arguments

        def final(places: Sequence[int]) -> tuple[int, ...]:
            if not n_captures:
                return tuple(places)
            return tuple(
                n_arguments - 1 - place if place < 0 else place + n_captures if place >= n_arguments else place
                for place in places
            )

        kept = set(results)
        steps = []
        known = kernels()
        for op, run, operands, regions, captures in reversed(drafts):
            defined = self._defined(op)
            used = {*operands, *defined}.union(*captures)
            released = used - kept
            kept |= used
            bound = tuple(
                [replace(region, captures=final(places)) for region, places in zip(regions, captures, strict=True)]
            )
            traits = known[op.name].traits if op.name in known else Traits()
            if op.name in known and (memory := memory_of(op)) is not traits.memory:
                traits = replace(traits, memory=memory)
            steps.append(PlannedStep(op, run, final(operands), final(defined), final(sorted(released)), traits, bound))
        size = self.defined + n_captures
        return BlockPlan(name, n_arguments, size, steps[::-1], final(results), self.arguments, fused)

    def _defined(self, op: Operation) -> list[int]:
        return [self.own[result] for result in op.results]


def _callees(function: Function) -> list[str]:
    if function.is_declaration:
        return []
    return [name for op in function.operation.walk() if op.name in kernels() for name in _called(op)]


def _called(op: Operation) -> list[str]:
    """The functions that an operation runs, by name."""
    names = []
    pending: list[object] = [op.attributes.get(attribute) for attribute in kernels()[op.name].traits.calls]
    while pending:
        callee = pending.pop()
        if isinstance(callee, SymbolRef):
            names.append(callee.name)
        elif isinstance(callee, tuple):
            pending += callee
    return names


def _is_known(op: Operation) -> bool:
    return op.name in kernels() or op.name in _WITHOUT_KERNEL


def _not_planned(*operands: Any) -> Any:
    raise AssertionError("a program with problems isn't run")


def _unknown(ops: list[Operation]) -> UnsupportedOpError:
    places: dict[str, list[str]] = {}
    for op in ops:
        places.setdefault(op.name, []).append(op.place)
    lines = [f"  {name} at {', '.join(where)}" for name, where in sorted(places.items())]
    return UnsupportedOpError("the interpreter doesn't know these operations:\n" + "\n".join(lines))


def _all_of(problems: list[ExecutionError]) -> ExecutionError:
    """One error for several; what is wrong in the same way at many places is said once."""
    places: dict[str, list[str]] = {}
    for problem in problems:
        what, _, where = str(problem).partition("\n  where: ")
        places.setdefault(what, []).append(where)
    lines = [f"the program can't run, for {len(places)} reasons:" if len(places) > 1 else "the program can't run:"]
    for what, found in list(places.items())[:MOST_SHOWN]:
        lines.append("  - " + what.replace("\n", "\n    "))
        shown = [where for where in found if where][:MOST_SHOWN]
        more = [f"{len(found) - len(shown)} more"] if len(found) > MOST_SHOWN else []
        lines += [f"    where: {', '.join([*shown, *more])}"] if shown else []
    if len(places) > MOST_SHOWN:
        lines.append(f"  - and {len(places) - MOST_SHOWN} more")
    is_unsupported = any(isinstance(problem, UnsupportedOpError) for problem in problems)
    error = (UnsupportedOpError if is_unsupported else ExecutionError)("\n".join(lines))
    error.operation, error.location = problems[0].operation, problems[0].location
    return error
