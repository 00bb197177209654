"""Which cases of the corpus a command is about: options that several of hlogen conform's commands have."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from click import Choice, option

from hlogen.cli import complete
from hlogen.cli.shared_options import options
from hlogen.errors import UsageError

if TYPE_CHECKING:  # what help and completion do without
    from hlogen.conform.corpus import Case, Kind

_Command = TypeVar("_Command", bound=Callable[..., Any])

_KINDS: tuple[Kind, ...] = ("constants", "arguments")
_OPTIONS = (
    option(
        "--suite",
        metavar="PATH",
        multiple=True,
        shell_complete=complete.files,
        help="Cases of these files and folders, not of hlogen's goldens.",
    ),
    option("-k", "--id", "ids", metavar="PATTERN", multiple=True, help="Ids with this in them, or that fit it (*, ?)."),
    option("--op", "ops", metavar="OP", multiple=True, help="Cases of this op's folder, such as scatter."),
    option(
        "--clause",
        "clauses",
        metavar="ID",
        multiple=True,
        shell_complete=complete.rules,
        help="Cases about a clause, such as gather.C9.",
    ),
    option("--type", "types", metavar="TYPE", multiple=True, help="Cases with an element type, such as bf16 or f8*."),
    option("--feature", "features", metavar="NAME", multiple=True, help="Cases with a feature, such as dynamic."),
    option("--without", metavar="NAME", multiple=True, help="Cases without a feature or element type."),
    option("--form", "kinds", type=Choice(_KINDS), multiple=True, help="Values as constants, or as arguments, alone."),
)


@dataclass(frozen=True)
class CaseChoice:
    """What was asked for; of several options, all have to hold, of one that is repeated, any."""

    suite: tuple[str, ...]
    ids: tuple[str, ...]
    ops: tuple[str, ...]
    clauses: tuple[str, ...]
    types: tuple[str, ...]
    features: tuple[str, ...]
    without: tuple[str, ...]
    kinds: tuple[Kind, ...]

    def cases(self) -> list[Case]:
        """The cases. Raises UsageError where there are none."""
        from hlogen.cli.files import note
        from hlogen.conform.corpus import corpus  # NumPy, which help does without

        every = corpus(map(Path, self.suite), note)
        found = [case for case in every if self._fits(case)]
        if self.types or self.features:
            self._tell_of_unreadable(every)
        if not found:
            raise UsageError(
                "no case of the corpus is what was asked for\n  fix: hlogen conform list shows what there is"
            )
        return found

    def _tell_of_unreadable(self, cases: Sequence[Case]) -> None:
        """Nothing is known of their types and features, so that they can't be among those that have one."""
        from hlogen.cli.files import note

        unreadable = [case.id for case in cases if case.features == ("unreadable",) and not self._fits(case)]
        if unreadable:
            which = f"{unreadable[0]} and {len(unreadable) - 1} more" if len(unreadable) > 1 else unreadable[0]
            note(
                f"{which} can't be read, so that nothing is known of types and features: left out\n"
                "  fix: hlogen check says why; --feature unreadable lists them"
            )

    @property
    def is_everything(self) -> bool:
        """Whether nothing was asked for: all of hlogen's goldens."""
        return not any(vars(self).values())

    @property
    def said(self) -> list[str]:
        """What was asked for, as the command line has it."""
        flags = ("--suite", "-k", "--op", "--clause", "--type", "--feature", "--without", "--form")
        return [
            part for flag, values in zip(flags, vars(self).values(), strict=True) for v in values for part in (flag, v)
        ]

    def forms(self) -> Sequence[Kind]:
        return self.kinds or _KINDS

    def _fits(self, case: Case) -> bool:
        return (
            _any(self.ids, lambda pattern: any(_is_id(f"{case.id}@{kind}", pattern) for kind in self.forms()))
            and _any(self.ops, lambda op: op == case.op)
            and _any(self.clauses, lambda clause: clause in case.clauses)
            and _any(self.types, lambda type: _is_in(type, case.element_types))
            and _any(self.features, lambda feature: _is_in(feature, case.features))
            and not any(_is_in(name, (*case.features, *case.element_types)) for name in self.without)
        )


def case_options(command: _Command) -> _Command:
    """Gives a command the options that `CaseChoice` is made of."""
    return options(*_OPTIONS)(command)


def report_options(command: _Command) -> _Command:
    """Gives a command the options of `hlogen.cli.conform.reports.write_reports`."""
    return options(
        option("--html", metavar="FILE", shell_complete=complete.files, help="Write a page: it needs nothing else."),
        option("--markdown", metavar="FILE", shell_complete=complete.files, help="Write a short page of Markdown."),
        option("--junit", metavar="FILE", shell_complete=complete.files, help="Write JUnit's XML, for CI."),
    )(command)


def suite_option() -> Callable[[_Command], _Command]:
    """``--suite`` of commands that are about cases which others have chosen."""
    return option(
        "--suite",
        metavar="PATH",
        multiple=True,
        shell_complete=complete.files,
        help="Where the cases are, if not in hlogen's goldens.",
    )


def expected_option(help: str) -> Callable[[_Command], _Command]:
    return option("--expected", "expected_path", metavar="FILE", shell_complete=complete.files, help=help)


def _any(wanted: Sequence[str], holds: Callable[[str], bool]) -> bool:
    return not wanted or any(map(holds, wanted))


def _is_id(id: str, pattern: str) -> bool:
    return pattern in id or fnmatch.fnmatchcase(id, pattern)


def _is_in(pattern: str, names: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for name in names)
