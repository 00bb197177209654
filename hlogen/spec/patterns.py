"""Which ids a user's pattern names: "gather.C17" one, "gather" all of a group, "scatter.C" all that start so."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

# What upstream alone finds is called by this and the operation.
UPSTREAM = "upstream."
# And this is how what is about a program as a whole is called.
PROGRAM = "program."


def ids_matching(pattern: str, known: Iterable[str]) -> set[str]:
    """The ids that `pattern` names: itself, all of its group, or all that start with it. Letters' case is all one."""
    known = list(known)
    wanted = pattern.lower()
    exact = {id for id in known if id.lower() == wanted}
    if exact:
        return exact  # "gather.C1" isn't "gather.C17"
    if "." not in wanted:
        return {id for id in known if id.partition(".")[0].lower() == wanted}
    return {id for id in known if id.lower().startswith(wanted)}


def ids_near(pattern: str, known: Iterable[str]) -> list[str]:
    """The ids and groups that an unknown pattern may have meant, the nearest first."""
    known = list(known)
    lower = {id.lower(): id for id in known} | {group: group for group in {id.partition(".")[0] for id in known}}
    return [lower[name] for name in difflib.get_close_matches(pattern.lower(), lower, n=3, cutoff=0.6)]


def split_patterns(patterns: str | Iterable[str]) -> list[str]:
    """Patterns, of which each may be several with commas between."""
    given = [patterns] if isinstance(patterns, str) else patterns
    return [part.strip() for pattern in given for part in pattern.split(",") if part.strip()]
