"""``hlogen conform report``: reports of a run that has been."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hlogen.cli.complete import files
from hlogen.cli.conform.choice import expected_option, report_options, suite_option
from hlogen.cli.loudness import is_verbose, quiet_option, tell, verbose_option
from hlogen.cli.say import say
from hlogen.cli.shared_options import force_option


@click.command("report")
@click.argument("records", metavar="FILE.jsonl", shell_complete=files)
@suite_option()
@expected_option("What is expected to fail.")
@force_option("Replace reports that exist.")
@report_options
@quiet_option("Show what isn't as expected alone: nothing where all is.")
@verbose_option("Show a line for each case, what is as expected included.")
def command(records: str, suite: tuple[str, ...], expected_path: str | None, force: bool, **given: Any) -> None:
    """Show what a file of records says, and write its reports.

    \b
    hlogen conform report mine.jsonl
    hlogen conform report mine.jsonl --html report.html --junit report.xml

    \b
    Exit codes:
      0  every case is right, or as expected
      1  one isn't
      2  a file can't be read or written, or wrong usage
    """
    from hlogen.cli.conform.campaigns import line_of, summary  # NumPy, which help does without
    from hlogen.cli.conform.reports import check_reports, write_reports
    from hlogen.conform.corpus import corpus
    from hlogen.conform.expected import Expected, beside
    from hlogen.conform.records import read_records

    header, found = read_records(Path(records))
    check_reports(given, force)
    path = Path(expected_path) if expected_path else beside(header.address, header.backend)
    expected = Expected.read(path, header.versions) if expected_path or path.exists() else Expected()
    judged = [expected.of(record) for record in found]
    for each in judged:
        if is_verbose() or not each.is_as_expected:
            say(line_of(each))
    for line in summary(judged):
        tell(line)
    cases = corpus(map(Path, suite)) if given["html"] else []
    write_reports(header, judged, cases, given, force)
    raise click.exceptions.Exit(0 if all(each.is_as_expected for each in judged) else 1)
