"""Backends that do one thing wrong: each is found, and called what it is; without the fault, the same cases pass."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
from hlogen.backends.address import found
from hlogen.backends.errors import CannotStartBackend
from hlogen.backends.pool import adapted
from hlogen.backends.process import WorkerBackend
from hlogen.conform.campaign import EXIT, Campaign
from hlogen.conform.corpus import KINDS, Case, corpus
from hlogen.conform.forms import Form
from hlogen.conform.verdicts import Outcome, Verdict, put, put_each

pytestmark = pytest.mark.skipif(os.name != "posix", reason="faults are those of a POSIX system")
FAULTY = Path(__file__).parents[2] / "helpers" / "faulty_backend.py"

# What goldens, which hold nothing undefined, have no case of: a sum whose value is asked for as the interpreter's own
# order gives it, where another is as good; and what the specification leaves to its reader, where the case decides.
SUITE = """
// sum: in the order of indices
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %scatter_indices = stablehlo.constant dense<0> : tensor<3xi64>
  %updates = stablehlo.constant dense<[1.0e8, -1.0e8, 0.5]> : tensor<3xf32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %0 = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<1xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<1xf32>
  %expected = stablehlo.constant dense<[0.5]> : tensor<1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true}
    : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}
// -----
// wraps: modulo 256
func.func @main() {
  %a = stablehlo.constant dense<[100, -100]> : tensor<2xi8>
  %result = stablehlo.add %a, %a : tensor<2xi8>
  %expected = stablehlo.constant dense<[-56, 56]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true}
    : (tensor<2xi8>, tensor<2xi8>) -> ()
  return
}
"""

LONG = """func.func @main(%x: tensor<262144xf32>) -> tensor<262144xf32> {
  %0 = stablehlo.negate %x : tensor<262144xf32>
  return %0 : tensor<262144xf32>
}"""

WRONG, TYPE = Verdict.WRONG_VALUE, Verdict.WRONG_TYPE
WROTE, SHARES = OF_ARGUMENTS = Verdict.WROTE_INPUTS, Verdict.SHARES_MEMORY
# A fault, what it is called, what is said of it, and the cases that it shows in.
VALUES = [
    ("lost_update", WRONG, "elements differ", ["scatter/duplicates_added"]),
    ("swapped_dimension", WRONG, "elements differ", ["gather/start_index_map_permuted"]),
    ("clamp_for_drop", WRONG, "elements differ", ["scatter/index_too_high", "scatter/index_negative"]),
    ("drop_for_clamp", WRONG, "elements differ", ["gather/start_index_clamped_low", "gather/start_index_clamped_high"]),
    ("wrapped_index", WRONG, "elements differ", ["scatter/index_negative", "gather/start_index_clamped_low"]),
    ("signed_index", WRONG, "elements differ", ["scatter/unsigned_index_too_high"]),
    ("signed_index", WRONG, "elements differ", ["gather/unsigned_start_index_extremes_of_ui64"]),
    ("whole_window_dropped", WRONG, "elements differ", ["scatter/window_partly_above", "scatter/window_partly_below"]),
    ("crossed_updates", WRONG, "elements differ", ["scatter/two_inputs_crossed"]),
    ("sums_in_f32", WRONG, "elements differ", ["scatter/every_step_is_rounded"]),
    ("truncated", WRONG, "elements differ", ["reduce_precision/mantissa"]),
    ("lost_nan", WRONG, "elements differ", ["maximum/nan"]),
    ("lost_sign_of_zero", WRONG, "elements differ", ["negate/signed_zeros"]),
    ("saturated", WRONG, "elements differ", ["suite#wraps"]),
    ("other_order", Verdict.ADMISSIBLE, "", ["suite#sum"]),
    ("an ulp", Verdict.TOLERATED, "", ["tan/element_types_float#element_type_f32"]),
    ("many ulps", WRONG, "elements differ", ["tan/element_types_float#element_type_f32", "suite#sum"]),
]
# What comes back; compiled is once alone, so faults of that come first.
RESULTS = [
    ("error:compile", Verdict.REFUSED, "RuntimeError: half of a character"),
    ("MemoryError:compile", Verdict.OUT_OF_MEMORY, "not enough memory for this program"),
    ("fill:compile", Verdict.REFUSED, "it wrote a file of more than 2 GiB, which is the limit"),
    ("garbage:compile", Verdict.PASS, ""),
    ("overwritten", WROTE, "argument 0 was written to"),
    ("beside", WROTE, "something was written beside argument 0"),
    ("shared", SHARES, "result 0 lies in the memory of argument"),
    ("dtype", TYPE, "complex128 came back"),
    ("shape", TYPE, "came back"),
    ("one more", TYPE, "2 results came back, the program has 1"),
    ("one less", TYPE, "0 results came back, the program has 1"),
    ("none", TYPE, "run gave None"),
    ("none in a list", TYPE, "result 0 is None, not an array"),
    ("lists", TYPE, "result 0 is a value of type list"),
    ("a list of lists", TYPE, "result 0 is a value of type list"),
    ("objects", TYPE, "object came back"),
    ("masked", TYPE, "result 0 is a masked array in which elements are missing"),
    ("raising", TYPE, "of which NumPy makes no array: the buffer is gone"),
    ("big-endian", TYPE, "came back"),
    ("huge", TYPE, "an array of shape (1073741824, 1073741824) came back"),
    ("a subclass", Verdict.PASS, ""),
    ("unmasked", Verdict.PASS, ""),
    ("strided", Verdict.PASS, ""),
    ("garbage:run", Verdict.PASS, ""),
    ("fork and go on:run", Verdict.PASS, ""),
    ("error:run", Verdict.RUN_CRASH, "RuntimeError: half of a character"),
    ("MemoryError:run", Verdict.OUT_OF_MEMORY, "not enough memory for this program"),
    ("exhausted:run", Verdict.OUT_OF_MEMORY, "RESOURCE_EXHAUSTED: 3 GiB are wanted"),
    ("fill:run", Verdict.RUN_CRASH, "it wrote a file of more than 2 GiB, which is the limit"),
]
# What ends the process; the next case has another one.
DEATHS = [
    ("abort:compile", Verdict.COMPILE_CRASH, "signal SIGABRT"),
    ("SIGSEGV:run", Verdict.RUN_CRASH, "signal SIGSEGV"),
    ("malloc:run", Verdict.OUT_OF_MEMORY, "ran out of its memory of 8 GiB"),
    ("hang:compile", Verdict.TIME_OUT, "no result after 0.5 s"),
    ("hang on:run", Verdict.TIME_OUT, "no result after 0.5 s"),
    ("fork and die:run", Verdict.RUN_CRASH, "signal SIGABRT"),
]
MORE_DEATHS = [
    ("abort:run", Verdict.RUN_CRASH, "signal SIGABRT"),
    ("exit:compile", Verdict.COMPILE_CRASH, "exit code 3"),
    ("SIGSEGV:compile", Verdict.COMPILE_CRASH, "signal SIGSEGV"),
    ("exit:run", Verdict.RUN_CRASH, "exit code 3"),
    ("interrupt:run", Verdict.RUN_CRASH, "died of this program"),
    ("malloc:compile", Verdict.OUT_OF_MEMORY, "ran out of its memory of 8 GiB"),
    ("hang:run", Verdict.TIME_OUT, "no result after 0.5 s"),
    ("hang on:compile", Verdict.TIME_OUT, "no result after 0.5 s"),
]


class Fault:
    """A backend whose fault is chosen from one case to the next."""

    def __init__(self, folder: Path, **options: str) -> None:
        self.file = folder / "fault"
        self.toml = folder / "faulty.toml"
        self.choose("")
        said = "".join(f"{name} = '{value}'\n" for name, value in {"file": str(self.file), **options}.items())
        self.toml.write_text(f"backend = '{FAULTY}:Faulty'\n[options]\n{said}")
        self.backend: WorkerBackend = adapted(found(str(self.toml)))

    def choose(self, fault: str) -> None:
        self.file.write_text(fault)

    def put(self, fault: str, case: Case) -> list[Outcome]:
        self.choose(fault)
        return [put(form, self.backend) for form in case.forms(KINDS)]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    file = tmp_path_factory.mktemp("suite") / "suite.mlir"
    file.write_text(SUITE)
    return {case.id: case for case in [*corpus(), *corpus([file])]}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fault]:
    fault = Fault(tmp_path_factory.mktemp("faulty"))
    with contextlib.closing(fault.backend):
        yield fault


def test_wrong_values_are_found_and_others_are_right(faulty: Fault, cases: dict[str, Case]) -> None:
    mistaken: list[tuple[str, Outcome]] = []
    for fault, verdict, said, ids in VALUES:
        for id in ids:
            mistaken += [
                (fault, outcome)
                for outcome in faulty.put(fault, cases[id])
                if outcome.verdict is not verdict or said not in outcome.message
            ]
    assert not mistaken
    for id in {id for *_, ids in VALUES for id in ids}:
        outcomes = faulty.put("", cases[id])
        assert len(outcomes) == len(KINDS), id
        assert {outcome.verdict for outcome in outcomes} == {Verdict.PASS}, outcomes


def test_results_errors_and_noise_are_called_what_they_are(faulty: Fault, cases: dict[str, Case]) -> None:
    for fault, verdict, said in RESULTS:
        constants, arguments = faulty.put(fault, cases["add/overflow"])
        assert arguments.verdict is verdict, (fault, arguments)
        assert said in arguments.message, (fault, arguments)
        # Without arguments, none can be written to.
        assert constants.verdict is (Verdict.PASS if verdict in OF_ARGUMENTS else verdict), (fault, constants)


@pytest.mark.parametrize("deaths", [DEATHS, pytest.param(MORE_DEATHS, marks=pytest.mark.campaign)])
def test_what_ends_the_process_is_called_what_it_is_and_the_rest_goes_on(
    deaths, faulty: Fault, cases: dict[str, Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hlogen.workers.process._GRACE", 0.2)
    monkeypatch.setattr("hlogen.workers.process._LOOK", 0.1)
    healthy, ill = (next(cases[id].forms(["arguments"])) for id in ("add/overflow", "multiply/overflow"))
    for fault, verdict, said in deaths:
        faulty.choose(fault)
        with monkeypatch.context() as short:
            if verdict is Verdict.TIME_OUT:
                short.setattr(faulty.backend, "time_limit", 0.5)
            outcome = put(ill, faulty.backend)
        assert outcome.verdict is verdict, (fault, outcome)
        assert said in outcome.message, (fault, outcome)
    faulty.choose("abort once:run")  # what was sent along, or was too long for that, is run by another process
    long = Form("long", hl.parse(LONG), "main", (np.ones(1 << 18, np.float32),), ())
    outcomes = [*put_each([ill, healthy, long, long, ill], faulty.backend)]
    assert [outcome.id for outcome in outcomes] == [ill.id, healthy.id, "long", "long", ill.id]
    assert [outcome.verdict for outcome in outcomes] == [Verdict.RUN_CRASH, *[Verdict.PASS] * 4]


OUT_OF_REACH = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of what a daemon was started")


@pytest.mark.parametrize(
    ("what", "how"),
    [("fork", "ends"), ("fork", "is closed"), pytest.param("daemon", "is closed", marks=OUT_OF_REACH)],
)
def test_what_stays_behind_is_gone_afterwards(what: str, how: str, faulty: Fault, cases: dict[str, Case]) -> None:
    constants, arguments = faulty.put(f"{what}:run", cases["add/overflow"])
    assert (constants.verdict, arguments.verdict) == (Verdict.PASS, Verdict.PASS)
    child = int(faulty.file.with_suffix(".pid").read_text())
    os.kill(child, 0)
    if how == "ends":
        assert faulty.backend.leave() == ""
    else:
        faulty.backend.close()
    until = time.monotonic() + 10
    while _lives(child):
        assert time.monotonic() < until
        time.sleep(0.01)


def _lives(process: int) -> bool:
    """Whether it is there and no corpse that nobody has buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_noise_at_the_start_is_none_and_death_at_the_end_is_told_of(tmp_path: Path, cases: dict[str, Case]) -> None:
    fault = Fault(tmp_path, at_import="garbage")
    fault.choose("abort at exit:run")
    with Campaign(str(fault.toml)) as campaign:
        *done, last = campaign.run([cases["add/overflow"]])
    assert [outcome.verdict for outcome in done] == [Verdict.PASS] * 2
    assert (last.id, last.verdict) == (EXIT, Verdict.RUN_CRASH)
    assert "ended with signal SIGABRT, its work done" in last.message


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("abort", "could not start: signal SIGABRT"),
        ("hang", "could not start: it wasn't ready after 1 s"),
        pytest.param("exit", "could not start: exit code 3", marks=pytest.mark.campaign),
        pytest.param("MemoryError", "could not start: MemoryError", marks=pytest.mark.campaign),
        pytest.param("fork and die", "could not start: signal SIGABRT", marks=pytest.mark.campaign),
        pytest.param("hang on", "could not start: it wasn't ready after 1 s", marks=pytest.mark.campaign),
    ],
)
def test_what_goes_wrong_at_the_start_is_told(
    how: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "hang" in how:
        monkeypatch.setattr("hlogen.workers.process._START_LIMIT", 1)
        monkeypatch.setattr("hlogen.workers.process._GRACE", 0.2)
    fault = Fault(tmp_path, at_import=how)
    with contextlib.closing(fault.backend), pytest.raises(CannotStartBackend) as error:
        fault.backend.version()
    assert said in str(error.value)
