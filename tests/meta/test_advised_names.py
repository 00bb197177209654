"""What messages advise is there: names of hlogen and the interpreter, commands and their options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import click

import hlogen
import interpreter
from hlogen.cli import main

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for package in ("hlogen", "interpreter") for path in sorted((ROOT / package).rglob("*.py"))]
HOLE = "\0"  # for what a message puts in
NAME = re.compile(r"(?<![\w./@\"'-])(hl|hlogen(?!\.toml)|interpreter)((?:\.[A-Za-z_]\w*)+)(?![\w/]|\.\w|-)")
COMMAND = re.compile(r"(?<![\w./-])hlogen ((?:[a-z]+-)?[a-z]+)((?: [^`;:\n]*)?)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, text) of every string that may be said, with holes where values go in.

    Docstrings aren't, and a string that is nothing but a name is one of an operation.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else HOLE for part in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        else:
            yield from texts(node)


@cache
def resolved(root: str, path: str) -> Any:
    """What a dotted name stands for; raises AttributeError or ImportError."""
    found: Any = {"hl": hlogen, "hlogen": hlogen, "interpreter": interpreter}[root]
    for name in path.strip(".").split("."):
        try:
            found = getattr(found, name)
        except AttributeError:
            if not hasattr(found, "__path__"):
                raise
            found = import_module(f"{found.__name__}.{name}")
    return found


@cache
def options_of(command: str) -> set[str]:
    # A command keeps the option of its help as it was first asked for, so it is asked for as the command line asks.
    context = click.Context(main, **main.context_settings)
    found = main.get_command(context, command)
    assert found is not None, f"there is no command {command}"
    within = click.Context(found, parent=context)
    commands = (
        [found, *(found.get_command(within, name) for name in found.list_commands(within))]
        if isinstance(found, click.Group)
        else [found]
    )
    return {
        name
        for each in commands
        for parameter in each.get_params(click.Context(each, parent=context))
        for name in parameter.opts
    }


def test_what_a_message_names_is_there() -> None:
    said = [(source, *text) for source in SOURCES for text in texts(ast.parse(source.read_text()))]
    for path, line, text in said:
        for root, named in () if " " not in text else NAME.findall(text):
            try:
                resolved(root, named)
            except (AttributeError, ImportError) as error:
                raise AssertionError(f"{path.relative_to(ROOT)}:{line}: {root}{named}: {error}") from None
        for command, rest in COMMAND.findall(text):
            if command in main.list_commands(click.Context(main)):
                missing = set(OPTION.findall(rest)) - options_of(command) - {"--help"}
                assert not missing, f"{path.relative_to(ROOT)}:{line}: hlogen {command} has no {sorted(missing)}"
