"""Every proof about random programs is held against a run: by loops over the specification's formulas, written here."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from helpers import campaign
from helpers.drawn_indices import BODIES, Program, draw_program

import interpreter
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import Judgement, judge
from hlogen.analysis.proof import Proof
from hlogen.lint.advice import Advice, Advisor

RUNS = 2  # of each program, on different arguments


def check_programs(seeds: range) -> Counter[str]:
    """Judges and runs the programs of these seeds; how often each proof was proved or refuted."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        program = draw_program(seed)
        judgement = judge(program.op, Facts(program.module))
        given = Advisor(program.module).on(program.op)
        advice = {one.rule: one for one in given if one.operation is program.op}
        of_clamps = [one for one in given if one.operation is not program.op]
        for name in PROOFS:
            proof: Proof = getattr(judgement, name)
            seen[f"{program.op.name.partition('.')[2]} {name} {proof.verdict.value}"] += 1
        seen.update(one.rule for one in given)
        rng = np.random.default_rng(seed)
        for _ in range(RUNS):
            arguments = program.draw_arguments(rng)
            with np.errstate(all="ignore"):
                indices, *clamps = interpreter.run(program.indices_module, *arguments)
            literal = Literal(program, indices)
            where = f"seed {seed}\n{program.module}\nindices {indices.tolist()}"
            for name in PROOFS:
                check(name, getattr(judgement, name), getattr(literal, name)(arguments), where)
            check_witnesses(judgement, literal, where)
            check_advice(advice, literal, where)
            for one in of_clamps:
                at = program.clamps.index(one.operation)
                acts = clamps[2 * at] != clamps[2 * at + 1]
                assert not acts.any() if one.rule == "bounds.idle-clamp" else acts.all(), f"{one.message}\n{where}"
    return seen


SORTED = ("indices_are_sorted", "sorted_across_batches", "sorted_to_the_letter")
PROOFS = ("in_bounds", *SORTED, "unique_indices", "schedule_independent")


def check(name: str, proof: Proof, truth: bool | None, where: str) -> None:
    if truth is not None:
        assert not (proof.holds and not truth), f"{name} proved, but false: {proof.reason}\n{where}"
        assert not (proof.is_refuted and truth), f"{name} refuted, but true: {proof.reason}\n{where}"


