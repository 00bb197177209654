"""`hl.explain`: which elements the elements of an operation's tensors come from, or go to, as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from hlogen import placing
from hlogen.door import described, public
from hlogen.errors import UsageError
from hlogen.explaining.as_json import as_json
from hlogen.explaining.choosing import chosen
from hlogen.explaining.followed import Followed, Index, chosen_element
from hlogen.explaining.graph.model import graph_of
from hlogen.explaining.graph.shown import ShownGraph
from hlogen.explaining.history import told
from hlogen.explaining.made_up import made_up
from hlogen.explaining.maps import MAPS
from hlogen.explaining.met import pictured
from hlogen.explaining.of_operation import grid_of, needs_processes
from hlogen.explaining.picture import Picture
from hlogen.explaining.provenance import Provenance
from hlogen.explaining.text import plain
from hlogen.explaining.whole import MADE_UP, MOST_STEPS, Run
from hlogen.ir import Module, Operation, ProgramLike, TensorType, Type
from hlogen.notebook import Shown
from interpreter.executable import load, module_of
from interpreter.execution.names import Names
from interpreter.grid.groups import GridSize
from interpreter.parallel import grid_size, run_parallel
from interpreter.plan.program import entry_function


@public
def explain(
    program: ProgramLike,
    *args: Any,
    op: int | str | None = None,
    element: int | str | Sequence[int] | None = None,
    entry: str = "main",
    turn: int = 1,
    num_replicas: int | None = None,
    num_partitions: int | None = None,
    max_steps: int | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> Explanation:
    """The picture of an operation of `program`, where it meets what a run on `args` brings to it.

    `program`, `args` and `entry` are as in `interpreter.run`. Without arguments, arrays are made up that are easy to
    read: elements count up, and one index is out of bounds. `op` says which operation is drawn: by its result (``%5``),
    its name (``gather``), its place (``:12``) or its number among those that can be drawn; if not given, it is the
    first gather or scatter, else the first that moves or folds elements. Of one that runs several times, in a loop, it
    is the run number `turn`. `element` is the element to follow: an index of the result (of a scatter's updates), or
    the text of an element of any tensor, ``"operand[2, 1]"``; if not given, it is one that shows much, such as one
    whose start index is clamped.

    A collective operation is drawn for all processes of a grid, whose size is given or is what the program says, else
    the least that its groups need. An argument with one more dimension in front has a part for each process. Of any
    other operation of a program with collective ones it is what the first process meets.
    `max_steps`, `max_memory` and `time_limit` are as in `interpreter.run`; the run ends with the operation.

    Raises what `interpreter.run` raises; UsageError where no operation is meant, or one that has no index map, such as
    fft, where it isn't reached, and where there is no such element.
    """
    module = module_of(program)
    executable = load(module, entry)
    target, notes = chosen(module, Names(executable.plan), _number_or_name(op))
    if not isinstance(turn, (int, np.integer)) or isinstance(turn, bool) or turn < 1:
        raise UsageError(f"turn is {turn!r}; turns are counted from 1")
    for value in (*target.operands, *target.results):
        if not isinstance(value.type, TensorType):
            raise UsageError(f"{target.name} has a value of type {value.type} here; a picture shows tensors")
    function = entry_function(module, entry)
    given: Sequence[Any] = args
    if function.arguments and not args:
        given = made_up(function, target)
        notes.append(MADE_UP)
    is_made_up = given is not args
    if is_made_up and max_steps is None:
        max_steps = MOST_STEPS
    limits: dict[str, Any] = {"max_steps": max_steps, "max_memory": max_memory, "time_limit": time_limit}
    run: Callable[..., object]
    grid = _grid_of(target, module, num_replicas, num_partitions)
    if grid is not None:
        if not needs_processes(target.name):
            notes.append(f"the program runs in a grid of {grid}; drawn is what its first process meets")
        rows = _of_each_process(given, function.type.inputs, grid, is_made_up)
        run = partial(run_parallel, module, rows, grid.num_replicas, grid.num_partitions, entry=entry, **limits)
    else:
        run = partial(executable, *given, **limits)
    whole = Run(module, given, entry, limits)
    return Explanation(pictured(target, module, run, int(turn), notes), whole=whole).element(element)


def _grid_of(op: Operation, module: Module, num_replicas: int | None, num_partitions: int | None) -> GridSize | None:
    """The grid that the program runs in: as its collective operations need it, the one that is drawn first of all.

    None where it is one process, or the program says itself which there are, as those with an interpreter.run_parallel
    do.
    """
    if any(one.name == "interpreter.run_parallel" for one in module.walk()):
        return None
    collectives = [one for one in (op, *module.walk()) if one.name in MAPS.rows() and needs_processes(one.name)]
    if collectives:
        return grid_of(collectives[0], module, num_replicas, num_partitions)
    return None if num_replicas is None and num_partitions is None else grid_size(module, num_replicas, num_partitions)


def _of_each_process(
    args: Sequence[Any], types: Sequence[Type], grid: GridSize, is_made_up: bool
) -> list[tuple[Any, ...]]:
    """The arguments of each process: of an argument its part where it has one more dimension, else the same for all."""
    count = len(grid.process_ids)
    if len(args) > len(types):  # too few are told of by the run
        raise UsageError(f"the program takes {len(types)} arguments, got {len(args)}")
    columns = []
    for arg, type in zip(args, types, strict=False):
        shape: tuple[int, ...] = getattr(arg, "shape", ())
        if isinstance(type, TensorType) and len(shape) == type.rank + 1:
            if shape[0] != count:
                raise UsageError(f"an argument of shape {list(shape)} has {shape[0]} parts for {count} processes")
            columns.append([np.asarray(arg)[process] for process in range(count)])
        elif is_made_up and arg.dtype.kind in "iuf" and arg.dtype.itemsize > 1:
            columns.append([arg + np.asarray(10 * process, arg.dtype) for process in range(count)])
        else:
            columns.append([arg] * count)
    return list(zip(*columns, strict=True)) if columns else [()] * count


def _number_or_name(op: Any) -> int | str | None:
    if op is None or isinstance(op, str):
        return int(op) if op is not None and op.strip().isdecimal() else op
    if isinstance(op, (int, np.integer)) and not isinstance(op, bool):
        return int(op)
    raise UsageError(f"op is a result (%5), an op's name (gather), a place (:12) or a number, not {described(op)}")


@public
class Explanation(Followed, Shown):
    """The picture of an operation, and the element of it that is followed.

    `picture` has all tensors with the roles of their dimensions. The element is that of `index` in the panel `panel`.
    ``str()`` is the picture as text; `element` and `at` give the same picture with another element.
    """

    def __init__(
        self, picture: Picture, panel: str | None = None, index: Index | None = None, whole: Run | None = None
    ) -> None:
        super().__init__(picture, picture.map.of if panel is None else panel, index)
        self._whole = whole

    def element(self, element: int | str | Sequence[int] | None) -> Explanation:
        """The same picture with this element: an index, or the text of a tensor and an index, ``"operand[2, 1]"``.

        UsageError where there is none.
        """
        return Explanation(self.picture, *chosen_element(self.picture, element), self._whole)

    @property
    def at(self) -> _At:
        """``explanation.at[1, 2]``: the same picture with the element of this index."""
        return _At(self)

    def provenance(self, result: int | str = 0, index: Any = None) -> Provenance:
        """Which elements of the program's arguments the elements ``result[index]`` depend on, in the whole run.

        `result` is the number or the name of a result of the program, or an element in text, ``"result[1, 2]"``;
        `index` has numbers or slices for the first dimensions or all. The program is run once more, and all its values
        are kept.

        Raises what `interpreter.run` raises; ExecutionError where the values take more memory than there is, or than
        `max_memory` allows; UsageError where there is no such element.
        """
        return self._of_program().traced.provenance(result, index)

    def reaches(self, argument: int | str = 0, index: Any = None) -> Provenance:
        """Which elements of the program's results depend on the elements ``argument[index]``; asked likewise."""
        return self._of_program().traced.reaches(argument, index)

    def graph(self, answer: Provenance | None = None) -> ShownGraph:
        """The whole program, with the values of the run: what uses what, and what an answer of these methods passes."""
        whole = self._of_program()
        return ShownGraph(graph_of(whole.module, whole.entry, whole.traced, answer))

    def _of_program(self) -> Run:
        if self._whole is None:
            raise UsageError("this picture isn't of a program that could be run; hl.explain(program) is")
        return self._whole

    def as_json(self) -> dict[str, Any]:
        """What the picture shows as JSON has it (hlogen/schemas/explain.json)."""
        return as_json(self)

    def html(self) -> str:
        """The picture as one page of HTML that needs nothing else; UsageError where it is too large for a page."""
        from hlogen.explaining.page import page

        return page(told(self.picture), self._chosen, str(self))

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> Path:
        """Writes the page to a new file, which may replace one with `overwrite`, and gives the file's path.

        UsageError where it can't be written, or the picture is too large for a page.
        """
        at, content = placing.path_of(path), self.html().encode()
        try:
            placing.write(at, lambda file: file.write(content), overwrite=overwrite)
        except FileExistsError:
            raise UsageError(f"{at} exists already and is left as it is; set overwrite=True to replace it") from None
        except OSError as error:
            raise UsageError(f"{at} can't be written: {error.strerror or error}") from error
        return at

    def _repr_html_(self) -> str:
        from hlogen.explaining.page import frame

        try:
            return frame(told(self.picture), self._chosen, str(self))
        except UsageError:  # too large
            return super()._repr_html_()

    @property
    def _chosen(self) -> tuple[str, Index] | None:
        """The element, if there is one."""
        return None if self.index is None else (self.panel, self.index)

    def __str__(self) -> str:
        return plain(self)


class _At:
    """What ``explanation.at`` is: an index chooses."""

    def __init__(self, explanation: Explanation) -> None:
        self._explanation = explanation

    def __getitem__(self, index: Any) -> Explanation:
        return self._explanation.element(index)
