"""Where things stand in a page: side by side where there is room, and arrows behind what is to be read."""

import pytest
from helpers.pictures import golden_picture

from hlogen.explaining.page import page

_NARROW = {"width": 360, "height": 780}


@pytest.fixture
def shown(browser, tmp_path, request):
    name, fragment, options = request.param
    (tmp_path / "page.html").write_text(page(golden_picture(name)), "utf-8")
    shown = browser.open(f"{(tmp_path / 'page.html').as_uri()}#{fragment}", **options)
    yield shown
    assert shown.errors == []
    shown.close()


def _edges(shown, selector):
    """Left, top, right and bottom of each element that is seen."""
    return shown.evaluate(
        f"""[...document.querySelectorAll("{selector}")].filter((each) => each.getClientRects().length).map((each) => {{
          const {{ left, top, right, bottom }} = each.getBoundingClientRect();
          return [left, top, right, bottom].map(Math.round);
        }})"""
    )


@pytest.mark.parametrize(
    "shown",
    [
        ("gather/example", "", {}),
        ("scatter/windows_set_over_each_other", "", {}),
        ("convolution/images", "", {}),
        ("pad/interior", "", {}),
    ],
    indirect=True,
)
def test_tensors_stand_side_by_side_in_the_first_screen(shown):
    grids = _edges(shown, ".panel .grid")
    assert len(grids) > 2
    assert len({top for _, top, _, _ in grids}) == 1  # under captions of several lines, too
    assert max(bottom for _, _, _, bottom in _edges(shown, ".drawing, #way h2")) < 900
    ((_, top, _, _),) = _edges(shown, "#way h2")
    shown.evaluate("scrollTo(0, 9999)")
    assert 0 <= _edges(shown, "#way h2")[0][1] <= top


@pytest.mark.parametrize(
    "shown",
    [("scatter/example", "", {}), ("scatter/example", "beside=reverse", {"width": 1600})],
    indirect=True,
)
def test_what_comes_of_a_scatter_stands_together(shown):
    names = shown.evaluate("[...document.querySelectorAll('.group')].map((g) => g.innerText.match(/[a-z_]+(?= i64)/g))")
    of_both = [["inputs", "scatter_indices"], ["updates", "results"]]
    assert [each[:2] for each in names] == of_both
    for group in ("first", "last"):
        panels = _edges(shown, f".group:{group}-child .panel")
        assert len({top for _, top, _, _ in panels}) == 1


@pytest.mark.parametrize("shown", [("gather/example", "", _NARROW)], indirect=True)
def test_a_narrow_page_has_one_column(shown):
    lefts = {left for left, _, _, _ in _edges(shown, ".panel, #way")}
    assert len(lefts) == 1
    tiles = _edges(shown, ".panel:first-child .tile-box")
    assert max(right for _, _, right, _ in tiles) <= 360
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Of each point of an arrow that isn't pale: is it in the drawing, and on a number or a word?
_OPEN_POINTS = """(() => {
  const frame = document.querySelector(".drawing").getBoundingClientRect();
  const isIn = (x, y) => ([left, top, right, bottom]) => left < x && x < right && top < y && y < bottom;
  const pale = [...document.querySelectorAll("#arrows mask rect + rect")].map((rect) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
    return [x, y, x + width, y + height];
  });
  const texts = [...document.querySelectorAll("#panels .cell text, .name, .dim, .number")].map((text) => {
    const { left, top, right, bottom } = text.getBoundingClientRect();
    return [left - frame.left, top - frame.top, right - frame.left, bottom - frame.top];
  });
  return [...document.querySelectorAll(".arrow")].flatMap((arrow) =>
    Array.from({ length: Math.ceil(arrow.getTotalLength() / 2) }, (_, i) => arrow.getPointAtLength(2 * i))
      .filter(({ x, y }) => !pale.some(isIn(x, y)))
      .map(({ x, y }) => [isIn(x, y)([0, 0, frame.width, frame.height]), texts.some(isIn(x, y))]),
  );
})()"""


@pytest.mark.parametrize(
    "shown", [("gather/example", "", {}), ("scatter/example", "", {}), ("transpose/rank_3", "", {})], indirect=True
)
def test_arrows_pass_behind_numbers_and_words(shown):
    last = shown.evaluate("walked.size") - 1
    for flat in (0, last // 3, last):  # of the scatter's, others are dropped
        shown.evaluate(f"choose(walked.name, {flat}); new Promise(requestAnimationFrame)")
        points = shown.evaluate(_OPEN_POINTS)
        assert len(points) > 10
        assert all(is_inside and not is_on_text for is_inside, is_on_text in points)
