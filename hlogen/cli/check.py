"""``hlogen check``: every violation in every file, whatever state the files are in; advice on what breaks nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

import click

from hlogen import caching
from hlogen.cli import complete
from hlogen.cli.files import as_file, is_of_script, sources, split_source, write_content
from hlogen.cli.fix import Fixer, fixable
from hlogen.cli.forms import TEXT, Forms, forms_option
from hlogen.cli.loudness import is_quiet, quiet_option, tell, tell_more, verbose_option
from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.cli.sections import Sectioned
from hlogen.cli.shared_options import programs_argument, time_limit_option
from hlogen.cli.version import own_version
from hlogen.errors import UsageError
from hlogen.lint import baseline
from hlogen.lint.cache import Cache
from hlogen.lint.checker import Checker, Task
from hlogen.lint.files import STDIN
from hlogen.lint.finding import NOTE, FileReport, Finding
from hlogen.lint.formats import FORMATS, Checked, count, written
from hlogen.lint.formats.text import summary, text_counts, text_finding
from hlogen.lint.project import Project, Shown

_MOST_NAMES = 5  # of files that have changed
_MOST_NOTES = 10  # that are shown unless they are asked for


def _clear_cache(context: click.Context, option: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        caching.clear()
        say(f"removed what was kept in {caching.folder()}")
        context.exit()


_SECTIONS = {
    "What is checked": ("exclude", "isolated", "stdin_filename", "time_limit", "watch"),
    "What is reported": ("select", "ignore", "error", "no_advice", "target", "max_findings", "quiet", "verbose"),
    "Reports": ("forms", "output_file", "statistics", "exit_zero"),
    "What is known": ("baseline_file", "update_baseline", "add_ignores"),
    "Fixes": ("fix", "diff", "unsafe_fixes"),
    "Speed": ("jobs", "no_cache", "clear_cache"),
}


@click.command("check", cls=Sectioned, sections=_SECTIONS)
@programs_argument()
@forms_option(*FORMATS)
@click.option(
    "-o", "--output-file", metavar="FILE", shell_complete=complete.files, help="Write what would be shown to this file."
)
@click.option(
    "--select",
    metavar="IDS",
    multiple=True,
    shell_complete=complete.lists_of_rules,
    help="Report only these, such as gather.C17,scatter,bounds.",
)
@click.option(
    "--ignore",
    metavar="IDS",
    multiple=True,
    shell_complete=complete.lists_of_rules,
    help="Don't report these.",
)
@click.option(
    "--error",
    metavar="IDS",
    multiple=True,
    shell_complete=complete.lists_of_rules,
    help="Let this advice be an error, such as bounds.clamped.",
)
@click.option("--no-advice", is_flag=True, help="Check constraints alone.")
@click.option("--target", metavar="VERSION", help="Report what consumers of this StableHLO version can't read.")
@click.option("--exclude", metavar="PATTERN", multiple=True, help="Leave out files and folders of this name or path.")
@click.option("--isolated", is_flag=True, help="Read no pyproject.toml and no hlogen.toml.")
@click.option(
    "--baseline",
    "baseline_file",
    metavar="FILE",
    shell_complete=complete.files,
    help="Don't report the findings that this file knows.",
)
@click.option("--update-baseline", is_flag=True, help="Write what is found to the baseline.")
@click.option("--add-ignores", is_flag=True, help="Write a comment that ignores it behind whatever is found.")
@click.option("--fix", is_flag=True, help="Write what is certain into the files.")
@click.option("--diff", is_flag=True, help="Show what --fix would write, and write nothing.")
@click.option("--unsafe-fixes", is_flag=True, help="With these, write what is likely, too, and what callers see.")
@click.option("--watch", is_flag=True, help="Check again what changes, until Ctrl-C.")
@click.option("--statistics", is_flag=True, help="Show how often each rule is found, not where.")
@click.option("--max-findings", metavar="N", type=click.IntRange(min=0), help="Show no more than so many.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 also where there are violations.")
@click.option("--stdin-filename", metavar="FILE", help="What - is called, and whose config holds for it.")
@click.option("-j", "--jobs", metavar="N", type=click.IntRange(1), help="Processes; where absent, as many as pay.")
@click.option("--no-cache", is_flag=True, help="Check what was checked before, too.")
@click.option(
    "--clear-cache",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_clear_cache,
    help="Forget all of that, and machine code that was kept.",
)
@time_limit_option("For one file; one that takes longer is reported.")
@quiet_option("Show what is wrong alone: no notes, and nothing where all is fine.")
@verbose_option("Show the files in which nothing is wrong, and the configs, too.")
def command(
    paths: tuple[str, ...],
    forms: Forms,
    output_file: str | None,
    statistics: bool,
    fix: bool,
    diff: bool,
    unsafe_fixes: bool,
    watch: bool,
    add_ignores: bool,
    baseline_file: str | None,
    update_baseline: bool,
    isolated: bool,
    max_findings: int | None,
    exit_zero: bool,
    stdin_filename: str | None,
    jobs: int | None,
    no_cache: bool,
    **asked: Any,
) -> None:
    """Check programs against every constraint of the specification, and for what is certain to go wrong in a run.

    \b
    hlogen check models/ train.py:step --fix
    hlogen check . --select gather,bounds --format github

    PATH is a file, or a folder that is searched for *.mlir, *.mlirbc, *.mlir.bc and *.vhlo; - reads standard input.
    SCRIPT.py[:NAME] is explained by `hlogen help emit`; what is found in its programs (in all of them, without NAME)
    stands at the script's lines.
    Text (also split by `// -----`), MLIR bytecode and portable artifacts are read. Every operation is held against
    every rule of the specification, and all independent violations are reported at once; what upstream's verifier
    refuses although no rule explains it is a violation too (upstream.<op>), and so is what is wrong with a program as a
    whole (program.names, program.order, ...). A syntax error (parse) costs the operation that it is in, at most the
    function. Operations without violations are analysed: promises that are broken (errors), indices that are out of
    bounds and numbers that don't fit whatever the inputs are (warnings), promises that could be given (notes).
    `hlogen rule` lists it all.

    `// hlogen: ignore[gather.C9] reason` ignores it on its line, on a line of its own in the operation that begins
    next, and `ignore-file` in the file. `hlogen config` tells what pyproject.toml or hlogen.toml say; options replace
    that. `--watch` looks at times and sizes of files; of a script, not of what it imports.

    \b
    Exit codes:
      0  no violations and no errors; perhaps warnings and notes
      1  violations, or advice that is an error; with --diff something to write
      2  a file could not be read as a whole, or wrong usage
    """
    if unsafe_fixes and not (fix or diff):
        raise UsageError("--unsafe-fixes is for --fix or --diff; say one of them, too")
    if sum((fix or diff, statistics, add_ignores, update_baseline)) > 1:
        raise UsageError("--fix and --diff, --statistics, --add-ignores and --update-baseline are one at a time")
    if (fix or diff or add_ignores or update_baseline or statistics) and forms.shown != TEXT:
        raise UsageError(f"what these write and count is told as text; write --format {forms.shown}=FILE beside them")
    if watch and (fix or diff or statistics or add_ignores or update_baseline):
        raise UsageError("--watch shows what is found, and writes nothing")
    if watch and (forms != (TEXT, {}) or output_file is not None or STDIN in paths):
        raise UsageError("--watch is for files, and tells of them as text")
    if output_file is not None:
        if output_file in forms.files:
            raise UsageError(f"two reports can't be written to one file, {output_file}")
        forms = Forms(None, {**forms.files, output_file: str(forms.shown)})
    forms.check()
    options = {**asked, "baseline": baseline_file and str(Path(baseline_file).absolute())}
    if watch:
        _watch(paths, lambda: Project(_replacing(options), is_isolated=isolated), max_findings, jobs, no_cache)
    project = Project(_replacing(options), is_isolated=isolated, is_unfiltered=update_baseline)
    run = _Run(project, forms, max_findings, is_quiet=statistics or update_baseline or add_ignores)
    fixer = None
    with ExitStack() as stack:
        checker = stack.enter_context(Checker(jobs, None if no_cache else stack.enter_context(Cache())))
        if fix or diff:
            fixer = Fixer(checker, project, only_show=diff, unsafe=unsafe_fixes)
        for path, report in _reports(checker, project, paths, stdin_filename, stack):
            run.take(path, report, fixer)
        if add_ignores:
            from hlogen.cli.comments import add_comments  # which needs NumPy

            run.found = add_comments(run.found, run.paths)
    if update_baseline:
        _update_baseline(project, run)
        raise click.exceptions.Exit(2 if any(finding.is_failure for finding in run.found) else 0)
    if statistics:
        _echo(text_counts(run.found, paint))
    for file in project.config_files:
        tell_more(f"config: {file}")
    run.write(fixer.summary if fixer is not None else fixable(run.found))
    if any(finding.is_failure for finding in run.found):
        raise click.exceptions.Exit(2)
    would_write = diff and fixer is not None and fixer.has_edits
    is_bad = would_write or any(finding.is_error for finding in run.found)
    raise click.exceptions.Exit(1 if is_bad and not exit_zero else 0)


def _watch(
    paths: tuple[str, ...], new_project: Callable[[], Project], most: int | None, jobs: int | None, no_cache: bool
) -> NoReturn:
    """Checks what changes until Ctrl-C: shows what is found in it, and sums up all."""
    from hlogen.cli.watch import changes
    from hlogen.lint.config import forget

    sources(paths)  # tells of what isn't there, and of links
    project = new_project()
    known: dict[str, tuple[FileReport, Shown]] = {}
    with ExitStack() as stack:
        checker = stack.enter_context(Checker(jobs, None if no_cache else stack.enter_context(Cache())))
        for number, change in enumerate(changes(paths, lambda: project.config_files)):  # noqa: B023 - the latest
            try:
                if change.is_of_config:
                    forget()
                    project = new_project()
                run = _Run(project, Forms(TEXT, {}), most, is_quiet=False)
                if number:
                    told = [*change.files, *(f"{file} (gone)" for file in change.gone)]
                    tell(paint(f"{time.strftime('%H:%M:%S')} {_some(told)}", "label"))
                left = {file: one for file, one in known.items() if file not in (*change.files, *change.gone)}
                named = [file for file in change.files if is_of_script(file) or not project.config(file).excludes(file)]
                for path, report in _reports(checker, project, named, None, stack):
                    left[path] = report, run.take(path, report, None)
            except UsageError as error:  # of a config that is just being written, say
                if not number:
                    raise
                say(f"{paint('error:', 'error')} {error}")
                continue
            known = left
            run.tell_notes()
            whole = _Run(project, Forms(TEXT, {}), None, is_quiet=True)
            for report, shown in known.values():
                whole.add(report, shown)
            tell(whole.summary())
            if not number:
                tell(f"watching {count(len(known), 'file')}; Ctrl-C ends it")
    raise AssertionError


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMES]) + (
        f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    )


def _replacing(asked: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    """What the options that were given replace in configs, by its key there."""
    from hlogen.lint.config import KEYS  # for the readers of values

    given: dict[str, tuple[str, Any]] = {}
    here = Path(os.path.curdir).absolute() if asked["exclude"] else Path()
    for name, value in asked.items():
        if name == "no_advice":
            if value:
                given["advice"] = ("--no-advice", False)
        elif value not in (None, ()):
            key = name.replace("_", "-")
            try:
                read = KEYS[key].read(list(value) if isinstance(value, tuple) else value, here)
            except TypeError as error:
                raise UsageError(f"--{key} is {error}, not {value!r}") from None
            given[key] = (f"--{key}", read)
    return given


def _reports(
    checker: Checker, project: Project, paths: Sequence[str], stdin_filename: str | None, stack: ExitStack
) -> Iterator[tuple[str, FileReport]]:
    """What is found in each file, with the path at which it can be read again."""
    tasks: list[Task] = []
    scripts: dict[int, str] = {}  # by how many files come before
    left_out = []
    for file in sources(paths):
        if is_of_script(file):
            scripts[len(tasks) + len(scripts)] = file
            continue
        path, name = stack.enter_context(as_file(file))
        if file == STDIN and stdin_filename:
            name = stdin_filename
        if project.config(name).excludes(name):
            left_out.append(name)
        else:
            tasks.append(project.task(path, name))
    if left_out and not tasks and not scripts:
        where = project.config(left_out[0]).source("exclude")
        raise UsageError(f"{where} leaves out all of it: {', '.join(left_out[:3])}{', ...' * (len(left_out) > 3)}")
    reports = checker.reports(tasks)
    waiting = iter(tasks)
    for number in range(len(tasks) + len(scripts)):
        if number in scripts:
            # Brought here: other files are checked without NumPy in this process.
            from hlogen.cli.script import checked

            script, name = split_source(scripts[number])
            yield scripts[number], checked(Path(script), name, project.config(script)["advice"])
        else:
            yield next(waiting).path, next(reports)


class _Run:
    """What is found, and what is said of it: as text at once, but for notes, which stand at the end."""

    def __init__(self, project: Project, forms: Forms, most: int | None, *, is_quiet: bool) -> None:
        self._project, self._forms = project, forms
        self._is_told = forms.shown == TEXT and not is_quiet
        self._most = most
        self.reports: list[FileReport] = []
        self.found: list[Finding] = []
        self.paths: dict[str, str] = {}  # of files, by their names
        self._hidden = 0

    @property
    def shown(self) -> list[Finding]:
        return self.found if self._most is None else self.found[: self._most]

    def take(self, path: str, report: FileReport, fixer: Fixer | None) -> Shown:
        """Takes the report of a file that is read at `path`, mended by the fixer; what is to be shown of it."""
        shown = self._project.shown(report)
        if fixer is not None:
            report, shown = fixer.fix(path, report, shown)
        before = len(self.shown)
        self.add(report, shown)
        self.paths[report.file] = path
        if not shown.findings:
            tell_more(f"{report.file}: {count(report.operations, 'operation')}, nothing wrong")
        if self._is_told:
            _echo(text_finding(finding, paint) for finding in self.shown[before:] if finding.level != NOTE)
        return shown

    def add(self, report: FileReport, shown: Shown) -> None:
        """Counts a report, and what is to be shown of it."""
        self.reports.append(report)
        self.found += shown.findings
        self._hidden += shown.hidden

    def tell_notes(self) -> None:
        """The notes, which stand at the end."""
        if self._is_told and not is_quiet():
            _echo(_notes([finding for finding in self.shown if finding.level == NOTE], self._project.names_some))

    def write(self, ending: str = "") -> None:
        """Writes the files, and what isn't told yet; `ending` is put behind the summary."""
        shown = self.shown
        summed = self.summary() + ending
        self._forms.write(
            lambda style: "\n".join([*map(text_finding, shown), summed]) if style == TEXT else self._written(style)
        )
        if self._forms.shown == TEXT:
            self.tell_notes()
            tell(summed)
        elif self._forms.shown is not None:
            say(self._written(self._forms.shown))

    def _written(self, style: str) -> str:
        return written(style, Checked(own_version(), self.reports, self.shown, self._hidden))

    def summary(self) -> str:
        """One line: what was checked, and what came of it."""
        said = summary(self.reports, self.found)
        if len(self.shown) < len(self.found):
            said += f"; {count(len(self.found) - len(self.shown), 'finding')} more not shown (--max-findings)"
        if self._hidden:
            said += f"; {count(self._hidden, 'finding')} ignored by comments or known to the baseline"
        if self._project.missing:
            said += f"; {count(self._project.missing, 'finding')} of the baseline gone (--update-baseline forgets them)"
        return said


