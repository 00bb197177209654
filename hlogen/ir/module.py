"""Programs as plain Python values: Module, Function, Operation, Region, Block, Value, Location.

The shape is MLIR's: a module is a list of operations, a function is the operation ``func.func``, an operation has
operands, attributes, regions of blocks, and results. An invalid program is still a program:
nothing here checks constraints. Identity is what makes a Value or an Operation that one; treat both as immutable
once the program is built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from typing import Protocol, TypeAlias, cast, runtime_checkable

from hlogen import hooks
from hlogen.errors import UsageError
from hlogen.ir.attributes import Attribute
from hlogen.ir.types import FunctionType, Type
from hlogen.notebook import Shown


@dataclass(frozen=True, slots=True)
class Location:
    """Where something stands: `line` and `column` count from 1, 0 where unknown.

    `origin` is the place that the program says it comes from (``loc("model.py":3:4)``), where it was read to be told
    by its place in its own file; see `hlogen.mlir.reader.read_all`.
    """

    file: str
    line: int = 0
    column: int = 0
    origin: Location | None = None

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class Value:
    """A result of an operation or an argument of a block. `index` is its position there; `name` is only a hint.

    Where the text that a program was read from has a number in its place (``%5``), that is `number`.
    """

    __slots__ = ("index", "name", "number", "owner", "type")

    def __init__(self, type: Type, owner: Operation | Block, index: int, name: str | None = None) -> None:
        self.type = type
        self.owner = owner
        self.index = index
        self.name = name
        self.number: int | None = None

    def __repr__(self) -> str:
        kind = "result" if isinstance(self.owner, Operation) else "argument"
        return f"<{kind} {self.index}: {self.type}>"


# Whose operations have names that no composite takes away.
_DIALECTS = ("stablehlo.", "chlo.", "func.", "sdy.", "check.")


class Operation:
    """One operation. `name` carries its dialect: ``stablehlo.gather``, ``func.return``.

    `attributes` is kept as it is, not copied: operations that a program repeats may share one mapping.
    """

    __slots__ = ("attributes", "location", "name", "operands", "regions", "results", "successors")

    def __init__(
        self,
        name: str,
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        location: Location | None = None,
        successors: Sequence[Block] = (),
    ) -> None:
        self.name = name
        self.operands = tuple(operands)
        if len(result_types) == 1:  # most have one, and programs many
            self.results: tuple[Value, ...] = (Value(result_types[0], self, 0),)
        else:
            self.results = tuple([Value(type, self, index) for index, type in enumerate(result_types)])
        self.attributes: Mapping[str, Attribute] = attributes if attributes is not None else {}
        self.regions = tuple(regions)
        self.location = location
        self.successors = tuple(successors)

    @property
    def result(self) -> Value:
        """The only result."""
        (result,) = self.results
        return result

    @property
    def place(self) -> str:
        """``file:line:column``, for messages that say where anyhow."""
        return str(self.location) if self.location else "an unknown place"

    @property
    def called(self) -> str:
        """What tables have its row under: a composite's name, ``@target`` of a custom call, else the operation's name.

        A composite that is called as operations are is a composite like any other.
        """
        if self.name == "stablehlo.composite":
            name = self.attributes.get("name")
            return name if isinstance(name, str) and not name.startswith(_DIALECTS) else self.name
        if self.name == "stablehlo.custom_call":
            return f"@{self.attributes.get('call_target_name')}"
        return self.name

    def walk(self) -> Iterator[Operation]:
        """This operation and all nested ones, in the order of the text."""
        return _walked([self])

    def __repr__(self) -> str:
        return f"<{self.name} at {self.place}>"


class Block:
    """Operations that run in order, the last one a terminator. `arguments` are the values it is entered with."""

    __slots__ = ("arguments", "operations")

    def __init__(self, argument_types: Sequence[Type] = (), names: Sequence[str | None] | None = None) -> None:
        names = names or [None] * len(argument_types)
        self.arguments = tuple(
            Value(type, self, index, name) for index, (type, name) in enumerate(zip(argument_types, names, strict=True))
        )
        self.operations: list[Operation] = []

    @property
    def terminator(self) -> Operation | None:
        """The last operation where it ends the block (``*.return`` or an unknown dialect's last op with no results)."""
        if self.operations and self.operations[-1].name.endswith("return"):
            return self.operations[-1]
        return None

    def walk(self) -> Iterator[Operation]:
        return _walked(self.operations)


class Region:
    """A list of blocks; StableHLO's input functions have exactly one."""

    __slots__ = ("blocks",)

    def __init__(self, blocks: Sequence[Block] = ()) -> None:
        self.blocks = list(blocks)

    @property
    def block(self) -> Block:
        """The only block; UsageError where the region has none or several."""
        if len(self.blocks) != 1:
            raise UsageError(f"expected a region of one block, found {len(self.blocks)} blocks")
        return self.blocks[0]

    def walk(self) -> Iterator[Operation]:
        return _walked(operation for block in self.blocks for operation in block.operations)


def _walked(operations: Iterable[Operation]) -> Iterator[Operation]:
    """These operations and all nested ones. Nothing recurses, however deeply loops are nested."""
    waiting = [iter(operations)]
    while waiting:
        for operation in waiting[-1]:
            yield operation
            if operation.regions:
                blocks = (block for region in operation.regions for block in region.blocks)
                waiting.append(chain.from_iterable(block.operations for block in blocks))
                break
        else:
            waiting.pop()


class Function:
    """A view of a ``func.func`` operation: name, type, body."""

    __slots__ = ("operation",)

    def __init__(self, operation: Operation) -> None:
        self.operation = operation

    @property
    def name(self) -> str:
        return cast(str, self.operation.attributes["sym_name"])

    @property
    def type(self) -> FunctionType:
        return cast(FunctionType, self.operation.attributes["function_type"])

    @property
    def is_private(self) -> bool:
        return self.operation.attributes.get("sym_visibility") == "private"

    @property
    def is_public(self) -> bool:
        """Whether it is there for whoever runs the program: neither private nor nested."""
        return self.operation.attributes.get("sym_visibility") not in ("private", "nested")

    @property
    def is_declaration(self) -> bool:
        """True where the function has no body."""
        return not self.operation.regions or not self.operation.regions[0].blocks

    @property
    def body(self) -> Block:
        """The body's only block; UsageError for a declaration or for several blocks."""
        if self.is_declaration:
            raise UsageError(f"function @{self.name} has no body")
        return self.operation.regions[0].block

    @property
    def arguments(self) -> tuple[Value, ...]:
        return self.body.arguments

    @property
    def location(self) -> Location | None:
        return self.operation.location

    def __repr__(self) -> str:
        return f"<function @{self.name}: {self.type}>"


# Functions of a module in its short form.
_MOST_NAMED = 5

# What stands behind refusals that aren't all.
MORE = "there may be more that upstream refuses; it is asked again when these are mended"


@dataclass(frozen=True)
class Refusal:
    """What upstream's verifier said against a program, and where; or the rule of programs that is broken."""

    message: str
    location: Location | None = None
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.location}: {self.message}" if self.location else self.message


