"""What mends which finding: one row per rule, or per kind of them. `hlogen.lint.fix` sees to it that it does.

A row says what edits might mend a finding, and whether they are safe: whether the mended program is the only one that
can have been meant. What would be a guess, or changes what callers see, is unsafe, and made where it is asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hlogen.errors import HlogenError
from hlogen.forking import cached_property
from hlogen.ir.attributes import Attribute, FloatAttr, IntegerAttr
from hlogen.ir.module import Module, Operation
from hlogen.ir.types import IntegerType, TensorType, Type
from hlogen.lint.advice import Advisor
from hlogen.lint.finding import PARSE, Finding
from hlogen.lint.ignores import pattern_in_vain
from hlogen.lint.operation_text import OperationText, Span, entries, function_results
from hlogen.lint.rules import UNUSED
from hlogen.lint.text_edits import Edit, in_order
from hlogen.mlir.tokens import closing, function_around
from hlogen.spec.program_rules import END, STANDS_IN, TYPES, UNKNOWN
from hlogen.spec.result_types import infer

_BOOLEAN = re.compile(r"=\s*(true|false)\b")
_LISTED = re.compile(r"(\w+) = \[([\d, ]*)\]")
_MEANT = re.compile(r"did you mean ([\w.]+)")
_OTHER_RESULT = re.compile(r"type of return operand (\d+) \('(.*)'\) doesn't match function result type \('.*'\) in")
_NO_RESULTS = re.compile(r"'func.return' op has \d+ operands, but enclosing function \(@.*\) returns 0")
_OLD_LIST = re.compile(r"attribute '(\w+)' failed to satisfy constraint: (i64|i1) dense array attribute")
_DENSE = re.compile(r"dense<(\[[^\[\]]*\]|-?\d+|true|false)>\s*:\s*tensor<(\d*)x?(i64|i1)>")
_TWICE = re.compile(r"duplicate key '(.*)' in dictionary attribute")
_TOO_MANY = re.compile(r"operation defines 1 results but was provided \d+ to bind")
_RESULT_COUNT = re.compile(r"\s*%[\w$.-]+(:\d+)\s*=")
_KIND = re.compile(
    r"(?:attribute )?(\w+) is [^ ]+ : \w+, no (boolean|(?:list of )?integers?|float)(?: of type (\w+))?\Z"
)
_LIMIT = re.compile(r"write at most (\d+) as (limit_indices|slice_sizes)\[(\d+)\]")
_SLICES = re.compile(r"\[[^\]]*\]")
_SLICE_LIMIT = re.compile(r":\s*(\d+)\s*(?::\s*\d+\s*)?(?=[,\]])")
_IN_ORDER_OF_RESULTS = ("offset_dims", "update_window_dims")  # sorted, they put other dimensions of the result first


class NotFixable(Exception):
    """Why a file, or an operation in it, is left as it is."""


@dataclass(frozen=True)
class Repair:
    """Edits of a program's text, in order, that may mend a finding, and what they do in a few words."""

    edits: tuple[Edit, ...]
    what: str
    is_safe: bool = True


class Site:
    """A finding, at `at` in the text of its program, whose operations are `by_place`, in its order."""

    def __init__(
        self,
        finding: Finding,
        text: str,
        program: Module | None,
        by_place: dict[int, Operation],
        at: int,
        advisor: Callable[[], Advisor],
    ) -> None:
        self.finding, self.text, self.program, self.at = finding, text, program, at
        self._by_place = by_place
        self.advisor = advisor

    @cached_property
    def operation(self) -> Operation:
        """The operation that begins there, or the last before."""
        return self._by_place[self._start]

    @cached_property
    def written(self) -> OperationText:
        try:
            return OperationText(self.text, self._start, self.operation.name)
        except ValueError:
            raise NotFixable("the operation can't be found for certain") from None

    @cached_property
    def _start(self) -> int:
        starts = list(self._by_place)
        index = bisect_right(starts, self.at)
        if not index:
            raise NotFixable("the operation can't be found for certain")
        return starts[index - 1]

    def edit(self, start: int, end: int, new: str, name: str = "") -> Edit:
        return Edit(start, end, new, self.finding.line or 1, name, self.finding.rule)

    def repair(self, edits: Iterable[Edit], what: str, is_safe: bool = True) -> Repair:
        return Repair(tuple(replace(edit, name=edit.name or what) for edit in in_order(edits)), what, is_safe)


