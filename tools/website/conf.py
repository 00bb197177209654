"""What Sphinx is told: the theme, how Markdown is read, where search looks. tools/website/build.py calls Sphinx."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from hlogen.cli.version import own_version  # noqa: E402  # sys.path comes first

project = "hlogen"
author = "hlogen's authors"
release = version = own_version()
html_title = f"hlogen {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "tools.website.extension"]
source_suffix = {".md": "markdown"}
root_doc = "index"
suppress_warnings = ["myst.header"]  # a page's first heading may be followed by one two levels below

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
myst_heading_slug_func = "tools.website.slug.slug"

autodoc_member_order = "groupwise"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
default_role = "py:obj"  # docstrings name things in single backticks
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True

html_theme = "furo"
html_static_path = [str(ROOT / "tools/website/static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # browsers refuse to read pages from the disk for it
html_permalinks_icon = "#"
html_theme_options: dict[str, Any] = {
    "light_css_variables": {"color-brand-primary": "#0b57a4", "color-brand-content": "#0b57a4"},
    "dark_css_variables": {"color-brand-primary": "#7ab8ff", "color-brand-content": "#7ab8ff"},
    "navigation_with_keys": True,
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
