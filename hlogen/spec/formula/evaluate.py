"""The value of a formula for one operation: True, False, or None where a size decides that only a run knows."""

from __future__ import annotations

import operator
from collections import ChainMap
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, TypeAlias

from hlogen.spec.constraint import Undecided
from hlogen.spec.formula.functions import FUNCTIONS, Each, at_most, below, elementwise, equal, is_list, listed
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
    Span,
    Word,
)
from hlogen.spec.formula.syntax import Each as EachOf

Names: TypeAlias = Mapping[str, Any]

_COMPUTE: dict[str, Callable[[int, int], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}


def value(node: Node, names: Names) -> Any:
    """What the node stands for; `names` are the operation's operands, attributes, regions and results.

    Raises Undecided where the operation hasn't what the formula speaks of.
    """
    match node:
        case Number():
            return node.value
        case Word():
            return {"true": True, "false": False}.get(node.text, node.text)
        case Name():
            return names[node.text]
        case Call():
            return _call(node, names)
        case EachOf():
            return Each(listed(value(node.of, names)))
        case Listing():
            return tuple(value(entry, names) for entry in node.entries)
        case Index():
            return _index(value(node.of, names), node.at, names)
        case Arithmetic():
            try:
                return elementwise(_COMPUTE[node.sign], value(node.left, names), value(node.right, names))
            except ZeroDivisionError:
                raise Undecided from None
        case Choice():
            chosen = truth(node.condition, names)
            if chosen is None:
                raise Undecided
            return value(node.then if chosen else node.otherwise, names)
        case _:
            return truth(node, names)


def truth(node: Node, names: Names) -> bool | None:
    """Whether the formula holds."""
    match node:
        case Comparison():
            return every(compared(sign, value(left, names), value(right, names)) for left, sign, right in links(node))
        case Not():
            held = truth(node.of, names)
            return None if held is None else not held
        case Junction(word="and"):
            return every(truth(part, names) for part in node.parts)
        case Junction():
            return some(node.parts, names)
        case Implication():
            condition = truth(node.condition, names)
            return truth(node.of, names) if condition else None if condition is None else True
        case ForAll():
            return every(truth(node.of, beside(names, {node.name: one})) for one in listed(value(node.domain, names)))
        case Given():
            return truth(node.of, given(node, names))
        case _:
            held = value(node, names)
            if held is None or isinstance(held, bool):
                return held
            raise Undecided


def given(node: Given, names: Names) -> Names:
    """`names` with those that the node defines."""
    known: dict[str, Any] = {}
    for name, definition in node.names:
        known[name] = value(definition, beside(names, known))
    return beside(names, known)


def beside(names: Names, more: dict[str, Any]) -> Names:
    """`names` with more of them, none of which is asked for before a formula does: an operation may not have it."""
    return ChainMap(more, names)  # type: ignore[arg-type]  # only `more` is ever written


def links(node: Comparison) -> list[tuple[Node, str, Node]]:
    """What is compared with what: neighbours, and of several equals each with each, as open sizes may equal others."""
    if len(node.operands) > 2 and set(node.signs) == {"="}:
        return [(left, "=", right) for left, right in combinations(node.operands, 2)]
    return [*zip(node.operands, node.signs, node.operands[1:], strict=False)]


def compared(sign: str, left: Any, right: Any) -> bool | None:
    """One link of a comparison. Of an `Each` each is compared, and of a list with a size each entry."""
    if sign in ("in", "not in"):
        found = some_equal(left, listed(right))
        return found if sign == "in" or found is None else not found
    if (pairs := paired(sign, left, right)) is not None:
        return every(compared(sign, a, b) for a, b in pairs)
    match sign:
        case "=":
            return equal(left, right)
        case "!=":
            held = equal(left, right)
            return None if held is None else not held
        case "<=":
            return at_most(left, right)
        case "<":
            return below(left, right)
        case _:
            return below(right, left)


def paired(sign: str, left: Any, right: Any) -> list[tuple[Any, Any]] | None:
    """The values that are compared with each other where these are several; two lists are equal as a whole.

    ``dim(x, dims...)`` is a list of sizes beside another, ``shape(inputs...)`` several lists.
    """
    if is_list(left) and is_list(right) and isinstance(left, Each) != isinstance(right, Each):
        several = left if isinstance(left, Each) else right
        left, right = (left, right) if any(map(is_list, several)) else (tuple(left), tuple(right))
    if isinstance(right, Each) and not isinstance(left, Each):
        return [(left, one) for one in right]
    if isinstance(left, Each) and not isinstance(right, Each):
        return [(one, right) for one in left]
    if is_list(left) and is_list(right):
        if sign in ("=", "!=") and not isinstance(left, Each):
            return None
        if len(left) != len(right):
            raise Undecided
        return [*zip(left, right, strict=True)]
    if is_list(left):
        return [(one, right) for one in left]
    if is_list(right):
        return [(left, one) for one in right]
    return None


def every(answers: Any) -> bool | None:
    """False where one answer is; an answer that can't be had leaves the others."""
    undecided = False
    for answer in answers:
        if answer is False:
            return False
        undecided = undecided or answer is None
    return None if undecided else True


def some(parts: tuple[Node, ...], names: Names) -> bool | None:
    answers = [truth(part, names) for part in parts]
    return True if True in answers else None if None in answers else False


def some_equal(one: Any, others: tuple[Any, ...]) -> bool | None:
    answers = [equal(one, other) for other in others]
    return True if True in answers else None if None in answers else False


def _call(node: Call, names: Names) -> Any:
    arguments = [value(argument, names) for argument in node.arguments]
    function = FUNCTIONS[node.function]
    several = [argument for argument in arguments if isinstance(argument, Each)]
    if not several or hasattr(function, "of_all"):
        return function(*arguments)
    if len({len(one) for one in several}) != 1:
        raise Undecided
    return Each(
        function(*(argument[at] if isinstance(argument, Each) else argument for argument in arguments))
        for at in range(len(several[0]))
    )


def _index(of: Any, at: tuple[Node, ...], names: Names) -> Any:
    if isinstance(of, Each):
        return Each(_index(one, at, names) for one in of)
    first, *rest = at
    if isinstance(first, Span):
        start = None if first.start is None else value(first.start, names)
        stop = None if first.stop is None else value(first.stop, names)
        part = listed(of)[start:stop]
        return tuple(_index(one, tuple(rest), names) for one in part) if rest else part
    place = value(first, names)
    entries = listed(of)
    if is_list(place):
        return (Each if isinstance(place, Each) else tuple)(_entry(entries, one) for one in place)
    found = _entry(entries, place)
    return _index(found, tuple(rest), names) if rest else found


def _entry(entries: tuple[Any, ...], place: Any) -> Any:
    if not isinstance(place, int) or not -len(entries) <= place < len(entries):
        raise Undecided
    return entries[place]
