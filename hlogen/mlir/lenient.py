"""Rewrites program text so that upstream's parser takes what it would refuse.

- Invalid operations: the parser verifies and stops at the first offence, so operations and the returns of their
  regions, which it verifies by themselves, get a name that upstream doesn't know, of the same length. Their properties
  ``<{..}>`` become attributes ``{..}``, because properties of an unknown operation can't be read back; those in pretty
  form are written out (`pretty.py`). Where upstream refuses even to read their attributes and types, these get other
  names as well.
- Collectives of the specification that the bindings don't know yet, in the same way.
- The assembly of upstream's ``check`` dialect, which no bindings know, becomes the generic form without properties.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator

from hlogen.mlir.edits import Edits
from hlogen.mlir.pretty import spelled_out
from hlogen.mlir.tokens import closing, comments_and_strings, is_in_comment, skip_blanks, type_end

# A disguised operation's dialect is written with a zero.
_TRUE, _DISGUISED = "stablehlo.", "stablehl0."
_FOREIGN = "_hl0."  # and behind that of another dialect
_DISGUISED_QUOTED = re.compile(rf"""(["'])({re.escape(_DISGUISED)}|[\w$]+{re.escape(_FOREIGN)})""")
_OPERATION = re.compile(
    r'(?<!@)"([\w$]+\.[\w.-]+)"(?=\s*(?://[^\n]*\s*)*\()'
    r'|(?<![\w.$"@%#!^-])((?:stablehlo|chlo)\.[\w-]+|(?:func\.)?(?:call(?=\s*@)|return(?![\w.$-])))'
)
_CONSTANT = "stablehlo.constant"  # in pretty form: it can't be wrong, and what it holds may be large
_STRUCTURE = ("func.", "builtin.")  # what holds operations
_FALSE_SPELLING = {"#stablehlo": "#stablehl0", "!quant": "!quan0"}
_SPELLING = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(#stablehlo(?=[.<])|!quant(?=\.uniform))')
_RETURN, _END, _CALL = "stablehlo.return", "func.return", "func.call"

_IN_REGION = re.compile(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"|[(){}\[\]]|(?<![\w.$%@#!^-])stablehlo\.return(?![\w.$-])')
_GAP, _VALUE = r"(?:\s|//[^\n]*)*", r"%[\w$.-]+(?:#\d+)?"
_VALUES = re.compile(rf"{_GAP}{_VALUE}(?:{_GAP},{_GAP}{_VALUE})*")

_QUOTED_CHECK = re.compile(r'(?<!@)"check\.expect_\w+"')
_CHECK = re.compile(r'(?<!["@\w.$])check\.(expect_\w+)(\s+)(%[\w$.-]+(?:#\d+)?)')
_OPERAND = re.compile(r"\s*,\s*%[\w$.-]+(?:#\d+)?")
_PARAMETER = re.compile(r"\s*(,)\s*(\w+)\s*=\s*(\"[^\"]*\"|[-+.\w]+)(\s*:\s*(?:f64|ui64|ui32)\b)?")
_PARAMETERS = {
    "tolerance": ("tolerance", " : f64"),
    "max_ulp_difference": ("max_ulp_difference", " : ui64"),
    "min_ulp_difference": ("min_ulp_difference", " : ui64"),
    "probe_id": ("probe_id", ""),
    "iter": ("iteration", " : ui32"),
}


def disguised(name: str) -> str:
    """The name of the operation that nobody verifies; of an own one as long as the true one."""
    dialect, _, rest = name.partition(".")
    return f"{_DISGUISED}{rest}" if dialect == "stablehlo" else f"{dialect}{_FOREIGN}{rest}"


def true_name(name: str) -> str:
    """The name that an operation has, of that which it may have been given here."""
    return name.replace(_DISGUISED, _TRUE, 1) if name.startswith(_DISGUISED) else name.replace(_FOREIGN, ".", 1)


def true_names(text: str) -> str:
    """A text in which all names are true: a message, or a program."""
    return _DISGUISED_QUOTED.sub(lambda match: match[1] + true_name(match[2]), text)


def operations(text: str) -> Iterator[tuple[int, str, bool]]:
    """Where operations stand that can be disguised, their names, and whether in generic form.

    They are StableHLO's, and those of other dialects in generic form. A region's returns belong to the region.
    """
    hidden = comments_and_strings(text) if '"' in text or "//" in text else []
    for match in _OPERATION.finditer(text):
        name = match[1] or match[2]
        is_structure = name.startswith(_STRUCTURE) and match[1] not in (None, _CALL, _END)
        if name == _RETURN or match[2] == _CONSTANT or is_structure:
            continue
        if not (is_in_comment(text, match.start()) if match[1] else _inside(match.start(), hidden)):
            yield match.start(), name, match[1] is not None


def disguise(text: str, edits: Edits, chosen: Container[int] | None = None, foreign: bool = False) -> None:
    """Adds the edits that get invalid operations through the parser: those that stand at one of `chosen`, or all, with
    those of other dialects if `foreign`. Newer forms that the parser doesn't know are always among them."""
    written = 0
    for start, name, is_generic in operations(text):
        is_own = name.startswith(_TRUE) or name in (_CALL, _END) or not is_generic
        is_chosen = start in chosen if chosen is not None else foreign or is_own
        if is_generic:
            operands = skip_blanks(text, start + len(name) + 2)
            end = closing(text, operands)
            if end is None or not (is_chosen or _is_newer(text, name, operands, end)):
                continue
            edits.replace(start + 1, start + 1 + len(name), disguised(name))
            after = skip_blanks(text, end + 1)
            _properties_to_attributes(text, after, edits)
            _disguise_returns(text, after, edits)
        elif is_chosen and start >= written:
            found = spelled_out(text, start, name, disguised(name if "." in name else f"func.{name}"))
            if found is not None:
                changes, written = found
                for change in changes:
                    edits.replace(*change)


def disguise_spelling(text: str) -> str:
    """The text whose attributes of StableHLO and quantized types are no one's, so that no one verifies them."""
    return _SPELLING.sub(lambda match: match[0] if match[1] is None else _FALSE_SPELLING[match[1]], text)


def true_spelling(text: str) -> str:
    """What a type or an attribute is that was disguised."""
    return text.replace("#stablehl0", "#stablehlo").replace("!quan0", "!quant")


def disguise_newer(text: str, edits: Edits) -> None:
    """Adds the edits that get newer forms of collectives through a parser that doesn't know them."""
    disguise(text, edits, chosen=())


def _is_newer(text: str, name: str, operands: int, end: int) -> bool:
    """A collective_broadcast of one operand is known to all, and may be refused for good reason."""
    return name == "stablehlo.collective_reduce" or (
        name == "stablehlo.collective_broadcast" and "," in text[operands:end]
    )


def _disguise_returns(text: str, start: int, edits: Edits) -> None:
    """`start` is what follows the operands. Only the operation's own returns: those further inside belong to others."""
    if text.startswith("<", start):
        end = closing(text, skip_blanks(text, start + 1))
        start = start if end is None else skip_blanks(text, end + 1) + 1
    depth = 0
    for match in _IN_REGION.finditer(text, start):
        token = match[0]
        if token in "({[":
            depth += 1
        elif token in ")}]":
            depth -= 1
            if depth == 0:
                return
        elif depth == 2 and token == '"stablehlo.return"':
            edits.replace(match.start() + 1, match.end() - 1, disguised(_RETURN))
        elif depth == 2 and token == "stablehlo.return":
            _spell_out_return(text, match, edits)


def _spell_out_return(text: str, match: re.Match[str], edits: Edits) -> None:
    """``stablehlo.return %0 : tensor<i64>`` in generic form and disguised."""
    values = _VALUES.match(text, match.end())
    after_values = values.end() if values else match.end()
    end = closing(text, skip_blanks(text, after_values))  # a bracket: the attributes
    end = after_values if end is None or text[end] != "}" else end + 1
    colon = skip_blanks(text, end)
    changes = [(match.start(), match.end(), f'"{disguised(_RETURN)}"('), (after_values, after_values, ")")]
    if text.startswith(":", colon):
        first = at = skip_blanks(text, colon + 1)
        while (stop := type_end(text, at)) > at and text.startswith(",", skip_blanks(text, stop)):
            at = skip_blanks(text, skip_blanks(text, stop) + 1)
        changes += [(first, first, "("), (stop, stop, ") -> ()")]
    else:
        changes.append((end, end, " : () -> ()"))
    for start, stop, new in changes:
        edits.replace(start, stop, new)


def _properties_to_attributes(text: str, start: int, edits: Edits) -> None:
    """`start` is what follows the operands: ``<{properties}> ({regions}) {attributes} : type``."""
    opening = skip_blanks(text, start + 1)
    end = closing(text, opening)
    if not text.startswith("<", start) or end is None or text[opening] != "{":
        return
    angle = skip_blanks(text, end + 1)
    if not text.startswith(">", angle):
        return
    regions = skip_blanks(text, angle + 1)
    regions_end = closing(text, regions) if text.startswith("(", regions) else None
    attributes = regions if regions_end is None else skip_blanks(text, regions_end + 1)
    if regions_end is None and not text.startswith("{", attributes):
        edits.replace(start, start + 1, " ")
        edits.replace(angle, angle + 1, " ")
        return
    properties = _on_one_line(text, opening + 1, end)
    edits.blank(start, angle + 1)
    attributes_end = closing(text, attributes)
    if text.startswith("{", attributes) and attributes_end is not None:
        empty = skip_blanks(text, attributes + 1) == attributes_end
        edits.insert(attributes + 1, properties if empty or not properties else f"{properties}, ")
    elif regions_end is not None:
        edits.insert(regions_end + 1, f" {{{properties}}}")


def _on_one_line(text: str, start: int, end: int) -> str:
    """text[start:end] without comments and line ends."""
    body = re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda match: match[1] or "", text[start:end])
    return body.replace("\n", " ").strip()


def _beginning(pattern: re.Pattern[str], start: str, text: str) -> Iterator[re.Match[str]]:
    """The matches of a pattern that begins with the words `start`: looking for these takes no time."""
    at = text.find(start)
    while at >= 0:
        if match := pattern.match(text, at):
            yield match
        at = text.find(start, at + 1)


def spell_out_checks(text: str, edits: Edits) -> None:
    """Adds the edits that turn upstream's ``check.expect_*`` operations into their generic form, with attributes."""
    for match in _beginning(_QUOTED_CHECK, '"check.expect_', text):
        end = closing(text, skip_blanks(text, match.end()))
        if end is not None and not is_in_comment(text, match.start()):
            _properties_to_attributes(text, skip_blanks(text, end + 1), edits)
    found = list(_beginning(_CHECK, "check.expect_", text))
    hidden = comments_and_strings(text) if found else []
    for match in found:
        if not _inside(match.start(), hidden):
            _spell_out_check(text, match, edits)


def _spell_out_check(text: str, match: re.Match[str], edits: Edits) -> None:
    changes: list[tuple[int, int, str]] = [
        (match.start(), match.start(), '"'),
        (match.end(1), match.end(1), '"'),
        (match.start(3), match.start(3), "("),
    ]
    at = match.end()
    name = match[1]
    dictionary_open = False
    if name.endswith("_const"):
        comma = skip_blanks(text, at)
        value = skip_blanks(text, comma + 1)
        if text[comma : comma + 1] != ",":
            return
        changes.append((comma, comma + 1, ") {value = "))
        dictionary_open = True
        at = type_end(text, value)
        colon = skip_blanks(text, at)
        if text[colon : colon + 1] != ":":
            return
        start = skip_blanks(text, colon + 1)
        at = type_end(text, start)
        types = [_on_one_line(text, start, at)]
    else:
        if operand := _OPERAND.match(text, at):
            at = operand.end()
        changes.append((at, at, ")"))
        types = []
    while parameter := _PARAMETER.match(text, at):
        if parameter[2] not in _PARAMETERS:
            return
        spelling, kind = _PARAMETERS[parameter[2]]
        changes.append((parameter.start(1), parameter.end(1), "," if dictionary_open else " {"))
        changes.append((parameter.start(2), parameter.end(2), spelling))
        dictionary_open = True
        at = parameter.end()
        if parameter[4] is None:
            changes.append((at, at, kind))
    opening = skip_blanks(text, at)
    end = closing(text, opening)
    if text.startswith("{", opening) and end is not None:
        if dictionary_open:
            changes.append((opening, opening + 1, ", "))
        at = end + 1
    elif dictionary_open:
        changes.append((at, at, "}"))
    if types:
        changes.append((at, at, f" : ({types[0]}) -> ()"))
    else:
        colon = skip_blanks(text, at)
        if text[colon : colon + 1] != ":":
            return
        start = skip_blanks(text, colon + 1)
        at = type_end(text, start)
        first = _on_one_line(text, start, at)
        changes.append((start, start, "("))
        if name == "expect_close":
            comma = skip_blanks(text, at)
            if text[comma : comma + 1] != ",":
                return
            at = type_end(text, skip_blanks(text, comma + 1))
        elif name != "expect_serialized_eq":
            changes.append((at, at, f", {first}"))
        changes.append((at, at, ") -> ()"))
    for start, end, new in changes:
        edits.replace(start, end, new)


def _inside(position: int, spans: list[tuple[int, int]]) -> bool:
    index = bisect_right(spans, (position, 1 << 62)) - 1
    return index >= 0 and spans[index][0] <= position < spans[index][1]
