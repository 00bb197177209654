"""An explanation as text, in spans with styles: the terminal colours them, `str()` leaves them out.

The element that is followed stands in brackets, ``[7]``; what it reads, or is written to, in angles, ``<7>``; the
indices that decide which these are in parentheses, ``(7)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np

from hlogen.explaining.followed import Followed
from hlogen.explaining.grids import panel_block
from hlogen.explaining.history import any_order, history
from hlogen.explaining.picture import Picture
from hlogen.explaining.roles import Role
from hlogen.explaining.spans import Block, Line, Span, beside, in_ascii, style_of, trimmed, wrapped
from hlogen.explaining.worked import written
from interpreter.values.digits import digits

Index = tuple[int, ...]

WIDTH = 100
_MOST_NAMED = 8
_MOST_LANDINGS = 16
# The steps whose value is of a dimension's kind, which colours them.
_KINDS = {
    "batch_index": Role.BATCH,
    "update_scatter_index": Role.SCATTER,
    "start_index": Role.INDEX_VECTOR,
    "clamped_start_index": Role.INDEX_VECTOR,
    "adjusted_start_indices": Role.INDEX_VECTOR,
    "full_start_index": Role.INDEX_VECTOR,
    "full_batching_index": Role.BATCHING,
    "offset_index": Role.OFFSET,
    "full_offset_index": Role.OFFSET,
    "update_window_index": Role.WINDOW,
    "full_window_index": Role.WINDOW,
}
_UNSAID = {"rank", "lhs_rank", "rhs_rank"}


def plain(followed: Followed, width: int = WIDTH, *, has_notes: bool = True) -> str:
    """The text without styles, in ASCII."""
    shown = lines(followed, width, has_notes=has_notes)
    return in_ascii("\n".join("".join(span.text for span in line) for line in shown))


def lines(followed: Followed, width: int = WIDTH, *, has_notes: bool = True) -> Block:
    """The lines of the text, at most `width` columns wide where that is possible."""
    picture = followed.picture
    place = f"  {picture.place}" if picture.place else ""
    whole: Block = [[Span(picture.op, "title"), Span(place, "dim")]]
    whole += [part for line in _headline(followed) for part in wrapped(line, width)]
    whole += [[], *_panels(followed, width)]
    if way := _way(followed):
        whole += [[], *way]
    if picture.fold is not None:
        whole += [[], *_landings(picture)]
    if picture.notes and has_notes:
        whole.append([])
        whole += [part for note in picture.notes for part in wrapped([Span("note: ", "label"), *_said(note)], width)]
    return [trimmed(line) for line in whole]


def _said(note: str) -> Line:
    """A note in parts that it may be broken behind."""
    first, *rest = note.split(", ")
    return [Span(first, "dim"), *(span for part in rest for span in (Span(", "), Span(part, "dim")))]


def _headline(followed: Followed) -> Block:
    """What becomes of the element, in a line; of a scatter's element all that becomes of it."""
    picture, panel, index = followed.picture, followed.panel, followed.index
    if index is None:
        return [[Span(f"{panel} has no elements: nothing to follow")]]
    if picture.fold is not None and panel == picture.fold.into and picture.is_small:
        return _history(picture, index)
    element: Line = [Span(_called(picture, panel, index), "chosen"), Span(f" = {_value(picture, panel, index)} ")]
    if panel != picture.map.of and not picture.is_small:
        return [[*element, Span(f"(what uses it isn't followed: {picture.map.of} has very many elements)", "dim")]]
    touched = followed.touched()
    if panel == picture.map.of:
        of_products = picture.map.what == "is the sum of the products"
        named = _products(picture, touched) if of_products else _named(picture, touched)
        is_written = picture.map.what == "is folded into"
        if not touched:
            nothing = "is dropped: it would land out of bounds" if is_written else "reads no element"
            return [[*element, Span(nothing, "warning" if is_written else "")]]
        return [[*element, Span(f"{picture.map.what} "), *named]]
    if picture.fold is not None and panel == picture.fold.start:
        into = picture.fold.into
        begun = [Span(_called(picture, into, index), "touched"), Span(f" = {_value(picture, into, index)}")]
        return [
            [*element, Span("is where "), *(begun if index else [Span(f"each element of {into}")]), Span(" begins")]
        ]
    verb = "is read by" if picture.fold is None else "is selected by"
    if panel in picture.map.formula.indices:
        verb = "is read as an index for"
    named = _named(picture, touched) if touched else [Span(f"no element of {picture.map.of}")]
    return [[*element, Span(f"{verb} "), *named]]


