"""Findings as GitLab's Code Quality report, which merge requests show."""

from __future__ import annotations

import hashlib
import json
import posixpath

from hlogen.lint.finding import ERROR, NOTE, WARNING
from hlogen.lint.formats import Checked, numbered
from hlogen.lint.formats.text import explained

_SEVERITY = {ERROR: "major", WARNING: "minor", NOTE: "info"}


def report(checked: Checked) -> str:
    """A list of what GitLab calls violations; a file as a whole stands at its first line."""
    entries = []
    for finding, number in numbered(checked.findings):
        path = posixpath.normpath(finding.file)
        identity = "\0".join((path, finding.fingerprint, str(number)))
        entries.append(
            {
                "description": explained(finding),
                "check_name": finding.rule,
                "fingerprint": hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest(),
                "severity": _SEVERITY[finding.level],
                "location": {"path": path, "lines": {"begin": finding.line or 1}},
            }
        )
    return json.dumps(entries, indent=2)
