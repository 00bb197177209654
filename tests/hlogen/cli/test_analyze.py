from __future__ import annotations

import json
import re

import pytest

import hlogen as hl
import hlogen.mlir.reader
from hlogen.errors import UsageError
from hlogen.spec.catalogue import constraints
from hlogen.spec.hazards import hazards

SCATTER = hazards()["promise.unset"].example
OPEN = hazards()["bounds.narrow"].fixed


def test_text(files, invoke):
    files(m_mlir=SCATTER)
    result = invoke("analyze", "m.mlir")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "m.mlir:3:13: stablehlo.scatter: 3 index vectors, windows of 1 in inputs of 6",
        "    component 0, in dimension 0 of size 6: 0 .. 5, constant",
        "    in bounds:            proved   component 0 (dimension 0) is 0 .. 5 of 0 .. 5",
        "    sorted:               refuted  index vector [5] at [0] comes before [0] at [1]",
        "    unique:               proved   the index vectors are constants, and no two windows meet",
        "    schedule-independent: proved   no element is updated twice: the index vectors are constants, and no two "
        "windows meet",
        "",
        "1 operation: 3 proved, 1 refuted, 0 open",
    ]
    assert invoke("analyze", "m.mlir", "-q").stdout == result.stdout.removesuffix(result.stdout.splitlines()[-1] + "\n")


def test_what_is_open(files, invoke):
    files(m_mlir=OPEN)
    lines = invoke("analyze", "m.mlir").stdout.splitlines()
    assert lines[1] == "    component 0, in dimension 0 of size 300: any i32"
    assert lines[2] == "    in bounds: open     component 0 (dimension 0) is any i32, in bounds are 0 .. 299"
    assert lines[-1] == "1 operation: 0 proved, 0 refuted, 2 open"
    assert invoke("analyze", "m.mlir", "-q").stdout == ""


def test_json(files, invoke):
    names = files(a_mlir=SCATTER, b_mlir=OPEN)
    first, second = json.loads(invoke("analyze", *names, "--format", "json").stdout)
    assert (first["file"], first["line"], first["column"], first["op"]) == ("a.mlir", 3, 13, "stablehlo.scatter")
    assert first["index_vectors"] == 3
    assert first["components"] == [
        {"dimension": 0, "size": 6, "window": 1, "low": 0, "high": 5, "step": 1, "constant": True}
    ]
    assert first["unique_indices"]["verdict"] == "holds"
    assert first["indices_are_sorted"]["verdict"] == "violated"
    assert second["in_bounds"]["verdict"] == "unknown"
    assert second["components"][0]["high"] == 2**31 - 1


def test_a_script(files, invoke):
    files(
        s_py="""
import hlogen as hl

@hl.function(hl.tensor("6x4xf32"))
def rows(x):
    return hl.gather(x, hl.iota("3x1xi32"), offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0],
                     index_vector_dim=1, slice_sizes=[1, 4])
"""
    )
    result = invoke("analyze", "s.py")
    assert "in bounds: proved   component 0 (dimension 0) is 0 .. 2 of 0 .. 5" in result.stdout


def test_a_folder(files, invoke):
    files(a_mlir=SCATTER, b_mlir=SCATTER)
    result = invoke("analyze", ".")
    assert (result.exit_code, result.stdout.splitlines()[-1].partition(":")[0]) == (0, "2 operations")
    files(c_mlir="nonsense", d_mlir=constraints()["gather.C9"].example)
    result = invoke("analyze", ".", "--format", "json")
    assert (result.exit_code, len(json.loads(result.stdout))) == (2, 2)
    assert "c.mlir: not analysed: " in result.stderr
    assert "d.mlir has 1 violation; nothing was done" in result.stderr


def test_nothing_to_analyse(files, invoke):
    files(m_mlir="module {}")
    assert invoke("analyze", "m.mlir").stdout == "no gather, dynamic_gather or scatter in there\n"
    assert invoke("analyze", "m.mlir", "--format", "json").stdout == "[]\n"


def test_in_python():
    analysis = hl.analyze(hl.parse(SCATTER))
    (one,) = analysis.operations
    assert one.judgement.can_promise_unique
    assert one.proofs["unique"].holds
    assert "unique:               proved" in str(analysis)
    assert str(hl.analyze(hl.parse("module {}"))) == "no gather, dynamic_gather or scatter in there"
    with pytest.raises(UsageError, match="analyze takes a program, not str"):
        hl.analyze(SCATTER)


