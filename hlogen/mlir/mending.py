"""What is wrong with a program that can't be read, taken out of it, so that the rest can be read and checked.

One thing after the other: each is what upstream's parser stops at. What is mended keeps its lines and, with what is
inserted taken away, its columns. As little as possible is taken out: a name that is there twice gets another one, a
value that isn't there is defined, an operation that can't be read becomes one that nobody knows, with its results.
Where that doesn't do, the function around it is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import product
from string import ascii_letters, digits
from typing import Protocol

from hlogen.ir.module import Location
from hlogen.mlir.errors import ParseError
from hlogen.mlir.pretty import result_types
from hlogen.mlir.tokens import function_around, functions, is_in_comment_or_string, open_brackets, tokens
from hlogen.spec.patterns import UPSTREAM
from hlogen.spec.program_rules import (
    END,
    NAMES,
    ORDER,
    PROGRAM_RULES,
    STANDS_IN,
    TYPES,
    UNDEFINED,
    UNKNOWN,
    unknown_operation,
)

_UNREAD = f'"{STANDS_IN}"() : () -> '
ENDED = ' "hlogen.end"() : () -> () '  # what a function without a return ends in instead
_UNKNOWN_TYPE = "none"  # of a value that isn't there, until upstream says as what it is used
_VALUE = re.compile(r"%[\w$.-]+")
_SYMBOL = re.compile(r'@("[^"\n]*"|[\w$.-]+)')
_RESULTS = r"%[\w$.-]+(?::\d+)?(?:[ \t]*,[ \t]*%[\w$.-]+(?::\d+)?)*[ \t]*="
# Where an operation begins: on a line of its own, unlike an attribute ("name = ").
_OPERATION = re.compile(
    rf'^[ \t]*(?:({_RESULTS})[ \t]*|(?=[\w$]+\.|"|(?:call|return|func|module)\b))'
    r'("[\w$]+\.[\w$.-]*"?|[A-Za-z_][\w$]*(?:\.[\w$.-]+)?)(?![\w$.]|[ \t]*=)',
    re.M,
)
_STOP = re.compile(r"[ \t]*(?:[})]|\^|\Z)")
_NO_OPERATIONS = re.compile(r"(?:(?:func\.)?(?:func|return)|(?:stablehlo\.)?return|(?:builtin\.)?module)\Z")

_TWO_SYMBOLS = re.compile(r"redefinition of symbol named '(.*?)'(?:; note: .*? \((.*)\))?")
_TWO_VALUES = re.compile(r"redefinition of SSA value '(%[^']*)'(?:; note: .*? \((.*)\))?")
_TWO_ARGUMENTS = re.compile(r"region entry argument '(%[^']*)' is already in use(?:; note: .*? \((.*)\))?")
_USED_BEFORE = re.compile(
    r"operand #\d+ does not dominate this use(?:; note: .*? \(op in the same block\)(?: \((.*):(\d+):(\d+)\))?)?"
)
_DEFINED_LATER = re.compile(r"definition of SSA value '(%[^'#]*)#0' has type '(.*?)'; note: .* type '(.*?)'")
_UNDECLARED = re.compile(r"use of undeclared SSA value name '(%[^']*)'")
_OTHER_TYPE = re.compile(r"use of value '(%[^']*)' expects different type than prior uses: '(.*)' vs '(.*?)'(?:;|\Z)")
_NOT_AN_OPERATION = re.compile(
    r"custom op '([\w$.-]+)' is unknown|[Dd]ialect `[^']*' not found for custom op '([\w$.-]+)'"
)
_NO_END = re.compile(r"(?:block with no terminator|empty block)")
_VERIFIED = re.compile(r"'([\w$.-]+)' op (?!expects)")  # how the words of verifiers begin
_NO_ELEMENT = re.compile(r"'stablehlo.constant' op result #0 must be .* but got '(.*)'")
_NO_SHORT_FORM = re.compile(r"custom op '([\w$.-]+)' has no custom assembly form")


@dataclass(frozen=True)
class Mended:
    """A text, what is inserted into it, and what has been done to it so far.

    `names` are the true names of what was renamed; `left_out` the functions that were; `values` are those that had to
    be defined, in which function's body, and their types; `told` are the rules and places that were told; `mistyped`
    where operations begin whose operands have other types than they say; `lost` the values of operations that were
    taken out, with their types.
    """

    text: str
    inserted: dict[int, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    values: dict[tuple[int, str], str] = field(default_factory=dict)
    told: frozenset[tuple[str, str]] = frozenset()
    mistyped: frozenset[int] = frozenset()
    lost: frozenset[tuple[int, str]] = frozenset()

    @property
    def insertions(self) -> dict[int, str]:
        """All that is inserted, by where it goes."""
        found = dict(self.inserted)
        for (at, name), type in self.values.items():
            found[at] = f"{found.get(at, '')} {name} = {_UNREAD}{type} "
        return found


class Places(Protocol):
    """Leads from a place to where it is in the text, and back."""

    def offset(self, place: Location) -> int | None: ...

    def location(self, at: int) -> Location: ...


class _Hopeless(Exception):
    """Raised where nothing but leaving out a function helps."""


def mended(was: Mended, error: ParseError, at: int | None, places: Places) -> tuple[Mended, ParseError | None] | None:
    """The program without that at which reading it ended, `at` in its text, and what there is to say about it.

    None where nothing is left that could be read.
    """
    said = error.diagnostics[0] if error.diagnostics else ""
    try:
        if at is None:
            raise _Hopeless
        line = was.text.rfind("\n", 0, at) + 1
        if (
            stands := next((one for one, new in was.inserted.items() if line <= one <= at and _UNREAD in new), None)
        ) is not None:
            return _without_results(was, stands), None
        now, told = _by_kind(was, error, at, said, places)
        if told is None:
            return now, None
        if (key := (told.rule, str(told.location))) in was.told:  # what has been done about it was no help
            raise _Hopeless
        return replace(now, told=now.told | {key}), told
    except _Hopeless:
        return _without_function(was, error, at)


def _by_kind(was: Mended, error: ParseError, at: int, said: str, places: Places) -> tuple[Mended, ParseError | None]:
    if match := _OTHER_TYPE.search(said):
        return _other_type(was, error, at, *match.groups())
    if match := _UNDECLARED.search(said):
        return _undeclared(was, error, at, match[1], places)
    if _NO_END.search(said):
        return _without_end(was, at, places)
    if match := _TWO_SYMBOLS.search(said):
        return _two_symbols(was, error, at, *match.groups())
    if match := _TWO_VALUES.search(said):
        return _two_values(was, error, at, *match.groups())
    if (match := _TWO_ARGUMENTS.search(said)) and match[1] in _VALUE.findall(was.text, was.text.rfind("(", 0, at), at):
        return _two_arguments(was, error, at, *match.groups())
    if match := _DEFINED_LATER.search(said):
        return _used_before(was, error, None, at, places, match[1], match[3])
    if _USED_BEFORE.search(said):
        return _used_before(was, error, at, _place_of_definition(said, at, places), places)
    if (done := _brackets(was, places)) is not None:
        return done
    if match := _NOT_AN_OPERATION.search(said):
        name = match[1] or match[2]
        if "." in name:
            message, fix = unknown_operation(name)
            return _without_operation(was, _told(error, UNKNOWN, message, fix), at, is_start=True)
        if function_around(was.text, at) is None:  # a word of something that is no program
            raise _Hopeless
        return _without_operation(was, error, at, is_start=True)
    if match := _NO_SHORT_FORM.search(said):
        fix = f'write "{match[1]}"(operands) {{attributes}} : (types of operands) -> types of results'
        return _without_operation(was, _told(error, "", f"{match[1]} has no short form, only the generic one", fix), at)
    start, _, end = _statement(was.text, at)
    has_more = sum(1 for _ in _OPERATION.finditer(was.text, was.text.rfind("\n", 0, start) + 1, end)) > 1
    return _without_operation(was, error if has_more else _of_verifier(error), at)


def _of_verifier(error: ParseError) -> ParseError:
    """An error that is about an operation that was read, as upstream's verifier of that says it."""
    if not error.diagnostics or (match := _VERIFIED.search(error.diagnostics[0])) is None:
        return error
    said = "; ".join(one.removeprefix(f"{error.location}: ") for one in error.diagnostics)
    if element := _NO_ELEMENT.search(said):
        return _told(error, "constant.O1", f"output is {element[1]}, whose element type isn't StableHLO's", "")
    rule = UPSTREAM + match[1].removeprefix("stablehlo.")
    return _told(error, rule, f"upstream's verifier refuses it: {said}", "")


