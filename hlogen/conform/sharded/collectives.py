"""What devices say to each other: the collectives in the text of a program that XLA has partitioned."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from hlogen.backends.errors import OracleError

# The kinds of collectives that XLA has, as HLO spells them.
KINDS = (
    "all-gather",
    "all-reduce",
    "all-to-all",
    "collective-broadcast",
    "collective-permute",
    "ragged-all-to-all",
    "reduce-scatter",
)

# "-start" begins a collective that a "-done" ends; its type also names what goes in.
_COLLECTIVE = re.compile(
    rf"^\s*(?:ROOT )?%?\S+ = (?P<types>\(.*?\)|\S+) (?P<kind>{'|'.join(KINDS)})(?P<start>-start)?\(", re.M
)
_TYPE = re.compile(r"\b([a-z]+)(\d*)(\w*)\[([\d,]*)\]")
_GROUPS = re.compile(r"\breplica_groups=(\{\{.*?\}\}|\{\}|\[[\d,]+\]<=|mesh\[[^\]]*\][^{}\n]*\{[^}]*\})")
_PAIRS = re.compile(r"\bsource_target_pairs=\{((?:\{\d+,\d+\},?)*)\}")
_NUMBER = re.compile(r"\d+")
_MESH_AXIS = re.compile(r"'([^']*)'=(\d+)")
_USED_AXIS = re.compile(r"'([^']*)'(?::\(\d+\)(\d+))?")


@dataclass(frozen=True)
class Collective:
    """One collective of a partitioned program.

    `group` is how many devices it joins, `bytes_moved` how many bytes arrive at other devices than they started from,
    all devices together, each time it runs, where devices pass the parts on in a ring.
    """

    kind: str  # one of KINDS
    type: str  # of what one device has afterwards, such as "f32[16,5,4]"
    group: int
    bytes_moved: int

    def __str__(self) -> str:
        return f"{self.kind} {self.type}, groups of {self.group}: {self.bytes_moved} bytes"


def collectives_in(hlo: str, devices: int) -> tuple[Collective, ...]:
    """The collectives of an HLO text for `devices` devices, in its order; one inside a loop is there once."""
    found = []
    for match in _COLLECTIVE.finditer(hlo):
        end = hlo.find("\n", match.start("kind"))
        line = hlo[match.start("kind") : end if end >= 0 else len(hlo)]
        types = [
            (f"{kind}{bits}{form}[{shape}]", _bytes(kind, bits, shape))
            for kind, bits, form, shape in _TYPE.findall(match["types"])
        ]
        if match["start"]:
            types = [max(types, key=lambda type: type[1])]
        kind, size = match["kind"], sum(bytes for _, bytes in types)
        listed = ", ".join(type for type, _ in types)
        if kind == "collective-permute":
            pairs = _pairs(line)
            moved = size * sum(source != target for source, target in pairs)
            found.append(Collective(kind, listed, len({device for pair in pairs for device in pair}), moved))
        else:
            group = _group(line, devices)
            found.append(Collective(kind, listed, group, devices * _through_a_ring(kind, size, group)))
    return tuple(found)


def _through_a_ring(kind: str, size: int, group: int) -> int:
    """The bytes that arrive at one device of a group; `size` is of what it has afterwards."""
    if kind == "all-reduce":  # every part is added up on its way round, then handed round
        return 2 * size * (group - 1) // group
    if kind == "reduce-scatter":
        return size * (group - 1)
    return size * (group - 1) // group


def _bytes(kind: str, bits: str, shape: str) -> int:
    elements = math.prod(int(dim) for dim in shape.split(",") if dim)
    return (elements * (8 if kind == "pred" else int(bits or 0)) + 7) // 8


def _pairs(line: str) -> list[tuple[str, str]]:
    match = _PAIRS.search(line)
    if match is None:
        raise _unknown(line)
    numbers = _NUMBER.findall(match[1])
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _group(line: str, devices: int) -> int:
    """How many devices talk to each other. HLO lists them, or counts them off, or names axes of a mesh."""
    match = _GROUPS.search(line)
    if match is None:
        raise _unknown(line)
    text = match[1]
    if text == "{}":
        return devices
    if text.startswith("{{"):
        return len(_NUMBER.findall(text[: text.index("}")]))
    if text.startswith("["):
        return int(_NUMBER.findall(text)[1])
    mesh, _, used = text.partition("{")
    sizes = dict(_MESH_AXIS.findall(mesh))
    return math.prod(int(part or sizes[axis]) for axis, part in _USED_AXIS.findall(used))


def _unknown(line: str) -> OracleError:
    return OracleError(
        f"xla-sharded: this version of jaxlib spells the groups of a collective in a new way: {line[:300]}"
    )
