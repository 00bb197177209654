"""Reads `golden/differences/`: a folder for each backend, a file for each difference.

A file is a golden with a head of comments, of which each entry may go on in indented lines:

    // difference: xla.order-of-complex-numbers
    // clause: compare: For complex element types, lexicographic comparison of (real, imag) pairs
    // value in jaxlib before 0.12: XLA takes GE and LE for true where the real parts are equal
    // refused in jaxlib since 0.12: XLA CPU can't compile it
    // portable: stays: the operation is the program's own
    // tracker: openxla/xla#48718, open
    // open: whether the text asks for this, and how it may be read

The clause is of the specification. Behind the kind of a difference, and the versions in which it shows so, stands what
the backend does: give another ``value``, the program is ``refused``, its process ends in a ``crash``. Upstream's
verifier, which is no backend, is ``laxer`` or ``stricter`` than the constraint that the clause is. "portable" says why
`hlogen.transform.portable` leaves it as it is; where it isn't there, a portable program avoids the difference. Where
the backend's tracker knows it, "tracker" says where and how it stands there; "open" is what the text leaves open.

`@main` makes the arguments of `@program`, calls it and checks what it gives. A backend runs `@program` alone, on these
arguments: many differences show for arguments and not for constants, or the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, cast, get_args

from hlogen.backends import backend
from hlogen.conform.differences.smallest import Smallest, smallest
from hlogen.conform.versions import Versions
from hlogen.errors import HlogenError

Kind = Literal["value", "refused", "crash", "fails", "laxer", "stricter"]
VERIFIER = "verifier"

_HERE = Path(__file__).parent / "programs"  # where an installed hlogen has them
_SOURCES = Path(__file__).parents[3] / "golden" / "differences"
_FOLDER = _HERE if _HERE.is_dir() else _SOURCES
_ENTRY = re.compile(r"^// (\S.*(?:\n//   .*)*)", re.M)
_SHOWS = re.compile(r"(\w+) in ([\w-]+)(?: since ([\d.]+))?(?: before ([\d.]+))?: (.*)")


@dataclass(frozen=True)
class KnownDifference:
    """How one difference of a backend shows in some versions; in others it may show otherwise, by another of its id."""

    id: str
    kind: Kind
    clause: str
    reason: str
    versions: Versions
    remains: str | None  # why a portable program has it, too
    path: Path
    tracker: str | None = None
    open: str | None = None  # what the specification leaves open about it, and the readings

    @property
    def backend(self) -> str:
        return self.id.partition(".")[0]

    @property
    def program(self) -> str:
        """The smallest program, as it stands in the file."""
        return self.path.read_text()

    @property
    def case(self) -> Smallest:
        """What a backend runs of the file; not where it is about the verifier."""
        return smallest(self.program)

    def is_in(self, versions: Mapping[str, str]) -> bool:
        """Whether it shows in these versions, as a backend's `version()` gives them."""
        return self.versions.include(versions)


@cache
def differences() -> tuple[KnownDifference, ...]:
    """All that are known, in the order of their files; those of one id in the order of versions."""
    return tuple(row for path in sorted(_FOLDER.glob("*/*.mlir")) for row in _rows(path))


@lru_cache(maxsize=8)
def installed(name: str) -> tuple[KnownDifference, ...]:
    """The differences of the backend `name` in the version that is installed."""
    rows = [row for row in differences() if row.backend == name]
    versions = backend(name).version() if rows else {}
    return tuple(row for row in rows if row.is_in(versions))


def _rows(path: Path) -> Iterator[KnownDifference]:
    head = path.read_text().partition("\n\n")[0]
    said: dict[str, str] = {}
    shows: list[re.Match[str]] = []
    for entry in _ENTRY.findall(head + "\n"):
        line = re.sub(r"\n//   +", " ", entry)
        if found := _SHOWS.fullmatch(line):
            shows.append(found)
        else:
            key, _, value = line.partition(": ")
            said[key] = value
    id = f"{path.parent.name}.{path.stem}"
    kinds = {found[1] for found in shows}
    if said.get("difference") != id or "clause" not in said or not kinds or not kinds <= set(get_args(Kind)):
        raise HlogenError(f"{path}: the head of a known difference says what it is: difference: {id}, clause, kinds")
    for found in shows:
        kind, software, since, until, reason = found.groups()
        remains = said.get("portable", "").removeprefix("stays: ") or None
        versions = Versions(software, since or "0", until)
        more = said.get("tracker"), said.get("open")
        yield KnownDifference(id, cast(Kind, kind), said["clause"], reason, versions, remains, path, *more)