class Literal:
    """One run by the letter of the specification, index by index."""

    def __init__(self, program: Program, indices: np.ndarray) -> None:
        self.program = program
        self.layout = layout = program.layout
        self.is_scatter = program.op.name == "stablehlo.scatter"
        moved = np.moveaxis(indices, layout.index_vector_dim, -1) if layout.index_vector_dim < indices.ndim else indices
        self.batch_shape = moved.shape[:-1] if layout.index_vector_dim < indices.ndim else moved.shape
        self.raw = {batch: [int(x) for x in np.atleast_1d(moved[batch])] for batch in np.ndindex(*self.batch_shape)}
        gone = {*layout.collapsed_slice_dims, *layout.operand_batching_dims}
        window = [1 if self.is_scatter and d in gone else size for d, size in enumerate(layout.slice_sizes)]
        self.limits = [layout.operand_shape[d] - window[d] for d in layout.start_index_map]
        self.starts = dict(self.raw)
        if not self.is_scatter:
            self.starts = {
                batch: [min(max(x, 0), limit) for x, limit in zip(vector, self.limits, strict=True)]
                for batch, vector in self.raw.items()
            }
        self.is_empty = 0 in layout.result_shape
        self.offset_of = [d for d in range(len(layout.operand_shape)) if d not in gone]

    def batch_of(self, index: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(i for d, i in enumerate(index) if d not in self.layout.offset_dims)

    def place(self, index: tuple[int, ...]) -> tuple[int, ...]:
        """operand_index of gather's result_index, result_index of scatter's update_index."""
        layout, batch = self.layout, self.batch_of(index)
        place = [0] * len(layout.operand_shape)
        for d, start in zip(layout.start_index_map, self.starts[batch], strict=True):
            place[d] += start
        for d, d_start in zip(layout.operand_batching_dims, layout.start_indices_batching_dims, strict=True):
            place[d] += batch[d_start - (0 if d_start < layout.index_vector_dim else 1)]
        for d, d_index in zip(self.offset_of, layout.offset_dims, strict=True):
            place[d] += index[d_index]
        return tuple(place)

    def is_inside(self, place: tuple[int, ...]) -> bool:
        return all(0 <= at < size for at, size in zip(place, self.layout.operand_shape, strict=True))

    def is_negative(self, start: int, limit: int) -> bool:
        """Below 0, or wrapped around to unsigned: in the half of the type where nothing is in bounds."""
        type = self.program.op.operands[1].type.element_type
        half = 2 ** (type.width - 1)
        return start < 0 or (type.is_unsigned and limit < half <= start)

    def fits(self, vector: list[int]) -> bool:
        return all(0 <= x <= limit for x, limit in zip(vector, self.limits, strict=True))

    def in_bounds(self, *_: object) -> bool | None:
        if self.is_scatter and 0 in self.layout.operand_shape:
            return self.is_empty
        return self.is_empty or all(map(self.fits, self.raw.values()))

    def _sorted(self, vectors: dict[tuple[int, ...], list[int]]) -> bool:
        layout = self.layout
        fixed = [d - (d > layout.index_vector_dim) for d in layout.start_indices_batching_dims]
        batches = defaultdict(list)
        for batch, vector in vectors.items():  # in row-major order
            batches[tuple(batch[d] for d in fixed)].append(vector)
        return all(sequence == sorted(sequence) for sequence in batches.values())

    def indices_are_sorted(self, *_: object) -> bool | None:
        if self.is_empty:
            return None  # whatever is said, nothing follows
        formal, raw = self._sorted(self.starts), self._sorted(self.raw)
        return formal if formal == raw else (False if not formal else None)

    def sorted_across_batches(self, *_: object) -> bool | None:
        if self.is_empty:
            return None
        formal, raw = (list(vectors.values()) == sorted(vectors.values()) for vectors in (self.starts, self.raw))
        return formal if formal == raw else (False if not formal else None)

    def sorted_to_the_letter(self, *_: object) -> bool | None:
        if self.is_empty:
            return None
        walk = [self.batch_of(index) for index in np.ndindex(*self.layout.result_shape)]
        order = np.argsort(self.layout.start_index_map)  # full_start_index is in the order of operand's dimensions
        formal, raw = ([[v[batch][k] for k in order] for batch in walk] for v in (self.starts, self.raw))
        if formal != sorted(formal):
            return False
        return True if raw == sorted(raw) else None

    def unique_indices(self, *_: object) -> bool | None:
        if not self.is_scatter and 0 in self.layout.slice_sizes:
            return None  # what is read isn't defined
        places = [place for place in map(self.place, np.ndindex(*self.layout.result_shape)) if self.is_inside(place)]
        return len(places) == len(set(places))

    def schedule_independent(self, arguments: list[np.ndarray]) -> bool | None:
        if not self.is_scatter:
            return True
        body = BODIES[self.program.body]
        updates_of = defaultdict(list)
        updates = self._updates(arguments)
        for index in np.ndindex(*self.layout.result_shape):
            if self.is_inside(place := self.place(index)):
                updates_of[place].append(updates[index])
        old = arguments[[value is self.program.op.operands[0] for value in self._block_arguments()].index(True)]
        rng = np.random.default_rng(0)
        for place, landing in updates_of.items():
            orders = [[*landing[:at], *landing[at + 1 :], landing[at]] for at in range(len(landing))]
            orders += [[landing[int(at)] for at in rng.permutation(len(landing))] for _ in range(4)]
            with np.errstate(all="ignore"):
                results = {int(fold(body, old[place], order)) for order in orders}
            if len(results) > 1:
                return False
        return True

    def _block_arguments(self) -> tuple[object, ...]:
        return self.program.module.function("main").arguments

    def _updates(self, arguments: list[np.ndarray]) -> np.ndarray:
        value = self.program.op.operands[2]
        if value in self._block_arguments():
            return arguments[self._block_arguments().index(value)]
        made = value.owner
        if made.name == "stablehlo.constant":
            return made.attributes["value"].array
        if made.name == "stablehlo.iota":
            shape, d = value.type.shape, int(made.attributes["iota_dimension"])
            along = np.arange(shape[d], dtype=np.int32).reshape([-1 if d == at else 1 for at in range(len(shape))])
            return np.broadcast_to(along, shape)
        scalar = made.operands[0].owner.attributes["value"].array
        return np.broadcast_to(scalar, value.type.shape)


def fold(body, old, updates):
    for update in updates:
        old = body(old, update)
    return old


def check_witnesses(judgement: Judgement, literal: Literal, where: str) -> None:
    """What a witness shows is there."""
    for name in PROOFS:
        witness = getattr(judgement, name).witness
        if witness is None:
            continue
        for position, vector in zip(witness.positions, witness.vectors, strict=False):
            actual = literal.raw[position]
            assert all(x is None or x == y for x, y in zip(vector, actual, strict=True)), f"{name}\n{where}"
        if name == "unique_indices" and witness.element is not None:
            landing = [
                literal.batch_of(index)
                for index in np.ndindex(*literal.layout.result_shape)
                if literal.place(index) == witness.element
            ]
            assert set(witness.positions) <= set(landing), where


def check_advice(advice: dict[str, Advice], literal: Literal, where: str) -> None:
    """What advice says happens in the run."""
    outside = defaultdict(set)
    for batch, vector in literal.raw.items():
        if literal.is_empty:
            break
        landed = [
            literal.is_inside(literal.place(index))
            for index in np.ndindex(*literal.layout.result_shape)
            if literal.batch_of(index) == batch
        ]
        if literal.fits(vector) and not (literal.is_scatter and 0 in literal.layout.operand_shape):
            continue
        if literal.is_scatter and any(landed):
            outside["bounds.partial"].add(batch)
        elif any(map(literal.is_negative, vector, literal.limits)):
            outside["bounds.negative"].add(batch)
        else:
            outside["bounds.dropped" if literal.is_scatter else "bounds.clamped"].add(batch)
    for rule in ("bounds.clamped", "bounds.dropped", "bounds.partial", "bounds.negative"):
        if rule in advice:
            # With components that only a run knows, a vector may be negative as well.
            assert outside[rule] or (rule != "bounds.partial" and outside["bounds.negative"]), f"{rule}\n{where}"
    if "promise.sorted" in advice:
        assert literal.indices_are_sorted() is False, where
    if "promise.sorted-literal" in advice:
        assert literal.sorted_to_the_letter() is False, where
    if "promise.unique" in advice:
        assert not literal.unique_indices(), where
    if "order.value" in advice:
        assert not literal.unique_indices(), where


def test_proofs_hold_in_runs() -> None:
    seen = check_programs(range(150))
    for op in ("gather", "scatter"):
        for name in PROOFS[:-1]:
            for verdict in ("holds", "violated", "unknown"):
                assert seen[f"{op} {name} {verdict}"] >= 1, (op, name, verdict, seen)
    assert seen["dynamic_gather in_bounds holds"] >= 2
    assert seen["dynamic_gather in_bounds violated"] >= 2
    assert seen["scatter schedule_independent holds"] >= 25
    for rule in ("bounds.clamped", "bounds.dropped", "bounds.negative", "promise.sorted", "promise.unset"):
        assert seen[rule] >= 1, (rule, seen)


@pytest.mark.campaign
@pytest.mark.parametrize("first", campaign.seeds(1000, 51000, 5000))
def test_proofs_hold_in_many_runs(first: int) -> None:
    check_programs(range(first, first + 5000))
