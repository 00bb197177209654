"""Every known difference still shows, exactly as its file says: a fix in a backend must be noticed."""

from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.backends import of_backend

import interpreter
from hlogen.backends import backend, verify
from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.checks import run_file
from hlogen.conform.differences import KnownDifference, differences, table
from hlogen.conform.differences.on_cases import AFFECTS
from hlogen.conform.differences.on_modules import MEETS
from hlogen.conform.differences.smallest import smallest
from hlogen.conform.differences.table import VERIFIER
from hlogen.conform.versions import Versions
from hlogen.errors import HlogenError, UsageError
from hlogen.mlir.reader import read
from hlogen.spec.operations import check_operation

pytestmark = pytest.mark.usefixtures("xla_as_users_have_it")
ROWS: dict[str, list[KnownDifference]] = {}
for row in differences():
    ROWS.setdefault(row.id, []).append(row)
OF_BACKENDS = [id for id, rows in ROWS.items() if rows[0].backend != VERIFIER]
OF_THE_VERIFIER = [id for id in ROWS if id not in OF_BACKENDS]
CONSTRAINTS = Path(__file__).parents[3] / "constraints.txt"
# Campaigns have seen them all in the versions that the gate has; of others, all is news.
IS_PINNED = f"\njaxlib=={version('jaxlib')} " in CONSTRAINTS.read_text()


def test_every_file_is_read() -> None:
    folder = Path(__file__).parents[3] / "golden" / "differences"
    assert {row.path for row in differences()} == set(folder.rglob("*.mlir"))
    assert {row.backend for row in differences()} == {"iree", "onnxruntime", "upstream", "xla", VERIFIER}


@pytest.mark.parametrize("id", ROWS)
def test_what_is_said_of_one_difference_shares_no_version(id: str) -> None:
    for row, later in pairwise(ROWS[id]):
        assert row.versions.software == later.versions.software
        assert not row.is_in({row.versions.software: later.versions.since})


@pytest.mark.parametrize("id", ROWS)
def test_the_interpreter_and_the_checker_do_what_the_specification_says(id: str) -> None:
    (result,) = run_file(ROWS[id][0].path)
    assert result.verdict is CaseVerdict.PASS, result
    if id in OF_BACKENDS:
        case = ROWS[id][0].case
        case.require(interpreter.run(case.module, *case.arguments))


@pytest.mark.share(3 if IS_PINNED else 1)
@pytest.mark.parametrize("id", OF_BACKENDS)
def test_a_difference_shows_in_the_versions_that_its_file_names(id: str) -> None:
    """As it says: PASS would be news, and so would be another kind, which is FAIL or ERROR."""
    name = ROWS[id][0].backend
    now = [row for row in ROWS[id] if row.is_in(of_backend(name).version())]
    (result,) = run_file(ROWS[id][0].path, name)
    assert result.verdict is (CaseVerdict.KNOWN if now else CaseVerdict.PASS), result
    assert (" died" in result.message) == (bool(now) and now[0].kind == "crash")


def test_the_file_of_another_backend_is_skipped() -> None:
    (result,) = run_file(ROWS["upstream.quantized-scatter"][0].path, "xla")
    assert (result.verdict, result.reason) == (CaseVerdict.SKIP, "it is about upstream")


@pytest.mark.parametrize("id", OF_THE_VERIFIER)
def test_the_checker_tells_of_what_the_verifier_lets_through(id: str) -> None:
    for row in ROWS[id]:
        violations = [found for op in read(row.program).walk() for found in check_operation(op)]
        assert [found.id for found in violations] == ([row.clause] if row.kind == "laxer" else [])
        assert all(found.upstream is not None for found in violations)


@pytest.mark.parametrize("id", OF_THE_VERIFIER)
def test_the_verifier_differs_in_the_versions_that_are_named(id: str) -> None:
    for row in ROWS[id]:
        refused = verify(row.program) != ()
        assert refused == ((row.kind == "stricter") == row.is_in(backend("upstream").version()))


def test_only_known_differences_are_recognised() -> None:
    assert AFFECTS.keys() | MEETS.keys() <= ROWS.keys()


