"""``hlogen conform``: from a backend's class to a report, as its author would go."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers import schemas

from hlogen.conform import campaign

BACKEND = """
import hlogen as hl
import interpreter
import numpy as np


class Mine:
    def version(self):
        return {"mine": "1"}

    def compile(self, program, signature):
        if "stablehlo.tan " in program:
            raise ValueError("no tan")
        return hl.parse(program)

    def run(self, module, arguments):
        results = [np.array(each) for each in interpreter.run(module, *arguments)]
        if any(op.name == "stablehlo.negate" for op in module.walk()):
            results[0].flat[0] += results[0].dtype.type(1)
        return results
"""


WHOLE = """func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<f32>
  check.expect_eq_const %0, dense<-1.0> : tensor<f32>
  return
}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(BACKEND)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_way_of_an_author(here, invoke):
    done = invoke("conform", "init", "--backend", "mine.py:Mine")
    assert (done.exit_code, "wrote mine.toml" in done.stdout) == (0, True), done.stderr
    assert "yes adds two tensors of f32 and leaves them as they are" in done.stdout

    ask = ("conform", "run", "mine.toml", "-k", "negate/element_types_i", "-k", "tan/integers", "-k", "floor/whole")
    done = invoke(*ask, "--html", "it.html", "--junit", "it.xml", "--markdown", "it.md")
    assert done.exit_code == 1, done.stderr
    assert "wrong value negate/element_types_integer#element_type_i8@arguments" in done.stdout
    assert "inadmissible" not in done.stdout  # what the check says isn't said again
    header, *lines = map(json.loads, (here / "mine.jsonl").read_text().splitlines())
    for line in (header, *lines):
        schemas.check(["conform", "run"], line)
    assert (header["format"], header["backend"], header["versions"]) == ("hlogen-conform", "mine", {"mine": "1"})
    wrong = [line["id"] for line in lines if line["verdict"] == "wrong value"]
    assert wrong
    assert all(id.startswith("negate/") for id in wrong)
    page = (here / "it.html").read_text()
    assert wrong[0] in page
    assert "http" not in page
    short = (here / "it.md").read_text()
    assert f"| all | {len(wrong)} |" in short
    assert "hlogen conform run mine.toml -k negate/element_types_i -k tan/integers -k floor/whole\n" in short
    assert f"- {len(wrong)} wrong value: negate (`{wrong[0]}`)" in short
    suite = ElementTree.parse(here / "it.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == (str(len(lines)), str(len(wrong)))

    assert "mine.jsonl is there already" in invoke(*ask).stderr
    cut = (here / "mine.jsonl").read_bytes()[:-30]  # as a kill leaves it
    (here / "mine.jsonl").write_bytes(cut)
    done = invoke(*ask, "--resume", "--accept")
    assert (done.exit_code, "wrote" in done.stdout) == (0, True)
    assert f"{len(lines)} cases: {len(wrong)} not as expected" in done.stdout
    assert "did you mean mine.toml?" in invoke("conform", "run", "mine.tml").stderr
    assert [json.loads(line) for line in (here / "mine.jsonl").read_text().splitlines()][1:][-1]["id"] == lines[-1][
        "id"
    ]
    assert invoke(*ask, "--force", "-q").output == ""
    assert invoke("conform", "report", "mine.jsonl", "-q").output == ""

    (here / "mine.py").write_text(BACKEND.replace("negate", "never"))
    done = invoke(*ask, "--force", "-q", "-o", "new.jsonl")
    assert done.exit_code == 1
    assert "passes, but was expected not to negate/" in done.stdout
    done = invoke("conform", "diff", "mine.jsonl", "new.jsonl")
    assert done.exit_code == 0
    assert f"{wrong[0]}: wrong value -> pass" in done.stdout
    assert invoke("conform", "diff", "mine.jsonl", "new.jsonl", "-q").output == ""
    done = invoke("conform", "diff", "new.jsonl", "mine.jsonl")
    assert done.exit_code == 1
    done = invoke("conform", "diff", "new.jsonl", "new.jsonl")
    assert (done.exit_code, f"{wrong[0]}: " in done.stdout) == (0, False)


def test_a_case_shrinks_to_an_operation_and_a_report(here, invoke):
    done = invoke(
        "conform", "shrink", "mine.py:Mine", "negate/element_types_integer#element_type_i8@arguments", "-o", "it.mlir"
    )
    assert done.exit_code == 0, done.stderr
    program = (here / "it.mlir").read_text()
    assert program.count("stablehlo.") == 1
    assert "stablehlo.negate: wrong value" in (here / "it.md").read_text()
    assert invoke("judge", "it.mlir", "-i", "it.npz", "--backend", "mine.py:Mine").exit_code == 1
    assert invoke("judge", "it.mlir", "-i", "it.npz").exit_code == 0
    done = invoke(
        "conform", "shrink", "mine.py:Mine", "negate/element_types_integer#element_type_i16", "-o", "other.mlir"
    )
    assert (done.exit_code, (here / "other.md").exists()) == (0, True), done.stderr
    done = invoke("conform", "shrink", "mine.py:Mine", "negate/element_type_integer#element_type_i8")
    assert "did you mean negate/element_types_integer#element_type_i8?" in done.stderr
    done = invoke("conform", "shrink", "interpreter", "negate/element_types_integer#element_type_i8@arguments")
    assert (done.exit_code, "there is nothing to shrink" in done.stderr) == (2, True)


def test_a_run_that_ends_early_goes_on(here, invoke, monkeypatch):
    (here / "suite").mkdir()
    for number in range(3):
        (here / "suite" / f"n{number}.mlir").write_text(WHOLE)
    ask = ("conform", "run", "mine.py:Mine", "--suite", "suite", "--form", "constants")
    done = invoke(*ask, "--maxfail", "2")
    assert (done.exit_code, done.stdout.count("wrong value n"), "records: Mine.jsonl" in done.stdout) == (1, 2, True)
    usual = campaign.Campaign.run

    def interrupted(self, *args):
        for outcome in usual(self, *args):
            yield outcome
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(campaign.Campaign, "run", interrupted)
        done = invoke(*ask, "--force", "--accept")
    assert (done.exit_code, done.stdout.count("wrong value n"), "wrote" in done.stdout) == (130, 1, False)
    assert done.stderr == "interrupted: hlogen conform run mine.py:Mine --resume goes on\n"
    done = invoke(*ask, "--resume")
    assert (done.exit_code, done.stdout.count("wrong value n")) == (1, 2)
    done = invoke(*ask, "--resume", "--expected", "expected.toml")
    assert (done.exit_code, "expected.toml" in done.stderr) == (2, True)
    done = invoke(*ask, "--resume", "--accept", "--expected", "expected.toml")
    assert (done.exit_code, (here / "expected.toml").exists()) == (0, True)
    done = invoke("conform", "report", "Mine.jsonl", "-v")
    assert (done.exit_code, done.stdout.count("wrong value n")) == (1, 3)
    (here / "suite" / "none.mlir").write_text(
        WHOLE.replace("constant dense<1.0> :", "iota dim = 0 :").replace("<f32>", "<1xf32>")
    )
    done = invoke("conform", "shrink", "mine.py:Mine", "none@arguments", "--suite", "suite")
    assert "none has no form with arguments: none of its constants can be one" in done.stderr
    done = invoke("conform", "init", "--backend", "exec:true")
    assert (done.exit_code, (here / "exec-true.toml").exists()) == (2, False)
    assert "the command 'true' doesn't say where {results} goes" in done.stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            ("shrink", "mine.py:Mine", "negate/element_types_integer#element_type_i8@constant"),
            "negate/element_types_integer#element_type_i8@constant: there is no form constant; there are constants and "
            "arguments",
        ),
        (
            ("shrink", "mine.py:Mine", "negate/element_types_integer#element_type_i8", "-o", "it.txt"),
            "--output it.txt: a program is written; call it it.mlir",
        ),
        (("init", "--backend", "mine.py:Mine", "-o", "it.tom"), "--output it.tom: the file is one of TOML; call it it"),
        (("run", "mine.py:Mine", "--accept", "--maxfail", "1"), "--accept says what is expected of all cases that"),
        (("list", "--suite", "nothing"), "there is no file or folder nothing"),
        (("list", "--suite", "mine.py"), "there is no case in mine.py: no program without arguments that checks"),
        (("diff", "old.jsonl", "mine.py"), "can't read old.jsonl: No such file or directory"),
    ],
)
def test_what_conform_does_not_take(here, invoke, command, said):
    done = invoke("conform", *command)
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr


