"""Looks at MLIR text without parsing it: strings and comments are skipped, brackets are matched."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

# What matters, in one pass: comments and strings (to step over them), and the brackets that always come in pairs.
_TOKEN = re.compile(r'//[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[(){}\[\]]')
_LONE_CR = re.compile(r'("[^"\\\n]*(?:\\.[^"\\\n]*)*"|//[^\r\n]*)|\r(?!\n)')
_CLOSING = {"(": ")", "{": "}", "[": "]"}
_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|.)")
_NESTING_TOKEN = re.compile(r'//[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|->|[(){}\[\]<>]')
_NUMBER_TOKEN = re.compile(r'//[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|0x[0-9A-Fa-f]+|([0-9]+)|[\w%#@!^$][\w%#@!^$.-]*')
_OPENING, _CLOSERS = "([{<", ")]}>"
_STEPS = bytes.maketrans((_OPENING + _CLOSERS).encode(), b"\x01" * 4 + b"\xff" * 4)
_NO_BRACKETS = bytes(set(range(256)) - set((_OPENING + _CLOSERS).encode()))
_DIGITS = "0123456789"
_CHUNK = 1 << 20  # characters
_CONTROLS = {b"n": b"\n", b"t": b"\t"}
_HIGH_ESCAPE = re.compile(r"\\[89A-Fa-f][0-9A-Fa-f]")
_QUOTED_OPERATION = re.compile(r'(?<!@)("(?:[^"\\\n]|\\.)+")\s*\(')
_BLANKS = re.compile(r"\s*(?://[^\n]*\s*)*")
_WORD = re.compile(r"[!#]?[\w.$]+")
_ANGLE = re.compile(r'//[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|->|[<>]')
_ENTRY_TOKEN = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|->|[(){}\[\]<>,]')  # printed text has no comments
_RESOURCE = re.compile(r'(?:"([^"]*)"|([\w.$-]+))\s*:\s*"0x([0-9A-Fa-f]*)"')
_FUNCTION = re.compile(r'(?<![\w.$"@])func(?:\.func)?\s+(?:(?:private|public|nested)\s+)?@("[^"]*"|[\w$.-]+)')
_ENTRY_NAME = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\w.$-]+)\s*')

_OF_MLIR = re.compile(
    r"^\s*%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+)*\s*=\s|\bmodule\s*(?:@\S+\s*)?(?:attributes\b|\{)|\btensor<|"
    r"\b(?:stablehlo|chlo|vhlo|check|sdy|mhlo)\.\w|\bfunc\.(?:func|call|return)\b|"
    r'\bfunc\s+(?:(?:private|public|nested)\s+)?@|"[a-z_]\w*\.[\w.]+"\s*\(',
    re.M,
)


def with_line_ends(text: str) -> str:
    """The text in which what ends a line does so for everybody: upstream takes a lone CR for a blank, as old Macs and
    editors don't. Those of strings stay, and so does every place."""
    if "\r" not in text:
        return text
    return _LONE_CR.sub(lambda match: match[1] or "\n", text)


def looks_like_mlir(text: str) -> bool:
    """Whether an operation, a function, a module or a tensor's type stands somewhere in the text, however broken."""
    return _OF_MLIR.search(text) is not None


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, str]]:
    """(position, token) of every string and bracket of `text`; comments are left out."""
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        if not match[0].startswith("//"):
            yield match.start(), match[0]


def comments_and_strings(text: str) -> list[tuple[int, int]]:
    """Start and end of every comment and string of `text`."""
    return [match.span() for match in _TOKEN.finditer(text) if match[0][0] in '/"']


def closing(text: str, opening: int) -> int | None:
    """Where the bracket at `opening` closes; None where there is no bracket or it never closes."""
    if text[opening : opening + 1] not in _CLOSING:
        return None
    depth = 0
    for match in _TOKEN.finditer(text, opening):
        token = match[0]
        if token in _CLOSING:
            depth += 1
        elif token[0] not in '/"':
            depth -= 1
            if depth == 0:
                return match.start()
    return None


def is_in_comment(text: str, position: int) -> bool:
    """Whether a comment stands before `position` on its line."""
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return "//" in line and any(match[0][0] == "/" for match in _TOKEN.finditer(line))


def is_in_comment_or_string(text: str, position: int) -> bool:
    """Whether what stands at `position` is part of a comment or of a string."""
    end = text.find("\n", position)
    for match in _TOKEN.finditer(text, text.rfind("\n", 0, position) + 1, len(text) if end < 0 else end):
        if match.start() > position:
            return False
        if match.end() > position and match[0][0] in '/"':
            return True
    return False


