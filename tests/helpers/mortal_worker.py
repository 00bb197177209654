"""hlogen.lint.worker with a parser that aborts the process where a program holds the words of DEADLY.

What really kills upstream's parser changes from release to release; this stands for all of it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hlogen.lint import fix, report, worker
from hlogen.lint.in_text import placed
from hlogen.mlir.reader import parts

DEADLY = "// this program is deadly\nmodule {}\n"


MISTAKEN = "// hlogen fails on this program\nmodule {}\n"


def install(monkeypatch) -> None:
    """Makes hlogen.lint.process use this worker, and hlogen.conform.runner one that dies of the same."""
    monkeypatch.setattr("hlogen.lint.process.WORKER", "helpers.mortal_worker")
    monkeypatch.setattr("hlogen.conform.runner.WORKER", "helpers.mortal_case_worker")
    tests = str(Path(__file__).parents[1])
    if tests not in sys.path:
        monkeypatch.syspath_prepend(tests)


def main() -> None:
    def die():
        os.write(2, b"LLVM ERROR: this is the end\n")
        os.abort()

    def err():
        raise SystemError("nobody expects this")

    def mortal_placed(findings, part, name):
        return err() if MISTAKEN in part.content else placed(findings, part, name)

    def mortal_parts(content: bytes, **options):
        return [part._replace(read=die) if DEADLY in part.content else part for part in parts(content, **options)]

    vars(report)["placed"] = mortal_placed
    vars(report)["parts"] = vars(fix)["parts"] = mortal_parts
    worker.main()


if __name__ == "__main__":
    main()
