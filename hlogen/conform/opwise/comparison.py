"""Runs a program beside a backend, operation by operation, and names the first whose result differs.

Each operation gets what the interpreter's own run gave it, so that differences don't add up, and stands by itself in
the program that the backend runs, so that nothing is fused with it. Many operations share one such program: a few
compilations do for all. Where a backend refuses one, or dies of it, halves of it are tried, down to the operation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

from hlogen import placing
from hlogen.backends import Backend, backend
from hlogen.backends.errors import OracleCrashed, OracleError, OracleTimeout
from hlogen.conform.differences import installed, met
from hlogen.conform.opwise.closeness import Apart, apart, is_float, kind_of
from hlogen.conform.opwise.modules import Alone, alone, why_not, with_constants
from hlogen.conform.opwise.record import Execution, record
from hlogen.door import public
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import FloatType, Location, Module, ProgramLike, QuantizedType, TensorType
from hlogen.notebook import Shown
from interpreter.debug.statistics import described
from interpreter.executable import load, module_of
from interpreter.execution.names import Names
from interpreter.values.digits import digits

# A program for a backend has at most so many operations, and so many bytes of what goes in and out.
_MOST_OPERATIONS = 200
_MOST_BYTES = 1 << 28
# Of the values of operations that differ, so many bytes are kept, beside those of the first.
_MOST_KEPT = 1 << 28
# The program of a difference has its inputs as constants up to so many elements together, as arguments beyond.
_MOST_LISTED = 1024
# Operations that a backend gave no result of, in what is printed.
_MOST_TOLD = 10

# What a backend says that can't run a program.
_FAILURES = (OracleError, UsageError, CheckFailed)

Outcome = Literal["differs", "refused", "crashed", "took too long"]


@dataclass(frozen=True, repr=False)
class Difference(Shown):
    """One operation that the backend runs otherwise.

    `known` are ids of `hlogen.conform.differences` that the operation is seen to meet; where there are none,
    `maybe` are those about its op.

    `outcome` "differs": `result` is the number of the result, `apart` says by how much, and `ours` and `theirs` are
    its values. Otherwise the backend gave none, and `said` is why. Where very much differs, only the first have values.
    """

    backend: str
    outcome: Outcome
    op: str
    name: str
    location: Location | None
    execution: Execution
    program: Module
    result: int = 0
    apart: Apart | None = None
    ours: Any = None
    theirs: Any = None
    said: str = ""
    known: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()
    input_names: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = f" at {self.location}" if self.location else ""
        within = "".join(f", in {turn}" for turn in reversed(self.execution.within))
        head = f"{self.name} = {self.op}{place}{within}"
        if self.apart is None:
            lines = [f"{head}: {self.outcome}: {self.said}"]
        else:
            lines = [f"{head}: {self._difference(self.apart)}"]
            lines += self._elements(self.apart) if self._has_values else ()
        for name, (value, array) in zip(self.input_names, self.execution.inputs.items(), strict=False):
            lines.append(f"  from {name}: {value.type}: {described(array)}")
        if self.known:
            lines.append(f"  known: {', '.join(self.known)}")
        elif self.maybe:
            lines.append(f"  may be known: {', '.join(self.maybe)}")
        return "\n".join(lines)

    def _difference(self, apart: Apart) -> str:
        which = f"result {self.result}" if len(self.execution.op.results) > 1 else "the result"
        if not apart.indices and self._has_values:
            return f"{which} is {_kind(self.ours)}, the backend's is {_kind(self.theirs)}"
        ulps = "" if apart.max_ulps is None else f", {apart.max_ulps} ULP"
        return (
            f"{apart.count} of {apart.size} elements of {which} differ, by up to {apart.max_abs:.6g}{ulps}; "
            f"expected to agree {kind_of(self.execution.op).value}"
        )

    def _elements(self, apart: Apart) -> Iterator[str]:
        for index in apart.indices:
            at = ", ".join(map(str, index))
            yield f"  [{at}]: {digits(self.ours[index])}, the backend has {digits(self.theirs[index])}"

    def standalone(self) -> tuple[Module, list[Any]]:
        """A program of this operation alone, and its arguments.

        What the operation was given are constants where they are few and the backend fails with them as well: it may
        compute on constants when it compiles, in another way.
        """
        if not self._has_values:
            raise UsageError(
                f"the values of {self.name} weren't kept, as so much differs before it; compare that first"
            )
        if sum(array.size for array in self.execution.inputs.values()) <= _MOST_LISTED:
            module = with_constants(self.program, self.execution)
            if self._shows_in(module):
                return module, []
        built = alone(self.program, [self.execution])
        return built.module, built.args

    @property
    def _has_values(self) -> bool:
        return bool(self.execution.results)

    def _shows_in(self, module: Module) -> bool:
        try:
            results = backend(self.backend).run(module)
        except _FAILURES:
            return self.outcome != "differs"
        if self.outcome != "differs":
            return False
        operands = [self.execution.inputs[value] for value in self.execution.op.operands]
        return apart(self.execution.op, operands, self.ours, results[self.result]) is not None

    def write(self, path: str | Path, *, overwrite: bool = False) -> list[Path]:
        """Writes the program as .mlir, and beside it what it takes as .npz where that isn't in it. What was written."""
        target = placing.path_of(path)
        module, args = self.standalone()
        text = f"// {str(self).replace(chr(10), chr(10) + '// ')}\n{module}"
        arrays = {f"arg{number}": array for number, array in enumerate(args)}
        contents: dict[Path, Callable[[IO[bytes]], object]] = {target: lambda file: file.write(text.encode())}
        if args:
            contents[target.with_suffix(".npz")] = lambda file: np.savez(file, **arrays)
        files = list(contents)
        for file in files:
            if file.exists() and not overwrite:
                raise _exists(file)
        for number, (file, fill) in enumerate(contents.items()):
            try:
                placing.write(file, fill, overwrite=overwrite)
            except OSError as error:
                for written in () if overwrite else files[:number]:  # both or none
                    written.unlink(missing_ok=True)
                if isinstance(error, FileExistsError):
                    raise _exists(file) from error
                raise UsageError(f"{file} can't be written: {error.strerror or error}") from error
        return files


