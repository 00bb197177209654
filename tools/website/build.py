"""Builds the documentation's site: pages of docs/ and pages read off the code, by Sphinx, without network.

python tools/website/build.py                     into build/site; open build/site/index.html
python tools/website/build.py --output FOLDER     elsewhere
python tools/website/build.py --sources FOLDER    write what Sphinx reads, and stop
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.website import api, commands, operations, pictures, rules, sections, written  # noqa: E402  # sys.path comes first
from tools.website.page import Page  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the documentation's site.")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site", help="where the site goes")
    parser.add_argument("--sources", type=Path, help="only write what Sphinx reads, into this folder")
    options = parser.parse_args()
    sources = options.sources or ROOT / "build" / "site-sources"
    write(sources)
    if options.sources:
        return 0
    return build(sources, options.output)


def pages() -> dict[str, Page]:
    """Every page of the site by its name, which is its path without a suffix."""
    made = (*api.pages(), *commands.pages(), *operations.pages(), *rules.pages())
    found = {page.name: page for page in (*written.pages(), *made)}
    return found | {page.name: page for page in sections.pages(found)}


def write(folder: Path) -> None:
    """What Sphinx reads, and the files beside it that pages show or link to; what is as it was stays untouched."""
    texts = {folder / f"{name}.md": page.source for name, page in pages().items()}
    copies = {folder / name: path for name, path in written.pictures().items()}
    linked = written.linked_files() | operations.linked_files()
    copies |= {folder / "extra" / name: path for name, path in linked.items()}
    drawn = {folder / "extra" / name: text for name, text in pictures.written(operations.goldens_by_op())}
    texts |= drawn
    for path in {*folder.rglob("*")} - {*texts, *copies}:
        if path.is_file():
            path.unlink()
    for path, text in texts.items():
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for path, origin in copies.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(origin, path)


def build(sources: Path, output: Path) -> int:
    """Sphinx's exit code. Warnings are errors, all of which are told."""
    from sphinx.cmd.build import main as sphinx  # the extra [docs]

    jobs = str(min(4, os.cpu_count() or 1))
    cache = sources.with_name(f"{sources.name}-cache")
    shutil.rmtree(output, ignore_errors=True)  # so that no page outlives its source
    code: int = sphinx(
        ["-b", "html", "-c", str(Path(__file__).parent), "-d", str(cache), "-j", jobs, "-W", "-q", "-D",
         f"html_extra_path={sources / 'extra'}", str(sources), str(output)]
    )  # fmt: skip
    if code == 0:
        print(f"open {output / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
