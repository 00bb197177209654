"""Counts the collectives of programs over a batch, and writes the tables of docs/sharding.md.

python tools/sharding.py            write the tables
python tools/sharding.py --check    only compare; exit 1 where a table differs

What XLA does depends on its version, which the page names: --check passes where another version is installed.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from hlogen.conform.sharded import Partitioned, partition  # noqa: E402  # sys.path comes first
from hlogen.transform import expand_batching_dims, raise_batching_dims  # noqa: E402
from tools.sharding_cases.batched import batched  # noqa: E402
from tools.sharding_cases.spelled import spelled  # noqa: E402

PAGE = ROOT / "docs" / "sharding.md"
VERSION = re.compile(r"counted with jaxlib ([\w.]*\w)")
_TABLE = "<!-- {name}: tools/sharding.py writes this table -->\n{text}<!-- end -->"


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the tables of docs/sharding.md.")
    parser.add_argument("--check", action="store_true", help="only compare with the page that is there")
    options = parser.parse_args()
    page = PAGE.read_text()
    if options.check:
        if not is_of_this_version(page):
            print(f"docs/sharding.md is of another jaxlib than {_installed()}: not compared")
            return 0
        if page != with_tables(page):
            print("docs/sharding.md: not what its generator gives\nrun `python tools/sharding.py`")
            return 1
        return 0
    PAGE.write_text(with_tables(page))
    return 0


def is_of_this_version(page: str) -> bool:
    """Whether the page's counts are those of the jaxlib that is installed."""
    found = VERSION.search(page)
    return found is not None and found[1] == _installed()


def with_tables(page: str) -> str:
    """The page with its tables, and the version that they are of, written anew."""
    page = VERSION.sub(f"counted with jaxlib {_installed()}", page)
    for name, rows in {"batched": batched_rows(), "spelled": spelled_rows()}.items():
        begin, end = _TABLE.format(name=name, text="\0").split("\0")
        if page.count(begin) != 1:
            raise SystemExit(f"{PAGE} has no place for the table {name}: {begin.strip()}")
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}{_table(rows)}{end}{rest.partition(end)[2]}"
    return page


def batched_rows() -> list[Sequence[str]]:
    rows: list[Sequence[str]] = [("program", "with batching dims", "expanded", "bytes moved", "raised again")]
    for case in batched():
        module = case.annotated()
        expanded = expand_batching_dims(module)
        splits = [partition(program) for program in (module, expanded, raise_batching_dims(expanded))]
        rows.append((case.name, told(splits[0]), told(splits[1]), moved(splits[1]), told(splits[2])))
    return rows


def spelled_rows() -> list[Sequence[str]]:
    rows: list[Sequence[str]] = [("spelling", "", "as it stands", "bytes moved", "raised")]
    for case in spelled():
        module = case.annotated()
        before, after = partition(module), partition(raise_batching_dims(module))
        rows.append((case.name, case.what, told(before), moved(before), told(after)))
    return rows


def told(split: Partitioned) -> str:
    counts: Mapping[str, int] = split.collectives
    return ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "none"


def moved(split: Partitioned) -> str:
    return f"{split.bytes_moved:,}" if split.bytes_moved else ""


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = [f"| {' | '.join(row)} |\n" for row in rows]
    return f"{head}|{'---|' * len(rows[0])}\n{''.join(body)}"


def _installed() -> str:
    return importlib.metadata.version("jaxlib")


if __name__ == "__main__":
    sys.exit(main())
