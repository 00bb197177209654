"""What values look like at the prompt and in notebooks: short, escaped, and cut where they are long."""

from __future__ import annotations

from html.parser import HTMLParser

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.notebook import Shown, as_html


class Text(HTMLParser):
    """The text of a page, as a browser shows it; anything left open is a mistake."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(value: object) -> str:
    page = value._repr_html_()  # type: ignore[attr-defined]  # it is what notebooks ask for
    assert "color" not in page
    return Text(page).text


@hl.function("4xf32", "3xi32", "3xf32")
def added(x, i, u):
    return x.at[i].add(u)


TWICE = np.zeros(4, np.float32), np.array([1, 1, 1], np.int32), np.array([1e8, 1, -1e8], np.float32)
REFUSED = """func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


def test_programs_are_shown_as_they_are_printed() -> None:
    program = hl.module(added, name="<b>")
    assert repr(added) == "<hlogen function added: (tensor<4xf32>, tensor<3xi32>, tensor<3xf32>) -> tensor<4xf32>>"
    assert repr(program) == "<hlogen program of @added>"
    assert repr(program.module) == "<hlogen module <b> of @added>"
    for value in (added, program, program.module):
        assert shown(value) == str(value).rstrip()
    assert 'module @"<b>"' in shown(program)


def test_a_refused_program_is_shown_too_and_so_is_what_it_breaks() -> None:
    module = hl.parse(REFUSED)
    assert repr(module) == "<hlogen module of @f, which upstream's verifier refuses>"
    assert shown(module) == str(module).rstrip()
    (violation,) = hl.check(module)
    assert (
        repr(violation) == "<-:2:8: error: stablehlo.add breaks add.C1: rhs is tensor<3xf32>, but lhs is tensor<2xf32>>"
    )
    assert shown(violation) == str(violation)


def test_many_functions_are_counted() -> None:
    many = hl.module(*[hl.function("f32", name=f"f{n}")(lambda x: x) for n in range(8)])
    assert repr(many) == "<hlogen program of @f0, @f1, @f2, @f3, @f4 and 3 more>"
    assert repr(hl.module()) == "<hlogen program of no functions>"


def test_what_was_found_is_shown_in_short_and_in_whole() -> None:
    analysis = hl.analyze(added)
    assert repr(analysis) == "<analysis of 1 gather or scatter>"
    assert repr(analysis.operations[0]).endswith("stablehlo.scatter: 3 index vectors, windows of 1 in inputs of 4>")
    admissible = interpreter.admissible(added, *TWICE)
    verdict = admissible.contains([np.ones(4, np.float32)])
    assert repr(verdict) == "<inadmissible: 3 inadmissible of 4 elements>"
    assert repr(verdict.reasons[0]) == "<result 0, [0]: 1.0 is inadmissible>"
    assert repr(admissible.of(0, 1)) == "<one of 0.0, 1.0>"
    sanitizer = interpreter.Sanitizer()
    interpreter.run(added, TWICE[0], np.array([1, 1, 9], np.int32), TWICE[2], sanitize=sanitizer)
    (finding,) = sanitizer.findings
    assert "warning: bounds.dropped in stablehlo.scatter" in repr(finding)
    assert len(repr(finding)) < len(str(finding))
    comparison = interpreter.compare(added, *TWICE)
    assert repr(comparison) == "<4 operations compared with xla: none differ>"
    for value in (analysis, *analysis.operations, admissible, verdict, *verdict.reasons, finding, comparison):
        assert shown(value) == str(value)


@pytest.mark.parametrize(("text", "short"), [("a" * 120 + "\nb", "a" * 120), ("a" * 121, "a" * 120 + "..."), ("", "")])
def test_a_long_first_line_is_cut_at_the_prompt(text: str, short: str) -> None:
    class Long(Shown):
        def __str__(self) -> str:
            return text

    assert repr(Long()) == f"<{short}>"


@pytest.mark.parametrize(
    ("count", "more"), [(60, ""), (61, "... 1 more line, which"), (300, "... 240 more lines, which")]
)
def test_long_texts_are_cut_with_a_note(count: int, more: str) -> None:
    text = Text(as_html("".join(f"line <{n}>\n" for n in range(count)))).text.split("\n")
    assert text[:60] == [f"line <{n}>" for n in range(60)]
    assert len(text) == 60 + bool(more)
    assert more in text[-1]


def test_long_lines_are_cut_with_a_note() -> None:
    assert Text(as_html("&" * 400)).text == "&" * 400
    assert Text(as_html("&" * 1000)).text == "&" * 400 + "... 600 more characters"
