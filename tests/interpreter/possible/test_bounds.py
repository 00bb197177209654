"""Bounds of sums and products over all orders: random and adversarial orders stay within, and exact sums are known."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from helpers import campaign
from helpers.exact import FORMATS, rounded
from helpers.open_elements import folds, key

from hlogen.ir import FloatType
from interpreter.kernels.numerics import computed
from interpreter.possible.bounds import Bounds, Range, sum_bounds
from interpreter.possible.formats import Format, format_of
from interpreter.possible.groups import Groups, Labelled, Rows
from interpreter.possible.products import product_bounds

Array = npt.NDArray[Any]
NAMES = sorted(FORMATS)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


def bounds(
    name: str, op: str, old: Array, terms: Array, nominal: Array | None = None, *, reassociate: bool = False
) -> Bounds:
    """Of old values [m] and terms [m, k], both in the format: groups in one column."""
    m, k = terms.shape
    groups = Labelled(np.repeat(np.arange(m), k), np.full(m, k))
    return _bounds(name, op, old, terms.reshape(-1), nominal, groups, reassociate)


def bounds_of_columns(
    name: str, op: str, old: Array, terms: Array, nominal: Array | None = None, *, reassociate: bool = False
) -> Bounds:
    """The same, with a group in each of m columns."""
    m, k = terms.shape
    one_line = None if nominal is None else nominal[None]
    found = _bounds(name, op, old[None], terms.T.copy(), one_line, Rows(np.array([k])), reassociate)
    return Bounds(*(x.reshape(m) for x in (found.low, found.high, found.may_be_nan, found.is_single)))


def _bounds(
    name: str, op: str, old: Array, terms: Array, nominal: Array | None, groups: Groups, reassociate: bool
) -> Bounds:
    format = format_of(FloatType(name))
    if op == "add":
        return sum_bounds(format, Range(old, old), Range(terms, terms), groups, reassociate=reassociate)
    assert nominal is not None
    wide = [x.astype(np.float64) for x in (old, terms, nominal)]
    return product_bounds(format, wide[0], wide[1], wide[2], groups, reassociate=reassociate)


def operation(name: str, op: str) -> Any:
    return computed(np.add if op == "add" else np.multiply, FloatType(name))


def folded(name: str, op: str, old: Array, terms: Array) -> Array:
    """What `old` comes to with terms [.., k], one after the other."""
    combine = operation(name, op)
    for j in range(terms.shape[-1]):
        old = combine(old, terms[..., j])
    return old


def drawn(rng: np.random.Generator, format: Format, m: int, k: int) -> Array:
    """Terms that come to something: cancelling, growing, exact, overflowing, underflowing ones."""
    p, shape = format.precision, (m, k)
    styles = [
        lambda: rng.normal(size=shape),
        lambda: rng.normal(size=shape) * 2.0 ** rng.integers(-p - 2, p + 2, shape),
        lambda: rng.integers(-8, 9, shape).astype(float),
        lambda: format.largest * rng.uniform(-1, 1, shape),
        lambda: format.largest * rng.uniform(-1, 1, shape) / k,
        lambda: format.smallest * rng.integers(-20, 20, shape),
        lambda: np.abs(rng.normal(size=shape)),
        lambda: (
            np.where(rng.random(shape) < 0.3, 2.0 ** rng.integers(-p, p + 1, shape), 1.0) * rng.choice([-1, 1], shape)
        ),
        lambda: 1 + rng.integers(0, 3, shape) * 2.0 ** (1 - p),
        lambda: 2.0 ** rng.integers(-p // 2 - 1, p // 2 + 1, shape) * (1 + rng.integers(0, 4, shape) * 2.0 ** (1 - p)),
        lambda: format.smallest_normal**0.5 * rng.normal(size=shape),
    ]
    found = np.asarray(styles[rng.integers(len(styles))]())
    if rng.random() < 0.25:
        found[rng.random(shape) < 0.1] = 0.0
    if rng.random() < 0.1:
        found[rng.random(shape) < 0.1] = -0.0
    if format.overflow != "saturate" and rng.random() < 0.15:
        found[rng.random(shape) < 0.05] = rng.choice([np.inf, -np.inf, np.nan])
        if rng.random() < 0.5:
            found[rng.random(shape) < 0.05] = -np.inf
    return format.rounded(found)


def orders(rng: np.random.Generator, terms: Array, count: int) -> Iterator[Array]:
    """The given order, some that make errors large, and random ones."""
    k = terms.shape[1]
    yield np.broadcast_to(np.arange(k), terms.shape)
    size, is_negative = np.abs(terms), terms <= 0
    for keys in ((terms,), (size,), (size, is_negative), (-size, is_negative), (size, ~is_negative)):
        order = np.lexsort(keys, axis=1)
        yield order
        yield order[:, ::-1]
    by_value = np.argsort(terms, axis=1)
    alternating = np.empty_like(by_value)
    alternating[:, ::2], alternating[:, 1::2] = by_value[:, : k - k // 2], by_value[:, ::-1][:, : k // 2]
    yield alternating
    yield alternating[:, ::-1]
    for _ in range(count):
        yield np.argsort(rng.random(terms.shape), axis=1)


def bracketed(rng: np.random.Generator, combine: Any, leaves: Array) -> Array:
    """What each line of leaves [.., n] comes to: cut in halves again and again, or each bracketed in its own way."""
    shape, leaves = leaves.shape[:-1], leaves.reshape(-1, leaves.shape[-1])
    lines, is_balanced = np.arange(len(leaves)), rng.integers(2)
    while (n := leaves.shape[1]) > 1:
        if is_balanced:
            pairs = combine(leaves[:, : n // 2 * 2 : 2], leaves[:, 1::2])
            leaves = np.concatenate([pairs, leaves[:, n // 2 * 2 :]], axis=1)
        else:
            at = rng.integers(n - 1, size=len(lines))
            pair = combine(leaves[lines, at], leaves[lines, at + 1])
            rest = np.arange(n - 1) + (np.arange(n - 1) > at[:, None])
            leaves = np.take_along_axis(leaves, rest, axis=1)
            leaves[lines, at] = pair
    return leaves[:, 0].reshape(shape)


def check(seed: int) -> None:
    rng = np.random.default_rng(seed)
    name, op = NAMES[rng.integers(len(NAMES))], ("add", "multiply")[rng.integers(2)]
    format, combine = format_of(FloatType(name)), operation(name, op)
    k = int(rng.choice([2, 3, 4, 5, 7, 10, 20, 50, 200]))
    terms = drawn(rng, format, 8, k)
    old = format.rounded(drawn(rng, format, 8, 1)[:, 0].astype(np.float64) * rng.choice([0, 1, 1, 100]))
    if rng.random() < 0.3:
        old = format.rounded(np.full(8, 0.0 if op == "add" else 1.0))
    reassociate = bool(rng.integers(2))
    every = orders(rng, terms.astype(np.float64), 10 if k < 100 else 3)
    taken = np.stack([np.take_along_axis(terms, order, 1) for order in every])
    olds = np.broadcast_to(old, taken.shape[:-1])
    seen = [folded(name, op, olds, taken)]
    if reassociate:
        leaves = np.concatenate([olds[..., None], taken], axis=-1)
        seen += [bracketed(rng, combine, leaves) for _ in range(3)]
    results = np.concatenate(seen).T
    wide = results.astype(np.float64)
    for of in (bounds, bounds_of_columns):
        found = of(name, op, old, terms, results[:, 0], reassociate=reassociate)
        for e in range(8):
            if found.is_single[e]:
                is_right = len({key(x) for x in results[e]}) == 1
            else:
                inside = (found.low[e] <= wide[e]) & (wide[e] <= found.high[e])
                is_right = (inside | (np.isnan(wide[e]) & found.may_be_nan[e])).all()
            assert is_right, f"seed {seed}: {name} {op} {reassociate=} {of.__name__} {old[e]} {terms[e]}"


@pytest.mark.parametrize("start", range(0, 200, 100))
def test_every_order_is_within_bounds(start: int) -> None:
    for seed in range(start, start + 100):
        check(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(10_000, 110_000, 5_000))
def test_every_order_is_within_bounds_at_length(start: int) -> None:
    for seed in range(start, start + 5_000):
        check(seed)


@pytest.mark.parametrize("name", NAMES)
def test_all_orders_of_few_terms_by_exact_arithmetic(name: str) -> None:
    """Rounding is the definition's, on fractions; within the bounds, and these not wider than so many roundings."""

    def add(x: Fraction | None, y: Fraction) -> Fraction | None:
        return None if x is None else rounded(x + y, FORMATS[name])

    rng = np.random.default_rng(len(name))
    format = format_of(FloatType(name))
    for _ in range(40):
        scale = 2.0 ** rng.integers(-2, 2, 4)
        numbers = format.rounded(rng.normal(size=5) * np.array([1.0, *scale])).astype(np.float64)
        old, terms = Fraction(numbers[0]), [Fraction(x) for x in numbers[1:]]
        found = bounds(name, "add", numbers[:1], numbers[None, 1:])
        results = folds(add, old, terms, key=lambda x: x)
        if None in results:  # overflows
            continue
        low, high = Fraction(found.low[0]), Fraction(found.high[0])
        given = [value for value in results if value is not None]
        assert low <= min(given)
        assert max(given) <= high
        assert not found.is_single[0] or len(given) == 1
        size = abs(old) + sum(map(abs, terms))
        if size < FORMATS[name].maximum / 2:
            assert high - low <= 12 * size / 2 ** (format.precision)


