"""The result types that follow from the rules of an operation: what the equations among them say of results.

``shape(result) = dim(operand, permutation...)`` is read from both sides: the rule checks a result that is declared,
and here it gives the one that isn't.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hlogen.errors import UsageError
from hlogen.ir.module import Operation
from hlogen.ir.type_parser import parse_element_type
from hlogen.ir.types import FUTURE, I1, ElementType, OpaqueType, TensorType, TokenType, TupleType, Type
from hlogen.spec.constraint import Undecided
from hlogen.spec.dims import Dim, differ, dims_of, tensor_of
from hlogen.spec.formula.evaluate import Names, beside, given, links, truth, value
from hlogen.spec.formula.functions import Each, as_dim, baseline_of, is_list, listed
from hlogen.spec.formula.syntax import (
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
    Span,
)
from hlogen.spec.formula.syntax import Each as EachOf
from hlogen.spec.rules.facts import OperationFacts
from hlogen.spec.rules.rule import Rules

# What a formula may say of a result, by the function that says it; the baseline of a type is the type but for scales
# and zero points, of which a result that nobody declares has the operand's.
_PARTS = {
    **dict.fromkeys(("type", "types", "baseline_type"), "type"),
    **dict.fromkeys(("element_type", "baseline_element_type"), "element_type"),
    **{name: name for name in ("shape", "rank", "tuple_element_types", "future_types")},
}
_MOST_DIMENSIONS = 1 << 16  # what an operand of sizes may have instead is no shape that anybody infers
_RANK = re.compile(r"(\d)-dimensional ")
_ELEMENT = re.compile(r"(?:\d-dimensional )?tensor of (?:type `?([su]i\d+)`?|(boolean) type)")


def implied_results(rules: Rules, facts: OperationFacts) -> Results:
    """What the rules of an operation say of its results.

    `facts` are those of an operation whose results nobody knows. Whether it keeps its rules with the types that follow
    is for the rules to say.
    """
    known, names = Results(facts), _Sized(facts)
    for name, phrase in rules.outputs.items():
        known.of_phrase(name, phrase)
    for _ in range(2):  # a size may be told of before the rank is
        for formula in rules.about_results:
            known.learn(formula, names)
        if known.types() is not None:
            return known
    if rules.usual is not None:
        known.learn(rules.usual, names)
    return known


class _Sized(Mapping[str, Any]):
    """The names of an operation but for sizes that a run alone knows: a result that has one has to be declared."""

    def __init__(self, facts: OperationFacts) -> None:
        self._facts = facts

    def __getitem__(self, name: str) -> Any:
        found = self._facts[name]
        if isinstance(found, Dim):
            raise Undecided
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)


class _Result:
    """What is known of one result so far."""

    def __init__(self) -> None:
        self.other: Type | None = None  # that is no tensor
        self.dims: list[Dim] | None = None
        self.element_type: ElementType | None = None
        # Shapes that it can't have at once, which no rule forbids: those of add say nothing of quantized tensors.
        self.clash = ""
        self.is_open = False  # as its scales and zero points may be those of one operand or of another

    def learn(self, part: str, found: Any) -> None:
        match part, found:
            case "type", TensorType():
                self._shaped(dims_of(found))
                self._of(found.element_type)
            case "type", _:
                self.other = found
            case "element_type", _:
                self._of(found)
            case "shape", tuple() if all(isinstance(size, (int, Dim)) for size in found):
                self._shaped([as_dim(size) for size in found])
            case "rank", int() if found <= _MOST_DIMENSIONS:
                self._shaped([Dim(None)] * found)
            case "tuple_element_types", tuple():
                self.other = TupleType(found)
            case "future_types", tuple():
                self.other = OpaqueType(f"{FUTURE}{', '.join(map(str, found))}>")

    def sized(self, axes: int | slice, sizes: Sequence[Dim]) -> None:
        """What single dimensions are, once it is known how many there are."""
        if self.dims is not None:
            which = range(len(self.dims))[axes if isinstance(axes, slice) else slice(axes, axes + 1 or None)]
            for axis, size in zip(which, sizes, strict=False):
                self.dims[axis] = _narrower(self.dims[axis], size)

    def type(self) -> Type | None:
        if self.other is not None:
            return self.other
        if self.dims is None or self.element_type is None or self.is_open:
            return None
        return tensor_of([Dim(0) if (dim.size or 0) < 0 else dim for dim in self.dims], self.element_type)

    def _shaped(self, dims: Sequence[Dim]) -> None:
        if self.dims is None:
            self.dims = [*dims]
        elif len(self.dims) != len(dims) or any(map(differ, self.dims, dims)):
            self.clash = f"shape [{', '.join(map(str, self.dims))}] and of shape [{', '.join(map(str, dims))}]"
        else:
            self.dims = [*map(_narrower, self.dims, dims)]

    def _of(self, element_type: ElementType) -> None:
        if self.element_type is None:
            self.element_type = element_type
        elif self.element_type != element_type:  # what else differs breaks a rule, which says so
            self.is_open = self.is_open or baseline_of(self.element_type) == baseline_of(element_type)


class Results:
    """What is known of the results of an operation so far, by their names and numbers."""

    def __init__(self, facts: OperationFacts) -> None:
        self._names = [pattern.removesuffix("...") for pattern in facts.spec.results]
        self._variadic = {pattern[:-3] for pattern in facts.spec.results if pattern.endswith("...")}
        self._known: dict[str, dict[int, _Result]] = {
            name: {} if name in self._variadic else {0: _Result()} for name in self._names
        }
        self._counts: dict[str, int] = {name: 1 for name in self._names if name not in self._variadic}

    def types(self) -> tuple[Type, ...] | None:
        """All of them, once all are known."""
        found: list[Type] = []
        for name in self._names:
            count = self._counts.get(name)
            types = [result.type() for _, result in sorted(self._known[name].items())][:count]
            if count is None or len(types) != count or None in types:
                return None
            found += [type for type in types if type is not None]
        return tuple(found)

    def require_fit(self, op: Operation) -> None:
        """UsageError where operands ask for results of one shape and of another, or for others than are declared."""
        known = [result for name in self._names for _, result in sorted(self._known[name].items())]
        for result, declared in zip(known, op.results, strict=False):
            if isinstance(declared.type, TensorType):
                result.learn("shape", dims_of(declared.type))
        for result in known:
            if result.clash:
                raise UsageError(f"{op.name.removeprefix('stablehlo.')}: the result would be of {result.clash}")

    def of_phrase(self, name: str, phrase: str) -> None:
        """What the specification's list of outputs says: "0-dimensional tensor of type si32"."""
        if name in self._variadic:
            return
        result = self._known[name][0]
        if phrase == "token":
            result.learn("type", TokenType())
        if match := _RANK.match(phrase):
            result.learn("rank", int(match[1]))
        if match := _ELEMENT.fullmatch(phrase):
            result.learn("element_type", I1 if match[2] else parse_element_type(match[1].replace("si", "i")))

    def learn(self, node: Node, names: Names) -> None:
        """Takes from a formula what it says of results."""
        try:
            match node:
                case Comparison():
                    for left, sign, right in links(node):
                        if sign == "=":
                            self._equation(left, right, names)
                            self._equation(right, left, names)
                case Call(function="same", arguments=(Call(function=part, arguments=(EachOf(of=of),)),)):
                    self._alike(part, of, names)
                case Junction(word="and"):
                    for one in node.parts:
                        self.learn(one, names)
                case Implication():
                    if _may(node.condition, names):
                        self.learn(node.of, names)
                case Given():
                    self.learn(node.of, given(node, names))
                case ForAll():
                    for one in listed(value(node.domain, names)):
                        self.learn(node.of, beside(names, {node.name: one}))
                case Choice():
                    self.learn(node.then if truth(node.condition, names) else node.otherwise, names)
                case _:
                    pass
        except Undecided:  # it speaks of what the operation hasn't
            pass

    def _equation(self, of: Node, other: Node, names: Names) -> None:
        match of:
            case Call(function="size", arguments=(Name(text=name),)) if name in self._variadic:
                self._count(name, value(other, names))
            case Call(function="dim", arguments=(Name(text=name), axis)) if name in self._known:
                size, at = value(other, names), value(axis, names)
                if isinstance(at, int) and isinstance(size, (int, Dim)):
                    self._known[name][0].sized(at, [as_dim(size)])
            case Call(function="size", arguments=(Name(text=name),)) if name in self._known:  # a vector's
                size, result = value(other, names), self._known[name][0]
                if isinstance(size, (int, Dim)) and result.dims is not None and len(result.dims) == 1:
                    result.sized(0, [as_dim(size)])
            case Index(of=Call(function="shape", arguments=(Name(text=name),)), at=(Span() as span,)) if (
                name in self._known and is_list(sizes := value(other, names))
            ):
                bounds = (None if one is None else value(one, names) for one in (span.start, span.stop))
                self._known[name][0].sized(slice(*bounds), [as_dim(size) for size in sizes])
            case Call(function=function, arguments=(target,)) if function in _PARTS:
                if (results := [*self._results(target, names)]) or self._is_variadic(target):
                    self._say(_PARTS[function], target, results, _found(other, names))
            case _:
                pass

    def _say(self, part: str, target: Node, results: list[_Result], found: Any) -> None:
        is_each = isinstance(found, Each) or (isinstance(target, Name) and is_list(found))
        if self._is_variadic(target) and is_each:
            name = target.of.text if isinstance(target, EachOf) and isinstance(target.of, Name) else target.text
            self._count(name, len(found))
            results = [*self._known[name].values()]
            for result, one in zip(results, found, strict=False):
                result.learn(part, one)
            return
        is_list_of_sizes = part == "shape" and is_list(found) and not any(map(is_list, found))
        for result in results:
            for one in found if isinstance(found, Each) and not is_list_of_sizes else [found]:
                result.learn(part, one)

    def _alike(self, part: str, of: Node, names: Names) -> None:
        """``same(shape(results...))``: what one has, the others have; of a list its results have what the rest has."""
        if part not in _PARTS:
            return
        if isinstance(of, Listing):
            for entry in of.entries:
                for result in self._results(entry, names):
                    for other in of.entries:
                        if not any(self._results(other, names)):
                            result.learn(_PARTS[part], _found(Call(other.text, part, (other,)), names))
        elif isinstance(of, Name) and of.text in self._variadic and (known := self._known[of.text]):
            dims = next((result.dims for result in known.values() if result.dims is not None), None)
            for result in known.values():
                if part == "shape" and dims is not None:
                    result.learn("shape", tuple(dims))

    def _results(self, target: Node, names: Names) -> Iterator[_Result]:
        """Those that a formula speaks of."""
        match target:
            case Name(text=name) | EachOf(of=Name(text=name)) if name in self._known:
                yield from self._known[name].values()
            case Index(of=Name(text=name), at=(place,)) if name in self._variadic:
                at = value(place, names)
                if isinstance(at, int) and at >= 0:
                    yield self._known[name].setdefault(at, _Result())
            case _:
                pass

    def _is_variadic(self, target: Node) -> bool:
        of = target.of if isinstance(target, EachOf) else target
        return isinstance(of, Name) and of.text in self._variadic

    def _count(self, name: str, count: Any) -> None:
        if isinstance(count, int) and count >= 0:
            self._counts[name] = count
            for at in range(count):
                self._known[name].setdefault(at, _Result())


def _found(other: Node, names: Names) -> Any:
    """The other side of an equation, of a baseline the type itself."""
    return value(_whole(other), names)


def _whole(node: Node) -> Node:
    match node:
        case Call(function=function) if function.startswith("baseline_"):
            return Call(node.text, function.removeprefix("baseline_"), node.arguments)
        case Choice():
            return Choice(node.text, node.condition, _whole(node.then), _whole(node.otherwise))
        case _:
            return node


def _may(condition: Node, names: Names) -> bool:
    """Whether it may hold: what it says of results isn't known yet."""
    try:
        return truth(condition, names) is not False
    except Undecided:
        return True


def _narrower(a: Dim, b: Dim) -> Dim:
    """What is known of a size that two dimensions share."""
    if differ(a, b):
        return a
    if a.size is not None or b.size is not None:
        return Dim(a.size if a.size is not None else b.size)
    bounds = [bound for bound in (a.bound, b.bound) if bound is not None]
    return Dim(None, min(bounds) if bounds else None)
