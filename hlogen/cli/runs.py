"""What the commands that run a program do: the program and its arguments found, run, and told of."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict

from hlogen.backends import backend
from hlogen.cli.arrays import check_output, read_arguments, write_results
from hlogen.cli.grid import run_grid
from hlogen.cli.loudness import is_quiet, tell, tell_more
from hlogen.cli.results import findings_behind, print_results, warn_of_known_differences
from hlogen.cli.scripted import Scripted
from hlogen.cli.size import size_of
from hlogen.cli.source import found
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.ir.module import Function, Location, Module
from hlogen.lint.finding import NOTE
from hlogen.lint.formats import count
from hlogen.spec.pictures import picture_command
from interpreter.executable import load
from interpreter.execution.listener import Listener
from interpreter.kernels.schedule import Schedule
from interpreter.plan.program import entry_function
from interpreter.sanitizer import Finding, Sanitizer

INTERPRETER = "interpreter"  # the backend that can do all of it


class Limits(TypedDict):
    """What a run may take; None for as much as it likes."""

    max_steps: int | None
    max_memory: int | None
    time_limit: float | None


@dataclass(frozen=True)
class Run:
    """What was said on the command line; UsageError where options don't go together."""

    source: str
    inputs: tuple[str, ...]
    random: bool
    seed: int | None
    entry: str
    max_steps: int | None
    max_memory: str | None
    time_limit: float | None
    output: str | None = None
    force: bool = False
    backend_name: str = INTERPRETER
    schedule: str | None = None
    sanitize: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    style: str | None = None
    replicas: int | None = None
    partitions: int | None = None
    infeed: tuple[str, ...] = ()
    listeners: tuple[Listener, ...] = ()
    has_rng: bool = True  # what is compared or judged has no numbers of its own

    def __post_init__(self) -> None:
        if not self.sanitize and (self.select or self.ignore or self.style):
            raise UsageError("--select, --ignore and --format are about findings; add --sanitize")
        if self.backend_name != INTERPRETER and (
            self.sanitize or self.schedule is not None or (self.seed is not None and not self.random)
        ):
            raise UsageError(
                "--sanitize, --schedule and --seed without --random are for the interpreter; "
                f"--backend {self.backend_name} can't do them"
            )
        if self.seed is not None and not (self.random or self.has_rng):
            raise UsageError("--seed is where the numbers of --random start; add --random")
        if self.backend_name != INTERPRETER and self.max_steps is not None:
            raise UsageError(f"--max-steps is for the interpreter; leave out --backend {self.backend_name}")
        self.limits, self.sanitizer  # noqa: B018 - says at once what they can't be

    @cached_property
    def limits(self) -> Limits:
        return {
            "max_steps": self.max_steps,
            "max_memory": None if self.max_memory is None else size_of(self.max_memory),
            "time_limit": self.time_limit,
        }

    @cached_property
    def sanitizer(self) -> Sanitizer | None:
        return Sanitizer(self.select, self.ignore) if self.sanitize else None

    @property
    def of_interpreter(self) -> dict[str, Any]:
        """What `interpreter.run` and `interpreter.run_parallel` are given."""
        return {
            "listeners": self.listeners,
            "schedule": _schedule(self.schedule),
            "sanitize": self.sanitizer or False,
            "seed": self.seed or 0,
            **self.limits,
        }

    @property
    def is_json(self) -> bool:
        """Whether standard output is for findings alone."""
        return self.style == "json"

    @property
    def drawn_from(self) -> int | None:
        """The seed of what isn't given, None where nothing is drawn."""
        return (self.seed or 0) if self.random else None

    @property
    def given(self) -> list[str]:
        """The options that say what it runs on, for other commands."""
        drawn = ["--random"] if self.random else []
        seed = [] if self.seed is None or not self.random else ["--seed", str(self.seed)]
        entry = [] if self.entry == "main" else ["--entry", self.entry]
        grid = [
            word
            for name, number in (("--replicas", self.replicas), ("--partitions", self.partitions))
            if number is not None
            for word in (name, str(number))
        ]
        return [*(word for each in self.inputs for word in ("-i", each)), *drawn, *seed, *entry, *grid]

    def picture_of(self, op: str, location: Location | None, element: str | None) -> str | None:
        """The command that draws an operation of this run; None where no picture tells more, or nothing names it."""
        if location is None or not location.line:
            return None
        where = str(location)[len(location.file) :]
        return picture_command(self.source, op, where, element, self.given)

    @cached_property
    def program(self) -> Scripted:
        return found(self.source)

    @property
    def module(self) -> Module:
        return self.program.module

    @property
    def function(self) -> Function:
        return entry_function(self.module, self.entry)

    @cached_property
    def arguments(self) -> list[Any]:
        """What is given; where that is nothing, what the script has for its program."""
        if self.program.examples is None or self.inputs or self.random:
            return read_arguments(self.inputs, self.function, self.drawn_from)
        return list(self.program.examples())


def results_of(run: Run) -> Sequence[Any]:
    """The results, by the backend that was asked for."""
    arguments = run.arguments
    started = time.perf_counter()
    if run.backend_name == INTERPRETER:
        results = load(run.module, run.entry)(*arguments, **run.of_interpreter)
        versions: dict[str, str] = {}
    else:
        runner = backend(run.backend_name, time_limit=run.limits["time_limit"], memory_limit=run.limits["max_memory"])
        results = runner.run(run.module, *arguments, entry=run.entry)
        versions = runner.version()
        warn_of_known_differences(run.backend_name, run.module)
    seconds = time.perf_counter() - started
    version = "".join(f", {name} {number}" for name, number in versions.items())
    tell_more(f"note: @{run.function.name} ran on {run.backend_name}{version} in {seconds:.3f} s", err=True)
    return results


def run_once(run: Run) -> None:
    """Runs the program, and shows its results or writes them where `output` says so; findings are behind them."""
    function = run.function
    if run.output is not None:
        check_output(run.output, len(function.type.results), run.force)
    with findings_behind(run.sanitizer, run.style, partial(_drawn, run)):
        results = results_of(run)
        if run.output is not None:
            write_results(run.output, results, run.force)
            if not run.is_json:
                tell(f"wrote {count(len(results), 'result')} to {run.output}")
        elif not run.is_json and not is_quiet():
            print_results(function, tuple(results))


def run_in_processes(run: Run) -> None:
    """The same in each process of a grid."""
    with findings_behind(run.sanitizer, run.style, partial(_drawn, run)):
        processes = run_grid(
            run.module,
            run.function,
            run.inputs,
            run.output,
            run.force,
            (run.replicas, run.partitions),
            run.of_interpreter,
            infeed=run.infeed,
            random=run.drawn_from,
        )
        for process, values in processes if run.output is None and not run.is_json and not is_quiet() else ():
            tell(process)
            print_results(run.function, values)


def _drawn(run: Run, finding: Finding) -> str | None:
    """The command that draws what a finding is about; a note doesn't ask for a look."""
    return None if finding.level == NOTE else run.picture_of(finding.op, finding.location, finding.drawn)


def _schedule(given: str | None) -> Schedule:
    if given is None:
        return "lexicographic"
    return int(given) if given.isdecimal() else given  # type: ignore[return-value]  # the interpreter checks
