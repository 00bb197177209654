"""``hlogen conform``: holds a backend against the specification, case by case, and tells what is wrong apart."""

from __future__ import annotations

import importlib
from typing import cast

import click

# Command -> what it does; its module is only imported when it is called.
COMMANDS = {
    "init": "Try a backend, and write a commented file of TOML for it.",
    "run": "Run the corpus on a backend: a verdict for each case, a file of records, reports.",
    "list": "List the cases, with their clauses, element types and features.",
    "report": "Write the reports of a file of records anew.",
    "diff": "Show the cases whose verdicts differ between two files of records.",
    "shrink": "Write the smallest program that shows what is wrong with a case, and a bug report.",
    "export": "Write the corpus as files that any language reads.",
}


class _Group(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return cast(click.Command, importlib.import_module(f"hlogen.cli.conform.{cmd_name}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command("conform", cls=_Group)
def command() -> None:
    """Hold a backend against the specification: a verdict per case and clause.

    \b
    hlogen conform init --backend my_backend.py:Mine      writes mine.toml
    hlogen conform run mine.toml -j 2 --html report.html
    hlogen conform shrink mine.toml CASE

    The backend is a class of two methods in any file, a PJRT plugin, a command in any language: see
    docs/how-to/add-a-backend.md.
    """