def _update_baseline(project: Project, run: _Run) -> None:
    """Writes what is found to the baselines of the files' configs."""
    files: dict[str, list[str]] = {}
    for report in run.reports:
        path = project.config(report.file)["baseline"]
        if path is None:
            raise UsageError(
                f"there is no baseline to update for {report.file}; name one: --baseline hlogen-baseline.json"
            )
        files.setdefault(path, []).append(report.file)
    for path, checked in files.items():
        known = [finding for finding in run.found if finding.file in checked and not finding.is_failure]
        content = baseline.content_of(Path(path), known, checked)
        write_content(Path(path), content)
        say(f"wrote {count(len(known), 'finding')} to {path}")


def _notes(notes: list[Finding], all_of_them: bool) -> Iterator[str]:
    """The notes, one line each; the first ones where there are many that nobody asked for."""
    most = len(notes) if all_of_them or len(notes) <= _MOST_NOTES + 1 else _MOST_NOTES
    yield from (text_finding(note, paint) for note in notes[:most])
    if len(notes) > most:
        rules = ",".join(dict.fromkeys(note.rule for note in notes))
        yield paint(f"... and {count(len(notes) - most, 'more note')}; --select {rules} shows all", "dim")


def _echo(texts: Iterable[str]) -> None:
    lines = "\n".join(texts)
    if lines:
        say(lines)
