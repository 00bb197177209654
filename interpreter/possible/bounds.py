"""Bounds of a floating-point sum or product over all orders in which it may be computed, each step rounded.

Sums. Let S be the exact sum of the old value and n terms. Every partial sum is the exact sum of some of them, which
lies between `bottom` (all negative ones) and `top` (all positive ones), plus what earlier roundings have left. If h is
half a unit in the last place of the largest value reached, r roundings are off by at most r * h together; and also by
r * 2**-precision times the sum of all magnitudes (Jeannerod and Rump, 2013), which is less in coarse formats. The last
one rounds a value that r - 1 roundings have gone into, so that rounding S - (r - 1) * h and S + (r - 1) * h bounds the
result, rounding being monotonic. Where every term is a multiple of a power of two that the format still has at
`top` and `bottom`, all sums are exact, and every order gives the same.

Adding what isn't negative never makes a sum smaller, rounded or not. So no partial sum comes below what the negative
terms alone give, with the roundings of these, and none above what the positive ones do.

Adding is exact where the result is subnormal, so that there is nothing to be said about underflow here; products are in
products.py. With binary trees, the partial sums need not include the old value; the rest is the same, a tree of n + 1
operands having n additions, too.

All is computed in f64, and what this itself rounds is accounted for; sums of f64 take two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from interpreter.possible.formats import Format
from interpreter.possible.groups import Groups
from interpreter.values.array import Array

_UNIT = 2.0**-53  # of f64: half a unit in the last place of 1
_LEVELS = 3  # of partial sums that are known to be small
_PART = 1 << 13  # groups that are worked on at a time


@dataclass
class Bounds:
    """Each result lies between `low` and `high` (f64, numbers of the format), or is NaN where `may_be_nan`.

    It is always the same, or always NaN, where `is_single`.
    """

    low: Array
    high: Array
    may_be_nan: Array
    is_single: Array

    @staticmethod
    def joined(parts: Sequence[Bounds]) -> Bounds:
        """All of these, one after the other."""
        return Bounds(*(np.concatenate([getattr(x, field.name) for x in parts]) for field in fields(Bounds)))


@dataclass
class Range:
    """Numbers of which bounds are known, `low` and `high` being one array where they are known themselves.

    They are those of the format, in whatever dtype.
    """

    low: Array
    high: Array
    may_be_nan: Array | None = None  # None: none is, unless `low` and `high` are

    @property
    def is_known(self) -> bool:
        return self.low is self.high

    @property
    def ends(self) -> tuple[Array, ...]:
        return (self.low,) if self.is_known else (self.low, self.high)


def _wide(x: Array) -> Array:
    return x.astype(np.float64, copy=False)


def _magnitude(*ends: Array) -> Array:
    if len(ends) == 1 and ends[0].dtype == np.float32:
        return np.abs(ends[0])
    found: Array = np.abs(_wide(ends[0]))
    return found if len(ends) == 1 else np.maximum(found, np.abs(_wide(ends[1])))


def _above_zero(x: Array) -> Array:
    found: Array = np.maximum(_wide(x), 0)
    return found


def _below_zero(x: Array) -> Array:
    found: Array = np.minimum(_wide(x), 0)
    return found


def _is_zero(*ends: Array) -> Array:
    found: Array = _magnitude(*ends) == 0
    return found


def sum_bounds(format: Format, old: Range, terms: Range, groups: Groups, *, reassociate: bool) -> Bounds:
    """Bounds of `old` plus the terms of its group, in any order."""
    special = _Special.among(old, terms, groups)
    if special is not None:
        old, terms = special.finite_old, special.finite_terms
    found, over_top, over_bottom = _of_finite_sums(format, old, terms, groups, reassociate)
    if special is not None:
        special.put_into(found, over_top, over_bottom)
    return found


def _of_finite_sums(
    format: Format, old: Range, terms: Range, groups: Groups, reassociate: bool
) -> tuple[Bounds, Array, Array]:
    """Bounds for finite operands, and whether a partial sum may be too large to either side."""
    sums = _Sums.of(format, terms, groups)
    low = _wide(old.low)
    high = low if old.is_known else _wide(old.high)
    top = (np.maximum(high, 0) if reassociate else high) + sums.positive
    bottom = (np.minimum(low, 0) if reassociate else low) + sums.negative
    exact_size = np.maximum(np.abs(top), np.abs(bottom))
    top, bottom = top + sums.slack, bottom - sums.slack
    size = np.maximum(np.abs(top), np.abs(bottom)) * (1 + 4 * _UNIT)
    # Where all sums turn out to be exact in a narrower format, so are the ones in f64.
    exact_size = size if format.precision == 53 else np.nextafter(exact_size, 0)
    is_exact = exact_size <= format.largest
    known = old.is_known and terms.is_known
    for old_end, terms_end in [(low, terms.low)] if known else [(low, terms.low), (high, terms.high)]:
        if is_exact.any():
            is_exact &= _have_exact_sums(format, exact_size, old_end, terms_end, groups)
    if size.ndim > 1 or len(size) <= _PART:
        return _of_sums(format, sums, (low, high), (top, bottom, size, is_exact), reassociate)
    found: list[Bounds] = []
    over_top: list[Array] = []
    over_bottom: list[Array] = []
    for start in range(0, len(size), _PART):
        part = slice(start, start + _PART)
        old_low = low[part]
        old_high = old_low if high is low else high[part]
        limits = top[part], bottom[part], size[part], is_exact[part]
        some, *over = _of_sums(format, sums.part(part), (old_low, old_high), limits, reassociate)
        found.append(some)
        over_top.append(over[0])
        over_bottom.append(over[1])
    return Bounds.joined(found), np.concatenate(over_top), np.concatenate(over_bottom)


@dataclass
class _Sums:
    """What is known of the terms of each group. The sum of their lower bounds is ``low + low_rest``, but for `error`.

    All positive ones sum up to `positive`, all negative ones to `negative`; `steps` of them aren't zero.
    """

    steps: Array
    largest: Array
    positive: Array
    negative: Array
    slack: Array  # how far these two may be off
    low: Array
    low_rest: Array
    high: Array
    high_rest: Array
    error: Array

    @classmethod
    def of(cls, format: Format, terms: Range, groups: Groups) -> _Sums:
        largest = _wide(groups.largest(_magnitude, *terms.ends))
        steps = groups.counts.astype(np.float64)
        if format.holds_operands and any((x == 0).any() for x in terms.ends):
            steps = steps - groups.total(_is_zero, *terms.ends)
        positive = groups.total(_above_zero, terms.high)
        if format.precision < 53:
            low = groups.total(_wide, terms.low)
            high = low if terms.is_known else groups.total(_wide, terms.high)
            negative = low - positive if terms.is_known else groups.total(_below_zero, terms.low)
            low_rest = high_rest = np.zeros(np.shape(low))
            error = slack = (groups.counts + 3) * (2 * _UNIT) * (positive - negative)
        else:
            negative = groups.total(_below_zero, terms.low)
            slack = (groups.counts + 3) * (2 * _UNIT) * (positive - negative)
            low, low_rest, error = _exact_sum(terms.low, largest, groups)
            high, high_rest = low, low_rest
            if not terms.is_known:
                high, high_rest, _ = _exact_sum(terms.high, largest, groups)
        return cls(steps, largest, positive, negative, slack, low, low_rest, high, high_rest, error)

    def part(self, part: slice) -> _Sums:
        found = _Sums(*(getattr(self, field.name)[part] for field in fields(self)))
        if self.high is self.low:
            found.high, found.high_rest = found.low, found.low_rest
        return found


def _of_sums(
    format: Format,
    sums: _Sums,
    old: tuple[Array, Array],
    limits: tuple[Array, Array, Array, Array],
    reassociate: bool,
) -> tuple[Bounds, Array, Array]:
    """The same from sums and from the bounds of old values.

    `limits`: top and bottom, the larger of these, and whether all sums are exact.
    """
    (low, high), (top, bottom, size, is_exact) = old, limits
    known = high is low and sums.high is sums.low
    old_size = np.maximum(np.abs(low), np.abs(high))
    roundings = sums.steps + np.zeros(np.shape(old_size))
    if format.holds_operands:
        roundings = np.maximum(sums.steps - (old_size == 0), 0)
    magnitude = (old_size + (sums.positive - sums.negative) + 2 * sums.slack) * (1 + 8 * _UNIT)
    error, error_of_all = _rounding_error(format, size, magnitude, old_size, sums.largest, roundings, reassociate)

    # The sum of old value and terms, as a number and a rest that is much smaller.
    low, low_part = _two_sum(low, sums.low)
    high, high_part = (low, low_part) if known else _two_sum(high, sums.high)
    low_part = low_part + sums.low_rest
    high_part = low_part if known else high_part + sums.high_rest
    margin = error + sums.error
    parts = 2 * np.abs(low_part) if known else np.abs(low_part) + np.abs(high_part)
    margin = margin + (8 * _UNIT) * (margin + parts)
    if format.precision < 53:
        margin = margin + 2 * _UNIT * ((2 * np.abs(low) if known else np.abs(low) + np.abs(high)) + margin)
    if is_exact.any():
        margin = np.where(is_exact, 0, margin)
    low, high = low + (low_part - margin), high + (high_part + margin)

    # With so few roundings, all of them together are less than `size`: no partial sum overflows. And what positive or
    # negative terms alone give bounds nothing further, unless all roundings outweigh these.
    is_tame = size.max(initial=0) <= format.largest / 8 and roundings.max(initial=0) < 2.0 ** (format.precision - 2)
    acts = ((margin > sums.positive) & (sums.positive > 0)) | ((margin > -sums.negative) & (sums.negative < 0))
    if is_tame and not acts.any():
        low, high = (format.rounded(x).astype(np.float64, copy=False) for x in (low, high))
        never = np.zeros(low.shape, bool)
        is_single = (low == high) | (roundings <= 1) if known else (low == high) & (low != 0)
        return Bounds(low, high, never, is_single), never, never
    of_top = of_bottom = error_of_all
    if format.holds_operands:
        by_magnitude = roundings * 2.0**-format.precision * (1 + 16 * _UNIT)
        of_top = np.minimum(of_top, by_magnitude * (old_size + sums.positive + sums.slack))
        of_bottom = np.minimum(of_bottom, by_magnitude * (old_size - sums.negative + sums.slack))
        of_top, of_bottom = np.where(sums.positive == 0, 0, of_top), np.where(sums.negative == 0, 0, of_bottom)
    top, bottom = top + of_top, bottom - of_bottom
    if format.holds_operands:
        low = np.maximum(low, bottom - 4 * _UNIT * np.abs(bottom))
        high = np.minimum(high, top + 4 * _UNIT * np.abs(top))
    over_top, over_bottom = ~(top <= format.largest), ~(bottom >= -format.largest)
    found = _settled(format, low, high, over_top, over_bottom, is_exact & known, reassociate)
    if format.overflow == "saturate":
        _saturated(format, found, over_top, over_bottom, sums, reassociate)
    if known:
        found.is_single |= roundings <= 1
    else:  # a zero may have either sign
        found.is_single &= found.low != 0
    return found, over_top, over_bottom


def _rounding_error(
    format: Format,
    size: Array,
    magnitude: Array,
    old_size: Array,
    largest: Array,
    roundings: Array,
    reassociate: bool,
) -> tuple[Array, Array]:
    """How far all roundings but the last, and all of them, can be off together.

    `size` bounds exact partial sums, `magnitude` the sum of all magnitudes.
    """
    power = _power_above(size)
    power = np.where(size + roundings * (power * 2.0 ** -(format.precision + 1)) > power, 2 * power, power)
    half_unit = power * 2.0 ** -(format.precision + 1)
    if not format.holds_operands:  # rounded twice, the first time to f32
        half_unit = np.maximum(half_unit, format.smallest) * (1 + 2.0**-10)
    of_all = roundings * half_unit
    # The first partial sums are small: that many stay below a half, a quarter, an eighth of the largest one.
    before_last = np.maximum(roundings - 1, 0)
    operand = np.maximum(largest, old_size) if reassociate else largest
    room = -of_all if reassociate else -old_size - of_all
    per_operand = (1 - 8 * _UNIT) / np.maximum(operand, 2.0**-1022)
    left = before_last
    for level in range(1, _LEVELS + 1):
        fitting = np.floor((power * 0.5**level + room) * per_operand) - 1
        if fitting.max(initial=0) <= 0:
            break
        left = left - np.minimum(np.maximum(fitting, 0), before_last) * 0.5**level
    error = np.maximum(left, 0) * half_unit
    # With very many roundings a unit may grow more than once along the way.
    many = roundings >= 2.0 ** (format.precision - 1)
    if format.holds_operands:
        by_magnitude = 2.0**-format.precision * magnitude * (1 + 8 * _UNIT)
        error = np.where(many, np.inf, error)
        return np.minimum(error, before_last * by_magnitude), np.minimum(
            np.where(many, np.inf, of_all), roundings * by_magnitude
        )
    if many.any():  # by a factor of 1 + 2**-precision in each step
        growth = size * np.expm1(roundings * 2.0**-format.precision) * (1 + 2.0**-40)
        error, of_all = np.where(many, growth, error), np.where(many, growth, of_all)
    return error, of_all


def _power_above(size: Array) -> Array:
    """A power of two that is more than `size`, and not more than twice as much; at least the smallest normal one."""
    power = (np.maximum(size, 2.0**-1022).view(np.int64) & np.int64(0x7FF << 52)).view(np.float64)
    found: Array = 2 * power
    return found


def _exact_sum(values: Array, largest: Array, groups: Groups) -> tuple[Array, Array, Array]:
    """The sum of each group as a number and a rest, and how far the two may be off.

    Each value is cut at the same bit within its group, so high that the upper parts add up exactly.
    """
    counts = groups.counts.astype(np.float64)
    exponent = np.frexp(largest)[1] + np.frexp(counts + 2)[1]
    cut = np.ldexp(1.0, np.clip(exponent, -1000, 1023).astype(np.int64)) + np.zeros(np.shape(largest))
    error = np.where(exponent > 1021, np.inf, counts * counts * cut * 2.0**-103)
    upper = groups.total(_upper, values, each=cut)
    return upper, groups.total(_lower, values, each=cut), error


def _upper(x: Array, cut: Array) -> Array:
    found: Array = (x + cut) - cut
    return found


def _lower(x: Array, cut: Array) -> Array:
    return x - _upper(x, cut)


def _two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """a + b rounded, and what this leaves out, exactly."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _have_exact_sums(format: Format, size: Array, old: Array, terms: Array, groups: Groups) -> Array:
    """Whether all operands are multiples of a power of two of which the format has all multiples up to `size`."""
    scale = 2.0**format.precision / np.maximum(_power_above(size), 2.0**-900)
    scaled = old * scale
    found: Array = (np.rint(scaled) == scaled) & (scale > 0) & ~_is_between(groups.one(terms), scale)
    if found.any():
        groups, terms = groups.among(found, terms)
        found = found & ~groups.any(_is_between, terms, each=scale + np.zeros(np.shape(size)))
    if format.holds_operands:
        found = found | (size <= format.smallest * 2.0**format.precision)
    return found


