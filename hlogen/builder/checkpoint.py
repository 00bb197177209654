"""checkpoint: a function whose way back computes again what it needs, but for what a policy saves.

A call of such a function is the composite ``hlogen.checkpoint``, which backends run as the function itself. Its policy
is among its attributes, so that it is the same in text and in files. Which values are saved is asked by the rules of
derivatives (`hlogen.autodiff.rules.checkpoint`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any, TypeAlias, cast

from hlogen.builder.arrays import as_array
from hlogen.builder.composite import CHECKPOINT_NAME, identity
from hlogen.builder.emit import as_tensor, described, emit_one, emit_values
from hlogen.builder.function import Function, built
from hlogen.builder.regions import check_function, check_signature, results_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import Callee, Scope, current_scope, filling, require_scope, usage_error, user_location
from hlogen.builder.trees import flatten, leaves
from hlogen.door import public, strict
from hlogen.ir import (
    Attribute,
    Block,
    DotDimensionNumbers,
    FunctionType,
    Operation,
    Region,
    SymbolRef,
    TensorType,
    Value,
    element_type_of,
)
from hlogen.program.copy import Copier, closed
from hlogen.program.effects import CHECKPOINT
from hlogen.program.structure import captured_by, returned

# Which values a way back finds saved: a name of POLICIES, names that `checkpoint_name` gave, or what says of an
# operation whether its results are.
Policy: TypeAlias = "str | Sequence[str] | Callable[[Operation], bool]"

_DOTS = ("stablehlo.dot_general", "stablehlo.dot")

# What JAX calls them, and which operations' results they save.
POLICIES: dict[str, Callable[[Operation], bool]] = {
    "nothing_saveable": lambda operation: False,
    "everything_saveable": lambda operation: True,
    "dots_saveable": lambda operation: operation.name in _DOTS,
    "dots_with_no_batch_dims_saveable": lambda operation: operation.name in _DOTS and not _batch_dims(operation),
}
NAMES = "save_only_these_names"  # the policy of names, which are in another attribute
_BY_PREDICATE = "hlogen.policy"  # what values are called that a predicate saves
# The operations whose regions compute what their operation gives, and not numbers that it folds.
_FLOW = ("stablehlo.while", "stablehlo.if", "stablehlo.case")


@strict
def checkpoint(function: Any = None, *, policy: Policy | None = None) -> Any:
    """`function` itself, but that the way back of a derivative computes again what it needs of it, and holds only what
    the function is given and what `policy` saves: less memory, for more time.

    ::

        @hl.checkpoint
        def layer(x, w):
            return hl.tanh(x @ w)

    It is called as the function is, with whatever that takes, inside of a function being built; elsewhere it runs on
    arrays. Of a function made by ``@hl.function`` (then above it) comes one of the same arguments. What the function
    uses of tensors around it counts as given. ``@hl.checkpoint(policy=...)`` is a decorator, too.

    `policy` is one of

    - ``"nothing_saveable"``, which is meant without a policy, ``"everything_saveable"``, ``"dots_saveable"`` (results
      of `dot_general`), ``"dots_with_no_batch_dims_saveable"``: as JAX calls them;
    - a list of names: what `checkpoint_name` gave one of them;
    - a function of an operation (`hlogen.ir.Operation`) that says whether its results are saved. It is asked when the
      function is called, and not of what derivatives and batches make of that.

    In a loop whose number of turns is known the same holds of each turn. The call is the composite
    ``hlogen.checkpoint``, which keeps its policy in text and in files; a predicate is kept as what it said.
    Raises UsageError where `policy` is none of them, and where `function` is no function.
    """
    said = _policy_attributes(policy)
    saves = policy if callable(policy) else None
    if function is None:
        return lambda function: _checkpointed(function, said, saves)
    return _checkpointed(function, said, saves)


@public
def checkpoint_name(operand: TensorLike, name: str) -> Tensor:
    """`operand`, called `name` for the policies of `checkpoint`, as in ``hl.checkpoint(f, policy=["hidden"])``.

    It is the composite ``hlogen.checkpoint_name``, which every backend computes as doing nothing.
    """
    require_scope("hl.checkpoint_name")
    if not isinstance(name, str) or not name:
        raise usage_error(f"name is a non-empty text, not {described(name)}")
    return emit_name(as_tensor(operand, "operand"), name)


def emit_name(value: Tensor, name: str) -> Tensor:
    """`value`, called `name`."""
    attributes: dict[str, Attribute] = {
        "name": CHECKPOINT_NAME,
        "decomposition": identity(value.type, CHECKPOINT_NAME).bring_along(require_scope("hl.checkpoint_name")),
        "composite_attributes": {"name": name},
    }
    return emit_one("stablehlo.composite", [value], attributes, result_type=value.type)


def emit_checkpoint(function: Function, operands: Sequence[Tensor], said: dict[str, Attribute]) -> tuple[Tensor, ...]:
    """A call of `function` whose way back computes it again; `said` is its policy, as attributes."""
    attributes: dict[str, Attribute] = {
        "name": CHECKPOINT,
        "decomposition": function.bring_along(require_scope("hl.checkpoint")),
        "composite_attributes": said,
    }
    results = emit_values("stablehlo.composite", operands, attributes, result_types=function.type.results)
    return cast("tuple[Tensor, ...]", results)


def saved_by(said: object) -> Callable[[Operation], bool]:
    """The policy that a checkpoint's attributes say; of attributes that say none, nothing is saved."""
    policy = said.get("policy") if isinstance(said, dict) else None
    if policy == NAMES and isinstance(said, dict):
        names = said.get("names")
        wanted = set(names) if isinstance(names, tuple) else set()
        return lambda operation: name_given(operation) in wanted
    return POLICIES.get(str(policy), POLICIES["nothing_saveable"])