def brackets(text: str) -> dict[int, int]:
    """Where each opening bracket of `text` closes. Brackets that don't pair up are left out."""
    pairs: dict[int, int] = {}
    open_ones: list[tuple[int, str]] = []
    for position, token in tokens(text):
        if token in _CLOSING:
            open_ones.append((position, _CLOSING[token]))
        elif token[0] != '"' and open_ones:
            start, closing = open_ones.pop()
            if closing == token:
                pairs[start] = position
    return pairs


def open_brackets(text: str, start: int, end: int, strict: bool = True) -> list[int] | None:
    """Where brackets of text[start:end] stand that aren't closed there; None where they don't pair up.

    Unless `strict`, one closes whatever stands open, and they don't pair up only where nothing does.
    """
    found: list[int] = []
    for at, token in tokens(text, start, end):
        if token in _CLOSING:
            found.append(at)
        elif token[0] != '"' and (not found or (_CLOSING[text[found.pop()]] != token and strict)):
            return None
    return found


def functions(text: str) -> list[tuple[int, str, int | None]]:
    """Start, name and body of each function of a text: where the body begins behind its bracket, None without one."""
    starts = [match for match in _FUNCTION.finditer(text) if not is_in_comment_or_string(text, match.start())]
    limits = [*(match.start() for match in starts), len(text)][1:]
    return [
        (match.start(), match[1].strip('"'), _body(text, match.end(), limit))
        for match, limit in zip(starts, limits, strict=True)
    ]


def _body(text: str, at: int, limit: int) -> int | None:
    """Where the body of the function begins whose name ends at `at`, behind its signature and its attributes."""
    skip = at
    for position, token in tokens(text, at, limit):
        if position < skip or token not in _CLOSING:
            continue
        if token == "{" and not text[at:position].rstrip().endswith("attributes"):
            return position + 1
        skip = closing(text, position) or limit
    return None


def function_around(text: str, position: int) -> tuple[int, int, str] | None:
    """Start, end and name of the function in which something stands; None where that is in none.

    Where its brackets don't pair up, it ends with the first line that is a closing bracket below its first character,
    in front of one that is further left, or where the next one starts.
    """
    found = functions(text)
    index = bisect_right([start for start, *_ in found], position) - 1
    if index < 0:
        return None
    start, name, body = found[index]
    limit = found[index + 1][0] if index + 1 < len(found) else len(text)
    end = None
    if body is not None:
        depth = 1
        for at, token in tokens(text, body, limit):
            depth += {"{": 1, "}": -1}.get(token, 0)
            if depth == 0:
                end = at + 1
                break
    elif not open_brackets(text, start, line_end := text.find("\n", position) % (len(text) + 1)):  # it has no body
        end = min(line_end, limit)
    if end is None or open_brackets(text, start, end) != []:
        margin = text[text.rfind("\n", 0, start) + 1 : start]
        before = f"|[ \\t]{{0,{len(margin) - 1}}}(?=\\}})" if margin else ""  # what is around it ends
        below = re.compile(rf"^(?:{margin}\}}{before})", re.M) if not margin.strip() else None
        match = None if below is None else below.search(text, start + 1, limit)
        end = None if match is None else match.end()
    return start, end if end is not None and end > position else limit, name


def is_nested_deeper_than(limit: int, text: str) -> bool:
    """Whether brackets of `text`, angle brackets included, stand inside each other more than `limit` times."""
    if sum(map(text.count, _OPENING)) <= limit:
        return False
    depth = 0
    for start in range(0, len(text), _CHUNK):
        # An arrow closes nothing. What strings and comments hold counts as well, so this is only a suspicion.
        chunk = text[start : start + _CHUNK].encode().replace(b"->", b"").translate(_STEPS, _NO_BRACKETS)
        depths = np.cumsum(np.frombuffer(chunk, np.int8), dtype=np.int64) + depth
        if depths.size:
            depths -= np.minimum.accumulate(np.minimum(depths, 0))  # what closes nothing doesn't make up for later
            if depths.max() > limit:
                return _is_really_deeper_than(limit, text)
            depth = int(depths[-1])
    return False


def _is_really_deeper_than(limit: int, text: str) -> bool:
    depth = 0
    for match in _NESTING_TOKEN.finditer(text):
        if match[0] in _OPENING:
            depth += 1
            if depth > limit:
                return True
        elif match[0] in _CLOSERS:
            depth = max(0, depth - 1)
    return False


