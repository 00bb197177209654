"""`hl.custom_vjp`, `hl.custom_jvp`, `hl.custom_batch`: functions that know their own derivatives and batches."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import update_wrapper
from inspect import signature, unwrap
from pathlib import Path
from typing import Any, TypeAlias, cast

from hlogen import custom
from hlogen.autodiff.custom.call import DERIVATIVE, INPUTS, OUTPUT, Call, tree_text
from hlogen.autodiff.custom.rules import CustomRules, is_same, key_of, place_of
from hlogen.autodiff.site import whole_number
from hlogen.builder import trees
from hlogen.builder.arrays import as_array
from hlogen.builder.attributes import attribute_of
from hlogen.builder.broadcasting import is_implicit
from hlogen.builder.emit import as_tensor, described, emit_values
from hlogen.builder.function import Function, built
from hlogen.builder.indexing.base import current_base
from hlogen.builder.regions import argument_names, results_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import current_scope, require_scope, usage_error
from hlogen.builder.traced import Traced
from hlogen.builder.trees import Structure, Tree
from hlogen.door import strict
from hlogen.ir import Attribute, TensorType
from hlogen.ir.dtypes import element_type_of

# Numbers or names of arguments that are no tensors.
Nondiff: TypeAlias = "int | str | Sequence[int | str]"

_FUNCTION = "hlogen.function"

# The functions whose decompositions are being built, and for which arguments, each inside of the one before.
_being_made: ContextVar[tuple[object, ...]] = ContextVar("hlogen_decomposed", default=())


@strict
def custom_vjp(
    function: Callable[..., Any] | None = None, nondiff_argnums: Nondiff = (), *, name: str | None = None
) -> Any:
    """A function that knows its derivative backwards, as `jax.custom_vjp`.

    ::

        @hl.custom_vjp
        def log1pexp(x):
            return hl.log(1 + hl.exponential(x))

        log1pexp.defvjp(lambda x: (log1pexp(x), x), lambda x, g: (g * hl.logistic(x),))

    ``defvjp(fwd, bwd)``: ``fwd(*arguments)`` gives the result, and residuals; ``bwd(residuals, g)`` a tuple with the
    cotangent of each argument, None for zero. Arguments, results and residuals are trees of tensors. A call is a
    ``stablehlo.composite`` called `name`, else after the function ("model.log1pexp"), which is decomposed to the
    function as it is written; the rule is found by that name, also for programs that were read. `hl.jvp` of it is an
    error, as in JAX.

    Arguments `nondiff_argnums` are numbers, texts, functions and tuples of them, and no tensors; ``bwd`` is given them
    first. They are attributes of the composite.

    Raises UsageError, naming both places, where `name` is another function's already, and where `defvjp` was never
    called before a call. Rules of the wrong arity, shape or type are UsageErrors when a derivative is taken.
    """
    return _made("vjp", function, nondiff_argnums, name)


@strict
def custom_jvp(
    function: Callable[..., Any] | None = None, nondiff_argnums: Nondiff = (), *, name: str | None = None
) -> Any:
    """A function that knows its derivative forward, as `jax.custom_jvp`; the way back follows by transposing.

    ::

        @hl.custom_jvp
        def power(x, y):
            return hl.power(x, y)

        @power.defjvp
        def power_jvp(primals, tangents):
            (x, y), (tx, ty) = primals, tangents
            return power(x, y), y * power(x, y - 1) * tx + hl.log(x) * power(x, y) * ty

    ``defjvp(rule)``: ``rule(primals, tangents)`` gives the result and its tangent, a tree like it with None for zero.
    A tangent has its argument's type, and is None for integers. ``defjvps(*rules)`` takes one ``rule(t, result,
    *primals)`` for each argument, or None for zero. All else is as for `custom_vjp`.
    """
    return _made("jvp", function, nondiff_argnums, name)


@strict
def custom_batch(
    function: Callable[..., Any] | None = None, nondiff_argnums: Nondiff = (), *, name: str | None = None
) -> Any:
    """A function that knows what it is on a batch, as `jax.custom_batching.custom_vmap`.

    ::

        @hl.custom_batch
        def solve(a, b):
            ...

        @solve.def_vmap
        def solve_batch(axis_size, in_batched, a, b):
            return solve_many(a, b), True

    ``def_vmap(rule)``: ``rule(axis_size, in_batched, *arguments)`` gives the result, and a tree of True and False that
    says what of it is batched. `in_batched` says it of the arguments, whose batch dimension is the first. Functions
    made by `custom_vjp` and `custom_jvp` have `def_vmap` as well. All else is as for `custom_vjp`.
    """
    return _made("vmap", function, nondiff_argnums, name)


_METHODS = {"vjp": "defvjp", "jvp": "defjvp", "vmap": "def_vmap"}
_MADE_BY = {"vjp": "custom_vjp", "jvp": "custom_jvp", "vmap": "custom_batch"}


@strict
class CustomFunction(CustomRules):
    """What `hl.custom_vjp`, `hl.custom_jvp` and `hl.custom_batch` make of a function.

    Its rules take what the function takes, and not the operation first.
    """

    def __init__(self, function: Callable[..., Any], word: str, nondiff: Sequence[int | str], name: str | None) -> None:
        super().__init__(_claimed(self, function, name))
        update_wrapper(self, function)
        self.__wrapped__ = function
        self.function_name = getattr(function, "__name__", self.key)
        self._word = word
        self._nondiff = _numbers(function, nondiff, self.function_name)
        self._functions: dict[str, Callable[..., Any]] = {}  # that were given as arguments, by what attributes say
        self._made: dict[object, tuple[Function, Structure]] = {}

    def __call__(self, *arguments: Tree, **named: Tree) -> Any:
        """A call in the function being built; anywhere else it runs on arrays.

        Raises UsageError where arguments don't fit, and where the rule that it was made for is missing.
        """
        given = self._in_order(arguments, named)
        if custom.said(self.key, self._word) is None:
            raise usage_error(
                f"{self.function_name} was made by hl.{_MADE_BY[self._word]}, and has no rule yet\n"
                f"  fix: call {self.function_name}.{_METHODS[self._word]}(...) before it"
            )
        names = self._parameters(len(given))
        static = {names[number]: value for number, value in self._static(given).items()}
        differentiable = {names[n]: value for n, value in enumerate(given) if n not in self._nondiff}
        flat: list[Any] = []
        parts: list[Structure] = []
        paths: list[str] = []
        for parameter, value in differentiable.items():
            leaves, part = trees.flatten(value, f"{self.function_name}'s {parameter}")
            flat += leaves
            parts.append(part)
            paths += part.paths(f"{self.function_name}'s {parameter}")
        for leaf, path in zip(flat, paths, strict=True):
            if callable(leaf) or isinstance(leaf, str):
                raise usage_error(
                    f"{path} is {described(leaf)}, and no tensor\n  fix: name the argument in nondiff_argnums"
                )
        inputs = trees.tuple_of(parts)
        if current_scope() is not None:
            return self._emit([as_tensor(*each) for each in zip(flat, paths, strict=True)], static, given, inputs)
        arrays = [as_array(leaf) for leaf in flat]
        types = [TensorType(array.shape, element_type_of(array.dtype)) for array in arrays]
        program = built(lambda *values: self._emit(list(values), static, given, inputs), types, self.function_name)
        return program(*arrays)

    def defjvps(self, *rules: Callable[..., Any] | None) -> None:
        """A rule for each argument, as in JAX: ``rule(t, result, *arguments)`` is what the tangent `t` of that argument
        makes of the result, None for nothing. For functions of tensors that give one tensor.

        Raises UsageError as `defjvp`.
        """

        def jvp(*given: Any) -> Any:
            *static, primals, tangents = given
            if len(primals) != len(rules):
                raise usage_error(
                    f"{self.function_name} has {len(primals)} arguments to derive, and defjvps got {len(rules)} rules"
                )
            result = self(*self._together(static, primals))
            terms = [
                rule(tangent, result, *primals)
                for rule, tangent in zip(rules, tangents, strict=True)
                if rule is not None and tangent is not None
            ]
            return result, sum(terms[1:], terms[0]) if terms else None

        self._say("jvp", jvp)

    def __reduce__(self) -> str:
        """By its name in its module, as Python's functions are pickled."""
        return str(vars(self)["__qualname__"])

    # What rules are given.

    def leading(self, call: Call) -> list[Any]:
        """The arguments that are no tensors, from the attributes."""
        names = self._parameters(len(self._nondiff) + len(call.inputs.parts))
        return [self._value(call, names[number]) for number in self._nondiff]

    def whole(self, call: Call, values: Sequence[Any]) -> list[Any]:
        return self._together(self.leading(call), values)

    def _value(self, call: Call, name: str) -> Any:
        value = call.value(name)
        if not isinstance(value, dict) or _FUNCTION not in value:
            return value
        found = self._functions.get(value[_FUNCTION])
        if found is None:
            raise call.error(
                f"its argument {name} is the function {value[_FUNCTION]}, which isn't known in this process\n"
                f"  fix: call {self.function_name} with it once, or let {self.function_name} use it by itself"
            )
        return found

    def _together(self, static: Sequence[Any], others: Sequence[Any]) -> list[Any]:
        """All arguments in their order."""
        ordered: list[Any] = list(others)
        for number, value in zip(self._nondiff, static, strict=True):
            ordered.insert(number, value)
        return ordered

    # What a call is.

    def _parameters(self, count: int) -> list[str]:
        return [name or f"arg{n}" for n, name in enumerate(argument_names(self.__wrapped__, count))]

    def _in_order(self, arguments: Sequence[Tree], named: Mapping[str, Tree]) -> list[Tree]:
        """All arguments, with what the function says itself of those that aren't given."""
        try:
            bound = signature(self.__wrapped__).bind(*arguments, **named)
        except TypeError as error:
            raise usage_error(f"{self.function_name}: {error}") from None
        except ValueError:  # a builtin that doesn't say what it takes
            return list(arguments)
        bound.apply_defaults()
        if bound.kwargs:
            raise usage_error(f"{self.function_name} takes {', '.join(bound.kwargs)} by name alone, and rules by place")
        return list(bound.args)

    def _static(self, given: Sequence[Any]) -> dict[int, Attribute]:
        """What is no tensor as attributes, by its number; None is an attribute that isn't there."""
        attributes: dict[int, Attribute] = {}
        for number in self._nondiff:
            if number >= len(given):
                raise usage_error(f"{self.function_name} gets {len(given)} arguments, and no {number}, counted from 0")
            value, what = given[number], f"{self.function_name}'s {self._parameters(len(given))[number]}"
            if isinstance(value, Traced):
                raise usage_error(
                    f"{what} is a {value.kind}, and nondiff_argnums names it\n"
                    "  fix: leave it out there, and give None for its cotangent"
                )
            if callable(value):
                attributes[number] = {_FUNCTION: self._known_as(value)}
            elif value is not None:
                attributes[number] = attribute_of(value, what)
        return attributes

    def _known_as(self, function: Callable[..., Any]) -> str:
        name = base = _name_of(function)
        while self._functions.setdefault(name, function) is not function:
            name = f"{base}_{len(self._functions)}"
        return name

    def _emit(
        self, tensors: list[Tensor], static: Mapping[str, Attribute], given: Sequence[Any], inputs: Structure
    ) -> Any:
        decomposition, output = self._decomposition([tensor.type for tensor in tensors], static, given, inputs)
        own: dict[str, Attribute] = dict(static)
        if self._word != "vmap":
            own[DERIVATIVE] = _MADE_BY[self._word]
        if not inputs.is_flat:
            own[INPUTS] = tree_text(inputs)
        types = decomposition.type.results
        if output != (trees.LEAF if len(types) == 1 else trees.leaves(len(types))):
            own[OUTPUT] = tree_text(output)
        attributes: dict[str, Attribute] = {
            "name": self.key,
            "decomposition": decomposition.bring_along(require_scope(self.function_name)),
        }
        if own:
            attributes["composite_attributes"] = own
        return output.unflatten(emit_values("stablehlo.composite", tensors, attributes, result_types=types))

    def _decomposition(
        self, types: list[TensorType], static: Mapping[str, Attribute], given: Sequence[Any], inputs: Structure
    ) -> tuple[Function, Structure]:
        """The function for arguments of these types, the same for all calls alike, and the tree that it returns."""
        key = tuple(types), repr(static), inputs, current_base(), is_implicit()
        making = _being_made.get()
        if (self, key) in making:
            raise usage_error(
                f"{self.function_name} calls itself, and a program has no recursion\n"
                "  fix: loop with hl.fori or hl.while_loop"
            )
        if key not in self._made:
            values_given = [given[number] for number in self._nondiff]
            trees_returned: list[Structure] = []

            def flat(*values: Tensor) -> tuple[Traced, ...]:
                returned = self.__wrapped__(*self._together(values_given, inputs.unflatten(values)))
                leaves, output = results_of(returned, f"function {self.function_name}")
                trees_returned.append(output)
                return leaves

            token = _being_made.set((*making, (self, key)))
            try:
                made = built(flat, types, f"{self.key}.impl", private=True)
            finally:
                _being_made.reset(token)
            self._made[key] = made, trees_returned[0]
        return self._made[key]


