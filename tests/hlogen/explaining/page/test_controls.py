"""What can be changed in a page: indices, the order of updates, how many are folded; and links to all that."""

import numpy as np
import pytest
from helpers.pictures import golden_picture
from helpers.shown import address, cells, choose, outcome, text, type_into, values, written

from hlogen.explaining.alone import run_alone
from hlogen.explaining.history import told
from hlogen.explaining.picture import Picture

_FIELD = ".editor input[type=text]"
_SLIDER = ".editor input[type=range]"


def test_indices_that_are_changed_are_computed_anew(opened):
    picture = golden_picture("gather/start_index_clamped_in_a_batch")
    shown = opened(picture, "at=start_indices:1,0,0")
    edited = np.array(picture.panels["start_indices"].values)
    for value in (2, -7, 9223372036854775807):
        edited[1, 0, 0] = value
        type_into(shown, _FIELD, str(value))
        assert values(shown, "result") == written(_run(picture, start_indices=edited))
        assert cells(shown, "start_indices")[1, 0, 0][0] == str(value)
        assert address(shown) == f"#at=start_indices:1,0,0&set=start_indices:1,0,0:{value}"
    for wrong in ("x", "9223372036854775808", "1.5", ""):
        type_into(shown, _FIELD, wrong)
        assert text(shown, ".wrong") == "an integer from -9223372036854775808 to 9223372036854775807"
        assert shown.evaluate(f"document.querySelector('{_FIELD}').ariaInvalid") == "true"
    shown.click("#reset")
    assert values(shown, "result") == written(picture.panels["result"].values)
    assert text(shown, ".wrong") == ""


def test_changed_indices_in_a_link_are_computed_with(opened):
    picture = golden_picture("gather/start_index_clamped_in_a_batch")
    shown = opened(picture, "at=result:0,0,0&set=start_indices:0,0,0:1&set=start_indices:0,1,0:2")
    edited = np.array(picture.panels["start_indices"].values)
    edited[0, :, 0] = 1, 2
    assert values(shown, "result") == written(_run(picture, start_indices=edited))
    assert cells(shown, "start_indices")[0, 0, 0] == ("1", "changed here, start index")


def test_the_slider_changes_an_index(opened):
    picture = golden_picture("scatter/windows_set_over_each_other")
    shown = opened(picture, "at=scatter_indices:0")
    slider = f"document.querySelector('{_SLIDER}')"
    assert shown.evaluate(f"[{slider}.min, {slider}.value, {slider}.max]") == ["-2", "0", "5"]
    shown.evaluate(f"{slider}.focus()")
    shown.press("ArrowRight", "ArrowRight")
    assert values(shown, "results") == written(_run(picture, scatter_indices=np.array([2, 1, 3])))


def test_a_scatter_is_played_step_by_step(opened):
    shown = opened(golden_picture("scatter/duplicates_set_to_different_values"))
    shown.click("#first")
    assert values(shown, "results") == {(0,): "1", (1,): "2", (2,): "3"}
    said = (
        "It goes to results[1]. There 2 becomes 10.",
        "It goes to results[1]. There 10 becomes 20.",
        "It goes to results[2]. There 3 becomes 30.",
        "It goes to results[1]. There 20 becomes 40.",
        "It is dropped: result_index [7] is out of bounds of results.",
    )
    for update, value in enumerate(("10", "20", "20", "40", "40")):
        shown.click("#forward")
        assert outcome(shown) == (f"updates[{update}] = {10 * update + 10}", said[update])
        assert values(shown, "results")[1,] == value
    assert text(shown, "#steps-of") == "5 of 5 updates"
    shown.click("#back")
    assert address(shown) == "#at=updates:3&step=4"
    shown.click("#last")
    shown.click("#play")  # from the start
    assert text(shown, "#play") == "Pause"
    shown.evaluate("new Promise((done) => setInterval(() => state.step > 0 && done(), 20))")
    shown.click("#play")
    assert text(shown, "#play") == "Play"
    assert values(shown, "results")[1,] == ("10", "20", "20", "40", "40")[shown.evaluate("state.step") - 1]


