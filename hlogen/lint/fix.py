"""Finds the edits that mend what is found in a file, where that is certain (`hlogen check --fix`).

`hlogen.lint.fixes` says what may mend a finding. Edits are given out only where the edited program reads as one in
which that finding is gone and nothing else is wrong that wasn't before; every other byte stays. Where mending one thing
brings up others that can be mended (a result's type, then the types of its uses), they are mended together, or not at
all.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from hlogen.errors import HlogenError
from hlogen.forking import cached_property
from hlogen.ir.module import Module, Operation
from hlogen.lint.advice import Advisor
from hlogen.lint.finding import Finding, KnownFix, Replacement
from hlogen.lint.fixes import NotFixable, Repair, Site, repairs
from hlogen.lint.ignore_comments import ignores_in
from hlogen.lint.ignores import heeded
from hlogen.lint.report import found_in
from hlogen.lint.rules import UNUSED
from hlogen.lint.text_edits import Edit, Fitting, apply, composed, digest, in_order
from hlogen.mlir.bytecode import is_bytecode
from hlogen.mlir.errors import NoProgramError, ParseError
from hlogen.mlir.reader import Part, parts
from hlogen.mlir.tokens import with_line_ends
from hlogen.spec.patterns import PROGRAM
from hlogen.spec.program_rules import STANDS_IN

_LONGEST = 16  # so many times something may come up that has to be mended together
_MOST_LOOKS = 200  # at the programs of a file, each of which reads and checks one
_FEW_LOOKS = 64  # at a program, where nobody has asked for its fixes, and so many characters in all of them
_FEW_CHARACTERS = 300_000

_Key = tuple[str, str | None, str | None]


@dataclass(frozen=True)
class Mended:
    """What was mended on a line, by its rule, and how."""

    line: int
    rule: str
    what: str


@dataclass(frozen=True)
class Fix:
    """The edits of one file, whose content has this digest, and what they mend; why findings on some lines are left;
    and how many more unsafe edits would mend."""

    digest: str
    edits: tuple[Edit, ...]
    mended: tuple[Mended, ...] = ()
    left: tuple[tuple[int, str], ...] = ()
    unsafe: int = 0


def find_fix(
    content: bytes, name: str, *, unsafe: bool = False, wanted: Collection[tuple[str, int | None]] | None = None
) -> Fix:
    """The edits that mend what is certain, with `unsafe` also what is a guess; NotFixable where nothing can be read.

    `wanted` are the rules and lines of the findings to mend; where it is None, they are all.
    """
    if is_bytecode(content):
        raise NotFixable("it is bytecode; only text is edited")
    try:
        text = with_line_ends(content.decode("utf-8"))
        programs = parts(content, name=name, own_places=True)
    except NoProgramError:
        return Fix(digest(content), ())
    except (UnicodeDecodeError, ParseError) as error:
        raise NotFixable("it can't be read as a whole") from error
    looks = _Looks(name)
    edits: list[Edit] = []
    mended: list[Mended] = []
    left: list[tuple[int, str]] = []
    others = at = 0
    for part in programs:
        assert isinstance(part.content, str)
        at = text.index(part.content, at)
        lines = text.count("\n", 0, at)
        job = _Job(looks, looks.look(part.content, advice=True), lines, wanted)
        job.run(is_safe=True)
        safe = len(job.done)
        job.run(is_safe=False)
        done = job.done if unsafe else job.done[:safe]
        others += len(job.done) - len(done)
        for finding, repair in done:
            edits += [
                replace(edit, start=edit.start + at, end=edit.end + at, line=edit.line + lines) for edit in repair.edits
            ]
            mended.append(Mended((finding.line or 1) + lines, finding.rule, repair.what))
        left += [(line + lines, reason) for line, reason in job.left]
        at += len(part.content)
    return Fix(
        digest(content), tuple(in_order(edits)), tuple(sorted(mended, key=lambda one: one.line)), tuple(left), others
    )


def fix(path: str, name: str, unsafe: bool, wanted: list[list[Any]] | None) -> dict[str, Any]:
    """What `find_fix` gives of the file at `path`, or why it doesn't, as JSON for the other process."""
    try:
        content = Path(path).read_bytes()
        those = None if wanted is None else {(rule, line) for rule, line in wanted}
        return asdict(find_fix(content, name, unsafe=unsafe, wanted=those))
    except NotFixable as error:
        return {"refused": str(error)}
    except (OSError, MemoryError, HlogenError) as error:
        return {"refused": f"it can't be read: {error}"}


