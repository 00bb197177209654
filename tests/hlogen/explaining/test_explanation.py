"""`hl.explain`: which operation, which element, and what is said of it."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.pictures import GOLDEN
from ml_dtypes import bfloat16

import hlogen as hl
from hlogen.errors import UsageError
from hlogen.explaining.explanation import explain
from hlogen.explaining.maps import MAPS

ROWS = """func.func @main(%x: tensor<6x2xf32>, %i: tensor<3x1xi32>, %u: tensor<3x2xf32>) -> tensor<6x2xf32> {
  %g = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<6x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      stablehlo.return %new : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<6x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  return %s : tensor<6x2xf32>
}
"""
X = np.arange(12, dtype=np.float32).reshape(6, 2)
ROW = np.array([[9], [2], [2]], np.int32)
U = np.array([[10, 11], [20, 21], [30, 31]], np.float32)
LOOP = """func.func @main(%n: tensor<i32>, %x: tensor<3xi32>) -> tensor<3xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%k = %zero, %a = %x) : tensor<i32>, tensor<3xi32>
    cond {
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %k, %one : tensor<i32>
      %head = stablehlo.slice %a [0:1] : (tensor<3xi32>) -> tensor<1xi32>
      %tail = stablehlo.slice %a [1:3] : (tensor<3xi32>) -> tensor<2xi32>
      %t = stablehlo.concatenate %tail, %head, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
      stablehlo.return %j, %t : tensor<i32>, tensor<3xi32>
    }
  return %r#1 : tensor<3xi32>
}
"""


def test_a_gather_with_its_way():
    text = str(explain(ROWS, X, ROW, U)).splitlines()
    assert text[:10] == [
        "stablehlo.gather  -:2:8",
        "result[0, 0] = 10.0 is operand[5, 0] = 10.0",
        "",
        "operand  tensor<6x2xf32>    start_indices  tensor<3x1xi32>    result  tensor<3x2xf32>",
        "6 collapsed x 2 offset      3 batch x 1 index vector          3 batch x 2 offset",
        "        0     1                  0                                    0     1",
        "  +-------------              +----                             +-------------",
        "0 |   0.0   1.0             0 | (9)                           0 | [10.0] 11.0",
        "1 |   2.0   3.0             1 |  2                            1 |   4.0   5.0",
        "2 |   4.0   5.0             2 |  2                            2 |   4.0   5.0",
    ]
    way = text[text.index("Steps for result[0, 0]") + 1 :][:9]
    assert way == [
        "  batch_dims          = [0]",
        "  batch_index         = [0]",
        "  start_index         = [start_indices[0, 0]] = [9]",
        "  clamped_start_index = [clamp(0, 9, 6 - 1)] = [5] (clamped)",
        "  full_start_index    = [5, 0]",
        "  full_batching_index = [0, 0]",
        "  offset_index        = [0]",
        "  full_offset_index   = [0, 0]",
        "  operand_index       = [5, 0] + [0, 0] + [0, 0] = [5, 0]",
    ]


def test_a_scatter_with_a_history():
    text = str(explain(ROWS, X, ROW, U, op="scatter")).splitlines()
    assert text[1:6] == [
        "results[2, 0] = 30.0",
        "  4.0         in inputs",
        "  20.0        after updates[1, 0] = 20.0",
        "  30.0        after updates[2, 0] = 30.0",
        "  what any order of updates may give: one of 20.0, 30.0",
    ]
    assert text[-4:] == [
        "Where the 6 elements of updates land: 4 in bounds, 2 dropped; 2 elements of results get several",
        "  updates[0, :] -> dropped: out of bounds, first at [9, 0]",
        "  updates[1, :] -> results[2, 0] to results[2, 1]",
        "  updates[2, :] -> results[2, 0] to results[2, 1], after updates[1, :]",
    ]


def test_any_element_can_be_followed():
    scatter = explain(ROWS, X, ROW, U, op="scatter")
    assert "updates[0, 1] = 11.0 is dropped: it would land out of bounds" in str(scatter.at[0, 1])
    assert scatter.at[0, 1].touched() == []
    assert scatter.element("results[1,0]").touched() == []
    assert "results[1, 0] = 2.0, as in inputs: no update lands there" in str(scatter.element("results[1, 0]"))
    gather = explain(ROWS, X, ROW, U, element="operand[2, 1]")
    assert gather.touched() == [("result", (1, 1)), ("result", (2, 1))]
    assert gather.steps() == []
    assert explain(ROWS, X, ROW, U, op="%g", element=(1, 0)).touched() == [("operand", (2, 0))]


@pytest.mark.parametrize(
    ("file", "element", "said", "touched"),
    [
        ("gather/example", "start_indices[0,1,2,1]", "is read as an index for result[0, 1, 2, 0, 0] = 41", 4),
        ("scatter/example", "scatter_indices[0,0,1,0]", "is read as an index for updates[0, 0, 1, 0, 0] = 1", 4),
        ("scatter/example", "inputs[0,0,1,0]", "is where results[0, 0, 1, 0] = 6 begins", 0),
        ("select_and_scatter/ties", "operand[0,0]", "is selected by source[0, 0] = 10", 1),
        ("select_and_scatter/ties", "operand[0,1]", "is selected by no element of source", 0),
        ("select_and_scatter/ties", "init_value[]", "is where each element of result begins", 0),
        ("slice/strides", "operand[0,2]", "is read by no element of result", 0),
    ],
)
def test_elements_that_arent_moved_say_what_they_are_for(file, element, said, touched):
    explanation = explain(GOLDEN / f"{file}.mlir", element=element)
    assert said in str(explanation).replace("\n  ", " ")
    assert len(explanation.touched()) == touched


def test_what_any_order_gives_is_known_of_an_element_of_a_large_scatter():
    count = 5000
    wide = f"tensor<{count}xbf16>"
    program = f"""func.func @main(%x: {wide}, %i: tensor<4xi32>, %u: tensor<4xbf16>) -> {wide} {{
  %r = "stablehlo.scatter"(%x, %i, %u) ({{
    ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
      %sum = stablehlo.add %old, %new : tensor<bf16>
      stablehlo.return %sum : tensor<bf16>
  }}) {{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }} : ({wide}, tensor<4xi32>, tensor<4xbf16>) -> {wide}
  return %r : {wide}
}}
"""
    said = "what any order of updates may give: one of 260.0, 262.0, 264.0"
    i, u = np.array([1, 1, 1, 0], np.int32), np.array([1, 2, 3, 0.5]).astype(bfloat16)
    assert said in str(explain(program, np.full(count, 256).astype(bfloat16), i, u))
    small = program.replace(str(count), "2")
    assert said in str(explain(small, np.full(2, 256).astype(bfloat16), i, u))


def test_a_window_partly_outside_names_the_first_element_that_is_dropped():
    text = str(explain(GOLDEN / "scatter" / "window_partly_outside_in_two_dims.mlir"))
    assert "updates[0, :, :] -> results[0, 0], 3 of 4 dropped: out of bounds, first at [-1, -1]" in text
    assert "updates[3, :, :] -> results[2, 2], 3 of 4 dropped: out of bounds, first at [2, 3]" in text


def test_an_update_slice_is_followed_where_it_is_updated():
    program = (
        "func.func @main(%x: tensor<6xi32>, %u: tensor<2xi32>, %i: tensor<i32>) -> tensor<6xi32> {\n"
        "  %r = stablehlo.dynamic_update_slice %x, %u, %i"
        " : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>\n  return %r : tensor<6xi32>\n}"
    )
    x, u = np.arange(6, dtype=np.int32), np.array([7, 8], np.int32)
    assert (explain(program, x, u, np.int32(9)).index, explain(program, x, u, np.int32(1)).index) == ((4,), (1,))


@pytest.mark.parametrize("op", ["gather", "stablehlo.gather", "%g", 0, "0", ":2"])
def test_an_operation_is_named(op):
    assert explain(ROWS, X, ROW, U, op=op).picture.op == "stablehlo.gather"


LINES = {
    "iota": "%iota = stablehlo.iota dim = 0 : tensor<3xi32>",
    "negate": "%negate = stablehlo.negate %x : tensor<3xi32>",
    "reshape": "%reshape = stablehlo.reshape %x : (tensor<3xi32>) -> tensor<3x1xi32>",
    "slice": "%slice = stablehlo.slice %x [1:3] : (tensor<3xi32>) -> tensor<2xi32>",
    "reduce": "%reduce = stablehlo.reduce(%x init: %n) applies stablehlo.add across dimensions = [0]"
    " : (tensor<3xi32>, tensor<i32>) -> tensor<i32>",
    "gather": """%gather = "stablehlo.gather"(%x, %n) <{dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>
    }> : (tensor<3xi32>, tensor<i32>) -> tensor<i32>""",
}


@pytest.mark.parametrize(
    ("ops", "drawn"),
    [
        ("slice gather", "gather"),
        ("negate reshape slice reduce", "slice"),
        ("reshape reduce slice", "reduce"),
        ("iota negate", "negate"),
        ("iota reshape negate", "reshape"),
        ("negate reshape", "negate"),
        ("iota", "iota"),
    ],
)
def test_what_tells_most_is_drawn_where_nothing_is_named(ops, drawn):
    """The first gather or scatter; or the first that moves elements or folds them; or the first of all."""
    lines = "\n  ".join(LINES[op] for op in ops.split())
    program = f"func.func @main(%n: tensor<i32>, %x: tensor<3xi32>) {{\n  {lines}\n  return\n}}"
    assert explain(program, np.int32(1), np.int32([4, 5, 6])).picture.op == f"stablehlo.{drawn}"


def test_turns_of_a_loop():
    x = np.array([5, 6, 7], np.int32)
    for turn, first in ((1, 6), (2, 7), (3, 5)):
        picture = explain(LOOP, 3, x, op="concatenate", turn=turn).picture
        assert picture.panels["result"].values[0] == first
    with pytest.raises(UsageError, match="runs 3 times with these arguments, so there is no turn 4"):
        explain(LOOP, 3, x, op="concatenate", turn=4)
    with pytest.raises(UsageError, match="doesn't run with these arguments"):
        explain(LOOP, 0, x, op="concatenate")


def test_made_up_arguments_have_one_index_out_of_bounds_and_one_twice():
    gather, scatter = explain(ROWS), explain(ROWS, op="scatter")
    assert any("made up" in note for note in gather.picture.notes)
    indices = gather.picture.panels["start_indices"].values
    assert sum((indices < 0) | (indices > 5)) == 1
    assert any(step.is_clamped for step in gather.steps())
    assert len(scatter.touched()) == 2
    assert gather.picture.panels["operand"].values.ravel().tolist() == list(range(12))


def test_a_region_may_take_values_from_outside_and_call():
    program = """
