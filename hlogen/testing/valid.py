"""`assert_valid`: nothing in a program breaks the specification."""

from __future__ import annotations

from hlogen.door import public
from hlogen.ir import HasModule, ProgramLike
from hlogen.lint.formats import count
from hlogen.lint.formats.text import text_finding
from hlogen.lint.report import findings_of, source_findings


@public
def assert_valid(program: ProgramLike) -> None:
    """Raises AssertionError with all that breaks the specification in `program`, as `hlogen check` shows it.

    `program` is what `hlogen.function` or `hlogen.parse` made, a file, text or bytes, which may hold several programs.
    What can't be read isn't valid. Advice on what is valid but hazardous is for `hlogen check`.

    Raises UsageError where there is no such file.
    """
    if isinstance(program, HasModule):
        module = program.module
        findings = [*findings_of(module.source or "the program", module, advice=False)]
    else:
        findings = source_findings(program)
    if findings:
        raise AssertionError("\n".join([f"{count(len(findings), 'violation')}", *map(text_finding, findings)]))