def _exists(file: Path) -> UsageError:
    return UsageError(f"{file} exists already and is left as it is; choose another name")


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """What a comparison has found: `compared` operations ran on both, `skipped` says of others why they didn't."""

    backend: str
    compared: int
    differences: tuple[Difference, ...]
    skipped: dict[str, int]

    @property
    def first(self) -> Difference | None:
        """The first operation, in program order, whose result differs; None where all agree."""
        return next((found for found in self.differences if found.outcome == "differs"), None)

    def __str__(self) -> str:
        count = sum(found.outcome == "differs" for found in self.differences)
        done = f"{self.compared} operation{'' if self.compared == 1 else 's'} compared with {self.backend}"
        differ = f"{count or 'none'} differ" + ("s" if count == 1 else "")
        lines = [f"{done}: {differ}" if self.compared else f"nothing could be compared with {self.backend}"]
        if self.first is not None:
            lines.append(f"first: {self.first}")
        failed = [found for found in self.differences if found.outcome != "differs"]
        lines += map(str, failed[:_MOST_TOLD])
        lines += [f"and {len(failed) - _MOST_TOLD} more that gave no result"] if len(failed) > _MOST_TOLD else []
        lines += [
            f"not compared: {times} time{'' if times == 1 else 's'} {what}" for what, times in self.skipped.items()
        ]
        return "\n".join(lines)


