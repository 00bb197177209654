"""``hlogen check``: every violation in every file, whatever state the files are in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack

import click

from hlogen.cli.files import STDIN_NAME, standard_input
from hlogen.cli.paint import paint
from hlogen.lint.files import STDIN, program_files
from hlogen.lint.finding import FileReport, Finding
from hlogen.lint.formats import github_annotation, json_list, summary, text_finding
from hlogen.lint.process import TIME_LIMIT, Worker
from hlogen.lint.selection import Selection


@click.command("check")
@click.argument("paths", metavar="PATH...|-", nargs=-1, required=True)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="For people, for programs (a JSON list), or as annotations of GitHub Actions.",
)
@click.option(
    "--select", metavar="IDS", multiple=True, help="Report only these, such as gather.C17, scatter, gather.C1."
)
@click.option(
    "--ignore", metavar="IDS", multiple=True, help="Don't report these. Both take a list: gather.C17,scatter."
)
@click.option(
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=TIME_LIMIT,
    show_default=True,
    help="For one file; one that takes longer is reported.",
)
def command(
    paths: tuple[str, ...], style: str, select: tuple[str, ...], ignore: tuple[str, ...], time_limit: float
) -> None:
    """Check programs against every constraint of the specification.

    PATH is a file, or a folder that is searched for *.mlir, *.mlirbc, *.mlir.bc and *.vhlo; - reads standard input.
    Text (also split by `// -----`), MLIR bytecode and portable artifacts are read. All independent violations of an
    operation are reported at once.

    \b
    Exit codes:
      0  no violations
      1  violations
      2  a file could not be checked (whatever the others hold), or wrong usage

    JSON is a list of {file, line, column, rule, op, message, spec, fix, upstream}. A file that could not be checked is
    in it with the rule "parse". What isn't known is null.
    """
    files = program_files(paths)
    with ExitStack() as stack:
        worker = stack.enter_context(Worker(time_limit))
        selection = Selection(select, ignore)
        reports: list[FileReport] = []
        shown: list[Finding] = []
        for report in _reports(worker, files, stack):
            reports.append(report)
            selected = [finding for finding in report.findings if finding in selection]
            shown += selected
            if style == "text":
                _echo(text_finding(finding, paint) for finding in selected)
            elif style == "github":
                _echo(github_annotation(finding) for finding in selected)
    if style == "json":
        click.echo(json_list(shown))
    else:
        click.echo(summary(reports, shown))
    if any(finding.is_failure for finding in shown):
        raise click.exceptions.Exit(2)
    raise click.exceptions.Exit(1 if shown else 0)


def _reports(worker: Worker, files: list[str], stack: ExitStack) -> Iterator[FileReport]:
    for file in files:
        if file == STDIN:
            yield worker.check(stack.enter_context(standard_input()), STDIN_NAME)
        else:
            yield worker.check(file)


def _echo(texts: Iterable[str]) -> None:
    lines = "\n".join(texts)
    if lines:
        click.echo(lines)