def _made(word: str, function: Any, nondiff: Any, name: str | None) -> Any:
    """The function, or what makes one of a function."""
    if function is None:
        return lambda function: CustomFunction(_plain(function, word), word, nondiff, name)
    return CustomFunction(_plain(function, word), word, nondiff, name)


def _plain(function: Any, word: str) -> Callable[..., Any]:
    if not callable(function) or isinstance(function, (type, Tensor)):
        fix = ""
        if isinstance(function, str):
            fix = f"\n  fix: hl.custom_rules({function!r}) gives rules to what exists already"
        raise usage_error(f"hl.{_MADE_BY[word]} takes a function, not {described(function)}{fix}")
    return cast("Callable[..., Any]", function)


def _numbers(function: Callable[..., Any], given: Any, name: str) -> tuple[int, ...]:
    """The numbers of the arguments that are no tensors, ascending."""
    entries = [given] if isinstance(given, (int, str)) else given
    if not isinstance(entries, (list, tuple, range)):
        raise usage_error(f"nondiff_argnums are numbers or names of arguments, not {described(given)}")
    try:
        parameters = list(signature(function).parameters)
    except ValueError:
        parameters = []
    numbers = set()
    for entry in entries:
        number = parameters.index(entry) if entry in parameters else whole_number(entry)
        if number is None or number < 0:
            takes = f"; {name} takes {', '.join(parameters)}" if parameters else ""
            raise usage_error(f"nondiff_argnums are numbers or names of arguments, not {described(entry)}{takes}")
        numbers.add(number)
    return tuple(sorted(numbers))