@pytest.mark.parametrize("calls", [0, 2])
def test_the_program_of_a_difference_is_called_once(calls: int) -> None:
    call = "%r = call @program() : () -> tensor<i32>\n"
    lines = "".join(call.replace("%r", f"%{number}") for number in range(calls))
    program = "func.func private @program() -> tensor<i32> {\n%0 = stablehlo.constant dense<1> : tensor<i32>\n"
    with pytest.raises(UsageError, match="has a @main that calls @program once"):
        smallest(f"func.func @main() {{\n{lines}return\n}}\n{program}return %0 : tensor<i32>\n}}")


def test_versions() -> None:
    versions = Versions("StableHLO", since="1.17.0", until="1.20.1")
    shows = [
        number for number in ("1.16.9", "1.17.0", "1.20.0", "1.20.1", "2.0") if versions.include({"StableHLO": number})
    ]
    assert shows == ["1.17.0", "1.20.0"]
    assert Versions("jaxlib", since="0.12").include({"jaxlib": "0.12.0.1", "StableHLO": "1.22.0"})


def meets(id: str, text: str) -> bool:
    return MEETS[id](read(text))


def test_only_a_square_of_integers_beside_an_abs_of_integers_is_met() -> None:
    program = """func.func @main(%x: tensor<2xTYPE>, %y: tensor<2xTYPE>) -> (tensor<2xTYPE>, tensor<2xTYPE>) {
      %0 = stablehlo.multiply %x, OTHER : tensor<2xTYPE>
      %1 = stablehlo.abs %0 : tensor<2xTYPE>
      return %0, %1 : tensor<2xTYPE>, tensor<2xTYPE>
    }"""
    found = {
        (type, other): meets("xla.abs-of-square", program.replace("TYPE", type).replace("OTHER", other))
        for type in ("i32", "f32")
        for other in ("%x", "%y")
    }
    assert [case for case, is_met in found.items() if is_met] == [("i32", "%x")]


@pytest.mark.parametrize("stored", ["u8", "i8"])
def test_a_quantized_type_is_met_in_results_alone(stored: str) -> None:
    text = f"""func.func @main(%x: tensor<2xf32>) {{
      %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<{stored}:f32, 0.5>>
      return
    }}"""
    assert meets("upstream.unsigned-storage", text) == (stored == "u8")


HEAD = """// difference: xla.this
// clause: add: a clause
//     that goes on
// value in jaxlib since 0.11 before 0.12: it adds: twice
// crash in jaxlib since 0.12: it gives
//     up
// portable: stays: it is what it is
// tracker: openxla/xla#1, open
// open: whether
//     it is

func.func @main() { return }
"""


def rows_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[KnownDifference, ...]:
    (tmp_path / "xla").mkdir()
    (tmp_path / "xla" / "this.mlir").write_text(text)
    monkeypatch.setattr(table, "_FOLDER", tmp_path)
    return differences.__wrapped__()


def test_a_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = rows_of(tmp_path, monkeypatch, HEAD)
    assert (first.id, first.kind, first.reason) == ("xla.this", "value", "it adds: twice")
    assert (first.clause, first.remains) == ("add: a clause that goes on", "it is what it is")
    assert (first.tracker, first.open) == ("openxla/xla#1, open", "whether it is")
    assert first.versions == Versions("jaxlib", "0.11", "0.12")
    assert (second.kind, second.reason, second.versions) == ("crash", "it gives up", Versions("jaxlib", "0.12"))


@pytest.mark.parametrize(
    "wrong",
    [
        HEAD.replace("xla.this", "xla.that"),
        HEAD.replace("clause", "claus"),
        HEAD.replace("value in", "values in").replace("crash in", "crashes in"),
        HEAD.replace("// value", "//value").replace("// crash", "//crash"),
        "func.func @main() { return }\n",
    ],
)
def test_a_head_that_does_not_say_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    with pytest.raises(HlogenError, match=r"this\.mlir: the head of a known difference says what it is"):
        rows_of(tmp_path, monkeypatch, wrong)