def climb(name: str, old: Array, terms: Array, sign: int, rng: np.random.Generator, turns: int) -> Array:
    """The order that gives the largest (or smallest) sum that swapping two terms at a time leads to."""
    combine = operation(name, "add")
    m, k = 64, terms.shape[1]
    order = np.argsort(rng.random((m, k)), axis=1)
    best = np.full(m, -np.inf)
    for _ in range(turns):
        tried = order.copy()
        i, j = rng.integers(k, size=(2, m))
        lines = np.arange(m)
        tried[lines, i], tried[lines, j] = order[lines, j], order[lines, i]
        value = np.broadcast_to(old, m)
        for step in range(k):
            value = combine(value, terms[0][tried[:, step]])
        score = sign * value.astype(np.float64)
        better = score >= best
        best[better], order[better] = score[better], tried[better]
    return sign * best


@pytest.mark.parametrize("name", ["f32", "bf16", "f16", "f8E5M2"])
def test_searching_for_the_worst_order_stays_within_bounds(name: str) -> None:
    rng = np.random.default_rng(11)
    format = format_of(FloatType(name))
    for style in range(4):
        terms = rng.normal(size=(1, 24)) if style < 2 else rng.uniform(1, 2, (1, 24))
        terms = format.rounded(terms * (1 if style % 2 else 2.0 ** rng.integers(-4, 1, terms.shape)))
        old = format.rounded(np.zeros(1))
        found = bounds(name, "add", old, terms)
        most, least = (climb(name, old, terms, sign, rng, 150) for sign in (1, -1))
        assert (most <= found.high).all()
        assert (least >= found.low).all()
        if name != "f8E5M2":
            assert most.max() - least.min() > (found.high - found.low)[0] / 30  # not wider than by that


