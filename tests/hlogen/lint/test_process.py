from __future__ import annotations

import pytest
from helpers import mortal_worker as mortal_worker_module
from helpers.mortal_worker import DEADLY, MISTAKEN

import hlogen as hl
from hlogen.errors import UsageError
from hlogen.lint.finding import INTERNAL, PARSE, Place
from hlogen.lint.process import Worker

VALID = """
func.func @main(%operand: tensor<3x4xf32>, %start_indices: tensor<2x1xi64>) -> tensor<2x4xf32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 4>
  } : (tensor<3x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
"""
INVALID = VALID.replace("slice_sizes = array<i64: 1, 4>", "slice_sizes = array<i64: 2, 4>")
# Some release of upstream's parser dies of each: of a division by zero, and of its stack's end.
KILLERS = {
    "SIGFPE": """
func.func @main(%data: tensor<4x16xf32>) -> tensor<16x4xf32> {
  %0 = "stablehlo.all_to_all"(%data) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64,
    replica_groups = dense<0> : tensor<0x2xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
""",
    "deep types": f"func.func private @f(%a: {'tuple<' * 200_000}i32{'>' * 200_000})\n",
    "deep attributes": f"module attributes {{a = {'[' * 200_000}{']' * 200_000}}} {{}}\n",
    "deep regions": f"{'module {' * 50_000}{'}' * 50_000}\n",
}


@pytest.fixture(scope="module")
def worker():
    with Worker() as worker:
        yield worker


@pytest.fixture(scope="module")
def mortal_worker():
    with Worker(module=mortal_worker_module.__name__) as worker:
        yield worker


