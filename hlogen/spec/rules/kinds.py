"""What an input or output may be, in the specification's own words: "1-dimensional tensor constant of type si64".

`kind` reads such a phrase and gives the predicate: whether the value of that name in an operation is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from hlogen.ir.attributes import (
    DenseArray,
    DenseElements,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    SymbolRef,
    UnitAttr,
)
from hlogen.ir.module import Region
from hlogen.ir.types import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    UnrankedTensorType,
    is_future,
)
from hlogen.spec.constraint import Answer, Missing, Offence, Truth
from hlogen.spec.element_types import is_element_of_values, why_no_element_type, why_no_index_type
from hlogen.spec.optable import Presence
from hlogen.spec.predicates import counted
from hlogen.spec.rules.facts import DERIVED, IN_STRUCTURES, OperationFacts, is_alias
from hlogen.spec.rules.misread import shown

# What is wrong with one value of that name, as the rest of a sentence ("is a token, no tensor"), or None; and the fix.
Fault: TypeAlias = tuple[str, str] | None
Kind: TypeAlias = Callable[[str, Any], Fault]

_TENSOR = re.compile(
    r"(?:(\d)-dimensional )?(?:tensors?)(?: of (.*?))?(?: or (per-tensor )?quantized (?:tensors?|type))?"
)
_LIST = re.compile(
    r"(\d)-dimensional (?:tensor constants?|constant tensors?) of (?:type `?(\w+)`?|integer type)(?: or .*)?"
)
_CONSTANT = re.compile(r"(?:constant of type )?`?(si64|si32|i1|bool|f32|string)`?")
_ENUM = re.compile(r"enums? of (.*)")
_PREFIX = "variadic number of "


def kind(phrase: str) -> Callable[[str], Callable[[OperationFacts], Answer]]:
    """The predicate of a name that such a phrase describes. ValueError where the phrase isn't understood."""
    is_variadic = phrase.startswith(_PREFIX)
    of_one = _kind(phrase.removeprefix(_PREFIX))

    def of_name(name: str) -> Callable[[OperationFacts], Answer]:
        def predicate(op: OperationFacts) -> Answer:
            return _judged(op, name, of_one, is_variadic)

        return predicate

    return of_name


def _judged(op: OperationFacts, name: str, of_one: Kind, is_variadic: bool) -> Answer:
    if name in DERIVED:
        return Truth.HOLDS
    if name in op.types:
        value = op.types[name]
        what = op.roles[name]
    elif name in op.regions:
        value, what = op.regions[name], "region"
    else:
        value, what = op.attributes.get(name), "attribute"
        if value is None:
            if op.spec.attributes.get(name) is Presence.OPTIONAL or name in op.unsaid:
                return Truth.HOLDS
            fault = of_one(name, None)
            return Offence(f"attribute {name} is missing", f"write {fault[1]} as {name}" if fault else f"write {name}")
    if value is None:
        how = " ({ ... stablehlo.return ... })" if what == "region" else ""
        return Missing(f"{name if name == what else f'{what} {name}'} is missing", f"{_VERBS[what]} {name}{how}")
    if isinstance(value, Region) and not value.blocks:
        return Missing(f"{name} has no block", "write operations into it that end in stablehlo.return")
    if (offence := _too_many(op, name)) is not None:
        return offence
    if not is_variadic:
        return _offence(name, what, of_one(name, value))
    if not isinstance(value, tuple):
        return Offence(f"{name} is {shown(value)}, no list", f"write {name} as a list in brackets")
    faults = [(at, fault) for at, one in enumerate(value) if (fault := of_one(f"{name}[{at}]", one)) is not None]
    if not faults:
        return Truth.HOLDS
    at, fault = next((one for one in faults if not isinstance(one[1], _OfElements)), faults[0])
    return _offence(f"{name}[{at}]", what, fault)


def _too_many(op: OperationFacts, name: str) -> Offence | None:
    """More operands, results or regions than names, which is said of the last name, or of the result without one."""
    spec, given = op.spec, op.op
    for what, names, count in (
        ("operand", spec.operands, len(given.operands)),
        ("result", spec.results, len(given.results)),
        ("region", spec.regions, len(given.regions)),
    ):
        about = (names or spec.results)[-1].removesuffix("...")
        if name == about and count > len(names) and not any(one.endswith("...") for one in names):
            told = f"the operation has {counted(count, what)}, expected {len(names)}"
            if not names:
                return Offence(told, f"{_VERBS[what]} no {what}")
            return Offence(f"{told}: {', '.join(names)}", f"{_VERBS[what]} {' and '.join(names)}, nothing else")
    return None


