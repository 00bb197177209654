"""Runs the checks inside .mlir tests (``hlogen test``): upstream's own form, on any backend.

A file is one program, or several that lines of ``// -----`` separate. A case is a function without arguments: @main
where there is one, otherwise every public function. It passes where it runs to its end, which it does only if its
checks hold. The interpreter runs the checks as they stand; for another backend they are taken out, the program returns
what they compare, and the comparison is made here.

A program with the comment ``// expected: gather.C17`` is a case for the checker instead: it passes where `hlogen check`
finds exactly these constraints broken, ``// expected: nothing`` where it finds none.

A case of upstream's own suites whose expectation is known to differ from the specification, or to be tighter than its
element type, has a verdict of its own while it fails as it is known to (suite_differences.py). So has a golden on a
backend that it says to differ, by the id of a known difference: ``// XLA CPU differs: xla.complex-extremes: ...``. One
that says that a backend isn't asked is skipped there.

A program without checks is skipped, unless its file is a test for interpreters (``// RUN: ... --interpret``): it passes
where it runs to its end, like any other. One that can't be read is an error even so, unless its file is a test for
other tools (``// RUN:``, ``// expected-error``), which may be about just that.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter
from hlogen.backends import Backend, backend
from hlogen.conform.suite_differences import known
from hlogen.errors import CheckFailed, HlogenError, UsageError
from hlogen.ir import Attribute, Block, Function, FunctionType, Module, Operation, Region, SymbolRef
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read
from hlogen.spec.operations import check_operation
from interpreter.kernels.check import Comparison, comparison, is_check

if TYPE_CHECKING:
    from hlogen.conform.difference import KnownDifference

_EXPECTED = re.compile(rb"^// expected: (.*)$", re.M)
_ID = re.compile(r"\b\w+\.[A-Z]\d+\b")
_DIFFERS = re.compile(rb"^//.* differs: ([\w.-]+): ", re.M)  # as tools/golden.py writes it
_UNASKED = {  # likewise
    "upstream": re.compile(rb"^// upstream interpreter isn't asked: (.*)$", re.M),
    "xla": re.compile(rb"^// XLA CPU isn't asked: (.*)$", re.M),
}
_FOR_INTERPRETERS = re.compile(rb"^[ \t]*// RUN:.*--interpret\b", re.M)
_FOR_OTHER_TOOLS = re.compile(rb"^[ \t]*//.*(?:\bRUN:|\bexpected-error\b)", re.M)


class Verdict(Enum):
    """PASS, FAIL: the checks hold or don't. ERROR: the program can't be read or run. SKIP: nothing is there to run,
    or not on this backend.

    KNOWN: the checks don't hold, for a reason that is known and not ours.
    """

    PASS = "PASS"
    KNOWN = "KNOWN"
    FAIL = "FAIL"
    ERROR = "ERROR"
    SKIP = "SKIP"


@dataclass(frozen=True)
class CaseResult:
    """What became of one case. `name` is its function; `seconds` is the time of the run, loading included.

    `reason` says why a case is KNOWN or skipped, in words that such cases share.
    """

    file: str
    line: int
    name: str
    verdict: Verdict
    seconds: float = 0.0
    message: str = ""
    reason: str = ""

    def __str__(self) -> str:
        """One line, and the message indented below it."""
        name = f" @{self.name}" if self.name else ""
        text = f"{self.verdict.value:5} {self.file}:{self.line}{name} ({self.seconds:.3f} s)"
        known = "differs as known: " if self.verdict is Verdict.KNOWN else ""
        reason = [known + self.reason] if self.reason else []
        return "\n      ".join([text, *reason, *self.message.splitlines()])

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "verdict": self.verdict.value}


def run_paths(paths: Iterable[str | os.PathLike[str]], backend_name: str = "interpreter") -> Iterator[CaseResult]:
    """The cases of every file, one after the other; a folder stands for the .mlir files in it, at any depth.

    Raises UsageError, before anything runs, for a path that isn't there or a folder without .mlir files.
    """
    files = [file for path in paths for file in _files(Path(path))]
    return (result for file in files for result in run_file(file, backend_name))


def run_file(path: str | os.PathLike[str], backend_name: str = "interpreter") -> list[CaseResult]:
    """The cases of one file, in the order of the text."""
    executor = None if backend_name == "interpreter" else backend(backend_name)
    results: list[CaseResult] = []
    try:
        content = Path(path).read_bytes()
        if not content.startswith(b"ML\xefR"):
            content.decode()
    except OSError as error:
        return [CaseResult(str(path), 1, "", Verdict.ERROR, message=f"can't be read: {error}")]
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02X} at offset {error.start}"
        message = f"this is neither MLIR bytecode nor text in UTF-8: {byte} (binary data?)"
        return [CaseResult(str(path), 1, "", Verdict.ERROR, message=message)]
    speaks_to_tools = b"RUN:" in content or b"expected-error" in content  # looking for words takes no time
    is_for_other_tools = speaks_to_tools and _FOR_OTHER_TOOLS.search(content) is not None
    is_for_interpreters = b"--interpret" in content and _FOR_INTERPRETERS.search(content) is not None
    for line, program in numbered_parts(content):
        results += _run_program(str(path), line, program, executor, is_for_other_tools, is_for_interpreters)
    if not results:
        results.append(CaseResult(str(path), 1, "", Verdict.SKIP, reason="there is no program in it"))
    return results


@dataclass(frozen=True)
class Detached:
    """A case with its checks taken out: `module` returns what they compare, `comparisons` says how."""

    module: Module
    comparisons: tuple[Comparison, ...]

    def require(self, values: Sequence[Any]) -> None:
        """Raises CheckFailed for the first comparison that doesn't hold of what the module returned."""
        remaining = iter(values)
        for compare in self.comparisons:
            actual = next(remaining)
            compare.require(actual, compare.expected if compare.expected is not None else next(remaining))


