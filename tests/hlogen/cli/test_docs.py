"""hlogen docs: pages in the terminal and in the browser, topics that are meant, and what there isn't."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from hlogen.cli import docs, handbook, handbook_pages


def test_a_page_is_written_as_it_is_where_output_is_no_terminal(invoke):
    assert invoke("docs", "sanitizer").stdout.rstrip("\n") == handbook.Topic("sanitizer").text.rstrip("\n")


@pytest.mark.parametrize(
    ("asked", "page", "anchor"),
    [
        ("order", "order", ""),
        ("debug-a-nan", "how-to/debug-a-nan", ""),
        ("Debug a NaN", "how-to/debug-a-nan", ""),
        ("explained/gather", "explained/gather", ""),
        ("gather", "explained/gather", ""),
        ("rules/gather", "rules/gather", ""),
        ("convolution", "rules/convolution", ""),
        ("rules", "rules/README", ""),
        ("gather.C16", "rules/gather", "c16"),
        ("scatter.c5", "rules/scatter", "c5"),
        ("bounds.clamped", "rules/bounds.clamped", ""),
        ("running.md", "running", ""),
    ],
)
def test_a_topic_is_a_page(asked, page, anchor):
    assert handbook.topic(asked) == handbook.Topic(page, anchor)


def test_a_rule_is_its_part_of_the_page(invoke):
    text = invoke("docs", "gather.C16").stdout
    assert text.startswith("## C16: ")
    assert text.count("\n## ") == 0


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("sanitiser", "did you mean sanitizer"),
        ("c16", "did you mean gather.C16 or scatter.C16"),
        ("C99", "`hlogen docs` lists the pages"),
        ("gather.C99", "gather"),
        ("xyzzyx", "`hlogen docs` lists"),
        ("", "lists"),
    ],
)
def test_what_there_is_no_page_about(invoke, asked, hint):
    result = invoke("docs", asked)
    assert result.exit_code == 2
    assert f"there is no page about {asked!r}; " in result.stderr
    assert hint in result.stderr


def test_all_pages_are_listed_with_what_they_are_for(invoke):
    text = invoke("docs").stdout
    for section in handbook.sections():
        assert f"## {section.title}\n" in text
    assert "- **debug-a-nan**: " in text
    assert all(len(line.partition(": ")[2]) > 20 for line in text.splitlines() if line.startswith("- "))


def at_a_terminal(monkeypatch):
    monkeypatch.setattr(handbook_pages, "is_terminal", lambda: True)


def test_a_built_page_opens_in_the_browser(invoke, monkeypatch, tmp_path):
    at_a_terminal(monkeypatch)
    opened = []

    def open_it(url):
        opened.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", open_it)
    monkeypatch.setattr(handbook, "SITE", tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "gather.html").touch()
    (tmp_path / "index.html").touch()
    assert invoke("docs", "gather.C16").stdout == f"opened {opened[0]}\n"
    assert opened == [f"{(tmp_path / 'rules' / 'gather.html').as_uri()}#c16"]
    invoke("docs")
    assert opened[1] == (tmp_path / "index.html").as_uri()
    invoke("docs", "gather.C16", "--text")
    invoke("docs", "sanitizer")  # which isn't built
    assert len(opened) == 2


def test_without_a_browser_the_terminal_shows_it(invoke, monkeypatch, tmp_path):
    at_a_terminal(monkeypatch)
    monkeypatch.setattr("webbrowser.open", lambda url: False)
    monkeypatch.setattr(handbook, "SITE", tmp_path)
    (tmp_path / "sanitizer.html").touch()
    text = invoke("docs", "sanitizer").stdout
    assert "The sanitizer" in text
    assert "```" not in text  # it is rendered


@pytest.mark.parametrize(
    ("begun", "among"),
    [("san", "sanitizer"), ("debug-", "debug-a-nan"), ("gather.C1", "gather.C16"), ("bou", "bounds.clamped")],
)
def test_topics_are_completed(begun, among):
    with docs.command.make_context("docs", [], resilient_parsing=True) as context:
        (topic,) = (one for one in docs.command.params if one.name == "topic")
        assert among in [item.value for item in topic.shell_complete(context, begun)]


def test_help_loads_no_page(monkeypatch):
    monkeypatch.setattr(handbook, "read_toml", None)
    assert "hlogen docs sanitizer" in CliRunner().invoke(docs.command, ["--help"]).stdout
