"""Verdicts: whether given results are among the admissible ones, and if not, which elements aren't and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Literal

import numpy as np

from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.notebook import Shown
from interpreter.possible.boxes import comparable
from interpreter.possible.evaluate import nominal
from interpreter.possible.hints import hint
from interpreter.possible.outcomes import Allowed, Outcomes
from interpreter.possible.unordered import Unordered
from interpreter.possible.values import INTERVAL, SAMPLED, SET, Open, Possible, ranges, starts_of
from interpreter.values.arguments import argument_value
from interpreter.values.array import Array
from interpreter.values.digits import digits
from interpreter.values.same import is_nan, is_same

Status = Literal["admissible", "inadmissible", "undecided"]

# So many offending elements are described; the others are counted.
MOST_REASONS = 8
# No program has more; a view may be as long as one likes.
_MOST_RESULTS = 1 << 16


@dataclass(frozen=True, repr=False)
class Reason(Shown):
    """An element that isn't known to be admissible; `allowed` says what is, looked at by itself.

    `is_apart`: by itself it is admissible, but not beside what else the same choice of order decides.
    """

    status: Status
    result: int
    index: tuple[int, ...]
    value: Any
    allowed: Allowed
    find_hint: Callable[[], str] = field(compare=False)
    is_apart: bool = False

    @cached_property
    def hint(self) -> str:
        """What the value looks like: a lost update, for example. Worked out when it is asked for."""
        return self.find_hint()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: the hint itself, not what would find it."""
        return {**self.__dict__, "hint": self.hint, "find_hint": str}

    def __repr__(self) -> str:
        return f"<result {self.result}, {list(self.index)}: {digits(self.value)} is {self.status}>"

    def __str__(self) -> str:
        wrong = f"{digits(self.value)} is {self.status}"
        if self.is_apart:
            wrong += " beside the other elements that the same choice of order decides; by itself"
        text = (
            f"result {self.result}, {list(self.index)}: {wrong}{'' if self.is_apart else ';'} allowed: {self.allowed}"
        )
        if self.allowed.why:
            text += f"; {self.allowed.why}"
        return text + (f"\n    hint: {self.hint}" if self.hint else "")


@dataclass(frozen=True, repr=False)
class Verdict(Shown):
    """Whether results are admissible; true only if every element is.

    "undecided": nothing is wrong for sure, but some element known by samples only, or unknown, isn't among what was
    seen. `inadmissible` and `undecided` count elements, `reasons` describes the first of them.
    """

    status: Status
    reasons: tuple[Reason, ...]
    inadmissible: int
    undecided: int
    elements: int

    def __bool__(self) -> bool:
        return self.status == "admissible"

    def __repr__(self) -> str:
        return f"<{self._summary}>"

    def __str__(self) -> str:
        if self:
            return self._summary
        lines = [self._summary, *map(str, self.reasons)]
        left_out = self.inadmissible + self.undecided - len(self.reasons)
        unknown = dict.fromkeys(reason.allowed.reason for reason in self.reasons if reason.allowed.reason)
        return "\n  ".join([*lines, *([f"and {left_out} more"] if left_out else []), *unknown])

    @property
    def _summary(self) -> str:
        if self:
            return f"admissible: all {self.elements} elements are what some order may give"
        counts = [
            f"{n} {word}" for n, word in ((self.inadmissible, "inadmissible"), (self.undecided, "undecided")) if n
        ]
        return f"{self.status}: {' and '.join(counts)} of {self.elements} elements"


def judge(admissible: Outcomes, results: Sequence[Any]) -> Verdict:
    """The verdict on `results`; UsageError where they aren't of the program's result types."""
    given = _checked(admissible, results)
    findings = [_Findings.of(value, array) for value, array in zip(admissible.values, given, strict=True)]
    _judge_together(findings, admissible.shared_sources)
    inadmissible, undecided = (sum(len(getattr(found, name)) for found in findings) for name in ("wrong", "unclear"))
    status: Status = "inadmissible" if inadmissible else "undecided" if undecided else "admissible"
    reasons: list[Reason] = []
    for kind, name in (("inadmissible", "wrong"), ("undecided", "unclear")):
        for result, found in enumerate(findings):
            reasons += [
                _reason(admissible, given[result], kind, result, position, position in found.apart)
                for position in getattr(found, name)[: MOST_REASONS - len(reasons)].tolist()
            ]
    elements = sum(array.size for array in given)
    return Verdict(status, tuple(reasons), inadmissible, undecided, elements)


def _checked(admissible: Outcomes, results: Sequence[Any]) -> list[Array]:
    given = list(islice(_flat(results), _MOST_RESULTS))
    if len(given) != len(admissible.types):
        types = ", ".join(map(str, admissible.types))
        hint = "; put a single array into a list" if hasattr(results, "__array__") else ""
        plural = "" if len(admissible.types) == 1 else "s"
        raise UsageError(
            f"@{admissible.name} has {len(admissible.types)} result{plural} ({types}), got {len(given)}{hint}"
        )
    checked = []
    for i, (array, type, value) in enumerate(zip(given, admissible.types, admissible.values, strict=True)):
        found = argument_value(array, type, f"result {i}")
        if found.shape != nominal(value).shape:
            raise UsageError(f"result {i}: expected shape {list(nominal(value).shape)}, got {list(found.shape)}")
        checked.append(found)
    return checked


