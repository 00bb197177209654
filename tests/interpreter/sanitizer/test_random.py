"""Random gathers and scatters: what the sanitizer finds is what loops over index vectors in Python ints find."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter, defaultdict

import numpy as np
import pytest
from helpers import campaign
from helpers.cases import expected, same

import interpreter
from hlogen.conform.generate import SeededDraw, draw_case

PROMISES_AND_BOUNDS = ("promise", "bounds")


def case_of(seed):
    case = draw_case(SeededDraw(seed))
    promises = random.Random(seed)
    return dataclasses.replace(
        case,
        indices_are_sorted=promises.random() < 0.7,
        unique_indices=case.op == "scatter" and promises.random() < 0.7,
    )


def vectors_by_loop(case):
    """(place in the batch, index vector), in row-major order."""
    dim, indices = case.layout.index_vector_dim, case.indices
    batch = [size for d, size in enumerate(indices.shape) if d != dim]
    found = []
    for place in np.ndindex(*batch):
        count = len(case.layout.start_index_map)
        full = [(*place[:dim], k, *place[dim:]) if dim < indices.ndim else place for k in range(count)]
        found.append((place, tuple(int(indices[index]) for index in full)))
    return found


def negative(case, value, dim):
    """Below 0, or unsigned and as far from the top of a type as a negative index is from 0."""
    type = case.index_type
    if not type.is_unsigned:
        return value < 0
    return 0 < dim <= 1 << (type.width - 1) and value >= (1 << type.width) - dim


def window_size(case, d):
    """Along an inserted dimension a scatter's window has one element, whatever the dimension's size is."""
    return 1 if case.op == "scatter" and d in case.layout.collapsed_slice_dims else case.layout.slice_sizes[d]


def bounds_by_loop(case):
    """How many index vectors meet each hazard."""
    layout, found = case.layout, Counter()
    for _, vector in vectors_by_loop(case):
        facts = [
            (start, layout.operand_shape[d], window_size(case, d))
            for start, d in zip(vector, layout.start_index_map, strict=True)
        ]
        is_negative = any(negative(case, start, dim) for start, dim, _ in facts)
        outside = any(not 0 <= start <= dim - size for start, dim, size in facts)
        lands = all(start < dim and start + size > 0 for start, dim, size in facts)
        if case.op == "scatter" and lands:
            found["bounds.partial"] += outside
        elif outside:
            other = "bounds.dropped" if case.op == "scatter" else "bounds.clamped"
            found["bounds.negative" if is_negative else other] += 1
    narrow = sum(
        layout.operand_shape[d] - window_size(case, d) > case.index_type.maximum for d in layout.start_index_map
    )
    if len(case.element_types) not in case.constants:
        found["bounds.narrow"] = narrow
    return found


def sorted_by_loop(case):
    """The two readings of indices_are_sorted: how many neighbouring pairs break each."""
    layout = case.layout
    dims = [d - (d > layout.index_vector_dim) for d in layout.start_indices_batching_dims]
    batches, by_place = defaultdict(list), {}
    for place, vector in vectors_by_loop(case):
        if case.op != "scatter":  # full_start_index is clamped
            limits = [layout.operand_shape[d] - layout.slice_sizes[d] for d in layout.start_index_map]
            vector = tuple(min(max(x, 0), limit) for x, limit in zip(vector, limits, strict=True))
        batches[tuple(place[d] for d in dims)].append(vector)
        by_place[place] = vector
    broken = sum(b < a for vectors in batches.values() for a, b in itertools.pairwise(vectors))
    if broken:
        return {"promise.sorted": broken}
    scatter_dims = [d for d in range(len(layout.result_shape)) if d not in layout.offset_dims]
    full = []
    for index in np.ndindex(*layout.result_shape):
        start = [0] * len(layout.operand_shape)
        for d, x in zip(layout.start_index_map, by_place[tuple(index[d] for d in scatter_dims)], strict=True):
            start[d] = x
        full.append(start)
    return {"promise.sorted-literal": 1} if any(b < a for a, b in itertools.pairwise(full)) else {}


def landings(case):
    """By place in the result, the updates that land there."""
    found = defaultdict(list)
    for place, update in case.updated_places():
        found[place].append(update)
    return found


@pytest.mark.parametrize("block", campaign.first(3, range(10)))
def test_promises_and_bounds(block):
    met = Counter()
    for seed in range(150 * block, 150 * (block + 1)):
        case = case_of(seed)
        sanitizer = interpreter.Sanitizer(select=PROMISES_AND_BOUNDS, shown=3)
        try:
            interpreter.run(case.module, *case.args, sanitize=sanitizer)
        except interpreter.ExecutionError:
            assert case.op != "scatter"
            continue
        if not math.prod(case.layout.result_shape):
            assert sanitizer.findings == (), str(case)
            continue
        wanted = bounds_by_loop(case)
        if case.indices_are_sorted:
            wanted.update(sorted_by_loop(case))
        if case.unique_indices:
            wanted["promise.unique"] = sum(len(updates) > 1 for updates in landings(case).values())
        found = {finding.id: finding.count for finding in sanitizer.findings}
        if "promise.sorted-literal" in found:
            found["promise.sorted-literal"] = 1
        assert found == {id: count for id, count in wanted.items() if count}, f"{seed}\n{case}"
        for finding in sanitizer.findings:
            assert len(finding.elements) == min(finding.count, 3)
            for element in finding.elements:
                if element.index_vector is not None and finding.op != "promise":
                    assert (element.position, element.index_vector) in vectors_by_loop(case)
        met.update(found.keys())
    assert len(met) >= 6


def differing_by_brute_force(case, results, where):
    """(number of the result, place) of the elements that differ in some order of the few updates that land on them."""
    found = set()
    for place, updates in where.items():
        for order in itertools.permutations(updates):  # alone: what lands elsewhere makes no difference here
            for i, x in enumerate(expected(case, order)):
                if not same(x[place], results[i][place]):
                    found.add((i, place))
    return found


@pytest.mark.parametrize("block", campaign.first(2, range(6)))
def test_order_by_brute_force(block):
    """What is found differs in some order; where two updates land, or where the last one stays, all of it is found."""
    met = Counter()
    for seed in range(400 * block, 400 * (block + 1)):
        case = draw_case(SeededDraw(seed), ops=("scatter",))
        sanitizer = interpreter.Sanitizer(select="order", shown=10_000)
        results = interpreter.run(case.module, *case.args, sanitize=sanitizer)
        found = {(_result_of(element), element.position) for x in sanitizer.findings for element in x.elements}
        assert len(found) == sum(finding.count for finding in sanitizer.findings)
        where = {place: updates for place, updates in landings(case).items() if len(updates) > 1}
        assert {place for _, place in found} <= where.keys()
        few = {place: updates for place, updates in where.items() if len(updates) <= 4}
        if not few or len(few) > 20:
            continue
        different = differing_by_brute_force(case, results, few)
        found = {(i, place) for i, place in found if place in few}
        assert found <= different, f"{seed}: {found - different}\n{case}"
        for i, place in different - found:
            assert len(few[place]) > 2, f"{seed}: {i} {place}\n{case}"
            assert case.body.results[i] != ("new", i), f"{seed}: {i} {place}\n{case}"
        met["found"] += len(found)
        met["missed"] += len(different - found)
        met.update(finding.id for finding in sanitizer.findings)
    assert met["order.value"] > 5
    assert met["missed"] <= met["found"] / 10


def _result_of(element):
    name = element.text.partition("]")[0]
    return int(name[8:]) if name.startswith("results[") else 0
