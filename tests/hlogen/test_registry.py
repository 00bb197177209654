"""Tables of rows and of reasons for having none."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from hlogen.autodiff.registry import jvp, rows
from hlogen.registry import Registry
from hlogen.spec import hazards, optable
from hlogen.spec.formula.functions import function
from interpreter.kernels.custom_call import custom_call_target
from interpreter.kernels.registry import kernels


@pytest.fixture
def unread(tmp_path, monkeypatch) -> Iterator[Registry[int]]:
    """A table whose folder registers one row and one reason, and that nobody has asked for anything yet."""
    folder = tmp_path / "rows_of_a_test"
    (folder / "deeper").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "deeper" / "__init__.py").touch()
    (folder / "deeper" / "file.py").write_text(
        "from table_of_a_test import TABLE\n"
        "TABLE.add('stablehlo.add', 1, __name__)\n"
        "TABLE.without('stablehlo.tuple', because='there are none')\n"
    )
    (tmp_path / "table_of_a_test.py").write_text(
        "from hlogen.registry import Registry\nTABLE = Registry('rows_of_a_test', 'a row')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield import_module("table_of_a_test").TABLE
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture
def table(unread) -> Registry[int]:
    unread.rows()
    return unread


def test_files_of_the_folder_are_found(table) -> None:
    assert table.rows() == {"stablehlo.add": 1}
    assert table.reasons() == {"stablehlo.tuple": "there are none"}


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (Registry.rows, {"stablehlo.add": 1}),
        (Registry.reasons, {"stablehlo.tuple": "there are none"}),
        (lambda table: table.because("stablehlo.tuple"), ": there are none"),
    ],
    ids=["rows", "reasons", "because"],
)
def test_whatever_is_asked_first_finds_the_files(unread, ask, answer) -> None:
    """A program that meets an operation without a row may ask for the reason before anybody asks for rows."""
    assert ask(unread) == answer


def test_messages_end_with_the_reason(table) -> None:
    assert table.because("stablehlo.tuple") == ": there are none"
    assert table.because("stablehlo.add") == table.because("stablehlo.sine") == ""


def test_a_row_and_a_reason_exclude_each_other(table) -> None:
    with pytest.raises(ValueError, match=r"stablehlo.add already has a row, in rows_of_a_test\.deeper\.file"):
        table.add("stablehlo.add", 2, __name__)
    with pytest.raises(ValueError, match=r"stablehlo.tuple has a row, and a reason for having none: there are none"):
        table.add("stablehlo.tuple", 2, __name__)
    with pytest.raises(ValueError, match=r"stablehlo.add has a row, in .*, and a reason for having none"):
        table.without("stablehlo.add", because="of this")
    with pytest.raises(ValueError, match=r"stablehlo.tuple already has a reason for not having a row: there are none"):
        table.without("stablehlo.tuple", because="of this")


def test_a_second_registration_is_an_error_in_tables_of_other_kinds_too() -> None:
    """Of custom calls by their target, of derivatives by their field, of what formulas call, operations and hazards."""
    assert {"stablehlo.sine"} <= rows().keys() & kernels().keys()
    with pytest.raises(ValueError, match=r"^custom call @TopK already has a kernel, in interpreter\.kernels\."):
        custom_call_target("TopK")(lambda op, planner: lambda: None)
    with pytest.raises(ValueError, match=r"^stablehlo\.sine already has a rule for jvp$"):
        jvp("stablehlo.sine")(lambda site, tangents: None)
    with pytest.raises(ValueError, match=r"^formulas have a function rank already$"):
        function("rank")(len)
    with pytest.raises(ValueError, match=r"^stablehlo\.add is in the table already$"):
        optable._op("add", "elementwise")
    hazard = next(iter(hazards.hazards().values()))
    with pytest.raises(ValueError, match=f"^{re.escape(hazard.id)} is in the catalogue already$"):
        hazards._by_id(hazard, hazard)
