"""The pictures of `hl.explain` that pages show: of each operation by a golden of its own, and of what is explained."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.errors import HlogenError
from hlogen.explaining.explanation import Explanation, explain
from hlogen.explaining.maps import MAPS, elementwise

FOLDER = "pictures"
ELEMENTWISE = "add"  # whose picture is that of all that compute element by element
_EXAMPLE = "example"  # the golden of the specification's own
_MOST_TRIED = 8  # goldens of an operation
_MOST_ELEMENTS = 90  # of a picture that one sees at once

_TABLE = np.arange(12).reshape(4, 3)
_ZEROS = np.zeros((4, 3), np.float32)
_TABLES = np.arange(24).reshape(2, 4, 3)
_ROWS = {"index_vector_dim": 1, "start_index_map": [0], "slice_sizes": [1, 3], "collapsed_slice_dims": [0]}
_POINTS = {"slice_sizes": [1, 1], "collapsed_slice_dims": [0, 1], "offset_dims": []}
_WINDOWS = {"index_vector_dim": 1, "start_index_map": [0, 1], "slice_sizes": [2, 2], "collapsed_slice_dims": []}
_UPDATED: dict[str, Any] = {
    "index_vector_dim": 1,
    "scatter_dims_to_operand_dims": [0],
    "inserted_window_dims": [0],
    "update_window_dims": [1],
}


def _gather(operand: Any, start_indices: Any, **attributes: Any) -> hl.Function:
    build = hl.function(operand, start_indices)
    return build(lambda operand, start_indices: hl.gather(operand, start_indices, **attributes))


def _scatter(inputs: Any, scatter_indices: Any, updates: Any, computation: str) -> hl.Function:
    build = hl.function(inputs, scatter_indices, updates)
    return build(lambda inputs, indices, updates: hl.scatter(inputs, indices, updates, computation, **_UPDATED))


@dataclass(frozen=True)
class Shown:
    """A picture below a heading of a page: an operation on these arrays, and the element that is followed."""

    page: str
    heading: str  # what it begins with
    arrays: tuple[Any, ...]
    program: Callable[..., hl.Function]
    options: Mapping[str, Any]
    element: str

    @property
    def name(self) -> str:
        return f"{self.page.replace('/', '-')}-{re.sub(r'[^a-z0-9]+', '-', self.heading.lower()).strip('-')}"

    @property
    def html(self) -> str:
        return _page(explain(self.program(*self.arrays, **self.options), *self.arrays, element=self.element))


def _shown_gather(heading: str, indices: Any, element: str, **attributes: Any) -> Shown:
    return Shown("explained/gather", heading, (_TABLE, np.array(indices)), _gather, attributes, element)


def _shown_scatter(heading: str, indices: Any, updates: Any, element: str, computation: str) -> Shown:
    arrays = (_ZEROS, np.array(indices), np.array(updates, np.float32))
    return Shown("explained/scatter", heading, arrays, _scatter, {"computation": computation}, element)


OF_PAGES = (
    _shown_gather("1.", [[2]], "0,1", **_ROWS, offset_dims=[1]),
    _shown_gather("2.", [[2, 0], [0, 1], [3, 2]], "2", **_POINTS, index_vector_dim=1, start_index_map=[0, 1]),
    _shown_gather("3.", [[1, 2]], "0", **_POINTS, index_vector_dim=1, start_index_map=[1, 0]),
    _shown_gather("5.", [[2], [0]], "1,0", **_ROWS, offset_dims=[0]),
    _shown_gather("6.", [[0, 0], [1, 1]], "1,0,1", **_WINDOWS, offset_dims=[1, 2]),
    _shown_gather("7.", [[3, 1], [-1, 0]], "0,0,0", **_WINDOWS, offset_dims=[1, 2]),
    _shown_scatter("1.", [[2], [0]], [[1, 2, 3], [4, 5, 6]], "updates[0, 1]", "set"),
    _shown_scatter("4.", [[1], [1]], [[1, 1, 1], [2, 2, 2]], "results[1, 0]", "add"),
    _shown_scatter("5.", [[1], [1]], [[5, 5, 5], [6, 6, 6]], "results[1, 0]", "set"),
    _shown_scatter("6.", [[3], [4]], [[1, 2, 3], [4, 5, 6]], "updates[1, 1]", "set"),
    Shown(
        "explained/batching-dims",
        "A batch",
        (_TABLES, np.array([[[3], [0]], [[1], [1]]])),
        _gather,
        {
            "operand_batching_dims": [0],
            "start_indices_batching_dims": [0],
            "start_index_map": [1],
            "index_vector_dim": 2,
            "slice_sizes": [1, 1, 3],
            "collapsed_slice_dims": [1],
            "offset_dims": [2],
        },
        "1,0,2",
    ),
)


def has_picture(op: str) -> bool:
    """Whether an operation's essence is an index map."""
    return f"stablehlo.{op}" in MAPS.rows()


def is_elementwise(op: str) -> bool:
    return has_picture(op) and MAPS.rows()[f"stablehlo.{op}"].formula.function.__module__ == elementwise.__name__


def frame(name: str, page: str, title: str) -> str:
    """What shows a picture within a page."""
    path = f"{'../' * page.count('/')}{FOLDER}/{name}.html"
    return (
        f'<iframe class="picture" src="{path}" title="{title}" loading="lazy"></iframe>\n\n'
        f'<a class="alone" href="{path}">The picture alone</a>'
    )


def in_page(name: str, text: str) -> str:
    """The page with its pictures, each at the end of its section."""
    for shown in OF_PAGES:
        if shown.page == name:
            part = re.search(rf"^## {re.escape(shown.heading)}.*?(?=^## |\Z)", text, re.M | re.S)
            assert part, f"{name} has no heading {shown.heading}"
            title = part[0].partition("\n")[0].removeprefix("## ").replace("`", "")
            drawn = frame(shown.name, name, f"Picture of {title}")
            text = f"{text[: part.end()].rstrip()}\n\n{drawn}\n\n{text[part.end() :]}"
    return text


def written(goldens: Mapping[str, list[Path]]) -> Iterator[tuple[str, str]]:
    """Every picture's path in the site, and its page; `goldens` are the files of each operation."""
    for shown in OF_PAGES:
        yield f"{FOLDER}/{shown.name}.html", shown.html
    for op, files in goldens.items():
        if has_picture(op) and (op == ELEMENTWISE or not is_elementwise(op)):
            yield f"{FOLDER}/{op}.html", _of_operation(op, files)


def _of_operation(op: str, files: list[Path]) -> str:
    """That of the specification's own example, else of the golden which shows most at once."""
    found = []
    for file in sorted(files, key=lambda path: (path.stem != _EXAMPLE, -path.stat().st_size))[:_MOST_TRIED]:
        try:
            explained = explain(_first(file), op=op)
        except HlogenError:  # in a form that can't be drawn
            continue
        size = sum(int(np.prod(panel.shape)) for panel in explained.picture.panels.values())
        is_large = size > _MOST_ELEMENTS
        found.append((file.stem != _EXAMPLE, is_large, size if is_large else -size, file.stem, explained))
    return _page(min(found, key=lambda one: one[:4])[4])


def _page(explained: Explanation) -> str:
    """Without the place of the operation, which is in no file of the reader's."""
    picture = replace(explained.picture, place=None)
    return Explanation(picture, explained.panel, explained.index).html()


@cache
def _first(file: Path) -> str:
    """The first program of a file."""
    return re.split(r"^// -----", file.read_text(), flags=re.M)[0]
