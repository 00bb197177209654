"""``hlogen conform export``: the corpus for other languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hlogen.cli.complete import folders
from hlogen.cli.conform.choice import CaseChoice, case_options
from hlogen.cli.loudness import quiet_option, tell
from hlogen.cli.progress import Progress
from hlogen.cli.shared_options import force_option
from hlogen.cli.version import own_version


@click.command("export")
@click.argument("folder", metavar="DIR", shell_complete=folders)
@case_options
@click.option("--arrays", type=click.Choice(["bin", "npy"]), default="bin", show_default=True)
@force_option("Write into a folder that isn't empty.")
@quiet_option("Say nothing but what is wrong.")
def command(folder: str, arrays: Any, force: bool, **given: Any) -> None:
    """Write the corpus to DIR as files that any language reads: programs, arrays, and manifest.json.

    \b
    hlogen conform export vectors
    hlogen conform export vectors --op gather --form arguments --arrays npy

    Arrays are row-major and little-endian; manifest.schema.json, which is written too, describes the manifest.
    """
    from hlogen.conform.vectors import export  # NumPy, which help does without

    choice = CaseChoice(**given)
    cases = choice.cases()
    progress = Progress(f"of about {2 * len(cases)} cases written")
    try:
        count = export(
            cases,
            Path(folder),
            kinds=choice.forms(),
            arrays=arrays,
            hlogen=own_version(),
            overwrite=force,
            tell=progress.show,
        )
    finally:
        progress.clear()
    tell(f"wrote {count} cases to {folder}")