def _is_between(x: Array, scale: Array) -> Array:
    scaled = _wide(x) * scale
    found: Array = np.rint(scaled) != scaled
    return found


def _settled(
    format: Format, low: Array, high: Array, over_top: Array, over_bottom: Array, is_single: Array, reassociate: bool
) -> Bounds:
    """Bounds of the rounded result from those of what is rounded last and from where partial results overflow."""
    nan = np.zeros(np.shape(low), bool)
    threshold = format.largest * (1 + 2.0**-format.precision)  # what is beyond overflows for certain
    certain = (low > threshold) | (high < -threshold)
    unclear = ~((low <= np.inf) & (high >= -np.inf))  # where not even the sums could be computed
    low, high = np.where(unclear, -np.inf, low), np.where(unclear, np.inf, high)
    if format.overflow != "inf":
        low, high = (np.clip(x, -format.largest, format.largest) for x in (low, high))
    low, high = (format.rounded(x).astype(np.float64) for x in (low, high))
    match format.overflow:
        case "inf":
            high = np.where(over_top, np.inf, high)
            low = np.where(over_bottom, -np.inf, low)
            nan = over_top & over_bottom if reassociate else nan
        case "nan":
            nan = over_top | over_bottom
            is_single = is_single | certain
    return Bounds(low, high, nan, is_single | ((low == high) & ~nan))


