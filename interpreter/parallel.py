"""Programs as the processes of the specification's grid: `run_parallel`, of one program or several.

`grid/groups.py` says who works together, `grid/grid.py` lets them meet. The operations themselves are kernels like any
other: `kernels/distribution.py` and `kernels/channels.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any

import numpy as np

from hlogen.door import public
from hlogen.errors import UsageError
from hlogen.ir import IntegerAttr, Module, Operation, ProgramLike
from interpreter.envelope import Envelope
from interpreter.executable import Executable, load, module_of
from interpreter.execution.listener import Listener
from interpreter.execution.walk import run_block
from interpreter.grid.grid import MOST_PROCESSES, Grid, Outfeed
from interpreter.grid.groups import GridSize, ProcessId
from interpreter.kernels.registry import traits_of
from interpreter.kernels.schedule import Schedule
from interpreter.sanitizer.sanitizer import Sanitizer
from interpreter.values.array import Array

_ANNOTATIONS = frozenset({"Sharding"})
_NO_LISTS = (str, bytes, bytearray, memoryview, Mapping)  # they have entries, but none that is meant


@public
def run_parallel(
    program: ProgramLike,
    per_device_args: Iterable[Sequence[Any]],
    num_replicas: int | None = None,
    num_partitions: int | None = None,
    *,
    entry: str | Sequence[str] = "main",
    infeed: Iterable[Iterable[Any]] | None = None,
    outfeed: Outfeed | None = None,
    listeners: Sequence[Listener] = (),
    schedule: Schedule = "lexicographic",
    sanitize: bool | Sanitizer = False,
    seed: int = 0,
    max_steps: int | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> list[tuple[Array, ...]]:
    """Runs a program in `num_replicas * num_partitions` processes; gives the results of each, in tuples.

    `per_device_args` are the arguments of each process, and the results come likewise: in the order of
    ``replica_id * num_partitions + partition_id``. A size of the grid that isn't given is what the program says
    (``mhlo.num_replicas``, ``mhlo.num_partitions``), else 1. `entry` names the function to run, or one for each
    process. `infeed` holds, for each process, what its `infeed` operations read, one after the other: an array, or a
    tuple where they give several. `outfeed` is called with (replica_id, partition_id) and the values that an `outfeed`
    operation writes. `listeners`, `schedule` and `sanitize` are as in `interpreter.run`; findings name the
    processes that met them. Process number n draws random numbers as a run with `seed` + n does, and folds scatters in
    the order in which a run with this `schedule` does. `max_steps` is how many operations all processes may run
    together, `max_memory` how many bytes their values may take: each process counts with the most that it takes, an
    argument that several have is there once. `time_limit` is how many seconds they may take together.

    One process runs at a time, and goes on until it waits for others: a run repeats exactly.

    Raises what `interpreter.run` raises, and says in which process; UsageError where the grid and the number of
    arguments don't fit; ExecutionError for a deadlock, which says who waits where and for whom.
    """
    module = module_of(program)
    size = grid_size(module, num_replicas, num_partitions)
    count = size.num_replicas * size.num_partitions
    entries = [entry] * count if isinstance(entry, str) else _entries(entry)
    given = _arguments(per_device_args)
    feeds: list[Iterable[Any]] = [()] * count if infeed is None else _feeds(infeed)
    if outfeed is not None and not callable(outfeed):
        raise UsageError(f"outfeed is {_described(outfeed)}; give a function of a process and the values it writes")
    for what, many in (("per_device_args", len(given)), ("entry", len(entries)), ("infeed", len(feeds))):
        if many != count:
            entries_given = f"{many} entr{'y' if many == 1 else 'ies'}"
            processes = f"{count} process{'' if count == 1 else 'es'}"
            raise UsageError(f"{what} has {entries_given}, but a grid of {size} has {processes}: give one for each")
    queues = [deque(map(_fed, entries)) for entries in feeds]  # now that there is one for each
    executables = [load(module, name) for name in entries]
    grid = Grid(size, infeeds=queues, outfeed=outfeed, is_one_program=len(set(entries)) == 1)
    around = Envelope(
        executables,
        size.process_ids,
        listeners=listeners,
        schedule=schedule,
        sanitize=sanitize,
        seed=seed,
        max_steps=max_steps,
        max_memory=max_memory,
        time_limit=time_limit,
    )
    with around:
        values = [
            _values(executable, args, id)
            for executable, args, id in zip(executables, given, size.process_ids, strict=True)
        ]
        around.begin(values)
        work = [partial(run_block, executable.plan, args) for executable, args in zip(executables, values, strict=True)]
        results = grid.run(work, around.asked)
    # together, so that what several processes hold is handed out once
    owned = iter(around.owned([value for process in results for value in process]))
    return [tuple(next(owned) for _ in process) for process in results]


def depends_on_process(module: Module) -> bool:
    """Whether the processes of a grid may come to different results of the same arguments."""
    return any(_depends(op) for op in module.walk())


def _depends(op: Operation) -> bool:
    if op.name == "stablehlo.custom_call":  # a registered one may do anything
        return op.attributes.get("call_target_name") not in _ANNOTATIONS
    return traits_of(op.name).of_process


def grid_size(module: Module, num_replicas: int | None, num_partitions: int | None) -> GridSize:
    """The grid that is asked for; what isn't given is what the program says, else 1."""
    size = GridSize(_number("num_replicas", num_replicas, module), _number("num_partitions", num_partitions, module))
    count = size.num_replicas * size.num_partitions
    if count > MOST_PROCESSES:
        raise UsageError(f"a grid of {size} has {count} processes; at most {MOST_PROCESSES} can run")
    return size


