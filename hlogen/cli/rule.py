"""``hlogen rule``: the page of a constraint, or the list of all."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Callable, Iterator, Mapping

import click

from hlogen.cli.paint import paint
from hlogen.errors import BindingsError
from hlogen.lint import check
from hlogen.lint.selection import ids_matching, unknown_id
from hlogen.mlir.reader import read
from hlogen.spec.catalogue import constraints
from hlogen.spec.constraint import Constraint

_WIDTH = 100


@click.command("rule")
@click.argument("id", metavar="[ID]", required=False)
@click.option("--format", "style", type=click.Choice(["text", "markdown"]), default="text", show_default=True)
def command(id: str | None, style: str) -> None:
    """Explain a constraint: what it says, why, an example that breaks it and its fix.

    ID is a constraint such as gather.C17; an op such as scatter, or the start of an id, lists what it names. Without ID
    all constraints are listed.
    """
    known = constraints()
    chosen = [known[name] for name in known if id is None or name in ids_matching(id, known)]
    if not chosen:
        raise unknown_id(id or "", known)
    if len(chosen) > 1:
        listing = markdown_list(chosen) if style == "markdown" else _text_list(chosen)
        click.echo("\n".join(listing))
        return
    page = markdown_page(chosen[0], known) if style == "markdown" else _text_page(chosen[0])
    click.echo("\n".join(page))


def markdown_list(chosen: list[Constraint]) -> Iterator[str]:
    """A table of constraints; each id links to its page, which stands next to the list as ``<id>.md``."""
    yield "| Constraint | What it says | Formula |"
    yield "|---|---|---|"
    for constraint in chosen:
        formula = " ".join(constraint.formula.split()).replace("|", "\\|")
        yield f"| [{constraint.id}]({constraint.id}.md) | {constraint.title} | `{formula}` |"


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
        yield from _difference(constraint)
        yield "```"


def example_diagnosis(constraint: Constraint) -> str:
    """What the checker says about a constraint's example; nothing where there are no bindings to read it with."""
    try:
        program = read(constraint.example, name="example.mlir")
    except BindingsError:
        return ""
    return "\n".join(map(str, check(program)))


def _text_list(chosen: list[Constraint]) -> Iterator[str]:
    width = max(len(constraint.id) for constraint in chosen) + 2
    op = chosen[0].op
    for constraint in chosen:
        if constraint.op != op:
            yield ""
            op = constraint.op
        yield f"{paint(constraint.id.ljust(width), 'rule')}{constraint.title}"
    yield ""
    yield paint(f"`hlogen rule {chosen[0].id}` explains one.", "dim")


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
        yield ""
        yield paint("a program that breaks it:", "label")
        yield ""
        yield textwrap.indent(constraint.example.rstrip(), "    ")
        diagnosis = example_diagnosis(constraint)
        if diagnosis:
            yield ""
            yield paint("what `hlogen check` says:", "label")
            yield ""
            yield textwrap.indent(diagnosis, "    ")
    if constraint.fixed:
        yield ""
        yield paint("the fix:", "label")
        yield ""
        for line in _difference(constraint):
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


def _difference(constraint: Constraint) -> Iterator[str]:
    """The lines that the fix changes, with their neighbours, in the form of a diff without its header."""
    before, after = constraint.example.splitlines(), constraint.fixed.splitlines()
    for line in difflib.unified_diff(before, after, lineterm="", n=1):
        if line.startswith(("---", "+++")):
            continue
        yield "..." if line.startswith("@@") else line
