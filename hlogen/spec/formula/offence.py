"""What to say where a formula is false: the part that is, with the values that make it so, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hlogen.spec.constraint import Answer, Offence, Truth, Undecided
from hlogen.spec.formula.evaluate import Names, beside, compared, given, paired, truth, value
from hlogen.spec.formula.functions import equal, is_list, listed
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
)
from hlogen.spec.formula.syntax import Each as EachOf


def judged(node: Node, names: Names) -> Answer:
    """HOLDS, UNKNOWN, or the offence. Raises Undecided where the operation hasn't what the formula speaks of."""
    held = truth(node, names)
    if held is None:
        return Truth.UNKNOWN
    return Truth.HOLDS if held else Offence("; ".join(reasons(node, names)), remedy(node, names))


def reasons(node: Node, names: Names) -> list[str]:
    """Why the formula is false: a sentence for each of its parts that is."""
    match node:
        case Comparison():
            links = zip(node.operands, node.signs, node.operands[1:], strict=False)
            return [said for left, sign, right in links for said in _of_link(left, sign, right, names)]
        case Junction(word="and"):
            return [said for part in node.parts if truth(part, names) is False for said in reasons(part, names)]
        case Junction():
            return [f"neither {' nor '.join(part.text for part in node.parts)}: {_facts(node, names)}"]
        case Implication():
            return [f"{said}, where {node.condition.text}" for said in reasons(node.of, names)]
        case Given():
            return reasons(node.of, given(node, names))
        case ForAll():
            for one in listed(value(node.domain, names)):
                inner = beside(names, {node.name: one})
                if truth(node.of, inner) is False:
                    return [f"{said}, for {node.name} = {one}" for said in reasons(node.of, inner)]
            raise Undecided
        case Not():
            return [f"{node.of.text}: {_facts(node.of, names)}"]
        case Call(function="same"):
            return _not_the_same(node, names)
        case Call(function="is_unique"):
            return [_repeated(node.arguments[0], names)]
        case Call(function="is_sorted"):
            return [f"{shown(node.arguments[0], names)} isn't sorted"]
        case _:
            return [f"{node.text} is false: {_facts(node, names)}"]


def _of_link(left: Node, sign: str, right: Node, names: Names) -> list[str]:
    a, b = value(left, names), value(right, names)
    if compared(sign, a, b) is not False:
        return []
    if sign in ("in", "not in"):
        verb = "isn't" if sign == "in" else "is"
        return [f"{shown(left, names)} {verb} in {shown(right, names)}"]
    pairs = paired(sign, a, b)
    if pairs is None:
        return [_clash(left, _assigned(left, a), sign, _assigned(right, b))]
    return [
        _clash(left, _part(left, a, x, at), sign, _part(right, b, y, at))
        for at, (x, y) in enumerate(pairs)
        if compared(sign, x, y) is False
    ][:_MOST]


_MOST = 3  # entries of a list that are wrong: who has seen these knows


def _part(node: Node, whole: Any, part: Any, at: int) -> str:
    """One entry of a list with its name, such as ``dimensions[1] = 5``; what isn't a list is meant each time."""
    return f"{_entry(node, at)} = {text_of(part)}" if is_list(whole) else _assigned(node, whole)


def _entry(node: Node, place: int) -> str:
    """``dimensions[1]``; of ``inputs...`` ``inputs[1]``, of ``shape(inputs...)`` ``shape(inputs[1])``."""
    if "..." in node.text:
        return node.text.replace("...", f"[{place}]")
    return f"({node.text})[{place}]" if isinstance(node, (Arithmetic, Choice)) else f"{node.text}[{place}]"


def _clash(left: Node, a: str, sign: str, b: str) -> str:
    match sign:
        case "=":
            return f"{a}, but {b}"
        case "!=":
            return f"{a} and {b} are the same"
        case "<":
            return f"{b} isn't above {a}" if isinstance(left, Number) else f"{a} isn't below {b}"
        case "<=":
            return f"{b} is below {a}" if isinstance(left, Number) else f"{a} is above {b}"
        case ">":
            return f"{a} isn't above {b}"
        case _:
            return f"{a} is below {b}"


