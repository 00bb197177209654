"""What is shown of a report: as comments, a baseline and options say, with the fixes that belong to it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hlogen.errors import UsageError
from hlogen.lint import config
from hlogen.lint.baseline import Baseline, content_of
from hlogen.lint.finding import PARSE, FileReport, Finding, Ignore, KnownFix
from hlogen.lint.process import TIME_LIMIT
from hlogen.lint.project import Project

ADD = Finding("m.mlir", 4, 3, "add.C1", "stablehlo.add", "so", function="f", fingerprint="1", scopes=(4,))
TWIN, OTHER = replace(ADD, column=9), replace(ADD, rule="abs.C1", fingerprint="2")
CLAMPED = replace(ADD, rule="bounds.clamped", level="warning", fingerprint="3")
FAILURE = Finding("m.mlir", None, None, PARSE, None, "no", fingerprint="4")


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config.forget()


def fix(name: str, rule: str = "add.C1", line: int | None = 4) -> KnownFix:
    return KnownFix(rule, line, name, True, ())


def test_fixes_go_to_their_findings_in_their_order():
    report = FileReport("m.mlir", {}, [ADD, OTHER, TWIN, CLAMPED], fixes=[fix("a"), fix("b"), fix("c", "abs.C1", 5)])
    found = Project(is_isolated=True).shown(report).findings
    assert [one.known_fix and one.known_fix.what for one in found] == ["a", None, "b", None]
    assert found[0] == replace(ADD, known_fix=fix("a"))


def test_options_decide_what_is_shown(tmp_path):
    report = FileReport("m.mlir", {}, [ADD, OTHER, CLAMPED, FAILURE])
    (tmp_path / "hlogen.toml").write_text('ignore = ["add"]\nper-file-ignores = { "m.*" = ["abs"] }\n')

    def shown(**options):
        project = Project({name: (f"--{name}", value) for name, value in options.items()})
        assert project.names_some == ("select" in options)
        return project.shown(report).findings

    assert shown() == [CLAMPED, FAILURE]
    assert shown(ignore=()) == [ADD, CLAMPED, FAILURE]
    assert shown(select=("bounds", "add")) == [CLAMPED, FAILURE]
    assert shown(error=("bounds",)) == [replace(CLAMPED, level="error"), FAILURE]
    assert Project(is_isolated=True).shown(report).findings == report.findings
    with pytest.raises(UsageError, match=r"^there is no constraint or hazard 'zzz'"):
        Project({"select": ("--select", ("zzz",))}).task("m.mlir", "m.mlir")
    (tmp_path / "hlogen.toml").write_text('per-file-ignores = { "m.*" = ["zzz"] }\n')
    config.forget()
    with pytest.raises(UsageError, match=r"ignore, or per-file-ignores: there is no constraint or hazard 'zzz'"):
        Project().task("m.mlir", "m.mlir")
    assert Project().task("n.mlir", "n.mlir").name == "n.mlir"


def test_a_task_is_what_the_config_says(tmp_path):
    task = Project().task("m", "m.mlir")
    assert task == ("m", "m.mlir", True, None, TIME_LIMIT)
    (tmp_path / "hlogen.toml").write_text('advice = false\ntarget = "1.2.3"\ntime-limit = 7\n')
    config.forget()
    project = Project()
    assert project.task("m", "m.mlir") == ("m", "m.mlir", False, "1.2.3", 7.0)
    assert project.config_files == [tmp_path / "hlogen.toml"]
    assert Project({"target": ("--target", "2.0.0")}).task("m", "m.mlir").target == "2.0.0"
    assert Project(is_isolated=True).task("m", "m.mlir")[2:] == (True, None, TIME_LIMIT)


def test_comments_are_said_to_be_in_vain_only_where_all_was_looked_for():
    vain = [Ignore(1, 1, 9, ("abs.C2",), None)]
    for findings, options, rules in (
        ([ADD], {}, ["ignore.unused", "add.C1"]),
        ([ADD], {"advice": ("--no-advice", False)}, ["add.C1"]),
        ([FAILURE], {}, [PARSE]),
    ):
        shown = Project(options, is_isolated=True).shown(FileReport("m.mlir", {}, findings, ignores=vain))
        assert [one.rule for one in shown.findings] == rules
        assert shown.hidden == 0
    hiding = Project(is_isolated=True).shown(
        FileReport("m.mlir", {}, [ADD, OTHER, TWIN], ignores=[Ignore(4, 9, 20, ("add",), 4)])
    )
    assert hiding == ([OTHER], 2)


def test_a_baseline_knows_so_many_of_each(tmp_path):
    path = tmp_path / "known.json"
    path.write_bytes(content_of(path, [ADD, TWIN, OTHER, FAILURE], ["m.mlir"]))
    assert json.loads(path.read_bytes()) == {
        "version": 1,
        "files": {
            "m.mlir": [
                {"rule": "abs.C1", "function": "f", "fingerprint": "2", "count": 1},
                {"rule": "add.C1", "function": "f", "fingerprint": "1", "count": 2},
            ]
        },
    }
    known = Baseline.read(path)
    third = replace(ADD, column=30)
    assert known.unknown("m.mlir", [ADD, TWIN, third, CLAMPED, FAILURE]) == [third, CLAMPED, FAILURE]
    assert known.missing == 1  # the other
    assert known.unknown(str(tmp_path / "x" / ".." / "m.mlir"), [ADD]) == []
    assert known.unknown("n.mlir", [ADD]) == [ADD]
    with_baseline = {"baseline": ("--baseline", str(path))}
    project = Project(with_baseline, is_isolated=True)
    assert project.shown(FileReport("m.mlir", {}, [ADD, OTHER, TWIN, third])) == ([third], 3)
    assert project.missing == 0
    whole = Project(with_baseline, is_isolated=True, is_unfiltered=True)
    assert whole.shown(FileReport("m.mlir", {}, [ADD])) == ([ADD], 0)


def test_a_baseline_keeps_what_it_knows_of_files_that_were_not_checked(tmp_path):
    path = tmp_path / "known.json"
    for name in ("a.mlir", "b.mlir"):
        (tmp_path / name).touch()
    findings = [replace(ADD, file=name) for name in ("b.mlir", "a.mlir", "gone.mlir")]
    path.write_bytes(content_of(path, findings, ["a.mlir", "b.mlir", "gone.mlir"]))
    path.write_bytes(content_of(path, [replace(OTHER, file="b.mlir")], ["b.mlir"]))
    files = json.loads(path.read_bytes())["files"]
    assert {file: [one["rule"] for one in of] for file, of in files.items()} == {
        "a.mlir": ["add.C1"], "b.mlir": ["abs.C1"]}  # fmt: skip
    assert [*files] == ["a.mlir", "b.mlir"]


@pytest.mark.parametrize(
    "damage",
    [
        *({key: value for key, value in {"rule": "add.C1", "fingerprint": "1", "count": 1}.items() if key != missing}
          for missing in ("rule", "fingerprint", "count")),
        {"rule": 1, "fingerprint": "1", "count": 1},
        {"rule": "add.C1", "fingerprint": None, "count": 1},
        {"rule": "add.C1", "fingerprint": "1", "count": True},
        {"rule": "add.C1", "fingerprint": "1", "count": "1"},
        "add.C1",
    ],
)  # fmt: skip
def test_a_damaged_baseline_is_called_so(tmp_path, damage):
    path = tmp_path / "known.json"
    path.write_text(json.dumps({"version": 1, "files": {"m.mlir": [damage]}}))
    said = f"the baseline {path} is damaged; remove it, and --update-baseline writes it anew"
    with pytest.raises(UsageError) as error:
        Baseline.read(path)
    assert str(error.value) == said
    with pytest.raises(UsageError) as error:
        content_of(path, [ADD], ["m.mlir"])
    assert str(error.value) == said
    path.write_text(json.dumps({"version": 2, "files": {}}))
    with pytest.raises(UsageError, match=r"known\.json is no baseline of hlogen's, version 1"):
        Baseline.read(path)
