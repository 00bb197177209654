"""What the site adds to Sphinx: anchors of rules, MLIR's colours, names in docstrings as links, where one is."""

from __future__ import annotations

import re
from typing import Any

from sphinx.util.nodes import make_refnode

from tools.website.mlir_lexer import MlirLexer


def setup(app: Any) -> dict[str, Any]:
    app.add_lexer("mlir", MlirLexer)
    app.connect("html-page-context", _crumbs)
    app.connect("html-page-context", _same_menu, priority=100)  # before the theme makes its menu of it
    app.connect("doctree-read", _of_one_document)
    app.connect("missing-reference", _own_name)
    app.connect("autodoc-process-docstring", _without_first_paragraph)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _of_one_document(app: Any, doctree: Any) -> None:
    """Signatures are parsed as documents of their own, which hold all that Sphinx knows: each page would be kept with a
    copy of that, which is most of what a build would do."""
    del app
    for node in doctree.findall():
        node.document = doctree


def _own_name(app: Any, env: Any, node: Any, content: Any) -> Any:
    """What docstrings call ``hl.gather`` and ``gather`` is ``hlogen.gather``."""
    del content
    if node.get("refdomain") != "py" or node.get("reftype") != "obj":
        return None
    name = node["reftarget"]
    domain = env.get_domain("py")
    for full in (re.sub(r"^hl\.", "hlogen.", name), f"hlogen.{name}", f"interpreter.{name}"):
        if full in domain.objects and full != env.current_document.get("py:module"):
            found = domain.objects[full]
            return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, node.children[0], full)
    return None


def _crumbs(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Above a page, the section that it stands in, and its list, where it isn't in the menu."""
    del template
    if doctree is None or "body" not in context:
        return
    trail = app.env.metadata.get(page, {}).get("crumbs", "")
    links = [
        f'<a href="{context["pathto"](name)}">{title}</a>'
        for name, _, title in (one.partition("=") for one in trail.split("|") if one)
    ]
    if links:
        context["body"] = (
            f'<nav class="crumbs" aria-label="Where you are">{" &rsaquo; ".join(links)}</nav>{context["body"]}'
        )


def _without_first_paragraph(app: Any, what: str, name: str, found: Any, options: Any, lines: list[str]) -> None:
    """The page begins with it."""
    page = app.env.current_document.docname
    if page.rpartition("/")[2] == name:
        del lines[: lines.index("") if "" in lines else len(lines)]


_menus: dict[str, Any] = {}


def _same_menu(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Of pages that the menu doesn't list, those of one folder have the same: it is made once, which saves minutes."""
    del template, doctree
    if "crumbs" in app.env.metadata.get(page, {}):
        made, folder = context["toctree"], page.rpartition("/")[0]

        def menu(**options: Any) -> Any:
            if folder not in _menus:
                _menus[folder] = made(**options)
            return _menus[folder]

        context["toctree"] = menu
