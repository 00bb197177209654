"""A program as text: an operation in a line, with what it uses, its types and its place; regions are indented."""

from __future__ import annotations

from collections.abc import Iterator

from hlogen.explaining.graph.model import Graph, Node, Scope

_SIGNS = {"data": "●", "control": "○", "": " "}
_LEGEND = "● its value goes in   ○ it decides which elements are taken, which branch runs or how often"


def graph_text(graph: Graph) -> str:
    """The graph in lines; what an answer passes is marked in front of them."""
    lines = [] if graph.answer is None else [str(graph.answer), "", _LEGEND, ""]
    for function in graph.functions:
        lines += [*_scope(function, 0, is_marked=graph.answer is not None), ""]
    return "\n".join(lines[:-1])


def _scope(scope: Scope, depth: int, *, is_marked: bool) -> Iterator[str]:
    margin = "  " if is_marked else ""
    indent = "  " * depth
    arguments = ", ".join(
        f"{argument.name}{f' = {argument.given.name}' if argument.given else ''}: {argument.type}"
        for argument in scope.arguments
    )
    yield f"{margin}{indent}{scope.name}({arguments})"
    for node in scope.operations:
        sign = f"{_SIGNS[node.way]} " if is_marked else ""
        yield f"{sign}{indent}  {_line(node)}"
        for value in node.values:
            yield f"{margin}{indent}      = {value}"
        for region in node.regions:
            yield from _scope(region, depth + 2, is_marked=is_marked)
    if scope.returns:
        yield f"{margin}{indent}  returns {', '.join(used.name for used in scope.returns)}"


def _line(node: Node) -> str:
    head = f"{node.name} = " if node.name else ""
    called = f" @{node.calls}" if node.calls else ""
    types = f" : {', '.join(node.types)}" if node.types else ""
    place = f"  at {node.place}" if node.place else ""
    often = "" if node.times in (None, 1) else f"  ran {node.times} times" if node.times else "  didn't run"
    return f"{head}{node.op.name}{called}({', '.join(used.name for used in node.operands)}){types}{place}{often}"
