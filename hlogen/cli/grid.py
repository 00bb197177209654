"""``hlogen parallel``: a program as the processes of a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hlogen.cli.arrays import Array, check_output, read_arguments, write_results
from hlogen.cli.infeed import read_infeed
from hlogen.cli.loudness import tell
from hlogen.cli.paint import paint
from hlogen.errors import UsageError
from hlogen.ir.module import Function, Module
from hlogen.lint.formats import count
from interpreter.grid.groups import GridSize
from interpreter.parallel import depends_on_process, grid_size, run_parallel


def run_grid(
    module: Module,
    function: Function,
    inputs: Sequence[str],
    output: str | None,
    force: bool,
    size: tuple[int | None, int | None],
    options: Mapping[str, Any],
    *,
    infeed: Sequence[str] = (),
    random: int | None = None,
) -> list[tuple[str, tuple[Array, ...]]]:
    """The results of each process with its name; written where `output` says so. `options` are of `run_parallel`."""
    grid = grid_size(module, *size)
    arguments = arguments_of_processes(inputs, function, grid, random)
    feeds = read_infeed(infeed, module, len(arguments)) if infeed else None
    if len(arguments) > 1 and not depends_on_process(module):
        tell(
            "note: nothing in this program depends on the process, so each of them computes all of it; sharding "
            "annotations alone split nothing here (`hlogen shard` shows how XLA splits an annotated program)",
            err=True,
        )
    if output is not None:
        if not output.endswith(".npz"):
            raise UsageError(f"--output {output}: the results of several processes are written as .npz")
        check_output(output, len(function.type.results) * len(arguments), force)
    replicas, partitions = grid.num_replicas, grid.num_partitions
    results = run_parallel(module, arguments, replicas, partitions, entry=function.name, infeed=feeds, **options)
    if output is not None:
        named = {
            f"replica_{replica}_partition_{partition}_result_{index}": value
            for (replica, partition), values in zip(grid.process_ids, results, strict=True)
            for index, value in enumerate(values)
        }
        write_results(output, list(named.values()), force, list(named))
        tell(f"wrote {count(len(named), 'result')} to {output}")
    return [
        (paint(f"replica {replica}, partition {partition}", "place"), values)
        for (replica, partition), values in zip(grid.process_ids, results, strict=True)
    ]


def arguments_of_processes(
    inputs: Sequence[str], function: Function, grid: GridSize, random: int | None
) -> list[list[Array]]:
    """As many .npz files as there are processes are one for each of them; anything else is for all alike."""
    processes = grid.num_replicas * grid.num_partitions
    if len(inputs) == processes > 1 and all(Path(given).suffix == ".npz" for given in inputs):
        return [read_arguments([given], function, random, is_told=not n) for n, given in enumerate(inputs)]
    return [read_arguments(inputs, function, random)] * processes