def _not_the_same(node: Call, names: Names) -> list[str]:
    inner = node.arguments[0]
    found = value(inner, names)
    for at in range(1, len(found)):
        if equal(found[0], found[at]) is False:
            return [f"{_entry(inner, 0)} = {text_of(found[0])}, but {_entry(inner, at)} = {text_of(found[at])}"]
    raise Undecided


def _repeated(node: Node, names: Names) -> str:
    found = listed(value(node, names))
    twice = next(one for at, one in enumerate(found) if one in found[:at])
    return f"{_assigned(node, found)} has {text_of(twice)} more than once"


def shown(node: Node, names: Names) -> str:
    """The node with its value: ``rank(operand) = 2``; a number alone."""
    return _assigned(node, value(node, names))


def _assigned(node: Node, found: Any) -> str:
    text = text_of(found)
    if isinstance(node, Call) and node.function == "type":
        return f"{node.arguments[0].text} is {text}"
    if isinstance(node, Name) and not is_list(found) and not isinstance(found, (int, str, bool)):
        return f"{node.text} is {text}"
    if isinstance(node, (Number, Word)) or node.text == text:
        return text
    if isinstance(node, Listing) and not is_list(found):
        return text
    return f"{node.text} = {text}"


def text_of(found: Any) -> str:
    if is_list(found):
        return f"[{', '.join(map(text_of, found))}]"
    if isinstance(found, bool):
        return str(found).lower()
    return "?" if found is None else str(found)


def _facts(node: Node, names: Names) -> str:
    """The values of the names in a formula, each once."""
    found = dict.fromkeys(_leaves(node))
    return ", ".join(shown(leaf, names) for leaf in found)


def _leaves(node: Node) -> list[Node]:
    match node:
        case Name():
            return [node]
        case Call():
            return [leaf for argument in node.arguments for leaf in _leaves(argument)]
        case EachOf() | Not():
            return _leaves(node.of)
        case Index():
            return _leaves(node.of)
        case Implication() | Given() | ForAll():
            return _leaves(node.of)
        case Arithmetic():
            return [*_leaves(node.left), *_leaves(node.right)]
        case Comparison():
            return [leaf for operand in node.operands for leaf in _leaves(operand)]
        case Junction():
            return [leaf for part in node.parts for leaf in _leaves(part)]
        case Choice():
            return [*_leaves(node.condition), *_leaves(node.then), *_leaves(node.otherwise)]
        case _:
            return []


def remedy(node: Node, names: Names) -> str:
    """What to do, where the rule has no words of its own for it."""
    match node:
        case Given():
            return remedy(node.of, given(node, names))
        case Implication():
            return remedy(node.of, names)
        case Junction(word="and"):
            return remedy(next(part for part in node.parts if truth(part, names) is False), names)
        case Comparison(signs=("=",)):
            target = _target(node, names)
            for side, other in (node.operands, node.operands[::-1]):
                if target in _names_in(side) and target not in _names_in(other):
                    return f"{_verb(target, names)} {target} so that {_is(side, value(other, names))}"
        case Call(function="is_unique", arguments=(Name() as listing,)):
            return f"name each in {listing.text} once"
        case Call(function="is_sorted", arguments=(Name() as listing,)):
            return f"write {listing.text} = {text_of(tuple(sorted(listed(value(listing, names)))))}"
        case _:
            pass
    target = _target(node, names)
    return f"{_verb(target, names)} {target} so that {node.text}"


def _is(node: Node, wanted: Any) -> str:
    if isinstance(node, Call) and node.function == "type":
        return f"it is {text_of(wanted)}"
    return f"{node.text} = {text_of(wanted)}"


def _names_in(node: Node) -> list[str]:
    return [leaf.text for leaf in _leaves(node)]


def _target(node: Node, names: Names) -> str:
    """What of the operation one would change: a result before an attribute, an attribute before an operand."""
    found = dict.fromkeys(_names_in(node))
    known = [name for name in found if name in _roles(names)]
    order = ("result", "attribute", "region", "operand")
    return min(known, key=lambda name: order.index(_roles(names)[name]), default=node.text)


def _roles(names: Names) -> Mapping[str, str]:
    roles: Mapping[str, str] = names.get("", {})
    return roles


def _verb(target: str, names: Names) -> str:
    return {"result": "declare", "operand": "pass"}.get(_roles(names).get(target, ""), "write")
