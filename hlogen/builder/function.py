"""Functions of a program: a Python function is called once with tensors, and what it builds becomes a function."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, overload

from hlogen import collector, hooks
from hlogen.builder import trees
from hlogen.builder.attributes import attributes_of
from hlogen.builder.emit import as_value, described, emit_values, text, traced_value
from hlogen.builder.function_attributes import FunctionAttributes, Marks, Visibility, in_dialects, named
from hlogen.builder.regions import argument_names, check_signature, results_of, value_type
from hlogen.builder.trace import Callee, Scope, current_scope, filling, usage_error, user_location
from hlogen.builder.traced import Traced
from hlogen.builder.trees import Structure, Tree
from hlogen.door import public, strict
from hlogen.forking import cached_property
from hlogen.ir import (
    Attribute,
    Block,
    FunctionType,
    Location,
    Module,
    Operation,
    Region,
    SymbolRef,
    TensorType,
    Type,
)
from hlogen.ir.module import names_of
from hlogen.ir.packing import packed, unpacked
from hlogen.notebook import as_html
from hlogen.program.copy import Copier


@public
class Function:
    """What ``@hl.function(...)`` makes: a function of a program, and a program in which it is the only public one.

    ``print(f)`` shows MLIR text that upstream has verified. ``interpreter.run(f, ...)`` runs it, as does anything else
    that takes a program. Called with tensors inside another function, it is called there; the other function's
    program then carries it along as a private function.

    A program's arguments and results are a flat list. `inputs` is the tuple of the trees that Python's arguments are,
    `output` the tree that is returned (see hlogen.builder.trees).
    """

    def __init__(
        self,
        operation: Operation,
        calls: Mapping[str, Callee],
        python_function: Callable[..., Any] | None,
        location: Location,
        inputs: Structure,
        output: Structure,
    ) -> None:
        self.operation = operation
        self.calls = dict(calls)
        self.location = location
        self.__name__ = str(operation.attributes["sym_name"])
        self.__doc__ = getattr(python_function, "__doc__", None)
        self.__module__ = getattr(python_function, "__module__", __name__)
        self.__qualname__ = getattr(python_function, "__qualname__", self.__name__)
        self.__wrapped__ = python_function
        self.inputs = inputs
        self.output = output

    @property
    def name(self) -> str:
        return self.__name__

    @property
    def type(self) -> FunctionType:
        type = self.operation.attributes["function_type"]
        assert isinstance(type, FunctionType)
        return type

    @property
    def is_private(self) -> bool:
        return self.operation.attributes.get("sym_visibility") == "private"

    @property
    def module(self) -> Module:
        """The program: this function, and the ones that it calls as private functions."""
        return self._module

    @cached_property
    def _module(self) -> Module:  # which not all type checkers take for what HasModule asks for
        return assembled([self], None)

    def reachable(self) -> Iterable[Callee]:
        """This function and all that it calls, directly or not, each once, callers first."""
        seen: dict[int, Callee] = {}
        waiting: list[Callee] = [self]
        while waiting:
            function = waiting.pop(0)
            if id(function) not in seen:
                seen[id(function)] = function
                waiting.extend(function.calls.values())
        return seen.values()

    def __call__(self, *operands: Tree, **named: Tree) -> Any:
        """In a function that is being built a call of this one: a tensor, or the tree of them that it returns (a tuple
        where it is a list). Anywhere else the program runs on `operands`, arrays and numbers in the trees that it
        takes, and gives arrays (see hlogen.run). Arguments may be given by name, as Python's.

        Raises UsageError where operands don't fit the argument types.
        """
        if named:
            operands = in_order(self.name, self.parameters, operands, named)
        scope = current_scope()
        if scope is None:
            self._require_arrays(operands)
            return hooks.provided("hlogen", "run")(self, *operands)
        attributes: dict[str, Attribute] = {"callee": self.bring_along(scope)}
        results = emit_values("func.call", self.arguments(operands), attributes, result_types=self.type.results)
        return self.output.unflatten(results)

    def _require_arrays(self, operands: Sequence[Tree]) -> None:
        """UsageError where values of a program stand among arrays that it is to run on."""
        found = [number for number, leaf in enumerate(self.leaves(operands)) if isinstance(leaf, Traced)]
        if found:
            raise usage_error(
                f"{self._whats()[found[0]]} is a value of a function that is being built, and none is "
                "(each thread builds its own)\n  fix: call it inside that function, or give it arrays to run on"
            )

    def arguments(self, operands: Sequence[Tree]) -> list[Traced]:
        """`operands` as values of the function's argument types, flat; UsageError where they aren't."""
        values = []
        for what, operand, type in zip(self._whats(), self.leaves(operands), self.type.inputs, strict=True):
            value = as_value(operand, what, type)
            if value.type != type:
                raise usage_error(f"{what} is {type}, but {value.type} is given{self._fix(type, value.type)}")
            values.append(value)
        return values

    def _fix(self, type: Type, given: Type) -> str:
        """What to do about a value of another type than an argument has."""
        if not isinstance(type, TensorType) or not isinstance(given, TensorType):
            return ""
        if not type.is_static:
            return f"\n  fix: call hl.transform.refine({self.name}, [...]), which is static"
        is_alike = given.element_type == type.element_type and given.rank == type.rank
        if is_alike and all(size in (None, own) for size, own in zip(given.shape, type.shape, strict=True)):
            return (
                f"\n  fix: where it always has this size, say so with hl.reshape(..., {list(type.shape)}); "
                f"otherwise let {self.name} take {given}"
            )
        return ""

    def leaves(self, operands: Sequence[Tree]) -> Sequence[Any]:
        """The flat arguments that Python's are; UsageError where there are too many, too few, or other trees."""
        parts = self.inputs.parts
        if len(operands) != len(parts):
            raise usage_error(
                f"{self.name} takes {len(parts)} argument{'' if len(parts) == 1 else 's'}, not {len(operands)}"
            )
        if self.inputs.is_flat:
            return operands
        named = zip(self.parameters, parts, operands, strict=True)
        return [leaf for name, part, tree in named for leaf in part.leaves_of(tree, f"{self.name}'s {name}")]

    @property
    def parameters(self) -> list[str]:
        """What Python's arguments are called, one name for each, whether it is a tensor or a tree."""
        names = [argument.name for argument in self.operation.regions[0].block.arguments]
        return trees.parameters(self.inputs, names)

    def _whats(self) -> list[str]:
        """How messages say each flat argument."""
        if self.inputs.is_flat:
            return [f"argument {number} of {self.name}" for number in range(self.inputs.leaf_count)]
        named = zip(self.parameters, self.inputs.parts, strict=True)
        return [f"{self.name}'s {path}" for name, part in named for path in part.paths(name)]

    def bring_along(self, scope: Scope) -> SymbolRef:
        """Makes this function, and all that it calls, private functions of the program that `scope` is part of.

        What it gives names this function there: another one called the same makes it ``f_0``. Programs number what
        they hold once more (`assembled`), so that this matters to the function that is being built alone.
        """
        root = scope.root
        if root.function_name is None:
            raise usage_error(
                f"{root.what} calls the function {self.name}, but belongs to no function yet\n"
                "  fix: give the operation the Python function as its region, or make the region inside a function"
            )
        for name, known in root.calls.items():
            if known is self:
                return SymbolRef((name,))
        name = _numbered(self.name, {root.function_name, *root.calls})
        root.calls[name] = self
        return SymbolRef((name,))

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: not the Python function, of which the program needs nothing any more."""
        left_out = ("__wrapped__", "_module")
        state = {name: value for name, value in self.__dict__.items() if name not in left_out}
        return {**state, "operation": packed([self.operation])}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        (self.operation,) = unpacked(state["operation"])

    def __str__(self) -> str:
        from hlogen.mlir.writer import to_text  # bindings are needed only where text is

        return to_text(self.module)

    def __repr__(self) -> str:
        return f"<hlogen function {self.name}: {self.type}>"

    def _repr_html_(self) -> str:
        return as_html(str(self.module))


def in_order(
    function: str, parameters: Sequence[str], operands: Sequence[Tree], named: Mapping[str, Tree]
) -> tuple[Tree, ...]:
    """All arguments of `function`, of which some are given by name; UsageError where there is no such one, or one is
    missing."""
    for name in named:
        if name not in parameters:
            raise usage_error(f"{function} has no argument {name}; it takes {', '.join(parameters) or 'none'}")
        if name in parameters[: len(operands)]:
            raise usage_error(f"{function} gets {name} twice, by place and by name")
    if missing := [name for name in parameters[len(operands) :] if name not in named]:
        raise usage_error(f"{function} needs {', '.join(missing)}, too")
    return (*operands, *(named[name] for name in parameters[len(operands) :]))


@public
class Program:
    """What `hlogen.module` makes: several functions in one program. ``print`` shows text that upstream verified."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def __str__(self) -> str:
        from hlogen.mlir.writer import to_text  # bindings are needed only where text is

        return to_text(self.module)

    def __repr__(self) -> str:
        return f"<hlogen program of {names_of(self.module)}>"

    def _repr_html_(self) -> str:
        return as_html(str(self.module))


