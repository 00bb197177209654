"""``hlogen demo``: the specification's batched gather and scatter built, checked, run on three backends, broken."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table

import hlogen
from hlogen.backends import backend
from hlogen.errors import HlogenError
from hlogen.ir.module import HasModule
from hlogen.spec.constraint import ConstraintError

Array = npt.NDArray[Any]

_BACKENDS = ("interpreter", "upstream", "xla")  # what is installed with hlogen

FILE = "windows.py"
SOURCE = '''\
import hlogen as hl


@hl.function(hl.tensor("2x3x4x2xi32"), hl.tensor("2x2x3x2xi64"))
def windows(operand, start_indices):
    """2x2 windows out of each batch of `operand`, at the places that `start_indices` holds for that batch."""
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[3, 4],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0],
        start_indices_batching_dims=[1],
        start_index_map=[2, 1],
        index_vector_dim=3,
        slice_sizes=[1, 1, 2, 2],
    )


@hl.function(hl.tensor("2x3x4x2xi32"), hl.tensor("2x2x3x2xi64"), hl.tensor("2x2x3x2x2xi32"))
def add_windows(input, scatter_indices, update):
    """`update` added to 2x2 windows of `input`, at the same places."""
    return hl.scatter(
        input,
        scatter_indices,
        update,
        "add",
        update_window_dims=[3, 4],
        inserted_window_dims=[1],
        input_batching_dims=[0],
        scatter_indices_batching_dims=[1],
        scatter_dims_to_operand_dims=[2, 1],
        index_vector_dim=3,
    )
'''

UNSIGNED = """\
@hl.function(hl.tensor("256xi32"), hl.tensor("3xui8"))
def elements(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[],
        collapsed_slice_dims=[0],
        start_index_map=[0],
        index_vector_dim=1,
        slice_sizes=[1],
    )
"""

# The values of the specification's example, and the results that it gives for them.
OPERAND = np.arange(1, 49, dtype=np.int32).reshape(2, 3, 4, 2)
START_INDICES = np.array(
    [
        [[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]],
        [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]],
    ]
)
WINDOWS = np.array(
    [
        [
            [[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
            [[[33, 34], [35, 36]], [[35, 36], [37, 38]], [[41, 42], [43, 44]]],
        ],
        [
            [[[1, 2], [3, 4]], [[13, 14], [15, 16]], [[21, 22], [23, 24]]],
            [[[43, 44], [45, 46]], [[33, 34], [35, 36]], [[27, 28], [29, 30]]],
        ],
    ]
)
UPDATE = np.ones((2, 2, 3, 2, 2), dtype=np.int32)
SUMS = np.array(
    [
        [
            [[3, 4], [6, 7], [6, 7], [7, 8]],
            [[9, 10], [11, 12], [15, 16], [17, 18]],
            [[17, 18], [19, 20], [22, 23], [24, 25]],
        ],
        [
            [[25, 26], [28, 29], [30, 31], [31, 32]],
            [[35, 36], [38, 39], [38, 39], [39, 40]],
            [[41, 42], [44, 45], [46, 47], [47, 48]],
        ],
    ]
)

_CI_WIDTH = 120
_ROWS = 6  # shown of a result


@click.command("demo")
def command() -> None:
    """Build the specification's batched gather and scatter, check them, run them on three backends, and break them.

    Exits with 0 where hlogen's interpreter gives the specification's own results, else with 1.
    """
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_CI_WIDTH)
    agree = Demo(console).run()
    raise click.exceptions.Exit(0 if agree else 1)


class Demo:
    """Prints the demo step by step."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._step = 0

    def run(self) -> bool:
        """True where hlogen's interpreter gave the specification's results."""
        self._title("A program in Python: the argument names are the specification's")
        self.console.print(Syntax(SOURCE, "python", theme="ansi_light", background_color="default"))
        programs = build(SOURCE)
        windows, add_windows = programs["windows"], programs["add_windows"]

        self._title("The same as MLIR, which upstream's verifier has accepted (`print(windows)`)")
        for program in (windows, add_windows):
            self._plain(str(program))

        self._title("Checked against every constraint of the specification (`hlogen check`)")
        violations = [violation for program in (windows, add_windows) for violation in hlogen.check(program)]
        self._plain("\n".join(map(str, violations)) or "no violations")

        self._title("Run on three backends, next to what the specification's own example says (`hlogen run`)")
        gathered = self._compare("gather", windows, [OPERAND, START_INDICES], WINDOWS)
        scattered = self._compare("scatter", add_windows, [OPERAND, START_INDICES, UPDATE], SUMS)

        self._title("Where backends disagree, the specification decides: an unsigned index")
        self.console.print(Syntax(UNSIGNED, "python", theme="ansi_light", background_color="default"))
        indices = np.array([3, 200, 255], dtype=np.uint8)
        table = np.arange(256, dtype=np.int32)
        unsigned = build(UNSIGNED)["elements"]
        picked = self._compare(
            "gather of 3, 200 and 255 from 0..255", unsigned, [table, indices], indices.astype(np.int32)
        )

        self._title("Broken in three ways: all violations at once, each with its fix")
        for what, before, after in BREAKS:
            self._break(what, before, after)

        self._title("What next")
        self._plain(NEXT)
        self._plain(f"\n{where_to_go_on()}")
        return gathered and scattered and picked

    def _title(self, text: str) -> None:
        self._step += 1
        self.console.print()
        self.console.rule(f"[bold]{self._step}. {escape(text)}", align="left", style="dim")

    def _plain(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)

    def _compare(self, title: str, program: HasModule, arguments: list[Array], expected: Array) -> bool:
        """Shows the results of all backends; True where the interpreter's are the specification's."""
        results: dict[str, Array] = {}
        for name in _BACKENDS:
            try:
                (results[name],) = backend(name).run(program, *arguments, entry=next(iter(program.module.functions)))
            except HlogenError as error:
                self._plain(f"{name}: not available here: {error}")
        table = Table(title=f"{title}: result {'x'.join(map(str, expected.shape))}", title_justify="left")
        for column in ("result at", "specification", *results):
            table.add_column(column)
        places = list(np.ndindex(expected.shape[:-2]))
        for place in places[:_ROWS]:
            cells = [_cell(result[place], expected[place]) for result in results.values()]
            table.add_row(escape(str(list(place))) if place else "", _values(expected[place]), *cells)
        if len(places) > _ROWS:
            table.add_row("..", *[".."] * (len(results) + 1))
        same = {name: np.array_equal(result, expected) for name, result in results.items()}
        table.add_section()
        verdicts = ["[green]all agree[/]" if agrees else "[red]DIFFERS[/]" for agrees in same.values()]
        table.add_row(f"all {expected.size}", "", *verdicts)
        self.console.print(table)
        return bool(same.get("interpreter"))

    def _break(self, what: str, before: str, after: str) -> None:
        self.console.print()
        self.console.print(f"[bold]{escape(what)}[/]")
        old, new = before.splitlines(), after.splitlines()
        for mark, style, lines, others in (("-", "red", old, new), ("+", "green", new, old)):
            for line in lines:
                if line not in others:
                    self.console.print(f"[{style}]{mark} {escape(line.strip())}[/]")
        try:
            build(SOURCE.replace(before, after))
        except ConstraintError as error:
            self._plain(str(error))
        else:
            self._plain("nothing was found, which is a mistake in hlogen; please report it")


