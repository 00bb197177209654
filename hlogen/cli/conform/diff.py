"""``hlogen conform diff``: what has changed between two runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hlogen.cli.complete import files
from hlogen.cli.loudness import quiet_option, tell
from hlogen.cli.paint import paint
from hlogen.cli.say import say

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.conform.records import Header


@click.command("diff")
@click.argument("old", metavar="OLD.jsonl", shell_complete=files)
@click.argument("new", metavar="NEW.jsonl", shell_complete=files)
@quiet_option("Show what was right and isn't alone.")
def command(old: str, new: str) -> None:
    """Show the cases whose verdicts differ between two files of records: of two versions, or of two backends.

    \b
    hlogen conform diff old.jsonl new.jsonl

    \b
    Exit codes:
      0  no case that was right is wrong now, or gone
      1  one is
      2  a file can't be read, or wrong usage
    """
    from hlogen.conform.records import read_records  # NumPy, which help does without

    (old_header, before), (new_header, after) = read_records(Path(old)), read_records(Path(new))
    then, now = ({record.id: record for record in records} for records in (before, after))
    for header, path in ((old_header, old), (new_header, new)):
        tell(f"{path}: {_said(header)}")
    worse = better = 0
    for id in dict.fromkeys([*then, *now]):
        first, second = then.get(id), now.get(id)
        if first is not None and second is not None and first.verdict is second.verdict:
            continue
        was, is_now = (record.verdict.value if record else "not run" for record in (first, second))
        got_worse = first is not None and first.verdict.is_right and (second is None or not second.verdict.is_right)
        worse += got_worse
        got_better = (
            second is not None and second.verdict.is_right and not (first is not None and first.verdict.is_right)
        )
        better += got_better
        role = "error" if got_worse else "good" if got_better else "note"
        (say if got_worse else tell)(f"{id}: {was} -> {paint(is_now, role)}")
    both = [id for id in then if id in now]
    same = sum(then[id].verdict is now[id].verdict for id in both)
    changed = f"{worse} were right and aren't, {better} are right now"
    tell(f"{same} of {len(both)} cases of both have the same verdict; {changed}")
    raise click.exceptions.Exit(1 if worse else 0)


def _said(header: Header) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in header.versions.items())
    return f"{header.backend} ({versions}), {header.date}"
