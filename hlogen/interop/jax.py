"""JAX's functions as programs: the adapter behind `hl.from_jax`, which traces and lowers them by JAX itself."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
import traceback
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.export
import numpy as np
from jax.extend import source_info_util

import hlogen
from hlogen import collector
from hlogen.builder import trees
from hlogen.builder.emit import described, element_type_from
from hlogen.builder.function import function_name
from hlogen.builder.trace import pass_over, usage_error
from hlogen.builder.traced import Traced
from hlogen.builder.trees import Structure
from hlogen.door.frames import is_users
from hlogen.errors import UsageError
from hlogen.interop.adopted import Adopted, Examples, adopted, structure_of
from hlogen.ir import (
    Block,
    ComplexType,
    ElementType,
    FunctionType,
    IntegerType,
    Location,
    Module,
    Operation,
    Region,
    TensorType,
    dtype_of,
)
from hlogen.ir.dtypes import rounded
from hlogen.mlir.convert import dotted
from hlogen.mlir.reader import held, read
from hlogen.program.copy import Copier
from hlogen.program.structure import returned

_PACKAGE = str(Path(hlogen.__file__).parent)
pass_over(str(Path(jax.__file__).parent), contextlib.__file__)
# JAX says in which lines of the user an operation was written; ours aren't among them.
source_info_util.register_exclusion(_PACKAGE)

_PLATFORM = "cpu"  # whose programs hold the least that is no StableHLO
_SHARDINGS = frozenset({"sdy.sharding", "mhlo.sharding"})

# What JAX raises where a function asks for what isn't known yet, and the ways out; subclasses come first.
_UNTRACEABLE: tuple[tuple[type[Exception], str, str], ...] = (
    (
        jax.errors.TracerBoolConversionError,
        "it decides by the value of an array, which is only known when the program runs",
        "choose with jnp.where or jax.lax.cond and loop with jax.lax.while_loop, or make the argument that it depends "
        "on static: jax.jit(f, static_argnames=...)",
    ),
    (
        jax.errors.NonConcreteBooleanIndexError,
        "it selects by a mask, so that the shape of the result depends on values",
        "keep the shape: jnp.where(mask, x, 0), or jnp.nonzero(mask, size=n)",
    ),
    (
        jax.errors.TracerArrayConversionError,
        "it gives an array to NumPy (or to other code that isn't JAX) before its values are known",
        "compute with jax.numpy there",
    ),
    (
        jax.errors.ConcretizationTypeError,
        "it needs the value of an array, which is only known when the program runs",
        "make the argument that it depends on static: jax.jit(f, static_argnames=...)",
    ),
    (
        jax.errors.UnexpectedTracerError,
        "it uses a value that was kept from another trace",
        "return the value instead of storing it outside of the function",
    ),
)


def from_jax(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], name: str | None = None
) -> Adopted:
    """See `hlogen.interop.from_jax`."""
    if not callable(function):
        raise usage_error(f"function is a Python function of JAX arrays, not {described(function)}")
    name = function_name(name, _name(function))
    is_jitted = hasattr(function, "trace") and hasattr(function, "lower")
    # What nobody uses is an argument all the same, except where a jitted function has said otherwise.
    jitted: Any = function if is_jitted else jax.jit(_weakly_held(function), keep_unused=True)
    if not is_jitted:  # which may have static arguments of any kind
        _require_arrays(name, args, kwargs)
    with _said_shortly(name):
        traced = jitted.trace(*args, **kwargs)
    with collector.paused():  # of what is made from here on, most stays
        with _said_shortly(name):
            if _is_symbolic(traced):
                lowered = jax.export.export(jitted, platforms=[_PLATFORM])(*args, **kwargs)
                module = read(lowered)
            else:
                lowered = traced.lower(lowering_platforms=(_PLATFORM,))
                module = held(lowered, name=name)
        module = _on_one_device(module, name)
        called = _called(traced, lowered.in_tree.num_leaves)
        names = [dotted(one) or f"arg{number}" for number, one in enumerate(called)]
        entry = module.function("main").operation
        _restore_unused(entry, names, traced, name)
        form = JaxForm(lowered.in_tree, lowered.out_tree, tuple(names))
        examples = _dynamic(function, args, kwargs, called, lowered.in_tree)
        if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree_util.tree_leaves(examples)):
            examples = None
        return adopted(module.operations, entry, name, names, function, _definition(function), form, examples)


@dataclass(frozen=True)
class JaxForm:
    """Pytrees, as JAX has them: `names` are what the program calls the leaves of the arguments."""

    in_tree: Any
    out_tree: Any
    names: tuple[str, ...]

    def flat(self, args: Sequence[Any], kwargs: Mapping[str, Any], name: str) -> list[Any]:
        """The leaves of what is given to the function `name`, whatever they are; UsageError where the trees differ."""
        leaves: list[Any]
        leaves, tree = jax.tree_util.tree_flatten((tuple(args), dict(kwargs)))
        if tree != self.in_tree:
            raise usage_error(
                f"{name} takes {_shown(self.in_tree)}, but {_shown(tree)} is given\n"
                "  fix: give it arguments as those that it was made with; static ones are part of it, and left out"
            )
        return leaves

    @property
    def inputs(self) -> Structure:
        args, kwargs = jax.tree_util.tree_unflatten(self.in_tree, range(self.in_tree.num_leaves))
        return trees.tuple_of([self._structure(tree) for tree in (*args, *map(kwargs.get, sorted(kwargs)))])

    @property
    def output(self) -> Structure:
        return self._structure(jax.tree_util.tree_unflatten(self.out_tree, range(self.out_tree.num_leaves)))

    @staticmethod
    def _structure(tree: Any) -> Structure:
        return structure_of(tree, len(jax.tree_util.tree_leaves(tree)))

    def operands(self, args: Sequence[Any], kwargs: Mapping[str, Any], function: Adopted) -> Sequence[Any]:
        self.flat(args, kwargs, function.name)  # says what doesn't fit
        return (*args, *map(kwargs.get, sorted(kwargs)))

    def leaves(self, operands: Sequence[Any], function: Adopted) -> list[Any]:
        in_order, by_name = self.in_tree.children()
        names = sorted(jax.tree_util.tree_unflatten(by_name, range(by_name.num_leaves)))
        count = len(in_order.children())
        leaves = self.flat(operands[:count], dict(zip(names, operands[count:], strict=False)), function.name)
        what = [f"argument {name} of {function.name}" for name in self.names]
        return [_value(*given) for given in zip(leaves, function.type.inputs, what, strict=True)]

    def unflatten(self, results: Sequence[Any]) -> Any:
        return jax.tree_util.tree_unflatten(self.out_tree, results)


def _value(leaf: Any, type: Any, what: str) -> Any:
    """What is given for an argument as the program takes it: an array of its type, or a value of a program."""
    if isinstance(leaf, Traced):
        return leaf
    if isinstance(leaf, jax.core.Tracer):
        raise usage_error(
            f"{what} is a value that JAX is tracing, and the program runs outside of JAX\n"
            "  fix: give jax.jit, jax.grad and jax.vmap the function hl.to_jax(program)"
        )
    if isinstance(leaf, jax.ShapeDtypeStruct):
        raise usage_error(f"{what} is a shape, not an array")
    wanted = dtype_of(type.element_type)
    if isinstance(leaf, (bool, int, float, complex)):
        array = held_number(leaf, type.element_type, what, type)
    else:
        array = _as_numpy(leaf)
        if array.dtype != wanted and jax.dtypes.canonicalize_dtype(array.dtype) == wanted:
            array = array.astype(wanted)  # as jax.jit does with 64 bits, where they are switched off
    fits = array.dtype == wanted and array.ndim == type.rank
    if not fits or any(size not in (None, given) for size, given in zip(type.shape, array.shape, strict=True)):
        shape = "x".join(map(str, array.shape)) or "()"
        raise usage_error(f"{what} is {type}, but an array of {shape} {array.dtype} is given")
    return array


def held_number(number: complex, element_type: ElementType, what: str, type: TensorType) -> np.ndarray[Any, Any]:
    """A number of Python's as an element; UsageError where the element type doesn't hold it: floats alone are rounded.

    `what` has the `type`, which may be a wider one.
    """
    if isinstance(element_type, IntegerType):
        holds = isinstance(number, bool if element_type.is_boolean else int)
        holds = holds and element_type.minimum <= number <= element_type.maximum  # type: ignore[operator]  # it is an int
    else:
        holds = isinstance(element_type, ComplexType) or not isinstance(number, complex)
    if not holds:
        raise usage_error(f"{what} is {type}, which doesn't hold {number!r}")
    try:
        exact = np.asarray(number if isinstance(element_type, IntegerType) else number * 1.0)
    except OverflowError:
        raise usage_error(f"{what} is {type}, which doesn't hold {number!r}") from None
    return rounded(exact, dtype_of(element_type))


def _as_numpy(leaf: Any) -> np.ndarray[Any, Any]:
    if isinstance(leaf, jax.Array) and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.extended):
        leaf = jax.random.key_data(leaf)
    return np.asarray(leaf)


def _weakly_held(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that can be referred to weakly, as jax.jit does: where it can't, as NumPy's ufuncs, JAX ends the
    process after some tens of calls (0.10)."""
    try:
        weakref.ref(function)
    except TypeError:
        return functools.partial(function)
    return function


