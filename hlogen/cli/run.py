"""``hlogen run``: a program on arrays, by hlogen's interpreter or by another backend."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click
import numpy as np

from hlogen.backends import BACKENDS, backend
from hlogen.cli.arrays import Array, check_output, read_arguments, write_results
from hlogen.cli.entry import entry_option
from hlogen.cli.grid import run_grid
from hlogen.cli.paint import paint
from hlogen.cli.size import size_of
from hlogen.cli.source import program_of
from hlogen.errors import UsageError
from hlogen.ir.module import Function, Module
from hlogen.ir.types import TokenType
from hlogen.lint.files import STDIN
from hlogen.lint.formats import count
from interpreter.debug import SaveValues, Step, Trace, Trap, Watch
from interpreter.debug.trap import KINDS
from interpreter.errors import Stopped
from interpreter.executable import load
from interpreter.execution.evaluate import Listener
from interpreter.kernels.schedule import Schedule
from interpreter.memory.limits import StepLimit
from interpreter.plan.program import entry_function
from interpreter.possible.admissible import Admissible, admissible
from interpreter.sanitizer import Finding, Sanitizer


@click.command("run")
@click.argument("source", metavar="SCRIPT.py[:NAME]|FILE|-")
@click.option(
    "-i",
    "--input",
    "inputs",
    metavar="FILE|VALUE",
    multiple=True,
    help="An .npy file, an .npz file, or a value such as '[[1, 2], [3, 4]]'. Repeat it for several.",
)
@click.option(
    "--random",
    metavar="[SEED]",
    callback=lambda context, option, given: _seed(given),
    is_flag=False,
    flag_value="0",
    help="Draw the arguments that no --input gives: normal floats, integers from 0 to 9, booleans.",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write the results to a new .npz file, or one result to an .npy file."
)
@click.option("--force", is_flag=True, help="Let --output replace a file that exists.")
@click.option("--backend", "backend_name", type=click.Choice(list(BACKENDS)), default="interpreter", show_default=True)
@entry_option("run", default="main")
@click.option(
    "--schedule",
    metavar="ORDER",
    help="In which order scatters apply their updates: lexicographic (the default), reverse, window-major, or a seed.",
)
@click.option("--replicas", metavar="R", type=int, help="Run in a grid of processes, with R replicas.")
@click.option("--partitions", metavar="P", type=int, help="Run in a grid of processes, with P partitions.")
@click.option(
    "--infeed",
    metavar="FILE",
    multiple=True,
    help="What infeed operations read, an .npz file in its order. Repeat it for several processes.",
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(min=0), help="Where the numbers of stablehlo.rng start; 0 if not given."
)
@click.option("--judge", is_flag=True, help="Say whether the results are ones that some order of updates gives.")
@click.option("--reassociate", is_flag=True, help="With --judge, updates may also be combined in any binary tree.")
@click.option(
    "--ulps",
    metavar="N",
    type=click.IntRange(min=0),
    help="With --judge, exponential, tanh and the like may be off by N units in the last place.",
)
@click.option("--sanitize", is_flag=True, help="Report what the specification leaves open, or does in silence.")
@click.option(
    "--select", metavar="IDS", multiple=True, help="With --sanitize, report only these, such as bounds,promise."
)
@click.option("--ignore", metavar="IDS", multiple=True, help="With --sanitize, don't report these.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    help="With --sanitize: findings for people (the default), or nothing but a JSON list of them.",
)
@click.option("--trace", is_flag=True, help="Print each operation that runs: its place, types, and values in short.")
@click.option(
    "--watch",
    metavar="OP",
    multiple=True,
    help="Print this operation alone, with its operands: a result such as %5, an op such as log, a place such as :12.",
)
@click.option(
    "--trap",
    type=click.Choice(KINDS),
    multiple=True,
    help="Stop at the first operation that makes a NaN, an infinity, or a result out of its type's range.",
)
@click.option("--step", is_flag=True, help="Stop before each operation and ask what to do: next, print %5, break log.")
@click.option("--save-values", metavar="DIR", help="Write what operations compute to .npy files in a new folder.")
@click.option(
    "--max-steps",
    metavar="N",
    type=click.IntRange(min=0),
    help="Stop after N operations; every turn of a loop counts.",
)
@click.option(
    "--max-memory",
    metavar="SIZE",
    help="Don't run what takes more memory, such as 512MiB or 2GiB, for its values at once.",
)
@click.option(
    "--compare",
    "compared_with",
    type=click.Choice([name for name in BACKENDS if name != "interpreter"]),
    help="Run each operation on this backend too, and name the first whose result differs.",
)
def command(
    source: str,
    inputs: tuple[str, ...],
    random: int | None,
    output: str | None,
    force: bool,
    backend_name: str,
    entry: str,
    schedule: str | None,
    seed: int | None,
    replicas: int | None,
    partitions: int | None,
    infeed: tuple[str, ...],
    judge: bool,
    reassociate: bool,
    ulps: int | None,
    sanitize: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    style: str | None,
    trace: bool,
    watch: tuple[str, ...],
    trap: tuple[str, ...],
    step: bool,
    save_values: str | None,
    max_steps: int | None,
    max_memory: str | None,
    compared_with: str | None,
) -> None:
    """Run a program on NumPy arrays and print its results.

    The program is checked first: one that breaks the specification isn't run, its violations are printed instead.

    The arrays fill the arguments of the function in order; those of an .npz file go by name where all are named after
    the arguments (arg0, arg1, ..), and where only some are, nothing is run. bf16, f8, i4 and other types that .npy
    files don't know are read from their raw bytes. With --random, what isn't given is drawn, the same for the same
    SEED; a note says what. Put it behind the program, or before another option.

    With --judge, the results are held against all that the specification's free order of updates allows, and the first
    elements that no order gives are listed. "undecided" means that nothing is wrong for sure: an element isn't among
    the samples of what is possible, where trying all orders is too much.

    With --replicas or --partitions, the program runs in R x P processes, and the results of each are printed, or
    written as replica_0_partition_1_result_0 and so on. All take the same arrays; or as many .npz files as there are
    processes are one for each, in the order of replica_id * P + partition_id. So do --infeed files: the arrays of one
    are what the infeed operations of a process read, one after the other.

    With --sanitize, findings are printed after the results: broken promises, indices out of bounds, results that
    depend on the order of updates, NaNs and the like. `hlogen rule bounds.clamped` explains one; `hlogen rule` lists
    all.

    With --trace, --watch, --trap and --save-values one can see what a run computes: see docs/debugging.md. An operation
    inside of another comes before it, indented. --force lets --save-values replace the values of an earlier run.

    With --step, commands are read from the terminal, or from the lines of standard input; help lists them.

    With --compare, each operation runs on the backend by itself, with what the interpreter's own run gave it. Of the
    first one whose result differs, -o FILE.mlir writes a program of its own, with its inputs.

    \b
    Exit codes:
      0  it ran; with --judge, its results are admissible or undecided
      1  the program breaks constraints, a check inside of it fails, a trap or --step's quit stops it, the sanitizer has
         findings, or results are inadmissible, or differ from those of --compare
      2  it can't be read or run, --compare could compare nothing, or wrong usage
    """
    if not judge and (reassociate or ulps is not None):
        raise UsageError("--reassociate and --ulps are about judging results; add --judge")
    if not sanitize and (select or ignore or style):
        raise UsageError("--select, --ignore and --format are about findings; add --sanitize")
    if backend_name != "interpreter" and (sanitize or schedule is not None or seed is not None):
        raise UsageError(
            f"--sanitize, --schedule and --seed are for the interpreter; --backend {backend_name} can't do them"
        )
    if step and source == STDIN:
        raise UsageError("--step reads its commands from standard input; read the program from a file")
    listeners = _listeners(trace, watch, trap, save_values, force, step=step, to_errors=style == "json")
    memory = None if max_memory is None else size_of(max_memory)
    if max_steps is not None:
        listeners.append(StepLimit(max_steps))
    if max_memory is not None and compared_with is not None:
        raise UsageError("--max-memory is worked out for a plain run; leave out --compare")
    if (max_memory is not None or max_steps is not None) and backend_name != "interpreter":
        raise UsageError(f"--max-steps and --max-memory are for the interpreter; leave out --backend {backend_name}")
    if listeners and backend_name != "interpreter":
        raise UsageError(
            f"--trace, --watch, --trap, --step and --save-values show the interpreter; "
            f"leave out --backend {backend_name}"
        )
    if compared_with is not None and (
        listeners or judge or sanitize or backend_name != "interpreter" or schedule is not None or seed is not None
    ):
        raise UsageError("--compare takes a program, its inputs, --entry and -o FILE.mlir, and no other option")
    is_grid = replicas is not None or partitions is not None or bool(infeed)
    if is_grid and (judge or compared_with is not None or backend_name != "interpreter"):
        raise UsageError(
            "--judge, --compare and --backend are about programs of one process; leave them out, or --replicas and "
            "--partitions"
            if not infeed
            else "--judge, --compare and --backend have no infeed; leave them out, or --infeed"
        )
    sanitizer = Sanitizer(select, ignore) if sanitize else None
    module = program_of(source)
    function = entry_function(module, entry)
    if is_grid:
        options = {
            "listeners": listeners,
            "schedule": _schedule(schedule),
            "sanitize": sanitizer or False,
            "seed": seed or 0,
            "max_memory": memory,
        }
        with _told(sanitizer, style):
            size = (replicas, partitions)
            processes = run_grid(module, function, inputs, output, force, size, options, infeed=infeed, random=random)
            for process, values in processes if output is None and style != "json" else ():
                click.echo(process)
                print_results(function, values)
        return
    arguments = read_arguments(inputs, function, random)
    if compared_with is not None:
        from hlogen.cli.against import compare_with

        compare_with(compared_with, module, arguments, entry, output, force)
        return
    if output is not None:
        check_output(output, len(function.type.results), force)
    with _told(sanitizer, style):
        if backend_name == "interpreter":
            results = _interpreted(module, arguments, entry, schedule, seed or 0, sanitizer, listeners, memory)
        else:
            results = backend(backend_name).run(module, *arguments, entry=entry)
            _warn(backend_name, module)
        if output is not None:
            write_results(output, results, force)
            if style != "json":
                click.echo(f"wrote {count(len(results), 'result')} to {output}")
        elif style != "json":
            print_results(function, results)
        if judge:
            allowed = admissible(module, *arguments, entry=entry, reassociate=reassociate, ulps=ulps or 0)
            if not _judged(allowed, results, to_errors=style == "json"):
                raise click.exceptions.Exit(1)


def _warn(backend_name: str, module: Module) -> None:
    """Tells of what the backend is known to do otherwise in a program like this."""
    from hlogen.conform.differences import met

    for difference in met(backend_name, module):
        click.echo(f"warning: these results may be wrong ({difference.id}): {difference.reason}", err=True)


def _seed(given: str | None) -> int | None:
    if given is not None and not (given.isascii() and given.isdecimal()):
        raise UsageError(f"--random {given}: a seed is an integer from 0 on; put --random behind the program")
    return None if given is None else int(given)


@contextmanager
def _told(sanitizer: Sanitizer | None, style: str | None) -> Iterator[None]:
    """A run: findings are printed behind it, those of one that has failed too. Exit code 1 where there are some.

    That there are none is only said of a run that has come to its end.
    """
    has_ended = False
    try:
        yield
        has_ended = True
    except Stopped as stopped:
        click.echo(str(stopped), err=True)
        raise click.exceptions.Exit(1) from None
    finally:
        if sanitizer is not None and (has_ended or sanitizer.findings or style == "json"):
            _print_findings(sanitizer.findings, style or "text")
    if sanitizer is not None and sanitizer.findings:
        raise click.exceptions.Exit(1)


def _interpreted(
    module: Module,
    arguments: Sequence[Array],
    entry: str,
    schedule: str | None,
    seed: int,
    sanitizer: Sanitizer | None,
    listeners: Sequence[Listener],
    max_memory: int | None,
) -> tuple[Array, ...]:
    return load(module, entry)(
        *arguments,
        listeners=listeners,
        schedule=_schedule(schedule),
        sanitize=sanitizer or False,
        seed=seed,
        max_memory=max_memory,
    )


def _listeners(
    trace: bool,
    watch: Sequence[str],
    trap: Sequence[str],
    folder: str | None,
    force: bool,
    *,
    step: bool,
    to_errors: bool,
) -> list[Listener]:
    """What is asked for, in the order in which it is told of an operation: a trap stops behind all others."""

    def write(text: str) -> None:
        click.echo(text, err=to_errors)

    listeners: list[Listener] = [Step(write=write)] if step else []
    if trace:
        listeners.append(Trace(write))
    if watch:
        listeners.append(Watch(*watch, write=write))
    if folder is not None:
        listeners.append(SaveValues(folder, overwrite=force))
    if trap:
        listeners.append(Trap(*dict.fromkeys(trap)))
    return listeners


def _schedule(given: str | None) -> Schedule:
    if given is None:
        return "lexicographic"
    return int(given) if given.isdecimal() else given  # type: ignore[return-value]  # the interpreter checks


def _judged(allowed: Admissible, results: Sequence[Array], *, to_errors: bool) -> bool:
    """Prints the verdict on the results; False where they are inadmissible."""
    verdict = allowed.contains([value for value in results if value is not None])  # not tokens
    word, colon, rest = str(verdict).partition(":")
    role = {"admissible": "good", "undecided": "warning", "inadmissible": "error"}[verdict.status]
    click.echo(f"{paint(word, role)}{colon}{rest}", err=to_errors)
    return verdict.status != "inadmissible"


def _print_findings(findings: Sequence[Finding], style: str) -> None:
    if style == "json":
        click.echo(json.dumps([finding.as_json() for finding in findings], indent=2))
        return
    for finding in findings:
        first, _, rest = str(finding).partition("\n")
        place, level, message = first.partition(f"{finding.level}: ")
        click.echo(f"{paint(place, 'place')}{paint(level, finding.level)}{message}\n{rest}")
    click.echo(f"the sanitizer has {count(len(findings), 'finding') if findings else 'no findings'}")


def print_results(function: Function, results: tuple[Array, ...]) -> None:
    """Each result with its type, long ones in parts."""
    if not results:
        click.echo(f"@{function.name} ran; it has no results")
    for index, (type, value) in enumerate(zip(function.type.results, results, strict=True)):
        click.echo(f"{paint(f'result {index}', 'place')}: {type}")
        if not isinstance(type, TokenType):
            click.echo(_abbreviated(value))


def _abbreviated(value: Array) -> str:
    with np.printoptions(threshold=200, edgeitems=3, linewidth=100):
        return str(value)
