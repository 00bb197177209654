"""Runs the checks inside .mlir tests (``hlogen test``): upstream's own form, on any backend.

A file is one program, or several that lines of ``// -----`` separate. A case is a function without arguments: @main
where there is one, otherwise every public function. It passes where it runs to its end, which it does only if its
checks hold. The interpreter runs the checks as they stand; for another backend they are taken out, the program returns
what they compare, and the comparison is made here.

A program with the comment ``// expected: gather.C17`` is a case for the checker instead: it passes where `hlogen check`
finds exactly these constraints broken, ``// expected: nothing`` where it finds none.

A case of upstream's own suites whose expectation is known to differ from the specification, or to be tighter than its
element type, has a verdict of its own while it fails as it is known to (suite_differences.py). So has a golden that a
backend is expected to fail (expected.py: what `hlogen conform run` reads), and the file of a known difference. One that
says that a backend isn't asked is skipped there.

A program without checks is skipped, unless its file is a test for interpreters (``// RUN: ... --interpret``): it passes
where it runs to its end, like any other. One that can't be read is an error even so, unless its file is a test for
other tools (``// RUN:``, ``// expected-error``), which may be about just that.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias

import interpreter
from hlogen.backends import Backend, backend
from hlogen.conform.case_result import CaseResult, CaseVerdict
from hlogen.conform.differences.smallest import smallest
from hlogen.conform.forms import as_constants
from hlogen.conform.suite_differences import known
from hlogen.errors import CheckFailed, HlogenError
from hlogen.ir import Function, Module, Operation
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read
from hlogen.spec.operations import violations_of
from hlogen.spec.patterns import UPSTREAM
from interpreter.kernels.check import is_check

_EXPECTED = re.compile(rb"^// expected: (.*)$", re.M)
_ID = re.compile(rf"\b(?:\w+\.[A-Z]\d+|{re.escape(UPSTREAM)}[\w.]*\w)\b")
_DIFFERENCE = re.compile(rb"^// difference: ([\w.-]+)", re.M)
_OF_A_DIFFERENCE = b"// difference: "  # a file of golden/differences
_UNASKED = {  # as tools/golden.py writes it
    "upstream": re.compile(rb"^// upstream interpreter isn't asked: (.*)$", re.M),
    "xla": re.compile(rb"^// XLA CPU isn't asked: (.*)$", re.M),
}
_FOR_INTERPRETERS = re.compile(rb"^[ \t]*// RUN:.*--interpret\b", re.M)
_FOR_OTHER_TOOLS = re.compile(rb"^[ \t]*//.*(?:\bRUN:|\bexpected-error\b)", re.M)


_BAD = (CaseVerdict.FAIL, CaseVerdict.ERROR)
_Known: TypeAlias = dict[str, tuple[set[CaseVerdict], str]]  # by functions: what is no news of them, and why

# What becomes of the program of a known difference.
_SHOWN_BY = dict.fromkeys(("refused", "crash", "fails"), CaseVerdict.ERROR) | {"value": CaseVerdict.FAIL}


@dataclass(frozen=True)
class Case:
    """A case that was found, and what running it gives; `found` is its result where that is known without a run."""

    file: str
    line: int
    name: str
    run: Callable[[], CaseResult]
    found: CaseResult | None = None


def run_file(path: str | os.PathLike[str], backend_name: str = "interpreter") -> list[CaseResult]:
    """The cases of one file, in the order of the text."""
    return [case.run() for case in cases_in(path, backend_name)]


def cases_in(
    path: str | os.PathLike[str], backend_name: str = "interpreter", name: str | None = None
) -> Iterator[Case]:
    """The cases of the file at `path`, which is called `name`: one program is held at a time."""
    name = name or str(path)
    try:
        content = Path(path).read_bytes()
        if not content.startswith(b"ML\xefR"):
            content.decode()
    except OSError as error:
        return iter([_found(name, 1, CaseVerdict.ERROR, f"can't be read: {error}")])
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02X} at offset {error.start}"
        message = f"this is neither MLIR bytecode nor text in UTF-8: {byte} (binary data?)"
        return iter([_found(name, 1, CaseVerdict.ERROR, message)])
    return _cases_in(content, name, backend_name)


def run_content(content: bytes, name: str, backend_name: str = "interpreter") -> list[CaseResult]:
    """The cases of a file called `name` that has this content."""
    return [case.run() for case in _cases_in(content, name, backend_name)]


def _cases_in(content: bytes, name: str, backend_name: str) -> Iterator[Case]:
    is_empty = True
    speaks_to_tools = b"RUN:" in content or b"expected-error" in content  # looking for words takes no time
    is_for_other_tools = speaks_to_tools and _FOR_OTHER_TOOLS.search(content) is not None
    is_for_interpreters = b"--interpret" in content and _FOR_INTERPRETERS.search(content) is not None
    for line, program in numbered_parts(content):
        for case in _cases_of_program(name, line, program, backend_name, is_for_other_tools, is_for_interpreters):
            is_empty = False
            yield case
    if is_empty:
        yield _found(name, 1, CaseVerdict.SKIP, reason="there is no program in it")


def _found(file: str, line: int, verdict: CaseVerdict, message: str = "", reason: str = "", name: str = "") -> Case:
    """A case whose result is known without a run."""
    result = CaseResult(file, line, name, verdict, message=message, reason=reason)
    return Case(file, line, name, lambda: result, result)


def _cases_of_program(
    file: str,
    line: int,
    program: bytes,
    address: str,
    is_for_other_tools: bool,
    is_for_interpreters: bool,
) -> Iterator[Case]:
    expected = _EXPECTED.search(program) if b"// expected: " in program else None
    if expected:
        ids = sorted(_ID.findall(expected[1].decode()))
        yield Case(file, line, "", lambda: _check_program(file, line, program, ids))
        return
    try:
        module = _read(program, file, is_for_other_tools)
        cases = [] if module is None else _cases(module)
    except HlogenError as error:
        yield _found(file, line, CaseVerdict.ERROR, str(error))
        return
    if module is None or not (is_for_interpreters or any(_is_judged(op) for op in module.walk())):
        yield _found(file, line, CaseVerdict.SKIP, reason="there are no checks in it")
        return
    if not cases:
        yield _found(file, line, CaseVerdict.SKIP, reason="there is no function without arguments to run")
    executor = None if address == "interpreter" else backend(address)
    known_of = lru_cache(lambda: {} if executor is None else _expected_of(address).of(program, file))
    unasked = "" if executor is None else _why_unasked(program, executor.name)

    for function in cases:
        place = (function.location.line if function.location else line) or line
        if executor is not None and (reason := unasked or _for_interpreters(function, executor)):
            yield _found(file, place, CaseVerdict.SKIP, reason=reason, name=function.name)
            continue
        run = partial(_run_function, module, CaseResult(file, place, function.name, CaseVerdict.PASS), program)
        yield Case(file, place, function.name, partial(run, executor, known_of))


def _run_function(
    module: Module, case: CaseResult, program: bytes, executor: Backend | None, known_of: Callable[[], _Known]
) -> CaseResult:
    """What becomes of `case` when it is run; `known_of` says what is known of the functions of its program."""
    started = time.perf_counter()
    verdict, message = _run_case(module, case.name, program, executor)
    seconds = time.perf_counter() - started
    reason = ""
    if executor is None and verdict is CaseVerdict.FAIL and (entry := known(case.file, message)) is not None:
        reason = entry.reason
    elif verdict in _BAD:
        try:
            no_news, why = known_of().get(case.name, ((), ""))
            reason = why if verdict in no_news else ""
        except HlogenError as error:  # the file that says it can't be read
            verdict, message = CaseVerdict.ERROR, f"{message}\n{error}"
    verdict = CaseVerdict.KNOWN if reason else verdict
    return replace(case, verdict=verdict, seconds=seconds, message=message, reason=reason)


def _check_program(file: str, line: int, program: bytes, expected: list[str]) -> CaseResult:
    started = time.perf_counter()
    try:
        module = read(program, name=file)
        found = sorted({violation.id for violation in violations_of(module)})
        wrong = found != expected
        message = f"expected {_listed(expected)}, the checker found {_listed(found)}" if wrong else ""
        verdict = CaseVerdict.FAIL if wrong else CaseVerdict.PASS
    except HlogenError as error:
        verdict, message = CaseVerdict.ERROR, str(error)
    return CaseResult(file, line, "", verdict, time.perf_counter() - started, message)


def _listed(ids: list[str]) -> str:
    return ", ".join(ids) or "nothing"


def _is_judged(op: Operation) -> bool:
    return is_check(op) or op.name == "check.expect_serialized_eq"


def _read(program: bytes, file: str, is_for_other_tools: bool) -> Module | None:
    """The program as upstream accepts it; None where it is refused and has no checks: a file for others alone.

    What upstream refuses may be for `hlogen check`, which reads gathers and scatters that break constraints.
    """
    try:
        return read(program, name=file, verify=True)
    except HlogenError:
        if b"check." in program:
            raise
        if not is_for_other_tools:
            read(program, name=file)
        return None


def _cases(module: Module) -> list[Function]:
    functions = module.functions
    main = functions.get("main")
    wanted = [main] if main is not None and main.is_public else [f for f in functions.values() if f.is_public]
    return [function for function in wanted if not function.is_declaration and not function.type.inputs]


def _for_interpreters(function: Function, executor: Backend) -> str:
    """Why a backend that is no interpreter can't run it: a grid of processes, a probe; empty where there are none."""
    if executor.name != "upstream":
        for op in function.operation.walk():
            if op.name.startswith("interpreter."):
                return f"{op.name} is for interpreters; {executor.name} can't run it"
    return ""