# What is changed in the program: why, the text before, the text after.
BREAKS = [
    (
        "A slice too wide for a collapsed dimension, and an index map that is too short",
        "start_index_map=[2, 1],\n        index_vector_dim=3,\n        slice_sizes=[1, 1, 2, 2],",
        "start_index_map=[2],\n        index_vector_dim=3,\n        slice_sizes=[1, 2, 2, 2],",
    ),
    (
        "Batching dimensions that don't match",
        '@hl.function(hl.tensor("2x3x4x2xi32"), hl.tensor("2x2x3x2xi64"))',
        '@hl.function(hl.tensor("2x3x4x2xi32"), hl.tensor("2x3x3x2xi64"))',
    ),
    (
        "Updates of another element type than the input, which upstream's verifier lets through",
        '@hl.function(hl.tensor("2x3x4x2xi32"), hl.tensor("2x2x3x2xi64"), hl.tensor("2x2x3x2x2xi32"))',
        '@hl.function(hl.tensor("2x3x4x2xi64"), hl.tensor("2x2x3x2xi64"), hl.tensor("2x2x3x2x2xi32"))',
    ),
]

NEXT = """\
hlogen check FILE...       find every violation in your own .mlir, bytecode and portable artifacts
hlogen rule gather.C17     read about a constraint
hlogen run FILE -i a.npy   run a program on your own arrays, on any of the backends
hlogen debug FILE          step through it; compare and judge hold a backend's run against it
hlogen emit SCRIPT.py      write what a script like the one above builds
hlogen grad FILE           write the program of its gradients; jvp and vmap do the like
hlogen transform FILE      write it in another form that gives the same: batching dims raised, expanded ...
hlogen export-onnx FILE    write it as an ONNX model
hlogen shard FILE          see how XLA splits it over devices, and what they say to each other
hlogen doctor              see which bindings and backends were found here\
"""


def where_to_go_on() -> str:
    """Where the command is, if a shell wouldn't find it, and which page comes next."""
    page = "docs/tutorial.md in the repository: your first frontend in 15 minutes"
    found = shutil.which("hlogen", path=Path(sys.executable).parent)
    if shutil.which("hlogen") or found is None:
        return f"Read {page}."
    here = Path.cwd()
    command = Path(found).relative_to(here) if Path(found).is_relative_to(here) else found
    return f"The command is {command}. Read {page}."


def build(source: str) -> dict[str, Any]:
    """The global names of the script `source` once it has run."""
    names: dict[str, Any] = {"hl": hlogen}
    exec(compile(source, FILE, "exec"), names)
    return names


def _cell(values: Array, expected: Array) -> str:
    if np.array_equal(values, expected):
        return f"[green]{_values(values)}[/]"
    return f"[red]{_values(values)} (differs)[/]"


def _values(array: Array) -> str:
    return "|".join(" ".join(map(str, row)) for row in np.atleast_2d(array))
