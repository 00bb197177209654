"""Which findings a user asks for: --select, --ignore and --error take ids of constraints and hazards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hlogen.errors import UsageError
from hlogen.lint.finding import ERROR, INTERNAL, NOTE, PARSE, Finding
from hlogen.spec.hazards import CHECK, Hazard, hazards
from hlogen.spec.patterns import UPSTREAM, ids_matching, ids_near, split_patterns
from hlogen.spec.program_rules import PROGRAM_RULES

_DIALECT = "stablehlo."
_OF_UPSTREAM = re.compile(rf"{re.escape(UPSTREAM)}\w+\.[\w.-]+")


class Selection:
    """Findings that `select` names (all where it is empty) and `ignore` doesn't; those that `error` names are errors.

    A pattern is an id ("gather.C17", "bounds.clamped"), an op or a group of hazards ("gather", "bounds") or the start
    of an id's label ("scatter.C"); letters' case doesn't matter. Files that can't be checked are reported whatever is
    selected. A note becomes an error only where it is named itself, not with its group.
    """

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = (), error: Iterable[str] = ()) -> None:
        self._select = [_ids(pattern, "--select") for pattern in split_patterns(select)]
        self._ignore = [_ids(pattern, "--ignore") for pattern in split_patterns(ignore)]
        self._error: set[str] = set()
        for pattern in split_patterns(error):
            ids = _ids(pattern, "--error")
            self._error |= {id for id in ids if len(ids) == 1 or not _is_note(hazards().get(id))}

    def __contains__(self, finding: Finding) -> bool:
        if finding.is_failure:
            return True
        selected = not self._select or any(_names(ids, finding.rule) for ids in self._select)
        return selected and not any(_names(ids, finding.rule) for ids in self._ignore)

    def of(self, findings: Iterable[Finding]) -> list[Finding]:
        """Those that are asked for, with the level that is asked for."""
        return [self._levelled(finding) for finding in findings if finding in self]

    @property
    def names_some(self) -> bool:
        """Whether what is to be shown was named, rather than all of it."""
        return bool(self._select)

    def _levelled(self, finding: Finding) -> Finding:
        return replace(finding, level=ERROR) if finding.rule in self._error else finding


def _names(ids: set[str], rule: str) -> bool:
    """Whether a rule is among `ids`; what upstream alone finds has a name for every operation, and one for all."""
    return rule in ids or (rule.startswith(UPSTREAM) and UPSTREAM in ids)


def unknown_id(pattern: str, known: Iterable[str]) -> UsageError:
    """The error for an id that there isn't, with the nearest that there are."""
    near = ids_near(pattern, known)
    hint = f"did you mean {_one_of(near)}?" if near else "`hlogen rule` lists all of them"
    return UsageError(f"there is no constraint or hazard {pattern!r}; {hint}")


def plain_id(pattern: str) -> str:
    """What a pattern names that is written as the operation is in programs: stablehlo.add, stablehlo.add.C1."""
    return pattern[len(_DIALECT) :] if pattern.lower().startswith(_DIALECT) else pattern


def _ids(pattern: str, option: str) -> set[str]:
    from hlogen.spec.catalogue import constraints  # the catalogue needs NumPy, which most runs can do without
    from hlogen.spec.optable import OPS

    pattern = plain_id(pattern)
    if pattern in (PARSE, INTERNAL):
        raise UsageError(f"{option} {pattern}: a file that can't be checked is always reported; name other rules")
    if pattern.lower() == UPSTREAM.rstrip("."):
        return {UPSTREAM}
    if _OF_UPSTREAM.fullmatch(pattern):  # of an operation of whatever dialect
        return {pattern}
    known = [*constraints(), *hazards(), *PROGRAM_RULES, *(UPSTREAM + op.mnemonic for op in OPS.values())]
    ids = ids_matching(pattern, known)
    if not ids:
        raise unknown_id(pattern, known)
    if not any(_is_seen(hazards().get(id)) for id in ids):
        raise UsageError(f"{option} {pattern}: only a run meets it; `hlogen run --sanitize` reports it")
    return ids


def _is_seen(hazard: Hazard | None) -> bool:
    """Whether `hlogen check` reports it: a constraint (no hazard), or a hazard that is certain before a run."""
    return hazard is None or CHECK in hazard.seen_by


def _is_note(hazard: Hazard | None) -> bool:
    return hazard is not None and hazard.level == NOTE


def _one_of(names: list[str]) -> str:
    return " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} or {names[-1]}"
