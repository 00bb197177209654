"""Why an oracle gives another result than a golden says: the known differences, by id."""

from __future__ import annotations

from hlogen.conform.differences import differences, installed

KNOWN = frozenset(difference.id for difference in differences())


def reason(id: str) -> str:
    """The sentence for the header of a golden."""
    rows = [difference for difference in differences() if difference.id == id]
    if len(rows) == 1 and rows[0].versions.until is None:
        return rows[0].reason
    return "; ".join(f"{row.reason} ({row.versions})" for row in rows)


def is_installed(oracle: str, id: str) -> bool:
    """Whether the difference shows in the installed version of the oracle."""
    return any(difference.id == id for difference in installed(oracle))
