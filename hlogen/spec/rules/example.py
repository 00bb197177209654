"""Examples of rules: one valid operation for an op, and for each rule the change of its text that breaks it."""

from __future__ import annotations

import re

_OPERANDS = re.compile(r'"[\w.$-]+"\s*\(([^()]*)\)')
_CHANGE = re.compile(r"(.*?)\s*=>\s*(.*)", re.S)
_BRACKETS = {"(": ")", "<": ">", "{": "}", "[": "]"}


def changed(valid: str, changes: str) -> str:
    """`valid` with changes such as ``tensor<2xf32>) -> => tensor<3xf32>) ->``, several of them separated by ``;;``.

    What a change replaces stands once in `valid`. ValueError where it doesn't.
    """
    for change in changes.split(";;"):
        match = _CHANGE.fullmatch(change.strip())
        if match is None:
            raise ValueError(f"no change: {change!r}; write OLD => NEW")
        old, new = match[1], match[2]
        if valid.count(old) != 1:
            raise ValueError(f"{old!r} stands {valid.count(old)} times in {valid!r}")
        valid = valid.replace(old, new)
    return valid


def program(operation: str) -> str:
    """A program around an operation in generic form; what it takes are the arguments of its function.

    Lines in front of it, such as constants, stay in front, and what they make is no argument; functions in front of an
    empty line stay functions.
    """
    functions, _, operation = operation.strip("\n").rpartition("\n\n")
    *_, (start, names) = [
        (m.start(), m[1]) for m in _OPERANDS.finditer(operation) if _is_outermost(operation, m.start())
    ]
    made = set(re.findall(r"(%\w+) =", operation[:start]))
    operands = dict(zip(re.findall(r"%\w+", names), _operand_types(operation), strict=False))
    arguments = ", ".join(f"{name}: {type}" for name, type in operands.items() if name not in made)
    lines = [line[_indent(operation) :] for line in operation.splitlines()]
    body = "\n".join(f"  {line}" if line else "" for line in lines)
    others = "".join(f"{line.strip()}\n" for line in functions.splitlines())
    return f"{others}func.func @main({arguments}) {{\n{body}\n  return\n}}\n"


def _indent(text: str) -> int:
    return min((len(line) - len(line.lstrip()) for line in text.splitlines() if line.strip()), default=0)


def _is_outermost(text: str, at: int) -> bool:
    return text.count("{", 0, at) == text.count("}", 0, at)


def _operand_types(operation: str) -> list[str]:
    """The types between the brackets of the signature ``: (...) -> ...`` at the end."""
    depth, end = 0, operation.rindex("->")
    at = end = operation.rindex(")", 0, end)
    while True:
        depth += {")": 1, "(": -1}.get(operation[at], 0)
        if depth == 0:
            return _split(operation[at + 1 : end])
        at -= 1


def _split(types: str) -> list[str]:
    found, depth = [""], 0
    for at, letter in enumerate(types):
        closes = letter in ")}]" or (letter == ">" and types[at - 1] != "-")
        depth += (letter in "(<{[") - closes
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [one.strip() for one in found if one.strip()]