@overload
def function(function: Callable[[], Any], /) -> Function: ...
@overload
def function(
    *argument_types: Tree,
    name: str | None = None,
    private: bool = False,
    visibility: Visibility | None = None,
    argument_names: Sequence[str] | None = None,
    argument_attributes: Marks | None = None,
    result_attributes: Marks | None = None,
    attributes: Mapping[str, Any] | None = None,
) -> Callable[[Callable[..., Any]], Function]: ...
@strict
def function(
    *argument_types: Any,
    name: str | None = None,
    private: bool = False,
    visibility: Visibility | None = None,
    argument_names: Sequence[str] | None = None,
    argument_attributes: Marks | None = None,
    result_attributes: Marks | None = None,
    attributes: Mapping[str, Any] | None = None,
) -> Any:
    """Decorator that turns a Python function of tensors into a function of a program.

    ::

        @hl.function(hl.tensor("4x2xf32"), hl.tensor("3x1xi64"))
        def rows(operand, start_indices):
            return hl.gather(operand, start_indices, offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0],
                             index_vector_dim=1, slice_sizes=[1, 2])

    The Python function is called once, when it is decorated, with a tensor per argument type; the operations that it
    calls are recorded, so a mistake shows at once and at its own line. It returns a tensor, or a tuple or list of them.
    Arguments and results may also be tokens ("token") and tuples ("tuple<tensor<2xf32>, tensor<i32>>").

    An argument may be a tree: ``@hl.function({"w": "4x2xf32", "b": "2xf32"}, "8x4xf32")`` gives the Python function a
    dict of tensors. Trees are tuples, lists, dicts (in the order of their keys), named tuples and dataclasses, of types
    here, of tensors in calls and results, of arrays where the program runs. In the program they are flat. An array
    stands for its type, so the parameters that a program is written for may be given as they are.

    The program's function has the Python function's name ("main" where it is a lambda), or `name`. A program's entry is
    ``@main``, or else its only public function; other tools may insist on ``name="main"``. A `private` function can
    only be called; `visibility` says the same in MLIR's words.

    What whoever runs the program is told beside is given as attributes: of the function (`attributes`), and of its
    arguments and results, in a list with a dict or None for each, or in dicts by number or, of arguments, by name (a
    part of a tree has one like ``params.w``)::

        @hl.function("4xf32", "4xf32", argument_attributes={"x": {"tf.aliasing_output": 0}},
                     result_attributes=[{"jax.result_info": "result"}])

    Values are Python's (an int is i64, np.int32(0) is i32) or those of `hlogen.ir`, where OpaqueAttr is any text of
    MLIR's: ``OpaqueAttr('#sdy.sharding<mesh<["x"=2]>, [{"x"}]>')``. They are kept wherever the function itself is, in
    text and files, by hl.module, by calls and by hl.transform; functions made of it by hl.grad, hl.vmap and their kin
    have none. `argument_names` are what the arguments are called, by themselves as the Python function's parameters.

    Raises UsageError where types and parameters don't match, where the function returns something else, or uses
    another function's tensors, and where attributes don't fit; ConstraintError where an operation breaks the
    specification.
    """
    if private and visibility not in (None, "private"):
        raise usage_error(f"private is set, and visibility is {visibility!r}\n  fix: leave one of them out")
    said = FunctionAttributes("private" if private else visibility, attributes, argument_attributes, result_attributes)
    if len(argument_types) == 1 and callable(argument_types[0]) and not isinstance(argument_types[0], type):
        return built(argument_types[0], [], name, said=said)
    parts, types = [], []
    for number, given in enumerate(argument_types):
        what = f"hl.function's argument {number}"
        leaves, structure = trees.flatten(given, what)
        if not leaves:
            raise usage_error(f"{what} is {described(given)}, which holds no type")
        parts.append(structure)
        types += [value_type(leaf, path) for leaf, path in zip(leaves, structure.paths(what), strict=True)]
    inputs = trees.tuple_of(parts)
    names = None if argument_names is None else _called(named(argument_names, len(parts)), inputs)

    def decorate(python_function: Callable[..., Any]) -> Function:
        return built(python_function, types, name, names=names, said=said, inputs=inputs)

    return decorate


