"""A page for each public name, from its docstring, and their list."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import hlogen
import interpreter
from hlogen.cli.handbook import first_sentence
from hlogen.spec.optable import OPS
from tools.website.page import Page, cell, table

INDEX = "reference/api"
CRUMBS = [("index", "hlogen"), ("reference", "Reference"), (INDEX, "Python API")]
_OPS = {op.mnemonic for op in OPS.values()}
_HOME_OF: dict[str, tuple[str, str]] = vars(hlogen)["_HOME_OF"]
_PUBLIC: list[str] = vars(hlogen)["__all__"]
_ROOMS: tuple[str, ...] = vars(hlogen)["_ROOMS"]

# What the names of `hl` are for: title -> whether one belongs there. The first that does has it.
_GROUPS: dict[str, Callable[[str, str], bool]] = {
    "Errors": lambda name, home: name.endswith("Error"),
    "Operations of the specification": lambda name, home: name.removesuffix("_") in _OPS,
    "Functions by NumPy's and JAX's names": lambda name, home: home.startswith("hlogen.builder.functions"),
    "Indexing and segments": lambda name, home: home.startswith(("hlogen.builder.indexing", "hlogen.builder.segments")),
    "Derivatives and batches": lambda name, home: home.startswith("hlogen.autodiff"),
    "Check": lambda name, home: home.startswith(("hlogen.spec", "hlogen.lint")),
    "Read, write, exchange": lambda name, home: home.startswith(
        ("hlogen.mlir", "hlogen.output", "hlogen.interop", "hlogen.export", "hlogen.conform")
    ),
    "See": lambda name, home: home.startswith("hlogen.explaining"),
    "Programs, tensors and types": lambda name, home: True,
}
# The order in which they are read.
_SHOWN = (
    "Programs, tensors and types",
    "Check",
    "See",
    "Derivatives and batches",
    "Read, write, exchange",
    "Functions by NumPy's and JAX's names",
    "Indexing and segments",
    "Operations of the specification",
    "Errors",
)


def pages() -> Iterator[Page]:
    named = [*_names()]
    for full, _ in named:
        if full == _home(full):
            yield _page(full)
    yield _index(named)


def page_name(full: str) -> str:
    """Where a public name has its page: ``reference/api/hlogen.gather``."""
    return f"{INDEX}/{_home(full)}"


def _home(full: str) -> str:
    """What `interpreter` and rooms show of `hl` has its page there."""
    name = full.rpartition(".")[2]
    same = name in _PUBLIC and name not in _ROOMS and _object(f"hlogen.{name}") is _object(full)
    return f"hlogen.{name}" if same else full


def _names() -> Iterator[tuple[str, str]]:
    """Every public name, such as ``hlogen.sparse.mul``, with the group that it is listed in."""
    for name in _PUBLIC:
        if name not in _ROOMS:
            home = _HOME_OF[name][0]
            yield f"hlogen.{name}", next(title for title, belongs in _GROUPS.items() if belongs(name, home))
    for room in _rooms():
        for name in vars(room)["__all__"]:
            yield f"{room.__name__}.{name}", room.__name__
    for name in interpreter.__all__:
        yield f"interpreter.{name}", "interpreter"


def _rooms() -> Iterator[ModuleType]:
    """`hlogen.sparse` and the like; where one holds only others, these."""
    for name in _ROOMS:
        room = import_module(f"hlogen.{name}")
        if hasattr(room, "__all__"):
            yield room
    yield import_module("hlogen.export.onnx")


def _object(full: str) -> Any:
    module, _, name = full.rpartition(".")
    home, own = _HOME_OF.get(name, (module, name)) if module == "hlogen" else (module, name)
    return getattr(import_module(home), own)


def _page(full: str) -> Page:
    found = _object(full)
    lines = [f"# `{_spelled(full)}`", "", first_paragraph(found) or f"`{_spelled(full)}`.", ""]
    if _mnemonic(full):
        lines += [f"The operation: [{_mnemonic(full)}](../operations/{_mnemonic(full)}.md).", ""]
    lines += ["```{eval-rst}", *_directive(full, found), "```", ""]
    return Page(page_name(full), "\n".join(lines), CRUMBS)


def _directive(full: str, found: Any) -> Iterator[str]:
    """The signature, and what the docstring says behind its first paragraph; of classes and modules, their members'."""
    if inspect.ismodule(found):
        yield f".. automodule:: {full}"
        yield "   :members:"
    elif inspect.isclass(found):
        yield f".. autoclass:: {full}"
        yield "   :members:"
        if issubclass(found, tuple | Exception):
            yield "   :exclude-members: args, add_note, with_traceback, count, index"
    elif callable(found):
        yield f".. py:function:: {full}{_signature(found)}"
        yield ""
        rest = (inspect.getdoc(found) or "").strip().partition("\n\n")[2]
        yield from (f"   {line}" if line else "" for line in rest.split("\n"))
    else:
        yield f".. autodata:: {full}"


def _signature(found: Any) -> str:
    """Without the quotes around annotations, and where functions lie in memory."""
    text = re.sub(r"<function .*? at 0x[0-9a-f]+>", "...", str(inspect.signature(found)))
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)


def _mnemonic(full: str) -> str:
    """The operation that a function of `hl` writes, or ""."""
    name = full.removeprefix("hlogen.").removesuffix("_")
    return name if full.startswith("hlogen.") and name in _OPS else ""


def _index(named: list[tuple[str, str]]) -> Page:
    groups: dict[str, list[str]] = {title: [] for title in _SHOWN}
    for full, title in named:
        groups.setdefault(title, []).append(full)
    lines = ["# Python API", "", "Every public name of `hlogen` (`import hlogen as hl`) and of `interpreter`.", ""]
    for title, names in groups.items():
        if names:
            rows = [(f"[`{_spelled(full)}`](api/{_home(full)}.md)", cell(_first(full))) for full in names]
            lines += [f"## {_heading(title)}", "", *table(("name", "what it is"), rows), ""]
    return Page(INDEX, "\n".join(lines))


def _heading(title: str) -> str:
    return f"`{_spelled(title)}`" if title.startswith(("hlogen.", "interpreter")) else title


def _spelled(full: str) -> str:
    return full.replace("hlogen.", "hl.", 1) if full.startswith("hlogen.") else full


def first_paragraph(found: Any) -> str:
    """What a docstring begins with, on one line."""
    if not callable(found) and not inspect.ismodule(found):
        return ""
    return " ".join((inspect.getdoc(found) or "").strip().partition("\n\n")[0].split()).removesuffix(":")


def _first(full: str) -> str:
    """Its first sentence."""
    return first_sentence(first_paragraph(_object(full))) or f"`{_spelled(full)}`"