_VERBS = {"operand": "pass", "result": "declare", "attribute": "write", "region": "write"}


def _offence(name: str, what: str, fault: Fault) -> Answer:
    if fault is None:
        return Truth.HOLDS
    wrong, wanted = fault
    fix = f"{_VERBS[what]} {wanted} as {name}"
    if what == "result":
        fix = f"declare {'the result' if name == 'result' else name} as {wanted}"
    return Offence(f"{name} {wrong}", fix, is_of_elements=isinstance(fault, _OfElements))


class _OfElements(tuple[str, str]):
    """A fault of the element type alone."""


def _kind(phrase: str) -> Kind:
    phrase = phrase.replace("`", "")
    if phrase == "constant":
        return _elements
    if phrase in ("values", "value", "any"):
        return lambda name, value: None
    if phrase == "attribute dictionary":
        return _dictionary
    if phrase == "constant of type string or attribute dictionary":
        return _string_or_dictionary
    if phrase in ("name of a function", "names of functions"):
        return _function_name
    if phrase == "aliases":
        return _alias
    if phrase in ("token", "tokens"):
        return lambda name, value: None if isinstance(value, TokenType) else (f"is {value}, no token", "a token")
    if phrase == "tuple":
        return _tuple
    if phrase == "tensor future":
        return lambda name, value: None if is_future(value) else (f"is {value}, no future", "a future of a tensor")
    if phrase == "quantized tensor":
        return _quantized
    if phrase in ("function", "functions"):
        return _function
    if match := _ENUM.fullmatch(phrase):
        return _enum(re.findall(r"[A-Z_0-9]{2,}", match[1]))
    if match := _LIST.fullmatch(phrase):
        return _list(int(match[1]), match[2] or "si64")
    if match := _CONSTANT.fullmatch(phrase):
        return _constant(match[1])
    if match := _TENSOR.fullmatch(phrase):
        rank = None if match[1] is None else int(match[1])
        return _tensor(rank, match[2] or "", is_any=match[2] is None, phrase=phrase)
    raise ValueError(f"no kind of value is called {phrase!r}")


def _tuple(name: str, value: Any) -> Fault:
    if not isinstance(value, TupleType):
        return f"is {value}, no tuple", "a tuple"
    if not all(map(_is_value, value.element_types)):
        return f"is {value}, not all of whose elements are values", "a tuple of tensors, tokens or tuples"
    return None


def _is_value(type: Any) -> bool:
    if isinstance(type, TupleType):
        return all(map(_is_value, type.element_types))
    if isinstance(type, TensorType):
        return is_element_of_values(type.element_type)
    return isinstance(type, TokenType) or (isinstance(type, OpaqueType) and not is_future(type))


def _quantized(name: str, value: Any) -> Fault:
    if isinstance(value, TensorType) and isinstance(value.element_type, QuantizedType):
        return None
    return f"is {value}, which isn't quantized", "a quantized tensor"


def _elements(name: str, value: Any) -> Fault:
    if isinstance(value, DenseElements | OpaqueAttr):  # the latter of a form that there is no class for
        return None
    return f"is {shown(value)}, which has no elements", "dense<...> with a type"


def _function(name: str, value: Any) -> Fault:
    if not isinstance(value, Region):
        return "is missing", "a region"
    if len(value.blocks) != 1:
        return f"has {counted(len(value.blocks), 'block')}, expected 1", "a region of one block"
    if value.block.terminator is None:
        return "doesn't end in stablehlo.return", "a region that returns"
    if any(op.name == "stablehlo.return" for op in value.block.operations[:-1]):
        return "has a stablehlo.return before its end", "a region that returns once"
    return None


def _enum(words: list[str]) -> Kind:
    def of(name: str, value: Any) -> Fault:
        found = value.value if isinstance(value, EnumAttr) else value
        if isinstance(found, str) and found in words:
            return None
        return f"is {shown(value)}, none of {', '.join(words)}", f"one of {', '.join(words)}"

    return of


def _list(rank: int, element: str) -> Kind:
    of_type = IntegerType(1 if element == "i1" else 64)
    what = "truth values" if element == "i1" else f"integers of type {of_type}"
    wanted = f"a list of {what}" if rank == 1 else f"a table of {what}"

    def of(name: str, value: Any) -> Fault:
        if isinstance(value, OpaqueAttr) and "mesh" in value.text:
            return None  # axes of a mesh
        if isinstance(value, tuple) and rank == 1 and name in IN_STRUCTURES:
            return None
        if isinstance(value, DenseArray):
            fits, dims = value.element_type == of_type, 1
        elif isinstance(value, DenseElements):
            fits, dims = value.type.element_type == of_type, value.type.rank
        else:
            return f"is {shown(value)}, no {wanted[2:]}", wanted
        if not fits:
            return f"is {shown(value)}, no {wanted[2:]}", wanted
        return None if dims == rank else (f"has {counted(dims, 'dimension')}, expected {rank}", wanted)

    return of