def test_what_is_said_of_index_vectors_that_are_computed():
    gather = {"offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "slice_sizes": [1]}

    @hl.function("9xf32", "i32", name="main")
    def main(x, n):
        start = hl.clamp(0, n, 2)
        at = start + hl.iota("3x2x1xi32", 0)
        turned = hl.broadcast_to(start + 2, (3, 1, 2)) - hl.iota("3x1x2xi32", 0) + hl.iota("3x1x2xi32", 2) * 3
        one = hl.gather(x, hl.reshape(start, (1,)), index_vector_dim=0, **gather)
        return one, hl.gather(x, at, index_vector_dim=2, **gather), hl.gather(x, turned, index_vector_dim=3, **gather)

    analysis = hl.analyze(main)
    where = "component 0, in dimension 0 of size 9: "
    assert repr(analysis) == "<analysis of 3 gathers and scatters>"
    assert [str(one).partition("stablehlo.gather: ")[2].splitlines()[:2] for one in analysis.operations] == [
        ["1 index vector, windows of 1 in operand of 9", f"    {where}0 .. 2"],
        ["6 index vectors, windows of 1 in operand of 9",
         f"    {where}0 .. 4, increasing along dimension 0, the same along dimension 1"],
        ["6 index vectors, windows of 1 in operand of 9",
         f"    {where}0 .. 7, decreasing along dimension 0, increasing along dimension 2"],
    ]  # fmt: skip


def test_sizes_that_are_open_and_shapes_without_dimensions_are_said():
    table = {"offset_dims": [1, 2], "collapsed_slice_dims": [], "start_index_map": [0], "slice_sizes": [1, 3]}
    point = {"offset_dims": [], "collapsed_slice_dims": [], "start_index_map": [], "slice_sizes": []}

    @hl.function("?x3xf32", "f32", "?x1xi64", "?x0xi64", name="main")
    def main(x, y, at, nowhere):
        rows = hl.gather(x, at, index_vector_dim=1, **table)
        return rows, hl.gather(y, nowhere, index_vector_dim=1, **point)

    assert [str(one).partition("stablehlo.gather: ")[2].splitlines()[0] for one in hl.analyze(main).operations] == [
        "any number of index vectors, windows of 1x3 in operand of ?x3",
        "any number of index vectors, windows of rank 0 in operand of rank 0",
    ]


def test_operations_in_regions_are_in_there_in_the_order_of_the_text():
    """Of one branch inside of another, of a loop, of a body and behind them."""

    def row(at, x):
        return hl.gather(x, hl.constant([[at]]), offset_dims=[], collapsed_slice_dims=[0], start_index_map=[0],
                         index_vector_dim=1, slice_sizes=[1])  # fmt: skip

    @hl.function("6xf32", "i1", name="main")
    def main(x, chosen):
        inner = hl.if_(chosen, lambda: row(1, x), lambda: hl.if_(chosen, lambda: row(2, x), lambda: row(3, x)))
        looped = hl.while_(inner, lambda i: hl.reshape(i < row(4, x), []), lambda i: i + row(5, x))
        return looped + row(0, x)

    starts = [one.judgement.placements[0].starts.tolist() for one in hl.analyze(main).operations]
    assert starts == [[1], [2], [3], [4], [5], [0]]


def test_where_an_operation_was_made_is_said():
    for text, told in ((SCATTER, "3 index vectors, windows of 1 in inputs of 6"),
                       (constraints()["gather.C9"].example, "not analysed, it breaks gather.C9")):  # fmt: skip
        text = re.sub(r"(\n  } : [^\n]*)\n  return", r'\1 loc("model.py":33:7)\n  return', text)
        name, _, said = str(hl.analyze(hlogen.mlir.reader.read(text, own_places=True))).splitlines()[0].partition(" ")
        assert re.fullmatch(r"-:\d+:\d+:", name)
        assert said == f"{said.partition(':')[0]}: {told} (from model.py:33:7)"


def test_what_breaks_constraints_is_not_analysed():
    analysis = hl.analyze(hl.parse(constraints()["gather.C9"].example))
    assert str(analysis).endswith("stablehlo.gather: not analysed, it breaks gather.C9")
    assert analysis.operations[0].as_json()["not_analysed"] == "not analysed, it breaks gather.C9"
    assert analysis.operations[0].proofs == {}
    assert repr(analysis) == "<analysis of 1 gather or scatter>"


VARYING = """func.func @main(%x: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims=[0], scatter_dims_to_operand_dims=[0],
      index_vector_dim=1>} : (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
"""


def test_what_varies_between_runs(files, invoke):
    files(m_mlir=VARYING, s_mlir=SCATTER)
    result = invoke("analyze", "--determinism", "m.mlir")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "m.mlir:2:8: stablehlo.scatter: varies between runs: add of f32, which rounds, depends on the order where "
        "updates meet",
        "    fix: hl.transform.deterministic(program), hlogen transform --deterministic",
        "1 operation: 1 varying between runs, 0 not known, 0 varying between backends alone, 0 proved the same",
    ]
    both = invoke("analyze", "--determinism", "m.mlir", "s.mlir", "--format", "json")
    assert both.exit_code == 1
    assert [(one["file"], one["line"], one["determinism"]) for one in json.loads(both.stdout)] == [
        ("m.mlir", 2, "varies"),
        ("s.mlir", 3, "same"),
    ]
    fixed = invoke("transform", "--deterministic", "m.mlir", "-o", "fixed.mlir")
    assert fixed.exit_code == 0
    assert invoke("analyze", "--determinism", "fixed.mlir").exit_code == 0


def test_nothing_varies(files, invoke):
    files(s_mlir=SCATTER, o_mlir=OPEN)
    result = invoke("analyze", "--determinism", "s.mlir")
    assert result.exit_code == 0
    assert "the same in any order: no element is updated twice" in result.stdout
    assert invoke("analyze", "--determinism", "s.mlir", "-q").stdout == ""
    assert invoke("analyze", "--determinism", "o.mlir").stdout == "nothing leaves an order open\n"
