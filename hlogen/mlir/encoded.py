"""Operations in numbers, as MLIR's bytecode has them.

Asking the bindings what an operation is made of takes a call for each part, and each value and type that they hand out
is an object to be made, hashed and compared. Writing bytecode takes upstream a twentieth of that, and parts that are
equal are the same number there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, islice, pairwise
from typing import Any

# The shortest that all releases write: an operation has all its attributes in one dictionary, its regions stand behind
# it, and nothing is said about the order in which values are used.
_VERSION = 1
BUILTIN = "builtin"
_MAGIC = b"ML\xefR"
_STRINGS, _DIALECTS, _ENTRIES, _SIZES, _OPERATIONS = range(5)  # sections
_ALIGNED = 0x80  # of a section that begins at a multiple of some number
_LARGE = 1 << 16  # bytes
_MOST_ENTRIES = 1 << 24  # bytes of attributes and types that are kept, constants among them

HAS_ATTRIBUTES, HAS_RESULTS, HAS_OPERANDS, HAS_SUCCESSORS, HAS_REGIONS = 1, 2, 4, 8, 16


class Encoded:
    """An operation of the bindings with all that is in it.

    `operations` is a block without arguments that has just this one. A block is twice the number of its operations, one
    more where arguments follow: how many, and of each its type and its place. Then come the operations, each with its
    name, a byte of the flags above, its place, and what these say that it has: attributes, types of results, operands
    and successors, the last three behind their number. What regions it has stands behind it: twice how many, one more
    where they use nothing from around them, and of each the number of its blocks and, unless that is none, how many
    values it makes, outside of the regions inside. Values are numbered from zero on in the order of the text; those of
    a region come behind all those of the one around it.

    `names` are those of operations, by their numbers, `strings` what other parts refer to. The attributes, places among
    them, are the first `attribute_count` of the entries, types the others: entry n is what `entries` has between the
    places n and n + 1 of `starts`. The entries are of MLIR's builtin dialect and in a form of their own, apart from
    those in `foreign`, by the dialect that they are of; that is empty where the entry is the text that stands for it,
    and "?" where it isn't there, since all of them take too much memory.
    """

    def __init__(self, operation: Any) -> None:
        file = _Sections()
        operation.write_bytecode(file, _VERSION)
        sections = file.sections()
        self.operations = sections[_OPERATIONS]
        self.strings = _strings(sections[_STRINGS])
        count, *numbers = numbers_in(sections[_DIALECTS])
        dialects = [self.strings[key >> 1].decode() for key in numbers[:count]]
        self.names = [
            f"{dialects[key]}.{own}" if (own := self.strings[name].decode()) else dialects[key]
            for key, names in _groups(numbers[count:])
            for name in names
        ]
        self.entries = sections.get(_ENTRIES, b"")
        self.attribute_count, _, *numbers = numbers_in(sections[_SIZES])
        self.starts = starts = [0]
        self.foreign: dict[int, str] = {}
        end = 0
        for key, sizes in _groups(numbers):
            if (dialect := dialects[key]) != BUILTIN:
                self.foreign.update(dict.fromkeys(range(len(starts) - 1, len(starts) - 1 + len(sizes)), dialect))
            for size in sizes:
                if not size & 1:
                    self.foreign[len(starts) - 1] = ""
                starts.append(end := end + (size >> 1))
        if _ENTRIES not in sections:
            self.foreign = dict.fromkeys(range(len(starts)), "?")


def _groups(numbers: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Groups of numbers, each behind that of its dialect and how many they are."""
    at = 0
    while at < len(numbers):
        end = at + 2 + numbers[at + 1]
        yield numbers[at], numbers[at + 2 : end]
        at = end


def _strings(code: bytes) -> list[bytes]:
    """Strings, which stand one behind the other, each with a zero, behind their sizes, the last one's first."""
    rest = iter(code)
    (count,) = numbers_in(rest, 1)
    sizes = numbers_in(rest, count)
    ends = accumulate(reversed(sizes), initial=len(code) - sum(sizes))
    return [code[start : end - 1] for start, end in pairwise(ends)]


class _Sections:
    """A file for bytecode, which keeps what `Encoded` is made of: no large constants."""

    def __init__(self) -> None:
        self._found: dict[int, bytes] = {}
        self._kept = bytearray()  # what follows the sections that have been found or left out
        self._before = 0  # bytes before those
        self._ahead = 0  # bytes still to come of a section that is left out

    def write(self, chunk: bytes) -> int:
        if len(chunk) > _LARGE and not self._ahead:
            self._find()
        if self._ahead:
            passed = min(self._ahead, len(chunk))
            self._ahead -= passed
            self._before += passed
            self._kept += chunk[passed:]
        else:
            self._kept += chunk
        return len(chunk)

    def sections(self) -> dict[int, bytes]:
        self._find()
        return self._found

    def _find(self) -> None:
        """Takes sections from the beginning of what is kept, up to the first one that isn't all there."""
        code, end = self._kept, 0
        while end < len(code):
            at = end
            if self._before == at == 0:  # the version, and who wrote it
                at = code.index(0, number(code, len(_MAGIC))[1]) + 1
            kind = code[at]
            size, at = number(code, at + 1)
            if kind & _ALIGNED:
                alignment, at = number(code, at)
                at += -(self._before + at) % alignment
            kind &= ~_ALIGNED
            is_needed = kind <= _OPERATIONS and (kind != _ENTRIES or size <= _MOST_ENTRIES)
            if at + size <= len(code):
                if is_needed:
                    self._found[kind] = bytes(code[at : at + size])
            elif is_needed:
                break
            end = at + size
        self._ahead = max(end - len(code), 0)
        self._before += min(end, len(code))
        del code[:end]


def number(code: bytes | bytearray, at: int) -> tuple[int, int]:
    """The number that begins at a place, and the place behind it.

    It has as many more bytes as its first one ends in zeros, and stands above these and the one before them.
    """
    first = code[at]
    if first & 1:
        return first >> 1, at + 1
    if first & 2:
        return (first | code[at + 1] << 8) >> 2, at + 2
    if not first:
        return int.from_bytes(code[at + 1 : at + 9], "little"), at + 9
    size = (first & -first).bit_length()
    return int.from_bytes(code[at : at + size], "little") >> size, at + size


def two_numbers(code: bytes, at: int) -> tuple[int, int]:
    """The ones that begin at a place."""
    if (first := code[at]) & 1:
        first >>= 1
        at += 1
    else:
        first, at = number(code, at)
    second = code[at]
    return first, second >> 1 if second & 1 else number(code, at)[0]


def numbers_in(code: Iterable[int], count: int | None = None) -> list[int]:
    """The numbers that bytes are, or the first ones."""
    numbers = []
    rest = iter(code)
    for first in rest if count is None else islice(rest, count):
        if first & 1:
            numbers.append(first >> 1)
        elif first & 2:
            numbers.append((first | next(rest) << 8) >> 2)
        else:
            size = (first & -first).bit_length() if first else 9
            numbers.append(number(bytes((first, *islice(rest, size - 1))), 0)[0])
    return numbers


def signed(number: int) -> int:
    """The number that may be negative, which stands for it by turns: 0, -1, 1, -2, ..."""
    return number >> 1 ^ -(number & 1)
