"""Random programs: of every operation, valid, and the same for ever."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import interpreter
from hlogen.backends import verify
from hlogen.errors import UsageError
from hlogen.fuzz.campaign import chosen_ops
from hlogen.fuzz.coverage import Covered, cells, covered, weighted
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.program import VERSION, Plan, Step, drawn, planned
from hlogen.ir import Module
from hlogen.spec.operations import check_operation
from hlogen.spec.optable import OPS
from interpreter.kernels.gather import UndefinedRead

ROWS = sorted(GRAMMAR.rows())


def test_every_operation_has_a_row_or_a_reason_for_none() -> None:
    assert {*OPS, "func.call"} == set(ROWS) | set(GRAMMAR.reasons())
    assert not set(ROWS) & set(GRAMMAR.reasons())


def run(plan: Plan) -> None:
    """The program is valid by our rules, draws itself again, and runs; twice, as second runs go another way."""
    program = drawn(plan)
    for operation in program.form.module.walk():
        assert not check_operation(operation), str(program.form.module)
    again = drawn(Plan.from_json(json.loads(json.dumps(program.plan.to_json()))))
    assert str(again.form.module) == str(program.form.module)
    for one, other in zip(again.form.arguments, program.form.arguments, strict=True):
        assert one.tobytes() == other.tobytes()
    try:
        first = interpreter.run(program.form.module, *program.form.arguments)
    except UndefinedRead:  # which the constraints allow
        return
    second = interpreter.run(program.form.module, *program.form.arguments)
    assert [each.tobytes() for each in first] == [each.tobytes() for each in second]


@pytest.mark.parametrize("op", ROWS)
def test_programs_of_an_operation_are_valid(op: str) -> None:
    for seed in range(3):
        run(planned(op, seed))
    program = drawn(planned(op, 0)).form.module
    assert op in {operation.name for operation in program.walk()}
    assert op in {cell[0] for cell in cells(program)} | {"stablehlo.constant"}


def test_promises_about_indices_are_kept() -> None:
    promised = 0
    for seed in range(90):
        form = drawn(planned(f"stablehlo.{('gather', 'scatter')[seed % 2]}", seed)).form
        attributes = [each.attributes for each in form.module.walk()]
        if any(each.get("indices_are_sorted") or each.get("unique_indices") for each in attributes):
            promised += 1
            with warnings.catch_warnings(record=True) as found:
                warnings.simplefilter("always")
                interpreter.run(form.module, *form.arguments, sanitize=True)
            assert not any("promise." in str(each.message) for each in found), form.module
    assert promised > 8


def test_whole_programs_are_valid() -> None:
    for seed in range(30):
        run(planned(ROWS[seed % len(ROWS)], seed, 1 + seed))


def of_all(programs: Sequence[Module]) -> str:
    """A module of them all, each its main function under another name."""
    functions = [each.function("main").operation for each in programs]
    for number, function in enumerate(functions):
        function.attributes = {**function.attributes, "sym_name": f"main{number}"}
    return str(Module(functions))


def test_upstreams_verifier_takes_them() -> None:
    """Where it reads another text than ours, the ops' own files of differences say so: none is drawn here."""
    programs = [drawn(planned(op, seed)).form.module for op in ROWS for seed in (1, 2)]
    assert verify(of_all([each for each in programs if len(each.functions) == 1])) == ()
    assert [verify(each) for each in programs if len(each.functions) > 1] == [()] * 4  # names of their own


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(ROWS),
            st.lists(st.integers(-3, 2**70), max_size=40),
            st.lists(st.lists(st.integers(0, 99), max_size=9), max_size=4),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_any_decisions_are_a_program(steps: list[tuple[str, list[int], list[list[int]]]]) -> None:
    made = tuple(Step(op, tuple(numbers), tuple(map(tuple, arrays))) for op, numbers, arrays in steps)
    run(Plan("any", made))


def test_a_seed_stands_for_one_program_for_ever() -> None:
    """Where this fails on purpose, what seeds mean has changed: raise VERSION, and then write the new digest here."""
    digest = hashlib.sha256()
    for number, op in enumerate(ROWS):
        form = drawn(planned(op, number, 2)).form
        digest.update(str(form.module).encode())
        for array in form.arguments:
            digest.update(np.ascontiguousarray(array).tobytes())
    assert (VERSION, digest.hexdigest()[:16]) == (1, "28e472faceae79ed")


def test_operations_with_most_to_meet_come_up_oftener() -> None:
    counts = Counter({("a", "f32", "scalar", "plain"): 9, ("a", "f32", "empty", "plain"): 1})
    counts += Counter({("b", "f32", "scalar", str(n)): 1 for n in range(5)})
    assert covered(counts)["a"] == Covered(cells=2, meetings=10, once=1)
    assert (covered(counts)["a"].newness, covered(counts)["b"].newness, Covered().newness) == (0.1, 1.0, 1.0)
    assert weighted(("a", "b", "a2", "b2"), counts + Counter({("a2", "", "", ""): 2, ("b2", "", "", ""): 2})) == (
        *("a", "b", "a2", "b2"), *("b", "b"),
    )  # fmt: skip


def test_operations_are_chosen_by_name() -> None:
    assert chosen_ops(()) == tuple(ROWS)
    assert chosen_ops(("add", "stablehlo.gather", "add")) == ("stablehlo.add", "stablehlo.gather")
    with pytest.raises(UsageError, match="the grammar has no row for rng: any values are right"):
        chosen_ops(("rng",))
    with pytest.raises(UsageError, match="the grammar has no row for ad"):
        chosen_ops(("ad",))


def test_sources_differ_by_seed() -> None:
    assert len({str(drawn(planned("stablehlo.scatter", seed)).form.module) for seed in range(20)}) == 20
    assert Random(1).random() != Random(2).random()