def _told(error: ParseError, rule: str, message: str, fix: str) -> ParseError:
    return ParseError(f"{error.location}: {message}", error.location, error.diagnostics, rule=rule, fix=fix)


def end_of_function(text: str, at: int) -> int | None:
    """Where the bracket stands that closes the body of the function around a place; None where there is none."""
    around = function_around(text, at)
    return around[1] - 1 if around is not None and text[around[1] - 1] == "}" else None


def _without_end(was: Mended, at: int, places: Places) -> tuple[Mended, ParseError | None]:
    around, end = function_around(was.text, at), end_of_function(was.text, at)
    if around is None or end is None or end in was.inserted:
        raise _Hopeless
    place = places.location(around[0])
    message = f"{place}: the body of @{was.names.get(around[2], around[2])} doesn't end in a return"
    told = ParseError(message, place, rule=END, fix=PROGRAM_RULES[END].fix)
    return replace(was, inserted={**was.inserted, end: ENDED}), told


def _two_symbols(
    was: Mended, error: ParseError, at: int, name: str, place: str | None
) -> tuple[Mended, ParseError | None]:
    symbol = _SYMBOL.search(was.text, at)
    if symbol is None or symbol[1].strip('"') != name:
        raise _Hopeless
    quote = '"' if symbol[1].startswith('"') else ""
    new = _fresh("@", name, was.text)
    name = was.names.get(name, name)
    text = f"{was.text[: symbol.start(1)]}{quote}{new}{quote}{was.text[symbol.end(1) :]}"
    where = f", at {place}" if place else ""
    told = _told(error, NAMES, f"there is another @{name} already{where}", PROGRAM_RULES[NAMES].fix)
    return replace(was, text=text, names={**was.names, new: name}), told


