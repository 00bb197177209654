"""The table of backends: each file of `adapters/` registers one.

    @adapter("xla", what="XLA CPU, from jaxlib")
    class Xla: ...

The files are imported to know the names, so what a backend needs is imported where its class is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from hlogen.registry import Registry

ClassT = TypeVar("ClassT", bound=type)


@dataclass(frozen=True)
class Row:
    """What the backend is, in a few words, and an Adapter's class; a Backend's own where it runs in this process.

    `argument` says what stands behind its name and a colon, as in `example`; empty where nothing does.
    """

    what: str
    made_by: type[Any]
    is_in_process: bool
    argument: str = ""
    example: str = ""
    argument_is_path: bool = False
    wants_folder: bool = False  # as a keyword: the one that its argument is seen from


TABLE: Registry[Row] = Registry("hlogen.backends.adapters", "an adapter")


def adapter(
    name: str,
    *,
    what: str,
    is_in_process: bool = False,
    argument: str = "",
    example: str = "",
    argument_is_path: bool = False,
    wants_folder: bool = False,
) -> Callable[[ClassT], ClassT]:
    """Registers the class as the backend `name`. Only what can't end a process may run in the caller's own."""

    def register(made_by: ClassT) -> ClassT:
        row = Row(what, made_by, is_in_process, argument, example, argument_is_path, wants_folder)
        TABLE.add(name, row, made_by.__module__)
        return made_by

    return register
