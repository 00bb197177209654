"""Pages can be read by everybody: contrast, names of controls, narrow screens, no motion where none is wanted."""

import re

import pytest
from helpers.pictures import golden_picture

from hlogen.explaining.page import page, part
from hlogen.explaining.page.data import MEANINGS
from hlogen.explaining.roles import Role

_SHOWN = [
    "gather/example",
    "scatter/windows_set_over_each_other",
    "convolution/images",
    "sort/two_inputs",
    "pad/interior",
]
_STATE = "#step=2&beside=reverse&order=shuffled 1"

# Of each text that is seen, the ratio of its contrast to what is behind it (WCAG 2, relative luminance).
_CONTRASTS = """(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = (color) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = numbers(color).slice(0, 3).map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (one) => {
    if (one.closest("svg")) {
      const rect = one.previousElementSibling?.matches("rect") ? one.previousElementSibling : null;
      if (rect) return getComputedStyle(rect).fill;
    }
    for (let each = one; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const text = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("").trim();
    if (!text || !one.getClientRects().length || one.closest("script, noscript, option")) continue;
    const style = getComputedStyle(one);
    const [a, b] = [luminance(one.closest("svg") ? style.fill : style.color), luminance(behind(one))];
    found.push([(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), one.getAttribute("class") || one.localName, text]);
  }
  return found;
})()"""


@pytest.fixture
def shown(browser, tmp_path, request):
    name, options = request.param
    (tmp_path / "page.html").write_text(page(golden_picture(name)), "utf-8")
    shown = browser.open((tmp_path / "page.html").as_uri() + _STATE, **options)
    yield shown
    assert shown.errors == []
    shown.close()


_LOOKS = [
    (name, look)
    for n, name in enumerate(_SHOWN)
    for look in ({"dark": n % 2 == 0, "width": 360}, {"dark": n % 2 == 1})[: 2 - n // 3]
]


@pytest.mark.parametrize("shown", _LOOKS, indirect=True)
def test_texts_stand_out_and_fit(shown):
    contrasts = shown.evaluate(_CONTRASTS)
    assert len(contrasts) > 30
    assert [each for each in contrasts if each[0] < 4.5] == []
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("shown", [(_SHOWN[1], {})], indirect=True)
def test_screen_readers_are_told_what_everything_is(shown):
    nodes = shown.ask("Accessibility.getFullAXTree")["nodes"]
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    roles = {role for role, _ in named}
    assert roles >= {"grid", "row", "gridcell", "button", "slider", "textbox", "combobox", "main", "heading", "table"}
    controls = ("grid", "gridcell", "button", "slider", "textbox", "combobox", "spinbutton")
    assert [role for role, name in named if role in controls and not name] == []
    assert ("slider", "updates applied") in named
    assert ("gridcell", "updates[2, 1] = 60, dropped, not yet applied") in named
    assert [name for role, name in named if role == "grid"][1] == "scatter_indices: dimension 0 of size 3, scatter; i64"
    assert shown.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize("shown", [(_SHOWN[0], {"prefers_reduced_motion": "reduce"})], indirect=True)
def test_nothing_moves_where_no_motion_is_wanted(shown):
    assert shown.evaluate("getComputedStyle(document.querySelector('.cell rect')).transitionDuration") == "0s"


def test_each_role_has_a_meaning_and_a_look_of_its_own():
    style = part("style.css")
    looks = {
        role: re.search(rf"\.role-{str(role.like).replace(' ', '-')}\b[^{{}}]*{{\s*--role: [^}}]*}}", style)
        for role in Role
    }
    assert [role for role, look in looks.items() if look is None] == []
    assert set(MEANINGS) == set(Role) - {Role.FREE}