def _two_values(
    was: Mended, error: ParseError, at: int, name: str, place: str | None
) -> tuple[Mended, ParseError | None]:
    """From the second definition on, the name is that of another value."""
    _, end = _body(was.text, at)
    where = f", at {place}" if place else ""
    message = f"there is another value {was.names.get(name, name)} already{where}"
    told = _told(error, NAMES, message, "give one of them, and what uses it, another name")
    line = was.text.rfind("\n", 0, at) + 1
    if was.text.startswith(name, at) and name in _VALUE.findall(
        was.text, line, at
    ):  # results or arguments side by side
        return _renamed(was, name, at, at + len(name)), told
    return _renamed(was, name, line, end), told


def _two_arguments(
    was: Mended, error: ParseError, at: int, name: str, place: str | None
) -> tuple[Mended, ParseError | None]:
    """The name means the first argument, here and in the body."""
    if not was.text.startswith(name, at):
        raise _Hopeless
    where = f", at {place}" if place else ""
    told = _told(
        error, NAMES, f"there is another argument {was.names.get(name, name)} already{where}", PROGRAM_RULES[NAMES].fix
    )
    return _renamed(was, name, at, at + len(name)), told


def _used_before(
    was: Mended,
    error: ParseError,
    use: int | None,
    definition: int,
    places: Places,
    name: str | None = None,
    type: str = _UNKNOWN_TYPE,
) -> tuple[Mended, ParseError | None]:
    """Uses in front of the definition are of another value."""
    text = was.text
    line = text.rfind("\n", 0, definition) + 1
    body, _ = _body(text, definition)
    names = [name] if name else [one[0].partition(":")[0] for one in _VALUE.finditer(text, line, definition)]
    start = body if use is None else use
    line_of = line + len(text[line:]) - len(text[line:].lstrip())
    end = max(line, text.find("\n", start)) if use == definition else line
    uses = [one for one in _VALUE.finditer(text, start, end) if one[0] in names]
    if not uses:
        raise _Hopeless
    first = uses[0][0]
    new = _renamed(was, first, uses[0].start(), end)
    renamed = _VALUE.match(new.text, uses[0].start())
    assert renamed is not None
    how = "by what defines it" if use == definition else f"before it is defined, at {places.location(line_of)}"
    place = places.location(uses[0].start())
    fix = PROGRAM_RULES[ORDER].fix
    message = f"{place}: {was.names.get(first, first)} is used {how}"
    told = ParseError(message, place, error.diagnostics, rule=ORDER, fix=fix)
    return replace(new, values={**new.values, (body, renamed[0]): type}), told


