"""Rules of programs as a whole, which no operation keeps alone: names, the order of definitions, what there is at all.

Upstream's parser ends at what breaks one of them; `hlogen check` reports it by these ids and checks the rest.
"""

from __future__ import annotations

import difflib
from typing import NamedTuple

from hlogen.spec.optable import OPS
from hlogen.spec.patterns import PROGRAM

NAMES, ORDER, UNDEFINED, TYPES, UNKNOWN, END = (
    f"{PROGRAM}{name}" for name in ("names", "order", "undefined", "types", "unknown", "end")
)
STANDS_IN = "hlogen.unread"  # the operation in place of one that can't be read, or of a value that isn't there


class ProgramRule(NamedTuple):
    """What breaks a rule of programs, and what to do about it."""

    title: str
    fix: str


PROGRAM_RULES = {
    NAMES: ProgramRule("there are two functions of one name, or two values", "give one of them another name"),
    ORDER: ProgramRule(
        "a value is used before it is defined, or by what defines it",
        "write the operation that defines it in front of those that use it",
    ),
    UNDEFINED: ProgramRule(
        "a value is used that isn't defined, or is defined for another region",
        "name one that is there, or define it before",
    ),
    TYPES: ProgramRule("a value is used as if it had another type", "write the type that it has, or use another value"),
    UNKNOWN: ProgramRule("there is no such operation", "write an operation that there is (`hlogen rule` lists them)"),
    END: ProgramRule(
        "the body of a function doesn't end in a return", "end it in return, with what the function gives"
    ),
}


def unknown_operation(name: str) -> tuple[str, str]:
    """What is said of an operation that there isn't, and what to do about it."""
    dialect, _, mnemonic = name.rpartition(".")
    message = f"StableHLO has no operation {mnemonic}" if dialect == "stablehlo" else f"there is no operation {name}"
    there = [op.mnemonic for op in OPS.values()]
    near = [mnemonic] if mnemonic in there else difflib.get_close_matches(mnemonic, there, n=3, cutoff=0.6)
    if near:
        likely = sorted(near, key=lambda one: one[0] != mnemonic[:1])  # those that begin alike come first
        return f"{message}; did you mean {' or '.join(f'stablehlo.{one}' for one in likely)}?", ""
    return message, PROGRAM_RULES[UNKNOWN].fix
