"""What became of a case on a backend, told apart so that a report says what to mend."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

import numpy as np

import interpreter
from hlogen.backends import Backend
from hlogen.backends.errors import (
    CannotStartBackend,
    OracleCrashed,
    OracleError,
    OracleTimeout,
    OutOfMemory,
    Refused,
    SharesMemory,
    Unsupported,
    WrongResults,
    WroteArguments,
)
from hlogen.backends.process import Program, Ran, WorkerBackend
from hlogen.conform.forms import Form
from hlogen.errors import CheckFailed, HlogenError
from interpreter.values.same import is_same

Arrays = tuple[np.ndarray[Any, Any], ...]


class Verdict(Enum):
    """What is right comes first. HARNESS: the case could not be put to the backend; nothing is said about it."""

    PASS = "pass"
    TOLERATED = "pass within tolerance"
    ADMISSIBLE = "one of several admissible"
    WRONG_VALUE = "wrong value"
    WRONG_TYPE = "wrong type or shape"
    WROTE_INPUTS = "wrote into inputs"
    SHARES_MEMORY = "shares memory with inputs"
    UNSUPPORTED = "unsupported"
    REFUSED = "refused"
    ACCEPTED = "accepts what is forbidden"
    COMPILE_CRASH = "compiler crash"
    RUN_CRASH = "run crash"
    TIME_OUT = "time-out"
    OUT_OF_MEMORY = "out of memory"
    HARNESS = "harness"

    @property
    def is_right(self) -> bool:
        return self in (Verdict.PASS, Verdict.TOLERATED, Verdict.ADMISSIBLE)


@dataclass(frozen=True)
class Outcome:
    """The verdict on one form; `results` is what came back, where something did."""

    id: str
    verdict: Verdict
    message: str = ""
    compile_seconds: float = 0.0
    run_seconds: float = 0.0
    results: Arrays | None = None
    is_backends_end: bool = False  # it can't be started


# Verdicts of what backends raise; compiling and running are told apart where the process died.
_OF_ERRORS: tuple[tuple[type[HlogenError], Verdict], ...] = (
    (Unsupported, Verdict.UNSUPPORTED),
    (Refused, Verdict.REFUSED),
    (WrongResults, Verdict.WRONG_TYPE),
    (WroteArguments, Verdict.WROTE_INPUTS),
    (SharesMemory, Verdict.SHARES_MEMORY),
    (OutOfMemory, Verdict.OUT_OF_MEMORY),
    (OracleTimeout, Verdict.TIME_OUT),
    (CannotStartBackend, Verdict.HARNESS),
)


def put(form: Form, backend: Backend, ulps: int = 0) -> Outcome:
    """Compiles and runs the form on the backend, and judges what it gives."""
    (outcome,) = put_each([form], backend, ulps)
    return outcome


def put_each(forms: Iterable[Form], backend: Backend, ulps: int = 0) -> Generator[Outcome, None, None]:
    """As `put`, of one after the other. While a process of the backend's own is at one, the last one is judged."""
    taken: deque[Form] = deque()

    def programs() -> Iterator[Program]:
        for form in forms:
            taken.append(form)
            yield form.module, form.arguments, form.entry

    run_each = backend.run_each if isinstance(backend, WorkerBackend) else partial(_run_here, backend)
    with contextlib.closing(run_each(programs())) as each:
        for ran in each:
            yield _outcome(taken.popleft(), ran, ulps)


def _run_here(backend: Backend, programs: Iterable[Program]) -> Generator[Ran, None, None]:
    for program, args, entry in programs:
        started = time.perf_counter()
        results, error = None, None
        try:
            results = backend.run(program, *args, entry=entry)
        except HlogenError as raised:
            error = raised
        yield Ran(results, error, True, 0.0, time.perf_counter() - started)


def _outcome(form: Form, ran: Ran, ulps: int) -> Outcome:
    seconds = (ran.compile_seconds, ran.run_seconds)
    if ran.error is not None:
        is_end = isinstance(ran.error, CannotStartBackend)
        verdict = of_error(ran.error, is_compiling=not ran.is_compiled)
        return Outcome(form.id, verdict, str(ran.error), *seconds, is_backends_end=is_end)
    assert ran.results is not None
    try:
        verdict, message = judged(form, ran.results, ulps)
    except Exception as error:  # noqa: BLE001 - what is wrong with one case is its verdict; others run
        return Outcome(form.id, Verdict.HARNESS, f"the interpreter can't judge it: {said(error)}", *seconds)
    return Outcome(form.id, verdict, message, *seconds, ran.results)


def said(error: Exception) -> str:
    """What a report says of an error: ours is written for people."""
    return str(error) if isinstance(error, HlogenError) else f"internal error: {type(error).__name__}: {error}"


def judged(form: Form, results: Sequence[np.ndarray[Any, Any]], ulps: int = 0) -> tuple[Verdict, str]:
    """The verdict on results of the right types, and what is wrong with them.

    What a case asks for more closely than the specification does is decided by `interpreter.admissible`: in any order,
    and with `ulps` units in the last place for functions whose accuracy is open. A case that is defined asks for no
    order, and knows better than bounds do.
    """
    found = [_judged(part, of_part, ulps) for part, of_part in form.parts(results)]
    return next((each for each in found if not each[0].is_right), found[0])


def _judged(form: Form, results: Sequence[np.ndarray[Any, Any]], ulps: int) -> tuple[Verdict, str]:
    try:
        form.require(results)
        if not form.checks and not _is_expected(form, results):
            raise CheckFailed("the results aren't those of the specification")
    except CheckFailed as error:
        if form.is_defined and form.checks and not ulps:
            return Verdict.WRONG_VALUE, str(error)
        try:
            allowed = _contained(form, results, ulps)
            is_right = bool(allowed)
            if form.checks and form.is_defined:
                is_right = is_right and not _contained(form, results)
        except HlogenError:  # nothing is known but what the case says
            return Verdict.WRONG_VALUE, str(error)
        if is_right or (not form.checks and allowed.status == "undecided"):
            return Verdict.ADMISSIBLE, "" if allowed else str(allowed)
        # Checks show what is wrong; where there are none, the set of what is admissible does.
        return Verdict.WRONG_VALUE, str(error) if form.checks or allowed else f"{error}\n{allowed}"
    if form.is_exact or _is_expected(form, results):
        return Verdict.PASS, ""
    return Verdict.TOLERATED, ""


def _contained(form: Form, results: Sequence[np.ndarray[Any, Any]], ulps: int = 0) -> interpreter.Verdict:
    return interpreter.admissible(form.module, *form.arguments, entry=form.entry, ulps=ulps).contains(results)


def _is_expected(form: Form, results: Sequence[np.ndarray[Any, Any]]) -> bool:
    """Whether the results are the interpreter's, bit by bit."""
    return all(is_same(*pair).all() for pair in zip(results, form.expected(), strict=True))


def of_error(error: HlogenError, *, is_compiling: bool) -> Verdict:
    """What is said of a backend that raises this."""
    for kind, verdict in _OF_ERRORS:
        if isinstance(error, kind):
            return verdict
    if isinstance(error, OracleCrashed):
        return Verdict.COMPILE_CRASH if is_compiling else Verdict.RUN_CRASH
    if isinstance(error, OracleError):
        return Verdict.REFUSED if is_compiling else Verdict.RUN_CRASH
    return Verdict.HARNESS
