"""``hlogen fuzz``: a folder of what a backend gets wrong."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import interpreter
from hlogen.backends import backend
from hlogen.cli.fuzzed import seconds_of
from hlogen.conform.differences import table
from hlogen.errors import HlogenError, UsageError
from hlogen.fuzz import campaign

BACKEND = """
import hlogen as hl
import interpreter
import numpy as np


class Mine:
    def version(self):
        return {"mine": "1"}

    def compile(self, program, signature):
        return hl.parse(program)

    def run(self, module, arguments):
        results = [np.array(each) for each in interpreter.run(module, *arguments)]
        return changed(results) if any(op.name == "stablehlo.not" for op in module.walk()) else results


class Next(Mine):
    def run(self, module, arguments):
        results = super().run(module, arguments)
        return changed(results) if any(op.name == "stablehlo.xor" for op in module.walk()) else results


def changed(results):  # by what no model explains
    for each in results:
        if each.dtype.kind in "iu" and each.size:
            each.flat[0] ^= 21
    return results
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(BACKEND)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_campaign_finds_goes_on_and_tells(here: Path, invoke) -> None:
    ask = ("fuzz", "--backend", "mine.py:Mine", "--op", "not", "--op", "floor", "--size", "1", "--programs")
    done = invoke(*ask, "30", "-v")
    assert done.exit_code == 1, done.output
    assert done.stdout.startswith("wrong value: unknown in not\n30 programs judged, ")
    assert "1 cause, each with its folder in fuzz-mine:\n" in done.stdout
    assert "| `stablehlo.floor` | " in (here / "fuzz-mine" / "coverage.md").read_text()
    folder = here / "fuzz-mine" / "unknown-in-not"
    assert sorted(path.name for path in folder.iterdir()) == ["case.mlir", "inputs.npz", "program.mlir", "report.md"]
    assert "stablehlo.not" in (folder / "program.mlir").read_text()
    assert "hlogen judge program.mlir -i inputs.npz --backend " in (folder / "report.md").read_text()
    assert invoke("test", str(folder / "case.mlir")).exit_code == 0
    assert invoke(*ask, "0", "--to-golden", "cases/mine").stdout.endswith("1 case written into cases/mine\n")
    case = here / "cases" / "mine" / "unknown-in-not.mlir"
    (row,) = table._rows(case)
    assert (row.id, row.kind, row.clause, str(row.versions)) == (
        "mine.unknown-in-not",
        "value",
        "not",
        "mine 1 and newer",
    )
    assert row.case.holds(interpreter.run(row.case.module, *row.case.arguments))
    assert not row.case.holds(backend(str(here / "mine.py") + ":Mine").run(row.case.module, *row.case.arguments))
    case.write_text(case.read_text() + "// mine\n")
    done = invoke(*ask, "10", "-q")
    assert (done.exit_code, done.output) == (1, "")
    done = invoke(*ask, "1", "-o", "fuzz-mine", "--to-golden", "cases/mine")
    assert done.stdout.startswith("41 programs judged")
    assert done.stdout.endswith("0 cases written into cases/mine\n")
    assert case.read_text().endswith("// mine\n")
    done = invoke("fuzz", "--backend", "interpreter", "--programs", "1", "-o", "fuzz-mine")
    assert done.exit_code == 2
    assert "campaign.sqlite is about backend Mine, not interpreter\n  fix: name another folder" in done.stderr


def test_what_another_backend_gets_wrong_too_is_left_out(here: Path, invoke) -> None:
    ask = ("fuzz", "--backend", "mine.py:Next", "--op", "not", "--op", "xor", "--size", "1", "--programs", "24")
    done = invoke(*ask, "--against", "mine.py:Mine")
    assert done.exit_code == 1, done.output
    assert " wrong in the same way on the other backend\n" in done.stdout
    assert [path.name for path in (here / "fuzz-next").iterdir() if path.is_dir()] == ["unknown-in-xor"]
    assert "about against " in invoke(*ask).stderr


