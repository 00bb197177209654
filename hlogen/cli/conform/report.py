"""``hlogen conform report``: reports of a run that has been."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hlogen.cli.conform.reports import check_reports, report_options, write_reports
from hlogen.cli.conform.run import line_of, summary
from hlogen.cli.say import say
from hlogen.conform.corpus import corpus
from hlogen.conform.expected import Expected, beside
from hlogen.conform.records import read_records


@click.command("report")
@click.argument("records", metavar="FILE.jsonl")
@click.option("--suite", metavar="PATH", multiple=True, help="Where the cases are, if not in hlogen's goldens.")
@click.option("--expected", "expected_path", metavar="FILE", help="What is expected to fail.")
@click.option("--force", is_flag=True, help="Replace reports that exist.")
@report_options
def command(records: str, suite: tuple[str, ...], expected_path: str | None, force: bool, **given: Any) -> None:
    """Show what a file of records says, and write its reports.

    \b
    Exit codes:
      0  every case is right, or as expected
      1  one isn't
      2  a file can't be read or written, or wrong usage
    """
    header, found = read_records(Path(records))
    check_reports(given, force)
    path = Path(expected_path) if expected_path else beside(header.address, header.backend)
    expected = Expected.read(path, header.versions) if expected_path or path.exists() else Expected()
    judged = [expected.of(record) for record in found]
    for each in judged:
        if not each.is_as_expected:
            say(line_of(each))
    for line in summary(judged):
        say(line)
    cases = corpus(map(Path, suite)) if given["html"] else []
    write_reports(header, judged, cases, given, force)
    raise click.exceptions.Exit(0 if all(each.is_as_expected for each in judged) else 1)
