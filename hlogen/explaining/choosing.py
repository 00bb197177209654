"""Which operation of a program is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hlogen.errors import UsageError
from hlogen.explaining.maps import MAPS
from hlogen.explaining.of_operation import index_map_of
from hlogen.ir import Module, Operation
from interpreter.execution.names import Names, Selection

_MOST_LISTED = 8
_FIRST = ("stablehlo.gather", "stablehlo.dynamic_gather", "stablehlo.scatter")
_RUN_AS_WRITTEN = ("func.func", "stablehlo.while", "stablehlo.if", "stablehlo.case", "sdy.manual_computation")
_LAST = ("stablehlo.reshape", "stablehlo.broadcast_in_dim", "stablehlo.transpose")


def chosen(module: Module, names: Names, wanted: int | str | None) -> tuple[Operation, list[str]]:
    """The operation that is meant, and what to say about that.

    `wanted` is a number among those that can be drawn, in the order of the text, or what an operation is called: by its
    result (``%5``), its op (``gather``) or its place (``:12``). If not given it is the first gather or scatter; where
    there is none the first that moves elements or folds them; else the first of all.

    UsageError, which says what there is, where no operation is meant, or none that has an index map.
    """
    known = {op for op, _ in names.operations()}
    drawable = [op for op in _plain(module.operations) if op in known and op.name in MAPS.rows()]
    if wanted is None:
        return _by_itself(names, drawable)
    if isinstance(wanted, int):
        if not 0 <= wanted < len(drawable):
            raise UsageError(f"there is no operation {wanted} to draw; {_there(names, drawable)}")
        return drawable[wanted], []
    selection = Selection([wanted])
    selection.require(names)
    meant = selection.operations(names)
    found = [op for op in drawable if op in meant]
    if not found:
        index_map_of(next(op for op in module.walk() if op in meant).name)  # says why not
        raise UsageError(
            f"{wanted} runs on elements, in the function of another operation; draw that one: {_there(names, drawable)}"
        )
    note = f"{wanted} is the first of {len(found)}: {_listed(names, drawable, found)}"
    return found[0], [note] if len(found) > 1 else []


def _plain(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Operations that run on whole tensors: not those in the functions that others run on elements."""
    waiting = [iter(operations)]
    while waiting:
        op = next(waiting[-1], None)
        if op is None:
            waiting.pop()
            continue
        yield op
        if op.name in _RUN_AS_WRITTEN:
            waiting.append(inner for region in op.regions for block in region.blocks for inner in block.operations)


def _by_itself(names: Names, drawable: Sequence[Operation]) -> tuple[Operation, list[str]]:
    if not drawable:
        raise UsageError(f"no operation of the program has an index map to be drawn{_why_none(names)}")
    op = min(drawable, key=_rank)
    if len(drawable) == 1:
        return op, []
    return op, [f"other operations are drawn with --op (op= in Python): {_listed(names, drawable)}"]


def _why_none(names: Names) -> str:
    """``: stablehlo.fft is there, ...``, with the reason, where one is known."""
    known = dict.fromkeys(op.name for op, _ in names.operations())
    reasons = [f"{name}: {MAPS.reasons()[name]}" for name in known if name in MAPS.reasons()]
    return "".join(f"\n  {reason}" for reason in reasons[:_MOST_LISTED])


def _rank(op: Operation) -> int:
    if op.name in _FIRST:
        return 0
    if op.name in ("stablehlo.iota", "stablehlo.dynamic_iota"):  # of no elements
        return 3
    return 2 if op.name in _LAST or MAPS.rows()[op.name].what == "is computed from" else 1


def _there(names: Names, drawable: Sequence[Operation]) -> str:
    return f"there are {_listed(names, drawable)}" if drawable else "there are none"


def _listed(names: Names, drawable: Sequence[Operation], among: Sequence[Operation] | None = None) -> str:
    """``0 (%3 = gather in line 4), 1 (%5 = slice in line 7)``, with their numbers among all that can be drawn: all of
    them, or those `among` them, the most telling first; the first of many."""
    some = sorted(drawable if among is None else among, key=_rank)
    rest = f" and {len(some) - _MOST_LISTED} more" if len(some) > _MOST_LISTED else ""
    return ", ".join(_described(names, drawable, op) for op in some[:_MOST_LISTED]) + rest


def _described(names: Names, drawable: Sequence[Operation], op: Operation) -> str:
    number = next(n for n, one in enumerate(drawable) if one is op)
    line = f" in line {op.location.line}" if op.location and op.location.line else ""
    return f"{number} ({names.of_op(op)} = {op.name.partition('.')[2]}{line})"
