"""Why an oracle gives another result than a golden says: the known differences, by id."""

from __future__ import annotations

from hlogen.conform.known_differences import DIFFERENCES, installed

KNOWN = {difference.id: difference for difference in DIFFERENCES}


def reason(id: str) -> str:
    """The sentence for the header of a golden."""
    return KNOWN[id].reason


def is_installed(oracle: str, id: str) -> bool:
    """Whether the difference shows in the installed version of the oracle."""
    return KNOWN[id] in installed(oracle)
