"""Formulas as trees (spec: Formal syntax, Constraints). `parse` reads the specification's own notation:

- comparisons in chains, ``0 <= dimensions < rank(operand)``, ``a = b = c``, ``x in xs``, ``x not in xs``; of a list and
  a number each element is compared;
- ``and``, ``or``, ``not``, ``! ``, ``if A then B``, ``A ? B : C``, ``+ - * / %``;
- ``inputs...``: all of a variadic operand, of which each is meant;
- ``x[0]``, ``x[-1]``, ``padding[:, 0]``, ``[N - 2, 2]``;
- ``all d in axes(operand): F``; ``N = rank(lhs), M = rank(rhs): F`` gives names to what F speaks of.

Words in capitals are enumerators (``fft_type = RFFT``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Number:
    """``2``"""

    text: str
    value: int


@dataclass(frozen=True)
class Name:
    """``operand``"""

    text: str


@dataclass(frozen=True)
class Word:
    """An enumerator, or ``true`` and ``false``."""

    text: str


@dataclass(frozen=True)
class Call:
    """``rank(operand)``"""

    text: str
    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Each:
    """``inputs...``"""

    text: str
    of: Node


@dataclass(frozen=True)
class Span:
    """``1:`` or ``:`` between brackets."""

    text: str
    start: Node | None
    stop: Node | None


@dataclass(frozen=True)
class Index:
    """``x[0]``"""

    text: str
    of: Node
    at: tuple[Node, ...]


@dataclass(frozen=True)
class Listing:
    """``[N - 2, 2]``"""

    text: str
    entries: tuple[Node, ...]


@dataclass(frozen=True)
class Arithmetic:
    """``a + b``"""

    text: str
    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Comparison:
    """``a <= b < c``: one sign fewer than operands."""

    text: str
    operands: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Not:
    """``not a``"""

    text: str
    of: Node


@dataclass(frozen=True)
class Junction:
    """Parts with "and" or "or" between all of them."""

    text: str
    word: str
    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Implication:
    """``if condition then of``."""

    text: str
    condition: Node
    of: Node


@dataclass(frozen=True)
class Choice:
    """``a ? b : c``"""

    text: str
    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True)
class ForAll:
    """``all d in axes(operand): of``"""

    text: str
    name: str
    domain: Node
    of: Node


@dataclass(frozen=True)
class Given:
    """``N = rank(lhs): of``."""

    text: str
    names: tuple[tuple[str, Node], ...]
    of: Node


Node: TypeAlias = (
    Number | Name | Word | Call | Each | Span | Index | Listing | Arithmetic | Comparison | Not | Junction
    | Implication | Choice | ForAll | Given
)  # fmt: skip

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*'?)|(\.\.\.|<=|!=|==|[-+*/%=<>()\[\],:?!])|(\S))")
_SIGNS = ("=", "==", "!=", "<", "<=", ">")
_RESERVED = ("and", "or", "not", "in", "if", "then", "all")


def parse(text: str) -> Node:
    """The tree of a formula. Raises ValueError with the place where it isn't one: formulas are ours."""
    parser = _Parser(text)
    node = parser.formula()
    parser.require("")
    return node