class _Expected:
    """What is known of a backend: by the ids of goldens, and in the files of differences."""

    def __init__(self, address: str, executor: Backend) -> None:
        from hlogen.conform.expected import Expected, beside

        path = beside(address, executor.name)
        self._name = executor.name
        self._of_goldens = Expected.read(path, executor.version()) if path.exists() else None

    def of(self, program: bytes, file: str) -> _Known:
        """By functions of the program, part of a file: what becomes of them that is no news, and why."""
        if _OF_A_DIFFERENCE in program:
            return self._of_a_difference(program)
        if self._of_goldens is None:
            return {}
        from hlogen.conform.corpus import cases_of
        from hlogen.conform.verdicts import Verdict

        found = {}
        for case in cases_of(program, Path(file)):
            if (entry := self._of_goldens.entry(f"{case.id}@constants")) is not None:
                wrong = {CaseVerdict.FAIL} if Verdict.WRONG_VALUE in entry.verdicts else set()
                refused = {CaseVerdict.ERROR} if set(entry.verdicts) - {Verdict.WRONG_VALUE} else set()
                found[case.function] = (wrong | refused, entry.reason)
        return found

    def _of_a_difference(self, program: bytes) -> _Known:
        from hlogen.conform.differences import installed  # takes a fifth of a second, which most runs don't need

        told = _DIFFERENCE.search(program)
        row = next((row for row in installed(self._name) if told and row.id == told[1].decode()), None)
        return {} if row is None else {"main": ({_SHOWN_BY[row.kind]}, f"{row.id}: {row.reason}")}