class Row(NamedTuple):
    """What mends the findings whose rule this is a pattern for."""

    rule: str
    repairs: Callable[[Site], Iterator[Repair]]


def repairs(site: Site) -> Iterator[Repair]:
    """What may mend a finding, the likeliest first; NotFixable where something is in the way."""
    for row in ROWS:
        if re.fullmatch(row.rule, site.finding.rule):
            yield from row.repairs(site)


def _promises(site: Site) -> Iterator[Repair]:
    """Promises that are kept for certain are given."""
    wanted = [name for advice in site.advisor().on(site.operation) for name in advice.promises]
    places = [entries(site.text, opening) for opening in site.written.dictionaries()]
    found: list[Edit] = []
    for name in wanted:
        known = [(begin, end) for each in places for entry, begin, end in each if entry == name]
        if known:
            begin, end = known[0]
            value = _BOOLEAN.search(site.text, begin, end) if len(known) == 1 else None
            if value is None or value[1] != "false" or site.text[value.end() : end].strip():
                raise NotFixable(f"{name} is written in an unusual way")
            found.append(site.edit(value.start(1), value.end(1), "true", name))
            continue
        ends = [each[-1][2] for each in places if any("dimension_numbers" in entry for entry, *_ in each)]
        if len(ends) != 1:
            raise NotFixable("the operation's attributes can't be found for certain")
        at = ends[0]
        before = next((one for one in found if one.start == one.end == at), None)
        if before is None:
            found.append(site.edit(at, at, f", {name} = true", name))
        else:  # two insertions at one place are one
            both = replace(before, new=f"{before.new}, {name} = true", name=f"{before.name} and {name}")
            found[found.index(before)] = both
    if found:
        yield site.repair(found, " and ".join(f"{name} = true" for name in wanted))


def _broken_promise(site: Site) -> Iterator[Repair]:
    """A promise that is broken for certain isn't given: without it, the operation means the same, and is defined."""
    name = "unique_indices" if site.finding.rule == "promise.unique" else "indices_are_sorted"
    span = site.written.value(name)
    if span is not None and site.text[span.start : span.end] == "true":
        yield site.repair([site.edit(*span, "false")], f"{name} = false")


def _ignored_in_vain(site: Site) -> Iterator[Repair]:
    """A comment that hides nothing goes, or the one of its rules that does."""
    line = site.text.rfind("\n", 0, site.at) + 1
    end = site.text.find("\n", site.at) % (len(site.text) + 1)
    pattern = pattern_in_vain(site.finding)
    comment = re.compile(r"//\s*hlogen: ignore(?:-file)?\[([^\]\n]*)\]").match(site.text, site.at)
    if comment is None:
        return
    listed = [one.strip() for one in comment[1].split(",") if one.strip()]
    if pattern not in listed:
        return
    if left := [one for one in listed if one != pattern]:
        yield site.repair([site.edit(comment.start(1), comment.end(1), ", ".join(left))], f"{pattern} isn't ignored")
    elif site.text[line : site.at].strip():
        start = line + len(site.text[line : site.at].rstrip())
        stop = end - site.text[:end].endswith("\r")
        yield site.repair([site.edit(start, stop, "")], "the comment is removed")
    else:
        yield site.repair([site.edit(line, min(end + 1, len(site.text)), "")], "the comment is removed")


def _order_of_dimensions(site: Site) -> Iterator[Repair]:
    """Lists that have to be sorted are, with those that they are paired with, as the finding says."""
    if "isn't sorted" not in site.finding.message:
        return
    edits, told = [], []
    for name, numbers in _LISTED.findall(site.finding.fix or ""):
        wanted, places = numbers.replace(" ", "").split(","), site.written.numbers(name)
        if len(wanted) != len(places):
            return
        edits += [site.edit(*place, number) for place, number in zip(places, wanted, strict=True)]
        told.append(f"{name} = [{', '.join(wanted)}]")
    if edits:
        is_set = not any(text.startswith(_IN_ORDER_OF_RESULTS) for text in told)
        yield site.repair(edits, " and ".join(told), is_set)


