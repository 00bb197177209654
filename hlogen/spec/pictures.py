"""Which operations findings name a picture of, and the command that draws it. Data and text alone: no NumPy."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

# Those whose index map tells what is wrong: a clamped start, a contested element, one that is taken from elsewhere.
DRAWN = frozenset(
    f"stablehlo.{name}"
    for name in (
        "all_gather",
        "all_reduce",
        "all_to_all",
        "collective_broadcast",
        "collective_permute",
        "concatenate",
        "convolution",
        "dot_general",
        "dynamic_conv",
        "dynamic_gather",
        "dynamic_pad",
        "dynamic_slice",
        "dynamic_update_slice",
        "gather",
        "pad",
        "reduce",
        "reduce_scatter",
        "reduce_window",
        "reverse",
        "scatter",
        "select_and_scatter",
        "slice",
        "sort",
        "transpose",
    )
)

# What their results are called; the elements of all others are those that a picture starts from.
_RESULTS = {"stablehlo.scatter": "results", "stablehlo.select_and_scatter": "result"}


def picture_command(
    program: str, op: str | None, where: str, element: str | None = None, given: Iterable[str] = ()
) -> str | None:
    """What draws the operation: ``hlogen explain f.mlir --op :12:8 --element 1,2``; None where no picture tells more.

    `where` is how `--op` names it (its place, ``:12``, or its name), `element` the element to follow, and `given` the
    options that say what the program runs on.
    """
    return explain_command(program, where, element, given) if op in DRAWN else None


def explain_command(program: str, where: str, element: str | None = None, given: Iterable[str] = ()) -> str | None:
    """The same of any operation; None for what was read from standard input, which isn't there any more."""
    if program in ("-", "<stdin>"):
        return None
    followed = [] if element is None else ["--element", element]
    return shlex.join(["hlogen", "explain", program, *given, "--op", where, *followed])


def result_element(op: str, index: Sequence[int]) -> str:
    """An element of the operation's result, as `--element` takes it: ``1,2``, of a scatter ``results[1,2]``."""
    text = ",".join(map(str, index))
    return f"{_RESULTS[op]}[{text}]" if op in _RESULTS else text
