"""Turns a module of the bindings into a `hlogen.ir.Module`: types, attributes, locations, regions, values.

What a module is made of is read from its bytecode, and what isn't told there in a known form is asked of the bindings:
types and attributes are unique objects inside a context, so each is converted once and then found by identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from hlogen.forking import cached_property
from hlogen.ir.attributes import (
    Attribute,
    DenseArray,
    DenseElements,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    SymbolRef,
    UnitAttr,
)
from hlogen.ir.errors import TypeSyntaxError
from hlogen.ir.module import Block, Location, Module, Operation, Region, Value
from hlogen.ir.types import F32, F64, FloatType, FunctionType, IndexType, IntegerType, TensorType, Type
from hlogen.mlir.dense import dense_from_attribute, dense_from_resource, dense_from_text
from hlogen.mlir.encoded import HAS_ATTRIBUTES, HAS_OPERANDS, HAS_REGIONS, HAS_RESULTS, HAS_SUCCESSORS, Encoded, number
from hlogen.mlir.entries import HOLDERS, Entries, Unknown, is_shared
from hlogen.mlir.errors import ParseError
from hlogen.mlir.provider import Bindings, Converted
from hlogen.mlir.spelled import attribute_from_text, require_shallow, tensor_type, type_from_text
from hlogen.mlir.tokens import attribute_entries, dictionary_entries, resource_blobs

_DENSE_ARRAYS: dict[str, tuple[IntegerType | FloatType, Callable[[Any], Any]]] = {
    "DenseBoolArrayAttr": (IntegerType(1), bool),
    "DenseI8ArrayAttr": (IntegerType(8), int),
    "DenseI16ArrayAttr": (IntegerType(16), int),
    "DenseI32ArrayAttr": (IntegerType(32), int),
    "DenseI64ArrayAttr": (IntegerType(64), int),
    "DenseF32ArrayAttr": (F32, float),
    "DenseF64ArrayAttr": (F64, float),
}
_DENSE_ELEMENTS = ("DenseElementsAttr", "DenseIntElementsAttr", "DenseFPElementsAttr")
# Lists about windows that needn't be there.
_WINDOWS = {"padding", "window_strides", "base_dilations", "window_dilations"}
_WINDOWS |= {"lhs_dilation", "rhs_dilation", "window_reversal"}
_WINDOWED = {f"stablehlo.{name}" for name in ("convolution", "dynamic_conv", "reduce_window", "select_and_scatter")}

_STEP = re.compile(r"\[(?:'([^']*)'|([^\]]*))\]")
_NO_NAME = re.compile(r"[^\w.]+")

_ONE = 3  # the byte that the number 1 is

PlaceOf = Callable[[str, int, int], "Location | None"]
NameAt = Callable[[str, int, int], "str | None"]
# Asks for operations of the bindings by their numbers.
Taking: TypeAlias = Generator["int | None", Any, None]


_location = lru_cache(maxsize=4096)(Location)


class _Inside:
    """How far a region has been read: `blocks` are its own, those `ahead` still to come, the next one last.

    It is region `index` of the operation whose number is `origin`. Values are numbered in `values`; `new` is the number
    of the next one, `end` that behind those of the region. In the block that is being read `left` operations are still
    to come, which `append` takes. No blocks are there where nothing has been read.
    """

    __slots__ = ("ahead", "append", "blocks", "end", "index", "left", "new", "origin", "values")

    def __init__(self, blocks: list[Block], origin: int, index: int, values: list[Any], new: int) -> None:
        self.blocks = blocks
        self.ahead = blocks[::-1]
        self.origin = origin
        self.index = index
        self.values = values
        self.new = self.end = new
        self.left = 0
        self.append: Callable[[Operation], None]


class Converter:
    """Converts one module.

    `place` turns a file, line and column of the bindings into the Location to report; `name_at` gives what the
    program's text calls the argument, or the results of the operation, that stands there; `converted` is what other
    modules of the same context have become, and is added to; `true_name` is what operations of a name are called. Of
    several places in files, the first one is reported, or the first one in a file that `is_preferred`.
    """

    def __init__(
        self,
        bindings: Bindings,
        module: Any,
        place: PlaceOf = _location,
        true_name: Callable[[str], str] = str,
        name_at: NameAt | None = None,
        converted: Converted | None = None,
        is_preferred: Callable[[str], bool] | None = None,
    ) -> None:
        self._ir = bindings.ir
        self._package = bindings.package
        self._module = module
        self._place = place
        self._name_at = name_at
        self._is_preferred = is_preferred
        self._true_name = true_name
        self._types: dict[Any, Type]
        self._leaves: dict[Any, Attribute]
        self._types, self._leaves = ({}, {}) if converted is None else converted
        self._places: dict[tuple[str, int, int], Location | None] = {}

    def module(self, source: str | None = None) -> Module:
        """The whole module; `source` is what it was read from."""
        top = self._module.operation
        try:
            whole = self.whole(top)
        except TypeSyntaxError as error:
            raise ParseError(f"{source}: {error}", Location(source or "")) from None
        attributes = dict(whole.attributes)
        name = attributes.pop("sym_name", None)
        return Module(
            [operation for block in whole.regions[0].blocks for operation in block.operations],
            attributes,
            name if isinstance(name, str) else None,
            whole.location,
            source,
        )

    def whole(self, top: Any) -> Operation:
        """An operation and all that is in it."""
        around = Block()
        taking = self._taking(around, Encoded(top))
        wanted = next(taking)
        while wanted is not None:
            wanted = self._ask(top, taking, wanted)
        return around.operations[0]

    def _ask(self, top: Any, taking: Taking, wanted: int | None) -> int | None:
        """Sends the operations that are wanted, until it is one that has passed: its number.

        Unlike a loop over blocks, a walk looks up no Python class for each operation; and none is held on to.
        """
        advance, interrupt = self._ir.WalkResult.ADVANCE, self._ir.WalkResult.INTERRUPT
        failures: list[BaseException] = []
        index = 0

        def visit(operation: Any) -> Any:
            nonlocal index, wanted
            try:
                while wanted == index:
                    wanted = taking.send(operation)
            except BaseException as error:  # noqa: BLE001 - native code must not see it: it is raised again below
                failures.append(error)
                return interrupt
            index += 1
            return interrupt if wanted is None or wanted < index else advance

        top.walk(visit, self._ir.WalkOrder.PRE_ORDER)
        if failures:
            raise failures[0]
        return wanted

    def _taking(self, around: Block, encoded: Encoded) -> Taking:
        """Puts operations into a block and those inside of it; None when all are there.

        What bytecode has in a form that isn't known is asked of the bindings: for the operation that it is a part of,
        by its number in the order of the text. Large programs are made of what is done here: so nothing is called for
        each operation that needn't be.
        """
        entries = Entries(encoded, self._package)
        code = encoded.operations
        names = [*map(self._true_name, encoded.names)]
        windowed = {key for key, name in enumerate(encoded.names) if name in _WINDOWED}
        types: dict[int, Type] = {}
        places: dict[int, Location | None] = {}
        shared: dict[int, Mapping[str, Attribute]] = {}
        signatures: dict[tuple[int, ...], list[tuple[Type, str | None]]] = {}
        unknown = Location("")
        nothing: Mapping[str, Attribute] = {}
        has_names = self._name_at is not None
        inside = _Inside([around], 0, 0, [], 0)
        waiting: list[_Inside] = []  # regions to come, and to go on with, the next one last
        values, new = inside.values, inside.new
        append = around.operations.append
        is_early = False  # whether a value has been used before it came
        this = -1  # the number of the operation
        at = left = 0  # how many operations of the block are still to come
        while True:
            while not left:
                if inside.ahead:
                    block = inside.ahead.pop()
                    append = block.operations.append
                    left, at = number(code, at)
                    if left & 1:
                        count, at = number(code, at)
                        told = []
                        for _ in range(2 * count):
                            key, at = number(code, at)
                            told.append(key)
                        if (arguments := signatures.get(signature := tuple(told))) is None:
                            try:
                                arguments = self._told_arguments(entries, told)
                            except Unknown:
                                regions = (yield inside.origin).regions
                                theirs = regions[inside.index].blocks[inside.blocks.index(block)]
                                arguments = self.arguments(theirs)
                                for key, argument in zip(told[::2], arguments, strict=True):
                                    entries.put_type(key, argument[0])
                            signatures[signature] = arguments
                        made = tuple([Value(type, block, index, name) for index, (type, name) in enumerate(arguments)])
                        block.arguments = _met(values, new, made, block) if is_early else made
                        values[new : new + count] = block.arguments
                        new += count
                    left >>= 1
                    continue
                if not waiting:
                    yield None  # for good
                inside = waiting.pop()
                values, new, left = inside.values, inside.new, inside.left
                if inside.blocks:
                    append = inside.append
                else:
                    count, at = number(code, at)
                    inside.blocks += [Block() for _ in range(count)]
                    inside.ahead = inside.blocks[::-1]
                    if count:
                        count, at = number(code, at)
                        inside.end = new + count
                        values[new:] = [None] * count
            left -= 1
            this += 1
            if (key := code[at]) & 1:
                key >>= 1
                at += 1
            else:
                key, at = number(code, at)
            named = key
            has = code[at]
            at += 1
            if (key := code[at]) & 1:
                key >>= 1
                at += 1
            elif key & 2:
                key = (key | code[at + 1] << 8) >> 2
                at += 2
            else:
                key, at = number(code, at)
            placed = key
            if (place := places.get(key, unknown)) is unknown:
                try:
                    place = self._reported(entries.positions(key))
                except Unknown:
                    place = self.location((yield this).location)
                places[key] = place
            attributes = nothing
            if has & HAS_ATTRIBUTES:
                if (key := code[at]) & 1:
                    key >>= 1
                    at += 1
                else:
                    key, at = number(code, at)
                if named in windowed or (attributes := shared.get(key, nothing)) is nothing:
                    try:
                        attributes = entries.attributes(key)
                    except Unknown:
                        attributes = self.attributes((yield this))
                        entries.put(key, attributes)
                    if named in windowed:
                        attributes = _of_windows(attributes)
                    elif HOLDERS.isdisjoint(map(type, attributes.values())) or all(map(is_shared, attributes.values())):
                        shared[key] = attributes
            kinds: Sequence[Type] = ()
            if has & HAS_RESULTS:
                if code[at] == _ONE and (key := code[at + 1]) & 1 and (kind := types.get(key >> 1)) is not None:
                    kinds = (kind,)  # as most
                    at += 2
                else:
                    count, at = number(code, at)
                    kinds = []
                    for result in range(count):
                        key, at = number(code, at)
                        if (kind := types.get(key)) is None:
                            try:
                                kind = entries.type(key)
                            except Unknown:
                                kind = self.type((yield this).results[result].type)
                                entries.put_type(key, kind)
                            types[key] = kind
                        kinds.append(kind)
            operands = []
            if has & HAS_OPERANDS:
                count = code[at] >> 1
                if code[at] & 1:
                    at += 1
                else:
                    count, at = number(code, at)
                for _ in range(count):
                    if (key := code[at]) & 1:
                        key >>= 1
                        at += 1
                    elif key & 2:
                        key = (key | code[at + 1] << 8) >> 2
                        at += 2
                    else:
                        key, at = number(code, at)
                    if (operand := values[key]) is None:
                        operand = values[key] = Value(F32, block, 0)  # until it comes
                        is_early = True
                    operands.append(operand)
            successors: Sequence[Block] = ()
            if has & HAS_SUCCESSORS:
                count, at = number(code, at)
                for _ in range(count):
                    key, at = number(code, at)
                    successors = (*successors, inside.blocks[key])
            mine = Operation(names[named], operands, kinds, attributes, (), place, successors)
            append(mine)
            if kinds:
                if is_early:
                    mine.results = _met(values, new, mine.results, mine)
                if len(kinds) == 1:
                    values[new] = mine.results[0]
                    new += 1
                else:
                    values[new : new + len(kinds)] = mine.results
                    new += len(kinds)
                if has_names:
                    try:
                        called = self._name_there(entries.position(placed))
                    except Unknown:
                        called = self.name_of((yield this).location)
                    if called:
                        for own in mine.results:
                            if called.isdecimal():
                                own.number = int(called)
                            else:
                                own.name = called
            if has & HAS_REGIONS:
                count, at = number(code, at)
                mine.regions = tuple([Region() for _ in range(count >> 1)])
                inside.left, inside.append, inside.new = left, append, new
                waiting.append(inside)
                for index in reversed(range(count >> 1)):
                    values, new = ([], 0) if count & 1 else (inside.values, inside.end)
                    waiting.append(_Inside(mine.regions[index].blocks, this, index, values, new))
                inside, left = waiting[-1], 0

    def arguments(self, block: Any) -> list[tuple[Type, str | None]]:
        """The types of a block's arguments, and what the text calls them, or the names that stand for their places, as
        JAX gives them."""
        types = []
        names = []
        for argument in block.arguments:
            types.append(self.type(argument.type))
            location = getattr(argument, "location", None)  # some bindings don't tell it
            if isinstance(location, self._ir.NameLoc):
                names.append(dotted(location.name_str) or None)
            else:
                names.append(self.name_of(location))
        return list(zip(types, _different(names), strict=True))

    def _told_arguments(self, entries: Entries, told: Sequence[int]) -> list[tuple[Type, str | None]]:
        """The same from the types and places in bytecode, which come by turns."""
        types = map(entries.type, told[::2])
        names = []
        for place in told[1::2]:
            name = entries.name(place)
            names.append(self._name_there(entries.position(place)) if name is None else dotted(name) or None)
        return list(zip(types, _different(names), strict=True))

    def name_of(self, location: Any) -> str | None:
        if self._name_at is None or not isinstance(location, self._ir.FileLineColLoc):
            return None
        return self._name_there((location.filename, location.start_line, location.start_col))

    def _name_there(self, position: tuple[str, int, int] | None) -> str | None:
        return None if self._name_at is None or position is None else self._name_at(*position)

    def location(self, location: Any) -> Location | None:
        """The place in a file to report, of those that a location names; None where there is none."""
        return self._reported(self._positions(location))

    def _reported(self, positions: Iterable[tuple[str, int, int]]) -> Location | None:
        first: Location | None = None
        for position in positions:
            if (place := self._places.get(position)) is None:
                place = self._places[position] = self._place(*position)
            first = first or place
            if place is not None and (self._is_preferred is None or self._is_preferred(place.file)):
                return place
        return first

    def _positions(self, location: Any) -> Iterator[tuple[str, int, int]]:
        ir = self._ir
        # Of a call, the callee comes first; its caller, which is rarely asked for, is looked up when its turn comes.
        waiting: list[Any] = [location]
        while waiting:
            location = waiting.pop()
            if type(location) is tuple:
                location = location[0].caller
            kind = type(location)
            if kind is ir.NameLoc:
                waiting.append(location.child_loc)
            elif kind is ir.CallSiteLoc:
                waiting += (location,), location.callee
            elif kind is ir.FileLineColLoc:
                yield location.filename, location.start_line, location.start_col
            elif kind is ir.FusedLoc:
                waiting += reversed(location.locations)
            elif kind is ir.Location and (known := self.downcast(location)) is not None:  # of diagnostics
                waiting.append(known)

    def downcast(self, location: Any) -> Any:
        ir = self._ir
        for cls in (ir.FileLineColLoc, ir.NameLoc, ir.CallSiteLoc, ir.FusedLoc):
            try:
                return cls(location)
            except ValueError:
                continue
        return None

    def type(self, kind: Any) -> Type:
        found = self._types.get(kind)
        if found is None:
            found = self._types[kind] = self._new_type(kind)
        return found

    def _new_type(self, kind: Any) -> Type:
        ir = self._ir
        if isinstance(kind, ir.FunctionType):  # of whatever types, also those that hlogen doesn't know
            inputs, results = kind.inputs, kind.results
            if any(isinstance(one, ir.FunctionType) for one in (*inputs, *results)):
                require_shallow(str(kind))
            return FunctionType(tuple(map(self.type, inputs)), tuple(map(self.type, results)))
        if isinstance(kind, ir.RankedTensorType) and kind.encoding is None:  # as most
            element, shape = self.type(kind.element_type), kind.shape
            if isinstance(element, (FloatType, IntegerType)) and min(shape, default=0) >= 0:
                return tensor_type(tuple(shape), element)
        return type_from_text(str(kind))

    def attributes(self, operation: Any) -> dict[str, Attribute]:
        """The attributes of an operation."""
        try:
            return {name: self.attribute(value) for name, value in operation.attributes.items()}
        except TypeError:  # the bindings have no Python class for one of them, such as a complex dense<..>
            return self.attributes_from_text(operation)

    def attributes_from_text(self, operation: Any) -> dict[str, Attribute]:
        entries = attribute_entries(operation.get_asm(print_generic_op_form=True, skip_regions=True))
        names = operation.attributes.keys()  # iterating the map itself differs between releases
        return self._entries(names, operation.attributes, entries)

    def _entries(self, names: Iterable[str], attributes: Any, texts: Mapping[str, str]) -> dict[str, Attribute]:
        """Attributes by their names, from their texts where the bindings have no Python class for one."""
        result: dict[str, Attribute] = {}
        for name in names:
            try:
                result[name] = self.attribute(attributes[name])
            except TypeError:
                result[name] = dense_from_text(texts[name]) or OpaqueAttr(texts[name])
        return result

    def attribute(self, attribute: Any) -> Attribute:
        found = self._leaves.get(attribute)
        if found is not None:
            return found
        convert = self._by_class.get(type(attribute))
        if convert is not None:
            result: Attribute = convert(self, attribute)
        else:
            result = self.attribute_from_text(str(attribute))
        if is_shared(result):
            self._leaves[attribute] = result
        return result

    def attribute_from_text(self, text: str) -> Attribute:
        if text.startswith("dense_resource<"):
            return dense_from_resource(text, self.resources) or OpaqueAttr(text)
        return attribute_from_text(text)

    @cached_property
    def resources(self) -> dict[str, bytes]:
        """The bytes of each ``dense_resource``, which stand at the end of a module's text."""
        return resource_blobs(self._module.operation.get_asm(large_elements_limit=0))

    @property
    def has_resources(self) -> bool:
        """Whether a ``dense_resource`` has been converted."""
        return "resources" in self.__dict__

    @cached_property
    def _by_class(self) -> dict[Any, Callable[[Converter, Any], Attribute]]:
        """How an attribute of each of the bindings' classes is converted.

        They take the converter instead of being bound to it: a circle would keep upstream's module alive.
        """
        ir, cls = self._ir, Converter
        table: dict[Any, Callable[[Converter, Any], Attribute]] = {
            ir.BoolAttr: lambda _, attribute: bool(attribute.value),
            ir.IntegerAttr: cls._integer,
            ir.FloatAttr: cls._float,
            ir.StringAttr: cls._string,
            ir.UnitAttr: lambda _, attribute: UnitAttr(),
            ir.TypeAttr: lambda self, attribute: self.type(attribute.value),
            ir.FlatSymbolRefAttr: lambda _, attribute: SymbolRef((attribute.value,)),
            ir.SymbolRefAttr: lambda _, attribute: SymbolRef(tuple(attribute.value)),
            ir.ArrayAttr: cls._array,
            ir.DictAttr: cls._dictionary,
        }
        for name in _DENSE_ELEMENTS:
            table[getattr(ir, name)] = cls._dense_elements
        for name, (element_type, python) in _DENSE_ARRAYS.items():
            table[getattr(ir, name)] = _dense_array_converter(element_type, python)
        return table

    def _integer(self, attribute: Any) -> Attribute:
        kind = self.type(attribute.type)
        if not isinstance(kind, (IntegerType, IndexType)):
            return OpaqueAttr(str(attribute))
        value = attribute.value
        if isinstance(kind, IntegerType) and value > kind.maximum:  # wide signless values come without their sign
            value -= 1 << kind.width
        return IntegerAttr(value, kind)

    def _float(self, attribute: Any) -> Attribute:
        kind = self.type(attribute.type)
        if not isinstance(kind, FloatType):
            return OpaqueAttr(str(attribute))
        return FloatAttr(attribute.value, kind)

    def _string(self, attribute: Any) -> Attribute:
        text = str(attribute)
        if not text.endswith('"'):  # a string with a type
            return OpaqueAttr(text)
        return bytes(attribute.value_bytes).decode("utf-8", "surrogateescape")

    def _array(self, attribute: Any) -> Attribute:
        try:
            return tuple(self.attribute(element) for element in attribute)
        except TypeError:
            return OpaqueAttr(str(attribute))

    def _dictionary(self, attribute: Any) -> Attribute:
        names = [attribute[number].name for number in range(len(attribute))]
        try:  # by name: an entry whose value has no Python class ends the process where it is asked for that
            return {name: self.attribute(attribute[name]) for name in names}
        except TypeError:
            return self._entries(names, attribute, dictionary_entries(str(attribute)))

    def _dense_elements(self, attribute: Any) -> Attribute:
        kind = self.type(attribute.type)
        if isinstance(kind, TensorType) and kind.is_static:
            found = dense_from_attribute(attribute, kind)
            if found is not None:
                return found
        return OpaqueAttr(str(attribute))


