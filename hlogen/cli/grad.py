"""``hlogen grad``: writes the program of a program's gradients."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from hlogen.cli.custom_rules import custom_rules_option
from hlogen.cli.derived import arguments_of, transformed
from hlogen.cli.output import Output, output_options
from hlogen.cli.run_options import INPUT
from hlogen.cli.say import say
from hlogen.cli.shared_options import entry_option, program_argument
from hlogen.cli.source import program_of
from hlogen.errors import UsageError

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import HasModule


@click.command("grad")
@program_argument()
@click.option(
    "--wrt",
    metavar="ARGUMENTS",
    help="Numbers or names of the arguments to derive, such as 0,2; all that have floats or complex numbers if absent.",
)
@click.option(
    "--memory",
    "is_report",
    is_flag=True,
    help="Show what the way back holds of the way there, and what policies of hl.checkpoint would; a program is "
    "written with -o alone.",
)
@custom_rules_option()
@entry_option("derive")
@click.option("--check", is_flag=True, help="Hold the program's derivatives against differences; write nothing.")
@click.option(
    "--order", metavar="N", type=click.IntRange(min=1), help="With --check, up to the N-th derivatives; 2 if not given."
)
@INPUT
@click.option("--seed", metavar="N", type=click.IntRange(min=0), help="With --check, where what is drawn starts.")
@output_options
def command(
    source: str,
    wrt: str | None,
    check: bool,
    order: int | None,
    inputs: tuple[str, ...],
    seed: int | None,
    is_report: bool,
    entry: str | None,
    output: str | None,
    force: bool,
    form: str | None,
    target: str | None,
) -> None:
    """Write the program of a program's gradients.

    \b
    hlogen grad loss.mlir -o gradient.mlir
    hlogen grad train.py:loss --wrt 0,2
    hlogen grad train.py:loss --check
    hlogen grad train.py:loss --memory

    Its @main takes the arguments of the program, then a cotangent for each result that has floats or complex numbers
    (1 for a loss). It returns the program's results, then a gradient for each argument in --wrt.

    With --check it derives by all arguments, and says of the derivatives whether they are those that differences show,
    what is wrong or NaN, by which operation, and where the program has no derivative.

    \b
    Exit codes:
      0  written, or right
      1  the program breaks constraints, or derivatives are wrong
      2  an operation has no derivative, none could be judged, the file can't be
         read, or wrong usage
    """
    if check:
        if wrt is not None or output is not None or form is not None or target is not None or force:
            raise UsageError(
                "--check derives by all arguments and writes nothing; leave out --wrt, --output and its kin"
            )
        if is_report:
            raise UsageError("--check and --memory are two reports; ask for one of them")
        from hlogen.cli.grad_check import check_gradients  # the interpreter, which help does without

        sys.exit(check_gradients(source, inputs, entry, order or 2, seed or 0))
    if inputs or order is not None or seed is not None:
        raise UsageError("--input, --order and --seed are for --check; add it")
    if is_report and output is None and (form is not None or target is not None):
        raise UsageError("--memory writes a program with --output alone; add it, or leave out --as and --target")
    destination = Output(output, force, form, target)
    wanted = arguments_of(wrt)
    program = program_of(source)
    from hlogen.autodiff.derivatives import vjp  # numpy, which help does without

    gradient = transformed(lambda: vjp(program, wanted, name="main", entry=entry))
    if is_report:
        _report(program, wanted, entry, gradient)
    if not is_report or output is not None:
        destination.write(gradient)


def _report(program: HasModule, wrt: list[int | str] | None, entry: str | None, gradient: HasModule) -> None:
    import interpreter
    from hlogen.autodiff.residuals import saved_residuals
    from interpreter.memory.available import readable

    found = saved_residuals(program, wrt, entry=entry)
    say(str(found))
    peak = interpreter.load(gradient).memory
    known = "" if peak.is_complete else ", and what sizes take that the run knows"
    say(f"at its peak the gradient takes {readable(peak.bytes)}{known}, on hlogen's interpreter")
    say("of the whole function as hl.checkpoint(policy=...), the way back would hold, beside arguments:")
    for policy, count in found.by_policy.items():
        say(f"  {readable(count):>10}  {policy}")