@public
def compare(
    program: ProgramLike,
    *args: Any,
    backend: str = "xla",
    entry: str = "main",
    on_progress: Callable[[int], None] = lambda compared: None,
    max_steps: int | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> Comparison:
    """Holds each operation of a run of `program` against a backend: "xla", "upstream", "onnxruntime", or an address.

    `program`, `args`, `entry` and the limits of the run are as in `interpreter.run`. The operations of called
    functions, of branches and of some turns of loops (1, 2, 3, 4, 8, 16, ...) are compared one by one, each time they
    run; then loops and branches as wholes where no roundings add up in them, as other operations with regions are. How
    close results have to be is in `closeness`.

    Raises what `interpreter.run` raises; a backend that fails is part of the answer.
    """
    module = module_of(program)
    names = Names(load(module, entry).plan)
    judged = _backend(backend)
    comparing = _Comparing(module, judged, backend, names)

    def compare_part(part: list[Execution]) -> None:
        comparing.compare(part)
        on_progress(comparing.compared)

    parts = _Parts(module, comparing.skipped, compare_part)
    record(module, args, entry, parts.add, max_steps, max_memory, time_limit)
    parts.flush()
    return Comparison(judged.name, comparing.compared, tuple(comparing.differences), comparing.skipped)


class _Comparing:
    def __init__(self, module: Module, judged: Backend, address: str, names: Names) -> None:
        self.module = module
        self.backend = judged
        self.address = address
        self.names = names
        self.compared = 0
        self.differences: list[Difference] = []
        self.skipped: dict[str, int] = {}
        self.kept = 0  # bytes of the values of differences

    def compare(self, part: Sequence[Execution]) -> None:
        """Compares these, all in one program where the backend runs that."""
        built = alone(self.module, part)
        try:
            results = self.backend.run(built.module, *built.args)
        except _FAILURES as error:
            if len(part) == 1:
                self._failed(part[0], built, error)
                return
            self.compare(part[: len(part) // 2])
            self.compare(part[len(part) // 2 :])
            return
        given = iter(results)
        for execution in part:
            self.compared += 1
            self._judge(execution, [next(given) for _ in execution.results])

    def _judge(self, execution: Execution, results: Sequence[Any]) -> None:
        operands = [execution.inputs[value] for value in execution.op.operands]
        for number, (ours, theirs) in enumerate(zip(execution.results, results, strict=True)):
            found = apart(execution.op, operands, ours, theirs)
            if found is not None:
                known = _known(self.backend.name, alone(self.module, [execution]).module)
                known += _subnormal(self.backend.name, execution, ours, theirs, found)
                is_first = all(one.outcome != "differs" for one in self.differences)
                if not self._has_room(execution) and not is_first:
                    execution, ours, theirs = replace(execution, inputs={}, results=()), None, None
                self.differences.append(
                    self._difference("differs", execution, number, found, ours, theirs, known=known)
                )
                return

    def _has_room(self, execution: Execution) -> bool:
        self.kept += execution.bytes
        return self.kept <= _MOST_KEPT

    def _failed(self, execution: Execution, built: Alone, error: Exception) -> None:
        outcome: Outcome = (
            "crashed"
            if isinstance(error, OracleCrashed)
            else "took too long"
            if isinstance(error, OracleTimeout)
            else "refused"
        )
        said = str(error).partition("\n")[0]
        known = _known(self.backend.name, built.module) or _of_types(self.backend.name, execution)
        if not self._has_room(execution):
            execution = replace(execution, inputs={}, results=())
        self.differences.append(self._difference(outcome, execution, said=said, known=known))

    def _difference(
        self,
        outcome: Outcome,
        execution: Execution,
        result: int = 0,
        found: Apart | None = None,
        ours: Any = None,
        theirs: Any = None,
        *,
        said: str = "",
        known: tuple[str, ...] = (),
    ) -> Difference:
        op = execution.op
        return Difference(
            self.address,
            outcome,
            op.name,
            self.names.of_op(op),
            op.location,
            execution,
            self.module,
            result,
            found,
            ours,
            theirs,
            said,
            known,
            () if known else _maybe(self.backend.name, op.name.partition(".")[2], outcome),
            tuple(map(self.names.of, execution.inputs)),
        )


def _backend(name: str) -> Backend:
    if name == "interpreter":
        raise UsageError("the interpreter can't be held against itself; name another backend, such as xla")
    return backend(name)


class _Parts:
    """Puts together what can be compared, to programs of a size that a backend compiles; counts what can't."""

    def __init__(self, module: Module, skipped: dict[str, int], compare: Callable[[list[Execution]], None]) -> None:
        self.module = module
        self.skipped = skipped
        self.compare = compare
        self.part: list[Execution] = []
        self.size = 0

    def add(self, execution: Execution) -> None:
        reason = why_not(self.module, execution)
        if reason is not None:
            if execution.op.name != "stablehlo.constant":
                what = f"{execution.op.name} ({reason})"
                self.skipped[what] = self.skipped.get(what, 0) + 1
            return
        if len(self.part) == _MOST_OPERATIONS or self.size + execution.bytes > _MOST_BYTES:
            self.flush()
        self.part.append(execution)
        self.size += execution.bytes

    def flush(self) -> None:
        """Compares what is left."""
        part, self.part, self.size = self.part, [], 0
        if part:
            self.compare(part)


def _known(name: str, module: Module) -> tuple[str, ...]:
    return tuple(difference.id for difference in met(name, module))


def _of_types(name: str, execution: Execution) -> tuple[str, ...]:
    """What a backend is known to refuse for the types of a program."""
    types = [value.type for value in (*execution.inputs, *execution.op.results)]
    elements = [type.element_type for type in types if isinstance(type, TensorType)]
    found = {f"{name}.quantized" for element in elements if isinstance(element, QuantizedType)}
    found |= {f"{name}.f6" for element in elements if isinstance(element, FloatType) and element.width == 6}
    return tuple(entry.id for entry in installed(name) if entry.id in found)


def _maybe(name: str, op: str, outcome: Outcome) -> tuple[str, ...]:
    """Known differences of that kind whose clause is about the op, in the words before its colon."""
    kind = {"differs": "value", "refused": "refused", "crashed": "crash"}.get(outcome)
    about = re.compile(rf"\b{op}\b")
    return tuple(
        entry.id for entry in installed(name) if entry.kind == kind and about.search(entry.clause.partition(":")[0])
    )


def _subnormal(name: str, execution: Execution, ours: Any, theirs: Any, found: Apart) -> tuple[str, ...]:
    """Whether all that differs is that the backend takes subnormal numbers for zero."""
    if name != "xla" or ours.dtype.kind != "f" or not is_float(ours.dtype):
        return ()
    smallest = float(np.finfo(ours.dtype).tiny)
    inputs = [x for x in execution.inputs.values() if is_float(x.dtype) and x.dtype.kind == "f"]
    if found.max_abs < smallest or any(((x != 0) & (np.abs(x) < smallest)).any() for x in inputs):
        return ("xla.subnormals",)
    return ()


def _kind(array: Any) -> str:
    return f"{array.dtype} of shape {list(array.shape)}" if isinstance(array, np.ndarray) else type(array).__name__
