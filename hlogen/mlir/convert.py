"""Turns a module of the bindings into a `hlogen.ir.Module`: types, attributes, locations, regions, values.

Types and attributes are unique objects inside a context, so each is converted once and then found by identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeVar

from hlogen.forking import cached_property
from hlogen.ir.attributes import (
    DIMENSION_NUMBERS,
    Attribute,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DimensionNumbers,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    SymbolRef,
    UnitAttr,
)
from hlogen.ir.errors import TypeSyntaxError
from hlogen.ir.module import Block, Location, Module, Operation, Region, Value
from hlogen.ir.type_parser import parse_type
from hlogen.ir.types import F32, F64, FloatType, FunctionType, IndexType, IntegerType, OpaqueType, TensorType, Type
from hlogen.mlir.dense import dense_from_attribute, dense_from_resource, dense_from_text
from hlogen.mlir.encoded import HAS_ATTRIBUTES, HAS_OPERANDS, HAS_REGIONS, HAS_RESULTS, HAS_SUCCESSORS, encoded, number
from hlogen.mlir.errors import ParseError
from hlogen.mlir.lenient import true_spelling
from hlogen.mlir.provider import Bindings, Converted
from hlogen.mlir.tokens import attribute_entries, dictionary_entries, is_nested_deeper_than, resource_blobs

_DIMENSION_NUMBERS = re.compile(r"#stablehlo\.(gather|scatter|dot)<(.*)>", re.S)
_DIMENSION_FIELD = re.compile(r"(\w+)\s*=\s*(?:\[([^\]]*)\]|(-?\d+))")
_CONV = re.compile(r"#stablehlo\.conv<\s*\[([^\]]*)\]\s*x\s*\[([^\]]*)\]\s*->\s*\[([^\]]*)\]\s*>")
_RAW_CONV = re.compile(r"#stablehlo\.conv<\s*raw\b([^<>]*)>")
_DEEPEST_TYPE = 64
_NEGATIVE_DIMENSION = re.compile(r"\btensor<(?:[\d?]+x)*-\d")  # bytecode may say so
_ENUM = re.compile(r"#(\w+)<(\w+) ([\w.]+)>")
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
_SHORT = 500  # characters of an attribute that is remembered

_NumbersT = TypeVar("_NumbersT", bound=DimensionNumbers | ConvDimensionNumbers)
PlaceOf = Callable[[str, int, int], "Location | None"]
NameAt = Callable[[str, int, int], "str | None"]


class _Inside:
    """How far a region has been read: `blocks` are its own, those `ahead` still to come, the next one last.

    `origin` is the bindings' operation that it is region `index` of. Values are numbered in `values`; `new` is the
    number of the next one, `end` that behind those of the region. In the block that is being read `left` operations are
    still to come, which `append` takes. No blocks are there where nothing has been read.
    """

    __slots__ = ("ahead", "append", "blocks", "end", "index", "left", "new", "origin", "values")

    def __init__(self, blocks: list[Block], origin: Any, index: int, values: list[Any], new: int) -> None:
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
        place: PlaceOf = Location,
        true_name: Callable[[str], str] = str,
        name_at: NameAt | None = None,
        converted: Converted | None = None,
        is_preferred: Callable[[str], bool] | None = None,
    ) -> None:
        self._ir = bindings.ir
        self._module = module
        self._place = place
        self._name_at = name_at
        self._is_preferred = is_preferred
        self._true_name = true_name
        self._types: dict[Any, Type]
        self._leaves: dict[Any, Attribute]
        self._types, self._leaves = ({}, {}) if converted is None else converted
        self._places: dict[tuple[str, int, int], Location | None] = {}
        self._by_class = self._attribute_converters()

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
        """An operation and all that is in it.

        Unlike a loop over blocks, a walk looks up no Python class for each operation; and none is held on to.
        """
        advance, interrupt = self._ir.WalkResult.ADVANCE, self._ir.WalkResult.INTERRUPT
        failures: list[BaseException] = []
        around = Block()
        taking = self._taking(around, encoded(top))
        next(taking)
        take = taking.send

        def visit(operation: Any) -> Any:
            try:
                take(operation)
            except BaseException as error:  # noqa: BLE001 - native code must not see it: it is raised again below
                failures.append(error)
                return interrupt
            return advance

        top.walk(visit, self._ir.WalkOrder.PRE_ORDER)
        if failures:
            raise failures[0]
        return around.operations[0]

    def _taking(self, around: Block, code: bytes) -> Generator[None, Any, None]:
        """Puts the operations that are sent, which `code` has in this order, into a block and those inside of it.

        The bindings are asked what a number stands for where it comes first, and hardly anything else. Large programs
        are made of what is done here: so nothing is called for each operation that needn't be.
        """
        names: dict[int, str] = {}
        windowed: set[int] = set()
        types: dict[int, Type] = {}
        places: dict[int, Location | None] = {}
        shared: dict[int, Mapping[str, Attribute]] = {}
        signatures: dict[tuple[int, ...], list[tuple[Type, str | None]]] = {}
        nothing: Mapping[str, Attribute] = {}
        name_of = None if self._name_at is None else self.name_of
        inside = _Inside([around], None, 0, [], 0)
        waiting: list[_Inside] = []  # regions to come, and to go on with, the next one last
        values, new = inside.values, inside.new
        append = around.operations.append
        is_early = False  # whether a value has been used before it came
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
                            theirs = inside.origin.regions[inside.index].blocks[inside.blocks.index(block)]
                            arguments = signatures[signature] = self.arguments(theirs)
                        made = tuple([Value(type, block, index, name) for index, (type, name) in enumerate(arguments)])
                        block.arguments = _met(values, new, made, block) if is_early else made
                        values[new : new + count] = block.arguments
                        new += count
                    left >>= 1
                    continue
                if not waiting:
                    yield  # for good
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
            operation = yield
            if (key := code[at]) & 1:
                key >>= 1
                at += 1
            else:
                key, at = number(code, at)
            if (name := names.get(key)) is None:
                upstream = operation.name
                name = names[key] = self._true_name(upstream)
                if upstream in _WINDOWED:
                    windowed.add(key)
            named = key
            has = code[at]
            at += 1
            if (key := code[at]) & 1:
                key >>= 1
                at += 1
            else:
                key, at = number(code, at)
            if key in places:
                place = places[key]
            else:
                place = places[key] = self.location(operation.location)
            attributes = nothing
            if has & HAS_ATTRIBUTES:
                if (key := code[at]) & 1:
                    key >>= 1
                    at += 1
                else:
                    key, at = number(code, at)
                if named in windowed:
                    attributes = self.attributes(operation, True)
                elif key in shared:
                    attributes = shared[key]
                else:
                    attributes = self.attributes(operation)
                    if all(map(_is_shared, attributes.values())):
                        shared[key] = attributes
            kinds = []
            if has & HAS_RESULTS:
                count, at = (1, at + 1) if code[at] == _ONE else number(code, at)
                for result in range(count):
                    if (key := code[at]) & 1:
                        key >>= 1
                        at += 1
                    else:
                        key, at = number(code, at)
                    if (kind := types.get(key)) is None:
                        kind = types[key] = self.type(operation.results[result].type)
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
            successors = []
            if has & HAS_SUCCESSORS:
                count, at = number(code, at)
                for _ in range(count):
                    key, at = number(code, at)
                    successors.append(inside.blocks[key])
            mine = Operation(name, operands, kinds, attributes, (), place, successors)
            append(mine)
            if kinds:
                if is_early:
                    mine.results = _met(values, new, mine.results, mine)
                values[new : new + len(kinds)] = mine.results
                new += len(kinds)
                if name_of is not None and (called := name_of(operation.location)):
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
                    waiting.append(_Inside(mine.regions[index].blocks, operation, index, values, new))
                inside, left = waiting[-1], 0

    def arguments(self, block: Any) -> list[tuple[Type, str | None]]:
        """The types of a block's arguments, and what the text calls them, or the names that stand for their places, as
        JAX gives them."""
        types = []
        names: list[str | None] = []
        for argument in block.arguments:
            types.append(self.type(argument.type))
            location = getattr(argument, "location", None)  # some bindings don't tell it
            if isinstance(location, self._ir.NameLoc):
                names.append(dotted(location.name_str) or None)
            else:
                names.append(self.name_of(location))
        given = [name for name in names if name is not None]
        if len(set(given)) < len(given):
            names = [None] * len(names)
        return list(zip(types, names, strict=True))

    def name_of(self, location: Any) -> str | None:
        if self._name_at is None or not isinstance(location, self._ir.FileLineColLoc):
            return None
        return self._name_at(location.filename, location.start_line, location.start_col)

    def location(self, location: Any) -> Location | None:
        """The place in a file to report, of those that a location names; None where there is none."""
        ir, places = self._ir, self._places
        # Of a call, the callee comes first; its caller, which is rarely asked for, is looked up when its turn comes.
        waiting: list[Any] = []
        first: Location | None = None
        while True:
            kind = type(location)
            if kind is ir.NameLoc:
                location = location.child_loc
                continue
            if kind is ir.CallSiteLoc:
                waiting.append((location,))
                location = location.callee
                continue
            if kind is ir.FileLineColLoc:
                key = location.filename, location.start_line, location.start_col
                place = places[key] if key in places else places.setdefault(key, self._place(*key))
                first = first or place
                if place is not None and (self._is_preferred is None or self._is_preferred(place.file)):
                    return place
            elif kind is ir.FusedLoc:
                waiting += reversed(location.locations)
            elif kind is ir.Location and (known := self.downcast(location)) is not None:  # of diagnostics
                location = known
                continue
            if not waiting:
                return first
            location = waiting.pop()
            if type(location) is tuple:
                location = location[0].caller

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
                _require_shallow(str(kind))
            return FunctionType(tuple(map(self.type, inputs)), tuple(map(self.type, results)))
        if isinstance(kind, ir.RankedTensorType) and kind.encoding is None:  # as most
            element, shape = self.type(kind.element_type), kind.shape
            if isinstance(element, (FloatType, IntegerType)) and min(shape, default=0) >= 0:
                return _tensor_type(tuple(shape), element)
        return _type_from_text(str(kind))

    def attributes(self, operation: Any, is_windowed: bool = False) -> Mapping[str, Attribute]:
        """The attributes of an operation.

        An empty list about windows is left out: upstream reads ``pad = []`` as if it weren't there.
        """
        try:
            converted = {name: self.attribute(value) for name, value in operation.attributes.items()}
        except TypeError:  # the bindings have no Python class for one of them, such as a complex dense<..>
            converted = self.attributes_from_text(operation)
        return _of_windows(converted, is_windowed)

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
        if _is_shared(result):
            self._leaves[attribute] = result
        return result

    def attribute_from_text(self, text: str) -> Attribute:
        text = true_spelling(text)
        if text.startswith("#"):
            return (_own_attribute if len(text) <= _SHORT else _own_attribute.__wrapped__)(text)
        if text.startswith("dense_resource<"):
            return dense_from_resource(text, self.resources) or OpaqueAttr(text)
        if text.startswith("dense<"):
            return dense_from_text(text) or OpaqueAttr(text)
        return OpaqueAttr(text)

    @cached_property
    def resources(self) -> dict[str, bytes]:
        """The bytes of each ``dense_resource``, which stand at the end of a module's text."""
        return resource_blobs(self._module.operation.get_asm(large_elements_limit=0))

    @property
    def has_resources(self) -> bool:
        """Whether a ``dense_resource`` has been converted."""
        return "resources" in self.__dict__

    def _attribute_converters(self) -> dict[Any, Callable[[Converter, Any], Attribute]]:
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