def known_fixes(name: str, part: Part, program: Module | None, findings: Sequence[Finding]) -> list[KnownFix]:
    """What mends these findings of a program, as far as a few looks tell, or none where it is large."""
    text = part.content
    assert isinstance(text, str)
    above = part.first_line - 1
    here = [
        replace(one, line=one.line and one.line - above, scopes=tuple(line - above for line in one.scopes))
        for one in findings
    ]
    looks = _Looks(name, min(_FEW_LOOKS, _FEW_CHARACTERS // max(len(text), 1)))
    if looks.are_over:
        return []
    # What mends is an offer: where hlogen fails on it, what was found stands. `--fix` fails aloud.
    with contextlib.suppress(Exception):
        job = _Job(looks, _Look(text, name, program, here, above))
        job.run(is_safe=True)
        job.run(is_safe=False)
        return [_known_fix(text, above, finding, repair) for finding, repair in job.done]
    return []


def _known_fix(text: str, above: int, finding: Finding, repair: Repair) -> KnownFix:
    def place(at: int) -> tuple[int, int]:
        return text.count("\n", 0, at) + above + 1, at - text.rfind("\n", 0, at)

    edits = tuple(Replacement(*place(edit.start), *place(edit.end), edit.new) for edit in repair.edits)
    line = None if finding.line is None else finding.line + above
    return KnownFix(finding.rule, line, repair.what, repair.is_safe, edits)


class _Looks:
    """Looks at the programs of a file, as long as that is worth it."""

    def __init__(self, name: str, most: int = _MOST_LOOKS) -> None:
        self.name = name
        self._left = most

    @property
    def are_over(self) -> bool:
        return self._left <= 0

    def look(self, text: str, advice: bool) -> _Look | None:
        self._left -= 1
        if self._left < 0:
            return None
        try:
            (part,) = parts(text.encode(), name=self.name, own_places=True)
            return _Look(text, self.name, *found_in(self.name, part, advice))
        except (HlogenError, MemoryError):
            return None


class _Look:
    """A program's text, and what is found in it; the program's own places have so many lines `above`."""

    def __init__(self, text: str, name: str, program: Module | None, found: Sequence[Finding], above: int = 0) -> None:
        self.text, self.program, self._above = text, program, above
        self.findings = [one for one in found if one.file == name]
        if "hlogen: ignore" in text:
            self.findings, _ = heeded(self.findings, [*ignores_in(text)], name)
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    @cached_property
    def advisor(self) -> Advisor:
        assert self.program is not None
        return Advisor(self.program)

    @cached_property
    def by_place(self) -> dict[int, Operation]:
        walked = () if self.program is None else self.program.walk()
        placed = [(op.location, op) for op in walked if op.location is not None and op.location.line]
        found = {self.offset(place.line - self._above, place.column): op for place, op in placed}
        return dict(sorted(found.items()))

    def offset(self, line: int | None, column: int | None) -> int:
        """Where a place is in the text; upstream's columns count bytes."""
        if line is None or not 0 < line < len(self._starts):
            return 0
        start, end = self._starts[line - 1 : line + 1]
        return start + len(self.text[start:end].encode()[: (column or 1) - 1].decode(errors="ignore"))

    def site(self, finding: Finding) -> Site:
        at = self.offset(finding.line, finding.column)
        if finding.rule == UNUSED and finding.line is not None:  # which counts characters
            at = self._starts[finding.line - 1] + (finding.column or 1) - 1
        return Site(finding, self.text, self.program, self.by_place, at, lambda: self.advisor)

    def wrong(self) -> Counter[_Key]:
        return Counter(_key(one) for one in self.findings if not one.is_advice)

    def advised(self) -> Counter[_Key]:
        return Counter(_key(one) for one in self.findings if one.is_advice)

    def names(self) -> list[str]:
        walked = [] if self.program is None else [op.name for op in self.program.walk()]
        return [name for name in walked if name != STANDS_IN]


def _key(finding: Finding) -> _Key:
    return finding.rule, finding.op, finding.function


class _Job:
    """Mends one program, whose first line has `lines` before it in its file."""

    def __init__(
        self,
        looks: _Looks,
        base: _Look | None,
        lines: int = 0,
        wanted: Collection[tuple[str, int | None]] | None = None,
    ) -> None:
        self._looks, self.base = looks, base
        self.done: list[tuple[Finding, Repair]] = []
        self.left: list[tuple[int, str]] = []
        found = [] if self.base is None else self.base.findings
        self._wanted = [one for one in found if wanted is None or (one.rule, one.line and one.line + lines) in wanted]
        if self.base is not None:
            self._wrong, self._advised, self._names = self.base.wrong(), self.base.advised(), self.base.names()
            self._left = self._wrong + self._advised  # with what is done

    def run(self, is_safe: bool) -> None:
        """Mends what is left, by safe repairs or by others."""
        done = {id(finding) for finding, _ in self.done}
        found = [
            (finding, repair)
            for finding in self._wanted
            if id(finding) not in done
            for repair in self._first(finding, tell=is_safe)
            if repair.is_safe or not is_safe
        ]
        self._take(found, is_safe)

    def _first(self, finding: Finding, tell: bool) -> Iterator[Repair]:
        assert self.base is not None
        try:
            yield from list(repairs(self.base.site(finding)))[:1]
        except NotFixable as reason:
            if tell:
                self.left.append((finding.line or 1, str(reason)))

    def _take(self, found: Sequence[tuple[Finding, Repair]], is_safe: bool) -> None:
        """Takes all that do together, or halves of them, down to single ones."""
        if not found or self._looks.are_over:
            return
        taken = Fitting(edit for _, repair in self.done for edit in repair.edits)
        fitting = [(finding, repair) for finding, repair in found if taken.take(repair.edits)]
        if fitting and self._is_mended_by(fitting):
            self.done += fitting
        elif len(found) > 1:
            self._take(found[: len(found) // 2], is_safe)
            self._take(found[len(found) // 2 :], is_safe)
        elif fitting:
            ((finding, repair),) = fitting
            together = self._together(repair)
            if together is not None and (together.is_safe or not is_safe):
                other = (finding, together)
                taken = Fitting(edit for _, one in self.done for edit in one.edits)
                if taken.take(together.edits) and self._is_mended_by([other]):
                    self.done.append(other)

    def _is_mended_by(self, more: Sequence[tuple[Finding, Repair]]) -> bool:
        """Whether these findings were still there with what is done, are gone with their repairs, and nothing else
        came."""
        assert self.base is not None
        done = [*self.done, *more]
        edits = in_order(edit for _, repair in done for edit in repair.edits)
        with_advice = any(finding.is_advice for finding, _ in done)
        look = self._looks.look(apply(self.base.text, edits), with_advice)
        if look is None:
            return False
        wrong = look.wrong()
        advised = look.advised() if with_advice else self._advised
        is_read = all(not finding.is_failure and not finding.rule.startswith(PROGRAM) for finding, _ in done)
        gone = Counter(_key(finding) for finding, _ in more)
        is_mended = (
            not wrong - self._wrong
            and all((wrong + advised)[key] <= self._left[key] - count for key, count in gone.items())
            and (not is_read or look.names() == self._names)
        )
        if is_mended:
            self._left = wrong + advised
        return is_mended

    def _together(self, repair: Repair) -> Repair | None:
        """The repair with those of what it brings up."""
        assert self.base is not None
        edits: Sequence[Edit] = repair.edits
        is_safe, told = repair.is_safe, [repair.what]
        for _ in range(_LONGEST):
            text = apply(self.base.text, edits)
            look = self._looks.look(text, advice=False)
            if look is None:
                return None
            more = []
            known = Counter(self._wrong)
            for finding in look.findings:
                if finding.is_advice:
                    continue
                known[_key(finding)] -= 1
                if known[_key(finding)] < 0:
                    try:
                        more += list(repairs(look.site(finding)))[:1]
                    except NotFixable:
                        return None
            if not more:
                return Repair(tuple(edits), "; ".join(dict.fromkeys(told)), is_safe)
            new = in_order(edit for one in more for edit in one.edits)
            if not Fitting().take(new):
                return None
            edits = composed(edits, text, new)
            is_safe = is_safe and all(one.is_safe for one in more)
            told += [one.what for one in more]
        return None
