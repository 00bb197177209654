"""A program as one function: calls and composites are replaced by what they call, elements of tuples by themselves,
asynchronous operations by what they start, and what another operation says as well by that.

Only composites stay that have rules, hlogen's own (`hlogen.autodiff.composites`) and people's (`hlogen.custom`), and
tuples that something else takes. What is said of where elements are, goes: it changes nothing of what is computed, and
the meshes that it names aren't the new program's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike

from hlogen.autodiff.composites import has_rules, own_decomposition
from hlogen.autodiff.forward import replay_block
from hlogen.autodiff.made import made_once
from hlogen.autodiff.registry import TABLE, rows
from hlogen.builder.emit import described
from hlogen.builder.function import Function as Builder
from hlogen.builder.function import built
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located, require_scope, usage_error
from hlogen.definitions.registry import defined, definitions
from hlogen.errors import UsageError
from hlogen.ir import Attribute, Block, Function, Module, OpaqueAttr, Operation, TensorType, Value
from hlogen.ir.printer import attribute_text
from hlogen.program.inline import Inliner
from hlogen.program.structure import callee
from hlogen.spec.process_groups import inlined

_MAX_OPERATIONS = 10_000_000


def no_program(given: object, what: str) -> UsageError:
    """The error where `hl.<what>` is given something else than a program."""
    fix = "decorate it with @hl.function(...) and the types of its arguments"
    if isinstance(given, (str, bytes, PathLike)):
        fix = "read it: hl.parse(...)"
    return usage_error(
        f"hl.{what} takes a function made with @hl.function(...) or a program, not {described(given)}\n  fix: {fix}"
    )


def tensor_types(values: Sequence[Value], what: str, name: str, maker: str) -> list[TensorType]:
    """The types of the arguments or results (`what`) of the function `name`, which `hl.<maker>` got."""
    types = []
    for value in values:
        if not isinstance(value.type, TensorType):
            raise usage_error(f"{name} has the {what} {value.type}, and hl.{maker} takes functions of tensors")
        types.append(value.type)
    return types


def flattened(module: Module, function: Function) -> Block:
    """A copy of the body of `function`, the functions that it calls written out in it.

    What its composites are decomposed to becomes part of the program being built.
    """
    return _Flat(module).body(function)


class _Flat(Inliner):
    def __init__(self, module: Module) -> None:
        super().__init__(module)
        self.module = module
        self.meshes = {
            str(operation.attributes.get("sym_name")): attribute_text(operation.attributes["mesh"])
            for operation in module.operations
            if operation.name == "sdy.mesh"
        }
        self.count = 0

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        _require_numbers(operation)
        if _only_places(operation):
            self.stands(operation.results, self.now(operation.operands))
            return
        definition = defined(operation) if is_defined_away(operation.name) else None
        if definition is not None:
            self.stands(operation.results, self.written_out(definition, operation, copies))
            return
        own = own_decomposition(operation) or self._kept(operation)
        if own is None:
            super().operation(operation, copies)
            return
        decomposition = own.bring_along(require_scope("a derivative"))
        copies.append(self.again(operation, {**operation.attributes, "decomposition": decomposition}))

    def _kept(self, operation: Operation) -> Builder | None:
        """What a composite is decomposed to that has rules of somebody's own, or should have; None for all others."""
        name = callee(operation)
        if operation.name != "stablehlo.composite" or name is None or name in self._callers or not has_rules(operation):
            return None
        source = self.functions.get(name)
        if source is None or source.is_declaration:
            return None

        def make() -> Builder:
            def python_function(*values: Tensor) -> tuple[Tensor, ...]:
                flat = _Flat(self.module)
                flat._callers = [*self._callers]
                block = flat.body(source)
                return tuple(replay_block(block, dict(zip(block.arguments, values, strict=True))))

            types = tensor_types(source.body.arguments, "argument", name, "grad")
            with located(operation.location):
                return built(python_function, types, name, private=True)

        return made_once(self.module, ("decomposition", name), make)

    def again(self, operation: Operation, attributes: Mapping[str, Attribute] | None = None) -> Operation:
        self.count += 1
        if self.count > _MAX_OPERATIONS:
            raise usage_error(f"the program has over {_MAX_OPERATIONS:,} operations once its calls are written out")
        groups = operation.attributes.get("replica_groups")
        if isinstance(groups, OpaqueAttr):
            attributes = {**(attributes or operation.attributes), "replica_groups": inlined(groups, self.meshes)}
        return super().again(operation, attributes)


def _require_numbers(operation: Operation) -> None:
    """UsageError where what folds numbers is given tensors, as upstream's verifier lets it be."""
    if operation.name not in _FOLDS:
        return
    blocks = (block for region in operation.regions for block in region.blocks)
    arguments = [argument.type for block in blocks for argument in block.arguments]
    if any(isinstance(type, TensorType) and type.rank for type in arguments):
        raise usage_error(
            f"{operation.name} ({operation.place}): its body should take tensors of rank 0, "
            f"not {', '.join(map(str, arguments))}"
        )


_FOLDS = {f"stablehlo.{name}" for name in ("reduce", "reduce_window", "all_reduce", "reduce_scatter", "scatter")}


def is_defined_away(name: str) -> bool:
    """Whether the rules see an operation as what it is defined to be: those that have no rows of their own."""
    return name in definitions() and name not in rows() and name not in TABLE.reasons()


def _only_places(operation: Operation) -> bool:
    """Whether an operation only says where elements are."""
    if operation.name != "sdy.sharding_constraint" and operation.attributes.get("call_target_name") != "Sharding":
        return False
    (operand,) = operation.operands
    return operand.type == operation.result.type
