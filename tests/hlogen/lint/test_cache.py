"""The cache gives what checking would, of the same content alone, whatever happens to it."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.rows import ROWS

from hlogen import caching
from hlogen.lint import checker
from hlogen.lint.cache import Cache
from hlogen.lint.checker import Checker, Task
from hlogen.lint.finding import INTERNAL, PARSE, FileReport, Finding, Ignore, Place
from hlogen.lint.text_edits import digest

REPORT = FileReport(
    "m.mlir",
    {"stablehlo.add": 2},
    [Finding("m.mlir", 3, 8, "add.C1", "stablehlo.add", "ü", related=(Place("m.py", 3),), scopes=(1, 3), part=2)],
    ignores=[Ignore(1, 2, 3, ("add",), None, True)],
    digest="0",
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(caching.FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_kept_is_the_report():
    with Cache() as first:
        key = first.key(b"x", "m.mlir", [True])
        assert first.get(key) is None
        first.put(key, REPORT)
    with Cache() as second:
        assert second.key(b"x", "m.mlir", [True]) == key
        assert second.get(key) == REPORT
        others = [(b"y", "m.mlir", [True]), (b"x", "n.mlir", [True]), (b"x", "m.mlir", [False])]
        assert [second.get(second.key(*other)) for other in others] == [None] * 3


def test_another_version_or_other_bindings_know_nothing(monkeypatch, tmp_path):
    keys = {Cache().key(b"x", "m.mlir", [])}
    monkeypatch.setenv("HLOGEN_BINDINGS", "mlir")
    keys.add(Cache().key(b"x", "m.mlir", []))
    (tmp_path / "jaxlib-9.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    keys.add(Cache().key(b"x", "m.mlir", []))
    assert len(keys) == 3


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_database_is_made_anew(folder, content):
    folder.mkdir()
    (folder / "check.sqlite").write_bytes(content)
    for _ in range(2):
        with Cache() as kept:
            key = kept.key(b"x", "m.mlir", [])
            found = kept.get(key)
            kept.put(key, REPORT)
    assert found == REPORT


def test_a_database_of_others_is_made_anew(folder):
    folder.mkdir()
    with contextlib.closing(sqlite3.connect(folder / "check.sqlite")) as database, database:
        database.execute("CREATE TABLE reports (other INTEGER)")
    for _ in range(2):
        with Cache() as kept:
            key = kept.key(b"x", "m.mlir", [])
            found = kept.get(key)
            kept.put(key, REPORT)
    assert found == REPORT


@pytest.mark.parametrize("row", ["{", "[]", '{"file": 1}', '{"file": "m", "findings": [{}], "ignores": []}', b"\xff"])
def test_a_damaged_entry_is_none(folder, row):
    with Cache() as kept:
        key = kept.key(b"x", "m.mlir", [])
        kept.put(key, REPORT)
    with sqlite3.connect(folder / "check.sqlite") as database:
        database.execute("UPDATE reports SET report = ?", (row,))
    with Cache() as kept:
        assert kept.get(key) is None


def test_without_a_place_for_it_nothing_is_kept(folder):
    folder.write_text("a file")
    for _ in range(2):
        with Cache() as kept:
            key = kept.key(b"x", "m.mlir", [])
            assert kept.get(key) is None
            kept.put(key, REPORT)


def test_what_nobody_asks_for_goes(folder):
    with Cache() as kept:
        keys = [kept.key(content, "m.mlir", []) for content in (b"x", b"y")]
        for key in keys:
            kept.put(key, REPORT)
    with sqlite3.connect(folder / "check.sqlite") as database:
        database.execute("UPDATE reports SET used = used - ?", (29 * 24 * 3600,))
    with Cache() as kept:
        kept.get(keys[0])  # which is of use today
    with sqlite3.connect(folder / "check.sqlite") as database:
        database.execute("UPDATE reports SET used = used - ?", (2 * 24 * 3600,))
    with Cache() as kept:
        kept.put(kept.key(b"z", "m.mlir", []), REPORT)
    with Cache() as kept:
        assert [kept.get(key) == REPORT for key in keys] == [True, False]


def test_a_process_that_is_killed_leaves_what_was_there(folder):
    with Cache() as kept:
        key = kept.key(b"x", "m.mlir", [])
        kept.put(key, REPORT)
    program = """
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("DELETE FROM reports")
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", program, folder / "check.sqlite"], check=False)
    with Cache() as kept:
        assert kept.get(key) == REPORT


class _Worker:
    """Reports what the test says, and counts how often it is asked."""

    time_limit = 0.0
    asked = 0
    change = staticmethod(lambda report: report)

    def check(self, path, name, **options):
        type(self).asked += 1
        return type(self).change(FileReport(name, {}, [], digest=digest(Path(path).read_bytes())))

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass


CHANGES = {
    "nothing": (lambda report: report, 1),
    "it is wrong": (lambda report: replace(report, findings=[Finding("m", None, None, PARSE, None, "no")]), 1),
    "it was fatal": (lambda report: replace(report, was_fatal=True), 2),
    "hlogen failed": (lambda report: replace(report, findings=[Finding("m", None, None, INTERNAL, None, "no")]), 2),
    "it has changed since": (lambda report: replace(report, digest="0"), 2),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_may_be_otherwise_next_time_is_not_kept(tmp_path, monkeypatch, change):
    (tmp_path / "m.mlir").write_text(ROWS)
    monkeypatch.setattr(checker, "Worker", _Worker)
    monkeypatch.setattr(_Worker, "asked", 0)
    monkeypatch.setattr(_Worker, "change", staticmethod(CHANGES[change][0]))
    task = Task(str(tmp_path / "m.mlir"), "m.mlir")
    for _ in range(2):
        with Cache() as kept, Checker(1, kept) as checking:
            found = list(checking.reports([task, Task(str(tmp_path / "none.mlir"), "none.mlir")][:1]))
    assert _Worker.asked == CHANGES[change][1]
    assert len(found) == 1


def test_several_processes_check_in_order(tmp_path):
    names = [f"{number}.mlir" for number in range(5)]
    for number, name in enumerate(names):
        (tmp_path / name).write_text(ROWS if number % 2 else "nonsense")
    tasks = [Task(str(tmp_path / name), name) for name in [*names, "gone.mlir"]]
    with Cache() as kept, Checker(2, kept) as checking:
        found = list(checking.reports(tasks))
    assert [report.file for report in found] == [*names, "gone.mlir"]
    assert [len(report.findings) for report in found] == [1, 0, 1, 0, 1, 1]
    (tmp_path / "1.mlir").write_text("nonsense")
    with Cache() as kept, Checker(1, kept) as checking:
        assert [len(report.findings) for report in checking.reports(tasks)] == [1, 1, 1, 0, 1, 1]


def test_what_was_asked_otherwise_is_not_taken_for_it(tmp_path, monkeypatch):
    """With advice or without, for one version or another."""
    (tmp_path / "m.mlir").write_text(ROWS)
    monkeypatch.setattr(checker, "Worker", _Worker)
    monkeypatch.setattr(_Worker, "asked", 0)
    monkeypatch.setattr(_Worker, "change", staticmethod(CHANGES["nothing"][0]))
    asked = [(advice, target) for advice in (True, False) for target in (None, "1.0.0", "1.1.0")]
    for turn in range(2):
        for number, (advice, target) in enumerate(asked):
            with Cache() as kept, Checker(1, kept) as checking:
                list(checking.reports([Task(str(tmp_path / "m.mlir"), "m.mlir", advice, target)]))
            assert _Worker.asked == (len(asked) if turn else number + 1)
