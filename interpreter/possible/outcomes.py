"""What a program may give, over all orders that the specification leaves to the implementation, element by element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.ir import Operation, TensorType, TupleType, Type
from hlogen.notebook import Shown
from interpreter.executable import Executable
from interpreter.possible.evaluate import Evaluation, nominal
from interpreter.possible.registry import Value, why_unknown
from interpreter.possible.values import INTERVAL, SAMPLED, SET, Open, Possible
from interpreter.values.array import Array
from interpreter.values.digits import digits, listed
from interpreter.values.same import identities

KINDS = ("set", "interval", "sampled", "unknown")
_SHOWN = 8


@dataclass(frozen=True, repr=False)
class Allowed(Shown):
    """What one element may be. `kind` is "single", "set", "interval", "sampled" or "unknown".

    `values` are those of a single value or a set (all of them), or the ones that were seen; `low` and `high` are the
    bounds of an interval, in which NaN is too where `may_be_nan`. Of a set, `exact` says that each value is given by
    some order; it may hold more than that otherwise. `op` is what left the element open.
    """

    kind: str
    values: Array
    low: Any = None
    high: Any = None
    may_be_nan: bool = False
    exact: bool = True
    op: Operation | None = None

    def __str__(self) -> str:
        shown = listed(self.values, _SHOWN)
        match self.kind:
            case "single":
                return f"exactly {shown}, whatever the order"
            case "set":
                return f"one of {shown}"
            case "interval":
                return f"from {digits(self.low)} to {digits(self.high)}" + (", or NaN" if self.may_be_nan else "")
            case "sampled":
                return f"among others, {shown}"
            case _:
                return f"unknown; in the order of indices, {shown}"

    @property
    def why(self) -> str:
        """What left the element open, and where that is; empty where nothing did."""
        if self.op is None:
            return ""
        return f"left open by {self.op.name}" + (f" at {self.op.location}" if self.op.location else "")

    @property
    def reason(self) -> str:
        """Why nothing is known of an unknown element; empty of others, and where nobody said so."""
        found = why_unknown(self.op.name) if self.op is not None and self.kind == "unknown" else ""
        return f"{self.op.name}: {found}" if self.op is not None and found else ""


class Outcomes(Shown):
    """What a program may give, by element: what Admissible tells, before verdicts."""

    def __init__(self, executable: Executable, evaluation: Evaluation, values: Sequence[Value]) -> None:
        self.name = executable.name
        self.evaluation = evaluation
        self.types, self.values = _leaves(executable.type.results, values)
        self._shared: Array | None = None
        self.results: tuple[Any, ...] = tuple(_read_only(nominal(value)) for value in values)

    @property
    def open(self) -> dict[str, int]:
        """How many elements an order decides, by what is known of them."""
        counts = np.zeros(len(KINDS), np.int64)
        for found in self._opened():
            counts += np.bincount(found.kind, minlength=len(KINDS))
        return dict(zip(KINDS, counts.tolist(), strict=True))

    def of(self, result: int, index: int | Sequence[int] = ()) -> Allowed:
        """What element `index` of a result may be."""
        if not is_number(result) or not 0 <= result < len(self.values):
            raise UsageError(f"@{self.name} has {_results(self.types)}, counted from 0; there is no result {result!r}")
        value = nominal(self.values[result])
        place = tuple(index) if isinstance(index, Iterable) else (index,)
        if not all(map(is_number, place)):
            raise UsageError(f"an index is an integer, or one for each dimension of the result, not {index!r}")
        if len(place) != value.ndim or not all(0 <= i < dim for i, dim in zip(place, value.shape, strict=True)):
            raise UsageError(f"result {result} has shape {list(value.shape)}; it has no element {list(place)}")
        return self.at(result, int(np.ravel_multi_index(place, value.shape)) if place else 0)

    def at(self, result: int, position: int) -> Allowed:
        """What the element at a row-major position may be."""
        value = self.values[result]
        own = nominal(value).reshape(-1)[position : position + 1]
        found = value.open if isinstance(value, Possible) else None
        entry = -1 if found is None else int(np.searchsorted(found.positions, position))
        if found is None or entry == len(found) or found.positions[entry] != position:
            return Allowed("single", own)
        kind, origin = int(found.kind[entry]), int(found.origin[entry])
        op = self.evaluation.origins[origin] if origin >= 0 else None
        if kind == INTERVAL:
            return Allowed(
                "interval", own, found.low[entry], found.high[entry], bool(found.may_be_nan[entry]), False, op
            )
        values = _each_once(found.alternatives(entry)) if kind in (SET, SAMPLED) else own
        return Allowed(KINDS[kind], values, exact=bool(found.exact[entry]), op=op)

    @property
    def shared_sources(self) -> Array:
        """The sources that decide more than one element of the results, ascending."""
        if self._shared is None:
            sources = np.concatenate([np.empty(0, int), *(found.source[found.kind == SET] for found in self._opened())])
            self._shared = np.flatnonzero(np.bincount(sources[sources >= 0]) > 1)
        return self._shared

    def __str__(self) -> str:
        total = sum(nominal(value).size for value in self.values)
        counts = {kind: count for kind, count in self.open.items() if count}
        if not counts:
            return f"admissible results of @{self.name}: every order gives the same {total} elements"
        examples = {i: self._example(i) for i in range(len(self.values)) if self._open(i) is not None}
        lines = [
            f"admissible results of @{self.name}: an order decides {sum(counts.values())} of {total} elements",
            *(f"  {count:>9}  {_MEANINGS[kind]}" for kind, count in counts.items()),
            *(f"  result {i}, {_first(index, allowed)}" for i, (index, allowed) in examples.items()),
            *dict.fromkeys(f"  {allowed.reason}" for _, allowed in examples.values() if allowed.reason),
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        count, total = sum(self.open.values()), sum(nominal(value).size for value in self.values)
        return f"<admissible results of @{self.name}: {count} of {total} elements open>"

    def _example(self, result: int) -> tuple[list[int], Allowed]:
        """The first element that is open, and what it may be."""
        found = self._open(result)
        assert found is not None
        position = int(found.positions[0])
        index = [int(i) for i in np.unravel_index(position, nominal(self.values[result]).shape)]
        return index, self.at(result, position)

    def _open(self, result: int) -> Open | None:
        value = self.values[result]
        return value.open if isinstance(value, Possible) else None

    def _opened(self) -> Iterator[Open]:
        return (found for i in range(len(self.values)) if (found := self._open(i)) is not None)


_MEANINGS = {
    "set": "one of a set of values",
    "interval": "between bounds",
    "sampled": "known by samples only",
    "unknown": "unknown",
}


def _each_once(values: Array) -> Array:
    """Alternatives that go together with those of other elements may hold a value twice."""
    first = np.unique(identities(values), return_index=True)[1]
    return values[np.sort(first)]


def _first(index: Sequence[int], allowed: Allowed) -> str:
    return f"first at {list(index)}: {allowed}; {allowed.why}"


def is_number(x: object) -> bool:
    return isinstance(x, (int, np.integer)) and not isinstance(x, bool)


def _results(types: Sequence[TensorType]) -> str:
    return f"{len(types)} result{'' if len(types) == 1 else 's'}"


def _leaves(types: Sequence[Type], values: Sequence[Value]) -> tuple[list[TensorType], list[Value]]:
    """The tensors among results, those inside of tuples too; a token is none."""
    found_types: list[TensorType] = []
    found: list[Value] = []
    for type, value in zip(types, values, strict=True):
        if isinstance(type, TupleType):
            inner_types, inner = _leaves(type.element_types, value)
            found_types += inner_types
            found += inner
        elif isinstance(type, TensorType):
            found_types.append(type)
            found.append(value)
    return found_types, found


def _read_only(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_read_only, value))
    if isinstance(value, np.ndarray):
        value = value.view()
        value.flags.writeable = False
    return value
