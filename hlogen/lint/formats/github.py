"""Findings as annotations of GitHub Actions: workflow commands, one a line."""

from __future__ import annotations

from hlogen.lint.finding import NOTE, Finding
from hlogen.lint.formats import Checked
from hlogen.lint.formats.text import explained, summary


def report(checked: Checked) -> str:
    """The annotations, and the summary, which GitHub shows in the log alone."""
    return "\n".join([*map(annotation, checked.findings), summary(checked.reports, checked.findings)])


def annotation(finding: Finding) -> str:
    """A workflow command that makes GitHub show the finding at its place in the file that was checked."""
    properties = {
        "file": finding.file,
        "line": finding.line,
        "col": finding.column,
        "endLine": None if finding.end_column is None else finding.line,
        "endColumn": finding.end_column,
        "title": finding.rule,
    }
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None)
    command = "notice" if finding.level == NOTE else finding.level
    return f"::{command} {listed}::{_data(explained(finding))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
