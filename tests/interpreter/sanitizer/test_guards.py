"""Gathers out of bounds whose value the program throws away: a note; all others stay warnings."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
import interpreter
from interpreter.sanitizer.guards import Guards

REAL = Path(__file__).parents[3] / "golden" / "real"
OPERAND = np.arange(6, dtype=np.float32)


def found(program, *args):
    sanitizer = interpreter.Sanitizer()
    interpreter.run(program, *args, sanitize=sanitizer)
    return {finding.id: finding.count for finding in sanitizer.findings}


@pytest.mark.parametrize(
    ("index", "values"), [("i32", [9, -1, 2]), ("i64", [9, -9, 2]), ("ui8", [9, 255, 2]), ("i8", [9, -1, 2])]
)
def test_mode_fill_guards(index, values):
    @hl.function("6xf32", f"3x1x{index}", name="main")
    def program(x, i):
        return hl.gather(
            x,
            i,
            offset_dims=[],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=[1],
            mode="fill",
        )

    dtype = index.replace("ui", "uint") if index[0] == "u" else index.replace("i", "int")
    args = OPERAND, np.array(values, dtype).reshape(3, 1)
    assert found(program, *args) == {"bounds.guarded": 2}


def test_mode_clip_does_not_guard():
    @hl.function("6xf32", "3xi32", name="main")
    def program(x, i):
        return x.at[i].get(mode="clip")

    assert found(program, OPERAND, [9, -10, 2]) == {"bounds.clamped": 2}


def test_jax_default_indexing_guards():
    inputs = dict(np.load(REAL / "embedding_lookup.inputs.npz"))
    assert set(found(REAL / "embedding_lookup.mlir", *inputs.values())) == {"bounds.guarded", "bounds.wrapped"}


GATHER = """
  %read = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>} : (tensor<6xf32>, tensor<3xi32>) -> tensor<3xf32>
"""
LOW = "%low = stablehlo.compare GE, %i, %zeros : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>"
HIGH = "%high = stablehlo.compare GT, %sixes, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>"
BOTH = f"{LOW}\n  {HIGH}\n  "
KEPT = "stablehlo.select %pred, %read, %fill : tensor<3xi1>, tensor<3xf32>"
OTHERWISE = "stablehlo.select %pred, %fill, %read : tensor<3xi1>, tensor<3xf32>"
UNGUARDED = {"bounds.clamped": 1, "bounds.negative": 1}


@pytest.mark.parametrize(
    ("predicate", "result", "wanted"),
    [
        (BOTH + "%pred = stablehlo.and %low, %high : tensor<3xi1>", KEPT, {"bounds.guarded": 2}),
        (BOTH + "%pred = stablehlo.or %low, %high : tensor<3xi1>", KEPT, UNGUARDED),
        (BOTH + "%pred = stablehlo.and %low, %high : tensor<3xi1>", OTHERWISE, UNGUARDED),
        (
            BOTH + "%both = stablehlo.and %low, %high : tensor<3xi1>\n  %pred = stablehlo.not %both : tensor<3xi1>",
            OTHERWISE,
            {"bounds.guarded": 2},
        ),
        (LOW.replace("%low", "%pred"), KEPT, {"bounds.guarded": 1, "bounds.clamped": 1}),
        (HIGH.replace("%high", "%pred"), KEPT, {"bounds.guarded": 1, "bounds.negative": 1}),
        (LOW.replace("%low", "%pred").replace("GE", "NE"), KEPT, UNGUARDED),
        (HIGH.replace("%high", "%pred").replace("%i ", "%other ").replace("%i", "%other"), KEPT, UNGUARDED),
        (
            BOTH + "%pred = stablehlo.and %low, %high : tensor<3xi1>",
            KEPT + "\n  %unused = stablehlo.negate %read : tensor<3xf32>",
            UNGUARDED,
        ),
        (BOTH, "stablehlo.add %read, %fill : tensor<3xf32>", UNGUARDED),
    ],
)
def test_what_guards(predicate, result, wanted):
    text = f"""