def detach(module: Module, name: str) -> Detached:
    """Function `name` of `module`, which has no arguments, without its checks, and the functions that it needs.

    Raises UsageError for checks in these other functions or in a region: their values can't be returned.
    """
    function = module.function(name)
    needed = _needed(module.functions, name)
    checks = [op for op in function.body.operations if is_check(op)]
    if len(checks) != sum(is_check(op) for other in needed for op in module.function(other).operation.walk()):
        raise UsageError(f"checks outside of @{name}'s own block can't be run on another backend than the interpreter")
    compared = [operand for check in checks for operand in check.operands]
    block = Block()
    block.operations = [op for op in function.body.operations[:-1] if not is_check(op)]
    block.operations.append(Operation("func.return", compared))
    # Attributes of the results (layouts, names) describe the old ones.
    attributes = {key: value for key, value in function.operation.attributes.items() if key != "res_attrs"}
    attributes["function_type"] = FunctionType((), tuple(operand.type for operand in compared))
    operations = [Operation("func.func", (), (), attributes, [Region([block])], function.location)]
    operations += [module.function(other).operation for other in needed if other != name]
    return Detached(
        Module(operations, module.attributes, module.name, module.location, module.source),
        tuple(map(comparison, checks)),
    )


def _needed(functions: Mapping[str, Function], name: str) -> list[str]:
    """The functions that `name` refers to, itself included, directly or through others."""
    needed: list[str] = []
    pending = [name]
    while pending:
        found = pending.pop()
        if found in functions and found not in needed:
            needed.append(found)
            for op in functions[found].operation.walk():
                pending += _symbols(tuple(op.attributes.values()))
    return needed


def _symbols(attribute: Attribute) -> list[str]:
    if isinstance(attribute, SymbolRef):
        return [attribute.path[0]]
    if isinstance(attribute, tuple):
        return [symbol for part in attribute for symbol in _symbols(part)]
    return []


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        files = sorted(path.rglob("*.mlir"))
        if not files:
            raise UsageError(f"there is no .mlir file in {path}")
        return files
    if not path.exists():
        raise UsageError(f"there is no file {path}")
    return [path]