@lru_cache(maxsize=8)
def _expected_of(address: str) -> _Expected:
    return _Expected(address, backend(address))


def _why_unasked(program: bytes, backend_name: str) -> str:
    """What a golden says of a backend that it isn't for; empty where it says nothing."""
    if _OF_A_DIFFERENCE in program and (about := _DIFFERENCE.search(program)) is not None:
        whose = about[1].decode().partition(".")[0]
        return "" if whose == backend_name else f"it is about {whose}"
    if b" isn't asked: " not in program or backend_name not in _UNASKED:
        return ""
    found = _UNASKED[backend_name].search(program)
    return f"{backend_name} isn't asked: {found[1].decode()}" if found else ""


def _run_case(module: Module, name: str, program: bytes, executor: Backend | None) -> tuple[CaseVerdict, str]:
    try:
        if executor is None:
            with redirect_stdout(sys.stderr):  # what the program prints isn't what this program says
                interpreter.run(module, entry=name)
        else:
            case = smallest(program) if _OF_A_DIFFERENCE in program else as_constants(module, name)
            case.require(executor.run(case.module, *case.arguments, entry=case.entry))
    except CheckFailed as error:
        return CaseVerdict.FAIL, str(error)
    except HlogenError as error:
        return CaseVerdict.ERROR, str(error)
    except Exception as error:  # noqa: BLE001 - a defect met by one case is its verdict; the others still run
        return CaseVerdict.ERROR, f"internal error: {type(error).__name__}: {error}"
    return CaseVerdict.PASS, ""
