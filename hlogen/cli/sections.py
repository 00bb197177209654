"""Help in which a command's options stand in sections, for commands that have many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click


class Sectioned(click.Command):
    """A command with the names of its options by the titles of their sections; those without one stand at the end."""

    def __init__(self, *args: Any, sections: Mapping[str, tuple[str, ...]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        told = {one.name: one.get_help_record(ctx) for one in self.get_params(ctx) if isinstance(one, click.Option)}
        left = {name: record for name, record in told.items() if record is not None}
        width = max(len(call) for call, _ in left.values())
        listed = {title: [left.pop(name) for name in names] for title, names in self._sections.items()}
        for title, records in {**listed, "Other options": [*left.values()]}.items():
            with formatter.section(title):
                formatter.write_dl([(call.ljust(width), help) for call, help in records])
