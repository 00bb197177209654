"""Writes golden/<op>/*.mlir and docs/golden-coverage.md from the tables in golden_cases/.

python tools/golden.py             write every file; delete those that no case stands for
python tools/golden.py --check     only compare, exit 1 where a file differs, lacks or is left over
python tools/golden.py --confirm   also run every program on upstream's interpreter and XLA CPU, compare with what the
                                   cases say about who agrees, and note in golden/confirmed.json the ops where all
                                   is as they say; --confirm pad sort/stable: these alone
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]  # the package, the slow model

from hlogen.spec.catalogue import constraints_by_op  # noqa: E402
from tools import generated, golden_confirm  # noqa: E402
from tools.golden_cases import tables  # noqa: E402  # sys.path comes first
from tools.golden_cases.case import AnyOpCase  # noqa: E402
from tools.golden_cases.clauses import CLAUSES  # noqa: E402
from tools.golden_cases.differences import KNOWN  # noqa: E402
from tools.golden_cases.indexing import violations  # noqa: E402
from tools.golden_cases.invalid import invalid_goldens  # noqa: E402
from tools.golden_cases.render import ORACLES, golden_text  # noqa: E402

GOLDEN = ROOT / "golden"
COVERAGE = ROOT / "docs" / "golden-coverage.md"
NOT_OURS = {"differences", "real"}  # written by hand, and exported from JAX by export_real.py
TABLES: Mapping[str, list[AnyOpCase]] = tables.by_folder()


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
    for cases in TABLES.values():
        seen: set[tuple[str, str]] = set()
        for case in cases:
            where = f"{tables.file_of(case)}: {case.name}"
            if (case.file_name, case.name) in seen:
                yield f"{where}: there is a case of this name already"
            seen.add((case.file_name, case.name))
            for clause in case.clause_ids:
                if clause not in CLAUSES:
                    yield f"{where}: {clause} is no clause of tools/golden_cases/clauses.py"
            for violation in violations(case):
                yield f"{where}: {violation}"
            for id in case.differs.values():
                if id not in KNOWN:
                    yield f"{where}: {id} is no known difference of golden/differences"


def files(op: str) -> dict[Path, list[AnyOpCase]]:
    """The files of `op` and the cases each holds, in the order of the table."""
    found: dict[Path, list[AnyOpCase]] = {}
    for case in TABLES[op]:
        found.setdefault(GOLDEN / op / case.file_name, []).append(case)
    return found


def all_texts() -> dict[Path, str]:
    """What every generated file should hold."""
    texts = {path: golden_text(tables.file_of(cases[0]), cases) for op in TABLES for path, cases in files(op).items()}
    invalid = {GOLDEN / path: text for path, text in invalid_goldens().items()}
    return {**texts, **invalid, COVERAGE: coverage_page()}


def existing_files() -> Iterator[Path]:
    """What lies in the folders that are written here, and only here: what no case stands for is deleted."""
    folders = [*TABLES, "invalid"]
    if taken := NOT_OURS & set(folders):
        raise ValueError(f"golden/{min(taken)} is written by others: give the op another folder, in case.py")
    for folder in folders:
        yield from sorted(path for path in (GOLDEN / folder).rglob("*") if path.is_file())


def coverage() -> dict[str, list[tuple[str, Path]]]:
    """For every clause the cases that cover it, with their files."""
    covered: dict[str, list[tuple[str, Path]]] = {clause: [] for clause in CLAUSES}
    for op in TABLES:
        for path, cases in files(op).items():
            for case in cases:
                for clause in case.clause_ids:
                    covered[clause].append((case.name, path))
    return covered


def coverage_page() -> str:
    """docs/golden-coverage.md: every clause with its goldens, every op with what breaks its constraints."""
    lines = [
        "# What the goldens cover",
        "",
        "Which goldens show which clause of the specification: for those who change hlogen.",
        "",
        "Written by `tools/golden.py`. A golden is a program with its inputs and expected values inside;",
        "`hlogen test golden` runs them all, and so does upstream's `stablehlo-translate --interpret`.",
        "Expected values come from the slow model in `tests/model`, which reads the specification index by index.",
        "A file shows one thing and is named after it; cases that differ in a type or an enum alone share a file.",
        "The header of a gather or scatter lists every clause that it takes part in, so that a clause has several",
        "goldens and a golden several clauses; a test shows that those of a clause would notice a misreading of it.",
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
    lines += [f"- {op}: {reason}" for op, reason in tables.WITHOUT.items()]
    lines += ["", "## Constraints", "", "| Op | Broken by programs in | Constraints | Never broken alone |"]
    lines.append("|---|---|---|---|")
    for op, rules in sorted(constraints_by_op().items()):
        never = "; ".join(f"{rule.number}: {rule.never_alone}" for rule in rules if rule.never_alone is not None)
        lines.append(f"| {op} | {_link(GOLDEN / 'invalid' / f'{op}.mlir', f'{op}.mlir')} | {len(rules)} | {never} |")
    return "\n".join(lines) + "\n"


def _rows_of_op(op: str) -> Iterator[str]:
    """A row for each file of an op: what its cases show, and the clauses they are of."""
    for path, cases in files(op).items():
        titles = "; ".join(case.title for case in cases)
        says = dict.fromkeys(case.says for case in cases)
        yield f"| {_link(path, path.stem)} | {_cell(titles)} | {_cell('; '.join(says))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _link(path: Path, name: str) -> str:
    return f"[{name}](../{path.relative_to(ROOT)})"


def confirm(wanted: Sequence[str] = ()) -> int:
    """Runs programs on every oracle; 1 where one agrees or differs other than its case says.

    `wanted` are folders of golden/ or names of files in them, such as pad or sort/stable; all where there are none.
    Folders that were confirmed whole are recorded.
    """
    found = {op: files(op) for op in TABLES}
    names = {name for op, paths in found.items() for name in (op, *(f"{op}/{path.stem}" for path in paths))}
    if unknown := set(wanted) - names:
        print(f"there is no golden {min(unknown)}: --confirm takes OP or OP/NAME, such as pad or sort/stable")
        return 2
    wrong, whole = 0, {}
    for op, paths in found.items():
        some = {path: of for path, of in paths.items() if not wanted or {op, f"{op}/{path.stem}"} & set(wanted)}
        asked = golden_confirm.asked(some)
        messages = [message for way in golden_confirm.WAYS for message in golden_confirm.wrong_claims(op, asked, way)]
        for message in messages:
            print(message)
        wrong += len(messages)
        if some == paths and not messages:
            whole[op] = paths
    if whole:
        golden_confirm.record(whole)
    print(f"confirmed, apart from {wrong}" if wrong else "confirmed by " + " and ".join(ORACLES.values()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