@pytest.fixture
def file(tmp_path):
    def write(content, name="m.mlir"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def test_a_valid_program_has_no_findings(worker, file):
    report = worker.check(file(VALID))
    assert (report.operations, report.findings) == (1, [])


def test_a_violation_has_its_place_and_all_it_says(worker, file):
    report = worker.check(file(INVALID), "shown.mlir")
    (finding,) = report.findings
    assert (finding.file, finding.line, finding.column) == ("shown.mlir", 3, 8)
    assert (finding.rule, finding.op) == ("gather.C9", "stablehlo.gather")
    assert finding.message
    assert finding.spec
    assert finding.fix
    assert finding.upstream is None


def test_a_program_that_says_where_it_was_made_is_reported_where_it_stands(worker, file):
    text = INVALID.replace("-> tensor<2x4xf32>\n  return", '-> tensor<2x4xf32> loc("model.py":7:5)\n  return')
    path = file(text)
    (finding,) = worker.check(path).findings
    assert finding.place == f"{path}:3:8"
    assert finding.related == (Place("model.py", 7, 5),)
    assert (finding.function, finding.part, finding.end_column) == ("main", None, 26)


@pytest.mark.parametrize("before", ["", "ü", "中文", "𝄞𝄞 ü"])
def test_columns_count_characters(worker, file, before):
    """Whatever stands before the place, on its line."""
    line = f'  func.call @f() {{note = "{before}"}} : () -> () %0 = stablehlo.abs %x : (tensor<2xf32>) -> tensor<3xf32>'
    text = f"func.func @main(%x: tensor<2xf32>) {{\n{line}\n  return\n}}\nfunc.func private @f() {{ return }}\n"
    (finding,) = worker.check(file(text)).findings
    column = line.index("stablehlo.abs") + 1
    assert (finding.rule, finding.line, finding.column) == ("abs.C1", 2, column)
    assert finding.end_column == column + len("stablehlo.abs")


def test_what_upstream_refuses_is_reported_where_it_stands(worker, file):
    line = '  %r = "stablehlo.add"(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("model.py":33:1)'
    path = file(f"func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{\n{line}\n  return %r : tensor<2xf32>\n}}")
    (finding,) = worker.check(path).findings
    assert (finding.rule, finding.place) == ("add.I2", f"{path}:2:8")
    assert finding.related == (Place("model.py", 33, 1),)


def test_what_no_rule_explains_is_reported_in_upstreams_words(worker, file):
    line = '  %r = "chlo.erf"(%x) : (tensor<2xf32>) -> tensor<3xf32>'
    report = worker.check(file(f"func.func @main(%x: tensor<2xf32>) {{\n{line}\n  return\n}}"))
    (finding,) = report.findings
    assert (finding.rule, finding.op, finding.line, finding.column) == ("upstream.chlo.erf", "chlo.erf", 2, 8)
    assert "requires compatible types" in finding.message
    assert not finding.is_failure


def test_every_program_of_a_split_file_is_checked(worker, file):
    text = f"{INVALID}\n// -----\n{VALID}\n// -----\n{INVALID}"
    report = worker.check(file(text))
    first, _, third = (number for number, line in enumerate(text.splitlines(), 1) if 'stablehlo.gather"' in line)
    assert report.operations == 3
    assert [(finding.line, finding.part) for finding in report.findings] == [(first, 1), (third, 3)]


# A file's programs, one of which is lost.
SPLIT = {
    "before another": ["{lost}", INVALID],
    "behind another": [INVALID, "{lost}"],
    "between others": [INVALID, "{lost}", "// only a comment", INVALID],
}


def found_in(programs, lost, mark):
    """The file with `lost`, and the place and rule of what is to be found: `mark` tells of the lost."""
    text = "\n// -----\n".join(lost if program == "{lost}" else program for program in programs)
    rules = {'  %0 = "stablehlo.gather"(%operand, %start_indices) {': "gather.C9", mark: PARSE}
    return text, [(number, rules[line]) for number, line in enumerate(text.splitlines(), 1) if line in rules]


@pytest.mark.parametrize("programs", SPLIT.values(), ids=SPLIT)
def test_a_program_that_cannot_be_read_does_not_hide_the_others_of_its_file(worker, file, programs):
    text, expected = found_in(programs, "hello", "hello")
    report = worker.check(file(text))
    assert [(finding.line, finding.rule) for finding in report.findings] == expected
    assert report.operations == programs.count(INVALID)


@pytest.mark.parametrize(
    "content",
    [
        b"hello world",
        b"\x00\x01\xff\xfe noise",
        b"ML\xefR\x01 truncated",
        "module {\n  func.func @f(\n}",
        b"\x80" * 4096,
    ],
    ids=["prose", "noise", "truncated bytecode", "syntax", "bytes"],
)
def test_what_is_no_program_is_a_finding(worker, file, content):
    path = file(content)
    (finding,) = worker.check(path).findings
    assert finding.rule == PARSE
    assert finding.file == path
    assert path not in finding.message.partition("\n")[0]


def test_an_unreadable_file_is_a_finding(worker, tmp_path):
    (finding,) = worker.check(str(tmp_path)).findings
    assert finding.rule == PARSE
    assert "can't be read" in finding.message


def test_a_file_that_kills_the_parser_is_reported_and_the_next_is_checked(mortal_worker, file):
    deadly = file(DEADLY, "deadly.mlir")
    (finding,) = mortal_worker.check(deadly).findings
    assert finding.rule == PARSE
    assert finding.message == (
        "upstream's parser crashed (signal SIGABRT, saying 'LLVM ERROR: this is the end') on this file"
    )
    assert mortal_worker.check(file(VALID)).operations == 1
    assert mortal_worker.check(deadly).findings == [finding]
    assert [finding.rule for finding in mortal_worker.check(file(INVALID)).findings] == ["gather.C9"]


@pytest.mark.parametrize("place", ["behind another", "between others"])
def test_in_a_split_file_only_the_deadly_program_is_lost(mortal_worker, file, place):
    programs = SPLIT[place]
    text, expected = found_in(programs, DEADLY, "module {}")
    report = mortal_worker.check(file(text))
    assert [(finding.line, finding.rule) for finding in report.findings] == expected
    assert all("crashed (signal SIG" in finding.message for finding in report.findings if finding.rule == PARSE)
    assert report.operations == programs.count(INVALID)
    assert report.was_fatal


def test_what_would_mend_a_program_may_kill_the_parser_and_costs_nothing_but_itself(mortal_worker, file):
    deadly_without = DEADLY.replace("deadly\n", "deadly\n// hlogen: ignore[add.C1]\n")
    text = f"{deadly_without}// -----\n{INVALID}// -----\n{deadly_without}"
    report = mortal_worker.check(file(text), fixes=True)
    assert [(finding.rule, finding.part) for finding in report.findings] == [("gather.C9", 2)]
    assert (report.was_fatal, report.fixes, len(report.ignores)) == (False, [], 2)


def test_a_mistake_of_hlogens_is_called_one(mortal_worker, file):
    report = mortal_worker.check(file(f"{MISTAKEN}// -----\n{INVALID}"))
    assert (report.findings[0].rule, report.findings[0].line) == (INTERNAL, 2)
    assert report.findings[0].message == (
        "internal error on the program that starts here: SystemError: nobody expects this"
    )
    assert report.findings[1].rule == "gather.C9"


@pytest.mark.parametrize("killer", KILLERS)
def test_what_has_killed_upstreams_parser_never_ends_the_check(worker, file, killer):
    (finding,) = worker.check(file(KILLERS[killer], "killer.mlir")).findings
    assert finding.rule in (PARSE, "all_to_all.C6")
    assert worker.check(file(VALID)).operations == 1


def test_a_file_that_takes_too_long_is_reported(file):
    with Worker(time_limit=0.001) as worker:
        (finding,) = worker.check(file("module {}\n" + "// -----\nmodule {}\n" * 2000)).findings
    assert finding.rule == PARSE
    assert "longer than 0.001 s" in finding.message


def test_a_file_that_takes_too_long_has_the_findings_until_then(mortal_worker, file, monkeypatch):
    """The limit is for the whole file: each program of which a process dies takes the start of another."""
    mortal_worker.check(file(VALID))
    monkeypatch.setattr(mortal_worker, "time_limit", 1.0)
    report = mortal_worker.check(file(f"{INVALID}\n// -----\n" + f"{DEADLY}// -----\n" * 1000))
    assert report.findings[0].rule == "gather.C9"
    assert "longer than 1 s and was stopped at the program that starts here" in report.findings[-1].message
    assert report.findings[-1].line is not None
    assert len(report.findings) < 1000


def test_a_file_of_many_bad_programs_is_read_once(worker, file, monkeypatch):
    report = worker.check(file("hello\n// -----\n" * 1000))
    assert [finding.line for finding in report.findings] == list(range(1, 2001, 2))


def test_mistakes_of_hlogen_itself_are_findings_too(monkeypatch, tmp_path):
    from hlogen.lint import report

    (tmp_path / "m.mlir").write_text(VALID)
    monkeypatch.setattr(report, "violations_in", lambda program: 1 // 0)
    file, where, told, done = report.report(str(tmp_path / "m.mlir"), "m.mlir")
    assert (file["ignores"], where, done) == ([], {"line": 2, "count": 1}, {"done": True})
    (finding,) = told["findings"]
    assert finding["rule"] == INTERNAL
    assert "ZeroDivisionError" in finding["message"]
    with monkeypatch.context() as asked:
        asked.setenv("HLOGEN_DEBUG", "1")
        (built,) = report.built_report("s.py", lambda: hl.ir.Module([1 // 0]), True).findings
    assert (built.rule, built.file, "Traceback (most recent call last):" in built.message) == (INTERNAL, "s.py", True)
    short = []
    for error in (MemoryError(), UsageError("it is too long"), ZeroDivisionError("here")):

        def fail(*_, error=error, **__):
            raise error

        monkeypatch.setattr(report, "parts", fail)
        found = [one for said in report.report(str(tmp_path / "m.mlir"), "m.mlir") for one in said.get("findings", ())]
        short += [(finding["rule"], finding["message"].partition(" (")[0]) for finding in found]
    assert short == [
        (PARSE, "there isn't enough memory to read this file"),
        (PARSE, "it is too long"),
        (INTERNAL, "internal error: ZeroDivisionError: here"),
    ]
