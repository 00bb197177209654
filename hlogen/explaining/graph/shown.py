"""A graph that people are given: text where it is printed, and a page."""

from __future__ import annotations

from hlogen.door import public
from hlogen.explaining.graph.model import Graph
from hlogen.explaining.graph.page import graph_page
from hlogen.explaining.graph.text import graph_text
from hlogen.notebook import Shown


@public
class ShownGraph(Shown):
    """A program as a graph, `graph`: ``str()`` is its text, with the answer whose way is marked in front of it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def html(self, title: str = "") -> str:
        """The graph as one page of HTML that needs nothing else."""
        return graph_page(self.graph, title or self.graph.functions[0].name)

    def __str__(self) -> str:
        return graph_text(self.graph)