def name_given(operation: Operation) -> str | None:
    """The name that a `checkpoint_name` gives; None for all other operations."""
    if operation.called != CHECKPOINT_NAME:
        return None
    said = operation.attributes.get("composite_attributes")
    name = said.get("name") if isinstance(said, dict) else None
    return name if isinstance(name, str) else None


def _policy_attributes(policy: Policy | None) -> dict[str, Attribute]:
    if policy is None:
        return {"policy": "nothing_saveable"}
    if isinstance(policy, str):
        if policy not in POLICIES:
            raise usage_error(
                f"policy is {policy!r}, which is none\n  fix: choose among {', '.join(POLICIES)}; names that "
                f"hl.checkpoint_name gives stand in a list: policy=[{policy!r}]"
            )
        return {"policy": policy}
    if isinstance(policy, (list, tuple, set, frozenset)):
        wrong = [name for name in policy if not isinstance(name, str) or not name]
        if wrong:
            raise usage_error(
                f"policy is a list of names that hl.checkpoint_name gives, with {described(wrong[0])} in it"
            )
        return {"policy": NAMES, "names": tuple(sorted(set(policy)))}
    if callable(policy) and not isinstance(policy, (type, Function, Tensor)):
        check_signature(policy, 1, "policy")
        return {"policy": NAMES, "names": (_BY_PREDICATE,)}
    raise usage_error(
        f"policy is the name of one, a list of names, or a function of an operation, not {described(policy)}\n"
        f"  fix: choose among {', '.join(POLICIES)}"
    )


def _checkpointed(function: Any, said: dict[str, Attribute], saves: Callable[[Operation], bool] | None) -> Any:
    if isinstance(function, Function):
        inner = function

        def whole(*arguments: Any) -> Any:
            return _called(inner, arguments, {}, said, saves)

        made = built(
            whole,
            inner.type.inputs,
            inner.name,
            inner.is_private,
            [argument.name for argument in inner.operation.regions[0].block.arguments],
            inputs=inner.inputs,
        )
        update_wrapper(made, inner, updated=())
        return made
    if not callable(function) or isinstance(function, (type, Tensor)):
        raise usage_error(
            f"hl.checkpoint takes a function, not {described(function)}\n"
            "  fix: hl.checkpoint(f)(x), or @hl.checkpoint above the function"
        )
    check_function(function, "what hl.checkpoint takes")

    def checkpointed(*arguments: Any, **named: Any) -> Any:
        if current_scope() is not None:
            return _called(function, arguments, named, said, saves)
        given, structure = flatten((arguments, named), "arguments")
        arrays = [as_array(leaf) for leaf in given]
        types = [TensorType(array.shape, element_type_of(array.dtype)) for array in arrays]

        def program(*values: Tensor) -> Any:
            places, by_name = structure.unflatten(values)
            return _called(function, places, by_name, said, saves)

        return built(program, types, _name_of(function))(*arrays)

    return update_wrapper(checkpointed, function) if hasattr(function, "__name__") else checkpointed


