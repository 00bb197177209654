"""Which test reaches which statement, counted in one run of the tests: a pytest plugin, and what it has written.

The sources are rewritten so that each statement first marks its number in memory that worker processes share. That adds
a quarter to the time of the tests, where coverage with contexts more than doubles it and doesn't see the workers. What
is known stays in out/mutants/reach, one file per file of tests, for as long as that file has the same text; of a source
that has another text since, only the file's name counts.
"""

from __future__ import annotations

import ast
import hashlib
import json
import mmap
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tools.mutation import ROOT, modules

STORE = ROOT / "out" / "mutants" / "reach"
COUNTER = """\
import mmap, os
HITS = bytearray({size}) if "HLOGEN_HITS" not in os.environ else mmap.mmap(
    os.open(os.environ["HLOGEN_HITS"], os.O_RDWR), {size})
"""


class Test(NamedTuple):
    """A test that passes: in what file, its id, the seconds that it takes, and how many statements it reaches."""

    file: str
    id: str
    seconds: float
    reached: int


def copied(where: Path) -> None:
    """All files of the checkout that git doesn't ignore, so that nothing is run or changed in it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (where / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, where / name, follow_symlinks=False)
    # Where the versions are that subprocesses ask git for.
    subprocess.run(["git", "init", "--quiet"], cwd=where, check=True)


def command_of(where: Path, job: dict[str, Any], files: list[str]) -> tuple[list[str], dict[str, str]]:
    """What runs the tests of some files in a copy, with this file as the plugin that does the job."""
    path = os.pathsep.join((str(where), str(where / "tests")))
    (where / "job.json").write_text(json.dumps(job))
    environment = {**os.environ, "PYTHONPATH": path, "HLOGEN_MUTANTS": str(where / "job.json")}
    options = ["-p", "tools.reach", "-p", "no:cacheprovider", "-q", "-m", "not campaign", "--tb=line"]
    return ["nice", "-n", "19", sys.executable, "-m", "pytest", *options, *files], environment


def collect(where: Path, files: list[str]) -> None:
    """Runs those files of tests whose reach isn't known, in a copy whose sources count."""
    missing = [file for file in files if not is_known(file)]
    if not missing:
        return
    numbers: dict[str, list[int]] = {}
    size = 0
    for path in modules():
        tree = ast.parse((where / path).read_text())
        numbers[path] = _counting(tree, size)
        size += len(numbers[path])
        (where / path).write_text(ast.unparse(ast.fix_missing_locations(tree)))
    (where / "hlogen" / "_hits.py").write_text(COUNTER.format(size=max(size, 1)))
    (where / "hits").write_bytes(bytes(max(size, 1)))
    shas = {path: _sha(ROOT / path) for path in numbers}
    STORE.mkdir(parents=True, exist_ok=True)
    (where / "numbers.json").write_text(json.dumps([numbers, shas]))
    job = {"what": "reach", "where": str(where), "kept": {file: str(_kept(file)) for file in missing}}
    command, environment = command_of(where, job, missing)
    subprocess.run(command, cwd=where, env={**environment, "HLOGEN_HITS": str(where / "hits")}, check=False)


def _counting(tree: ast.Module, first: int) -> list[int]:
    """Puts a count before each statement; the lines of the statements in the order of their numbers."""
    lines: list[int] = []
    bodies = [getattr(node, name) for node in ast.walk(tree) for name in ("body", "orelse", "finalbody")
              if isinstance(getattr(node, name, None), list)]  # fmt: skip
    for body in bodies:
        counted: list[ast.stmt] = []
        for statement in body:
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not is_text and not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__"):
                counted += ast.parse(f"__hits__[{first + len(lines)}] = 1").body
                lines.append(statement.lineno)
            counted.append(statement)
        body[:] = counted
    after = [i for i, s in enumerate(tree.body) if isinstance(s, ast.ImportFrom) and s.module == "__future__"]
    at = after[0] + 1 if after else int(ast.get_docstring(tree) is not None)
    if lines:
        tree.body[at:at] = ast.parse("from hlogen._hits import HITS as __hits__").body
    return lines