def test_two_orders_stand_side_by_side(opened):
    shown = opened(golden_picture("scatter/duplicates_set_to_different_values"), "at=results:1&beside=reverse")
    assert values(shown, "results, reverse") == {(0,): "1", (1,): "10", (2,): "30"}
    assert cells(shown, "results")[1,] == ("40", "3 updates, differs in the other order, chosen")
    choose(shown, "#order", "shuffled")
    assert address(shown) == "#at=results:1&order=shuffled+1&beside=reverse"
    assert values(shown, "results")[1,] in ("10", "20", "40")


def test_orders_are_permutations(blank):
    panel = '{ size: 9, shape: [3, 3], roles: [{ name: "window" }, { name: "scatter" }] }'
    for name in ("lexicographic", "reverse", "window-major", *(f"shuffled {number}" for number in range(50))):
        assert sorted(blank.evaluate(f"orderOf('{name}', {panel})")) == list(range(9))
    assert len({tuple(blank.evaluate(f"orderOf('shuffled {number}', {panel})")) for number in range(50)}) == 50


def test_what_any_order_may_give_is_said(opened):
    picture = told(golden_picture("scatter/duplicates_set_to_different_values"))
    shown = opened(picture, element=("results", (1,)))
    assert outcome(shown) == ("results[1] = 40", "3 updates go here: updates[0], updates[1], updates[3].")
    history = shown.evaluate("[...document.querySelectorAll('.history tbody tr')].map((row) => row.innerText)")
    assert history == ["inputs[1]\t2", "updates[0] (10)\t10", "updates[1] (20)\t20", "updates[3] (40)\t40"]
    assert text(shown, ".possible") == "The order of updates is implementation-defined. Possible values: 10, 20, 40."
    assert cells(shown, "results")[1,][1] == "3 updates, depends on their order, chosen"
    shown = opened(told(golden_picture("scatter/duplicates_added")), "at=results:1")
    assert text(shown, ".possible") == "Any order of updates gives 172."
    assert cells(shown, "results")[1,][1] == "5 updates, chosen"


def test_a_computation_that_only_hlogen_knows_is_told_in_order_alone(opened):
    shown = opened(told(golden_picture("scatter/body_of_several_ops")))
    assert shown.evaluate("document.querySelector('#unknown').hidden")
    choose(shown, "#order", "reverse")
    assert not shown.evaluate("document.querySelector('#unknown').hidden")
    assert "?" in values(shown, "results").values()


def test_a_link_brings_back_what_was_seen(opened):
    fragment = "at=updates:1,0&step=3&order=reverse&beside=shuffled+7&set=scatter_indices:2:-1"
    picture = golden_picture("scatter/windows_set_over_each_other")
    shown = opened(picture, fragment)
    seen = cells(shown, "results"), outcome(shown)
    assert address(shown) == f"#{fragment}"
    assert shown.evaluate("[order.value, beside.value]") == ["reverse", "shuffled"]
    shown = opened(picture)
    shown.evaluate(f"location.hash = '#{fragment}'; new Promise((done) => setTimeout(done, 50))")
    assert (cells(shown, "results"), outcome(shown)) == seen


@pytest.mark.parametrize(
    "fragment",
    [
        "at=nothing:1&at",
        "at=updates:9,9",
        "at=updates:1",
        "at=updates:-1,0",
        "step=-1&order=sideways&beside=up",
        "set=updates:0,0:1",
        "set=scatter_indices:0:1e9&set=nothing:0:1",
        "set=scatter_indices:0:99999999999999999999",
        "slice=inputs:7,7,7&slice=nothing:1,1,1&slice",
        "%E0%A4%A",
    ],
)
def test_links_that_make_no_sense_are_passed_over(opened, fragment):
    picture = golden_picture("scatter/windows_set_over_each_other")
    shown = opened(picture, fragment)
    assert outcome(shown)[0] == "updates[1, 1] = 40"
    assert values(shown, "results") == written(picture.panels["results"].values)


def _run(picture: Picture, **changed):
    """The result of the operation with other operands, by the interpreter."""
    op = picture.operation
    panels = [panel for name, panel in picture.panels.items() if name not in ("result", "results")]
    operands = [changed.get(panel.name, panel.values) for panel in panels]
    return run_alone(op.name, operands, [panel.type for panel in panels], [op.result.type], op.attributes, op.regions)[
        0
    ]
