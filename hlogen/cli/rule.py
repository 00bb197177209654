"""``hlogen rule``: the page of a constraint or a hazard, or the list of all."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

import click

from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.lint import check
from hlogen.lint.selection import unknown_id
from hlogen.mlir.errors import BindingsError
from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints
from hlogen.spec.constraint import Constraint
from hlogen.spec.hazards import CHECK, RUN, Hazard, hazards
from hlogen.spec.patterns import ids_matching

_WIDTH = 100
_SEERS = {CHECK: "`hlogen check`", RUN: "`hlogen run --sanitize`"}


@click.command("rule")
@click.argument("id", metavar="[ID]", required=False)
@click.option("--format", "style", type=click.Choice(["text", "markdown"]), default="text", show_default=True)
def command(id: str | None, style: str) -> None:
    """Explain a constraint or a hazard: what it says, why, an example and its fix.

    ID is a constraint such as gather.C17 or a hazard such as bounds.clamped; an op such as scatter, a group such as
    bounds, or the start of an id lists what it names. Without ID all are listed: constraints, which a valid program
    keeps, then hazards, which it may meet.
    """
    known: dict[str, Constraint | Hazard] = {**constraints(), **hazards()}
    chosen = [known[name] for name in known if id is None or name in ids_matching(id, known)]
    if not chosen:
        raise unknown_id(id or "", known)
    if len(chosen) > 1:
        listing = markdown_lists(chosen) if style == "markdown" else _text_list(chosen)
        say("\n".join(listing))
        return
    rule = chosen[0]
    if isinstance(rule, Hazard):
        page = markdown_hazard_page(rule) if style == "markdown" else _text_hazard_page(rule)
    else:
        page = markdown_page(rule, constraints()) if style == "markdown" else _text_page(rule)
    say("\n".join(page))


def markdown_lists(chosen: Sequence[Constraint | Hazard]) -> Iterator[str]:
    """The table of the constraints, then that of the hazards."""
    of_constraints = [rule for rule in chosen if isinstance(rule, Constraint)]
    of_hazards = [rule for rule in chosen if isinstance(rule, Hazard)]
    if of_constraints:
        yield from markdown_list(of_constraints)
    if of_constraints and of_hazards:
        yield ""
    if of_hazards:
        yield from markdown_hazard_list(of_hazards)


def markdown_list(chosen: Sequence[Constraint]) -> Iterator[str]:
    """A table of constraints; each id links to its page, which stands next to the list as ``<id>.md``."""
    yield "| Constraint | What it says | Formula |"
    yield "|---|---|---|"
    for constraint in chosen:
        formula = " ".join(constraint.formula.split()).replace("|", "\\|")
        yield f"| [{constraint.id}]({constraint.id}.md) | {constraint.title} | `{formula}` |"


def markdown_hazard_list(chosen: Sequence[Hazard]) -> Iterator[str]:
    """A table of hazards, linked like constraints."""
    yield "| Hazard | What happens | Level | Seen by |"
    yield "|---|---|---|---|"
    for hazard in chosen:
        yield f"| [{hazard.id}]({hazard.id}.md) | {hazard.title} | {hazard.level} | {_seen_by(hazard)} |"


def markdown_page(constraint: Constraint, known: Mapping[str, Constraint]) -> Iterator[str]:
    """The page of one constraint."""
    yield f"# {constraint.id}: {constraint.title}"
    yield ""
    yield "```text"
    yield constraint.formula
    yield "```"
    yield ""
    yield constraint.why
    notes = list(_notes(constraint, lambda id: f"[{id}]({id}.md)" if id in known else id))
    if notes:
        yield ""
        yield from (f"- {label}: {text}" for label, text in notes)
    if constraint.example:
        yield ""
        yield "## A program that breaks it, and what `hlogen check` says"
        yield ""
        yield "```mlir"
        yield constraint.example.rstrip()
        yield "```"
        diagnosis = example_diagnosis(constraint)
        if diagnosis:
            yield ""
            yield "```text"
            yield diagnosis
            yield "```"
    if constraint.fixed:
        yield ""
        yield "## The fix"
        yield ""
        yield "```diff"
        yield from _difference(constraint.example, constraint.fixed)
        yield "```"


def markdown_hazard_page(hazard: Hazard) -> Iterator[str]:
    """The page of one hazard."""
    yield f"# {hazard.id}: {hazard.title}"
    yield ""
    yield f"- level: {hazard.level}"
    yield f"- seen by: {_seen_by(hazard)}"
    yield f"- what it rests on: {hazard.clause}"
    yield ""
    yield hazard.why
    yield ""
    yield f"Fix: {hazard.fix}."
    yield ""
    yield f"## A program that meets it{', and what `hlogen check` says' if CHECK in hazard.seen_by else ''}"
    yield ""
    yield "```mlir"
    yield hazard.example.rstrip()
    yield "```"
    if hazard.inputs:
        yield ""
        yield f"Run it on {_inputs(hazard.inputs)}."
    diagnosis = hazard_diagnosis(hazard)
    if diagnosis:
        yield ""
        yield "```text"
        yield diagnosis
        yield "```"
    yield ""
    yield "## A neighbour that doesn't"
    yield ""
    if hazard.example != hazard.fixed:
        yield "```diff"
        yield from _difference(hazard.example, hazard.fixed)
        yield "```"
    else:
        yield f"The same program on {_inputs(hazard.fixed_inputs)}."


def example_diagnosis(constraint: Constraint) -> str:
    """What the checker says about a constraint's example; nothing where there are no bindings to read it with."""
    try:
        program = read(constraint.example, name="example.mlir")
    except BindingsError:
        return ""
    return "\n".join(map(str, check(program)))


