from __future__ import annotations

import os
import sys

import pytest

import hlogen
from hlogen.backends.process import program_bytes
from hlogen.cli.check import command as check
from hlogen.cli.source import program_of
from hlogen.errors import UsageError
from hlogen.lint.files import missing, program_files
from hlogen.mlir.files import SUFFIXES


@pytest.fixture
def tree(tmp_path, monkeypatch):
    for name in ("a.mlir", "b/c.mlirbc", "b/d.mlir.bc", "b/e.vhlo", "b/notes.txt", ".git/f.mlir", "empty/readme.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("module {}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_folders_are_searched_for_programs_and_hidden_ones_are_not(tree):
    assert program_files(["."]) == ["./a.mlir", "./b/c.mlirbc", "./b/d.mlir.bc", "./b/e.vhlo"]


def test_a_file_may_be_called_anything_and_is_named_once(tree):
    assert program_files(["b/notes.txt", "-", "b", "b/notes.txt", "-"]) == [
        "b/notes.txt",
        "-",
        "b/c.mlirbc",
        "b/d.mlir.bc",
        "b/e.vhlo",
    ]


def test_a_file_of_several_paths_is_one(tree):
    (tree / "b" / "again.mlir").symlink_to(tree / "a.mlir")
    assert program_files(["b", "./b/e.vhlo", str(tree / "b" / "c.mlirbc"), "./b/../a.mlir", "."]) == [
        "b/c.mlirbc",
        "b/d.mlir.bc",
        "b/e.vhlo",
        "./b/../a.mlir",
    ]
    assert program_files(["."])[:2] == ["./a.mlir", "./b/c.mlirbc"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_one_list_of_suffixes_says_what_a_file_is(tree, suffix):
    for read in (hlogen.parse, program_of, program_bytes):
        with pytest.raises(UsageError, match=r"(?i)no .*file"):
            read(f"missing{suffix}")
    assert suffix in check.help
    (tree / "x" / "y").mkdir(parents=True)
    (tree / "x" / "y" / f"found{suffix}").touch()
    assert program_files(["x"]) == [f"x/y/found{suffix}"]


def test_a_hidden_folder_is_searched_where_it_is_named(tree):
    assert program_files([".git"]) == [".git/f.mlir"]


def test_a_loop_of_links_ends(tree):
    (tree / "b" / "loop").symlink_to(tree)
    assert len(program_files(["."])) == 4


def test_a_folder_without_programs_is_an_error(tree):
    with pytest.raises(UsageError, match=r"the folder empty has no programs in it.*\*\.mlir"):
        program_files(["a.mlir", "empty"])


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("a.mlr", r"no file or folder a\.mlr; did you mean a\.mlir\?"),
        ("b/zzzz", "no file or folder b/zzzz; check the spelling"),
        ("x" * 5000, "no file or folder x"),
        ("x" * 5000 + "/x", "there is no file x"),
        ("nowhere/x.mlir", "the folder nowhere doesn't exist"),
    ],
)
def test_what_is_not_there_is_named_with_what_is_near(tree, path, message):
    with pytest.raises(UsageError, match=message):
        program_files([path])
    assert isinstance(missing(path), UsageError)


def test_folders_nested_deeper_than_python_recurses(tree):
    depth = sys.getrecursionlimit() + 100
    os.chdir(tree / "empty")
    try:
        for _ in range(depth):
            os.mkdir("d")  # noqa: PTH102 - the path as a whole is longer than a path can be
            os.chdir("d")
        with open("deep.mlir", "w"):  # noqa: PTH123
            pass
        assert program_files([str(tree / "empty")]) == [str(tree / "empty") + "/d" * depth + "/deep.mlir"]
        os.remove("deep.mlir")  # noqa: PTH107
    finally:  # what tidies up behind tests recurses
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")  # noqa: PTH106


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_may_not_be_read_is_told(tree):
    (tree / "b").chmod(0)
    try:
        with pytest.raises(UsageError, match=r"the folder \./b can't be read: Permission denied"):
            program_files(["."])
    finally:
        (tree / "b").chmod(0o700)


def test_links_in_a_circle_are_no_folders(tree):
    (tree / "b" / "loop.mlir").symlink_to("loop.mlir")
    (tree / "b" / "loop").symlink_to("loop")
    assert "b/loop.mlir" in program_files(["b"])
    assert str(missing("b/loop.mlir")) == "b/loop.mlir is a link to nothing, or to itself"
