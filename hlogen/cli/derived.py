"""What the commands that make functions of functions share: grad, jvp and vmap."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from hlogen import custom
from hlogen.errors import UsageError

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import HasModule

# Python's place of a call, which here would be in this package's caller; but where a rule of the user's own stands, it
# is that.
_CALL_SITE = re.compile(r"\n  where: ([^\n]*?)(:\d+)*(?=\n|$)")

# What Python's arguments are called on the command line.
_OPTIONS = {
    "wrt": "--wrt",
    "in_axes": "--in-axes",
    "out_axes": "--out-axes",
    "axis_size": "--size",
    "axis_name": "--axis-name",
}
_ARGUMENT = re.compile(rf"(?<![\w.(-])(?:{'|'.join(_OPTIONS)})(?![\w-])")


def transformed(make: Callable[[], HasModule]) -> HasModule:
    """What `make` makes; its UsageError in the command line's words, without the place of a call in Python."""
    try:
        return make()
    except UsageError as error:
        raise UsageError(_in_words_of_options(str(error))) from error


def listed(text: str, option: str, form: str) -> list[int | str]:
    """``0,2`` or ``x,weights`` as the list that Python would be given; `form` says what an `option` looks like."""
    entries = [entry.strip().removeprefix("%") for entry in text.split(",")]
    if not all(re.fullmatch(r"-?\d+|[\w.]+", entry) for entry in entries):
        raise UsageError(f"{option} takes {form}, not {text!r}")
    return [int(entry) if re.fullmatch(r"-?\d+", entry) else entry for entry in entries]


def arguments_of(wrt: str | None) -> list[int | str] | None:
    """The arguments that ``--wrt`` names, or None for all."""
    if wrt is None:
        return None
    return listed(wrt, "--wrt", "numbers or names of arguments with commas between them, such as 0,2 or arg0,arg2")


def _in_words_of_options(message: str) -> str:
    of_rules = custom.files()
    message = _CALL_SITE.sub(lambda found: found[0] if found[1] in of_rules else "", message)
    message = _ARGUMENT.sub(lambda found: _OPTIONS[found[0]], message)
    message = message.replace(" says None ", " says none ")
    if "hl.stop_gradient" in message and "--wrt" not in message:  # a file has no place for it
        message += ", or leave the arguments that it depends on out of --wrt"
    return message
