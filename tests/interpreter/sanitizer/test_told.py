"""What findings say, word by word: of the catalogue's examples, and of index vectors by a model that looks at each."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import interpreter
from hlogen.ir import dtype_of, tensor
from hlogen.spec.hazards import RUN, hazards

TOLD = {
    "promise.sorted": [
        "stablehlo.gather: index vectors descend, although indices_are_sorted is true: 1 of 2 neighbouring pairs",
        "index vector [0] at [1] comes after index vector [3] at [0]",
    ],
    "promise.sorted-literal": [
        "stablehlo.gather: index vectors are sorted within each batch, but by the letter of the text they descend: "
        "1 of 3 neighbouring pairs of full_start_index over the result",
        "index vector [1] at [1, 0] comes after index vector [2] at [0, 1]",
    ],
    "promise.unique": [
        "stablehlo.scatter: several updates land on one element, although unique_indices is true: 2 of 6 elements",
        "result[1] gets updates[0, 1], updates[2, 0]",
        "result[2] gets updates[1, 0], updates[2, 1]",
    ],
    "order.value": [
        "stablehlo.scatter: elements of the result depend on the order of updates: 1 of 6, by up to 2",
        "result[4] is 3, in another order 1: updates[0], updates[2] land on it",
    ],
    "order.rounding": [
        "stablehlo.scatter: elements of the result differ in rounding by the order of updates: at least 1 of 6, by up "
        "to 2",
        "result[4] is 1.6777216e+07, in another order 1.6777218e+07: updates[0], updates[1], updates[2] land on it",
    ],
    "order.comparator": [
        "stablehlo.sort: an element is less than itself: 3 of 3 elements",
        "1.0 at [0] of the sorted slices",
        "2.0 at [1] of the sorted slices",
        "3.0 at [2] of the sorted slices",
    ],
    "order.initial": [
        "stablehlo.reduce: the initial value isn't neutral for the body: 1 of 1 results",
        "body(1.0, 1.0) is 2.0, so a result depends on how often the initial value is used",
    ],
    "bounds.clamped": [
        "stablehlo.gather: starts are too high and are clamped: 1 of 3 index vectors",
        "index vector [5] at [2]: it is 5, clamped to 4 (dimension 0 allows 0 .. 4)",
    ],
    "bounds.dropped": [
        "stablehlo.scatter: updates out of bounds are dropped: 1 of 3 windows, 1 of their elements",
        "index vector [6] at [0]: it is 6, dimension 0 allows 0 .. 5",
    ],
    "bounds.partial": [
        "stablehlo.scatter: windows land in part, by element (XLA drops them whole): 1 of 3 windows, 1 of their "
        "elements are dropped",
        "index vector [5] at [0]: dimension 0 has room for 1 of 2 elements",
    ],
    "bounds.negative": [
        "stablehlo.gather: negative starts are clamped, not counted from the end: 1 of 3 index vectors",
        "index vector [-1] at [1]: it is -1, clamped to 0 (dimension 0 allows 0 .. 4)",
    ],
    "bounds.guarded": [
        "stablehlo.gather: starts are clamped where the program selects another value: 1 of 3 index vectors",
        "index vector [6] at [2]: it is 6, clamped to 5 (dimension 0 allows 0 .. 5)",
    ],
    "bounds.wrapped": [
        "stablehlo.select: negative indices count from the end: 1 of 3",
        "index -1 at [1] becomes 5",
    ],
    "bounds.narrow": [
        "stablehlo.gather: i8 reaches up to 127: too narrow for 1 of 1 components",
        "dimension 0 has size 300, starts go up to 299, i8 to 127",
    ],
    "undefined.read": [
        "stablehlo.gather: slices of size 0 are read behind the end of operand: 1 of 3 index vectors",
        "index vector [6] at [2] reads operand index 6 of 6 in dimension 0",
    ],
    "number.nan": ["stablehlo.divide: NaNs are made: 1 of 3 elements", "result[0] is nan from 0.0, 0.0"],
    "number.inf": ["stablehlo.multiply: infinities are made: 1 of 3 elements", "result[0] is inf from 1e+30, 1e+30"],
    "number.division": [
        "stablehlo.divide: integers are divided by zero, or the lowest i32 by -1: 1 of 3 elements",
        "8 / 0 at [1]",
    ],
    "number.overflow": ["stablehlo.add: integers leave the range of i8: 1 of 3 elements", "100 + 100 at [0]"],
    "number.power": [
        "stablehlo.power: integers are raised to a negative power: 1 of 3 elements",
        "3 ** -1 at [1]",
    ],
    "number.conversion": [
        "stablehlo.convert: i8 can't hold what is converted: 1 of 3 elements",
        "300 becomes 44 at [1]",
    ],
    "number.shift": [
        "stablehlo.shift_left: shifts by less than 0 or by 32 bits and more: 1 of 3 elements",
        "2 << 40 at [1]",
    ],
}


def met(program, *args, select=(), shown=5):
    sanitizer = interpreter.Sanitizer(select=select, shown=shown)
    try:
        interpreter.run(program, *args, sanitize=sanitizer)
    except interpreter.ExecutionError:
        assert [finding.id for finding in sanitizer.findings] == ["undefined.read"]
    return {finding.id: finding for finding in sanitizer.findings}


@pytest.mark.parametrize("id", [id for id, hazard in hazards().items() if RUN in hazard.seen_by])
def test_of_the_catalogue_s_examples(id):
    hazard = hazards()[id]
    executable = interpreter.load(hazard.example)
    args = [np.array(x, dtype_of(t.element_type)) for x, t in zip(hazard.inputs, executable.type.inputs, strict=True)]
    finding = met(executable.module, *args)[id]
    said, *elements = TOLD[id]
    assert str(finding).splitlines() == [
        f"{finding.location}: {hazard.level}: {id} in {said}",
        *(f"    {text}" for text in elements),
        f"    fix: {hazard.fix}",
    ]
    assert [element.text for element in finding.elements] == elements


SHAPE, SIZES, ORDER = (5, 6, 4), (2, 3, 1), (1, 0)  # the first component is the start along dimension 1
VECTORS = [[0, 1], [3, 3], [4, 3], [0, 4], [5, -1], [-1, 0], [6, 2], [-3, 4], [-2, -2], [9, 9], [3, 5], [2, 0]]


def component(number, start, limit, disguised=None):
    shown = f"{start}" if disguised is None else f"{start} ({disguised} as a signed number)"
    return f"component {number} is {shown}, {{}}dimension {ORDER[number]} allows 0 .. {limit}"


def vectors_of(element):
    """As they are, or, of an unsigned type, as it holds them."""
    return np.array(VECTORS).astype(dtype_of(tensor(element).element_type))


@pytest.mark.parametrize("element", ["i64", "i8", "ui8", "ui32"])
@pytest.mark.parametrize("shown", [2, 5, 50])
def test_of_a_gather_s_index_vectors(element, shown):
    indices = vectors_of(element)
    program = f"""func.func @main(%x: tensor<5x6x4xf32>, %i: tensor<12x2x{element}>) -> tensor<12x2x3x1xf32> {{
      %0 = "stablehlo.gather"(%x, %i) {{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3],
        start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3, 1>}}
        : (tensor<5x6x4xf32>, tensor<12x2x{element}>) -> tensor<12x2x3x1xf32>
      return %0 : tensor<12x2x3x1xf32>
    }}"""
    found = met(program, np.zeros(SHAPE, np.float32), indices, select="bounds", shown=shown)
    told = {"bounds.negative": [], "bounds.clamped": []}
    for number, vector in enumerate(VECTORS):
        stored, parts = indices[number].tolist(), []
        for k, (start, given) in enumerate(zip(vector, stored, strict=True)):
            limit = SHAPE[ORDER[k]] - SIZES[ORDER[k]]
            if not 0 <= given <= limit:
                said = component(k, given, limit, start if start != given else None)
                clamped = min(max(given, 0), limit)
                parts.append(said.format(f"clamped to {clamped} (") + ")")
        if parts:
            id = "bounds.negative" if min(vector) < 0 else "bounds.clamped"
            told[id].append(f"index vector {stored} at [{number}]: {'; '.join(parts)}")
    says = {
        "bounds.negative": "negative starts are clamped, not counted from the end",
        "bounds.clamped": "starts are too high and are clamped",
    }
    assert set(found) == set(told)
    for id, elements in told.items():
        assert found[id].message == f"{says[id]}: {len(elements)} of 12 index vectors"
        assert [each.text for each in found[id].elements] == elements[:shown]
        assert (found[id].count, found[id].total) == (len(elements), 12)


@pytest.mark.parametrize("element", ["i64", "i8", "ui8"])
def test_of_a_scatter_s_windows(element):
    indices = vectors_of(element)
    program = f"""func.func @main(%x: tensor<5x6x4xi32>, %i: tensor<12x2x{element}>, %u: tensor<12x2x3x1xi32>)
        -> tensor<5x6x4xi32> {{
      %0 = "stablehlo.scatter"(%x, %i, %u) ({{
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2, 3],
        scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}}
        : (tensor<5x6x4xi32>, tensor<12x2x{element}>, tensor<12x2x3x1xi32>) -> tensor<5x6x4xi32>
      return %0 : tensor<5x6x4xi32>
    }}"""
    updates = np.ones((12, *SIZES), np.int32)
    found = met(program, np.zeros(SHAPE, np.int32), indices, updates, select="bounds", shown=50)
    told = {"bounds.dropped": [], "bounds.negative": [], "bounds.partial": []}
    lost = 0
    for number, vector in enumerate(VECTORS):
        stored, outside, missing = indices[number].tolist(), [], []
        inside = []
        for k, (start, given) in enumerate(zip(vector, stored, strict=True)):
            dim, size = SHAPE[ORDER[k]], SIZES[ORDER[k]]
            inside.append(sum(0 <= at < dim for at in range(given, given + size)))
            if not 0 <= given <= dim - size:
                outside.append(component(k, given, dim - size, start if start != given else None).format(""))
            if inside[-1] != size:
                missing.append(f"dimension {ORDER[k]} has room for {inside[-1]} of {size} elements")
        if not missing:
            continue
        lands = all(inside)
        id = "bounds.partial" if lands else "bounds.negative" if min(vector) < 0 else "bounds.dropped"
        lost += math.prod(SIZES) - math.prod(inside) if lands else 0
        told[id].append(f"index vector {stored} at [{number}]: {'; '.join(missing if lands else outside)}")
    says = {
        "bounds.dropped": "updates out of bounds are dropped",
        "bounds.negative": "updates at negative indices are dropped, not counted from the end",
    }
    assert {id: [each.text for each in finding.elements] for id, finding in found.items()} == told
    for id, said in says.items():
        count = len(told[id])
        assert found[id].message == f"{said}: {count} of 12 windows, {count * math.prod(SIZES)} of their elements"
    assert found["bounds.partial"].message == (
        f"windows land in part, by element (XLA drops them whole): {len(told['bounds.partial'])} of 12 windows, {lost} "
        "of their elements are dropped"
    )


@pytest.mark.parametrize("writes", [False, True])
def test_of_starts_of_slices(writes):
    """One index vector, of scalars: it stands nowhere, and has a component for each dimension."""
    operation = (
        "stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<5x6xi32>, tensor<2x3xi32>, tensor<i64>, tensor<i64>) "
        "-> tensor<5x6xi32>"
        if writes
        else "stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<5x6xi32>, tensor<i64>, tensor<i64>) "
        "-> tensor<2x3xi32>"
    )
    result = operation.rpartition("-> ")[2]
    executable = interpreter.load(f"""func.func @main(%x: tensor<5x6xi32>, %u: tensor<2x3xi32>, %i: tensor<i64>,
        %j: tensor<i64>) -> {result} {{
      %0 = {operation}
      return %0 : {result}
    }}""")
    for starts in itertools.product((-2, 0, 3, 4), (-1, 2, 3, 7)):
        parts = [
            f"component {k} is {start}, clamped to {min(max(start, 0), 3)} (dimension {k} allows 0 .. 3)"
            for k, start in enumerate(starts)
            if not 0 <= start <= 3
        ]
        found = met(executable.module, np.zeros((5, 6), np.int32), np.zeros((2, 3), np.int32), *starts)
        if not parts:
            assert not found
            continue
        ((id, finding),) = found.items()
        assert id == ("bounds.negative" if min(starts) < 0 else "bounds.clamped")
        assert [each.text for each in finding.elements] == [f"index vector {list(starts)}: {'; '.join(parts)}"]
        assert finding.message.endswith(": 1 of 1 index vectors")