def names_in(node: object) -> Iterator[str]:
    """The names in a formula, in its order, as often as they stand there."""
    if isinstance(node, Name):
        yield node.text
    elif isinstance(node, tuple):
        for part in node:
            yield from names_in(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from names_in(getattr(node, field.name))


_OF_SHAPES = frozenset(("shape", "rank", "dim", "size", "num_elements", "axes"))


def names_of_more(formula: object) -> Iterator[str]:
    """The names in a formula but those whose shape alone it asks for."""
    match formula:
        case Call(function=function, arguments=(_, *rest)) if function in _OF_SHAPES:
            yield from names_of_more(tuple(rest))
        case Name():
            yield formula.text
        case tuple():
            for part in formula:
                yield from names_of_more(part)
        case _ if is_dataclass(formula):
            for field in fields(formula):
                yield from names_of_more(getattr(formula, field.name))


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int, int]] = []
        for match in _TOKEN.finditer(text.rstrip()):
            kind = ("", "number", "name", "sign", "wrong")[match.lastindex or 0]
            if kind == "wrong":
                raise ValueError(f"{match[4]!r} in {text!r}")
            start = match.start(match.lastindex or 0)
            self.tokens.append((kind, match[match.lastindex or 0], start, match.end()))
        self.tokens.append(("end", "", len(text), len(text)))
        self.at = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at][1]

    @property
    def start(self) -> int:
        return self.tokens[self.at][2]

    def since(self, start: int) -> str:
        return self.text[start : self.tokens[self.at - 1][3]]

    def takes(self, *words: str) -> bool:
        if self.next in words and self.tokens[self.at][0] != "end":
            self.at += 1
            return True
        return False

    def require(self, word: str) -> None:
        if self.next != word:
            raise ValueError(f"expected {word or 'the end'!r} at {self.text[self.start :]!r} of {self.text!r}")
        self.at += 1

    def name(self) -> str:
        kind, word = self.tokens[self.at][:2]
        if kind != "name":
            raise ValueError(f"expected a name at {self.text[self.start :]!r} of {self.text!r}")
        self.at += 1
        return word

    def formula(self) -> Node:
        start = self.start
        if self.takes("if"):
            condition = self.either()
            self.require("then")
            of = self.formula()
            return Implication(self.since(start), condition, of)
        if self.next == "all" and self.tokens[self.at + 2][1] == "in":
            self.at += 1
            name = self.name()
            self.require("in")
            domain = self.sum()
            self.require(":")
            of = self.formula()
            return ForAll(self.since(start), name, domain, of)
        if (names := self.definitions()) is not None:
            of = self.formula()
            return Given(self.since(start), names, of)
        return self.either()

    def definitions(self) -> tuple[tuple[str, Node], ...] | None:
        """``N = rank(lhs), M = 2:``, or None where that isn't what comes next."""
        begin, names = self.at, []
        try:
            while self.tokens[self.at][0] == "name" and self.tokens[self.at + 1][1] == "=":
                name = self.name()
                self.at += 1
                value = self.choice()
                names.append((name, value))
                if not self.takes(","):
                    break
            if names and self.takes(":"):
                return tuple(names)
        except ValueError:
            pass
        self.at = begin
        return None

    def either(self) -> Node:
        return self.junction("or", lambda: self.junction("and", self.negated))

    def junction(self, word: str, part: Callable[[], Node]) -> Node:
        start, parts = self.start, [part()]
        while self.takes(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Junction(self.since(start), word, tuple(parts))

    def negated(self) -> Node:
        start = self.start
        if self.takes("not", "!"):
            of = self.negated()
            return Not(self.since(start), of)
        return self.comparison()

    def comparison(self) -> Node:
        start = self.start
        starts, operands, signs = [start], [self.sum()], []
        while (sign := self.sign()) is not None:
            signs.append(sign)
            starts.append(self.start)
            operands.append(self.sum())
        if self.next != "?":
            return Comparison(self.since(start), tuple(operands), tuple(signs)) if signs else operands[0]
        first = 1 if signs and signs[0] == "=" else 0  # a = b < c ? d : e
        condition = operands[first]
        if signs[first:]:
            condition = Comparison(self.since(starts[first]), tuple(operands[first:]), tuple(signs[first:]))
        chosen = self.chosen(starts[first], condition)
        return Comparison(self.since(start), (operands[0], chosen), ("=",)) if first else chosen

    def sign(self) -> str | None:
        if self.takes(*_SIGNS):
            sign = self.tokens[self.at - 1][1]
            return "=" if sign == "==" else sign
        if self.takes("in"):
            return "in"
        if self.next == "not" and self.tokens[self.at + 1][1] == "in":
            self.at += 2
            return "not in"
        return None

    def choice(self) -> Node:
        start = self.start
        condition = self.sum()
        return self.chosen(start, condition) if self.next == "?" else condition

    def chosen(self, start: int, condition: Node) -> Node:
        self.require("?")
        then = self.choice()
        self.require(":")
        otherwise = self.choice()
        return Choice(self.since(start), condition, then, otherwise)

    def sum(self) -> Node:
        return self.arithmetic(("+", "-"), lambda: self.arithmetic(("*", "/", "%"), self.signed))

    def arithmetic(self, signs: tuple[str, ...], operand: Callable[[], Node]) -> Node:
        start, left = self.start, operand()
        while self.takes(*signs):
            sign = self.tokens[self.at - 1][1]
            right = operand()
            left = Arithmetic(self.since(start), sign, left, right)
        return left

    def signed(self) -> Node:
        start = self.start
        if self.takes("-"):
            of = self.signed()
            if isinstance(of, Number):
                return Number(self.since(start), -of.value)
            return Arithmetic(self.since(start), "-", Number("0", 0), of)
        return self.postfix()

    def postfix(self) -> Node:
        start = self.start
        node = self.atom()
        while True:
            if self.takes("["):
                at = self.listed("]", self.span)
                node = Index(self.since(start), node, at)
            elif self.takes("..."):
                node = Each(self.since(start), node)
            else:
                return node

    def span(self) -> Node:
        start = self.start
        first = None if self.next == ":" else self.sum()
        if not self.takes(":"):
            assert first is not None
            return first
        stop = None if self.next in (",", "]") else self.sum()
        return Span(self.since(start), first, stop)

    def atom(self) -> Node:
        start = self.start
        kind, word = self.tokens[self.at][:2]
        if kind == "number":
            self.at += 1
            return Number(word, int(word))
        if self.takes("("):
            inner = self.formula()
            self.require(")")
            return inner
        if self.takes("["):
            return (
                Listing(self.since(start), entries) if (entries := self.listed("]", self.choice)) else Listing("[]", ())
            )
        if kind != "name" or word in _RESERVED:
            raise ValueError(f"unexpected {word!r} at {self.text[self.start :]!r} of {self.text!r}")
        self.at += 1
        if self.takes("("):
            arguments = self.listed(")", self.choice)
            return Call(self.since(start), word, arguments)
        if word in ("true", "false") or (word.isupper() and len(word) > 1):
            return Word(word)
        return Name(word)

    def listed(self, end: str, entry: Callable[[], Node]) -> tuple[Node, ...]:
        entries: list[Node] = []
        while not self.takes(end):
            entries.append(entry())
            if self.next != end:
                self.require(",")
        return tuple(entries)
