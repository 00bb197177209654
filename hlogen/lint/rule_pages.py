"""The pages of rules: of a constraint, of all of an op, of a hazard, and of what upstream alone refuses.

A page is a title and its parts, which are shown as text for the terminal or as Markdown for docs/rules/.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hlogen.lint import check
from hlogen.mlir.errors import BindingsError
from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints, constraints_by_op
from hlogen.spec.constraint import Constraint
from hlogen.spec.hazards import CHECK, RUN, Hazard
from hlogen.spec.optable import OPS
from hlogen.spec.program_rules import PROGRAM_RULES
from hlogen.spec.rules.unjudged import unjudged

SPEC = "https://github.com/openxla/stablehlo/blob/main/docs/spec.md"
UPSTREAM_TITLE = "what upstream's verifier refuses although no rule explains it"
UPSTREAM_WHY = (
    "`hlogen check` judges programs by the rules of the specification. Upstream's verifier refuses some programs that "
    "keep all of these: it is stricter than the text, or it knows operations that the text doesn't have, such as those "
    "of CHLO. Such an operation is reported as upstream.add, upstream.chlo.erf and so on, in upstream's words; other "
    "tools refuse it, too. The fix is whatever these words ask for.\n\n"
    "Where an operation breaks a rule, the rule alone is reported. Of gather, scatter and dynamic_gather the text "
    "decides: nothing is reported where only upstream refuses them.\n\n"
    "--select and --ignore take upstream for all of these, and upstream.add for those of one operation."
)
UPSTREAM_EXAMPLE = """\
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "chlo.erf"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
"""
PROGRAM_TITLE = "what is wrong with a program as a whole: names, the order of definitions, ends"
PROGRAM_WHY = (
    "Upstream's parser ends at the first of these, and at every syntax error. `hlogen check` reports each and goes on: "
    "a value that isn't there, or has another type, is taken for one of the type that is asked for; an operation that "
    "can't be read for one that nobody knows; and only where that doesn't do, the function around it isn't checked.\n\n"
    "What is no program by its grammar, so that something in it could not be read, is reported as parse, in upstream's "
    "words, and the exit code of `hlogen check` is 2: what else is wrong there, nobody knows. The rules here are "
    "violations like those of operations (exit code 1), and --select and --ignore take their names; program names all."
)
PROGRAM_EXAMPLE = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %1 = stablehlo.add %0, %x : tensor<2xf32>
  %0 = stablehlo.abs %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""

_WIDTH = 100
_SEERS = {CHECK: "`hlogen check`", RUN: "`hlogen run --sanitize`"}


@dataclass(frozen=True)
class Prose:
    """Paragraphs, with blank lines between."""

    text: str


@dataclass(frozen=True)
class Code:
    """Lines that stay as they are, in a language; `label` says what they show."""

    language: str
    text: str
    label: str = ""


@dataclass(frozen=True)
class Notes:
    """Short statements, each with its label in front."""

    entries: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Page:
    """What is said about `id`; the words of `title` are its own, unless they are the formula, which the parts show."""

    id: str
    title: str
    parts: Sequence[Prose | Code | Notes]


def page_of(rule: Constraint | Hazard) -> Page:
    """The page of a constraint or a hazard."""
    return _hazard_page(rule) if isinstance(rule, Hazard) else _constraint_page(rule)


def upstream_page() -> Page:
    """What ids such as upstream.add mean."""
    example = _example("a program that upstream refuses", UPSTREAM_EXAMPLE, diagnosis(UPSTREAM_EXAMPLE))
    return Page("upstream", UPSTREAM_TITLE, [Prose(UPSTREAM_WHY), *example])


def program_page() -> Page:
    """The rules of programs as a whole, and what happens to what can't be read."""
    rules = Notes([(id, f"{rule.title}; fix: {rule.fix}") for id, rule in PROGRAM_RULES.items()])
    example = _example("a program that breaks program.order", PROGRAM_EXAMPLE, program_diagnosis())
    return Page("program", PROGRAM_TITLE, [Prose(PROGRAM_WHY), rules, *example])


def program_diagnosis() -> str:
    """What `hlogen check` says about the example of a program that can't be read as it stands."""
    from hlogen.lint.formats.text import text_finding
    from hlogen.lint.report import text_findings

    try:
        return "\n".join(map(text_finding, text_findings("example.mlir", PROGRAM_EXAMPLE)))
    except BindingsError:
        return ""


def markdown_op_page(op: str) -> Iterator[str]:
    """The page of an op: a section for each of its rules, each with an anchor such as ``#c9``."""
    rules = constraints_by_op()[op]
    anchor = op if f"stablehlo.{op}" in OPS else "types"
    goldens = f"[golden/invalid/{op}.mlir](../../golden/invalid/{op}.mlir)"
    yield f"# Rules of {op}"
    yield ""
    yield f"What `{op}` has to keep to: each rule, why it is there, a program that breaks it, and the fix."
    yield ""
    yield f"[{op} in the specification]({SPEC}#{anchor}). The programs below are in {goldens}, for `hlogen test`."
    for rule in rules:
        page = _constraint_page(rule)
        yield ""
        yield f'<a id="{rule.number.lower()}"></a>'
        yield ""
        yield f"## {rule.number}{f': {page.title}' if page.title else ''}"
        yield from _markdown_parts(page.parts)
    if reasons := unjudged(op):
        yield ""
        yield "## Not judged"
        yield ""
        yield from (f"- {label}: {reason}" for label, reason in reasons.items())