def test_an_error_ends_it_and_what_was_found_is_told(here: Path, invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*given, **named):
        yield from real(*given, **named)
        raise HlogenError("can't go on")

    real = campaign.run
    monkeypatch.setattr("hlogen.cli.fuzzed.run", failing)
    done = invoke("fuzz", "--backend", "mine.py:Mine", "--op", "not", "--size", "1", "--programs", "16")
    assert (done.exit_code, done.stderr) == (2, "error: can't go on\n")
    assert "1 cause, each with its folder in fuzz-mine:\n" in done.stdout
    assert (here / "fuzz-mine" / "unknown-in-not" / "report.md").exists()


def test_nothing_wrong_is_0(here: Path, invoke) -> None:
    done = invoke("fuzz", "--backend", "interpreter", "--programs", "40", "--op", "add")
    assert (done.exit_code, done.stdout.partition(";")[0]) == (0, "40 programs judged, 40 right")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--backend", "mine.py:Mine", "--time", "soon"), "--time soon: a time is written as 90s, 10m, 2h or 1h30m"),
        (("--backend", "mine.py:Mine", "--op", "after_all"), "the grammar has no row for after_all: tokens and what"),
        (("--backend", "nobody", "--programs", "1"), "there is no backend 'nobody'"),
        (("--backend", "mine.py:Yours", "--programs", "1"), "Yours"),
        ((), "missing option '--backend'"),
        (("--backend", "mine.py:Mine", "--invalid", "--relation", "vmap"), "--invalid and --relation: programs that"),
    ],
)
def test_wrong_usage(here: Path, invoke, arguments: tuple[str, ...], said: str) -> None:
    done = invoke("fuzz", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not list(here.glob("fuzz-*"))


def test_without_dask_the_extra_is_named(here: Path, invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "hlogen.fuzz.cluster", raising=False)
    done = invoke("fuzz", "--backend", "interpreter", "--scheduler", "tcp://127.0.0.1:9")
    assert done.exit_code == 2
    assert 'hlogen fuzz --scheduler needs the package distributed: pip install "hlogen[dask]"' in done.stderr


@pytest.mark.campaign
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found by what Linux tells of them")
def test_a_killed_campaign_leaves_no_process_and_loses_nothing(here: Path, start_hlogen, invoke) -> None:
    mark = f"HLOGEN_TEST_MARK={here}"

    def marked() -> list[Path]:
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                found += [path] if mark.encode() in path.read_bytes().split(b"\0") else []
        return found

    name, _, value = mark.partition("=")
    ask = ("fuzz", "--backend", "mine.py:Mine", "--op", "sort", "-o", "it")
    with start_hlogen(*ask, "-j", "2", env={name: value}) as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (here / "it" / "campaign.sqlite").exists():
            time.sleep(0.1)
        time.sleep(3)
        process.kill()
        process.communicate()
    until = time.monotonic() + 10
    while marked() and time.monotonic() < until:
        time.sleep(0.1)
    assert marked() == []
    assert invoke(*ask, "--programs", "40").exit_code in (0, 1)
    with sqlite3.connect(here / "it" / "campaign.sqlite") as connection:
        (judged,) = connection.execute("select sum(count) from verdicts").fetchone()
        batches = connection.execute("select content, done, since from batches").fetchall()
    assert judged == sum(json.loads(content)["count"] for content, done, _ in batches if done)
    assert all(since == 0 for _, done, since in batches if not done)  # the next run has them first


def test_times() -> None:
    assert [seconds_of(text) for text in ("90s", "10m", "1h30m", "1.5", "2d")] == [90, 600, 5400, 1.5, 172800]
    for text in ("", "s", "1h30", "-1s", "1x", "1 m"):
        with pytest.raises(UsageError):
            seconds_of(text)