def _undeclared(was: Mended, error: ParseError, at: int, name: str, places: Places) -> tuple[Mended, ParseError | None]:
    body, end = _body(was.text, at)
    if (body, name) in was.values or "#" in name:
        raise _Hopeless
    if (body, name) in was.lost:
        return replace(was, values={**was.values, (body, name): _UNKNOWN_TYPE}), None
    defined = re.compile(rf"{re.escape(name)}(?![\w$.-])[ \t]*(?::\d+)?[ \t]*[=:,]")
    inside = next(
        (one.start() for one in defined.finditer(was.text, body, end) if _defines(was.text, one.start())), None
    )
    true = was.names.get(name, name)
    told = _told(error, UNDEFINED, f"there is no value {true}", PROGRAM_RULES[UNDEFINED].fix)
    if inside is None:
        return replace(was, values={**was.values, (body, name): _UNKNOWN_TYPE}), told
    told = _told(
        error,
        UNDEFINED,
        f"there is no value {true} here: the one at {places.location(inside)} is defined for its region alone",
        f"return it from the region, or use another value than {true}",
    )
    start, _, _ = _statement(was.text, at)
    later = (one.start() for one in defined.finditer(was.text, start, end) if _defines(was.text, one.start()))
    use = was.text.find(name, start)
    new = _renamed(was, name, use, next(later, end))
    renamed = _VALUE.match(new.text, use)
    assert renamed is not None
    return replace(new, values={**new.values, (body, renamed[0]): _UNKNOWN_TYPE}), told


def _defines(text: str, at: int) -> bool:
    """Whether a value's name stands where results or the arguments of a block are named."""
    before = text[text.rfind("\n", 0, at) + 1 : at].strip()
    return not before or (before.startswith(("%", "^")) and "=" not in before)


def _other_type(
    was: Mended, error: ParseError, at: int, name: str, type: str, known: str
) -> tuple[Mended, ParseError | None]:
    if "#" in name:
        raise _Hopeless
    body, _ = _body(was.text, at)
    if was.values.get((body, name)) == _UNKNOWN_TYPE:
        return replace(was, values={**was.values, (body, name): type}), None
    if known == _UNKNOWN_TYPE:  # the other way round: it is defined so
        raise _Hopeless
    start, _, end = _statement(was.text, at)
    uses = [one.start() for one in _VALUE.finditer(was.text, start, end) if one[0] == name]
    use = at if at in uses else next(iter(uses), None)
    if use is None:
        raise _Hopeless
    new = _renamed(was, name, use, use + len(name))
    renamed = new.text[use : use + len(name)]
    true = was.names.get(name, name)
    told = _told(
        error,
        TYPES,
        f"{true} is used as {type}, but it is {known}",
        f"write {known}, or use a value that is {type}",
    )
    definition = re.compile(rf"^[ \t]*{re.escape(name)}[ \t]*=[ \t]*", re.M).search(was.text, body)
    follows = start in was.mistyped or (definition is not None and definition.end() in was.mistyped)
    now = replace(new, values={**new.values, (body, renamed): type}, mistyped=new.mistyped | {start})
    return now, None if follows else told