def markdown_page(page: Page) -> Iterator[str]:
    """A page as Markdown, its links as they are in docs/rules/."""
    yield f"# {page.id}{f': {page.title}' if page.title else ''}"
    yield from _markdown_parts(page.parts)


def link(id: str) -> str:
    """A Markdown link to what docs/rules/ says about a constraint, from a page of that folder."""
    op, _, label = id.partition(".")
    return f"[{id}]({op}.md#{label.lower()})"


def example_diagnosis(rule: Constraint | Hazard) -> str:
    """What `hlogen check` says about the example; nothing where a run alone sees it, or without bindings to read it."""
    if not isinstance(rule, Hazard):
        return diagnosis(rule.example) if rule.example else ""
    from hlogen.lint.formats.text import text_finding
    from hlogen.lint.report import findings_of

    if CHECK not in rule.seen_by:
        return ""
    try:
        program = read(rule.example, name="example.mlir")
    except BindingsError:
        return ""
    return "\n".join(text_finding(finding) for finding in findings_of("example.mlir", program))


def diagnosis(program: str) -> str:
    """What the checker says about a program; nothing where there are no bindings to read it with."""
    try:
        return "\n".join(map(str, check(read(program, name="example.mlir"))))
    except BindingsError:
        return ""


def seen_by(hazard: Hazard) -> str:
    """The commands that report a hazard."""
    return " and ".join(_SEERS[seer] for seer in hazard.seen_by)


def _constraint_page(rule: Constraint) -> Page:
    parts: list[Prose | Code | Notes] = [Code("text", rule.formula)]
    if rule.why:
        parts.append(Prose(rule.why))
    if notes := list(_notes(rule)):
        parts.append(Notes(notes))
    if rule.example:
        parts += _example("a program that breaks it", rule.example, example_diagnosis(rule))
        parts.append(Code("diff", _difference(rule.example, rule.fixed), "the fix"))
    return Page(rule.id, "" if rule.title == rule.formula else rule.title, parts)


def _hazard_page(hazard: Hazard) -> Page:
    about = [("level", hazard.level), ("seen by", seen_by(hazard)), ("what it rests on", hazard.clause)]
    parts: list[Prose | Code | Notes] = [
        Notes(about),
        Prose(hazard.why),
        Notes([("fix", hazard.fix)]),
        *_example("a program that meets it", hazard.example, example_diagnosis(hazard)),
    ]
    if hazard.inputs:
        parts.append(Prose(f"Run it on {_inputs(hazard.inputs)}."))
    if hazard.example != hazard.fixed:
        parts.append(Code("diff", _difference(hazard.example, hazard.fixed), "a neighbour that doesn't"))
    else:
        parts.append(Prose(f"It doesn't meet it on {_inputs(hazard.fixed_inputs)}."))
    return Page(hazard.id, hazard.title, parts)


def _notes(rule: Constraint) -> Iterator[tuple[str, str]]:
    known = constraints()
    if rule.needs:
        yield "judged where these hold", ", ".join(link(id) if id in known else id for id in rule.needs)
    if rule.twin:
        yield "says the same as", link(rule.twin)
    if rule.never_alone:
        yield "never broken alone", rule.never_alone
    if rule.upstream:
        yield "upstream", rule.upstream


def _example(label: str, program: str, diagnosis: str) -> Iterator[Code]:
    yield Code("mlir", program.rstrip(), label)
    if diagnosis:
        yield Code("text", diagnosis, "what `hlogen check` says")


def _difference(example: str, fixed: str) -> str:
    """The lines that the fix changes, with their neighbours, in the form of a diff without its header."""
    lines = difflib.unified_diff(example.splitlines(), fixed.splitlines(), lineterm="", n=1)
    return "\n".join("..." if line.startswith("@@") else line for line in lines if not line.startswith(("---", "+++")))


def _inputs(inputs: Sequence[object]) -> str:
    shown = [str(value) for value in inputs]
    return " and ".join(text if len(text) <= _WIDTH else f"{text[: _WIDTH - 4]} ...]" for text in shown)


def _markdown_parts(parts: Iterable[Prose | Code | Notes]) -> Iterator[str]:
    for part in parts:
        yield ""
        match part:
            case Prose():
                yield part.text
            case Notes():
                yield from (f"- {label}: {text}" for label, text in part.entries)
            case Code():
                if part.label:
                    yield f"{part.label[0].upper()}{part.label[1:]}:"
                    yield ""
                yield f"```{part.language}"
                yield part.text
                yield "```"
