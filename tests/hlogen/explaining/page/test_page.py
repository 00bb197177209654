"""The page of an operation: what it shows, and how one goes through it."""

import dataclasses

import numpy as np
import pytest
from helpers.pictures import golden_picture, picture_in
from helpers.shown import address, cell, cells, choose, outcome, text, values, written

import hlogen as hl
from hlogen.explaining.history import told
from hlogen.explaining.page import frame, page
from hlogen.ir import Location

_LARGE = """
  %numbers = stablehlo.iota dim = 0 : tensor<5000xi32>
  %floats = stablehlo.convert %numbers : (tensor<5000xi32>) -> tensor<5000xf32>
  %operand = stablehlo.reshape %floats : (tensor<5000xf32>) -> tensor<50x100xf32>
  %start_indices = stablehlo.constant dense<[1, 49, 7, 60, -3, 22, 22, 0, 5, 49]> : tensor<10xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 100>
  } : (tensor<50x100xf32>, tensor<10xi64>) -> tensor<10x100xf32>
"""


@pytest.mark.parametrize(
    "name",
    [
        "gather/example",
        "gather/operand_of_rank_0",
        "gather/operand_of_size_0",
        "gather/element_bits_kept",
        "gather/start_index_extremes_of_i64",
        "scatter/example",
        "scatter/body_of_several_ops",
        "scatter/two_inputs_argmax",
        "scatter/window_partly_outside_in_two_dims",
        "convolution/images",
        "select_and_scatter/overlapping_in_two_dimensions",
    ],
)
def test_a_page_shows_what_the_interpreter_computed(opened, name):
    picture = told(golden_picture(name))
    shown = opened(picture)
    for panel in picture.panels.values():
        assert values(shown, panel.name) == written(panel.values)


def test_each_element_of_a_gather_is_found_where_it_came_from(opened):
    picture = golden_picture("gather/example")
    shown = opened(picture)
    indices = list(np.ndindex(*picture.panels["result"].shape))
    found = shown.evaluate(
        f"""Array.from({{ length: {len(indices)} }}, (_, flat) => {{
          choose("result", flat);
          const texts = (of) => [...document.querySelectorAll(`#way ${{of}}`)].map((one) => one.textContent);
          return [texts(".outcome .element"), texts(".step"), texts(".steps .value"), texts(".sum .total td")];
        }})"""
    )
    for index, (links, names, numbers, total) in zip(indices, found, strict=True):
        steps, ((panel, read),) = picture.way(index)
        assert links == [f"{panel}{read}"]
        assert list(zip(names, numbers, strict=True)) == [(step.name, str(step.value)) for step in steps]
        assert total == list(map(str, read))


def test_what_is_pointed_at_is_explained_and_what_was_chosen_comes_back(opened):
    shown = opened(golden_picture("gather/start_index_clamped_in_a_batch"))
    shown.click(cell("result", 2))
    assert outcome(shown) == ("result[0, 1, 0] = 1", "It is operand[0, 0]. A start index was clamped.")
    shown.hover(cell("operand", 4))
    assert outcome(shown) == ("operand[0, 4] = 5", "It is read by result[0, 0, 1].")
    shown.hover(cell("start_indices", 3))
    assert outcome(shown)[1] == "It is in the start index of result[1, 1, 0], result[1, 1, 1]. It is clamped."
    shown.hover("h1")
    assert outcome(shown)[0] == "result[0, 1, 0] = 1"
    shown.click("#way .element")
    assert outcome(shown)[0] == "operand[0, 0] = 1"


def test_the_numbers_of_an_element_stand_in_the_formula(opened):
    shown = opened(golden_picture("gather/start_index_clamped_in_a_batch"), element=("result", (0, 1, 1)))
    lines = shown.evaluate("[...document.querySelectorAll('.how code')].map((line) => line.textContent)")
    assert lines == [
        "others([2], 3)",
        "result_index[0] = 0",
        "result_index[1] = 1",
        "start_indices[0, 1, 0] = -9",
        "clamp(0, -9, 5 - 2) = 0 clamped",
        "placed([0], [1], 2)",
        "placed([0], [0], 2)",
        "result_index[2] = 1",
        "placed([1], [1], 2)",
        "[0, 0] + [0, 0] + [0, 1]",
    ]


