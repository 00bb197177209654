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
from hlogen import parse
from hlogen.backends import verify
from hlogen.errors import UsageError
from hlogen.fuzz.campaign import chosen_ops
from hlogen.fuzz.coverage import Covered, cells, covered, weighted
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.program import INVALID, VERSION, Plan, Step, drawn, planned
from hlogen.ir import Module, Operation
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


@pytest.mark.parametrize(
    ("seeds", "size", "relation", "known"),
    [
        (range(1), 2, "", "28e472faceae79ed"),
        (range(1, 4), 1, "", "52e5797cb02e58b6"),
        (range(1, 5), 1, INVALID, "12ee97e8d6ef7605"),
    ],
)
def test_a_seed_stands_for_one_program_for_ever(seeds: range, size: int, relation: str, known: str) -> None:
    """Where this fails on purpose, what seeds mean has changed: raise VERSION, and then write the new digests here."""
    digest = hashlib.sha256()
    for number, op in enumerate(ROWS):
        for seed in seeds:
            form = drawn(planned(op, number + seed, size, relation)).form
            digest.update(str(form.module).encode())
            for array in form.arguments:
                digest.update(np.ascontiguousarray(array).tobytes())
    assert (VERSION, digest.hexdigest()[:16]) == (1, known)


def test_operations_with_most_to_meet_come_up_oftener() -> None:
    counts = Counter({("a", "f32", "scalar", "plain"): 9, ("a", "f32", "empty", "plain"): 1})
    counts += Counter({("b", "f32", "scalar", str(n)): 1 for n in range(5)})
    assert covered(counts)["a"] == Covered(cells=2, meetings=10, once=1)
    assert (covered(counts)["a"].newness, covered(counts)["b"].newness, Covered().newness) == (0.1, 1.0, 1.0)
    assert weighted(("a", "b", "a2", "b2"), counts + Counter({("a2", "", "", ""): 2, ("b2", "", "", ""): 2})) == (
        *("a", "b", "a2", "b2"), *("b", "b"),
    )  # fmt: skip


COVERED = """
func.func @main(%x: tensor<3x4xf32>, %i: tensor<1x2xi32>, %u: tensor<1xf32>, %s: tensor<i1>, %n: tensor<1xi32>)
    -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<0xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0:2 = "stablehlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
    inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
    indices_are_sorted = true, unique_indices = false}> ({
   ^bb0(%a: tensor<f32>, %b: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>):
    %f = stablehlo.maximum %a, %d : tensor<f32>
    "stablehlo.return"(%f, %e) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<1x2xi32>, tensor<1xf32>, tensor<1xf32>)
    -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %1 = stablehlo.not %s : tensor<i1>
  %2 = stablehlo.slice %u [1:1:1] : (tensor<1xf32>) -> tensor<0xf32>
  %3 = stablehlo.negate %2 : tensor<0xf32>
  %4 = "stablehlo.pad"(%u, %c) <{edge_padding_low = array<i64: 2>, edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 0>}> : (tensor<1xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %6 = stablehlo.negate %5 : tensor<?xi32>
  return %0#0, %0#1, %3 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<0xf32>
}
"""


def test_what_a_program_covers() -> None:
    found = [" | ".join(cell).removeprefix("stablehlo.") for cell in cells(parse(COVERED))]
    scatter = "scatter | f32 i32 | rank 2 |"
    assert Counter(found) == Counter([
        *(f"{scatter} plain", f"{scatter} inserted_window_dims", f"{scatter} scatter_dims_to_operand_dims"),
        *(f"{scatter} index_vector_dim", f"{scatter} indices_are_sorted", f"{scatter} body maximum"),
        *(f"{scatter} several inputs", "maximum | f32 | scalar | plain"),
        *("not | i1 | scalar | plain", "slice | f32 | ones | plain", "negate | f32 | empty | plain"),
        *("pad | f32 | ones | plain", "pad | f32 | ones | edge_padding_low"),
        *("dynamic_iota | i32 | ones | plain", "negate | i32 | dynamic | plain"),
    ])  # fmt: skip


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


def test_triangular_matrices_can_be_solved_for():
    """No zero is on a diagonal: a program whose results are all infinite or NaN tells nothing."""
    for seed in range(40):
        form = drawn(planned("stablehlo.triangular_solve", seed, 1)).form
        (op,) = [op for op in form.module.walk() if op.name == "stablehlo.triangular_solve"]
        made = op.operands[0].owner
        matrix = made.attributes["value"].array if isinstance(made, Operation) else form.arguments[op.operands[0].index]
        assert np.diagonal(matrix, axis1=-2, axis2=-1).all(), seed