def _met(values: list[Any], first: int, made: Sequence[Value], owner: Operation | Block) -> tuple[Value, ...]:
    """Values whose numbers begin with `first`, where those that have been used before they came are what was used."""
    met = []
    for value, known in zip(made, values[first:], strict=False):
        if known is not None:
            known.type, known.owner, known.index, known.name = value.type, owner, value.index, value.name
        met.append(known or value)
    return tuple(met)


@lru_cache(maxsize=1024)
def _own_attribute(text: str) -> Attribute:
    """What StableHLO's own attributes are by their text: programs have few, each again and again."""
    if match := _DIMENSION_NUMBERS.fullmatch(text):
        return _numbers(DIMENSION_NUMBERS[match[1]], match[2]) or OpaqueAttr(text)
    if match := _CONV.fullmatch(text):
        return _conv_dimension_numbers(*match.groups()) or OpaqueAttr(text)
    if match := _RAW_CONV.fullmatch(text):
        return _numbers(ConvDimensionNumbers, match[1]) or OpaqueAttr(text)
    if match := _ENUM.fullmatch(text):
        return EnumAttr(match[2], match[3], match[1])
    return OpaqueAttr(text)


def _conv_dimension_numbers(lhs: str, rhs: str, result: str) -> ConvDimensionNumbers | None:
    """From ``b, 0, 1, f`` and the like; None where a layout doesn't name each dimension once."""
    found: list[int | tuple[int, ...]] = []
    for layout, letters in ((lhs, "bf"), (rhs, "io"), (result, "bf")):
        names = [name.strip() for name in layout.split(",")]
        spatial = [str(at) for at in range(len(names) - 2)]
        if sorted(names) != sorted([*spatial, *letters]):
            return None
        found += [*map(names.index, letters), tuple(map(names.index, spatial))]
    return ConvDimensionNumbers(*found)  # type: ignore[arg-type]  # two numbers and a tuple, three times


