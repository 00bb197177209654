"""Places in a frontend's own language, which what is built from there is given instead of the frontend's Python."""

from __future__ import annotations

from contextlib import AbstractContextManager

from hlogen.builder import trace
from hlogen.builder.emit import text
from hlogen.builder.trace import usage_error
from hlogen.door import strict
from hlogen.ir import Location

_MOST = 2**31 - 1  # MLIR's lines have 32 bits, and are printed as signed


@strict
def located(file: str, line: int = 0, column: int = 0) -> AbstractContextManager[None]:
    """Inside ``with hl.located("net.toy", 3, 7):`` operations stand at line 3, column 7 of net.toy.

    Errors, the sanitizer, traces and programs in bytecode name that place, where they would name a line of the Python
    that builds the program: a frontend says so of each node of its own language, the innermost `with` counting. Lines
    and columns count from 1, 0 says that there is none. Each thread and each coroutine is at a place of its own.

    Raises UsageError where `file` is empty, and where a line or a column is less than 0 or 2147483648 or more.
    """
    if not text(file, "file"):
        raise usage_error("file is empty\n  fix: name the file, or whatever else says where the program is from")
    for what, number in (("line", line), ("column", column)):
        if not 0 <= number <= _MOST:
            raise usage_error(f"{what} = {number}, expected 0 to {_MOST}")
    return trace.located(Location(file, line, column))