def _once(site: Site) -> Iterator[Repair]:
    """The dimensions that are reduced are a set: each is named once."""
    places = site.written.numbers("dimensions")
    names = [site.text[place.start : place.end] for place in places]
    again = [i for i, name in enumerate(names) if i and name in names[:i]]
    edits = [site.edit(places[i - 1].end, places[i].end, "") for i in again]
    if edits:
        yield site.repair(edits, f"dimensions = [{', '.join(dict.fromkeys(names))}]")


def _limit(site: Site) -> Iterator[Repair]:
    """A slice ends with its operand, as NumPy's do; another one may have been meant."""
    match = _LIMIT.match(site.finding.fix or "")
    if match is None:
        return
    most, name, index = match[1], match[2], int(match[3])
    places = site.written.numbers(name)
    if not places and (listed := _SLICES.search(site.text, site.written.behind_name)):
        places = [Span(*limit.span(1)) for limit in _SLICE_LIMIT.finditer(site.text, *listed.span())]
    if index < len(places):
        yield site.repair([site.edit(*places[index], most)], f"{name}[{index}] = {most}", is_safe=False)


def _kind(site: Site) -> Iterator[Repair]:
    """The same number or truth in the kind of attribute that is asked for."""
    match = _KIND.match(site.finding.message)
    if match is None:
        return
    name, kind, type = match.groups()
    new = _as_kind(site.operation.attributes.get(name), kind, type)
    span = site.written.value(name)
    if new is not None and span is not None:
        yield site.repair([site.edit(*span, new)], f"{name} = {new}")


def _as_kind(value: Attribute | None, kind: str, type: str | None) -> str | None:
    if not isinstance(value, (IntegerAttr, FloatAttr)) or value.value != int(value.value):
        return None
    number = int(value.value)
    if kind == "boolean":
        is_integer = isinstance(value, IntegerAttr) and isinstance(value.type, IntegerType)
        return ("false", "true")[number] if is_integer and number in (0, 1) else None
    if kind == "float":
        return f"{number}.0 : {type}"
    if kind.startswith("list"):
        return f"array<{type}: {number}>" if isinstance(value, IntegerAttr) else None
    return f"{number} : {type}"


def _old_list(site: Site) -> Iterator[Repair]:
    """Lists of numbers were dense elements in versions before 0.15."""
    match = _OLD_LIST.search(site.finding.message)
    span = site.written.value(match[1]) if match else None
    dense = None if span is None else _DENSE.fullmatch(site.text, *span)
    if match is None or span is None or dense is None:
        return
    body = dense[1].strip("[]").strip()
    if not dense[1].startswith("["):
        body = ", ".join([body] * int(dense[2] or 1))
    new = f"array<{match[2]}: {body}>" if body else f"array<{match[2]}>"
    yield site.repair([site.edit(*span, new)], f"{match[1]} = {new}")


def _result_types(site: Site) -> Iterator[Repair]:
    """Results are declared as what follows from operands and attributes."""
    op = site.operation
    if not op.results or site.finding.op != op.name:
        return
    declared = [value.type for value in op.results]
    try:
        inferred = infer(op.name, [value.type for value in op.operands], op.attributes, op.regions)
        found = [_with_sizes(*types) for types in zip(inferred, declared, strict=True)]
    except (HlogenError, ValueError):
        return
    places = site.written.types()
    if places is None or len(places.results) != len(found):
        return
    changed = [i for i in range(len(found)) if found[i] != declared[i]]
    edits = [site.edit(*places.results[i], str(found[i])) for i in changed]
    if edits:
        yield site.repair(edits, f"the result is {', '.join(str(found[i]) for i in changed)}")


def _with_sizes(found: Type, declared: Type) -> Type:
    """The type that was found, where only a run knows a size with the declared one. ValueError where ranks differ."""
    if not isinstance(found, TensorType) or found.shape is None or None not in found.shape:
        return found
    if not isinstance(declared, TensorType) or declared.shape is None:
        return found
    pairs = zip(found.shape, declared.shape, strict=True)
    return replace(found, shape=tuple(stated if size is None else size for size, stated in pairs))


def _operand_type(site: Site) -> Iterator[Repair]:
    """A value is used as of the type that it has."""
    match = re.match(r"(%\S+) is used as (.+), but it is (.+)\Z", site.finding.message)
    if match is None:
        return
    number = next((i for i, at in enumerate(site.written.operands()) if at == site.at), None)
    places = site.written.types()
    if number is not None and places is not None and number < len(places.operands):
        yield site.repair([site.edit(*places.operands[number], match[3])], f"{match[1]} is {match[3]}")


