"""A picture as one page of HTML that needs nothing else: its tensors as grids, each element's way, its numbers computed
in the page by the same formulas.

`data.py` is what the page is told, `javascript.py` its formula; the scripts and the style lie beside the template.
"""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from hlogen.explaining.formula import FUNCTIONS, Formula
from hlogen.explaining.page.data import Element, data_of, roles_of
from hlogen.explaining.page.javascript import javascript
from hlogen.explaining.picture import Picture

if TYPE_CHECKING:
    from jinja2 import Template

_HERE = Path(__file__).parent
_SCRIPTS = (
    *("helpers.js", "elements.js", "model.js", "dom.js", "tiles.js", "panels.js"),
    *("marks.js", "arrows.js", "way.js", "controls.js", "address.js", "main.js"),
)
_HEIGHTS = (480, 900)  # of a frame at least and at most, in pixels; what is longer scrolls
_LINE = 30  # of a grid, in pixels


def page(picture: Picture, element: Element | None = None, text: str = "") -> str:
    """The page of a picture, in HTML, with all that it needs inside.

    It shows `element` at first, the name of a panel and an index there. `text` is for readers without scripts.
    UsageError where the picture is too large for a page.
    """
    from markupsafe import Markup

    formula = f"const formula = {javascript(picture.map.formula)};\n"
    return _template().render(
        op=picture.op,
        place=picture.place,
        notes=picture.notes,
        roles=roles_of(picture),
        text=text,
        formula=_source(picture.map.formula),
        functions=_functions(picture.map.formula),
        data=data_of(picture, element),
        style=Markup(part("palette.css") + part("style.css")),
        script=Markup(formula + "\n".join(map(part, _SCRIPTS))),
    )


def frame(picture: Picture, element: Element | None = None, text: str = "") -> str:
    """The page inside of another one, as notebooks have it, where scripts run in a frame alone."""
    return (
        f'<iframe srcdoc="{escape(page(picture, element, text))}" sandbox="allow-scripts" title="{escape(picture.op)}" '
        f'style="width:100%;height:{_height(picture)}px;border:0"></iframe>'
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined  # which takes longer to load than the rest

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    return environment.from_string(part("page.html.j2"))


def _height(picture: Picture) -> int:
    """What the tensors take, one below the other as in a narrow frame."""
    least, most = _HEIGHTS
    lines = sum(math.prod(panel.shape[:-1]) + 4 for panel in picture.panels.values())
    return min(max(lines * _LINE, least), most)


@cache
def part(name: str) -> str:
    """A file that lies here."""
    return (_HERE / name).read_text(encoding="utf-8")


def _source(formula: Formula) -> str:
    """A formula as it is written, without what registers it."""
    lines = textwrap.dedent(inspect.getsource(formula.function)).splitlines()
    return "\n".join(lines[formula.tree.lineno - 1 :])


def _functions(formula: Formula) -> dict[str, str]:
    """What a formula calls beside Python's own, with what it gives."""
    called = {node.id for node in ast.walk(formula.tree) if isinstance(node, ast.Name)}
    found = {}
    for name, function in FUNCTIONS.items():
        if name in called:
            meaning = " ".join((inspect.getdoc(function) or "").split())
            found[f"{name}({', '.join(map(str, inspect.signature(function).parameters))})"] = meaning.replace("``", "`")
    return found
