"""Runs single cases of .mlir tests (see `hlogen test`) as they stand in the editor."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hlogen.conform.case_result import CaseResult, CaseVerdict
from hlogen.conform.runner import CaseRunner
from hlogen.errors import HlogenError
from hlogen.lsp.names import outline
from hlogen.lsp.text import Text
from hlogen.temporary import TemporaryFolder

TIME_LIMIT = 60.0  # seconds for a case: somebody waits for it
_BACKEND = "interpreter"
_CHECK = re.compile(r"\bcheck\.\w")


def cases(text: str) -> Iterator[tuple[str, int, int]]:
    """Name, start and end of each function that checks something."""
    if _CHECK.search(text):
        yield from (one for one in outline(text) if _CHECK.search(text, one[1], one[2]))


class Testing:
    """A process for cases, which starts with the first. But for `kill`, everything is called from one thread."""

    def __init__(self) -> None:
        self._runner: CaseRunner | None = None

    def run(self, name: str, text: Text, offset: int, case: str) -> CaseResult:
        """What becomes of the case of this name in the program that stands there, in the document of this name."""
        part = text.part_at(offset)
        folder = TemporaryFolder()
        try:
            if self._runner is None:
                self._runner = CaseRunner(TIME_LIMIT)
            path = folder.path / "program.mlir"
            path.write_bytes(part.content if part is not None else b"")
            for number, one in enumerate(self._runner.cases(str(path), name, _BACKEND)):
                if one.found is not None and one.found.verdict is CaseVerdict.ERROR:
                    return one.found
                if one.name == case:
                    return self._runner.run(str(path), name, _BACKEND, number, case)[0]
        except HlogenError as error:
            return CaseResult(name, 1, case, CaseVerdict.ERROR, message=str(error))
        finally:
            folder.remove()
        return CaseResult(name, 1, case, CaseVerdict.ERROR, message="there is no such case any more")

    def kill(self) -> None:
        """Ends the process from another thread."""
        if self._runner is not None:
            self._runner.kill()

    def close(self) -> None:
        if self._runner is not None:
            self._runner.close()
