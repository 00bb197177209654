"""What ``hlogen rule`` shows: what a constraint or a hazard says, and which there are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hlogen.cli.loudness import is_quiet
from hlogen.cli.paint import paint
from hlogen.cli.rule_text import text_page
from hlogen.cli.say import say
from hlogen.lint.finding import PARSE
from hlogen.lint.rule_pages import (
    PROGRAM_EXAMPLE,
    PROGRAM_TITLE,
    PROGRAM_WHY,
    UPSTREAM_EXAMPLE,
    UPSTREAM_TITLE,
    UPSTREAM_WHY,
    Page,
    diagnosis,
    example_diagnosis,
    link,
    markdown_op_page,
    markdown_page,
    page_of,
    program_diagnosis,
    program_page,
    seen_by,
    upstream_page,
)
from hlogen.lint.selection import plain_id, unknown_id
from hlogen.spec.catalogue import constraints, constraints_by_op
from hlogen.spec.constraint import Constraint
from hlogen.spec.hazards import Hazard, hazards
from hlogen.spec.patterns import PROGRAM, UPSTREAM, ids_matching
from hlogen.spec.program_rules import PROGRAM_RULES
from hlogen.spec.rules.unjudged import UNJUDGED

# What programs are made of besides operations of the specification; no rule is about it.
_LEFT_TO_UPSTREAM = ("func", "func.call", "func.func", "func.return", "call", "chlo", "vhlo")


def show(id: str | None, search: str | None, style: str) -> None:
    """Explains the one rule that `id` names, or lists those that `id` and `search` leave."""
    id = None if id is None else plain_id(id)
    if id is not None and (f"{id.lower()}.".startswith(UPSTREAM) or id.lower() in _LEFT_TO_UPSTREAM):
        _explain(upstream_page(), style, _upstream_entry())
        return
    if id is not None and (f"{id.lower()}.".startswith(PROGRAM) or id.lower() == PARSE):
        if id.lower() not in (*PROGRAM_RULES, PROGRAM.rstrip("."), PARSE):
            raise unknown_id(id, PROGRAM_RULES)
        _explain(program_page(), style, _program_entry())
        return
    known: dict[str, Constraint | Hazard] = {**constraints(), **hazards()}
    wanted = known if id is None else ids_matching(id, known)
    named = [rule for name, rule in known.items() if name in wanted]
    if not named:
        _say_why_unjudged(id or "", known)
        return
    is_one = len(named) == 1 and search is None
    chosen = named if search is None else [rule for rule in named if _has(rule, search)]
    if is_one:
        _explain(page_of(named[0]), style, _entry(named[0]))
    elif style == "json":
        say(json.dumps([_entry(rule) for rule in chosen], indent=2))
    elif id is None and search is None:
        say("\n".join(markdown_lists() if style == "markdown" else _text_overview()))
    elif style == "markdown":
        op = named[0].op if search is None and isinstance(named[0], Constraint) else ""
        is_whole_op = op in constraints_by_op() and len(named) == len(constraints_by_op()[op])
        say("\n".join(markdown_op_page(op) if is_whole_op else _markdown_list(chosen)))
    else:
        say("\n".join(_text_list(chosen)))


def _say_why_unjudged(id: str, known: Iterable[str]) -> None:
    unjudged = ids_matching(id, UNJUDGED)
    if not unjudged:
        raise unknown_id(id, known)
    say("\n".join(f"{name} isn't judged: {UNJUDGED[name]}" for name in UNJUDGED if name in unjudged))


def _explain(page: Page, style: str, entry: Mapping[str, Any]) -> None:
    if style == "json":
        say(json.dumps(entry, indent=2))
    else:
        say("\n".join(text_page(page) if style == "text" else markdown_page(page)))


def markdown_lists() -> Iterator[str]:
    """The table of the ops that have rules, and that of the hazards."""
    yield "| Op | Rules |"
    yield "|---|---|"
    for op, rules in sorted(constraints_by_op().items()):
        yield f"| [{op}]({op}.md) | {len(rules)} |"
    yield f"| [upstream](upstream.md) | {UPSTREAM_TITLE} |"
    yield f"| [program](program.md) | {PROGRAM_TITLE} |"
    yield ""
    yield "## Hazards"
    yield ""
    yield from markdown_hazard_list([*hazards().values()])


def markdown_hazard_list(chosen: Sequence[Hazard]) -> Iterator[str]:
    """A table of hazards; each id links to its page, which stands next to the list as ``<id>.md``."""
    yield "| Hazard | What happens | Level | Seen by |"
    yield "|---|---|---|---|"
    for hazard in chosen:
        yield f"| [{hazard.id}]({hazard.id}.md) | {hazard.title} | {hazard.level} | {seen_by(hazard)} |"


def _markdown_list(chosen: Sequence[Constraint | Hazard]) -> Iterator[str]:
    of_constraints = [rule for rule in chosen if isinstance(rule, Constraint)]
    of_hazards = [rule for rule in chosen if isinstance(rule, Hazard)]
    if of_constraints:
        yield "| Constraint | What it says | Formula |"
        yield "|---|---|---|"
        for rule in of_constraints:
            title = rule.title if rule.title != rule.formula else ""
            formula = " ".join(rule.formula.split()).replace("|", "\\|")
            yield f"| {link(rule.id)} | {title} | `{formula}` |"
    if of_constraints and of_hazards:
        yield ""
    if of_hazards:
        yield from markdown_hazard_list(of_hazards)


def _text_overview() -> Iterator[str]:
    by_op = sorted(constraints_by_op().items())
    width = max(map(len, (*dict(by_op), *hazards()))) + 2
    for op, rules in by_op:
        yield f"{paint(op.ljust(width), 'rule')}{len(rules)} {'rule' if len(rules) == 1 else 'rules'}"
    yield f"{paint('upstream'.ljust(width), 'rule')}{UPSTREAM_TITLE}"
    yield f"{paint('program'.ljust(width), 'rule')}{PROGRAM_TITLE}"
    yield ""
    yield from _text_lines([*hazards().values()], width)
    if not is_quiet():
        yield ""
        yield paint("`hlogen rule add` lists those of an op, `hlogen rule add.C1` explains one.", "dim")


def _text_list(chosen: Sequence[Constraint | Hazard]) -> Iterator[str]:
    if not chosen:
        yield "no constraint or hazard has all these words"
        return
    yield from _text_lines(chosen, max(len(rule.id) for rule in chosen) + 2)
    if not is_quiet():
        yield ""
        yield paint(f"`hlogen rule {chosen[0].id}` explains one.", "dim")


def _text_lines(chosen: Sequence[Constraint | Hazard], width: int) -> Iterator[str]:
    group = _group(chosen[0])
    for rule in chosen:
        if _group(rule) != group:
            yield ""
            group = _group(rule)
        level = f" ({rule.level})" if isinstance(rule, Hazard) else ""
        title = " ".join(rule.title.split())
        yield f"{paint(rule.id.ljust(width), 'rule')}{title}{paint(level, 'dim') if level else ''}"


def _group(rule: Constraint | Hazard) -> str:
    """What stands together in a list: the constraints of an op, all hazards."""
    return rule.op if isinstance(rule, Constraint) else "hazards"


def _has(rule: Constraint | Hazard, words: str) -> bool:
    says = rule.clause if isinstance(rule, Hazard) else rule.formula
    text = " ".join((rule.id, rule.title, says, rule.why)).lower()
    return all(word in text for word in words.lower().split())


def _entry(rule: Constraint | Hazard) -> dict[str, Any]:
    """What is known of a rule, for programs; `says` is what `hlogen check` says about `example`."""
    common = {"id": rule.id, "title": rule.title, "why": rule.why}
    programs = {"example": rule.example, "fixed": rule.fixed, "says": example_diagnosis(rule)}
    if isinstance(rule, Hazard):
        own = {
            "group": rule.group,
            "level": rule.level,
            "seen_by": rule.seen_by,
            "clause": rule.clause,
            "fix": rule.fix,
        }
        return {**common, **own, **programs}
    about = {"op": rule.op, "label": rule.number, "formula": rule.formula, "needs": rule.needs}
    return {**common, **about, "upstream": rule.upstream, **programs}


def _upstream_entry() -> dict[str, Any]:
    example = {"example": UPSTREAM_EXAMPLE, "says": diagnosis(UPSTREAM_EXAMPLE)}
    return {"id": "upstream", "title": UPSTREAM_TITLE, "why": UPSTREAM_WHY, **example}


def _program_entry() -> dict[str, Any]:
    rules = {id: rule._asdict() for id, rule in PROGRAM_RULES.items()}
    example = {"example": PROGRAM_EXAMPLE, "says": program_diagnosis()}
    return {"id": "program", "title": PROGRAM_TITLE, "why": PROGRAM_WHY, "rules": rules, **example}