class Module(Shown):
    """A program: operations of the top level (functions, and whatever else a dialect puts there) and attributes.

    ``str(module)`` is the text that upstream's verifier has accepted, as `hlogen.to_text` writes it. A program that it
    refuses is shown in MLIR's generic form, below a comment with what upstream says against it.

    `refusals` are what upstream's verifier said where it was read although that refuses it; `left_out` are the names of
    functions that couldn't be read.
    """

    __slots__ = ("__weakref__", "attributes", "left_out", "location", "name", "operations", "refusals", "source")

    def __init__(
        self,
        operations: Sequence[Operation] = (),
        attributes: Mapping[str, Attribute] | None = None,
        name: str | None = None,
        location: Location | None = None,
        source: str | None = None,
        refusals: Sequence[Refusal] = (),
    ) -> None:
        self.operations = list(operations)
        self.attributes: dict[str, Attribute] = dict(attributes or {})
        self.name = name
        self.location = location
        self.source = source  # the file, or "-" for text, that the module was read from
        self.refusals = tuple(refusals)
        self.left_out: tuple[str, ...] = ()

    @property
    def module(self) -> Module:
        """Itself, so that whatever has a program inside can be taken where a program is (see HasModule)."""
        return self

    @property
    def functions(self) -> dict[str, Function]:
        """The functions by name, in the order of the text."""
        functions = (Function(operation) for operation in self.operations if operation.name == "func.func")
        return {function.name: function for function in functions}

    @property
    def default_entry(self) -> Function | None:
        """What runs where no function is named: ``@main``, or the only public function; None where that isn't one.

        A private ``@main`` beside one public function is only called by it.
        """
        main = self.functions.get("main")
        public = [function for function in self.functions.values() if function.is_public]
        if main is not None and (main.is_public or len(public) != 1):
            return main
        return public[0] if len(public) == 1 else None

    def function(self, name: str) -> Function:
        """The function called `name`; UsageError naming the ones there are."""
        functions = self.functions
        if name not in functions:
            there = ", ".join(f"@{known}" for known in functions) or "none"
            raise UsageError(f"the program has no function @{name}; it has: {there}")
        return functions[name]

    def walk(self) -> Iterator[Operation]:
        """Every operation, nested ones included, in the order of the text."""
        return _walked(self.operations)

    @property
    def is_refused(self) -> bool:
        """Whether upstream's verifier refuses the program."""
        return bool(self.refusals)

    def require_valid(self) -> None:
        """Raises ConstraintError, with all violations, where upstream refuses the program, unless the specification,
        whose rules decide about gathers and scatters, has nothing against it.

        Such a program can be checked, printed and fixed. Whatever runs it or makes another one of it asks here first.
        """
        if self.is_refused:
            hooks.provided("hlogen.ir", "require_valid")(self)

    def __repr__(self) -> str:
        named = "" if self.name is None else f" {self.name}"
        refused = ", which upstream's verifier refuses" if self.is_refused else ""
        return f"<hlogen module{named} of {names_of(self)}{refused}>"

    def __str__(self) -> str:
        text: str = hooks.provided("hlogen.ir", "text")(self)
        return text


def names_of(module: Module) -> str:
    """Such as ``@main, @helper``; the first of many."""
    names = [f"@{name}" for name in module.functions]
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "") or "no functions"


@runtime_checkable
class HasModule(Protocol):
    """Anything that carries a program, such as what the builder makes."""

    @property
    def module(self) -> Module: ...


# What is taken where a program is: one in Python, a path, or text, bytecode or a portable artifact.
ProgramLike: TypeAlias = "HasModule | str | PathLike[str] | bytes"
