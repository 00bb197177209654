"""``hlogen test``: runs the checks inside .mlir tests, as upstream writes them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

import click

from hlogen.cli.files import sources
from hlogen.cli.forms import TEXT, Forms, forms_option
from hlogen.cli.loudness import is_verbose, quiet_option, tell, verbose_option
from hlogen.cli.paint import paint
from hlogen.cli.progress import Progress
from hlogen.cli.say import say
from hlogen.cli.shared_options import backend_option, programs_argument, time_limit_option
from hlogen.cli.source import as_program_file
from hlogen.cli.version import own_version
from hlogen.conform.case_result import CaseResult, CaseVerdict
from hlogen.conform.runner import TIME_LIMIT, Runner
from hlogen.lint.formats import junit
from hlogen.lint.formats.json import json_text
from hlogen.lint.pool import usual_jobs

# What is said of a verdict, and in which colour; those that are wrong are shown case by case.
_WORDS = {
    CaseVerdict.PASS: ("passed", "good"),
    CaseVerdict.KNOWN: ("differed as known", "note"),
    CaseVerdict.FAIL: ("failed", "error"),
    CaseVerdict.ERROR: ("could not be run", "error"),
    CaseVerdict.SKIP: ("skipped", "dim"),
}
_WRONG = (CaseVerdict.FAIL, CaseVerdict.ERROR)
_INTERRUPTED = 130  # what shells give a program that Ctrl-C ended
_VERSION = 1  # of the form of its JSON


@click.command("test")
@programs_argument()
@backend_option()
@forms_option("text", "json", "junit")
@click.option("--jobs", "-j", metavar="N", type=click.IntRange(1), help="Processes; where absent, as many as pay.")
@time_limit_option("For one file; one that takes longer could not be run.", TIME_LIMIT)
@quiet_option("Show what fails or can't be run alone: nothing where all is well.")
@verbose_option("Show a line for each case, what passes and is skipped included.")
def command(paths: tuple[str, ...], backend_name: str, forms: Forms, jobs: int | None, time_limit: float) -> None:
    """Run the checks inside .mlir tests; show those that fail, and how many there were.

    \b
    hlogen test tests/ -j 4
    hlogen test case.mlir --backend xla -v

    A case is a function without arguments that calls check.expect_eq, expect_close and the like, in the form of
    upstream's own tests: as operations of the dialect `check`, or as `stablehlo.custom_call @check.expect_eq`. PATH
    is a file, or a folder that is searched as by `hlogen check`; - reads standard input; SCRIPT.py[:NAME] is
    explained by `hlogen help emit`. Programs without checks are skipped, but in files for interpreters (// RUN: ..
    --interpret) they pass where they run to their end.

    A checkout of upstream's runs as it stands: its folders stablehlo/tests/interpret and stablehlo/testdata. What is
    expected there and can't be right differs as known, with its reason; so does a golden that --backend is expected to
    fail, by the file that `hlogen conform run` reads. Ctrl-C ends a run with what it found.

    \b
    Exit codes:
      0    every check holds, or differs as known
      1    a check doesn't hold
      2    a case can't be read or run, nothing was there to run, or wrong usage
      130  interrupted
    """
    forms.check()
    files = sources(paths)
    started = time.perf_counter()
    results: list[CaseResult] = []
    progress = Progress(f"of {len(files)} files", is_shown=forms.shown == TEXT)
    is_interrupted = False
    try:
        with ExitStack() as stack:
            names = dict(stack.enter_context(as_program_file(file)) for file in files)
            runner = stack.enter_context(Runner(backend_name, jobs or usual_jobs(len(files)), time_limit))
            for number, cases in enumerate(runner.run([*names]), 1):
                found = [replace(case, file=names[case.file]) for case in cases]
                results += found
                shown = [result for result in found if is_verbose() or result.verdict in _WRONG]
                if forms.shown == TEXT and shown:
                    progress.clear()
                    for result in shown:
                        verdict = result.verdict.value
                        say(str(result).replace(verdict, paint(verdict, _WORDS[result.verdict][1]), 1))
                progress.show(number)
    except KeyboardInterrupt:
        is_interrupted = True
    progress.clear()
    seconds = time.perf_counter() - started
    reports = {
        TEXT: lambda: "\n".join([*map(str, results), *_summary(results, seconds)]),
        "json": lambda: _json(results, backend_name, seconds),
        "junit": lambda: _junit(results),
    }
    forms.write(lambda style: reports[style]())
    if forms.shown == TEXT:
        is_in_vain = all(result.verdict is CaseVerdict.SKIP for result in results)
        for line in _summary(results, seconds):
            (say if is_in_vain else tell)(line)
    else:
        say(reports[str(forms.shown)]())
    if is_interrupted:
        say("interrupted: the files after these were not run", err=True)
        raise click.exceptions.Exit(_INTERRUPTED)
    verdicts = {result.verdict for result in results}
    if CaseVerdict.ERROR in verdicts or not verdicts - {CaseVerdict.SKIP}:
        raise click.exceptions.Exit(2)
    raise click.exceptions.Exit(1 if CaseVerdict.FAIL in verdicts else 0)


def _summary(results: Sequence[CaseResult], seconds: float) -> list[str]:
    """How many cases there are for each reason, then for each verdict."""
    reasons = Counter((result.verdict, result.reason) for result in results if result.reason)
    lines = [f"{count} {_WORDS[verdict][0]}: {reason}" for (verdict, reason), count in reasons.items()]
    verdicts = Counter(result.verdict for result in results)
    counts = ", ".join(f"{verdicts[verdict]} {word}" for verdict, (word, _) in _WORDS.items() if verdicts[verdict])
    return [*lines, f"{counts or 'nothing was run'} in {seconds:.1f} s"]


def _json(results: Sequence[CaseResult], backend: str, seconds: float) -> str:
    """An object; hlogen/schemas/test.json is its schema."""
    counts = Counter(result.verdict.value for result in results)
    report = {
        "version": _VERSION,
        "hlogen": own_version(),
        "backend": backend,
        "seconds": seconds,
        "verdicts": counts,
        "cases": [result.to_json() for result in results],
    }
    return json_text(report, 2)


_KINDS = {
    CaseVerdict.KNOWN: "skipped",
    CaseVerdict.SKIP: "skipped",
    CaseVerdict.FAIL: "failure",
    CaseVerdict.ERROR: "error",
}


def _junit(results: Sequence[CaseResult]) -> str:
    """A test case for each case; what differs as known is skipped."""
    cases = (
        junit.Case(
            result.file,
            result.name or result.file,
            _KINDS.get(result.verdict, ""),
            result.reason or result.message.partition("\n")[0],
            str(result),
            result.seconds,
        )
        for result in results
    )
    return junit.suite("hlogen test", cases, {"hlogen": own_version()})