def one(name: str, op: str, old: float, *terms: float, reassociate: bool = False) -> tuple[Any, ...]:
    """low, high, may_be_nan, or "single"."""
    format = format_of(FloatType(name))
    x, u = format.rounded(np.array([old])), format.rounded(np.array([terms], float))
    found = bounds(name, op, x, u, folded(name, op, x, u), reassociate=reassociate)
    if found.is_single[0]:
        return ("single",)
    return float(found.low[0]), float(found.high[0]), bool(found.may_be_nan[0])


def test_sums_that_are_exact_in_every_order() -> None:
    assert one("f32", "add", 0, *range(1, 1000)) == ("single",)
    assert one("f32", "add", 0.5, 0.25, -0.75, 1024) == ("single",)
    assert one("f32", "add", 16777216, 1, 1, 1) != ("single",)
    assert one("f64", "add", 2.0**53, 1, 1, 1) != ("single",)
    assert one("f64", "add", 1e300, 0, 0, 5) == ("single",)  # one rounding is the same in every order
    assert one("bf16", "add", 0, *[1.0] * 256) == ("single",)
    assert one("bf16", "add", 0, *[1.0] * 300) != ("single",)
    assert one("f32", "add", 0, *[5e-324 * 2.0**925] * 9) == ("single",)  # subnormal


def test_sums_that_overflow_on_the_way() -> None:
    largest = float(np.finfo(np.float32).max)
    low, high, nan = one("f32", "add", 0, largest, largest, -largest)
    assert high == np.inf
    assert not nan
    assert low <= largest
    assert one("f32", "add", 0, largest, largest, -largest, -largest)[:2] == (-np.inf, np.inf)
    assert not one("f32", "add", 0, largest, largest, -largest, -largest)[2]
    assert one("f32", "add", 0, largest, largest, -largest, -largest, reassociate=True) == (-np.inf, np.inf, True)
    assert one("f8E4M3FN", "add", 0, 448, 448, -448)[2]
    assert one("f8E4M3FN", "add", 0, 448, 448, 448, 448) == ("single",)  # NaN
    assert one("f32", "add", 0, largest, largest, largest) == ("single",)  # inf
    assert one("f4E2M1FN", "add", 6, 6, 6, 6) == ("single",)  # stops at 6
    assert one("f6E2M3FN", "add", 7.5, 7.5, 7.5, -1)[0] >= 4


