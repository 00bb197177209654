"""``hlogen check``: every violation in every file, whatever state the files are in; advice on what breaks nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial

import click

from hlogen.cli.complete import lists_of_rules
from hlogen.cli.files import as_file, is_of_script, sources, split_source
from hlogen.cli.fix import Fixer
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.cli.shared_options import programs_argument, time_limit_option
from hlogen.errors import UsageError
from hlogen.lint.finding import NOTE, FileReport, Finding
from hlogen.lint.formats import (
    count,
    github_annotation,
    json_counts,
    json_list,
    summary,
    text_counts,
    text_finding,
)
from hlogen.lint.process import TIME_LIMIT, Worker
from hlogen.lint.selection import Selection

_MOST_NOTES = 10  # that are shown unless they are asked for


@click.command("check")
@programs_argument()
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="For people, for programs (a JSON list), or as annotations of GitHub Actions.",
)
@click.option(
    "--select",
    metavar="IDS",
    multiple=True,
    shell_complete=lists_of_rules,
    help="Report only these, such as gather.C17, scatter, bounds, gather.C1.",
)
@click.option(
    "--ignore",
    metavar="IDS",
    multiple=True,
    shell_complete=lists_of_rules,
    help="Don't report these. Both take a list: gather.C17,scatter.",
)
@click.option(
    "--error",
    metavar="IDS",
    multiple=True,
    shell_complete=lists_of_rules,
    help="Let this advice be an error, such as bounds.clamped.",
)
@click.option("--no-advice", is_flag=True, help="Check constraints alone.")
@click.option("--fix", is_flag=True, help="Write promises that are kept for certain into the files.")
@click.option("--statistics", is_flag=True, help="Show how often each rule is found, not where.")
@click.option("--diff", is_flag=True, help="Show what --fix would write, and write nothing.")
@time_limit_option("For one file; one that takes longer is reported.", TIME_LIMIT)
def command(
    paths: tuple[str, ...],
    style: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    error: tuple[str, ...],
    no_advice: bool,
    fix: bool,
    statistics: bool,
    diff: bool,
    time_limit: float,
) -> None:
    """Check programs against every constraint of the specification, and for what is certain to go wrong in a run.

    PATH is a file, or a folder that is searched for *.mlir, *.mlirbc, *.mlir.bc and *.vhlo; - reads standard input.
    SCRIPT.py[:NAME] is explained by `hlogen emit --help`; what is found in its program stands at the script's lines.
    Text (also split by `// -----`), MLIR bytecode and portable artifacts are read. Every operation is held against
    every rule of the specification, and all independent violations are reported at once; what upstream's verifier
    refuses although no rule explains it is a violation too (upstream.<op>), and so is what is wrong with a program as a
    whole (program.names, program.order, ...). A syntax error (parse) costs the operation that it is in, at most the
    function. Operations without violations are analysed: promises that are broken (errors), indices that are out of
    bounds and numbers that don't fit whatever the inputs are (warnings), promises that could be given (notes).
    `hlogen rule` lists it all.

    \b
    Exit codes:
      0  no violations and no errors; perhaps warnings and notes
      1  violations, or advice that is an error
      2  a file could not be read as a whole, or wrong usage

    JSON is a list of {file, line, column, rule, op, message, spec, fix, upstream, level}, with --statistics of {rule,
    count}. A file that could not be read is in it with the rule "parse". What isn't known is null.
    """
    if no_advice and (fix or diff):
        raise UsageError("--no-advice leaves nothing to fix; say one of them")
    if statistics and (fix or diff or style == "github"):
        raise UsageError("--statistics counts findings; leave --fix, --diff and --format github out")
    if (fix or diff) and style != "text":
        raise UsageError(f"--fix and --diff report as text; leave --format {style} out")
    files = sources(paths)
    with ExitStack() as stack:
        worker = stack.enter_context(Worker(time_limit, advice=not no_advice))
        selection = Selection(select, ignore, error)
        fixer = Fixer(worker, only_show=diff) if fix or diff else None
        reports: list[FileReport] = []
        shown: list[Finding] = []
        for file, name, report in _reports(worker, files, stack, not no_advice):
            reports.append(report)
            selected = selection.of(report.findings)
            if fixer is not None:
                selected = fixer.fix(file, name, selected)
            shown += selected
            if statistics:
                continue
            if style == "text":
                _echo(text_finding(finding, paint) for finding in selected if finding.level != NOTE)
            elif style == "github":
                _echo(github_annotation(finding) for finding in selected)
    if statistics:
        say(json_counts(shown) if style == "json" else "\n".join([*text_counts(shown, paint), summary(reports, shown)]))
    elif style == "json":
        say(json_list(shown))
    else:
        if style == "text":
            _echo(_notes([finding for finding in shown if finding.level == NOTE], selection.names_some))
        say(summary(reports, shown) + (fixer.summary if fixer is not None else ""))
    if any(finding.is_failure for finding in shown):
        raise click.exceptions.Exit(2)
    raise click.exceptions.Exit(1 if any(finding.is_error for finding in shown) else 0)


def _reports(worker: Worker, files: list[str], stack: ExitStack, advice: bool) -> Iterator[tuple[str, str, FileReport]]:
    """Each file, its name, which is its path where that can be read again, and what is found in it."""
    for file in files:
        if is_of_script(file):
            # Brought here: other files are checked without NumPy in this process.
            from hlogen.cli.source import program_of
            from hlogen.lint.report import built_report

            script, _ = split_source(file)
            yield script, file, built_report(script, partial(program_of, file), advice)
            continue
        path, name = stack.enter_context(as_file(file))
        yield path, name, worker.check(path, name)


def _notes(notes: list[Finding], all_of_them: bool) -> Iterator[str]:
    """The notes, one line each; the first ones where there are many that nobody asked for."""
    most = len(notes) if all_of_them or len(notes) <= _MOST_NOTES + 1 else _MOST_NOTES
    yield from (text_finding(note, paint) for note in notes[:most])
    if len(notes) > most:
        rules = ",".join(dict.fromkeys(note.rule for note in notes))
        yield paint(f"... and {count(len(notes) - most, 'more note')}; --select {rules} shows all", "dim")


def _echo(texts: Iterable[str]) -> None:
    lines = "\n".join(texts)
    if lines:
        say(lines)
