"""What is wrong with an attribute of dimension numbers that is there, and can't be read as such."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hlogen.ir.attributes import DIMENSION_NUMBERS, OpaqueAttr
from hlogen.ir.printer import attribute_text

_LISTS = re.compile(r"\[([^\]]*)\]\s*x\s*\[([^\]]*)\]\s*->\s*\[([^\]]*)\]")
_STRUCTURE = re.compile(r"#stablehlo\.(\w+)<(.*)>", re.S)
_FIELD = re.compile(r"(\w+)\s*=\s*(\[[^\]]*\]|[^,\[\]<>]+)")
_PARTS = (("input", "bf"), ("kernel", "io"), ("output", "bf"))  # of a convolution, and their letters
_NUMBER = re.compile(r"\s*-?\d+\s*")
_LONGEST = 80  # characters of an attribute that are shown


def misread(attributes: Mapping[str, Any]) -> str:
    """What is said of an operation's dimension numbers where they aren't dimension numbers: the rest of a sentence."""
    for name in ("dimension_numbers", "dot_dimension_numbers", "scatter_dimension_numbers"):
        if name in attributes:
            given = attributes[name]
            return why_unread(given.text) if isinstance(given, OpaqueAttr) else f"is {shown(given)}"
    return "is missing"


def why_unread(text: str, wanted: str | None = None) -> str:
    """What is wrong with the text of dimension numbers; `wanted` is whose they should be: gather, scatter, dot."""
    if lists := _LISTS.search(text):
        wrong = [
            why
            for what, listed, letters in zip(
                ("input", "kernel", "output"), lists.groups(), ("bf", "io", "bf"), strict=True
            )
            if (why := _why_no_layout(listed, letters, what))
        ]
        return f"is {lists[0]}, but {'; '.join(wrong)}" if wrong else f"is {_short(text)}"
    match = _STRUCTURE.fullmatch(text.strip())
    if match is None or match[1] not in DIMENSION_NUMBERS or (wanted or match[1]) != match[1]:
        return f"is {_short(text)}" + (f", no #stablehlo.{wanted}" if wanted else "")
    known = {field.name: str(field.type).startswith("tuple") for field in fields(DIMENSION_NUMBERS[match[1]])}
    wrong = []
    for name, given in _FIELD.findall(match[2]):
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            wrong.append(f"it has no {name}{f' (did you mean {near[0]}?)' if near else ''}")
        elif known[name] != given.startswith("["):
            wrong.append(f"{name} = {given.strip()} is {'no list' if known[name] else 'no number'}")
        elif not all(map(_NUMBER.fullmatch, filter(str.strip, given.strip("[]").split(",")))):
            wrong.append(f"{name} = {given.strip()} isn't of numbers alone")
    return f"is #stablehlo.{match[1]}, but {'; '.join(wrong)}" if wrong else f"is {_short(text)}"


def _why_no_layout(listed: str, letters: str, what: str) -> str:
    """Why a list such as ``b, 0, 1, f`` doesn't name each dimension once; "" where it does."""
    names = [name.strip() for name in listed.split(",")]
    expected = [*letters, *map(str, range(len(names) - 2))]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    wrong = [f"has {name} {names.count(name)} times" for name in twice]
    wrong += [
        f"has {name}, which is none of {', '.join(expected)}" for name in names if name not in (*expected, *twice)
    ]
    wrong += [f"lacks {name}" for name in expected if name not in names]
    return f"that of {what} {' and '.join(wrong)}" if wrong else ""


def shown(attribute: Any) -> str:
    """An attribute in a sentence, whatever it is."""
    try:
        return _short(attribute_text(attribute))
    except (TypeError, ValueError, AttributeError):
        return _short(str(attribute))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
