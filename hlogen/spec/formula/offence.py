"""What to say where a formula is false: the part that is, with the values that make it so, and what to do.

Only the specification's own names and functions are spoken of. Where a formula computes a value with others, such as
a shape with one size replaced, the value alone is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hlogen.ir.attributes import DenseElements
from hlogen.ir.types import FunctionType, QuantizedType, TensorType
from hlogen.spec.constraint import Answer, Offence, Truth, Undecided
from hlogen.spec.formula.evaluate import Names, beside, compared, given, links, paired, truth, value
from hlogen.spec.formula.functions import Each, equal, is_list, listed
from hlogen.spec.formula.syntax import (
    Arithmetic,
    Call,
    Choice,
    Comparison,
    ForAll,
    Given,
    Implication,
    Index,
    Junction,
    Listing,
    Name,
    Node,
    Not,
    Number,
    Word,
    names_in,
)
from hlogen.spec.formula.syntax import Each as EachOf
from hlogen.spec.predicates import counted

# How a function's value is said of what it is the function of, and what one asks for to have it so.
_SAID = {
    "type": ("{} is {}", ""),
    "baseline_type": ("{} is {}", ""),
    "element_type": ("{} has elements of {}", "elements of {}"),
    "baseline_element_type": ("{} has elements of {}", "elements of {}"),
    "complex_element_type": ("the numbers of {} have parts of {}", "parts of {}"),
    "part_type": ("the numbers of {} have parts of {}", "parts of {}"),
    "shape": ("{} has shape {}", "shape {}"),
    "rank": ("{} has rank {}", "rank {}"),
    "storage_type": ("{} has storage type {}", "storage type {}"),
    "expressed_type": ("{} has expressed type {}", "expressed type {}"),
    "quantization_dimension": ("{} is quantized along dimension {}", "quantization_dimension {}"),
    "scales": ("{} has scales {}", "scales {}"),
    "zero_points": ("{} has zero points {}", "zero points {}"),
    "num_bits": ("{} has elements of {} bits", "elements of {} bits"),
    "input_types": ("{} takes {}", ""),
    "output_types": ("{} returns {}", ""),
    "tuple_element_types": ("{} has elements of types {}", "elements of types {}"),
}
# What is said where the function is true of something ("isn't" before it where it is false), and what it then is.
_ADJECTIVES = {
    "is_quantized": ("quantized", "a quantized tensor"),
    "is_per_axis_quantized": ("quantized per axis", "a tensor quantized per axis"),
    "is_per_tensor_quantized": ("quantized per tensor", "a tensor quantized per tensor"),
    "is_complex": ("complex", "a tensor of complex type"),
    "is_float": ("of floating-point type", "a tensor of floating-point type"),
    "is_integer": ("of integer type", "a tensor of integer type"),
    "is_signed_integer": ("of signed integer type", "a tensor of signed integer type"),
    "is_unsigned_integer": ("of unsigned integer type", "a tensor of unsigned integer type"),
    "is_boolean": ("boolean", "a tensor of boolean type"),
    "is_tensor": ("a tensor", "a tensor"),
    "is_token": ("a token", "a token"),
}
_SPOKEN = {*_SAID, *_ADJECTIVES, "size", "num_elements", "dim", "max", "is_unique"} - {"part_type"}
_MOST = 3  # entries of a list that are wrong: who has seen these knows
_LONG = 40  # letters of a formula that stands in a sentence


def judged(node: Node, names: Names) -> Answer:
    """HOLDS, UNKNOWN, or the offence. Raises Undecided where the operation hasn't what the formula speaks of."""
    held = truth(node, names)
    if held is None:
        return Truth.UNKNOWN
    return Truth.HOLDS if held else Offence("; ".join(dict.fromkeys(reasons(node, names))), remedy(node, names))


