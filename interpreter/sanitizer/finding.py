"""What the sanitizer reports: a finding for each operation and hazard, with the elements that met it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hlogen.notebook import Shown
from interpreter.values.digits import digits

if TYPE_CHECKING:
    from hlogen.ir import Location
    from hlogen.spec.hazards import Level

_SHOWN = 8  # processes


@dataclass(frozen=True)
class Element:
    """One element that met a hazard; `text` tells it in words.

    `position` is its index in the result, or that of an index vector among the vectors (index_vector_dim left out),
    which `index_vector` then is. `values` are the numbers behind it. None and empty where there is no such thing.
    """

    text: str
    position: tuple[int, ...] | None = None
    index_vector: tuple[int, ...] | None = None
    values: tuple[Any, ...] = ()


@dataclass(frozen=True, repr=False)
class Finding(Shown):
    """A hazard that an operation has met, all its executions taken together.

    `id`, `level` and `fix` are the hazard's (hlogen.spec.hazards). `count` of `total` elements met it in `executions`
    executions, counting only executions that met it; `elements` are the first of them.
    In a grid, `processes` are the ids of those that met it. `drawn` names the first of the elements where the operation
    is drawn (`hlogen explain --element`); None where it has no name there.
    """

    id: str
    level: Level
    op: str
    location: Location | None
    message: str
    count: int
    total: int
    executions: int
    elements: tuple[Element, ...]
    fix: str
    processes: tuple[tuple[int, int], ...] = ()
    drawn: str | None = None

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        lines = [f"{place}{self.level}: {self.id} in {self.op}{self._whose()}: {self.message}"]
        lines += [f"    {element.text}" for element in self.elements]
        if self.elements and self.count > len(self.elements):
            lines.append(f"    and {self.count - len(self.elements)} more")
        lines.append(f"    fix: {self.fix}")
        return "\n".join(lines)

    def _whose(self) -> str:
        shown = ", ".join(map(str, self.processes[:_SHOWN]))
        rest = len(self.processes) - _SHOWN
        more = f" and {rest} more" if rest > 0 else ""
        return f" in process{'es' if len(self.processes) > 1 else ''} {shown}{more}" if self.processes else ""

    def as_json(self) -> dict[str, Any]:
        """The finding as JSON knows it; numbers that JSON has no word for are text."""
        location = self.location
        place = location and {"file": location.file, "line": location.line or None, "column": location.column or None}
        elements = [
            {
                "text": element.text,
                "position": None if element.position is None else list(element.position),
                "index_vector": None if element.index_vector is None else list(element.index_vector),
                "values": [x if isinstance(x, (bool, int)) else digits(x) for x in element.values],
            }
            for element in self.elements
        ]
        facts = {name: getattr(self, name) for name in ("id", "level", "op", "message", "count", "total", "executions")}
        processes = {"processes": [list(id) for id in self.processes]} if self.processes else {}
        return facts | {"location": place, "elements": elements, "fix": self.fix} | processes
