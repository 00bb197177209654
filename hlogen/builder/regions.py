"""Regions: the functions inside operations, made from names, Python functions or built by hand."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from hlogen.builder import trees
from hlogen.builder.emit import (
    described,
    element_type_from,
    emit,
    emit_constant,
    emit_one,
    require_visible,
    sizes,
    traced_value,
)
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, current_scope, filling, require_scope, usage_error, user_location
from hlogen.builder.traced import Traced
from hlogen.builder.trees import Structure
from hlogen.door import public
from hlogen.ir import (
    Block,
    ElementType,
    IntegerType,
    OpaqueType,
    Operation,
    QuantizedType,
    Region,
    TensorType,
    TokenType,
    TupleType,
    Type,
    parse_type,
    tensor,
)
from hlogen.ir.errors import TypeSyntaxError
from hlogen.program.copy import Copier, copied
from hlogen.program.structure import defined

# What an update computation or a reduction's body can be given as; see `computation`.
Computation: TypeAlias = "str | Callable[..., Any] | Region"

# Element types of a computation: one for all inputs, or one for each.
ElementTypes: TypeAlias = str | ElementType | Sequence[str | ElementType]

# The type of conditions.
PRED = TensorType((), IntegerType(1))

_TypeT = TypeVar("_TypeT", bound=Type)

_NAMED = {
    "add": "stablehlo.add",
    "mul": "stablehlo.multiply",
    "min": "stablehlo.minimum",
    "max": "stablehlo.maximum",
    "and": "stablehlo.and",
    "or": "stablehlo.or",
    "xor": "stablehlo.xor",
}
_ALL_NAMED = {**_NAMED, **{name.removeprefix("stablehlo."): name for name in _NAMED.values()}}


class Shaped(Protocol):
    """What says the shape and the dtype of an array, as one of NumPy's does, and JAX's ShapeDtypeStruct."""

    @property
    def shape(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...


@public
def region(*argument_types: Type | str | Shaped) -> Callable[[Callable[..., Any]], Region]:
    """Decorator that turns a Python function of tensors into a region, for operations that take one.

    ::

        @hl.region(hl.tensor("f32"), hl.tensor("f32"))
        def keep_larger(old, new):
            return hl.maximum(old, new)

    An array stands for its type, as in `hl.function`. Inside a function being built the region may use the function's
    tensors; outside it stands on its own.
    Each operation that takes the region gets a copy of it.
    """
    types = [value_type(type, f"hl.region's argument {number}") for number, type in enumerate(argument_types)]

    def build(function: Callable[..., Any]) -> Region:
        return traced(function, types, f"region {getattr(function, '__name__', 'function')}")[0]

    return build


def computation(body: Computation, element_types: Sequence[TensorType], what: str) -> Region:
    """The region of `what`, a function of 2N scalars with N results: N values so far, then N new ones.

    `element_types` are the N scalar types E0..EN-1. A name ("add", "mul", "min", "max", "and", "or", "xor", "set", or
    an operation's: "maximum") applies to each pair.
    """
    types = [*element_types, *element_types]
    if isinstance(body, str):
        if body != "set" and body not in _ALL_NAMED:
            known = ", ".join(repr(name) for name in [*_NAMED, "set"])
            raise usage_error(f"{what} {body!r} has no meaning\n  fix: use one of {known}, or a function of scalars")
        return traced(lambda *values: _named(body, values), types, what)[0]
    return region_of(body, types, what, element_types)


def scalars_of(inputs: Sequence[Tensor], computation_types: ElementTypes | None) -> list[TensorType]:
    """The scalar types E0..EN-1 of a computation: as given (one, or one per input), else the inputs' element types."""
    if computation_types is None:
        return [TensorType((), value.element_type) for value in inputs]
    if isinstance(computation_types, (str, ElementType)):
        computation_types = [computation_types] * len(inputs)
    if not isinstance(computation_types, (list, tuple)):
        raise usage_error(
            f"computation_types is an element type such as 'f64', or a list of them, not {described(computation_types)}"
        )
    if len(computation_types) != len(inputs):
        raise usage_error(f"computation_types has {len(computation_types)} entries for {len(inputs)} inputs")
    return [
        TensorType((), element_type_from(entry, f"computation_types[{number}]"))
        for number, entry in enumerate(computation_types)
    ]


def region_of(
    function: Callable[..., Any] | Region,
    argument_types: Sequence[Type],
    what: str,
    result_types: Sequence[Type] | None = None,
) -> Region:
    """The region of `what`, given as a Python function (see `traced`) or built by hand."""
    if isinstance(function, Region):
        return attached(function, what)
    return traced(function, argument_types, what, result_types)[0]


def traced(
    function: Callable[..., Any],
    argument_types: Sequence[Type],
    what: str,
    result_types: Sequence[Type] | None = None,
) -> tuple[Region, Structure]:
    """The region that calling `function` with one tensor per argument type builds, and how it gave its results.

    Numbers among the results become constants of `result_types`, where those are given.
    """
    scope, returned = called(function, argument_types, what)
    return finished(scope, returned, result_types)


def called(function: Callable[..., Any], argument_types: Sequence[Type], what: str) -> tuple[Scope, Any]:
    """The block of `what` that calling `function` fills, still without its end, and what that returned."""
    check_signature(function, len(argument_types), what)
    block = Block(argument_types, argument_names(function, len(argument_types)))
    scope = Scope(block, what, user_location(), current_scope())
    with filling(scope):
        return scope, function(*(traced_value(argument, scope) for argument in block.arguments))


def finished(scope: Scope, returned: Any, result_types: Sequence[Type] | None = None) -> tuple[Region, Structure]:
    """The region of a block that returns this, and how it was given; see `traced`."""
    with filling(scope):
        results, structure = results_of(returned, scope.what, result_types)
        emit("stablehlo.return", results, result_types=())
    return Region([scope.block]), structure


def require_regions(regions: Sequence[Region]) -> None:
    """UsageError where `regions` isn't a list of them."""
    if not isinstance(regions, (list, tuple)):
        raise usage_error(f"regions is a list of regions made with hl.region, not {described(regions)}")
    for number, region in enumerate(regions):
        if not isinstance(region, Region):
            raise usage_error(f"regions[{number}] is made with hl.region, not {described(region)}")


def attached(region: Region, what: str) -> Region:
    """A copy of a region built by hand; UsageError where it uses values that can't be used here."""
    scope = require_scope(what)
    copy = copied(region)
    visible = defined(*copy.blocks).union(*(around.values for around in scope.chain()))
    for operation in copy.walk():
        for operand in operation.operands:
            if operand not in visible:
                raise usage_error(
                    f"the region given as {what} uses {operand!r} in its {operation.name} ({operation.location}), "
                    f"a value that can't be used in {scope.what}"
                )
    return copy


def inlined(block: Block, arguments: Sequence[Traced]) -> list[Tensor]:
    """Writes what a block does with `arguments` where the program is being built; gives what it returns."""
    scope = require_scope("a block written out")
    copies: list[Operation] = []
    copier = Copier(dict(zip(block.arguments, (argument.value for argument in arguments), strict=True)))
    copier.fill(block, copies)
    returned = copies.pop().operands
    scope.block.operations += copies
    scope.values.update(result for operation in copies for result in operation.results)
    return [Tensor(value, scope) for value in returned]


def results_of(returned: Any, what: str, types: Sequence[Type] | None = None) -> tuple[tuple[Traced, ...], Structure]:
    """What a traced function returned as values, and the tree that they were in, a list being as good as a tuple.

    Where `types` are given, it is one value or a tuple or list of them, and numbers become constants of the types.
    """
    scope = require_scope(what)
    if returned is None:
        raise usage_error(f"{what} returns None\n  fix: return a tensor, or a tuple or list of tensors", scope.location)
    if isinstance(returned, list):
        returned = tuple(returned)
    if types is None:
        values, structure = trees.flatten(returned, "result")
    else:
        is_single = not isinstance(returned, tuple)
        values = [returned] if is_single else list(returned)
        structure = trees.LEAF if is_single else trees.leaves(len(values))
    results: list[Traced] = []
    for number, value in enumerate(values):
        if not isinstance(value, Traced):
            type = types[number] if types is not None and number < len(types) else None
            if not isinstance(type, TensorType) or not _can_be_constant(value, type):
                path = "" if structure.is_leaf else f" {number}" if structure.is_flat else structure.paths()[number]
                place = f" as result{path}" if path else ""
                fix = "return tensors; make one of a number or an array with hl.constant"
                raise usage_error(f"{what} returns {described(value)}{place}\n  fix: {fix}", scope.location)
            value = emit_constant(value, type.element_type, type.shape)
        require_visible(value, scope, f"{what}'s return")
        results.append(value)
    return tuple(results), structure


def check_function(function: Callable[..., Any], what: str) -> None:
    """UsageError where `function` isn't a plain Python function."""
    if not callable(function) or isinstance(function, type):
        raise usage_error(f"{what} is a Python function, not {described(function)}")
    if (
        inspect.isgeneratorfunction(function)
        or inspect.iscoroutinefunction(function)
        or inspect.isasyncgenfunction(function)
    ):
        raise usage_error(f"{what} is a generator or a coroutine\n  fix: use a plain function that returns its results")


def check_signature(function: Callable[..., Any], count: int, what: str) -> None:
    """UsageError where `function` isn't a plain Python function that takes `count` arguments by position."""
    check_function(function, what)
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a builtin that doesn't say what it takes
        return
    try:
        signature.bind(*range(count))
    except TypeError:
        types = "\n  fix: name its arguments' types: @hl.function('2x3xf32', ...)"
        raise usage_error(
            f"{what} gets {count} argument{'' if count == 1 else 's'}, but the function takes {signature}"
            f"{types if not count and what.startswith('function') else ''}"
        ) from None


def argument_names(function: Callable[..., Any], count: int) -> list[str | None]:
    """The parameters' names, one per argument; ``*rest`` names its arguments rest0, rest1 and so on."""
    try:
        bound = inspect.signature(function).bind(*range(count)).arguments
    except (TypeError, ValueError):  # a builtin that doesn't say what it takes
        return [None] * count
    names: list[str | None] = []
    for name, value in bound.items():
        names.extend([f"{name}{number}" for number in range(len(value))] if isinstance(value, tuple) else [name])
    return names


def argument_type(type: TensorType | str, what: str) -> TensorType:
    """A tensor type given as itself or as text."""
    if isinstance(type, str):
        type = parsed(tensor, type, what)
    if not isinstance(type, TensorType) or isinstance(type.element_type, (OpaqueType, TokenType)):
        raise usage_error(f"{what} is a tensor type such as hl.tensor('2x3xf32'), not {described(type)}")
    return type


def value_type(type: Any, what: str) -> Type:
    """The type of any value: a tensor type as for `argument_type`, "token", MLIR's text of a tuple type, or the type of
    what is `Shaped`."""
    if hasattr(type, "dtype") and hasattr(type, "shape") and not isinstance(type, (Traced, TensorType)):
        shape = sizes(type.shape, f"the shape of {what}")
        return TensorType(shape, element_type_from(type.dtype, f"the dtype of {what}"))
    if isinstance(type, str):
        text = type.strip()
        if text in ("token", str(TokenType())):
            return TokenType()
        type = parsed(parse_type if text.startswith("tuple<") else tensor, text, what)
    if not isinstance(type, (TensorType, TokenType, TupleType)):
        raise usage_error(f"{what} is a tensor type such as hl.tensor('2x3xf32'), or 'token', not {described(type)}")
    return type


def parsed(parse: Callable[[str], _TypeT], text: str, what: str) -> _TypeT:
    """What `parse` makes of `text`, with the user's own line in its error."""
    try:
        return parse(text)
    except TypeSyntaxError as error:
        raise usage_error(f"{what}: {error}") from None


def _named(name: str, values: Sequence[Tensor]) -> tuple[Tensor, ...]:
    half = len(values) // 2
    if name == "set":
        return tuple(values[half:])
    return tuple(emit_one(_ALL_NAMED[name], pair) for pair in zip(values[:half], values[half:], strict=True))


def _can_be_constant(value: object, type: TensorType) -> bool:
    """Numbers and arrays can; what they would mean in a quantized type is left to `hlogen.constant`."""
    is_data = value is not None and not callable(value) and not isinstance(value, (str, bytes, dict, set))
    return is_data and not isinstance(type.element_type, QuantizedType)
