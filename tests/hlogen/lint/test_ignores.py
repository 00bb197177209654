"""Comments that ignore findings, and those that ignore nothing."""

from __future__ import annotations

import pytest

from hlogen.lint.finding import Finding, Ignore
from hlogen.lint.ignore_comments import ignores_in, ignoring
from hlogen.lint.ignores import heeded, pattern_in_vain

TEXT = """\
// hlogen: ignore-file[convert]
func.func @main(%x: tensor<2xf32>) {  // hlogen: ignore[add.C1, gather] it is meant so
  "a"() {b = "// hlogen: ignore[no]"} : () -> ()  // about hlogen: ignore[no]

  // hlogen: ignore[scatter]
  // of what begins here

  "c"() : () -> () //hlogen: ignore[]
  // hlogen: ignore
}
"""


def test_comments_say_which_lines_they_are_about():
    assert list(ignores_in(TEXT)) == [
        Ignore(1, 1, 32, ("convert",), None, True),
        Ignore(2, 39, 72, ("add.C1", "gather"), 2, False),
        Ignore(5, 3, 29, ("scatter",), 8, True),
        Ignore(8, 20, 38, (), 8, False),
        Ignore(9, 3, 20, (), 10, True),
    ]


def test_comments_of_python():
    text = 's = "# hlogen: ignore[no]"\nx = 1  # hlogen: ignore[add]\n# hlogen: ignore[sub]\n\ny = 2\n'
    assert list(ignores_in(text, is_python=True)) == [
        Ignore(2, 8, 29, ("add",), 2, False),
        Ignore(3, 1, 22, ("sub",), 5, True),
    ]
    assert list(ignores_in("x = (  # hlogen: ignore[add]\n", is_python=True)) == [Ignore(1, 8, 29, ("add",), 1, False)]


def finding(rule: str, line: int | None, *scopes: int) -> Finding:
    return Finding("m.mlir", line, 3, rule, "stablehlo.add", "it is", scopes=scopes)


ADD = finding("add.C1", 4, 2, 4)


@pytest.mark.parametrize(
    ("ignore", "is_hidden"),
    [
        (Ignore(4, 20, 30, ("add.C1",), 4), True),
        (Ignore(4, 20, 30, ("add",), 4), True),
        (Ignore(4, 20, 30, ("ADD.c1",), 4), True),
        (Ignore(4, 20, 30, ("subtract", "add"), 4), True),
        (Ignore(4, 20, 30, ("add.C2",), 4), False),
        (Ignore(2, 20, 30, ("add",), 2), False),  # of the line of its function alone
        (Ignore(1, 1, 30, ("add",), 2, True), True),  # of the whole function
        (Ignore(1, 1, 30, ("add",), 3, True), False),
        (Ignore(1, 1, 30, ("add",), None, True), True),
    ],
)
def test_what_a_comment_hides(ignore, is_hidden):
    left, hidden = heeded([ADD], [ignore], "m.mlir")
    unused = [one.message for one in left if one.rule == "ignore.unused"]
    assert (ADD not in left, hidden) == (is_hidden, int(is_hidden))
    assert len(unused) == len(ignore.patterns) - is_hidden


def test_what_is_wrong_with_comments_stands_in_order_and_failures_stay():
    failure = finding("parse", 6)
    ignores = [
        Ignore(5, 1, 9, ("parse",), None),
        Ignore(9, 2, 9, (), 9),
        Ignore(3, 1, 9, ("add.C99", "bounds.dropped"), 4),
    ]
    left, hidden = heeded([ADD, failure], ignores, "m.mlir")
    assert hidden == 0
    assert [(one.line, one.column, one.rule) for one in left] == [
        (3, 1, "ignore.unknown"),
        (3, 1, "ignore.unused"),
        (4, 3, "add.C1"),
        (5, 1, "ignore.unknown"),
        (6, 3, "parse"),
        (9, 2, "ignore.unknown"),
    ]
    said = {one.line: one.message for one in left if one.rule == "ignore.unknown"}
    assert said[9].startswith("this comment names no rule: write hlogen: ignore[")
    assert "there is no constraint or hazard 'add.C99'; did you mean" in left[0].message
    assert "always reported" in said[5]
    assert all(one.level == "warning" and one.fingerprint for one in left if one.rule.startswith("ignore."))


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("  %0 = a", ["  %0 = a  // hlogen: ignore[add.C1, abs]"]),
        ("  %0 = a  \r", ["  %0 = a  // hlogen: ignore[add.C1, abs]\r"]),
        ('  %0 = "// b"', ['  %0 = "// b"  // hlogen: ignore[add.C1, abs]']),
        ("  %0 = a // hlogen: ignore[sub] so", ["  %0 = a // hlogen: ignore[sub, add.C1, abs] so"]),
        ("  %0 = a // hlogen: ignore[abs,  sub ]", ["  %0 = a // hlogen: ignore[abs, sub, add.C1]"]),
        ("  %0 = a // hlogen: ignore[]", ["  %0 = a // hlogen: ignore[add.C1, abs]"]),
        ("\t%0 = a // why", ["\t// hlogen: ignore[add.C1, abs]", "\t%0 = a // why"]),
        ("%0 = a // why\r", ["// hlogen: ignore[add.C1, abs]\r", "%0 = a // why\r"]),
        ('%0 = "// hlogen: ignore[x]" // y', ["// hlogen: ignore[add.C1, abs]", '%0 = "// hlogen: ignore[x]" // y']),
    ],
)
def test_comments_are_written_where_they_are_read(line: str, lines: list[str]) -> None:
    assert ignoring(line, ["add.C1", "abs"]) == lines
    program = "\n".join(["func.func @f() {", *lines, "  return", "}"])
    (comment,) = ignores_in(program)
    assert {"add.C1", "abs"} <= {*comment.patterns}
    assert comment.target == program[: program.index("= ")].count("\n") + 1


def test_of_several_findings_a_comment_hides_those_that_it_names():
    others = [finding("add.C2", 4, 2, 4), finding("abs.C1", 4, 2, 4), finding("bounds.clamped", 4, 2, 4)]
    left, hidden = heeded([ADD, *others], [Ignore(4, 20, 30, ("add", "bounds.clamped"), 4)], "m.mlir")
    assert (left, hidden) == ([others[1]], 3)
    left, hidden = heeded(
        [ADD, *others], [Ignore(4, 20, 30, ("add.C2",), 4), Ignore(1, 1, 9, ("add",), None)], "m.mlir"
    )
    assert (left, hidden) == (others[1:], 2)
    upstream = finding("upstream.chlo.erf", 4)
    for pattern in ("upstream", "upstream.chlo.erf"):
        assert heeded([upstream], [Ignore(4, 20, 30, (pattern,), 4)], "m.mlir") == ([], 1)
    words = {None: "the file", 7: "line 7"}
    for target, where in words.items():
        (_, unused), _ = heeded([ADD], [Ignore(5, 20, 30, ("abs",), target)], "m.mlir")
        assert unused.message == f"abs isn't found in {where}, and ignored in vain"
        assert pattern_in_vain(unused) == "abs"
    (_, unused), _ = heeded([ADD], [Ignore(5, 20, 30, ("abs",), 7, True)], "m.mlir")
    assert unused.message == "abs isn't found in what begins on line 7, and ignored in vain"
    assert (unused.column, unused.end_column, unused.fix) == (20, 30, "remove it, or what it names in vain")