@pytest.mark.parametrize("name", ["f64", "f32", "tf32", "f16", "bf16"])
@pytest.mark.parametrize("sign", [1, -1])
def test_sums_that_rounding_carries_over_a_power_of_two(name: str, sign: int) -> None:
    """Their exact value stays below it, but beyond it roundings are off by twice as much."""
    format = format_of(FloatType(name))
    unit, steps = 2.0**-format.precision, 64  # of the numbers below 1
    up = unit / 2 * (1 + 2.0 ** (1 - format.precision))  # is rounded up to a unit there, and twice as much to two above
    old, terms = np.array([1 - steps * unit]), np.array([[*[up] * steps, *[2 * up] * (steps // 2 - 1)]])
    old, terms = format.rounded(sign * old), format.rounded(sign * terms)
    value = folded(name, "add", old, terms)
    assert abs(value[0]) > 1 > sum(map(Fraction, map(abs, [*old.tolist(), *terms[0].tolist()])))
    found = bounds(name, "add", old, terms)
    assert found.low[0] <= value[0] <= found.high[0]


def test_infinities_and_nan_in_sums() -> None:
    largest, inf, nan = float(np.finfo(np.float32).max), np.inf, np.nan
    assert one("f32", "add", 0, 1, nan, 3e-9) == ("single",)
    assert one("f32", "add", 0, inf, -inf, 1, 1e-9) == ("single",)
    assert one("f32", "add", inf, 0.1, 0.2, 0.3) == ("single",)
    assert one("f32", "add", 0, inf, -largest, -largest) == (inf, inf, True)


def test_products() -> None:
    inf, largest = np.inf, float(np.finfo(np.float32).max)
    assert one("f32", "multiply", 1, 2, 4, 0.5, 3) == ("single",)
    assert one("f32", "multiply", 1, 3, 5, 7, 11) == ("single",)
    assert one("f32", "multiply", 2, 0, 3, inf) == ("single",)  # NaN
    assert one("f32", "multiply", 2, 0, 0.1, 0.3) == ("single",)
    assert one("f32", "multiply", 2, 0, largest, 0.3) == (0, 0, True)
    assert one("f32", "multiply", 2, inf, 1e-30, 1e-30) == (inf, inf, True)
    low, high, nan = one("f32", "multiply", 1, largest, largest, 1e-30, 1e-30)
    assert high == inf
    assert low < 1.2e17
    assert not nan
    low, high, nan = one("f32", "multiply", 1, 1e-30, 1e-30, 1e30, 1e30)
    assert low == 0
    assert high >= 1
    low, high, nan = one("f32", "multiply", -1, 1.1, 1.2, 1.3, 1.7)
    assert high < 0
    assert (high - low) / -low < 6 * 2.0**-24
    branches = (7.5, 7.5, 0.125, 0.125)  # one may overflow and another one be 0, which only infinities make a NaN of
    assert one("f6E2M3FN", "multiply", 1, *branches, reassociate=True)[2] is False
    assert one("f8E5M2", "multiply", 1, 5e4, 5e4, 2e-5, 2e-5, reassociate=True)[2] is True


def test_ranges_of_terms() -> None:
    """Bounds of sums of what is itself only bounded hold whatever the terms are."""
    rng = np.random.default_rng(13)
    for name in ("f32", "f16", "f64"):
        format = format_of(FloatType(name))
        for _ in range(50):
            ends = format.rounded(np.sort(rng.normal(size=(2, 9)) * 2.0 ** rng.integers(-3, 4, (2, 9)), axis=0))
            old, groups = Range(ends[0, :1], ends[1, :1]), Labelled(np.zeros(8, np.int64), np.array([8]))
            found = sum_bounds(format, old, Range(ends[0, 1:], ends[1, 1:]), groups, reassociate=False)
            for _ in range(20):
                at = rng.choice([0, 1, rng.random()], 9)
                taken = format.rounded(np.clip(ends[0] + (ends[1] - ends[0]).astype(float) * at, ends[0], ends[1]))
                value = folded(name, "add", taken[:1], rng.permutation(taken[1:])[None])
                assert found.low[0] <= value[0] <= found.high[0]


@pytest.mark.parametrize("seed", range(20))
def test_many_groups_have_the_bounds_that_each_has_alone(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many groups a part is worked on at a time, and of known terms one end: neither shows."""
    rng = np.random.default_rng(seed)
    format = format_of(FloatType(NAMES[rng.integers(len(NAMES))]))
    ends = [np.sort(drawn(rng, format, 7, 4).reshape(2, 14), axis=0) for _ in range(2)]
    olds = np.sort(drawn(rng, format, 2, 7), axis=0)
    groups = Labelled(np.repeat(np.arange(7), 2), np.full(7, 2))
    for old in (Range(olds[0], olds[0]), Range(olds[0], olds[1])):
        for terms in (Range(ends[0][0], ends[0][0]), Range(ends[0][0], ends[0][1])):
            monkeypatch.setattr("interpreter.possible.bounds._PART", 1 << 13)
            whole = sum_bounds(format, old, terms, groups, reassociate=bool(seed % 2))
            monkeypatch.setattr("interpreter.possible.bounds._PART", 3)
            parts = sum_bounds(format, old, terms, groups, reassociate=bool(seed % 2))
            for name in ("low", "high", "may_be_nan", "is_single"):
                np.testing.assert_array_equal(getattr(parts, name), getattr(whole, name), name)
