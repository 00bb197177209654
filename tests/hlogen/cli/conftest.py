from __future__ import annotations

import math
import os
import subprocess
import sys
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import mortal_worker, schemas
from helpers.lent_worker import choices, lend_to_commands, lending
from helpers.rows import ROWS

from hlogen.cli import main
from hlogen.conform import runner
from hlogen.lint.process import TIME_LIMIT, Worker

ROOT = Path(__file__).parents[3]

INVALID = ROWS.replace("array<i64: 1, 2>", "array<i64: 2, 2>")


class _LentCases:
    """The session's process that runs cases, for one `hlogen test`, which takes it out of `free` as long as it runs."""

    def __init__(self, free):
        self._free, self._worker = free, free.pop()

    def ask(self, request):
        return self._worker.ask({**request, "folder": os.getcwd()})  # noqa: PTH109 - it is sent as text

    def kill(self):
        pass

    def close(self):
        self._free.append(self._worker)


@pytest.fixture(scope="session")
def lend():
    with lending() as lend:
        yield lend


@pytest.fixture(scope="session")
def lend_cases(lend):
    """Gives `hlogen test` the process that runs its cases in the same way; a second one is a process of its own."""
    usual_choices, usual = choices(), runner.WORKER
    with ExitStack() as stack:

        @cache
        def free():
            return [stack.enter_context(Worker(math.inf, module="helpers.resident_case_worker"))]

        def lend_cases(time_limit=TIME_LIMIT, advice=True, module=None):
            if module is None:
                return lend(time_limit, advice)
            if module == usual and choices() == usual_choices and free():
                return _LentCases(free())
            return Worker(time_limit, advice, module)

        yield lend_cases


@pytest.fixture(autouse=True)
def one_worker(request, monkeypatch):
    """Commands of this process start no process each, which takes longer than all they do."""
    if "invoke" in request.fixturenames:
        lend_to_commands(request.getfixturevalue("lend"), monkeypatch)
        monkeypatch.setattr("hlogen.conform.runner.Worker", request.getfixturevalue("lend_cases"))


@pytest.fixture
def invoke():
    """Runs the command line in this process; the result has .exit_code, .stdout and .stderr."""

    def invoke(*args, **kwargs):
        result = CliRunner().invoke(main, [str(arg) for arg in args], **kwargs)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        schemas.check_output(args, result.stdout)
        return result

    return invoke


@pytest.fixture(scope="session")
def start_hlogen_in():
    """Starts ``python -m hlogen`` in a process of its own, in a folder, with pipes for its output."""

    def start(folder, *args, env=None, **options):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
        command = [sys.executable, "-m", "hlogen", *map(str, args)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, cwd=folder, env=environment, **pipes, **options)

    return start


@pytest.fixture
def start_hlogen(start_hlogen_in, tmp_path):
    """The same in an empty folder."""
    return partial(start_hlogen_in, tmp_path)


@pytest.fixture
def hlogen(start_hlogen):
    """Runs it to its end: (exit code, standard output, standard error)."""

    def run(*args, **options):
        with start_hlogen(*args, **options) as process:
            stdout, stderr = process.communicate(timeout=120)
        return process.returncode, stdout.decode(), stderr.decode()

    return run


@pytest.fixture
def files(tmp_path, monkeypatch):
    """An empty working folder, and a function that writes files into it and gives their names."""
    monkeypatch.chdir(tmp_path)

    def write(**contents):
        names = []
        for name, content in contents.items():
            stem, _, suffix = name.rpartition("_")
            path = Path(f"{stem}.{suffix}")
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            names.append(str(path))
        return names[0] if len(names) == 1 else names

    return write


@pytest.fixture
def mortal(monkeypatch):
    """From here on the program `programs["deadly"]` kills the parser."""
    mortal_worker.install(monkeypatch)


@pytest.fixture
def programs():
    return {"rows": ROWS, "invalid": INVALID, "deadly": mortal_worker.DEADLY}
