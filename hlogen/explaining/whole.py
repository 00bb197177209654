"""A whole program explained: the run that is asked where elements come from, and what it runs on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hlogen.errors import UsageError
from hlogen.explaining.choosing import chosen
from hlogen.explaining.graph.model import Graph, Node
from hlogen.explaining.made_up import made_up
from hlogen.explaining.provenance import Traced, trace
from hlogen.forking import cached_property
from hlogen.ir import Module, Operation
from hlogen.spec.pictures import explain_command
from interpreter.executable import load
from interpreter.execution.names import Names
from interpreter.plan.program import entry_function

MADE_UP = "the arguments are made up; give your own to see what your program does"
MOST_STEPS = 1_000_000  # of a program on arguments that are made up


@dataclass(frozen=True)
class Run:
    """A run of a whole program, made when it is first asked."""

    module: Module
    args: Sequence[Any]
    entry: str
    limits: Mapping[str, Any]

    @cached_property
    def traced(self) -> Traced:
        return trace(self.module, *self.args, entry=self.entry, **self.limits)


def arguments_of(module: Module, entry: str, args: Sequence[Any]) -> Sequence[Any]:
    """The arguments, made up where none are given: for the operation that would be drawn, if there is one.

    UsageError where there is nothing that could be made up.
    """
    function = entry_function(module, entry)
    if args or not function.arguments:
        return args
    try:
        target, _ = chosen(module, Names(load(module, entry).plan), None)
    except UsageError:
        target = Operation("stablehlo.add")  # of which nothing is asked
    return made_up(function, target)


def drawing(graph: Graph, program: str, given: Sequence[str]) -> Callable[[Node], str | None]:
    """Gives for an operation the command that draws it; None where it can't be drawn, or no word means it alone."""
    nodes = [*graph.walk()]
    names, places = Counter(node.name for node in nodes), Counter(node.where for node in nodes)

    def command(node: Node) -> str | None:
        wheres = [where for where, of in ((node.name, names), (node.where, places)) if where and of[where] == 1]
        return explain_command(program, wheres[0], None, given) if node.is_drawn and wheres else None

    return command
