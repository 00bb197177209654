"""What hovering shows, in Markdown: of rules, of operations, and of values what is proved. Runs in the worker process.

Programs are given by their file; the last one is kept, as people look at one thing after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from hlogen.analysis.access import GATHERS, SCATTER
from hlogen.analysis.fact import Fact
from hlogen.analysis.facts import FAR, MALFORMED, Facts
from hlogen.analysis.range import Range
from hlogen.analysis.view import integer_type, is_analysed
from hlogen.errors import HlogenError
from hlogen.ir.module import Module, Value
from hlogen.lint.analyze import analyze
from hlogen.lint.rule_pages import markdown_page, page_of, program_page, upstream_page
from hlogen.lint.rules import OWN_RULES, rule_of
from hlogen.lsp.roles import roles
from hlogen.mlir.errors import ParseError
from hlogen.mlir.reader import parts
from hlogen.spec.catalogue import constraints, constraints_by_op
from hlogen.spec.hazards import hazards
from hlogen.spec.optable import OPS, Presence
from hlogen.spec.patterns import PROGRAM, UPSTREAM

_MOST_ELEMENTS = 16  # of a constant that is shown


def rule(id: str, path: str = "") -> str:
    """The page of a rule, wherever it is asked for; empty where there is none of this id."""
    del path
    if id in constraints() or id in hazards():
        return "\n".join(markdown_page(page_of(constraints().get(id) or hazards()[id])))
    if f"{id}.".startswith(UPSTREAM):
        return "\n".join(markdown_page(upstream_page()))
    if f"{id}.".startswith(PROGRAM) or id == "parse":
        return "\n".join(markdown_page(program_page()))
    if id in OWN_RULES:
        return f"# {id}: {rule_of(id).title}\n\n{rule_of(id).why}\n\n- fix: {OWN_RULES[id].fix}"
    return ""


def operation(name: str, path: str, line: int, column: int) -> str:
    """What an operation is, and of a gather or scatter that stands there what its dimensions are and what is proved."""
    told = [*_described(name)]
    if name in GATHERS or name == SCATTER:
        program = _program(path)
        found = [] if program is None else _analysed(program, line, column)
        told[1:1] = found
    return "\n\n".join(told)


def value(path: str, line: int, column: int, name: str, kind: str, index: int) -> str:
    """The type of a value, and what is proved of it; its name stands at this place, where it is defined."""
    program = _program(path)
    found = None if program is None else _value_at(program, line, column, name, kind, index)
    if program is None or found is None:
        return ""
    told = [f"```mlir\n{name}: {found.type}\n```"]
    if is_analysed(found.type):
        try:
            told += _told(_facts_of(program).of(found), Range.of_type(integer_type(found.type)))
        except (HlogenError, *MALFORMED):  # an invalid program is a program too
            pass
    return "\n\n".join(told)


ANSWERS: Mapping[str, Callable[..., str]] = {"rule": rule, "operation": operation, "value": value}


def _program(path: str) -> Module | None:
    return _read(Path(path).read_bytes())


@lru_cache(maxsize=4)
def _read(content: bytes) -> Module | None:
    """The program of a file, as far as it can be read."""
    try:
        (part,) = parts(content, name="-", own_places=True)
    except (HlogenError, ValueError):  # none, or several
        return None
    try:
        return part.read()
    except ParseError:
        return part.read_rest()[0]


@lru_cache(maxsize=4)
def _facts_of(program: Module) -> Facts:
    return Facts(program)


def _analysed(program: Module, line: int, column: int) -> list[str]:
    for one in analyze(program).operations:
        place = one.operation.location
        if place is not None and (place.line, place.column) == (line, column):
            try:
                tables = [*roles(one.operation)]
            except MALFORMED:
                tables = []
            said = str(one).removeprefix(f"{place}: ")
            return [*tables, f"```text\n{said}\n```"]
    return []


def _described(name: str) -> Iterator[str]:
    spec = OPS.get(name)
    if spec is None:
        return
    inputs = ", ".join((*spec.operands, *spec.attributes, *spec.regions))
    yield f"**{name}**({inputs}) → {', '.join(spec.results) or 'nothing'} · {spec.kind}"
    if spec.attributes:
        words = {Presence.REQUIRED: "required", Presence.OPTIONAL: "optional"}
        yield "Attributes: " + ", ".join(
            f"`{attribute}` ({words[default] if isinstance(default, Presence) else f'default {default!r}'})"
            for attribute, default in spec.attributes.items()
        )
    rules = constraints_by_op().get(spec.mnemonic, ())
    if rules:
        yield "\n".join(f"- {rule.number}: {rule.title or rule.formula.splitlines()[0]}" for rule in rules)


def _value_at(program: Module, line: int, column: int, name: str, kind: str, index: int) -> Value | None:
    place = line, column
    best: tuple[tuple[int, int], Value] | None = None
    for operation in program.walk():
        if operation.location is None:
            continue
        at = operation.location.line, operation.location.column
        if kind == "result":
            # The first operation behind the names of its results.
            if at >= place and index < len(operation.results) and (best is None or at < best[0]):
                best = at, operation.results[index]
        elif at <= place and (best is None or at >= best[0]):
            # The last one before the argument that has one of this name. Of a loop's two, what holds in its condition
            # holds in its body, too.
            arguments = (one for region in operation.regions for block in region.blocks for one in block.arguments)
            argument = next((one for one in arguments if _name(one) == name), None)
            if argument is not None:
                best = at, argument
    return None if best is None else best[1]


def _name(value: Value) -> str:
    return f"%{value.number}" if value.number is not None else f"%{value.name}"


def _told(fact: Fact, of_type: Range) -> Iterator[str]:
    """What is proved of integers, for every input, beyond what their type says."""
    if fact.is_empty:
        return
    lines = []
    is_shown = fact.constant is not None and fact.constant.size <= _MOST_ELEMENTS
    if fact.constant is not None and is_shown:
        lines.append(f"always {fact.constant.tolist()}")
    low, high, step = fact.range.low, fact.range.high, fact.range.step
    if low == high and not is_shown:
        lines.append(f"every element is {low}")
    elif low != high and fact.range != of_type:
        lines.append(f"from {low} to {high}" + (f", in steps of {step}" if step > 1 else ""))
    for d, (least, most) in enumerate(fact.steps):
        size = fact.shape[d]
        if size == 1 or low == high:
            continue
        if least == most:
            how = "the same" if least == 0 else f"grows by {least}" if least > 0 else f"falls by {-least}"
            lines.append(f"{how} along dimension {d}")
        elif least >= 0:
            lines.append(f"sorted along dimension {d}" + (", without repeats" if least > 0 else ""))
        elif most <= 0:
            lines.append(f"sorted downwards along dimension {d}")
    dims = [d for d, size in enumerate(fact.shape) if size != 1]
    if dims and low != high and 0 < fact.gap(dims) < FAR:
        lines.append("no two elements are equal")
    if lines:
        yield "Proved, for every input:\n\n" + "\n".join(f"- {line}" for line in lines)
