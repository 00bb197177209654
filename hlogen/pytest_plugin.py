"""pytest's items for .mlir tests: one for each case and backend, run by a process like those of `hlogen test`.

`pytest_hlogen` registers the plugin where a run asks for it. An item is called as the case's function is, with its line
where several have the name, and with the backend where that isn't the interpreter: ``a.mlir::@main:12[xla]``.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.runner import TIME_LIMIT, CaseRunner
from hlogen.errors import HlogenError, UsageError
from hlogen.forking import cached_property
from hlogen.mlir.files import SUFFIXES

_MARK = "hlogen(backend): a case of an .mlir test and what runs it; every such item has this mark"


class Plugin:
    """Collects the cases of .mlir files."""

    def __init__(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", _MARK)
        self.backends = _backends(config)
        self._time_limit = _time_limit(config)

    @cached_property
    def runner(self) -> CaseRunner:
        """The process for all cases of this one; it starts with the first file."""
        return CaseRunner(self._time_limit)

    @pytest.hookimpl
    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        return MlirFile.of(self, file_path, parent) if file_path.name.endswith(SUFFIXES) else None

    @pytest.hookimpl
    def pytest_unconfigure(self) -> None:
        if "runner" in vars(self):
            self.runner.close()


class MlirFile(pytest.File):
    """The cases of a file in the order of its text, for one backend after the other."""

    plugin: Plugin

    @classmethod
    def of(cls, plugin: Plugin, path: Path, parent: pytest.Collector) -> MlirFile:
        file: MlirFile = cls.from_parent(parent, path=path)
        file.plugin = plugin
        return file

    @property
    def called(self) -> str:
        """The file in messages: as seen from where pytest was started, so that a terminal finds it."""
        return os.path.relpath(self.path, self.config.invocation_params.dir)

    def collect(self) -> Iterator[pytest.Item]:
        for address, backend in self.plugin.backends.items():
            try:
                cases = self.plugin.runner.cases(str(self.path), self.called, address)
            except HlogenError as error:  # the process can't start
                raise self.CollectError(str(error)) from None
            if errors := [
                case.found.message for case in cases if case.found and case.found.verdict is CaseVerdict.ERROR
            ]:
                raise self.CollectError("\n".join(errors))
            names = Counter(case.name for case in cases)
            for number, case in enumerate(cases):
                name = f"@{case.name}" if case.name else f"line{case.line}"
                name += f":{case.line}" if case.name and names[case.name] > 1 else ""
                name += "" if backend == "interpreter" else f"[{backend}]"
                item: MlirItem = MlirItem.from_parent(self, name=name)
                item.ask = address, number, case.name
                item.line = case.line
                item.add_marker(pytest.mark.hlogen(backend=backend))
                if case.found:
                    item.add_marker(pytest.mark.skip(reason=case.found.reason))
                yield item


class MlirItem(pytest.Item):
    """A case on a backend; its place is the function's."""

    line: int
    ask: tuple[str, int, str]

    def runtest(self) -> None:
        file = self.parent
        assert isinstance(file, MlirFile)
        result, printed = file.plugin.runner.run(str(file.path), file.called, *self.ask)
        if printed:
            self.add_report_section("call", "stderr", printed)
        if result.verdict is CaseVerdict.KNOWN:
            pytest.xfail(result.reason)
        if result.verdict is not CaseVerdict.PASS:
            raise CaseFailed(result.message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What the case says, at its place: the lines of Python around it are ours."""
        if not excinfo.errisinstance(HlogenError):
            return super().repr_failure(excinfo, style)
        shown = excinfo.getrepr(style="value")
        if (crash := shown.reprcrash) is not None:  # what the summary, reports and annotations take
            crash.path, crash.lineno, crash.message = str(self.path), self.line, str(excinfo.value)
        return shown

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, f"{self.path.name} {self.name}"


class CaseFailed(HlogenError):
    """A case whose checks don't hold, or that can't be run."""


def _backends(config: pytest.Config) -> dict[str, str]:
    """What runs the cases: the addresses, and what the backends are called."""
    folder = ""  # paths on the command line are relative to where one is, those of a file to that
    given = config.getoption("hlogen_backend")
    if not given and (given := config.getini("hlogen_backend")) and config.inipath:
        folder = str(config.inipath.parent)
    if not given:
        return {"interpreter": "interpreter"}
    from hlogen.backends.address import found  # NumPy, which this process does without as long as it can

    try:
        addresses = [found(one, folder) for one in given]
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    return {address.text: address.name for address in addresses}


def _time_limit(config: pytest.Config) -> float:
    given = config.getoption("hlogen_timeout")
    given = config.getini("hlogen_timeout") if given is None else given
    try:
        limit = TIME_LIMIT if given == "" else float(given)
    except ValueError:
        limit = 0.0
    if limit > 0:
        return limit
    raise pytest.UsageError(f"hlogen_timeout is {given}: it takes a number of seconds, more than 0")
