"""Edits to a program's text that keep its lines, and the way back from an edited place to the original one."""

from __future__ import annotations

from bisect import bisect_right


class Edits:
    """Replacements in a text. None may add or remove a line, so only columns have to be mapped back."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._edits: list[tuple[int, int, str]] = []

    def __bool__(self) -> bool:
        return bool(self._edits)

    def replace(self, start: int, end: int, new: str) -> None:
        """Puts `new` in place of text[start:end]; edits at one place stand in the order of the calls."""
        assert new.count("\n") == self.text.count("\n", start, end), "an edit keeps the lines"
        self._edits.append((start, end, new))

    def insert(self, at: int, new: str) -> None:
        self.replace(at, at, new)

    def blank(self, start: int, end: int) -> None:
        """Puts blanks in place of text[start:end], keeping its line ends."""
        self.replace(start, end, "\n".join(" " * len(line.encode()) for line in self.text[start:end].split("\n")))

    def apply(self) -> EditedText:
        """The edited text with its map. Columns are counted in bytes, as MLIR does."""
        pieces: list[str] = []
        shifts: dict[int, list[tuple[int, int]]] = {}
        line, column, at = 1, 1, 0  # of the edited text
        delta = 0  # edited minus original column, on the current line
        for start, end, new in sorted(self._edits, key=lambda edit: edit[0]):
            line, column, delta = _advance(self.text[at:start], line, column, delta)
            pieces += [self.text[at:start], new]
            line, column, delta = _advance(new, line, column, delta)
            old = self.text[start:end]
            growth = len(new.encode()) - len(old.encode())
            if "\n" not in new and growth:
                delta += growth
                shifts.setdefault(line, []).append((column, delta))
            at = end
        pieces.append(self.text[at:])
        return EditedText("".join(pieces), shifts)


class EditedText:
    """An edited text and where its places were before."""

    def __init__(self, text: str, shifts: dict[int, list[tuple[int, int]]] | None = None) -> None:
        self.text = text
        self._shifts = shifts or {}

    def original_column(self, line: int, column: int) -> int:
        """The column in the original text of a line and column of the edited one."""
        if not self._shifts or line not in self._shifts:
            return column
        shifts = self._shifts[line]
        index = bisect_right(shifts, (column, 1 << 60)) - 1
        return max(1, column - shifts[index][1]) if index >= 0 else column


def _advance(text: str, line: int, column: int, delta: int) -> tuple[int, int, int]:
    newlines = text.count("\n")
    if not newlines:
        return line, column + len(text.encode()), delta
    return line + newlines, 1 + len(text[text.rindex("\n") + 1 :].encode()), 0
