"""What ``hlogen conform run`` does: the corpus on a backend, and what came of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hlogen.cli.conform.choice import CaseChoice
from hlogen.cli.conform.reports import check_reports, write_reports
from hlogen.cli.files import write_content
from hlogen.cli.loudness import is_verbose, tell
from hlogen.cli.paint import paint
from hlogen.cli.progress import Progress
from hlogen.cli.say import say
from hlogen.cli.size import size_of
from hlogen.cli.version import own_version
from hlogen.conform.campaign import EXIT, Campaign, Settings
from hlogen.conform.corpus import Case, known_ids
from hlogen.conform.expected import Expected, Judged, accepted, beside
from hlogen.conform.pictures import command_of
from hlogen.conform.records import Header, Records
from hlogen.conform.verdicts import Verdict
from hlogen.errors import UsageError

_INTERRUPTED = 130  # what shells give a program that Ctrl-C ended


def run_campaign(backend_name: str, given: dict[str, Any]) -> None:
    """Runs what `given`, the options of the command, asks for; ends the command with its exit code."""
    if given["accept"] and given["maxfail"]:
        raise UsageError("--accept says what is expected of all cases that were asked for, and --maxfail runs fewer")
    choice = CaseChoice(**{name: given.pop(name) for name in CaseChoice.__dataclass_fields__})
    cases = choice.cases()
    settings = Settings(
        given["jobs"],
        given["time_limit"],
        None if given["max_memory"] is None else size_of(given["max_memory"]),
        given["ulps"],
        choice.forms(),
    )
    with Campaign(backend_name, settings) as campaign:
        name, address = campaign.address.name, campaign.address.text
        expected_path = Path(given["expected_path"]) if given["expected_path"] else beside(address, name)
        versions = campaign.versions()
        is_needed = bool(given["expected_path"]) and not given["accept"]
        expected = Expected.read(expected_path, versions) if is_needed or expected_path.exists() else Expected()
        if choice.is_everything and not given["accept"]:
            expected.require_known(expected_path, [EXIT, *known_ids(map(Path, choice.suite))])
        output = Path(given["output"] or _default_output(address, name))
        check_reports(given, given["force"] or given["resume"])
        asked = {
            "jobs": settings.jobs,
            "time_limit": settings.time_limit,
            "ulps": settings.ulps,
            "cases": choice.said,
        }
        header = Header(name, address, versions, own_version(), asked)
        records = Records(output, header, resume=given["resume"], overwrite=given["force"])
        try:
            is_interrupted = _run(campaign, cases, records, expected, given["maxfail"])
        finally:
            records.close()
    found = [expected.of(record) for record in records.done.values()]
    for line in summary(found):
        tell(line)
    tell(f"records: {output}")
    write_reports(header, found, cases, given, given["force"] or given["resume"])
    if given["accept"] and not is_interrupted:
        _accept(expected_path, expected, found)
        raise click.exceptions.Exit(0)
    if is_interrupted:
        say(f"interrupted: hlogen conform run {backend_name} --resume goes on", err=True)
        raise click.exceptions.Exit(_INTERRUPTED)
    raise click.exceptions.Exit(0 if all(each.is_as_expected for each in found) else 1)


def _run(campaign: Campaign, cases: Sequence[Case], records: Records, expected: Expected, maxfail: int | None) -> bool:
    """Runs what isn't done; whether it was interrupted."""
    by_id = {case.id: case for case in cases}
    progress = Progress(f"of about {2 * len(cases)} cases")
    unexpected = 0
    try:
        for outcome in campaign.run(cases, frozenset(records.done)):
            judged = expected.of(records.add(outcome))
            unexpected += not judged.is_as_expected
            if not judged.is_as_expected or is_verbose():
                progress.clear()
                say(line_of(judged, by_id.get(judged.record.id.rpartition("@")[0])))
            progress.show(len(records.done))
            if maxfail is not None and unexpected >= maxfail:
                break
    except KeyboardInterrupt:
        return True
    finally:
        progress.clear()
        sys.stdout.flush()
    return False


def line_of(judged: Judged, case: Case | None = None) -> str:
    """A case, its verdict and why; of `case`, which it is, how to draw what it gets wrong."""
    record, entry = judged.record, judged.entry
    role = "good" if record.verdict.is_right else "note"
    role = role if judged.is_as_expected else "error"
    verdict = "passes, but was expected not to" if judged.is_unexpected_pass else record.verdict.value
    why = f"as expected: {entry.reason}" if judged.is_as_expected and entry else record.message
    lines = [f"{paint(verdict, role)} {record.id}", *why.splitlines()]
    if case is not None and role == "error" and record.verdict is Verdict.WRONG_VALUE:
        command = command_of(case)
        lines += [] if command is None else [f"picture: {command}"]
    return "\n    ".join(lines)


def summary(found: Sequence[Judged]) -> list[str]:
    """How many cases have each verdict, and how many aren't as expected."""
    counts = Counter(each.record.verdict for each in found)
    lines = [f"{counts[verdict]:6} {verdict.value}" for verdict in Verdict if counts[verdict]]
    news = sum(not each.is_as_expected for each in found)
    passes = sum(each.is_unexpected_pass for each in found)
    known = sum(each.is_as_expected and not each.record.verdict.is_right for each in found)
    said = f"{len(found)} cases: {news or 'all'} {'not ' if news else ''}as expected"
    said += f", {passes} of them pass" if passes else ""
    return [*lines, said + (f"; {known} {'fails' if known == 1 else 'fail'} as expected" if known else "")]


def _accept(path: Path, expected: Expected, found: Sequence[Judged]) -> None:
    text = accepted(found, expected)
    write_content(path, text.encode())
    tell(f"wrote {path}")


def _default_output(address: str, name: str) -> str:
    """Beside what it is about where that is a file of TOML, else in the working folder."""
    path = Path(address)
    if path.suffix == ".toml":
        return str(path.with_suffix(".jsonl"))
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in name) + ".jsonl"
