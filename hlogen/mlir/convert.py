"""Turns a module of the bindings into a `hlogen.ir.Module`: types, attributes, locations, regions, values.

Types and attributes are unique objects inside a context, so each is converted once and then found by identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
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

_UNTOLD = Location("")  # stands for a place that hasn't been looked up
_SHORT = 500  # characters of an attribute that is remembered

_NumbersT = TypeVar("_NumbersT", bound=DimensionNumbers | ConvDimensionNumbers)
PlaceOf = Callable[[str, int, int], "Location | None"]
NameAt = Callable[[str, int, int], "str | None"]


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
        self._told: dict[Any, Location | None] = {}  # places of several operations, by what the bindings have for them
        self._shared: dict[tuple[Any, ...], Mapping[str, Attribute]] = {}  # by those of the bindings
        self._values: dict[Any, Value] = {}
        self._blocks: dict[Any, Block] = {}
        self._later: list[tuple[Operation, Any]] = []
        self._by_class = self._attribute_converters()

    def module(self, source: str | None = None) -> Module:
        """The whole module; `source` is what it was read from."""
        top = self._module.operation
        try:
            region = self.region(top.regions[0])
            self.walk(top)
        except TypeSyntaxError as error:
            raise ParseError(f"{source}: {error}", Location(source or "")) from None
        for mine, operands in self._later:
            mine.operands = tuple(self._values[operand] for operand in operands)
        attributes = dict(self.attributes(top))
        name = attributes.pop("sym_name", None)
        return Module(
            [operation for block in region.blocks for operation in block.operations],
            attributes,
            name if isinstance(name, str) else None,
            self.location(top.location),
            source,
        )

    def walk(self, top: Any) -> None:
        """Converts all operations below `top`, outer ones first.

        Unlike a loop over blocks, a walk looks up no Python class for each operation; and none is held on to. Each
        question to the bindings takes about as long as making an object of Python's, and large programs are made of
        what is done here: so none is asked twice, and nothing is called for each operation that needn't be.
        """
        advance, interrupt = self._ir.WalkResult.ADVANCE, self._ir.WalkResult.INTERRUPT
        failures: list[BaseException] = []
        blocks, values, later = self._blocks, self._values, self._later
        value_of = values.__getitem__
        types, new_type = self._types, self.type
        attributes_of, location_of, region = self.attributes, self.location, self.region
        name_of = None if self._name_at is None else self.name_of
        names: dict[str, str] = {}

        def visit(operation: Any) -> Any:
            try:
                upstream = operation.name
                if (name := names.get(upstream)) is None:
                    name = names[upstream] = self._true_name(upstream)
                operands, results, regions = operation.operands, operation.results, operation.regions
                location, successors = operation.location, operation.successors
                is_known = True
                try:
                    known = tuple(map(value_of, operands))
                except KeyError:  # a value that the text defines further down
                    known = tuple(values[operand] for operand in operands if operand in values)
                    is_known = False
                if len(results) == 1:  # as of most
                    kind = (result := results[0]).type
                    kinds = [types.get(kind) or new_type(kind)]
                else:
                    kinds = [new_type(each.type) for each in results]
                mine = Operation(
                    name,
                    known,
                    kinds,
                    attributes_of(operation, upstream in _WINDOWED),
                    [region(one) for one in regions] if len(regions) else (),
                    location_of(location),
                    [blocks[block] for block in successors] if len(successors) else (),
                )
                if len(kinds) == 1:
                    values[result] = mine.results[0]
                else:
                    values.update(zip(results, mine.results, strict=True))
                if not is_known:
                    later.append((mine, list(operands)))
                if name_of is not None and kinds and (called := name_of(location)):
                    for own in mine.results:
                        if called.isdecimal():
                            own.number = int(called)
                        else:
                            own.name = called
                blocks[operation.block].operations.append(mine)
            except BaseException as error:  # noqa: BLE001 - native code must not see it: it is raised again below
                failures.append(error)
                return interrupt
            return advance

        for outermost in top.regions:
            for block in outermost.blocks:
                for operation in block.operations:
                    operation.operation.walk(visit, self._ir.WalkOrder.PRE_ORDER)
                    if failures:
                        raise failures[0]

    def region(self, region: Any) -> Region:
        """The region with its blocks and their arguments; the blocks are filled as the walk comes to them."""
        return Region([self.block(block) for block in region.blocks])

    def block(self, block: Any) -> Block:
        arguments = list(block.arguments)
        mine = Block([self.type(argument.type) for argument in arguments], self.argument_names(arguments))
        self._values.update(zip(arguments, mine.arguments, strict=True))
        self._blocks[block] = mine
        return mine

    def argument_names(self, arguments: list[Any]) -> list[str | None]:
        """What the text calls arguments, or the names that stand for their places, as JAX gives them."""
        names: list[str | None] = []
        for argument in arguments:
            location = getattr(argument, "location", None)  # some bindings don't tell it
            if isinstance(location, self._ir.NameLoc):
                names.append(dotted(location.name_str) or None)
            else:
                names.append(self.name_of(location))
        given = [name for name in names if name is not None]
        return names if len(set(given)) == len(given) else [None] * len(names)

    def name_of(self, location: Any) -> str | None:
        if self._name_at is None or not isinstance(location, self._ir.FileLineColLoc):
            return None
        return self._name_at(location.filename, location.start_line, location.start_col)

    def location(self, location: Any) -> Location | None:
        """The place in a file to report, of those that a location names; None where there is none."""
        if type(location) is self._ir.FileLineColLoc:
            return self._location(location)
        found = self._told.get(key := location.attr, _UNTOLD)
        if found is _UNTOLD:
            found = self._told[key] = self._location(location)
        return found

    def _location(self, location: Any) -> Location | None:
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
        if isinstance(kind, self._ir.FunctionType):  # of whatever types, also those that hlogen doesn't know
            _require_shallow(str(kind))
            return FunctionType(tuple(map(self.type, kind.inputs)), tuple(map(self.type, kind.results)))
        return _type_from_text(str(kind))

    def attributes(self, operation: Any, is_windowed: bool = False) -> Mapping[str, Attribute]:
        """The attributes of an operation; those that have the same ones share them.

        An empty list about windows is left out: upstream reads ``pad = []`` as if it weren't there.
        """
        try:
            key = tuple(operation.attributes.items())
        except TypeError:  # the bindings have no Python class for one of them, such as a complex dense<..>
            return _of_windows(self.attributes_from_text(operation), is_windowed)
        shared = None if is_windowed else self._shared.get(key)
        if shared is not None:
            return shared
        converted = _of_windows({name: self.attribute(value) for name, value in key}, is_windowed)
        if not is_windowed and all(map(_is_shared, converted.values())):
            self._shared[key] = converted
        return converted

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
