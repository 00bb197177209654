"""Which verdict a result has: by the case's checks, by any order, with units in the last place, and of what fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlogen.backends.errors import CannotStartBackend, OracleCrashed, OracleError, OutOfMemory, Refused, Unsupported
from hlogen.conform import campaign
from hlogen.conform.corpus import Case
from hlogen.conform.forms import Form, as_arguments
from hlogen.conform.shrink import shrink
from hlogen.conform.verdicts import Outcome, Verdict, judged, put
from hlogen.errors import HlogenError, UsageError
from hlogen.mlir.reader import read

CHECKED = """func.func @main() {{
  %x = stablehlo.constant dense<{x}> : tensor<{count}xf32>
  %wanted = stablehlo.constant dense<{wanted}> : tensor<{type}f32>
  {compute}
  stablehlo.custom_call @check.expect_eq(%y, %wanted) : (tensor<{type}f32>, tensor<{type}f32>) -> ()
  return
}}"""
SUM = """%zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<3xf32>, tensor<f32>) -> tensor<f32>"""


def form_of(compute: str, x: str, wanted: str, count: int, type: str = "", is_defined: bool = True) -> Form:
    text = CHECKED.format(compute=compute, x=x, wanted=wanted, count=count, type=type)
    return replace(as_arguments(read(text), "main", "it"), is_defined=is_defined)


def verdict_of(form: Form, value: Any, ulps: int = 0) -> Verdict:
    others = form.expected()[1:]
    return judged(form, (np.asarray(value, np.float32), *others), ulps)[0]


def test_units_in_the_last_place_are_of_functions_whose_accuracy_is_open() -> None:
    e = np.float32(np.exp(1.0))
    near, far = np.nextafter(e, np.float32(3)), e * np.float32(1.001)
    form = form_of("%y = stablehlo.exponential %x : tensor<1xf32>", "1.0", f"{e:.9g}", 1, "1x")
    sums = form_of("%y = stablehlo.add %x, %x : tensor<1xf32>", "1.0", "2.0", 1, "1x")
    assert [verdict_of(form, [value], ulps) for value, ulps in ((e, 0), (e, 4), (near, 0), (near, 4), (far, 4))] == [
        Verdict.PASS, Verdict.PASS, Verdict.WRONG_VALUE, Verdict.ADMISSIBLE, Verdict.WRONG_VALUE
    ]  # fmt: skip
    assert verdict_of(sums, [np.nextafter(np.float32(2), np.float32(3))], 4) is Verdict.WRONG_VALUE


def test_a_case_that_is_defined_knows_better_than_bounds_do() -> None:
    """Sums from the left give 1, those from the right 0."""
    from_left, any_order = (
        form_of(SUM, "[1.0e8, -1.0e8, 1.0]", "1.0", 3, is_defined=is_defined) for is_defined in (True, False)
    )
    assert [verdict_of(any_order, value) for value in (1, 0, 100)] == [
        Verdict.PASS, Verdict.ADMISSIBLE, Verdict.WRONG_VALUE
    ]  # fmt: skip
    assert [verdict_of(from_left, 0, ulps) for ulps in (0, 4)] == [Verdict.WRONG_VALUE] * 2


def test_where_nothing_is_known_but_what_the_case_says() -> None:
    form = form_of("%y = stablehlo.custom_call @theirs(%x) : (tensor<1xf32>) -> tensor<1xf32>", "1.0", "2.0", 1, "1x")
    rest = form.arguments[1:]
    for ulps in (0, 4):
        verdict, message = judged(form, (np.float32([3]), *rest), ulps)
        assert (verdict, message.partition("\n")[0][:20]) == (Verdict.WRONG_VALUE, message[:20])
        assert "3" in message
    assert judged(form, (np.float32([2]), *rest))[0] is Verdict.PASS


class Failing:
    """A backend of this process that fails, or can't be started."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)

    def run(self, *_: Any, **__: Any) -> Any:
        raise self.errors.pop(0)

    def version(self) -> dict[str, str]:
        return {}

    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (Unsupported("no"), Verdict.UNSUPPORTED),
        (Refused("no"), Verdict.REFUSED),
        (OutOfMemory("no"), Verdict.OUT_OF_MEMORY),
        (OracleCrashed("no"), Verdict.RUN_CRASH),
        (OracleError("no"), Verdict.RUN_CRASH),
        (UsageError("no"), Verdict.HARNESS),
    ],
)
def test_what_a_backend_raises(error: Exception, verdict: Verdict) -> None:
    form = form_of("%y = stablehlo.add %x, %x : tensor<1xf32>", "1.0", "2.0", 1, "1x")
    outcome = put(form, Failing(error))
    assert (outcome.verdict, outcome.message, outcome.is_backends_end) == (verdict, "no", False)


