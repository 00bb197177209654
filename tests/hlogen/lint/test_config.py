"""Configs: which holds for a file, what it says, and what is wrong with one."""

from __future__ import annotations

import pytest

from hlogen.errors import UsageError
from hlogen.lint import config
from hlogen.lint.config import Config, Pattern, config_of


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config._of_folder.cache_clear()

    def write(**contents: str) -> None:
        for name, content in contents.items():
            path = tmp_path / name.replace("__", "/").replace("_toml", ".toml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        config._of_folder.cache_clear()

    return write


def test_the_nearest_one_holds(files, tmp_path):
    files(
        hlogen_toml='ignore = ["add"]',
        a__pyproject_toml="[tool.ruff]",
        a__b__pyproject_toml='[tool.hlogen]\nselect = ["gather"]',
    )
    (tmp_path / "a" / "b" / "c").mkdir()
    assert config_of("a/b/c/m.mlir")["select"] == ("gather",)
    assert config_of("a/b/c/m.mlir")["ignore"] == ()
    assert config_of("a/m.mlir")["ignore"] == ("add",)  # a pyproject.toml that says nothing of hlogen is passed by
    assert config_of("m.mlir").files == (tmp_path / "hlogen.toml",)
    files(a__b__hlogen_toml='select = ["scatter"]')
    assert config_of("a/b")["select"] == ("scatter",)  # in one folder, hlogen.toml comes first


def test_what_is_extended_is_replaced_key_by_key(files, tmp_path):
    base = ['ignore = ["add"]', "advice = false", 'per-file-ignores = { "x/*" = ["a"], y = ["b"] }']
    own = ['extend = "../base.toml"', 'ignore = ["sub"]', 'per-file-ignores = { y = ["c"] }']
    base.append('backends = { a = "m:A" }')
    own.append('backends = { b = "b.py:B" }')
    files(base_toml="\n".join(base), sub__hlogen_toml="\n".join(own))
    found = config_of("sub/m.mlir")
    assert (found["ignore"], found["advice"]) == (("sub",), False)
    assert found["backends"] == {"a": "m:A", "b": f"{tmp_path}/sub/b.py:B"}
    ignored = {file: found.ignores_in(file) for file in ("x/m.mlir", "sub/x/m.mlir", "sub/y/m.mlir", "y")}
    assert ignored == {"x/m.mlir": ["a"], "sub/x/m.mlir": [], "sub/y/m.mlir": ["b", "c"], "y": ["b"]}
    assert found.settings["advice"].source == str(tmp_path / "base.toml")
    assert found.files == (tmp_path / "sub" / "hlogen.toml", tmp_path / "base.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("igore = []", "unknown key igore; did you mean ignore?"),
        ("zzz = 1", "unknown key zzz; there are select, "),
        ("per_file_ignores = {}", "did you mean per-file-ignores?"),
        ('ignore = "add"', "ignore is a list of texts, not 'add'"),
        ("select = [1]", "select is a list of texts, not [1]"),
        ("advice = 1", "advice is true or false, not 1"),
        ('target = "1.0"', "target is a version of StableHLO, such as \"1.1.0\", not '1.0'"),
        ("time-limit = 0", "time-limit is a number of seconds above 0, not 0"),
        ("time-limit = true", "time-limit is a number of seconds above 0, not True"),
        ('baseline = ""', "baseline is a path, not ''"),
        ("exclude = {}", "exclude is a list of texts, not {}"),
        ("per-file-ignores = []", "per-file-ignores is a table of lists"),
        ("backends = { a = 1 }", "backends is a table of addresses"),
        ("extend = 1", "extend is the path of another config, not 1"),
        ('extend = "nowhere.toml"', "extend: there is no file"),
        ('extend = "hlogen.toml"', "and so on without end"),
        ("ignore = [", "isn't TOML: "),
        ("\udcff", "isn't TOML: "),
        (f"a = {'[' * 9000}{']' * 9000}", "it is nested too deep"),
        (f"time-limit = {'9' * 5000}", "isn't TOML: Exceeds the limit"),
    ],
)
def test_what_is_wrong_is_said(files, tmp_path, text, said):
    files(hlogen_toml="")
    (tmp_path / "hlogen.toml").write_text(text, errors="surrogateescape")
    with pytest.raises(UsageError) as error:
        config_of("m.mlir")
    assert said in str(error.value)
    assert str(tmp_path / "hlogen.toml") in str(error.value)


def test_a_mark_of_windows_is_passed_over(files):
    files(hlogen_toml="\ufeffadvice = false")
    assert config_of("m.mlir")["advice"] is False


def test_a_table_is_a_table(files):
    files(pyproject_toml="tool = 1")
    assert config_of("m.mlir").files == ()
    files(pyproject_toml="[tool]\nhlogen = 1")
    with pytest.raises(UsageError, match=r"\[tool.hlogen\] is a table, not 1"):
        config_of("m.mlir")


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        ("third_party", ["third_party/a.mlir", "x/third_party/y/a.mlir", "third_party"], ["third_party2/a.mlir"]),
        ("*.gen.mlir", ["a.gen.mlir", "x/a.gen.mlir"], ["a.mlir", "a.gen.mlir.txt"]),
        ("x/*.mlir", ["x/a.mlir"], ["a.mlir", "x/y/a.mlir", "y/x/a.mlir"]),
        ("x/**/a.mlir", ["x/a.mlir", "x/y/a.mlir", "x/y/z/a.mlir"], ["a.mlir", "y/x/a.mlir"]),
        ("x/**", ["x/a.mlir", "x/y/a.mlir"], ["y/x.mlir"]),
        ("x/y/", ["x/y/a.mlir", "x/y"], ["x/yy/a.mlir"]),
        ("a?.mlir", ["ab.mlir"], ["a.mlir", "a/.mlir"]),
        ("a+(b)", ["a+(b)/c.mlir"], ["aab/c.mlir"]),
    ],
)
def test_patterns(tmp_path, monkeypatch, pattern, matching, others):
    monkeypatch.chdir(tmp_path)
    meant = Pattern(tmp_path, pattern)
    assert [name for name in [*matching, *others] if meant.matches(name)] == matching
    assert not any(meant.matches(f"../{name}") for name in matching)
    assert all(meant.matches(str(tmp_path / name)) for name in matching)


def test_options_replace():
    found = Config().replaced({"ignore": ("--ignore", ("add",))})
    assert found["ignore"] == ("add",)
    assert (found.source("ignore"), found.source("select")) == ("--ignore", "default: select")