@strict
def module(*functions: Function, name: str | None = None, attributes: Mapping[str, Any] | None = None) -> Program:
    """A program of several functions, which may call each other's; what they call comes along as private functions.

    Where functions that come along have the name of another, they are numbered: ``f_0``.

    `name` is the module's, and so are `attributes`, a dict of values as hl.function's: ``{"mhlo.num_partitions": 2}``.
    Raises UsageError where two functions share a name, or an attribute's name says no dialect.
    """
    for number, given in enumerate(functions):
        if not isinstance(given, Function):
            raise usage_error(
                f"hl.module's argument {number} is {described(given)}\n  fix: decorate it with @hl.function(...)"
            )
    if name is not None:
        text(name, "name")
    said = in_dialects(attributes_of({} if attributes is None else attributes, "attributes"), "attributes")
    return Program(assembled(functions, name, said))


def assembled(
    functions: Sequence[Function], name: str | None, attributes: Mapping[str, Attribute] | None = None
) -> Module:
    """The module of `functions` as they are, followed by the functions they call, made private, with a name for each.

    UsageError where two of `functions` have one name.
    """
    named: dict[str, Callee] = {}
    for function in functions:
        known = named.setdefault(function.name, function)
        if known is not function:
            raise usage_error(
                f"two functions have the name {known.name}: one at {known.location}, one at {function.location}\n"
                "  fix: give one of them a name of its own: @hl.function(..., name=...), hl.grad(..., name=...)"
            )
    names = {id(function): name for name, function in named.items()}
    for reached in (reached for function in functions for reached in function.reachable()):
        if id(reached) not in names:
            names[id(reached)] = given = _numbered(reached.name, named)
            named[given] = reached
    operations = []
    listed = set(map(id, functions))
    for given, callee in named.items():
        said: dict[str, Attribute] = {} if id(callee) in listed else {"sym_visibility": "private"}
        now = {name: names[id(called)] for name, called in callee.calls.items()}
        operations.append(_renamed(callee.operation, said, given, now))
    return Module(operations, attributes, name)