def test_marks_are_said_and_drawn(opened):
    shown = opened(golden_picture("scatter/windows_set_over_each_other"), "at=results:1")
    said = {index: words for index, (_, words) in cells(shown, "updates").items()}
    assert said == {(0, 0): "", (0, 1): "goes there", (1, 0): "goes there", (1, 1): "", (2, 0): "", (2, 1): "dropped"}
    assert cells(shown, "results")[1,] == ("30", "2 updates, chosen")
    legend = shown.evaluate("[...document.querySelectorAll('#marks li')].map((each) => each.textContent)")
    drops = "dropped: out of bounds"
    assert legend == ["chosen", "target, or updates of it", drops, "written by several updates"]
    assert shown.evaluate("document.querySelectorAll('#panels .strike').length") == 1
    assert shown.evaluate("document.querySelectorAll('#panels .dot').length") == 1
    assert shown.evaluate("[...document.querySelectorAll('#panels .badge-text')].map((x) => x.textContent)") == [
        "1",
        "2",
    ]
    assert shown.evaluate("document.querySelectorAll('.arrow').length") == 2


@pytest.mark.parametrize(
    ("name", "element", "said"),
    [
        ("abs/integers", ("result", (2,)), "It is computed from operand[2]."),
        ("transpose/rank_2", ("result", (0, 1)), "It is operand[1, 0]."),
        ("reduce/dimensions_1", ("init_values", ()), "It is read by results[0], results[1]."),
        (
            "select_and_scatter/windows_side_by_side",
            ("init_value", ()),
            "It is the initial value of each element of result.",
        ),
        ("gather/slice_size_0", ("operand", (0, 1)), "No element of result reads it."),
    ],
)
def test_what_becomes_of_an_element_is_one_sentence(opened, name, element, said):
    assert outcome(opened(golden_picture(name), element=element))[1] == said


def test_padding_is_marked(opened):
    shown = opened(golden_picture("pad/interior"), "at=result:1,1")
    assert outcome(shown)[1] == "It is padding_value[]."
    filled = {index for index, (value, said) in cells(shown, "result").items() if "padding" in said}
    assert filled == {index for index in np.ndindex(3, 7) if index[0] == 1 or index[1] % 3}


def test_the_keyboard_goes_through_tensors(opened):
    shown = opened(golden_picture("gather/example"), "at=result:0,0,0,0,0")
    shown.evaluate("document.querySelector(\"[aria-label^='result:'] [tabindex='0']\").focus()")
    visited = {
        "ArrowRight": "result[0, 0, 0, 0, 1]",
        "ArrowDown": "result[0, 0, 0, 1, 1]",
        "PageDown": "result[0, 0, 1, 1, 1]",
        "Home": "result[0, 0, 1, 1, 0]",
        "End": "result[0, 0, 1, 1, 1]",
        "ArrowLeft": "result[0, 0, 1, 1, 0]",
        "PageUp": "result[0, 0, 0, 1, 0]",
        "ArrowUp": "result[0, 0, 0, 0, 0]",
    }
    for key, there in visited.items():
        shown.press(key)
        assert outcome(shown)[0].partition(" = ")[0] == there
    shown.press("ArrowLeft", "ArrowUp", "PageUp")  # over the edge
    assert outcome(shown)[0] == "result[0, 0, 0, 0, 0] = 1"
    shown.press("ArrowDown", "ArrowDown")  # into the next tile
    assert shown.evaluate("document.activeElement.ariaLabel").startswith("result[0, 0, 1, 0, 0] = ")
    assert text(shown, "#said") == "result[0, 0, 1, 0, 0] is 3. It is operand[0, 0, 1, 0]."
    grids = "[...document.querySelectorAll('[role=grid]')]"
    assert shown.evaluate(f"{grids}.map((grid) => grid.querySelectorAll('[tabindex=\"0\"]').length)") == [1, 1, 1]


def test_a_large_tensor_is_seen_by_slices(opened):
    shown = opened(_large(), "at=result:0,0")
    assert len(cells(shown, "operand")) < 600
    assert min(cells(shown, "operand")) == (0, 0)
    shown.evaluate("choose('result', 999)")
    assert max(cells(shown, "operand")) == (49, 99)
    assert max(cells(shown, "result")) == (9, 99)
    choose(shown, ".slices input", 3)
    assert min(cells(shown, "operand"))[0] == 3
    assert "slice=operand:0,3," in address(shown)


