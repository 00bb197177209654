"""Findings as an object of JSON, for programs; hlogen/schemas/check.json is its schema."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hlogen.lint.finding import Finding, KnownFix
from hlogen.lint.formats import Checked
from hlogen.lint.formats.text import rule_counts

VERSION = 1  # of the form: what is there keeps its name and meaning, and more may come


def report(checked: Checked) -> str:
    """Everything: a line for each finding."""
    kinds = Counter[str]()
    for each in checked.reports:
        kinds.update(each.kinds)
    head = {
        "version": VERSION,
        "hlogen": checked.version,
        "files": len(checked.reports),
        "operations": kinds.total(),
        "hidden": checked.hidden,
        "rules": dict(rule_counts(checked.findings)),
    }
    entries = [json_text(_entry(finding)) for finding in checked.findings]
    listed = ",".join(f"\n    {entry}" for entry in entries) + ("\n  " if entries else "")
    told = json_text(head, 2).removesuffix("\n}")
    return f'{told},\n  "findings": [{listed}]\n}}'


def json_text(value: Any, indent: int | None = None) -> str:
    """A value as JSON; what isn't text, as half of a character in a file's name, is there as JSON's escapes."""
    return json.dumps(value, indent=indent, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _entry(finding: Finding) -> dict[str, Any]:
    return {
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "end_line": None if finding.end_column is None else finding.line,
        "end_column": finding.end_column,
        "part": finding.part,
        "function": finding.function,
        "op": finding.op,
        "rule": finding.rule,
        "level": finding.level,
        "message": finding.message,
        "spec": finding.spec,
        "fix": finding.fix,
        "upstream": finding.upstream,
        "picture": finding.picture,
        "related": [place._asdict() for place in finding.related],
        "fingerprint": finding.fingerprint,
        "fixable": None if finding.known_fix is None else _fixable(finding.known_fix),
    }


def _fixable(fix: KnownFix) -> dict[str, Any]:
    return {"what": fix.what, "safe": fix.is_safe, "edits": [edit._asdict() for edit in fix.edits]}
