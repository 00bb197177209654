"""The golden programs: what the tables give, covering every clause, and true on our interpreter.

Their expected values are the slow model's. What upstream's interpreter and XLA CPU make of them is said in each file
and held against them here too, as far as it isn't recorded (slow).
"""

import importlib.metadata
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import interpreter
from hlogen.conform.case_result import CaseVerdict
from hlogen.conform.checks import run_file
from hlogen.spec.catalogue import constraints_by_op
from hlogen.spec.optable import OPS
from tools import golden, golden_confirm
from tools.golden_cases import tables
from tools.golden_cases.case import OpCase
from tools.golden_cases.clauses import CLAUSES
from tools.golden_cases.differences import KNOWN
from tools.golden_cases.tensors import Tensor
from tools.golden_cases.text import constant

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = [path for op in golden.TABLES for path in golden.files(op)]


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_the_files_are_what_the_tables_give():
    texts = golden.all_texts()
    different = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    left_over = [path for path in golden.existing_files() if path not in texts]
    assert not different, "run `make golden`"
    assert not left_over, "run `make golden`"


def test_every_clause_is_covered():
    bare = [clause for clause, cases in golden.coverage().items() if not cases]
    assert not bare


@pytest.mark.parametrize("op", golden.TABLES)
def test_cases_have_names_of_their_own_and_known_clauses(op):
    cases = golden.TABLES[op]
    names = [case.name for case in cases]
    assert sorted(set(names)) == sorted(names)
    for case in cases:
        assert case.title, case.name
        assert bool(case.says) != bool(case.clauses), case.name
        assert set(case.clause_ids) <= set(CLAUSES), case.name


def test_every_op_has_goldens_or_a_reason_for_none():
    with_goldens = {case.op for cases in golden.TABLES.values() for case in cases}
    ops = {op.mnemonic for op in OPS.values()}
    assert ops - with_goldens == set(tables.WITHOUT)
    assert not with_goldens & set(tables.WITHOUT)


def test_a_golden_has_checks_and_an_operation_of_its_name():
    for path in PROGRAMS:
        program = path.read_text()
        assert "check.expect_" in program, path
        op = path.parent.name if path.parent.name != "real_part" else "real"
        assert f"stablehlo.{op}" in program or f"chlo.{path.stem.partition('_')[0]}" in program or op == "call", path


@pytest.mark.parametrize("op", golden.TABLES)
def test_goldens_on_our_interpreter(op):
    results = [result for path in golden.files(op) for result in run_file(path)]
    assert [result for result in results if result.verdict is not CaseVerdict.PASS] == []


SCATTERS = [case for case in golden.TABLES["scatter"] if isinstance(case, OpCase)]
OPEN = [case for case in SCATTERS if case.any_order]


@pytest.mark.parametrize("case", OPEN, ids=lambda case: case.name)
def test_what_a_golden_leaves_open_is_what_is_admissible(case):
    """The rows are all that the model gives in any order; by its sets, the interpreter says the same."""
    text = (ROOT / "golden" / "scatter" / case.file_name).read_text()
    (type,) = re.findall(r"%result, dims = .* : \((.*)\) ->", text)
    program = text.partition("  // The order of updates is open")[0] + f"  return %result : {type}\n}}\n"
    allowed = interpreter.admissible(program.replace("@main()", f"@main() -> {type}"))
    one_of = case.admissible().array
    assert len(one_of) > 1, "nothing depends on the order"
    for index in np.ndindex(*one_of.shape[1:]):
        found = allowed.of(0, index)
        assert found.exact
        assert set(found.values.tolist()) == set(one_of[(slice(None), *index)].tolist())


@pytest.mark.parametrize("case", OPEN, ids=lambda case: case.name)
def test_another_value_than_those_is_noticed(case, tmp_path):
    """A result that no order gives fails the check; each that some order gives passes it."""
    text = (ROOT / "golden" / "scatter" / case.file_name).read_text()
    for updates, verdict in (
        (case.operands[-1].array, CaseVerdict.PASS),
        (case.operands[-1].array + 1, CaseVerdict.FAIL),
    ):
        of_updates = replace(case, operands=[*case.operands[:-1], Tensor(case.operands[-1].type, updates)])
        for schedule in (None, list(np.ndindex(*updates.shape))[::-1]):
            (result,) = of_updates.expected(schedule=schedule)
            start, end = text.index("  %result = "), text.index("  // The order")
            written = f"  %result = stablehlo.constant {constant(result)}\n"
            (tmp_path / "given.mlir").write_text(text[:start] + written + text[end:])
            assert [found.verdict for found in run_file(tmp_path / "given.mlir")] == [verdict]


@pytest.mark.parametrize("case", [case for case in SCATTERS if not case.any_order], ids=lambda case: case.name)
def test_no_scatter_golden_depends_on_the_schedule(case):
    expected = [result.array.tobytes() for result in case.expected()]
    index_space = list(np.ndindex(*case.operands[-1].array.shape))
    rng = np.random.default_rng(20240311)
    schedules = [index_space[::-1], *([index_space[i] for i in rng.permutation(len(index_space))] for _ in range(4))]
    for schedule in schedules:
        assert [result.array.tobytes() for result in case.expected(schedule=schedule)] == expected


def test_every_difference_is_known_and_belongs_to_its_oracle():
    named = {id for cases in golden.TABLES.values() for case in cases for id in case.differs.values()}
    assert named <= set(KNOWN)
    for cases in golden.TABLES.values():
        for case in cases:
            assert all(id.startswith(f"{oracle}.") for oracle, id in case.differs.items()), case.name


@pytest.mark.share(4)
@pytest.mark.slow
@pytest.mark.usefixtures("xla_as_users_have_it")
@pytest.mark.parametrize("op", golden.TABLES)
@pytest.mark.parametrize("way", golden_confirm.WAYS)
def test_the_oracles_agree_and_differ_as_the_cases_say(op, way):
    """All cases of ops that aren't recorded as confirmed, an eighth of those of others."""
    assert list(golden_confirm.wrong_claims(op, golden_confirm.to_ask(op, golden.files(op)), way)) == []


def test_all_goldens_are_recorded_as_confirmed():
    pinned = set(re.findall(r"^jaxlib==([^ ;\n]+)", (ROOT / "constraints.txt").read_text(), re.M))
    record = json.loads(golden_confirm.RECORD.read_text())
    assert pinned
    assert record.keys() == {f"jaxlib {version}" for version in pinned}, "run `make golden` on every Python"
    assert [ops for ops in record.values() if ops.keys() != golden.TABLES.keys()] == []
    if importlib.metadata.version("jaxlib") in pinned:
        missing = [op for op in golden.TABLES if not golden_confirm.recorded(op, golden.files(op))]
        assert missing == [], f"run `python tools/golden.py --confirm {' '.join(missing)}`"


@pytest.mark.parametrize("op", ["gather", "add", "quantized_element_type"])
def test_the_programs_that_break_constraints_are_cases_of_their_own(op):
    """Each is read, judged and shown to upstream's verifier in tests/hlogen/spec/test_catalogue.py."""
    path = ROOT / "golden" / "invalid" / f"{op}.mlir"
    results = run_file(path)
    assert {result.verdict for result in results} == {CaseVerdict.PASS}
    assert len(results) == len(re.findall(r"^// expected: ", path.read_text(), re.M))
    assert len(results) > len(constraints_by_op()[op]) - sum(bool(c.never_alone) for c in constraints_by_op()[op])
