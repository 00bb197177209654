"""Operations in numbers, as MLIR's bytecode has them.

Asking the bindings what an operation is made of takes a call for each part, and each value and type that they hand out
is an object to be made, hashed and compared. Writing bytecode takes upstream a twentieth of that, and parts that are
equal are the same number there.
"""

from __future__ import annotations

from typing import Any

# The shortest that all releases write: an operation has all its attributes in one dictionary, its regions stand behind
# it, and nothing is said about the order in which values are used.
_VERSION = 1
_MAGIC = b"ML\xefR"
_OPERATIONS = 4  # the section that has them
_ALIGNED = 0x80  # of a section that begins at a multiple of some number
_LARGE = 1 << 16  # bytes

HAS_ATTRIBUTES, HAS_RESULTS, HAS_OPERANDS, HAS_SUCCESSORS, HAS_REGIONS = 1, 2, 4, 8, 16


def encoded(operation: Any) -> bytes:
    """An operation of the bindings with all that is in it, as a block without arguments that has just this one.

    A block is twice the number of its operations, one more where arguments follow: how many, and of each its type and
    its place. Then come the operations, each with its name, a byte of the flags above, its place, and what these say
    that it has: attributes, types of results, operands and successors, the last three behind their number. What regions
    it has stands behind it: twice how many, one more where they use nothing from around them, and of each the number of
    its blocks and, unless that is none, how many values it makes, outside of the regions inside. Values are numbered
    from zero on in the order of the text; those of a region come behind all those of the one around it.
    """
    file = _Sections()
    operation.write_bytecode(file, _VERSION)
    return file.operations()


class _Sections:
    """A file for bytecode, which keeps no large constants: they stand in a section before that of the operations."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._left_out = 0  # bytes before those
        self._ahead = 0  # bytes still to come of a section that isn't kept
        self._size = -1  # of the section of operations, with which begins what is kept

    def write(self, chunk: bytes) -> int:
        if len(chunk) > _LARGE and not self._ahead:
            self._pass_sections()
        if 0 <= self._size <= len(self._kept):  # all is there
            return len(chunk)
        if len(chunk) <= self._ahead:
            self._ahead -= len(chunk)
            self._left_out += len(chunk)
        else:
            self._left_out += self._ahead
            self._kept += chunk[self._ahead :]
            self._ahead = 0
        return len(chunk)

    def operations(self) -> bytes:
        self._pass_sections()
        return bytes(self._kept[: self._size])

    def _pass_sections(self) -> None:
        at = 0
        while self._size < 0 and at < len(self._kept):
            if self._left_out == at == 0:  # the version, and who wrote it
                at = self._kept.index(0, number(self._kept, len(_MAGIC))[1]) + 1
            kind = self._kept[at]
            size, at = number(self._kept, at + 1)
            if kind & _ALIGNED:
                alignment, at = number(self._kept, at)
                at += -(self._left_out + at) % alignment
            if kind & ~_ALIGNED == _OPERATIONS:
                self._size = size
            else:
                at += size
        self._ahead = max(at - len(self._kept), 0)
        self._left_out += min(at, len(self._kept))
        del self._kept[:at]


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
