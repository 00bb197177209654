"""Edits of a file's text that mend what is found in it: found in the worker process, applied in the one that asks."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Edit:
    """`new` in place of text[start:end]; `line` is that of what is mended, of this `rule`; `name` is what is set."""

    start: int
    end: int
    new: str
    line: int = field(compare=False)
    name: str = field(default="", compare=False)
    rule: str = field(default="", compare=False)

    @property
    def growth(self) -> int:
        return len(self.new) - (self.end - self.start)


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The edited text; edits are in its order."""
    pieces, at = [], 0
    for edit in edits:
        pieces += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join([*pieces, text[at:]])


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    return sorted(set(edits), key=lambda edit: (edit.start, edit.end))


class Fitting:
    """Edits that do together: none is about the same text as another, or begins at the same place."""

    def __init__(self, edits: Iterable[Edit] = ()) -> None:
        self._taken: list[tuple[int, int, str, str, str]] = []  # in the order of the text
        for edit in edits:
            self.take([edit])

    def take(self, edits: Iterable[Edit]) -> bool:
        """Takes edits where they do with each other and with those that were taken before; False where they don't."""
        new: list[tuple[int, int, str, str, str]] = []
        for edit in edits:
            key = (edit.start, edit.end, edit.new, edit.name, edit.rule)
            at = bisect_left(self._taken, key)
            around = self._taken[max(at - 1, 0) : at + 1]
            if key in around:
                continue
            if any(start == edit.start or (start < edit.end and edit.start < end) for start, end, *_ in around):
                for one in new:
                    self._taken.remove(one)
                return False
            self._taken.insert(at, key)
            new.append(key)
        return True


def composed(first: Sequence[Edit], between: str, second: Sequence[Edit]) -> list[Edit]:
    """The edits that do what `first` does, which gives the text `between`, and then `second`."""
    spans: list[tuple[int, int, Edit, bool]] = [(edit.start, edit.end, edit, False) for edit in second]
    shift = 0
    for edit in first:
        spans.append((edit.start + shift, edit.start + shift + len(edit.new), edit, True))
        shift += edit.growth
    groups: list[list[tuple[int, int, Edit, bool]]] = []
    end = -1
    for span in sorted(spans, key=lambda one: one[:2]):
        if span[0] > end:
            groups.append([])
        groups[-1].append(span)
        end = max(end, span[1])
    found = []
    shift = 0
    for group in groups:
        low, high = group[0][0], max(end for _, end, _, _ in group)
        again = [replace(one, start=one.start - low, end=one.end - low) for *_, one, is_first in group if not is_first]
        start = low - shift
        shift += sum(one.growth for *_, one, is_first in group if is_first)
        found.append(replace(group[0][2], start=start, end=high - shift, new=apply(between[low:high], again)))
    return found


def digest(content: bytes) -> str:
    """What tells whether a file is still the one that edits were found for."""
    return hashlib.sha256(content).hexdigest()
