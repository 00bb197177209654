"""``hlogen run``: a program on arrays, by hlogen's interpreter or by another backend.

`run_options.py` has the options, `results.py` what is said of a run, `grid.py` runs in several processes, `against.py`
compares with a backend operation by operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from hlogen.backends import backend
from hlogen.cli.arrays import check_output, read_arguments, read_results, write_results
from hlogen.cli.grid import run_grid
from hlogen.cli.results import findings_behind, print_results, print_verdict, warn_of_known_differences
from hlogen.cli.run_options import INTERPRETER, RunOptions, run_options
from hlogen.cli.say import say
from hlogen.cli.script import Scripted
from hlogen.cli.source import found
from hlogen.ir.module import Function, Module
from hlogen.lint.formats import count
from interpreter.executable import load
from interpreter.plan.program import entry_function
from interpreter.possible.admissible import admissible


@click.command("run")
@click.argument("source", metavar="SCRIPT.py[:NAME]|FILE|-")
@run_options
def command(**given: Any) -> None:
    """Run a program on NumPy arrays and print its results.

    The program is checked first: one that breaks the specification isn't run, its violations are printed instead.

    The arrays fill the arguments of the function in order; those of an .npz file go by name where all are named after
    the arguments (arg0, arg1, ..), and where only some are, nothing is run. bf16, f8, i4 and other types that .npy
    files don't know are read from their raw bytes. With --random, what isn't given is drawn, the same for the same
    SEED; a note says what. Put it behind the program, or before another option.

    SCRIPT.py[:NAME] is explained by `hlogen emit --help`. It may be a function of JAX or a module of
    PyTorch, which runs on the example arguments beside it in the script, NAME_args, where nothing else is given.

    With --judge, the results are held against all that the specification's free order of updates allows, and the first
    elements that no order gives are listed. "undecided" means that nothing is wrong for sure: an element isn't among
    the samples of what is possible, where trying all orders is too much. With --results FILE, what the file holds is
    judged, and no backend runs: an .npz file has the results in order, or is what --output wrote. bf16, f8, i4 and the
    like may be unsigned integers with their bits.

    With --replicas or --partitions, the program runs in R x P processes, and the results of each are printed, or
    written as replica_0_partition_1_result_0 and so on. All take the same arrays; or as many .npz files as there are
    processes are one for each, in the order of replica_id * P + partition_id. So do --infeed files: the arrays of one
    are what the infeed operations of a process read, one after the other.

    With --sanitize, findings are printed after the results: broken promises, indices out of bounds, results that
    depend on the order of updates, NaNs and the like. `hlogen rule bounds.clamped` explains one; `hlogen rule` lists
    all. Notes alone leave the exit code 0.

    With --trace, --watch, --trap and --save-values one can see what a run computes: see docs/debugging.md. An operation
    inside of another comes before it, indented. --force lets --save-values replace the values of an earlier run.

    With --step, commands are read from the terminal, or from the lines of standard input; help lists them.

    With --compare, each operation runs on the backend by itself, with what the interpreter's own run gave it. Of the
    first one whose result differs, -o FILE.mlir writes a program of its own, with its inputs.

    \b
    Exit codes:
      0  it ran; with --judge, its results are admissible or undecided
      1  the program breaks constraints, a check inside of it fails, a trap or --step's quit stops it, the sanitizer has
         warnings or errors, or results are inadmissible, or differ from those of --compare
      2  it can't be read or run, --compare could compare nothing, or wrong usage
    """
    options = RunOptions(**given)
    options.of_interpreter  # noqa: B018 - says at once what it can't be
    program = found(options.source)
    module = program.module
    function = entry_function(module, options.entry)
    if options.is_grid:
        _run_in_grid(options, module, function)
    elif options.compared_with is not None:
        _compare(options, module, function, _arguments(options, program, function))
    elif options.results:
        results = read_results(options.results, function)
        _judge(options, module, _arguments(options, program, function), results)
    else:
        _run(options, module, function, _arguments(options, program, function))


def _arguments(options: RunOptions, program: Scripted, function: Function) -> list[Any]:
    """What is given; where that is nothing, what the script has for its program."""
    is_asked = bool(options.inputs) or options.random is not None
    if program.examples is None or is_asked:
        return read_arguments(options.inputs, function, options.random)
    return list(program.examples())


def _run(options: RunOptions, module: Module, function: Function, arguments: list[Any]) -> None:
    if options.output is not None:
        check_output(options.output, len(function.type.results), options.force)
    with findings_behind(options.sanitizer, options.style):
        if options.backend_name == INTERPRETER:
            results = load(module, options.entry)(*arguments, **options.of_interpreter)
        else:
            limits = options.limits
            runs = backend(options.backend_name, time_limit=limits["time_limit"], memory_limit=limits["max_memory"])
            results = runs.run(module, *arguments, entry=options.entry)
            warn_of_known_differences(options.backend_name, module)
        if options.output is not None:
            write_results(options.output, results, options.force)
            if not options.is_json:
                say(f"wrote {count(len(results), 'result')} to {options.output}")
        elif not options.is_json:
            print_results(function, results)
        if options.judge:
            _judge(options, module, arguments, results)


def _judge(options: RunOptions, module: Module, arguments: list[Any], results: Sequence[Any]) -> None:
    """Prints the verdict; exit code 1 where the results are inadmissible."""
    allowed = admissible(
        module,
        *arguments,
        entry=options.entry,
        reassociate=options.reassociate,
        ulps=options.ulps or 0,
        **options.limits,
    )
    if not print_verdict(allowed, results, to_errors=options.is_json):
        raise click.exceptions.Exit(1)


def _run_in_grid(options: RunOptions, module: Module, function: Function) -> None:
    with findings_behind(options.sanitizer, options.style):
        processes = run_grid(
            module,
            function,
            options.inputs,
            options.output,
            options.force,
            (options.replicas, options.partitions),
            options.of_interpreter,
            infeed=options.infeed,
            random=options.random,
        )
        for process, values in processes if options.output is None and not options.is_json else ():
            say(process)
            print_results(function, values)


def _compare(options: RunOptions, module: Module, function: Function, arguments: list[Any]) -> None:
    from hlogen.cli.against import compare_with

    assert options.compared_with is not None
    compare_with(options.compared_with, module, arguments, options.entry, options.output, options.force, options.limits)
