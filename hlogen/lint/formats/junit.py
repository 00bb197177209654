"""JUnit's XML, which CI systems show as tests: a test case for each file here, for each case of other commands."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from hlogen.lint.finding import NOTE, Finding
from hlogen.lint.formats import Checked
from hlogen.lint.formats.text import summary, text_finding

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# What XML 1.0 has no character for.
_NO_CHARACTER = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Case(NamedTuple):
    """A test case: `kind` is "failure", "error" or "skipped", with a `message` and a `text`; "" where it passes."""

    classname: str
    name: str
    kind: str = ""
    message: str = ""
    text: str = ""
    seconds: float | None = None


def suite(name: str, cases: Iterable[Case], properties: Mapping[str, str] | None = None, timestamp: str = "") -> str:
    """A test suite of JUnit's, as the text of its file."""
    cases = list(cases)
    counts = Counter(case.kind for case in cases)
    attributes = {
        "name": _xml(name),
        "tests": str(len(cases)),
        "failures": str(counts["failure"]),
        "errors": str(counts["error"]),
        "skipped": str(counts["skipped"]),
        "time": f"{sum(case.seconds or 0 for case in cases):.3f}",
    }
    root = ElementTree.Element("testsuite", attributes | ({"timestamp": _xml(timestamp)} if timestamp else {}))
    if properties:
        listed = ElementTree.SubElement(root, "properties")
        for key, value in properties.items():
            ElementTree.SubElement(listed, "property", name=_xml(key), value=_xml(value))
    for case in cases:
        element = ElementTree.SubElement(root, "testcase", classname=_xml(case.classname), name=_xml(case.name))
        if case.seconds is not None:
            element.set("time", f"{case.seconds:.4f}")
        if case.kind:
            inner = ElementTree.SubElement(element, case.kind, message=_xml(case.message))
            inner.text = _xml(case.text)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def report(checked: Checked) -> str:
    """A test case for each file: it fails with errors in it, and is an error where it can't be read."""
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in checked.findings:
        by_file[finding.file].append(finding)
    files = dict.fromkeys([*(report.file for report in checked.reports), *by_file])
    return suite("hlogen check", (_case(file, by_file[file]) for file in files), {"hlogen": checked.version})


def _case(file: str, findings: list[Finding]) -> Case:
    told = [finding for finding in findings if finding.level != NOTE]
    kind = "error" if any(finding.is_failure for finding in told) else "failure"
    if not any(finding.is_error for finding in told):
        return Case("hlogen.check", file)
    _, _, message = summary([], told).partition(": ")
    return Case("hlogen.check", file, kind, message, "\n".join(map(text_finding, told)))


def _xml(text: str) -> str:
    """`text` without colours; what XML has no character for is spelled out."""
    return _NO_CHARACTER.sub(lambda match: f"\\x{ord(match[0]):02x}", _COLOUR.sub("", text))
