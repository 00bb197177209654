"""Names in MLIR text, without parsing it: where values, arguments and functions are defined and used.

The text may be half written: brackets that don't pair up cost what is in the same function, at most.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from hlogen.mlir.tokens import closing, functions, type_end

_VALUE = r"%(?:\d+|[A-Za-z_$.-][\w$.-]*)"
_TOKEN = re.compile(
    rf'//[^\n]*|@"[^"\n]*"|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|({_VALUE})(?:\#\d+)?|\^[\w$.-]+|@[\w$.-]+|\bfunc\.func\b|'
    r"[(){}\[\]]"
)
_LIST = re.compile(rf"{_VALUE}(?::\d+)?(?:\s*,\s*{_VALUE}(?::\d+)?)*")
_DEFINES = re.compile(r"\s*=(?!=)")
_RESULT = re.compile(rf"({_VALUE})(?::(\d+))?")
_ARGUMENT = re.compile(r"\s*(?::\s*|=(?!=))")
_NUMBER = re.compile(r"#\d+")
_SPLIT = re.compile(r"// -----[ \t\r]*")
_CLOSING = {")": "(", "}": "{", "]": "["}
_LABELLED = "^("  # a bracket with the arguments of a block


@dataclass(eq=False)
class Definition:
    """Where a value, or a function, gets its name. Of the results of one operation, `index` is that of the first one
    that has it. `type` is written there, or empty; `uses` are where the name stands, here first."""

    name: str
    start: int
    end: int
    kind: str  # "result", "argument" or "function"
    index: int = 0
    type: str = ""
    uses: list[tuple[int, int]] = field(default_factory=list)


@dataclass(eq=False)
class _Scope:
    """What stands between two braces."""

    outer: _Scope | None
    start: int
    end: int | None = None
    names: dict[str, Definition] = field(default_factory=dict)
    arguments: dict[str, Definition] = field(default_factory=dict)  # of the regions that come next
    latest: list[Definition] = field(default_factory=list)  # the results of its last operation so far
    around: list[Definition] = field(default_factory=list)  # those of the operation that it is in

    def found(self, name: str) -> Definition | None:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None


class Names:
    """The names of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at: list[tuple[int, int, Definition]] = []  # (start, end, what it names), in order
        self._scopes: list[_Scope] = []
        self.functions: list[Definition] = []
        self._scan()

    def at(self, offset: int) -> Definition | None:
        """What the name at an offset, or just before it, names."""
        index = bisect_right(self._at, offset, key=lambda one: one[0]) - 1
        if index < 0:
            return None
        _, end, definition = self._at[index]
        number = _NUMBER.match(self._text, end)
        return definition if offset <= (number.end() if number else end) else None

    def result_at(self, offset: int, definition: Definition) -> tuple[str, int]:
        """The name and index of the result that is named there, as %0#1 does, of those that are defined together."""
        ends = [end for start, end in definition.uses if start <= offset]
        number = _NUMBER.match(self._text, ends[-1]) if ends else None
        if number is None:
            return definition.name, definition.index
        return definition.name + number[0], definition.index + int(number[0][1:10])

    def visible(self, offset: int) -> Iterator[Definition]:
        """The values whose names may be used at an offset."""
        inner = [
            scope for scope in self._scopes if scope.start <= offset and (scope.end is None or offset <= scope.end)
        ]
        scope = max(inner, key=lambda scope: scope.start, default=None)
        seen: set[str] = set()
        unfinished: list[Definition] = []
        while scope is not None:
            for name, definition in scope.names.items():
                is_before = definition.kind == "argument" or "\n" in self._text[definition.end : offset]
                if name not in seen and is_before and definition not in unfinished:
                    seen.add(name)
                    yield definition
            unfinished, scope = scope.around, scope.outer

    def _scan(self) -> None:
        text = self._text
        uses: list[tuple[int, int, str, _Scope]] = []
        symbols: dict[str, Definition] = {}
        called: list[tuple[int, int, str]] = []
        brackets: list[str] = []
        scope = self._begun(None, 0)
        function: tuple[int, _Scope] | None = None  # how many brackets are open around functions, and their scope
        behind_label, is_function = -1, False
        seen_to = 0  # lists of values up to there have been looked at

        def finish() -> None:
            for start, end, name, within in uses:
                if (definition := within.found(name)) is not None:
                    self._at.append((start, end, definition))
            for start, end, name in called:
                if name in symbols:
                    self._at.append((start, end, symbols[name]))
            uses.clear()
            called.clear()
            symbols.clear()

        for match in _TOKEN.finditer(text):
            token, start, end = match[0], match.start(), match.end()
            if match[1]:
                name, end = match[1], match.end(1)
                inner = brackets[-1] if brackets else "{"
                listed = _LIST.match(text, start) if inner == "{" and start >= seen_to else None
                if listed is not None:
                    seen_to = listed.end()
                if listed is not None and _DEFINES.match(text, seen_to):
                    index = 0
                    scope.latest = []
                    for result in _RESULT.finditer(text, start, seen_to):
                        definition = Definition(result[1], *result.span(1), "result", index)
                        scope.names[result[1]] = definition
                        scope.latest.append(definition)
                        index += int((result[2] or "1")[:9])
                    scope.arguments = {}
                elif inner in ("(", _LABELLED) and (behind := _ARGUMENT.match(text, end)):
                    type = "" if "=" in behind[0] else text[behind.end() : type_end(text, behind.end())]
                    argument = Definition(name, start, end, "argument", type=type)
                    (scope.names if inner == _LABELLED else scope.arguments)[name] = argument
                    if inner == "(":
                        self._at.append((start, end, argument))
                        continue
                uses.append((start, end, name, scope))
            elif token == "func.func":
                if function is None:
                    function = len(brackets), scope
                elif len(brackets) > function[0]:  # those of the function before don't pair up
                    del brackets[function[0] :]
                    scope.end, scope = start, function[1]
                is_function = True
                scope.arguments = {}
            elif token[0] == "@":
                name = token[1:].strip('"')
                if is_function:
                    symbols[name] = Definition(name, start, end, "function")
                    self.functions.append(symbols[name])
                called.append((start, end, name))
                is_function = False
            elif token[0] == '"':
                is_first = not text[text.rfind("\n", 0, start) + 1 : start].strip()
                if is_first and (not brackets or brackets[-1] == "{"):  # an operation without results begins
                    scope.latest, scope.arguments = [], {}
            elif token[0] == "^":
                behind_label = end
            elif token in ("(", "["):
                brackets.append(_LABELLED if token == "(" and behind_label == start else token)
            elif token == "{":
                brackets.append(token)
                arguments = scope.arguments
                around = scope.latest
                scope = self._begun(scope, start)
                scope.names.update(arguments)
                scope.around = around
            elif token in _CLOSING:
                if brackets and brackets[-1][-1] == _CLOSING[token]:
                    brackets.pop()
                    if token == "}" and scope.outer is not None:
                        scope.end, scope = start, scope.outer
            elif _SPLIT.fullmatch(token):
                finish()
                brackets, function = [], None
                scope.end, scope = start, self._begun(None, end)
        finish()
        self._at.sort(key=lambda one: one[0])
        for start, end, definition in self._at:
            definition.uses.append((start, end))

    def _begun(self, outer: _Scope | None, start: int) -> _Scope:
        scope = _Scope(outer, start)
        self._scopes.append(scope)
        return scope


def signature(text: str, at: int) -> str:
    """The head of the function whose name stands at an offset."""
    for start, _, body in reversed(functions(text)):
        if start <= at:
            end = text.find("\n", start) % (len(text) + 1) if body is None else body - 1
            return text[start:end].rstrip()
    return ""


def outline(text: str) -> Iterator[tuple[str, int, int]]:
    """Name, start and end of each function of a text."""
    for start, name, body in functions(text):
        end = None if body is None else closing(text, body - 1)
        line_end = text.find("\n", start)
        yield name, start, len(text) if end is None and line_end < 0 else line_end if end is None else end + 1