def _named(picture: Picture, touched: Sequence[tuple[str, Index]]) -> Line:
    """``operand[4, 0] = 12, ...``: the first of many."""
    line: Line = []
    for panel, index in touched[:_MOST_NAMED]:
        line += [Span(", ")] if line else []
        line += [Span(_called(picture, panel, index), "touched"), Span(f" = {_value(picture, panel, index)}")]
    rest = len(touched) - _MOST_NAMED
    return [*line, Span(f" and {rest} more")] if rest > 0 else line


def _products(picture: Picture, touched: Sequence[tuple[str, Index]]) -> Line:
    """``lhs[0, 0] * rhs[0, 1] = 3 * 4, ...``: the first of many."""
    line: Line = []
    for lhs, rhs in zip(touched[: 2 * _MOST_NAMED : 2], touched[1 : 2 * _MOST_NAMED : 2], strict=True):
        line += [Span(", ")] if line else []
        line += [Span(_called(picture, *lhs), "touched"), Span(" * "), Span(_called(picture, *rhs), "touched")]
        line.append(Span(f" = {_value(picture, *lhs)} * {_value(picture, *rhs)}"))
    rest = len(touched) // 2 - _MOST_NAMED
    return [*line, Span(f" and {rest} more")] if rest > 0 else line


def _history(picture: Picture, index: Index) -> Block:
    """The values of an element that updates are folded into, one after the other."""
    fold = picture.fold
    assert fold is not None, "updates are folded"
    element = _called(picture, fold.into, index)
    start_index = index if picture.panels[fold.start].shape else ()
    start = _value(picture, fold.start, start_index)
    changes = history(picture, index)
    if not changes:
        return [[Span(element, "chosen"), Span(f" = {start}, as in {fold.start}: no update lands there")]]
    whole: Block = [[Span(element, "chosen"), Span(f" = {_value(picture, fold.into, index)}")]]
    whole.append([Span(f"  {start}".ljust(14)), Span(f"in {fold.start}", "dim")])
    for change in changes:
        value, update = "|".join(map(digits, change.values)), "|".join(map(digits, change.updates))
        called = _called(picture, picture.map.of, change.update_index)
        whole.append([Span(f"  {value}".ljust(14)), Span("after "), Span(called, "touched"), Span(f" = {update}")])
    left_out = len(picture.touched[fold.into, index]) - len(changes)
    if left_out:
        whole.append([Span(f"  and {left_out} more updates", "dim")])
    if len(changes) > 1:
        allowed = any_order(picture, index)
        style = "" if allowed is None or allowed.kind == "single" else "warning"
        said = "not known" if allowed is None else str(allowed)
        whole.append([Span("  what any order of updates may give: ", "label"), Span(said, style)])
    return whole


def _panels(followed: Followed, width: int) -> Block:
    """All tensors, side by side as far as there is room."""
    picture, panel, index = followed.picture, followed.panel, followed.index
    marks: dict[str, dict[Index, str]] = {name: {} for name in picture.panels}
    if index is not None:
        is_followed = panel == picture.map.of or picture.is_small
        for name, at in followed.touched() if is_followed else ():
            marks[name].setdefault(at, "touched")
        for name, at in (read for step in followed.steps() for read in step.reads if read[0] in marks):
            marks[name].setdefault(at, "index")
        marks[panel][index] = "chosen"
    blocks = []
    for name, shown in picture.panels.items():
        focus = next(iter(marks[name]), None) or (0,) * len(shown.shape)
        if name == panel and index is not None:
            focus = index
        blocks.append(panel_block(shown, marks[name], focus, width))
    return beside(blocks, width)


