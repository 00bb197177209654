"""Loading and running programs: `run`, `load`, and what is kept between runs."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any
from weakref import ReferenceType, WeakKeyDictionary, ref

import numpy as np

from hlogen import collector, forking
from hlogen.door import explain, public
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.ir import Function, Module, ProgramLike, TensorType
from interpreter.compiled import tier
from interpreter.envelope import Envelope, owned, require_valid
from interpreter.execution.blocks import BlockPlan
from interpreter.execution.context import Asked, running
from interpreter.execution.listener import Listener
from interpreter.execution.semantics import PLAIN
from interpreter.execution.walk import run_block, walk
from interpreter.kernels.schedule import Schedule
from interpreter.memory.estimate import estimate, is_small
from interpreter.memory.limits import Estimate
from interpreter.plan.program import plan_program
from interpreter.sanitizer.guards import Guards
from interpreter.sanitizer.sanitizer import Sanitizer
from interpreter.values import unwarned
from interpreter.values.arguments import is_own, taking
from interpreter.values.array import Array

# Programs read from text, paths or bytes that stay loaded.
MAX_KEPT_SOURCES = 64

# What stands for arguments that aren't given.
_NOBODY: Sequence[Listener] = ()
_IN_ORDER: Schedule = "lexicographic"
_FIRST = 0


class Executable:
    """A loaded program: planned once, callable any number of times, from several threads too."""

    def __init__(self, function: Function, plan: BlockPlan, guards: Guards, module: Module, compile: str) -> None:
        self._module: ReferenceType[Module] = ref(module)  # which keeps what was loaded from it
        self._program = module.operations, module.attributes, module.name, module.location, module.source
        self.name = function.name
        self.type = function.type
        self.argument_names = [value.name or f"arg{value.index}" for value in function.arguments]
        self.said = [f"argument {index} ({name})" for index, name in enumerate(self.argument_names)]
        self._taking = [taking(type, said) for type, said in zip(self.type.inputs, self.said, strict=True)]
        self.plan = plan
        self._arguments = function.arguments
        self.guards = guards
        self.compile = compile
        self._is_known_small = False  # it is once it has run

    def __call__(
        self,
        *args: Any,
        listeners: Sequence[Listener] = _NOBODY,
        schedule: Schedule = _IN_ORDER,
        sanitize: bool | Sanitizer = False,
        seed: int = _FIRST,
        max_steps: int | None = None,
        max_memory: int | None = None,
        time_limit: float | None = None,
    ) -> tuple[Array, ...]:
        """Runs the program on `args`; gives one new, writeable array per result (a tuple for a tuple).

        The other arguments are as in `interpreter.run`. Raises UsageError where an argument doesn't fit, ExecutionError
        where the program can't be run to its end.
        """
        try:
            if (
                listeners is _NOBODY and schedule is _IN_ORDER and seed is _FIRST and sanitize is False
                and max_steps is None and max_memory is None and time_limit is None and self._is_known_small
            ):  # fmt: skip
                return self._plainly(args)
            around = Envelope(
                (self,),
                listeners=listeners,
                schedule=schedule,
                sanitize=sanitize,
                seed=seed,
                max_steps=max_steps,
                max_memory=max_memory,
                time_limit=time_limit,
            )
            with around:
                values = self.values(args)
                around.begin((values,))
                results = run_block(self.plan, values)
            self._is_known_small = self.is_small
            return around.owned(results)
        except Exception as error:
            explain(error, Executable.__call__)
            raise

    run = __call__

    def _plainly(self, args: Sequence[Any]) -> tuple[Array, ...]:
        """What `__call__` does where nothing is asked for and memory doesn't matter: all that is left of an Envelope,
        which takes longer than many a small run."""
        outer = running.asked, running.process
        running.asked, running.process = Asked(compile=self.compile), None
        begun = unwarned.begin()
        try:
            results = walk(self.plan, self.values(args), PLAIN)
        except Exception as error:
            require_valid(self.module, error)
            raise
        finally:
            unwarned.end(begun)
            running.asked, running.process = outer
        return (results[0],) if len(results) == 1 and is_own(results[0]) else owned((self,), results)

    @property
    def module(self) -> Module | None:
        """What it was loaded from; None where nobody has that any more."""
        return self._module()

    @cached_property
    def memory(self) -> Estimate:
        """How much memory a run takes, by the types of its values."""
        return estimate(self.plan, self._arguments)

    def memory_of(self, values: Sequence[Any]) -> Estimate:
        """How much memory a run on these arguments takes."""
        return self.memory if self._has_static_arguments else estimate(self.plan, self._arguments, values)

    @cached_property
    def is_small(self) -> bool:
        """Whether a run takes so little memory that it doesn't matter."""
        return is_small(self.plan, self._arguments)

    @cached_property
    def _has_static_arguments(self) -> bool:
        return all(type.is_static for type in self.type.inputs if isinstance(type, TensorType))

    def values(self, args: Sequence[Any]) -> list[Any]:
        """The arguments as the interpreter's own values; UsageError where one doesn't fit."""
        if len(args) != len(self._taking):
            raise UsageError(
                f"@{self.name} takes {len(self._taking)} arguments, got {len(args)}: "
                + ", ".join(f"{name}: {type}" for name, type in zip(self.argument_names, self.type.inputs, strict=True))
            )
        return [take(arg) for take, arg in zip(self._taking, args, strict=True)]

    def __reduce__(self) -> tuple[Any, ...]:
        """What is pickled is the program, which is planned anew where it arrives."""
        return load, (Module(*self._program), self.name, self.compile)

    def __copy__(self) -> Executable:
        return self

    def __deepcopy__(self, memo: object) -> Executable:
        return self

    def __repr__(self) -> str:
        return f"<executable @{self.name}: {self.type}>"


