"""All rules and hazards in one list, to look through."""

from __future__ import annotations

from collections.abc import Iterator

from hlogen.spec.catalogue import constraints_by_op
from hlogen.spec.hazards import hazards
from tools.website.page import Page, cell, table

LIST = "rules/all"


def pages() -> Iterator[Page]:
    lines = ["# All rules in one list", "", "Every constraint and every hazard by its id, with what it says.", ""]
    for op, rules in sorted(constraints_by_op().items()):
        rows = [(f"[{rule.id}]({op}.md#{rule.number.lower()})", cell(rule.title)) for rule in rules]
        lines += [f"## {op}", "", *table(("rule", "it asks that"), rows), ""]
    rows = [(f"[{hazard.id}]({hazard.id}.md)", cell(hazard.title)) for hazard in hazards().values()]
    lines += ["## Hazards", "", *table(("hazard", "what happens"), rows), ""]
    yield Page(LIST, "\n".join(lines), is_searched=False)
