"""What ``hlogen explain`` does of a whole program: where elements come from and go to, and the program as a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hlogen.cli.runs import Run
from hlogen.explaining.graph.model import graph_of
from hlogen.explaining.graph.page import graph_page
from hlogen.explaining.graph.text import graph_text
from hlogen.explaining.provenance import trace
from hlogen.explaining.whole import MADE_UP, MOST_STEPS, arguments_of, drawing
from hlogen.lint.formats.json import json_text


def explained(run: Run, start: str | None, end: str | None, form: str, *, is_graph: bool, quiet: bool) -> Sequence[str]:
    """The lines of the report: the answer to where `start`, of a result, comes from, or where `end`, of an argument,
    goes to; and the graph with it where that is asked for. `form` is "text", "json" or "html"."""
    given: Sequence[Any] = run.arguments if run.inputs or run.random or run.program.examples is not None else ()
    is_asked = start is not None or end is not None
    traced, notes = None, []
    if is_asked or given:
        arguments = arguments_of(run.module, run.entry, given)
        limits: dict[str, Any] = {**run.limits}
        if arguments is not given:
            notes.append(f"note: {MADE_UP}")
            limits["max_steps"] = limits["max_steps"] or MOST_STEPS
        traced = trace(run.module, *arguments, entry=run.entry, **limits)
    answer = None
    if traced is not None and is_asked:
        answer = traced.provenance(start) if start is not None else traced.reaches(str(end))
    if form == "json":
        assert answer is not None
        return [json_text(answer.as_json(), 2)]
    if answer is not None and not is_graph and form == "text":
        return [*str(answer).splitlines(), *([] if quiet else notes)]
    graph = graph_of(run.module, run.entry, traced, answer)
    if form == "html":
        title = f"@{run.function.name} of {run.source}"
        return graph_page(graph, title, drawing(graph, run.source, run.given)).splitlines()
    return [*graph_text(graph).splitlines(), *([] if quiet else notes)]
