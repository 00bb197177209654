"""What is to be shown of what is found in a file: by its config, the options of a run, comments and a baseline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from hlogen.lint.baseline import Baseline
from hlogen.lint.checker import Task
from hlogen.lint.config import Config, config_of
from hlogen.lint.finding import FileReport, Finding, KnownFix
from hlogen.lint.ignores import heeded
from hlogen.lint.process import TIME_LIMIT
from hlogen.lint.rules import UNUSED
from hlogen.lint.selection import Selection


class Shown(NamedTuple):
    """The findings of a file that are to be shown, and how many comments and the baseline hide."""

    findings: list[Finding]
    hidden: int


class Project:
    """The configs of files, with what options replace in them: (option, value) by the config's key.

    A project that `is_isolated` reads no config, and one that `is_unfiltered` shows what its baseline knows, too.
    """

    def __init__(
        self,
        options: Mapping[str, tuple[str, Any]] | None = None,
        *,
        is_isolated: bool = False,
        is_unfiltered: bool = False,
    ) -> None:
        self._options = options or {}
        self._is_isolated = is_isolated
        self._is_unfiltered = is_unfiltered
        self._configs: dict[int, tuple[Config, Config]] = {}  # each with what it was read as, which keeps its id
        self._selections: dict[tuple[int, tuple[str, ...]], Selection] = {}
        self._baselines: dict[str, Baseline] = {}

    def config(self, file: str) -> Config:
        """What holds for a file. UsageError where a config that it depends on is broken."""
        read = Config() if self._is_isolated else config_of(file)
        if id(read) not in self._configs:
            self._configs[id(read)] = (read, read.replaced(self._options))
        return self._configs[id(read)][1]

    def task(self, path: str, name: str) -> Task:
        """How the file `name`, whose content is at `path`, is to be checked."""
        config = self.config(name)
        self._selection(name)  # what is wrong with it is told before anything is checked
        return Task(path, name, config["advice"], config["target"], config["time-limit"] or TIME_LIMIT)

    def shown(self, report: FileReport) -> Shown:
        """What is to be shown of a report."""
        config, selection = self.config(report.file), self._selection(report.file)
        findings, hidden = list(report.findings), 0
        if report.ignores:
            findings, hidden = heeded(findings, report.ignores, report.file)
            if not config["advice"] or any(finding.is_failure for finding in findings):
                # What a comment is for may not have been looked for.
                findings = [finding for finding in findings if finding.rule != UNUSED]
        findings = selection.of(findings)
        if config["baseline"] is not None and not self._is_unfiltered:
            new = self._baseline(config["baseline"]).unknown(report.file, findings)
            findings, hidden = new, hidden + len(findings) - len(new)
        if report.fixes:
            waiting: dict[tuple[str, int | None], list[KnownFix]] = {}
            for known in reversed(report.fixes):
                waiting.setdefault((known.rule, known.line), []).append(known)
            findings = [
                replace(one, known_fix=those.pop()) if (those := waiting.get((one.rule, one.line))) else one
                for one in findings
            ]
        return Shown(findings, hidden)

    @property
    def config_files(self) -> list[Path]:
        """The configs that were read, in the order of the files that they hold for."""
        return list(dict.fromkeys(file for read, _ in self._configs.values() for file in read.files))

    @property
    def names_some(self) -> bool:
        """Whether what is to be shown was named, rather than all of it."""
        return "select" in self._options

    @property
    def missing(self) -> int:
        """How many findings of the baselines weren't there any more."""
        return sum(baseline.missing for baseline in self._baselines.values())

    def _selection(self, file: str) -> Selection:
        config = self.config(file)
        here = tuple(config.ignores_in(file))
        key = (id(config), here)
        if key not in self._selections:
            said_in = {name: config.source(name) for name in ("select", "ignore", "error")}
            if here:
                said_in["ignore"] = f"{said_in['ignore']}, or per-file-ignores"
            self._selections[key] = Selection(
                config["select"], (*config["ignore"], *here), config["error"], said_in=said_in
            )
        return self._selections[key]

    def _baseline(self, path: str) -> Baseline:
        if path not in self._baselines:
            self._baselines[path] = Baseline.read(Path(path))
        return self._baselines[path]
