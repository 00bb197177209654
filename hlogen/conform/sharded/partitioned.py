"""A program split over devices: what it says between them, and its run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from hlogen import forking
from hlogen.backends import TIME_LIMIT
from hlogen.backends.process import WorkerBackend, program_bytes
from hlogen.conform.sharded.annotations import check_annotations, mesh_of, mesh_text
from hlogen.conform.sharded.collectives import KINDS, Collective, collectives_in
from hlogen.conform.sharded.executor import ShardedExecutor
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.ir import ComplexType, HasModule, ProgramLike, TensorType, Type
from hlogen.mlir.reader import read

DEVICES = 8
MOST_DEVICES = 256  # each is a few threads of the worker


@dataclass(frozen=True)
class Piece:
    """The type of an argument or result, and the shape of the part of it that one device has."""

    type: TensorType
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.type}, {self.type.with_shape(self.shape)} on each device"


@dataclass(frozen=True)
class Partitioned:
    """A program as XLA's SPMD partitioner splits it over the devices of its mesh. `partition` makes it."""

    mesh: Mapping[str, int]
    arguments: tuple[Piece, ...]
    results: tuple[Piece, ...]
    operations: tuple[Collective, ...]  # the collectives, in the order of the HLO
    hlo: str = field(repr=False)  # what one device runs
    entry: str = "main"
    _program: bytes = field(repr=False, default=b"")
    _time_limit: float = TIME_LIMIT

    @property
    def devices(self) -> int:
        return prod(self.mesh.values())

    @cached_property
    def collectives(self) -> dict[str, int]:
        """How many collectives of each kind there are; the kinds that don't occur aren't in it."""
        kinds = [operation.kind for operation in self.operations]
        return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}

    @property
    def bytes_moved(self) -> int:
        """The bytes that go from one device to another, all devices together; what is in a loop counts once."""
        return sum(operation.bytes_moved for operation in self.operations)

    def run(self, *args: Any) -> tuple[np.ndarray[Any, Any], ...]:
        """Runs the program on all devices: whole arrays go in, are split as annotated, and whole results come back.

        Raises UsageError where an array doesn't fit its argument, and what `hlogen.backends.backend("xla").run` raises.
        """
        arrays = [arg if isinstance(arg, (bool, int, float, complex)) else np.asarray(arg) for arg in args]
        return _worker(self._time_limit).run_on(self.devices, self._program, self.entry, arrays)

    def __str__(self) -> str:
        lines = [mesh_text(self.mesh)]
        for what, pieces in (("argument", self.arguments), ("result", self.results)):
            lines += [f"  {what} {number}: {piece}" for number, piece in enumerate(pieces)]
        lines += [f"  {operation}" for operation in self.operations]
        counted = ", ".join(f"{count} {kind}" for kind, count in self.collectives.items())
        total = f"{counted}; {self.bytes_moved} bytes move between devices"
        return "\n".join([*lines, total if counted else "no collectives: the devices need nothing of each other"])


def partition(
    program: ProgramLike, devices: int = DEVICES, *, entry: str = "main", time_limit: float = TIME_LIMIT
) -> Partitioned:
    """`program` as XLA splits it over its mesh, which may take up to `devices` devices of this machine's CPU.

    The program carries a Shardy mesh and says by ``sdy.sharding`` which dims are split over which axes; `annotate`
    writes that. Arguments and results without one are split as XLA finds from the others. Each call to XLA runs in a
    worker process and may take `time_limit` seconds.

    Raises UsageError where there is no mesh, it has more than `devices` devices, nothing is annotated, or a dim of an
    argument or result isn't divided by its axes; ParseError where the program can't be read; OracleError,
    OracleCrashed and OracleTimeout where XLA can't partition it.
    """
    if not isinstance(devices, int) or isinstance(devices, bool) or not 1 <= devices <= MOST_DEVICES:
        raise UsageError(f"devices is {devices!r}; give a number from 1 to {MOST_DEVICES}")
    module = program.module if isinstance(program, HasModule) else read(program)
    mesh = mesh_of(module)
    if prod(mesh.values()) > devices:
        raise UsageError(
            f"the program's {mesh_text(mesh)} doesn't fit on {devices}; ask for as many, or make the mesh smaller"
        )
    function = check_annotations(module, entry)
    data = program_bytes(module)
    hlo, arguments, results = _worker(time_limit).partition(data, function.name, prod(mesh.values()))
    return Partitioned(
        mesh,
        _pieces(function.type.inputs, arguments),
        _pieces(function.type.results, results),
        collectives_in(hlo, prod(mesh.values())),
        hlo,
        function.name,
        data,
        time_limit,
    )


def _pieces(types: Sequence[Type], shapes: Sequence[tuple[int, ...]]) -> tuple[Piece, ...]:
    """A complex tensor goes in and out as two, which are split alike."""
    remaining = iter(shapes)
    pieces = []
    for type in types:
        assert isinstance(type, TensorType)  # the worker has refused all others
        pieces.append(Piece(type, next(remaining)))
        if isinstance(type.element_type, ComplexType):
            next(remaining)
    return tuple(pieces)


class _Worker(WorkerBackend):
    def partition(self, program: bytes, entry: str, devices: int) -> tuple[str, list[Any], list[Any]]:
        answer: tuple[str, list[Any], list[Any]] = self._call(("partition", program, entry, devices))
        return answer

    def run_on(self, devices: int, program: bytes, entry: str, args: list[Any]) -> tuple[np.ndarray[Any, Any], ...]:
        results: tuple[np.ndarray[Any, Any], ...] = self._call(("run", program, entry, devices, args))
        return results


_EXECUTOR = f"{ShardedExecutor.__module__}:{ShardedExecutor.__qualname__}"
_lock = forking.lock()
_workers: dict[float, _Worker] = {}


def _worker(time_limit: float) -> _Worker:
    """One for everybody who has the same limit."""
    with _lock:
        if time_limit not in _workers:
            _workers[time_limit] = _Worker("xla-sharded", _EXECUTOR, time_limit=time_limit)
        return _workers[time_limit]
