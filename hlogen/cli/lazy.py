"""Groups of commands whose modules are only imported when a command is called: help is instant."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from hlogen.cli.meant import instead_of_command


class LazyGroup(click.Group):
    """Commands and what they do, in sections; that of `name` is ``command`` in the module of that name in `package`.

    In the module's name - is _.
    """

    def __init__(self, *args: Any, sections: Mapping[str, Mapping[str, str]], package: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sections = sections
        self._summaries = {name: summary for section in sections.values() for name, summary in section.items()}
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        module = importlib.import_module(f"{self._package}.{cmd_name.replace('-', '_')}")
        return cast(click.Command, module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        is_unknown = args and args[0] not in self._summaries and not args[0].startswith("-")
        if is_unknown and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {args[0]!r}; {instead_of_command(args[0], self, ctx)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self._summaries))
        for title, commands in self._sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), summary) for name, summary in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands, without loading any, and the options where one is begun."""
        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        named = self._summaries.items()
        return [CompletionItem(name, help=summary) for name, summary in named if name.startswith(incomplete)]
