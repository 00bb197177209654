"""What the commands that write a program share: ``--output`` and the forms it can have."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hlogen.cli.files import check_target, write_whole
from hlogen.cli.loudness import quiet_option, tell
from hlogen.cli.shared_options import force_option, options, output_option
from hlogen.errors import UsageError
from hlogen.mlir.files import form_of

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.ir.module import HasModule
    from hlogen.transform.changes import Change

_FORMS = ("text", "bytecode", "portable")

_Command = TypeVar("_Command", bound=Callable[..., Any])

_OPTIONS = (
    output_option("Write to a new file instead of standard output (-)."),
    force_option(),
    click.option(
        "--as",
        "form",
        type=click.Choice(_FORMS),
        help="Text, bytecode, or a portable artifact; if not given, what FILE ends in: .mlir, .mlirbc, .vhlo.",
    ),
    click.option(
        "--target", metavar="VERSION", help="The StableHLO version that must be able to read it, such as 1.0.0."
    ),
    quiet_option("Say nothing on standard error but what is wrong."),
)


def output_options(command: _Command) -> _Command:
    """Gives a command the options that `Output` is made of, as `output`, `force`, `form` and `target`."""
    return options(*_OPTIONS)(command)


class Output:
    """Where a program goes, and in which form. Raises UsageError at once where nothing could be written there."""

    def __init__(self, output: str | None, force: bool, form: str | None, target: str | None) -> None:
        self.path = None if output in (None, "-") else Path(output)
        self.force = force
        by_name = None if self.path is None else form_of(self.path.name, has_target=bool(target))
        self.form = form or by_name or ("portable" if target else "text")
        self.target = target
        if target and self.form != "portable":
            raise UsageError(
                f"--target is for portable artifacts, which promise compatibility; {self.form} has no version\n"
                "  fix: let the file's name end in .mlirbc, or leave --as out"
            )
        if self.path is not None:
            check_target(self.path, force)
        elif self.form != "text" and sys.stdout.isatty():
            raise UsageError(f"{self.form} isn't for terminals; name a file with --output, or pipe it")

    def write(self, program: HasModule) -> None:
        """Writes the program, which upstream's verifier must accept.

        For a target that doesn't know batching dims they are expanded, and standard error says so.
        """
        content = self._content(program)
        if self.path is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        else:
            write_whole(self.path, lambda file: file.write(content), self.force)
            tell(f"wrote {self.path}", err=True)

    def _content(self, program: HasModule) -> bytes:
        from hlogen import output  # brings the bindings

        written, done = output.content(program, self.form, self.target)
        if done:
            said = f"StableHLO {self.target} has no batching dims, which were expanded"
            tell(f"{said}: {changes_text(done)}", err=True)
        return written


def changes_text(done: Sequence[Change]) -> str:
    """``2 gathers and 1 scatter rewritten; 1 add dropped``: how many operations of each name a transform changed."""
    counts: dict[str, Counter[str]] = {}
    for change in done:
        counts.setdefault(change.did, Counter())[change.kind] += 1
    return "; ".join(f"{_listed(found)} {did}" for did, found in counts.items()) or "nothing to rewrite"


def _listed(counts: Mapping[str, int]) -> str:
    parts = [f"{count} {_plural(name) if count > 1 else name}" for name, count in sorted(counts.items())]
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _plural(name: str) -> str:
    if name.endswith("ch"):
        return f"{name}es"
    return name if name.endswith("s") else f"{name}s"
