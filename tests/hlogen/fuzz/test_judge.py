"""Programs that a backend gets wrong: which are examined, what they are called, and which are only counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.backends import MEMORY_LIMIT
from hlogen.backends.address import found
from hlogen.backends.errors import CannotStartBackend, OracleCrashed, OracleTimeout, Refused
from hlogen.backends.pool import adapted
from hlogen.backends.process import WorkerBackend
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import HlogenError, UsageError
from hlogen.fuzz import judge as judging
from hlogen.fuzz.examine import Examination
from hlogen.fuzz.judge import SHARED, UNSTEADY, Judge
from hlogen.fuzz.program import Plan, drawn, planned
from hlogen.ir import Module

Results = Any


class Backend:
    """The interpreter, whose results of programs with one of `ops` are changed."""

    def __init__(self, change: Callable[[list[Any]], Any], *ops: str) -> None:
        self.change, self.ops = change, {f"stablehlo.{op}" for op in ops}

    def run(self, program: Module, *args: object, entry: str = "main") -> Results:
        results = interpreter.run(program, *args, entry=entry)
        if self.ops.isdisjoint(operation.name for operation in program.walk()):
            return results
        changed = [np.array(each) for each in results]
        self.change(changed)
        return tuple(changed)


def judge_of(backend: Any, other: Any = None) -> Judge:
    judge = Judge("interpreter", tries=60)
    judge.backend, judge.other = backend, other
    return judge


def plans(op: str, number: int, first: int = 0) -> list[Plan]:
    return [planned(f"stablehlo.{op}", seed) for seed in range(first, first + number)]


def flip(results: list[Any]) -> None:
    """What no model explains."""
    for each in results:
        if each.dtype.kind in "iu" and each.size:
            each.flat[0] ^= 21


def raising(error: HlogenError) -> Callable[[list[Any]], None]:
    def change(results: list[Any]) -> None:
        raise error

    return change


def test_what_is_another_one_each_time() -> None:
    numbers = count(1)

    def change(results: list[Any]) -> None:
        for each in results:
            if each.size:
                each.reshape(-1).view(np.uint8)[0] ^= next(numbers) % 100

    tally = judge_of(Backend(change, "not")).judge(plans("not", 6))
    assert {(each.key, each.cause, each.smallest == each.plan) for each in tally.findings} == {
        ("gives other results each time in not", UNSTEADY, True)
    }


def test_two_of_those_that_look_alike_are_examined() -> None:
    """The others count: and where nothing is right, one says enough. A small one is known of from then on."""
    judge = judge_of(Backend(flip, "not"))
    programs = [plan for plan in plans("not", 20) if _kind(plan) in "iu"]
    assert len(programs) > 6
    tally = judge.judge([*plans("floor", 1), *programs])
    assert {each.key for each in tally.findings} == {"unknown in not"}
    assert 1 <= len(tally.findings) <= 4  # of integers and of those without a sign
    wrong = tally.verdicts["wrong value"]
    assert tally.alike == {"unknown in not": wrong - len(tally.findings)}
    assert tally.verdicts == {"pass": len(programs) + 1 - wrong, "wrong value": wrong}
    assert tally.small == {"unknown in not"}
    again = judge.judge(programs)
    assert (again.findings, again.alike) == ([], {"unknown in not": wrong})
    told = judge_of(Backend(flip, "not")).judge(programs, ["unknown in not"])
    assert (told.findings, told.alike) == ([], {"unknown in not": wrong})
    judge.forget()
    assert judge.judge(programs).findings


def _kind(plan: Plan) -> str:
    form = drawn(plan).form
    return form.arguments[0].dtype.kind if form.arguments and form.arguments[0].size else "?"


@pytest.mark.parametrize(
    ("error", "verdict", "keys"),
    [
        (Refused("no abs of tensor<2xi8> at (-:3:7)"), "refused", {"refused: no abs of _ at _"}),
        (UsageError("it is 2 sizes"), "harness", {"harness: it is # sizes"}),
        (OracleCrashed("mine: the worker process died of this program (signal 6)"), "run crash", {"run crash in abs"}),
        (OracleCrashed("mine died: 7 of it"), "run crash", {"run crash: mine died: # of it"}),
        (OracleTimeout("mine took 3 s"), "time-out", {"time-out in abs"}),
    ],
)  # fmt: skip
def test_what_fails_is_called_by_what_it_says_or_else_by_its_operations(
    error: HlogenError, verdict: str, keys: set[str]
) -> None:
    tally = judge_of(Backend(raising(error), "abs")).judge([*plans("floor", 2), *plans("abs", 5)])
    assert tally.verdicts == {"pass": 2, verdict: 5}
    assert {each.key for each in tally.findings} == keys
    assert tally.alike == Counter({key: 5 - len(tally.findings) for key in keys})
    assert all((each.verdict, each.cause, each.ops) == (verdict, "", ("stablehlo.abs",)) for each in tally.findings)


def test_what_another_backend_gets_wrong_too() -> None:
    """In the same way, that is: other results are a finding."""
    wrong = judge_of(Backend(flip, "not"), Backend(flip, "not")).judge(plans("not", 12))
    assert not wrong.findings
    assert set(wrong.verdicts) == {"pass", SHARED}  # none is there with no programs
    assert wrong.verdicts.total() == 12
    other = judge_of(Backend(flip, "not"), Backend(raising(Refused("no")), "not")).judge(plans("not", 12))
    assert {each.key for each in other.findings} == {"unknown in not"}
    assert set(other.verdicts) == {"pass", "wrong value"}


def test_what_cannot_be_started_is_not_asked_any_more() -> None:
    gone = Backend(raising(CannotStartBackend("no licence")), "abs")
    with pytest.raises(HlogenError, match=r"^interpreter could not be started for 5 programs in a row: no licence$"):
        judge_of(gone).judge(plans("abs", 5))
    tally = judge_of(gone).judge([*plans("abs", 4), *plans("floor", 1), *plans("abs", 4)])
    assert tally.verdicts == {"harness": 8, "pass": 1}


def test_what_took_too_long_in_haste_has_all_its_time_once_more() -> None:
    """Unless it has what takes too long each time: that is only counted."""
    slow = {"stablehlo.abs": 99, "stablehlo.floor": 0}
    runs: Counter[str] = Counter()

    class Slow:
        def run(self, program: Module, *args: object, entry: str = "main") -> Results:
            name = program.function("main").body.operations[-2].name
            runs[name] += 1
            if slow[name] > 0:
                slow[name] -= 1
                raise OracleTimeout(f"{name} took long")
            return interpreter.run(program, *args, entry=entry)

    judge = judge_of(Slow())
    first = judge.judge([*plans("floor", 1), *plans("abs", 1)])
    assert first.verdicts == {"pass": 1, "time-out": 1}
    assert [each.key for each in first.findings] == ["time-out in abs"]
    slow["stablehlo.floor"] = 1
    runs.clear()
    then = judge.judge([*plans("floor", 1, 5), *plans("abs", 1, 5)])
    assert then.verdicts == {"pass": 1, "time-out": 1}
    assert (then.findings, then.alike, runs) == ([], {"time-out in abs": 1}, {"stablehlo.floor": 2, "stablehlo.abs": 1})


def test_a_mistake_of_ours_is_no_reason_to_lose_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> Any:
        raise IndexError("list index out of range")

    monkeypatch.setattr(Judge, "_examined", failing)
    tally = judge_of(Backend(flip, "not")).judge([plan for plan in plans("not", 9) if _kind(plan) in "iu"][:1])
    (found,) = tally.findings
    assert found.key == "wrong value, not examined: internal error of hlogen: IndexError: list index out of range"
    assert found.smallest == found.plan


def test_patience_is_twenty_times_the_slowest_program_that_was_right() -> None:
    judge = Judge("interpreter", time_limit=10.0)
    waits = []
    for judge._slowest in (0.0, 0.09, 0.2, 3.0):
        waits.append(judge._patience())
    assert waits == pytest.approx([2.0, 2.0, 4.0, 10.0])


@pytest.mark.parametrize(("verdict", "seconds"), [(Verdict.TIME_OUT, 3.0), (Verdict.WRONG_VALUE, 7.0)])
def test_a_program_like_one_that_took_too_long_has_less_time(verdict: Verdict, seconds: float) -> None:
    """As long as it is asked about; what was asked once isn't asked again."""
    worker = adapted(found("upstream"), time_limit=7.0)
    limits: list[float] = []

    def put_each(forms: Any) -> Any:
        for form in forms:
            limits.append(worker.time_limit)
            yield Outcome(form.id, Verdict.PASS)

    programs = [drawn(plan) for plan in plans("abs", 3)]
    asked = Examination(worker, put_each, programs[0], Outcome("it", verdict), lambda *_: True, 3.0)
    assert [each.verdict for each in asked.ask([*programs, programs[0]])] == [Verdict.PASS] * 4
    assert limits == [seconds] * 3
    asked.ask(programs[1:])
    assert (limits, worker.time_limit) == ([seconds] * 3, 7.0)