def hazard_diagnosis(hazard: Hazard) -> str:
    """What `hlogen check` says about a hazard's example; nothing where a run alone meets it, or without bindings."""
    from hlogen.lint.formats import text_finding
    from hlogen.lint.report import findings_of

    if CHECK not in hazard.seen_by:
        return ""
    try:
        program = read(hazard.example, name="example.mlir")
    except BindingsError:
        return ""
    return "\n".join(text_finding(finding) for finding in findings_of("example.mlir", program))


def _seen_by(hazard: Hazard) -> str:
    return " and ".join(_SEERS[seer] for seer in hazard.seen_by)


def _inputs(inputs: Sequence[object]) -> str:
    shown = [str(value) for value in inputs]
    return " and ".join(text if len(text) <= _WIDTH else f"{text[: _WIDTH - 4]} ...]" for text in shown)


def _text_list(chosen: Sequence[Constraint | Hazard]) -> Iterator[str]:
    width = max(len(rule.id) for rule in chosen) + 2
    group = _group(chosen[0])
    for rule in chosen:
        if _group(rule) != group:
            yield ""
            group = _group(rule)
        level = f" ({rule.level})" if isinstance(rule, Hazard) else ""
        yield f"{paint(rule.id.ljust(width), 'rule')}{rule.title}{paint(level, 'dim') if level else ''}"
    yield ""
    yield paint(f"`hlogen rule {chosen[0].id}` explains one.", "dim")


def _group(rule: Constraint | Hazard) -> str:
    """What stands together in the list: the constraints of an op, all hazards."""
    return rule.op if isinstance(rule, Constraint) else "hazards"


def _text_page(constraint: Constraint) -> Iterator[str]:
    yield f"{paint(constraint.id, 'rule')}  {paint(constraint.title, 'place')}"
    yield ""
    for line in constraint.formula.splitlines():
        yield from textwrap.wrap(line, _WIDTH, initial_indent="    ", subsequent_indent="      ")
    yield ""
    yield from textwrap.wrap(constraint.why, _WIDTH)
    notes = list(_notes(constraint, str))
    if notes:
        yield ""
    for label, text in notes:
        yield from textwrap.wrap(f"{label}: {text}", _WIDTH, subsequent_indent="    ")
    if constraint.example:
        yield from _text_example("a program that breaks it:", constraint.example, example_diagnosis(constraint))
    if constraint.fixed:
        yield from _text_fix("the fix:", constraint.example, constraint.fixed)


def _text_hazard_page(hazard: Hazard) -> Iterator[str]:
    yield f"{paint(hazard.id, 'rule')}  {paint(hazard.title, 'place')}"
    yield ""
    for label, text in (("level", hazard.level), ("seen by", _seen_by(hazard)), ("rests on", hazard.clause)):
        yield from textwrap.wrap(f"{label}: {text}", _WIDTH, subsequent_indent="    ")
    for paragraph in hazard.why.split("\n\n"):
        yield ""
        yield from textwrap.wrap(paragraph, _WIDTH)
    yield ""
    yield from textwrap.wrap(f"fix: {hazard.fix}", _WIDTH, subsequent_indent="    ")
    yield from _text_example("a program that meets it:", hazard.example, hazard_diagnosis(hazard))
    if hazard.inputs:
        yield ""
        yield f"run it on {_inputs(hazard.inputs)}"
    if hazard.example != hazard.fixed:
        yield from _text_fix("a neighbour that doesn't:", hazard.example, hazard.fixed)
    else:
        yield f"it doesn't meet it on {_inputs(hazard.fixed_inputs)}"


def _text_example(title: str, example: str, diagnosis: str) -> Iterator[str]:
    yield ""
    yield paint(title, "label")
    yield ""
    yield textwrap.indent(example.rstrip(), "    ")
    if diagnosis:
        yield ""
        yield paint("what `hlogen check` says:", "label")
        yield ""
        yield textwrap.indent(diagnosis, "    ")


def _text_fix(title: str, example: str, fixed: str) -> Iterator[str]:
    yield ""
    yield paint(title, "label")
    yield ""
    for line in _difference(example, fixed):
        role = {"+": "good", "-": "error"}.get(line[:1], "dim")
        yield f"    {paint(line, role)}"


def _notes(constraint: Constraint, show: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    if constraint.needs:
        yield "judged where these hold", ", ".join(show(id) for id in constraint.needs)
    if constraint.twin:
        yield "says the same as", show(constraint.twin)
    if constraint.never_alone:
        yield "never broken alone", constraint.never_alone
    if constraint.upstream:
        yield "upstream", constraint.upstream


def _difference(example: str, fixed: str) -> Iterator[str]:
    """The lines that the fix changes, with their neighbours, in the form of a diff without its header."""
    for line in difflib.unified_diff(example.splitlines(), fixed.splitlines(), lineterm="", n=1):
        if line.startswith(("---", "+++")):
            continue
        yield "..." if line.startswith("@@") else line
