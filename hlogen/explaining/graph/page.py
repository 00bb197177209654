"""A program as one page that needs nothing else: a listing that folds, in which what belongs together lights up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from hlogen.explaining.graph.model import Graph, Node, Scope
from hlogen.explaining.page import part
from hlogen.explaining.provenance.registry import CONTROL_FLOW

_OPEN = 400  # operations of a program whose functions are all unfolded from the start
_HERE = Path(__file__).parent


def graph_page(graph: Graph, title: str, command: Callable[[Node], str | None] = lambda node: None) -> str:
    """The page, as HTML: `title` is the program's name; `command` says how to draw an operation, where it can be."""
    from jinja2 import Environment, StrictUndefined  # which takes longer to load than the rest
    from markupsafe import Markup

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    nodes = [*graph.walk()]
    return environment.from_string(_source("graph.html.j2")).render(
        graph=graph,
        title=title,
        count=len(nodes),
        folds=len(nodes) > _OPEN,
        has_values=any(node.values for node in nodes),
        is_of_one_file=len({node.place.removesuffix(node.where) for node in nodes if node.place}) == 1,
        control_flow=CONTROL_FLOW,
        command=command,
        text=str(graph.answer),
        style=Markup(part("palette.css") + _source("graph.css")),
        script=Markup(_source("graph.js")),
        summary=_summary,
    )


def _summary(scope: Scope) -> str:
    """How much is inside: ``12 operations``."""
    count = sum(1 for _ in scope.walk())
    return f"{count} operation{'' if count == 1 else 's'}"


@cache
def _source(name: str) -> str:
    """A file that lies here."""
    return (_HERE / name).read_text(encoding="utf-8")
