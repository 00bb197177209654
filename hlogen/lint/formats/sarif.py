"""Findings as SARIF 2.1.0, which code scanning and many editors read."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from hlogen.lint.finding import Finding, KnownFix, Place
from hlogen.lint.formats import Checked, numbered
from hlogen.lint.formats.text import explained
from hlogen.lint.rules import Rule, rule_of

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def report(checked: Checked) -> str:
    """One run: the rules that were found broken, and the findings."""
    rules = {finding.rule: rule_of(finding.rule) for finding in checked.findings}
    places = {rule: number for number, rule in enumerate(rules)}
    failures = [finding for finding in checked.findings if finding.is_failure]
    run = {
        "tool": {
            "driver": {
                "name": "hlogen",
                "version": checked.version,
                "rules": [_rule(id, rule) for id, rule in rules.items()],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not failures,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": explained(one)}, "locations": [_location(one)]}
                    for one in failures
                ],
            }
        ],
        "results": [_result(finding, places[finding.rule], number) for finding, number in numbered(checked.findings)],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(id: str, rule: Rule) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": id,
        "shortDescription": {"text": rule.title or id},
        "help": {"text": "\n".join(f"{label}: {text}" for label, text in rule.help.items()) or rule.title or id},
        "defaultConfiguration": {"level": rule.level},
    }
    if rule.why:
        found["fullDescription"] = {"text": rule.why}
    return found


def _result(finding: Finding, rule: int, number: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": finding.level,
        "message": {"text": explained(finding)},
        "locations": [_location(finding)],
        "partialFingerprints": {"hlogen/v1": f"{finding.fingerprint}:{number}"},
    }
    if finding.related:
        result["relatedLocations"] = [{"physicalLocation": _physical(place)} for place in finding.related]
    if finding.known_fix is not None and finding.known_fix.is_safe:  # who applies it can't see that it is a guess
        result["fixes"] = [_fix(finding.file, finding.known_fix)]
    return result


def _fix(file: str, fix: KnownFix) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": {
                "startLine": edit.line,
                "startColumn": edit.column,
                "endLine": edit.end_line,
                "endColumn": edit.end_column,
            },
            "insertedContent": {"text": edit.new},
        }
        for edit in fix.edits
    ]
    change = {"artifactLocation": {"uri": _uri(file)}, "replacements": replacements}
    return {"description": {"text": fix.what}, "artifactChanges": [change]}


def _location(finding: Finding) -> dict[str, Any]:
    place = Place(finding.file, finding.line, finding.column)
    found: dict[str, Any] = {"physicalLocation": _physical(place, finding.end_column)}
    if finding.function:
        found["logicalLocations"] = [{"name": finding.function, "kind": "function"}]
    return found


def _physical(place: Place, end_column: int | None = None) -> Mapping[str, Any]:
    region = {"startLine": place.line, "startColumn": place.column, "endColumn": end_column}
    known = {key: value for key, value in region.items() if value is not None}
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file)}}
    return physical | ({"region": known} if place.line is not None else {})


def _uri(file: str) -> str:
    """A path as a URI: relative to where the command ran where the path is, which code scanning asks for."""
    path = posixpath.normpath(file.replace("\\", "/"))
    return ("file://" if path.startswith("/") else "") + quote(path.encode("utf-8", "surrogateescape"))