def test_the_corpus_is_listed_and_exported(here, invoke):
    listed = json.loads(invoke("conform", "list", "--op", "gather", "--format", "json").stdout)
    assert all(case["op"] == "gather" for case in listed)
    assert {tuple(case["forms"]) for case in listed} >= {("constants", "arguments")}
    (here / "cut.mlir").write_text("// cut: off\nfunc.func @main() { check.expect_eq")
    (here / "whole.mlir").write_text(WHOLE)
    done = invoke("conform", "list", "--suite", ".", "--type", "f32", "--form", "arguments")
    assert done.stdout.splitlines() == ["whole@arguments  ", "1 cases"]
    assert "note: cut can't be read, so that nothing is known of types and features: left out" in done.stderr
    counts = json.loads(invoke("conform", "list", "--op", "gather", "--format", "json", "--statistics").stdout)
    assert counts["op"] == {"gather": len(listed)}
    done = invoke("conform", "list", "--suite", ".", "--type", "f32", "--statistics")
    assert done.stdout.splitlines() == ["op: whole 1", "element types: f32 1", "features: ", "1 cases"]
    assert invoke("conform", "list", "--op", "nothing").exit_code == 2
    assert invoke("conform", "export", "all", "--op", "reverse").exit_code == 0
    manifest = json.loads((here / "all" / "manifest.json").read_text())
    for case in manifest["cases"]:
        assert (here / "all" / case["program"]).exists()
        for array in case["arguments"]:
            assert (here / "all" / array["file"]).exists()
    assert invoke("conform", "export", "all", "--op", "reverse").exit_code == 2
