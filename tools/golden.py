"""Writes golden/<op>/*.mlir and docs/golden-coverage.md from the tables in golden_cases/.

python tools/golden.py             write every file; delete those that no case stands for
python tools/golden.py --check     only compare, exit 1 where a file differs, lacks or is left over
python tools/golden.py --confirm   also run every program on upstream's interpreter and XLA CPU, and compare with
                                   what the cases say about who agrees; --confirm pad sort/stable: these alone
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]  # the package, the slow model

from hlogen.conform.checks import Verdict, run_file  # noqa: E402
from hlogen.ir import GatherDimensionNumbers, ScatterDimensionNumbers  # noqa: E402
from hlogen.spec.catalogue import constraints  # noqa: E402
from hlogen.spec.constraint import Violation  # noqa: E402
from hlogen.spec.gather import check_gather  # noqa: E402
from hlogen.spec.scatter import check_scatter  # noqa: E402
from tools import generated  # noqa: E402
from tools.golden_cases import dynamic_gather, gather, op_tables, scatter  # noqa: E402  # sys.path comes first
from tools.golden_cases.case import Case, GatherCase, ScatterCase  # noqa: E402
from tools.golden_cases.clauses import CLAUSES  # noqa: E402
from tools.golden_cases.differences import KNOWN, is_installed  # noqa: E402
from tools.golden_cases.invalid import InvalidGolden, invalid_goldens  # noqa: E402
from tools.golden_cases.op_case import OpCase, ProgramCase  # noqa: E402
from tools.golden_cases.render import ORACLES, clause_ids, golden_text  # noqa: E402

GOLDEN = ROOT / "golden"
COVERAGE = ROOT / "docs" / "golden-coverage.md"
NOT_OURS = {"real"}  # programs exported from JAX, see export_real.py
TABLES: Mapping[str, list[Case]] = {
    "gather": list(gather.CASES),
    "scatter": list(scatter.CASES),
    "dynamic_gather": list(dynamic_gather.CASES),
    **op_tables.by_folder(),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the golden programs from their tables.")
    parser.add_argument("--check", action="store_true", help="only compare with the files that are there")
    parser.add_argument(
        "--confirm",
        nargs="*",
        metavar="OP[/NAME]",
        help="run them on upstream's interpreter and XLA CPU: all, or those of these ops, or of these names",
    )
    options = parser.parse_args()

    if mistakes := list(mistakes_in_tables()):
        print("\n".join(mistakes))
        return 2
    if options.check:
        return 0 if generated.check(all_texts(), existing_files(), "make golden") else 1
    generated.write(all_texts(), existing_files())
    return 0 if options.confirm is None else confirm(options.confirm)


def mistakes_in_tables() -> Iterator[str]:
    """What is wrong with a row, before anything is computed from it."""
    for op, cases in TABLES.items():
        seen: set[tuple[str, str]] = set()
        for case in cases:
            where = f"{table(op, case)}: {case.name}"
            if (case.file_name, case.name) in seen:
                yield f"{where}: there is a case of this name already"
            seen.add((case.file_name, case.name))
            for clause in clause_ids(op, case):
                if clause not in CLAUSES:
                    yield f"{where}: {clause} is no clause of tools/golden_cases/clauses.py"
            for violation in violations(case):
                yield f"{where}: {violation}"
            for id in case.differs.values():
                if id not in KNOWN:
                    yield f"{where}: {id} is no known difference of hlogen/conform/known_differences.py"


def violations(case: Case) -> list[Violation]:
    """What the program of a case breaks, apart from its update computation, which is text still."""
    if isinstance(case, GatherCase):
        dims = {field.name: getattr(case, field.name) for field in fields(GatherDimensionNumbers)}
        return check_gather(case.operand.type, case.start_indices.type, **dims, slice_sizes=case.slice_sizes)
    if not isinstance(case, ScatterCase):
        return []  # the others are held against upstream's verifier, with the bindings
    dims = {field.name: getattr(case, field.name) for field in fields(ScatterDimensionNumbers)}
    inputs, updates = ([tensor.type for tensor in tensors] for tensors in (case.inputs, case.updates))
    return check_scatter(inputs, case.scatter_indices.type, updates, **dims)


def table(op: str, case: Case) -> str:
    """The file that holds a case of `op`."""
    return op_tables.file_of(case) if isinstance(case, OpCase | ProgramCase) else f"tools/golden_cases/{op}.py"


def files(op: str) -> dict[Path, list[Case]]:
    """The files of `op` and the cases each holds, in the order of the table."""
    found: dict[Path, list[Case]] = {}
    for case in TABLES[op]:
        found.setdefault(GOLDEN / op / case.file_name, []).append(case)
    return found


def all_texts() -> dict[Path, str]:
    """What every generated file should hold."""
    texts = {path: golden_text(op, table(op, cases[0]), cases) for op in TABLES for path, cases in files(op).items()}
    invalid = {GOLDEN / golden.path: golden.text() for golden in invalid_goldens()}
    return {**texts, **invalid, COVERAGE: coverage_page()}


def existing_files() -> Iterator[Path]:
    """What lies in the folders that are written here, and only here: what no case stands for is deleted."""
    folders = [*TABLES, "invalid"]
    if taken := NOT_OURS & set(folders):
        raise ValueError(f"golden/{min(taken)} is written by others: give the op another folder, in op_case.py")
    for folder in folders:
        yield from sorted(path for path in (GOLDEN / folder).rglob("*") if path.is_file())


def coverage() -> dict[str, list[tuple[str, Path]]]:
    """For every clause the cases that cover it, with their files."""
    covered: dict[str, list[tuple[str, Path]]] = {clause: [] for clause in CLAUSES}
    for op in TABLES:
        for path, cases in files(op).items():
            for case in cases:
                for clause in clause_ids(op, case):
                    covered[clause].append((case.name, path))
    return covered


def coverage_page() -> str:
    """docs/golden-coverage.md: every clause with its goldens, every constraint with its pair."""
    lines = [
        "# What the goldens cover",
        "",
        "Written by `tools/golden.py`. A golden is a program with its inputs and expected values inside;",
        "`hlogen test golden` runs them all, and so does upstream's `stablehlo-translate --interpret`.",
        "Expected values come from the slow model in `tests/model`, which reads the specification index by index.",
        "",
        "To add one, add a case to the table of its op in `tools/golden_cases/` and run `make golden`: that writes the",
        "file and this page. [How](how-to/add-a-golden.md).",
        "`python tools/golden.py --confirm` asks upstream's interpreter and XLA CPU; where one differs, the case names",
        "the known difference.",
    ]
    covered = coverage()
    for op in sorted(TABLES, key=lambda op: (op not in ("gather", "scatter", "dynamic_gather"), op)):
        clauses = [clause for clause in covered if clause.startswith(f"{op}.")]
        lines += ["", f"## {op}", "", *(["| Clause | Says | Goldens |", "|---|---|---|"] if clauses else [])]
        for clause in clauses:
            links = ", ".join(_link(path, name) for name, path in covered[clause])
            lines.append(f"| {clause} | {CLAUSES[clause]} | {links} |")
        if not clauses:
            lines += ["| Golden | Shows | Clause |", "|---|---|---|", *_rows_of_op(op)]
    lines += ["", "## Ops without a golden", ""]
    lines += [f"- {op}: {reason}" for op, reason in op_tables.WITHOUT.items()]
    lines += ["", "## Constraints", "", "| Constraint | Says | Broken by |", "|---|---|---|"]
    for constraint in constraints().values():
        golden = InvalidGolden(constraint, is_fixed=False)
        where = constraint.never_alone or _link(GOLDEN / golden.path, golden.stem)
        lines.append(f"| {constraint.id} | {constraint.title} | {where} |")
    return "\n".join(lines) + "\n"


def _rows_of_op(op: str) -> Iterator[str]:
    """A row for each file of an op: what its cases show, and the clauses they are of."""
    for path, cases in files(op).items():
        general = [case for case in cases if isinstance(case, OpCase | ProgramCase)]
        titles = "; ".join(case.title for case in general)
        says = dict.fromkeys(case.says for case in general)
        yield f"| {_link(path, path.stem)} | {_cell(titles)} | {_cell('; '.join(says))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _link(path: Path, name: str) -> str:
    return f"[{name}](../{path.relative_to(ROOT)})"


def confirm(wanted: Sequence[str] = ()) -> int:
    """Runs programs on every oracle; 1 where one agrees or differs other than its case says.

    `wanted` are folders of golden/ or names of files in them, such as pad or sort/stable; all where there are none.
    """
    wrong = 0
    found = {op: files(op) for op in TABLES}
    names = {name for op, paths in found.items() for name in (op, *(f"{op}/{path.stem}" for path in paths))}
    if unknown := set(wanted) - names:
        print(f"there is no golden {min(unknown)}: --confirm takes OP or OP/NAME, such as pad or sort/stable")
        return 2
    for op, paths in found.items():
        for path, cases in paths.items():
            if wanted and not {op, f"{op}/{path.stem}"} & set(wanted):
                continue
            for oracle, oracle_name in ORACLES.items():
                if any(oracle in case.unasked for case in cases):
                    continue
                for case, result in zip(cases, run_file(path, oracle), strict=True):
                    difference = case.differs.get(oracle)
                    differs = difference is not None and is_installed(oracle, difference)
                    if result.verdict is not (Verdict.KNOWN if differs else Verdict.PASS):
                        wrong += 1
                        claim = f"differs ({difference})" if differs else "agrees"
                        print(f"{op}.{case.name}: said that {oracle_name} {claim}, but it is:\n  {result}")
    print(f"confirmed, apart from {wrong}" if wrong else "confirmed by " + " and ".join(ORACLES.values()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
