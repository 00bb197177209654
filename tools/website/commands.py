"""A page for each command, from its own help, and their list."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click

from hlogen.cli import main
from hlogen.cli.group import SECTIONS
from tools.website.page import Page, cell, in_prose, plain, table

INDEX = "reference/commands"
CRUMBS = [("index", "hlogen"), ("reference", "Reference"), (INDEX, "Commands")]


def pages() -> Iterator[Page]:
    for context in _contexts():
        yield _page(context)
    yield _index()


def page_name(path: str) -> str:
    """Where a command has its page: ``reference/commands/conform-run`` of ``hlogen conform run``."""
    return f"{INDEX}/{path.removeprefix('hlogen ').replace(' ', '-')}"


def _contexts() -> Iterator[click.Context]:
    """Where each command is called, those of groups behind their group."""
    root = click.Context(main, info_name="hlogen", **main.context_settings)
    yield from _below(root)


def _below(parent: click.Context) -> Iterator[click.Context]:
    group = parent.command
    if isinstance(group, click.Group):
        for name in group.list_commands(parent):
            command = group.get_command(parent, name)
            assert command is not None
            context = click.Context(command, parent, name, **command.context_settings)
            yield context
            yield from _below(context)


def _page(context: click.Context) -> Page:
    command, path = context.command, context.command_path
    summary, *more = _prose(inspect.cleandoc(command.help or ""))
    usage = context.get_usage().removeprefix("Usage: ")
    lines = [f"# `{path}`", "", summary, "", "```text", usage, "```", "", *more]
    below = [*_children(context)]
    if below:
        rows = [(f"[`{path} {name}`]({_file(f'{path} {name}')})", summary) for name, summary in below]
        lines += ["## Commands", "", *table(("command", "what it does"), rows), ""]
    for title, options in _options(context):
        lines += [f"## {title}", "", *table(("option", "what it does"), options), ""]
    return Page(page_name(path), "\n".join(lines), CRUMBS)


def _children(context: click.Context) -> Iterator[tuple[str, str]]:
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield name, command.get_short_help_str(120)


def _prose(help: str) -> Iterator[str]:
    r"""Paragraphs as they are; what stands behind \b keeps its lines."""
    for paragraph in re.split(r"\n\s*\n", help):
        if paragraph.startswith("\b"):
            body = paragraph.removeprefix("\b").strip("\n").split("\n")
            is_called = body[0].startswith("hlogen ")
            yield f"```{'console' if is_called else 'text'}"
            yield from (f"$ {line}" if line.startswith("hlogen ") else line for line in body)
            yield "```"
        else:
            yield in_prose(plain, _as_code(paragraph))
        yield ""


def _as_code(text: str) -> str:
    """With options as code."""
    return in_prose(lambda part: re.sub(r"(?<![\w-])(--?[a-zA-Z][\w-]*)", r"`\1`", part), text)


class _Listed(click.HelpFormatter):
    """What a command would print of its options, as rows."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: dict[str, list[tuple[str, str]]] = {}

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self._title = name
        yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        self.sections.setdefault(self._title, []).extend(rows)


def _options(context: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The options in the sections that `-h` shows them in."""
    listed = _Listed()
    command = context.command
    if isinstance(command, click.Group):  # which would list its commands, too
        click.Command.format_options(command, context, listed)
    else:
        command.format_options(context, listed)
    for title, rows in listed.sections.items():
        yield title, [(cell(f"`{call.strip()}`"), cell(_as_code(help))) for call, help in rows]


def _index() -> Page:
    lines = [
        "# Commands",
        "",
        "Every command of `hlogen`, by what you want to do; `hlogen help COMMAND` says the same.",
        "",
    ]
    for title, commands in SECTIONS.items():
        rows = [(f"[`hlogen {name}`](commands/{name}.md)", summary) for name, summary in commands.items()]
        lines += [f"## {title}", "", *table(("command", "what it does"), rows), ""]
    return Page(INDEX, "\n".join(lines))


def _file(path: str) -> str:
    return f"{page_name(path).rpartition('/')[2]}.md"