def _numbers(cls: Callable[..., _NumbersT], text: str) -> _NumbersT | None:
    """Dimension numbers from ``offset_dims = [0], index_vector_dim = 1``; a list that isn't there is empty.

    None where upstream refuses to read them: an unknown name, a list instead of a number, or what is no number.
    """
    given = {name: (listed, single) for name, listed, single in _DIMENSION_FIELD.findall(text)}
    numbers: dict[str, Any] = {}
    for field in fields(cls):  # type: ignore[arg-type]  # all of them are dataclasses
        if field.name in given:
            listed, single = given.pop(field.name)
            is_list = str(field.type).startswith("tuple")
            if is_list and single:
                return None
            try:
                numbers[field.name] = tuple(map(int, filter(str.strip, listed.split(",")))) if is_list else int(single)
            except ValueError:
                return None
    try:
        return None if given else cls(**numbers)
    except TypeError:  # of a convolution, which has to say them all
        return None


@lru_cache(maxsize=1024)
def dotted(name: str) -> str:
    """``params.w`` for what Python and JAX call ``params['w']``; "" where nothing is left that MLIR has in names."""
    return _NO_NAME.sub("_", _STEP.sub(lambda step: f".{step[1] or step[2]}", name)).strip("_.")


_tensor_type = lru_cache(maxsize=4096)(TensorType)  # what is known of one is found once


