"""The process that runs files of tests for `hlogen.conform.runner`: programs may end the process that runs them.

A request is {"path", "backend"}; its answer holds the results of the file's cases as JSON, and what was printed.
"""

from __future__ import annotations

import gc
from contextlib import redirect_stderr
from io import StringIO
from typing import Any

from hlogen.lint.worker import Respond, serve


def main() -> None:
    """Answers requests until standard input ends."""
    serve(_load)


def _load() -> Respond:
    from hlogen.conform.checks import run_file
    from hlogen.mlir import provider

    provider.find().context()
    gc.freeze()  # what has been imported stays: the collector needn't walk it for every program

    def run(request: dict[str, Any]) -> dict[str, Any]:
        with redirect_stderr(StringIO()) as printed:
            results = run_file(request["path"], request["backend"])
        return {"results": [result.to_json() for result in results], "printed": printed.getvalue()}

    return run


if __name__ == "__main__":
    main()
