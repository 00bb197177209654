"""The process that runs files of tests for `hlogen.conform.runner`: programs may end the process that runs them.

A request is {"path", "name", "backend"}; its answer holds the results of the file's cases as JSON, and what was
printed. With {"list"} nothing is run: of each case there is its line and name, and its result where that is known
already. With {"case": n} only case n is run.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

from hlogen.lint.worker import Respond, serve


def main() -> None:
    """Answers requests until standard input ends."""
    serve(_load)


def _load() -> Respond:
    from hlogen.conform.checks import Case, cases_in
    from hlogen.mlir import provider

    provider.find().context()
    gc.freeze()  # what has been imported stays: the collector needn't walk it for every program
    kept: tuple[Any, list[Case]] = None, []  # the cases of a file that is run one by one are read once

    def one_by_one(request: dict[str, Any]) -> list[Case]:
        nonlocal kept
        path, backend, name = request["path"], request["backend"], request["name"]
        try:
            stat = Path(path).stat()
            key = path, backend, name, stat.st_mtime_ns, stat.st_size
        except OSError:
            return [*cases_in(path, backend, name)]
        if kept[0] != key:
            kept = None, []
            kept = key, [*cases_in(path, backend, name)]
        return kept[1]

    def run(request: dict[str, Any]) -> dict[str, Any]:
        with redirect_stderr(StringIO()) as printed:
            if "list" in request:
                cases = one_by_one(request)
                return {"cases": [(case.line, case.name, case.found and case.found.to_json()) for case in cases]}
            found: Iterable[Case] = cases_in(request["path"], request["backend"], request["name"])
            if "case" in request:
                found = one_by_one(request)[request["case"] :][:1]  # none where the file has fewer by now
            results = [case.run().to_json() for case in found]
        return {"results": results, "printed": printed.getvalue()}

    return run


if __name__ == "__main__":
    main()