func.func @main(%x: tensor<6xf32>, %i: tensor<3xi32>, %other: tensor<3xi32>) -> tensor<3xf32> {{
  %zeros = stablehlo.constant dense<0> : tensor<3xi32>
  %sixes = stablehlo.constant dense<6> : tensor<3xi32>
  %fill = stablehlo.constant dense<0.0> : tensor<3xf32>
  {predicate}
{GATHER}
  %result = {result}
  return %result : tensor<3xf32>
}}
"""
    assert found(text, OPERAND, np.int32([9, -1, 2]), np.int32([0, 1, 2])) == wanted


HOLDS = {"GE": np.greater_equal, "GT": np.greater, "LE": np.less_equal, "LT": np.less}


def test_a_side_is_guarded_where_the_predicate_throws_away_what_is_read_there():
    """Comparisons of the index with a number on either side of it, alone, negated and two of them, as either choice."""
    one = [(direction, is_left, False) for direction in HOLDS for is_left in (True, False)]
    one += [(direction, is_left, True) for direction in HOLDS for is_left in (True, False)]
    cases = [(first, None, "", chosen) for first in one for chosen in (True, False)]
    cases += [(*case, chosen) for case in itertools.product(one, one[::3], ("and", "or")) for chosen in (True, False)]

    def built(i, first, second, junction):
        def compared(direction, is_left, is_negated):
            found = hl.compare(i, 3, direction) if is_left else hl.compare(3, i, direction)
            return ~found if is_negated else found

        if second is None:
            return compared(*first)
        return (hl.and_ if junction == "and" else hl.or_)(compared(*first), compared(*second))

    @hl.function("6xf32", "1xi32", name="main")
    def program(x, i):
        results = []
        for first, second, junction, chosen in cases:
            pred = built(i, first, second, junction)
            read = x.at[i].get(mode="promise_in_bounds")
            results.append(hl.select(pred, read, 0.0) if chosen else hl.select(pred, 0.0, read))
        return results

    guards = Guards(program.module.operations)
    gathers = [op for op in program.module.walk() if op.name == "stablehlo.gather"]
    for gather, (first, second, junction, chosen) in zip(gathers, cases, strict=True):

        def holds(at, compared):
            direction, is_left, is_negated = compared
            return (HOLDS[direction](at, 3) if is_left else HOLDS[direction](3, at)) != is_negated

        thrown = set()
        for side, at in (("low", -99), ("high", 99)):
            held = [holds(at, compared) for compared in (first, second) if compared is not None]
            if (any(held) if junction == "or" else all(held)) != chosen:
                thrown.add(side)
        found = guards.of(gather)
        if junction == ("or" if chosen else "and"):  # then neither of the two is certain to throw it away
            assert found <= thrown, (first, second, junction, chosen)
        else:
            assert found == thrown, (first, second, junction, chosen)


@pytest.mark.parametrize("size", [1, 3, 100, 127, 128, 129, 200, 256, 300])
def test_which_unsigned_indices_are_negative_ones_in_disguise(size):
    """Those that as signed numbers count from the end, where no element has such an index."""

    @hl.function(f"{size}xf32", "256x1xui8", name="main")
    def program(x, i):
        return hl.gather(
            x, i, offset_dims=[], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1, slice_sizes=[1]
        )

    sanitizer = interpreter.Sanitizer(["bounds.negative", "bounds.clamped"], shown=256)
    interpreter.run(program, np.zeros(size, np.float32), np.arange(256, dtype=np.uint8)[:, None], sanitize=sanitizer)
    told = {finding.id: [element.index_vector[0] for element in finding.elements] for finding in sanitizer.findings}
    disguised = [i for i in range(size, 256) if size <= 128 and i - 256 >= -size]
    assert told.get("bounds.negative", []) == disguised
    assert told.get("bounds.clamped", []) == [i for i in range(size, 256) if i not in disguised]


def test_a_value_that_is_returned_as_well_is_not_guarded():
    @hl.function("6xf32", "3xi32", name="main")
    def program(x, i):
        read = x.at[i].get(mode="promise_in_bounds")
        return hl.select(hl.compare(i, hl.constant([5, 5, 5], "3xi32"), "LE"), read, hl.constant(0.0, "3xf32")), read

    assert found(program, OPERAND, [9, 8, 2]) == {"bounds.clamped": 2}


def test_a_value_that_nothing_uses_is_not_guarded():
    """No select throws it away; also where one does, but a reshape of it is left lying beside that."""

    @hl.function("6xf32", "3xi32", name="main")
    def unused(x, i):
        x.at[i].get(mode="promise_in_bounds")
        return x

    @hl.function("6xf32", "3xi32", name="main")
    def in_part(x, i):
        read = x.at[i].get(mode="promise_in_bounds")
        hl.reshape(read, [3, 1])
        return hl.select(hl.compare(i, hl.constant([5, 5, 5], "3xi32"), "LE"), read, hl.constant(0.0, "3xf32"))

    for program in (unused, in_part):
        assert found(program, OPERAND, [9, 8, 2]) == {"bounds.clamped": 2}