def test_limits_are_those_of_the_backends_file(tmp_path: Path) -> None:
    """Of memory; the time is the campaign's own."""
    (tmp_path / "mine.toml").write_text('backend = "upstream"\nname = "mine"\nmemory_limit = "2GiB"\ntime_limit = 3\n')
    with Judge(str(tmp_path / "mine.toml"), time_limit=7.0) as own, Judge("upstream") as usual:
        workers = [each.backend for each in (own, usual)]
        limits = [(each.memory_limit, each.time_limit) for each in workers if isinstance(each, WorkerBackend)]
    assert limits == [(2 << 30, 7.0), (MEMORY_LIMIT, 20.0)]


def test_all_decisions_of_a_finding_stand_in_it() -> None:
    (found,) = (
        judge_of(Backend(flip, "not")).judge([plan for plan in plans("not", 9) if _kind(plan) in "iu"][:1]).findings
    )
    for plan in (found.plan, found.smallest):
        assert all(step.seed is None for step in plan.steps)
    assert drawn(found.plan).form.arguments[0].size
    assert found.plan.id == found.smallest.id
    assert drawn(found.smallest).form.arguments[0].size == 1


def test_kinds_of_elements_are_told_apart() -> None:
    """Programs that look alike have the same of them."""
    from hlogen.ir import parse_element_type

    told = {name: judging._kind(parse_element_type(name)) for name in (
        "i1", "ui8", "i8", "f16", "bf16", "f8E5M2", "complex<f32>", "!quant.uniform<i8:f32,0.5>",
    )}  # fmt: skip
    assert told == {
        "i1": "integer", "ui8": "unsigned", "i8": "integer", "f16": "float", "bf16": "float", "f8E5M2": "small float",
        "complex<f32>": "ComplexType", "!quant.uniform<i8:f32,0.5>": "QuantizedType",
    }  # fmt: skip
