"""The smallest program that shows what is wrong with a case: one operation where one is enough, on plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hlogen.backends import Backend
from hlogen.conform.forms import Form
from hlogen.conform.opwise import compare
from hlogen.conform.verdicts import Outcome, Verdict, put
from hlogen.errors import HlogenError
from interpreter.values.array import Array


@dataclass(frozen=True)
class Shrunk:
    """A program, what it is run on, and what comes of it: the verdict of the case that it was shrunk from."""

    form: Form
    outcome: Outcome


def shrink(
    form: Form, backend: Backend, address: str, ulps: int = 0, tell: Callable[[str], None] = lambda said: None
) -> Shrunk:
    """The smallest program with the form's verdict that was found; `tell` hears what is tried.

    Raises HlogenError where the form has a right verdict, or can't be put to the backend.
    """
    outcome = put(form, backend, ulps)
    if outcome.verdict.is_right or outcome.verdict is Verdict.HARNESS:
        raise HlogenError(f"{form.id}: {outcome.verdict.value}: there is nothing to shrink {outcome.message}".rstrip())
    found = Shrunk(form, outcome)
    for tries in (_single_operations(form, address), _plainer(found)):
        for what, smaller in tries:
            tell(f"{what}?")
            again = put(smaller, backend, ulps)
            if again.verdict is outcome.verdict:
                found = Shrunk(smaller, again)
                break
    return _with_plain_values(found, backend, ulps, tell)


def _single_operations(form: Form, address: str) -> Iterator[tuple[str, Form]]:
    """The operations that the backend runs otherwise, or not at all, each as a program."""
    try:
        comparison = compare(form.module, *form.arguments, backend=address, entry=form.entry)
    except HlogenError:
        return
    for difference in sorted(comparison.differences, key=lambda each: each is not comparison.first):
        try:
            module, arguments = difference.standalone()
        except HlogenError:
            continue
        yield difference.op, Form(form.id, module, "main", tuple(np.asarray(each) for each in arguments), ())


def _plainer(found: Shrunk) -> Iterator[tuple[str, Form]]:
    """Without the checks of the case: what they take apart is judged by the specification alone."""
    if found.form.checks:
        yield "judged by the specification alone", replace(found.form, checks=())


def _with_plain_values(found: Shrunk, backend: Backend, ulps: int, tell: Callable[[str], None]) -> Shrunk:
    """Arguments of zeros, ones or small numbers in turn, where the verdict stays; not where checks name the values."""
    if found.form.checks:
        return found
    for number, array in enumerate(found.form.arguments):
        for plain in _plain(array):
            arguments = list(found.form.arguments)
            arguments[number] = plain
            smaller = replace(found.form, arguments=tuple(arguments))
            tell(f"argument {number} plainer?")
            again = put(smaller, backend, ulps)
            if again.verdict is found.outcome.verdict:
                found = Shrunk(smaller, again)
                break
    return found


def _plain(array: Array) -> Sequence[Array]:
    if array.size == 0 or not np.any(array != np.zeros((), array.dtype)):
        return ()
    numbers = np.arange(array.size).reshape(array.shape) % 4
    return [np.zeros(array.shape, array.dtype), np.ones(array.shape, array.dtype), numbers.astype(array.dtype)]
