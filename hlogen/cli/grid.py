"""``hlogen run --replicas R --partitions P``: a program as the processes of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hlogen.cli.arrays import Array, check_output, read_arguments, write_results
from hlogen.cli.paint import paint
from hlogen.errors import UsageError
from hlogen.ir.module import Function, Module
from hlogen.lint.formats import count
from interpreter.evaluate import Listener
from interpreter.parallel.groups import GridSize
from interpreter.parallel.run import grid_size, run_parallel
from interpreter.schedule import Schedule


def run_grid(
    module: Module,
    function: Function,
    inputs: Sequence[str],
    output: str | None,
    force: bool,
    size: tuple[int | None, int | None],
    schedule: Schedule,
    seed: int,
    listeners: Sequence[Listener] = (),
) -> list[tuple[str, tuple[Array, ...]]]:
    """The results of each process with its name; written where `output` says so."""
    grid = grid_size(module, *size)
    arguments = _arguments(inputs, function, grid)
    if output is not None:
        if not output.endswith(".npz"):
            raise UsageError(f"--output {output}: the results of several processes are written as .npz")
        check_output(output, len(function.type.results) * len(arguments), force)
    replicas, partitions = grid.num_replicas, grid.num_partitions
    results = run_parallel(
        module,
        arguments,
        replicas,
        partitions,
        entry=function.name,
        listeners=listeners,
        schedule=schedule,
        seed=seed,
    )
    if output is not None:
        named = {
            f"replica_{replica}_partition_{partition}_result_{index}": value
            for (replica, partition), values in zip(grid.process_ids, results, strict=True)
            for index, value in enumerate(values)
        }
        write_results(output, list(named.values()), force, list(named))
        click.echo(f"wrote {count(len(named), 'result')} to {output}")
    return [
        (paint(f"replica {replica}, partition {partition}", "place"), values)
        for (replica, partition), values in zip(grid.process_ids, results, strict=True)
    ]


def _arguments(inputs: Sequence[str], function: Function, grid: GridSize) -> list[list[Array]]:
    """As many .npz files as there are processes are one for each of them; anything else is for all alike."""
    processes = grid.num_replicas * grid.num_partitions
    if len(inputs) == processes > 1 and all(Path(given).suffix == ".npz" for given in inputs):
        return [read_arguments([given], function) for given in inputs]
    return [read_arguments(inputs, function)] * processes
