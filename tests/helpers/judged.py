"""Generated scatters as the slow model takes them, and the tally of a judge that is held against it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from helpers.cases import update_computation
from helpers.drawn_programs import with_vectors
from helpers.faults import FAULTS
from model.admissible import Scatter
from model.gather import Array

from hlogen.conform.generate import Body, Case, SeededDraw, draw_case
from hlogen.conform.generate.bodies import draw_body
from hlogen.conform.generate.dimensions import Layout
from hlogen.conform.generate.values import random_elements
from hlogen.ir import IntegerType, TensorType, dtype_of, parse_element_type

# A judge says of results whether they are admissible: "admissible", "inadmissible" or "undecided".
Judge = Callable[[Sequence[Array]], str]

# So many orders of one element a judge must go through; where there are more, bounds and algebra will do.
ORDERS = 720

_WELL_KNOWN = ("add", "subtract", "multiply", "and", "or", "xor", "minimum", "maximum")


def scatter_of(case: Case) -> Scatter:
    assert case.body is not None
    return Scatter(
        case.operands[: len(case.element_types)],
        case.indices,
        case.updates,
        update_computation(case.body),
        ops=[_op(case.body, i) for i in range(len(case.body.results))],
        result_dtypes=[dtype_of(element) for element in case.body.element_types],
        **vars(case.layout.scatter_numbers()),
    )


def _op(body: Body, i: int) -> str | None:
    """The op of result i, where it is one on its own old and new value."""
    kind, *rest = body.results[i]
    if kind in ("old", "new"):
        return kind if rest == [i] else None
    if kind not in _WELL_KNOWN or sorted(rest) != [("new", i), ("old", i)]:
        return None
    return None if kind == "subtract" and rest[0] != ("old", i) else kind


def draw_contested(seed: int) -> Case:
    """A random scatter, in most cases one with elements that several updates land on; of half, the order matters."""
    rng = np.random.default_rng(seed)
    for attempt in range(12):
        case = draw_case(SeededDraw(seed + attempt * 1_000_003), ("scatter",))
        if not case.layout.start_index_map and seed % 8:
            continue  # all windows in one place: always contested, and seldom written
        if seed % 3 and case.layout.index_vectors > 1 and case.layout.start_index_map:
            few = rng.integers(0, min(3, case.layout.index_vectors), case.layout.index_vectors)
            case = with_vectors(case, case.start_vectors[few])
        places = Counter(place for place, _ in case.updated_places())
        if max(places.values(), default=0) > 1:
            break
    assert case.body is not None
    if seed % 2 and not _depends_on_order(case.body):
        bodies = (draw_body(SeededDraw(seed + attempt), case.body.element_types) for attempt in range(20))
        return dataclasses.replace(case, body=next(filter(_depends_on_order, bodies), case.body))
    return case


def draw_crowded(seed: int) -> Case:
    """A scatter of hundreds of updates on a few elements: too many for going through all orders."""
    rng = np.random.default_rng(seed)
    updates, elements = int(rng.integers(10, 300)), int(rng.integers(1, 5))
    element = parse_element_type(str(rng.choice(["f32", "f64", "f16", "bf16", "complex<f32>", "f8E5M2", "i32", "ui8"])))
    layout = Layout((elements,), (updates, 1), (), (0,), (), (), (0,), 1, (1,))
    inputs, values = (TensorType((count,), element) for count in (elements, updates))
    operands = [random_elements(rng, type, specials=rng.random() < 0.2) for type in (inputs, values)]
    if rng.random() < 0.5 and not isinstance(element, IntegerType):  # no overflow, and next to no cancellation
        with np.errstate(all="ignore"):
            operands = [np.asarray(1 + abs(x.real) / 64).astype(x.dtype) for x in operands]
    indices = rng.integers(0, elements + 1, (updates, 1)).astype(np.int32)
    body = draw_body(SeededDraw(seed), [element])
    return Case("scatter", layout, (element,), IntegerType(32), (operands[0], indices, operands[1]), body)


def _depends_on_order(body: Body) -> bool:
    """Whether it does in at least two of several results: then they must come from one order."""
    count = len(body.results)
    return sum(_op(body, i) in (None, "new", "subtract") for i in range(count)) >= min(count, 2)


@dataclass
class Tally:
    """What became of all results that a judge was given."""

    programs: int = 0
    contested: int = 0
    legal: Counter[str] = field(default_factory=Counter)  # by what the judge says of them
    faults: dict[str, Counter[str]] = field(default_factory=dict)  # impossible results, by what the judge says
    harmless: Counter[str] = field(default_factory=Counter)  # results of faults that some schedule gives
    unknown: Counter[str] = field(default_factory=Counter)  # the model doesn't know
    close: Counter[str] = field(default_factory=Counter)  # impossible, but only trying more than ORDERS orders tells
    failures: list[str] = field(default_factory=list)
    undecided: Counter[str] = field(default_factory=Counter)  # by body

    @property
    def misses(self) -> int:
        return sum(found["admissible"] for found in self.faults.values())

    @property
    def false_alarms(self) -> int:
        return self.legal["inadmissible"]

    @property
    def impossible(self) -> int:
        return sum(map(Counter.total, self.faults.values()))

    def judge(
        self, name: str, is_possible: bool | None, said: str, told: Callable[[], str], is_close: bool = False
    ) -> None:
        """Counts what the judge said of a result that is or isn't possible; None where the model doesn't know."""
        if is_possible is None:
            self.unknown[name] += 1
        elif is_close and said == "admissible":
            self.close[name] += 1
        elif is_possible:
            self.legal[said] += 1
            if name in FAULTS:
                self.harmless[name] += 1
            if said == "inadmissible":
                self.failures.append(f"{name}: a possible result is called inadmissible: {told()}")
        else:
            self.faults.setdefault(name, Counter())[said] += 1
            if said == "admissible":
                self.failures.append(f"{name}: an impossible result is called admissible: {told()}")

    def __iadd__(self, other: Tally) -> Tally:
        self.programs += other.programs
        self.contested += other.contested
        for name, found in other.faults.items():
            self.faults.setdefault(name, Counter()).update(found)
        for mine, others in (
            (self.legal, other.legal),
            (self.harmless, other.harmless),
            (self.unknown, other.unknown),
            (self.close, other.close),
            (self.undecided, other.undecided),
        ):
            mine.update(others)
        self.failures += other.failures
        return self

    def __str__(self) -> str:
        lines = [
            f"{self.programs} programs, {self.contested} of them with contested elements",
            f"{self.legal.total()} legal results: {self.legal['inadmissible']} false alarms, "
            f"{self.legal['undecided']} undecided",
            f"{self.impossible} impossible results: {self.misses} missed, "
            f"{sum(found['undecided'] for found in self.faults.values())} undecided",
            "",
            f"{'fault':34} {'impossible':>10} {'caught':>7} {'undecided':>9} {'missed':>6} {'close':>6} {'legal':>6} "
            f"{'unknown':>7}",
        ]
        for name in sorted({*self.faults, *self.harmless, *self.unknown, *self.close}):
            found = self.faults.get(name, Counter())
            lines.append(
                f"{name:34} {found.total():10} {found['inadmissible']:7} {found['undecided']:9} "
                f"{found['admissible']:6} {self.close[name]:6} {self.harmless[name]:6} {self.unknown[name]:7}"
            )
        if self.undecided:
            lines += ["", "undecided, by body: " + ", ".join(f"{k} {n}" for k, n in self.undecided.most_common(12))]
        return "\n".join(lines)


def require_none_wrong(tally: Tally) -> None:
    print(f"\n{tally}")
    assert not tally.failures, f"{len(tally.failures)} failures, the smallest one:\n{min(tally.failures, key=len)}"


def hold(case: Case, judge: Judge, rng: np.random.Generator, *, reassociate: bool = False, orders: int = 3) -> Tally:
    """Gives a judge of the case legal results and faulty ones."""
    scatter = scatter_of(case)
    assert case.body is not None
    tally = Tally(programs=1, contested=bool(scatter.contested))
    sample = scatter.any_tree if reassociate else scatter.any_order
    legal = [sample(rng) for _ in range(orders)] + scatter.in_extreme_orders()
    given: list[tuple[str, bool | None, Sequence[Array]]] = [("a legal order", True, results) for results in legal]
    for name, fault in FAULTS.items():
        wrong = fault(scatter, legal[0], rng)
        if wrong is not None:
            given.append((name, scatter.judge(wrong, legal[0], reassociate=reassociate), wrong))
    for name, is_possible, results in given:
        said = judge(results)
        is_close = is_possible is False and scatter.is_close(results, legal[0], ORDERS, reassociate=reassociate)
        tally.judge(name, is_possible, said, lambda results=results: f"{results}\n{case}", is_close)
        if said == "undecided" and is_possible is not None:
            tally.undecided[_short(case.body)] += 1
    return tally


def _short(body: Body) -> str:
    ops = [_op(body, i) or "custom" for i in range(len(body.results))]
    return "/".join(f"{op} {element}" for op, element in zip(ops, body.element_types, strict=True))