def _saturated(
    format: Format, found: Bounds, over_top: Array, over_bottom: Array, sums: _Sums, reassociate: bool
) -> None:
    """What stops at the largest number comes down from there, at most by all negative terms."""
    largest = format.largest
    if reassociate:
        may = over_top | over_bottom
        found.low[may], found.high[may] = -largest, largest
    else:
        growth = 1 + sums.steps * 2.0**-format.precision
        down, up = sums.negative - sums.slack, sums.positive + sums.slack
        down = np.where(sums.negative == 0, largest, largest - (growth * (largest - down) - largest))
        up = np.where(sums.positive == 0, -largest, -largest + (growth * (largest + up) - largest))
        down, up = (format.rounded(np.clip(x, -largest, largest)).astype(np.float64) for x in (down, up))
        found.low = np.where(over_bottom, -largest, np.where(over_top, np.minimum(found.low, down), found.low))
        found.high = np.where(over_top, largest, np.where(over_bottom, np.maximum(found.high, up), found.high))
    found.is_single = found.is_single & ~(over_top | over_bottom) | (found.low == found.high)


@dataclass
class _Special:
    """NaN and the infinities among the operands: which may be there, which are for certain."""

    finite_old: Range
    finite_terms: Range
    nan: tuple[Array, Array]  # may be there, is there
    plus: tuple[Array, Array]
    minus: tuple[Array, Array]

    @classmethod
    def among(cls, old: Range, terms: Range, groups: Groups) -> _Special | None:
        """None where there are none."""
        parts = (*old.ends, *terms.ends)
        named = (old.may_be_nan, terms.may_be_nan)
        if all(np.isfinite(x).all() for x in parts) and not any(x is not None and x.any() for x in named):
            return None

        def found(test: str, low: Array, high: Array) -> Array:
            is_there: Array = {"plus": high == np.inf, "minus": low == -np.inf, "nan": np.isnan(low)}[test]
            return is_there

        def certain(test: str, low: Array, high: Array) -> Array:
            is_there: Array = {"plus": low == np.inf, "minus": high == -np.inf, "nan": np.isnan(low)}[test]
            return is_there

        flags = {}
        for test in ("nan", "plus", "minus"):
            may = found(test, old.low, old.high) | groups.any(_same, found(test, terms.low, terms.high))
            is_there = certain(test, old.low, old.high) | groups.any(_same, certain(test, terms.low, terms.high))
            flags[test] = may, is_there
        if old.may_be_nan is not None:
            flags["nan"] = flags["nan"][0] | old.may_be_nan, flags["nan"][1]
        if terms.may_be_nan is not None:
            flags["nan"] = flags["nan"][0] | groups.any(_same, terms.may_be_nan), flags["nan"][1]
        return cls(_finite(old), _finite(terms), flags["nan"], flags["plus"], flags["minus"])

    def put_into(self, found: Bounds, over_top: Array, over_bottom: Array) -> None:
        (nan, is_nan), (plus, is_plus), (minus, is_minus) = self.nan, self.plus, self.minus
        any_here = nan | plus | minus
        found.low = np.where(minus | (plus & over_bottom), -np.inf, found.low)
        found.low = np.where(is_plus, np.inf, found.low)
        found.high = np.where(plus | (minus & over_top), np.inf, found.high)
        found.high = np.where(is_minus, -np.inf, found.high)
        found.may_be_nan = found.may_be_nan | nan | (plus & (minus | over_bottom)) | (minus & over_top)
        always_nan = is_nan | (is_plus & is_minus)
        single = (found.low == found.high) & ~found.may_be_nan
        found.is_single = np.where(any_here, always_nan | single, found.is_single)


def _same(x: Array) -> Array:
    return x


def _finite(x: Range) -> Range:
    """The same without what isn't finite; bounds that are infinite don't bound, and are looked after apart."""
    low = np.where(np.isfinite(x.low), _wide(x.low), 0)
    high = low if x.is_known else np.where(np.isfinite(x.high), _wide(x.high), 0)
    if not x.is_known:
        low, high = np.minimum(low, high), np.maximum(low, high)
    return Range(low, high)
