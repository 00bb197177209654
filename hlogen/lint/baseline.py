"""A baseline: findings that are known and not reported, so that an old repository can begin with a clean check.

A file of JSON, to be committed: for each file of programs, by its path from the baseline's folder, what is known there,
by fingerprints, which stay the same where lines move.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hlogen.errors import UsageError
from hlogen.lint.finding import Finding

VERSION = 1


class Baseline:
    """What is known in each file; how much of it wasn't found, of the files that were asked for, is `missing`."""

    def __init__(self, path: Path, known: dict[str, Counter[tuple[str, str]]]) -> None:
        self.path = path
        self._known = known
        self._missing: dict[str, int] = {}

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """UsageError where it isn't there, or is no baseline."""
        known = {
            file: Counter({(one["rule"], one["fingerprint"]): one["count"] for one in entries})
            for file, entries in _entries(path).items()
        }
        return cls(path, known)

    @property
    def missing(self) -> int:
        return sum(self._missing.values())

    def unknown(self, file: str, findings: Sequence[Finding]) -> list[Finding]:
        """The findings of a file that aren't known; what couldn't be checked never is."""
        left = Counter(self._known.get(_path(file, self.path), Counter()))
        found = []
        for finding in findings:
            key = (finding.rule, finding.fingerprint)
            if not finding.is_failure and left[key] > 0:
                left[key] -= 1
            else:
                found.append(finding)
        self._missing[file] = left.total()  # a file that was mended is asked for again
        return found


def _entries(path: Path) -> dict[str, list[dict[str, Any]]]:
    """What stands in the file; UsageError where that isn't what was written."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"there is no baseline {path}; --update-baseline writes it") from None
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"the baseline {path} can't be read: {error}") from None
    if not isinstance(content, dict) or content.get("version") != VERSION:
        raise UsageError(f"{path} is no baseline of hlogen's, version {VERSION}")
    files: Any = content.get("files")
    is_sound = isinstance(files, dict) and all(
        isinstance(of, list) and all(isinstance(one, dict) and _is_entry(one) for one in of) for of in files.values()
    )
    if not is_sound:
        raise UsageError(f"the baseline {path} is damaged; remove it, and --update-baseline writes it anew")
    found: dict[str, list[dict[str, Any]]] = files
    return found


def _is_entry(one: Mapping[str, Any]) -> bool:
    return [type(one.get(name)) for name in ("rule", "fingerprint", "count")] == [str, str, int]


def content_of(path: Path, findings: Iterable[Finding], checked: Iterable[str]) -> bytes:
    """A baseline at `path` that knows these findings, in an order that keeps differences of versions small.

    What the one that is there knows of other files than those that were `checked` stays, while these are there.
    """
    kept: dict[str, list[dict[str, Any]]] = {}
    if path.exists():
        before = _entries(path)
        gone = {_path(file, path) for file in checked}
        kept = {file: of for file, of in before.items() if file not in gone and (path.parent / file).exists()}
    known: dict[str, Counter[tuple[str, str, str]]] = {}
    for finding in findings:
        if not finding.is_failure:
            of_file = known.setdefault(_path(finding.file, path), Counter())
            of_file[finding.rule, finding.fingerprint, finding.function or ""] += 1
    files: dict[str, list[dict[str, Any]]] = {
        file: [
            {"rule": rule, "function": function, "fingerprint": fingerprint, "count": count}
            for (rule, fingerprint, function), count in sorted(entries.items())
        ]
        for file, entries in sorted(known.items())
    }
    ordered = dict(sorted((kept | files).items()))
    return json.dumps({"version": VERSION, "files": ordered}, indent=1).encode() + b"\n"


def _path(file: str, baseline: Path) -> str:
    folder = os.path.abspath(baseline.parent)  # noqa: PTH100 - links stay links
    return Path(os.path.relpath(os.path.abspath(file), folder)).as_posix()  # noqa: PTH100 - as above