# Who has a name. Functions that are called the same are numbered, as long as nobody names them.
_OWNERS: dict[str, CustomFunction] = {}


def _claimed(owner: CustomFunction, function: Callable[..., Any], name: str | None) -> str:
    if name is None:
        base = key = _name_of(function)
        while key in _OWNERS:
            key = f"{base}_{len(_OWNERS)}"
    else:
        key = key_of(name)
        before = _OWNERS.get(key)
        if key.startswith("@"):
            raise usage_error(
                f"a function is called as a composite, and {key} is the target of a custom call\n"
                f"  fix: name is such as 'acme.norm'; hl.custom_rules({key!r}) gives rules to the custom call"
            )
        if before is not None and not is_same(before.__wrapped__, function):
            raise usage_error(
                f"{key} is the name of two functions: {place_of(before.__wrapped__)} has it already\n"
                "  fix: give one of them another name"
            )
    _OWNERS[key] = owner
    return key


def _name_of(function: Callable[..., Any]) -> str:
    """``model.log1pexp``, after the module, or the file where that is a script."""
    module = getattr(function, "__module__", None) or "main"
    if module.startswith("__"):
        code = getattr(unwrap(function), "__code__", None)
        stem = Path(code.co_filename).stem if code else "main"
        module = stem if stem.isidentifier() else "main"
    qualified = str(getattr(function, "__qualname__", type(function).__qualname__))
    qualified = re.sub(r"<(\w+)>", r"\1", qualified.replace("<locals>.", ""))
    name = re.sub(r"[^\w.$]", "_", f"{module}.{qualified}", flags=re.ASCII)
    return name if name[0].isalpha() else f"main.{name.strip('_.')}"
