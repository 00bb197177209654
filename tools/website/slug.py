"""Anchors of headings, in the site as on GitHub."""

from __future__ import annotations

import re


def slug(title: str) -> str:
    """The anchor of a heading: that of its rule, else what GitHub makes of its words."""
    rule = re.match(r"([CIOS]\d+[\w-]*): ", title)
    if rule:
        return rule[1].lower()
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
