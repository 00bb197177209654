"""What the commands that make a program of a program share: grad, jvp and vmap."""

from __future__ import annotations

import re
from collections.abc import Callable

from hlogen.errors import UsageError
from hlogen.ir.module import HasModule

# Python's place of a call, which here would be in this package's caller.
_CALL_SITE = re.compile(r"\n  where: [^\n]*")


def transformed(make: Callable[[], HasModule]) -> HasModule:
    """What `make` makes; its UsageError without the place of the call, as there is none on a command line."""
    try:
        return make()
    except UsageError as error:
        raise UsageError(_CALL_SITE.sub("", str(error))) from error


def listed(text: str | None) -> list[int | str] | None:
    """``0,2`` or ``x,weights`` as the list that Python would be given."""
    if text is None:
        return None
    entries = [entry.strip() for entry in text.split(",")]
    return [int(entry) if re.fullmatch(r"-?\d+", entry) else entry for entry in entries]