def reasons(node: Node, names: Names) -> list[str]:
    """Why the formula is false: a sentence for each of its parts that is."""
    match node:
        case Comparison():
            return [said for left, sign, right in _clashes(node, names) for said in [_clash(left, sign, right, names)]]
        case Junction(word="and"):
            return [said for part in node.parts if _is_false(part, names) for said in reasons(part, names)]
        case Junction():
            said = dict.fromkeys(said for part in _speaking(node.parts) for said in reasons(part, names))
            return [" and ".join(said)]
        case Implication():
            return [f"{said}{_wherefore(node.condition, names)}" for said in reasons(node.of, names)]
        case Given():
            return reasons(node.of, given(node, names))
        case ForAll():
            return reasons(node.of, _first_false(node, names))
        case Call(function=function) if function in _SENTENCES:
            return [_SENTENCES[function](node, names)[0]]
        case _ if not _is_spoken(node):
            return [f"this doesn't fit: {_facts(node, names)}"]
        case _:
            return [f"{node.text} is false: {_facts(node, names)}"]


def remedy(node: Node, names: Names, is_alternative: bool = False) -> str:
    """What to do, where the rule has no words of its own for it; alternatives say it of what stands first in them."""
    match node:
        case Given():
            return remedy(node.of, given(node, names))
        case ForAll():
            return remedy(node.of, _first_false(node, names))
        case Implication():
            return remedy(node.of, names)
        case Junction(word="and"):
            return remedy(next(part for part in node.parts if _is_false(part, names)), names)
        case Junction():
            return ", or ".join(dict.fromkeys(remedy(part, names, is_alternative=True) for part in node.parts))
        case Comparison():
            for left, sign, right in _clashes(node, names):
                if fix := _mended(left, sign, right, names, is_odd=is_alternative or len(node.operands) > 2):
                    return fix
        case Call(function=function) if function in _SENTENCES:
            return _SENTENCES[function](node, names)[1]
        case _:
            pass
    target = _target(node, names)
    return f"{_verb(target, names)} {_called(target)} so that {node.text}"


def clashing(node: Node, names: Names) -> Names:
    """`names` with those that a false formula gives to what makes it so."""
    match node:
        case Given():
            return clashing(node.of, given(node, names))
        case ForAll():
            return clashing(node.of, _first_false(node, names))
        case Implication():
            return clashing(node.of, names)
        case Junction(word="and"):
            return clashing(next(part for part in node.parts if truth(part, names) is False), names)
        case _:
            return names


def _wherefore(condition: Node, names: Names) -> str:
    """The condition in words where what is wrong doesn't show that it holds: it is about a type, or an enumerator."""
    match condition:
        case Call(function=function) if function in _ADJECTIVES and "quantized" not in function:
            return f", and {_clause(condition, names)}"
        case Comparison(operands=(Name(), Word()), signs=("=",)):
            return f", and {_facts(condition, names)}"
        case Junction(word="or"):
            return next((_wherefore(part, names) for part in condition.parts if truth(part, names)), "")
        case _:
            return ""


def _is_false(node: Node, names: Names) -> bool:
    """Whether it is certainly false; what a part before it rules out may be missing."""
    try:
        return truth(node, names) is False
    except Undecided:
        return False


def _speaking(parts: Sequence[Node]) -> list[Node]:
    """Those of alternatives that say what others say, too, left out: that a rank isn't 0 is seen in a shape."""
    spoken = [set(_subjects(part)) for part in parts]
    return [part for part, own in zip(parts, spoken, strict=True) if not any(own < other for other in spoken)]


def _first_false(node: ForAll, names: Names) -> Names:
    for one in listed(value(node.domain, names)):
        inner = beside(names, {node.name: one})
        if truth(node.of, inner) is False:
            return inner
    raise Undecided


# Comparisons: which links don't hold


def _clashes(node: Comparison, names: Names) -> list[tuple[Node, str, Node]]:
    """The links that don't hold, of lists those of their entries; of equals each that most others differ from."""
    if len(node.operands) > 2 and set(node.signs) == {"="} and (odd := _odd_ones(node.operands, names)):
        return odd[:_MOST]
    found: list[tuple[Node, str, Node]] = []
    for left, sign, right in links(node):
        a, b = value(left, names), value(right, names)
        if compared(sign, a, b) is not False:
            continue
        pairs = None if sign in ("in", "not in") else paired(sign, a, b)
        if pairs is None:
            found.append((left, sign, right))
            continue
        found += [
            (left if x is a else _entry(left, at, a), sign, right if y is b else _entry(right, at, b))
            for at, (x, y) in enumerate(pairs)
            if compared(sign, x, y) is False
        ][:_MOST]
    return found


