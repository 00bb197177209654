"""The options of ``hlogen run``: what each is, which of them go together, and what they ask of the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict, TypeVar

import click
from click import option

from hlogen.cli.say import say
from hlogen.cli.shared_options import backend_option, entry_option, time_limit_option
from hlogen.cli.size import size_of
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.lint.files import STDIN
from interpreter.debug import SaveValues, Step, Trace, Trap, Watch
from interpreter.debug.trap import KINDS
from interpreter.execution.listener import Listener
from interpreter.kernels.schedule import Schedule
from interpreter.sanitizer import Sanitizer

_Command = TypeVar("_Command", bound=Callable[..., Any])
INTERPRETER = "interpreter"  # the backend that can do all of it


class Limits(TypedDict):
    """What a run may take; None for as much as it likes."""

    max_steps: int | None
    max_memory: int | None
    time_limit: float | None


@dataclass(frozen=True)
class RunOptions:
    """What was said on the command line; UsageError where options don't go together."""

    source: str
    inputs: tuple[str, ...]
    random: int | None
    output: str | None
    force: bool
    backend_name: str
    entry: str
    schedule: str | None
    seed: int | None
    replicas: int | None
    partitions: int | None
    infeed: tuple[str, ...]
    judge: bool
    results: tuple[str, ...]
    reassociate: bool
    ulps: int | None
    sanitize: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    style: str | None
    trace: bool
    watch: tuple[str, ...]
    trap: tuple[str, ...]
    step: bool
    save_values: str | None
    max_steps: int | None
    max_memory: str | None
    time_limit: float | None
    compared_with: str | None

    def __post_init__(self) -> None:
        if not self.judge and (self.reassociate or self.ulps is not None):
            raise UsageError("--reassociate and --ulps are about judging results; add --judge")
        if self.results and not self.judge:
            raise UsageError("--results are files to judge; add --judge")
        if self.results and (
            self.output is not None
            or self.backend_name != INTERPRETER
            or self.sanitize
            or self._looks_on
            or self.schedule is not None
            or self.compared_with is not None
        ):
            raise UsageError(
                "--results are judged without a run of their own; leave out --backend, --output and what shows a run"
            )
        if not self.sanitize and (self.select or self.ignore or self.style):
            raise UsageError("--select, --ignore and --format are about findings; add --sanitize")
        if self.step and self.source == STDIN:
            raise UsageError("--step reads its commands from standard input; read the program from a file")
        if self.backend_name != INTERPRETER:
            self._require_what_backends_do()
        if self.compared_with is not None and (self._is_special or self._looks_on):
            raise UsageError(
                "--compare takes a program, its inputs, --entry, its limits and -o FILE.mlir, no other option"
            )
        if self.is_grid and (self.judge or self.compared_with is not None or self.backend_name != INTERPRETER):
            raise UsageError(
                "--judge, --compare and --backend are about programs of one process; leave them out, or --replicas and "
                "--partitions"
                if not self.infeed
                else "--judge, --compare and --backend have no infeed; leave them out, or --infeed"
            )

    def _require_what_backends_do(self) -> None:
        if self.sanitize or self.schedule is not None or self.seed is not None:
            raise UsageError(
                f"--sanitize, --schedule and --seed are for the interpreter; --backend {self.backend_name} can't do "
                "them"
            )
        if self.max_steps is not None:
            raise UsageError(f"--max-steps is for the interpreter; leave out --backend {self.backend_name}")
        if self._looks_on:
            raise UsageError(
                f"--trace, --watch, --trap, --step and --save-values show the interpreter; "
                f"leave out --backend {self.backend_name}"
            )

    @property
    def _is_special(self) -> bool:
        """Whether the run isn't a plain one of the interpreter."""
        return (
            self.judge
            or self.sanitize
            or self.backend_name != INTERPRETER
            or self.schedule is not None
            or self.seed is not None
        )

    @property
    def _looks_on(self) -> bool:
        """Whether something of the run is to be seen."""
        return bool(self.trace or self.watch or self.trap or self.step or self.save_values is not None)

    @property
    def is_grid(self) -> bool:
        return self.replicas is not None or self.partitions is not None or bool(self.infeed)

    @property
    def is_json(self) -> bool:
        """Whether standard output is for findings alone."""
        return self.style == "json"

    @cached_property
    def sanitizer(self) -> Sanitizer | None:
        return Sanitizer(self.select, self.ignore) if self.sanitize else None

    @cached_property
    def of_interpreter(self) -> dict[str, Any]:
        """What `interpreter.run` and `interpreter.run_parallel` are given."""
        return {
            "listeners": self._listeners(),
            "schedule": _schedule(self.schedule),
            "sanitize": self.sanitizer or False,
            "seed": self.seed or 0,
            **self.limits,
        }

    @cached_property
    def limits(self) -> Limits:
        """What a run may take, of whatever kind it is."""
        return {
            "max_steps": self.max_steps,
            "max_memory": None if self.max_memory is None else size_of(self.max_memory),
            "time_limit": self.time_limit,
        }

    def _listeners(self) -> list[Listener]:
        """What is asked for, in the order in which it is told of an operation: a trap stops behind all others."""

        def write(text: str) -> None:
            say(text, err=self.is_json)

        listeners: list[Listener] = [Step(write=write)] if self.step else []
        if self.trace:
            listeners.append(Trace(write))
        if self.watch:
            listeners.append(Watch(*self.watch, write=write))
        if self.save_values is not None:
            listeners.append(SaveValues(self.save_values, overwrite=self.force))
        if self.trap:
            listeners.append(Trap(*dict.fromkeys(self.trap)))
        return listeners


