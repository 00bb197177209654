"""What ``hlogen fuzz`` does: a campaign, and a folder of what it has found."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from hlogen.backends.address import found
from hlogen.cli.loudness import is_quiet, tell, tell_more
from hlogen.cli.paint import paint
from hlogen.cli.progress import Progress
from hlogen.cli.say import say
from hlogen.cli.version import own_version
from hlogen.conform.verdicts import Verdict
from hlogen.errors import HlogenError, MissingPackageError, UsageError
from hlogen.fuzz.campaign import Settings, chosen_ops, judged, run
from hlogen.fuzz.coverage import Cell, Covered, covered
from hlogen.fuzz.golden import write_case
from hlogen.fuzz.judge import Finding, Judge
from hlogen.fuzz.program import INVALID, drawn
from hlogen.fuzz.relations import chosen
from hlogen.fuzz.report import Context, slug, write_report
from hlogen.fuzz.store import Store
from hlogen.fuzz.workers import Processes, Workers
from hlogen.placing import write

_INTERRUPTED = 130  # what shells give a program that Ctrl-C ended
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_RIGHT = [verdict.value for verdict in Verdict if verdict.is_right]
# Said in the summary, but no findings: what a backend says that it lacks, and what can't be judged.
_NO_FINDINGS = (Verdict.UNSUPPORTED.value, Verdict.HARNESS.value)


def run_fuzz(backend_name: str, given: dict[str, Any]) -> None:
    """Runs what `given`, the options of the command, asks for; ends the command with its exit code."""
    seconds = None if given["time"] is None else seconds_of(given["time"])
    ops = chosen_ops(given["ops"])
    sizes = tuple(given["sizes"]) or Settings.sizes
    relations = (INVALID,) if given["invalid"] else ("", *chosen(given["relations"]))
    if given["invalid"] and given["relations"]:
        raise UsageError("--invalid and --relation: programs that are verified aren't run in any form")
    address = found(backend_name)
    against = found(given["against"])
    with Judge(address.text, against=against.text, time_limit=given["time_limit"], ulps=given["ulps"]) as judge:
        versions = judge.version()
        folder = Path(given["output"] or f"fuzz-{slug(address.name)}")
        about = {"backend": address.name, "address": address.text, "versions": versions}
        about["against"] = against.text if judge.other is None else {against.text: judge.other.version()}
        settings = Settings(
            address.text, ops, sizes, relations, given["time_limit"], given["ulps"], against=against.text
        )
        with Store(folder / "campaign.sqlite", about) as store:
            workers = _workers(settings, given["jobs"], given["scheduler"])
            context = Context(address.name, address.text, versions, own_version(), given["ulps"])

            def tell_all() -> dict[str, list[Finding]]:
                findings = store.findings()
                _write_reports(folder, findings, store.alike(), judge, context)
                _write_coverage(folder / "coverage.md", store.cells(), ops)
                _tell(store, findings, folder)
                return findings

            try:
                is_interrupted = _run(store, settings, workers, seconds, given["programs"])
            except HlogenError:  # what was found until then is told
                with suppress(HlogenError, OSError):
                    tell_all()
                raise
            findings = tell_all()
            if given["golden"]:
                _write_cases(Path(given["golden"]), findings, context)
    if is_interrupted:
        say("interrupted: the same command goes on", err=True)
        raise click.exceptions.Exit(_INTERRUPTED)
    raise click.exceptions.Exit(1 if any(_counts(each[0]) for each in findings.values()) else 0)


def seconds_of(text: str) -> float:
    """``90s``, ``10m``, ``1h30m`` or a number of seconds. UsageError for anything else."""
    parts = re.findall(r"(\d+(?:\.\d+)?)([smhd]?)", text)
    has_units = len(parts) == 1 or all(unit for _, unit in parts)
    if not parts or "".join(number + unit for number, unit in parts) != text or not has_units:
        raise UsageError(f"--time {text}: a time is written as 90s, 10m, 2h or 1h30m")
    return sum(float(number) * _UNITS[unit or "s"] for number, unit in parts)


def _workers(settings: Settings, jobs: int, scheduler: str | None) -> Workers:
    if scheduler is None:
        return Processes(judged, settings, jobs)
    try:
        from hlogen.fuzz.cluster import Cluster
    except ImportError as error:
        needed = 'the package distributed: pip install "hlogen[dask]"'
        raise MissingPackageError(f"hlogen fuzz --scheduler needs {needed}") from error
    return Cluster(judged, settings, scheduler)


def _run(store: Store, settings: Settings, workers: Workers, seconds: float | None, programs: int | None) -> bool:
    """Runs the campaign; whether it was interrupted."""
    progress = Progress("programs judged", is_shown=not is_quiet())
    try:
        for state in run(store, settings, workers, seconds=seconds, programs=programs):
            for finding in state.new:
                progress.clear()
                tell_more(f"{paint(finding.verdict, 'error')}: {finding.key}")
            progress.show(state.programs)
    except KeyboardInterrupt:
        return True
    finally:
        workers.close()
        progress.clear()
    return False


def _counts(finding: Finding) -> bool:
    return finding.verdict not in _NO_FINDINGS


def _write_reports(
    folder: Path, findings: dict[str, list[Finding]], alike: Counter[str], judge: Judge, context: Context
) -> None:
    """A folder for each cause that has none yet."""
    for key, each in findings.items():
        target = folder / slug(key)
        if not _counts(each[0]) or (target / "report.md").exists():
            continue
        smallest = _smallest(each)
        try:
            outcome = judge.put(drawn(smallest.smallest).form)
        except HlogenError:
            outcome = None
        write_report(target, smallest, len(each) + alike[key], outcome, context)


def _write_cases(folder: Path, findings: dict[str, list[Finding]], context: Context) -> None:
    """The smallest program of each cause as a known difference, where the folder has none of its name."""
    written = 0
    for key, each in findings.items():
        if _counts(each[0]):
            path = write_case(folder, slug(key), _smallest(each), context.versions, context.ulps)
            written += path is not None
    tell(f"{written} {'case' if written == 1 else 'cases'} written into {folder}")


def _smallest(findings: list[Finding]) -> Finding:
    """The one of fewest elements, then of fewest decisions."""

    def size(finding: Finding) -> tuple[int, int]:
        steps = finding.smallest.steps
        return sum(len(array) for step in steps for array in step.arrays), sum(len(step.numbers) for step in steps)

    return min(findings, key=size)


def _write_coverage(path: Path, counts: Counter[Cell], ops: tuple[str, ...]) -> None:
    """What is covered of each operation, those with most left to be met first."""
    known = covered(counts)
    rows = sorted(((known.get(op, Covered()), op) for op in ops), key=lambda row: (-row[0].newness, row[1]))
    lines = [
        "# What was covered",
        "",
        "A cell is an operation with its element types, the kind of its shape, and a feature. `new` estimates how",
        "likely the next program is in a cell that none was in: cells met once, of all meetings (Good and Turing).",
        "",
        "| operation | cells | met once | new |",
        "|---|---|---|---|",
        *(f"| `{op}` | {row.cells} | {row.once} | {row.newness:.1%} |" for row, op in rows),
    ]
    write(path, lambda file: file.write("\n".join([*lines, ""]).encode()), overwrite=True)


def _tell(store: Store, findings: dict[str, list[Finding]], folder: Path) -> None:
    verdicts, alike = store.verdicts(), store.alike()
    total = verdicts.total()
    right = sum(verdicts[verdict] for verdict in _RIGHT)
    tell(f"{total} programs judged, {right} right; {len(store.cells())} cells covered")
    for verdict, count in verdicts.most_common():
        if verdict not in _RIGHT:
            tell(f"{count:7} {verdict}")
    counts = {key: len(each) + alike[key] for key, each in findings.items() if _counts(each[0])}
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    if rows:
        tell(f"{len(rows)} {'cause' if len(rows) == 1 else 'causes'}, each with its folder in {folder}:")
    for key, count in rows:
        known = findings[key][0].known
        on_record = f" (on record: {', '.join(known)})" if known else ""
        tell(f"{count:7} {key}{on_record}")
