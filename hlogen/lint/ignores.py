"""Which findings the comments of a file hide (see `hlogen.lint.ignore_comments`), and what is wrong with comments."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hlogen.errors import UsageError
from hlogen.lint.finding import WARNING, Finding, Ignore
from hlogen.lint.rules import OWN_RULES, UNKNOWN_RULE, UNUSED
from hlogen.lint.selection import ids_of, names

_MISSING = " isn't found in"


def pattern_in_vain(finding: Finding) -> str:
    """What the comment names in vain that a finding of UNUSED is about."""
    return finding.message.partition(_MISSING)[0]


def heeded(findings: Sequence[Finding], ignores: Sequence[Ignore], file: str) -> tuple[list[Finding], int]:
    """The findings that no comment hides, with what is wrong with the comments, and how many findings are hidden."""
    left = list(findings)
    found: list[Finding] = []
    for ignore in ignores:
        place = (file, ignore.line, ignore.column)
        if not ignore.patterns:
            said = "this comment names no rule: write hlogen: ignore[gather.C9], say"
            found.append(_about(UNKNOWN_RULE, place, ignore, said))
        for pattern in ignore.patterns:
            try:
                ids = ids_of(pattern, "")
            except UsageError as error:
                found.append(_about(UNKNOWN_RULE, place, ignore, str(error)))
                continue
            hidden = [one for one in left if not one.is_failure and names(ids, one.rule) and ignore.is_about(one)]
            if hidden:
                gone = {id(one) for one in hidden}
                left = [one for one in left if id(one) not in gone]
            else:
                where = "the file" if ignore.target is None else f"line {ignore.target}"
                if ignore.is_whole and ignore.target is not None:
                    where = f"what begins on line {ignore.target}"
                found.append(_about(UNUSED, place, ignore, f"{pattern}{_MISSING} {where}, and ignored in vain"))
    in_order = sorted([*left, *found], key=lambda one: one.line or sys.maxsize) if found else left
    return in_order, len(findings) - len(left)


def _about(rule: str, place: tuple[str, int, int], ignore: Ignore, message: str) -> Finding:
    fix = OWN_RULES[rule].fix
    return Finding(*place, rule, None, message, fix=fix, level=WARNING, end_column=ignore.end_column).known_by()
