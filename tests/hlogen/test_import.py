"""`import hlogen` is light, and its names are where it says."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import hlogen as hl


def test_importing_loads_nothing_heavy() -> None:
    script = (
        "import sys, hlogen\n"
        "heavy = {'jaxlib', 'jax', 'rich', 'click', 'jinja2', 'interpreter'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "hlogen.gather; hlogen.function(hlogen.tensor('f32'), name='f')(lambda x: hlogen.abs(x + 1)).module\n"
        "heavy = {'jaxlib', 'jax', 'rich', 'click', 'jinja2', 'interpreter'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(hl.__file__).parents[1])


def test_every_name_is_there() -> None:
    assert [name for name in vars(hl)["__all__"] if getattr(hl, name) is not getattr(hl, name)] == []


def test_the_main_names_are_public() -> None:
    wanted = {
        *("function", "module", "tensor", "constant", "gather", "scatter", "dynamic_gather", "region", "call"),
        *("parse", "check", "check_gather", "check_scatter", "check_dynamic_gather"),
        *("infer_gather", "infer_scatter", "infer_dynamic_gather", "ConstraintError", "HlogenError", "Violation"),
    }
    assert wanted <= set(dir(hl))


def test_type_checkers_see_the_same_names() -> None:
    """The stub imports each name from where it is, and nothing else."""
    tree = ast.parse(Path(hl.__file__).with_suffix(".pyi").read_text())
    seen = dict.fromkeys(vars(hl)["_ROOMS"], "")
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                value = getattr(import_module(str(node.module)), alias.name)
                public = "parse" if alias.asname == "_read" else alias.name
                assert value is getattr(hl, public)
                seen[public] = ""
    assert sorted(seen) == vars(hl)["__all__"]


def test_all_names_are_listed() -> None:
    names = {name for name in dir(hl) if not name.startswith("__")}
    assert names == set(vars(hl)["__all__"])
    assert all(getattr(hl, name) is not None for name in names)


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="module 'hlogen' has no attribute 'scater'"):
        hl.scater  # type: ignore[attr-defined]  # noqa: B018  # looking it up is the point


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("array", "constant"), ("astype", "convert"), ("conv_general_dilated", "convolution"), ("cos", "cosine"),
        ("create_token", "after_all"), ("dot", "dot_general"), ("exp", "exponential"),
        ("expm1", "exponential_minus_one"), ("ffi_call", "custom_call"), ("fori_loop", "fori"),
        ("log1p", "log_plus_one"), ("pbroadcast", "collective_broadcast"),
        ("psum_scatter", "reduce_scatter"), ("sigmoid", "logistic"), ("sin", "sine"),
        ("transpos", "transpose"), ("scan_", "scan"), ("gahter", "gather"),
    ],
)  # fmt: skip
def test_names_that_numpy_and_jax_have_and_misspelled_ones(name: str, own: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(hl, name)
    assert str(caught.value) == f"module 'hlogen' has no attribute {name!r}; did you mean hl.{own}?"


@pytest.mark.parametrize("name", ["__concatenate__", "__subtract__", "quux"])
def test_names_that_are_like_none_or_pythons_own(name: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(hl, name)
    assert str(caught.value) == f"module 'hlogen' has no attribute {name!r}"
