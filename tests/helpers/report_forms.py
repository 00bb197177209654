"""What the standards of reports ask of what hlogen writes of them: SARIF 2.1.0, GitLab's code quality, JUnit's XML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree

import jsonschema

_TEXT = {"type": "string", "minLength": 1}
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_NUMBER = {"type": "integer", "minimum": 1}


def _object(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [*required],
        "properties": {**required, **optional},
        "additionalProperties": False,
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_MESSAGE = _object({"text": _TEXT})
_REGION = _object({"startLine": _NUMBER}, startColumn=_NUMBER, endLine=_NUMBER, endColumn=_NUMBER)
_ARTIFACT = _object({"uri": {"type": "string", "format": "uri-reference"}})
_PHYSICAL = _object({"artifactLocation": _ARTIFACT}, region=_REGION)
_LOCATION = _object(
    {"physicalLocation": _PHYSICAL}, logicalLocations=_list(_object({"name": _TEXT, "kind": {"const": "function"}}))
)
_RULE = _object(
    {"id": _TEXT, "shortDescription": _MESSAGE, "help": _MESSAGE, "defaultConfiguration": _object({"level": _LEVEL})},
    fullDescription=_MESSAGE,
)
_NOTIFICATION = _object({"level": _LEVEL, "message": _MESSAGE, "locations": _list(_LOCATION)})
_REPLACEMENT = _object({"deletedRegion": _REGION, "insertedContent": _object({"text": {"type": "string"}})})
_CHANGE = _object({"artifactLocation": _ARTIFACT, "replacements": {**_list(_REPLACEMENT), "minItems": 1}})
_FIX = _object({"description": _MESSAGE, "artifactChanges": {**_list(_CHANGE), "minItems": 1}})
_RESULT = _object(
    {
        "ruleId": _TEXT,
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": _LEVEL,
        "message": _MESSAGE,
        "locations": {**_list(_LOCATION), "minItems": 1},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    relatedLocations=_list(_LOCATION),
    fixes=_list(_FIX),
)
_RUN = _object(
    {
        "tool": _object({"driver": _object({"name": _TEXT, "version": _TEXT, "rules": _list(_RULE)})}),
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": _list(
            _object({"executionSuccessful": {"type": "boolean"}, "toolExecutionNotifications": _list(_NOTIFICATION)})
        ),
        "results": _list(_RESULT),
    }
)
# The part of the standard's schema that is made use of; what else would be written is an error here.
SARIF = _object({"$schema": _TEXT, "version": {"const": "2.1.0"}, "runs": _list(_RUN)})
GITLAB = _list(
    _object(
        {
            "description": _TEXT,
            "check_name": _TEXT,
            "fingerprint": _TEXT,
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": _object({"path": _TEXT, "lines": _object({"begin": _NUMBER})}),
        }
    )
)


def check_sarif(text: str, results: int) -> None:
    report = json.loads(text)
    jsonschema.validate(report, SARIF)
    (run,) = report["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[one["ruleIndex"]] for one in run["results"]] == [one["ruleId"] for one in run["results"]]
    assert len(run["results"]) == results


def edited(text: str, edits: Iterable[Mapping[str, Any]]) -> str:
    """A text in which `new` stands between each two places, lines and columns from 1, the end excluded."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda one: (one["line"], one["column"]), reverse=True):
        first, last = lines[edit["line"] - 1], lines[edit["end_line"] - 1]
        new = first[: edit["column"] - 1] + edit["new"] + last[edit["end_column"] - 1 :]
        lines[edit["line"] - 1 : edit["end_line"]] = [new]
    return "".join(lines)


def mended(sarif: str, files: Mapping[str, str]) -> dict[str, str]:
    """The files that a viewer of SARIF gives which applies all fixes."""
    edits: dict[str, list[dict[str, Any]]] = {}
    for result in json.loads(sarif)["runs"][0]["results"]:
        for change in (change for fix in result.get("fixes", []) for change in fix["artifactChanges"]):
            for one in change["replacements"]:
                region = one["deletedRegion"]
                places = {"line": region["startLine"], "column": region["startColumn"]}
                places |= {"end_line": region["endLine"], "end_column": region["endColumn"]}
                edit = {**places, "new": one["insertedContent"]["text"]}
                edits.setdefault(change["artifactLocation"]["uri"], []).append(edit)
    return {file: edited(files[file], of_file) for file, of_file in edits.items()}


def check_gitlab(text: str, entries: int) -> None:
    report = json.loads(text)
    jsonschema.validate(report, GITLAB)
    assert len({one["fingerprint"] for one in report}) == len(report) == entries


def check_junit(text: str, tests: int, failures: int, errors: int) -> None:
    """The suite's counts are those of its cases, each of which has a name, a class and one result at most."""
    suite = ElementTree.fromstring(text)
    assert suite.tag == "testsuite"
    cases = suite.findall("testcase")
    assert len(cases) == tests == int(suite.get("tests", ""))
    assert all(case.get("name") and case.get("classname") and len(case) <= 1 for case in cases)
    for kind, count in (("failure", failures), ("error", errors)):
        assert len(suite.findall(f"testcase/{kind}")) == count == int(suite.get(f"{kind}s", ""))
