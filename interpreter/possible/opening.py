"""One run of a scatter whose order is open: what its elements may be, by the kind of what folds them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen.forking import cached_property
from hlogen.ir import ComplexType, FloatType
from interpreter.kernels.scatter import ScatterPlan
from interpreter.kernels.scatter_landing import Landed
from interpreter.possible.bodies import Part, contributions
from interpreter.possible.bounds import Bounds, Range, sum_bounds
from interpreter.possible.contest import Contest
from interpreter.possible.formats import Format, format_of
from interpreter.possible.groups import Groups, Labelled, Rows
from interpreter.possible.options import Choices, Options
from interpreter.possible.orders import (
    applications,
    applications_to_repeats,
    counts_of,
    distinct,
    distinct_of_each,
    fold_in_all_orders,
    orders,
    orders_of_repeats,
    words_of,
)
from interpreter.possible.products import product_bounds
from interpreter.possible.unordered import Unordered
from interpreter.possible.values import SAMPLED, SET, Open, intervals, sets, starts_of
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type

# The kinds of results (bodies.py) whose elements may be open.
_KINDS = ("set", "add", "multiply", "other")
# So many applications of the body, and some for each update, are spent on trying all orders in one scatter ...
EFFORT = 1 << 20
EFFORT_OF_AN_UPDATE = 4
# ... and so many where bounds are known otherwise; none in a scatter of more updates than that.
BOUNDED_EFFORT = 1 << 17
# Where so many updates land on elements that several land on, it is looked for equal ones among them;
MOST_REPEATED = 1 << 14
_MOST_DIFFERENT = 4  # in an element, so many that aren't equal, of which any order is tried,
_EFFORT_OF_A_STEP = 64  # and a step costs at least as much as so many applications.
# Elements that are worked on at a time.
CHUNK = 1 << 16
# Up to here, equal alternatives are found and kept once.
MANY = 1 << 17
# So many updates are folded for samples, unless that is fewer than FEWEST_SAMPLES of all.
SAMPLED_UPDATES = 1 << 22
FEWEST_SAMPLES = 4


@dataclass
class Opening:
    """One run of a scatter, already folded: the tables of `landed` hold its results, `olds` what they were before.

    `found` collects the open elements of each result.
    """

    plan: ScatterPlan
    parts: Sequence[Part]
    landed: Landed
    olds: Sequence[Array]
    options: Options
    choices: Choices
    captures_open: bool = False  # whether the body takes open values from outside
    found: list[list[Open]] = field(init=False)

    def __post_init__(self) -> None:
        self.found = [[] for _ in self.parts]

    def open(self, contest: Contest) -> None:
        """Finds what is open among the elements of these rows."""
        numbers = {kind: [i for i, part in enumerate(self.parts) if part.kind == kind] for kind in _KINDS}
        rest = contest
        if numbers["add"] or numbers["multiply"] or numbers["other"]:
            rest = self._few(contest, [i for kind in _KINDS for i in numbers[kind]], bool(numbers["other"]))
        if not len(rest):
            return
        if numbers["set"]:
            self._overwritten(numbers["set"], rest)
        for i in numbers["add"]:
            self._sums(i, rest)
        for i in numbers["multiply"]:
            self._products(i, rest)
        if numbers["other"]:
            self._sampled(numbers["other"], rest)

    def _few(self, contest: Contest, numbers: list[int], unbounded: bool) -> Contest:
        """Tries all orders where there are few updates; what is left where there are more."""
        reassociate = self.options.reassociate
        effort = BOUNDED_EFFORT
        if unbounded:
            effort = EFFORT + EFFORT_OF_AN_UPDATE * self.landed.pieces[0].size
        elif self.landed.pieces[0].size > BOUNDED_EFFORT:
            return contest
        k = 2
        while orders(k, reassociate=reassociate) <= self.options.limit:
            which = np.flatnonzero(contest.counts == k)
            effort -= len(which) * self.columns * applications(k, reassociate=reassociate)
            if effort < 0:
                break
            if len(which):
                few = contest.among(which)
                step = max(1, CHUNK // (self.columns * applications(k, reassociate=reassociate)))
                picks = few.grouped().reshape(-1, k)
                for start in range(0, len(few), step):
                    self._all_orders(numbers, few.rows[start : start + step], picks[start : start + step])
            k += 1
        rest = contest.among(np.flatnonzero(contest.counts >= k))
        if reassociate or self.columns > 1 or not 0 < int(rest.counts.sum()) <= MOST_REPEATED:
            return rest
        return self._repeated(numbers, rest, min(effort, BOUNDED_EFFORT))

    def _repeated(self, numbers: list[int], contest: Contest, effort: float) -> Contest:
        """Tries all orders where most updates are equal; what is left where they aren't."""
        picks = contest.grouped()
        element = np.repeat(np.arange(len(contest)), contest.counts)
        words = words_of([x[picks, 0] for x in self.pieces])
        order = np.lexsort((*words, element))
        is_new = np.ones(len(order), bool)
        is_new[1:] = np.logical_or.reduce([word[order[1:]] != word[order[:-1]] for word in (element, *words)])
        starts = np.flatnonzero(is_new)  # of equal updates of an element
        repeats, owners = np.diff(np.append(starts, len(order))), element[order[starts]]
        firsts = np.searchsorted(owners, np.arange(len(contest) + 1))
        alike: dict[tuple[int, ...], list[int]] = {}
        for number in np.flatnonzero(np.diff(firsts) <= _MOST_DIFFERENT):
            alike.setdefault(tuple(repeats[firsts[number] : firsts[number + 1]].tolist()), []).append(int(number))
        is_left = np.ones(len(contest), bool)
        for of_one, members in alike.items():
            spent = len(members) * applications_to_repeats(of_one) + _EFFORT_OF_A_STEP * math.prod(of_one)
            if orders_of_repeats(of_one) <= self.options.limit + 0.5 and spent <= effort:
                effort -= spent
                which = np.array(members)
                places = starts[firsts[which][:, None] + np.arange(len(of_one))]
                self._all_orders(numbers, contest.rows[which], picks[order[places]], of_one)
                is_left[which] = False
        return contest.among(np.flatnonzero(is_left))

    def _all_orders(self, numbers: list[int], rows: Array, picks: Array, repeats: Sequence[int] | None = None) -> None:
        olds = [self._old(i, rows).reshape(-1, 1) for i in range(len(self.parts))]
        updates = [[x[pieces].reshape(-1, 1) for x in self.pieces] for pieces in picks.T]
        reassociate = self.options.reassociate
        values = fold_in_all_orders(self.plan.body.lanes, olds, updates, reassociate=reassociate, repeats=repeats)
        values = distinct([values[i] for i in numbers])
        counts = counts_of(values)
        listed = np.arange(values[0].shape[1]) < counts[:, None]
        positions = self.landed.result_elements(rows).reshape(-1)
        self._add_sets(numbers, positions, counts, [x[listed] for x in values], exact=True)

    def _overwritten(self, numbers: list[int], contest: Contest) -> None:
        counts = np.repeat(contest.counts, self.columns)
        n_rows = len(self.landed.tables[0])
        rows = self.landed.rows.astype(np.int32 if n_rows < 1 << 31 else np.int64)
        elements = (contest.rows[:, None] * self.columns + np.arange(self.columns)).reshape(-1)
        found: list[Any] = [Unordered(self.contributed(i).copy(), rows, n_rows, elements) for i in numbers]
        if int(contest.counts.sum()) * self.columns <= MANY:
            found = [x.values for x in found]
            kept = distinct_of_each(found, counts)
            counts = np.add.reduceat(kept, starts_of(counts)[:-1], dtype=np.int64)
            found = [x[kept] for x in found]
        positions = self.landed.result_elements(contest.rows).reshape(-1)
        self._add_sets(numbers, positions, counts, found, exact=True)

    def _sums(self, i: int, contest: Contest) -> None:
        type = tensor_type(self.plan.op.results[i]).element_type
        negated = self.parts[i].name == "stablehlo.subtract"

        def bounds(format: Format, old: Array, terms: Array, nominal: Array, groups: Groups) -> Bounds:
            terms = -terms if negated else terms
            either = Range(terms, terms)
            if negated and self.options.reassociate:  # what is taken from an update comes back in
                either = Range(-np.abs(terms), np.abs(terms))
            return sum_bounds(format, Range(old, old), either, groups, reassociate=self.options.reassociate)

        if isinstance(type, FloatType):
            self._bounded(i, contest, format_of(type), bounds)
        elif isinstance(type, ComplexType):
            self._bounded(i, contest, format_of(type.element_type), bounds)

    def _products(self, i: int, contest: Contest) -> None:
        type = tensor_type(self.plan.op.results[i]).element_type
        assert isinstance(type, FloatType)

        def bounds(format: Format, old: Array, terms: Array, nominal: Array, groups: Groups) -> Bounds:
            wide = [x.astype(np.float64) for x in (old, terms, nominal)]
            return product_bounds(format, wide[0], wide[1], wide[2], groups, reassociate=self.options.reassociate)

        self._bounded(i, contest, format_of(type), bounds)

    def _bounded(self, i: int, contest: Contest, format: Format, bounds: Any) -> None:
        """The elements that are open by their bounds."""
        terms = self.contributed(i)
        if self.landed.tables[0].ndim == 1:
            contest = contest.widened()  # one update alone leaves nothing open
            pieces, number = contest.landing()
            values = terms[:, 0] if pieces is None else terms[pieces, 0]
            self._add_bounds(i, contest.rows, values, Labelled(number, contest.counts), format, bounds)
            return
        order, starts = contest.grouped(), starts_of(contest.counts)
        first = 0
        while first < len(contest):
            last = int(np.searchsorted(starts, starts[first] + CHUNK // self.columns, side="right")) - 1
            last = min(max(last, first + 1), len(contest))
            groups = Rows(contest.counts[first:last])
            values = terms[order[starts[first] : starts[last]]]
            self._add_bounds(i, contest.rows[first:last], values, groups, format, bounds)
            first = last

    def _add_bounds(self, i: int, rows: Array, terms: Array, groups: Groups, format: Format, bounds: Any) -> None:
        old, nominal = self._old(i, rows), self._result(i, rows)
        if terms.ndim == 1:
            old, nominal = old[:, 0], nominal[:, 0]
        if old.dtype.kind != "c":
            found = bounds(format, old, terms, nominal, groups)
            low, high, nan, single = found.low, found.high, found.may_be_nan, found.is_single
        else:
            low, high, nan, single = self._of_parts(old, terms, nominal, groups, format, bounds)
        which = np.flatnonzero(~(single | (groups.counts <= 1)))
        if len(which):
            positions = self.landed.result_elements(rows).reshape(-1)[which]
            low, high, nan = (x.reshape(-1)[which] for x in (low, high, nan))
            self.found[i].append(intervals(positions, low.astype(old.dtype), high.astype(old.dtype), nan))

    def _of_parts(
        self, old: Array, terms: Array, nominal: Array, groups: Groups, format: Format, bounds: Any
    ) -> tuple[Array, Array, Array, Array]:
        """Bounds of the real part and of the imaginary part."""
        low, high = np.empty(old.shape, np.complex128), np.empty(old.shape, np.complex128)
        nan, single = np.zeros(old.shape, bool), np.ones(old.shape, bool)
        for part in ("real", "imag"):
            values = [getattr(x, part) for x in (old, terms, nominal)]
            found = bounds(format, *values, groups)
            is_nan = found.is_single & np.isnan(values[2])
            closed = found.is_single & ~is_nan
            setattr(low, part, np.where(is_nan, -np.inf, np.where(closed, values[2], found.low)))
            setattr(high, part, np.where(is_nan, np.inf, np.where(closed, values[2], found.high)))
            nan |= found.may_be_nan | is_nan
            single &= found.is_single
        return low, high, nan, single

    def _sampled(self, numbers: list[int], contest: Contest) -> None:
        pieces, number = contest.landing()
        updates = [x if pieces is None else x[pieces] for x in self.landed.pieces]
        samples = min(self.options.samples, max(SAMPLED_UPDATES // max(updates[0].size, 1), FEWEST_SAMPLES))
        rng = np.random.default_rng(self.options.seed)
        seen = [[self._result(i, contest.rows).reshape(-1) for i in numbers]]
        for sample in range(samples + 1):
            order = rng.permutation(len(number)) if sample else np.arange(len(number))[::-1]
            tables = [old[contest.rows] for old in self.olds]
            self.plan.fold(tables, number[order], [x[order] for x in updates])
            seen.append([tables[i].reshape(-1) for i in numbers])
        values = distinct([np.stack(of_one, axis=1) for of_one in zip(*seen, strict=True)])
        counts = counts_of(values)
        listed = np.arange(values[0].shape[1]) < counts[:, None]
        positions = self.landed.result_elements(contest.rows).reshape(-1)
        self._add_sets(numbers, positions, counts, [x[listed] for x in values], exact=False, kind=SAMPLED)

    def _add_sets(
        self,
        numbers: list[int],
        positions: Array,
        counts: Array,
        values: Sequence[Array | Unordered],
        *,
        exact: bool,
        kind: int = SET,
    ) -> None:
        """Open elements with these alternatives, aligned across the results of these numbers."""
        if not len(positions):
            return
        differs = [
            x.differing(self._in_lines(table)) if isinstance(x, Unordered) else _differing(x, counts)
            for x, table in zip(values, [self.landed.tables[i] for i in numbers], strict=True)
        ]
        if kind == SET:
            at_all = np.logical_or.reduce(differs)
        else:
            at_all = np.ones(len(positions), bool)
            differs = [at_all for _ in values]
        source = self.choices.take(int(at_all.sum())) + np.cumsum(at_all) - 1
        for i, x, which in zip(numbers, values, differs, strict=True):
            part = positions, counts, x, source
            if not which.all():
                listed = x.among(which) if isinstance(x, Unordered) else x[np.repeat(which, counts)]
                part = positions[which], counts[which], listed, source[which]
            self.found[i].append(sets(*part[:3], source=part[3], exact=exact, kind=kind))

    @cached_property
    def columns(self) -> int:
        """How many elements a row has."""
        return max(self.landed.tables[0][:1].size, 1)

    @cached_property
    def pieces(self) -> list[Array]:
        """The updates in lines of `columns` elements."""
        return [self._in_lines(x) for x in self.landed.pieces]

    def contributed(self, i: int) -> Array:
        return self._in_lines(contributions(self.plan, self.parts[i], i, self.landed.pieces))

    def _old(self, i: int, rows: Array) -> Array:
        return self._in_lines(self.olds[i][rows])

    def _result(self, i: int, rows: Array) -> Array:
        return self._in_lines(self.landed.tables[i][rows])

    def _in_lines(self, x: Array) -> Array:
        return x.reshape(len(x), self.columns)


def _differing(values: Array, counts: Array) -> Array:
    """Of each element, whether its alternatives aren't all the same."""
    starts = starts_of(counts)[:-1]
    differs = np.zeros(len(values), bool)
    for word in words_of([values]):
        differs |= word != np.repeat(word[starts], counts)
    found: Array = np.logical_or.reduceat(differs, starts)
    return found