def _way(followed: Followed) -> Block:
    """The steps of the formula."""
    steps = [step for step in followed.steps() if step.name not in _UNSAID]
    if not steps:
        return []
    assert followed.index is not None, "there are steps of an element"
    called = _called(followed.picture, followed.panel, followed.index)
    whole: Block = [[Span("Steps for "), Span(called, "chosen")]]
    size = max(len(step.name) for step in steps)
    for step in steps:
        line: Line = [Span("  "), Span(step.name.ljust(size), _style_of_step(step.name)), Span(" = ")]
        if step.summands:  # each in the colour of its own step
            for name, text in zip(step.summands, step.expression.split(" + "), strict=True):
                line += [Span(" + ")] if line[-1].text != " = " else []
                line.append(Span(text, _style_of_step(name)))
            line.append(Span(f" = {written(step.value)}"))
        else:
            line.append(Span(str(step).removeprefix(f"{step.name} = ").removesuffix(" (clamped)")))
        whole.append([*line, Span(" (clamped)", "warning")] if step.is_clamped else line)
    return whole


def _style_of_step(name: str) -> str:
    return style_of(_KINDS[name]) if name in _KINDS else "dim"


def _landings(picture: Picture) -> Block:
    """Where the updates land, in the order in which they are folded, and which are dropped."""
    assert picture.fold is not None, "updates are folded"
    of, into = picture.map.of, picture.fold.into
    if not picture.is_small:
        return [[Span(f"where {of} land isn't followed: there are very many", "dim")]]
    count = picture.panels[of].type.size
    dropped = count - sum(map(len, picture.touched.values()))
    contested = sum(len(updates) > 1 for updates in picture.touched.values())
    several = f"1 element of {into} gets" if contested == 1 else f"{contested} elements of {into} get"
    said = f"{count - dropped} in bounds, {dropped} dropped; {several} several"
    whole: Block = [[Span(f"Where the {count} elements of {of} land: ", "label"), Span(said)]]
    last: dict[Index, str] = {}
    windows = _windows(picture)
    for name, window in islice(windows.items(), _MOST_LANDINGS):
        landed = [tuple(touched[0][1]) for index in window if (touched := picture.way(index)[1])]
        line: Line = [Span(f"  {name} "), Span("-> ", "dim")]
        if landed:
            ends = dict.fromkeys((landed[0], landed[-1]))
            line.append(Span(" to ".join(_called(picture, into, at) for at in ends)))
        if len(landed) < len(window):
            steps = next(steps for steps, touched in map(picture.way, window) if not touched)
            some = f", {len(window) - len(landed)} of {len(window)} " if landed else ""
            first = " at" if len(window) - len(landed) == 1 else ", first at"
            line.append(Span(f"{some}dropped: out of bounds{first} {steps[-1].value}", "warning"))
        before = dict.fromkeys(last[at] for at in landed if at in last)
        if before:
            line.append(Span(f", after {' and '.join(before)}", "warning"))
        last.update(dict.fromkeys(landed, name))
        whole.append(line)
    if len(windows) > _MOST_LANDINGS:
        whole.append([Span(f"  and {len(windows) - _MOST_LANDINGS} more", "dim")])
    return whole


def _windows(picture: Picture) -> dict[str, list[Index]]:
    """The elements of updates that have one index vector, by what they are called together: ``updates[1, :]``."""
    panel = picture.panels[picture.map.of]
    within = picture.given.get("update_window_dims", ())
    windows: dict[str, list[Index]] = {}
    for index in np.ndindex(*panel.shape):
        coordinates = [":" if d in within else str(i) for d, i in enumerate(index)]
        windows.setdefault(f"{panel.called}[{', '.join(coordinates)}]", []).append(index)
    return windows


def _called(picture: Picture, panel: str, index: Index) -> str:
    return f"{picture.panels[panel].called}[{', '.join(map(str, index))}]"


def _value(picture: Picture, panel: str, index: Index) -> str:
    shown = picture.panels[panel]
    return "|".join(digits(one.values[index]) for one in (shown, *shown.alike) if one.values is not None) or "?"
