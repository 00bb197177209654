"""What kernels take while they work: the estimate is held against what NumPy asks for, which tracemalloc counts."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from helpers.memory_measure import FACTOR, batched_goldens, measured
from helpers.memory_programs import ADD, COMPARATOR, PROGRAMS, arguments_of, sorting

import hlogen as hl
import interpreter
from interpreter.kernels.registry import kernels
from interpreter.kernels.working import needs_copy
from interpreter.memory import available

GOLDEN = Path(__file__).parents[3] / "golden"
BLOCK = 1 << 19  # bytes of what works block by block, whatever the size
GOLDENS = [
    "cholesky/lower",
    "convolution/batch_groups_of_images",
    "convolution/rhs_dilation",
    "dot_general/algorithms",
    "dot_general/booleans",
    "dot_general/quantized",
    "dynamic_update_slice/whole",
    "fft/inverse_to_reals",
    "gather/batching_dims_only",
    "reduce/bodies_of_booleans",
    "reduce/body_maximum_of_floats",
    "scatter/body_max_of_signed_zeros",
    "scatter/duplicates_set_to_different_values",
    "select_and_scatter/element_types_all",
    "sort/element_types_all",
    "triangular_solve/lower_right",
    "uniform_dequantize/per_axis",
    "uniform_quantize/axes",
]


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_estimate_is_close_to_what_numpy_takes(name):
    found = measured(name, PROGRAMS[name][0], arguments_of(name))
    assert found.taken <= FACTOR * found.estimated + BLOCK
    assert found.estimated <= FACTOR * found.taken + 10_000


def test_every_operation_that_says_what_it_takes_is_measured():
    said = {name for name, kernel in kernels().items() if kernel.traits.memory is not None}
    measured_here = {op.name for text, _ in PROGRAMS.values() for op in hl.parse(text).walk()}
    assert said - measured_here - {f"stablehlo.{name.partition('/')[0]}" for name in GOLDENS} == set()


def test_a_fold_takes_what_is_estimated_where_lines_are_left_over():
    """By how many lines are alive at once: of an odd number, the last waits until the others are folded."""
    lines = 1 << 12
    off = {}
    for size in (2, 7, 19, 51, 107):
        x, result = f"tensor<{size}x{lines}xf32>", f"tensor<{lines}xf32>"
        text = f"""func.func @main(%x: {x}, %y: tensor<f32>) -> {result} {{
          %r = "stablehlo.reduce"(%x, %y) {ADD}) {{dimensions = array<i64: 0>}} : ({x}, tensor<f32>) -> {result}
          return %r : {result}
        }}"""
        found = measured("reduce", text, [np.ones((size, lines), np.float32), np.float32(0)])
        off[size] = (found.taken - found.estimated) / (4 * lines)
    del off[2]  # the first run of a process takes what is loaded for it
    assert off == pytest.approx(dict.fromkeys(off, 0), abs=0.5)


@pytest.mark.parametrize("name", GOLDENS)
def test_the_estimate_of_a_golden_in_a_large_batch_is_close(name):
    goldens = [*batched_goldens(GOLDEN / f"{name}.mlir", 4 << 20)]
    assert goldens
    for golden in goldens[-1:]:
        found = measured(*golden)
        assert not found.is_small
        assert found.is_close, found


@pytest.mark.parametrize("size", ["5000", "?"])
def test_a_sort_that_meets_nans_asks_for_what_it_takes_then(size, monkeypatch):
    """It merges: nothing that is known before the run tells."""
    text, x = sorting(COMPARATOR, size)[0], np.arange(5000, dtype=np.float32)
    run = interpreter.load(text)
    estimated = run.memory_of(run.values([x])).bytes
    run(x, max_memory=estimated)
    x[7] = np.nan
    merging = measured("sort", text, [x]).taken
    assert run(x, max_memory=x.nbytes + estimated + int(merging * 1.1))[0].shape == x.shape
    assert merging == pytest.approx(490_000, rel=0.1)
    with pytest.raises(interpreter.ExecutionError, match=r"a sort of NaNs takes 478\.5 KiB more .*; .* allowed"):
        run(x, max_memory=estimated + merging // 2)
    monkeypatch.setattr(available, "_SMALL", 0)
    monkeypatch.setattr(available, "available_bytes", lambda: merging // 2)
    with pytest.raises(interpreter.ExecutionError, match=r"a sort of NaNs takes .*; .* of memory are available"):
        run(x)


def groupings(order):
    """All ways to cut an order of dimensions into groups."""
    for cuts in itertools.product((False, True), repeat=max(len(order) - 1, 0)):
        groups = [[order[0]]] if order else []
        for d, is_cut in zip(order[1:], cuts, strict=True):
            groups[-1:] = [groups[-1], [d]] if is_cut else [[*groups[-1], d]]
        yield groups


@pytest.mark.parametrize(
    "shape", [(), (4,), (2, 3), (1, 3), (2, 1, 3), (2, 3, 1), (1, 1, 4), (2, 3, 4), (2, 0, 3), (2, 1, 3, 2)]
)
def test_numpy_copies_what_is_said_to_be_copied(shape):
    """Dimensions in any order, those of a group made one."""
    x = np.zeros(shape, np.int8)
    for order in itertools.permutations(range(len(shape))):
        for groups in groupings(order):
            put = x.transpose(order).reshape([math.prod(shape[d] for d in group) for group in groups])
            assert needs_copy(shape, groups) == (x.size > 0 and not np.shares_memory(x, put)), groups