def _odd_ones(nodes: Sequence[Node], names: Names) -> list[tuple[Node, str, Node]]:
    """Each node whose value differs from the one that most have, and a node that has this.

    None where all may have it, as sizes are open that can't be equal to several others at once.
    """
    found = [value(node, names) for node in nodes]
    likes = [[at for at, other in enumerate(found) if compared("=", one, other) is not False] for one in found]
    common = max(likes, key=len)
    wanted = nodes[max(common, key=lambda at: _order(nodes[at], names))]
    return [(node, "=", wanted) for at, node in enumerate(nodes) if at not in common]


def _entry(node: Node, at: int, found: Any) -> Node:
    """One entry of a list; ``inputs[1]`` of ``inputs...``, of ``shape(inputs...)`` ``shape(inputs[1])``."""
    match node:
        case EachOf(of=Listing(entries=entries)):
            return entries[at]
        case EachOf():
            return Index(f"{node.of.text}[{at}]", node.of, (Number(str(at), at),))
        case Call() if isinstance(found, Each) and any("..." in argument.text for argument in node.arguments):
            arguments = tuple(_entry(one, at, found) if "..." in one.text else one for one in node.arguments)
            return replace(
                node, text=f"{node.function}({', '.join(one.text for one in arguments)})", arguments=arguments
            )
        case _ if not is_list(found):
            return node
        case Name() | Call() | Listing():
            return Index(f"{node.text}[{at}]", node, (Number(str(at), at),))
        case _:
            return Index(f"({node.text})[{at}]", node, (Number(str(at), at),))


def _clash(left: Node, sign: str, right: Node, names: Names) -> str:
    if sign in ("in", "not in"):
        return f"{_noun(left, names)} {_is(sign == 'not in')} in {_noun(right, names)}"
    left, right = _chosen(left, names), _chosen(right, names)
    if sign == "=":
        if not _is_spoken(left) or isinstance(left, Number):
            left, right = right, left
        is_fact = isinstance(value(right, names), bool) and not isinstance(right, Word)
        if is_fact or (_is_spoken(right) and not isinstance(right, (Number, Word, Arithmetic))):
            return f"{_clause(left, names)}, but {_clause(right, names)}"
        return f"{_clause(left, names)}, expected {_noun(right, names)}"
    if isinstance(left, Number):
        left, right, sign = right, left, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[sign]
    verb = {"<": "isn't below", "<=": "is above", ">": "isn't above", ">=": "is below"}[sign]
    return f"{_noun(left, names)} {verb} {_noun(right, names)}"


# What to do about a link


def _mended(left: Node, sign: str, right: Node, names: Names, is_odd: bool = False) -> str:
    """What to do about a link that doesn't hold, "" where there are no words for it.

    Who is to change is the result; otherwise the left side where it `is_odd` among equals, the attribute where a value
    isn't in its range, and of operands those further behind.
    """
    sides = [(left, sign, right), (right, _TURNED[sign], left)] if sign in _TURNED else [(left, sign, right)]
    if sign != "=" or not is_odd or _roles(names).get(_base(right)) == "result":
        sides.sort(key=lambda side: _order(side[0], names, sign))
    for side, sign_, other in sides:
        if fix := _asked(_chosen(side, names), sign_, _chosen(other, names), names):
            return fix
    return ""


_TURNED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_LIMITS = {"=": "{}", "<": "fewer than {}", "<=": "at most {}", ">": "more than {}", ">=": "at least {}"}