func.func private @plus(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  return %0 : tensor<i32>
}
func.func @main(%x: tensor<2xi32>, %i: tensor<2x1xi32>, %u: tensor<2xi32>, %k: tensor<i32>) -> tensor<2xi32> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.multiply %new, %k : tensor<i32>
      %1 = func.call @plus(%old, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %s : tensor<2xi32>
}
"""
    text = str(explain(program, *(np.array(x, np.int32) for x in ([1, 2], [[0], [0]], [3, 4], 10))))
    assert "  31          after updates[0] = 3\n  71          after updates[1] = 4\n" in text


@pytest.mark.parametrize(
    "op",
    [
        *("all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute"),
        *("collective_reduce", "reduce_scatter"),
    ],
)
def test_an_element_of_a_process_is_the_sum_of_what_it_reads(op):
    """What is moved is what is read; what is folded, integers that are added."""
    followed = 0
    for file in sorted((GOLDEN / op).glob("*.mlir")):
        for module in hl.read_all(str(file)):
            picture = explain(module, op=op).picture
            result = picture.panels[picture.map.of]
            computation = {inner.name for region in picture.operation.regions for inner in region.walk()}
            if result.alike or result.values.dtype.kind not in "iu" or "quantized" in file.stem:
                continue
            if computation not in (set(), {"stablehlo.add", "stablehlo.return"}):
                continue
            for index in np.ndindex(*result.shape):
                reads = [picture.panels[panel].values[tuple(at)] for panel, at in picture.way(index)[1]]
                assert sum(reads) == result.values[index], (file.stem, index)
                followed += 1
    assert followed


def test_a_collective_alone_has_the_least_grid():
    program = """func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
  %r = "stablehlo.all_gather"(%x) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>
  } : (tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
"""
    x = np.arange(8, dtype=np.int32).reshape(4, 2)
    explanation = explain(program, x, element=(3, 2))
    assert explanation.picture.panels["results"].values[3].tolist() == [2, 3, 6, 7]
    assert explanation.touched() == [("operands", (3, 0))]
    assert "operands  tensor<2xi32> of each of 4 processes" in str(explanation)
    with pytest.raises(UsageError, match="has 3 parts for 4 processes"):
        explain(program, x[:3])
    with pytest.raises(UsageError, match="takes 1 arguments, got 2"):
        explain(program, x, x)


def test_an_operation_beside_a_collective_is_what_the_first_process_meets():
    program = """func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %all = "stablehlo.all_gather"(%x) <{
    all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>
  }> : (tensor<2xi32>) -> tensor<4xi32>
  %part = stablehlo.slice %all [1:3] : (tensor<4xi32>) -> tensor<2xi32>
  return %part : tensor<2xi32>
}
"""
    x = np.array([[0, 1], [10, 11]], np.int32)
    explanation = explain(program, x, op="slice")
    assert explanation.picture.panels["operand"].values.tolist() == [10, 11, 0, 1]
    assert "runs in a grid of 2 replicas x 1 partition; drawn is what its first process meets" in str(explanation)
    with pytest.raises(UsageError, match="-1"):
        explain(ROWS, X, ROW, U, num_replicas=-1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"op": "fft"}, "no operation of the program is a fft; there are stablehlo.gather"),
        ({"op": 7}, r"there is no operation 7 to draw; there are 0 \(%g = gather in line 2\)"),
        ({"op": True}, "op is a result"),
        ({"op": "return"}, "stablehlo.return has no index map to be drawn"),
        ({"element": (1,)}, r"result\[1\] is no element: result has the shape \[3, 2\]"),
        ({"element": (3, 0)}, r"result\[3, 0\] is no element"),
        ({"element": "lhs[0]"}, "stablehlo.gather has no tensor 'lhs'; it has operand, start_indices, result"),
        ({"element": "a b"}, "an element is written as 1,2 or operand"),
        ({"element": 0.5}, "an element is an index such as"),
        ({"element": "1,,0"}, "an element is written as 1,2 or operand"),
        ({"turn": 0}, "turns are counted from 1"),
        ({"turn": True}, "turns are counted from 1"),
        ({"entry": "other"}, "no function @other"),
        ({"max_steps": 0}, "may take no more"),
    ],
)
def test_what_is_wrong_is_said(arguments, message):
    with pytest.raises(hl.HlogenError, match=message):
        explain(ROWS, X, ROW, U, **arguments)


def of_one(body, type):
    return f"func.func @main(%x: {type}) -> {type} {{\n  %r = {body} : {type}\n  return %r : {type}\n}}"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            of_one("stablehlo.reverse %x, dims = [0]", "tensor<?xf32>"),
            "whose sizes only a run knows; give the arguments",
        ),
        (of_one("stablehlo.reverse %x, dims = [0]", "tensor<1099511627776xf32>"), "TiB|too many to make up"),
        (
            of_one("stablehlo.cholesky %x", "tensor<2x2xf32>"),
            "to be drawn\n  stablehlo.cholesky: each",
        ),
        ("func.func @main() {\n  return\n}", "no operation of the program has an index map"),
        (
            "func.func @main(%x: tuple<tensor<2xf32>>) -> tensor<2xf32> {\n"
            '  %0 = "stablehlo.get_tuple_element"(%x) {index = 0 : i32} : (tuple<tensor<2xf32>>) -> tensor<2xf32>\n'
            "  %1 = stablehlo.reverse %0, dims = [0] : tensor<2xf32>\n  return %1 : tensor<2xf32>\n}",
            "for which nothing is made up; give the arguments",
        ),
    ],
)
def test_what_cant_be_drawn_says_why(program, message):
    with pytest.raises(hl.HlogenError, match=message):
        explain(program)


def test_sums_of_very_many_elements_are_refused():
    zero = "%z = stablehlo.constant dense<0.0> : tensor<f32>"
    across = "applies stablehlo.add across dimensions = [0] : (tensor<300000xf32>, tensor<f32>) -> tensor<f32>"
    program = (
        f"func.func @main(%x: tensor<300000xf32>) -> tensor<f32> {{\n  {zero}\n"
        f"  %r = stablehlo.reduce(%x init: %z) {across}\n  return %r : tensor<f32>\n}}"
    )
    with pytest.raises(UsageError, match="touches 300,000 others here, too many to follow; draw a smaller program"):
        explain(program)


def test_who_reads_an_element_of_a_large_product_is_not_followed():
    product = (
        "stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : "
        "(tensor<200x200xf32>, tensor<200x200xf32>) -> tensor<200x200xf32>"
    )
    program = (
        f"func.func @main(%x: tensor<200x200xf32>) -> tensor<200x200xf32> {{\n  %r = {product}\n"
        "  return %r : tensor<200x200xf32>\n}"
    )
    assert "isn't followed: result has very many elements" in str(explain(program, element="lhs[3, 4]"))


def test_no_elements():
    text = str(explain(of_one("stablehlo.reverse %x, dims = [0]", "tensor<0x3xf32>")))
    assert "result has no elements: nothing to follow" in text


def test_stored_integers_are_shown_of_quantized_tensors():
    type = "tensor<4x!quant.uniform<i8:f32, 0.5:3>>"
    explanation = explain(of_one("stablehlo.reverse %x, dims = [0]", type))
    assert explanation.touched() == [("operand", (1,))]
    assert any("stored" in note for note in explanation.picture.notes)


def test_large_tensors_are_shown_around_the_element():
    text = str(explain(of_one("stablehlo.reverse %x, dims = [0, 1]", "tensor<300x300xf32>"), element=(200, 100)))
    assert "[29899.0]" in text
    assert "<29899.0>" in text
    assert max(map(len, text.splitlines())) <= 100
    assert len(text.splitlines()) < 40
    far = explain(of_one("stablehlo.reverse %x, dims = [0, 1]", "tensor<300x300xf32>"), element="operand[0, 0]")
    assert "isn't followed" in str(far)


def test_pages_and_files(tmp_path):
    explanation = explain(ROWS, X, ROW, U, op="scatter")
    assert explanation.html().startswith("<!doctype html>")
    path = explanation.save(tmp_path / "s.html")
    assert path.read_text() == explanation.html()
    with pytest.raises(UsageError, match="exists already"):
        explanation.save(path)
    assert explanation.save(path, overwrite=True) == path
    assert "<iframe" in explanation._repr_html_()
    assert repr(explanation) == "<stablehlo.scatter  -:7:8>"


def test_every_map_can_be_told():
    """The text of an element of each operation, whatever its formula says."""
    for name in MAPS.rows():
        op = name.partition(".")[2]
        file = min((GOLDEN / op).glob("*.mlir"), default=None)
        if file is None or op == "real" or name.startswith("chlo."):
            continue
        explanation = explain(hl.read_all(str(file))[0], op=op)
        assert str(explanation).startswith(name)
        assert explanation.as_json()["op"] == name
