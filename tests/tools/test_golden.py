"""tools/golden.py as a command: writes, compares, finds what is left over."""

from dataclasses import replace
from importlib import metadata
from typing import Any

import pytest

from tools import golden, golden_confirm


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty project for the goldens of a few ops, already written once."""
    monkeypatch.setattr(golden, "TABLES", {op: golden.TABLES[op] for op in ("gather", "imag", "scatter")})
    monkeypatch.setattr(golden, "ROOT", tmp_path)
    monkeypatch.setattr(golden, "GOLDEN", tmp_path / "golden")
    monkeypatch.setattr(golden, "COVERAGE", tmp_path / "docs" / "golden-coverage.md")
    assert run(monkeypatch) == 0
    return tmp_path


def run(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["golden.py", *arguments])
    return golden.main()


def test_what_is_written_is_what_check_expects(folder, monkeypatch):
    assert run(monkeypatch, "--check") == 0


def test_a_second_run_writes_nothing(folder, monkeypatch, capsys):
    assert run(monkeypatch) == 0
    assert " 0 written, 0 deleted" in capsys.readouterr().out


def test_an_edited_file_is_found_and_written_again(folder, monkeypatch, capsys):
    edited = folder / "golden" / "gather" / "example.mlir"
    edited.write_text(edited.read_text().replace("dense<", "dense< "))
    assert run(monkeypatch, "--check") == 1
    assert "golden/gather/example.mlir: not what its generator gives" in capsys.readouterr().out
    assert run(monkeypatch) == 0
    assert run(monkeypatch, "--check") == 0


def test_a_missing_file_is_found(folder, monkeypatch):
    (folder / "golden" / "scatter" / "example.mlir").unlink()
    assert run(monkeypatch, "--check") == 1


@pytest.mark.parametrize("name", ["golden/gather/old.mlir", "golden/invalid/old.mlir"])
def test_a_file_without_a_case_is_found_and_deleted(folder, monkeypatch, capsys, name):
    (folder / name).write_text("// left over\n")
    assert run(monkeypatch, "--check") == 1
    assert f"{name}: nothing generates this file" in capsys.readouterr().out
    assert run(monkeypatch) == 0
    assert not (folder / name).exists()


def test_other_goldens_are_left_alone(folder, monkeypatch):
    real = folder / "golden" / "real" / "model.mlir"
    real.parent.mkdir()
    real.write_text("// exported elsewhere\n")
    assert run(monkeypatch) == 0
    assert real.exists()


def test_mistakes_in_a_row_are_said_before_anything_is_computed(folder, monkeypatch, capsys):
    (good,) = (case for case in golden.TABLES["gather"] if case.name == "start_index_clamped_high")
    bad = replace(
        good, clauses="S99", attributes={**good.attributes, "slice_sizes": [7]}, differs={"xla": "xla.nothing"}
    )
    monkeypatch.setitem(golden.TABLES, "gather", [good, bad])
    assert run(monkeypatch, "--check") == 2
    said = capsys.readouterr().out
    for part in ("a case of this name already", "gather.S99 is no clause", "gather.C21", "xla.nothing is no known"):
        assert part in said


def test_a_folder_of_others_is_never_taken_for_its_own(folder, monkeypatch):
    real = folder / "golden" / "real" / "model.mlir"
    real.parent.mkdir()
    real.write_text("// exported elsewhere\n")
    monkeypatch.setitem(golden.TABLES, "real", golden.TABLES["imag"])
    with pytest.raises(ValueError, match="golden/real is written by others"):
        run(monkeypatch)
    assert real.exists()


def test_no_table_writes_where_others_do():
    assert not golden.NOT_OURS & golden.TABLES.keys()


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """What oracles are asked, who agree with everything; the record is one of the test's own."""
    asked: Any = []
    monkeypatch.setattr(golden_confirm, "RECORD", tmp_path / "confirmed.json")
    monkeypatch.setattr(
        golden_confirm,
        "wrong_claims",
        lambda op, cases, way: asked.extend((path.name, way) for path, _, _ in cases) or [],
    )
    return asked


def test_what_is_asked_for_is_confirmed_alone(asked):
    assert golden.confirm(["transpose/rank_2"]) == 0
    assert asked == [("rank_2.mlir", way) for way in golden_confirm.WAYS]
    assert not golden_confirm.recorded("transpose", golden.files("transpose"))


def test_what_was_confirmed_as_it_stands_is_asked_about_in_part(asked, monkeypatch, tmp_path):
    files = golden.files("transpose")
    every = golden_confirm.asked(files)
    assert len(every) == sum(map(len, files.values())) > 8
    assert golden_confirm.to_ask("transpose", files) == every
    assert golden.confirm(["transpose"]) == 0
    assert {name for name, _ in asked} == {path.name for path in files}
    assert golden_confirm.to_ask("transpose", files) == every[::8]

    first, *others = files
    edited = tmp_path / first.name
    edited.write_text(first.read_text() + "\n")
    changed = {edited: files[first], **{path: files[path] for path in others}}
    assert golden_confirm.to_ask("transpose", changed) == golden_confirm.asked(changed)
    monkeypatch.setattr(golden_confirm, "is_installed", lambda oracle, difference: True)
    case = replace(files[first][0], differs={"xla": "xla.subnormals"})
    claimed = {first: [case, *files[first][1:]], **{path: files[path] for path in others}}
    assert golden_confirm.to_ask("transpose", claimed) == golden_confirm.asked(claimed)
    monkeypatch.setattr(metadata, "version", lambda package: "99")
    assert golden_confirm.to_ask("transpose", files) == every


def test_what_was_wrong_is_not_recorded(asked, monkeypatch, capsys):
    monkeypatch.setattr(golden_confirm, "wrong_claims", lambda op, cases, way: ["not so"])
    assert golden.confirm(["transpose"]) == 1
    assert "not so" in capsys.readouterr().out
    assert not golden_confirm.recorded("transpose", golden.files("transpose"))


def test_a_name_that_isnt_there_is_refused(capsys):
    assert golden.confirm(["sort/unstable"]) == 2
    assert "there is no golden sort/unstable" in capsys.readouterr().out
