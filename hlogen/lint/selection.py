"""Which findings a user asks for: --select and --ignore take constraints' ids or the front of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from hlogen.errors import UsageError
from hlogen.lint.finding import INTERNAL, PARSE, Finding


class Selection:
    """Violations that `select` names (all where it is empty) and `ignore` doesn't.

    A pattern is an id ("gather.C17"), an op ("gather") or the start of an id's label ("scatter.C"); letters' case
    doesn't matter. Files that can't be checked are reported whatever is selected.
    """

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> None:
        self._select = [_ids(pattern, "--select") for pattern in _split(select)]
        self._ignore = [_ids(pattern, "--ignore") for pattern in _split(ignore)]

    def __contains__(self, finding: Finding) -> bool:
        if finding.is_failure:
            return True
        selected = not self._select or any(finding.rule in ids for ids in self._select)
        return selected and not any(finding.rule in ids for ids in self._ignore)


def ids_matching(pattern: str, known: Iterable[str]) -> set[str]:
    """The ids that `pattern` names: itself, all of an op, or all that start with it."""
    known = list(known)
    wanted = pattern.lower()
    exact = {id for id in known if id.lower() == wanted}
    if exact:
        return exact  # "gather.C1" isn't "gather.C17"
    if "." not in wanted:
        return {id for id in known if id.partition(".")[0].lower() == wanted}
    return {id for id in known if id.lower().startswith(wanted)}


def unknown_id(pattern: str, known: Iterable[str]) -> UsageError:
    """The error for an id that there isn't, with the nearest that there are."""
    known = list(known)
    lower = {id.lower(): id for id in known} | {op: op for op in {id.partition(".")[0] for id in known}}
    near = [lower[name] for name in difflib.get_close_matches(pattern.lower(), lower, n=3, cutoff=0.6)]
    hint = f"did you mean {_one_of(near)}?" if near else "`hlogen rule` lists all of them"
    return UsageError(f"there is no constraint {pattern!r}; {hint}")


def _ids(pattern: str, option: str) -> set[str]:
    from hlogen.spec.catalogue import constraints  # the catalogue needs NumPy, which most runs can do without

    if pattern in (PARSE, INTERNAL):
        raise UsageError(f"{option} {pattern}: a file that can't be checked is always reported; name constraints only")
    known = constraints()
    ids = ids_matching(pattern, known)
    if not ids:
        raise unknown_id(pattern, known)
    return ids


def _split(patterns: Iterable[str]) -> list[str]:
    return [part.strip() for pattern in patterns for part in pattern.split(",") if part.strip()]


def _one_of(names: list[str]) -> str:
    return " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} or {names[-1]}"
