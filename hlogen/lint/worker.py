"""The process that parses and checks files for `hlogen.lint.process`; upstream's parser may kill it.

Standard input takes one JSON request a line, the arguments of `report` (or of `fix`, where it says so by "fix"; with
"fixes" a report has them, too); each is answered by one JSON line, or by several, the last of which says that it's
"done". The first line says that the process is ready, or why it can't be.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from hlogen.workers.limits import limit_memory

Respond = Callable[[dict[str, Any]], "dict[str, Any] | Iterator[dict[str, Any]]"]
MEMORY_LIMIT = 8 << 30  # bytes of data of a process


def main() -> None:
    """Answers requests until standard input ends."""
    serve(loaded)


def serve(load: Callable[[], Respond]) -> None:
    """Answers requests by what `load` gives until standard input ends; `load` imports what that takes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks; it ends this one
    limit_memory(MEMORY_LIMIT)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # nothing is multiplied here, and threads take time to start
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever native code prints must not end up between the answers

    def answer(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    from hlogen.errors import HlogenError
    from hlogen.lifeline import Lifeline

    with Lifeline().tied():
        try:
            respond = load()
        except HlogenError as error:
            answer({"error": str(error)})
            return
        answer({"ready": True})
        for line in sys.stdin:
            response = respond(json.loads(line))
            for part in [response] if isinstance(response, dict) else response:
                answer(part)


def loaded() -> Respond:
    """What answers the requests of `hlogen.lint.process`."""
    from hlogen.lint.report import report, warm_up

    warm_up()

    def respond(request: dict[str, Any]) -> dict[str, Any] | Iterator[dict[str, Any]]:
        is_fix, has_fixes = request.pop("fix", False), request.pop("fixes", False)
        if not is_fix and not has_fixes:
            return report(**request)
        from hlogen.lint.fix import fix, known_fixes

        return fix(**request) if is_fix else report(**request, mend=known_fixes)

    return respond


if __name__ == "__main__":
    main()