def run(
    program: ProgramLike,
    *args: Any,
    entry: str = "main",
    listeners: Sequence[Listener] = _NOBODY,
    schedule: Schedule = _IN_ORDER,
    sanitize: bool | Sanitizer = False,
    seed: int = _FIRST,
    max_steps: int | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> tuple[Array, ...]:
    """Runs a program and gives its results, one new array each. What was loaded stays loaded for the next call.

    `program` is what the builder makes, a Module, MLIR text, a path, or bytes (text, bytecode, portable artifact).
    `args` are NumPy arrays (ml_dtypes for the element types that NumPy has no word for), Python numbers and lists of
    them, or anything with __array__ or __dlpack__; they are never changed and never shared with a result.
    `entry` names the function to run; where there is no @main, the only public function is taken. `listeners` see
    each operation with its values (see Listener). `schedule` is the order in which scatters fold their updates: that
    of update indices, "reverse", "window-major", or a seed for random ones (interpreter.kernels.schedule). `sanitize`
    reports what the specification leaves open, or does in silence: True as Python warnings (SanitizerWarning), a
    Sanitizer in its `findings`, those that it names as errors as a SanitizerError at the end of the run. `seed` is
    where the numbers of stablehlo.rng start: the same seed gives the same numbers. `max_steps` is how many operations
    may run, those in every turn of a loop counted; `max_memory` how many bytes a run may take, which is worked
    out before it starts (Executable.memory); if not given, what the machine has left. `time_limit` is how many seconds
    it may take, looked at behind each operation.

    Raises UsageError where an argument doesn't fit its type (count, shape, element type, range), what `load` raises for
    a program that can't be planned, and ExecutionError, naming the operation and its place, for what a run meets:
    a read that the specification leaves undefined, a check that fails, not enough memory, a limit that it would pass.
    """
    try:
        return _executable(program, entry)(
            *args,
            listeners=listeners,
            schedule=schedule,
            sanitize=sanitize,
            seed=seed,
            max_steps=max_steps,
            max_memory=max_memory,
            time_limit=time_limit,
        )
    except Exception as error:
        explain(error, run)
        raise


@public
def load(program: ProgramLike, entry: str = "main", compile: str | None = None) -> Executable:
    """Plans a program for running; the result is callable like `run` without the program.

    A module is taken as finished: what is changed in it afterwards isn't seen.

    `compile` says when machine code is made, which gives the same bits: "auto", in the background, as soon as what
    would be replaced has run for so long that it pays; "always", at once; "never". If not given, it is what the
    environment's HLOGEN_COMPILE says, or "auto". It takes llvmlite (the extra `fast`); without it, "auto" is "never".

    Raises UnsupportedOpError listing all operations the interpreter doesn't know, ParseError or VerificationError where
    text isn't a valid program, ConstraintError with all violations where a module was read although it isn't,
    UsageError where there is no such entry, or "always" finds no llvmlite.
    """
    return _executable(program, entry, compile)


def _executable(program: ProgramLike, entry: str, compile: str | None = None) -> Executable:
    module = module_of(program)
    module.require_valid()
    loaded = _loaded.setdefault(module, {})
    key = entry, compile
    if key not in loaded:
        try:
            with np.errstate(all="ignore"), collector.paused():
                plan = plan_program(module, entry)
                loaded[key] = Executable(*plan, Guards(module.operations), module, tier.mode_of(compile))
        except Exception as error:
            require_valid(module, error)
            raise
    return loaded[key]


def module_of(program: ProgramLike) -> Module:
    """The program itself, read where it is text, a path or bytes."""
    module: Any
    if isinstance(program, (str, bytes, os.PathLike)):
        module = _read(program)
    else:
        module = getattr(program, "module", None)  # HasModule, whose own check takes longer than a small run
    if not isinstance(module, Module):
        raise UsageError(
            f"a program is a module, what hlogen.function made, MLIR text, a path or bytes, "
            f"not {type(program).__name__}"
        )
    return module


_loaded: WeakKeyDictionary[Module, dict[tuple[str, str | None], Executable]] = WeakKeyDictionary()
_sources: OrderedDict[Hashable, Module] = OrderedDict()
_sources_lock = forking.lock()


def _read(source: str | bytes | os.PathLike[str]) -> Module:
    """The module of a source, read once; a file is read again when it has changed."""
    key = _key(source)
    with _sources_lock:
        if key in _sources:
            _sources.move_to_end(key)
            return _sources[key]
    from hlogen.mlir.reader import read  # brings the bindings: only where there is something to read

    module = read(source, verify=True)
    with _sources_lock:
        _sources[key] = module
        while len(_sources) > MAX_KEPT_SOURCES:
            _sources.popitem(last=False)
    return module


def _key(source: str | bytes | os.PathLike[str]) -> Hashable:
    if isinstance(source, bytes) or (isinstance(source, str) and "\n" in source):
        return source
    try:
        stat = Path(source).stat()
    except (OSError, ValueError):
        return source if isinstance(source, str) else os.fspath(source)
    return os.fspath(source), stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size