def _schedule(given: str | None) -> Schedule:
    if given is None:
        return "lexicographic"
    return int(given) if given.isdecimal() else given  # type: ignore[return-value]  # the interpreter checks


def _seed(given: str | None) -> int | None:
    if given is not None and not (given.isascii() and given.isdecimal()):
        raise UsageError(f"--random {given}: a seed is an integer from 0 on; put --random behind the program")
    return None if given is None else int(given)


def run_options(command: _Command) -> _Command:
    """Gives a command the options that `RunOptions` is made of."""
    for declared in reversed(_OPTIONS):
        command = declared(command)
    return command


_OPTIONS = (
    option(
        "-i",
        "--input",
        "inputs",
        metavar="FILE|VALUE",
        multiple=True,
        help="An .npy file, an .npz file, or a value such as '[[1, 2], [3, 4]]'. Repeat it for several.",
    ),
    option(
        "--random",
        metavar="[SEED]",
        callback=lambda context, option, given: _seed(given),
        is_flag=False,
        flag_value="0",
        help="Draw the arguments that no --input gives: normal floats, integers from 0 to 9, booleans.",
    ),
    option(
        "-o", "--output", metavar="FILE", help="Write the results to a new .npz file, or one result to an .npy file."
    ),
    option("--force", is_flag=True, help="Let --output replace a file that exists."),
    backend_option(),
    entry_option("run", default="main"),
    option(
        "--schedule",
        metavar="ORDER",
        help="In which order scatters apply their updates: lexicographic (the default), reverse, window-major, or a "
        "seed.",
    ),
    option("--replicas", metavar="R", type=int, help="Run in a grid of processes, with R replicas."),
    option("--partitions", metavar="P", type=int, help="Run in a grid of processes, with P partitions."),
    option(
        "--infeed",
        metavar="FILE",
        multiple=True,
        help="What infeed operations read, an .npz file in its order. Repeat it for several processes.",
    ),
    option(
        "--seed",
        metavar="N",
        type=click.IntRange(min=0),
        help="Where the numbers of stablehlo.rng start; 0 if not given.",
    ),
    option("--judge", is_flag=True, help="Say whether the results are ones that some order of updates gives."),
    option(
        "--results",
        metavar="FILE",
        multiple=True,
        help="With --judge, the results that these .npy or .npz files hold, wherever they come from.",
    ),
    option("--reassociate", is_flag=True, help="With --judge, updates may also be combined in any binary tree."),
    option(
        "--ulps",
        metavar="N",
        type=click.IntRange(min=0),
        help="With --judge, exponential, tanh and the like may be off by N units in the last place.",
    ),
    option("--sanitize", is_flag=True, help="Report what the specification leaves open, or does in silence."),
    option(
        "--select", metavar="IDS", multiple=True, help="With --sanitize, report only these, such as bounds,promise."
    ),
    option("--ignore", metavar="IDS", multiple=True, help="With --sanitize, don't report these."),
    option(
        "--format",
        "style",
        type=click.Choice(["text", "json"]),
        help="With --sanitize: findings for people (the default), or nothing but a JSON list of them.",
    ),
    option("--trace", is_flag=True, help="Print each operation that runs: its place, types, and values in short."),
    option(
        "--watch",
        metavar="OP",
        multiple=True,
        help="Print this operation alone, with its operands: a result such as %5, an op such as log, a place such as "
        ":12.",
    ),
    option(
        "--trap",
        type=click.Choice(KINDS),
        multiple=True,
        help="Stop at the first operation that makes a NaN, an infinity, or a result out of its type's range.",
    ),
    option("--step", is_flag=True, help="Stop before each operation and ask what to do: next, print %5, break log."),
    option("--save-values", metavar="DIR", help="Write what operations compute to .npy files in a new folder."),
    option(
        "--max-steps",
        metavar="N",
        type=click.IntRange(min=0),
        help="Stop after N operations; every turn of a loop counts.",
    ),
    option(
        "--max-memory",
        metavar="SIZE",
        help="Don't run what takes more memory, such as 512MiB or 2GiB, for its values at once.",
    ),
    time_limit_option("Stop behind the first operation that ends later than that."),
    backend_option(
        "--compare",
        default=None,
        help="Run each operation on this backend too, and name the first whose result differs.",
    ),
)
