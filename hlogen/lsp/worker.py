"""The process that reads open documents for the language server; upstream's parser may kill it.

It answers what `hlogen.lint.worker` does, and {"ask": ..., ...} for what hovering shows, by {"answer"}.
"""

from __future__ import annotations

from typing import Any

from hlogen.lint.worker import Respond, serve


def main() -> None:
    """Answers requests until standard input ends."""
    serve(_load)


def _load() -> Respond:
    from hlogen.lint.report import fix, report, warm_up
    from hlogen.lsp.known import ANSWERS

    warm_up()

    def respond(request: dict[str, Any]) -> Any:
        if (asked := request.pop("ask", None)) is not None:
            try:
                return {"answer": ANSWERS[asked](**request)}
            except Exception:  # noqa: BLE001 - hovering shows nothing then; a check tells what is wrong
                return {"answer": None}
        return fix(**request) if request.pop("fix", False) else report(**request)

    return respond


if __name__ == "__main__":
    main()
