"""Several transforms, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from importlib import import_module
from typing import TypeAlias

from hlogen.door import described, strict
from hlogen.errors import UsageError
from hlogen.ir import HasModule, Module

# A transform by its name, or anything that makes a program of a program.
Pass: TypeAlias = "str | Callable[[Module], HasModule]"

# The transforms that take a program and nothing else need.
NAMES = (
    *("decompose", "inline", "raise_batching_dims", "simplify", "canonicalize", "cse", "dce", "expand_batching_dims"),
    *("deterministic", "portable"),
)


@strict
def pipeline(program: HasModule, passes: str | Iterable[Pass]) -> Module:
    """The program after all `passes`, each of which takes what the one before it gives.

    `passes` are names of transforms, in a list or with commas between them, such as "inline,canonicalize,cse,dce"; in a
    list also functions from a program to a program: ``lambda program: hl.transform.refine(program, [[8, 4]])``.
    What all of them preserve is preserved; without a pass the program is as it was.

    Raises UsageError where there is no such transform or a function gives no program, and whatever the passes raise.
    """
    if isinstance(passes, str):
        passes = [name.strip() for name in passes.split(",")] if passes.strip() else []
    if not isinstance(passes, Iterable):
        raise UsageError(f"passes is a list of transforms' names, not {described(passes)}")
    module = program.module
    module.require_valid()
    for each in [by_name(given) if isinstance(given, str) else given for given in passes]:
        if not callable(each):
            raise UsageError(f"a pass is the name of a transform, or a function of a program, not {described(each)}")
        given = each(module)
        if not isinstance(given, HasModule):
            raise UsageError(f"a pass gives a program, but {getattr(each, '__name__', 'one')} gave {described(given)}")
        module = given.module
    return module


def by_name(name: str) -> Callable[[HasModule], Module]:
    """The transform of this name, hyphens as good as underscores; UsageError where there is none."""
    spelled = name.replace("-", "_")
    if spelled not in NAMES:
        near = get_close_matches(spelled, NAMES, 1)
        fix = f"\n  fix: {near[0]}" if near else ""
        if spelled == "refine":
            fix = (
                "\n  fix: it needs shapes: --refine TYPE on the command line; in Python, in a list: "
                "lambda program: hl.transform.refine(program, shapes)"
            )
        raise UsageError(f"there is no pass {name!r}; there are: {', '.join(NAMES)}{fix}")
    transform: Callable[[HasModule], Module] = getattr(import_module("hlogen.transform"), spelled)
    return transform
