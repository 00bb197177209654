"""``hlogen conform list``: what the corpus has."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from hlogen.cli.conform.choice import CaseChoice, case_options
from hlogen.cli.say import say


@click.command("list")
@case_options
@click.option("--format", "style", type=click.Choice(["text", "json", "counts"]), default="text", show_default=True)
def command(style: str, **given: Any) -> None:
    """List the cases of the corpus: ids, and what each is about.

    json is a list of {id, op, title, clauses, element_types, features, file, line}; counts says how many cases there
    are of each op, element type and feature.
    """
    cases = CaseChoice(**given).cases()
    if style == "json":
        rows = [
            {
                "id": case.id,
                "op": case.op,
                "title": case.title,
                "clauses": case.clauses,
                "element_types": case.element_types,
                "features": case.features,
                "file": str(case.file),
                "line": case.line,
            }
            for case in cases
        ]
        say(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    if style == "counts":
        for what in ("op", "element_types", "features"):
            counts = Counter(each for case in cases for each in ([case.op] if what == "op" else getattr(case, what)))
            say(f"{what.replace('_', ' ')}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    else:
        for case in cases:
            say(f"{case.id}  {case.title}")
    say(f"{len(cases)} cases")
