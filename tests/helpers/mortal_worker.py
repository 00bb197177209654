"""hlogen.lint.worker with a parser that aborts the process where a program holds the words of DEADLY.

What really kills upstream's parser changes from release to release; this stands for all of it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hlogen.lint import report, worker
from hlogen.mlir.reader import read_all

DEADLY = "// this program is deadly\nmodule {}\n"


def install(monkeypatch) -> None:
    """Makes hlogen.lint.process use this worker, and hlogen.conform.runner one that dies of the same."""
    monkeypatch.setattr("hlogen.lint.process.WORKER", "helpers.mortal_worker")
    monkeypatch.setattr("hlogen.conform.runner.WORKER", "helpers.mortal_case_worker")
    tests = str(Path(__file__).parents[1])
    if tests not in sys.path:
        monkeypatch.syspath_prepend(tests)


def main() -> None:
    def read(content: bytes, **options):
        if DEADLY.encode() in content:
            os.write(2, b"LLVM ERROR: this is the end\n")
            os.abort()
        return read_all(content, **options)

    vars(report)["read_all"] = read
    worker.main()


if __name__ == "__main__":
    main()