def _called(traced: Any, count: int) -> tuple[str, ...]:
    """What JAX calls the leaves of the arguments: ``params['w']``; "" where it doesn't know."""
    names = getattr(traced.jaxpr.jaxpr.debug_info, "arg_names", None) or ()
    return tuple(names) if len(names) == count else ("",) * count


def _name(function: Callable[..., Any]) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    return str(getattr(function, "__name__", type(function).__name__))


def _definition(function: Callable[..., Any]) -> Location:
    """Where a function stands."""
    while isinstance(function, functools.partial):
        function = function.func
    for one in (inspect.unwrap(function), vars(type(function)).get("__call__")):  # or an object that can be called
        if (code := getattr(one, "__code__", None)) is not None:
            return Location(code.co_filename, code.co_firstlineno)
    return Location("<python>")


def _require_arrays(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """UsageError where an example is nothing that JAX traces."""
    for path, leaf in jax.tree_util.tree_flatten_with_path((tuple(args), dict(kwargs)))[0]:
        if isinstance(leaf, (bool, int, float, complex)):
            continue
        has_type = hasattr(leaf, "shape") and hasattr(leaf, "dtype")
        if not has_type or getattr(leaf.dtype, "kind", "") in ("O", "U", "S", "M", "m"):
            where = f"{'args' if path[0].idx == 0 else 'kwargs'}{jax.tree_util.keystr(path[1:])}"
            raise usage_error(
                f"example argument {where} of {name} is {described(leaf)}\n"
                "  fix: give an array, a number or a jax.ShapeDtypeStruct; what is no array goes into the function "
                "before: functools.partial(f, ...), or jax.jit(f, static_argnames=...)"
            )


def _is_symbolic(traced: Any) -> bool:
    infos = jax.tree_util.tree_leaves(traced.args_info)
    return any(not isinstance(size, int) for info in infos for size in info.shape)


def _on_one_device(module: Module, name: str) -> Module:
    """The program without what says on which devices values are, where there is only one.

    UsageError where there are more, or the program is more than functions.
    """
    others = sorted({operation.name for operation in module.operations} - {"func.func", "sdy.mesh"})
    if others or str(getattr(module.attributes.get("mhlo.num_partitions"), "value", 1)) != "1":
        raise usage_error(
            f"{name} is sharded over several devices ({', '.join(others) or 'mhlo.num_partitions'})\n"
            "  fix: trace it without shardings, or read it as it is: hl.parse(jax.jit(f).lower(...))"
        )
    if all(operation.name == "func.func" for operation in module.operations):
        return module
    copier = _WithoutShardings()
    return Module([copier.again(operation) for operation in module.operations if operation.name == "func.func"])


class _WithoutShardings(Copier):
    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        if operation.name == "sdy.sharding_constraint":
            self.stands(operation.results, self.now(operation.operands))
        elif not _SHARDINGS.isdisjoint(operation.attributes):
            left = {name: value for name, value in operation.attributes.items() if name not in _SHARDINGS}
            copies.append(self.again(operation, left))
        else:
            super().operation(operation, copies)


def _restore_unused(entry: Operation, names: Sequence[str], traced: Any, name: str) -> None:
    """Gives a function the arguments that JAX has left out, since it doesn't use them."""
    block = entry.regions[0].block
    if len(block.arguments) == len(names):
        return
    infos = jax.tree_util.tree_leaves(traced.args_info)
    kept: list[int] = []
    for argument in block.arguments:
        start = kept[-1] + 1 if kept else 0
        found = (number for number in range(start, len(names)) if names[number] == argument.name)
        if (number := next(found, None)) is None:
            raise usage_error(
                f"{name} has arguments of JAX's own, beside its {len(names)}: tokens of ordered effects, or arrays "
                "that it closes over\n  fix: give such arrays as arguments, and leave out callbacks"
            )
        kept.append(number)
    types = [
        block.arguments[kept.index(number)].type
        if number in kept
        else TensorType(tuple(info.shape), element_type_from(info.dtype))
        for number, info in enumerate(infos)
    ]
    whole = Block(types, list(names))
    copier = Copier()
    copier.stands(block.arguments, (whole.arguments[number] for number in kept))
    copier.fill(block, whole.operations)
    entry.regions = (Region([whole]),)
    results = tuple(value.type for value in returned(whole))
    entry.attributes = {**entry.attributes, "function_type": FunctionType(tuple(types), results)}


def _dynamic(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], called: Sequence[str], tree: Any
) -> Examples | None:
    """The examples without those that are static; None where it isn't known which these are."""
    examples: Examples = tuple(args), dict(kwargs)
    if jax.tree_util.tree_structure(examples) == tree:
        return examples
    try:
        parameters = inspect.signature(function).bind_partial(*args).arguments
    except ValueError:  # as of some builtins
        return None
    arrays = {re.split(r"\W", name)[0] for name in called}
    positional = [value for name, value in parameters.items() if name in arrays or not jax.tree_util.tree_leaves(value)]
    named = {name: value for name, value in kwargs.items() if name in arrays or not jax.tree_util.tree_leaves(value)}
    examples = tuple(positional), named
    return examples if jax.tree_util.tree_structure(examples) == tree else None