def _constant(phrase: str) -> Kind:
    def of(name: str, value: Any) -> Fault:
        match phrase:
            case "i1" | "bool":
                return (
                    None if isinstance(value, (bool, UnitAttr)) else (f"is {shown(value)}, no boolean", "true or false")
                )
            case "f32":
                is_one = isinstance(value, FloatAttr) and str(value.type) == phrase
                return None if is_one else (f"is {shown(value)}, no float of type f32", "a float of type f32")
            case "string":
                return None if _is_string(value) else (f"is {shown(value)}, no string", "a string")
            case _:
                if isinstance(value, int) and not isinstance(value, bool):
                    return None  # from a structure, such as dimension numbers
                type = phrase.replace("si", "i")
                is_one = isinstance(value, IntegerAttr) and str(value.type) == type
                if is_one and not value.type.minimum <= value.value <= value.type.maximum:
                    return f"is {value.value}, more than {type} holds", f"an integer of type {type}"
                return (
                    None if is_one else (f"is {shown(value)}, no integer of type {type}", f"an integer of type {type}")
                )

    return of


def _is_string(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, OpaqueAttr) and value.text.startswith('"'))  # one with a type


def _is_dictionary(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, OpaqueAttr) and value.text.startswith("{"))


def _dictionary(name: str, value: Any) -> Fault:
    return None if _is_dictionary(value) else (f"is {shown(value)}, no dictionary", "a dictionary of attributes")


def _string_or_dictionary(name: str, value: Any) -> Fault:
    if _is_string(value) or _is_dictionary(value):
        return None
    return f"is {shown(value)}, neither a string nor a dictionary", "a string or a dictionary of attributes"


def _function_name(name: str, value: Any) -> Fault:
    if isinstance(value, SymbolRef) and len(value.path) == 1:
        return None
    return f"is {shown(value)}, no name of a function", "the name of a function, such as @my_function,"


def _alias(name: str, value: Any) -> Fault:
    if is_alias(value):
        return None
    return f"is {shown(value)}, no alias", "#stablehlo.output_operand_alias<...>"


def _tensor(rank: int | None, of: str, *, is_any: bool, phrase: str) -> Kind:
    phrase = re.sub(r"\bsi(\d+)", r"i\1", phrase.replace("tensors", "tensor"))
    wanted = f"a {phrase}" if not phrase.startswith(("a ", "an ")) else phrase
    takes_quantized = "quantized" in phrase
    takes_per_axis = takes_quantized and "per-tensor" not in phrase
    words = [word for word in re.findall(r"[\w-]+", of) if word not in ("or", "type", "quantized")]

    def fault(name: str, value: Any) -> Fault:
        if isinstance(value, UnrankedTensorType):
            return f"is {value}, which has no rank", "a ranked tensor"
        if not isinstance(value, TensorType):
            return f"is {value}, no tensor", wanted
        if rank is not None and value.rank != rank:
            return f"is {value}, of rank {value.rank}, expected {rank}", wanted
        element = value.element_type
        if isinstance(element, QuantizedType):
            if not takes_quantized:
                return _OfElements((f"is {value}, which is quantized", wanted))
            if element.is_per_axis and not takes_per_axis:
                said = f"is {value}, which is quantized per axis, and only per tensor is allowed"
                return _OfElements((said, wanted))
            return None
        if is_any:
            why = why_no_element_type(element)
            return None if why is None else _OfElements((f"is {value}: {why}", wanted))
        if any(_is_element(element, word, words) for word in words):
            return None
        if isinstance(element, IndexType) and words == ["integer"] and rank:
            return None  # MLIR's own type, which programs use for shapes
        why = why_no_index_type(element) if words == ["integer"] else None
        return _OfElements((f"is {value}{f': {why}' if why else f', no {phrase}'}", wanted))

    return fault


def _is_element(element: Any, word: str, words: list[str]) -> bool:
    match word:
        case "integer":
            if not isinstance(element, IntegerType) or why_no_index_type(element) is not None:
                return False
            return "signed" not in words or not element.is_unsigned
        case "boolean":
            return isinstance(element, IntegerType) and element.is_boolean
        case "floating-point":
            return isinstance(element, FloatType)
        case "complex":
            return isinstance(element, ComplexType) and why_no_element_type(element) is None
        case _:
            return str(element) == word.replace("si", "i")