def _flat(results: Iterable[Any]) -> Iterator[Any]:
    for result in results:
        if isinstance(result, tuple):
            yield from _flat(result)
        else:
            yield result


class _Findings:
    """What there is to say of one result: the positions that are wrong, and those that are unclear."""

    def __init__(self, given: Array, differing: Array, opened: Open | None) -> None:
        self.given = given
        self.opened = opened
        self.wrong = self.unclear = differing[:0]
        self.apart: set[int] = set()  # wrong only because of what another element is
        self.changed = differing[:0]  # the open elements that aren't nominal

    @classmethod
    def of(cls, value: Any, array: Array) -> _Findings:
        given, own = array.reshape(-1), nominal(value).reshape(-1)
        differing = np.flatnonzero(~is_same(given, own))
        opened = value.open if isinstance(value, Possible) else None
        self = cls(given, differing, opened)
        if opened is None or not len(differing):
            self.wrong = differing
            return self
        entry = np.minimum(np.searchsorted(opened.positions, differing), len(opened) - 1)
        is_open = opened.positions[entry] == differing
        self.changed = entry[is_open]
        fits, is_sure = _fits(opened, self.changed, given[differing[is_open]])
        wrong = [differing[~is_open], differing[is_open][~fits & is_sure]]
        self.wrong = np.sort(np.concatenate(wrong))
        self.unclear = differing[is_open][~fits & ~is_sure]
        return self


def _fits(opened: Open, entries: Array, given: Array) -> tuple[Array, Array]:
    """Whether each value is known to be possible, and whether it is impossible otherwise."""
    kind = opened.kind[entries]
    fits = np.zeros(len(entries), bool)
    bounded = np.flatnonzero(kind == INTERVAL)
    if len(bounded):
        at, values = entries[bounded], given[bounded]
        nan = is_nan(values)
        fits[bounded] = np.where(nan, opened.may_be_nan[at], _is_between(opened.low[at], values, opened.high[at]))
    listed = np.flatnonzero((kind == SET) | (kind == SAMPLED))
    if len(listed) and isinstance(opened.listed, Unordered):
        at = entries[listed]
        values = np.zeros(len(opened), given.dtype)
        values[at] = given[listed]
        fits[listed] = opened.listed.admits(values)[at]
    elif len(listed):
        part = opened.taken(entries[listed])
        owner = np.repeat(listed, part.counts)
        fits[owner[is_same(part.values, given[owner])]] = True
    return fits, (kind == SET) | (kind == INTERVAL)


def _is_between(low: Array, values: Array, high: Array) -> Array:
    if values.dtype.kind == "c":
        return _is_between(low.real, values.real, high.real) & _is_between(low.imag, values.imag, high.imag)
    low, values, high = map(comparable, (low, values, high))
    return np.asarray((low <= values) & (values <= high))


def _judge_together(findings: Sequence[_Findings], shared: Array) -> None:
    """Elements of one source have to be of one and the same alternative: adds the ones that aren't to `wrong`."""
    changed = [found.opened.source[found.changed] for found in findings if found.opened is not None]
    sources = np.intersect1d(np.concatenate(changed), shared) if changed and len(shared) else shared[:0]
    if not len(sources):
        return
    members = []
    for number, found in enumerate(findings):
        if found.opened is not None:
            entries = np.flatnonzero((found.opened.kind == SET) & np.isin(found.opened.source, sources))
            members.append((number, entries, found.opened.taken(entries)))
    counts = np.zeros(len(sources), np.int64)
    for _, _, part in members:
        counts[np.searchsorted(sources, part.source)] = part.counts
    starts = starts_of(counts)
    fails = np.zeros(starts[-1], bool)
    for number, _, part in members:
        values = findings[number].given[np.repeat(part.positions, part.counts)]
        alternative = ranges(starts[np.searchsorted(sources, part.source)], part.counts)
        fails[alternative[~is_same(part.values, values)]] = True
    impossible = np.zeros(len(sources), bool)
    impossible[counts > 0] = np.logical_and.reduceat(fails, starts[:-1][counts > 0])
    for number, _, part in members:
        found = findings[number]
        positions = part.positions[impossible[np.searchsorted(sources, part.source)]]
        positions = np.setdiff1d(positions, found.wrong)
        found.apart.update(positions.tolist())
        found.wrong = np.union1d(found.wrong, positions)


def _reason(admissible: Outcomes, given: Array, status: Any, result: int, position: int, is_apart: bool) -> Reason:
    index = tuple(int(i) for i in np.unravel_index(position, given.shape))
    value = given.reshape(-1)[position]
    allowed = admissible.at(result, position)
    if is_apart:
        return Reason(status, result, index, value, allowed, lambda: "", is_apart)
    tolerance = (
        float(allowed.high) - float(allowed.low) if allowed.kind == "interval" and value.dtype.kind != "c" else 0.0
    )
    find = partial(hint, admissible.evaluation, admissible.values[result], position, value, tolerance)
    return Reason(status, result, index, value, allowed, find)
