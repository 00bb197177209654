"""The process that reads open documents for the language server; upstream's parser may kill it.

It answers what `hlogen.lint.worker` does, and {"ask": ..., ...} for what hovering shows, by {"answer"}.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hlogen.lint.worker import Respond, loaded, serve


def main() -> None:
    """Answers requests until standard input ends."""
    serve(_loaded)


def _loaded() -> Respond:
    check = loaded()
    from hlogen.lsp.known import ANSWERS

    def respond(request: dict[str, Any]) -> dict[str, Any] | Iterator[dict[str, Any]]:
        if (asked := request.pop("ask", None)) is None:
            return check(request)
        try:
            return {"answer": ANSWERS[asked](**request)}
        except Exception:  # noqa: BLE001 - hovering shows nothing then; a check tells what is wrong
            return {"answer": None}

    return respond


if __name__ == "__main__":
    main()