def _asked(side: Node, sign: str, other: Node, names: Names) -> str:
    found = value(other, names)
    if sign not in _TURNED:
        is_choice = sign == "in" and isinstance(side, Name) and _roles(names).get(side.text) == "attribute"
        return f"write {' or '.join(map(text_of, listed(found)))} as {side.text}" if is_choice else ""
    match side:
        case Call(function=function, arguments=(of,)) if sign == "=" and function in ("type", "baseline_type"):
            return _as(of, text_of(_whole(other, names)), names)
        case Call(function=function, arguments=(of,)) if function in _ADJECTIVES:
            adjective, what = _ADJECTIVES[function]
            return _as(of, what if found else f"a tensor that isn't {adjective}", names, is_phrase=True)
        case Call(function="input_types", arguments=(of,)) if sign == "=":
            return f"let {of.text} take {text_of(found)}"
        case Call(function="output_types", arguments=(of,)) if sign == "=":
            return f"let {of.text} return {text_of(found)}"
        case Call(function="size" | "num_elements", arguments=(of,)):
            limit, target = _limit(sign, found), _base(of)
            if isinstance(value(of, names), TensorType):
                return f"{_verb(target, names)} {_called(of.text)} with {limit} elements"
            if _roles(names).get(target) == "attribute":
                return f"give {of.text} {limit} {'entry' if limit == '1' else 'entries'}"
            return f"{_verb(target, names)} {limit} of {of.text}"
        case Call(function="dim", arguments=(of, axis)) if not is_list(found):
            target = _base(of)
            place = _place(value(axis, names))
            return f"{_verb(target, names)} {_called(of.text)} with a size of {_limit(sign, found)} as {place}"
        case Call(function="quantization_dimension", arguments=(of,)):
            return f"{_verb(_base(of), names)} {_called(of.text)} as quantized along dimension {found}"
        case Call(function=function, arguments=(of,)) if function in _SAID and (phrase := _SAID[function][1]):
            shown = found if sign != "=" else _whole(other, names) if function == "baseline_element_type" else found
            wanted = phrase.format(_limit(sign, shown))
            return f"{_verb(_base(of), names)} {_called(of.text)} with {wanted}"
        case Name() | Index(of=Name()) if _roles(names).get(_base(side)) == "attribute":
            if sign == "=":
                return f"write {side.text} = {text_of(found)}"
            return "" if (sign, found) == ("<", 0) else f"write {_number(sign, found)} as {side.text}"
    return ""


def _as(of: Node, what: str, names: Names, is_phrase: bool = False) -> str:
    target = _base(of)
    if _roles(names).get(target) == "result":
        return f"declare {_called(of.text)} as {what}"
    return f"{_verb(target, names)} {what if is_phrase else f'a {what}'} as {of.text}"


def _limit(sign: str, found: Any) -> str:
    if isinstance(found, int) and not isinstance(found, bool) and sign in "<>":
        return _limit(f"{sign}=", found + (1 if sign == ">" else -1))
    return _LIMITS[sign].format(text_of(found))


def _number(sign: str, found: Any) -> str:
    return _limit(sign, found) if not is_list(found) else f"numbers of {_limit(sign, found)}"


# Saying what is there


def _clause(node: Node, names: Names) -> str:
    """What is true of something, as a sentence: "lhs is tensor<2xf32>", "strides has 3 entries"."""
    found = value(node, names)
    match node:
        case Call(function=function, arguments=(of,)) if function in _SAID:
            return _SAID[function][0].format(of.text, text_of(_whole(node, names)))
        case Call(function=function, arguments=(of,)) if function in _ADJECTIVES:
            return f"{of.text} {_is(found)} {_ADJECTIVES[function][0]}"
        case Call(function="size" | "num_elements", arguments=(of,)):
            several = "elements" if isinstance(value(of, names), TensorType) else "entries"
            return f"{of.text} has {counted(found, *_ONE[several]) if isinstance(found, int) else f'? {several}'}"
        case Call(function="dim", arguments=(of, axis)):
            return f"{_place(value(axis, names))} of {of.text} is {text_of(found)}"
        case _ if isinstance(found, bool) and not isinstance(node, (Name, Word)):
            return _facts(node, names)
        case _:
            return _noun(node, names)


_ONE = {"elements": ("element", "elements"), "entries": ("entry", "entries")}


def _is(so: bool) -> str:
    return "is" if so else "isn't"


def _place(axis: Any) -> str:
    if isinstance(axis, int) and axis < 0:
        return {-1: "the last dimension", -2: "the last dimension but one"}.get(axis, f"dimension {axis}")
    return f"dimension {axis}"


