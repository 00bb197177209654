"""What is written of a finding, to the letter: bug reports, known differences, tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlogen.cli import fuzzed
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import UsageError
from hlogen.fuzz.golden import _head, write_case
from hlogen.fuzz.judge import UNSTEADY, Finding, Judge, Tally, _plain, _unnamed
from hlogen.fuzz.program import Plan, Step, drawn, planned
from hlogen.fuzz.report import Context, write_report
from hlogen.fuzz.store import Store

ADD = Plan("1.add.7.4", (Step("stablehlo.add", (0, 0, 0, 0, 0, 0, 0), ((4,), (1,))),))  # -1 + 1
FOUND = Finding(
    "saturates where integers wrap in add", "wrong value", "saturates where integers wrap", ("stablehlo.add",),
    "the results\naren't right", planned("stablehlo.add", 7, 4), ADD, ("mine.add", "mine.all"),
)  # fmt: skip
CONTEXT = Context("mine", "mine.py:Mine", {"mine": "1.5", "numpy": "2.3"}, "0.9", 4)
SPEC = "https://github.com/openxla/stablehlo/blob/main/docs/spec.md"
MUTE = "mine: the worker process died of this program (signal 6)"

REPORT = """\
# saturates where integers wrap in add

Verdict: **wrong value**, as it would be if the backend saturates where integers wrap.

On record: mine.add, mine.all.

> the results
> aren't right

`program.mlir`:

```mlir
module {
  func.func @main(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<i32>
    return %0 : tensor<i32>
  }
}
```

Arguments (`inputs.npz`):

- argument 0: `int32[]` -1
- argument 1: `int32[]` 1

The backend's results:

- result 0: `int32[]` 2
  - by the specification: `int32[]` 0

