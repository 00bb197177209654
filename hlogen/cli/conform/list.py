"""``hlogen conform list``: what the corpus has."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from hlogen.cli.conform.choice import CaseChoice, case_options
from hlogen.cli.loudness import quiet_option, tell
from hlogen.cli.say import say
from hlogen.cli.shared_options import format_option
from hlogen.lint.formats.json import json_text


@click.command("list")
@case_options
@click.option("--statistics", is_flag=True, help="Show how many there are of each op, element type and feature.")
@format_option("text", "json")
@quiet_option("Don't say how many there are.")
def command(style: str, statistics: bool, **given: Any) -> None:
    """List the cases of the corpus: ids, and what each is about.

    \b
    hlogen conform list --op scatter --type bf16
    hlogen conform list --statistics

    A form of a case is ID@constants or ID@arguments: records and expectations name these. --form lists them.

    JSON is a list of {id, forms, op, title, clauses, element_types, features, file, line}; with --statistics it has an
    object of counts each for op, element_types and features.
    """
    choice = CaseChoice(**given)
    cases = choice.cases()
    if statistics:
        counts = {
            what: Counter(each for case in cases for each in ([case.op] if what == "op" else getattr(case, what)))
            for what in ("op", "element_types", "features")
        }
        if style == "json":
            say(json.dumps({what: dict(sorted(count.items())) for what, count in counts.items()}, indent=1))
            return
        for what, count in counts.items():
            listed = ", ".join(f"{name} {number}" for name, number in sorted(count.items()))
            say(f"{what.replace('_', ' ')}: {listed}")
        tell(f"{len(cases)} cases")
        return
    if style == "json":
        rows = [
            {
                "id": case.id,
                "forms": case.kinds,
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
        say(json_text(rows, 1))
        return
    for case in cases:
        for form in [f"@{kind}" for kind in choice.kinds if kind in case.kinds] if choice.kinds else [""]:
            say(f"{case.id}{form}  {case.title}")
    tell(f"{len(cases)} cases" + ("" if choice.kinds else ", as @constants and as @arguments where they can have some"))
