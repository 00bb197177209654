"""Which findings a user asks for: --select, --ignore and --error take ids of constraints and hazards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from hlogen.errors import UsageError
from hlogen.lint.finding import ERROR, INTERNAL, NOTE, PARSE, Finding
from hlogen.lint.rules import other_ids
from hlogen.spec.hazards import CHECK, Hazard, hazards
from hlogen.spec.patterns import UPSTREAM, ids_matching, ids_near, split_patterns

_DIALECT = "stablehlo."
_OF_UPSTREAM = re.compile(rf"{re.escape(UPSTREAM)}\w+\.[\w.-]+")


class Selection:
    """Findings that `select` names (all where it is empty) and `ignore` doesn't; those that `error` names are errors.

    A pattern is an id ("gather.C17", "bounds.clamped"), an op or a group of hazards ("gather", "bounds") or the start
    of an id's label ("scatter.C"); letters' case doesn't matter. Files that can't be checked are reported whatever is
    selected. A note becomes an error only where it is named itself, not with its group.
    """

    def __init__(
        self,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        error: Iterable[str] = (),
        said_in: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`said_in` is where each of them was said, for messages: ``--select``, where it isn't given."""
        where = {name: said_in.get(name, f"--{name}") for name in ("select", "ignore", "error")}
        self._select = [ids_of(pattern, where["select"]) for pattern in split_patterns(select)]
        self._ignore = [ids_of(pattern, where["ignore"]) for pattern in split_patterns(ignore)]
        self._error: set[str] = set()
        for pattern in split_patterns(error):
            ids = ids_of(pattern, where["error"])
            self._error |= {id for id in ids if len(ids) == 1 or not _is_note(hazards().get(id))}

    def __contains__(self, finding: Finding) -> bool:
        if finding.is_failure:
            return True
        selected = not self._select or any(names(ids, finding.rule) for ids in self._select)
        return selected and not any(names(ids, finding.rule) for ids in self._ignore)

    def of(self, findings: Iterable[Finding]) -> list[Finding]:
        """Those that are asked for, with the level that is asked for."""
        return [self._levelled(finding) for finding in findings if finding in self]

    def _levelled(self, finding: Finding) -> Finding:
        return replace(finding, level=ERROR) if finding.rule in self._error else finding


def names(ids: frozenset[str], rule: str) -> bool:
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


@cache
def ids_of(pattern: str, option: str) -> frozenset[str]:
    """The ids that a pattern names, which was said in `option`; UsageError where there are none to be found."""
    from hlogen.spec.catalogue import constraints  # the catalogue needs NumPy, which most runs can do without
    from hlogen.spec.optable import OPS

    pattern = plain_id(pattern)
    where = "" if not option or option.startswith("--") else f"{option}: "
    if pattern in (PARSE, INTERNAL):
        raise UsageError(f"{option} {pattern}: a file that can't be checked is always reported; name other rules")
    if pattern.lower() == UPSTREAM.rstrip("."):
        return frozenset({UPSTREAM})
    if _OF_UPSTREAM.fullmatch(pattern):  # of an operation of whatever dialect
        return frozenset({pattern})
    known = [*constraints(), *hazards(), *other_ids(), *(UPSTREAM + op.mnemonic for op in OPS.values())]
    ids = ids_matching(pattern, known)
    if not ids:
        raise UsageError(f"{where}{unknown_id(pattern, known)}")
    if not any(_is_seen(hazards().get(id)) for id in ids):
        raise UsageError(f"{option} {pattern}: only a run meets it; `hlogen run --sanitize` reports it")
    return frozenset(ids)


def _is_seen(hazard: Hazard | None) -> bool:
    """Whether `hlogen check` reports it: a constraint (no hazard), or a hazard that is certain before a run."""
    return hazard is None or CHECK in hazard.seen_by


def _is_note(hazard: Hazard | None) -> bool:
    return hazard is not None and hazard.level == NOTE


def _one_of(names: list[str]) -> str:
    return " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} or {names[-1]}"