def _brackets(was: Mended, places: Places) -> tuple[Mended, ParseError | None] | None:
    """Closes what isn't closed, and takes out what closes nothing; None where that isn't it."""
    text = was.text
    found = functions(text)
    for at, (start, name, _) in enumerate(found):
        limit = found[at + 1][0] if at + 1 < len(found) else None
        if limit is None:
            continue
        open_ones = open_brackets(text, start, limit)
        if open_ones is not None and len(open_ones) == 1 and text[open_ones[0]] == "{" and limit not in was.inserted:
            told = _elsewhere(places, start, f"the body of @{name} has no closing }}", "write } behind it")
            return replace(was, inserted={**was.inserted, limit: "} "}), told
    open_ones, extra = _all_brackets(text, was.inserted)
    if extra is not None:
        fix = "take it out, or write { in front of what it closes"
        told = _elsewhere(places, extra, "this } closes nothing", fix)
        # What closed a syntax error that was taken out closes nothing either: that has been told.
        follows = any(not rule for rule, _ in was.told)
        return replace(was, text=f"{text[:extra]} {text[extra + 1 :]}"), None if follows else told
    end = len(text.rstrip())
    if open_ones and all(text[one] == "{" for one in open_ones) and end not in was.inserted:
        if is_in_comment_or_string(text, end - 1):
            raise _Hopeless
        what = "this { isn't closed" if len(open_ones) == 1 else f"this {{ and {len(open_ones) - 1} more aren't closed"
        told = _elsewhere(places, open_ones[0], what, "write } behind what is inside")
        return replace(was, inserted={**was.inserted, end: "}" * len(open_ones)}), told
    return None


def _all_brackets(text: str, inserted: dict[int, str]) -> tuple[list[int] | None, int | None]:
    """Where brackets stand that aren't closed, and the first } that closes nothing; nothing if they don't pair up."""
    found: list[int] = []
    closers = sorted(at for at, new in inserted.items() if "}" in new)
    for at, token in tokens(text):
        while closers and closers[0] <= at:
            closers.pop(0)
            if found:
                found.pop()
        if token in "({[":
            found.append(at)
        elif token[0] != '"':
            if not found:
                return None, at if token == "}" else None
            if text[found.pop()] != {")": "(", "}": "{", "]": "["}[token]:
                return None, None
    for _ in closers:
        if found:
            found.pop()
    return found, None


def _elsewhere(places: Places, at: int, message: str, fix: str) -> ParseError:
    """An error that is about another place of the text than the one at which upstream's parser ended."""
    place = places.location(at)
    return ParseError(f"{place}: {message}", place, fix=fix)


def _without_operation(
    was: Mended, told: ParseError, at: int, is_start: bool = False
) -> tuple[Mended, ParseError | None]:
    """An operation that can't be read becomes one that nobody knows, with the same results.

    Where their types can't be read either, they are what uses of them say. `is_start` where it begins at that place.
    """
    text = was.text
    start, name, end = _statement(text, at, is_start)
    if _NO_OPERATIONS.match(name):
        raise _Hopeless
    results = _results(text, start)
    if results is None:
        return replace(was, text=_blanked(text, start, end), inserted={**was.inserted, start: ""}), told
    count = sum(int(one[1] or 1) for one in re.finditer(r"%[\w$.-]+(?::(\d+))?", results[0]))
    types = result_types(text, start + len(name), end, count)
    if types is not None and 0 <= at - text.rfind(types[1:-1], start, end) < len(
        types
    ):  # it is they that can't be read
        types = None
    now = replace(was, text=_blanked(text, start, end))
    if types is None:
        return _without_results(now, start), told
    return replace(now, inserted={**was.inserted, start: f"{_UNREAD}{types}"}), told


def _results(text: str, start: int) -> re.Match[str] | None:
    """The names of results, in front of their operation."""
    return re.compile(_RESULTS).search(text, text.rfind("\n", 0, start) + 1, start)


def _without_results(was: Mended, start: int) -> Mended:
    """What stands for an operation at `start` is taken out as well."""
    results = _results(was.text, start)
    if results is None or ":" in results[0]:
        raise _Hopeless
    body, _ = _body(was.text, start)
    inserted = {at: new for at, new in was.inserted.items() if at != start}
    lost = {(body, name) for name in _VALUE.findall(results[0])}
    return replace(was, text=_blanked(was.text, *results.span()), inserted=inserted, lost=was.lost | lost)


