"""What bodies and comparators are taken for is what they compute: two readings of them, and a model of the operations.

The interpreter reads bodies by itself, so that one wrong reading can't fool both a judge and what it judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from model import bodies as model

import hlogen as hl
from hlogen.conform.generate.bodies import Body, Expression, ops_of
from hlogen.ir import Block, Region, Value, dtype_of, parse_element_type
from hlogen.program import bodies as written
from hlogen.program import comparators
from interpreter.kernels import bodies as judged

ELEMENTS = ("i32", "ui8", "i1", "f32", "bf16", "f64", "complex<f32>")
NAMES = ("add", "subtract", "multiply", "minimum", "maximum")
MODEL = {**{name: getattr(model, name) for name in NAMES}, **{name: model.NAMED[name] for name in ("and", "or", "xor")}}
COMPARE = {
    "LT": lambda a, b: a < b,
    "GT": lambda a, b: a > b,
    "LE": lambda a, b: a <= b,
    "GE": lambda a, b: a >= b,
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
}
SPECIALS = (0.0, -0.0, 1.0, 1.0, -2.5, 3.0, np.inf, -np.inf, np.nan)


class Evaluated:
    """The values of a block of scalars for given arguments, as the model of the operations has them."""

    def __init__(self, block: Block, arguments: Sequence[Any]) -> None:
        self.known: dict[Value, Any] = dict(zip(block.arguments, arguments, strict=True))
        self.results = [self.of(value) for value in block.operations[-1].operands]

    def of(self, value: Value) -> Any:
        if value not in self.known:
            op: Any = value.owner
            name, operands = op.name.removeprefix("stablehlo."), [self.of(x) for x in op.operands]
            if name == "constant":
                found = op.attributes["value"].array.reshape(-1)[0]
            elif name == "compare":
                if (
                    op.attributes.get("compare_type") is not None
                    and op.attributes["compare_type"].value == "TOTALORDER"
                ):
                    operands = [total_order(x) for x in operands]
                found = np.bool_(COMPARE[op.attributes["comparison_direction"].value](*operands))
            elif name == "select":
                found = operands[1] if operands[0] else operands[2]
            elif name == "not":
                found = np.bool_(not operands[0])
            elif name == "negate":
                found = model.subtract(operands[0].dtype.type(0), operands[0])
            else:
                found = MODEL[name](*operands)
            self.known[value] = found
        return self.known[value]


def total_order(x: Any) -> int:
    bits = int(np.float32(x).view(np.int32))
    return bits if bits >= 0 else -(1 << 31) - 1 - bits


def same(a: Any, b: Any) -> bool:
    """The same bits, all NaNs being one."""
    pairs = [(a.real, b.real), (a.imag, b.imag)] if np.asarray(a).dtype.kind == "c" else [(a, b)]
    return all((x != x and y != y) or np.asarray(x).tobytes() == np.asarray(y).tobytes() for x, y in pairs)


def scalar(rng: np.random.Generator, element: str) -> Any:
    dtype = dtype_of(parse_element_type(element))
    if element[0] in "iu":
        return np.array(rng.choice([0, 1, 1, 2, 3, 100, 255, rng.integers(256)])).astype(dtype)[()]
    parts = [rng.choice(SPECIALS) for _ in range(2)]
    with np.errstate(all="ignore"):
        return np.array(complex(*parts) if element.startswith("complex") else parts[0]).astype(dtype)[()]


def expression(rng: np.random.Generator, types: Sequence[Any], i: int, depth: int) -> Expression:
    """More often than not something that is nearly a fold."""
    ops, kind = ops_of(types[i]), rng.choice([0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 6] if depth else [0, 1, 1, 2])
    if kind < 2:
        return (("old", "new")[kind], i)
    if kind == 2:
        return (str(rng.choice(["constant", "captured"])), i, int(rng.integers(2)))
    if kind < 6:
        pair = [("old", i), ("new", i)] if kind == 3 else [("old", i), expression(rng, types, i, depth - 1)]
        return (str(rng.choice(ops)), *(pair if rng.integers(2) else pair[::-1]))
    if kind == 6:
        j = int(rng.integers(len(types)))
        if types[j] != parse_element_type("complex<f32>"):
            chosen = [("new", i), ("old", i)] if rng.integers(3) else [expression(rng, types, i, 0) for _ in range(2)]
            direction = str(rng.choice(["GT", "LE", "NE"]))
            return ("select", direction, *(expression(rng, types, j, 0) for _ in range(2)), *chosen)
    return (str(rng.choice(ops)), *(expression(rng, types, i, depth - 1) for _ in range(2)))


@pytest.mark.parametrize("seed", range(4))
def test_folds_are_what_bodies_compute(seed: int) -> None:
    rng, met = np.random.default_rng(seed), Counter[str]()
    for _ in range(60):
        elements = [str(x) for x in rng.choice(ELEMENTS, rng.integers(1, 4))]
        types = [parse_element_type(x) for x in elements]
        body = Body(tuple(types), tuple(expression(rng, types, i, 1 + int(rng.integers(2))) for i in range(len(types))))
        _, region = body.region()
        block, count = region.block, len(types)
        found, again = written.folds(block), judged.folds(block)
        assert len(found) == len(again) == count
        for i, (fold, other) in enumerate(zip(found, again, strict=True)):
            met[fold.kind] += 1
            _agrees(fold, other)
            for _ in range(8):
                arguments = [scalar(rng, x) for x in (*elements, *elements)]
                _holds(block, i, count, fold, arguments)
                others = [
                    x if at in fold.uses else scalar(rng, (*elements, *elements)[at]) for at, x in enumerate(arguments)
                ]
                before, after = (Evaluated(block, x).results[i] for x in (arguments, others))
                assert same(before, after), (fold, body)
        only, by_judge = written.only_operation(block), judged.only_operation(block)
        assert by_judge is None or only is None or only == by_judge.name
        if only is not None:
            name = only.removeprefix("stablehlo.")
            results = Evaluated(block, arguments).results
            assert all(same(results[i], MODEL[name](arguments[i], arguments[count + i])) for i in range(count))
    assert min(met[kind] for kind in ("keep", "set", "select", "other", "add", "subtract", "maximum")) > 0, met


def test_what_is_drawn_is_another_value_each_time() -> None:
    @hl.region("f32", "f32")
    def body(old: Any, new: Any) -> Any:
        return hl.rng(0.0, 1.0, np.zeros(0, np.int64), "UNIFORM")

    folds: list[written.Fold | judged.Fold] = [*written.folds(body.block), *judged.folds(body.block)]
    for fold in folds:
        assert (fold.kind, fold.uses) == ("other", frozenset({0, 1}))


def _agrees(fold: written.Fold, other: judged.Fold) -> None:
    assert fold.uses == other.uses
    name = fold.kind if fold.kind in ("keep", "set", "other") else "other" if fold.kind == "select" else "apply"
    assert other.kind == name
    if other.kind == "apply":
        assert other.op is fold.operation
    if other.kind in ("set", "apply"):
        assert other.update is (None if fold.is_plain else fold.update)


def _holds(block: Block, i: int, count: int, fold: written.Fold, arguments: Sequence[Any]) -> None:
    evaluated = Evaluated(block, arguments)
    result, old, new = evaluated.results[i], arguments[i], arguments[count + i]
    update = None if fold.update is None else evaluated.of(fold.update)
    if fold.is_plain and update is not None:
        assert same(update, new)
    match fold.kind:
        case "keep":
            assert same(result, old)
        case "set":
            assert same(result, update)
        case "select":
            assert fold.operation is not None
            earlier = bool(evaluated.of(fold.operation.operands[0])) == (fold.operation.operands[2] is fold.update)
            assert same(result, old if earlier else new)
        case "other":
            if fold.is_plain:
                assert fold.operation is not None
                assert same(result, MODEL[fold.operation.name.removeprefix("stablehlo.")](new, old))
        case name:
            assert same(result, MODEL[name](old, update))


@pytest.mark.parametrize("element", ["i32", "f32"])
def test_args_are_what_bodies_compute(element: str) -> None:
    rng, met = np.random.default_rng(0), Counter[str | None]()
    elements = [element, "i32", element, "i32"]

    def body(v: Any, p: Any, w: Any, q: Any) -> Any:
        """As JAX writes it, but for one thing or another."""

        def rarely() -> bool:
            return not rng.integers(12)

        direction, how = (
            str(rng.choice(["GT", "LT"])),
            "TOTALORDER" if element == "f32" and not rng.integers(4) else None,
        )
        better = hl.compare(w, v, direction) if rarely() else hl.compare(v, w, direction, how)
        is_nan = hl.compare(w if rarely() else v, v, "NE")
        either = [better, is_nan] if rng.integers(2) else [is_nan, better]
        first = better if rarely() else hl.or_(*either)
        lower = [hl.compare(v, w, "EQ"), hl.compare(p, q, "GT" if rarely() else "LT")]
        by_place = hl.and_(*(lower if rng.integers(2) else lower[::-1]))
        place = hl.select(hl.or_(better if rarely() else first, by_place), p, v if rarely() and element == "i32" else q)
        return hl.select(first, w if rarely() else v, w), place

    for _ in range(60):
        block = hl.region(*elements)(body).block
        direction = written.arg_direction(block)
        met[direction] += 1
        for _ in range(20 if direction else 0):
            v, p, w, q = (scalar(rng, x) for x in elements)
            w = [w, v, model.subtract(type(v)(0), v)][rng.integers(3)]
            is_first = bool(v != v or COMPARE[str(direction)](v, w))
            wanted = (v if is_first else w), (p if is_first or (v == w and p < q) else q)
            assert all(map(same, Evaluated(block, [v, p, w, q]).results, wanted))
    assert min(met[direction] for direction in ("GT", "LT", None)) > 5, met


def draw_comparator(rng: np.random.Generator, elements: Sequence[str]) -> Region:
    """A lexicographic order written in one of many ways, or nearly one."""

    def one_of(x: Any, kind: int) -> Any:
        return (x, hl.negate(x), x + x, x)[kind] if x.element_type != parse_element_type("i1") else x

    def compared(arguments: Sequence[Any], depth: int) -> Any:
        number = int(rng.integers(len(elements)))
        x, y = arguments[2 * number : 2 * number + 2]
        kinds = [int(rng.integers(4))] * 2 if rng.integers(16) else [int(rng.integers(4)) for _ in range(2)]
        a, b = (one_of(value, kind) for value, kind in zip((x, y), kinds, strict=True))
        a, b = (a, b) if rng.integers(2) else (b, a)
        how = {"compare_type": "TOTALORDER"} if elements[number] == "f32" and rng.integers(2) else {}
        directions = [*["LT", "GT"] * 6, "LE", "GE", "NE", "EQ"]
        less = hl.compare(a, b, str(rng.choice(directions)), **how)
        if not rng.integers(16):
            less = hl.not_(less)
        if depth == 0 or not rng.integers(5):
            return less
        rest = compared(arguments, depth - 1)
        a, b = (a, b) if rng.integers(2) else (b, a)
        if not rng.integers(16):
            a, b = x, y
        equal, differs = hl.compare(a, b, "EQ", **how), hl.compare(a, b, "NE", **how)
        both = hl.and_(equal, rest) if rng.integers(2) else hl.and_(rest, equal)
        forms = [
            lambda: hl.or_(less, both),
            lambda: hl.or_(both, less),
            lambda: hl.select(equal, rest, less),
            lambda: hl.select(differs, less, rest),
            lambda: hl.select(less, rest, equal),
            lambda: hl.and_(less, both),
        ]
        return forms[rng.choice([0, 0, 0, 1, 1, 1, 2, 3, 4, 5])]()

    depth = int(rng.integers(3))
    return hl.region(*[x for x in elements for _ in range(2)])(lambda *arguments: compared(arguments, depth))


@pytest.mark.parametrize("seed", range(4))
def test_keys_are_what_comparators_sort_by(seed: int) -> None:
    rng, met = np.random.default_rng(seed), Counter[str]()
    for _ in range(60):
        elements = [str(x) for x in rng.choice(["i32", "ui8", "f32"], rng.integers(1, 4))]
        region = draw_comparator(rng, elements)
        block = region.block
        keys, again = comparators.sort_keys(region), judged.lexicographic(region)
        orders = [one for one in again if one.direction in ("LT", "GT")]
        again = again if len(orders) == len(again) else []
        directions = [comparators.sort_direction(region, number) for number in range(len(elements))]
        met.update(keys=bool(keys), several=len(keys) > 1, judged=bool(again), lines=len(again) > 1)
        met.update(directed=any(directions))
        for _ in range(12):
            x, y = ([scalar(rng, element) for element in elements] for _ in range(2))
            place = int(rng.integers(len(elements)))
            x[place] = y[place] if rng.integers(2) else x[place]

            is_less = bool(pairs(block, x, y).results[0])
            if keys:
                of = [
                    (pairs(block, x, x).of(k.value), pairs(block, y, y).of(k.value), k.is_ascending, k.is_total)
                    for k in keys
                ]
                assert is_less == comes_first(of)
            if again:
                of = []
                for one in again:
                    a, b = (pairs(block, z, z).of(one.op.operands[0]) for z in (x, y))
                    of.append((a, b, (one.direction == "LT") == one.is_in_order, one.is_total))
                    assert not one.is_of_elements or same(a, x[one.number])
                assert is_less == comes_first(of)
            for number, direction in enumerate(directions):
                if direction and x[number] < y[number]:
                    assert is_less == (direction == 1)
                    assert bool(pairs(block, y, x).results[0]) == (direction == -1)
    assert min(met.values()) > 1, met


def pairs(block: Block, first: Sequence[Any], second: Sequence[Any]) -> Evaluated:
    """A comparator's values for an element of each input, and another."""
    return Evaluated(block, [value for pair in zip(first, second, strict=True) for value in pair])


def comes_first(keys: Sequence[tuple[Any, Any, bool, bool]]) -> bool:
    """Whether keys of one thing come before those of another, each in its direction."""
    for a, b, is_ascending, is_total in keys:
        a, b = (total_order(a), total_order(b)) if is_total else (a, b)
        if a != b:
            return bool(a < b if is_ascending else a > b)
    return False