def _run_program(
    file: str,
    line: int,
    program: bytes,
    executor: Backend | None,
    is_for_other_tools: bool,
    is_for_interpreters: bool,
) -> Iterator[CaseResult]:
    expected = _EXPECTED.search(program) if b"// expected: " in program else None
    if expected:
        yield _check_program(file, line, program, sorted(_ID.findall(expected[1].decode())))
        return
    try:
        module = _read(program, file, is_for_other_tools)
        cases = [] if module is None else _cases(module)
    except HlogenError as error:
        yield CaseResult(file, line, "", Verdict.ERROR, message=str(error))
        return
    if module is None or not (is_for_interpreters or any(_is_judged(op) for op in module.walk())):
        yield CaseResult(file, line, "", Verdict.SKIP, reason="there are no checks in it")
        return
    if not cases:
        yield CaseResult(file, line, "", Verdict.SKIP, reason="there is no function without arguments to run")
    difference = None if executor is None else difference_named(program, executor.name)
    unasked = "" if executor is None else _why_unasked(program, executor.name)
    for function in cases:
        place = (function.location.line if function.location else line) or line
        if executor is not None and (reason := unasked or _for_interpreters(function, executor)):
            yield CaseResult(file, place, function.name, Verdict.SKIP, reason=reason)
            continue
        started = time.perf_counter()
        verdict, message = _run_case(module, function.name, executor)
        seconds = time.perf_counter() - started
        result = CaseResult(file, place, function.name, verdict, seconds, message)
        reason = ""
        if executor is None and verdict is Verdict.FAIL and (entry := known(file, message)) is not None:
            reason = entry.reason
        elif difference is not None and verdict is (Verdict.FAIL if difference.kind == "value" else Verdict.ERROR):
            reason = f"{difference.id}: {difference.reason}"
        yield replace(result, verdict=Verdict.KNOWN, reason=reason) if reason else result


def _check_program(file: str, line: int, program: bytes, expected: list[str]) -> CaseResult:
    started = time.perf_counter()
    try:
        module = read(program, name=file)
        found = sorted({violation.id for op in module.walk() for violation in check_operation(op)})
        wrong = found != expected
        message = f"expected {_listed(expected)}, the checker found {_listed(found)}" if wrong else ""
        verdict = Verdict.FAIL if wrong else Verdict.PASS
    except HlogenError as error:
        verdict, message = Verdict.ERROR, str(error)
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
    wanted = [functions["main"]] if "main" in functions else [f for f in functions.values() if not f.is_private]
    return [function for function in wanted if not function.is_declaration and not function.type.inputs]


def _for_interpreters(function: Function, executor: Backend) -> str:
    """Why a backend that is no interpreter can't run it: a grid of processes, a probe; empty where there are none."""
    if executor.name != "upstream":
        for op in function.operation.walk():
            if op.name.startswith("interpreter."):
                return f"{op.name} is for interpreters; {executor.name} can't run it"
    return ""


def difference_named(program: bytes, backend_name: str) -> KnownDifference | None:
    """The known difference of this backend that a golden names in a comment, in the version that is installed."""
    if backend_name == "interpreter" or b" differs: " not in program:
        return None
    from hlogen.conform.known_differences import installed  # takes a fifth of a second, which most runs don't need

    named = {id.decode() for id in _DIFFERS.findall(program)}
    return next((entry for entry in installed(backend_name) if entry.id in named), None)


def _why_unasked(program: bytes, backend_name: str) -> str:
    """What a golden says of a backend that it isn't for; empty where it says nothing."""
    if b" isn't asked: " not in program or backend_name not in _UNASKED:
        return ""
    found = _UNASKED[backend_name].search(program)
    return f"{backend_name} isn't asked: {found[1].decode()}" if found else ""


def _run_case(module: Module, name: str, executor: Backend | None) -> tuple[Verdict, str]:
    try:
        if executor is None:
            with redirect_stdout(sys.stderr):  # what the program prints isn't what this program says
                interpreter.run(module, entry=name)
        else:
            detached = detach(module, name)
            detached.require(executor.run(detached.module, entry=name))
    except CheckFailed as error:
        return Verdict.FAIL, str(error)
    except HlogenError as error:
        return Verdict.ERROR, str(error)
    except Exception as error:  # noqa: BLE001 - a defect met by one case is its verdict; the others still run
        return Verdict.ERROR, f"internal error: {type(error).__name__}: {error}"
    return Verdict.PASS, ""
