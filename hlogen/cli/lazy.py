"""Groups of commands whose modules are only imported when a command is called: help is instant."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from typing import Any, cast

import click


class LazyGroup(click.Group):
    """Commands and what they do; that of `name` is ``command`` in the module of that name (- is _) in `package`."""

    def __init__(self, *args: Any, summaries: Mapping[str, str], package: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._summaries = summaries
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
        if args and args[0] not in self._summaries and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], self._summaries, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(self._summaries)}"
            ctx.fail(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