def _different(names: list[str | None]) -> list[str | None]:
    """The names, or none where some are the same."""
    given = [name for name in names if name is not None]
    return names if len(set(given)) == len(given) else [None] * len(names)


def _met(values: list[Any], first: int, made: Sequence[Value], owner: Operation | Block) -> tuple[Value, ...]:
    """Values whose numbers begin with `first`, where those that have been used before they came are what was used."""
    met = []
    for value, known in zip(made, values[first:], strict=False):
        if known is not None:
            known.type, known.owner, known.index, known.name = value.type, owner, value.index, value.name
        met.append(known or value)
    return tuple(met)


@lru_cache(maxsize=1024)
def dotted(name: str) -> str:
    """``params.w`` for what Python and JAX call ``params['w']``; "" where nothing is left that MLIR has in names."""
    return _NO_NAME.sub("_", _STEP.sub(lambda step: f".{step[1] or step[2]}", name)).strip("_.")


def _dense_array_converter(
    element_type: IntegerType | FloatType, python: Callable[[Any], Any]
) -> Callable[[Converter, Any], DenseArray]:
    def convert(_: Converter, attribute: Any) -> DenseArray:
        # by number: the end of the bindings' iterator takes longer than many elements
        return DenseArray(element_type, tuple([python(attribute[at]) for at in range(len(attribute))]))

    return convert


def _of_windows(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """Without empty lists about windows: upstream reads ``pad = []`` as if it weren't there."""
    return {name: value for name, value in attributes.items() if name not in _WINDOWS or _has_entries(value)}


def _has_entries(attribute: Attribute) -> bool:
    match attribute:
        case DenseArray():
            return bool(attribute.values)
        case DenseElements():
            return attribute.array.size > 0
        case _:
            return True
