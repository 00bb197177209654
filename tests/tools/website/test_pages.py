"""What Sphinx reads: every public name, command, operation and rule has its page, and no link leads nowhere."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import click
import pytest

import hlogen
import interpreter
from hlogen.cli import handbook, main
from hlogen.spec.catalogue import constraints
from hlogen.spec.hazards import hazards
from hlogen.spec.optable import OPS
from tools.website import api, commands, operations
from tools.website.build import pages
from tools.website.sections import listed
from tools.website.slug import slug

ROOT = Path(__file__).parents[3]
PAGES = pages()
FENCE = re.compile(r"^(`{3,}).*?^\1$", re.M | re.S)
LINK = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)|\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
ROOMS = ("sparse", "testing", "transform", "export.onnx")


def commands_below(context):
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            below = click.Context(context.command.get_command(context, name), context, name)
            yield below
            yield from commands_below(below)


def links(text):
    """What links outside of code lead to."""
    return [match[2] for match in LINK.finditer(FENCE.sub("", text)) if match[2]]


def anchors(text):
    prose = FENCE.sub("", text)
    return {*re.findall(r'<a id="([^"]+)"', prose), *(slug(title) for title in re.findall(r"^#+ (.+)$", prose, re.M))}


def test_every_public_name_has_its_page():
    names = [
        f"hlogen.{name}" for name in vars(hlogen)["__all__"] if name not in ("export", "sparse", "testing", "transform")
    ]
    for room in (f"hlogen.{name}" for name in ROOMS):
        names += [f"{room}.{name}" for name in import_module(room).__all__]
    names += [f"interpreter.{name}" for name in interpreter.__all__]
    assert [name for name in names if api.page_name(name) not in PAGES] == []
    index = PAGES[api.INDEX].text
    unlisted = [name for name in names if f"`{name.replace('hlogen.', 'hl.', 1)}`" not in index]
    assert unlisted == []


def test_every_command_has_its_page_with_every_option():
    root = click.Context(main, info_name="hlogen", **main.context_settings)
    for context in commands_below(root):
        text = PAGES[commands.page_name(context.command_path)].text
        for option in context.command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.opts[-1] in text, f"{context.command_path} {option.opts[-1]}"


def test_every_operation_has_its_page_with_every_rule():
    for op in OPS.values():
        text = PAGES[operations.page_name(op.mnemonic)].text
        names = [*op.operands, *op.attributes, *op.regions, *op.results]
        assert [name for name in names if f"`{name}`" not in text] == []
        rules = [id for id in constraints() if id.partition(".")[0] == op.mnemonic]
        assert [id for id in rules if f"[{id}]" not in text] == []


def test_every_rule_has_its_place():
    for id in constraints():
        op, _, label = id.partition(".")
        assert f'<a id="{label.lower()}"></a>' in PAGES[f"rules/{op}"].text, id
    assert [id for id in hazards() if f"rules/{id}" not in PAGES] == []


def test_every_page_is_in_a_section_or_in_a_list():
    written = {str(path.relative_to(ROOT / "docs").with_suffix("")) for path in (ROOT / "docs").rglob("*.md")}
    apart = {name for name in written if name.startswith(("rules/", "findings/"))}
    assert sorted(written - apart - listed()) == []
    assert sorted(listed() - set(PAGES)) == []
    every = [name for section in handbook.sections() for name in (section.own, *section.pages)]
    assert sorted({name for name in every if every.count(name) > 1}) == []


@pytest.mark.parametrize("name", sorted(listed()))
def test_a_page_says_first_what_it_is_for(name):
    about = PAGES[name].about
    assert about.endswith((".", ":", "?", ")")), about
    assert 20 < len(about) <= 220, about


@pytest.mark.parametrize(
    "path",
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_links_of_files_lead_somewhere(path):
    """As GitHub shows them."""
    for target in links(path.read_text()):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        found = (path.parent / name).resolve() if name else path
        assert found.exists(), target
        assert not anchor or found.suffix != ".md" or anchor in anchors(found.read_text()), target


def test_links_of_generated_pages_lead_somewhere():
    for page in PAGES.values():
        folder = Path("/", page.name).parent
        for target in links(page.text):
            name, _, anchor = target.partition("#")
            if "://" in target or not name or name.endswith(".svg"):
                continue
            linked = str((folder / name).resolve().relative_to("/")).removesuffix(".md")
            assert linked in PAGES, f"{page.name}: {target}"
            assert not anchor or anchor in anchors(PAGES[linked].text), f"{page.name}: {target}"


def test_topics_of_the_command_are_pages_of_the_site():
    assert {name for name in handbook.names() if name not in PAGES} == set()