def _function_results(site: Site) -> Iterator[Repair]:
    """A function gives what it returns: told where nothing was; another type, which callers see, where it's private."""
    match = _OTHER_RESULT.search(site.finding.message)
    function = site.finding.function
    if function is None or not (match or _NO_RESULTS.search(site.finding.message)):
        return
    head = function_results(site.text, function)
    owners = [value.owner for value in site.operation.operands]
    if head is None or any(isinstance(owner, Operation) and owner.name == STANDS_IN for owner in owners):
        return  # what it returns has another type than it says
    if match is None:
        types = [str(value.type) for value in site.operation.operands]
        told = types[0] if len(types) == 1 and not types[0].startswith("(") else f"({', '.join(types)})"
        yield site.repair([site.edit(head.place, head.place, f" -> {told}")], f"@{function} gives {told}")
    elif int(match[1]) < len(head.types):
        edit = site.edit(*head.types[int(match[1])], match[2])
        is_private = site.program is not None and (
            (known := site.program.functions.get(function)) is not None and known.is_private
        )
        yield site.repair([edit], f"@{function} gives {match[2]}", is_private)


def _end(site: Site) -> Iterator[Repair]:
    """A function that gives nothing returns."""
    around = function_around(site.text, site.at)
    if around is None:
        return
    _, end, name = around
    head = function_results(site.text, name)
    if head is None or head.types or not site.text[:end].endswith("}"):
        return
    close = end - 1
    line = site.text.rfind("\n", 0, close) + 1
    margin = site.text[line:close]
    if margin.strip():
        yield site.repair([site.edit(close, close, "return ")], f"@{name} returns")
    else:
        newline = "\r\n" if site.text[:line].endswith("\r\n") else "\n"
        yield site.repair([site.edit(line, line, f"{margin}  return{newline}")], f"@{name} returns")


def _misspelled(site: Site) -> Iterator[Repair]:
    """The operation whose name is most like it; another one may have been meant."""
    if match := _MEANT.search(site.finding.message):
        name = re.compile(r'"?([\w$.-]+)').match(site.text, site.at)
        if name is not None:
            yield site.repair([site.edit(*name.span(1), match[1])], f"{name[1]} is {match[1]}", is_safe=False)


def _unread(site: Site) -> Iterator[Repair]:
    """An attribute that stands there twice in the same words stands there once; one result has no number."""
    if _TOO_MANY.search(site.finding.message):
        bound = _RESULT_COUNT.match(site.text, site.text.rfind("\n", 0, site.at) + 1)
        if bound is not None:
            yield site.repair([site.edit(*bound.span(1), "")], "there is one result")
    elif match := _TWICE.search(site.finding.message):
        opening = max((at for at in _open_at(site.text, site.at)), default=None)
        listed = [] if opening is None else entries(site.text, opening)
        again = [i for i, (name, *_) in enumerate(listed) if name == match[1]]
        if len({site.text[listed[i][1] : listed[i][2]] for i in again}) == 1:
            edits = [site.edit(listed[i - 1][2], listed[i][2], "") for i in again[1:]]
            yield site.repair(edits, f"{match[1]} stands there once")


def _open_at(text: str, at: int) -> Iterator[int]:
    """Where braces open before a place and on its line or the lines before, and close behind it."""
    start = text.rfind("{", 0, at)
    while start >= 0:
        end = closing(text, start)
        if end is not None and end >= at:
            yield start
            return
        start = text.rfind("{", 0, start)


ROWS = (
    Row(r"promise\.unset", _promises),
    Row(r"promise\.(?:sorted|unique)", _broken_promise),
    Row(re.escape(UNUSED), _ignored_in_vain),
    Row(r"(?:gather|dynamic_gather|scatter)\.C\d+", _order_of_dimensions),
    Row(r"reduce\.C5", _once),
    Row(r"(?:slice|dynamic_slice)\.C\d+", _limit),
    Row(r"\w+\.I\d+", _kind),
    Row(r"upstream\.\w+", _old_list),
    Row(r"(?:\w+\.[CO]\d+|upstream\.\w+)", _result_types),
    Row(re.escape(TYPES), _operand_type),
    Row(r"upstream\.func\.return", _function_results),
    Row(re.escape(END), _end),
    Row(re.escape(UNKNOWN), _misspelled),
    Row(PARSE, _unread),
)
