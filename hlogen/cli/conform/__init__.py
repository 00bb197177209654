"""``hlogen conform``: holds a backend against the specification, case by case, and tells what is wrong apart."""

from __future__ import annotations

import click

from hlogen.cli.lazy import LazyGroup

_COMMANDS = {
    "init": "Try a backend, and write a commented file of TOML for it.",
    "run": "Run the corpus on a backend: a verdict for each case, a file of records, reports.",
    "list": "List the cases, with their clauses, element types and features.",
    "report": "Write the reports of a file of records anew.",
    "diff": "Show the cases whose verdicts differ between two files of records.",
    "shrink": "Write the smallest program that shows what is wrong with a case, and a bug report.",
    "export": "Write the corpus as files that any language reads.",
}


@click.command("conform", cls=LazyGroup, sections={"Commands": _COMMANDS}, package="hlogen.cli.conform")
def command() -> None:
    """Hold a backend against the specification: a verdict per case and clause.

    \b
    hlogen conform init --backend my_backend.py:Mine      writes mine.toml
    hlogen conform run mine.toml -j 2 --html report.html
    hlogen conform shrink mine.toml CASE

    The backend is a class of two methods in any file, a PJRT plugin, a command in any language: see
    docs/how-to/add-a-backend.md.
    """
