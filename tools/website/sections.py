"""The site's sections, as docs/contents.toml has them: the start page's menu, and a page for each section."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import PurePosixPath

from hlogen.cli.handbook import Section, sections
from tools.website.page import Page


@cache
def listed() -> frozenset[str]:
    """The pages that the menu has."""
    return frozenset({"index"}.union(*({section.own, *section.pages} for section in sections())))


def pages(found: Mapping[str, Page]) -> Iterator[Page]:
    """The start page and the sections' own, with their menus; what somebody wrote of them stays in front."""
    menu = _menu([f"{section.title} </{section.own}>" for section in sections()])
    yield Page("index", found["index"].text + menu)
    for section in sections():
        if section.page:
            text = found[section.page].text
        else:
            text = "\n".join([f"# {section.title}", "", section.about, "", *_list(section, found)])
        yield Page(section.own, text + _menu([f"/{name}" for name in section.pages]))


def _list(section: Section, found: Mapping[str, Page]) -> Iterator[str]:
    """Every page by its title and what it is for."""
    for name in section.pages:
        yield f"[{found[name].title}]({_relative(section.own, name)}.md)"
        yield f": {found[name].about}"
        yield ""


def _menu(entries: list[str]) -> str:
    if not entries:
        return ""
    return "\n".join(["", "", "```{toctree}", ":hidden:", "", *entries, "```", ""])


def _relative(own: str, name: str) -> str:
    return os.path.relpath(name, PurePosixPath(own).parent)
