"""Formulas are read as trees whose nodes know their own text, which messages quote."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

import pytest

from hlogen.spec.formula.syntax import Choice, Comparison, Node, Span, parse
from hlogen.spec.rules.rule import TABLE


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        for one in value if isinstance(value, tuple) else (value,):
            inner = one[1] if isinstance(one, tuple) else one  # a name and what it stands for
            if dataclasses.is_dataclass(inner):
                yield from nodes(inner)


def test_the_text_of_a_part_reads_as_that_part() -> None:
    formulas = [formula for rules in TABLE.rows().values() for formula in rules.about_results]
    formulas += map(
        parse, ("a = b < c ? d : e", "a <= b ? c : d", "not a and (b or not c) or d", "a - (b + c) * d = e")
    )
    for formula in formulas:
        for node in nodes(formula):
            if not isinstance(node, Span | Choice):  # whose texts alone would be read as something else
                assert parse(node.text) == node, (formula.text, node.text)


def test_a_choice_binds_more_than_the_equation_before_it() -> None:
    formula = parse("a = b < c ? d : e")
    assert isinstance(formula, Comparison)
    _, chosen = formula.operands
    assert isinstance(chosen, Choice)
    assert (chosen.text, chosen.condition.text) == ("b < c ? d : e", "b < c")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a @ b", "'@' in 'a @ b'"),
        ("a = ", "unexpected '' at '' of 'a = '"),
        ("rank(a", "expected ',' at '' of 'rank(a'"),
        ("(a", "expected ')' at '' of '(a'"),
        ("all 3 in x: a", "expected a name at '3 in x: a' of 'all 3 in x: a'"),
        ("if then", "unexpected 'then' at 'then' of 'if then'"),
    ],
)
def test_what_is_no_formula(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(wrong)}$"):
        parse(text)