def test_a_page_of_a_thousand_elements_is_small():
    assert len(page(told(_large())).encode()) < 200_000


def test_of_a_very_large_operand_the_elements_that_are_read_are_there(opened):
    program = """
      %operand = stablehlo.iota dim = 0 : tensor<500000x4xi32>
      %start_indices = stablehlo.constant dense<[7, 499999, 600000, 250000]> : tensor<4xi64>
      %result = "stablehlo.gather"(%operand, %start_indices) {
        dimension_numbers = #stablehlo.gather<
          offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: 1, 4>
      } : (tensor<500000x4xi32>, tensor<4xi64>) -> tensor<4x4xi32>
    """
    picture = picture_in(program, "gather")
    assert len(page(picture)) < 150_000
    shown = opened(picture, "at=result:2,3")
    assert values(shown, "result") == written(picture.panels["result"].values)
    assert outcome(shown)[1] == "It is operand[499999, 3]. A start index was clamped."
    operand = values(shown, "operand")
    assert (operand[499999, 3], operand[499998, 3]) == ("499999", None)
    shown.evaluate("location.hash = 'at=result:0,0&set=start_indices:0:8'; new Promise((done) => setTimeout(done, 50))")
    assert outcome(shown) == ("result[0, 0]", "It is operand[8, 0].")
    assert values(shown, "result")[0, 0] == "?"


def test_into_a_very_large_tensor_is_written_where_it_is_met(opened):
    program = """
      %inputs = stablehlo.iota dim = 0 : tensor<1000000xi32>
      %scatter_indices = stablehlo.constant dense<[7, 999999, 7]> : tensor<3xi64>
      %updates = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
      %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
        ^bb0(%old: tensor<i32>, %new: tensor<i32>):
          %sum = stablehlo.add %old, %new : tensor<i32>
          stablehlo.return %sum : tensor<i32>
      }) {
        scatter_dimension_numbers = #stablehlo.scatter<
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
      } : (tensor<1000000xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<1000000xi32>
    """
    shown = opened(told(picture_in(program, "scatter")), "at=results:999999")
    assert outcome(shown) == ("results[999999] = 1000019", "One update goes here: updates[1].")
    shown.evaluate("choose('results', 7)")
    assert values(shown, "results")[7,] == "47"
    shown.click("#back")
    assert outcome(shown) == ("updates[1] = 20", "It goes to results[999999]. There 999999 becomes 1000019.")
    shown.evaluate("choose('results', 7)")
    assert values(shown, "results")[7,] == "17"


def test_what_is_too_large_for_a_page_is_said():
    said = (
        "stablehlo.iota is too large for a page: output has 30,000 elements, and a page takes 20,000 of it; fix: draw"
    )
    with pytest.raises(hl.UsageError, match=said):
        page(picture_in("%0 = stablehlo.iota dim = 0 : tensor<100x300xi32>", "iota"))


def test_names_from_outside_are_text(opened):
    name = "<script>alert(1)</script>\"'&</title>${x}`"
    picture = dataclasses.replace(golden_picture("gather/example"), place=Location(name, 3), notes=[name], op=name)
    shown = opened(picture)
    assert text(shown, "h1") == name
    assert shown.evaluate("document.title") == f"{name} at {name}:3"
    assert text(shown, "header .note") == name
    assert shown.evaluate("document.scripts.length") == 2


def test_without_scripts_there_is_the_text():
    picture = golden_picture("gather/example")
    assert "<noscript>\n<pre>a &lt; b</pre>\n</noscript>" in page(picture, text="a < b")
    assert "<code>hlogen explain</code>" in page(picture)


def test_in_a_notebook_it_stands_in_a_frame(browser, tmp_path):
    place = tmp_path / "notebook.html"
    place.write_text(frame(golden_picture("gather/example"), ("result", (0, 0, 0, 0, 0))), "utf-8")
    shown = browser.open(place.as_uri())
    assert shown.evaluate("document.querySelector('iframe').getBoundingClientRect().height") == 900
    assert shown.errors == []
    shown.close()


def _large():
    return picture_in(_LARGE, "gather")