def _without_function(was: Mended, error: ParseError, at: int | None) -> tuple[Mended, ParseError | None] | None:
    found = None if at is None else function_around(was.text, at)
    if found is None:
        return None
    start, end, name = found
    was_mended = any(start <= one < end for one in (*was.inserted, *(body for body, _ in was.values)))
    key = error.rule, str(error.location)
    kept = {one: new for one, new in was.inserted.items() if not start < one < end}
    values = {key: type for key, type in was.values.items() if not start < key[0] < end}
    name = was.names.get(name, name)
    less = replace(
        was, text=_blanked(was.text, start, end), inserted=kept, values=values, left_out=(*was.left_out, name)
    )
    return replace(less, told=was.told | {key}), None if was_mended or key in was.told else error


def _statement(text: str, at: int, is_start: bool = False) -> tuple[int, str, int]:
    """Start, name and end of the operation in which something stands; _Hopeless where that can't be told."""
    line = text.rfind("\n", 0, at) + 1
    if is_start and not text[line:at].strip() and (word := re.compile(r"[A-Za-z_][\w$.]*").match(text, at)):
        return at, word[0], _statement_end(text, at)
    while True:
        found = _OPERATION.match(text, line)
        start = found.start(2) if found is not None else line
        if found is not None and open_brackets(text, start, at, strict=False) is not None:
            return start, found[2], _statement_end(text, start)
        if line == 0:
            raise _Hopeless
        line = text.rfind("\n", 0, line - 1) + 1


def _statement_end(text: str, start: int) -> int:
    """Where an operation ends: with a line behind which another one begins, or the region around it ends."""
    simple = None
    line_end = start
    while line_end < len(text):
        line_end = text.find("\n", line_end + 1)
        line_end = len(text) if line_end < 0 else line_end
        following = re.compile(r"\s*(?://[^\n]*(?:\n\s*|\Z))*").match(text, line_end)
        after = following.end() if following else line_end
        line = text.rfind("\n", 0, after) + 1
        if _STOP.match(text, line) or _OPERATION.match(text, line):
            simple = line_end if simple is None else simple
            open_ones = open_brackets(text, start, line_end)
            if open_ones is None:
                return simple
            if not open_ones:
                return line_end
    return simple if simple is not None else len(text)


def _body(text: str, at: int) -> tuple[int, int]:
    """Where the body of the function around a place begins, behind its bracket, and where the function ends."""
    for start, _, body in reversed(functions(text)):
        if start <= at:
            around = function_around(text, at)
            if body is None or around is None or body > at or text.startswith("^", _first(text, body)):
                raise _Hopeless
            return body, around[1]
    raise _Hopeless


def _first(text: str, at: int) -> int:
    match = re.compile(r"\s*").match(text, at)
    return match.end() if match else at


def _place_of_definition(said: str, use: int, places: Places) -> int:
    """Where the operation stands that defines what is used too early."""
    match = _USED_BEFORE.search(said)
    assert match is not None
    if "op in the same block" not in match[0]:
        raise _Hopeless
    found = use if match[2] is None else places.offset(Location(match[1], int(match[2]), int(match[3])))
    if found is None:
        raise _Hopeless
    return found


def _renamed(was: Mended, name: str, start: int, end: int) -> Mended:
    """A value's name in text[start:end] is another one, as long as it was."""
    new = "%" + _fresh("%", name[1:], was.text)
    pattern = re.compile(rf"{re.escape(name)}(?![\w$.-])")
    text = was.text[:start] + pattern.sub(lambda _: new, was.text[start:end]) + was.text[end:]
    return replace(was, text=text, names={**was.names, new: was.names.get(name, name)})


def _fresh(sigil: str, name: str, text: str) -> str:
    """A name as long as another one that the text doesn't have; _Hopeless where there is none."""
    used = set(re.findall(rf'{sigil}"?([\w$.-]+)', text))
    length = len(name.encode())
    for letters in product(ascii_letters, *[ascii_letters + digits] * min(length - 1, 2)):
        new = "".join(letters).ljust(length, "_")
        if new not in used:
            return new
    raise _Hopeless


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r".+", lambda line: " " * len(line[0].encode()), text[start:end]) + text[end:]