The specification: [add](https://github.com/openxla/stablehlo/blob/main/docs/spec.md#add).

Backend: mine (mine 1.5, numpy 2.3). Found by hlogen 0.9; the program is drawn from `1.add.7.4`, \
one of 3 that look alike.

To see it again:

```
hlogen judge program.mlir -i inputs.npz --backend mine.py:Mine
```
"""


def written(folder: Path, finding: Finding, count: int = 1, outcome: Outcome | None = None) -> str:
    write_report(folder, finding, count, outcome, CONTEXT)
    return (folder / "report.md").read_text()


def test_a_report(tmp_path: Path) -> None:
    outcome = Outcome("it", Verdict.WRONG_VALUE, results=(np.array(2, np.int32),))
    assert written(tmp_path / "it", FOUND, 3, outcome) == REPORT
    with np.load(tmp_path / "it" / "inputs.npz") as arrays:
        assert {name: (str(array.dtype), int(array)) for name, array in arrays.items()} == {
            "arg0": ("int32", -1), "arg1": ("int32", 1)
        }  # fmt: skip
    assert (
        (tmp_path / "it" / "case.mlir").read_text().startswith("// saturates where integers wrap in add\n\nfunc.func")
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"key": "wraps", "cause": "wraps"}, "Verdict: **wrong value**.\n"),
        ({"cause": "unknown"}, "Verdict: **wrong value**, of a cause that no model gives.\n"),
        ({"cause": ""}, "Verdict: **wrong value**.\n"),
        ({"known": ()}, "saturates where integers wrap.\n\n> the results\n"),
        ({"message": ""}, "\n> the results aren't those of the specification\n"),
        ({"ops": ()}, f"The specification: {SPEC}.\n"),
        ({"ops": ("stablehlo.add", "func.call")}, f"[add]({SPEC}#add), [call]({SPEC}#call).\n"),
        ({}, "`1.add.7.4`, the only one of its kind so far.\n"),
        ({"verdict": "wrong type or shape"}, "hlogen judge program.mlir -i inputs.npz --backend mine.py:Mine\n"),
        ({"verdict": "refused"}, "hlogen run program.mlir -i inputs.npz --backend mine.py:Mine\n"),
        ({"smallest": Plan("it", (Step("stablehlo.iota"),))}, "```\n\nThe specification: "),
        ({"smallest": Plan("it", (Step("stablehlo.iota"),))}, "\nhlogen judge program.mlir --backend mine.py:Mine\n"),
    ],
)  # fmt: skip
def test_parts_of_a_report(tmp_path: Path, changes: Any, said: str) -> None:
    assert said in written(tmp_path, replace(FOUND, **changes))


def test_large_arrays_are_not_shown(tmp_path: Path) -> None:
    """More than 64 elements; other results are, as long as there are right ones to hold them against."""
    several = Outcome("it", Verdict.WRONG_VALUE, results=(np.zeros(65, np.int8),))
    assert "- result 0: `int8[65]` 65 elements\n  - by the specification: `int32[]` 0\n" in written(
        tmp_path, FOUND, 1, several
    )
    outcome = Outcome("it", Verdict.WRONG_VALUE, results=(np.zeros(64, np.int8),))
    assert f"- result 0: `int8[64]` {[0] * 64}\n" in written(tmp_path, FOUND, 1, outcome)


@pytest.mark.parametrize(
    ("changes", "software", "head"),
    [
        ({}, {"mine": "1.5", "numpy": "2"}, f"clause: add\nvalue in mine since 1.5: {FOUND.key}"),
        ({"verdict": "refused", "ops": ()}, {"mine": "1.5.dev3"},
         "clause: the whole program\nrefused in mine since 1.5: the results"),
        ({"verdict": "run crash", "message": MUTE}, {"mine": "v2"}, f"clause: add\ncrash in mine: {MUTE}"),
        ({"verdict": "wrong type or shape", "ops": ("stablehlo.add", "func.call")}, {},
         "clause: add, call\nfails in it: the results"),
    ],
)  # fmt: skip
def test_the_head_of_a_known_difference(changes: Any, software: dict[str, str], head: str) -> None:
    assert _head("mine.it", replace(FOUND, **changes), software) == f"difference: mine.it\n{head}"


def test_what_is_no_known_difference(tmp_path: Path) -> None:
    """What is another one each time, what broke a form, and what has a file."""
    folder = tmp_path / "mine"
    assert write_case(folder, "it", replace(FOUND, cause=UNSTEADY), {}, 0) is None
    form = replace(FOUND, smallest=replace(ADD, relation="portable"))
    assert not folder.exists()
    assert write_case(folder, "it", form, {"mine": "1"}, 0) == folder / "it.mlir"
    before = (folder / "it.mlir").read_text()
    assert before.startswith("// difference: mine.it\n// clause: add\n// value in mine since 1: saturates where")
    assert write_case(folder, "it", FOUND, {"mine": "2"}, 0) is None
    assert (folder / "it.mlir").read_text() == before
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"^can't write into .*file: File exists$"):
        write_case(tmp_path / "file", "it", FOUND, {}, 0)


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        ("can't take tensor<2x3xi32> beside tensor<?xf32, #stablehlo.bounds<4>>\nmore", "can't take _ beside _"),
        ("(tensor<complex<f32>>)->tensor<!quant.uniform<i8<-127:127>:f32, 5.0e-01:3>>, tensor<>", "(_)->_, _"),
        ("(-:12:3): %arg0 and %3 at 0x7f and 17, 2.5", "_: _ and _ at _ and #, #.#"),
        ("f32[2,3]{1,0} and s64[] aren't pred[8]", "_ and _ aren't _"),
        ("x" * 200, "x" * 160),
    ],
)  # fmt: skip
def test_messages_without_what_differs_from_program_to_program(message: str, plain: str) -> None:
    assert _plain(message) == plain


@pytest.mark.parametrize(
    ("message", "unnamed"),
    [
        ("'stablehlo.add' op operand #12 is 4 of 'tensor<2xf32>'\nmore", "_stablehlo.add op operand ## is # of _"),
        ("'stablehlo.add' op must be statically shaped, but 'stablehlo.abs'", "_ op must be statically shaped, but _"),
        ("x" * 90, "x" * 64),
    ],
)  # fmt: skip
def test_what_verifiers_say_whatever_types_it_is_about(message: str, unnamed: str) -> None:
    assert _unnamed(message) == unnamed


OTHER = replace(
    FOUND, key="refused: no", verdict="refused", cause="", known=(), smallest=Plan("it", (Step("stablehlo.iota"),))
)
JUDGED = Counter(
    {
        "pass": 6,
        "pass within tolerance": 1,
        "one of several admissible": 1,
        "refused": 2,
        "wrong value": 5,
        "harness": 1,
    }
)
CELLS = Counter({("stablehlo.add", "i32", shape, "plain"): count for shape, count in (("scalar", 7), ("empty", 1))})


def store_of(folder: Path, findings: list[Finding]) -> Store:
    store = Store(folder / "it.sqlite", {"backend": "mine"})
    batch = store.take({"size": 1, "ops": []}, 16, "me", 60)
    store.add(batch, Tally(JUDGED, CELLS, findings, Counter({FOUND.key: 3})))
    return store


def test_the_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong, most of it first; what can't be judged is no finding."""
    harness = replace(FOUND, key="harness: no", verdict="harness")
    with store_of(tmp_path, [OTHER, FOUND, replace(FOUND, known=()), harness]) as store:
        fuzzed._tell(store, store.findings(), Path("there"))
    assert (
        capsys.readouterr().out
        == f"""\
16 programs judged, 8 right; 2 cells covered
      5 wrong value
      2 refused
      1 harness
2 causes, each with its folder in there:
      5 {FOUND.key} (on record: mine.add, mine.all)
      1 refused: no
"""
    )
    (tmp_path / "one").mkdir()
    with store_of(tmp_path / "one", [OTHER]) as store:
        fuzzed._tell(store, store.findings(), Path("there"))
    assert capsys.readouterr().out.endswith("1 cause, each with its folder in there:\n      1 refused: no\n")


def test_the_table_of_what_was_covered(tmp_path: Path) -> None:
    """What has most left to be met comes first; nothing is known of what was never met."""
    fuzzed._write_coverage(tmp_path / "it.md", CELLS, ("stablehlo.add", "stablehlo.sub", "stablehlo.abs"))
    lines = (tmp_path / "it.md").read_text().splitlines()
    assert lines[-4:] == [
        "|---|---|---|---|", "| `stablehlo.abs` | 0 | 0 | 100.0% |", "| `stablehlo.sub` | 0 | 0 | 100.0% |",
        "| `stablehlo.add` | 2 | 1 | 12.5% |",
    ]  # fmt: skip


def test_each_cause_has_its_smallest_program(tmp_path: Path) -> None:
    """Of fewest elements, then of fewest decisions; a report that is there stays."""
    by_elements = replace(FOUND, smallest=Plan("it", (Step("stablehlo.add", (0,), ((1, 2), (3, 4))),)))
    by_numbers = replace(FOUND, smallest=Plan("it", (Step("stablehlo.add", (0,) * 9, ((4,), (1,))),)))
    findings = [by_elements, by_numbers, FOUND]
    assert fuzzed._smallest(findings) is FOUND
    harness = replace(FOUND, key="harness: no", verdict="harness")
    with Judge("interpreter") as judge:
        all_findings = {FOUND.key: findings, OTHER.key: [OTHER], harness.key: [harness]}
        fuzzed._write_reports(tmp_path, all_findings, Counter({FOUND.key: 4}), judge, CONTEXT)
        report = tmp_path / "saturates-where-integers-wrap-in-add" / "report.md"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["refused-no", report.parent.name]
        assert "one of 7 that look alike" in report.read_text()
        assert "- result 0: `int32[]` 0\n" in report.read_text()  # what the backend gives now
        report.write_text("mine")
        fuzzed._write_reports(tmp_path, all_findings, Counter(), judge, CONTEXT)
    assert report.read_text() == "mine"


def test_a_report_says_how_the_first_wrong_element_is_drawn(tmp_path: Path) -> None:
    plan = planned("stablehlo.reverse", 3)
    (right,) = drawn(plan).form.expected()
    wrong = np.roll(right.reshape(-1), 1).reshape(right.shape)
    first = np.unravel_index(int((wrong != right).argmax()), right.shape)
    outcome = Outcome("it", Verdict.WRONG_VALUE, results=(wrong,))
    text = written(tmp_path, replace(FOUND, smallest=plan, ops=("stablehlo.reverse",)), 1, outcome)
    command = f"hlogen explain program.mlir -i inputs.npz --op reverse --element {','.join(map(str, first))}"
    assert f"--backend mine.py:Mine\n{command}\n```" in text
