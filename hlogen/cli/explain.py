"""``hlogen explain``: a picture of an operation, with where its elements come from."""

from __future__ import annotations

import codecs
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hlogen.cli.files import check_target, write_content
from hlogen.cli.loudness import is_quiet, quiet_option, tell
from hlogen.cli.paint import paint_span
from hlogen.cli.run_options import INPUTS, LIMITS, PROCESSES
from hlogen.cli.say import say
from hlogen.cli.shared_options import force_option, options, output_option, program_argument
from hlogen.errors import UsageError

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.cli.runs import Run
    from hlogen.explaining.explanation import Explanation

_FORMATS = ("text", "json", "html")
_NARROWEST = 40


@click.command("explain")
@options(
    program_argument(),
    click.option(
        "--op",
        metavar="OP",
        help="The operation: a result (%5), an op (gather), a place (:12), or its number among what can be drawn.",
    ),
    click.option(
        "--element",
        metavar="INDEX",
        help="The element to follow: an index of the result such as 1,2, or operand[1,2].",
    ),
    click.option(
        "--turn",
        metavar="N",
        type=click.IntRange(min=1),
        default=1,
        help="In a loop, the run number N of the operation; 1 if not given.",
    ),
    click.option(
        "--from",
        "start",
        metavar="RESULT[INDEX]",
        help="Trace an element of the program's results back to its arguments: 'result[1,2]', '0[1,:]'.",
    ),
    click.option(
        "--to",
        "end",
        metavar="ARG[INDEX]",
        help="Trace an element of an argument on to the program's results: 'x[0]', '0[5,:]'.",
    ),
    click.option(
        "--graph", is_flag=True, help="Show the whole program: what uses what, and what --from or --to passes."
    ),
    *INPUTS,
    *PROCESSES,
    click.option(
        "--format",
        "style",
        type=click.Choice(_FORMATS),
        help="For people (the default), for programs, or a page; if not given, what FILE ends in.",
    ),
    output_option("Write to a new file instead of standard output."),
    force_option(),
    *LIMITS,
    quiet_option("Leave the notes out."),
)
def command(
    op: str | None,
    element: str | None,
    turn: int,
    start: str | None,
    end: str | None,
    graph: bool,
    replicas: int | None,
    partitions: int | None,
    style: str | None,
    output: str | None,
    force: bool,
    **given: Any,
) -> None:
    """Draw an operation: which elements are read by which, or where updates land.

    \b
    hlogen explain program.mlir
    hlogen explain program.mlir --op :12 --element 1,2 -i x.npy
    hlogen explain train.py:step --op scatter -o scatter.html
    hlogen explain program.mlir --from 'result[1,2]' -i x.npy
    hlogen explain program.mlir --graph -o program.html

    The tensors are shown with what each dimension is for, and one element with its way: the specification's formula
    with the numbers of this program. The element stands in [ ], those that it comes from or goes to in < >, the indices
    that decide so in ( ). If no operation is named, it is the first gather or scatter, else the first that moves or
    folds elements.

    --from, --to and --graph are about the whole program. It is run, and every operation says which elements go into
    which: `data` are those whose values go in, `control` those that decide which elements are taken, which branch runs
    or how often a loop turns.

    Inputs are those of `hlogen help run`. Where nothing is given, arrays are made up: elements count up, and one index
    is out of bounds. A collective operation is drawn for all processes, whose inputs are those of `hlogen help
    parallel`.

    \b
    Exit codes:
      0  it is drawn
      1  the program breaks constraints
      2  it can't be read, run or drawn, or wrong usage
    """
    target = None if output in (None, "-") else Path(output)
    if target is not None:
        check_target(target, force)
    is_whole = graph or start is not None or end is not None
    form = style or _form_of(target)
    if is_whole:
        _check_whole(op, element, turn, replicas, partitions, start, end, form)
    from hlogen.cli.runs import Run  # the interpreter, which help does without

    run = Run(**given)
    if is_whole:
        from hlogen.cli.explained import explained

        _write(explained(run, start, end, form, is_graph=graph, quiet=is_quiet()), target, force)
        return
    from hlogen.explaining.explanation import explain

    explanation = explain(
        run.program.module,
        *_arguments(run, replicas, partitions),
        op=op,
        element=element,
        entry=run.entry,
        turn=turn,
        num_replicas=replicas,
        num_partitions=partitions,
        **run.limits,
    )
    _write(_content(explanation, form, is_file=target is not None), target, force)


def _check_whole(
    op: str | None,
    element: str | None,
    turn: int,
    replicas: int | None,
    partitions: int | None,
    start: str | None,
    end: str | None,
    form: str,
) -> None:
    """UsageError where options of one operation, and of the whole program, don't go together."""
    if op is not None or element is not None or turn != 1:
        raise UsageError(
            "--op, --element and --turn draw one operation; --from, --to and --graph are about all of them"
        )
    if replicas is not None or partitions is not None:
        raise UsageError("--from, --to and --graph follow one process; leave --replicas and --partitions out")
    if start is not None and end is not None:
        raise UsageError("--from asks where an element comes from, --to where one goes to; ask one at a time")
    if form == "json" and start is None and end is None:
        raise UsageError("--graph is text or a page; --format json is for what --from or --to finds")


def _write(content: Sequence[str], target: Path | None, force: bool) -> None:
    if target is None:
        for line in content:
            say(line)
    else:
        write_content(target, ("\n".join(content) + "\n").encode(), force)
        tell(f"wrote {target}", err=True)


def _form_of(target: Path | None) -> str:
    """The form that a file's name ends in. UsageError for an ending that promises another one."""
    ending = "" if target is None else target.suffix[1:].lower()
    if ending not in ("", "txt", *_FORMATS):
        raise UsageError(f"{target} would be text: name a file that ends in .html, .json or .txt, or say --format")
    return ending if ending in _FORMATS else "text"


def _content(explanation: Explanation, form: str, *, is_file: bool) -> Sequence[str]:
    """The lines of the report."""
    if form == "html":
        return explanation.html().splitlines()
    if form == "json":
        from hlogen.lint.formats.json import json_text

        entries = [f"  {json_text(name)}: {json_text(value)}" for name, value in explanation.as_json().items()]
        return ["{", *",\n".join(entries).splitlines(), "}"]
    from hlogen.explaining.spans import in_ascii
    from hlogen.explaining.text import WIDTH, lines, plain

    has_notes = not is_quiet()
    if is_file:
        return plain(explanation, has_notes=has_notes).splitlines()
    width = max(_NARROWEST, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH
    shown = lines(explanation, width, has_notes=has_notes)
    painted = ["".join(paint_span(*span) for span in line) for line in shown]
    return painted if codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8" else [*map(in_ascii, painted)]


def _arguments(run: Run, replicas: int | None, partitions: int | None) -> Sequence[Any]:
    """What is given; of several processes each argument with one more dimension, the processes. Nothing where arrays
    are to be made up."""
    if not run.inputs and not run.random:
        return run.program.examples() if run.program.examples is not None else ()
    from hlogen.cli.grid import arguments_of_processes
    from interpreter.parallel import grid_size

    grid = grid_size(run.module, replicas, partitions)
    if len(grid.process_ids) == 1:
        return run.arguments
    import numpy as np

    rows = arguments_of_processes(run.inputs, run.function, grid, run.drawn_from)
    return [np.stack(column) for column in zip(*rows, strict=True)]