class Reach:
    """What is known: for each file of tests, its tests and the statements that they reach."""

    def __init__(self, files: list[str]) -> None:
        self._known: list[tuple[list[Test], dict[str, tuple[bool, int, list[int]]], Any]] = []
        shas = {path: _sha(ROOT / path) for path in modules()}
        for file in filter(is_known, files):
            kept = np.load(_kept(file))
            tests = [Test(file, *row) for row in json.loads(str(kept["tests"]))]
            places = json.loads(str(kept["places"])).items()
            now = {path: (sha == shas.get(path), column, lines) for path, (sha, column, lines) in places}
            self._known.append((tests, now, np.unpackbits(kept["bits"], axis=1).astype(bool)))

    def tests(self, path: str, line: int | None) -> list[Test]:
        """The tests that reach a statement; all that reach its file, where no line is given or the text is another."""
        found = []
        for tests, places, bits in self._known:
            if path in places:
                is_same, at, lines = places[path]
                columns = [at + i for i, number in enumerate(lines) if not is_same or line in (None, number)]
                found += [tests[i] for i in np.nonzero(bits[:, columns].any(axis=1))[0]]
        return found

    def tests_of(self, room: str) -> list[Test]:
        """All tests under a folder."""
        return [test for tests, _, _ in self._known for test in tests if test.file.startswith(room)]


def is_known(file: str) -> bool:
    return _kept(file).is_file()


def _kept(file: str) -> Path:
    return STORE / f"{file.replace('/', '.')}.{_sha(ROOT / file)}.npz"


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


# The plugin -----------------------------------------------------------------------------------------------------------


class _Counter:
    """Writes for each file of tests what its tests have reached, as soon as the next file begins."""

    def __init__(self, job: dict[str, Any]) -> None:
        where = Path(job["where"])
        self._kept: dict[str, str] = job["kept"]
        self._numbers, self._shas = json.loads((where / "numbers.json").read_text())
        self._size = sum(map(len, self._numbers.values()))
        self._hits = mmap.mmap(os.open(where / "hits", os.O_RDWR), 0)
        self._file, self._failed = "", False
        self._rows: list[Any] = []
        self._tests: list[tuple[str, float, int]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        file = item.nodeid.split("::")[0]
        if file != self._file:
            self.pytest_sessionfinish()
            self._file, self._rows, self._tests = file, [], []
        self._hits[:] = bytes(len(self._hits))
        self._failed, start = False, time.monotonic()
        result = yield
        if not self._failed:
            row = np.frombuffer(bytes(self._hits), np.uint8)[: self._size]
            self._tests.append((item.nodeid, round(time.monotonic() - start, 4), int(row.sum())))
            self._rows.append(np.packbits(row))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed |= not report.passed

    def pytest_sessionfinish(self) -> None:
        if self._file not in self._kept or not self._tests:
            return
        bits = np.unpackbits(np.array(self._rows), axis=1)[:, : self._size]
        is_reached = np.logical_or.reduce(bits, axis=0).tolist()
        places: dict[str, tuple[str, int, list[int]]] = {}
        columns: list[int] = []
        first = 0
        for path, lines in self._numbers.items():
            mine = [i for i in range(len(lines)) if is_reached[first + i]]
            if mine:
                places[path] = self._shas[path], len(columns), [lines[i] for i in mine]
                columns += [first + i for i in mine]
            first += len(lines)
        target = Path(self._kept[self._file])
        written = target.with_suffix(".tmp.npz")
        np.savez_compressed(
            written,
            bits=np.packbits(bits[:, columns], axis=1),
            places=json.dumps(places),
            tests=json.dumps(self._tests),
        )
        written.rename(target)


class _Judge:
    """Runs the tests of a list, in its order, until one fails or the time is over."""

    def __init__(self, job: dict[str, Any]) -> None:
        self._order = {name: i for i, name in enumerate(job["tests"])}
        self._until = time.monotonic() + job["seconds"]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self._order), key=lambda i: self._order[i.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            print(f"\nNOTICED {report.nodeid}", flush=True)
            os._exit(99)  # workers end with whoever has started them

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if time.monotonic() > self._until:
            os._exit(0)  # the time is over, and nothing has failed


def pytest_configure(config: pytest.Config) -> None:
    if "HLOGEN_MUTANTS" in os.environ:
        job = json.loads(Path(os.environ["HLOGEN_MUTANTS"]).read_text())
        config.pluginmanager.register({"reach": _Counter, "judge": _Judge}[job.pop("what")](job))
