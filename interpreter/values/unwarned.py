"""NumPy's warnings, off: what ``np.errstate(all="ignore")`` does, in a tenth of its time, which small runs consist of.

NumPy keeps what is asked for in a variable of contexts; which one, and what it holds then, is seen in a context in
which it has been asked. Where it can't be seen, NumPy's own does it.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar, Token, copy_context
from typing import Any

import numpy as np


def _asked() -> tuple[ContextVar[Any], Any] | None:
    before = copy_context()
    with np.errstate(all="ignore"):
        changed = [(variable, value) for variable, value in copy_context().items() if before.get(variable) is not value]
    return changed[0] if len(changed) == 1 else None


_ASKED = _asked()


def begin() -> Token[Any] | AbstractContextManager[None]:
    """Turns warnings off; gives what `end` takes."""
    if _ASKED is not None:
        variable, value = _ASKED
        return variable.set(value)
    outer = np.errstate(all="ignore")
    outer.__enter__()
    return outer


def end(begun: Token[Any] | AbstractContextManager[None]) -> None:
    if isinstance(begun, Token):
        begun.var.reset(begun)
    else:
        begun.__exit__(None, None, None)
