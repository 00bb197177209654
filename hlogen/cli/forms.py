"""``--format``, given several times: one form of the report to read, and others to files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

from hlogen.cli import complete
from hlogen.cli.files import check_target, write_content

TEXT = "text"


class Forms(NamedTuple):
    """The form on standard output, or None where it goes to files alone, and the files with the form of each."""

    shown: str | None
    files: dict[str, str]

    def check(self) -> None:
        """UsageError where a file could not be written, so that no run is in vain."""
        for file in self.files:
            check_target(Path(file), force=True)

    def write(self, report: Callable[[str], str]) -> None:
        """Writes the files, each with what `report` gives for its form."""
        for file, style in self.files.items():
            content = f"{report(style)}\n".encode("utf-8", "replace")
            write_content(Path(file), content)


def forms_option(*formats: str) -> Callable[[Any], Any]:
    """``--format`` as `forms`: any of `formats`, the first of which is usual."""

    def read(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> Forms:
        shown: list[str] = []
        files: dict[str, str] = {}
        for one in given:
            style, _, file = one.partition("=")
            if style not in formats:
                raise click.BadParameter(f"{style!r} is none of {', '.join(formats)}", context, option)
            if file:
                files[file] = style
            else:
                shown.append(style)
        if len(shown) > 1:
            raise click.BadParameter(
                f"{' and '.join(shown)} can't share standard output; write {shown[1]}=FILE", context, option
            )
        return Forms(shown[0] if shown else formats[0], files)

    return click.option(
        "--format",
        "forms",
        metavar="FORMAT[=FILE]",
        multiple=True,
        callback=read,
        shell_complete=complete.one_of(formats),
        help=f"One of {', '.join(formats)}; with =FILE it goes there, and others may be given besides.",
    )
