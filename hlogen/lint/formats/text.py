"""Findings as text for people, in the form of compilers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from hlogen.lint.finding import NOTE, FileReport, Finding
from hlogen.lint.formats import count
from hlogen.spec.hazards import LEVELS
from hlogen.spec.patterns import PROGRAM, UPSTREAM

# Styles a piece of text for a terminal; called with the text and what it is.
Paint = Callable[[str, str], str]


def plain(text: str, role: str) -> str:
    """Text without any style."""
    return text


def text_finding(finding: Finding, paint: Paint = plain) -> str:
    """A finding in the form that compilers use, so that editors and terminals can jump to the place.

    Of a note only the first line: what it rests on and what to do stand on its rule's page.
    """
    what = f"{finding.op} breaks {paint(finding.rule, 'rule')}: " if finding.op else ""
    if finding.is_advice:
        what = f"{paint(finding.rule, 'rule')} in {finding.op}: "
    if not finding.op or finding.rule.startswith((UPSTREAM, PROGRAM)):
        what = f"{paint(finding.rule, 'rule')}: "
    lines = [f"{paint(finding.place, 'place')}: {paint(finding.level, finding.level)}: {what}{said(finding)}"]
    if finding.level != NOTE:
        lines += [f"{paint(f'{label}:', 'label')} {value}" for label, value in _more(finding)]
    return "\n".join(_indented(lines))


def said(finding: Finding) -> str:
    """The message, with where the program says that it was made."""
    return finding.message + "".join(f" (from {place})" for place in finding.related)


def explained(finding: Finding) -> str:
    """The message, and below it what it rests on and what to do."""
    return "\n".join([said(finding), *(f"{label}: {text}" for label, text in _more(finding))])


def _more(finding: Finding) -> Iterator[tuple[str, str]]:
    """What the message rests on, what to do, who differs, and what shows it."""
    labels = ("spec", "fix", "upstream", "picture")
    yield from ((label, value) for label in labels if (value := getattr(finding, label)))


def summary(reports: Sequence[FileReport], shown: Sequence[Finding]) -> str:
    """One line: what was checked and what came of it."""
    kinds = Counter[str]()
    for report in reports:
        kinds.update(report.kinds)
    of_kinds = f" of {count(len(kinds), 'kind')}" if len(kinds) > 1 else ""
    checked = f"checked {count(kinds.total(), 'operation')}{of_kinds} in {count(len(reports), 'file')}"
    violations = sum(not finding.is_failure and not finding.is_advice for finding in shown)
    failed = len({finding.file for finding in shown if finding.is_failure})
    none = [] if failed and not kinds else ["no violations in what could be read" if failed else "no violations"]
    results = [count(violations, "violation")] if violations else none
    advice = Counter(finding.level for finding in shown if finding.is_advice)
    results += [count(advice[level], level) for level in LEVELS if advice[level]]
    if failed:
        results.append(f"{count(failed, 'file')} could not be read as a whole")
    if not kinds and not failed and not shown:
        results = ["no operation of StableHLO in there"]
    return f"{checked}: {', '.join(results)}"


def text_counts(findings: Iterable[Finding], paint: Paint = plain) -> Iterator[str]:
    """``12  add.C1``, the most frequent first."""
    counts = rule_counts(findings)
    width = max((len(f"{number:,}") for _, number in counts), default=0)
    yield from (f"{number:>{width},}  {paint(rule, 'rule')}" for rule, number in counts)


def rule_counts(findings: Iterable[Finding]) -> list[tuple[str, int]]:
    """How often each rule is found, the most frequent first."""
    return sorted(Counter(finding.rule for finding in findings).items(), key=lambda item: (-item[1], item[0]))


def _indented(lines: Sequence[str]) -> Iterator[str]:
    first, *rest = lines
    head, *tail = first.splitlines()
    yield head
    yield from (f"  {line}" for line in tail)
    for line in rest:
        head, *tail = line.splitlines()
        yield f"    {head}"
        yield from (f"      {line.strip()}" for line in tail)
