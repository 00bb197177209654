"""``hlogen test``: runs the checks inside .mlir tests, as upstream writes them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import click

from hlogen.cli.paint import paint
from hlogen.conform.checks import CaseResult, Verdict, run_file
from hlogen.conform.oracles import BACKENDS
from hlogen.lint.files import program_files
from hlogen.lint.process import Worker

_ROLES = {Verdict.PASS: "good", Verdict.FAIL: "error", Verdict.ERROR: "error", Verdict.SKIP: "dim"}
_WORDS = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.ERROR: "could not be run", Verdict.SKIP: "skipped"}


@click.command("test")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--backend", "backend_name", type=click.Choice(list(BACKENDS)), default="interpreter", show_default=True)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(paths: tuple[str, ...], backend_name: str, style: str) -> None:
    """Run the checks inside .mlir tests, one line per case.

    A case is a function without arguments that calls check.expect_eq, expect_close and the like, in the form of
    upstream's own tests: as operations of the dialect `check`, or as `stablehlo.custom_call @check.expect_eq`.
    PATH is a file or a folder. Programs without checks are skipped, but in files for interpreters
    (// RUN: .. --interpret) they pass where they run to their end.

    \b
    Exit codes:
      0  every check holds
      1  a check doesn't hold
      2  a case can't be read or run, nothing was there to run, or wrong usage

    JSON is a list of {file, line, name, verdict, seconds, message}; the verdict is PASS, FAIL, ERROR or SKIP.
    """
    results = []
    for result in _results(program_files(paths), backend_name):
        results.append(result)
        if style == "text":
            verdict = result.verdict.value
            click.echo(str(result).replace(verdict, paint(verdict, _ROLES[result.verdict]), 1))
    verdicts = Counter(result.verdict for result in results)
    if style == "json":
        click.echo(json.dumps([result.to_json() for result in results], indent=2, ensure_ascii=False))
    else:
        click.echo(", ".join(f"{verdicts[verdict]} {word}" for verdict, word in _WORDS.items() if verdicts[verdict]))
    if verdicts[Verdict.ERROR] or not verdicts[Verdict.PASS] + verdicts[Verdict.FAIL]:
        raise click.exceptions.Exit(2)
    raise click.exceptions.Exit(1 if verdicts[Verdict.FAIL] else 0)


def _results(files: list[str], backend_name: str) -> Iterator[CaseResult]:
    # Each file is read in a process of its own first: what kills upstream's parser there must not end this process.
    with Worker(advice=False) as worker:
        for file in files:
            report = worker.check(file)
            if report.was_fatal:
                yield CaseResult(file, 1, "", Verdict.ERROR, message=report.findings[0].message)
            else:
                yield from run_file(file, backend_name)