def _noun(node: Node, names: Names) -> str:
    """The node with its value: ``rank(operand) = 2``; the value alone of numbers, and of what isn't spoken of."""
    found = value(node, names)
    text = text_of(found)
    if isinstance(node, (Number, Word, Listing)) or node.text == text or not _is_spoken(node):
        return text
    if isinstance(node, (Name, Index)) and not is_list(found) and not isinstance(found, (int, str, float)):
        return f"{node.text} is {text}"
    return f"{node.text} = {text}"


def _is_spoken(node: Node) -> bool:
    """Whether the node can stand in a sentence: it is short, and its functions are the specification's."""
    return len(node.text) <= _LONG and "..." not in node.text and all(call in _SPOKEN for call in _calls(node))


def _whole(node: Node, names: Names) -> Any:
    """The node's value, of a type without the parameters of its quantization the type with them."""
    if isinstance(node, Call) and node.function.startswith("baseline_"):
        whole = node.function.removeprefix("baseline_")
        return value(replace(node, function=whole), names)
    return value(node, names)


def text_of(found: Any) -> str:
    if is_list(found):
        return f"[{', '.join(map(text_of, found))}]"
    if isinstance(found, bool):
        return str(found).lower()
    return "?" if found is None else str(found)


def _facts(node: Node, names: Names) -> str:
    """What is true of the things in a formula, each once: that they are quantized or not, or their values."""
    return " and ".join(dict.fromkeys(_clause(part, names) for part in _subjects(node)))


def _subjects(node: Node) -> list[Node]:
    """The parts of a formula that something can be said of."""
    match node:
        case Name() | Index():
            return [node]
        case Call(function=function) if function in _SAID or function in _ADJECTIVES:
            of = node.arguments[0]
            return [node] if function in _ADJECTIVES or not isinstance(of, Name) else [of]
        case Call():
            return [part for argument in node.arguments for part in _subjects(argument)]
        case EachOf() | Not() | Given() | ForAll() | Implication():
            return _subjects(node.of)
        case Arithmetic():
            return [*_subjects(node.left), *_subjects(node.right)]
        case Comparison():
            return [part for operand in node.operands for part in _subjects(operand)]
        case Junction():
            return [part for one in node.parts for part in _subjects(one)]
        case Choice():
            return [*_subjects(node.condition), *_subjects(node.then), *_subjects(node.otherwise)]
        case _:
            return []


def _calls(node: Node) -> list[str]:
    match node:
        case Call():
            return [node.function, *(name for argument in node.arguments for name in _calls(argument))]
        case EachOf() | Not() | Index():
            return _calls(node.of)
        case Arithmetic():
            return [*_calls(node.left), *_calls(node.right)]
        case Comparison():
            return [name for operand in node.operands for name in _calls(operand)]
        case Junction():
            return [name for part in node.parts for name in _calls(part)]
        case Listing():
            return [name for entry in node.entries for name in _calls(entry)]
        case _:
            return []


def _chosen(node: Node, names: Names) -> Node:
    """Of ``a ? b : c`` that which counts."""
    while isinstance(node, Choice):
        node = node.then if truth(node.condition, names) else node.otherwise
    return node


# Who is to change


def _target(node: Node, names: Names) -> str:
    """What of the operation one would change: a result before an attribute, an attribute before an operand."""
    known = [name for name in dict.fromkeys(names_in(node)) if name in _roles(names)]
    return min(known, key=lambda name: _ORDER.index(_roles(names)[name]), default=node.text)


_ORDER = ("result", "attribute", "region", "operand")


def _order(node: Node, names: Names, sign: str = "=") -> tuple[int, int]:
    """The sooner to change, the smaller: by what it is, and the further behind."""
    target, roles = _base(node), _roles(names)
    if target not in roles:
        return len(_ORDER), 0
    is_range = sign != "=" and roles[target] == "attribute"
    return -1 if is_range else _ORDER.index(roles[target]), -[*roles].index(target)


def _base(node: Node) -> str:
    return next(iter(names_in(node)), node.text)


def _roles(names: Names) -> Mapping[str, str]:
    roles: Mapping[str, str] = names.get("", {})
    return roles


def _verb(target: str, names: Names) -> str:
    return {"result": "declare", "operand": "pass"}.get(_roles(names).get(target, ""), "write")


def _called(name: str) -> str:
    return "the result" if name == "result" else name


# Functions that are true or false: what is wrong, and what to do


