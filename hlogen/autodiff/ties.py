"""Who is credited where a minimum or maximum has several winners."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Literal

from hlogen.builder.trace import usage_error
from hlogen.door import strict

Ties = Literal["share", "first"]

_ties: ContextVar[Ties] = ContextVar("hlogen_ties", default="share")


@strict
def ties(credit: Ties) -> AbstractContextManager[None]:
    """Inside the `with`, derivatives of a scatter's "min" or "max" credit equal winners as `credit` says.

    "share", as without it: all of them equally. "first": one alone, the input's own element if it is among them, else
    the first update in the order of `updates`::

        with hl.ties("first"):
            gradient = hl.grad(loss)
    """
    if credit not in ("share", "first"):
        raise usage_error(f"ties go to 'share' or 'first', not {credit!r}")
    return _crediting(credit)


@contextmanager
def _crediting(credit: Ties) -> Iterator[None]:
    token = _ties.set(credit)
    try:
        yield
    finally:
        _ties.reset(token)


def current_ties() -> Ties:
    """How ties are credited in what is being derived."""
    return _ties.get()