@contextlib.contextmanager
def _said_shortly(name: str) -> Iterator[None]:
    """What JAX raises where a function can't be traced as a UsageError that names the user's line."""
    try:
        yield
    except UsageError:
        raise
    except Exception as error:
        for kind, what, fix in _UNTRACEABLE:
            if isinstance(error, kind):
                raise usage_error(f"{name} can't be traced: {what}\n  fix: {fix}", _place(error)) from error
        if isinstance(error, SystemError) or (isinstance(error, RecursionError) and _place(error) is None):
            # JAX's walk over trees; the SystemError is a RecursionError that came through its C++.
            what = "it takes or gives containers that are nested too deep for JAX, or hold themselves"
            raise usage_error(f"{name} can't be traced: {what}") from error
        # Raised before the function runs:
        if isinstance(error, (TypeError, ValueError, OverflowError)) and _place(error) is None:
            said = str(error).partition("\n")[0]
            raise usage_error(f"{name} can't be traced with these example arguments: {said}") from error
        raise


def _place(error: BaseException) -> Location | None:
    """The user's innermost line that an error comes from."""
    places = [
        (frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__) if is_users(frame)
    ]
    return Location(*places[-1]) if places else None


def _shown(tree: Any) -> str:
    """A pytree's structure as Python would write it, ``*`` for a leaf."""
    args, kwargs = (str(child).removeprefix("PyTreeDef(").removesuffix(")") for child in tree.children())
    return args if kwargs == "{}" else f"{args} and {kwargs}"
