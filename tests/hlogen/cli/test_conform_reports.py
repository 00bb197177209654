"""What pages and files about a run of the conformance suite say, to the letter."""

from __future__ import annotations

import pytest

from hlogen.cli.conform.campaigns import line_of
from hlogen.cli.conform.reports import _reason, as_html, as_junit, as_markdown
from hlogen.conform.corpus import GOLDEN, corpus
from hlogen.conform.expected import Entry, Judged
from hlogen.conform.records import Header, Record
from hlogen.conform.verdicts import Outcome, Verdict

HEADER = Header(
    "mine", "/there/mine.py:Mine", {"mine": "1.5", "numpy": "2.3"}, "0.9", {"cases": ["-k", "a b"]}, "Linux, 4 cores",
    "2026-01-02T03:04:05+00:00",
)  # fmt: skip
OLD = Entry(("negate/*",), (Verdict.REFUSED,), "it is old")
FOUND = [
    Judged(Record("add/one@constants", Verdict.PASS, compile_seconds=0.25, run_seconds=0.5), None),
    Judged(Record("add/two@constants", Verdict.REFUSED, "no <i4> at 3:7\nmore", run_seconds=0.125), None),
    Judged(Record("tan/one@constants", Verdict.REFUSED, "no <i4> at 12:1"), None),
    Judged(Record("tan/two@constants", Verdict.RUN_CRASH), None),
    Judged(Record("tan/three@constants", Verdict.UNSUPPORTED, "no tan"), None),
    Judged(Record("tan/four@constants", Verdict.HARNESS, "it can't be judged"), None),
    Judged(Record("negate/one@constants", Verdict.REFUSED, "no negate"), OLD),
    Judged(Record("negate/two@constants", Verdict.PASS), OLD),
]


def test_markdown() -> None:
    assert (
        as_markdown(HEADER, FOUND, {})
        == """\
# mine: mine 1.5, numpy 2.3

8 cases, 2 right; 6 not as expected. 2026-01-02, Linux, 4 cores, hlogen 0.9.

```
hlogen conform run mine.py:Mine -k 'a b'
```

| op | pass | unsupported | refused | run crash | harness |
| --- | ---: | ---: | ---: | ---: | ---: |
| all | 2 | 1 | 3 | 1 | 1 |
| add | 1 |  | 1 |  |  |
| negate | 1 |  | 1 |  |  |
| tan |  | 1 | 1 | 1 | 1 |

## What is wrong, by its reasons

- 1 unsupported: no tan (`tan/three@constants`)
- 2 refused: no \\<i4\\> at N (`add/two@constants`)
- 1 refused: it is old (`negate/one@constants`)
- 1 run crash: no reason given (`tan/two@constants`)
- 1 harness: it can't be judged (`tan/four@constants`)
"""
    )


def test_reasons_beyond_the_fortieth_are_counted() -> None:
    many = [
        Judged(Record(f"add/{letters}{k}@constants", Verdict.REFUSED, f"no {letters}"), None)
        for letters in ("x" * n for n in range(1, 43))
        for k in range(1 + (letters in ("x", "xxx")))
    ]
    said = as_markdown(HEADER, [FOUND[0], *many], {}).splitlines()
    assert said[-1] == "- 2 refused, of 2 other reasons"
    assert said[-41:-38] == [
        "- 2 refused: no x (`add/x0@constants`)",
        "- 2 refused: no xxx (`add/xxx0@constants`)",
        "- 1 refused: no xx (`add/xx0@constants`)",
    ]
    all_right = as_markdown(HEADER, FOUND[:1], {})
    assert "1 cases, 1 right; all as expected." in all_right
    assert "What is wrong" not in all_right


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("no i4 at 12:1 of [3, 4.5]", "no i4 at N of [N, N]"),
        ("/there/folder/it.py:3: no f32", "it.py:N no f32"),
        ("E0311 12:33:11.123   4321 it.cc:7] no room\nmore", "it.cc:N] no room"),
        ("it can't do 'stablehlo.tan' that was explicitly marked illegal: %3 = tan %2", "it can't do 'stablehlo.tan'"),
        ("", "no reason given"),
    ],
)  # fmt: skip
def test_one_reason_is_the_same_whatever_the_numbers_and_places_are(message: str, reason: str) -> None:
    refused = Record("add/one@constants", Verdict.REFUSED, message)
    assert _reason(Judged(refused, None)) == reason
    assert _reason(Judged(refused, OLD)) == "it is old"
    wrong = Record("add/one@constants", Verdict.WRONG_VALUE, message)
    assert (_reason(Judged(wrong, None)), _reason(Judged(wrong, OLD))) == ("add", "add")


def test_junit() -> None:
    assert (
        as_junit(HEADER, FOUND, {})
        == """\
<?xml version="1.0" encoding="utf-8"?>
<testsuite name="hlogen conform mine" tests="8" failures="4" errors="1" skipped="2" time="0.875" \
timestamp="2026-01-02T03:04:05+00:00">
  <properties>
    <property name="mine" value="1.5" />
    <property name="numpy" value="2.3" />
  </properties>
  <testcase classname="conform.add" name="add/one@constants" time="0.7500" />
  <testcase classname="conform.add" name="add/two@constants" time="0.1250">
    <failure message="refused: no &lt;i4&gt; at 3:7">no &lt;i4&gt; at 3:7
more</failure>
  </testcase>
  <testcase classname="conform.tan" name="tan/one@constants" time="0.0000">
    <failure message="refused: no &lt;i4&gt; at 12:1">no &lt;i4&gt; at 12:1</failure>
  </testcase>
  <testcase classname="conform.tan" name="tan/two@constants" time="0.0000">
    <failure message="run crash" />
  </testcase>
  <testcase classname="conform.tan" name="tan/three@constants" time="0.0000">
    <skipped message="unsupported: no tan">no tan</skipped>
  </testcase>
  <testcase classname="conform.tan" name="tan/four@constants" time="0.0000">
    <error message="harness: it can't be judged">it can't be judged</error>
  </testcase>
  <testcase classname="conform.negate" name="negate/one@constants" time="0.0000">
    <skipped message="refused: expected: it is old">expected: it is old</skipped>
  </testcase>
  <testcase classname="conform.negate" name="negate/two@constants" time="0.0000">
    <failure message="pass" />
  </testcase>
</testsuite>
"""
    )


def test_the_page_draws_the_first_element_that_is_wrong() -> None:
    (case,) = corpus([GOLDEN / "gather" / "batching_dims_only.mlir"])
    (form,) = case.forms(["arguments"])
    (right,) = form.expected()
    wrong = right.copy()
    wrong[(-1,) * wrong.ndim] += 1
    outcome = Outcome(form.id, Verdict.WRONG_VALUE, "one element differs", results=(wrong,))
    judged = Judged(Record.of(outcome), None)
    page = as_html(HEADER, [judged], {case.id: case})
    last = ", ".join(str(size - 1) for size in right.shape)
    assert f"result[{last}] = {right[(-1,) * right.ndim]} is operand[" in page
    picture = f"hlogen explain {case.file} --op gather"
    assert line_of(judged, case).splitlines()[-1] == f"    picture: {picture}"
    assert "picture" not in line_of(judged)