def _is_unique(node: Call, names: Names) -> tuple[str, str]:
    (of,) = node.arguments
    found = listed(value(of, names))
    twice = next(one for at, one in enumerate(found) if one in found[:at])
    parts = of.arguments if isinstance(of, Call) and of.function == "concatenate" else (of,)
    nouns = " and ".join(_noun(part, names) for part in parts if not isinstance(part, Listing))
    lists = " and ".join(dict.fromkeys(name for part in parts for name in names_in(part)))
    verb = "have" if " and " in nouns else "has"
    return f"{nouns} {verb} {text_of(twice)} more than once", f"name each in {lists} once"


def _is_permutation(node: Call, names: Names) -> tuple[str, str]:
    of, count = node.arguments
    every = text_of(tuple(range(value(count, names))))
    return f"{_noun(of, names)} is no permutation of {every}", f"name each of {every} once in {of.text}"


def _same(node: Call, names: Names) -> tuple[str, str]:
    inner = node.arguments[0]
    found = value(inner, names)
    at = next(at for at in range(1, len(found)) if equal(found[0], found[at]) is False)
    while isinstance(inner, Call) and inner.function not in _SPOKEN:
        inner = inner.arguments[0]  # what sizes are left out is the rule's to say
    first, other = _entry(inner, 0, Each(found)), _entry(inner, at, Each(found))
    fix = _mended(other, "=", first, names, is_odd=True) or f"let {other.text} be like {first.text}"
    return _clash(other, "=", first, names), fix


def _moved_element_type(node: Call, names: Names) -> tuple[str, str]:
    operand, result = (Call(f"element_type({of.text})", "element_type", (of,)) for of in node.arguments)
    return _clash(operand, "=", result, names), _mended(operand, "=", result, names)


def _constant_type(node: Call, names: Names) -> tuple[str, str]:
    given_, output = (value(argument, names) for argument in node.arguments)
    type = given_.type if isinstance(given_, DenseElements) else given_
    name = node.arguments[1].text
    if isinstance(output, TensorType) and isinstance(output.element_type, QuantizedType):
        wanted = output.with_element_type(output.element_type.storage_type)
        message = f"{node.arguments[0].text} is a constant of {type}, but {name}, {output}, is stored as {wanted}"
        return message, f"write the stored integers as a constant of {wanted}"
    return f"{node.arguments[0].text} is a constant of {type}, but {name} is {output}", f"declare {name} as {type}"


def _folds(node: Call, names: Names) -> tuple[str, str]:
    body, inputs = value(node.arguments[0], names), listed(value(node.arguments[1], names))
    scalars = [f"tensor<{one.element_type}>" for one in inputs if isinstance(one, TensorType)]
    taken, returned = ", ".join((*scalars, *scalars)), ", ".join(scalars)
    wanted = f"({taken}) -> {returned if len(scalars) == 1 else f'({returned})'}"
    name = node.arguments[0].text
    found = _signature(body) if isinstance(body, FunctionType) else text_of(body)
    return (
        f"{name} is {found}, expected {wanted}",
        f"write {name} as {wanted}, or with wider types of the same kind",
    )


def _signature(type: FunctionType) -> str:
    taken, returned = ", ".join(map(str, type.inputs)), ", ".join(map(str, type.results))
    return f"({taken}) -> {returned if len(type.results) == 1 else f'({returned})'}"


def _adjective(node: Call, names: Names) -> tuple[str, str]:
    (of,) = node.arguments
    word, _ = _ADJECTIVES[node.function]
    fix = _asked(node, "=", Word("true"), names)
    if word.startswith("a "):
        return f"{of.text} is {text_of(value(of, names))}, {word.replace('a ', 'no ', 1)}", fix
    return f"{of.text} isn't {word}: it is {text_of(value(of, names))}", fix


_SENTENCES: dict[str, Callable[[Call, Names], tuple[str, str]]] = {
    "is_unique": _is_unique,
    "is_permutation": _is_permutation,
    "same": _same,
    "moved_element_type": _moved_element_type,
    "spread_element_type": _moved_element_type,
    "constant_type": _constant_type,
    "folds": _folds,
    **dict.fromkeys(_ADJECTIVES, _adjective),
}