def _numbered(name: str, taken: Container[str | None]) -> str:
    """The name, or what JAX calls functions of a name that is taken: ``f_0``."""
    numbered = (f"{name}_{number}" for number in count())
    return name if name not in taken else next(one for one in numbered if one not in taken)


def _renamed(operation: Operation, said: Mapping[str, Attribute], name: str, now: Mapping[str, str]) -> Operation:
    """A function called `name` that calls others by the names that they have `now`; as it is where that is the same."""
    attributes: dict[str, Attribute] = {**operation.attributes, **said, "sym_name": name}
    if all(old == new for old, new in now.items()):
        if attributes == operation.attributes:
            return operation
        return Operation("func.func", (), (), attributes, operation.regions, operation.location)
    copy = Copier().again(operation, attributes)
    for one in copy.walk():
        one.attributes = {key: _with_names(value, now) for key, value in one.attributes.items()}
    return copy


def _with_names(value: Attribute, now: Mapping[str, str]) -> Attribute:
    if isinstance(value, SymbolRef):
        return SymbolRef((now[value.name],)) if value.name in now else value
    return tuple(_with_names(one, now) for one in value) if isinstance(value, tuple) else value


def built(
    python_function: Callable[..., Any],
    types: Sequence[Type],
    name: str | None = None,
    private: bool = False,
    names: Sequence[str | None] | None = None,
    said: FunctionAttributes | None = None,
    inputs: Structure | None = None,
) -> Function:
    """The function that calling `python_function` with a tensor per type builds, or with the trees of them that
    `inputs` says; `names` are the flat arguments' names, and `said` is what is said of it beside."""
    location = user_location()
    name = function_name(name, getattr(python_function, "__name__", "<lambda>"))
    what = f"function {name}"
    inputs = trees.leaves(len(types)) if inputs is None else inputs
    check_signature(python_function, len(inputs.parts), what)
    block = Block(types, names or _called(argument_names(python_function, len(inputs.parts)), inputs))
    scope = Scope(block, what, location, None, function_name=name)
    with filling(scope), collector.paused():  # what is built stays alive
        try:
            returned = python_function(*inputs.unflatten([traced_value(value, scope) for value in block.arguments]))
        except NameError as error:
            if error.name == getattr(python_function, "__name__", None):
                raise usage_error(
                    f"{name} calls itself, and a program has no recursion\n  fix: loop with hl.fori or hl.while_loop",
                    location,
                ) from None
            raise
        results, output = results_of(returned, what)
        emit_values("func.return", results, result_types=())
    attributes: dict[str, Attribute] = {
        "sym_name": name,
        "function_type": FunctionType(tuple(types), tuple(result.type for result in results)),
    }
    said = said or FunctionAttributes("private" if private else None)
    attributes |= said.of_function(name, [argument.name for argument in block.arguments], len(results))
    operation = Operation("func.func", (), (), attributes, [Region([block])], location)
    return Function(operation, scope.calls, python_function, location, inputs, output)


def function_name(given: object, own: str) -> str:
    """What a function is called: as `given`, or as it is in Python; UsageError where that is no name."""
    name = own if given is None else given
    if not isinstance(name, str) or not name:
        raise usage_error(f"name is a non-empty text, not {described(name)}")
    return "main" if name == "<lambda>" else name


def _called(parameters: Sequence[str | None], inputs: Structure) -> list[str | None]:
    """What the flat arguments are called: as the parameters, and ``params.w`` where one is a tree.

    Parts of a tree that are called the same, as in ``{"a": {"b": x}, "a.b": y}``, are numbered.
    """
    names: list[str | None] = []
    for name, part in zip(parameters, inputs.parts, strict=True):
        names += [None] * part.leaf_count if name is None else trees.distinct(part.called(name))
    return names