def _number(name: str, given: int | None, module: Module) -> int:
    """A size of the grid: the given one, or the module's, or 1."""
    written = module.attributes.get(f"mhlo.{name}")
    number = given if given is not None else written.value if isinstance(written, IntegerAttr) else 1
    if not isinstance(number, (int, np.integer)) or isinstance(number, bool) or number < 1:
        raise UsageError(f"{name} is {number!r}; a grid has at least 1")
    return int(number)


def _entries(entry: Any) -> list[str]:
    if not _is_list(entry):
        raise UsageError(f"entry is {_described(entry)}; name the function to run, or one for each process")
    return list(entry)


def _arguments(per_device_args: Any) -> list[Sequence[Any]]:
    if not _is_list(per_device_args):
        raise UsageError(
            f"per_device_args is {_described(per_device_args)}; give a list with a tuple of arguments for each process"
        )
    given = list(per_device_args)
    for number, args in enumerate(given):
        if not isinstance(args, (tuple, list)):
            raise UsageError(f"per_device_args[{number}] is {_described(args)}; give a tuple of arguments")
    return given


def _feeds(infeed: Any) -> list[Iterable[Any]]:
    if not _is_list(infeed):
        raise UsageError(f"infeed is {_described(infeed)}; give a list of what each process reads, one for each")
    feeds = list(infeed)
    for number, entries in enumerate(feeds):
        if not _is_list(entries):
            raise UsageError(f"infeed[{number}] is {_described(entries)}; give a list of what the process reads")
    return feeds


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, _NO_LISTS)


def _described(value: Any) -> str:
    name = type(value).__name__
    return f"the {name} {value!r}" if isinstance(value, (bool, int, float, str)) else f"a {name}"


def _values(executable: Executable, args: Sequence[Any], id: ProcessId) -> list[Any]:
    try:
        return executable.values(args)
    except UsageError as error:
        raise UsageError(f"process {id}: {error}") from error


def _fed(entry: Any) -> tuple[Any, ...]:
    """One entry of an infeed, apart from what the caller may change: arrays, or what arguments may be."""
    values = entry if isinstance(entry, tuple) else (entry,)
    return tuple(np.array(value) if isinstance(value, np.ndarray) else deepcopy(value) for value in values)