class Told(Case):
    """A case of which only the forms are asked for."""

    def __init__(self, id: str, forms: Sequence[Form] | Exception) -> None:
        super().__init__(id, Path(id), 1, b"", "main", "", ())
        self.__dict__["made"] = forms

    def forms(self, *_: Any) -> Any:
        made = self.__dict__["made"]
        if isinstance(made, Exception):
            raise made
        return made


def outcomes(cases: Sequence[Case], *errors: Exception, monkeypatch: pytest.MonkeyPatch) -> list[Outcome]:
    monkeypatch.setattr(campaign.Campaign, "_made", lambda self, address: Failing(*errors))
    with campaign.Campaign("interpreter") as run:
        return list(run.run(cases))


def test_a_case_that_has_no_forms_is_one_verdict_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    form = form_of("%y = stablehlo.add %x, %x : tensor<1xf32>", "1.0", "2.0", 1, "1x")
    cases = [Told("a", ZeroDivisionError("here")), Told("b", UsageError("it has no end")), Told("c", [form])]
    found = outcomes(cases, Refused("no"), monkeypatch=monkeypatch)
    assert [(one.id, one.verdict, one.message) for one in found] == [
        ("a@constants", Verdict.HARNESS, "internal error: ZeroDivisionError: here"),
        ("b@constants", Verdict.HARNESS, "it has no end"),
        ("it", Verdict.REFUSED, "no"),
    ]


def test_a_backend_that_cannot_be_started_again_and_again_is_not_asked_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    form = form_of("%y = stablehlo.add %x, %x : tensor<1xf32>", "1.0", "2.0", 1, "1x")
    gone, cases = CannotStartBackend("no licence"), [Told("it", [form])] * 9
    assert len(outcomes(cases, *[gone, gone, gone, gone, Refused("no")] * 2, monkeypatch=monkeypatch)) == 9
    with pytest.raises(HlogenError, match=r"^interpreter could not be started for 5 cases in a row: no licence$"):
        outcomes(cases, Refused("no"), *[gone] * 8, monkeypatch=monkeypatch)
    with pytest.raises(KeyError, match="mine"):
        outcomes(cases, KeyError("mine"), monkeypatch=monkeypatch)


class Wrong:
    """Negates, and one too much where an argument is at least `least`."""

    def __init__(self, least: float) -> None:
        self.least = least

    def run(self, program: Any, *arguments: Any, entry: str = "main") -> Any:
        negated = -arguments[0]  # a zero that is added would take a sign away
        return (negated + 1 if np.max(arguments[0]) >= self.least else negated, *arguments[1:])

    version, close = Failing.version, Failing.close


@pytest.mark.parametrize(
    ("least", "given", "smallest"),
    [
        (-9, [50, -7, 3, 8, 9], [0, 0, 0, 0, 0]),
        (1, [50, -7, 3, 8, 9], [1, 1, 1, 1, 1]),
        (2, [50, -7, 3, 8, 9], [0, 1, 2, 3, 0]),
        (4, [50, -7, 3, 8, 9], [50, -7, 3, 8, 9]),
        (-9, [0, 0], [0, 0]),
    ],
)
def test_arguments_of_a_smaller_program_are_plain_where_they_show_it(
    least: float, given: list[float], smallest: list[float]
) -> None:
    compute = f"%y = stablehlo.negate %x : tensor<{len(given)}xf32>"
    asked = form_of(
        compute, str([float(x) for x in given]), str([-float(x) for x in given]), len(given), f"{len(given)}x"
    )
    told: list[str] = []
    found = shrink(asked, Wrong(least), "interpreter", tell=told.append)
    assert (found.form.checks, found.outcome.verdict) == ((), Verdict.WRONG_VALUE)
    assert found.form.arguments[0].tolist() == smallest
    assert told[0] == "judged by the specification alone?"
    with pytest.raises(HlogenError, match=r"^it: pass: there is nothing to shrink$"):
        shrink(asked, Wrong(99), "interpreter")