@lru_cache(maxsize=4096)
def _type_from_text(text: str) -> Type:
    text = true_spelling(text)
    _require_shallow(text)
    try:
        return parse_type(text, of_mlir=True)
    except TypeSyntaxError:  # a spelling of some dialect that hlogen doesn't know
        if _NEGATIVE_DIMENSION.search(text):
            raise TypeSyntaxError(f"the type {text} has a negative dimension") from None
        return OpaqueType(text)


def _require_shallow(text: str) -> None:
    """TypeSyntaxError where a type is nested too deeply: whatever goes through it takes as much of Python's stack."""
    if is_nested_deeper_than(_DEEPEST_TYPE, text):
        raise TypeSyntaxError(f"a type is nested more than {_DEEPEST_TYPE} levels deep")


def _dense_array_converter(
    element_type: IntegerType | FloatType, python: Callable[[Any], Any]
) -> Callable[[Converter, Any], DenseArray]:
    def convert(_: Converter, attribute: Any) -> DenseArray:
        # by number: the end of the bindings' iterator takes longer than many elements
        return DenseArray(element_type, tuple([python(attribute[at]) for at in range(len(attribute))]))

    return convert


def _is_shared(attribute: Attribute) -> bool:
    """Whether operations share it: dicts, and what holds them, belong to one."""
    if isinstance(attribute, tuple):
        return all(map(_is_shared, attribute))
    return not isinstance(attribute, dict)


def _of_windows(attributes: dict[str, Attribute], is_windowed: bool) -> dict[str, Attribute]:
    if not is_windowed:
        return attributes
    return {name: value for name, value in attributes.items() if name not in _WINDOWS or _has_entries(value)}


def _has_entries(attribute: Attribute) -> bool:
    match attribute:
        case DenseArray():
            return bool(attribute.values)
        case DenseElements():
            return attribute.array.size > 0
        case _:
            return True