def number_longer_than(limit: int, text: str) -> int | None:
    """Where the first decimal number with more than `limit` digits in a row stands outside of strings and comments."""
    # A run that long covers one of these places; what strings, comments and names hold is only a suspicion.
    half = (limit + 1) // 2  # so much of it stands before or behind the place
    places = (
        at
        for at in range(limit, len(text), limit)
        if text[at] in _DIGITS and (text[at - half : at].isdigit() or text[at : at + half].isdigit())
    )
    if not any(_digits_around(at, limit, text) > limit for at in places):
        return None
    for match in _NUMBER_TOKEN.finditer(text):
        if match[1] and len(match[1]) > limit:
            return match.start()
    return None


def _digits_around(at: int, most: int, text: str) -> int:
    """How many digits stand in a row around a place, looking at no more than `most` before it, and one more behind."""
    before, behind = text[max(0, at - most) : at], text[at : at + most + 1]
    return len(before) - len(before.rstrip(_DIGITS)) + len(behind) - len(behind.lstrip(_DIGITS))


def attribute_entries(text: str) -> dict[str, str]:
    """The text of each attribute of an operation that is printed in generic form without its regions."""
    pairs = brackets(text)
    entries: dict[str, str] = {}
    at = pairs[min(pairs)] + 1  # behind the operands: brackets in the name don't count
    while at < len(text) and text[at] not in ":":
        if text[at] == "{":
            entries.update(_split_entries(text[at + 1 : pairs[at]]))
        at = pairs[at] + 1 if text[at] in _CLOSING and at in pairs else at + 1
    return entries


def dictionary_entries(text: str) -> dict[str, str]:
    """The text of each entry of ``{name = value, ...}``."""
    return _split_entries(text[1:-1])


def _split_entries(body: str) -> dict[str, str]:
    entries: dict[str, str] = {}
    depth, start = 0, 0
    pieces: list[str] = []
    for found in _ENTRY_TOKEN.finditer(body):
        token = found[0]
        if token in _OPENING:
            depth += 1
        elif token in _CLOSERS:
            depth -= 1
        elif token == "," and depth == 0:
            pieces.append(body[start : found.start()])
            start = found.end()
    pieces.append(body[start:])
    for piece in pieces:
        if match := _ENTRY_NAME.match(piece):
            rest = piece[match.end() :]
            entries[_unquoted(match[1])] = rest[1:].strip() if rest.startswith("=") else "unit"
    return entries


def name_that_is_no_text(text: str) -> int | None:
    """Where the first operation stands whose quoted name isn't UTF-8 once its escapes are resolved."""
    if "\\" not in text or _HIGH_ESCAPE.search(text) is None:
        return None
    for match in _QUOTED_OPERATION.finditer(text):
        if any("\udc80" <= char <= "\udcff" for char in _unquoted(match[1])):
            return match.start()
    return None


def has_string_that_is_no_text(text: str) -> bool:
    """Whether a string isn't UTF-8 once its escapes are resolved."""
    if "\\" not in text or _HIGH_ESCAPE.search(text) is None:
        return False
    strings = (match[0] for match in _TOKEN.finditer(text) if match[0][0] == '"')
    escaped = (_unquoted(string) for string in strings if _HIGH_ESCAPE.search(string))
    return any("\udc80" <= char <= "\udcff" for string in escaped for char in string)


def _unquoted(name: str) -> str:
    if not name.startswith('"'):
        return name
    raw = _ESCAPE.sub(lambda match: _CONTROLS.get(match[1]) or _byte(match[1]), name[1:-1].encode())
    return raw.decode("utf-8", "surrogateescape")


def _byte(escaped: bytes) -> bytes:
    return bytes.fromhex(escaped.decode()) if len(escaped) == 2 else escaped


def resource_blobs(text: str) -> dict[str, bytes]:
    """Name -> bytes of the resources that stand in ``{-# dialect_resources: ... #-}`` at the end of a module's text."""
    start = text.rfind("{-#")
    if start < 0:
        return {}
    # A blob is hexadecimal; its first four bytes are an alignment.
    return {
        (match[1] or match[2]): bytes.fromhex(match[3])[4:] for match in _RESOURCE.finditer(text, start) if match[3]
    }


def skip_blanks(text: str, at: int) -> int:
    """The first position from `at` on that is neither blank nor in a comment."""
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def type_end(text: str, start: int) -> int:
    """Where the type (or ``dense<...>``) that starts at `start` ends: a word and what its brackets hold."""
    match = _WORD.match(text, start)
    at = match.end() if match else start
    if text[at : at + 1] != "<":
        return at
    depth = 0
    for inner in _ANGLE.finditer(text, at):
        if inner[0] == "<":
            depth += 1
        elif inner[0] == ">":
            depth -= 1
            if depth == 0:
                return inner.end()
    return at