def _called(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    named: dict[str, Any],
    said: dict[str, Attribute],
    saves: Callable[[Operation], bool] | None,
) -> Any:
    """A call in the function being built. What the function uses of tensors is what it is given."""
    outer = require_scope("hl.checkpoint")
    scope = Scope(Block([]), f"function {_name_of(function)}", user_location(), outer)
    with filling(scope):
        results, output = results_of(function(*arguments, **named), scope.what)
        emit_values("func.return", results, result_types=())
    body, operands = _closed(scope.block)
    made = _function(body, _name_of(function), outer.root.calls, scope)
    if saves is not None:
        made = _Named(saves).function(made)
    found = emit_checkpoint(made, [Tensor(value, outer) for value in operands], said)
    return output.unflatten(found)


def _closed(block: Block) -> tuple[Block, tuple[Value, ...]]:
    """A block that takes what `block` uses from outside, and that; constants are copied into it."""
    used = captured_by(block)
    inside = [value.owner for value in used if isinstance(value.owner, Operation) and _is_constant(value.owner)]
    if inside:
        copier = Copier()
        copies = [copier.again(operation) for operation in dict.fromkeys(inside)]
        copier.fill(block, copies)
        block = Block([])
        block.operations = copies
        used = captured_by(block)
    return closed(block, used), used


def _is_constant(operation: Operation) -> bool:
    return operation.name == "stablehlo.constant"


def _function(body: Block, name: str, calls: dict[str, Callee], scope: Scope) -> Function:
    """The private function of a block that uses nothing from outside."""
    called = {
        value.name: calls[value.name]
        for operation in body.walk()
        for value in operation.attributes.values()
        if isinstance(value, SymbolRef) and value.name in calls
    }
    types = FunctionType(
        tuple(argument.type for argument in body.arguments), tuple(value.type for value in returned(body))
    )
    attributes: dict[str, Attribute] = {"sym_name": name, "function_type": types, "sym_visibility": "private"}
    operation = Operation("func.func", (), (), attributes, [Region([body])], scope.location)
    inputs, output = leaves(len(types.inputs)), leaves(len(types.results))
    return Function(operation, called, None, scope.location, inputs, output)


class _Named(Copier):
    """Copies functions, and gives the results of operations that a predicate saves a name."""

    def __init__(self, saves: Callable[[Operation], bool]) -> None:
        super().__init__()
        self.saves = saves
        self.calls: dict[str, Callee] = {}
        self.known: dict[int, Function] = {}

    def function(self, function: Function) -> Function:
        calls: dict[str, Callee] = {}
        for name, callee in function.calls.items():
            is_called = isinstance(callee, Function) and not callee.name.startswith("hlogen.")
            calls[name] = _Named(self.saves).function(cast(Function, callee)) if is_called else callee
        self.calls = calls
        region = self.region(function.operation.regions[0])
        source = function.operation
        operation = Operation("func.func", (), (), source.attributes, [region], source.location)
        return Function(operation, self.calls, None, function.location, function.inputs, function.output)

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        if operation.regions and operation.name not in _FLOW:
            copies.append(Copier(self.values).again(operation))
            self.stands(operation.results, copies[-1].results)
            return
        super().operation(operation, copies)
        if operation.name in ("func.return", "stablehlo.return", "func.call") or not self._is_saved(operation):
            return
        for result in operation.results:
            type = result.type
            if isinstance(type, TensorType):
                made = identity(type, CHECKPOINT_NAME)
                self.calls.setdefault(made.name, made)
                attributes: dict[str, Attribute] = {
                    "name": CHECKPOINT_NAME,
                    "decomposition": SymbolRef((made.name,)),
                    "composite_attributes": {"name": _BY_PREDICATE},
                }
                operands = self.now([result])
                copies.append(Operation("stablehlo.composite", operands, [type], attributes, (), operation.location))
                self.stands([result], copies[-1].results)

    def _is_saved(self, operation: Operation) -> bool:
        try:
            answer = self.saves(operation)
        except Exception as error:
            raised = f"{type(error).__name__}: {error}"
            raise usage_error(f"policy, asked of {operation.name} ({operation.place}), raised {raised}") from error
        if not isinstance(answer, bool):
            raise usage_error(
                f"policy says {described(answer)} of {operation.name} ({operation.place}), expected True or False"
            )
        return answer


def _batch_dims(operation: Operation) -> bool:
    numbers = operation.attributes.get("dot_dimension_numbers")
    return isinstance(numbers, DotDimensionNumbers) and bool(numbers.lhs_batching_dimensions)


def _name_of(function: Any) -> str:
    name = str(getattr(function, "__name__", type(function).__name__))
    return name if name.isidentifier() else "function"
