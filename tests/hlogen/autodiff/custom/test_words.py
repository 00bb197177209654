"""What is said of a name beside derivatives and batches: runs, ranges, possible results, ONNX."""

import re
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.analysis.facts import Facts
from hlogen.program.structure import returned

X = np.array([1.0, 2.0, 3.0], np.float32)


def calling(target, result="3xf32", given="3xf32"):
    return hl.function(given, name="main")(lambda x: hl.custom_call(target, x, result_types=result))


def composed(name, body=lambda x: x * x, given="3xf32"):
    decomposition = hl.function(given, name=f"{name}.impl", private=True)(body)
    return hl.function(given, name="main")(lambda x: hl.composite(name, decomposition, x))


# ---- runs


def test_a_custom_call_runs():
    hl.custom_rules("@acme_doubled").def_run(lambda op, x: x * 2)
    np.testing.assert_array_equal(interpreter.run(calling("acme_doubled"), X)[0], 2 * X)
    interpreter.register_custom_call("acme_doubled", lambda op, x: x * 3)  # the same table: what is last holds
    np.testing.assert_array_equal(interpreter.run(calling("acme_doubled"), X)[0], 3 * X)


def test_what_is_near_is_named():
    hl.custom_rules("@acme_tripled").def_run(lambda op, x: x * 3)
    with pytest.raises(hl.HlogenError, match="it knows @acme_tripled"):
        interpreter.run(calling("acme_tripels"), X)


def test_composites_run_as_they_are_decomposed():
    with pytest.raises(hl.UsageError, match="runs as what it is decomposed to"):
        hl.custom_rules("acme.run").def_run(lambda op, x: x)
    with pytest.raises(hl.UsageError, match="of the interpreter's own"):
        hl.custom_rules("@Sharding").def_run(lambda op, x: x)


# ---- ranges


def rows_of(target):
    @hl.function("8x2xf32", "3xi32", name="main")
    def main(table, keys):
        rows = hl.custom_call(target, keys, result_types="3x1xi32")
        return hl.gather(
            table, rows, offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1,
            slice_sizes=[1, 2],
        )  # fmt: skip

    return main


def test_a_range_proves_bounds():
    program = rows_of("acme_hash")
    assert "in bounds: open" in str(hl.analyze(program))
    hl.custom_rules("@acme_hash").def_range(lambda op, keys: (np.int8(0), 7))
    assert "in bounds: proved" in str(hl.analyze(program))
    hl.custom_rules("@acme_hash_outside").def_range(lambda op, keys: (8, 9))
    assert "in bounds: refuted" in str(hl.analyze(rows_of("acme_hash_outside")))


def test_a_range_of_a_composite_adds_to_what_follows():
    seen = []

    @hl.custom_rules("acme.wrapped").def_range
    def wrapped(op, x):
        seen.append(x)
        return (0, 5)

    program = composed("acme.wrapped", lambda x: hl.maximum(x, 3), "3xui8")
    fact = Facts(program.module).of(returned(program.module.function("main").body)[0])
    assert (fact.range.low, fact.range.high) == (3, 5)
    assert seen == [(0, 255)]


WRONG_RANGES: dict[str, Any] = {
    "gives (5, 1), and 5 is more than 1": lambda op, keys: (5, 1),
    "gives 3, expected the least and the greatest element": lambda op, keys: 3,
    "gives (0.5, 7), expected the least and the greatest element, two integers": lambda op, keys: (0.5, 7),
    "gives (0.5, 2), expected": lambda op, keys: (0.5, 2),
    "can't be found: ZeroDivisionError": lambda op, keys: 1 // 0,
    "can't be found: TypeError": lambda op: (0, 1),
}


@pytest.mark.parametrize("message", WRONG_RANGES)
def test_ranges_that_are_none(message):
    name = f"acme_range_{list(WRONG_RANGES).index(message)}"
    hl.custom_rules(f"@{name}").def_range(WRONG_RANGES[message])
    with pytest.raises(hl.HlogenError, match=re.escape(f"the range of @{name} {message}")) as raised:
        hl.analyze(rows_of(name))
    assert f"rule: {__file__}" in str(raised.value)


# ---- possible results


@pytest.mark.parametrize("name", ["@acme_rough", "acme.rough"])
def test_results_within_bounds_are_admissible(name):
    @hl.custom_rules(name).def_possible
    def rough(op, operands, results):
        (found,) = results
        return [(found - np.float32(0.1), found + np.float32(0.1))]

    if name.startswith("@"):
        hl.custom_rules(name).def_run(lambda op, x: x * x)
    program = calling(name[1:]) if name.startswith("@") else composed(name)
    allowed = interpreter.admissible(program, X)
    assert allowed.contains([X * X])
    assert allowed.contains([X * X + np.float32(0.05)])
    assert not allowed.contains([X * X + np.float32(0.2)])


WRONG_BOUNDS = {
    "expected a pair of bounds for each of 1 results": lambda op, operands, results: None,
    "expected a pair of arrays": lambda op, operands, results: [3],
    "gives a bound float64": lambda op, operands, results: [(np.zeros(3), np.zeros(3))],
    "don't hold what the interpreter computes": lambda op, operands, results: [(results[0] + 1, results[0] + 2)],
}


@pytest.mark.parametrize("message", WRONG_BOUNDS)
def test_bounds_that_are_none(message):
    name = f"acme.bounds{list(WRONG_BOUNDS).index(message)}"
    hl.custom_rules(name).def_possible(WRONG_BOUNDS[message])
    with pytest.raises(hl.ExecutionError, match=message):
        interpreter.admissible(composed(name), X)


# ---- ONNX


def test_a_form_in_onnx():
    onnx = pytest.importorskip("onnx")
    for name in ("acme.abs", "@acme_abs"):
        hl.custom_rules(name).def_onnx(lambda site: site.graph.node("Abs", site.inputs, site.dtype, site.type.shape))
    undone = composed("acme.abs", lambda x: hl.custom_call("acme_unknown", x, result_types=x.type))
    for program in (undone, calling("acme_abs")):
        model = hl.to_onnx(program)
        assert [node.op_type for node in model.graph.node] == ["Abs"]
        onnx.checker.check_model(model)
    ort = pytest.importorskip("onnxruntime")
    (found,) = ort.InferenceSession(model.SerializeToString()).run(None, {model.graph.input[0].name: -X})
    np.testing.assert_array_equal(found, X)


def test_forms_that_are_none():
    pytest.importorskip("onnx")
    hl.custom_rules("@acme_no_edge").def_onnx(lambda site: 3)
    with pytest.raises(hl.UsageError, match=r"its rule \(.*\) gives 3, expected 1 edge"):
        hl.to_onnx(calling("acme_no_edge"))
    hl.custom_rules("@acme_wide").def_onnx(lambda site: site.graph.node("Abs", site.inputs, site.dtype, (4,)))
    with pytest.raises(hl.UsageError, match=r"gives an edge float32\[4\] for result 0, a tensor<3xf32>"):
        hl.to_onnx(calling("acme_wide"))
